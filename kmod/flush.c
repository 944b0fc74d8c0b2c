// SPDX-License-Identifier: GPL-2.0-only
/*
 * Packets that leave the queues of a leaf without being sent: a reset keeps or discards them, a
 * storm discards them.
 */
#include "queue.h"

/*
 * Add the frames that a reset left in the queues to the counters of the core.
 * Context: BH disabled, root lock; at most once after pfc_keep().
 */
void pfc_recount(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	sch->q.qlen += q->kept.qlen;
	sch->qstats.backlog += q->kept.backlog;
	WRITE_ONCE(q->kept.qlen, 0);
	q->kept.backlog = 0;
}

static struct sk_buff *pfc_dequeue_kept(struct Qdisc *sch)
{
	spin_lock(qdisc_lock(sch));
	sch->dequeue = pfc_dequeue;
	pfc_recount(sch);
	spin_unlock(qdisc_lock(sch));
	return pfc_dequeue(sch);
}

/*
 * Moves frames that have left the queues, and that the core has put back, to those in flight, ahead
 * of all others.  Their charge is already released.
 */
static void pfc_keep_requeued(struct Qdisc *sch, struct sk_buff_head *list)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;

	while ((skb = __skb_dequeue_tail(list))) {
		/* If veth refuses a frame, it leaves its peer here */
		skb->dev = qdisc_dev(sch);
		pfc_skb_cb(skb)->due = 0;
		/* The packet bypassed the queues, or the core has segmented it */
		pfc_skb_cb(skb)->frames = pfc_gso_count(skb);
		q->memory.used += skb->truesize;
		__qdisc_enqueue_head(skb, &q->wire.in_flight);
	}
}

/*
 * Move frames that have left the queues, but not the qdisc, to those in flight.
 * Context: BH disabled, root lock.
 */
void pfc_keep_sent(struct Qdisc *sch)
{
	struct sk_buff *skb;

	/*
	 * These frames stay only if the device has stopped its transmit queue, or the core has
	 * taken fewer frames than dequeue offered.  They have taken the wire, behind the others.
	 */
	while ((skb = pfc_passed(qdisc_priv(sch))))
		__skb_queue_tail(&sch->gso_skb, skb);
	pfc_keep_requeued(sch, &sch->gso_skb);
	pfc_keep_requeued(sch, &sch->skb_bad_txq);
}

/* The device may have fewer transmit queues than when these frames were enqueued */
static void pfc_remap(const struct net_device *dev, struct sk_buff *skb)
{
	for (; skb; skb = skb->next)
		if (skb_get_queue_mapping(skb) >= dev->real_num_tx_queues)
			skb_set_queue_mapping(skb, 0);
}

/*
 * Keep the frames in the queues during a reset, see "A reset keeps the queues" in architecture.rst.
 * The next dequeue restores the length of the qdisc.
 * Context: BH disabled, root lock.
 */
void pfc_keep(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	const struct net_device *dev = qdisc_dev(sch);
	u32 qlen = q->control.qlen, backlog = 0;
	const struct sk_buff *skb;
	int prio;

	for (skb = q->control.head; skb; skb = skb->next)
		backlog += qdisc_pkt_len(skb);
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		qlen += q->queues[prio].list.qlen;
		backlog += q->queues[prio].qstats.backlog;
		pfc_remap(dev, q->queues[prio].list.head);
	}
	pfc_keep_sent(sch);
	pfc_remap(dev, q->control.head);
	pfc_remap(dev, q->wire.in_flight.head);
	WRITE_ONCE(q->kept.qlen, qlen);
	q->kept.backlog = backlog;
	sch->dequeue = pfc_dequeue_kept;
	WRITE_ONCE(q->lockless.waiting, false);
}

/* Move all packets of a list to the end of another one */
void pfc_append(struct qdisc_skb_head *from, struct qdisc_skb_head *to)
{
	if (!from->head)
		return;
	if (to->head)
		to->tail->next = from->head;
	else
		to->head = from->head;
	to->tail = from->tail;
	to->qlen += from->qlen;
	*from = (struct qdisc_skb_head) {};
}

/* Traces the drop of a frame in a queue */
static void pfc_drop_queued(const struct pfc_sched *q, struct sk_buff *skb, u8 prio,
			    enum pfc_drop cause)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);

	trace_drop(cb->owner, q->port, prio, cb->owner ? cb->pg : -1, skb, cb->len, cause);
}

/* Frees all frames of a queue */
static void pfc_flush_queue(struct Qdisc *sch, u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];
	struct pfc_skb_cb *cb;
	struct sk_buff *skb;

	while (queue->list.head) {
		skb = pfc_queue_head(sch, queue, prio);
		cb = pfc_skb_cb(skb);
		if (cb->owner)
			pfc_group_drop(&cb->owner->groups[cb->pg], PFC_DROP_FLUSH, cb->frames);
		else
			queue->drop_flush += cb->frames;
		queue->qstats.drops += cb->frames;
		sch->qstats.drops += cb->frames;
		pfc_drop_queued(q, skb, prio, PFC_DROP_FLUSH);
		if (queue->egress.pool)
			pfc_egress_leave(queue, skb);
		pfc_discharge(q, queue, skb);
		kfree_skb_reason(skb, SKB_DROP_REASON_QDISC_DROP);
	}
}

