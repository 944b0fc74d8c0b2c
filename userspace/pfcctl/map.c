// SPDX-License-Identifier: GPL-2.0-only
/*
 * Classification and remarking: pfcctl map ...
 */
#include <string.h>
#include "rows.h"
#include "setting.h"

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

static const struct command map_commands[] = {
	{ "show", NULL },
	{ "set", NULL },
	{ 0 }
};

const struct object map_object = {
	.name = "map",
	.commands = map_commands,
	.view = &map_view,
	.settings = map_settings,
	.help =
"Usage: pfcctl map set dev DEV SETTING ...\n"
"       pfcctl map show [dev DEV]\n"
"SETTING for packets received by the port (classification):\n"
"        trust dscp|pcp|dscp,pcp|pcp,dscp|none\n"
"                               field that sets the priority: the DSCP, the PCP of the\n"
"                               VLAN tag, the first one present of both, or none (dscp)\n"
"        dscp-prio [PRESET] LIST\n"
"                               DSCP to priority (default)\n"
"        pcp-prio LIST          PCP to priority\n"
"        ethtype-prio LIST      EtherType to priority, for packets without a trusted\n"
"                               field: 0x8906:3 (FCoE) adds an entry, 0x8906:none\n"
"                               removes it; at most 8 entries\n"
"        default-prio PRIO      priority of all other packets (0)\n"
"        control-prio PRIO|none priority of ARP, IPv6 ND, STP, LLDP, LACP and EAPOL (7);\n"
"                               none: classify them like other traffic\n"
"        flood-prio LIST        priority to another priority for broadcast, multicast and\n"
"                               unknown unicast; PRIO:none removes an entry; broadcast\n"
"                               and multicast are never lossless\n"
"        flood-lossless forward|drop\n"
"                               forward or drop lossless unknown unicast (forward)\n"
"        prio-pg LIST           priority to priority group\n"
"SETTING for packets sent by the port (remarking):\n"
"        prio-source packet|skb priority to use: the one of the classification, or\n"
"                               skb->priority of the kernel (packet)\n"
"        app-rewrite on|off     write the highest DSCP with an entry of dscp-prio for\n"
"                               the priority, as hardware switches do (off)\n"
"        prio-dscp LIST         priority to the DSCP to write; PRIO:none: write none\n"
"        prio-pcp LIST          priority to the PCP to write; PRIO:none: write none\n"
"        bounce-prio LIST       priority to another priority, for packets received by a\n"
"                               port of the same port group (pfcctl port help);\n"
"                               PRIO:none keeps the priority\n"
"        bounce-dscp LIST       DSCP to write to these packets, by the priority that they\n"
"                               had before; PRIO:none: as prio-dscp\n"
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
