// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the output of the watchdog, of storms and of events.
 */
#include <linux/genetlink.h>
#include <stdlib.h>
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })
#define STATS	(&(const struct ctx){ .stats = true })
#define COLOR	(&(const struct ctx){ .color = true })

#define AGO(seconds)	(KERNEL_NOW - (seconds) * 1000000000ULL)

static void put_storm(struct nlmsghdr *nlh, uint8_t prio, uint8_t action, uint64_t start,
		      uint64_t detected, uint64_t end)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_STORM);

	mnl_attr_put_u8(nlh, PFC_STORM_A_PRIO, prio);
	mnl_attr_put_u8(nlh, PFC_STORM_A_ACTION, action);
	if (!end)
		mnl_attr_put(nlh, PFC_STORM_A_INJECTED, 0, NULL);
	if (action == PFC_WATCHDOG_ACTION_ALERT)
		mnl_attr_put(nlh, PFC_STORM_A_DISABLED, 0, NULL);
	mnl_attr_put_u64(nlh, PFC_STORM_A_START, start);
	mnl_attr_put_u64(nlh, PFC_STORM_A_DETECTED, detected);
	mnl_attr_put_u64(nlh, PFC_STORM_A_END, end);
	mnl_attr_put_u64(nlh, PFC_STORM_A_PAUSED_TIME, 99500000);
	mnl_attr_put_u64(nlh, PFC_STORM_A_XOFF, 6);
	mnl_attr_put_u64(nlh, PFC_STORM_A_BACKLOG_PACKETS, 8);
	mnl_attr_put_u64(nlh, PFC_STORM_A_BACKLOG_BYTES, 12112);
	mnl_attr_put_u64(nlh, PFC_STORM_A_DROPPED, 108);
	mnl_attr_put_u64(nlh, PFC_STORM_A_FORWARDED, 9);
	mnl_attr_nest_end(nlh, nest);
}

static void put_watch(struct nlmsghdr *nlh, uint8_t prio, uint8_t state)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_WATCHDOG);

	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_ID, prio);
	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_STATE, state);
	mnl_attr_put_u64(nlh, PFC_WATCHDOG_A_SINCE, AGO(5));
	if (state == PFC_WATCHDOG_STATE_STORM) {
		mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_ACTION, PFC_WATCHDOG_ACTION_FORWARD);
		mnl_attr_put(nlh, PFC_WATCHDOG_A_MANUAL, 0, NULL);
		mnl_attr_put(nlh, PFC_WATCHDOG_A_INJECTED, 0, NULL);
		mnl_attr_put(nlh, PFC_WATCHDOG_A_XOFF_STOPPED, 0, NULL);
	}
	mnl_attr_put_u64(nlh, PFC_WATCHDOG_A_DROPPED, prio + 1);
	mnl_attr_put_u64(nlh, PFC_WATCHDOG_A_FORWARDED, prio + 2);
	mnl_attr_nest_end(nlh, nest);
}

/* Selects the attributes of the port that the mock kernel reports */
static enum { FULL, OFF, MANUAL, MANY_STORMS, WRONG_STORM, WRONG_WATCH, WORDS } what;

static void put_config(struct nlmsghdr *nlh, uint64_t restoration)
{
	mnl_attr_put_u64(nlh, PFC_A_DETECTION_TIME, 100000000);
	mnl_attr_put_u64(nlh, PFC_A_RESTORATION_TIME, restoration);
	mnl_attr_put_u64(nlh, PFC_A_ESCALATE_PERIOD, 20000000000);
}

