// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dequeue: the scheduler of a port.
 *
 * MAC control frames go first, and no pause applies to them.  Then goes the highest
 * priority that has a frame and is not paused, unless traffic classes define another
 * order.  See "A rate is a wire" and "A delay is the length of the wire" in architecture.rst.
 */
#include <linux/random.h>
#include "qdisc.h"
#include "queue.h"

/* The core dequeues one frame and up to eight more, see try_bulk_dequeue_skb_slow() */
#define PFC_DEQUEUE_BATCH	8

/* Most frames that are lost or put in flight in one queue check */
#define PFC_FLY_BATCH		256

static noinline u8 pfc_ready_slow(struct pfc_sched *q, u8 ready, u64 now)
{
	return pfc_not_paused(q->port, ready, now ?: ktime_get_ns(), &q->wake);
}

/*
 * Queues of @ready that are not paused.  @now is 0 if no priority was paused when the root lock was
 * taken on a port that needs no clock: a pause that has begun since does not end yet.  The function
 * needs receiver.lock only if a pause has ended, or all queues of @ready are paused.
 */
static __always_inline u8 pfc_ready(struct pfc_sched *q, u8 ready, u64 now)
{
	const struct pfc_receiver *receiver = &q->port->receiver;
	u8 open = ready & ~pfc_receiver_paused(receiver);

	if (open && now < pfc_receiver_soonest(receiver))
		return open;
	return pfc_ready_slow(q, ready, now);
}

/*
 * Fast path: the scheduler has no decision to make if only one queue may send and the set
 * of queues with frames has not changed since the last decision.  Later, when a paused queue
 * may send again, the scheduler gives the paused queues the quanta that they missed.
 */
static __always_inline bool pfc_alone(struct pfc_sched *q, u8 ready)
{
	if (ready & (ready - 1) || q->ready != q->ets.round || q->rules.shaped)
		return false;
	q->ets.missed = q->ready & ~ready;
	return true;
}

/*
 * Releases the charge of the queue to its pool.  Decides on CE by the bytes that a packet leaves
 * behind, as many switches do: such a mark is newer than one at enqueue, which waits in the queue.
 */
static noinline void pfc_queue_left(struct Qdisc *sch, struct pfc_queue *queue, u8 prio,
				    struct sk_buff *skb)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u32 left = queue->qstats.backlog;

	if (queue->egress.pool)
		pfc_egress_leave(queue, skb);
	if (q->rules.marks_late && queue->limits.ecn.kmax && left > queue->limits.ecn.kmin &&
	    pfc_ecn_hit(&queue->limits.ecn, left, get_random_u32()) && pfc_is_ect(skb))
		pfc_queue_mark(sch, queue, prio, skb, left);
}

/*
 * Dequeues from the queues that hold frames and are not paused.  @from: set to the priority of the
 * frame; the callers that do not need it cost nothing, because the compiler removes the write
 */
static __always_inline struct sk_buff *pfc_dequeue_data(struct Qdisc *sch, u64 now, int *from)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u8 ready = q->ready;
	struct pfc_queue *queue;
	struct sk_buff *skb;
	int prio;

	if (unlikely(pfc_receiver_paused(&q->port->receiver)))
		ready = pfc_ready(q, ready, now);
	if (!ready) {
		if (unlikely(q->rules.shaped))
			pfc_classes_idle(q);
		return NULL;
	}

	prio = fls(ready) - 1;
	if (unlikely(q->rules.classes) && !pfc_alone(q, ready)) {
		prio = pfc_classes_next(q, ready, now);
		if (prio < 0) {
			/* pfc_ready() may leave q->wake unchanged if a queue is not paused */
			q->wake = min(q->wake, pfc_receiver_soonest(&q->port->receiver));
			return NULL;
		}
	}
	*from = prio;
	queue = pfc_queue(q, prio);
	skb = pfc_queue_head(sch, queue, prio);
	pfc_discharge(q, queue, skb);
	if (unlikely(q->rules.watched))
		pfc_queue_left(sch, queue, prio, skb);
	_bstats_update(&queue->bstats, qdisc_pkt_len(skb), pfc_skb_cb(skb)->frames);
	return skb;
}

