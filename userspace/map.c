// SPDX-License-Identifier: GPL-2.0-only
/*
 * What says the priority of a packet, and what a priority stands for: pfcctl map ...
 */
#include "print.h"
#include "setting.h"

static const char *const trusts[] = {
	"none", "dscp", "pcp", "dscp,pcp", "pcp,dscp", NULL
};

static const char *const floods[] = { "forward", "drop", NULL };
static const char *const sources[] = { "packet", "skb", NULL };

_Static_assert(ARRAY_SIZE(trusts) == PFC_TRUST_MAX + 2 &&
	       ARRAY_SIZE(sources) == PFC_PRIO_SOURCE_MAX + 2, "words are missing");

#define MAP(name_, key_, value_, keys_, max_, none_) {			\
	.name = name_, .key = key_, .value = value_, .keys = keys_,	\
	.max = max_, .none = none_					\
}

static const struct map dscp_prio =
	MAP("dscp-prio", "DSCP", "priority", PFC_DSCP_COUNT, 7, false);
static const struct map pcp_prio =
	MAP("pcp-prio", "PCP", "priority", PFC_PRIO_COUNT, 7, false);
static const struct map ethtype_prio =
	MAP("ethtype-prio", "EtherType", "priority", 0, 7, true);
static const struct map flood_prio =
	MAP("flood-prio", "priority", "priority", PFC_PRIO_COUNT, 7, true);
static const struct map prio_dscp =
	MAP("prio-dscp", "priority", "DSCP", PFC_PRIO_COUNT, 63, true);
static const struct map prio_pcp =
	MAP("prio-pcp", "priority", "PCP", PFC_PRIO_COUNT, 7, true);
static const struct map same_group_prio =
	MAP("same-group-prio", "priority", "priority", PFC_PRIO_COUNT, 7, true);
static const struct map same_group_dscp =
	MAP("same-group-dscp", "priority", "DSCP", PFC_PRIO_COUNT, 63, true);
static const struct map prio_pg =
	MAP("prio-pg", "priority", "PG", PFC_PRIO_COUNT, 7, false);

static const struct setting map_settings[] = {
	SETTING_DEV,
	SETTING_WORD("trust", PFC_A_TRUST, trusts),
	SETTING_DEFAULT_PRIO,
	SETTING_MAP("dscp-prio", PFC_A_DSCP_PRIO, &dscp_prio),
	SETTING_MAP("pcp-prio", PFC_A_PCP_PRIO, &pcp_prio),
	{
		.name = "ethtype-prio", .read = read_ethtypes,
		.attr = PFC_A_ETHTYPE_PRIO, .map = &ethtype_prio,
	},
	SETTING_MAP("flood-prio", PFC_A_FLOOD_PRIO, &flood_prio),
	SETTING_WORD("flood-lossless", PFC_A_FLOOD_LOSSLESS, floods),
	SETTING_MAP("prio-pg", PFC_A_PRIO_PG, &prio_pg),
	SETTING_WORD("prio-source", PFC_A_PRIO_SOURCE, sources),
	SETTING_MAP("prio-dscp", PFC_A_PRIO_DSCP, &prio_dscp),
	SETTING_MAP("prio-pcp", PFC_A_PRIO_PCP, &prio_pcp),
	SETTING_MAP("same-group-prio", PFC_A_SAME_GROUP_PRIO, &same_group_prio),
	SETTING_MAP("same-group-dscp", PFC_A_SAME_GROUP_DSCP, &same_group_dscp),
	{ 0 }
};

static void ethtypes_text(const struct port *port)
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

static void show_text(const struct ctx *ctx, const struct port *port)
{
	(void)ctx;
	printf("%s:\n", port->name);
	printf("  trust %s\n", word_of(trusts, port->trust));
	printf("  default-prio %u\n", port->default_prio);
	print_map("dscp-prio", port->dscp_prio, PFC_DSCP_COUNT, NULL);
	print_map("pcp-prio", port->pcp_prio, PFC_PRIO_COUNT, NULL);
	ethtypes_text(port);
	print_map("flood-prio", port->flood_prio, PFC_PRIO_COUNT, NULL);
	printf("  flood-lossless %s\n", word_of(floods, port->flood_lossless));
	print_map("prio-pg", port->prio_pg, PFC_PRIO_COUNT, NULL);
	printf("  prio-source %s\n", word_of(sources, port->prio_source));
	print_map("prio-dscp", port->prio_dscp, PFC_PRIO_COUNT, NULL);
	print_map("prio-pcp", port->prio_pcp, PFC_PRIO_COUNT, NULL);
	print_map("same-group-prio", port->same_group_prio, PFC_PRIO_COUNT, NULL);
	print_map("same-group-dscp", port->same_group_dscp, PFC_PRIO_COUNT, NULL);
}

