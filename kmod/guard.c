// SPDX-License-Identifier: GPL-2.0-only
/*
 * Guards: hooks that clear forged tags (skb->tc_index) of packets of devices that are not ports, in
 * namespaces with ports.  A port has no such hook, so guards cost ports nothing.  Which guards keep
 * the tags, and why: see "The tag is in skb->tc_index" in architecture.rst.
 */
#include <linux/if_macvlan.h>
#include <linux/if_vlan.h>
#include <linux/ipv6.h>
#include <linux/slab.h>
#include <net/ip.h>
#include <net/vxlan.h>
#include "net.h"
#include "packet.h"
#include "port.h"

/* The netfilter ingress hook of a device that is not a port, in the guards of its namespace */
struct pfc_guard {
	struct list_head	list;
	struct nf_hook_ops	hook;
	struct rcu_head		rcu;
};

/*
 * True if all lower devices are in the namespace of the device.  @any: it has one.  @handler: one
 * has a receive handler, which may belong to siblings of the device
 */
static bool pfc_guard_lowers_inside(struct net_device *dev, bool *any, bool *handler)
{
	struct list_head *iter = &dev->adj_list.lower;
	struct net_device *lower;

	*any = false;
	*handler = false;
	while ((lower = netdev_next_lower_dev_rcu(dev, &iter))) {
		if (!net_eq(dev_net(lower), dev_net(dev)))
			return false;
		*any = true;
		*handler |= !!rcu_access_pointer(lower->rx_handler);
	}
	return true;
}

/* True for a device that receives nothing but packets of its lower devices */
static bool pfc_guard_no_siblings(const struct net_device *dev)
{
	const struct macvlan_dev *macvlan;

	if (!netif_is_macvlan(dev))
		return is_vlan_dev(dev) || netif_is_lag_master(dev) || netif_is_macsec(dev);
	macvlan = netdev_priv(dev);
	return READ_ONCE(macvlan->mode) &
	       (MACVLAN_MODE_PRIVATE | MACVLAN_MODE_VEPA | MACVLAN_MODE_PASSTHRU);
}

/* True if only this namespace can have set the tags of packets that the device receives */
static bool pfc_guard_trusts(struct net_device *dev)
{
	const struct net_device_ops *ops = dev->netdev_ops;
	const struct net *net = dev_net(dev), *link_net;
	const struct net_device *peer;
	bool any, handler;

	/* A VRF device itself receives only what this host sends to itself, as lo does */
	if (!pfc_guard_lowers_inside(dev, &any, &handler) || netif_is_l3_master(dev))
		return false;
	if (any && pfc_guard_no_siblings(dev))
		return true;
	link_net = ops->ndo_get_peer_dev ? NULL : pfc_foreign_link_net(dev);
	if (READ_ONCE(pfc_net_of(net)->foreign) && (!link_net || handler || netif_is_vxlan(dev)))
		return false;
	if (ops->ndo_get_peer_dev) {
		peer = ops->ndo_get_peer_dev(dev);
		return peer && net_eq(dev_net(peer), net);
	}
	return link_net ? net_eq(link_net, net) : any;
}

static unsigned int pfc_guard_hook(void *priv, struct sk_buff *skb,
				   const struct nf_hook_state *state)
{
	if (unlikely(pfc_tag_valid(skb->tc_index)) && !pfc_guard_trusts(state->in))
		skb->tc_index = 0;
	return NF_ACCEPT;
}

/*
 * True after IPsec: the packet comes here again, and its tag was already checked.  Asynchronous
 * crypto holds no reference to skb->dev, which may be freed by now.
 */
static bool pfc_guard_transformed(struct sk_buff *skb, const struct nf_hook_state *state)
{
	return state->pf == NFPROTO_IPV4 ? IPCB(skb)->flags & IPSKB_XFRM_TRANSFORMED :
					   IP6CB(skb)->flags & IP6SKB_XFRM_TRANSFORMED;
}

/* Clears the tags of packets of tunnels of other namespaces: skb->dev is still the tunnel */
static unsigned int pfc_guard_output(void *priv, struct sk_buff *skb,
				     const struct nf_hook_state *state)
{
	if (unlikely(pfc_tag_valid(skb->tc_index)) && skb->dev &&
	    !pfc_guard_transformed(skb, state) &&
	    !net_eq(dev_net(skb->dev), state->net))
		skb->tc_index = 0;
	return NF_ACCEPT;
}

static const struct nf_hook_ops pfc_guard_output_ops = {
	.hook = pfc_guard_output,
	.pf = NFPROTO_INET,
	.hooknum = NF_INET_LOCAL_OUT,
	.priority = INT_MIN,
};

static struct pfc_guard *pfc_guard_of(const struct pfc_net *pn,
				      const struct net_device *dev)
{
	struct pfc_guard *guard;

	list_for_each_entry(guard, &pn->guards, list)
		if (guard->hook.dev == dev)
			return guard;
	return NULL;
}

/* Add a guard to a device that is not a port, unless it has one.  Return: 0 or an error */
int pfc_guard_add(struct net_device *dev)
{
	struct pfc_net *pn = pfc_net_of(dev_net(dev));
	struct pfc_guard *guard;
	int err;

	ASSERT_RTNL();
	might_sleep();

	/* A bridge is always in the namespace of its members, which have hooks of their own */
	if (netif_is_bridge_master(dev) || pfc_guard_of(pn, dev))
		return 0;
	guard = kzalloc(sizeof(*guard), GFP_KERNEL_ACCOUNT);
	if (!guard)
		return -ENOMEM;
	guard->hook = (struct nf_hook_ops) {
		.hook = pfc_guard_hook,
		.dev = dev,
		.pf = NFPROTO_NETDEV,
		.hooknum = NF_NETDEV_INGRESS,
		.priority = INT_MIN,
	};
	err = nf_register_net_hook(dev_net(dev), &guard->hook);
	if (err)
		kfree(guard);
	else
		list_add(&guard->list, &pn->guards);
	return err;
}

static void pfc_guard_free(struct net *net, struct pfc_guard *guard)
{
	nf_unregister_net_hook(net, &guard->hook);
	list_del(&guard->list);
	kfree_rcu(guard, rcu);
}

/* Delete the guard of a device, if it has one.  Context: RTNL, may sleep */
void pfc_guard_del(struct net_device *dev)
{
	struct pfc_guard *guard = pfc_guard_of(pfc_net_of(dev_net(dev)), dev);

	ASSERT_RTNL();

	if (guard)
		pfc_guard_free(dev_net(dev), guard);
}

/*
 * Add guards to all devices of a namespace that gets its first port.
 * @port_dev: device that becomes the port, gets no guard
 *
 * A device that is created later, or moved to the namespace, gets its guard before it
 * comes up.
 * Context: RTNL, may sleep.
 * Return: 0, or an error; no device has a guard after an error.
 */
int pfc_guards_start(struct net *net, const struct net_device *port_dev)
{
	struct net_device *dev;
	int err;

	ASSERT_RTNL();

	err = nf_register_net_hook(net, &pfc_guard_output_ops);
	if (err)
		return err;
	for_each_netdev(net, dev) {
		if (dev == port_dev)
			continue;
		err = pfc_guard_add(dev);
		if (err) {
			pfc_guards_stop(net);
			return err;
		}
	}
	return 0;
}

void pfc_guards_stop(struct net *net)
{
	struct pfc_guard *guard, *next;

	ASSERT_RTNL();

	list_for_each_entry_safe(guard, next, &pfc_net_of(net)->guards, list)
		pfc_guard_free(net, guard);
	nf_unregister_net_hook(net, &pfc_guard_output_ops);
}
