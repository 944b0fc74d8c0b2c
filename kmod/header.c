// SPDX-License-Identifier: GPL-2.0-only
/*
 * Packet headers: location of the IP header, and writes to DSCP, ECN and PCP.  If the packet data
 * is shared (flooding, taps, mirrors), the functions write to a copy of the header.  Without memory
 * for the copy, the packet stays unchanged.
 */
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <net/dsfield.h>
#include <net/inet_ecn.h>
#include "packet.h"

/* Maximum number of VLAN tags in the packet data to skip; the outer tag is usually not there */
#define PFC_VLAN_DEPTH	2

/*
 * Find the header behind the VLAN tags in a packet.
 * @offset: offset of the header of type @proto from skb->data; updated
 * @proto: EtherType; updated
 * Return: true, or false if the packet ends within a tag.
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

/*
 * Replace a shared packet by a clone: a sender, as pktgen, may keep a reference to the skb, which
 * must not change.
 * Return: the packet, if it is not shared or there is no memory; else the clone.
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

/* Makes the first @len bytes of a packet writable.  Return: true on success. */
static bool pfc_may_write(struct sk_buff *skb, unsigned int len)
{
	return !skb_shared(skb) && skb->len >= len && !skb_ensure_writable(skb, len);
}

/* Offset and IP version of the IP header of an outgoing packet; -1 if it has none */
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

/*
 * Writes @value to the DS field, except to the bits that are set in @mask.  Updates the IPv4
 * header checksum.
 */
static bool pfc_write_dsfield(struct sk_buff *skb, u8 mask, u8 value)
{
	int version, offset = pfc_ip_offset(skb, &version);
	unsigned int len;

	if (offset < 0)
		return false;
	len = version == 4 ? sizeof(struct iphdr) : sizeof(struct ipv6hdr);
	if (!pfc_may_write(skb, offset + len))
		return false;
	if (version == 4)
		ipv4_change_dsfield((struct iphdr *)(skb->data + offset), mask, value);
	else
		ipv6_change_dsfield((struct ipv6hdr *)(skb->data + offset), mask, value);
	/* CHECKSUM_COMPLETE does not match the new header: discard it, as forwarding does */
	skb_forward_csum(skb);
	return true;
}

/* Write the DSCP of an outgoing packet, if it is IP */
void pfc_write_dscp(struct sk_buff *skb, u8 dscp)
{
	pfc_write_dsfield(skb, INET_ECN_MASK, dscp << 2);
}

/* Write the PCP of the outer VLAN tag of an outgoing packet, if it has one */
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

/* Test whether a packet is ECN-capable.  Return: true for an IP packet with ECT or CE (RFC 3168) */
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

/* Mark a packet CE.  Return: true, or false if the header is not writable */
bool pfc_write_ce(struct sk_buff *skb)
{
	return pfc_write_dsfield(skb, (u8)~INET_ECN_MASK, INET_ECN_CE);
}
