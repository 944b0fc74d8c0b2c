// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests that change something.  A request is read into a copy of the
 * configuration; only when all of it is right does the copy take effect.
 */
#include "port.h"
#include "quanta.h"

static const struct nla_policy pfc_map_policy[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY]		= { .type = NLA_U8 },
	[PFC_MAP_A_VALUE]	= { .type = NLA_U8 },
};

static const struct nla_policy pfc_entries_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY]	= NLA_POLICY_NESTED(pfc_map_policy),
};

static const struct nla_policy pfc_pg_policy[PFC_PG_A_MAX + 1] = {
	[PFC_PG_A_ID]		= { .type = NLA_U8 },
	[PFC_PG_A_XOFF]		= { .type = NLA_U32 },
	[PFC_PG_A_XON]		= { .type = NLA_U32 },
	[PFC_PG_A_HEADROOM]	= { .type = NLA_U32 },
	[PFC_PG_A_LIMIT]	= { .type = NLA_U32 },
	[PFC_PG_A_MIN]		= { .type = NLA_U32 },
	[PFC_PG_A_ALPHA]	= { .type = NLA_U32 },
	[PFC_PG_A_XON_OFFSET]	= { .type = NLA_U32 },
	[PFC_PG_A_LOSSLESS]	= {
		.type = NLA_REJECT,
		.reject_message = "lossless is read only, it follows prio-pfc",
	},
};

const struct nla_policy pfc_port_policy[PFC_A_DELAY + 1] = {
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
};

const struct nla_policy pfc_pool_policy[PFC_A_POOL_SIZE + 1] = {
	[PFC_A_POOL_SIZE]	= { .type = NLA_U32 },
};

static int pfc_check_range(const struct nlattr *attr, const char *name,
			   u64 value, u64 min, u64 max, const char *unit,
			   struct netlink_ext_ack *extack)
{
	if (value >= min && value <= max)
		return 0;
	NL_SET_ERR_MSG_ATTR_FMT(extack, attr, "%s: %llu is out of range %llu..%llu%s",
				name, value, min, max, unit);
	return -ERANGE;
}

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

static int pfc_read_size(const struct nlattr *attr, const char *name, u32 *size,
			 struct netlink_ext_ack *extack)
{
	int err;

	if (!attr)
		return 0;
	err = pfc_check_range(attr, name, nla_get_u32(attr), 0, PFC_SIZE_MAX,
			      " bytes", extack);
	if (!err)
		*size = nla_get_u32(attr);
	return err;
}

static int pfc_read_alpha(const struct nlattr *attr, struct pfc_pg_limits *limits,
			  struct netlink_ext_ack *extack)
{
	int err;

	if (!attr)
		return 0;
	err = pfc_check_range(attr, "alpha", nla_get_u32(attr), 0, PFC_ALPHA_MAX,
			      " 64ths", extack);
	if (!err)
		limits->alpha = nla_get_u32(attr);
	return err;
}

static int pfc_read_pg(const struct nlattr *nest, struct pfc_config *config,
		       struct netlink_ext_ack *extack)
{
	struct nlattr *tb[PFC_PG_A_MAX + 1];
	struct pfc_pg_limits *limits;
	u8 pg;
	int err;

	err = nla_parse_nested(tb, PFC_PG_A_MAX, nest, pfc_pg_policy, extack);
	if (err)
		return err;
	if (!tb[PFC_PG_A_ID]) {
		NL_SET_ERR_MSG_ATTR(extack, nest, "pg: no number given");
		return -EINVAL;
	}
	pg = nla_get_u8(tb[PFC_PG_A_ID]);
	err = pfc_check_range(tb[PFC_PG_A_ID], "pg", pg, 0, PFC_PRIOS - 1, "",
			      extack);
	if (err)
		return err;

	limits = &config->pg[pg];
	return pfc_read_size(tb[PFC_PG_A_XOFF], "xoff", &limits->xoff, extack) ?:
	       pfc_read_size(tb[PFC_PG_A_XON], "xon", &limits->xon, extack) ?:
	       pfc_read_size(tb[PFC_PG_A_HEADROOM], "headroom",
			     &limits->headroom, extack) ?:
	       pfc_read_size(tb[PFC_PG_A_LIMIT], "limit", &limits->limit, extack) ?:
	       pfc_read_size(tb[PFC_PG_A_MIN], "min", &limits->guarantee,
			     extack) ?:
	       pfc_read_size(tb[PFC_PG_A_XON_OFFSET], "xon-offset",
			     &limits->xon_offset, extack) ?:
	       pfc_read_alpha(tb[PFC_PG_A_ALPHA], limits, extack);
}

