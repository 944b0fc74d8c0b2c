// SPDX-License-Identifier: GPL-2.0-only
/*
 * Out of the queues of a port.
 *
 * The highest priority that has a frame and is not paused goes first, unless there are
 * classes that say otherwise.  Before all of them, and never paused, go MAC control
 * frames.  With a rate the port is a wire:
 * a frame leaves when the one before it has passed, with preamble, gap and FCS.
 * With a delay the wire has a length: a frame that has left stays on its way for
 * that long before the device gets it.
 */
#include "delay.h"
#include "qdisc.h"

static __always_inline struct sk_buff *pfc_queue_head(struct Qdisc *sch, u8 prio)
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

/* The packet leaves its queue */
static void pfc_discharge(struct pfc_queue *queue, struct sk_buff *skb)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);

	if (likely(cb->owner))
		pfc_release(cb->owner, cb->pg, cb->len);
	else
		queue->local -= cb->len;
}

static struct sk_buff *pfc_dequeue_control(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = __qdisc_dequeue_head(&q->control);

	qdisc_qstats_backlog_dec(sch, skb);
	sch->q.qlen--;
	return skb;
}

/* Which queues may send?  The lock is needed only if a pause has ended, or all wait. */
static u8 pfc_ready(struct pfc_sched *q, u8 ready, u64 now)
{
	const struct pfc_pause_rx *rx = &q->port->receiver.rx;
	u8 open = ready & ~READ_ONCE(rx->paused);

	if (open && now < READ_ONCE(rx->soonest))
		return open;
	return pfc_not_paused(q->port, ready, now, &q->wake);
}

/* From the queues that have a frame and are not paused */
static struct sk_buff *pfc_dequeue_data(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u8 ready = q->ready;
	struct pfc_queue *queue;
	struct sk_buff *skb;
	int prio;

	if (unlikely(READ_ONCE(q->port->receiver.rx.paused)))
		ready = pfc_ready(q, ready, now ?: ktime_get_ns());
	if (!ready) {
		if (unlikely(q->shaped))
			pfc_classes_idle(q);
		return NULL;
	}

	prio = fls(ready) - 1;
	if (unlikely(q->classes)) {
		prio = pfc_classes_next(q, ready, now);
		if (prio < 0) {
			/* pfc_ready() has not said so if it saw one that is open */
			q->wake = min(q->wake,
				      READ_ONCE(q->port->receiver.rx.soonest));
			return NULL;
		}
	}
	queue = &q->queues[prio];
	skb = pfc_queue_head(sch, prio);
	pfc_discharge(queue, skb);
	_bstats_update(&queue->bstats, qdisc_pkt_len(skb), 1);
	return skb;
}

/* The next frame that may leave; if none may now, q->wake is when to look again */
static struct sk_buff *pfc_dequeue_frame(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = NULL;

	if (q->rate.limited && sch->q.qlen &&
	    !pfc_rate_free(&q->rate, now, &q->wake))
		return NULL;
	if (unlikely(q->control.head)) {
		skb = pfc_dequeue_control(sch);
		_bstats_update(&q->control_bstats, qdisc_pkt_len(skb), 1);
	} else if (sch->q.qlen) {
		skb = pfc_dequeue_data(sch, now);
	}
	if (!skb) {
		q->rate.behind = false;
		return NULL;
	}
	if (q->rate.limited)
		pfc_rate_take(&q->rate, qdisc_pkt_len(skb), now);
	_bstats_update(&sch->bstats, qdisc_pkt_len(skb), 1);
	return skb;
}

/*
 * Sends off what may leave, and returns what has reached the other end: that first,
 * so that nothing leaves its queue while the device is behind.
 */
static struct sk_buff *pfc_dequeue_delayed(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = pfc_delay_next(&q->way, now, &q->wake);

	if (skb)
		return skb;
	while ((skb = pfc_dequeue_frame(sch, now)))
		pfc_delay_add(&q->way, skb, max(q->rate.next, now) + q->delay);
	return pfc_delay_next(&q->way, now, &q->wake);
}

