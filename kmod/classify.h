/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_CLASSIFY_H
#define _PFC_CLASSIFY_H

#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/skbuff.h>
#include <net/dsfield.h>
#include "core/config.h"

u8 pfc_classify_slow(const struct pfc_config *config, const struct sk_buff *skb,
		     int offset, __be16 proto);

/*
 * Priority of a packet, by its DSCP if it has one.
 * @config: configuration of the port whose maps apply; the port trusts the DSCP first
 * @offset: offset of the header of type @proto from skb->data
 *
 * VLAN tags in the packet are skipped.  A fragment has the DSCP of its datagram, and a GRO
 * packet has the DSCP of its segments.
 *
 * The inline fast path covers nearly all packets: IP, with the header in the linear part.
 * Context: any context that may read @config and @skb.
 * Return: 0..7.
 */
static inline u8 pfc_classify(const struct pfc_config *config,
			      const struct sk_buff *skb, int offset,
			      __be16 proto)
{
	const void *header = skb->data + offset;
	int room = (int)skb_headlen(skb) - offset;

	if (proto == htons(ETH_P_IP) && room >= (int)sizeof(struct iphdr)) {
		const struct iphdr *ip = header;

		if (likely(ip->version == 4))
			return config->dscp_prio[ipv4_get_dsfield(ip) >> 2];
	} else if (proto == htons(ETH_P_IPV6) &&
		   room >= (int)sizeof(struct ipv6hdr)) {
		const struct ipv6hdr *ip = header;

		if (likely(ip->version == 6 && ip->nexthdr != IPPROTO_ICMPV6))
			return config->dscp_prio[ipv6_get_dsfield(ip) >> 2];
	}
	return pfc_classify_slow(config, skb, offset, proto);
}

#endif /* _PFC_CLASSIFY_H */
