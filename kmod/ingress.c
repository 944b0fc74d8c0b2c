// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ingress hook of a port.  It consumes MAC control frames.  It writes ingress port and
 * priority into the tag of all other packets, for the egress port.
 */
#include <linux/cache.h>
#include <linux/if_vlan.h>
#include <net/sock.h>
#include "packet.h"
#include "trace.h"

/*
 * The fast path reads only those members of the configuration that are in its first two cache
 * lines.  The allocator aligns objects of this size to at least a cache line.
 */
static_assert(SMP_CACHE_BYTES < 64 ||
	      offsetofend(struct pfc_config, asks_fdb) <= 2 * SMP_CACHE_BYTES);

static void pfc_arrivals_add(struct pfc_port *port, u8 pg, u32 packets, u32 len)
{
	struct pfc_arrivals *arrivals = this_cpu_ptr(port->arrivals);

	u64_stats_update_begin(&arrivals->syncp);
	u64_stats_add(&arrivals->packets[pg], packets);
	u64_stats_add(&arrivals->bytes[pg], len);
	u64_stats_update_end(&arrivals->syncp);
}

/* Not inline, so that frames that are not GSO, the common case, need no stack frame */
static noinline void pfc_count_gso(struct pfc_port *port, u8 pg,
				   const struct sk_buff *skb, u32 link_len)
{
	u32 packets, len;

	len = pfc_gso_frames(skb, link_len, &packets);
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

/*
 * Handles a unicast packet that the bridge is about to flood, see "Flooding" in architecture.rst.
 * Return: the priority of the packet, or -1 to drop it.
 */
static int pfc_ingress_unknown(struct pfc_port *port, const struct pfc_config *config,
			       const struct sk_buff *skb, u8 prio)
{
	u8 pg = config->pg_of[prio];

	if (config->flood_drop && config->lossless & BIT(prio)) {
		pfc_count_arrival(port, pg, skb);
		atomic64_add(pfc_gso_count(skb),
			     &port->groups[pg].drops[PFC_DROP_FLOOD]);
		trace_drop(port, NULL, prio, pg, skb, skb->len + ETH_HLEN, PFC_DROP_FLOOD);
		return -1;
	}
	if (config->flood_prio[prio] != PFC_MAP_NONE)
		return config->flood_prio[prio];
	return prio;
}

/*
 * True for a packet that this port has already received: IPsec removes a header, and passes the
 * rest of the packet to the same device again.  Its tag has the priority in which the peer has
 * sent the packet, which the inner header may not have.
 */
static bool pfc_ingress_again(const struct pfc_port *port, const struct sk_buff *skb)
{
	return skb_sec_path(skb) && pfc_tag_valid(skb->tc_index) &&
	       pfc_tag_id(skb->tc_index) == port->id;
}

/* Does the pending work of the port.  Return: false to drop the packet. */
static noinline bool pfc_ingress_pending(struct pfc_port *port, int prio, u8 pg,
					 const struct sk_buff *skb)
{
	/* Runs the sender now: its tasklet runs only after this batch of packets */
	if (READ_ONCE(port->pending.sender))
		pfc_sender_try(port);
	if (!READ_ONCE(port->pending.drops) || !pfc_watchdog_drop(port, pg, pfc_gso_count(skb)))
		return true;
	trace_drop(port, NULL, prio, pg, skb, skb->len + ETH_HLEN, PFC_DROP_STORM);
	return false;
}

/* Priority of a packet, for a configuration that needs more than the DSCP; -1 to drop it */
static noinline int pfc_ingress_prio(struct pfc_port *port,
				     const struct pfc_config *config,
				     const struct sk_buff *skb)
{
	u8 prio = pfc_classify_slow(config, skb, 0, skb->protocol);

	if (pfc_is_mcast(skb) || !config->asks_fdb ||
	    !pfc_flood_unknown(port->dev, skb))
		return prio;
	return pfc_ingress_unknown(port, config, skb, prio);
}

/*
 * Netfilter ingress hook of a port's device; skb->data is at the network header.  The hook
 * overwrites an existing tag, because a tag survives a veth, even into another namespace.
 * Context: BH disabled, RCU; no qdisc lock is held.
 * Return: NF_ACCEPT; NF_STOLEN for a MAC control frame; NF_DROP for a packet that must not
 * be flooded or whose group the watchdog drops during a storm.
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
	if (unlikely(pfc_ingress_again(port, skb)))
		return NF_ACCEPT;

	config = pfc_config_get(port);
	if (likely(config->plain)) {
		prio = pfc_classify(config, skb, 0, skb->protocol);
	} else {
		prio = pfc_ingress_prio(port, config, skb);
		if (prio < 0)
			return NF_DROP;
	}
	if (unlikely(pfc_is_mcast(skb))) {
		/* The host's own copy of a packet that it sends: it has not arrived at this port */
		if (skb->pkt_type == PACKET_LOOPBACK)
			return NF_ACCEPT;
		prio = config->mcast_prio[prio];
	}
	skb->tc_index = pfc_tag(port->id, prio);
	pfc_count_arrival(port, config->pg_of[prio], skb);

	/* See "The ingress hook orphans packets" in architecture.rst */
	if (unlikely(skb->destructor) && !skb_sk_is_prefetched(skb))
		skb_orphan(skb);

	if (unlikely(READ_ONCE(port->pending.any)) &&
	    !pfc_ingress_pending(port, prio, config->pg_of[prio], skb))
		return NF_DROP;
	return NF_ACCEPT;
}
