// SPDX-License-Identifier: GPL-2.0-only
/*
 * The root qdisc that makes a device a port.
 *
 * Description
 * -----------
 *
 * Eight queues, one a priority, strict: the highest priority that has a frame
 * and is not paused goes first.  Before all of them, and never paused, go MAC
 * control frames.
 *
 * A packet with a valid tag is charged to the port and group that it came in by,
 * from enqueue to dequeue, and dropped if there is no room.  Any other packet,
 * sent by this host or in by a device that is no port, is classified by this
 * port's own map, charged to nobody and bounded by the limit of its queue.
 *
 * Queues hold frames, as a switch does: GSO packets are segmented first, and the
 * segments admitted one by one.
 *
 * With a rate the qdisc is a wire: a frame leaves when the one before it has
 * passed, with preamble, gap and FCS.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/module.h>
#include <net/gso.h>
#include "qdisc.h"

/* Preamble and start delimiter 8, FCS 4, inter-packet gap 12 (802.3 clause 4) */
#define PFC_WIRE_OVERHEAD	24

/* How far a timer may be late and the wire still make up for it */
#define PFC_LATE_NS		NSEC_PER_MSEC

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
	if (eth)
		origin.prio = pfc_classify(config, skb, ETH_HLEN, eth->h_proto);
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
	origin.pg = pfc_config_get(origin.port)->prio_pg[origin.prio];
	return origin;
}

static void pfc_queue_tail(struct Qdisc *sch, u8 prio, struct sk_buff *skb)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];

	__qdisc_enqueue_tail(skb, &queue->list);
	queue->qstats.backlog += qdisc_pkt_len(skb);
	q->ready |= BIT(prio);
	qdisc_qstats_backlog_inc(sch, skb);
	sch->q.qlen++;
}

static struct sk_buff *pfc_queue_head(struct Qdisc *sch, u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];
	struct sk_buff *skb = __qdisc_dequeue_head(&queue->list);

	if (!queue->list.head)
		q->ready &= ~BIT(prio);
	queue->qstats.backlog -= qdisc_pkt_len(skb);
	qdisc_qstats_backlog_dec(sch, skb);
	sch->q.qlen--;
	return skb;
}

/* Does the packet find room?  If so it is charged. */
static bool pfc_admit(struct pfc_sched *q, const struct pfc_origin *origin,
		      struct sk_buff *skb)
{
	struct pfc_queue *queue = &q->queues[origin->prio];
	u32 len = pfc_frame_bytes(skb);

	*pfc_skb_cb(skb) = (struct pfc_skb_cb) {
		.owner = origin->port, .len = len, .pg = origin->pg,
	};
	qdisc_skb_cb(skb)->pkt_len = len;

	if (likely(origin->port))
		return pfc_charge(origin->port, origin->pg, len);
	if (unlikely(queue->local + len > q->queue_limit)) {
		queue->drop_local++;
		return false;
	}
	queue->local += len;
	return true;
}

/* The packet leaves its queue */
static void pfc_discharge(struct pfc_queue *queue, struct sk_buff *skb)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);

	if (likely(cb->owner))
		pfc_release(cb->owner, cb->pg, cb->len);
	else
		queue->local -= cb->len;
}

static bool pfc_enqueue_frame(struct Qdisc *sch, struct sk_buff *skb,
			      const struct pfc_origin *origin,
			      struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (likely(pfc_admit(q, origin, skb))) {
		pfc_queue_tail(sch, origin->prio, skb);
		return true;
	}
	q->queues[origin->prio].qstats.drops++;
	qdisc_drop(skb, sch, to_free);
	return false;
}

/* What follows a refused segment is of no use to the receiver */
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

static bool pfc_origin_lossless(const struct pfc_origin *origin)
{
	return origin->port &&
	       pfc_config_get(origin->port)->pg[origin->pg].lossless;
}

static int pfc_enqueue_gso(struct Qdisc *sch, struct sk_buff *skb,
			   const struct pfc_origin *origin,
			   struct sk_buff **to_free)
{
	netdev_features_t features = netif_skb_features(skb) & ~NETIF_F_GSO_MASK;
	struct pfc_sched *q = qdisc_priv(sch);
	bool all = pfc_origin_lossless(origin);
	unsigned int queued = 0, refused = 0;
	struct sk_buff *segs, *next;

	segs = skb_gso_segment(skb, features);
	if (IS_ERR_OR_NULL(segs)) {
		q->port->drop_segment += skb_shinfo(skb)->gso_segs ?: 1;
		pfc_compat_init_segment(skb);
		return qdisc_drop(skb, sch, to_free);
	}

