// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests that change a port.  A request is read into a copy of the
 * configuration; only when all of it is right does the copy take effect.
 */
#include "flood.h"
#include "netlink.h"
#include "quanta.h"

const struct nla_policy pfc_port_policy[PFC_A_SAME_GROUP_DSCP + 1] = {
	[PFC_A_IFINDEX]		= { .type = NLA_U32 },
	[PFC_A_IFNAME]		= { .type = NLA_NUL_STRING, .len = IFNAMSIZ - 1 },
	[PFC_A_DEFAULT_PRIO]	= { .type = NLA_U8 },
	[PFC_A_DSCP_PRIO]	= PFC_MAP_POLICY,
	[PFC_A_PRIO_PG]		= PFC_MAP_POLICY,
	[PFC_A_PRIO_PFC]	= PFC_MAP_POLICY,
	[PFC_A_PG]		= NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_PAUSE_TIME]	= { .type = NLA_U32 },
	[PFC_A_RATE]		= { .type = NLA_U64 },
	[PFC_A_SPEED]		= { .type = NLA_U32 },
	[PFC_A_QUEUE_LIMIT]	= { .type = NLA_U32 },
	[PFC_A_DELAY]		= { .type = NLA_U32 },
	[PFC_A_CABLE_DELAY]	= { .type = NLA_U32 },
	[PFC_A_BATCH]		= { .type = NLA_U32 },
	[PFC_A_QUEUE]		= NLA_POLICY_NESTED(pfc_queue_policy),
	[PFC_A_PRIO_PFC_TX]	= PFC_MAP_POLICY,
	[PFC_A_PRIO_PFC_RX]	= PFC_MAP_POLICY,
	[PFC_A_FLOW_CONTROL]	= { .type = NLA_U8 },
	[PFC_A_PEER_RATE]	= { .type = NLA_U64 },
	[PFC_A_OVERHEAD]	= { .type = NLA_U32 },
	[PFC_A_TRUST]		= { .type = NLA_U8 },
	[PFC_A_PCP_PRIO]	= PFC_MAP_POLICY,
	[PFC_A_ETHTYPE_PRIO]	= PFC_MAP_POLICY,
	[PFC_A_FLOOD_PRIO]	= PFC_MAP_POLICY,
	[PFC_A_FLOOD_LOSSLESS]	= { .type = NLA_U8 },
	[PFC_A_PRIO_SOURCE]	= { .type = NLA_U8 },
	[PFC_A_PRIO_DSCP]	= PFC_MAP_POLICY,
	[PFC_A_PRIO_PCP]	= PFC_MAP_POLICY,
	[PFC_A_PRIO_TC]		= PFC_MAP_POLICY,
	[PFC_A_TC]		= NLA_POLICY_NESTED(pfc_tc_policy),
	[PFC_A_PRIO_WATCHDOG]	= PFC_MAP_POLICY,
	[PFC_A_DETECTION_TIME]	= { .type = NLA_U64 },
	[PFC_A_RECOVERY_TIME]	= { .type = NLA_U64 },
	[PFC_A_WATCHDOG_ACTION]	= { .type = NLA_U8 },
	[PFC_A_ESCALATE_COUNT]	= { .type = NLA_U32 },
	[PFC_A_ESCALATE_PERIOD]	= { .type = NLA_U64 },
	[PFC_A_XOFF_TIMEOUT]	= { .type = NLA_U64 },
	[PFC_A_XOFF_WARN]	= { .type = NLA_U32 },
	[PFC_A_PORT_GROUP]	= { .type = NLA_U32 },
	[PFC_A_SAME_GROUP_PRIO]	= PFC_MAP_POLICY,
	[PFC_A_SAME_GROUP_DSCP]	= PFC_MAP_POLICY,
};

static int pfc_read_link(struct nlattr **attrs, struct pfc_config *config,
			 struct netlink_ext_ack *extack)
{
	struct nlattr *speed = attrs[PFC_A_SPEED];
	int err;

	if (speed && nla_get_u32(speed)) {
		err = pfc_read_range(speed, "speed", nla_get_u32(speed),
				     PFC_SPEED_MIN, PFC_SPEED_MAX, " Mb/s", extack);
		if (err)
			return err;
	}
	if (speed)
		config->speed = nla_get_u32(speed);
	return pfc_read_rate(attrs[PFC_A_RATE], "rate", &config->rate, extack) ?:
	       pfc_read_rate(attrs[PFC_A_PEER_RATE], "peer-rate",
			     &config->peer_rate, extack) ?:
	       pfc_read_u32(attrs[PFC_A_OVERHEAD], "overhead", &config->overhead,
			    PFC_OVERHEAD_MAX, " bytes", extack) ?:
	       pfc_read_u32(attrs[PFC_A_DELAY], "delay", &config->delay,
			    PFC_DELAY_MAX, " ns", extack) ?:
	       pfc_read_u32(attrs[PFC_A_CABLE_DELAY], "cable-delay",
			    &config->cable_delay, PFC_DELAY_MAX, " ns", extack) ?:
	       pfc_read_u32(attrs[PFC_A_BATCH], "batch", &config->batch,
			    PFC_BATCH_MAX, " frames", extack);
}

