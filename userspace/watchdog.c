// SPDX-License-Identifier: GPL-2.0-only
/*
 * PFC storms, their detection and mitigation: pfcctl watchdog ...
 */
#include <string.h>
#include "fix.h"
#include "print.h"
#include "select.h"
#include "setting.h"

/* read_restoration() - parse auto, manual or a time */
int read_restoration(struct ctx *ctx, const struct setting *s, struct args *args,
		     struct change *c)
{
	const char *word = word_after(ctx, s, args);
	uint64_t value = PFC_RESTORATION_MANUAL;
	int err = STATUS_OK;

	if (!word)
		return STATUS_USAGE;
	if (strcmp(word, s->word))
		err = scalar_parse(ctx, s, word, &value);
	if (!err)
		mnl_attr_put_u64(&c->msg.hdr, s->attr, value);
	return err;
}

/* ---- show --------------------------------------------------------------- */

const char *const watchdog_states[] = {
	"off", "operational", "storm", "disabled", NULL
};

/* Return: the effective restoration time, ns; 0: only an operator ends a storm */
static uint64_t restoration_ns(const struct port *port)
{
	if (port->restoration_time == PFC_RESTORATION_MANUAL)
		return 0;
	return port->restoration_time ? port->restoration_time : 2 * port->detection_time;
}

static const char *number_or_off(char *buf, uint64_t value, format_fn *format)
{
	return value ? format(buf, value) : "off";
}

static void config_text(const struct port *port)
{
	const uint64_t restoration = restoration_ns(port);
	char buf[FORMAT_LEN];

	printf("%s: action %s", port->name, word_of(watchdog_action_words, port->watchdog_action));
	printf(" detection-time %s", format_time(buf, port->detection_time));
	if (!port->restoration_time)
		printf(" restoration-time auto (%s)\n", format_time(buf, restoration));
	else
		printf(" restoration-time %s\n",
		       restoration ? format_time(buf, restoration) : "manual");
	printf("  escalate-count %s",
	       number_or_off(buf, port->escalate_count, format_number));
	printf(" escalate-period %s", format_time(buf, port->escalate_period));
	printf(" xoff-timeout %s", number_or_off(buf, port->xoff_timeout, format_time));
	printf(" xoff-warn %s\n", number_or_off(buf, port->xoff_warn, format_number));
	print_map("prio-watchdog", port->prio_watchdog, PFC_PRIO_COUNT, on_off_words);
}

static const char *flags_of(char *buf, const struct watch *watch)
{
	const char *const words[] = {
		watch->manual ? "manual" : NULL,
		watch->injected ? "injected" : NULL,
		watch->xoff_stopped ? "xoff-stopped" : NULL,
	};

	return join_words(buf, words, ARRAY_SIZE(words));
}

/* Return: whether text output omits the priority: its watchdog is off and counted no storm */
static bool is_idle(const struct port *port, unsigned int prio)
{
	const uint64_t *counters = port->counters[COUNTERS_PRIO][prio];
	const struct watch *watch = &port->watches[prio];

	return watch->state == PFC_WATCHDOG_STATE_OFF && watch->action == NO_ACTION &&
	       !watch->manual && !watch->injected && !watch->xoff_stopped &&
	       !counters[PFC_PRIO_STAT_STORMS] &&
	       !counters[PFC_PRIO_STAT_STORM_DROPPED] &&
	       !counters[PFC_PRIO_STAT_STORM_FORWARDED];
}

static void table_watch(const struct ctx *ctx, struct table *table, const struct port *port,
			unsigned int prio)
{
	const uint64_t *counters = port->counters[COUNTERS_PRIO][prio];
	const struct watch *watch = &port->watches[prio];
	char buf[FORMAT_LEN];

	table_row(table);
	table_cell(table, format_number(buf, prio));
	table_cell(table, word_of(watchdog_states, watch->state));
	if (watch->state != PFC_WATCHDOG_STATE_OFF)
		table_color(table, ctx, watch->state == PFC_WATCHDOG_STATE_OPERATIONAL ?
					COLOR_GOOD : COLOR_BAD);
	table_cell(table, watch->since ? format_time(buf, time_since(watch->since)) : "-");
	table_cell(table, watch->action == NO_ACTION ? "-" :
			  word_of(watchdog_action_words, watch->action));
	table_cell(table, format_number(buf, counters[PFC_PRIO_STAT_STORMS]));
	table_cell(table, format_number(buf, counters[PFC_PRIO_STAT_STORMS_RESTORED]));
	table_cell(table, format_number(buf, counters[PFC_PRIO_STAT_STORM_DROPPED]));
	table_cell(table, format_number(buf, counters[PFC_PRIO_STAT_STORM_FORWARDED]));
	table_cell(table, format_number(buf, watch->dropped));
	table_cell(table, format_number(buf, watch->forwarded));
	table_cell(table, flags_of(buf, watch));
}

