// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dequeue: the scheduler of a port.
 *
 * MAC control frames go first, and no pause applies to them.  Then goes the highest
 * priority that has a frame and is not paused, unless traffic classes define another
 * order.  With a rate, the port models a wire: a frame leaves after the transmission time
 * of the frame before it, including preamble, gap and FCS.  With a delay, the wire also has a
 * length: the device gets a frame after the propagation delay.
 */
#include "delay.h"
#include "gso.h"
#include "packet.h"
#include "qdisc.h"
#include "trace.h"

/* Gives memory back to the namespace if the port has reserved much more than its frames need */
static __always_inline void pfc_memory_settle(struct pfc_sched *q)
{
	if (unlikely(q->memory_taken > q->memory + 2 * PFC_MEMORY_STEP))
		pfc_memory_shrink(q);
}

static __always_inline struct sk_buff *pfc_queue_head(struct Qdisc *sch, u8 prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[prio];
	struct sk_buff *skb = __qdisc_dequeue_head(&queue->list);

	q->memory -= skb->truesize;
	if (!queue->list.head) {
		q->ready &= ~BIT(prio);
		pfc_memory_settle(q);
	}
	queue->frames -= pfc_skb_cb(skb)->frames;
	queue->qstats.backlog -= qdisc_pkt_len(skb);
	qdisc_qstats_backlog_dec(sch, skb);
	sch->q.qlen--;
	return skb;
}

static __always_inline void pfc_discharge_owner(const struct pfc_sched *q,
						const struct pfc_skb_cb *cb)
{
	/* The PG's pool is valid only before the release */
	if (trace_charge_enabled())
		pfc_trace_charge(cb->owner, q->port, cb->pg, -cb->len);
	pfc_release(cb->owner, cb->pg, cb->len);
}

/* Releases the charge of a packet that leaves its queue */
static void pfc_discharge(struct pfc_sched *q, struct pfc_queue *queue, struct sk_buff *skb)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);

	if (likely(cb->owner))
		pfc_discharge_owner(q, cb);
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

/*
 * Queues of @ready that are not paused.  The function needs receiver.lock only if a pause
 * has ended or all queues of @ready are paused.
 */
static u8 pfc_ready(struct pfc_sched *q, u8 ready, u64 now)
{
	const struct pfc_receiver *receiver = &q->port->receiver;
	u8 open = ready & ~pfc_receiver_paused(receiver);

	if (open && now < pfc_receiver_soonest(receiver))
		return open;
	return pfc_not_paused(q->port, ready, now, &q->wake);
}

/*
 * Fast path: the scheduler has no decision to make if only one queue may send and the set
 * of queues with frames has not changed since the last decision.  Later, when a paused queue
 * may send again, the scheduler gives the paused queues the quanta that they missed.
 */
static __always_inline bool pfc_alone(struct pfc_sched *q, u8 ready)
{
	if (ready & (ready - 1) || q->ready != q->ets.round || q->shaped)
		return false;
	q->ets.missed = q->ready & ~ready;
	return true;
}

/* Dequeues from the queues that hold frames and are not paused */
static struct sk_buff *pfc_dequeue_data(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u8 ready = q->ready;
	struct pfc_queue *queue;
	struct sk_buff *skb;
	int prio;

	if (unlikely(pfc_receiver_paused(&q->port->receiver)))
		ready = pfc_ready(q, ready, now ?: ktime_get_ns());
	if (!ready) {
		if (unlikely(q->shaped))
			pfc_classes_idle(q);
		return NULL;
	}

	prio = fls(ready) - 1;
	if (unlikely(q->classes) && !pfc_alone(q, ready)) {
		prio = pfc_classes_next(q, ready, now);
		if (prio < 0) {
			/* pfc_ready() may leave q->wake unchanged if a queue is not paused */
			q->wake = min(q->wake, pfc_receiver_soonest(&q->port->receiver));
			return NULL;
		}
	}
	queue = &q->queues[prio];
	skb = pfc_queue_head(sch, prio);
	pfc_discharge(q, queue, skb);
	_bstats_update(&queue->bstats, qdisc_pkt_len(skb), pfc_skb_cb(skb)->frames);
	return skb;
}

/* Notes when the first frame of a GSO packet that has just taken the wire has passed */
static noinline void pfc_whole_take(struct pfc_sched *q, const struct sk_buff *skb, u32 frames,
				    u64 now)
{
	q->gap = now + psched_l2t_ns(&q->rate.cfg, qdisc_pkt_len(skb) / frames);
	q->gap_until = q->rate.next;
}