/* Notes when the first frame of a GSO packet that has just taken the wire has passed */
static noinline void pfc_whole_take(struct pfc_sched *q, const struct sk_buff *skb, u32 frames,
				    u64 now)
{
	q->wire.gap = now + psched_l2t_ns(&q->wire.rate.cfg, qdisc_pkt_len(skb) / frames);
	q->wire.gap_until = q->wire.rate.next;
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
	if (q->wire.gap_until != q->wire.rate.next)
		return NULL;
	if (now < q->wire.gap) {
		q->wake = min(q->wake, q->wire.gap);
		return NULL;
	}
	skb = pfc_dequeue_control(sch);
	_bstats_update(&q->control_bstats, qdisc_pkt_len(skb), 1);
	time = psched_l2t_ns(&q->wire.rate.cfg, qdisc_pkt_len(skb));
	q->wire.rate.next += time;
	q->wire.gap = now + time;
	q->wire.gap_until = q->wire.rate.next;
	return skb;
}

/*
 * The next frame that may leave; or NULL, and q->wake is the time of the next queue check.
 * @timed is a constant, so that a port without rates pays for none.
 * @from: set to the priority of the frame, unchanged for a MAC control frame
 */
static __always_inline struct sk_buff *pfc_dequeue_frame(struct Qdisc *sch, bool timed, u64 now,
							 int *from)
{
	struct pfc_sched *q = qdisc_priv(sch);
	bool limited = timed && q->wire.rate.limited;
	struct sk_buff *skb = NULL;
	u32 frames;

	if (limited && sch->q.qlen && !pfc_rate_free(&q->wire.rate, now, &q->wake))
		return unlikely(q->control.head) ? pfc_dequeue_between(sch, now) : NULL;
	if (unlikely(q->control.head)) {
		skb = pfc_dequeue_control(sch);
		_bstats_update(&q->control_bstats, qdisc_pkt_len(skb), 1);
	} else if (sch->q.qlen) {
		skb = pfc_dequeue_data(sch, now, from);
	}
	if (!skb) {
		if (timed)
			q->wire.rate.behind = false;
		return NULL;
	}
	if (limited) {
		frames = pfc_skb_cb(skb)->frames;
		pfc_rate_take(&q->wire.rate,
			      qdisc_pkt_len(skb) + (frames - 1) * q->rules.overhead, now);
		if (unlikely(frames > 1))
			pfc_whole_take(q, skb, frames, now);
	}
	return skb;
}

/* On a port with a rate, a delay or impairments */
static __always_inline struct sk_buff *pfc_dequeue_timed_frame(struct Qdisc *sch, u64 now,
							       int *from)
{
	struct sk_buff *skb = pfc_dequeue_frame(sch, true, now, from);

	if (skb)
		pfc_count_sent(sch, qdisc_pkt_len(skb), pfc_skb_cb(skb)->frames);
	return skb;
}

/*
 * Takes the next frame in flight that is due.  Frames do not overtake each other.  So after the
 * delay has been reduced, a frame may be late, because it waits for an earlier frame.
 */
static struct sk_buff *pfc_in_flight_next(struct pfc_sched *q, u64 now)
{
	struct sk_buff *skb = q->wire.in_flight.head;

	if (!skb)
		return NULL;
	if (pfc_skb_cb(skb)->due > now) {
		q->wake = min(q->wake, pfc_skb_cb(skb)->due);
		return NULL;
	}
	__qdisc_dequeue_head(&q->wire.in_flight);
	pfc_landed(q, skb);
	if (!q->wire.in_flight.head)
		pfc_memory_settle(q);
	return skb;
}

/* A frame has taken the wire.  Return: the frame if it leaves at once; NULL: lost or in flight */
static struct sk_buff *pfc_fly(struct pfc_sched *q, struct sk_buff *skb, int prio, u64 now)
{
	if (q->rules.impair)
		return pfc_impair_frame(q, skb, prio, now);
	if (!q->rules.delay)
		return skb;
	q->memory.used += skb->truesize;
	pfc_skb_cb(skb)->due = max(q->wire.rate.next, now) + q->rules.delay;
	__qdisc_enqueue_tail(skb, &q->wire.in_flight);
	return NULL;
}