static int pfc_read_pgs(const struct genl_info *info, struct pfc_config *config)
{
	struct nlattr *attr;
	int rem, err;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != PFC_A_PG)
			continue;
		err = pfc_read_pg(attr, config, info->extack);
		if (err)
			return err;
	}
	return 0;
}

static int pfc_read_link(struct nlattr **attrs, struct pfc_config *config,
			 struct netlink_ext_ack *extack)
{
	struct nlattr *rate = attrs[PFC_A_RATE];
	struct nlattr *speed = attrs[PFC_A_SPEED];
	struct nlattr *delay = attrs[PFC_A_DELAY];
	int err;

	if (rate && nla_get_u64(rate)) {
		err = pfc_check_range(rate, "rate", nla_get_u64(rate),
				      PFC_RATE_MIN, PFC_RATE_MAX, " bit/s", extack);
		if (err)
			return err;
	}
	if (speed && nla_get_u32(speed)) {
		err = pfc_check_range(speed, "speed", nla_get_u32(speed),
				      PFC_SPEED_MIN, PFC_SPEED_MAX, " Mb/s", extack);
		if (err)
			return err;
	}
	if (delay) {
		err = pfc_check_range(delay, "delay", nla_get_u32(delay), 0,
				      PFC_DELAY_MAX, " ns", extack);
		if (err)
			return err;
		config->delay = nla_get_u32(delay);
	}
	if (rate)
		config->rate = nla_get_u64(rate);
	if (speed)
		config->speed = nla_get_u32(speed);
	return 0;
}

static int pfc_read_scalars(struct nlattr **attrs, struct pfc_config *config,
			    struct netlink_ext_ack *extack)
{
	struct nlattr *prio = attrs[PFC_A_DEFAULT_PRIO];
	struct nlattr *pause = attrs[PFC_A_PAUSE_TIME];
	int err;

	if (prio) {
		err = pfc_check_range(prio, "default-prio", nla_get_u8(prio), 0,
				      PFC_PRIOS - 1, "", extack);
		if (err)
			return err;
		config->default_prio = nla_get_u8(prio);
	}
	if (pause) {
		err = pfc_check_range(pause, "pause-time", nla_get_u32(pause), 1,
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

static int pfc_read_config(const struct genl_info *info,
			   struct pfc_config *config)
{
	struct netlink_ext_ack *extack = info->extack;
	struct nlattr **attrs = info->attrs;

	return pfc_read_scalars(attrs, config, extack) ?:
	       pfc_read_link(attrs, config, extack) ?:
	       pfc_read_map(&pfc_dscp_prio, attrs[PFC_A_DSCP_PRIO],
			    config->dscp_prio, extack) ?:
	       pfc_read_map(&pfc_prio_pg, attrs[PFC_A_PRIO_PG],
			    config->prio_pg, extack) ?:
	       pfc_read_prio_pfc(attrs[PFC_A_PRIO_PFC], &config->pfc_prios,
				 extack) ?:
	       pfc_read_pgs(info, config) ?:
	       pfc_finish(config, extack);
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
	struct pfc_config config;
	struct pfc_port *port;
	int err;

	rtnl_lock();
	port = pfc_genl_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (err)
		goto out;

	config = *rtnl_dereference(port->config);
	err = pfc_read_config(info, &config) ?:
	      pfc_check_pause_time(port, &config, info->attrs, info->extack) ?:
	      pfc_port_configure(port, &config, info->extack);
out:
	rtnl_unlock();
	return err;
}

/**
 * pfc_genl_pool_set() - %PFC_CMD_POOL_SET
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack; then nothing has changed.
 */
int pfc_genl_pool_set(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr *attr = info->attrs[PFC_A_POOL_SIZE];
	int err;

	if (!attr) {
		NL_SET_ERR_MSG(info->extack, "size: not given");
		return -EINVAL;
	}
	err = pfc_check_range(attr, "size", nla_get_u32(attr), PFC_FRAME_MIN,
			      PFC_SIZE_MAX, " bytes", info->extack);
	if (err)
		return err;

	rtnl_lock();
	err = pfc_pool_resize(&pfc_net_of(genl_info_net(info))->pool,
			      nla_get_u32(attr), info->extack);
	rtnl_unlock();
	return err;
}

/**
 * pfc_genl_stats_clear() - %PFC_CMD_STATS_CLEAR
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_stats_clear(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_port *port;
	int err = 0;
	u16 id = 0;

	rtnl_lock();
	if (info->attrs[PFC_A_IFINDEX] || info->attrs[PFC_A_IFNAME]) {
		port = pfc_genl_port(info);
		err = PTR_ERR_OR_ZERO(port);
		if (!err)
			pfc_stats_clear(port);
	} else {
		while ((port = pfc_port_next(genl_info_net(info), &id)))
			pfc_stats_clear(port);
	}
	rtnl_unlock();
	return err;
}
