// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of a leaf of a port: the changes that the configuration, the watchdog and received
 * pauses make, and the scheduling of the next run.
 */
#include <net/rtnetlink.h>
#include "qdisc.h"

/*
 * Allow or forbid frames to bypass empty queues, or to pass an empty port, see "Bypass of empty
 * queues" in architecture.rst, and "bypass" in locking.rst.  The caller calls this after every
 * change that makes frames wait, and when the last waiting frame has left.
 * Context: BH disabled, root lock.
 */
void pfc_qdisc_bypass(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	bool direct = q->port && !q->wire.in_flight.head && !q->rules.rewrites &&
		      !q->rules.shaped && !q->rules.far && sch->dequeue == pfc_dequeue;
	bool bypass = direct && !q->wire.rate.limited && !q->storm &&
		      !READ_ONCE(q->lockless.resets);
	bool waits = sch->q.qlen || READ_ONCE(q->lockless.passing) || q->wire.in_flight.head ||
		     q->kept.qlen || (q->port && pfc_receiver_paused(&q->port->receiver));

	WRITE_ONCE(q->lockless.passes, direct && q->wire.rate.limited);
	/* CPUs that send read state and flags without the lock, so write only if they change */
	if (waits && !test_bit(__QDISC_STATE_DRAINING, &sch->state))
		set_bit(__QDISC_STATE_DRAINING, &sch->state);
	else if (!waits && test_bit(__QDISC_STATE_DRAINING, &sch->state))
		clear_bit(__QDISC_STATE_DRAINING, &sch->state);
	smp_wmb(); /* first the bit that prevents a bypass, then the flag that allows it */
	if (bypass != !!(sch->flags & TCQ_F_CAN_BYPASS))
		WRITE_ONCE(sch->flags, sch->flags ^ TCQ_F_CAN_BYPASS);
}

/* Test whether a qdisc holds frames.  Context: any */
bool pfc_qdisc_holds(struct Qdisc *sch)
{
	const struct pfc_sched *q = qdisc_priv(sch);

	return READ_ONCE(sch->q.qlen) || READ_ONCE(q->ready) || READ_ONCE(q->wire.in_flight.head) ||
	       READ_ONCE(q->kept.qlen) || READ_ONCE(q->lockless.passing);
}

/*
 * Start the timer for a queue check in 10 ms, because the core can lose a run that is due, see "A
 * reset keeps the queues" in architecture.rst.  Frames that have left their queues (@passing, or
 * put back by the core) start no timer: they have no charge.
 * Context: any.
 */
void pfc_check_soon(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	hrtimer_start(&q->timer, ktime_add_ns(ktime_get(), PFC_CHECK_NS), HRTIMER_MODE_ABS_PINNED);
}

/*
 * Take seqlock and the root lock of a leaf: it does not run meanwhile.
 * Context: RTNL; disables BH.
 */
void pfc_runs_stop(struct Qdisc *sch)
	__acquires(&sch->seqlock)
	__acquires(qdisc_lock(sch))
{
	spin_lock_bh(&sch->seqlock);
	spin_lock(qdisc_lock(sch));
}

/*
 * End pfc_runs_stop(), and run the leaf if it holds frames.
 *
 * A CPU that has added a frame may have found seqlock held, and has left the run to its holder.
 * Context: RTNL; enables BH.
 */
void pfc_runs_allow(struct Qdisc *sch)
	__releases(qdisc_lock(sch))
	__releases(&sch->seqlock)
{
	spin_unlock(qdisc_lock(sch));
	spin_unlock(&sch->seqlock);
	smp_mb(); /* release seqlock, then read the flag, as in qdisc_run_end() */
	if (test_bit(__QDISC_STATE_MISSED, &sch->state))
		__netif_schedule(sch);
	local_bh_enable();
	pfc_qdisc_wake(sch);
}

/* Computes the backlog up to which a queue admits frames on the fast path; root lock */
static void pfc_queue_bound(struct pfc_queue *queue)
{
	const struct pfc_queue_limits *limits = &queue->limits;

	if (limits->alpha || limits->pool || queue->dropped)
		queue->bound = 0;
	else
		queue->bound = limits->limit ?: U32_MAX;
	if (limits->ecn.kmax)
		queue->bound = min(queue->bound, limits->ecn.kmin);
}

/*
 * Apply the actions on storms to the queues of all leaves.
 * @drop: bit mask of the queues that drop their frames from now on; all others stop dropping
 * @forward: bit mask of the queues that send despite XOFF
 *
 * Moves the frames in the queues that drop to the discard lists, see pfc_leaves_discard().
 * Context: BH disabled, RCU or RTNL; no qdisc lock is held.
 */
void pfc_leaves_storm(struct pfc_port *port, u8 drop, u8 forward)
{
	struct pfc_sched *q;
	struct Qdisc *leaf;
	unsigned int i;
	int prio;

	pfc_for_each_leaf(port, i, leaf) {
		q = qdisc_priv(leaf);
		spin_lock(qdisc_lock(leaf));
		for (prio = 0; prio < PFC_PRIOS; prio++) {
			q->queues[prio].dropped = drop & BIT(prio);
			pfc_queue_bound(&q->queues[prio]);
			if (drop & BIT(prio))
				pfc_flush_storm(leaf, prio);
		}
		q->storm = drop | forward;
		WRITE_ONCE(q->lockless.waiting, false);
		pfc_qdisc_bypass(leaf);
		spin_unlock(qdisc_lock(leaf));
		pfc_qdisc_wake(leaf);
	}
}

