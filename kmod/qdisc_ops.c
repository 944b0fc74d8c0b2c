// SPDX-License-Identifier: GPL-2.0-only
/*
 * The root qdisc that makes a device a port, and its leaves: their life cycle, and the operations
 * that the core calls.  If the port uses one transmit queue, the root qdisc is its only leaf.
 */
#include <linux/module.h>
#include "queue.h"

/* Takes the root lock once the qdisc, which is deactivated, is on no CPU's output list */
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
	pfc_watchdog_forget(q->port);
	pfc_qdisc_bypass(sch);
	pfc_sender_repeat(q->port);
}

/* True if a leaf serves only one of the transmit queues of its device */
static bool pfc_leaf_alone(struct Qdisc *sch, unsigned int queues)
{
	const struct pfc_sched *q = qdisc_priv(sch);

	return pfc_is_leaf(sch) && q->port && queues <= pfc_leaves_of(q->port)->n;
}

/*
 * Set or clear TCQ_F_ONETXQUEUE.  @queues: transmit queues of the device
 *
 * With TCQ_F_ONETXQUEUE, the core leaves frames in the qdisc while the transmit queue of the
 * device is stopped.  The core does not set the flag for a device that has as many transmit
 * queues as CPUs and uses only one of them.  Without the flag, the core would take a frame for the
 * stopped queue.  That frame would wait ahead of all priorities and PFC frames, where no
 * pause can stop it.  A device that never stops its queue does not get the flag: with the
 * flag, the core would dequeue one frame at a time instead of nine.  Then dequeue takes the nine
 * frames together (@batches), unless the leaf serves several transmit queues: frames for one that
 * is stopped would keep the others from the device.
 *
 * A leaf serves one transmit queue, except while the device has more transmit queues than its port
 * has leaves, see pfc_leaves_graft().
 * Context: BH disabled, root lock.
 */
void pfc_set_one_queue(struct Qdisc *sch, unsigned int queues)
{
	bool stops = qdisc_dev(sch)->dev.parent || PFC_COMPAT_SOFTWARE_STOPS;
	bool alone = queues == 1 || pfc_leaf_alone(sch, queues);
	struct pfc_sched *q = qdisc_priv(sch);
	bool one = alone && stops;

	q->rules.batches = alone && !stops;
	if (one != !!(sch->flags & TCQ_F_ONETXQUEUE))
		sch->flags ^= TCQ_F_ONETXQUEUE;
}

/*
 * True if the link stays up.  A driver may switch the carrier off while it changes the number of
 * transmit queues; the qdisc is active then.  The core deactivates it before a reset after a loss
 * of the carrier.
 */
static bool pfc_reset_keeps(const struct Qdisc *sch)
{
	if (pfc_link_up(qdisc_dev(sch)))
		return true;
	return netif_running(qdisc_dev(sch)) && !test_bit(__QDISC_STATE_DEACTIVATED, &sch->state);
}

/* True if the device no longer has a transmit queue for the leaf */
static bool pfc_reset_unused(const struct Qdisc *sch)
{
	const struct net_device *dev = qdisc_dev(sch);

	return pfc_is_leaf(sch) && sch->dev_queue - dev->_tx >= dev->real_num_tx_queues;
}

/*
 * All frames move to leaf 0.  Without a carrier, too: a driver may switch it off while it changes
 * the number of transmit queues.  If the link is lost, the core resets leaf 0 later.
 */
static void pfc_reset_move(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct Qdisc *first = pfc_leaf(q->port, 0);
	const struct pfc_leaves to = { .n = 1, .sch = &first };

	hrtimer_try_to_cancel(&q->timer);
	pfc_move(sch, &to);
	/* The device may get the transmit queue back at once: no frame bypasses a pause there */
	pfc_keep(sch);
	pfc_qdisc_bypass(sch);
	pfc_qdisc_wake(first);
}

/* True if MAC control frames wait or are in flight */
static bool pfc_holds_control(const struct pfc_sched *q)
{
	const struct sk_buff *skb = q->control.head ?: q->wire.in_flight.head;

	while (skb && skb->protocol != htons(ETH_P_PAUSE))
		skb = skb->next;
	return skb;
}

