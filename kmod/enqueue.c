// SPDX-License-Identifier: GPL-2.0-only
/*
 * Enqueue: classification, charge, marking, rewriting and admission to the egress queues.
 *
 * A packet with a valid tag is charged to its ingress port and priority group, and dropped
 * if there is no room.  Any other packet is classified by the map of the egress port and charged
 * to no PG; the queue limit bounds the bytes of such packets in a queue.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <net/gso.h>
#include <net/pkt_cls.h>
#include "queue.h"
#include "trace.h"

#define PFC_CONTROL_MAX		64

/* Ingress port and group to charge, or no port; and the priority, which selects the egress queue */
struct pfc_origin {
	struct pfc_port	*port;
	u8		pg;
	u8		prio;
};

static __always_inline bool pfc_is_control(const struct sk_buff *skb)
{
	return skb->protocol == htons(ETH_P_PAUSE) &&
	       skb_headlen(skb) >= ETH_HLEN && !skb_vlan_tag_present(skb) &&
	       ether_addr_equal_unaligned(skb->data, pfc_mcast_address);
}

/* Origin of a packet without a valid tag */
static noinline struct pfc_origin pfc_origin_local(struct pfc_sched *q,
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
		origin.prio = config->mcast_prio[origin.prio];
	return origin;
}

static __always_inline struct pfc_origin pfc_origin_of(struct pfc_sched *q,
						       const struct sk_buff *skb)
{
	struct pfc_origin origin;
	u16 tag = skb->tc_index;

	if (!pfc_tag_valid(tag))
		return pfc_origin_local(q, skb);

	origin.port = pfc_port_lookup(pfc_tag_id(tag));
	if (unlikely(!origin.port || origin.port->net != q->port->net)) {
		q->counters.stale++;
		return pfc_origin_local(q, skb);
	}
	origin.prio = tag & PFC_TAG_PRIO;
	origin.pg = pfc_config_get(origin.port)->pg_of[origin.prio];
	return origin;
}

/*
 * True if the packet was sent to a group.  With an ingress port, this is what the ingress hook has
 * found, because the destination address may have changed since.
 */
static bool pfc_origin_mcast(struct pfc_origin origin, const struct sk_buff *skb)
{
	const u8 *first;
	u8 byte;

	if (origin.port)
		return pfc_is_mcast(skb);
	first = skb_header_pointer(skb, 0, sizeof(byte), &byte);
	return first && *first & 1;
}

/* Takes the priority from skb->priority instead of the packet's headers */
static struct pfc_origin pfc_origin_by_skb(const struct pfc_config *config,
					   struct pfc_origin origin, const struct sk_buff *skb)
{
	const struct pfc_config *from = origin.port ? pfc_config_get(origin.port) : config;

	origin.prio = skb->priority < PFC_PRIOS ? skb->priority : config->default_prio;
	if (pfc_origin_mcast(origin, skb))
		origin.prio = from->mcast_prio[origin.prio];
	origin.pg = from->pg_of[origin.prio];
	return origin;
}

/*
 * Priority that selects the DSCP and PCP to write.  For queue and group, multicast and unknown
 * unicast may have got another priority, by mcast_prio or flood_prio.  That priority must not
 * select DSCP and PCP, but skb->tc_index holds no other one.  So the function classifies the
 * packet again.  If mcast_prio or flood_prio does not map the result to the priority in
 * skb->tc_index, the VLAN tag has changed since ingress, and that priority is used.
 */
static u8 pfc_rewrite_prio(const struct pfc_config *config,
			   struct pfc_origin origin, const struct sk_buff *skb)
{
	bool mcast = pfc_origin_mcast(origin, skb);
	const struct pfc_config *from = origin.port ? pfc_config_get(origin.port) : config;
	const struct ethhdr *eth;
	struct ethhdr buf;
	u8 prio;

	eth = skb_header_pointer(skb, 0, sizeof(buf), &buf);
	if (!eth || (!mcast && !from->asks_fdb))
		return origin.prio;
	prio = pfc_classify_slow(from, skb, ETH_HLEN, eth->h_proto);
	if (origin.prio != (mcast ? from->mcast_prio : from->flood_prio)[prio])
		return origin.prio;
	return prio;
}

/*
 * Gives a packet that leaves by the port group of its ingress port a new priority, see "Port
 * groups" in architecture.rst.  The packet is still charged to the PG of its old priority.
 */
