// SPDX-License-Identifier: GPL-2.0-only
/*
 * PFC by priority: pfcctl pfc ...
 */
#include "print.h"
#include "setting.h"

static const char *const on_off[] = { "off", "on", NULL };

static const struct map prio_pfc = {
	.name = "prio-pfc", .key = "priority", .value = "PFC",
	.keys = PFC_PRIO_COUNT, .values = on_off,
};

static const struct setting pfc_settings[] = {
	SETTING_DEV,
	SETTING_MAP("prio-pfc", PFC_A_PRIO_PFC, &prio_pfc),
	SETTING_PAUSE_TIME,
	{ 0 }
};

static void show_text(const struct ctx *ctx, const struct port *port)
{
	char buf[FORMAT_LEN];

	printf("%s: pause-time %uq (%s)\n", port->name, port->pause_time,
	       format_time(buf, quanta_ns(port->pause_time, port->speed)));
	print_map("prio-pfc", port->prio_pfc, PFC_PRIO_COUNT, on_off);
	if (ctx->stats)
		counters_print(ctx, port, COUNTERS_PRIO);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	int prio;

	json_add_u64(to, "pause_time_quanta", port->pause_time);
	json_add_u64(to, "pause_time_ns", quanta_ns(port->pause_time, port->speed));
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		json_object_array_add(array,
				      json_object_new_boolean(port->prio_pfc[prio]));
	json_object_object_add(to, "prio_pfc", array);
	if (ctx->stats)
		json_object_object_add(to, "stats",
				       counters_json(port, COUNTERS_PRIO));
}

static int pfc_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_CONFIG, PORT_CONFIG | PORT_STATS, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

static int pfc_set(struct ctx *ctx, struct args *args)
{
	return change_run(ctx, args, pfc_settings);
}

static const struct command pfc_commands[] = {
	{ "show", pfc_show },
	{ "set", pfc_set },
	{ 0 }
};

const struct object pfc_object = {
	.name = "pfc",
	.commands = pfc_commands,
	.help =
"Usage: pfcctl pfc set dev DEV [prio-pfc LIST] [pause-time QUANTA]\n"
"       pfcctl pfc show [dev DEV]\n"
"LIST: PRIO:on|off ..., a priority being a number, a range 0-3 or all; the\n"
"      last entry for a priority counts, those not named stay as they are\n"
"Examples: pfcctl pfc set dev p1 prio-pfc 3:on\n"
"          pfcctl pfc set dev p1 prio-pfc all:off 3-4:on pause-time 1000\n"
"          pfcctl -s pfc show dev p1\n",
};
