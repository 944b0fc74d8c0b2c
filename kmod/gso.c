// SPDX-License-Identifier: GPL-2.0-only
/*
 * GSO packets: how many frames they are on the wire, and whether a queue may hold them whole, see
 * "Queues hold frames" in architecture.rst.
 */
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include "packet.h"
#include "qdisc.h"

/* With %PFC_GSO_AUTO, a whole packet may use the wire for this time */
#define PFC_GSO_TIME_US		100

/*
 * Larger packets (BIG TCP) are split: some kernels add a header to them that their segments do not
 * have
 */
#define PFC_GSO_LEN		65536

/* Length of the headers that each frame of a GSO packet repeats, including the link layer */
static u32 pfc_gso_header_len(const struct sk_buff *skb, u32 link_len)
{
	int offset = skb->encapsulation ? skb_inner_transport_offset(skb) :
					  skb_transport_offset(skb);
	struct tcphdr tcp;
	const struct tcphdr *th;

	if (offset < 0)
		return link_len;
	if (skb_shinfo(skb)->gso_type & (SKB_GSO_TCPV4 | SKB_GSO_TCPV6)) {
		th = skb_header_pointer(skb, offset, sizeof(tcp), &tcp);
		return link_len + offset + (th ? __tcp_hdrlen(th) : sizeof(tcp));
	}
	return link_len + offset + sizeof(struct udphdr);
}

/*
 * Count the frames that segmentation makes of a GSO packet.
 * @link_len: bytes of the link layer that are not part of @skb: header before its data, VLAN
 *	tag
 * Return: bytes of all frames, without FCS.
 */
u32 pfc_gso_frames(const struct sk_buff *skb, u32 link_len, u32 *frames)
{
	u32 len = skb->len + link_len;
	u32 header = min(pfc_gso_header_len(skb, link_len), len);
	u32 size = skb_shinfo(skb)->gso_size;
	u32 payload = len - header;
	u32 last;

	if (size == GSO_BY_FRAGS) {
		*frames = skb_shinfo(skb)->gso_segs ?: 1;
		return len + (*frames - 1) * header;
	}
	*frames = DIV_ROUND_UP(payload, size) ?: 1;
	last = payload - (*frames - 1) * size;
	return (*frames - 1) * max_t(u32, header + size, PFC_FRAME_MIN) +
	       max_t(u32, header + last, PFC_FRAME_MIN);
}

/* Length of each frame of a GSO packet except the last one; not with GSO_BY_FRAGS */
u32 pfc_gso_frame(const struct sk_buff *skb, u32 link_len)
{
	return max_t(u32, pfc_gso_header_len(skb, link_len) + skb_shinfo(skb)->gso_size,
		     PFC_FRAME_MIN);
}

/* Number of frames of a packet, at most %U16_MAX; skb->data may be at the network header */
u16 pfc_gso_count(const struct sk_buff *skb)
{
	u32 frames = 1;

	if (skb_is_gso(skb))
		pfc_gso_frames(skb, 0, &frames);
	return min_t(u32, frames, U16_MAX);
}

/*
 * Test whether a port and its device can handle a GSO packet as a whole.
 *
 * These packets are split:
 *
 * * of a port that rewrites packets: the segments of a GRO list have headers of their own
 * * of a port with a maximum rate of a class, because that counts the frames of other classes
 * * of a port with a delay or impairments, because each frame arrives separately
 * * which the device cannot take: the core would segment the packet after it has left its queue,
 *   and if the device stops, no pause could stop the remaining segments
 * * whose frames are not known: GSO by lists, packets of virtual machines, more than 64 KiB
 * Context: BH disabled, RCU.
 */
bool pfc_gso_may_stay(const struct pfc_sched *q, struct sk_buff *skb, netdev_features_t features)
{
	const struct skb_shared_info *info = skb_shinfo(skb);
	const struct pfc_leaf_rules *rules = &q->rules;

	return pfc_config_get(q->port)->gso != PFC_GSO_SPLIT && !rules->rewrites &&
	       !rules->shaped && !rules->far && !q->wire.in_flight.head &&
	       info->gso_size != GSO_BY_FRAGS &&
	       !(info->gso_type & (SKB_GSO_FRAGLIST | SKB_GSO_DODGY)) &&
	       skb->len <= PFC_GSO_LEN && !netif_needs_gso(skb, features);
}

/*
 * Test whether the frames of a GSO packet are few enough for it to stay whole.
 *
 * The headroom of the peer must cover the packet, which can arrive at once when the peer sends
 * XOFF.  So it has at most ``batch`` frames, on the assumption that the peer has the same setting.
 * Context: BH disabled, RCU.
 */
bool pfc_gso_fits(const struct pfc_sched *q, u32 len, u32 frames)
{
	const struct pfc_config *config = pfc_config_get(q->port);
	u64 rate, bits;

	if (frames > config->batch)
		return false;
	if (config->gso == PFC_GSO_WHOLE)
		return true;
	rate = config->rate ?: pfc_port_speed(q->port, config) * 1000000ULL;
	bits = 8ULL * (len + (u64)frames * config->overhead);
	return bits * (USEC_PER_SEC / PFC_GSO_TIME_US) <= rate;
}