static struct pfc_origin pfc_bounce(const struct pfc_config *config, struct pfc_origin origin,
				    struct pfc_rewrite *rewrite)
{
	const struct pfc_config *from;
	u8 prio = origin.prio;

	if (!origin.port || !config->port_group)
		return origin;
	from = pfc_config_get(origin.port);
	if (from->port_group != config->port_group)
		return origin;
	rewrite->dscp = config->bounce_dscp[prio];
	if (config->bounce_prio[prio] != PFC_MAP_NONE) {
		origin.prio = config->bounce_prio[prio];
		rewrite->prio = origin.prio;
	} else if (rewrite->dscp == PFC_MAP_NONE) {
		return origin;
	}
	rewrite->bounced = true;
	return origin;
}

/* Writes DSCP and PCP to a frame of the packet, and counts the frame if the packet bounces */
static void pfc_rewrite(struct pfc_sched *q, const struct pfc_rewrite *rewrite,
			struct sk_buff *skb)
{
	const struct pfc_config *config = pfc_config_get(q->port);
	u8 dscp = rewrite->dscp, pcp = config->prio_pcp[rewrite->prio];

	q->counters.bounced += rewrite->bounced;
	if (dscp == PFC_MAP_NONE)
		dscp = config->egress_dscp[rewrite->prio];
	if (dscp != PFC_MAP_NONE)
		pfc_write_dscp(skb, dscp);
	if (pcp != PFC_MAP_NONE)
		pfc_write_pcp(skb, pcp);
}

/* Rewrites a packet; enqueue rewrites the segments of a GSO packet.  Return: the new origin. */
static noinline struct pfc_origin pfc_rewrite_origin(struct pfc_sched *q, struct pfc_origin origin,
						     struct sk_buff *skb)
{
	const struct pfc_config *config = pfc_config_get(q->port);
	struct pfc_rewrite *rewrite = &pfc_skb_cb(skb)->rewrite;

	if (config->prio_source == PFC_PRIO_SOURCE_SKB) {
		origin = pfc_origin_by_skb(config, origin, skb);
		rewrite->prio = origin.prio;
	} else {
		rewrite->prio = pfc_rewrite_prio(config, origin, skb);
	}
	rewrite->dscp = PFC_MAP_NONE;
	rewrite->bounced = false;
	origin = pfc_bounce(config, origin, rewrite);
	if (!skb_is_gso(skb))
		pfc_rewrite(q, rewrite, skb);
	return origin;
}

/* Called when a frame is added to an empty queue */
static __always_inline void pfc_queue_fills(struct Qdisc *sch, u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u8 ready = q->ready;

	WRITE_ONCE(q->ready, ready | BIT(prio));
	WRITE_ONCE(q->lockless.waiting, false);
	if (!ready)
		pfc_timer_keep(sch);
	if (unlikely(pfc_receiver_paused(&q->port->receiver) & BIT(prio)))
		pfc_watchdog_filled(q->port, prio);
}

/* Inlining the functions marked __always_inline saves a tenth of the cost of queueing a frame */
static __always_inline void pfc_queue_tail(struct Qdisc *sch, struct pfc_queue *queue, u8 prio,
					   struct sk_buff *skb)
{
	struct qdisc_skb_head *list = &queue->list;

	/* Does the same as __qdisc_enqueue_tail(), which does not report that the list was empty */
	skb->next = NULL;
	if (list->head) {
		list->tail->next = skb;
	} else {
		list->head = skb;
		pfc_queue_fills(sch, prio);
	}
	list->tail = skb;
	list->qlen++;
	queue->frames += pfc_skb_cb(skb)->frames;
	queue->qstats.backlog += qdisc_pkt_len(skb);
	if (queue->qstats.backlog > queue->peak)
		queue->peak = queue->qstats.backlog;
	qdisc_qstats_backlog_inc(sch, skb);
	sch->q.qlen++;
}

/* Packets of this host are lossless if the port obeys pauses of their priority */
static bool pfc_origin_lossless(const struct pfc_sched *q,
				struct pfc_origin origin)
{
	if (!origin.port)
		return pfc_config_get(q->port)->obeyed & BIT(origin.prio);
	return pfc_config_get(origin.port)->pg[origin.pg].lossless;
}

/*
 * Lossy packets for one receiver that does not keep up must not use up the pool.  The caller
 * does not apply this check to lossless packets, because PFC pauses their sender.
 */
