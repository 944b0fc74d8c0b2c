// SPDX-License-Identifier: GPL-2.0-only
/* Requests to reset counters or watermarks. */
#include "../net.h"
#include "../port.h"
#include "netlink.h"

static int pfc_clear_counters(struct pfc_port *port, struct genl_info *info)
{
	int err = pfc_stats_prepare(port);

	if (err)
		return err;
	if (info->attrs[PFC_A_PRIOS])
		return pfc_stats_clear_prios(port, pfc_read_prios(info));
	pfc_stats_clear(port);
	return 0;
}

/* Clears the counters of all ports of a namespace, or of none */
static int pfc_clear_all_counters(struct net *net)
{
	struct pfc_port *port;
	int err = 0;
	u16 id = 0;

	rtnl_lock();
	while (!err && (port = pfc_port_next(net, &id)))
		err = pfc_stats_prepare(port);
	for (id = 0; !err && (port = pfc_port_next(net, &id));)
		pfc_stats_clear(port);
	rtnl_unlock();
	return err;
}

int pfc_genl_stats_clear(struct sk_buff *skb, struct genl_info *info)
{
	if (pfc_names_port(info))
		return pfc_for_ports(info, false, pfc_clear_counters);
	if (!info->attrs[PFC_A_PRIOS])
		return pfc_clear_all_counters(genl_info_net(info));
	PFC_SET_ERROR_TEXT_ATTR(pfc_ack(info), info->attrs[PFC_A_PRIOS],
				"prios: needs a port, ifindex or ifname");
	return -EINVAL;
}

static int pfc_clear_pool(struct genl_info *info)
{
	struct pfc_pool *pool = pfc_find_pool(info);

	if (IS_ERR(pool))
		return PTR_ERR(pool);
	pfc_pool_clear(pool);
	return 0;
}

static int pfc_clear_port(struct pfc_port *port, struct genl_info *info)
{
	u8 pgs = 0, queues = 0;
	int err;

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

int pfc_genl_watermark_clear(struct sk_buff *skb, struct genl_info *info)
{
	bool pool = info->attrs[PFC_A_POOL_NAME];
	bool parts = info->attrs[PFC_A_PG] || info->attrs[PFC_A_QUEUE];
	bool port = pfc_names_port(info);
	int err = 0;

	if ((pool && port) || (parts && !port)) {
		PFC_SET_ERROR_TEXT(pfc_ack(info),
				   "a pool cannot be combined with a port; PGs and queues need a port");
		return -EINVAL;
	}
	if (port)
		return pfc_for_ports(info, false, pfc_clear_port);
	rtnl_lock();
	if (pool)
		err = pfc_clear_pool(info);
	else
		pfc_clear_all(genl_info_net(info));
	rtnl_unlock();
	return err;
}
