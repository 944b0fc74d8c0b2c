// SPDX-License-Identifier: GPL-2.0-only
/*
 * Priority groups: pfcctl pg ...
 */
#include <string.h>
#include "rows.h"
#include "setting.h"

static const struct parts pgs = {
	.key = "pg", .head = "PG", .text = pg_text_rows, .json = pg_json_rows,
	.offset = offsetof(struct port, pgs), .size = sizeof(struct pg),
};

static const struct view pg_view = {
	.parts = PORT_CONFIG, .objects = &pgs,
	.kind = COUNTERS_PG, .stats_text = true, .stats_json = true,
};

static const struct command pg_commands[] = {
	{ "show", NULL },
	{ "set", NULL },
	{ 0 }
};

const struct object pg_object = {
	.name = "pg",
	.commands = pg_commands,
	.view = &pg_view,
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