static bool pfc_queue_full(const struct pfc_queue *queue,
			   struct pfc_origin origin, u32 len)
{
	const struct pfc_group *group = &origin.port->groups[origin.pg];
	const struct pfc_queue_limits *limits = &queue->limits;
	u64 after = (u64)queue->qstats.backlog - queue->local + len;
	const struct pfc_basis *basis;
	u64 most;

	if (queue->egress.pool)
		return pfc_egress_full(queue, len);
	if (limits->limit && after > limits->limit)
		return true;
	/* If the queue is empty, its receiver keeps up, and no read of the pool is needed */
	if (!limits->alpha || !queue->list.head)
		return false;
	basis = pfc_group_basis(group, atomic64_read(&group->use));
	most = (u64)pfc_part_free(&basis->pool->shared) * limits->alpha / PFC_ALPHA_ONE;
	return after > most;
}

/* Charges the packet, or counts it as dropped.  @len: its length; set to the bytes charged */
static __always_inline enum pfc_drop pfc_take(struct pfc_sched *q, struct pfc_queue *queue,
					      struct pfc_origin origin, u32 *len)
{
	enum pfc_drop cause;

	if (likely(origin.port)) {
		cause = pfc_charge(origin.port, origin.pg, len, queue->id);
		if (trace_charge_enabled() && !cause)
			pfc_trace_charge(origin.port, q->port, origin.pg, *len);
		return cause;
	}
	if (unlikely(queue->local + *len > q->rules.queue_limit)) {
		queue->drop_local++;
		return PFC_DROP_LOCAL;
	}
	queue->local += *len;
	return PFC_DROP_NONE;
}

static enum pfc_drop pfc_drop_at_queue(struct pfc_origin origin, enum pfc_drop cause,
				       u64 *counter)
{
	if (origin.port)
		pfc_group_drop(&origin.port->groups[origin.pg], cause, 1);
	(*counter)++;
	return cause;
}

/*
 * Slow path of pfc_admit(), for a backlog above the bound of the queue: checks storm, limit and
 * marking, see "Marking" in architecture.rst.  With %PFC_ECN_AT_DEQUEUE, the mark is decided when
 * the packet leaves, see pfc_queue_left().
 */
static noinline enum pfc_drop pfc_admit_slow(struct Qdisc *sch, struct pfc_queue *queue,
					     struct pfc_origin origin,
					     struct sk_buff *skb, u32 len)
{
	struct pfc_sched *q = qdisc_priv(sch);
	bool lossy = !pfc_origin_lossless(q, origin);
	const struct pfc_ecn *ecn = &queue->limits.ecn;
	u32 found = queue->qstats.backlog;
	enum pfc_drop cause;
	bool hit, ect;

	if (queue->dropped)
		return pfc_drop_at_queue(origin, PFC_DROP_STORM, &queue->drop_storm);
	if (origin.port && lossy && pfc_queue_full(queue, origin, len))
		return pfc_drop_at_queue(origin, PFC_DROP_EGRESS, &queue->drop_egress);

	hit = ecn->kmax && found > ecn->kmin &&
	      pfc_ecn_hit(ecn, found, get_random_u32());
	ect = hit && pfc_is_ect(skb);
	if (hit && !ect && lossy)
		return pfc_drop_at_queue(origin, PFC_DROP_EARLY, &queue->drop_early);
	cause = pfc_take(q, queue, origin, &pfc_skb_cb(skb)->len);
	if (!cause && queue->egress.pool)
		pfc_egress_join(queue, skb);
	if (!cause && ect && !q->rules.marks_late)
		pfc_queue_mark(sch, queue, origin.prio, skb, found);
	return cause;
}

/* Admits a packet to its queue and charges it */
static __always_inline enum pfc_drop
pfc_admit(struct Qdisc *sch, struct pfc_queue *queue, struct pfc_origin origin,
	  struct sk_buff *skb)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u32 len = pfc_frame_bytes(skb);

	*pfc_skb_cb(skb) = (struct pfc_skb_cb) {
		.owner = origin.port, .len = len, .pg = origin.pg, .frames = 1,
	};
	qdisc_skb_cb(skb)->pkt_len = len;

	if (unlikely(queue->qstats.backlog + len > queue->bound))
		return pfc_admit_slow(sch, queue, origin, skb, len);
	return pfc_take(q, queue, origin, &pfc_skb_cb(skb)->len);
}

static noinline enum pfc_drop pfc_memory_refuse(struct pfc_sched *q,
						struct pfc_origin origin)
{
	if (!origin.port) {
		q->queues[origin.prio].drop_memory++;
		return PFC_DROP_MEMORY;
	}
	pfc_group_drop(&origin.port->groups[origin.pg], PFC_DROP_MEMORY, 1);
	if (pfc_origin_lossless(q, origin))
		pfc_sender_overrun(origin.port, origin.pg);
	return PFC_DROP_MEMORY;
}