/*
 * A MAC control frame leaves between two frames of a whole GSO packet, so XOFF waits for one frame
 * of maximum size at most, as headroom assumes.
 */
static noinline struct sk_buff *pfc_dequeue_between(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	u64 time;

	/* The packet on the wire is a single frame */
	if (q->gap_until != q->rate.next)
		return NULL;
	if (now < q->gap) {
		q->wake = min(q->wake, q->gap);
		return NULL;
	}
	skb = pfc_dequeue_control(sch);
	_bstats_update(&q->control_bstats, qdisc_pkt_len(skb), 1);
	_bstats_update(&sch->bstats, qdisc_pkt_len(skb), 1);
	time = psched_l2t_ns(&q->rate.cfg, qdisc_pkt_len(skb));
	q->rate.next += time;
	q->gap = now + time;
	q->gap_until = q->rate.next;
	return skb;
}

/* The next frame that may leave; or NULL, and q->wake is the time of the next queue check */
static struct sk_buff *pfc_dequeue_frame(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = NULL;
	u32 frames;

	if (q->rate.limited && sch->q.qlen &&
	    !pfc_rate_free(&q->rate, now, &q->wake))
		return unlikely(q->control.head) ? pfc_dequeue_between(sch, now) : NULL;
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
	frames = pfc_skb_cb(skb)->frames;
	if (q->rate.limited) {
		pfc_rate_take(&q->rate, qdisc_pkt_len(skb) + (frames - 1) * q->overhead, now);
		if (unlikely(frames > 1))
			pfc_whole_take(q, skb, frames, now);
	}
	_bstats_update(&sch->bstats, qdisc_pkt_len(skb), frames);
	return skb;
}

static struct sk_buff *pfc_in_flight_next(struct pfc_sched *q, u64 now)
{
	struct sk_buff *skb = pfc_delay_next(&q->in_flight, now, &q->wake);

	if (!skb)
		return NULL;
	q->memory -= skb->truesize;
	if (!q->in_flight.head)
		pfc_memory_settle(q);
	return skb;
}

/*
 * Gets a frame in flight that is due.  If there is none, the function moves all frames that
 * may leave from the queues to the frames in flight.  So no frame leaves its queue while the
 * device has not yet taken all frames that are due.  If the user switches the delay off, the
 * frames in the queues wait until all frames in flight have arrived: queued frames must not
 * overtake frames in flight, and while they wait in the queues, a pause can still stop them.
 */
static struct sk_buff *pfc_dequeue_delayed(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = pfc_in_flight_next(q, now);

	if (skb)
		return skb;
	if (!q->delay)
		return q->in_flight.head ? NULL : pfc_dequeue_frame(sch, now);
	while ((skb = pfc_dequeue_frame(sch, now))) {
		q->memory += skb->truesize;
		pfc_delay_add(&q->in_flight, skb, max(q->rate.next, now) + q->delay);
	}
	return pfc_in_flight_next(q, now);
}

/* True if the last queue check found paused queues only, and no other queue has frames now */
static bool pfc_waiting(struct pfc_sched *q)
{
	if (!q->waiting)
		return false;
	/*
	 * Order the reason for this call (a new packet, or __QDISC_STATE_SCHED cleared)
	 * before the read of the timer state; pairs with pfc_qdisc_timer()
	 */
	smp_mb();
	return !(q->ready & ~q->waiting) && !q->control.head &&
	       hrtimer_is_queued(&q->timer.timer);
}

static struct sk_buff *pfc_dequeue_check(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	u64 now = 0;

	q->wake = PFC_PAUSE_NEVER;
	if (q->timed || unlikely(q->in_flight.head))
		now = ktime_get_ns();
	if (unlikely(q->delay || q->in_flight.head))
		skb = pfc_dequeue_delayed(sch, now);
	else
		skb = pfc_dequeue_frame(sch, now);
	if (skb)
		return skb;

	q->waiting = q->rate.behind || q->in_flight.head || q->shaped ? 0 : q->ready;
	/* If the qdisc is deactivated, qdisc_watchdog_schedule_ns() does not arm the timer */
	if (unlikely(test_bit(__QDISC_STATE_DEACTIVATED, &sch->state)))
		pfc_check_soon(sch);
	else if (q->wake != PFC_PAUSE_NEVER)
		qdisc_watchdog_schedule_ns(&q->timer, q->wake);
	return NULL;
}