/*
 * On a port with a delay or impairments.  Gets a frame in flight that is due.  If there is none,
 * the function moves the frames that may leave from the queues to the frames in flight.  So no
 * frame leaves its queue while the device has not yet taken all frames that are due.  If the user
 * switches the delay off, the frames in the queues wait until all frames in flight have arrived:
 * queued frames must not overtake frames in flight, and while they wait in the queues, a pause can
 * still stop them.
 *
 * The core limits the frames of a run, but does not see those that are lost or in flight, so the
 * timer continues after many of them.
 */
static noinline struct sk_buff *pfc_dequeue_far(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	int prio, n;

	for (n = 0; n < PFC_FLY_BATCH; n++) {
		skb = pfc_in_flight_next(q, now);
		if (skb || (!q->rules.far && q->wire.in_flight.head))
			return skb;
		prio = -1;
		skb = pfc_dequeue_timed_frame(sch, now, &prio);
		if (!skb)
			return NULL;
		skb = pfc_fly(q, skb, prio, now);
		if (skb)
			return skb;
	}
	q->wake = now;
	return NULL;
}

static noinline struct sk_buff *pfc_dequeue_timed(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int prio;

	if (unlikely(q->rules.far || q->wire.in_flight.head))
		return pfc_dequeue_far(sch, now);
	return pfc_dequeue_timed_frame(sch, now, &prio);
}

/*
 * On a port that needs no clock.  Takes more frames under the same root lock: the core asks for
 * eight frames more, see pfc_set_one_queue().  They wait in q->lockless.passing for these calls.
 */
static __always_inline struct sk_buff *pfc_dequeue_untimed(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int n = q->rules.batches ? PFC_DEQUEUE_BATCH : 0;
	struct sk_buff *first, *last, *skb;
	u64 bytes, frames;
	int prio;

	first = pfc_dequeue_frame(sch, false, now, &prio);
	if (unlikely(!first))
		return NULL;
	bytes = qdisc_pkt_len(first);
	frames = pfc_skb_cb(first)->frames;
	for (last = first; n && sch->q.qlen; n--, last = skb) {
		skb = pfc_dequeue_frame(sch, false, now, &prio);
		if (!skb)
			break;
		last->next = skb;
		bytes += qdisc_pkt_len(skb);
		frames += pfc_skb_cb(skb)->frames;
	}
	pfc_count_sent(sch, bytes, frames);
	if (last != first) {
		WRITE_ONCE(q->lockless.passing, first->next);
		first->next = NULL;
	}
	return first;
}

/*
 * All queues are paused, or the wire is busy.  The timer expires after %PFC_CHECK_NS at the latest:
 * if the core loses the run for a frame of another queue, the frame waits at most that long.
 */
static noinline struct sk_buff *pfc_dequeue_wait(struct Qdisc *sch, u64 now)
{
	struct pfc_sched *q = qdisc_priv(sch);
	u64 latest = (now ?: ktime_get_ns()) + PFC_CHECK_NS;

	/* No frame may overtake those that wait */
	if ((sch->flags & TCQ_F_CAN_BYPASS) && !test_bit(__QDISC_STATE_DRAINING, &sch->state))
		pfc_qdisc_bypass(sch);
	WRITE_ONCE(q->lockless.waiting,
		   !q->wire.rate.behind && !q->wire.in_flight.head && !q->rules.shaped);
	/* Not again for the same time: a start is expensive */
	if (!hrtimer_is_queued(&q->timer) ||
	    (q->wake < latest && ns_to_ktime(q->wake) != hrtimer_get_expires(&q->timer)))
		hrtimer_start(&q->timer, ns_to_ktime(min(q->wake, latest)),
			      HRTIMER_MODE_ABS_PINNED);
	return NULL;
}

