// SPDX-License-Identifier: GPL-2.0-only
/* Priority-based flow control (IEEE 802.1Qbb) for software switches */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <net/pkt_sched.h>
#include "net.h"
#include "netlink/netlink.h"
#include "qdisc.h"

static int __net_init pfc_net_init(struct net *net)
{
	struct pfc_net *pn = pfc_net_of(net);

	pn->generation = 1;
	INIT_LIST_HEAD(&pn->profiles);
	INIT_LIST_HEAD(&pn->guards);
	return pfc_pools_init(pn);
}

/* A namespace is freed after its devices, so it has no ports and no charged packets */
static void __net_exit pfc_net_exit(struct net *net)
{
	struct pfc_net *pn = pfc_net_of(net);

	pfc_profiles_exit(pn);
	pfc_pools_exit(pn);
	pfc_quota_exit(pn);
}

static struct pernet_operations pfc_net_ops = {
	.init	= pfc_net_init,
	.exit	= pfc_net_exit,
	.id	= &pfc_net_id,
	.size	= sizeof(struct pfc_net),
};

/* The module works without these options, so that it builds for small kernels, but does less */
static void __init pfc_log_missing(void)
{
	if (!IS_ENABLED(CONFIG_NETFILTER_INGRESS))
		pr_info("this kernel has no CONFIG_NETFILTER_INGRESS: no device can be a port\n");
	if (!IS_ENABLED(CONFIG_DCB))
		pr_info("this kernel has no CONFIG_DCB: dcb and LLDP agents cannot configure ports\n");
	if (!IS_ENABLED(CONFIG_BRIDGE))
		pr_info("this kernel has no CONFIG_BRIDGE: ports can be routed, but not bridged\n");
	if (!IS_ENABLED(CONFIG_IPV6))
		pr_info("this kernel has no CONFIG_IPV6: the kernel routes IPv4 only\n");
	if (!IS_ENABLED(CONFIG_NET_CLS_ACT))
		pr_info("this kernel has no CONFIG_NET_CLS_ACT: tc filters have no actions\n");
}

static int __init pfc_module_init(void)
{
	int err;

	pfc_log_missing();
	err = pfc_slab_init();
	if (err)
		return err;
	err = pfc_flood_init();
	if (err)
		goto err_slab;
	err = register_pernet_subsys(&pfc_net_ops);
	if (err)
		goto err_flood;
	pfc_event_init(&pfc_genl_family);
	err = genl_register_family(&pfc_genl_family);
	if (err)
		goto err_pernet;
	err = pfc_notifier_init();
	if (err)
		goto err_genl;
	err = register_qdisc(&pfc_qdisc_ops);
	if (err)
		goto err_notifier;
	return 0;

err_notifier:
	pfc_notifier_exit();
err_genl:
	genl_unregister_family(&pfc_genl_family);
err_pernet:
	unregister_pernet_subsys(&pfc_net_ops);
err_flood:
	pfc_flood_exit();
err_slab:
	pfc_slab_exit();
	return err;
}

static void __exit pfc_module_exit(void)
{
	unregister_qdisc(&pfc_qdisc_ops);
	pfc_leaves_exit();
	pfc_notifier_exit();
	pfc_ports_exit();
	pfc_long_pause_exit();
	genl_unregister_family(&pfc_genl_family);
	unregister_pernet_subsys(&pfc_net_ops);
	pfc_flood_exit();
	pfc_slab_exit();
}

module_init(pfc_module_init);
module_exit(pfc_module_exit);

MODULE_DESCRIPTION("Priority-based flow control for software switches");
MODULE_LICENSE("GPL");
/* Aliases for module requests by qdisc kind: the first for older, the second for newer kernels */
MODULE_ALIAS("sch_" PFC_QDISC_KIND);
MODULE_ALIAS("net-sch-" PFC_QDISC_KIND);
MODULE_ALIAS_GENL_FAMILY(PFC_GENL_NAME);
