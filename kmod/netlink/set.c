// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests that change a port.  A request is parsed into a copy of the configuration, which
 * the control plane validates, commits and applies.
 */
#include "../change.h"
#include "../core/app.h"
#include "../port.h"
#include "netlink.h"

static int pfc_read_link(struct nlattr **attrs, struct pfc_config *config,
			 struct pfc_ack *extack)
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
			    PFC_BATCH_MAX, " frames", extack) ?:
	       pfc_read_u32(attrs[PFC_A_LATENCY], "latency", &config->latency,
			    PFC_LATENCY_MAX, " ns", extack) ?:
	       pfc_read_u8(attrs[PFC_A_GSO], "gso", &config->gso, PFC_GSO_MAX, extack) ?:
	       pfc_read_u8(attrs[PFC_A_TX_QUEUES], "tx-queues", &config->tx_queues,
			   PFC_TX_QUEUES_MAX, extack);
}

static int pfc_read_prio_or_none(const struct nlattr *attr, const char *name, u8 *prio,
				 struct pfc_ack *extack)
{
	if (attr && nla_get_u8(attr) == PFC_MAP_NONE) {
		*prio = PFC_MAP_NONE;
		return 0;
	}
	return pfc_read_u8(attr, name, prio, PFC_PRIOS - 1, extack);
}

static int pfc_read_scalars(struct nlattr **attrs, struct pfc_config *config,
			    struct pfc_ack *extack)
{
	struct nlattr *pause = attrs[PFC_A_PAUSE_TIME];
	u8 drop = config->flood_drop, rewrite = config->app_rewrite;
	u8 prio = config->default_prio;
	int err;

	if (pause) {
		err = pfc_read_range(pause, "pause-time", nla_get_u32(pause), 1,
				     PFC_PAUSE_TIME_MAX, " quanta", extack);
		if (err)
			return err;
		config->pause_time = nla_get_u32(pause);
	}
	err = pfc_read_u8(attrs[PFC_A_DEFAULT_PRIO], "default-prio", &prio,
			  PFC_PRIOS - 1, extack) ?:
	      pfc_read_prio_or_none(attrs[PFC_A_CONTROL_PRIO], "control-prio",
				    &config->control_prio, extack) ?:
	      pfc_read_u8(attrs[PFC_A_FLOW_CONTROL], "flow-control", &config->flow,
			  PFC_FLOW_CONTROL_MAX, extack) ?:
	      pfc_read_u8(attrs[PFC_A_TRUST], "trust", &config->trust,
			  PFC_TRUST_MAX, extack) ?:
	      pfc_read_u8(attrs[PFC_A_FLOOD_LOSSLESS], "flood-lossless", &drop, 1,
			  extack) ?:
	      pfc_read_u8(attrs[PFC_A_PRIO_SOURCE], "prio-source",
			  &config->prio_source, PFC_PRIO_SOURCE_MAX, extack) ?:
	      pfc_read_u8(attrs[PFC_A_APP_REWRITE], "app-rewrite", &rewrite, 1, extack) ?:
	      pfc_read_size(attrs[PFC_A_QUEUE_LIMIT], "queue-limit",
			    &config->queue_limit, extack) ?:
	      pfc_read_u32(attrs[PFC_A_PORT_GROUP], "port-group", &config->port_group,
			   PFC_PORT_GROUP_MAX, "", extack);
	if (attrs[PFC_A_DEFAULT_PRIO] && !err)
		pfc_app_replace_default(config, prio);
	config->flood_drop = drop;
	config->app_rewrite = rewrite;
	return err;
}

/* Read the request into the configuration, pools and profiles of @change */
static int pfc_parse_port(const struct genl_info *info, struct pfc_change *change)
{
	struct pfc_ack *extack = pfc_ack(info);
	struct pfc_config *config = change->config;
	struct nlattr **attrs = info->attrs;

	change->sets_pause_time = attrs[PFC_A_PAUSE_TIME] || attrs[PFC_A_SPEED] ||
				  attrs[PFC_A_RATE];
	return pfc_read_scalars(attrs, config, extack) ?:
	       pfc_read_link(attrs, config, extack) ?:
	       pfc_read_maps(attrs, config, extack) ?:
	       pfc_read_watchdog(attrs, config, extack) ?:
	       pfc_read_tcs(info, config) ?:
	       pfc_read_pgs(info, change) ?:
	       pfc_read_queues(info, config);
}

static int pfc_port_set(struct pfc_port *port, const struct genl_info *info)
{
	struct pfc_change *change;
	LIST_HEAD(changes);
	int err;

	change = pfc_change_begin(&changes, port, pfc_ack(info));
	if (IS_ERR(change))
		return PTR_ERR(change);
	err = pfc_parse_port(info, change);
	if (err) {
		pfc_change_abort(&changes);
		return err;
	}
	return pfc_change_request(&changes, pfc_ack(info));
}

/**
 * pfc_genl_port_set() - handle %PFC_CMD_PORT_SET
 * @skb: the request
 * @info: the request
 *
 * Return: 0, or an error with extack; then the port is unchanged.
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