/* The core deletes the qdisc: discards the frames of all leaves of its port */
static void pfc_reset_last(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_port *port = q->port;
	struct Qdisc *leaf = sch;
	unsigned int i = 0;

	if (port)
		leaf = pfc_leaf(port, 0);
	while (leaf) {
		q = qdisc_priv(leaf);
		hrtimer_cancel(&q->timer);
		pfc_lock_unscheduled(leaf);
		pfc_keep_sent(leaf);
		if (port && pfc_holds_control(q))
			set_bit(1, &port->sender.repeat);
		pfc_reset_locked(leaf);
		spin_unlock_bh(qdisc_lock(leaf));
		leaf = port ? pfc_leaf(port, ++i) : NULL;
	}
}

/*
 * The core calls this with the root lock held after loss of the carrier, or for a reset with the
 * link up.  Under that lock, it must not wait for the timer: on a real-time kernel, the thread that
 * runs the timers may wait for the lock.  A timer that still runs makes the core run an empty leaf.
 *
 * When it deletes the qdisc, the core holds no lock, and the queues may still hold frames.  The
 * qdisc is then already deactivated, so no CPU schedules it.
 */
static void pfc_reset(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (!refcount_read(&sch->refcnt)) {
		pfc_reset_last(sch);
	} else if (q->port && netif_running(qdisc_dev(sch)) && pfc_reset_unused(sch)) {
		pfc_reset_move(sch);
	} else if (q->port && pfc_reset_keeps(sch)) {
		pfc_keep(sch);
		pfc_qdisc_bypass(sch);
		pfc_set_one_queue(sch, qdisc_dev(sch)->real_num_tx_queues);
		pfc_check_soon(sch);
		pfc_qdisc_wake(sch);
	} else {
		hrtimer_try_to_cancel(&q->timer);
		pfc_reset_locked(sch);
		pfc_set_one_queue(sch, qdisc_dev(sch)->real_num_tx_queues);
	}
}

/*
 * The core calls this before it changes the number of transmit queues, see locking.rst.  Frames for
 * other transmit queues may still wait here, so TCQ_F_ONETXQUEUE does not change if the number
 * becomes smaller: pfc_reset() sets the flag, or, if the device is down, pfc_leaves_follow().
 * Until the leaves change, the watchdog does not read those whose frames pfc_reset_move() moves.
 */
static void pfc_change_real_num_tx(struct Qdisc *sch, unsigned int new_real_tx)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct Qdisc *first = q->port ? pfc_leaf(q->port, 0) : sch;

	ASSERT_RTNL();

	if (q->port && new_real_tx < pfc_leaves_of(q->port)->n)
		pfc_watchdog_suspend(q->port);
	pfc_leaves_follow();
	/* A run dequeues several frames for one transmit queue: no change in between */
	pfc_runs_stop(first);
	if (new_real_tx > qdisc_dev(sch)->real_num_tx_queues)
		pfc_set_one_queue(first, new_real_tx);
	else if (q->port && new_real_tx < qdisc_dev(sch)->real_num_tx_queues)
		WRITE_ONCE(((struct pfc_sched *)qdisc_priv(first))->lockless.resets, true);
	pfc_qdisc_bypass(first);
	pfc_runs_allow(first);
}

/*
 * Detach the port of a root qdisc, which is deactivated as are its leaves, or was never activated.
 * Context: RTNL, may sleep.
 */
void pfc_qdisc_detach(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_port *port = q->port;
	struct Qdisc *leaf;
	unsigned int i;

	if (!port)
		return;
	/* After the grace period of pfc_port_detach(), no timer schedules a leaf */
	pfc_for_each_leaf(port, i, leaf)
		set_bit(__QDISC_STATE_DEACTIVATED, &leaf->state);
	percpu_ref_get(&port->ref);
	pfc_port_detach(port);
	pfc_leaves_release(port);
	percpu_ref_put(&port->ref);
}

/* Port of a device, or NULL.  Context: RTNL */
struct pfc_port *pfc_port_of(const struct net_device *dev)
{
	struct Qdisc *sch = rtnl_dereference(dev->qdisc);
	struct pfc_sched *q;

	if (!sch || sch->ops != &pfc_qdisc_ops)
		return NULL;
	q = qdisc_priv(sch);
	return q->port;
}

/*
 * Starts the timer again if there are frames, because the core may lose the run, see
 * pfc_check_soon().  A dequeue that finds no frame that may leave starts the timer for the right
 * time.  An empty leaf gets a last run, in which it gives its memory back.
 */
static enum hrtimer_restart pfc_qdisc_timer(struct hrtimer *timer)
{
	struct pfc_sched *q = container_of(timer, struct pfc_sched, timer);
	struct Qdisc *sch = container_of((void *)q, struct Qdisc, privdata);

