// SPDX-License-Identifier: GPL-2.0-only
/*
 * The root qdisc that makes a device a port.
 *
 * Description
 * -----------
 *
 * Eight queues, one a priority.  A packet that waits is charged to the
 * ingress port and group that it came in by, from enqueue.c to dequeue.c.
 */
#include <linux/module.h>
#include "qdisc.h"

/* After this the core has switched a qdisc on again whose txqueuelen has changed */
#define PFC_SWITCHED_ON_MS	10

/**
 * pfc_qdisc_bypass() - may frames pass empty queues by?
 * @sch: the qdisc
 *
 * A frame that finds all queues empty is dequeued again by the same CPU under the
 * same lock, with nothing gained from admission, charge and release.  So it may
 * pass them by (the core does that, see __dev_xmit_skb()) as long as it would not
 * have to wait for anything but the device, and nothing is written to it.  Called
 * after every change that lets frames wait, and when nothing waits any more.
 *
 * Context: BH disabled, root lock.
 */
void pfc_qdisc_bypass(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	bool may = q->port && !q->rate.limited && !q->way.head && !q->rewrites &&
		   !q->shaped && !READ_ONCE(q->port->receiver.rx.paused) &&
		   !q->port->storms.drop && !q->port->storms.forward;

	/* Senders read the flags without the lock: written only to change them */
	if (may != !!(sch->flags & TCQ_F_CAN_BYPASS))
		sch->flags ^= TCQ_F_CAN_BYPASS;
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
	pfc_storms_forget(q->port);
	pfc_qdisc_bypass(sch);
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
 * pfc_queue_bound() - up to which backlog need a frame not be looked at closer?
 * @queue: the queue, changed
 *
 * Context: BH disabled, root lock.
 */
void pfc_queue_bound(struct pfc_queue *queue)
{
	const struct pfc_queue_limits *limits = &queue->limits;

	if (limits->alpha || queue->dropped)
		queue->bound = 0;
	else
		queue->bound = limits->limit ?: U32_MAX;
	if (limits->ecn.kmax)
		queue->bound = min(queue->bound, limits->ecn.kmin);
}

/* Is there anything to do with each packet but to queue it? */
static bool pfc_rewrites(const struct pfc_config *config)
{
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		if (config->prio_dscp[i] != PFC_MAP_NONE ||
		    config->prio_pcp[i] != PFC_MAP_NONE ||
		    (config->port_group && (config->same_prio[i] != PFC_MAP_NONE ||
					    config->same_dscp[i] != PFC_MAP_NONE)))
			return true;
	return config->prio_source != PFC_PRIO_SOURCE_PACKET;
}

static bool pfc_marks(const struct pfc_config *config)
{
	int i;

	for (i = 0; i < PFC_QUEUES; i++)
		if (config->queues[i].ecn.kmax)
			return true;
	return false;
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
	struct pfc_sched *q = qdisc_priv(sch);
	int i;

	ASSERT_RTNL();

	spin_lock_bh(qdisc_lock(sch));
	for (i = 0; i < PFC_QUEUES; i++) {
		q->queues[i].limits = config->queues[i];
		pfc_queue_bound(&q->queues[i]);
	}
	q->rewrites = pfc_rewrites(config);
	q->writes = q->rewrites || pfc_marks(config);
	q->overhead = config->overhead;
	pfc_classes_set(q, config);
	pfc_rate_set(&q->rate, config->rate, config->overhead);
	q->timed = q->rate.limited || q->shaped;
	q->delay = config->delay;
	q->waiting = 0;
	q->queue_limit = config->queue_limit;
	pfc_qdisc_bypass(sch);
	spin_unlock_bh(qdisc_lock(sch));
	pfc_qdisc_wake(sch);
}

/**
 * pfc_qdisc_pauses() - let the qdisc follow what the receiver has heard
 * @sch: the qdisc
 *
 * Context: BH disabled, RCU; no qdisc lock is held.
 */
void pfc_qdisc_pauses(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	spin_lock(qdisc_lock(sch));
	q->waiting = 0;
	pfc_qdisc_bypass(sch);
	spin_unlock(qdisc_lock(sch));
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
	struct pfc_sched *q = qdisc_priv(sch);

	if ((READ_ONCE(sch->q.qlen) || READ_ONCE(q->way.head)) &&
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
	/* A run of the qdisc that began before it was switched off may be at its end */
	spin_lock_bh(qdisc_lock(sch));
	q->port = NULL;
	spin_unlock_bh(qdisc_lock(sch));
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

/* As the core's, but ordered: see pfc_waiting() */
static enum hrtimer_restart pfc_watchdog(struct hrtimer *timer)
{
	struct pfc_sched *q = container_of(timer, struct pfc_sched, watchdog.timer);

	smp_mb(); /* the timer is not queued any more before a look is asked for */
	rcu_read_lock();
	__netif_schedule(qdisc_root(q->watchdog.qdisc));
	rcu_read_unlock();
	return HRTIMER_NORESTART;
}

/*
 * The core has switched the qdisc off, and on newer kernels leaves its queues as
 * they are but forgets who was about to look at them.  It is on again in a moment.
 */
static int pfc_change_tx_queue_len(struct Qdisc *sch, unsigned int new_len)
{
	struct pfc_sched *q = qdisc_priv(sch);

	hrtimer_start(&q->watchdog.timer,
		      ktime_add_ms(ktime_get(), PFC_SWITCHED_ON_MS),
		      HRTIMER_MODE_ABS_PINNED);
	return 0;
}

static int pfc_init(struct Qdisc *sch, struct nlattr *opt,
		    struct netlink_ext_ack *extack)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int i, err;

	qdisc_watchdog_init(&q->watchdog, sch);
	hrtimer_setup(&q->watchdog.timer, pfc_watchdog, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED);
	for (i = 0; i < PFC_QUEUES; i++) {
		gnet_stats_basic_sync_init(&q->queues[i].bstats);
		q->queues[i].cleared = ktime_get_ns();
	}
	gnet_stats_basic_sync_init(&q->control_bstats);
	q->dscp = PFC_MAP_NONE;
	if (opt) {
		NL_SET_ERR_MSG(extack, "pfc takes no options here, use pfcctl");
		return -EINVAL;
	}
	err = pfc_port_attach(sch, extack, &q->port);
	if (!err)
		pfc_qdisc_configure(sch, rtnl_dereference(q->port->config));
	return err;
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
	.change_tx_queue_len = pfc_change_tx_queue_len,
	.dump_stats	= pfc_qdisc_dump_stats,
	.owner		= THIS_MODULE,
};
