// SPDX-License-Identifier: GPL-2.0-only
/*
 * Maps from DSCP to priority and from priority to PG: pfcctl map ...
 */
#include "print.h"
#include "setting.h"

static const struct map dscp_prio = {
	.name = "dscp-prio", .key = "DSCP", .value = "priority",
	.keys = PFC_DSCP_COUNT,
};

static const struct map prio_pg = {
	.name = "prio-pg", .key = "priority", .value = "PG",
	.keys = PFC_PRIO_COUNT,
};

static const struct setting map_settings[] = {
	SETTING_DEV,
	SETTING_DEFAULT_PRIO,
	SETTING_MAP("dscp-prio", PFC_A_DSCP_PRIO, &dscp_prio),
	SETTING_MAP("prio-pg", PFC_A_PRIO_PG, &prio_pg),
	{ 0 }
};

static void show_text(const struct ctx *ctx, const struct port *port)
{
	(void)ctx;
	printf("%s:\n  default-prio %u\n", port->name, port->default_prio);
	print_map("dscp-prio", port->dscp_prio, PFC_DSCP_COUNT, NULL);
	print_map("prio-pg", port->prio_pg, PFC_PRIO_COUNT, NULL);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	(void)ctx;
	json_add_u64(to, "default_prio", port->default_prio);
	json_add_bytes(to, "dscp_prio", port->dscp_prio, PFC_DSCP_COUNT);
	json_add_bytes(to, "prio_pg", port->prio_pg, PFC_PRIO_COUNT);
}

static int map_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_CONFIG, PORT_CONFIG, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

static int map_set(struct ctx *ctx, struct args *args)
{
	return change_run(ctx, args, map_settings);
}

static const struct command map_commands[] = {
	{ "show", map_show },
	{ "set", map_set },
	{ 0 }
};

const struct object map_object = {
	.name = "map",
	.commands = map_commands,
	.help =
"Usage: pfcctl map set dev DEV [default-prio PRIO]\n"
"           [dscp-prio [PRESET] LIST] [prio-pg LIST]\n"
"       pfcctl map show [dev DEV]\n"
"LIST:   KEY:VALUE ..., a key being a number, a range 0-7 or all; the last\n"
"        entry for a key counts, keys not named keep their value\n"
"PRESET: default         0-7 to 0-7, others to DSCP >> 3\n"
"        identity        0-7 to 0-7, others to 0\n"
"        class-selector  all to DSCP >> 3\n"
"        zero            all to 0\n"
"Examples: pfcctl map set dev p1 dscp-prio 26:3 46:6\n"
"          pfcctl map set dev p1 dscp-prio all:0 24-31:3 prio-pg 3:3\n"
"          pfcctl map set dev p1 dscp-prio class-selector default-prio 1\n",
};