static void show_text(const struct ctx *ctx, const struct port *port)
{
	static const char *const head[] = {
		"prio", "state", "since", "action", "storms", "restored", "dropped",
		"forwarded", "last-dropped", "last-forwarded", "flags",
	};
	struct table table = { 0 };
	unsigned int i;

	table_row(&table);
	for (i = 0; i < ARRAY_SIZE(head); i++)
		table_cell(&table, head[i]);
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (ctx->stats || !is_idle(port, i))
			table_watch(ctx, &table, port, i);
	config_text(port);
	if (table.rows > 1)
		table_print(&table);
}

static struct json_object *watch_json(const struct port *port, unsigned int prio)
{
	const uint64_t *counters = port->counters[COUNTERS_PRIO][prio];
	struct json_object *json = json_object_new_object();
	const struct watch *watch = &port->watches[prio];

	json_add_u64(json, "prio", prio);
	json_add_name(json, "state", word_of(watchdog_states, watch->state));
	json_add_u64_or_null(json, "since_ns", watch->since);
	json_add_name(json, "action", watch->action == NO_ACTION ? "" :
				      word_of(watchdog_action_words, watch->action));
	json_add_bool(json, "manual", watch->manual);
	json_add_bool(json, "injected", watch->injected);
	json_add_bool(json, "xoff_stopped", watch->xoff_stopped);
	json_add_u64(json, "storms", counters[PFC_PRIO_STAT_STORMS]);
	json_add_u64(json, "storms_restored", counters[PFC_PRIO_STAT_STORMS_RESTORED]);
	json_add_u64(json, "storm_dropped", counters[PFC_PRIO_STAT_STORM_DROPPED]);
	json_add_u64(json, "storm_forwarded", counters[PFC_PRIO_STAT_STORM_FORWARDED]);
	json_add_u64(json, "last_dropped", watch->dropped);
	json_add_u64(json, "last_forwarded", watch->forwarded);
	return json;
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	json_add_bools(to, "prio_watchdog", port->prio_watchdog, PFC_PRIO_COUNT);
	json_add_u64(to, "detection_time_ns", port->detection_time);
	json_add_u64_or_null(to, "restoration_time_ns", restoration_ns(port));
	json_add_bool(to, "restoration_time_auto", !port->restoration_time);
	json_add_name(to, "action", word_of(watchdog_action_words, port->watchdog_action));
	json_add_u64_or_null(to, "escalate_count", port->escalate_count);
	json_add_u64(to, "escalate_period_ns", port->escalate_period);
	json_add_u64_or_null(to, "xoff_timeout_ns", port->xoff_timeout);
	json_add_u64_or_null(to, "xoff_warn_per_second", port->xoff_warn);
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		json_object_array_add(array, watch_json(port, i));
	json_object_object_add(to, "prio", array);
	stats_json(ctx, port, COUNTERS_PRIO, to);
}

static int watchdog_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_WATCH, PORT_WATCH, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

/* ---- changes ------------------------------------------------------------ */

static int watchdog_set(struct ctx *ctx, struct args *args)
{
	return change_run(ctx, args, watchdog_settings);
}

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

static int send_inject(struct ctx *ctx, struct change *c)
{
	return genl_change(ctx, &c->msg, c->dev);
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
	return change_each(ctx, &c, false, send_inject);
}

static const struct command watchdog_commands[] = {
	{ "show", watchdog_show },
	{ "set", watchdog_set },
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
	.settings = watchdog_settings,
	.help =
"Usage: pfcctl watchdog set dev DEV SETTING ...\n"
"       pfcctl watchdog show [dev DEV]\n"
"       pfcctl watchdog history [dev DEV]\n"
"       pfcctl watchdog clear [dev DEV [prio PRIOS]]\n"
"       pfcctl watchdog mitigate|release [dev DEV [prio PRIOS]]\n"
"       pfcctl watchdog inject dev DEV prio PRIOS on|off\n"
"A PFC storm: a queue holds packets, the peer keeps it paused, and no packet leaves it.\n"
"SETTING: prio-watchdog LIST            watch a priority: PRIO:on|off ... (off)\n"
"         detection-time TIME           duration after which it is a storm, 1ms-10s\n"
"                                       (100ms)\n"
"         restoration-time auto|manual|TIME\n"
"                                       time without XOFF that ends the storm, 1ms-60s;\n"
"                                       auto: twice detection-time; manual: only\n"
"                                       watchdog clear ends it (auto)\n"
"         action drop|forward|alert     during a storm: drop the queue and all packets\n"
"                                       for it; or ignore XOFF; or only send an event\n"
"                                       (drop)\n"
"         escalate-count N|off          disable PFC of a priority after N storms within\n"
"                                       escalate-period, until watchdog clear, 1-32 (30)\n"
"         escalate-period TIME          period of escalate-count, 1ms-3600s (20s)\n"
"         xoff-timeout TIME|off         stop sending XOFF for a PG if no packet leaves it\n"
"                                       for this time, 1ms-10s (off)\n"
"         xoff-warn N|off               send an event above N XOFF per second, 1-1000000\n"
"                                       (off)\n"
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
