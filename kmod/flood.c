// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does the bridge know where a packet goes?
 *
 * A bridge tells drivers of its FDB by switchdev notifiers, but many kernels are
 * built without them.  All have the operation by which "bridge fdb get" asks, and
 * in all that are supported it looks the entry up under RCU, by address and VLAN,
 * and then either returns -ENOENT or writes the entry as a netlink message into
 * the skb that it is given.  Here that one is full: no room is left for even the
 * header of a message, so the answer is -EMSGSIZE and nothing is written.  That
 * makes it a pure lookup, and one skb does for all CPUs.
 *
 * Only -ENOENT means unknown.  Should a kernel come to answer otherwise, packets
 * are flooded as without the module, and none is dropped for it.
 *
 * Which VLAN a packet without a tag is in, the bridge tells by functions that may
 * be those of a module.  They are looked up by name when a port needs them first,
 * and hold the bridge module from then on, so that without bridges it need not be
 * there.
 */
#include <linux/etherdevice.h>
#include <linux/if_bridge.h>
#include <linux/if_vlan.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/skbuff.h>
#include "flood.h"

/**
 * struct pfc_bridge - what bridges tell of their VLANs
 * @filters: does a bridge filter them?
 * @proto: EtherType of the tags that it looks at
 * @pvid: the VLAN of what comes in by a port without one, 0: none
 */
struct pfc_bridge {
	bool (*filters)(const struct net_device *bridge);
	int (*proto)(const struct net_device *bridge, u16 *proto);
	int (*pvid)(const struct net_device *dev, u16 *pvid);
};

static struct pfc_bridge pfc_bridge;

/* Written under RTNL, once, after all of pfc_bridge */
static bool pfc_bridge_known;

/* Never read nor written, only asked how much room it has */
static struct sk_buff *pfc_flood_full;

static void pfc_bridge_put(void)
{
	if (pfc_bridge.filters)
		symbol_put(br_vlan_enabled);
	if (pfc_bridge.proto)
		symbol_put(br_vlan_get_proto);
	if (pfc_bridge.pvid)
		symbol_put(br_vlan_get_pvid_rcu);
	pfc_bridge = (struct pfc_bridge) {};
}

/* A bridge without VLANs has none of them and needs none */
static bool pfc_bridge_get(void)
{
	if (!IS_ENABLED(CONFIG_BRIDGE_VLAN_FILTERING))
		return true;
	pfc_bridge.filters = symbol_get(br_vlan_enabled);
	pfc_bridge.proto = symbol_get(br_vlan_get_proto);
	pfc_bridge.pvid = symbol_get(br_vlan_get_pvid_rcu);
	if (pfc_bridge.filters && pfc_bridge.proto && pfc_bridge.pvid)
		return true;
	pfc_bridge_put();
	return false;
}

/* The VLAN in which the bridge will look up where a packet goes */
static u16 pfc_flood_vid(const struct net_device *bridge,
			 const struct net_device *dev, const struct sk_buff *skb)
{
	u16 proto, vid = 0;

	if (!pfc_bridge.filters || !pfc_bridge.filters(bridge))
		return 0;
	if (skb_vlan_tag_present(skb) && !pfc_bridge.proto(bridge, &proto) &&
	    skb->vlan_proto == htons(proto))
		vid = skb_vlan_tag_get_id(skb);
	if (!vid)
		pfc_bridge.pvid(dev, &vid);
	return vid;
}

/**
 * pfc_flood_unknown() - would the bridge flood a packet, for want of an FDB entry?
 * @dev: the device that it came in by
 * @skb: the packet, unicast, its MAC header set, the VLAN tag not in the data
 *
 * What is sent to the bridge's own address is not flooded even if that is not in
 * the FDB of the VLAN, as bridges can be told to keep it apart.  A packet in no
 * VLAN, of a port that has no PVID, is dropped by the bridge itself.
 *
 * Context: BH disabled, RCU.
 * Return: true if so; false if not, if @dev is in no bridge or it is not known.
 */
bool pfc_flood_unknown(struct net_device *dev, const struct sk_buff *skb)
{
	const u8 *to = eth_hdr(skb)->h_dest;
	struct net_device *bridge;
	u16 vid;

	/* Pairs with smp_store_release() in pfc_flood_prepare() */
	if (!netif_is_bridge_port(dev) || !smp_load_acquire(&pfc_bridge_known))
		return false;
	bridge = netdev_master_upper_dev_get_rcu(dev);
	if (!bridge || !netif_is_bridge_master(bridge) ||
	    !bridge->netdev_ops->ndo_fdb_get)
		return false;

	vid = pfc_flood_vid(bridge, dev, skb);
	if (bridge->netdev_ops->ndo_fdb_get(pfc_flood_full, NULL, bridge, to, vid,
					    0, 0, NULL) != -ENOENT)
		return false;
	return !ether_addr_equal(bridge->dev_addr, to);
}

/**
 * pfc_flood_prepare() - from now on it can be asked what bridges know
 *
 * Changes nothing if there is no bridge yet; to be called again when a port
 * joins one.
 *
 * Context: RTNL.
 */
void pfc_flood_prepare(void)
{
	ASSERT_RTNL();

	if (pfc_bridge_known || !pfc_bridge_get())
		return;
	/* Pairs with smp_load_acquire() in pfc_flood_unknown() */
	smp_store_release(&pfc_bridge_known, true);
}

/**
 * pfc_flood_init() - before there are any ports
 *
 * Return: 0 or -ENOMEM.
 */
int __init pfc_flood_init(void)
{
	pfc_flood_full = alloc_skb(0, GFP_KERNEL);
	if (!pfc_flood_full)
		return -ENOMEM;
	skb_put(pfc_flood_full, skb_tailroom(pfc_flood_full));
	return 0;
}

/**
 * pfc_flood_exit() - when no ports are left
 */
void pfc_flood_exit(void)
{
	pfc_bridge_put();
	kfree_skb(pfc_flood_full);
}
