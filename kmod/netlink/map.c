// SPDX-License-Identifier: GPL-2.0-only
/*
 * The maps of a port in requests and answers.
 */
#include "../core/app.h"
#include "netlink.h"

/**
 * struct pfc_map - a map of a port
 * @attr: attribute of the map; its policy checks the keys
 * @keys: number of keys
 * @values: number of values if %PFC_MAP_NONE is also a value; 0: the policy checks the values
 * @table: offset of the map in &struct pfc_config
 * @selector: selector of the APP or rewriting entries that a value replaces, or 0
 * @entries: the entries
 */
struct pfc_map {
	u16			attr;
	u8			keys;
	u8			values;
	size_t			table;
	u8			selector;
	enum pfc_app_table	entries;
};

#define PFC_TABLE(member)	offsetof(struct pfc_config, member)

static const struct pfc_map pfc_maps[] = {
	{ PFC_A_DSCP_PRIO, PFC_DSCPS, 0, PFC_TABLE(dscp_prio), PFC_APP_DSCP, PFC_APP_TABLE },
	{ PFC_A_PCP_PRIO, PFC_PRIOS, 0, PFC_TABLE(pcp_prio), PFC_APP_PCP, PFC_APP_TABLE },
	{ PFC_A_FLOOD_PRIO, PFC_PRIOS, PFC_PRIOS, PFC_TABLE(flood_prio) },
	{ PFC_A_PRIO_PG, PFC_PRIOS, 0, PFC_TABLE(prio_pg) },
	{ PFC_A_PRIO_TC, PFC_PRIOS, 0, PFC_TABLE(prio_tc) },
	{ PFC_A_PRIO_DSCP, PFC_PRIOS, PFC_DSCPS, PFC_TABLE(prio_dscp), PFC_APP_DSCP,
	  PFC_REWR_TABLE },
	{ PFC_A_PRIO_PCP, PFC_PRIOS, PFC_PRIOS, PFC_TABLE(prio_pcp), PFC_APP_PCP, PFC_REWR_TABLE },
	{ PFC_A_BOUNCE_PRIO, PFC_PRIOS, PFC_PRIOS, PFC_TABLE(bounce_prio) },
	{ PFC_A_BOUNCE_DSCP, PFC_PRIOS, PFC_DSCPS, PFC_TABLE(bounce_dscp) },
};

/*
 * For these maps, the configuration holds bit masks of priorities, and a request contains a map
 * from each priority to 0 or 1.
 */
static const struct pfc_mask {
	u16	attr;
	size_t	masks[2];
} pfc_masks[] = {
	{ PFC_A_PRIO_PFC, { PFC_TABLE(pfc_tx), PFC_TABLE(pfc_rx) } },
	{ PFC_A_PRIO_PFC_TX, { PFC_TABLE(pfc_tx), PFC_TABLE(pfc_tx) } },
	{ PFC_A_PRIO_PFC_RX, { PFC_TABLE(pfc_rx), PFC_TABLE(pfc_rx) } },
	{ PFC_A_PRIO_WATCHDOG,
	  { PFC_TABLE(watchdog.watched), PFC_TABLE(watchdog.watched) } },
};

/*
 * Parse an entry, which must have a key and a value.  @key_attr: the attribute of the key,
 * 8 or 16 bits wide depending on the map.
 */
static int pfc_parse_entry(int key_attr, struct nlattr *nest, struct nlattr **tb,
			   struct pfc_ack *extack)
{
	int other = key_attr == PFC_MAP_A_KEY ? PFC_MAP_A_KEY16 : PFC_MAP_A_KEY;
	int err;

	err = nla_parse_nested(tb, PFC_MAP_A_MAX, nest, pfc_map_entry_policy, &extack->ext);
	if (err)
		return err;
	if (tb[key_attr] && tb[PFC_MAP_A_VALUE] && !tb[other])
		return 0;
	NL_SET_ERR_MSG_ATTR(&extack->ext, nest,
			    "an entry needs one key of the map's width and a value");
	return -EINVAL;
}