static struct json_object *ethtypes_json(const struct port *port)
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

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	(void)ctx;
	json_add_name(to, "trust", word_of(trusts, port->trust));
	json_add_u64(to, "default_prio", port->default_prio);
	json_add_bytes(to, "dscp_prio", port->dscp_prio, PFC_DSCP_COUNT);
	json_add_bytes(to, "pcp_prio", port->pcp_prio, PFC_PRIO_COUNT);
	json_object_object_add(to, "ethtype_prio", ethtypes_json(port));
	json_add_bytes(to, "flood_prio", port->flood_prio, PFC_PRIO_COUNT);
	json_add_name(to, "flood_lossless", word_of(floods, port->flood_lossless));
	json_add_bytes(to, "prio_pg", port->prio_pg, PFC_PRIO_COUNT);
	json_add_name(to, "prio_source", word_of(sources, port->prio_source));
	json_add_bytes(to, "prio_dscp", port->prio_dscp, PFC_PRIO_COUNT);
	json_add_bytes(to, "prio_pcp", port->prio_pcp, PFC_PRIO_COUNT);
	json_add_bytes(to, "same_group_prio", port->same_group_prio, PFC_PRIO_COUNT);
	json_add_bytes(to, "same_group_dscp", port->same_group_dscp, PFC_PRIO_COUNT);
}

static int map_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_CONFIG, PORT_CONFIG, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

static int map_set(struct ctx *ctx, struct args *args)
{
	return change_run(ctx, args, map_settings);
}

static const struct command map_commands[] = {
	{ "show", map_show },
	{ "set", map_set },
	{ 0 }
};

const struct object map_object = {
	.name = "map",
	.commands = map_commands,
	.help =
"Usage: pfcctl map set dev DEV SETTING ...\n"
"       pfcctl map show [dev DEV]\n"
"SETTING, of packets that come in by the port:\n"
"        trust dscp|pcp|dscp,pcp|pcp,dscp|none\n"
"                               what says the priority: the DSCP, the PCP of the\n"
"                               VLAN tag, the first of both that is there; or none\n"
"        dscp-prio [PRESET] LIST, pcp-prio LIST\n"
"        ethtype-prio LIST      of what has none of them, such as 0x8906:3 (FCoE),\n"
"                               0x8906:none; at most 8\n"
"        default-prio PRIO      of what has no such EtherType\n"
"        flood-prio LIST        priority to another for broadcast, multicast and\n"
"                               unknown unicast, PRIO:none for none\n"
"        flood-lossless forward|drop\n"
"                               what becomes of lossless unknown unicast\n"
"        prio-pg LIST           priority to priority group\n"
"    of packets that leave by the port:\n"
"        prio-source packet|skb what their priority is: that by which they came in,\n"
"                               or that of the kernel's skb->priority\n"
"        prio-dscp LIST, prio-pcp LIST\n"
"                               what is written to them, PRIO:none for nothing\n"
"        same-group-prio LIST   of those that came in by a port of the same group\n"
"                               (pfcctl port help): priority to another, PRIO:none\n"
"                               for none\n"
"        same-group-dscp LIST   the DSCP for these by the priority that they had,\n"
"                               PRIO:none for that of prio-dscp\n"
"LIST:   KEY:VALUE ..., a key being a number, a range 0-7 or all; the last\n"
"        entry for a key counts, keys not named keep their value\n"
"PRESET: default         0-7 to 0-7, others to DSCP >> 3\n"
"        identity        0-7 to 0-7, others to 0\n"
"        class-selector  all to DSCP >> 3\n"
"        zero            all to 0\n"
"Examples: pfcctl map set dev p1 dscp-prio 26:3 46:6\n"
"          pfcctl map set dev p1 dscp-prio all:0 24-31:3 prio-pg 3:3\n"
"          pfcctl map set dev p1 trust dscp,pcp ethtype-prio 0x8906:3 0x8914:3\n"
"          pfcctl map set dev p1 flood-prio 0:0 1-3:1 4-5:2 6-7:6\n"
"          pfcctl map set dev p1 flood-lossless drop\n"
"          pfcctl map set dev p2 prio-dscp all:none 3:26 prio-pcp 3:3\n"
"          pfcctl map set dev p1 same-group-prio 3:4 same-group-dscp 3:34\n",
};
