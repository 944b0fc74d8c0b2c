// SPDX-License-Identifier: GPL-2.0-only
/*
 * Priority groups: pfcctl pg ...
 */
#include "print.h"
#include "setting.h"

static const struct setting pg_settings[] = {
	SETTING_DEV,
	{ .name = "pg", .read = read_pgs },
	SETTING_PG_SIZE("xoff", PFC_PG_A_XOFF),
	SETTING_PG_SIZE("xon", PFC_PG_A_XON),
	SETTING_PG_SIZE("headroom", PFC_PG_A_HEADROOM),
	SETTING_PG_SIZE("limit", PFC_PG_A_LIMIT),
	SETTING_PG_SIZE("min", PFC_PG_A_MIN),
	SETTING_PG_ALPHA,
	SETTING_PG_SIZE("xon-offset", PFC_PG_A_XON_OFFSET),
	{ 0 }
};

static void show_text(const struct ctx *ctx, const struct port *port)
{
	static const char *const head[] = {
		"PG", "type", "min", "alpha", "xoff", "xon", "xon-offset",
		"headroom", "limit",
	};
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	unsigned int i;

	table_row(&table);
	for (i = 0; i < ARRAY_SIZE(head); i++)
		table_cell(&table, head[i]);
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		const struct pg *pg = &port->pgs[i];

		table_row(&table);
		table_cell(&table, format_number(buf, i));
		table_cell(&table, pg->lossless ? "lossless" : "lossy");
		table_cell(&table, format_size(buf, pg->min));
		table_cell(&table, format_alpha(buf, pg->alpha));
		table_cell(&table, format_size(buf, pg->xoff));
		table_cell(&table, format_size(buf, pg->xon));
		table_cell(&table, format_size(buf, pg->xon_offset));
		table_cell(&table, format_size(buf, pg->headroom));
		table_cell(&table, format_size(buf, pg->limit));
	}
	printf("%s:\n", port->name);
	table_print(&table);
	if (ctx->stats)
		counters_print(ctx, port, COUNTERS_PG);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		struct json_object *pg = json_object_new_object();

		json_add_u64(pg, "pg", i);
		json_add_bool(pg, "lossless", port->pgs[i].lossless);
		json_add_u64(pg, "xoff", port->pgs[i].xoff);
		json_add_u64(pg, "xon", port->pgs[i].xon);
		json_add_u64(pg, "headroom", port->pgs[i].headroom);
		json_add_u64(pg, "limit", port->pgs[i].limit);
		json_add_u64(pg, "min", port->pgs[i].min);
		json_add_u64(pg, "alpha_64ths", port->pgs[i].alpha);
		json_add_u64(pg, "xon_offset", port->pgs[i].xon_offset);
		json_object_array_add(array, pg);
	}
	json_object_object_add(to, "pg", array);
	if (ctx->stats)
		json_object_object_add(to, "stats",
				       counters_json(port, COUNTERS_PG));
}

static int pg_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_CONFIG, PORT_CONFIG | PORT_STATS, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

static int pg_set(struct ctx *ctx, struct args *args)
{
	return change_run(ctx, args, pg_settings);
}

static const struct command pg_commands[] = {
	{ "show", pg_show },
	{ "set", pg_set },
	{ 0 }
};

const struct object pg_object = {
	.name = "pg",
	.commands = pg_commands,
	.help =
"Usage: pfcctl pg set dev DEV pg PG|all SETTING ...\n"
"       pfcctl pg show [dev DEV]\n"
"SETTING: min SIZE         reserved for the PG alone, and filled first\n"
"         xoff SIZE        lossless: send XOFF above this\n"
"         xon SIZE         lossless: send XON when drained to this\n"
"         headroom SIZE    lossless: reserved for what still arrives after XOFF\n"
"         limit SIZE       lossy: drop above this\n"
"         alpha A          1/64 to 8: instead of xoff or limit, A times what is\n"
"                          free in the shared part of the pool; off: they hold\n"
"         xon-offset SIZE  with alpha: send XON when drained to so much below\n"
"A PG is lossless if PFC is on for its priorities (pfcctl pfc help).\n"
"Examples: pfcctl pg set dev p1 pg 3 xoff 64K xon 48K headroom 128K\n"
"          pfcctl pg set dev p1 pg all limit 1M\n"
"          pfcctl pg set dev p1 pg 3 min 10K alpha 1/8 xon-offset 8K\n"
"          pfcctl -s pg show dev p1\n",
};
