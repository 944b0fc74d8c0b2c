// SPDX-License-Identifier: GPL-2.0-only
/*
 * A port in requests and answers, and its counters in answers.  A request is parsed into a copy of
 * the configuration, which the control plane validates, commits and applies.
 */
#include <linux/slab.h>
#include "../change.h"
#include "../core/app.h"
#include "../net.h"
#include "../port.h"
#include "netlink.h"

/* Read the request into the configuration, pools and profiles of @change */
static int pfc_parse_port(struct genl_info *info, struct pfc_change *change)
{
	struct pfc_config *config = change->config;
	struct nlattr **attrs = info->attrs;

	change->sets_pause_time = attrs[PFC_A_PAUSE_TIME] || attrs[PFC_A_SPEED] ||
				  attrs[PFC_A_RATE];
	if (attrs[PFC_A_DEFAULT_PRIO])
		pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, 0,
				nla_get_u8(attrs[PFC_A_DEFAULT_PRIO]));
	return pfc_read_fields(attrs, pfc_port_fields, config, info->extack) ?:
	       pfc_read_maps(attrs, config, pfc_ack(info)) ?:
	       pfc_read_objects(info, &pfc_tc_kind, config->tcs, 0, NULL) ?:
	       pfc_read_pgs(info, change) ?:
	       pfc_read_objects(info, &pfc_queue_kind, config->queues, 0, NULL);
}

static int pfc_port_set(struct pfc_port *port, struct genl_info *info)
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

int pfc_genl_port_set(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_for_ports(info, false, pfc_port_set);
}

static int pfc_put_pg(struct sk_buff *msg, const struct pfc_port *port, int pg)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	const struct pfc_pg_limits *limits = &config->pg[pg];
	const struct pfc_profile *profile = port->profiles[pg];
	struct nlattr *nest = nla_nest_start(msg, PFC_A_PG);

	if (!nest || nla_put_u8(msg, PFC_PG_A_ID, pg) ||
	    pfc_put_limits(msg, limits, pfc_group_pool(&port->groups[pg])) ||
	    nla_put_u32(msg, PFC_PG_A_HEADROOM_NEEDED, port->link.headroom) ||
	    (profile && nla_put_string(msg, PFC_PG_A_PROFILE, profile->name)) ||
	    (limits->lossless && nla_put_flag(msg, PFC_PG_A_LOSSLESS)))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

int pfc_put_port(struct sk_buff *msg, void *object)
{
	struct pfc_port *port = object;
	const struct pfc_config *config = rtnl_dereference(port->config);
	int i;

	if (pfc_put_name(msg, port) ||
	    pfc_put_fields(msg, pfc_port_fields, config, PFC_A_PAD) ||
	    nla_put_u8(msg, PFC_A_DEFAULT_PRIO, config->default_prio) ||
	    nla_put_u32(msg, PFC_A_SPEED, pfc_port_speed(port, config)) ||
	    nla_put_u8(msg, PFC_A_SPEED_SOURCE, pfc_speed_source(port, config)) ||
	    nla_put_u32(msg, PFC_A_TX_QUEUES_USED, pfc_tx_queues_used(port)) ||
	    nla_put_u32(msg, PFC_A_RING, pfc_link_rings(port)) ||
	    nla_put_u64_64bit(msg, PFC_A_MEMORY_USED, pfc_leaves_memory(port), PFC_A_PAD) ||
	    nla_put_u32(msg, PFC_A_MEMORY_PORT, pfc_slab_size(port)) ||
	    nla_put_u32(msg, PFC_A_FOREIGN_DEVICES, pfc_net_of(port->net)->foreign) ||
	    nla_put_u8(msg, PFC_A_DCB, pfc_dcb_owner(port)) ||
	    pfc_put_maps(msg, config) ||
	    pfc_put_objects(msg, &pfc_queue_kind, config->queues) ||
	    pfc_put_objects(msg, &pfc_tc_kind, config->tcs))
		return -EMSGSIZE;
	for (i = 0; i < PFC_PRIOS; i++)
		if (pfc_put_pg(msg, port, i))
			return -EMSGSIZE;
	return 0;
}

int pfc_put_stats(struct sk_buff *msg, void *object)
{
	struct pfc_port *port = object;
	struct pfc_stats *stats;
	int i, err;

	stats = kmalloc(sizeof(*stats), GFP_KERNEL);
	if (!stats)
		return -ENOMEM;
	pfc_stats_get(port, stats);

	err = pfc_put_name(msg, port) ?:
	      pfc_put_counters(msg, PFC_A_STATS_PORT, -1, stats->port,
			       PFC_PORT_STATS);
	for (i = 0; i < PFC_PRIOS && !err; i++)
		err = pfc_put_counters(msg, PFC_A_STATS_PG, i, stats->pg[i],
				       PFC_PG_STATS) ?:
		      pfc_put_counters(msg, PFC_A_STATS_PRIO, i, stats->prio[i], PFC_PRIO_STATS) ?:
		      pfc_put_counters(msg, PFC_A_STATS_QUEUE, i,
				       stats->queue[i], PFC_QUEUE_STATS);
	kfree(stats);
	return err;
}
