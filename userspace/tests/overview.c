// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the overview: states, sums, a terminal of 80 columns, short tables of counters.
 */
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdlib.h>
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })
#define STATS	(&(const struct ctx){ .stats = true })
#define RAW	(&(const struct ctx){ .raw = true })
#define NETNS	(&(const struct ctx){ .netns = "sw" })

#define PORTS	48
#define SCREEN	80

/**
 * struct counter_value - a counter that is not 0
 * @type: netlink attribute of the statistics
 * @id: number of the PG, priority or queue
 * @stat: the counter
 * @value: its value
 */
struct counter_value {
	uint16_t	type;
	uint8_t		id;
	uint16_t	stat;
	uint64_t	value;
};

/**
 * struct scene - a port of the mock kernel
 * @counters: its counters; an empty entry ends the list
 * @pfc: PG 3 and PG 4 are lossless
 * @needed: headroom that PG 3 needs
 * @watch: attribute of priority 3 that the watchdog reports, or 0
 * @state: state of the watchdog of priority 3
 * @both: the watchdog reports the same about priority 4
 * @rate: the rate, bits per second
 * @kind: kind of the device
 * @down: the link is down
 */
static struct scene {
	const struct counter_value *counters;
	bool		pfc;
	uint32_t	needed;
	uint16_t	watch;
	uint8_t		state;
	bool		both;
	uint64_t	rate;
	const char	*kind;
	bool		down;
} scene;

static int n_ports;
static const char *names;	/* format of the names of ports */

static void put_counters(struct nlmsghdr *nlh)
{
	const struct counter_value *c;
	struct nlattr *nest;

	for (c = scene.counters; c && c->type; c++) {
		nest = mnl_attr_nest_start(nlh, c->type);
		mnl_attr_put_u8(nlh, PFC_STAT_ID, c->id);
		mnl_attr_put_u64(nlh, c->stat, c->value);
		mnl_attr_nest_end(nlh, nest);
	}
}

static void put_pg(struct nlmsghdr *nlh, uint8_t id)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_PG);

	mnl_attr_put_u8(nlh, PFC_PG_A_ID, id);
	mnl_attr_put(nlh, PFC_PG_A_LOSSLESS, 0, NULL);
	mnl_attr_put_u32(nlh, PFC_PG_A_MIN, 10000);
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM, 1000);
	mnl_attr_put_u32(nlh, PFC_PG_A_HEADROOM_NEEDED, scene.needed);
	mnl_attr_nest_end(nlh, nest);
}

static void put_config(struct nlmsghdr *nlh)
{
	uint8_t prio;

	mnl_attr_put_u64(nlh, PFC_A_RATE, scene.rate);
	mnl_attr_put_u32(nlh, PFC_A_SPEED, 25000);
	mnl_attr_put_u8(nlh, PFC_A_SPEED_SOURCE, PFC_SPEED_SOURCE_DEVICE);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		put_map(nlh, PFC_A_PRIO_PG, prio, prio == 6 ? 4 : prio);
	if (scene.pfc) {
		put_pg(nlh, 3);
		put_pg(nlh, 4);
	}
}

static void put_watch(struct nlmsghdr *nlh, uint8_t prio)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_WATCHDOG);

	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_ID, prio);
	mnl_attr_put_u8(nlh, PFC_WATCHDOG_A_STATE, scene.state);
	if (scene.watch)
		mnl_attr_put(nlh, scene.watch, 0, NULL);
	mnl_attr_nest_end(nlh, nest);
}

static void put_name(struct nlmsghdr *nlh, uint16_t attr, int i)
{
	char name[IFNAMSIZ];

	snprintf(name, sizeof(name), names, i + 1);
	mnl_attr_put_strz(nlh, attr, name);
}

