// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests that show something.
 */
#include <linux/slab.h>
#include <net/sock.h>
#include "port.h"

/* Room for any one port, with all its counters or all its maps */
#define PFC_MSG_SIZE	8192

static int pfc_put_map(struct sk_buff *msg, int type, const u8 *table, int keys)
{
	struct nlattr *nest = nla_nest_start(msg, type);
	int key;

	if (!nest)
		return -EMSGSIZE;
	for (key = 0; key < keys; key++) {
		struct nlattr *entry = nla_nest_start(msg, PFC_A_MAP_ENTRY);

		if (!entry || nla_put_u8(msg, PFC_MAP_A_KEY, key) ||
		    nla_put_u8(msg, PFC_MAP_A_VALUE, table[key]))
			return -EMSGSIZE;
		nla_nest_end(msg, entry);
	}
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_prio_pfc(struct sk_buff *msg, u8 prios)
{
	u8 table[PFC_PRIOS];
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		table[prio] = prios >> prio & 1;
	return pfc_put_map(msg, PFC_A_PRIO_PFC, table, PFC_PRIOS);
}

static int pfc_put_pg(struct sk_buff *msg, int pg,
		      const struct pfc_pg_limits *limits)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_PG);

	if (!nest || nla_put_u8(msg, PFC_PG_A_ID, pg) ||
	    nla_put_u32(msg, PFC_PG_A_XOFF, limits->xoff) ||
	    nla_put_u32(msg, PFC_PG_A_XON, limits->xon) ||
	    nla_put_u32(msg, PFC_PG_A_HEADROOM, limits->headroom) ||
	    nla_put_u32(msg, PFC_PG_A_LIMIT, limits->limit) ||
	    nla_put_u32(msg, PFC_PG_A_MIN, limits->guarantee) ||
	    nla_put_u32(msg, PFC_PG_A_ALPHA, limits->alpha) ||
	    nla_put_u32(msg, PFC_PG_A_XON_OFFSET, limits->xon_offset) ||
	    (limits->lossless && nla_put_flag(msg, PFC_PG_A_LOSSLESS)))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_name(struct sk_buff *msg, const struct pfc_port *port)
{
	return nla_put_u32(msg, PFC_A_IFINDEX, port->dev->ifindex) ?:
	       nla_put_string(msg, PFC_A_IFNAME, port->dev->name) ?:
	       nla_put_u32(msg, PFC_A_PORT_ID, port->id);
}

static int pfc_put_port(struct sk_buff *msg, struct pfc_port *port)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	int pg;

	if (pfc_put_name(msg, port) ||
	    nla_put_u8(msg, PFC_A_DEFAULT_PRIO, config->default_prio) ||
	    nla_put_u32(msg, PFC_A_PAUSE_TIME, config->pause_time) ||
	    nla_put_u64_64bit(msg, PFC_A_RATE, config->rate, PFC_A_PAD) ||
	    nla_put_u32(msg, PFC_A_SPEED, pfc_port_speed(port, config)) ||
	    (!config->speed && nla_put_flag(msg, PFC_A_SPEED_AUTO)) ||
	    nla_put_u32(msg, PFC_A_QUEUE_LIMIT, config->queue_limit) ||
	    nla_put_u32(msg, PFC_A_DELAY, config->delay) ||
	    pfc_put_map(msg, PFC_A_DSCP_PRIO, config->dscp_prio, PFC_DSCPS) ||
	    pfc_put_map(msg, PFC_A_PRIO_PG, config->prio_pg, PFC_PRIOS) ||
	    pfc_put_prio_pfc(msg, config->pfc_prios))
		return -EMSGSIZE;
	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (pfc_put_pg(msg, pg, &config->pg[pg]))
			return -EMSGSIZE;
	return 0;
}