/**
 * pfc_dequeue() - get the next frame for the device
 * @sch: the qdisc
 *
 * The core calls this after every packet, also after a packet that bypassed the queues or
 * was added to a paused queue.  In these two cases, no queue check is needed.
 *
 * Context: BH disabled, root lock.
 * Return: the frame, or NULL; if NULL and frames wait, the timer of the qdisc is armed.
 */
struct sk_buff *pfc_dequeue(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (!sch->q.qlen && !q->in_flight.head) {
		q->rate.behind = false;
		if (unlikely(q->shaped))
			pfc_classes_idle(q);
		/* A port with a rate allows no bypass */
		if (!(sch->flags & TCQ_F_CAN_BYPASS) && !q->timed)
			pfc_qdisc_bypass(sch);
		return NULL;
	}
	return pfc_waiting(q) ? NULL : pfc_dequeue_check(sch);
}

/* Adds the frames that a reset left in the queues to the core's counters: see pfc_keep() */
static void pfc_recount(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	sch->dequeue = pfc_dequeue;
	sch->q.qlen += q->kept_qlen;
	sch->qstats.backlog += q->kept_backlog;
	WRITE_ONCE(q->kept_qlen, 0);
	q->kept_backlog = 0;
}

static struct sk_buff *pfc_dequeue_kept(struct Qdisc *sch)
{
	pfc_recount(sch);
	return pfc_dequeue(sch);
}

/*
 * Keeps the frames that the core requeued.  They are sent before all other frames.  Their charge
 * is already released, so they move to the frames in flight.
 */
static void pfc_keep_requeued(struct pfc_sched *q, struct sk_buff_head *list)
{
	struct sk_buff *skb;

	while ((skb = __skb_dequeue_tail(list))) {
		pfc_skb_cb(skb)->due = 0;
		/* The packet bypassed the queues, or the core has segmented it */
		pfc_skb_cb(skb)->frames = pfc_gso_count(skb);
		q->memory += skb->truesize;
		__qdisc_enqueue_head(skb, &q->in_flight);
	}
}

/* The device may have fewer transmit queues than when these frames were enqueued */
static void pfc_remap(const struct net_device *dev, struct sk_buff *skb)
{
	for (; skb; skb = skb->next)
		if (skb_get_queue_mapping(skb) >= dev->real_num_tx_queues)
			skb_set_queue_mapping(skb, 0);
}

/**
 * pfc_keep() - keep the frames in the queues during a reset
 * @sch: the qdisc
 *
 * The core also resets a qdisc for reasons that need no loss of packets: a new qdisc at the
 * ingress of the device, or another number of transmit queues.  After the reset, the core
 * frees the frames that it requeued, and sets the length of the qdisc to 0.  So pfc_keep()
 * moves the requeued frames to the frames in flight, and the next dequeue restores the length.
 *
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
	for (prio = 0; prio < PFC_QUEUES; prio++) {
		qlen += q->queues[prio].list.qlen;
		backlog += q->queues[prio].qstats.backlog;
		pfc_remap(dev, q->queues[prio].list.head);
	}
	pfc_keep_requeued(q, &sch->gso_skb);
	pfc_keep_requeued(q, &sch->skb_bad_txq);
	pfc_remap(dev, q->control.head);
	pfc_remap(dev, q->in_flight.head);
	WRITE_ONCE(q->kept_qlen, qlen);
	q->kept_backlog = backlog;
	sch->dequeue = pfc_dequeue_kept;
	q->waiting = 0;
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
		skb = pfc_queue_head(sch, prio);
		cb = pfc_skb_cb(skb);
		if (cb->owner)
			pfc_group_drop(&cb->owner->groups[cb->pg], PFC_DROP_FLUSH, cb->frames);
		else
			queue->drop_flush += cb->frames;
		queue->qstats.drops += cb->frames;
		sch->qstats.drops += cb->frames;
		pfc_drop_queued(q, skb, prio, PFC_DROP_FLUSH);
		pfc_discharge(q, queue, skb);
		kfree_skb_reason(skb, SKB_DROP_REASON_QDISC_DROP);
	}
}

/* Maximum number of packets taken at a time under the root lock, and per call of pfc_discard() */
#define PFC_DISCARD_BATCH	64
#define PFC_DISCARD_MOST	1024