/* Has the last look found nothing but paused queues, and nothing changed since? */
static bool pfc_waiting(struct pfc_sched *q)
{
	if (!q->waiting)
		return false;
	/*
	 * What brought us here (a packet, or the end of SCHED) before the state of
	 * the timer; pairs with pfc_watchdog()
	 */
	smp_mb();
	return !(q->ready & ~q->waiting) && !q->control.head &&
	       hrtimer_is_queued(&q->watchdog.timer);
}

static struct sk_buff *pfc_dequeue_look(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	u64 now = 0;

	q->wake = PFC_PAUSE_NEVER;
	if (q->timed || unlikely(q->way.head))
		now = ktime_get_ns();
	if (unlikely(q->delay || q->way.head))
		skb = pfc_dequeue_delayed(sch, now);
	else
		skb = pfc_dequeue_frame(sch, now);
	if (skb)
		return skb;

	q->waiting = q->rate.behind || q->way.head || q->shaped ? 0 : q->ready;
	if (q->wake != PFC_PAUSE_NEVER)
		qdisc_watchdog_schedule_ns(&q->watchdog, q->wake);
	return NULL;
}

/**
 * pfc_dequeue() - the next frame for the device
 * @sch: the qdisc
 *
 * The core asks after every packet, also after one that has passed the queues by
 * or joins those of a paused priority: nothing to look at then.
 *
 * Context: BH disabled, root lock.
 * Return: the frame, or NULL; then the watchdog is armed if anything waits.
 */
struct sk_buff *pfc_dequeue(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (!sch->q.qlen && !q->way.head) {
		q->rate.behind = false;
		if (unlikely(q->shaped))
			pfc_classes_idle(q);
		if (!(sch->flags & TCQ_F_CAN_BYPASS))
			pfc_qdisc_bypass(sch);
		return NULL;
	}
	return pfc_waiting(q) ? NULL : pfc_dequeue_look(sch);
}

/* @counter: of the frames that are charged to no port, or, if @all, of all */
static void pfc_flush_queue(struct Qdisc *sch, u8 prio, enum pfc_drop cause,
			    u64 *counter, bool all)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];
	struct pfc_skb_cb *cb;
	struct sk_buff *skb;

	while (queue->list.head) {
		skb = pfc_queue_head(sch, prio);
		cb = pfc_skb_cb(skb);
		if (cb->owner)
			pfc_group_drop(cb->owner, cb->pg, cause);
		if (all || !cb->owner)
			(*counter)++;
		queue->qstats.drops++;
		qdisc_qstats_drop(sch);
		pfc_discharge(queue, skb);
		kfree_skb(skb);
	}
}

/**
 * pfc_flush_storm() - discard what waits in a queue that does not move
 * @sch: the qdisc
 * @prio: the queue, 0..7
 *
 * Context: BH disabled, root lock.
 */
void pfc_flush_storm(struct Qdisc *sch, u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);

	pfc_flush_queue(sch, prio, PFC_DROPPED_STORM, &q->port->storms.dropped[prio],
			true);
}

/**
 * pfc_flush() - discard all that waits or is on its way
 * @sch: the qdisc
 *
 * Context: BH disabled, root lock.
 */
void pfc_flush(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int prio;

	for (prio = 0; prio < PFC_QUEUES; prio++)
		pfc_flush_queue(sch, prio, PFC_DROPPED_FLUSH,
				&q->queues[prio].drop_flush, false);
	while (q->control.head)
		kfree_skb(pfc_dequeue_control(sch));
	while (q->way.head) {
		kfree_skb(__qdisc_dequeue_head(&q->way));
		if (q->port)
			q->port->drop_delay++;
	}

	pfc_rate_reset(&q->rate);
	for (prio = 0; prio < PFC_QUEUES; prio++)
		pfc_rate_reset(&q->class_rates[prio]);
	q->waiting = 0;
}
