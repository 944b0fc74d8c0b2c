// SPDX-License-Identifier: GPL-2.0-only
/*
 * PFC storms, their detection and mitigation: pfcctl watchdog ...
 */
#include <string.h>
#include "change.h"
#include "fix.h"
#include "help_generated.h"
#include "view.h"

/* ---- show --------------------------------------------------------------- */

/* Return: the effective restoration time, ns; 0: only an operator ends a storm */
uint64_t restoration_ns(const struct shown *s)
{
	const struct port *port = s->port;

	if (port->restoration_time == PFC_RESTORATION_MANUAL)
		return 0;
	return port->restoration_time ? port->restoration_time : 2 * port->detection_time;
}

/* Formats the restoration time; the time that the port chooses follows "auto" */
const char *restoration_text(char *buf, const struct shown *s)
{
	char time[FORMAT_LEN];

	if (s->port->restoration_time == PFC_RESTORATION_MANUAL)
		return "manual";
	if (s->port->restoration_time)
		return format_time(buf, s->port->restoration_time);
	snprintf(buf, FORMAT_LEN, "auto (%.24s)", format_time(time, restoration_ns(s)));
	return buf;
}

const char *watch_flags(char *buf, const struct shown *s)
{
	const struct watch *watch = s->from;
	const char *const words[] = {
		watch->manual ? "manual" : NULL,
		watch->injected ? "injected" : NULL,
		watch->xoff_stopped ? "xoff-stopped" : NULL,
	};

	return join_words(buf, words, ARRAY_SIZE(words));
}

/* Return: whether text output omits the priority: its watchdog is off and counted no storm */
static bool is_idle(const struct shown *s)
{
	const uint64_t *counters = s->port->counters[COUNTERS_PRIO][s->id];
	const struct watch *watch = s->from;

	return watch->state == PFC_WATCHDOG_STATE_OFF && watch->action == NO_ACTION &&
	       !watch->manual && !watch->injected && !watch->xoff_stopped &&
	       !counters[PFC_PRIO_STAT_STORMS] &&
	       !counters[PFC_PRIO_STAT_STORM_DROPPED] &&
	       !counters[PFC_PRIO_STAT_STORM_FORWARDED];
}

enum color watch_color(const struct shown *s)
{
	const struct watch *watch = s->from;

	if (watch->state == PFC_WATCHDOG_STATE_OFF)
		return COLOR_NONE;
	return watch->state == PFC_WATCHDOG_STATE_OPERATIONAL ? COLOR_GOOD : COLOR_BAD;
}

static const struct parts watches = {
	.key = "prio", .head = "prio", .text = watch_text_rows, .json = watch_json_rows,
	.offset = offsetof(struct port, watches), .size = sizeof(struct watch), .idle = is_idle,
};

static const struct view watchdog_view = {
	.parts = PORT_WATCH, .line = watchdog_text_rows, .json = watchdog_json_rows,
	.objects = &watches, .stats = &counter_kinds[COUNTERS_PRIO],
};

/* ---- changes ------------------------------------------------------------ */

static int watchdog_clear(struct ctx *ctx, struct args *args)
{
	return prios_change(ctx, args, PFC_CMD_WATCHDOG_CLEAR, -1);
}

static int watchdog_mitigate(struct ctx *ctx, struct args *args)
{
	return prios_change(ctx, args, PFC_CMD_WATCHDOG_MITIGATE, 1);
}

static int watchdog_release(struct ctx *ctx, struct args *args)
{
	return prios_change(ctx, args, PFC_CMD_WATCHDOG_MITIGATE, 0);
}

/* Parses the keyword on or off, which has no value */
static int read_on(struct ctx *ctx, const struct setting *s, struct args *args,
		   struct change *c)
{
	(void)ctx;
	(void)args;
	mnl_attr_put_u8(&c->msg.hdr, s->attr, !strcmp(s->name, "on"));
	return STATUS_OK;
}

static int watchdog_inject(struct ctx *ctx, struct args *args)
{
	static const struct setting settings[] = {
		SETTING_DEV, SETTING_PRIOS,
		{ .name = "on", .read = read_on, .attr = PFC_A_ON },
		{ .name = "off", .read = read_on, .attr = PFC_A_ON },
		{ 0 }
	};
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_WATCHDOG_INJECT);
	err = settings_read(ctx, args, settings, &c);
	if (err)
		return err;
	if (!c.dev)
		return misuse_no_dev(ctx);
	if (!c.prios)
		return misuse(fixed_by(ctx, "add prio PRIOS, like 3"), "prio: not given");
	if (!(c.seen >> 2))
		return misuse(fixed_by(ctx, "add on or off"), "on or off: not given");
	return change_each(ctx, &c, false, change_send_one);
}

static const struct command watchdog_commands[] = {
	{ "show", NULL },
	{ "set", NULL },
	{ "history", history_show },
	{ "clear", watchdog_clear },
	{ "mitigate", watchdog_mitigate },
	{ "release", watchdog_release },
	{ "inject", watchdog_inject },
	{ 0 }
};

const struct object watchdog_object = {
	.name = "watchdog",
	.commands = watchdog_commands,
	.view = &watchdog_view,
	.show_set = show_set,
	.settings = watchdog_settings,
	.help =
"Usage: pfcctl watchdog set dev DEV SETTING ...\n"
"       pfcctl watchdog show [dev DEV]\n"
"       pfcctl watchdog history [dev DEV]\n"
"       pfcctl watchdog clear [dev DEV [prio PRIOS]]\n"
"       pfcctl watchdog mitigate|release [dev DEV [prio PRIOS]]\n"
"       pfcctl watchdog inject dev DEV prio PRIOS on|off\n"
"A PFC storm: a queue holds packets, the peer keeps it paused, and no packet leaves it.\n"
WATCHDOG_SETTINGS_HELP
"history   prints the last 16 storms of a port\n"
"clear     ends storms and enables disabled PFC\n"
"mitigate  applies the action as in a storm until release; alert acts as drop\n"
"inject    injects a storm for a test; the priority must be watched\n"
"Without dev, clear, mitigate and release apply to all ports of the namespace.\n"
"LIST as in pfcctl pfc help; PRIOS: a list like 3,4 or 0-3, or all\n"
"Examples: pfcctl watchdog set dev p1 prio-watchdog 3-4:on detection-time 200ms\n"
"          pfcctl watchdog set dev p1 action forward restoration-time 1s\n"
"          pfcctl watchdog inject dev p1 prio 3 on\n"
"          pfcctl -j watchdog history | jq '.[].storms[] | {prio, length_ns}'\n"
"          pfcctl watchdog mitigate\n",
};
