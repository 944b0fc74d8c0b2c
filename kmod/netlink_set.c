// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests that change a port.  A request is read into a copy of the
 * configuration; only when all of it is right does the copy take effect.
 */
#include "netlink.h"
#include "quanta.h"

static const struct nla_policy pfc_map_policy[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY]		= { .type = NLA_U8 },
	[PFC_MAP_A_VALUE]	= { .type = NLA_U8 },
};

static const struct nla_policy pfc_entries_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY]	= NLA_POLICY_NESTED(pfc_map_policy),
};

const struct nla_policy pfc_port_policy[PFC_A_QUEUE + 1] = {
	[PFC_A_IFINDEX]		= { .type = NLA_U32 },
	[PFC_A_IFNAME]		= { .type = NLA_NUL_STRING, .len = IFNAMSIZ - 1 },
	[PFC_A_DEFAULT_PRIO]	= { .type = NLA_U8 },
	[PFC_A_DSCP_PRIO]	= NLA_POLICY_NESTED(pfc_entries_policy),
	[PFC_A_PRIO_PG]		= NLA_POLICY_NESTED(pfc_entries_policy),
	[PFC_A_PRIO_PFC]	= NLA_POLICY_NESTED(pfc_entries_policy),
	[PFC_A_PG]		= NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_PAUSE_TIME]	= { .type = NLA_U32 },
	[PFC_A_RATE]		= { .type = NLA_U64 },
	[PFC_A_SPEED]		= { .type = NLA_U32 },
	[PFC_A_QUEUE_LIMIT]	= { .type = NLA_U32 },
	[PFC_A_DELAY]		= { .type = NLA_U32 },
	[PFC_A_CABLE_DELAY]	= { .type = NLA_U32 },
	[PFC_A_BATCH]		= { .type = NLA_U32 },
	[PFC_A_QUEUE]		= NLA_POLICY_NESTED(pfc_queue_policy),
};

/**
 * struct pfc_map - one of the maps of a port, for reading its changes
 * @name: what the map is called
 * @key: what it maps
 * @value: to what
 * @keys: number of keys
 * @values: number of values
 */
struct pfc_map {
	const char	*name;
	const char	*key;
	const char	*value;
	u8		keys;
	u8		values;
};

static const struct pfc_map pfc_dscp_prio = {
	"dscp-prio", "DSCP", "priority", PFC_DSCPS, PFC_PRIOS,
};

static const struct pfc_map pfc_prio_pg = {
	"prio-pg", "priority", "PG", PFC_PRIOS, PFC_PRIOS,
};

static const struct pfc_map pfc_prio_pfc = {
	"prio-pfc", "priority", "PFC", PFC_PRIOS, 2,
};

static int pfc_read_entry(const struct pfc_map *map, struct nlattr *nest,
			  u8 *table, struct netlink_ext_ack *extack)
{
	struct nlattr *tb[PFC_MAP_A_MAX + 1];
	u8 key, value;
	int err;

	err = nla_parse_nested(tb, PFC_MAP_A_MAX, nest, pfc_map_policy, extack);
	if (err)
		return err;
	if (!tb[PFC_MAP_A_KEY] || !tb[PFC_MAP_A_VALUE]) {
		NL_SET_ERR_MSG_ATTR_FMT(extack, nest, "%s: entry without %s",
					map->name, tb[PFC_MAP_A_KEY] ?
					map->value : map->key);
		return -EINVAL;
	}

	key = nla_get_u8(tb[PFC_MAP_A_KEY]);
	value = nla_get_u8(tb[PFC_MAP_A_VALUE]);
	if (key >= map->keys) {
		NL_SET_ERR_MSG_ATTR_FMT(extack, tb[PFC_MAP_A_KEY],
					"%s: %s %u is out of range 0..%u",
					map->name, map->key, key, map->keys - 1);
		return -ERANGE;
	}
	if (value >= map->values) {
		NL_SET_ERR_MSG_ATTR_FMT(extack, tb[PFC_MAP_A_VALUE],
					"%s: %s %u is out of range 0..%u",
					map->name, map->value, value,
					map->values - 1);
		return -ERANGE;
	}
	table[key] = value;
	return 0;
}

