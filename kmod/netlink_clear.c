// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests to start counters or watermarks anew.
 */
#include "netlink.h"

const struct nla_policy pfc_watermark_policy[PFC_A_POOL_NAME + 1] = {
	[PFC_A_IFINDEX]		= { .type = NLA_U32 },
	[PFC_A_IFNAME]		= { .type = NLA_NUL_STRING, .len = IFNAMSIZ - 1 },
	[PFC_A_PG]		= NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_QUEUE]		= NLA_POLICY_NESTED(pfc_queue_policy),
	[PFC_A_POOL_NAME]	= PFC_NAME_POLICY,
};

const struct nla_policy pfc_clear_policy[PFC_A_PRIOS + 1] = {
	[PFC_A_IFINDEX]		= { .type = NLA_U32 },
	[PFC_A_IFNAME]		= { .type = NLA_NUL_STRING, .len = IFNAMSIZ - 1 },
	[PFC_A_PRIOS]		= { .type = NLA_U8 },
};

/**
 * pfc_names_port() - does a request name one port, or all?
 * @info: the request
 *
 * Return: one.
 */
bool pfc_names_port(const struct genl_info *info)
{
	return info->attrs[PFC_A_IFINDEX] || info->attrs[PFC_A_IFNAME];
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
	u16 id = 0;
	u8 prios;
	int err;

	err = pfc_read_prios(info, &prios);
	if (err)
		return err;
	if (info->attrs[PFC_A_PRIOS] && !pfc_names_port(info)) {
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[PFC_A_PRIOS],
				    "prios: need a port");
		return -EINVAL;
	}
	rtnl_lock();
	if (pfc_names_port(info)) {
		port = pfc_genl_port(info);
		err = PTR_ERR_OR_ZERO(port);
		if (!err && info->attrs[PFC_A_PRIOS])
			err = pfc_stats_clear_prios(port, prios);
		else if (!err)
			pfc_stats_clear(port);
	} else {
		while ((port = pfc_port_next(genl_info_net(info), &id)))
			pfc_stats_clear(port);
	}
	rtnl_unlock();
	return err;
}

static int pfc_clear_pool(struct genl_info *info)
{
	struct pfc_pool *pool;

	pool = pfc_pools_find(pfc_net_of(genl_info_net(info)),
			      info->attrs[PFC_A_POOL_NAME], info->extack);
	if (IS_ERR(pool))
		return PTR_ERR(pool);
	pfc_pool_clear(pool);
	return 0;
}

static int pfc_clear_port(struct genl_info *info)
{
	struct pfc_port *port = pfc_genl_port(info);
	u8 pgs = 0, queues = 0;
	int err;

	if (IS_ERR(port))
		return PTR_ERR(port);
	err = pfc_read_numbers(info, &pgs, &queues);
	if (err)
		return err;
	if (!pgs && !queues) {
		pgs = 0xff;
		queues = 0xff;
	}
	pfc_watermarks_clear(port, pgs, queues);
	return 0;
}

static void pfc_clear_all(struct net *net)
{
	struct pfc_port *port;
	struct pfc_pool *pool;
	u16 id = 0;

	while ((port = pfc_port_next(net, &id)))
		pfc_watermarks_clear(port, 0xff, 0xff);
	list_for_each_entry(pool, &pfc_net_of(net)->pools, list)
		pfc_pool_clear(pool);
}

/**
 * pfc_genl_watermark_clear() - %PFC_CMD_WATERMARK_CLEAR
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack; then nothing was cleared.
 */
int pfc_genl_watermark_clear(struct sk_buff *skb, struct genl_info *info)
{
	bool pool = info->attrs[PFC_A_POOL_NAME];
	bool parts = info->attrs[PFC_A_PG] || info->attrs[PFC_A_QUEUE];
	bool port = pfc_names_port(info);
	int err = 0;

	if ((pool && port) || (parts && !port)) {
		NL_SET_ERR_MSG(info->extack,
			       "name a pool, a port, or groups and queues of a port");
		return -EINVAL;
	}
	rtnl_lock();
	if (pool)
		err = pfc_clear_pool(info);
	else if (port)
		err = pfc_clear_port(info);
	else
		pfc_clear_all(genl_info_net(info));
	rtnl_unlock();
	return err;
}