/* Return: 0 or an error with extack.  @table: gets the values by key */
static int pfc_read_map(const struct pfc_map *map, struct nlattr **attrs,
			struct pfc_config *config, u8 *table, struct pfc_ack *extack)
{
	struct nlattr *tb[PFC_MAP_A_MAX + 1], *entry;
	int rem, err;
	u8 key, value;

	if (!attrs[map->attr])
		return 0;
	nla_for_each_nested(entry, attrs[map->attr], rem) {
		err = pfc_parse_entry(PFC_MAP_A_KEY, entry, tb, extack);
		if (err)
			return err;
		key = nla_get_u8(tb[PFC_MAP_A_KEY]);
		value = nla_get_u8(tb[PFC_MAP_A_VALUE]);
		if (map->values && value >= map->values && value != PFC_MAP_NONE) {
			NL_SET_ERR_MSG_ATTR(&extack->ext, tb[PFC_MAP_A_VALUE],
					    "must be PFC_MAP_NONE or a value of the map");
			return -ERANGE;
		}
		if (map->selector)
			pfc_app_replace(config, map->entries, map->selector, key, value);
		else
			table[key] = value;
	}
	return 0;
}

static int pfc_read_mask(struct nlattr **attrs, const struct pfc_mask *mask,
			 struct pfc_config *config, struct pfc_ack *extack)
{
	u8 table[PFC_PRIOS];
	int i, prio, err;

	memset(table, PFC_MAP_NONE, sizeof(table));
	err = pfc_read_map(&(struct pfc_map){ .attr = mask->attr }, attrs, NULL, table, extack);
	for (i = 0; i < ARRAY_SIZE(mask->masks) && !err; i++) {
		u8 *prios = (u8 *)config + mask->masks[i];

		for (prio = 0; prio < PFC_PRIOS; prio++)
			if (table[prio] != PFC_MAP_NONE)
				*prios = (*prios & ~BIT(prio)) | table[prio] << prio;
	}
	return err;
}

static int pfc_read_ethtype(struct nlattr *nest, struct pfc_config *config,
			    struct pfc_ack *extack)
{
	struct nlattr *tb[PFC_MAP_A_MAX + 1];
	u16 type;
	u8 prio;
	int err;

	err = pfc_parse_entry(PFC_MAP_A_KEY16, nest, tb, extack);
	if (err)
		return err;
	type = nla_get_u16(tb[PFC_MAP_A_KEY16]);
	prio = nla_get_u8(tb[PFC_MAP_A_VALUE]);
	if (!pfc_ethtype_valid(type)) {
		PFC_SET_ERROR_TEXT_ATTR(extack, tb[PFC_MAP_A_KEY16],
					"ethtype-prio: %#06x must be 0x0600..0xffff, not a VLAN or MAC control type",
					type);
		return -ERANGE;
	}
	if (prio >= PFC_PRIOS && prio != PFC_MAP_NONE) {
		PFC_SET_ERROR_TEXT_ATTR(extack, tb[PFC_MAP_A_VALUE],
					"ethtype-prio: priority %u is out of range 0..%u",
					prio, PFC_PRIOS - 1);
		return -ERANGE;
	}
	if (pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, type, prio) == PFC_APP_OK)
		return 0;
	PFC_SET_CAUSE_ATTR(extack, nest, PFC_CAUSE_ETHTYPES_FULL, type, PFC_ETHTYPES_MAX);
	return -ENOSPC;
}

static int pfc_read_ethtypes(struct nlattr *nest, struct pfc_config *config,
			     struct pfc_ack *extack)
{
	struct nlattr *entry;
	int rem, err;

	if (!nest)
		return 0;
	nla_for_each_nested(entry, nest, rem) {
		err = pfc_read_ethtype(entry, config, extack);
		if (err)
			return err;
	}
	return 0;
}

