// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ingress hook of a port: consumes MAC control frames, and tags every other
 * packet with the port and its priority for the egress port to find.
 */
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <net/sock.h>
#include "classify.h"
#include "flood.h"
#include "port.h"

/* Length of the headers that each frame of a GSO packet repeats, link layer too */
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

/* The frames that a GSO packet stands for.  Return: their bytes. */
static u32 pfc_gso_frames(const struct sk_buff *skb, u32 link_len, u32 len,
			  u32 *packets)
{
	u32 header = min(pfc_gso_header_len(skb, link_len), len);
	u32 size = skb_shinfo(skb)->gso_size;
	u32 payload = len - header;
	u32 last;

	if (size == GSO_BY_FRAGS) {
		*packets = skb_shinfo(skb)->gso_segs ?: 1;
		return len + (*packets - 1) * header;
	}
	*packets = DIV_ROUND_UP(payload, size) ?: 1;
	last = payload - (*packets - 1) * size;
	return (*packets - 1) * max_t(u32, header + size, PFC_FRAME_MIN) +
	       max_t(u32, header + last, PFC_FRAME_MIN);
}

static void pfc_arrivals_add(struct pfc_port *port, u8 pg, u32 packets, u32 len)
{
	struct pfc_arrivals *arrivals = this_cpu_ptr(port->arrivals);

	u64_stats_update_begin(&arrivals->syncp);
	u64_stats_add(&arrivals->packets[pg], packets);
	u64_stats_add(&arrivals->bytes[pg], len);
	u64_stats_update_end(&arrivals->syncp);
}

/* Apart, as the many frames that are not GSO need no stack */
static noinline void pfc_count_gso(struct pfc_port *port, u8 pg,
				   const struct sk_buff *skb, u32 link_len)
{
	u32 packets, len;

	len = pfc_gso_frames(skb, link_len, skb->len + link_len, &packets);
	pfc_arrivals_add(port, pg, packets, len);
}

static __always_inline void pfc_count_arrival(struct pfc_port *port, u8 pg,
					      const struct sk_buff *skb)
{
	u32 link_len = ETH_HLEN + (skb_vlan_tag_present(skb) ? VLAN_HLEN : 0);

	if (unlikely(skb_is_gso(skb)))
		pfc_count_gso(port, pg, skb, link_len);
	else
		pfc_arrivals_add(port, pg, 1, max_t(u32, skb->len + link_len,
						    PFC_FRAME_MIN));
}

/* Of HOST, BROADCAST, MULTICAST and OTHERHOST, 0..3, the two in the middle */
static bool pfc_to_group(const struct sk_buff *skb)
{
	BUILD_BUG_ON(PACKET_HOST != 0 || PACKET_BROADCAST != 1 ||
		     PACKET_MULTICAST != 2 || PACKET_OTHERHOST != 3);
	return (skb->pkt_type + 1) & 2;
}

static u32 pfc_packets(const struct sk_buff *skb)
{
	u32 packets = 1;

	if (skb_is_gso(skb))
		pfc_gso_frames(skb, ETH_HLEN, skb->len + ETH_HLEN, &packets);
	return packets;
}

/*
 * Unicast that the bridge is about to flood.  If it is lossless, one port that cannot
 * send it on makes the switch pause whoever sends it, with all that he sends elsewhere;
 * with routes that go up and down again such pauses have closed a cycle and stopped a
 * whole network (Guo et al., SIGCOMM 2016, 4.2).
 *
 * Return: its priority, or -1: it is dropped.
 */
static int pfc_ingress_unknown(struct pfc_port *port, const struct pfc_config *config,
			       const struct sk_buff *skb, u8 prio)
{
	u8 pg = config->pg_of[prio];

	if (config->flood_drop && config->lossless & BIT(prio)) {
		pfc_count_arrival(port, pg, skb);
		atomic_long_add(pfc_packets(skb),
				&port->groups[pg].drops[PFC_DROPPED_FLOOD]);
		return -1;
	}
	if (config->flood_prio[prio] != PFC_MAP_NONE)
		return config->flood_prio[prio];
	return prio;
}

/*
 * What there is to do beside.
 *
 * Return: whether the packet may go on.
 */
static noinline bool pfc_ingress_attend(struct pfc_port *port, u8 pg,
					const struct sk_buff *skb)
{
	/* A shortcut to the tasklet, which waits for the end of this batch */
	if (READ_ONCE(port->attention.pending))
		pfc_sender_try(port);
	return !READ_ONCE(port->attention.drops) ||
	       !pfc_storms_drop(port, pg, pfc_packets(skb));
}

/* The priority of a packet at a port that looks at more than its DSCP; likewise */
static noinline int pfc_ingress_prio(struct pfc_port *port,
				     const struct pfc_config *config,
				     const struct sk_buff *skb)
{
	u8 prio = pfc_classify_slow(config, skb, 0, skb->protocol);

	if (pfc_to_group(skb) || !config->asks_fdb ||
	    !pfc_flood_unknown(port->dev, skb))
		return prio;
	return pfc_ingress_unknown(port, config, skb, prio);
}

/**
 * pfc_ingress() - netfilter ingress hook of a port's device
 * @priv: the port
 * @skb: a packet that came in; skb->data is at the network header
 * @state: not used
 *
 * A tag that a packet brings along (they survive a veth, into other namespaces)
 * is overwritten.
 *
 * Context: BH disabled, RCU; no qdisc lock is held.
 * Return: NF_ACCEPT, or NF_STOLEN for MAC control frames, NF_DROP for what must not be
 * flooded or comes into a storm.
 */
unsigned int pfc_ingress(void *priv, struct sk_buff *skb,
			 const struct nf_hook_state *state)
{
	struct pfc_port *port = priv;
	const struct pfc_config *config;
	int prio;

	if (unlikely(skb->protocol == htons(ETH_P_PAUSE))) {
		pfc_receive(port, skb);
		return NF_STOLEN;
	}

	config = pfc_config_get(port);
	if (likely(config->plain)) {
		prio = pfc_classify(config, skb, 0, skb->protocol);
	} else {
		prio = pfc_ingress_prio(port, config, skb);
		if (prio < 0)
			return NF_DROP;
	}
	if (unlikely(pfc_to_group(skb)))
		prio = config->group_prio[prio];
	skb->tc_index = pfc_tag(port->id, prio);
	pfc_count_arrival(port, config->pg_of[prio], skb);

	/*
	 * What arrives at a switch has left the sending host.  Over a veth it
	 * would still count against the sender's socket, whose buffer would
	 * then bound what the whole fabric can hold.
	 */
	if (unlikely(skb->destructor) && !skb_sk_is_prefetched(skb))
		skb_orphan(skb);

	if (unlikely(READ_ONCE(port->attention.any)) &&
	    !pfc_ingress_attend(port, config->pg_of[prio], skb))
		return NF_DROP;
	return NF_ACCEPT;
}