static bool answer_pool(struct nlmsghdr *nlh, int i)
{
	if (i)
		return false;
	mnl_attr_put_strz(nlh, PFC_A_POOL_NAME, PFC_DEFAULT_POOL);
	mnl_attr_put_u32(nlh, PFC_A_POOL_SIZE, 12 << 20);
	mnl_attr_put_u32(nlh, PFC_A_POOL_SHARED_SIZE, 11000000);
	mnl_attr_put_u32(nlh, PFC_A_POOL_SHARED_USED, 131072);
	mnl_attr_put_u32(nlh, PFC_A_POOL_SHARED_PEAK, 262144);
	mnl_attr_put_u32(nlh, PFC_A_POOL_HEADROOM_SIZE, 1023);
	return true;
}

static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);

	if (genl->cmd == PFC_CMD_POOL_GET)
		return answer_pool(nlh, i);
	if (i == n_ports)
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, i + 1);
	put_name(nlh, PFC_A_IFNAME, i);
	if (genl->cmd == PFC_CMD_PORT_GET)
		put_config(nlh);
	if (genl->cmd == PFC_CMD_STATS_GET)
		put_counters(nlh);
	if (genl->cmd == PFC_CMD_WATCHDOG_GET)
		put_watch(nlh, 3);
	if (genl->cmd == PFC_CMD_WATCHDOG_GET && scene.both)
		put_watch(nlh, 4);
	return true;
}

static bool answer_link(struct nlmsghdr *nlh, int i)
{
	struct ifinfomsg *info = mnl_nlmsg_get_payload(nlh);
	struct nlattr *nest;

	if (i == n_ports)
		return false;
	info->ifi_index = i + 1;
	info->ifi_flags = scene.down ? IFF_UP : IFF_UP | IFF_RUNNING;
	put_name(nlh, IFLA_IFNAME, i);
	if (scene.kind) {
		nest = mnl_attr_nest_start(nlh, IFLA_LINKINFO);
		mnl_attr_put_strz(nlh, IFLA_INFO_KIND, scene.kind);
		mnl_attr_nest_end(nlh, nest);
	}
	return true;
}

static void begin(int n, const char *format)
{
	n_ports = n;
	names = format;
	kernel = (struct kernel){ .answer = answer, .link = answer_link };
}

/* Drops of each kind, XOFF and pauses of two priorities, and a peak */
static const struct counter_value congestion[] = {
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_TX_XOFF, 1200 },
	{ PFC_A_STATS_PRIO, 4, PFC_PRIO_STAT_TX_XOFF, 34 },
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_RX_XOFF, 7 },
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_TX_PAUSE_TIME, 995000000 },
	{ PFC_A_STATS_PRIO, 4, PFC_PRIO_STAT_TX_PAUSE_TIME, 5000 },
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_RX_PAUSE_TIME, 33553920 },
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_TX_PAUSED, 1 },
	{ PFC_A_STATS_PRIO, 6, PFC_PRIO_STAT_TX_PAUSED, 1 },
	{ PFC_A_STATS_PG, 0, PFC_PG_STAT_THRESHOLD, 5000 },
	{ PFC_A_STATS_PG, 1, PFC_PG_STAT_THRESHOLD, 5000 },
	{ PFC_A_STATS_PG, 3, PFC_PG_STAT_THRESHOLD, 90000 },
	{ PFC_A_STATS_PG, 3, PFC_PG_STAT_PEAK, 103900 },
	{ PFC_A_STATS_PG, 4, PFC_PG_STAT_THRESHOLD, 90000 },
	{ PFC_A_STATS_PG, 4, PFC_PG_STAT_PEAK, 50000 },
	{ PFC_A_STATS_PG, 0, PFC_PG_STAT_PEAK, 4000000 },
	{ PFC_A_STATS_PG, 0, PFC_PG_STAT_DROP_LIMIT, 3000000 },
	{ PFC_A_STATS_PG, 1, PFC_PG_STAT_DROP_POOL, 400000 },
	{ PFC_A_STATS_QUEUE, 2, PFC_QUEUE_STAT_DROP_LOCAL, 1000 },
	{ PFC_A_STATS_QUEUE, 2, PFC_QUEUE_STAT_DROP_EGRESS, 900000 },
	{ 0 }
};