	smp_mb(); /* after the timer left its queue; pairs with pfc_timer_keep() */
	/* A run may have the last frame in its hands, and put it back */
	if (pfc_qdisc_holds(sch) || qdisc_is_running(sch))
		pfc_check_soon(sch);
	else if (!data_race(READ_ONCE(q->memory.taken)))	/* written under the root lock */
		return HRTIMER_NORESTART;
	WRITE_ONCE(q->lockless.waiting, false);
	if (test_bit(__QDISC_STATE_DEACTIVATED, &sch->state))
		return HRTIMER_NORESTART;
	rcu_read_lock();
	pfc_qdisc_run(sch);
	rcu_read_unlock();
	return HRTIMER_NORESTART;
}

static int pfc_leaf_init(struct Qdisc *sch, struct nlattr *opt, struct netlink_ext_ack *extack)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int i;

	hrtimer_setup(&q->timer, pfc_qdisc_timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED);
	for (i = 0; i < PFC_PRIOS; i++) {
		gnet_stats_basic_sync_init(&q->queues[i].bstats);
		q->queues[i].cleared = ktime_get_ns();
	}
	gnet_stats_basic_sync_init(&q->control_bstats);
	/* The core counts the frames that bypass the queues here */
	sch->cpu_bstats = __netdev_alloc_pcpu_stats(struct gnet_stats_basic_sync,
						    GFP_KERNEL_ACCOUNT);
	return sch->cpu_bstats ? 0 : -ENOMEM;
}

static struct lock_class_key pfc_root_lock_key;

/* Make a new qdisc a leaf of a port.  Context: RTNL */
void pfc_qdisc_join(struct Qdisc *sch, struct pfc_port *port)
{
	struct pfc_sched *q = qdisc_priv(sch);
	int i;

	/* One class for all ports: no code takes a root lock under that of another port */
	lockdep_set_class_and_name(qdisc_lock(sch), &pfc_root_lock_key, "pfc_root_lock");
	q->port = port;
	for (i = 0; i < PFC_PRIOS; i++)
		q->queues[i].id = PFC_QUEUE_ID(port->id, i);
	pfc_qdisc_configure(sch, rtnl_dereference(port->config), true);
}

static int pfc_init(struct Qdisc *sch, struct nlattr *opt,
		    struct netlink_ext_ack *extack)
{
	struct pfc_port *port;
	int err;

	err = pfc_leaf_init(sch, NULL, extack);
	if (err)
		return err;
	if (opt) {
		NL_SET_ERR_MSG(extack, "the pfc qdisc has no options, use pfcctl");
		return -EINVAL;
	}
	err = pfc_port_attach(sch, extack, &port);
	if (err)
		return err;
	pfc_qdisc_join(sch, port);
	return 0;
}

/*
 * The core also calls this after an init function has failed, possibly after pfc_reset().  A leaf
 * has no port here: pfc_leaves_end() has cleared it before its port drops the last reference.
 */
static void pfc_destroy(struct Qdisc *sch)
{
	struct pfc_sched *q = qdisc_priv(sch);

	pfc_qdisc_detach(sch);
	hrtimer_cancel(&q->timer);
	free_percpu(sch->cpu_bstats);
}

struct Qdisc_ops pfc_leaf_ops __read_mostly = {
	.id		= PFC_QDISC_KIND,
	.priv_size	= sizeof(struct pfc_sched),
	.static_flags	= TCQ_F_NOLOCK,
	.enqueue	= pfc_enqueue,
	.dequeue	= pfc_dequeue,
	.peek		= qdisc_peek_dequeued,
	.init		= pfc_leaf_init,
	.reset		= pfc_reset,
	.destroy	= pfc_destroy,
	.owner		= THIS_MODULE,
};

struct Qdisc_ops pfc_qdisc_ops __read_mostly = {
	.id		= PFC_QDISC_KIND,
	.cl_ops		= &pfc_class_ops,
	.priv_size	= sizeof(struct pfc_sched),
	.static_flags	= TCQ_F_NOLOCK,
	.enqueue	= pfc_enqueue,
	.dequeue	= pfc_dequeue,
	.peek		= qdisc_peek_dequeued,
	.init		= pfc_init,
	.attach		= pfc_leaves_attach,
	.reset		= pfc_reset,
	.destroy	= pfc_destroy,
	.change_real_num_tx = pfc_change_real_num_tx,
	.dump		= pfc_qdisc_dump,
	.dump_stats	= pfc_qdisc_dump_stats,
	.owner		= THIS_MODULE,
};
