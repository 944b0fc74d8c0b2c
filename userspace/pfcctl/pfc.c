// SPDX-License-Identifier: GPL-2.0-only
/*
 * Flow control of a port: pfcctl pfc ...
 */
#include <string.h>
#include "help_generated.h"
#include "setting.h"
#include "view.h"

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
	.stats = &counter_kinds[COUNTERS_PRIO], .stats_text = true,
};

const struct object pfc_object = {
	.name = "pfc",
	.commands = show_set_commands,
	.view = &pfc_view,
	.show_set = show_set,
	.settings = pfc_settings,
	.help =
"Usage: pfcctl pfc set dev DEV [flow-control none|pause|pfc] [prio-pfc LIST]\n"
"           [prio-pfc-tx LIST] [prio-pfc-rx LIST] [pause-time QUANTA]\n"
"       pfcctl pfc show [dev DEV]\n"
PFC_SETTINGS_HELP
"LIST: PRIO:on|off ...; PRIO is a number, a range like 0-3, or all; the last entry for a\n"
"      priority applies; priorities without an entry keep their setting\n"
"Examples: pfcctl pfc set dev p1 prio-pfc 3:on\n"
"          pfcctl pfc set dev p1 prio-pfc all:off 3-4:on pause-time 1000\n"
"          pfcctl pfc set dev p1 prio-pfc-tx 3:on prio-pfc-rx 3:off\n"
"          pfcctl pfc set dev p1 prio-pfc all:off flow-control pause\n"
"          pfcctl -s pfc show dev p1\n",
};