static void test_text(void)
{
	begin(1, "p%d");
	scene = (struct scene){ .counters = congestion, .pfc = true, .rate = 1250000000 };
	CHECK(shows(PLAIN, "show",
		    "       LINK            XOFF      PAUSED        DROP         PEAK\n"
		    "PORT   RATE  LOSSLESS    TX  RX      TX    RX    LL  LOSSY  XOFF  STATE\n"
		    "p1    1.25G     3,4,6  1.2k   7   995ms  34ms     0   3.4M  103%  xoff 3,6\n"
		    "\n"
		    "                 SHARED                  HEADROOM\n"
		    "POOL      SIZE     SIZE    USED    PEAK      SIZE  PEAK\n"
		    "default  12MiB  10.5MiB  128KiB  256KiB     1023B    0B\n",
		    0, ""));
	CHECK(shows(PLAIN, "", "\np1    1.25G     3,4,6  1.2k   7 ", 0, ""));
	/* the PGs in use, without pools; the XOFF of PG 4 is that of both its priorities */
	CHECK(shows(PLAIN, "show dev p1",
		    "         LINK            XOFF      PAUSED        DROP         PEAK\n"
		    "PORT     RATE  LOSSLESS    TX  RX      TX    RX    LL  LOSSY  XOFF  STATE\n"
		    "p1      1.25G     3,4,6  1.2k   7   995ms  34ms     0   3.4M  103%  xoff 3,6\n"
		    "  PG 0                -     0   0     0ns   0ns     0     3M     -  ok\n"
		    "  PG 1                -     0   0     0ns   0ns     0   400k     -  ok\n"
		    "  PG 2                -     0   0     0ns   0ns     0     1k     -  ok\n"
		    "  PG 3                3  1.2k   7   995ms  34ms     0      0  103%  xoff 3\n"
		    "  PG 4              4,6    34   0     5µs   0ns     0      0   50%  xoff 6\n",
		    0, ""));
	CHECK(shows(STATS, "show",
		    "\n  PG 7                -     0   0     0ns   0ns     0      0     -  ok\n\n",
		    0, ""));
	CHECK(shows(RAW, "show",
		    "\np1   1250000000    3,4,6 1234  7 995000000 33553920    0 3401000 103% xoff 3,6\n",
		    0, ""));
	CHECK(shows(RAW, "show", "\ndefault  12582912  11000000  131072  262144      1023     0\n",
		    0, ""));
	CHECK(shows(JSON, "show",
		    "{\"ports\":[{\"dev\":\"p1\",\"ifindex\":1,\"port_id\":0,\"link\":\"up\",\"rate_bits_per_second\":1250000000,\"speed_bits_per_second\":25000000000,\"lossless_prios\":[3,4,6],\"tx_xoff\":1234,\"rx_xoff\":7,\"tx_pause_time_ns\":995000000,\"rx_pause_time_ns\":33553920,\"drop_lossless\":0,\"drop_lossy\":3401000,\"peak_percent\":103,\"state\":\"xoff\",\"state_prios\":[3,6],\"headroom_short_pgs\":[]}],\"pools\":[{\"name\":\"default\",\"size\":12582912,",
		    0, ""));
	CHECK(shows(JSON, "show dev p1",
		    "\"state_prios\":[3,6],\"headroom_short_pgs\":[],\"pg\":[{\"pg\":0,\"lossless_prios\":[],",
		    0, ""));
	CHECK(shows(JSON, "show dev p1",
		    "{\"pg\":4,\"lossless_prios\":[4,6],\"tx_xoff\":34,\"rx_xoff\":0,", 0, ""));
	CHECK(shows(JSON, "show dev p1", "]}],\"pools\":[]}\n", 0, ""));
}

