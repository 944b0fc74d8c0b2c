// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of events: pfcctl monitor
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <string.h>
#include <sys/socket.h>
#include "print.h"

/* Receive buffer for bursts of events, bytes */
#define RECEIVE_BUFFER	(4 << 20)

/**
 * struct event - an event reported by the kernel
 * @event: &enum pfc_event
 * @time: CLOCK_MONOTONIC time, ns
 * @ifindex: ifindex of the device
 * @name: name of the device
 * @port_id: id of the port
 * @prios: bit mask of priorities
 * @quanta: pause time, quanta, or 0
 * @lost: number of events of the port that the kernel has omitted since the previous event
 * @count: number of XOFF, for events about the rate of XOFF; otherwise 0
 * @idle_time: ns since the last packet left the PG, or 0
 * @bytes: bytes charged to the PG, or 0
 * @old_name: previous name of a renamed device, or ""
 * @has_storm: @storm is valid
 * @storm: the storm that the event is about
 */
struct event {
	uint32_t	event;
	uint64_t	time;
	uint32_t	ifindex;
	char		name[IFNAMSIZ];
	uint32_t	port_id;
	uint8_t		prios;
	uint32_t	quanta;
	uint32_t	lost;
	uint32_t	count;
	uint64_t	idle_time;
	uint32_t	bytes;
	char		old_name[IFNAMSIZ];
	bool		has_storm;
	struct storm	storm;
};

static const struct field event_fields[] = {
	FIELD(PFC_A_EVENT, MNL_TYPE_U32, event, event),
	FIELD(PFC_A_EVENT_TIME, MNL_TYPE_U64, event, time),
	FIELD(PFC_A_IFINDEX, MNL_TYPE_U32, event, ifindex),
	FIELD(PFC_A_IFNAME, MNL_TYPE_NUL_STRING, event, name),
	FIELD(PFC_A_PORT_ID, MNL_TYPE_U32, event, port_id),
	FIELD(PFC_A_EVENT_PRIOS, MNL_TYPE_U8, event, prios),
	FIELD(PFC_A_EVENT_QUANTA, MNL_TYPE_U32, event, quanta),
	FIELD(PFC_A_EVENT_LOST, MNL_TYPE_U32, event, lost),
	FIELD(PFC_A_EVENT_COUNT, MNL_TYPE_U32, event, count),
	FIELD(PFC_A_EVENT_IDLE_TIME, MNL_TYPE_U64, event, idle_time),
	FIELD(PFC_A_EVENT_BYTES, MNL_TYPE_U32, event, bytes),
	FIELD(PFC_A_EVENT_OLD_NAME, MNL_TYPE_NUL_STRING, event, old_name),
	{ 0 }
};

/* Names of events, in text and in JSON */
static const char *const names[][2] = {
	[PFC_EVENT_UNSPEC]	  = { "unknown", "unknown" },
	[PFC_EVENT_PORT_ADD]	  = { "port-add", "port_add" },
	[PFC_EVENT_PORT_DEL]	  = { "port-del", "port_del" },
	[PFC_EVENT_XOFF_SENT]	  = { "xoff-sent", "xoff_sent" },
	[PFC_EVENT_XON_SENT]	  = { "xon-sent", "xon_sent" },
	[PFC_EVENT_XOFF_RECEIVED] = { "xoff-received", "xoff_received" },
	[PFC_EVENT_XON_RECEIVED]  = { "xon-received", "xon_received" },
	[PFC_EVENT_HEADROOM_OVERRUN] = { "headroom-overrun", "headroom_overrun" },
	[PFC_EVENT_HEADROOM_SHORT] = { "headroom-short", "headroom_short" },
	[PFC_EVENT_STORM_DETECTED] = { "storm-detected", "storm_detected" },
	[PFC_EVENT_STORM_RESTORED] = { "storm-restored", "storm_restored" },
	[PFC_EVENT_PFC_DISABLED]  = { "pfc-disabled", "pfc_disabled" },
	[PFC_EVENT_PFC_ENABLED]	  = { "pfc-enabled", "pfc_enabled" },
	[PFC_EVENT_MITIGATION_ON] = { "mitigation-on", "mitigation_on" },
	[PFC_EVENT_MITIGATION_OFF] = { "mitigation-off", "mitigation_off" },
	[PFC_EVENT_PAUSED_LONG]	  = { "paused-long", "paused_long" },
	[PFC_EVENT_XOFF_TIMEOUT]  = { "xoff-timeout", "xoff_timeout" },
	[PFC_EVENT_XOFF_RESUMED]  = { "xoff-resumed", "xoff_resumed" },
	[PFC_EVENT_XOFF_RATE_RX]  = { "xoff-rate-rx", "xoff_rate_rx" },
	[PFC_EVENT_XOFF_RATE_TX]  = { "xoff-rate-tx", "xoff_rate_tx" },
	[PFC_EVENT_PAUSE_EXPIRED] = { "pause-expired", "pause_expired" },
	[PFC_EVENT_REFRESH_LATE]  = { "refresh-late", "refresh_late" },
	[PFC_EVENT_SETTINGS_LOST] = { "settings-lost", "settings_lost" },
	[PFC_EVENT_PORT_RENAMED]  = { "port-renamed", "port_renamed" },
	[PFC_EVENT_PORT_CHANGED]  = { "port-changed", "port_changed" },
};

static const char *event_name(const struct event *e, bool json)
{
	return names[e->event < ARRAY_SIZE(names) ? e->event : 0][json];
}