static int pfc_read_scalars(struct nlattr **attrs, struct pfc_config *config,
			    struct netlink_ext_ack *extack)
{
	struct nlattr *pause = attrs[PFC_A_PAUSE_TIME];
	u8 drop = config->flood_drop;
	int err;

	if (pause) {
		err = pfc_read_range(pause, "pause-time", nla_get_u32(pause), 1,
				     PFC_PAUSE_TIME_MAX, " quanta", extack);
		if (err)
			return err;
		config->pause_time = nla_get_u32(pause);
	}
	err = pfc_read_u8(attrs[PFC_A_DEFAULT_PRIO], "default-prio",
			  &config->default_prio, PFC_PRIOS - 1, extack) ?:
	      pfc_read_u8(attrs[PFC_A_FLOW_CONTROL], "flow-control", &config->flow,
			  PFC_FLOW_MAX, extack) ?:
	      pfc_read_u8(attrs[PFC_A_TRUST], "trust", &config->trust,
			  PFC_TRUST_MAX, extack) ?:
	      pfc_read_u8(attrs[PFC_A_FLOOD_LOSSLESS], "flood-lossless", &drop, 1,
			  extack) ?:
	      pfc_read_u8(attrs[PFC_A_PRIO_SOURCE], "prio-source",
			  &config->prio_source, PFC_PRIO_SOURCE_MAX, extack) ?:
	      pfc_read_size(attrs[PFC_A_QUEUE_LIMIT], "queue-limit",
			    &config->queue_limit, extack) ?:
	      pfc_read_u32(attrs[PFC_A_PORT_GROUP], "port-group", &config->port_group,
			   PFC_PORT_GROUP_MAX, "", extack);
	config->flood_drop = drop;
	return err;
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
	struct pfc_queue_limits *queue;
	int which;

	switch (pfc_config_finish(config, &which)) {
	case PFC_CONFIG_OK:
		return 0;
	case PFC_CONFIG_XON_ABOVE_XOFF:
		NL_SET_ERR_MSG_FMT(extack, "pg %d: xon %u is above xoff %u bytes", which,
				   config->pg[which].xon, config->pg[which].xoff);
		break;
	case PFC_CONFIG_MIXED_PG:
		NL_SET_ERR_MSG_FMT(extack,
				   "pg %d: PFC is on for some of its priorities only (mask %#x of %#x)",
				   which, pfc_config_pg_prios(config, which) & config->lossless,
				   pfc_config_pg_prios(config, which));
		break;
	case PFC_CONFIG_DELAY_ALONE:
		NL_SET_ERR_MSG(extack, "delay: needs a rate");
		break;
	case PFC_CONFIG_NOT_PFC:
		NL_SET_ERR_MSG_FMT(extack,
				   "flow-control: is not pfc, but PFC is on for priority %d",
				   which);
		break;
	case PFC_CONFIG_FLOOD_LOSSLESS:
		NL_SET_ERR_MSG_FMT(extack,
				   "flood-prio: priority %d is lossless, flooded packets are not",
				   which);
		break;
	case PFC_CONFIG_ECN_ORDER:
		queue = &config->queues[which];
		NL_SET_ERR_MSG_FMT(extack,
				   "queue %d: ecn-kmin %u is above ecn-kmax %u bytes",
				   which, queue->ecn.kmin, queue->ecn.kmax);
		break;
	case PFC_CONFIG_STRICT_BW:
		NL_SET_ERR_MSG_FMT(extack, "tc-bw: class %d is strict, its share has to be 0",
				   which);
		break;
	case PFC_CONFIG_ETS_BW:
		NL_SET_ERR_MSG_FMT(extack, "tc-bw: class %d is ets, its share has to be 1..100",
				   which);
		break;
	case PFC_CONFIG_ETS_SUM:
		NL_SET_ERR_MSG_FMT(extack,
				   "tc-bw: ets classes have %d percent together, not 100",
				   which);
		break;
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
	       pfc_read_maps(attrs, config, extack) ?:
	       pfc_read_watchdog(attrs, config, extack) ?:
	       pfc_read_tcs(info, config) ?:
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
	if (change->config->asks_fdb)
		pfc_flood_prepare();
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
