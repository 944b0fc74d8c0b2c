// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests that show something.
 */
#include <linux/slab.h>
#include <net/sock.h>
#include "netlink.h"

/* Room for any one port, with all its counters or all its maps */
#define PFC_MSG_SIZE	8192

static int pfc_put_pg(struct sk_buff *msg, const struct pfc_port *port, int pg)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	const struct pfc_pg_limits *limits = &config->pg[pg];
	const struct pfc_profile *profile = port->profiles[pg];
	struct nlattr *nest = nla_nest_start(msg, PFC_A_PG);

	if (!nest || nla_put_u8(msg, PFC_PG_A_ID, pg) ||
	    pfc_put_limits(msg, limits, pfc_group_pool(&port->groups[pg])) ||
	    nla_put_u32(msg, PFC_PG_A_HEADROOM_NEEDED, port->headroom_needed) ||
	    (profile && nla_put_string(msg, PFC_PG_A_PROFILE, profile->name)) ||
	    (limits->lossless && nla_put_flag(msg, PFC_PG_A_LOSSLESS)))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_queue(struct sk_buff *msg, int id,
			 const struct pfc_queue_limits *limits)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_QUEUE);

	if (!nest || nla_put_u8(msg, PFC_QUEUE_A_ID, id) ||
	    nla_put_u32(msg, PFC_QUEUE_A_LIMIT, limits->limit) ||
	    nla_put_u32(msg, PFC_QUEUE_A_ALPHA, limits->alpha) ||
	    nla_put_u32(msg, PFC_QUEUE_A_ECN_KMIN, limits->ecn.kmin) ||
	    nla_put_u32(msg, PFC_QUEUE_A_ECN_KMAX, limits->ecn.kmax) ||
	    nla_put_u32(msg, PFC_QUEUE_A_ECN_PMAX, limits->ecn.pmax))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

/**
 * pfc_put_name() - put what a port is called into an answer
 * @msg: the answer
 * @port: the port
 *
 * Return: 0 or -EMSGSIZE.
 */
int pfc_put_name(struct sk_buff *msg, const struct pfc_port *port)
{
	return nla_put_u32(msg, PFC_A_IFINDEX, port->dev->ifindex) ?:
	       nla_put_string(msg, PFC_A_IFNAME, port->dev->name) ?:
	       nla_put_u32(msg, PFC_A_PORT_ID, port->id);
}

static int pfc_put_link(struct sk_buff *msg, const struct pfc_port *port,
			const struct pfc_config *config)
{
	return nla_put_u32(msg, PFC_A_PAUSE_TIME, config->pause_time) ?:
	       nla_put_u64_64bit(msg, PFC_A_RATE, config->rate, PFC_A_PAD) ?:
	       nla_put_u64_64bit(msg, PFC_A_PEER_RATE, config->peer_rate, PFC_A_PAD) ?:
	       nla_put_u32(msg, PFC_A_OVERHEAD, config->overhead) ?:
	       nla_put_u32(msg, PFC_A_SPEED, pfc_port_speed(port, config)) ?:
	       (config->speed ? 0 : nla_put_flag(msg, PFC_A_SPEED_AUTO)) ?:
	       nla_put_u32(msg, PFC_A_DELAY, config->delay) ?:
	       nla_put_u32(msg, PFC_A_CABLE_DELAY, config->cable_delay) ?:
	       nla_put_u32(msg, PFC_A_BATCH, config->batch) ?:
	       nla_put_u8(msg, PFC_A_FLOW_CONTROL, config->flow);
}

