// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frames that move from one leaf to another when the number of leaves or transmit queues changes,
 * see "Several transmit queues" in architecture.rst.
 */
#include "queue.h"

static struct sk_buff *pfc_dequeue_held(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = NULL;

	/* Frames that are added later make the core run the leaf again */
	pfc_clear_missed(sch);
	spin_lock(qdisc_lock(sch));
	if (q->control.head) {
		skb = pfc_dequeue_control(sch);
		_bstats_update(&q->control_bstats, qdisc_pkt_len(skb), 1);
		pfc_count_sent(sch, qdisc_pkt_len(skb), 1);
	}
	spin_unlock(qdisc_lock(sch));
	return skb;
}

/*
 * Let a leaf, which does not run, send only MAC control frames, until it is configured.  The root
 * qdisc may have been a leaf before: its rules and its storms are those of that time.
 */
void pfc_leaf_hold(struct Qdisc *sch, const struct pfc_config *config)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int prio;

	ASSERT_RTNL();

	spin_lock_bh(qdisc_lock(sch));
	if (q->kept.qlen)
		pfc_recount(sch);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		q->queues[prio].dropped = false;
	q->storm = false;
	pfc_qdisc_rules(q, config);
	WRITE_ONCE(q->lockless.resets, false);
	sch->dequeue = pfc_dequeue_held;
	pfc_qdisc_bypass(sch);
	spin_unlock_bh(qdisc_lock(sch));
}

/*
 * Wait until a leaf is on no CPU's output list.
 * @sch: the leaf; deactivated before the last grace period, and no transmit queue has it.  So all
 *	runs have ended, and a CPU that finds it on its output list begins no new one
 * Context: RTNL, may sleep.
 */
void pfc_leaf_drain(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	hrtimer_cancel(&q->timer);
	while (test_bit(__QDISC_STATE_SCHED, &sch->state))
		usleep_range(50, 100);
}

/*
 * Takes a root lock; spin_unlock_bh() releases it.  The core may hold the root lock of the leaf
 * that the frames leave.  If it does not, softirqs may run between two frames.
 */
static void pfc_move_lock(struct Qdisc *to)
	__acquires(qdisc_lock(to))
{
	local_bh_disable();
	spin_lock_nested(qdisc_lock(to), SINGLE_DEPTH_NESTING);
}

static void pfc_move_counters(struct Qdisc *from, struct Qdisc *to)
{
	struct pfc_sched *f = qdisc_priv(from), *t = qdisc_priv(to);
	struct gnet_stats_basic_sync sent;

	pfc_sent_sum(from, &sent);
	pfc_sent_clear(from);
	pfc_count_sent(to, u64_stats_read(&sent.bytes), u64_stats_read(&sent.packets));
	_bstats_update(&t->control_bstats, u64_stats_read(&f->control_bstats.bytes),
		       u64_stats_read(&f->control_bstats.packets));
	gnet_stats_basic_sync_init(&f->control_bstats);
	to->qstats.drops += from->qstats.drops;
	to->qstats.overlimits += from->qstats.overlimits;
	to->qstats.requeues += from->qstats.requeues;
	memset(&from->qstats, 0, sizeof(from->qstats));
	t->counters.stale += f->counters.stale;
	t->counters.drop_segment += f->counters.drop_segment;
	t->counters.drop_control += f->counters.drop_control;
	t->counters.drop_delay += f->counters.drop_delay;
	t->counters.bounced += f->counters.bounced;
	f->counters = (struct pfc_leaf_counters){};
}

/* Moves the counters of a queue that no longer holds frames */
static void pfc_move_queue_counters(struct pfc_queue *from, struct pfc_queue *to)
{
	from->frames = 0;
	from->local = 0;
	from->qstats.backlog = 0;
	pfc_egress_clear(from);
	pfc_queue_add(to, from);
	to->cleared = from->cleared;
	*from = (struct pfc_queue) {
		.id = from->id, .dropped = from->dropped, .bound = from->bound,
		.limits = from->limits, .cleared = from->cleared,
	};
	gnet_stats_basic_sync_init(&from->bstats);
}

/* The leaf of the transmit queue that the core has selected for a frame */
static struct Qdisc *pfc_move_target(const struct pfc_leaves *to, struct sk_buff *skb)
{
	const struct net_device *dev = qdisc_dev(to->sch[0]);

	/* The device may have fewer transmit queues than when the frame was enqueued */
	if (skb_get_queue_mapping(skb) >= dev->real_num_tx_queues)
		skb_set_queue_mapping(skb, 0);
	return to->sch[to->n > 1 ? skb_get_queue_mapping(skb) : 0];
}

/* Puts a packet at the head of its queue.  @prio: -1 for a frame in flight */
static void pfc_put_frame(struct Qdisc *sch, struct sk_buff *skb, int prio)
{
	struct pfc_sched *q = qdisc_priv(sch);
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);
	struct pfc_queue *queue;

	if (prio < 0) {
		__qdisc_enqueue_head(skb, &q->wire.in_flight);
		return;
	}
	queue = &q->queues[prio];
	__qdisc_enqueue_head(skb, &queue->list);
	q->ready |= BIT(prio);
	queue->frames += cb->frames;
	queue->qstats.backlog += qdisc_pkt_len(skb);
	if (!cb->owner)
		queue->local += cb->len;
	if (queue->egress.pool)
		pfc_egress_join(queue, skb);
	qdisc_qstats_backlog_inc(sch, skb);
	sch->q.qlen++;
}

