// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flow control of a port: pfcctl pfc ...
 */
#include <string.h>
#include "print.h"
#include "setting.h"

static void show_text(const struct ctx *ctx, const struct port *port)
{
	char buf[FORMAT_LEN];

	printf("%s: flow-control %s", port->name,
	       word_of(flow_control_words, port->flow_control));
	printf(" pause-time %uq (%s)\n", port->pause_time,
	       format_time(buf, quanta_ns(port->pause_time, port->speed)));
	if (!memcmp(port->prio_pfc_tx, port->prio_pfc_rx, PFC_PRIO_COUNT)) {
		print_map("prio-pfc", port->prio_pfc, PFC_PRIO_COUNT, on_off_words);
	} else {
		print_map("prio-pfc-tx", port->prio_pfc_tx, PFC_PRIO_COUNT, on_off_words);
		print_map("prio-pfc-rx", port->prio_pfc_rx, PFC_PRIO_COUNT, on_off_words);
	}
	stats_text(ctx, port, COUNTERS_PRIO);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	json_add_name(to, "flow_control", word_of(flow_control_words, port->flow_control));
	json_add_u64(to, "pause_time_quanta", port->pause_time);
	json_add_u64(to, "pause_time_ns", quanta_ns(port->pause_time, port->speed));
	json_add_bools(to, "prio_pfc", port->prio_pfc, PFC_PRIO_COUNT);
	json_add_bools(to, "prio_pfc_tx", port->prio_pfc_tx, PFC_PRIO_COUNT);
	json_add_bools(to, "prio_pfc_rx", port->prio_pfc_rx, PFC_PRIO_COUNT);
	stats_json(ctx, port, COUNTERS_PRIO, to);
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
	.settings = pfc_settings,
	.help =
"Usage: pfcctl pfc set dev DEV [flow-control none|pause|pfc] [prio-pfc LIST]\n"
"           [prio-pfc-tx LIST] [prio-pfc-rx LIST] [pause-time QUANTA]\n"
"       pfcctl pfc show [dev DEV]\n"
"         flow-control pfc    PFC frames, for the priorities with PFC on (default)\n"
"         flow-control pause  802.3x PAUSE frames, for all priorities together\n"
"         flow-control none   no flow control\n"
"         prio-pfc LIST       PFC in both directions, by priority (off)\n"
"         prio-pfc-tx LIST    send XOFF; the PG of such a priority is lossless\n"
"         prio-pfc-rx LIST    obey received XOFF\n"
"         pause-time QUANTA   pause time in the XOFF frames sent, 1-65535 (65535)\n"
"LIST: PRIO:on|off ...; PRIO is a number, a range like 0-3, or all; the last entry for a\n"
"      priority applies; priorities without an entry keep their setting\n"
"Examples: pfcctl pfc set dev p1 prio-pfc 3:on\n"
"          pfcctl pfc set dev p1 prio-pfc all:off 3-4:on pause-time 1000\n"
"          pfcctl pfc set dev p1 prio-pfc-tx 3:on prio-pfc-rx 3:off\n"
"          pfcctl pfc set dev p1 prio-pfc all:off flow-control pause\n"
"          pfcctl -s pfc show dev p1\n",
};
