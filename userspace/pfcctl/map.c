// SPDX-License-Identifier: GPL-2.0-only
/*
 * Classification and remarking: pfcctl map ...
 */
#include <string.h>
#include "help_generated.h"
#include "setting.h"
#include "view.h"

void ethtypes_text(const struct port *port)
{
	char buf[FORMAT_LEN];
	unsigned int i;

	if (!port->n_ethtypes) {
		puts("  no ethtype-prio");
		return;
	}
	printf("  ethtype-prio");
	for (i = 0; i < port->n_ethtypes; i++)
		printf(" %s:%u", format_ethtype(buf, port->ethtypes[i].type),
		       port->ethtypes[i].prio);
	putchar('\n');
}

struct json_object *ethtypes_json(const struct port *port)
{
	struct json_object *array = json_object_new_array();
	char buf[FORMAT_LEN];
	unsigned int i;

	for (i = 0; i < port->n_ethtypes; i++) {
		struct json_object *json = json_object_new_object();

		json_add_name(json, "ethtype",
			      format_ethtype(buf, port->ethtypes[i].type));
		json_add_u64(json, "prio", port->ethtypes[i].prio);
		json_object_array_add(array, json);
	}
	return array;
}

static const struct view map_view = {
	.parts = PORT_CONFIG, .line = map_text_rows, .json = map_json_rows,
};

const struct object map_object = {
	.name = "map",
	.commands = show_set_commands,
	.view = &map_view,
	.show_set = show_set,
	.settings = map_settings,
	.help =
"Usage: pfcctl map set dev DEV SETTING ...\n"
"       pfcctl map show [dev DEV]\n"
"SETTING for packets received by the port (classification):\n"
MAP_SETTINGS_HELP
"SETTING for packets sent by the port (remarking):\n"
MAP_EGRESS_SETTINGS_HELP
"LIST:   KEY:VALUE ...; KEY is a number, a range like 0-7, or all; the last entry for a\n"
"        key applies; keys without an entry keep their value; a DSCP is a number or a name:\n"
"        BE, LE, CS0-CS7, AF11-AF43, VA, EF\n"
"PRESET: default         0-7 to 0-7, others to DSCP >> 3\n"
"        identity        0-7 to 0-7, others to 0\n"
"        class-selector  all to DSCP >> 3\n"
"        zero            all to 0\n"
"Examples: pfcctl map set dev p1 dscp-prio AF31:3 EF:6\n"
"          pfcctl map set dev p1 dscp-prio all:0 24-31:3 prio-pg 3:3\n"
"          pfcctl map set dev p1 trust dscp,pcp ethtype-prio 0x8906:3 0x8914:3\n"
"          pfcctl map set dev p1 flood-prio 0:0 1-3:1 4-5:2 6-7:6\n"
"          pfcctl map set dev p1 flood-lossless drop\n"
"          pfcctl map set dev p2 prio-dscp all:none 3:26 prio-pcp 3:3\n"
"          pfcctl map set dev p1 bounce-prio 3:4 bounce-dscp 3:34\n",
};