/*
 * The memory that is reserved for the frames moves with them: to reserve it twice could exceed the
 * limit of the namespace, and the target would drop new frames meanwhile.
 */
static void pfc_move_memory(struct pfc_sched *from, struct pfc_sched *to, unsigned long memory)
{
	unsigned long taken = min(memory, from->memory.taken);

	from->memory.used -= memory;
	from->memory.taken -= taken;
	to->memory.used += memory;
	to->memory.taken += taken;
}

/* Puts the packets of a list of @from ahead of those of the other leaves */
static void pfc_move_list(struct pfc_sched *from, struct qdisc_skb_head *list,
			  const struct pfc_leaves *to, int prio)
{
	struct sk_buff *skb, *last = NULL;
	struct Qdisc *target;

	/* The last packet moves first */
	while ((skb = __qdisc_dequeue_head(list))) {
		skb->next = last;
		last = skb;
	}
	while ((skb = last)) {
		last = skb->next;
		target = pfc_move_target(to, skb);
		pfc_move_lock(target);
		pfc_move_memory(from, qdisc_priv(target), skb->truesize);
		pfc_put_frame(target, skb, prio);
		spin_unlock_bh(qdisc_lock(target));
	}
}

/* Takes all MAC control frames.  Return: the last one, linked to the one before it */
static struct sk_buff *pfc_take_control(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb, *last = NULL;

	while (q->control.head) {
		skb = pfc_dequeue_control(sch);
		skb->next = last;
		last = skb;
	}
	return last;
}

static void pfc_put_control(struct Qdisc *sch, struct sk_buff *last)
{
	u16 queue = pfc_control_queue(qdisc_dev(sch));
	struct pfc_sched *q = qdisc_priv(sch);
	struct sk_buff *skb;

	pfc_move_lock(sch);
	while ((skb = last)) {
		last = skb->next;
		skb_set_queue_mapping(skb, queue);
		__qdisc_enqueue_head(skb, &q->control);
		qdisc_qstats_backlog_inc(sch, skb);
		sch->q.qlen++;
	}
	spin_unlock_bh(qdisc_lock(sch));
}

/*
 * Put the waiting MAC control frames of the leaf @from, which gets no more, ahead of those of @to.
 * Context: BH disabled, sender.lock.
 */
void pfc_move_control(struct Qdisc *from, struct Qdisc *to)
{
	struct sk_buff *last;

	spin_lock(qdisc_lock(from));
	last = pfc_take_control(from);
	spin_unlock(qdisc_lock(from));
	pfc_put_control(to, last);
}

/* After all frames have moved, the first leaf gets the rest: counters, and frames to discard */
static void pfc_move_rest(struct Qdisc *from, struct Qdisc *first)
{
	struct pfc_sched *f = qdisc_priv(from), *t = qdisc_priv(first);
	int prio;

	pfc_move_lock(first);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_move_queue_counters(&f->queues[prio], &t->queues[prio]);
	pfc_move_counters(from, first);
	pfc_append(&f->discard, &t->discard);
	pfc_move_memory(f, t, f->memory.used);
	spin_unlock_bh(qdisc_lock(first));

	from->q.qlen = 0;
	f->ready = 0;
	WRITE_ONCE(f->lockless.waiting, false);
}

/* The frames that have moved need memory of the namespace, and may be in flight */
static void pfc_moved(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	pfc_move_lock(sch);
	WRITE_ONCE(q->lockless.waiting, false);
	if (q->memory.used > q->memory.taken)
		pfc_memory_set(q);
	pfc_qdisc_bypass(sch);
	pfc_check_soon(sch);
	spin_unlock_bh(qdisc_lock(sch));
}

/*
 * Move all frames and counters of a leaf to other leaves of its port.
 * @from: the leaf, which stays: empty, and with counters of 0
 * @to: the other leaves.  If there are several, a frame moves to that of its transmit queue, and
 *	the counters to the first one
 *
 * Each frame moves to the head of its queue, so the frames of a flow stay in order.
 * Context: RTNL; no CPU enqueues to @from or dequeues from it.
 */
void pfc_move(struct Qdisc *from, const struct pfc_leaves *to)
{
	struct pfc_sched *f = qdisc_priv(from);
	unsigned int i;
	int prio;

	pfc_impair_attach(f, NULL);	/* it remembers frames in flight */
	if (f->kept.qlen)
		pfc_recount(from);
	pfc_keep_sent(from);
	pfc_put_control(to->sch[0], pfc_take_control(from));
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pfc_move_list(f, &f->queues[prio].list, to, prio);
	pfc_move_list(f, &f->wire.in_flight, to, -1);
	pfc_move_rest(from, to->sch[0]);
	pfc_memory_return(f, f->port->net);
	for (i = 0; i < to->n; i++)
		pfc_moved(to->sch[i]);
}