/* is_state() - check the column LINK RATE and the state of the scene, as text and as JSON */
static bool is_state(struct scene now, const char *rate, const char *state, const char *prios)
{
	char text[64], json[64];

	scene = now;
	snprintf(text, sizeof(text), "  %s%s%s\n\n", state, *prios ? " " : "", prios);
	snprintf(json, sizeof(json), "\"state\":\"%s\",\"state_prios\":[%s]", state, prios);
	return shows(PLAIN, "show", text, 0, "") && shows(JSON, "show", json, 0, "") &&
	       shows(PLAIN, "show", rate, 0, "");
}

#define LOSS(type, id, stat) ((const struct counter_value []){ \
	{ PFC_A_STATS_##type, id, PFC_##type##_STAT_##stat, 1 }, { 0 } })

static void test_states(void)
{
	static const struct counter_value paused[] = {
		{ PFC_A_STATS_PRIO, 4, PFC_PRIO_STAT_RX_PAUSED, 1 },
		{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_TX_PAUSED, 1 },
		{ 0 }
	};
	struct scene s = { 0 };

	begin(1, "p%d");
	CHECK(is_state(s, "\np1     25G         - ", "ok", ""));
	s.counters = congestion;
	CHECK(is_state(s, " ", "xoff", "3,6"));
	s.counters = paused;
	CHECK(is_state(s, " ", "paused", "4"));
	s.kind = "veth";
	CHECK(is_state(s, " ", "no-rate", ""));
	s.rate = 100000000;
	CHECK(is_state(s, "\np1    100M ", "paused", "4"));
	s.pfc = true;
	s.needed = 1001;
	CHECK(is_state(s, " ", "short", "3,4,6"));
	s.counters = LOSS(PG, 4, DROP_HEADROOM);
	CHECK(is_state(s, " ", "loss", "4,6"));
	CHECK(shows(PLAIN, "show",
		    "\nshort of headroom: p1 PG 3, p1 PG 4; fix: see pfcctl check\n", 0, ""));
	CHECK(shows(JSON, "show", ",\"headroom_short_pgs\":[3,4]}", 0, ""));
	s.counters = LOSS(QUEUE, 6, DROP_LOCAL);
	CHECK(is_state(s, " ", "loss", "6"));
	s.counters = LOSS(PORT, 0, TX_DROP_CONTROL);
	CHECK(is_state(s, " ", "loss", ""));
	s.watch = PFC_WATCHDOG_A_XOFF_STOPPED;
	CHECK(is_state(s, " ", "stalled", "3"));
	s.watch = PFC_WATCHDOG_A_MANUAL;
	CHECK(is_state(s, " ", "mitigate", "3"));
	s.state = PFC_WATCHDOG_STATE_STORM;
	CHECK(is_state(s, " ", "storm", "3"));
	s.state = PFC_WATCHDOG_STATE_DISABLED;
	CHECK(is_state(s, " ", "disabled", "3"));
	s.down = true;
	CHECK(is_state(s, "\np1    down ", "down", ""));
}

/* Numbers that need as many characters as possible */
static const struct counter_value wide[] = {
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_TX_XOFF, 999499 },
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_RX_XOFF, 9944 },
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_TX_PAUSE_TIME, 9944000 },
	{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_RX_PAUSE_TIME, 999499000 },
	{ PFC_A_STATS_PG, 3, PFC_PG_STAT_THRESHOLD, 1 },
	{ PFC_A_STATS_PG, 3, PFC_PG_STAT_PEAK, UINT32_MAX },
	{ PFC_A_STATS_PG, 3, PFC_PG_STAT_DROP_HEADROOM, 999499 },
	{ PFC_A_STATS_PG, 0, PFC_PG_STAT_DROP_LIMIT, 9944000 },
	{ 0 }
};