static int pfc_read_map(const struct pfc_map *map, struct nlattr *nest,
			u8 *table, struct netlink_ext_ack *extack)
{
	struct nlattr *entry;
	int rem, err;

	if (!nest)
		return 0;
	nla_for_each_nested(entry, nest, rem) {
		err = pfc_read_entry(map, entry, table, extack);
		if (err)
			return err;
	}
	return 0;
}

static int pfc_read_prio_pfc(struct nlattr *nest, u8 *prios,
			     struct netlink_ext_ack *extack)
{
	u8 table[PFC_PRIOS];
	int prio, err;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		table[prio] = *prios >> prio & 1;
	err = pfc_read_map(&pfc_prio_pfc, nest, table, extack);
	if (err)
		return err;
	*prios = 0;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		*prios |= table[prio] << prio;
	return 0;
}

static int pfc_read_link(struct nlattr **attrs, struct pfc_config *config,
			 struct netlink_ext_ack *extack)
{
	struct nlattr *rate = attrs[PFC_A_RATE];
	struct nlattr *speed = attrs[PFC_A_SPEED];
	int err;

	if (rate && nla_get_u64(rate)) {
		err = pfc_read_range(rate, "rate", nla_get_u64(rate),
				     PFC_RATE_MIN, PFC_RATE_MAX, " bit/s", extack);
		if (err)
			return err;
	}
	if (speed && nla_get_u32(speed)) {
		err = pfc_read_range(speed, "speed", nla_get_u32(speed),
				     PFC_SPEED_MIN, PFC_SPEED_MAX, " Mb/s", extack);
		if (err)
			return err;
	}
	if (rate)
		config->rate = nla_get_u64(rate);
	if (speed)
		config->speed = nla_get_u32(speed);
	return pfc_read_u32(attrs[PFC_A_DELAY], "delay", &config->delay,
			    PFC_DELAY_MAX, " ns", extack) ?:
	       pfc_read_u32(attrs[PFC_A_CABLE_DELAY], "cable-delay",
			    &config->cable_delay, PFC_DELAY_MAX, " ns", extack) ?:
	       pfc_read_u32(attrs[PFC_A_BATCH], "batch", &config->batch,
			    PFC_BATCH_MAX, " frames", extack);
}

static int pfc_read_scalars(struct nlattr **attrs, struct pfc_config *config,
			    struct netlink_ext_ack *extack)
{
	struct nlattr *prio = attrs[PFC_A_DEFAULT_PRIO];
	struct nlattr *pause = attrs[PFC_A_PAUSE_TIME];
	int err;

	if (prio) {
		err = pfc_read_range(prio, "default-prio", nla_get_u8(prio), 0,
				     PFC_PRIOS - 1, "", extack);
		if (err)
			return err;
		config->default_prio = nla_get_u8(prio);
	}
	if (pause) {
		err = pfc_read_range(pause, "pause-time", nla_get_u32(pause), 1,
				     PFC_PAUSE_TIME_MAX, " quanta", extack);
		if (err)
			return err;
		config->pause_time = nla_get_u32(pause);
	}
	return pfc_read_size(attrs[PFC_A_QUEUE_LIMIT], "queue-limit",
			     &config->queue_limit, extack);
}

/* XOFF is refreshed at half of its time, which must not be too short for that */
static int pfc_check_pause_time(const struct pfc_port *port,
				const struct pfc_config *config,
				struct nlattr **attrs,
				struct netlink_ext_ack *extack)
{
	u32 speed = pfc_port_speed(port, config);
	u64 pause = pfc_quanta_to_ns(config->pause_time, speed);
	u64 least = 2 * pfc_sender_refresh_min();

	if (pause >= least)
		return 0;
	/* A link that got faster by itself must not spoil other changes */
	if (!attrs[PFC_A_PAUSE_TIME] && !attrs[PFC_A_SPEED])
		return 0;
	NL_SET_ERR_MSG_FMT(extack,
			   "pause-time: %u quanta at %u Mb/s are %llu ns, the least is %llu",
			   config->pause_time, speed, pause, least);
	return -ERANGE;
}

