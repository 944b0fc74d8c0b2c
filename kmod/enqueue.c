// SPDX-License-Identifier: GPL-2.0-only
/*
 * Into the queues of a port.
 *
 * A packet with a valid tag is charged to the port and group that it came in by,
 * and dropped if there is no room.  Any other packet, sent by this host or in by a
 * device that is no port, is classified by this port's own map, charged to nobody
 * and bounded by the limit of its queue.
 *
 * Queues hold frames, as a switch does: GSO packets are segmented first, and the
 * segments admitted one by one.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <net/gso.h>
#include "classify.h"
#include "header.h"
#include "qdisc.h"

#define PFC_CONTROL_MAX		64

/**
 * struct pfc_origin - where a packet came from
 * @port: port to charge, or NULL
 * @pg: its group
 * @prio: priority of the packet, and its queue here
 */
struct pfc_origin {
	struct pfc_port	*port;
	u8		pg;
	u8		prio;
};

static u32 pfc_frame_bytes(const struct sk_buff *skb)
{
	u32 len = skb->len + (skb_vlan_tag_present(skb) ? VLAN_HLEN : 0);

	return max_t(u32, len, PFC_FRAME_MIN);
}

static bool pfc_is_control(const struct sk_buff *skb)
{
	return skb->protocol == htons(ETH_P_PAUSE) &&
	       skb_headlen(skb) >= ETH_HLEN && !skb_vlan_tag_present(skb) &&
	       ether_addr_equal_unaligned(skb->data, pfc_group_address);
}

/* A packet without a tag, or with one that means nothing here */
static struct pfc_origin pfc_origin_local(struct pfc_sched *q,
					  const struct sk_buff *skb)
{
	const struct pfc_config *config = pfc_config_get(q->port);
	struct pfc_origin origin = { .prio = config->default_prio };
	const struct ethhdr *eth;
	struct ethhdr buf;

	eth = skb_header_pointer(skb, 0, sizeof(buf), &buf);
	if (!eth)
		return origin;
	origin.prio = config->plain ?
		      pfc_classify(config, skb, ETH_HLEN, eth->h_proto) :
		      pfc_classify_slow(config, skb, ETH_HLEN, eth->h_proto);
	if (unlikely(is_multicast_ether_addr(eth->h_dest)))
		origin.prio = config->group_prio[origin.prio];
	return origin;
}

static struct pfc_origin pfc_origin_of(struct pfc_sched *q,
				       const struct sk_buff *skb)
{
	struct pfc_origin origin;
	u16 tag = skb->tc_index;

	if (!(tag & PFC_TAG_VALID))
		return pfc_origin_local(q, skb);

	origin.port = pfc_port_lookup(pfc_tag_id(tag));
	if (unlikely(!origin.port || origin.port->net != q->port->net)) {
		q->port->stale++;
		return pfc_origin_local(q, skb);
	}
	origin.prio = tag & PFC_TAG_PRIO;
	origin.pg = pfc_config_get(origin.port)->pg_of[origin.prio];
	return origin;
}

/* The kernel's priority in place of the packet's own */
static void pfc_origin_by_skb(const struct pfc_config *config,
			      struct pfc_origin *origin, const struct sk_buff *skb)
{
	const struct pfc_config *from = config;
	const u8 *first;
	u8 byte;

	if (origin->port)
		from = pfc_config_get(origin->port);
	origin->prio = skb->priority < PFC_PRIOS ? skb->priority : config->default_prio;
	first = skb_header_pointer(skb, 0, sizeof(byte), &byte);
	if (first && *first & 1)
		origin->prio = from->group_prio[origin->prio];
	origin->pg = from->pg_of[origin->prio];
}

/*
 * What is flooded may have got another priority, for its queue and group, but is not to
 * be rewritten by that.  The tag has only the one, so such a packet is classified once
 * more; if that does not explain the tag, as its VLAN tag has changed on the way, then
 * the tag is all there is.
 */
