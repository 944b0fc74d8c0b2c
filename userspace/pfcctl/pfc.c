// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flow control of a port: pfcctl pfc ...
 */
#include <string.h>
#include "rows.h"
#include "setting.h"

bool pfc_is_both(const struct port *port)
{
	return !memcmp(port->prio_pfc_tx, port->prio_pfc_rx, PFC_PRIO_COUNT);
}

bool pfc_differs(const struct port *port)
{
	return !pfc_is_both(port);
}

static const struct view pfc_view = {
	.parts = PORT_CONFIG, .line = pfc_text_rows, .json = pfc_json_rows,
	.kind = COUNTERS_PRIO, .stats_text = true, .stats_json = true,
};

static const struct command pfc_commands[] = {
	{ "show", NULL },
	{ "set", NULL },
	{ 0 }
};

const struct object pfc_object = {
	.name = "pfc",
	.commands = pfc_commands,
	.view = &pfc_view,
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