int pfc_read_maps(struct nlattr **attrs, struct pfc_config *config,
		  struct pfc_ack *extack)
{
	int i, err;

	for (i = 0; i < ARRAY_SIZE(pfc_maps); i++) {
		err = pfc_read_map(&pfc_maps[i], attrs, config,
				   (u8 *)config + pfc_maps[i].table, extack);
		if (err)
			return err;
	}
	for (i = 0; i < ARRAY_SIZE(pfc_masks); i++) {
		err = pfc_read_mask(attrs, &pfc_masks[i], config, extack);
		if (err)
			return err;
	}
	return pfc_read_ethtypes(attrs[PFC_A_ETHTYPE_PRIO], config, extack);
}

/* Puts an entry of a map; a key below 0 is absent */
static int pfc_put_entry(struct sk_buff *msg, int key, int key16, u8 value)
{
	struct nlattr *entry = nla_nest_start(msg, PFC_A_MAP_ENTRY);

	if (!entry || (key >= 0 && nla_put_u8(msg, PFC_MAP_A_KEY, key)) ||
	    (key16 >= 0 && nla_put_u16(msg, PFC_MAP_A_KEY16, key16)) ||
	    nla_put_u8(msg, PFC_MAP_A_VALUE, value))
		return -EMSGSIZE;
	nla_nest_end(msg, entry);
	return 0;
}

static int pfc_put_map(struct sk_buff *msg, int type, const u8 *table, int keys)
{
	struct nlattr *nest = nla_nest_start(msg, type);
	int key;

	if (!nest)
		return -EMSGSIZE;
	for (key = 0; key < keys; key++)
		if (pfc_put_entry(msg, key, -1, table[key]))
			return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

/* Put a mask of priorities into an answer, as a map to 0 or 1.  Return: 0 or -EMSGSIZE */
int pfc_put_mask(struct sk_buff *msg, int type, u8 prios)
{
	u8 table[PFC_PRIOS];
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		table[prio] = prios >> prio & 1;
	return pfc_put_map(msg, type, table, PFC_PRIOS);
}

static int pfc_put_ethtypes(struct sk_buff *msg, const struct pfc_ethtype *ethtypes)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_ETHTYPE_PRIO);
	int i;

	if (!nest)
		return -EMSGSIZE;
	for (i = 0; i < PFC_ETHTYPES_MAX && ethtypes[i].type; i++)
		if (pfc_put_entry(msg, -1, ntohs(ethtypes[i].type), ethtypes[i].prio))
			return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_announced(struct sk_buff *msg, const struct pfc_app *ports)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_DCB_ANNOUNCED);
	int i;

	if (!nest)
		return -EMSGSIZE;
	for (i = 0; i < PFC_APP_PORTS_MAX && ports[i].selector; i++)
		if (pfc_put_entry(msg, ports[i].selector, ports[i].protocol, ports[i].prio))
			return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

int pfc_put_maps(struct sk_buff *msg, const struct pfc_config *config)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(pfc_maps); i++)
		if (pfc_put_map(msg, pfc_maps[i].attr,
				(const u8 *)config + pfc_maps[i].table,
				pfc_maps[i].keys))
			return -EMSGSIZE;
	return pfc_put_mask(msg, PFC_A_PRIO_PFC, config->pfc_tx & config->pfc_rx) ?:
	       pfc_put_mask(msg, PFC_A_PRIO_PFC_TX, config->pfc_tx) ?:
	       pfc_put_mask(msg, PFC_A_PRIO_PFC_RX, config->pfc_rx) ?:
	       pfc_put_mask(msg, PFC_A_PRIO_WATCHDOG, config->watchdog.watched) ?:
	       pfc_put_ethtypes(msg, config->ethtypes) ?:
	       pfc_put_announced(msg, config->app_ports);
}