static void put_full(struct nlmsghdr *nlh)
{
	put_config(nlh, 0);
	put_map(nlh, PFC_A_PRIO_WATCHDOG, 3, 1);
	mnl_attr_put_u8(nlh, PFC_A_WATCHDOG_ACTION, PFC_WATCHDOG_ACTION_ALERT);
	mnl_attr_put_u32(nlh, PFC_A_ESCALATE_COUNT, 30);
	mnl_attr_put_u64(nlh, PFC_A_XOFF_TIMEOUT, 1500000000);
	mnl_attr_put_u32(nlh, PFC_A_XOFF_WARN, 1000);
	put_watch(nlh, 3, PFC_WATCHDOG_STATE_OPERATIONAL);
	put_watch(nlh, 4, PFC_WATCHDOG_STATE_STORM);
	put_watch(nlh, 5, PFC_WATCHDOG_STATE_DISABLED);
	put_watch(nlh, 6, PFC_WATCHDOG_STATE_OFF);
	put_stats(nlh, PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_MAX);
	put_storm(nlh, 3, PFC_WATCHDOG_ACTION_DROP, AGO(60), AGO(60) + 100000000, AGO(57));
	put_storm(nlh, 3, PFC_WATCHDOG_ACTION_ALERT, AGO(40), AGO(40) + 100000000, AGO(39));
	put_storm(nlh, 4, PFC_WATCHDOG_ACTION_FORWARD, AGO(5), AGO(5) + 100000000, 0);
}

static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);

	if (i || genl->cmd != PFC_CMD_WATCHDOG_GET)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	switch (what) {
	case FULL:
		put_full(nlh);
		break;
	case OFF:
		put_config(nlh, 3000000000);
		break;
	case MANUAL:
		put_config(nlh, PFC_RESTORATION_MANUAL);
		break;
	case MANY_STORMS:
		for (i = 0; i <= PFC_HISTORY_MAX; i++)
			put_storm(nlh, 1, 0, 1, 2, 3);
		break;
	case WRONG_STORM:
		put_storm(nlh, PFC_PRIO_COUNT, 0, 1, 2, 3);
		break;
	case WRONG_WATCH:
		put_watch(nlh, PFC_PRIO_COUNT, 0);
		break;
	case WORDS:
		put_watch(nlh, 1, PFC_WATCHDOG_STATE_DISABLED + 1);
		/* the storm ends before its start */
		put_storm(nlh, 1, PFC_WATCHDOG_ACTION_MAX + 1, KERNEL_NOW + 9, 5, 7);
		break;
	}
	return true;
}

static void test_text(void)
{
	what = FULL;
	CHECK(shows(PLAIN, "watchdog",
		    "p1: action alert detection-time 100.00 ms restoration-time auto (200.00 ms)\n"
		    "  escalate-count 30 escalate-period 20.00 s xoff-timeout 1.50 s xoff-warn 1000\n"
		    "  prio-watchdog 0-2:off 3:on 4-7:off\n", 0, ""));
	CHECK(shows(PLAIN, "watchdog show",
		    "\n  prio        state   since   action  storms  restored  dropped  forwarded  last-dropped  last-forwarded                         flags\n"
		    "     3  operational  5.00 s        -      11        12       13         14             4               5                             -\n"
		    "     4        storm  5.00 s  forward       0         0        0          0             5               6  manual,injected,xoff-stopped\n"
		    "     5     disabled  5.00 s        -       0         0        0          0             6               7                             -\n",
		    0, ""));
	CHECK(shows(COLOR, "watchdog show",
		    "     3  \033[32moperational\033[0m  5.00 s        -      11", 0, ""));
	CHECK(shows(COLOR, "watchdog show", "     4        \033[31mstorm\033[0m  5.00 s", 0, ""));
	CHECK(shows(COLOR, "watchdog show", "     5     \033[31mdisabled\033[0m  5.00 s", 0, ""));
	CHECK(shows(STATS, "watchdog show dev p1", "\n     6          off  5.00 s ", 0, ""));
	CHECK(shows(STATS, "watchdog show dev p1", "\n     7          off       - ", 0, ""));
	CHECK(shows(PLAIN, "watchdog history",
		    "p1:\n  prio  start-ago  length      stuck    paused  rx-xoff  backlog     size   action  dropped  forwarded             notes\n"
		    "     3    60.00 s  3.00 s  100.00 ms  99.50 ms        6        8  12112 B     drop      108          9                 -\n"
		    "     3    40.00 s  1.00 s  100.00 ms  99.50 ms        6        8  12112 B    alert      108          9      pfc-disabled\n"
		    "     4     5.00 s  5.00 s  100.00 ms  99.50 ms        6        8  12112 B  forward      108          9  ongoing,injected\n",
		    0, ""));
	what = OFF;
	CHECK(shows(PLAIN, "watchdog",
		    "p1: action drop detection-time 100.00 ms restoration-time 3.00 s\n"
		    "  escalate-count off escalate-period 20.00 s xoff-timeout off xoff-warn off\n"
		    "  prio-watchdog 0-7:off\n", 0, ""));
	CHECK(shows(PLAIN, "watchdog history", "p1: no storms\n", 0, ""));
	what = MANUAL;
	CHECK(shows(PLAIN, "watchdog", " restoration-time manual\n", 0, ""));
}