static int pfc_put_port(struct sk_buff *msg, void *what)
{
	struct pfc_port *port = what;
	const struct pfc_config *config = rtnl_dereference(port->config);
	int i;

	if (pfc_put_name(msg, port) || pfc_put_link(msg, port, config) ||
	    nla_put_u32(msg, PFC_A_QUEUE_LIMIT, config->queue_limit) ||
	    nla_put_u8(msg, PFC_A_DEFAULT_PRIO, config->default_prio) ||
	    nla_put_u8(msg, PFC_A_TRUST, config->trust) ||
	    nla_put_u8(msg, PFC_A_FLOOD_LOSSLESS, config->flood_drop) ||
	    nla_put_u8(msg, PFC_A_PRIO_SOURCE, config->prio_source) ||
	    nla_put_u32(msg, PFC_A_PORT_GROUP, config->port_group) ||
	    pfc_put_maps(msg, config) || pfc_put_watchdog(msg, config))
		return -EMSGSIZE;
	for (i = 0; i < PFC_PRIOS; i++)
		if (pfc_put_pg(msg, port, i) ||
		    pfc_put_queue(msg, i, &config->queues[i]) ||
		    pfc_put_tc(msg, i, &config->tcs[i]))
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

/**
 * pfc_put_prio_stats() - put the counters of a priority into an answer
 * @msg: the answer
 * @stats: counters of the port
 * @prio: the priority, 0..7
 *
 * Return: 0 or -EMSGSIZE.
 */
int pfc_put_prio_stats(struct sk_buff *msg, const struct pfc_stats *stats, int prio)
{
	return pfc_put_counters(msg, PFC_A_STATS_PRIO, prio, stats->prio[prio],
				PFC_PRIO_STATS);
}

static int pfc_put_stats(struct sk_buff *msg, void *what)
{
	struct pfc_port *port = what;
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
		      pfc_put_prio_stats(msg, stats, i) ?:
		      pfc_put_counters(msg, PFC_A_STATS_QUEUE, i,
				       stats->queue[i], PFC_QUEUE_STATS);
	kfree(stats);
	return err;
}

/**
 * pfc_genl_get_one() - answer with what a request names
 * @info: the request
 * @cmd: command of the answer
 * @find: finds it, under RTNL, or says why not: an ERR_PTR, and extack
 * @put: puts it into the answer
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_get_one(struct genl_info *info, u8 cmd,
		     void *(*find)(struct genl_info *info),
		     int (*put)(struct sk_buff *msg, void *what))
{
	struct sk_buff *msg;
	void *hdr, *what;
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
	what = find(info);
	err = PTR_ERR_OR_ZERO(what);
	if (!err)
		err = put(msg, what);
	rtnl_unlock();
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	genlmsg_end(msg, hdr);
	return genlmsg_reply(msg, info);
}

/* One more message of a dump */
static int pfc_get_next(struct sk_buff *msg, struct netlink_callback *cb, u8 cmd,
			int (*put)(struct sk_buff *msg, void *what), void *what)
{
	void *hdr;
	int err;

	hdr = genlmsg_put(msg, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
			  &pfc_genl_family, NLM_F_MULTI, cmd);
	if (!hdr)
		return -EMSGSIZE;
	genl_dump_check_consistent(cb, hdr);
	err = put(msg, what);
	if (err)
		genlmsg_cancel(msg, hdr);
	else
		genlmsg_end(msg, hdr);
	return err;
}

/**
 * pfc_genl_get_list() - answer with all of a list
 * @msg: the answer
 * @cb: the dump; args[0] is how many were shown
 * @cmd: command of the answer
 * @list: of what has its list_head first
 * @put: puts one of them into the answer
 *
 * Context: RTNL.
 * Return: length of the answer or an error.
 */
int pfc_genl_get_list(struct sk_buff *msg, struct netlink_callback *cb, u8 cmd,
		      struct list_head *list,
		      int (*put)(struct sk_buff *msg, void *what))
{
	struct list_head *item;
	unsigned long i = 0;
	int err = 0;

	ASSERT_RTNL();

	static_assert(!offsetof(struct pfc_pool, list));
	static_assert(!offsetof(struct pfc_profile, list));
	cb->seq = pfc_net_of(sock_net(msg->sk))->generation;
	list_for_each(item, list) {
		if (i++ < cb->args[0])
			continue;
		err = pfc_get_next(msg, cb, cmd, put, item);
		if (err)
			break;
		cb->args[0] = i;
	}
	return msg->len ?: err;
}

/**
 * pfc_get_ports() - answer with all ports of the namespace
 * @skb: the answer
 * @cb: the dump; args[0] is the id of the last port shown
 * @cmd: command of the answer
 * @put: puts one of them into the answer
 *
 * Return: length of the answer or an error.
 */
int pfc_get_ports(struct sk_buff *skb, struct netlink_callback *cb, u8 cmd,
		  int (*put)(struct sk_buff *msg, void *what))
{
	struct net *net = sock_net(skb->sk);
	u16 id = cb->args[0];
	struct pfc_port *port;
	int err = 0;

	rtnl_lock();
	cb->seq = pfc_net_of(net)->generation;
	while (!err && (port = pfc_port_next(net, &id))) {
		err = pfc_get_next(skb, cb, cmd, put, port);
		if (!err)
			cb->args[0] = id;
	}
	rtnl_unlock();
	return skb->len ?: err;
}

/**
 * pfc_find_port() - what pfc_genl_get_one() asks for a port
 * @info: the request
 *
 * Context: RTNL.
 * Return: as of pfc_genl_port().
 */
void *pfc_find_port(struct genl_info *info)
{
	return pfc_genl_port(info);
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
	return pfc_genl_get_one(info, PFC_CMD_PORT_GET, pfc_find_port, pfc_put_port);
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
	return pfc_get_ports(skb, cb, PFC_CMD_PORT_GET, pfc_put_port);
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
	return pfc_genl_get_one(info, PFC_CMD_STATS_GET, pfc_find_port, pfc_put_stats);
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
	return pfc_get_ports(skb, cb, PFC_CMD_STATS_GET, pfc_put_stats);
}
