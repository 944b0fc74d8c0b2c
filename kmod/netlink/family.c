// SPDX-License-Identifier: GPL-2.0-only
/* The generic netlink family "pfc": its commands, and the lookup of the port in a request. */
#include <linux/module.h>
#include <linux/rtnetlink.h>
#include <net/net_namespace.h>
#include "../port.h"
#include "netlink.h"

static const struct genl_multicast_group pfc_genl_groups[] = {
	{ .name = PFC_GENL_MCGRP_EVENTS },
};

struct genl_family pfc_genl_family __ro_after_init = {
	.name		= PFC_GENL_NAME,
	.version	= PFC_GENL_VERSION,
	.netnsok	= true,
	/* RTNL protects all state of the module: see locking.rst */
	.parallel_ops	= true,
	.module		= THIS_MODULE,
	.ops		= pfc_genl_ops,
	.n_ops		= ARRAY_SIZE(pfc_genl_ops),
	.resv_start_op	= PFC_CMD_UNSPEC + 1,
	.mcgrps		= pfc_genl_groups,
	.n_mcgrps	= ARRAY_SIZE(pfc_genl_groups),
};

/* Test whether a request selects one port or all ports.  Return: true for one port */
bool pfc_names_port(const struct genl_info *info)
{
	return info->attrs[PFC_A_IFINDEX] || info->attrs[PFC_A_IFNAME];
}

/* Return: the port of a request, or -EINVAL, -ENODEV, -ENOENT with extack.  Context: RTNL */
void *pfc_find_port(struct genl_info *info)
{
	struct nlattr *index = info->attrs[PFC_A_IFINDEX];
	struct nlattr *name = info->attrs[PFC_A_IFNAME];
	struct net *net = genl_info_net(info);
	struct net_device *dev;
	struct pfc_port *port;

	ASSERT_RTNL();

	if (!index == !name) {
		PFC_SET_ERROR_TEXT(pfc_ack(info),
				   "name the port by either ifindex or ifname");
		return ERR_PTR(-EINVAL);
	}
	if (index)
		dev = __dev_get_by_index(net, nla_get_u32(index));
	else
		dev = __dev_get_by_name(net, nla_data(name));
	if (!dev && index) {
		PFC_SET_ERROR_TEXT_ATTR(pfc_ack(info), index, "ifindex %u: no such device",
					nla_get_u32(index));
		return ERR_PTR(-ENODEV);
	}
	if (!dev) {
		PFC_SET_ERROR_TEXT_ATTR(pfc_ack(info), name, "%s: no such device",
					(char *)nla_data(name));
		return ERR_PTR(-ENODEV);
	}
	port = pfc_port_of(dev);
	if (!port) {
		PFC_SET_CAUSE_ATTR(pfc_ack(info), index ?: name, PFC_CAUSE_NOT_A_PORT, dev->name);
		return ERR_PTR(-ENOENT);
	}
	return port;
}

/* Call a function for the port of a request.  @all: for all ports, if the request names none */
int pfc_for_ports(struct genl_info *info, bool all, pfc_port_fn *apply)
{
	struct pfc_port *port;
	int err = 0;
	u16 id = 0;

	rtnl_lock();
	if (!all || pfc_names_port(info)) {
		port = pfc_find_port(info);
		err = PTR_ERR_OR_ZERO(port) ?: apply(port, info);
	} else {
		while (!err && (port = pfc_port_next(genl_info_net(info), &id)))
			err = apply(port, info);
	}
	rtnl_unlock();
	return err;
}

/*
 * Handle a request, with an extended ack that has a text of its own.
 *
 * The core sends the ack after this function has returned, and the text is gone then.  So a
 * request whose answer has a text gets its ack here, and -EINTR: the core sends no second ack.
 * Return: as the handler of the command, or -EINTR.
 */
int pfc_genl_do(struct sk_buff *skb, struct genl_info *info)
{
	struct netlink_ext_ack *core = info->extack;
	struct pfc_ack ack = {};
	int err;

	info->extack = &ack.ext;
	err = pfc_genl_handlers[info->genlhdr->cmd](skb, info);
	info->extack = core;
	if (ack.ext._msg != ack.text) {
		*core = ack.ext;
		return err;
	}
	if (err || info->nlhdr->nlmsg_flags & NLM_F_ACK)
		netlink_ack(skb, (struct nlmsghdr *)info->nlhdr, err, &ack.ext);
	return -EINTR;
}