static u8 pfc_own_prio(const struct pfc_config *config,
		       const struct pfc_origin *origin, const struct sk_buff *skb)
{
	const struct pfc_config *from = config;
	const struct ethhdr *eth;
	struct ethhdr buf;
	bool group;
	u8 own;

	if (origin->port)
		from = pfc_config_get(origin->port);
	eth = skb_header_pointer(skb, 0, sizeof(buf), &buf);
	if (!eth)
		return origin->prio;
	group = is_multicast_ether_addr(eth->h_dest);
	if (!group && !from->asks_fdb)
		return origin->prio;
	own = pfc_classify_slow(from, skb, ETH_HLEN, eth->h_proto);
	if (origin->prio != (group ? from->group_prio : from->flood_prio)[own])
		return origin->prio;
	return own;
}

/*
 * A packet that goes back to the group of ports that it came from, as from spine to spine
 * by way of a leaf, can be one of those that wait for each other in a circle.  In another
 * priority it is not.  It is charged to its old group: XOFF has to stop the priority in
 * which the peer sends it, and the new group would be part of such a circle again.
 */
static void pfc_move_same_group(struct pfc_sched *q, struct pfc_origin *origin)
{
	const struct pfc_config *config = pfc_config_get(q->port);
	const struct pfc_config *from;
	u8 prio = origin->prio;

	if (!origin->port || !config->port_group)
		return;
	from = pfc_config_get(origin->port);
	if (from->port_group != config->port_group)
		return;
	q->dscp = config->same_dscp[prio];
	if (config->same_prio[prio] != PFC_MAP_NONE) {
		origin->prio = config->same_prio[prio];
		q->own = origin->prio;
	} else if (q->dscp == PFC_MAP_NONE) {
		return;
	}
	q->port->same_group++;
}

static void pfc_rewrite(struct pfc_sched *q, struct sk_buff *skb)
{
	const struct pfc_config *config = pfc_config_get(q->port);
	u8 dscp = q->dscp;

	if (dscp == PFC_MAP_NONE)
		dscp = config->prio_dscp[q->own];
	if (dscp != PFC_MAP_NONE)
		pfc_write_dscp(skb, dscp);
	if (config->prio_pcp[q->own] != PFC_MAP_NONE)
		pfc_write_pcp(skb, config->prio_pcp[q->own]);
}

/* Before a packet is written to.  Return: the packet, or its clone. */
static noinline struct sk_buff *pfc_prepare(struct pfc_sched *q, struct sk_buff *skb,
					    struct pfc_origin *origin)
{
	const struct pfc_config *config = pfc_config_get(q->port);

	skb = pfc_unshare(skb);
	if (!q->rewrites)
		return skb;
	if (config->prio_source == PFC_PRIO_SOURCE_SKB) {
		pfc_origin_by_skb(config, origin, skb);
		q->own = origin->prio;
	} else {
		q->own = pfc_own_prio(config, origin, skb);
	}
	q->dscp = PFC_MAP_NONE;
	pfc_move_same_group(q, origin);
	if (!skb_is_gso(skb))
		pfc_rewrite(q, skb);
	return skb;
}

/* The first frame of a queue */
static __always_inline void pfc_queue_fills(struct pfc_sched *q, u8 prio)
{
	q->ready |= BIT(prio);
	if (unlikely(READ_ONCE(q->port->receiver.rx.paused) & BIT(prio)))
		pfc_storms_filled(q->port, prio);
}

/* What is __always_inline here is so for a tenth of the cost of a queued frame */
static __always_inline void pfc_queue_tail(struct Qdisc *sch, u8 prio,
					   struct sk_buff *skb)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];
	struct qdisc_skb_head *list = &queue->list;

	/* As __qdisc_enqueue_tail(), which does not tell whether it was the first */
	skb->next = NULL;
	if (list->head) {
		list->tail->next = skb;
	} else {
		list->head = skb;
		pfc_queue_fills(q, prio);
	}
	list->tail = skb;
	list->qlen++;
	queue->qstats.backlog += qdisc_pkt_len(skb);
	if (queue->qstats.backlog > queue->peak)
		queue->peak = queue->qstats.backlog;
	qdisc_qstats_backlog_inc(sch, skb);
	sch->q.qlen++;
}

/* What this host sends is lossless if the queue stops for pauses */
static bool pfc_origin_lossless(const struct pfc_sched *q,
				const struct pfc_origin *origin)
{
	if (!origin->port)
		return pfc_config_get(q->port)->obeyed & BIT(origin->prio);
	return pfc_config_get(origin->port)->pg[origin->pg].lossless;
}

