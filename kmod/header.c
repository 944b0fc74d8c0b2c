// SPDX-License-Identifier: GPL-2.0-only
/*
 * Headers of packets: where the IP header is, and what is written to it.
 *
 * What is written here is so in a copy of the header if anybody else has the packet, too:
 * a bridge that floods gives each port a clone, taps and mirrors have one.  If there is no
 * memory for that, the packet goes on as it is.
 */
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <net/dsfield.h>
#include <net/inet_ecn.h>
#include "header.h"

/* The outer tag is usually in the skb, so this sees at most one more; stop there */
#define PFC_VLAN_DEPTH	2

/**
 * pfc_skip_vlans() - what is behind the VLAN tags in a packet?
 * @skb: the packet
 * @offset: where the header of type @proto starts, from skb->data; moved
 * @proto: EtherType; replaced
 *
 * Return: whether it is there.
 */
bool pfc_skip_vlans(const struct sk_buff *skb, int *offset, __be16 *proto)
{
	const struct vlan_hdr *vlan;
	struct vlan_hdr buf;
	int depth;

	for (depth = 0; eth_type_vlan(*proto) && depth < PFC_VLAN_DEPTH; depth++) {
		vlan = skb_header_pointer(skb, *offset, sizeof(buf), &buf);
		if (!vlan)
			return false;
		*proto = vlan->h_vlan_encapsulated_proto;
		*offset += sizeof(*vlan);
	}
	return true;
}

/**
 * pfc_unshare() - make a packet one that may be written to
 * @skb: the packet; skb->data is at the Ethernet header
 *
 * Senders that keep a reference (pktgen does) see the packet that they have sent.
 *
 * Return: the packet, or a clone of it, if there is memory.
 */
struct sk_buff *pfc_unshare(struct sk_buff *skb)
{
	struct sk_buff *clone;

	if (!skb_shared(skb))
		return skb;
	clone = skb_clone(skb, GFP_ATOMIC);
	if (!clone)
		return skb;
	consume_skb(skb);
	return clone;
}

/* The first @len bytes are to be written to.  Return: whether they may. */
static bool pfc_may_write(struct sk_buff *skb, unsigned int len)
{
	return !skb_shared(skb) && skb->len >= len && !skb_ensure_writable(skb, len);
}

/* Where the IP header of an outgoing packet is, or -1; and its version */
static int pfc_ip_offset(const struct sk_buff *skb, int *version)
{
	const struct ethhdr *eth;
	int offset = ETH_HLEN;
	struct ethhdr buf;
	__be16 proto;
	const u8 *first;
	u8 byte;

	eth = skb_header_pointer(skb, 0, sizeof(buf), &buf);
	if (!eth)
		return -1;
	proto = eth->h_proto;
	if (!pfc_skip_vlans(skb, &offset, &proto))
		return -1;
	first = skb_header_pointer(skb, offset, sizeof(byte), &byte);
	if (!first)
		return -1;
	*version = *first >> 4;
	if ((proto == htons(ETH_P_IP) && *version == 4) ||
	    (proto == htons(ETH_P_IPV6) && *version == 6))
		return offset;
	return -1;
}

/* The checksum of an IPv4 header is kept right; what @mask leaves stays as it is */
static bool pfc_write_dsfield(struct sk_buff *skb, u8 mask, u8 value)
{
	int version, offset = pfc_ip_offset(skb, &version);

	if (offset < 0)
		return false;
	if (version == 4) {
		if (!pfc_may_write(skb, offset + sizeof(struct iphdr)))
			return false;
		ipv4_change_dsfield((struct iphdr *)(skb->data + offset), mask, value);
	} else {
		if (!pfc_may_write(skb, offset + sizeof(struct ipv6hdr)))
			return false;
		ipv6_change_dsfield((struct ipv6hdr *)(skb->data + offset), mask,
				    value);
	}
	/* Nobody needs a sum over what has changed: forwarding drops it, too */
	skb_forward_csum(skb);
	return true;
}

/**
 * pfc_write_dscp() - write the DSCP of a packet
 * @skb: the packet, outgoing; not changed if it is not IP
 * @dscp: 0..63
 */
void pfc_write_dscp(struct sk_buff *skb, u8 dscp)
{
	pfc_write_dsfield(skb, INET_ECN_MASK, dscp << 2);
}

/**
 * pfc_write_pcp() - write the PCP of a packet's outer VLAN tag
 * @skb: the packet, outgoing; not changed if it has no tag
 * @pcp: 0..7
 */
void pfc_write_pcp(struct sk_buff *skb, u8 pcp)
{
	struct vlan_ethhdr *eth;

	if (skb_shared(skb))
		return;
	if (skb_vlan_tag_present(skb)) {
		skb->vlan_tci = (skb->vlan_tci & ~VLAN_PRIO_MASK) |
				pcp << VLAN_PRIO_SHIFT;
		return;
	}
	if (skb->len < VLAN_ETH_HLEN || skb_headlen(skb) < ETH_HLEN ||
	    !eth_type_vlan(((struct ethhdr *)skb->data)->h_proto) ||
	    !pfc_may_write(skb, VLAN_ETH_HLEN))
		return;
	eth = (struct vlan_ethhdr *)skb->data;
	eth->h_vlan_TCI = (eth->h_vlan_TCI & ~htons(VLAN_PRIO_MASK)) |
			  htons(pcp << VLAN_PRIO_SHIFT);
	skb_forward_csum(skb);
}

/**
 * pfc_is_ect() - does a packet's sender understand ECN?
 * @skb: the packet, outgoing
 *
 * Return: whether it is IP with ECT or CE (RFC 3168).
 */
bool pfc_is_ect(const struct sk_buff *skb)
{
	int version, offset = pfc_ip_offset(skb, &version);
	const u8 *start;
	u8 buf[2];

	if (offset < 0)
		return false;
	start = skb_header_pointer(skb, offset, sizeof(buf), buf);
	if (!start)
		return false;
	return !INET_ECN_is_not_ect(version == 4 ? start[1] : start[1] >> 4);
}

/**
 * pfc_write_ce() - tell the receiver of a packet of congestion
 * @skb: the packet, outgoing, with ECT
 *
 * Return: whether it could be written to.
 */
bool pfc_write_ce(struct sk_buff *skb)
{
	return pfc_write_dsfield(skb, (u8)~INET_ECN_MASK, INET_ECN_CE);
}