/* True if the port may write DSCP or PCP of packets of a priority, or change the priority */
static bool pfc_rewrites(const struct pfc_config *config, int prio)
{
	return config->egress_dscp[prio] != PFC_MAP_NONE ||
	       config->prio_pcp[prio] != PFC_MAP_NONE ||
	       (config->port_group && (config->bounce_prio[prio] != PFC_MAP_NONE ||
				       config->bounce_dscp[prio] != PFC_MAP_NONE));
}

/*
 * Give a leaf the rules of a configuration.
 * Context: BH disabled, root lock; there are no runs.
 */
void pfc_qdisc_rules(struct pfc_sched *q, const struct pfc_config *config)
{
	bool rewrites = config->prio_source != PFC_PRIO_SOURCE_PACKET;
	struct pfc_leaf_rules *rules = &q->rules;
	bool marks = false, pools = false;
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		q->queues[i].limits = config->queues[i];
		pfc_queue_bound(&q->queues[i]);
		pfc_egress_follow(&q->queues[i]);
		rewrites |= pfc_rewrites(config, i);
		marks |= !!config->queues[i].ecn.kmax;
		pools |= !!config->queues[i].pool;
	}
	rules->rewrites = rewrites;
	rules->writes = rewrites || marks || rules->impair;
	rules->marks_late = marks && config->ecn_at == PFC_ECN_AT_DEQUEUE;
	rules->watched = rules->marks_late || pools;
	rules->overhead = config->overhead;
	rules->queue_limit = config->queue_limit;
	pfc_classes_set(q, config);
	pfc_rate_set(&q->wire.rate, config->rate, config->overhead);
	rules->timed = q->wire.rate.limited || rules->shaped || rules->impair;
	rules->delay = config->delay;
	rules->far = rules->delay || rules->impair;
}

/* Apply a changed configuration to a leaf.  @start: the leaf is new: ends pfc_leaf_hold() */
void pfc_qdisc_configure(struct Qdisc *sch, const struct pfc_config *config, bool start)
{
	struct pfc_sched *q = qdisc_priv(sch);

	ASSERT_RTNL();

	/* A run sees either the old configuration or the new one */
	pfc_runs_stop(sch);
	/* A port with impairments has one leaf, its root qdisc */
	pfc_impair_attach(q, pfc_is_leaf(sch) ? NULL : pfc_impair_active(q->port));
	pfc_qdisc_rules(q, config);
	WRITE_ONCE(q->lockless.waiting, false);
	if (start) {
		sch->dequeue = pfc_dequeue;
		pfc_set_one_queue(sch, qdisc_dev(sch)->real_num_tx_queues);
	}
	pfc_qdisc_bypass(sch);
	pfc_runs_allow(sch);
}

/*
 * Apply the pauses that the receiver has changed to the leaves.
 * Context: BH disabled, RCU; no qdisc lock is held.
 */
void pfc_leaves_pauses(struct pfc_port *port)
{
	struct pfc_sched *q;
	struct Qdisc *leaf;
	unsigned int i;

	pfc_for_each_leaf(port, i, leaf) {
		q = qdisc_priv(leaf);
		spin_lock(qdisc_lock(leaf));
		WRITE_ONCE(q->lockless.waiting, false);
		pfc_qdisc_bypass(leaf);
		spin_unlock(qdisc_lock(leaf));
		pfc_qdisc_wake(leaf);
	}
}

/*
 * Let the core run the qdisc soon, after a frame was added or may leave, under the root lock.
 *
 * A run that is already scheduled may have begun, and dequeue reads without the root lock.  So this
 * function sets __QDISC_STATE_MISSED first.  That bit and __QDISC_STATE_SCHED are in one word: the
 * run that clears __QDISC_STATE_SCHED later finds it.  Like the core, the function relies on
 * net_tx_action() to clear that bit before it tries to get seqlock.  A CPU that reorders the two
 * can end without a run; then the timer follows, see pfc_check_soon().
 * Context: RCU or RTNL.  Deactivation waits for the scheduled run.
 */
void pfc_qdisc_run(struct Qdisc *sch)
{
	smp_mb__before_atomic(); /* change the queues, then the flag: pfc_clear_missed() */
	set_bit(__QDISC_STATE_MISSED, &sch->state);
	__netif_schedule(sch);
}

/*
 * Schedule the qdisc if it holds frames.  If it is deactivated, its timer starts a run later.
 * Context: RCU or RTNL.  Deactivation waits for the scheduled run.
 */
void pfc_qdisc_wake(struct Qdisc *sch)
{
	if (pfc_qdisc_holds(sch) && !test_bit(__QDISC_STATE_DEACTIVATED, &sch->state))
		pfc_qdisc_run(sch);
}
