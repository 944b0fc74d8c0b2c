// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a packet to its priority, by DSCP.
 */
#include <linux/if_vlan.h>
#include "classify.h"

/* The outer tag is usually in the skb, so this sees at most one more; stop there */
#define PFC_VLAN_DEPTH	2

static bool pfc_ipv4_dscp(const struct sk_buff *skb, int offset, u8 *dscp)
{
	const struct iphdr *ip;
	struct iphdr buf;

	ip = skb_header_pointer(skb, offset, sizeof(buf), &buf);
	if (unlikely(!ip || ip->version != 4))
		return false;
	*dscp = ipv4_get_dsfield(ip) >> 2;
	return true;
}

static bool pfc_ipv6_dscp(const struct sk_buff *skb, int offset, u8 *dscp)
{
	const struct ipv6hdr *ip;
	struct ipv6hdr buf;

	ip = skb_header_pointer(skb, offset, sizeof(buf), &buf);
	if (unlikely(!ip || ip->version != 6))
		return false;
	*dscp = ipv6_get_dsfield(ip) >> 2;
	return true;
}

/**
 * pfc_classify_slow() - pfc_classify() for any packet
 * @config: see there
 * @skb: see there
 * @offset: see there
 * @proto: see there
 *
 * Return: see there.
 */
u8 pfc_classify_slow(const struct pfc_config *config, const struct sk_buff *skb,
		     int offset, __be16 proto)
{
	const struct vlan_hdr *vlan;
	struct vlan_hdr buf;
	int depth;
	u8 dscp;

	for (depth = 0; eth_type_vlan(proto) && depth < PFC_VLAN_DEPTH; depth++) {
		vlan = skb_header_pointer(skb, offset, sizeof(buf), &buf);
		if (!vlan)
			return config->default_prio;
		proto = vlan->h_vlan_encapsulated_proto;
		offset += sizeof(*vlan);
	}

	if (proto == htons(ETH_P_IP)) {
		if (pfc_ipv4_dscp(skb, offset, &dscp))
			return config->dscp_prio[dscp];
	} else if (proto == htons(ETH_P_IPV6)) {
		if (pfc_ipv6_dscp(skb, offset, &dscp))
			return config->dscp_prio[dscp];
	}
	return config->default_prio;
}
