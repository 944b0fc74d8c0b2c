// SPDX-License-Identifier: GPL-2.0-only
/*
 * Priority-based flow control (IEEE 802.1Qbb) for software switches.
 */
#include <linux/module.h>
#include <net/netns/generic.h>
#include <net/pkt_sched.h>
#include "flood.h"
#include "netlink.h"

static unsigned int pfc_net_id __read_mostly;

/**
 * pfc_net_of() - what the module keeps of a namespace
 * @net: the namespace
 *
 * Return: valid as long as the namespace has devices.
 */
struct pfc_net *pfc_net_of(const struct net *net)
{
	return net_generic(net, pfc_net_id);
}

static int __net_init pfc_net_init(struct net *net)
{
	struct pfc_net *pn = pfc_net_of(net);

	pn->generation = 1;
	INIT_LIST_HEAD(&pn->profiles);
	return pfc_pools_init(pn);
}

/* Namespaces end after their devices: no port is left, no packet charged */
static void __net_exit pfc_net_exit(struct net *net)
{
	struct pfc_net *pn = pfc_net_of(net);

	pfc_profiles_exit(pn);
	pfc_pools_exit(pn);
}

static struct pernet_operations pfc_net_ops = {
	.init	= pfc_net_init,
	.exit	= pfc_net_exit,
	.id	= &pfc_net_id,
	.size	= sizeof(struct pfc_net),
};

static int __init pfc_module_init(void)
{
	int err;

	err = pfc_flood_init();
	if (err)
		return err;
	err = register_pernet_subsys(&pfc_net_ops);
	if (err)
		goto err_flood;
	err = pfc_genl_init();
	if (err)
		goto err_pernet;
	err = pfc_port_module_init();
	if (err)
		goto err_genl;
	err = register_qdisc(&pfc_qdisc_ops);
	if (err)
		goto err_port;
	return 0;

err_port:
	pfc_port_module_exit();
err_genl:
	pfc_genl_exit();
err_pernet:
	unregister_pernet_subsys(&pfc_net_ops);
err_flood:
	pfc_flood_exit();
	return err;
}

static void __exit pfc_module_exit(void)
{
	unregister_qdisc(&pfc_qdisc_ops);
	pfc_port_module_exit();
	pfc_genl_exit();
	unregister_pernet_subsys(&pfc_net_ops);
	pfc_flood_exit();
}

module_init(pfc_module_init);
module_exit(pfc_module_exit);

MODULE_DESCRIPTION("Priority-based flow control for software switches");
MODULE_LICENSE("GPL");
MODULE_ALIAS("sch_" PFC_QDISC_KIND);
MODULE_ALIAS_GENL_FAMILY(PFC_GENL_NAME);
