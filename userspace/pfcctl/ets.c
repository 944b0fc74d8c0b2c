// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic classes, bandwidth shares and rate limits: pfcctl ets ...
 */
#include "help_generated.h"
#include "port_words.h"
#include "view.h"

/* Formats the bandwidth share of a class; "-" for a class that has none */
const char *tc_share(char *buf, const struct shown *s)
{
	const struct tc *tc = s->from;

	snprintf(buf, FORMAT_LEN, tc->tsa == PFC_TSA_ETS ? "%u%%" : "-", tc->bw);
	return buf;
}

/* Formats the priorities of a class, such as 0,3,4; "-" for a class without priorities */
const char *tc_prios(char *buf, const struct shown *s)
{
	unsigned int prio;
	uint8_t prios = 0;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (s->port->prio_tc[prio] == s->id)
			prios |= 1U << prio;
	return prios ? word_prios(buf, prios) : "-";
}

static const struct parts tcs = {
	.key = "tc", .head = "TC", .text = tc_text_rows, .json = tc_json_rows,
	.offset = offsetof(struct port, tcs), .size = sizeof(struct tc),
};

static const struct view ets_view = {
	.parts = PORT_CONFIG, .line = ets_text_rows, .json = ets_json_rows, .objects = &tcs,
	.stats = &counter_kinds[COUNTERS_QUEUE], .stats_text = true,
};

const struct object ets_object = {
	.name = "ets",
	.commands = show_set_commands,
	.view = &ets_view,
	.show_set = show_set,
	.settings = ets_settings,
	.help =
"Usage: pfcctl ets set dev DEV [prio-tc LIST] [tc-tsa LIST] [tc-bw LIST]\n"
"           [tc-maxrate LIST]\n"
"       pfcctl ets show [dev DEV]\n"
"Transmission selection between traffic classes (TC):\n"
ETS_SETTINGS_HELP
"LIST: KEY:VALUE ...; KEY is a number, a range like 0-3, or all; the last entry for a key\n"
"      applies; keys without an entry keep their value\n"
"Priorities of the same class take turns. A command takes effect as a whole.\n"
"Examples: pfcctl ets set dev p3 prio-tc all:0 3:1 6-7:7\n"
"          pfcctl ets set dev p3 tc-tsa 0-1:ets 7:strict tc-bw 0:40 1:60\n"
"          pfcctl ets set dev p3 tc-maxrate 7:100mbit\n"
"          pfcctl -s ets show dev p3\n",
};