	skb_list_walk_safe(segs, segs, next) {
		skb_mark_not_on_list(segs);
		pfc_compat_init_segment(segs);
		if (refused && !all)
			pfc_drop_rest(sch, segs, origin, to_free);
		else if (pfc_enqueue_frame(sch, segs, origin, to_free))
			queued++;
		else
			refused++;
	}
	consume_skb(skb);
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

static int pfc_enqueue(struct sk_buff *skb, struct Qdisc *sch,
		       struct sk_buff **to_free)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_origin origin;

	if (unlikely(pfc_is_control(skb)))
		return pfc_enqueue_control(sch, skb, to_free);

	origin = pfc_origin_of(q, skb);
	if (unlikely(skb_is_gso(skb)))
		return pfc_enqueue_gso(sch, skb, &origin, to_free);
	return pfc_enqueue_frame(sch, skb, &origin, to_free) ?
	       NET_XMIT_SUCCESS : NET_XMIT_DROP;
}

static struct sk_buff *pfc_dequeue_control(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = __qdisc_dequeue_head(&q->control);

	qdisc_qstats_backlog_dec(sch, skb);
	sch->q.qlen--;
	return skb;
}

/* Strict priority among the queues that have a frame and are not paused */
static struct sk_buff *pfc_dequeue_data(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u64 until = PFC_PAUSE_NEVER;
	u8 ready = q->ready;
	struct pfc_queue *queue;
	struct sk_buff *skb;
	u8 prio;

	if (unlikely(READ_ONCE(q->port->receiver.rx.paused)))
		ready = pfc_not_paused(q->port, ready, now ?: ktime_get_ns(),
				       &until);
	if (!ready) {
		if (until != PFC_PAUSE_NEVER)
			qdisc_watchdog_schedule_ns(&q->watchdog, until);
		return NULL;
	}

	prio = fls(ready) - 1;
	queue = &q->queues[prio];
	skb = pfc_queue_head(sch, prio);
	pfc_discharge(queue, skb);
	bstats_update(&queue->bstats, skb);
	return skb;
}

/* Is the wire free?  If not, be back when it is. */
static bool pfc_wire_free(struct pfc_sched *q, u64 now)
{
	if (now >= q->next)
		return true;
	q->behind = true;
	qdisc_watchdog_schedule_ns(&q->watchdog, q->next);
	return false;
}

/*
 * A frame that had to wait follows seamlessly, even if the timer was late.  On
 * fast links a frame takes a few nanoseconds, so the rest of the division counts.
 */
static void pfc_wire_take(struct pfc_sched *q, const struct sk_buff *skb,
			  u64 now)
{
	const struct psched_ratecfg *rate = &q->rate;
	u64 time = (u64)(qdisc_pkt_len(skb) + rate->overhead) * rate->mult;
	u64 start = now;

	if (q->behind && now - q->next < PFC_LATE_NS) {
		start = q->next;
		time += q->rest;
	}
	q->next = start + (time >> rate->shift);
	q->rest = time & (BIT_ULL(rate->shift) - 1);
}

static struct sk_buff *pfc_dequeue(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	u64 now = 0;

	if (!sch->q.qlen) {
		q->behind = false;
		return NULL;
	}
	if (q->shaped) {
		now = ktime_get_ns();
		if (!pfc_wire_free(q, now))
			return NULL;
	}

	skb = unlikely(q->control.head) ? pfc_dequeue_control(sch) :
					  pfc_dequeue_data(sch, now);
	if (!skb) {
		q->behind = false;
		return NULL;
	}
	if (q->shaped)
		pfc_wire_take(q, skb, now);
	qdisc_bstats_update(sch, skb);
	return skb;
}

static void pfc_flush_queue(struct Qdisc *sch, u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];
	struct pfc_skb_cb *cb;
	struct sk_buff *skb;

	while (queue->list.head) {
		skb = pfc_queue_head(sch, prio);
		cb = pfc_skb_cb(skb);
		if (cb->owner)
			pfc_group_drop(cb->owner, cb->pg, PFC_DROPPED_FLUSH);
		else
			queue->drop_flush++;
		queue->qstats.drops++;
		qdisc_qstats_drop(sch);
		pfc_discharge(queue, skb);
		kfree_skb(skb);
	}
}

static void pfc_flush(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int prio;

	for (prio = 0; prio < PFC_QUEUES; prio++)
		pfc_flush_queue(sch, prio);
	while (q->control.head)
		kfree_skb(pfc_dequeue_control(sch));

	q->next = 0;
	q->behind = false;
}