/* Accounts the memory of a packet to the namespace */
static __always_inline enum pfc_drop pfc_memory_take(struct pfc_sched *q,
						     struct pfc_origin origin,
						     const struct sk_buff *skb)
{
	q->memory.used += skb->truesize;
	if (likely(q->memory.used <= q->memory.taken) || pfc_memory_grow(q))
		return PFC_DROP_NONE;
	return pfc_memory_refuse(q, origin);
}

/* Drops a packet or a frame before its queue */
static noinline void pfc_drop(struct Qdisc *sch, struct sk_buff *skb,
			      struct pfc_origin origin, enum pfc_drop cause,
			      struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);

	trace_drop(origin.port, q->port, origin.prio, origin.port ? origin.pg : -1, skb,
		   pfc_frame_bytes(skb), cause);
	q->queues[origin.prio].qstats.drops++;
	pfc_compat_qdisc_drop(skb, sch, to_free, cause == PFC_DROP_EARLY);
}

static __always_inline enum pfc_drop
pfc_enqueue_frame(struct Qdisc *sch, struct sk_buff *skb,
		  struct pfc_origin origin, struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = pfc_queue(q, origin.prio);
	unsigned int truesize = skb->truesize;
	enum pfc_drop cause;

	cause = pfc_memory_take(q, origin, skb);
	if (likely(!cause))
		cause = pfc_admit(sch, queue, origin, skb);
	if (likely(!cause)) {
		/* Marking may copy the header, which changes truesize */
		q->memory.used += skb->truesize - truesize;
		pfc_queue_tail(sch, queue, origin.prio, skb);
		return PFC_DROP_NONE;
	}
	q->memory.used -= truesize;
	pfc_drop(sch, skb, origin, cause, to_free);
	return cause;
}

/*
 * Drops a segment because an earlier segment of the GSO packet found no room.  An early drop of a
 * segment does not affect the segments after it: marking decides on each segment separately, as if
 * the sender had segmented the packet.  In a storm, each segment counts as a drop of the storm.
 */
static void pfc_drop_rest(struct Qdisc *sch, struct sk_buff *skb,
			  struct pfc_origin origin,
			  struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (origin.port)
		pfc_group_drop(&origin.port->groups[origin.pg], PFC_DROP_REST, 1);
	else
		q->queues[origin.prio].drop_local++;
	pfc_drop(sch, skb, origin, origin.port ? PFC_DROP_REST : PFC_DROP_LOCAL, to_free);
}

/*
 * Adds a GSO packet to its queue as a whole.  This must change nothing but the number of packets:
 * so all of its frames have to fit below every limit, and below the threshold of marking, which
 * decides on each frame.  Return: whether the packet is in the queue
 */
static bool pfc_enqueue_whole(struct Qdisc *sch, struct sk_buff *skb,
			      struct pfc_origin origin)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[origin.prio];
	u32 link_len = skb_vlan_tag_present(skb) ? VLAN_HLEN : 0;
	u32 len, charge, frames;

	len = pfc_gso_frames(skb, link_len, &frames);
	charge = len;
	if (!pfc_gso_fits(q, len, frames) || queue->qstats.backlog + len > queue->bound)
		return false;
	/* What arrives behind the packet decides on each of its frames */
	if (q->rules.marks_late && queue->limits.ecn.kmax)
		return false;
	if (!origin.port && queue->local + len > q->rules.queue_limit)
		return false;
	q->memory.used += skb->truesize;
	if ((q->memory.used > q->memory.taken && !pfc_memory_grow(q)) ||
	    (origin.port && !pfc_charge_whole(origin.port, origin.pg, &charge,
					      pfc_gso_frame(skb, link_len), queue->id))) {
		q->memory.used -= skb->truesize;
		return false;
	}
	if (!origin.port)
		queue->local += len;
	else if (trace_charge_enabled())
		pfc_trace_charge(origin.port, q->port, origin.pg, charge);
	*pfc_skb_cb(skb) = (struct pfc_skb_cb) {
		.owner = origin.port, .len = charge, .pg = origin.pg, .frames = frames,
	};
	qdisc_skb_cb(skb)->pkt_len = len;
	pfc_queue_tail(sch, queue, origin.prio, skb);
	return true;
}

