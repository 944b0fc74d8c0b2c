/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How packets leave the queues of a port: for the device, or because the port discards them.
 * Frames that pass the queues.  The timer of a leaf.  All functions but pfc_passed() need the root
 * lock.
 */
#ifndef _PFC_QUEUE_H
#define _PFC_QUEUE_H

#include "packet.h"
#include "qdisc.h"
#include "trace.h"

/* Called when the leaf holds a frame: the timer is queued from now on, see pfc_check_soon() */
static __always_inline void pfc_timer_keep(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	smp_mb(); /* the frame, then the state of the timer; pairs with pfc_qdisc_timer() */
	if (unlikely(!hrtimer_is_queued(&q->timer)))
		pfc_check_soon(sch);
}

/* Gives memory back to the namespace if the port has reserved much more than its frames need */
static __always_inline void pfc_memory_settle(struct pfc_sched *q)
{
	if (unlikely(q->memory.taken > q->memory.used + 2 * PFC_MEMORY_STEP))
		pfc_memory_set(q);
}

/* Also gives the memory back that an empty leaf has reserved; not for each frame */
static inline void pfc_memory_release(struct pfc_sched *q)
{
	if (q->memory.taken && !q->memory.used)
		pfc_memory_set(q);
	else
		pfc_memory_settle(q);
}

/* A frame is no longer in flight */
static inline void pfc_landed(struct pfc_sched *q, const struct sk_buff *skb)
{
	q->memory.used -= skb->truesize;
	if (q->rules.impair)
		pfc_impair_arrive(q, skb);
}

/* Takes the first packet of a queue that is not empty */
static __always_inline struct sk_buff *pfc_queue_head(struct Qdisc *sch, struct pfc_queue *queue,
						      u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct qdisc_skb_head *list = &queue->list;
	struct sk_buff *skb = list->head;

	/* Does the same as __qdisc_dequeue_head(), for a list that is not empty */
	list->head = skb->next;
	list->qlen--;
	skb->next = NULL;
	q->memory.used -= skb->truesize;
	if (!list->head) {
		list->tail = NULL;
		WRITE_ONCE(q->ready, q->ready & ~BIT(prio));
		pfc_memory_settle(q);
	}
	queue->frames -= pfc_skb_cb(skb)->frames;
	queue->qstats.backlog -= qdisc_pkt_len(skb);
	qdisc_qstats_backlog_dec(sch, skb);
	sch->q.qlen--;
	return skb;
}

/* Releases the charge of a packet to its ingress port */
static __always_inline void pfc_discharge_owner(const struct pfc_sched *q,
						const struct pfc_skb_cb *cb)
{
	/* The PG's pool is valid only before the release */
	if (trace_charge_enabled())
		pfc_trace_charge(cb->owner, q->port, cb->pg, -cb->len);
	pfc_release(cb->owner, cb->pg, cb->len);
}

/* Releases the charge of a packet that leaves its queue */
static __always_inline void
pfc_discharge(struct pfc_sched *q, struct pfc_queue *queue, struct sk_buff *skb)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);

	if (likely(cb->owner))
		pfc_discharge_owner(q, cb);
	else
		queue->local -= cb->len;
}

/* Marks a packet CE.  @found: bytes in the queue, before the packet or behind it */
static inline void pfc_queue_mark(struct Qdisc *sch, struct pfc_queue *queue, u8 prio,
				  struct sk_buff *skb, u32 found)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (!pfc_write_ce(skb))
		return;
	queue->marked++;
	queue->qstats.overlimits++;
	qdisc_qstats_overlimit(sch);
	trace_mark(q->port, prio, qdisc_pkt_len(skb), found, &queue->limits.ecn);
}

/* Takes the first MAC control frame; there is one */
static inline struct sk_buff *pfc_dequeue_control(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = __qdisc_dequeue_head(&q->control);

	qdisc_qstats_backlog_dec(sch, skb);
	sch->q.qlen--;
	return skb;
}

/*
 * True if the core dequeues a frame right after it has enqueued it: no other CPU is sending frames
 * of this port, and the device takes frames.
 */
static __always_inline bool pfc_sends_at_once(struct Qdisc *sch)
{
	if (qdisc_is_running(sch))
		return false;
	return !(sch->flags & TCQ_F_ONETXQUEUE) || !netif_xmit_frozen_or_stopped(sch->dev_queue);
}

/* True if the port holds no frame, and nothing would make @skb wait */
static __always_inline bool pfc_idle(struct Qdisc *sch, const struct sk_buff *skb)
{
	const struct pfc_sched *q = qdisc_priv(sch);

	if (sch->q.qlen || READ_ONCE(q->lockless.passing))
		return false;
	return !pfc_receiver_paused(&q->port->receiver) && !skb_is_gso(skb) &&
	       pfc_sends_at_once(sch);
}

/*
 * Lets a frame pass the empty port with a rate, if possible, see "Bypass of empty queues" in
 * architecture.rst: puts it in @passing, where dequeue takes it without the root lock.  If another
 * CPU begins a run between the two, that run takes it.  Only a frame that a port of this namespace
 * has received can pass.
 *
 * Return: true if the next dequeue takes the frame.
 */
static __always_inline bool pfc_pass(struct Qdisc *sch, struct sk_buff *skb)
{
	struct pfc_sched *q = qdisc_priv(sch);
	const struct pfc_port *from;
	u16 tag = skb->tc_index;
	u8 prio = tag & PFC_TAG_PRIO;
	u64 now;
	u32 len;

	if (!q->lockless.passes || !pfc_tag_valid(tag) || !pfc_idle(sch, skb))
		return false;
	from = pfc_port_lookup(pfc_tag_id(tag));
	len = pfc_frame_bytes(skb);
	if (!from || from->net != q->port->net || len > q->queues[prio].bound)
		return false;
	now = ktime_get_ns();
	if (now < q->wire.rate.next)
		return false;
	qdisc_skb_cb(skb)->pkt_len = len;
	pfc_rate_take(&q->wire.rate, len, now);
	_bstats_update(&q->queues[prio].bstats, len, 1);
	pfc_count_sent(sch, len, 1);
	skb->next = NULL;
	smp_store_release(&q->lockless.passing, skb); /* after the frame; pairs with pfc_passed() */
	return true;
}

/*
 * Takes the first frame of @passing, if any.  On a port without a rate, these are the frames that
 * dequeue has taken together with the one that it has returned, see pfc_dequeue_untimed().
 *
 * Only a run takes frames, and enqueue adds one only if there are none.  So neither needs a lock
 * that the other one holds.
 * Context: BH disabled, seqlock; or there are no runs.
 */
static __always_inline struct sk_buff *pfc_passed(struct pfc_sched *q)
{
	/* Reads through this pointer come after it (address dependency); pairs with pfc_pass() */
	struct sk_buff *skb = READ_ONCE(q->lockless.passing);

	if (skb) {
		WRITE_ONCE(q->lockless.passing, skb->next);
		skb->next = NULL;
	}
	return skb;
}

#endif /* _PFC_QUEUE_H */