static void test_json(void)
{
	what = FULL;
	CHECK(shows(JSON, "watchdog",
		    ",\"prio_watchdog\":[false,false,false,true,false,false,false,false],", 0, ""));
	CHECK(shows(JSON, "watchdog",
		    ",\"detection_time_ns\":100000000,\"restoration_time_ns\":200000000,", 0, ""));
	CHECK(shows(JSON, "watchdog",
		    ",\"restoration_time_auto\":true,\"action\":\"alert\",", 0, ""));
	CHECK(shows(JSON, "watchdog",
		    ",\"escalate_count\":30,\"escalate_period_ns\":20000000000,", 0, ""));
	CHECK(shows(JSON, "watchdog",
		    ",\"xoff_timeout_ns\":1500000000,\"xoff_warn_per_second\":1000,", 0, ""));
	CHECK(shows(JSON, "watchdog",
		    "{\"prio\":3,\"state\":\"operational\",\"since_ns\":995000000000,\"action\":null,\"manual\":false,\"injected\":false,\"xoff_stopped\":false,\"storms\":11,\"storms_restored\":12,\"storm_dropped\":13,\"storm_forwarded\":14,\"last_dropped\":4,\"last_forwarded\":5},",
		    0, ""));
	CHECK(shows(JSON, "watchdog",
		    "\"action\":\"forward\",\"manual\":true,\"injected\":true,\"xoff_stopped\":true,",
		    0, ""));
	CHECK(shows(JSON, "watchdog", "{\"prio\":7,\"state\":\"off\",\"since_ns\":null,", 0, ""));
	CHECK(shows(JSON, "watchdog history",
		    ",\"storms\":[{\"prio\":3,\"start_ns\":940000000000,\"detected_ns\":940100000000,\"end_ns\":943000000000,\"length_ns\":3000000000,\"action\":\"drop\",\"injected\":false,\"pfc_disabled\":false,\"stuck_ns\":100000000,\"paused_time_ns\":99500000,\"rx_xoff\":6,\"backlog_packets\":8,\"backlog_bytes\":12112,\"dropped\":108,\"forwarded\":9},",
		    0, ""));
	CHECK(shows(JSON, "watchdog history",
		    ",\"end_ns\":null,\"length_ns\":5000000000,\"action\":\"forward\",\"injected\":true,\"pfc_disabled\":false,",
		    0, ""));
	what = OFF;
	CHECK(shows(JSON, "watchdog",
		    ",\"restoration_time_ns\":3000000000,\"restoration_time_auto\":false,", 0, ""));
	CHECK(shows(JSON, "watchdog", ",\"escalate_count\":null,", 0, ""));
	CHECK(shows(JSON, "watchdog",
		    ",\"xoff_timeout_ns\":null,\"xoff_warn_per_second\":null,", 0, ""));
	CHECK(shows(JSON, "watchdog history", ",\"storms\":[]}]\n", 0, ""));
	what = MANUAL;
	CHECK(shows(JSON, "watchdog",
		    ",\"restoration_time_ns\":null,\"restoration_time_auto\":false,", 0, ""));
}

static void test_wrong(void)
{
	for (what = MANY_STORMS; what <= WRONG_WATCH; what++) {
		CHECK(shows(PLAIN, "watchdog", "", 1, "pfcctl: ports: Bad message\n"));
		CHECK(shows(JSON, "watchdog history dev p1", "", 1,
			    "pfcctl: p1: Bad message\n"));
	}
	what = WORDS;
	CHECK(shows(PLAIN, "watchdog", "\n     1  unknown  5.00 s       - ", 0, ""));
	CHECK(shows(JSON, "watchdog history", ",\"length_ns\":0,\"action\":\"unknown\",", 0, ""));
}