static noinline int pfc_enqueue_gso(struct Qdisc *sch, struct sk_buff *skb,
				    struct pfc_origin origin,
				    struct sk_buff **to_free)
{
	netdev_features_t features = netif_skb_features(skb);
	struct pfc_sched *q = qdisc_priv(sch);
	bool all = origin.port && pfc_origin_lossless(q, origin);
	/* A copy: the packet is freed, or it is itself a segment, whose charge overwrites this */
	struct pfc_rewrite rewrite = pfc_skb_cb(skb)->rewrite;
	unsigned int queued = 0, refused = 0;
	struct sk_buff *segs, *next;
	enum pfc_drop cause;

	if (pfc_gso_may_stay(q, skb, features) && pfc_enqueue_whole(sch, skb, origin))
		return NET_XMIT_SUCCESS;
	segs = skb_gso_segment(skb, features & ~NETIF_F_GSO_MASK);
	if (IS_ERR_OR_NULL(segs)) {
		q->counters.drop_segment += skb_shinfo(skb)->gso_segs ?: 1;
		pfc_compat_init_segment(skb);
		trace_drop(origin.port, q->port, origin.prio, origin.port ? origin.pg : -1,
			   skb, skb->len, PFC_DROP_SEGMENT);
		return pfc_compat_qdisc_drop(skb, sch, to_free, false);
	}

	/* The first segment of a GRO list is the packet itself: drop the second reference */
	consume_skb(skb);
	skb_list_walk_safe(segs, segs, next) {
		skb_mark_not_on_list(segs);
		pfc_compat_init_segment(segs);
		/* Rewrite each segment separately: segments of a GRO list have their own headers */
		if (unlikely(q->rules.rewrites))
			pfc_rewrite(q, &rewrite, segs);
		if (refused && !all) {
			pfc_drop_rest(sch, segs, origin, to_free);
			continue;
		}
		cause = pfc_enqueue_frame(sch, segs, origin, to_free);
		if (!cause)
			queued++;
		else if (cause != PFC_DROP_EARLY && cause != PFC_DROP_STORM)
			refused++;
	}
	return queued ? NET_XMIT_SUCCESS : NET_XMIT_DROP;
}

/* Enqueue a MAC control frame of the port, or drop it.  Context: BH disabled, root lock */
int pfc_enqueue_control(struct Qdisc *sch, struct sk_buff *skb, struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (q->control.qlen >= PFC_CONTROL_MAX) {
		q->counters.drop_control++;
		trace_drop(NULL, q->port, -1, -1, skb, skb->len, PFC_DROP_CONTROL);
		return pfc_compat_qdisc_drop(skb, sch, to_free, false);
	}
	qdisc_skb_cb(skb)->pkt_len = pfc_frame_bytes(skb);
	pfc_skb_cb(skb)->frames = 1;
	__qdisc_enqueue_tail(skb, &q->control);
	WRITE_ONCE(q->lockless.waiting, false);
	qdisc_qstats_backlog_inc(sch, skb);
	WRITE_ONCE(sch->q.qlen, sch->q.qlen + 1);
	pfc_timer_keep(sch);
	return NET_XMIT_SUCCESS;
}

static __always_inline int pfc_enqueue_packet(struct sk_buff *skb, struct Qdisc *sch,
					      struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_origin origin;

	if (unlikely(pfc_is_control(skb)))
		return pfc_enqueue_control(sch, skb, to_free);

	origin = pfc_origin_of(q, skb);
	if (unlikely(q->rules.writes)) {
		skb = pfc_unshare(skb);
		if (q->rules.rewrites)
			origin = pfc_rewrite_origin(q, origin, skb);
	}
	if (unlikely(skb_is_gso(skb)))
		return pfc_enqueue_gso(sch, skb, origin, to_free);
	return pfc_enqueue_frame(sch, skb, origin, to_free) ? NET_XMIT_DROP : NET_XMIT_SUCCESS;
}

/*
 * Take the root lock, and enqueue a packet or drop it.
 * Context: BH disabled, RCU-bh, no root lock.
 * Return: %NET_XMIT_SUCCESS if at least one frame of the packet was queued, else
 * %NET_XMIT_DROP.
 */
int pfc_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	int ret;

	spin_lock(qdisc_lock(sch));
	ret = pfc_pass(sch, skb) ? NET_XMIT_SUCCESS : pfc_enqueue_packet(skb, sch, to_free);
	spin_unlock(qdisc_lock(sch));
	return ret;
}