/* Takes the root lock when the qdisc is on no CPU's list, nor will be again */
static void pfc_lock_unscheduled(struct Qdisc *sch)
	__acquires(qdisc_lock(sch))
{
	spin_lock_bh(qdisc_lock(sch));
	while (test_bit(__QDISC_STATE_SCHED, &sch->state)) {
		spin_unlock_bh(qdisc_lock(sch));
		usleep_range(50, 100);
		spin_lock_bh(qdisc_lock(sch));
	}
}

static void pfc_reset_locked(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	pfc_flush(sch);
	if (!q->port)
		return;
	pfc_receiver_reset(q->port);
	pfc_sender_repeat(q->port);
}

/*
 * Loss of the carrier: the core holds the root lock.  Deletion: it holds no lock
 * and may have left the queues as they are, but the qdisc is deactivated, so that
 * nobody schedules it any more.
 */
static void pfc_reset(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	qdisc_watchdog_cancel(&q->watchdog);
	if (refcount_read(&sch->refcnt)) {
		pfc_reset_locked(sch);
		return;
	}
	pfc_lock_unscheduled(sch);
	pfc_reset_locked(sch);
	spin_unlock_bh(qdisc_lock(sch));
}

/**
 * pfc_qdisc_configure() - let the qdisc follow a changed configuration
 * @sch: the qdisc
 * @config: the configuration
 *
 * Context: RTNL.
 */
void pfc_qdisc_configure(struct Qdisc *sch, const struct pfc_config *config)
{
	struct tc_ratespec spec = {
		.overhead = PFC_WIRE_OVERHEAD,
		.linklayer = TC_LINKLAYER_ETHERNET,
	};
	struct pfc_sched *q = qdisc_priv(sch);

	ASSERT_RTNL();

	spin_lock_bh(qdisc_lock(sch));
	q->shaped = config->rate;
	if (q->shaped)
		psched_ratecfg_precompute(&q->rate, &spec, config->rate / 8);
	q->rest = 0;
	q->queue_limit = config->queue_limit;
	spin_unlock_bh(qdisc_lock(sch));
	pfc_qdisc_wake(sch);
}

/**
 * pfc_qdisc_wake() - let the qdisc look again at what it may send
 * @sch: the qdisc
 *
 * Context: RCU or RTNL.  Deactivation waits for what this schedules.
 */
void pfc_qdisc_wake(struct Qdisc *sch)
{
	if (READ_ONCE(sch->q.qlen) &&
	    !test_bit(__QDISC_STATE_DEACTIVATED, &sch->state))
		__netif_schedule(sch);
}

/**
 * pfc_qdisc_detach() - the qdisc's device ceases to be a port
 * @sch: the qdisc, deactivated
 *
 * Context: RTNL, may sleep.
 */
void pfc_qdisc_detach(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (!q->port)
		return;
	pfc_port_detach(q->port);
	q->port = NULL;
}

/**
 * pfc_port_of() - the port that a device is
 * @dev: the device
 *
 * Context: RTNL.
 * Return: the port, or NULL.
 */
struct pfc_port *pfc_port_of(const struct net_device *dev)
{
	struct Qdisc *sch = rtnl_dereference(dev->qdisc);
	struct pfc_sched *q;

	if (!sch || sch->ops != &pfc_qdisc_ops)
		return NULL;
	q = qdisc_priv(sch);
	return q->port;
}

static int pfc_init(struct Qdisc *sch, struct nlattr *opt,
		    struct netlink_ext_ack *extack)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int i;

	qdisc_watchdog_init(&q->watchdog, sch);
	for (i = 0; i < PFC_QUEUES; i++)
		gnet_stats_basic_sync_init(&q->queues[i].bstats);
	if (opt) {
		NL_SET_ERR_MSG(extack, "pfc takes no options here, use pfcctl");
		return -EINVAL;
	}
	return pfc_port_attach(sch, extack, &q->port);
}

/* Also called when pfc_init() failed, as may be pfc_reset() before it */
static void pfc_destroy(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	pfc_qdisc_detach(sch);
	qdisc_watchdog_cancel(&q->watchdog);
}

struct Qdisc_ops pfc_qdisc_ops __read_mostly = {
	.id		= PFC_QDISC_KIND,
	.cl_ops		= &pfc_class_ops,
	.priv_size	= sizeof(struct pfc_sched),
	.enqueue	= pfc_enqueue,
	.dequeue	= pfc_dequeue,
	.peek		= qdisc_peek_dequeued,
	.init		= pfc_init,
	.reset		= pfc_reset,
	.destroy	= pfc_destroy,
	.owner		= THIS_MODULE,
};