/*
 * One lossy receiver that does not keep up must not take the pool from all others.  A
 * lossless packet is not dropped for that: its sender will be told to stop.
 */
static bool pfc_queue_full(const struct pfc_queue *queue,
			   const struct pfc_origin *origin, u32 len)
{
	const struct pfc_group *group = &origin->port->groups[origin->pg];
	const struct pfc_queue_limits *limits = &queue->limits;
	u64 after = (u64)queue->qstats.backlog - queue->local + len;
	const struct pfc_terms *terms;
	u64 most;

	if (limits->limit && after > limits->limit)
		return true;
	/* An empty queue is not one that does not keep up; nor need the pool be looked at */
	if (!limits->alpha || !queue->list.head)
		return false;
	terms = pfc_group_terms(group, atomic64_read(&group->use));
	most = (u64)pfc_part_free(&terms->pool->shared) * limits->alpha / PFC_ALPHA_ONE;
	return after > most;
}

/* Is there room for the packet?  If so it is charged. */
static __always_inline bool pfc_take(struct pfc_sched *q, struct pfc_queue *queue,
				     const struct pfc_origin *origin, u32 len)
{
	if (likely(origin->port))
		return pfc_charge(origin->port, origin->pg, len);
	if (unlikely(queue->local + len > q->queue_limit)) {
		queue->drop_local++;
		return false;
	}
	queue->local += len;
	return true;
}

static bool pfc_drop_at_queue(const struct pfc_origin *origin, enum pfc_drop cause,
			      u64 *counter)
{
	if (origin->port)
		pfc_group_drop(origin->port, origin->pg, cause);
	(*counter)++;
	return false;
}

/*
 * pfc_admit() for a queue that holds much, or may not hold much.  Marking is what a DCQCN
 * congestion point does (SIGCOMM 2015): by the backlog that a packet finds.  One that is
 * dropped in place of that was not ECT, and is lossy: what is lossless will pause.
 */
static noinline bool pfc_admit_crowded(struct Qdisc *sch, struct pfc_queue *queue,
				       const struct pfc_origin *origin,
				       struct sk_buff *skb, u32 len)
{
	struct pfc_sched *q = qdisc_priv(sch);
	bool lossy = !pfc_origin_lossless(q, origin);
	const struct pfc_ecn *ecn = &queue->limits.ecn;
	u32 found = queue->qstats.backlog;
	bool hit, ect;

	if (queue->dropped)
		return pfc_drop_at_queue(origin, PFC_DROPPED_STORM,
					 &q->port->storms.dropped[origin->prio]);
	if (origin->port && lossy && pfc_queue_full(queue, origin, len))
		return pfc_drop_at_queue(origin, PFC_DROPPED_EGRESS, &queue->drop_egress);

	hit = ecn->kmax && found > ecn->kmin &&
	      pfc_ecn_hit(ecn, found, get_random_u32());
	ect = hit && pfc_is_ect(skb);
	if (hit && !ect && lossy)
		return pfc_drop_at_queue(origin, PFC_DROPPED_EARLY, &queue->drop_early);
	if (!pfc_take(q, queue, origin, len))
		return false;
	if (ect && pfc_write_ce(skb)) {
		queue->marked++;
		queue->qstats.overlimits++;
		qdisc_qstats_overlimit(sch);
	}
	return true;
}

/* Does the packet find room?  If so it is charged. */
static __always_inline bool
pfc_admit(struct Qdisc *sch, const struct pfc_origin *origin, struct sk_buff *skb)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[origin->prio];
	u32 len = pfc_frame_bytes(skb);

	*pfc_skb_cb(skb) = (struct pfc_skb_cb) {
		.owner = origin->port, .len = len, .pg = origin->pg,
	};
	qdisc_skb_cb(skb)->pkt_len = len;

	if (unlikely(queue->qstats.backlog + len > queue->bound))
		return pfc_admit_crowded(sch, queue, origin, skb, len);
	return pfc_take(q, queue, origin, len);
}

