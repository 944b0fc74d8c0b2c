// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lookup of a packet's destination in the FDB of the bridge, by ndo_fdb_get with a full skb: see
 * "Flooding" in architecture.rst.  All CPUs can share that skb, because nothing is written to it.
 */
#include <linux/etherdevice.h>
#include <linux/if_bridge.h>
#include <linux/if_vlan.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/skbuff.h>
#include "port.h"

/* Functions of the bridge module for VLANs; the pvid of untagged packets is 0: none */
static struct pfc_bridge {
	bool (*filters)(const struct net_device *bridge);
	int (*proto)(const struct net_device *bridge, u16 *proto);
	int (*pvid)(const struct net_device *dev, u16 *pvid);
} pfc_bridge;

/* Set once, under RTNL, after all members of pfc_bridge */
static bool pfc_bridge_known;

/* The full skb for all lookups.  The lookups read only how much free space it has, not its data. */
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

/* A kernel without VLAN filtering does not have these functions and does not need them */
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

/* VLAN in which the bridge will look up the destination of a packet */
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

/*
 * True if the core gives the packet to a VLAN device of @dev, even if that one is down.  Its lookup
 * comes before the bridge.  If @dev has no VLAN devices, the lookup here may return one of the
 * bridge, which gets the packet from the bridge.
 */
static bool pfc_flood_vlan_device(struct net_device *dev, const struct sk_buff *skb)
{
	const struct net_device *vlan;

	if (!skb_vlan_tag_present(skb))
		return false;
	vlan = __vlan_find_dev_deep_rcu(dev, skb->vlan_proto, skb_vlan_tag_get_id(skb));
	return vlan && dev_get_iflink(vlan) == dev->ifindex;
}

/*
 * True if the address is that of the bridge or of a device above it (macvlan, VLAN device).  The
 * FDB may have no entry for it.  Then the bridge floods the packet, and also delivers it locally:
 * an address of a device above the bridge makes the bridge promiscuous.
 */
static bool pfc_flood_own(const struct net_device *bridge, const u8 *to)
{
	const struct netdev_hw_addr *own;

	if (ether_addr_equal(bridge->dev_addr, to))
		return true;
	/* The core changes this list as an RCU list, and frees its entries after a grace period */
	list_for_each_entry_rcu(own, &bridge->uc.list, list)
		if (ether_addr_equal(own->addr, to))
			return true;
	return false;
}

static bool pfc_flood_entry(struct net_device *bridge, const u8 *to, u16 vid)
{
	return bridge->netdev_ops->ndo_fdb_get(pfc_flood_full, NULL, bridge, to, vid,
					       0, 0, NULL) != -ENOENT;
}

/*
 * True if the address is that of a bridge port, for which the bridge delivers locally although the
 * VLAN has no entry.  With fdb_local_vlan_0 (since 6.18), only VLAN 0 has entries for the addresses
 * of bridge ports, so the VLAN has none for the address of @dev, either.  Other entries of VLAN 0
 * do not count.
 */
static bool pfc_flood_local(struct net_device *bridge, const struct net_device *dev,
			    const u8 *to, u16 vid)
{
	struct list_head *iter = &bridge->adj_list.lower;
	const struct net_device *port;

	if (!vid || !pfc_flood_entry(bridge, to, 0) || pfc_flood_entry(bridge, dev->dev_addr, vid))
		return false;
	while ((port = netdev_next_lower_dev_rcu(bridge, &iter)))
		if (ether_addr_equal(port->dev_addr, to))
			return true;
	return false;
}

/*
 * Test whether the bridge floods a packet as unknown unicast.
 * @skb: the packet, unicast, with the MAC header set and the VLAN tag not in the data
 *
 * Packets to the addresses for which the bridge delivers locally are known, even if the FDB of the
 * VLAN has no entry.  A bridge that is promiscuous for another reason, as for a capture, also
 * delivers all other packets that it floods; these are unknown.  An untagged packet from a port
 * without a PVID needs no special case, because the bridge itself drops it.
 * Context: BH disabled, RCU.
 * Return: true if the FDB has no entry; false if it has one, if the bridge does not get the packet,
 * if @dev is in no bridge, or if the result is not known.
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
	    !bridge->netdev_ops->ndo_fdb_get || pfc_flood_vlan_device(dev, skb))
		return false;

	vid = pfc_flood_vid(bridge, dev, skb);
	return !pfc_flood_entry(bridge, to, vid) && !pfc_flood_own(bridge, to) &&
	       !pfc_flood_local(bridge, dev, to, vid);
}

/*
 * Enable FDB lookups, if the bridge module is loaded.  The notifier calls this function again when
 * a port joins a bridge.
 */
void pfc_flood_prepare(void)
{
	ASSERT_RTNL();

	if (pfc_bridge_known || !pfc_bridge_get())
		return;
	/* Pairs with smp_load_acquire() in pfc_flood_unknown() */
	smp_store_release(&pfc_bridge_known, true);
}

int __init pfc_flood_init(void)
{
	pfc_flood_full = alloc_skb(0, GFP_KERNEL);
	if (!pfc_flood_full)
		return -ENOMEM;
	skb_put(pfc_flood_full, skb_tailroom(pfc_flood_full));
	return 0;
}

void pfc_flood_exit(void)
{
	pfc_bridge_put();
	kfree_skb(pfc_flood_full);
}
