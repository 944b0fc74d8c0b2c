/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A packet: its tag, its state in the qdisc, its priority, its headers.
 */
#ifndef _PFC_PACKET_H
#define _PFC_PACKET_H

#include <linux/build_bug.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <net/dsfield.h>
#include <net/sch_generic.h>
#include "../uapi/linux/pfc.h"
#include "core/config.h"

struct pfc_port;
struct pfc_sched;

/*
 * DSCP and PCP that the egress port writes to a packet
 * @prio: priority that selects them
 * @dscp: DSCP 0..63 in place of the DSCP of @prio, or %PFC_MAP_NONE
 * @bounced: the packet has another priority or DSCP, because its egress port is in the port
 *	group of its ingress port
 */
struct pfc_rewrite {
	u8	prio;
	u8	dscp;
	bool	bounced;
};

/**
 * struct pfc_skb_cb - state of a packet in the qdisc, in qdisc_skb_cb()->data
 * @rewrite: DSCP and PCP that the egress port writes to the packet; valid only until the packet
 *	is charged, and only if that port rewrites packets
 * @owner: port that the packet is charged to, or NULL
 * @due: for a frame that has left its queue: time at which it arrives at the other end of the
 *	wire, ns
 * @len: bytes charged, whole cells if the pool of the PG counts cells; independent of later
 *	changes of the packet's length
 * @pg: priority group of @owner that is charged
 * @frames: frames that the packet is on the wire; more than 1 for a GSO packet that stays whole
 */
struct pfc_skb_cb {
	union {
		struct pfc_rewrite rewrite;
		struct pfc_port	*owner;
		u64		due;
	};
	u32		len;
	u8		pg;
	u16		frames;
};

static inline struct pfc_skb_cb *pfc_skb_cb(struct sk_buff *skb)
{
	BUILD_BUG_ON(sizeof(struct pfc_skb_cb) > QDISC_CB_PRIV_LEN);
	return (struct pfc_skb_cb *)qdisc_skb_cb(skb)->data;
}

/*
 * Tag in skb->tc_index: the ingress hook of one port writes it, the qdisc of another reads it.  The
 * simulator needs more ids and has nothing else that writes skb->tc_index.  So its tags have no
 * valid bit: a tag is valid if its id is not 0.
 */
#if PFC_PORTS_MAX > 4095
#define PFC_TAG_VALID		0
#else
#define PFC_TAG_VALID		0x8000
#endif
#define PFC_TAG_ID_SHIFT	3
#define PFC_TAG_PRIO		0x0007

static inline u16 pfc_tag(u16 id, u8 prio)
{
	return PFC_TAG_VALID | id << PFC_TAG_ID_SHIFT | prio;
}

static inline bool pfc_tag_valid(u16 tag)
{
	return PFC_TAG_VALID ? tag & PFC_TAG_VALID : tag >> PFC_TAG_ID_SHIFT;
}

static inline u16 pfc_tag_id(u16 tag)
{
	return (tag & ~PFC_TAG_VALID) >> PFC_TAG_ID_SHIFT;
}

/*
 * True for BROADCAST and MULTICAST, the middle two of the values 0..3 of pkt_type, and for
 * LOOPBACK, which is 5: the host's own copy of what it sends to many.  A received packet keeps
 * this value until it leaves, also if a bridge replaces its destination address by that of one
 * receiver (mcast_to_unicast).
 */
static inline bool pfc_is_mcast(const struct sk_buff *skb)
{
	BUILD_BUG_ON(PACKET_HOST != 0 || PACKET_BROADCAST != 1 ||
		     PACKET_MULTICAST != 2 || PACKET_OTHERHOST != 3 || PACKET_LOOPBACK != 5);
	return (skb->pkt_type + 1) & 2;
}

/* Minimum length, without FCS, with which a frame is charged and counted */
#define PFC_FRAME_MIN	ETH_ZLEN

/* Length with which a packet that is one frame is charged and counted, bytes, without FCS */
static inline u32 pfc_frame_bytes(const struct sk_buff *skb)
{
	u32 len = skb->len + (skb_vlan_tag_present(skb) ? VLAN_HLEN : 0);

	return max_t(u32, len, PFC_FRAME_MIN);
}

/* header.c */
bool pfc_skip_vlans(const struct sk_buff *skb, int *offset, __be16 *proto);
struct sk_buff *pfc_unshare(struct sk_buff *skb);
void pfc_write_dscp(struct sk_buff *skb, u8 dscp);
void pfc_write_pcp(struct sk_buff *skb, u8 pcp);
bool pfc_is_ect(const struct sk_buff *skb);
bool pfc_write_ce(struct sk_buff *skb);

/* gso.c */
u32 pfc_gso_frames(const struct sk_buff *skb, u32 link_len, u32 *frames);
u32 pfc_gso_frame(const struct sk_buff *skb, u32 link_len);
u16 pfc_gso_count(const struct sk_buff *skb);
bool pfc_gso_may_stay(const struct pfc_sched *q, struct sk_buff *skb, netdev_features_t features);
bool pfc_gso_fits(const struct pfc_sched *q, u32 len, u32 frames);

/* classify.c */
u8 pfc_classify_slow(const struct pfc_config *config, const struct sk_buff *skb,
		     int offset, __be16 proto);

/*
 * Priority of a packet, by its DSCP if it has one; the port of @config trusts the DSCP first.
 * @offset: offset of the header of type @proto from skb->data
 *
 * A fragment has the DSCP of its datagram, and a GRO packet has the DSCP of its segments.  The
 * inline fast path covers nearly all packets: IP, with the header in the linear part.
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

#endif /* _PFC_PACKET_H */
