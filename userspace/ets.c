// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic classes, bandwidth shares and rate limits: pfcctl ets ...
 */
#include "print.h"
#include "setting.h"

/* Formats the priorities of a class, such as 0,3,4; "-" for a class without priorities */
static const char *format_prios(char *buf, const struct port *port, unsigned int tc)
{
	unsigned int prio, len = 0;

	snprintf(buf, FORMAT_LEN, "-");
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (port->prio_tc[prio] == tc)
			len += snprintf(buf + len, FORMAT_LEN - len, "%s%u",
					len ? "," : "", prio);
	return buf;
}

static void show_text(const struct ctx *ctx, const struct port *port)
{
	static const char *const head[] = {
		"TC", "tc-tsa", "tc-bw", "tc-maxrate", "priorities",
	};
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	unsigned int i;

	table_row(&table);
	for (i = 0; i < ARRAY_SIZE(head); i++)
		table_cell(&table, head[i]);
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		const struct tc *tc = &port->tcs[i];

		table_row(&table);
		table_cell(&table, format_number(buf, i));
		table_cell(&table, word_of(tsa_words, tc->tsa));
		snprintf(buf, sizeof(buf), "%u%%", tc->bw);
		table_cell(&table, tc->tsa == PFC_TSA_ETS ? buf : "-");
		table_cell(&table, tc->rate ? format_rate(buf, tc->rate) :
					      "unlimited");
		table_cell(&table, format_prios(buf, port, i));
	}
	printf("%s:\n", port->name);
	print_map("prio-tc", port->prio_tc, PFC_PRIO_COUNT, NULL);
	table_print(&table);
	stats_text(ctx, port, COUNTERS_QUEUE);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	json_add_bytes(to, "prio_tc", port->prio_tc, PFC_PRIO_COUNT);
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		struct json_object *json = json_object_new_object();
		const struct tc *tc = &port->tcs[i];

		json_add_u64(json, "tc", i);
		json_add_name(json, "tsa", word_of(tsa_words, tc->tsa));
		json_add_u64(json, "bw_percent", tc->bw);
		json_add_u64_or_null(json, "maxrate_bits_per_second", tc->rate);
		json_object_array_add(array, json);
	}
	json_object_object_add(to, "tc", array);
	stats_json(ctx, port, COUNTERS_QUEUE, to);
}

static int ets_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_CONFIG, PORT_CONFIG | PORT_STATS, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

static int ets_set(struct ctx *ctx, struct args *args)
{
	return change_run(ctx, args, ets_settings);
}

static const struct command ets_commands[] = {
	{ "show", ets_show },
	{ "set", ets_set },
	{ 0 }
};

const struct object ets_object = {
	.name = "ets",
	.commands = ets_commands,
	.settings = ets_settings,
	.help =
"Usage: pfcctl ets set dev DEV [prio-tc LIST] [tc-tsa LIST] [tc-bw LIST]\n"
"           [tc-maxrate LIST]\n"
"       pfcctl ets show [dev DEV]\n"
"Transmission selection between traffic classes (TC):\n"
"         prio-tc PRIO:TC                 traffic class of a priority\n"
"         tc-tsa TC:strict|ets            strict classes send first, the highest number\n"
"                                         before all others; ets classes share the rest\n"
"         tc-bw TC:PERCENT                bandwidth share of an ets class; the shares of\n"
"                                         all ets classes add up to 100\n"
"         tc-maxrate TC:RATE|unlimited    rate limit of a class, 1mbit-1.6tbit (unlimited)\n"
"LIST: KEY:VALUE ...; KEY is a number, a range like 0-3, or all; the last entry for a key\n"
"      applies; keys without an entry keep their value\n"
"Priorities of the same class take turns. A command takes effect as a whole.\n"
"Examples: pfcctl ets set dev p3 prio-tc all:0 3:1 6-7:7\n"
"          pfcctl ets set dev p3 tc-tsa 0-1:ets 7:strict tc-bw 0:40 1:60\n"
"          pfcctl ets set dev p3 tc-maxrate 7:100mbit\n"
"          pfcctl -s ets show dev p3\n",
};