static bool events(struct nlmsghdr *nlh, int i)
{
	static const uint32_t numbers[] = {
		PFC_EVENT_STORM_DETECTED, PFC_EVENT_STORM_RESTORED, PFC_EVENT_PAUSED_LONG,
		PFC_EVENT_XOFF_RATE_RX, PFC_EVENT_XOFF_TIMEOUT, PFC_EVENT_PORT_RENAMED,
		PFC_EVENT_STILL_PAUSED + 1,
	};
	const uint64_t start = AGO(2), detected = start + 100000000;

	if (i == ARRAY_SIZE(numbers))
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, 3);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	mnl_attr_put_u32(nlh, PFC_A_EVENT, numbers[i]);
	mnl_attr_put_u64(nlh, PFC_A_EVENT_TIME, AGO(1));
	mnl_attr_put_u8(nlh, PFC_A_EVENT_PRIOS, 1 << 3);
	switch (numbers[i]) {
	case PFC_EVENT_STORM_DETECTED:
		put_storm(nlh, 3, PFC_WATCHDOG_ACTION_FORWARD, start, detected, 0);
		break;
	case PFC_EVENT_STORM_RESTORED:
		put_storm(nlh, 3, PFC_WATCHDOG_ACTION_DROP, start, detected, AGO(1));
		break;
	case PFC_EVENT_PAUSED_LONG:
		put_storm(nlh, 3, PFC_WATCHDOG_ACTION_DROP, start, 0, start);
		break;
	case PFC_EVENT_XOFF_RATE_RX:
		mnl_attr_put_u32(nlh, PFC_A_EVENT_COUNT, 1001);
		break;
	case PFC_EVENT_XOFF_TIMEOUT:
		mnl_attr_put_u64(nlh, PFC_A_EVENT_IDLE_TIME, 1500000000);
		mnl_attr_put_u32(nlh, PFC_A_EVENT_BYTES, 65536);
		mnl_attr_put_u32(nlh, PFC_A_EVENT_QUEUE_IFINDEX, 9);
		mnl_attr_put_strz(nlh, PFC_A_EVENT_QUEUE_IFNAME, "p2");
		mnl_attr_put_u8(nlh, PFC_A_EVENT_QUEUE_PRIO, 4);
		mnl_attr_put_u32(nlh, PFC_A_EVENT_QUEUE_BYTES, 20480);
		mnl_attr_put_u64(nlh, PFC_A_EVENT_QUEUE_SINCE, AGO(2));
		break;
	case PFC_EVENT_PORT_RENAMED:
		mnl_attr_put_strz(nlh, PFC_A_EVENT_OLD_NAME, "p0");
		break;
	}
	return true;
}

