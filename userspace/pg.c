// SPDX-License-Identifier: GPL-2.0-only
/*
 * Priority groups: pfcctl pg ...
 */
#include <string.h>
#include "print.h"
#include "setting.h"

static const char *name_or_dash(const char *name)
{
	return *name ? name : "-";
}

/*
 * Check whether a PG has less headroom than it needs.
 * Return: whether it is lossless and its headroom is too small.
 */
bool pg_short(const struct pg *pg)
{
	return pg->lossless && pg->headroom < pg->headroom_needed;
}

/*
 * Check whether the headroom of a PG follows what the PG needs.
 * Return: whether it does, if the pool has room.
 */
bool pg_is_auto(const struct port *port, const struct pg *pg)
{
	return pg->headroom_auto == PFC_HEADROOM_MODE_AUTO ||
	       (pg->headroom_auto == PFC_HEADROOM_MODE_DEFAULT && pg->lossless &&
		port->speed_source != PFC_SPEED_SOURCE_ASSUMED);
}

static const char *format_headroom(char *buf, const struct port *port, const struct pg *pg)
{
	static const char *const notes[] = {
		"", " (auto)", " (short)", " (auto, short)",
	};
	size_t len;

	format_size(buf, pg->headroom);
	len = strlen(buf);
	snprintf(buf + len, FORMAT_LEN - len, "%s",
		 notes[pg_is_auto(port, pg) + 2 * pg_short(pg)]);
	return buf;
}

static void table_pg(const struct ctx *ctx, struct table *table, int id,
		     const struct port *port)
{
	const struct pg *pg = &port->pgs[id];
	char buf[FORMAT_LEN];

	table_row(table);
	table_cell(table, format_number(buf, id));
	table_cell(table, pg->lossless ? "lossless" : "lossy");
	table_cell(table, format_size(buf, pg->min));
	table_cell(table, format_alpha(buf, pg->alpha));
	table_cell(table, format_size(buf, pg->xoff));
	table_cell(table, format_size(buf, pg->xon));
	table_cell(table, format_size(buf, pg->xon_offset));
	table_cell(table, format_headroom(buf, port, pg));
	if (pg_short(pg))
		table_color(table, ctx, COLOR_BAD);
	table_cell(table, format_size(buf, pg->headroom_needed));
	table_cell(table, format_size(buf, pg->limit));
	table_cell(table, name_or_dash(pg->pool));
	table_cell(table, name_or_dash(pg->profile));
}

static void show_text(const struct ctx *ctx, const struct port *port)
{
	static const char *const head[] = {
		"PG", "type", "min", "alpha", "xoff", "xon", "xon-offset",
		"headroom", "needed", "limit", "pool", "profile",
	};
	struct table table = { 0 };
	unsigned int i;

	table_row(&table);
	for (i = 0; i < ARRAY_SIZE(head); i++)
		table_cell(&table, head[i]);
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		table_pg(ctx, &table, i, port);
	printf("%s:\n", port->name);
	table_print(&table);
	stats_text(ctx, port, COUNTERS_PG);
}

/**
 * pg_json() - add the settings of a PG or profile to a JSON object
 * @to: the object
 * @pg: the settings
 * @is_auto: the headroom is automatic
 */
void pg_json(struct json_object *to, const struct pg *pg, bool is_auto)
{
	json_add_u64(to, "xoff", pg->xoff);
	json_add_u64(to, "xon", pg->xon);
	json_add_u64(to, "headroom", pg->headroom);
	json_add_bool(to, "headroom_auto", is_auto);
	json_add_bool(to, "headroom_default", pg->headroom_auto == PFC_HEADROOM_MODE_DEFAULT);
	json_add_u64(to, "limit", pg->limit);
	json_add_u64(to, "min", pg->min);
	json_add_u64(to, "alpha_64ths", pg->alpha);
	json_add_u64(to, "xon_offset", pg->xon_offset);
	json_add_name(to, "pool", pg->pool);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		struct json_object *json = json_object_new_object();
		const struct pg *pg = &port->pgs[i];

		json_add_u64(json, "pg", i);
		json_add_bool(json, "lossless", pg->lossless);
		pg_json(json, pg, pg_is_auto(port, pg));
		json_add_name(json, "profile", pg->profile);
		json_add_u64(json, "headroom_needed", pg->headroom_needed);
		json_add_bool(json, "headroom_short", pg_short(pg));
		json_object_array_add(array, json);
	}
	json_object_object_add(to, "pg", array);
	stats_json(ctx, port, COUNTERS_PG, to);
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
	.settings = pg_settings,
	.help =
"Usage: pfcctl pg set dev DEV pg PG|all SETTING ...\n"
"       pfcctl pg show [dev DEV]\n"
"SETTING: min SIZE           guarantee: reserved for this PG, used first (0)\n"
"         xoff SIZE          lossless PG: send XOFF above this (128K)\n"
"         xon SIZE           lossless PG: send XON at or below this, at most xoff (96K)\n"
"         headroom SIZE|auto|default  lossless PG: reserved for packets that arrive after\n"
"                            XOFF; auto: the size that rate, cable and MTU require;\n"
"                            default: as auto if the port has a rate or a link speed and\n"
"                            half of the pool stays free, else 256K (default)\n"
"         limit SIZE         lossy PG: drop above this (256K)\n"
"         alpha A|off        dynamic threshold instead of xoff or limit: A times the\n"
"                            free part of the shared buffer, A 1/64 to 8 (off)\n"
"         xon-offset SIZE    with alpha: send XON at this distance below the\n"
"                            threshold (32K)\n"
"         pool NAME          pool to which the PG is charged (default)\n"
"         profile NAME|none  take all of these settings from a profile (none)\n"
"A PG is lossless if PFC is on for its priorities (pfcctl pfc help). A SIZE is at most 1G.\n"
"See also: pfcctl pool help, pfcctl profile help.\n"
"Examples: pfcctl pg set dev p1 pg 3 xoff 64K xon 48K headroom 128K\n"
"          pfcctl pg set dev p1 pg all limit 1M\n"
"          pfcctl pg set dev p1 pg 3 min 10K alpha 1/8 xon-offset 8K\n"
"          pfcctl pg set dev p1 pg 3 pool gold headroom auto\n"
"          pfcctl pg set dev p1 pg 4 profile storage\n"
"          pfcctl -s pg show dev p1\n",
};