static __always_inline struct sk_buff *pfc_dequeue_check(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;
	u64 now = 0;

	q->wake = PFC_PAUSE_NEVER;
	if (q->rules.timed || unlikely(q->wire.in_flight.head)) {
		now = ktime_get_ns();
		skb = pfc_dequeue_timed(sch, now);
	} else {
		/* Once for all frames that leave: a read of the clock is expensive */
		if (unlikely(pfc_receiver_paused(&q->port->receiver)))
			now = ktime_get_ns();
		skb = pfc_dequeue_untimed(sch, now);
	}
	return likely(skb) ? skb : pfc_dequeue_wait(sch, now);
}

/*
 * A port without frames: its wire and its traffic classes are idle.  If its timer has expired, it
 * has been idle for some time, and gives its memory back to the namespace.
 */
static noinline struct sk_buff *pfc_dequeue_idle(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (q->memory.taken && !hrtimer_is_queued(&q->timer))
		pfc_memory_release(q);
	q->wire.rate.behind = false;
	if (q->rules.shaped)
		pfc_classes_idle(q);
	pfc_qdisc_bypass(sch);
	return NULL;
}

/*
 * Clear __QDISC_STATE_MISSED, which a CPU that cannot run the qdisc sets after its enqueue.  If
 * dequeue did not clear the flag, the core would schedule the qdisc again and again.
 * Context: BH disabled, seqlock, no root lock.
 * Return: true if the flag was set: frames may have been added since the last queue check.
 */
bool pfc_clear_missed(struct Qdisc *sch)
{
	if (likely(!test_bit(__QDISC_STATE_MISSED, &sch->state)))
		return false;
	clear_bit(__QDISC_STATE_MISSED, &sch->state);
	/* Clear the flag, then check the queues; pairs with qdisc_run_begin(), pfc_qdisc_run() */
	smp_mb__after_atomic();
	return true;
}

static noinline struct sk_buff *pfc_dequeue_locked(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	bool again = false;
	struct sk_buff *skb;

	do {
		spin_lock(qdisc_lock(sch));
		/* A frame that passed after the check without the lock precedes the queued ones */
		skb = pfc_passed(q);
		if (likely(!skb)) {
			if (likely(sch->q.qlen || q->wire.in_flight.head))
				skb = pfc_dequeue_check(sch);
			else
				skb = pfc_dequeue_idle(sch);
		}
		spin_unlock(qdisc_lock(sch));
		if (likely(skb))
			return skb;
		/* Once: if another CPU sets the flag again, the core schedules the qdisc */
		again = !again && pfc_clear_missed(sch);
	} while (again);
	return NULL;
}

/*
 * True if the qdisc holds no frame that may leave, and dequeue has nothing to write.  What
 * earlier runs have written is visible, because this run holds seqlock after them.  Each other
 * CPU that adds a frame, or lets one leave, sets __QDISC_STATE_MISSED afterwards or runs the qdisc
 * itself.  If this check misses that flag, the core finds it after the run.
 */
static __always_inline bool pfc_dequeue_none(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	unsigned long state = READ_ONCE(sch->state);

	if (unlikely(state & QDISC_STATE_MISSED))
		return false;
	if (READ_ONCE(sch->q.qlen))
		return READ_ONCE(q->lockless.waiting);
	/* Frames in flight, or kept by a reset, allow neither */
	if (READ_ONCE(q->lockless.passes))
		return !READ_ONCE(q->wire.rate.behind);
	return (READ_ONCE(sch->flags) & TCQ_F_CAN_BYPASS) && !(state & QDISC_STATE_DRAINING);
}

/*
 * Get the next frame for the device.
 *
 * The core calls this after every packet, also after a packet that was added to a paused queue.
 * For many calls the answer is that no frame may leave, so that path takes no lock.
 * Context: BH disabled, seqlock, no root lock.
 * Return: the frame, or NULL; if NULL and frames wait, the timer of the qdisc is armed.
 */
struct sk_buff *pfc_dequeue(struct Qdisc *sch)
{
	struct sk_buff *skb = pfc_passed(qdisc_priv(sch));

	if (skb)
		return skb;
	return pfc_dequeue_none(sch) ? NULL : pfc_dequeue_locked(sch);
}