static int pfc_finish(struct pfc_config *config, struct netlink_ext_ack *extack)
{
	int pg;

	switch (pfc_config_finish(config, &pg)) {
	case PFC_CONFIG_OK:
		return 0;
	case PFC_CONFIG_XON_ABOVE_XOFF:
		NL_SET_ERR_MSG_FMT(extack, "pg %d: xon %u is above xoff %u bytes",
				   pg, config->pg[pg].xon, config->pg[pg].xoff);
		return -EINVAL;
	case PFC_CONFIG_MIXED_PG:
		NL_SET_ERR_MSG_FMT(extack,
				   "pg %d: PFC is on for some of its priorities only (mask %#x of %#x)",
				   pg, pfc_config_pg_prios(config, pg) & config->pfc_prios,
				   pfc_config_pg_prios(config, pg));
		return -EINVAL;
	case PFC_CONFIG_DELAY_ALONE:
		NL_SET_ERR_MSG(extack, "delay: needs a rate");
		return -EINVAL;
	}
	return -EINVAL;
}

static int pfc_read_config(const struct genl_info *info, struct pfc_change *change)
{
	struct netlink_ext_ack *extack = info->extack;
	struct pfc_config *config = change->config;
	struct nlattr **attrs = info->attrs;

	return pfc_read_scalars(attrs, config, extack) ?:
	       pfc_read_link(attrs, config, extack) ?:
	       pfc_read_map(&pfc_dscp_prio, attrs[PFC_A_DSCP_PRIO],
			    config->dscp_prio, extack) ?:
	       pfc_read_map(&pfc_prio_pg, attrs[PFC_A_PRIO_PG],
			    config->prio_pg, extack) ?:
	       pfc_read_prio_pfc(attrs[PFC_A_PRIO_PFC], &config->pfc_prios,
				 extack) ?:
	       pfc_read_pgs(info, change) ?:
	       pfc_read_queues(info, config) ?:
	       pfc_finish(config, extack);
}

/* Groups whose headroom, or need of one, is to change */
static u8 pfc_headroom_touched(const struct pfc_change *change)
{
	const struct pfc_config *old = rtnl_dereference(change->port->config);
	u8 groups = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		const struct pfc_pg_limits *a = &old->pg[pg];
		const struct pfc_pg_limits *b = &change->config->pg[pg];

		if (a->lossless != b->lossless || a->headroom != b->headroom ||
		    a->headroom_auto != b->headroom_auto)
			groups |= BIT(pg);
	}
	return groups;
}

/* It is done, but these groups may lose lossless packets */
static void pfc_warn_short(const struct pfc_port *port, u8 groups,
			   struct netlink_ext_ack *extack)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u32 headroom, needed = port->headroom_needed;
	int pg;

	if (!groups)
		return;
	pg = __ffs(groups);
	headroom = config->pg[pg].headroom;
	NL_SET_ERR_MSG_FMT(extack, "pg %d: headroom %u bytes, %u needed, %u missing",
			   pg, headroom, needed, needed - headroom);
}

static int pfc_port_set(struct pfc_port *port, const struct genl_info *info)
{
	u8 short_before = pfc_change_short(port), touched, now;
	u32 needed = port->headroom_needed;
	struct pfc_change *change;
	LIST_HEAD(changes);
	int err;

	change = pfc_change_begin(&changes, port, info->extack);
	if (IS_ERR(change))
		return PTR_ERR(change);
	err = pfc_read_config(info, change) ?:
	      pfc_check_pause_time(port, change->config, info->attrs, info->extack);
	if (err) {
		pfc_change_abort(&changes);
		return err;
	}
	touched = pfc_headroom_touched(change);
	err = pfc_change_commit(&changes, info->extack);
	if (err)
		return err;

	now = pfc_change_short(port);
	if (port->headroom_needed == needed)
		now &= touched | ~short_before;
	pfc_warn_short(port, now, info->extack);
	return 0;
}

/**
 * pfc_genl_port_set() - %PFC_CMD_PORT_SET
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack; then nothing has changed.
 */
int pfc_genl_port_set(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_port *port;
	int err;

	rtnl_lock();
	port = pfc_genl_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = pfc_port_set(port, info);
	rtnl_unlock();
	return err;
}
