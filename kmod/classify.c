// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a packet to its priority: by DSCP, PCP, EtherType, or none of these.
 */
#include <linux/if_vlan.h>
#include "classify.h"
#include "header.h"

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

/* By the DSCP of an IP packet; @offset and @proto are those behind VLAN tags */
static bool pfc_prio_of_dscp(const struct pfc_config *config, const struct sk_buff *skb,
			     int offset, __be16 proto, u8 *prio)
{
	bool found = false;
	u8 dscp;

	if (proto == htons(ETH_P_IP))
		found = pfc_ipv4_dscp(skb, offset, &dscp);
	else if (proto == htons(ETH_P_IPV6))
		found = pfc_ipv6_dscp(skb, offset, &dscp);
	if (found)
		*prio = config->dscp_prio[dscp];
	return found;
}

/* By the PCP of the outer VLAN tag, which is in the skb or still in the packet */
static bool pfc_prio_of_pcp(const struct pfc_config *config, const struct sk_buff *skb,
			    int offset, __be16 proto, u8 *prio)
{
	const struct vlan_hdr *vlan;
	struct vlan_hdr buf;
	u16 tci;

	if (skb_vlan_tag_present(skb)) {
		tci = skb_vlan_tag_get(skb);
	} else {
		if (!eth_type_vlan(proto))
			return false;
		vlan = skb_header_pointer(skb, offset, sizeof(buf), &buf);
		if (!vlan)
			return false;
		tci = ntohs(vlan->h_vlan_TCI);
	}
	*prio = config->pcp_prio[tci >> VLAN_PRIO_SHIFT];
	return true;
}

static u8 pfc_prio_of_ethtype(const struct pfc_config *config, __be16 proto)
{
	const struct pfc_ethtype *e = config->ethtypes;
	int i;

	for (i = 0; i < PFC_ETHTYPES_MAX && e[i].type; i++)
		if (e[i].type == proto)
			return e[i].prio;
	return config->default_prio;
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
	__be16 inner_proto = proto;
	int inner = offset;
	u8 trust = config->trust;
	bool whole;
	u8 prio;

	if ((trust == PFC_TRUST_PCP || trust == PFC_TRUST_PCP_DSCP) &&
	    pfc_prio_of_pcp(config, skb, offset, proto, &prio))
		return prio;
	whole = pfc_skip_vlans(skb, &inner, &inner_proto);
	if (whole && trust != PFC_TRUST_NONE && trust != PFC_TRUST_PCP &&
	    pfc_prio_of_dscp(config, skb, inner, inner_proto, &prio))
		return prio;
	if (trust == PFC_TRUST_DSCP_PCP &&
	    pfc_prio_of_pcp(config, skb, offset, proto, &prio))
		return prio;
	return whole ? pfc_prio_of_ethtype(config, inner_proto) : config->default_prio;
}