/* Maximum number of packets taken at a time under the root lock, and per leaf and call */
#define PFC_DISCARD_BATCH	64
#define PFC_DISCARD_MOST	1024

/*
 * Discard the frames in a queue with a storm.  The queue may be long, so this function only moves
 * the frames to the discard list.  pfc_leaves_discard() frees them.
 * Context: BH disabled, root lock.
 */
void pfc_flush_storm(struct Qdisc *sch, u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];
	struct qdisc_skb_head *list = &queue->list;
	struct sk_buff *skb;

	if (!list->head)
		return;
	if (unlikely(q->kept.qlen))
		pfc_recount(sch);
	if (trace_drop_enabled())
		for (skb = list->head; skb; skb = skb->next)
			pfc_drop_queued(q, skb, prio, PFC_DROP_STORM);
	queue->drop_storm += queue->frames;
	queue->qstats.drops += queue->frames;
	sch->qstats.drops += queue->frames;
	queue->frames = 0;
	sch->q.qlen -= list->qlen;
	sch->qstats.backlog -= queue->qstats.backlog;
	queue->qstats.backlog = 0;
	queue->local = 0;
	pfc_egress_clear(queue);
	q->ready &= ~BIT(prio);
	pfc_append(list, &q->discard);
}

/* Takes at most one batch of packets from the discard list.  Return: number of packets */
static int pfc_discard_take(struct pfc_sched *q, struct sk_buff **batch)
{
	int n = 0;

	while (n < PFC_DISCARD_BATCH && q->discard.head) {
		batch[n] = __qdisc_dequeue_head(&q->discard);
		q->memory.used -= batch[n++]->truesize;
	}
	if (q->port)
		pfc_memory_release(q);
	return n;
}

static void pfc_discard_frame(const struct pfc_sched *q, struct sk_buff *skb)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);

	if (cb->owner) {
		pfc_group_drop(&cb->owner->groups[cb->pg], PFC_DROP_STORM, cb->frames);
		pfc_discharge_owner(q, cb);
	}
	kfree_skb_reason(skb, SKB_DROP_REASON_QDISC_DROP);
}

/* Frees some of the frames on a discard list.  Return: true if the list may hold more frames */
static bool pfc_discard(struct Qdisc *sch)
{
	struct sk_buff *batch[PFC_DISCARD_BATCH];
	struct pfc_sched *q = qdisc_priv(sch);
	int i, n, all = 0;

	do {
		if (!READ_ONCE(q->discard.head))
			return false;
		spin_lock(qdisc_lock(sch));
		n = pfc_discard_take(q, batch);
		spin_unlock(qdisc_lock(sch));
		for (i = 0; i < n; i++)
			pfc_discard_frame(q, batch[i]);
		all += n;
	} while (n == PFC_DISCARD_BATCH && all < PFC_DISCARD_MOST);
	return n == PFC_DISCARD_BATCH;
}

/*
 * Free a limited number of the frames on the discard lists.
 * Context: BH disabled, RCU or RTNL; no qdisc lock is held.
 * Return: true if a list may hold more frames.
 */
bool pfc_leaves_discard(struct pfc_port *port)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_for_each_leaf(port, i, leaf)
		if (pfc_discard(leaf))
			return true;
	return false;
}

/*
 * Discard all frames in the queues, in flight, put back by the core, and on the discard list.
 * Context: BH disabled, root lock.
 */
void pfc_flush(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	int prio;

	if (q->kept.qlen)
		pfc_recount(sch);
	/* They count as lost in flight: the core would discard what it has put back in silence */
	pfc_keep_sent(sch);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_flush_queue(sch, prio);
	while (q->control.head)
		kfree_skb_reason(pfc_dequeue_control(sch), SKB_DROP_REASON_QDISC_DROP);
	while (q->discard.head) {
		skb = __qdisc_dequeue_head(&q->discard);
		q->memory.used -= skb->truesize;
		pfc_discard_frame(q, skb);
	}
	while (q->wire.in_flight.head) {
		skb = __qdisc_dequeue_head(&q->wire.in_flight);
		pfc_landed(q, skb);
		q->counters.drop_delay += pfc_skb_cb(skb)->frames;
		if (q->port)
			trace_drop(NULL, q->port, -1, -1, skb, skb->len, PFC_DROP_DELAY);
		kfree_skb_reason(skb, SKB_DROP_REASON_QDISC_DROP);
	}
	if (q->port)
		pfc_memory_release(q);

	pfc_rate_reset(&q->wire.rate);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_rate_reset(&q->class_rates[prio]);
	WRITE_ONCE(q->lockless.waiting, false);
}