/**
 * pfc_flush_storm() - discard the frames in a queue with a storm
 * @sch: the qdisc
 * @prio: priority of the queue, 0..7
 *
 * The queue may be long, so this function only moves the frames to the discard list.
 * pfc_discard() frees them.
 *
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
	if (unlikely(sch->dequeue != pfc_dequeue))
		pfc_recount(sch);
	if (trace_drop_enabled())
		for (skb = list->head; skb; skb = skb->next)
			pfc_drop_queued(q, skb, prio, PFC_DROP_STORM);
	if (q->discard.head)
		q->discard.tail->next = list->head;
	else
		q->discard.head = list->head;
	q->discard.tail = list->tail;
	q->discard.qlen += list->qlen;

	pfc_watchdog_count(&q->port->watchdog, prio, queue->frames);
	queue->qstats.drops += queue->frames;
	sch->qstats.drops += queue->frames;
	queue->frames = 0;
	sch->q.qlen -= list->qlen;
	sch->qstats.backlog -= queue->qstats.backlog;
	queue->qstats.backlog = 0;
	queue->local = 0;
	q->ready &= ~BIT(prio);
	*list = (struct qdisc_skb_head) {};
}

/*
 * Takes at most one batch of packets from the discard list.  @memory: set to the sum of their
 * truesize, bytes.
 *
 * Return: number of packets.
 */
static int pfc_discard_take(struct pfc_sched *q, struct sk_buff **batch,
			    unsigned long *memory)
{
	int n = 0;

	*memory = 0;
	while (n < PFC_DISCARD_BATCH && q->discard.head) {
		batch[n] = __qdisc_dequeue_head(&q->discard);
		*memory += batch[n++]->truesize;
	}
	q->memory -= *memory;
	if (q->port)
		pfc_memory_settle(q);
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

/**
 * pfc_discard() - free a limited number of the frames on the discard list
 * @sch: the qdisc
 *
 * Context: BH disabled, RCU or RTNL; no qdisc lock is held.
 * Return: true if the list may hold more frames.
 */
bool pfc_discard(struct Qdisc *sch)
{
	struct sk_buff *batch[PFC_DISCARD_BATCH];
	struct pfc_sched *q = qdisc_priv(sch);
	unsigned long memory;
	int i, n, all = 0;

	do {
		if (!READ_ONCE(q->discard.head))
			return false;
		spin_lock(qdisc_lock(sch));
		n = pfc_discard_take(q, batch, &memory);
		spin_unlock(qdisc_lock(sch));
		for (i = 0; i < n; i++)
			pfc_discard_frame(q, batch[i]);
		all += n;
	} while (n == PFC_DISCARD_BATCH && all < PFC_DISCARD_MOST);
	return n == PFC_DISCARD_BATCH;
}

/**
 * pfc_discard_all() - free all frames on the discard list
 * @sch: the qdisc
 *
 * Context: RTNL, may sleep.
 */
void pfc_discard_all(struct Qdisc *sch)
{
	bool more;

	might_sleep();

	do {
		local_bh_disable();
		more = pfc_discard(sch);
		local_bh_enable();
		cond_resched();
	} while (more);
}

/**
 * pfc_flush() - discard all frames in the queues, in flight and on the discard list
 * @sch: the qdisc
 *
 * Context: BH disabled, root lock.
 */
void pfc_flush(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	int prio;

	if (sch->dequeue != pfc_dequeue)
		pfc_recount(sch);
	for (prio = 0; prio < PFC_QUEUES; prio++)
		pfc_flush_queue(sch, prio);
	while (q->control.head)
		kfree_skb_reason(pfc_dequeue_control(sch), SKB_DROP_REASON_QDISC_DROP);
	while (q->discard.head) {
		skb = __qdisc_dequeue_head(&q->discard);
		q->memory -= skb->truesize;
		pfc_discard_frame(q, skb);
	}
	while (q->in_flight.head) {
		skb = __qdisc_dequeue_head(&q->in_flight);
		q->memory -= skb->truesize;
		if (q->port) {
			q->port->drop_delay += pfc_skb_cb(skb)->frames;
			trace_drop(NULL, q->port, -1, -1, skb, skb->len, PFC_DROP_DELAY);
		}
		kfree_skb_reason(skb, SKB_DROP_REASON_QDISC_DROP);
	}
	if (q->port)
		pfc_memory_settle(q);

	pfc_rate_reset(&q->rate);
	for (prio = 0; prio < PFC_QUEUES; prio++)
		pfc_rate_reset(&q->class_rates[prio]);
	q->waiting = 0;
}