/* Return: the number of lines of "show", or 0 if a line has more than 80 characters */
static unsigned int lines(void)
{
	unsigned int n = 0, columns = 0;
	char *out, *err, *p;
	bool fits;

	fits = kernel_run(PLAIN, "show", &out, &err) == STATUS_OK;
	for (p = out; *p; p++) {
		columns += (*p & 0xc0) != 0x80;
		if (*p == '\n') {
			fits = fits && columns <= SCREEN + 1;
			columns = 0;
			n++;
		}
	}
	if (!fits)
		printf("%s", out);
	free(out);
	free(err);
	return fits ? n : 0;
}

static void test_screen(void)
{
	const unsigned int rest = 6;	/* headings, an empty line and a pool */

	begin(PORTS, "Ethernet%d");
	scene = (struct scene){ .counters = congestion, .pfc = true, .rate = 1250000000 };
	CHECK(lines() == PORTS + rest);
	CHECK(shows(PLAIN, "show", "\nEthernet48  1.25G ", 0, ""));
	begin(PORTS, "longest-name-%02d");
	scene = (struct scene){
		.counters = wide, .pfc = true, .rate = 1250000000,
		.state = PFC_WATCHDOG_STATE_DISABLED, .both = true,
	};
	CHECK(lines() == PORTS + rest);
	/* the priorities of the state have no room */
	CHECK(shows(PLAIN, "show",
		    "\nlongest-name-48 1.25G    3,4,6 999k 9.9k  9.9ms 999ms 999k  9.9M 999% disabled\n",
		    0, ""));
	scene.state = PFC_WATCHDOG_STATE_STORM;
	CHECK(shows(PLAIN, "show", "999% storm 3,4\n", 0, ""));
}

static void test_empty(void)
{
	begin(0, "");
	CHECK(shows(PLAIN, "",
		    "no ports; make a device a port: pfcctl port add dev DEV rate 1gbit\n"
		    "all commands: pfcctl help\n", 0, ""));
	CHECK(shows(NETNS, "show", ": pfcctl -n sw port add dev DEV rate 1gbit\n", 0, ""));
	CHECK(shows(JSON, "show", "{\"ports\":[],\"pools\":[{\"name\":\"default\",", 0, ""));
}

/* stats show leaves out what is not in use: here PG 2 has a threshold, and most columns are 0 */
static void test_stats(void)
{
	static const struct counter_value few[] = {
		{ PFC_A_STATS_PG, 2, PFC_PG_STAT_THRESHOLD, 5000 },
		{ PFC_A_STATS_PG, 3, PFC_PG_STAT_THRESHOLD, 131072 },
		{ PFC_A_STATS_PG, 3, PFC_PG_STAT_PEAK, 131500 },
		{ PFC_A_STATS_PRIO, 3, PFC_PRIO_STAT_TX_XOFF, 12345 },
		{ 0 }
	};

	begin(1, "p%d");
	scene = (struct scene){ .counters = few };
	CHECK(shows(PLAIN, "stats",
		    "\n  PG  threshold     peak\n"
		    "   3    128 KiB  128 KiB\n"
		    "  prio  tx-xoff\n"
		    "     3    12345\n", 0, ""));
	CHECK(shows(RAW, "stats",
		    "\n  PG  threshold    peak\n"
		    "   3     131072  131500\n", 0, ""));
	CHECK(shows(RAW, "stats", "p1: counted for 1000000000000\n", 0, ""));
	CHECK(shows(RAW, "watermark", "\n   3     131500 ", 0, ""));
	CHECK(shows(PLAIN, "watermark", "\n   3    128 KiB ", 0, ""));
	CHECK(shows(STATS, "stats", "  4.88 KiB  ", 0, ""));
	CHECK(shows(STATS, "stats", "\n  queue  drop-local ", 0, ""));
	scene.counters = NULL;
	CHECK(shows(PLAIN, "stats", "\n  all zero\n", 0, ""));
}

/**
 * test_overview() - test the overview and short tables of counters
 */
void test_overview(void)
{
	test_text();
	test_states();
	test_screen();
	test_empty();
	test_stats();
}
