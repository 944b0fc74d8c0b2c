// SPDX-License-Identifier: GPL-2.0-only
/*
 * Foreign devices: devices of one namespace whose packets pass the devices of another.
 *
 * A macvlan device in a container sends through its lower device, and a tunnel through the
 * namespace in which it was created.  No hook of that namespace clears the tags that the
 * container sets.  So a namespace counts its foreign devices, and while it has one, its guards
 * trust fewer tags.  A veth or netkit device is not foreign: its packets pass the hook of its peer.
 */
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <net/rtnetlink.h>
#include "net.h"

/* A foreign device, and the namespace through which it sends */
struct pfc_foreign {
	struct list_head		list;
	const struct net_device		*dev;
	struct net			*through;
};

static LIST_HEAD(pfc_foreigners);	/* protected by RTNL */

/* Namespace of a stacked device's or tunnel's packets, or NULL if its kind does not report it */
struct net *pfc_foreign_link_net(const struct net_device *dev)
{
	const struct rtnl_link_ops *ops = dev->rtnl_link_ops;

	return ops && ops->get_link_net ? ops->get_link_net(dev) : NULL;
}

/* Return: the other namespace through which the device sends, or NULL */
static struct net *pfc_foreign_through(struct net_device *dev)
{
	struct net_device *lower;
	struct list_head *iter;
	struct net *net;

	if (dev->netdev_ops->ndo_get_peer_dev)
		return NULL;
	net = pfc_foreign_link_net(dev);
	if (net && !net_eq(net, dev_net(dev)))
		return net;
	netdev_for_each_lower_dev(dev, lower, iter)
		if (!net_eq(dev_net(lower), dev_net(dev)))
			return dev_net(lower);
	return NULL;
}

static void pfc_foreign_count(struct net *net, int change)
{
	struct pfc_net *pn = pfc_net_of(net);

	WRITE_ONCE(pn->foreign, pn->foreign + change);
}

static struct pfc_foreign *pfc_foreign_of(const struct net_device *dev)
{
	struct pfc_foreign *foreign;

	list_for_each_entry(foreign, &pfc_foreigners, list)
		if (foreign->dev == dev)
			return foreign;
	return NULL;
}

static int pfc_foreign_set(struct net_device *dev)
{
	struct pfc_foreign *foreign = pfc_foreign_of(dev);
	struct net *through = pfc_foreign_through(dev);

	if (!through) {
		pfc_foreign_del(dev);
		return 0;
	}
	if (foreign) {
		pfc_foreign_count(through, 1);
		pfc_foreign_count(foreign->through, -1);
		foreign->through = through;
		return 0;
	}
	foreign = kmalloc(sizeof(*foreign), GFP_KERNEL_ACCOUNT);
	if (!foreign)
		return -ENOMEM;
	foreign->dev = dev;
	foreign->through = through;
	list_add(&foreign->list, &pfc_foreigners);
	pfc_foreign_count(through, 1);
	return 0;
}

/*
 * Count a device, and those directly above it, if they are foreign.
 * @dev: a device that is new in its namespace, or about to come up
 *
 * The namespace of a macvlan device's packets changes when its lower device moves.
 * Return: 0 or -ENOMEM; after an error @dev must stay down.
 */
int pfc_foreign_update(struct net_device *dev)
{
	struct net_device *upper;
	struct list_head *iter;
	int err;

	ASSERT_RTNL();
	might_sleep();

	err = pfc_foreign_set(dev);
	if (err)
		return err;
	netdev_for_each_upper_dev_rcu(dev, upper, iter) {
		err = pfc_foreign_set(upper);
		if (err)
			return err;
	}
	return 0;
}

/* For a device that is down or leaves its namespace; no effect if it is not foreign */
void pfc_foreign_del(const struct net_device *dev)
{
	struct pfc_foreign *foreign = pfc_foreign_of(dev);

	ASSERT_RTNL();

	if (!foreign)
		return;
	pfc_foreign_count(foreign->through, -1);
	list_del(&foreign->list);
	kfree(foreign);
}
