// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters: pfcctl stats ...
 */
#include <time.h>
#include "change.h"
#include "view.h"
#include "when.h"

static void show_text(const struct ctx *ctx, const struct port *port)
{
	uint64_t cleared = port->counters[COUNTERS_PORT][0][PFC_PORT_STAT_CLEARED];
	char buf[FORMAT_LEN];
	bool any = false;
	int kind;

	printf("%s: counted for %s\n", port->name,
	       raw_or(ctx, format_time)(buf, time_since(cleared)));
	for (kind = 0; kind < COUNTER_KINDS; kind++)
		any |= counters_print(ctx, port, &counter_kinds[kind]);
	if (!any)
		puts("  all zero");
}

static void show_json(const struct port *port, struct json_object *to)
{
	int kind;

	for (kind = 0; kind < COUNTER_KINDS; kind++)
		json_object_object_add(to, counter_kinds[kind].key,
				       counters_json(port, &counter_kinds[kind]));
}

static const struct view stats_view = {
	.parts = PORT_STATS, .put_text = show_text, .put_json = show_json,
};

static int stats_clear(struct ctx *ctx, struct args *args)
{
	return prios_change(ctx, args, PFC_CMD_STATS_CLEAR, -1);
}

static const struct command stats_commands[] = {
	{ "show", NULL },
	{ "clear", stats_clear },
	{ 0 }
};

const struct object stats_object = {
	.name = "stats",
	.commands = stats_commands,
	.view = &stats_view,
	.show_set = show_set,
	.help =
"Usage: pfcctl stats show [dev DEV]\n"
"       pfcctl stats clear [dev DEV [prio PRIOS]]\n"
"show prints the counters of ports. Text output omits rows and columns of zeros unless -s is\n"
"given, and rounds sizes unless -r is given; JSON output has all counters.\n"
"clear resets the counters of one port or of all ports. With prio it resets only the\n"
"counters of these priorities and their queues. An ongoing storm continues.\n"
"PRIOS: a list like 3,4 or 0-3, or all\n"
"Examples: pfcctl stats show dev p1\n"
"          pfcctl -j stats show | jq '.[] | {dev, drops: .pg[3].drop_headroom}'\n"
"          pfcctl stats clear\n"
"          pfcctl stats clear dev p1 prio 3\n",
};
