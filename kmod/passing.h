/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frames that pass an empty port with a rate, see "Bypass of empty queues" in architecture.rst.
 * Enqueue puts such a frame in @passing, where dequeue takes it without the root lock.  If another
 * CPU begins a run between the two, that run takes it.
 *
 * On a port without a rate, @passing holds the frames that dequeue has taken together with the one
 * that it has returned, see pfc_dequeue_untimed().
 */
#ifndef _PFC_PASSING_H
#define _PFC_PASSING_H

#include "packet.h"
#include "qdisc.h"
#include "tag.h"

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
 * Let a frame pass the empty port, if possible.
 * @skb: the packet; only a frame that a port of this namespace has received can pass
 * Context: BH disabled, root lock.
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
 * Take the first frame of @passing, if any.
 *
 * Only a run takes frames, and enqueue adds one only if there are none.  So neither needs a lock
 * that the other one holds.
 * Context: BH disabled, seqlock; or there are no runs.
 * Return: the frame, or NULL.
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

#endif /* _PFC_PASSING_H */