static void print_text(const struct event *e)
{
	const char *separator = " prio ";
	char buf[FORMAT_LEN];
	int prio;

	printf("[%llu.%06llu] %s %s", (unsigned long long)e->time / 1000000000,
	       (unsigned long long)e->time % 1000000000 / 1000, e->name,
	       event_name(e, false));
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (e->prios & 1U << prio) {
			printf("%s%d", separator, prio);
			separator = ",";
		}
	if (e->quanta)
		printf(" pause-time %uq", e->quanta);
	if (e->count)
		printf(" xoff %u", e->count);
	if (e->idle_time)
		printf(" idle %s", format_time(buf, e->idle_time));
	if (e->bytes)
		printf(" occupancy %s", format_size(buf, e->bytes));
	if (*e->old_name)
		printf(" was %s", e->old_name);
	if (e->has_storm)
		storm_print(&e->storm, e->time);
	if (e->lost)
		printf(" (%u earlier events omitted)", e->lost);
	putchar('\n');
}

static void print_json(const struct event *e)
{
	static const struct ctx one_line = { .json = true };
	struct json_object *json = json_object_new_object();
	struct json_object *prios = json_object_new_array();
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (e->prios & 1U << prio)
			json_object_array_add(prios, json_object_new_int(prio));
	json_add_u64(json, "time_ns", e->time);
	json_object_object_add(json, "event",
			       json_object_new_string(event_name(e, true)));
	json_object_object_add(json, "dev", json_object_new_string(e->name));
	json_add_u64(json, "ifindex", e->ifindex);
	json_add_u64(json, "port_id", e->port_id);
	json_object_object_add(json, "prios", prios);
	json_add_u64(json, "pause_time_quanta", e->quanta);
	json_add_u64_or_null(json, "xoff_count", e->count);
	json_add_u64_or_null(json, "idle_time_ns", e->idle_time);
	json_add_u64_or_null(json, "occupancy", e->bytes);
	json_object_object_add(json, "old_dev", *e->old_name ?
			       json_object_new_string(e->old_name) : NULL);
	json_object_object_add(json, "storm", e->has_storm ?
			       storm_json(&e->storm, e->time) : NULL);
	json_add_u64(json, "lost", e->lost);
	json_print(&one_line, json);
}

static bool read_event_attr(const struct nlattr *attr, struct event *e)
{
	if (mnl_attr_get_type(attr) != PFC_A_STORM)
		return field_read(event_fields, attr, e);
	e->has_storm = true;
	return storm_read(attr, &e->storm);
}

static void print_event(const struct ctx *ctx, const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	struct event event = { 0 };
	const struct nlattr *attr;

	if (nlh->nlmsg_type != ctx->family || genl->cmd != PFC_CMD_EVENT)
		return;
	mnl_attr_for_each(attr, nlh, sizeof(*genl))
		if (!read_event_attr(attr, &event))
			return;
	if (ctx->json)
		print_json(&event);
	else
		print_text(&event);
	fflush(stdout);
}

static int monitor(struct ctx *ctx, struct args *args)
{
	int size = RECEIVE_BUFFER, fd, err;
	char buf[NL_BUFFER_SIZE];

	err = args_end(ctx, args);
	if (!err)
		err = genl_open(ctx);
	if (err)
		return err;
	/* SO_RCVBUFFORCE needs CAP_NET_ADMIN; SO_RCVBUF is limited by net.core.rmem_max */
	fd = mnl_socket_get_fd(ctx->genl);
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	err = genl_subscribe(ctx);
	if (err)
		return err;

	while (!ferror(stdout)) {
		int len = mnl_socket_recvfrom(ctx->genl, buf, sizeof(buf));
		const struct nlmsghdr *nlh = (void *)buf;

		if (len < 0 && errno == ENOBUFS)
			warn(ctx, "events arrived too fast, some were lost");
		else if (len < 0 && errno != EINTR)
			return fail(ctx, "cannot receive events: %s", strerror(errno));
		for (; len > 0 && mnl_nlmsg_ok(nlh, len);
		     nlh = mnl_nlmsg_next(nlh, &len))
			print_event(ctx, nlh);
	}
	return STATUS_OK;
}

static const struct command monitor_commands[] = {
	{ "", monitor },
	{ 0 }
};

const struct object monitor_object = {
	.name = "monitor",
	.commands = monitor_commands,
	.help =
"Usage: pfcctl monitor\n"
"Prints one line for each event; with -j, one JSON object for each event. The time is\n"
"CLOCK_MONOTONIC.\n"
"  port-add, port-del           a port was added or deleted\n"
"  port-renamed                 the device of a port has a new name\n"
"  port-changed                 a setting of the port, or of a pool it uses, has changed\n"
"  settings-lost                a device remains, but is no longer a port\n"
"  xoff-sent, xon-sent          XOFF or XON was sent\n"
"  xoff-received, xon-received  XOFF or XON was received\n"
"  pause-expired                a pause ended without XON\n"
"  refresh-late                 XOFF was refreshed after its pause had ended\n"
"  headroom-overrun             lossless packets were lost: the headroom was full\n"
"  headroom-short               a change of MTU or speed requires more headroom\n"
"  storm-detected, storm-restored\n"
"                               a storm began or ended; with the measured values\n"
"  paused-long                  pauses take almost all of the detection-time, but\n"
"                               packets leave between them\n"
"  pfc-disabled, pfc-enabled    PFC of a priority was disabled after too many storms, or\n"
"                               enabled again\n"
"  mitigation-on, mitigation-off\n"
"                               a user started or ended the mitigation of a priority\n"
"  xoff-timeout, xoff-resumed   a port stopped sending XOFF for a PG, or resumed\n"
"  xoff-rate-rx, xoff-rate-tx   more XOFF per second than xoff-warn\n"
"Examples: pfcctl -n switch monitor\n"
"          pfcctl -j monitor | jq -c 'select(.event == \"xoff_sent\")'\n",
};
