// SPDX-License-Identifier: GPL-2.0-only
/*
 * The generic netlink family "pfc": its commands, and how requests name ports.
 */
#include <linux/module.h>
#include "netlink.h"

/* What only names a port */
static const struct nla_policy pfc_name_policy[PFC_A_IFNAME + 1] = {
	[PFC_A_IFINDEX]		= { .type = NLA_U32 },
	[PFC_A_IFNAME]		= { .type = NLA_NUL_STRING, .len = IFNAMSIZ - 1 },
};

#define PFC_POLICY(which)						\
	.policy		= which,					\
	.maxattr	= ARRAY_SIZE(which) - 1

/* Each command takes the attributes that mean something to it, no others */
static const struct genl_ops pfc_genl_ops[] = {
	{
		.cmd	= PFC_CMD_PORT_GET,
		PFC_POLICY(pfc_name_policy),
		.doit	= pfc_genl_port_get,
		.start	= pfc_genl_dump_start,
		.dumpit	= pfc_genl_port_dump,
	}, {
		.cmd	= PFC_CMD_PORT_SET,
		PFC_POLICY(pfc_port_policy),
		.doit	= pfc_genl_port_set,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_POOL_GET,
		PFC_POLICY(pfc_pool_name_policy),
		.doit	= pfc_genl_pool_get,
		.start	= pfc_genl_dump_start,
		.dumpit	= pfc_genl_pool_dump,
	}, {
		.cmd	= PFC_CMD_POOL_NEW,
		PFC_POLICY(pfc_pool_policy),
		.doit	= pfc_genl_pool_new,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_POOL_DEL,
		PFC_POLICY(pfc_pool_name_policy),
		.doit	= pfc_genl_pool_del,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_POOL_SET,
		PFC_POLICY(pfc_pool_policy),
		.doit	= pfc_genl_pool_set,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_PROFILE_GET,
		PFC_POLICY(pfc_profile_name_policy),
		.doit	= pfc_genl_profile_get,
		.start	= pfc_genl_dump_start,
		.dumpit	= pfc_genl_profile_dump,
	}, {
		.cmd	= PFC_CMD_PROFILE_SET,
		PFC_POLICY(pfc_profile_policy),
		.doit	= pfc_genl_profile_set,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_PROFILE_NEW,
		PFC_POLICY(pfc_profile_policy),
		.doit	= pfc_genl_profile_new,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_PROFILE_DEL,
		PFC_POLICY(pfc_profile_name_policy),
		.doit	= pfc_genl_profile_del,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_STATS_GET,
		PFC_POLICY(pfc_name_policy),
		.doit	= pfc_genl_stats_get,
		.start	= pfc_genl_dump_start,
		.dumpit	= pfc_genl_stats_dump,
	}, {
		.cmd	= PFC_CMD_STATS_CLEAR,
		PFC_POLICY(pfc_clear_policy),
		.doit	= pfc_genl_stats_clear,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_WATERMARK_CLEAR,
		PFC_POLICY(pfc_watermark_policy),
		.doit	= pfc_genl_watermark_clear,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_WATCHDOG_GET,
		PFC_POLICY(pfc_name_policy),
		.doit	= pfc_genl_watchdog_get,
		.start	= pfc_genl_dump_start,
		.dumpit	= pfc_genl_watchdog_dump,
	}, {
		.cmd	= PFC_CMD_WATCHDOG_CLEAR,
		PFC_POLICY(pfc_clear_policy),
		.doit	= pfc_genl_watchdog_clear,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_WATCHDOG_MITIGATE,
		PFC_POLICY(pfc_watchdog_policy),
		.doit	= pfc_genl_watchdog_mitigate,
		.flags	= GENL_UNS_ADMIN_PERM,
	}, {
		.cmd	= PFC_CMD_WATCHDOG_INJECT,
		PFC_POLICY(pfc_watchdog_policy),
		.doit	= pfc_genl_watchdog_inject,
		.flags	= GENL_UNS_ADMIN_PERM,
	},
};

static const struct genl_multicast_group pfc_genl_groups[] = {
	{ .name = PFC_GENL_MCGRP_EVENTS },
};

struct genl_family pfc_genl_family __ro_after_init = {
	.name		= PFC_GENL_NAME,
	.version	= PFC_GENL_VERSION,
	.netnsok	= true,
	.module		= THIS_MODULE,
	.ops		= pfc_genl_ops,
	.n_ops		= ARRAY_SIZE(pfc_genl_ops),
	.resv_start_op	= PFC_CMD_UNSPEC + 1,
	.mcgrps		= pfc_genl_groups,
	.n_mcgrps	= ARRAY_SIZE(pfc_genl_groups),
};

/**
 * pfc_genl_port() - the port that a request names
 * @info: the request
 *
 * Context: RTNL.
 * Return: the port; -EINVAL if none is named or two, -ENODEV without such a
 * device, -ENOENT if it is no port.
 */
struct pfc_port *pfc_genl_port(struct genl_info *info)
{
	struct nlattr *index = info->attrs[PFC_A_IFINDEX];
	struct nlattr *name = info->attrs[PFC_A_IFNAME];
	struct net *net = genl_info_net(info);
	struct net_device *dev;
	struct pfc_port *port;

	ASSERT_RTNL();

	if (!index == !name) {
		NL_SET_ERR_MSG(info->extack,
			       "name the port by either ifindex or ifname");
		return ERR_PTR(-EINVAL);
	}
	if (index)
		dev = __dev_get_by_index(net, nla_get_u32(index));
	else
		dev = __dev_get_by_name(net, nla_data(name));
	if (!dev) {
		NL_SET_ERR_MSG_ATTR(info->extack, index ?: name,
				    "no such device");
		return ERR_PTR(-ENODEV);
	}
	port = pfc_port_of(dev);
	if (!port) {
		NL_SET_ERR_MSG_ATTR(info->extack, index ?: name,
				    "device is not a pfc port");
		return ERR_PTR(-ENOENT);
	}
	return port;
}

/**
 * pfc_genl_init() - register the family
 *
 * Return: 0 or an error.
 */
int __init pfc_genl_init(void)
{
	return genl_register_family(&pfc_genl_family);
}

/**
 * pfc_genl_exit() - unregister the family
 */
void pfc_genl_exit(void)
{
	genl_unregister_family(&pfc_genl_family);
}