static __always_inline bool
pfc_enqueue_frame(struct Qdisc *sch, struct sk_buff *skb,
		  const struct pfc_origin *origin, struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (likely(pfc_admit(sch, origin, skb))) {
		pfc_queue_tail(sch, origin->prio, skb);
		return true;
	}
	q->queues[origin->prio].qstats.drops++;
	qdisc_drop(skb, sch, to_free);
	return false;
}

/*
 * Where there is no room for a segment what follows is of little use to the receiver.
 * That one was dropped early says nothing about the next: it would be marked, or not,
 * by itself, as if the sender had cut the packet.  In a storm each is dropped for that.
 */
static void pfc_drop_rest(struct Qdisc *sch, struct sk_buff *skb,
			  const struct pfc_origin *origin,
			  struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (origin->port)
		pfc_group_drop(origin->port, origin->pg, PFC_DROPPED_REST);
	else
		q->queues[origin->prio].drop_local++;
	q->queues[origin->prio].qstats.drops++;
	qdisc_drop(skb, sch, to_free);
}

/* How many frames were dropped for reasons of their own */
static u64 pfc_drop_apart(const struct pfc_sched *q, u8 prio)
{
	return q->queues[prio].drop_early + q->port->storms.dropped[prio];
}

static noinline int pfc_enqueue_gso(struct Qdisc *sch, struct sk_buff *skb,
				    const struct pfc_origin *origin,
				    struct sk_buff **to_free)
{
	netdev_features_t features = netif_skb_features(skb) & ~NETIF_F_GSO_MASK;
	struct pfc_sched *q = qdisc_priv(sch);
	bool all = origin->port && pfc_origin_lossless(q, origin);
	unsigned int queued = 0, refused = 0;
	struct sk_buff *segs, *next;
	u64 apart;

	segs = skb_gso_segment(skb, features);
	if (IS_ERR_OR_NULL(segs)) {
		q->port->drop_segment += skb_shinfo(skb)->gso_segs ?: 1;
		pfc_compat_init_segment(skb);
		return qdisc_drop(skb, sch, to_free);
	}

	/* Of a GRO list it is the first segment itself, which then has one owner again */
	consume_skb(skb);
	skb_list_walk_safe(segs, segs, next) {
		skb_mark_not_on_list(segs);
		pfc_compat_init_segment(segs);
		/* Each by itself: those of a GRO list have headers of their own */
		if (unlikely(q->rewrites))
			pfc_rewrite(q, segs);
		apart = pfc_drop_apart(q, origin->prio);
		if (refused && !all)
			pfc_drop_rest(sch, segs, origin, to_free);
		else if (pfc_enqueue_frame(sch, segs, origin, to_free))
			queued++;
		else if (pfc_drop_apart(q, origin->prio) == apart)
			refused++;
	}
	return queued ? NET_XMIT_SUCCESS : NET_XMIT_DROP;
}

static int pfc_enqueue_control(struct Qdisc *sch, struct sk_buff *skb,
			       struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (q->control.qlen >= PFC_CONTROL_MAX) {
		q->port->drop_control++;
		return qdisc_drop(skb, sch, to_free);
	}
	qdisc_skb_cb(skb)->pkt_len = pfc_frame_bytes(skb);
	__qdisc_enqueue_tail(skb, &q->control);
	qdisc_qstats_backlog_inc(sch, skb);
	sch->q.qlen++;
	return NET_XMIT_SUCCESS;
}

/**
 * pfc_enqueue() - take a packet, or drop it
 * @skb: the packet
 * @sch: the qdisc
 * @to_free: gets what is dropped
 *
 * Context: BH disabled, root lock.
 * Return: %NET_XMIT_SUCCESS if any of it was queued, else %NET_XMIT_DROP.
 */
int pfc_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_origin origin;

	if (unlikely(pfc_is_control(skb)))
		return pfc_enqueue_control(sch, skb, to_free);

	origin = pfc_origin_of(q, skb);
	if (unlikely(q->writes))
		skb = pfc_prepare(q, skb, &origin);
	if (unlikely(skb_is_gso(skb)))
		return pfc_enqueue_gso(sch, skb, &origin, to_free);
	return pfc_enqueue_frame(sch, skb, &origin, to_free) ?
	       NET_XMIT_SUCCESS : NET_XMIT_DROP;
}
