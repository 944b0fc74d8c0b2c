// SPDX-License-Identifier: GPL-2.0-only
/*
 * The flow of a queued frame: VLAN, addresses, protocol and ports.
 *
 * The caller holds a root lock, so the parser does a bounded amount of work, however the
 * headers look.  It reads each header by skb_header_pointer(), which checks the end of the
 * frame.  Lengths in headers only select the next offset.
 */
#include <linux/if_vlan.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <net/dsfield.h>
#include <net/ip.h>
#include <net/ipv6.h>
#include "packet.h"
#include "wait.h"

/* Maximum number of IPv6 extension headers to skip */
#define PFC_EXTENSIONS_MAX	4

/* Minimum length of an IPv6 extension header, and the unit of its length */
#define PFC_EXTENSION_UNIT	8

static void pfc_flow_ports(const struct sk_buff *skb, int offset, struct pfc_flow_key *key)
{
	const __be16 *ports;
	__be16 buf[2];

	if (key->protocol != IPPROTO_UDP && key->protocol != IPPROTO_TCP &&
	    key->protocol != IPPROTO_SCTP)
		return;
	ports = skb_header_pointer(skb, offset, sizeof(buf), buf);
	if (!ports)
		return;
	key->ports = true;
	key->src_port = ports[0];
	key->dst_port = ports[1];
}

/* Return: false if the packet is not valid IPv4; then @key is unchanged */
static bool pfc_flow_ipv4(const struct sk_buff *skb, int offset, struct pfc_flow_key *key)
{
	const struct iphdr *ip;
	struct iphdr buf;

	ip = skb_header_pointer(skb, offset, sizeof(buf), &buf);
	if (!ip || ip->version != 4 || ip->ihl < 5)
		return false;
	key->version = 4;
	memcpy(key->src, &ip->saddr, sizeof(ip->saddr));
	memcpy(key->dst, &ip->daddr, sizeof(ip->daddr));
	key->protocol = ip->protocol;
	key->dscp = ipv4_get_dsfield(ip) >> 2;
	if (!ip_is_fragment(ip))
		pfc_flow_ports(skb, offset + ip->ihl * 4, key);
	return true;
}

/*
 * Skips extension headers.  Sets @protocol to the type of the header at @offset, or to that of
 * the first extension header that it does not skip.
 * Return: false for a fragment; then @protocol is the type behind the fragment header.
 */
static bool pfc_flow_skip_extensions(const struct sk_buff *skb, int *offset, u8 *protocol)
{
	const struct frag_hdr *fragment;
	struct frag_hdr fragment_buf;
	const struct ipv6_opt_hdr *extension;
	struct ipv6_opt_hdr buf;
	int n;

	for (n = 0; n < PFC_EXTENSIONS_MAX; n++) {
		switch (*protocol) {
		case NEXTHDR_HOP:
		case NEXTHDR_ROUTING:
		case NEXTHDR_DEST:
			extension = skb_header_pointer(skb, *offset, sizeof(buf), &buf);
			if (!extension)
				return true;
			*protocol = extension->nexthdr;
			*offset += (extension->hdrlen + 1) * PFC_EXTENSION_UNIT;
			break;
		case NEXTHDR_FRAGMENT:
			fragment = skb_header_pointer(skb, *offset, sizeof(fragment_buf),
						      &fragment_buf);
			if (!fragment)
				return true;
			*protocol = fragment->nexthdr;
			*offset += sizeof(*fragment);
			if (fragment->frag_off & htons(IP6_OFFSET | IP6_MF))
				return false;
			break;
		default:
			return true;
		}
	}
	return true;
}

/* Return: false if the packet is not valid IPv6; then @key is unchanged */
static bool pfc_flow_ipv6(const struct sk_buff *skb, int offset, struct pfc_flow_key *key)
{
	const struct ipv6hdr *ip;
	struct ipv6hdr buf;

	ip = skb_header_pointer(skb, offset, sizeof(buf), &buf);
	if (!ip || ip->version != 6)
		return false;
	key->version = 6;
	memcpy(key->src, &ip->saddr, sizeof(ip->saddr));
	memcpy(key->dst, &ip->daddr, sizeof(ip->daddr));
	key->protocol = ip->nexthdr;
	key->dscp = ipv6_get_dsfield(ip) >> 2;
	offset += sizeof(*ip);
	if (pfc_flow_skip_extensions(skb, &offset, &key->protocol))
		pfc_flow_ports(skb, offset, key);
	return true;
}

/* Reads the outer VLAN tag, which is in skb->vlan_tci or in the packet data */
static void pfc_flow_vlan(const struct sk_buff *skb, __be16 proto, struct pfc_flow_key *key)
{
	const struct vlan_hdr *vlan;
	struct vlan_hdr buf;

	if (skb_vlan_tag_present(skb)) {
		key->tagged = true;
		key->vlan = skb_vlan_tag_get_id(skb);
		return;
	}
	if (!eth_type_vlan(proto))
		return;
	vlan = skb_header_pointer(skb, ETH_HLEN, sizeof(buf), &buf);
	if (!vlan)
		return;
	key->tagged = true;
	key->vlan = ntohs(vlan->h_vlan_TCI) & VLAN_VID_MASK;
}

/*
 * Read the flow of a frame; skb->data is at the Ethernet header.
 * @key: all members except @ifindex, @port_id and @pg are set; must be zeroed
 * @macs: set to the MAC addresses; unchanged if the frame has no complete Ethernet header
 */
void pfc_flow_parse(const struct sk_buff *skb, struct pfc_flow_key *key,
		    struct pfc_flow_macs *macs)
{
	const struct ethhdr *eth;
	int offset = ETH_HLEN;
	struct ethhdr buf;
	bool whole;

	eth = skb_header_pointer(skb, 0, sizeof(buf), &buf);
	if (!eth)
		return;
	memcpy(macs->src, eth->h_source, ETH_ALEN);
	memcpy(macs->dst, eth->h_dest, ETH_ALEN);
	key->ethertype = eth->h_proto;
	pfc_flow_vlan(skb, eth->h_proto, key);
	whole = pfc_skip_vlans(skb, &offset, &key->ethertype);
	if (!eth_proto_is_802_3(key->ethertype))
		key->ethertype = 0;
	if (whole && key->ethertype == htons(ETH_P_IP) && pfc_flow_ipv4(skb, offset, key))
		return;
	if (whole && key->ethertype == htons(ETH_P_IPV6) && pfc_flow_ipv6(skb, offset, key))
		return;
	memcpy(key->src, macs->src, ETH_ALEN);
	memcpy(key->dst, macs->dst, ETH_ALEN);
}
