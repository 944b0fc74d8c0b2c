// SPDX-License-Identifier: GPL-2.0-only
/*
 * Priority groups: pfcctl pg ...
 */
#include <string.h>
#include "help_generated.h"
#include "setting.h"
#include "view.h"

static const struct parts pgs = {
	.key = "pg", .head = "PG", .text = pg_text_rows, .json = pg_json_rows,
	.offset = offsetof(struct port, pgs), .size = sizeof(struct pg),
};

static const struct view pg_view = {
	.parts = PORT_CONFIG, .objects = &pgs,
	.stats = &counter_kinds[COUNTERS_PG], .stats_text = true,
};

const struct object pg_object = {
	.name = "pg",
	.commands = show_set_commands,
	.view = &pg_view,
	.show_set = show_set,
	.settings = pg_settings,
	.help =
"Usage: pfcctl pg set dev DEV pg PG|all SETTING ...\n"
"       pfcctl pg show [dev DEV]\n"
PG_SETTINGS_HELP
"A PG is lossless if PFC is on for its priorities (pfcctl pfc help). A SIZE is at most 1G.\n"
"See also: pfcctl pool help, pfcctl profile help.\n"
"Examples: pfcctl pg set dev p1 pg 3 xoff 64K xon 48K headroom 128K\n"
"          pfcctl pg set dev p1 pg all limit 1M\n"
"          pfcctl pg set dev p1 pg 3 min 10K alpha 1/8 xon-offset 8K\n"
"          pfcctl pg set dev p1 pg 3 pool gold headroom auto\n"
"          pfcctl pg set dev p1 pg 4 profile storage\n"
"          pfcctl -s pg show dev p1\n",
};
