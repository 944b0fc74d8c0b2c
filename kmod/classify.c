// SPDX-License-Identifier: GPL-2.0-only
/*
 * Priority of a packet, by DSCP, PCP or EtherType, or the default priority.
 */
#include <linux/if_vlan.h>
#include <linux/llc.h>
#include <net/ndisc.h>
#include "packet.h"

/* EtherTypes of control protocols between switches, hosts and routers */
static bool pfc_is_control_type(__be16 proto)
{
	switch (proto) {
	case htons(ETH_P_ARP):
	case htons(ETH_P_LLDP):
	case htons(ETH_P_SLOW):		/* LACP among them */
	case htons(ETH_P_PAE):		/* EAPOL */
		return true;
	default:
		return false;
	}
}

/* STP, RSTP and MSTP have no EtherType but an LLC header, DSAP and SSAP 0x42 (802.1D) */
static bool pfc_is_stp(const struct sk_buff *skb, int offset, __be16 proto)
{
	const u8 *llc;
	u8 buf[2];

	if (proto != htons(ETH_P_802_2) && eth_proto_is_802_3(proto))
		return false;
	llc = skb_header_pointer(skb, offset, sizeof(buf), buf);
	return llc && llc[0] == LLC_SAP_BSPAN && llc[1] == LLC_SAP_BSPAN;
}

/* Router and neighbour solicitations and advertisements, redirects (RFC 4861) */
static bool pfc_is_nd(const struct sk_buff *skb, int offset)
{
	const struct ipv6hdr *ip;
	const u8 *type;
	struct ipv6hdr buf;
	u8 type_buf;

	ip = skb_header_pointer(skb, offset, sizeof(buf), &buf);
	if (!ip || ip->version != 6 || ip->nexthdr != IPPROTO_ICMPV6)
		return false;
	type = skb_header_pointer(skb, offset + sizeof(*ip), sizeof(type_buf), &type_buf);
	return type && *type >= NDISC_ROUTER_SOLICITATION && *type <= NDISC_REDIRECT;
}

/* @offset and @proto refer to the header behind the VLAN tags */
static bool pfc_is_control_traffic(const struct sk_buff *skb, int offset, __be16 proto)
{
	if (proto == htons(ETH_P_IPV6))
		return pfc_is_nd(skb, offset);
	return pfc_is_control_type(proto) || pfc_is_stp(skb, offset, proto);
}

/* Priority by the DSCP of an IP packet; @offset and @proto: the header behind the VLAN tags */
static bool pfc_prio_of_dscp(const struct pfc_config *config, const struct sk_buff *skb,
			     int offset, __be16 proto, u8 *prio)
{
	if (proto == htons(ETH_P_IP)) {
		const struct iphdr *ip;
		struct iphdr buf;

		ip = skb_header_pointer(skb, offset, sizeof(buf), &buf);
		if (unlikely(!ip || ip->version != 4))
			return false;
		*prio = config->dscp_prio[ipv4_get_dsfield(ip) >> 2];
		return true;
	}
	if (proto == htons(ETH_P_IPV6)) {
		const struct ipv6hdr *ip;
		struct ipv6hdr buf;

		ip = skb_header_pointer(skb, offset, sizeof(buf), &buf);
		if (unlikely(!ip || ip->version != 6))
			return false;
		*prio = config->dscp_prio[ipv6_get_dsfield(ip) >> 2];
		return true;
	}
	return false;
}

/* Priority by the PCP of the outer VLAN tag, which is in skb->vlan_tci or in the packet data */
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

static bool pfc_prio_of_ethtype(const struct pfc_config *config, __be16 proto, u8 *prio)
{
	const struct pfc_ethtype *e = config->ethtypes;
	int i;

	for (i = 0; i < PFC_ETHTYPES_MAX && e[i].type; i++)
		if (e[i].type == proto) {
			*prio = e[i].prio;
			return true;
		}
	return false;
}

/*
 * A configured priority of an EtherType (ARP, for example) takes precedence over
 * config->control_prio.  PCP and DSCP do not, because hosts send control traffic with PCP 0
 * and DSCP 0.
 */
static bool pfc_prio_of_control(const struct pfc_config *config, const struct sk_buff *skb,
				int offset, __be16 proto, u8 *prio)
{
	if (config->control_prio == PFC_MAP_NONE ||
	    !pfc_is_control_traffic(skb, offset, proto))
		return false;
	if (!pfc_prio_of_ethtype(config, proto, prio))
		*prio = config->control_prio;
	return true;
}

/* Priority of any packet, for any configuration.  @offset: of the header of type @proto */
u8 pfc_classify_slow(const struct pfc_config *config, const struct sk_buff *skb,
		     int offset, __be16 proto)
{
	__be16 inner_proto = proto;
	int inner = offset;
	u8 trust = config->trust;
	bool whole;
	u8 prio;

	whole = pfc_skip_vlans(skb, &inner, &inner_proto);
	if (whole && pfc_prio_of_control(config, skb, inner, inner_proto, &prio))
		return prio;
	if ((trust == PFC_TRUST_PCP || trust == PFC_TRUST_PCP_DSCP) &&
	    pfc_prio_of_pcp(config, skb, offset, proto, &prio))
		return prio;
	if (whole && trust != PFC_TRUST_NONE && trust != PFC_TRUST_PCP &&
	    pfc_prio_of_dscp(config, skb, inner, inner_proto, &prio))
		return prio;
	if (trust == PFC_TRUST_DSCP_PCP &&
	    pfc_prio_of_pcp(config, skb, offset, proto, &prio))
		return prio;
	if (whole && pfc_prio_of_ethtype(config, inner_proto, &prio))
		return prio;
	return config->default_prio;
}