/* Parts of the output for the events of events() */
static const struct {
	bool		json;
	const char	*text;
} lines[] = {
	{
		false,
		"[999.000000] p1 storm-detected prio 3 stuck 100.00 ms paused 99.50 ms rx-xoff 6 backlog 8 (12112 B) action forward dropped 108 forwarded 9 (injected)\n"
	}, {
		false,
		" p1 storm-restored prio 3 stuck 100.00 ms paused 99.50 ms rx-xoff 6 backlog 8 (12112 B) length 1.00 s action drop dropped 108 forwarded 9\n"
	}, {
		false,
		" p1 paused-long prio 3 stuck 1.00 s paused 99.50 ms "
	}, {
		false,
		" p1 xoff-rate-rx prio 3 xoff 1001\n"
	}, {
		false,
		" p1 xoff-timeout prio 3 idle 1.50 s occupancy 64 KiB queue p2 prio 4 backlog 20 KiB paused for 1.00 s\n"
	}, {
		false,
		" p1 port-renamed prio 3 was p0\n"
	}, {
		false,
		" p1 unknown prio 3\n"
	}, {
		true,
		",\"event\":\"storm_detected\",\"dev\":\"p1\",\"ifindex\":3,"
	}, {
		true,
		",\"prios\":[3],\"pause_time_quanta\":0,\"xoff_count\":null,\"idle_time_ns\":null,\"occupancy\":null,\"queue\":null,\"old_dev\":null,\"storm\":{\"prio\":3,\"start_ns\":998000000000,\"detected_ns\":998100000000,\"end_ns\":null,\"length_ns\":1000000000,"
	}, {
		true,
		",\"xoff_count\":1001,\"idle_time_ns\":null,\"occupancy\":null,\"queue\":null,\"old_dev\":null,\"storm\":null,\"cycle\":null,\"lost\":0}\n"
	}, {
		true,
		",\"xoff_count\":null,\"idle_time_ns\":1500000000,\"occupancy\":65536,\"queue\":{\"dev\":\"p2\",\"ifindex\":9,\"prio\":4,\"backlog\":20480,\"paused_since_ns\":998000000000},\"old_dev\":null,\"storm\":null,"
	}, {
		true,
		",\"occupancy\":null,\"queue\":null,\"old_dev\":\"p0\",\"storm\":null,"
	},
};

static bool prints_event(const struct ctx *options, const char *expect)
{
	kernel.event = events;
	return shows(options, "monitor", expect, 1,
		     "pfcctl: cannot receive events: Input/output error\n");
}

/* Number of the only event that next_event() sends */
static int number;

static bool next_event(struct nlmsghdr *nlh, int i)
{
	if (i)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_EVENT, number);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, "p1");
	return true;
}

static bool named(int event, const char *text, const char *json)
{
	char want[80];
	bool ok;

	number = event;
	snprintf(want, sizeof(want), "[0.000000] p1 %s\n", text);
	kernel.event = next_event;
	ok = shows(PLAIN, "monitor", want, 1,
		   "pfcctl: cannot receive events: Input/output error\n");
	snprintf(want, sizeof(want), "{\"time_ns\":0,\"event\":\"%s\",", json);
	kernel.event = next_event;
	return ok && shows(JSON, "monitor", want, 1,
			   "pfcctl: cannot receive events: Input/output error\n");
}

static void test_events(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		verdict(prints_event(lines[i].json ? JSON : PLAIN, lines[i].text), __FILE__,
			__LINE__, lines[i].text);
	CHECK(named(PFC_EVENT_PFC_DISABLED, "pfc-disabled", "pfc_disabled"));
	CHECK(named(PFC_EVENT_PFC_ENABLED, "pfc-enabled", "pfc_enabled"));
	CHECK(named(PFC_EVENT_MITIGATION_ON, "mitigation-on", "mitigation_on"));
	CHECK(named(PFC_EVENT_MITIGATION_OFF, "mitigation-off", "mitigation_off"));
	CHECK(named(PFC_EVENT_XOFF_TIMEOUT, "xoff-timeout", "xoff_timeout"));
	CHECK(named(PFC_EVENT_XOFF_RESUMED, "xoff-resumed", "xoff_resumed"));
	CHECK(named(PFC_EVENT_XOFF_RATE_TX, "xoff-rate-tx", "xoff_rate_tx"));
	CHECK(named(PFC_EVENT_PAUSE_EXPIRED, "pause-expired", "pause_expired"));
	CHECK(named(PFC_EVENT_REFRESH_LATE, "refresh-late", "refresh_late"));
	CHECK(named(PFC_EVENT_SETTINGS_LOST, "settings-lost", "settings_lost"));
	CHECK(named(PFC_EVENT_PORT_RENAMED, "port-renamed", "port_renamed"));
	CHECK(named(PFC_EVENT_PORT_CHANGED, "port-changed", "port_changed"));
	CHECK(named(PFC_EVENT_STILL_PAUSED, "still-paused", "still_paused"));
}

/**
 * test_watchdog() - test the output of the watchdog and of events
 */
void test_watchdog(void)
{
	kernel = (struct kernel){ .answer = answer };
	test_text();
	test_json();
	test_wrong();
	test_events();
}