static int pfc_put_counters(struct sk_buff *msg, int type, int id,
			    const u64 *counters, int n)
{
	struct nlattr *nest = nla_nest_start(msg, type);
	int i;

	if (!nest || (id >= 0 && nla_put_u8(msg, PFC_STAT_ID, id)))
		return -EMSGSIZE;
	for (i = 0; i < n; i++)
		if (nla_put_u64_64bit(msg, PFC_STAT_FIRST + i, counters[i],
				      PFC_STAT_PAD))
			return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_stats(struct sk_buff *msg, struct pfc_port *port)
{
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
		      pfc_put_counters(msg, PFC_A_STATS_PRIO, i, stats->prio[i],
				       PFC_PRIO_STATS) ?:
		      pfc_put_counters(msg, PFC_A_STATS_QUEUE, i,
				       stats->queue[i], PFC_QUEUE_STATS);
	kfree(stats);
	return err;
}

static int pfc_put_pool(struct sk_buff *msg, struct net *net)
{
	const struct pfc_pool *pool = &pfc_net_of(net)->pool;
	struct pfc_port *port;
	u32 headroom = 0;
	u16 id = 0;
	int pg;

	while ((port = pfc_port_next(net, &id)))
		for (pg = 0; pg < PFC_PRIOS; pg++) {
			u64 use = atomic64_read(&port->groups[pg].use);

			headroom += pfc_use_unpack(use).headroom;
		}
	return nla_put_u32(msg, PFC_A_POOL_SIZE, pool->size) ?:
	       nla_put_u32(msg, PFC_A_POOL_RESERVED, pool->reserved) ?:
	       nla_put_u32(msg, PFC_A_POOL_SHARED_USED,
			   atomic_read(&pool->shared_used)) ?:
	       nla_put_u32(msg, PFC_A_POOL_HEADROOM_USED, headroom);
}

static int pfc_get_one(struct genl_info *info, u8 cmd,
		       int (*put)(struct sk_buff *msg, struct pfc_port *port))
{
	struct pfc_port *port;
	struct sk_buff *msg;
	void *hdr;
	int err;

	msg = genlmsg_new(PFC_MSG_SIZE, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;
	hdr = genlmsg_put_reply(msg, info, &pfc_genl_family, 0, cmd);
	if (!hdr) {
		nlmsg_free(msg);
		return -EMSGSIZE;
	}

	rtnl_lock();
	port = pfc_genl_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err)
		err = put(msg, port);
	rtnl_unlock();
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	genlmsg_end(msg, hdr);
	return genlmsg_reply(msg, info);
}

/* cb->args[0] is the id of the last port shown */
static int pfc_get_all(struct sk_buff *msg, struct netlink_callback *cb, u8 cmd,
		       int (*put)(struct sk_buff *msg, struct pfc_port *port))
{
	struct net *net = sock_net(msg->sk);
	u16 id = cb->args[0];
	struct pfc_port *port;
	int err = 0;
	void *hdr;

	rtnl_lock();
	cb->seq = pfc_net_of(net)->generation;
	while ((port = pfc_port_next(net, &id))) {
		hdr = genlmsg_put(msg, NETLINK_CB(cb->skb).portid,
				  cb->nlh->nlmsg_seq, &pfc_genl_family,
				  NLM_F_MULTI, cmd);
		if (!hdr) {
			err = -EMSGSIZE;
			break;
		}
		genl_dump_check_consistent(cb, hdr);
		err = put(msg, port);
		if (err) {
			genlmsg_cancel(msg, hdr);
			break;
		}
		genlmsg_end(msg, hdr);
		cb->args[0] = id;
	}
	rtnl_unlock();
	return msg->len ?: err;
}

/**
 * pfc_genl_dump_start() - begin a dump
 * @cb: the dump
 *
 * Return: 0.
 */
int pfc_genl_dump_start(struct netlink_callback *cb)
{
	cb->min_dump_alloc = PFC_MSG_SIZE;
	return 0;
}

/**
 * pfc_genl_port_get() - %PFC_CMD_PORT_GET of one port
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_port_get(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_get_one(info, PFC_CMD_PORT_GET, pfc_put_port);
}

/**
 * pfc_genl_port_dump() - %PFC_CMD_PORT_GET of all ports of the namespace
 * @skb: the answer
 * @cb: the dump
 *
 * Return: length of the answer or an error.
 */
int pfc_genl_port_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_all(skb, cb, PFC_CMD_PORT_GET, pfc_put_port);
}

/**
 * pfc_genl_stats_get() - %PFC_CMD_STATS_GET of one port
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_stats_get(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_get_one(info, PFC_CMD_STATS_GET, pfc_put_stats);
}

/**
 * pfc_genl_stats_dump() - %PFC_CMD_STATS_GET of all ports of the namespace
 * @skb: the answer
 * @cb: the dump
 *
 * Return: length of the answer or an error.
 */
int pfc_genl_stats_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_all(skb, cb, PFC_CMD_STATS_GET, pfc_put_stats);
}

/**
 * pfc_genl_pool_get() - %PFC_CMD_POOL_GET
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_pool_get(struct sk_buff *skb, struct genl_info *info)
{
	struct sk_buff *msg;
	void *hdr;
	int err;

	msg = genlmsg_new(GENLMSG_DEFAULT_SIZE, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;
	hdr = genlmsg_put_reply(msg, info, &pfc_genl_family, 0,
				PFC_CMD_POOL_GET);
	if (!hdr) {
		nlmsg_free(msg);
		return -EMSGSIZE;
	}

	rtnl_lock();
	err = pfc_put_pool(msg, genl_info_net(info));
	rtnl_unlock();
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	genlmsg_end(msg, hdr);
	return genlmsg_reply(msg, info);
}
