// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several transmit queues: a port with one leaf for each transmit queue of its device, see "Several
 * transmit queues" in architecture.rst.
 */
#include <linux/slab.h>
#include <linux/workqueue.h>
#include <net/netdev_lock.h>
#include <net/rtnetlink.h>
#include "change.h"
#include "packet.h"
#include "qdisc.h"

/* Most transmit queues that a port uses: a change of a pause visits the leaf of each */
#define PFC_LEAVES_MAX	256

/* Transmit queues that a port uses: 1, or the number of real transmit queues of the device */
static unsigned int pfc_tx_queues(const struct pfc_port *port, const struct pfc_config *config)
{
	const struct net_device *dev = port->dev;

	/* Impairments decide on the frames in the order in which they leave the port */
	if (pfc_impair_active(port))
		return 1;
	/* With num_tc, the core selects the transmit queue by skb->priority, not by the flow */
	if (config->tx_queues == PFC_TX_QUEUES_ONE || pfc_config_needs_one(config) ||
	    netdev_get_num_tc((struct net_device *)dev) ||
	    dev->real_num_tx_queues > PFC_LEAVES_MAX)
		return 1;
	return dev->real_num_tx_queues;
}

/* Number of transmit queues that a port uses now */
unsigned int pfc_tx_queues_used(const struct pfc_port *port)
{
	return min(rtnl_dereference(port->leaves)->n, port->dev->real_num_tx_queues);
}

/* Ends the use of leaves, which hold no frames */
static void pfc_leaves_end(const struct pfc_leaves *leaves, struct net *net)
{
	struct pfc_sched *q;
	unsigned int i;

	for (i = 0; i < leaves->n; i++) {
		q = qdisc_priv(leaves->sch[i]);
		hrtimer_cancel(&q->timer);
		/* A run that began before the deactivation may still hold the lock */
		spin_lock_bh(qdisc_lock(leaves->sch[i]));
		WRITE_ONCE(q->port, NULL);
		pfc_memory_return(q, net);
		spin_unlock_bh(qdisc_lock(leaves->sch[i]));
	}
}

/* Releases leaves other than the root qdisc, which hold no frames */
static void pfc_leaves_free(struct pfc_leaves *leaves, struct net *net)
{
	unsigned int i;

	pfc_leaves_end(leaves, net);
	for (i = 0; i < leaves->n; i++)
		qdisc_put(leaves->sch[i]);
	kfree(leaves);
}

/* Creates a leaf for each transmit queue that the device uses */
static struct pfc_leaves *pfc_leaves_new(struct pfc_port *port, unsigned int n)
{
	struct net_device *dev = port->dev;
	struct pfc_leaves *leaves;
	struct Qdisc *leaf;

	leaves = kzalloc(sizeof(*leaves) + n * sizeof(*leaves->sch),
			 GFP_KERNEL_ACCOUNT);
	if (!leaves)
		return NULL;
	leaves->sch = (struct Qdisc **)(leaves + 1);
	while (leaves->n < n) {
		leaf = qdisc_create_dflt(netdev_get_tx_queue(dev, leaves->n), &pfc_leaf_ops,
					 port->sch->handle, NULL);
		if (!leaf) {
			pfc_leaves_free(leaves, port->net);
			return NULL;
		}
		leaf->flags |= TCQ_F_NOPARENT;
		pfc_qdisc_join(leaf, port);
		leaves->sch[leaves->n++] = leaf;
	}
	return leaves;
}

/*
 * Makes the root qdisc or the leaves those of the transmit queues of the device.  Unlike with
 * dev_graft_qdisc(), an active device stays active: no frame meets the noop qdisc.  A transmit
 * queue that the device does not use gets leaf 0, until pfc_leaves_follow() has an effect.
 */
static void pfc_leaves_graft(struct pfc_port *port, const struct pfc_leaves *leaves)
{
	struct net_device *dev = port->dev;
	struct netdev_queue *txq;
	struct Qdisc *old, *leaf;
	unsigned int i;
	bool active;

	for (i = 0; i < dev->num_tx_queues; i++) {
		txq = netdev_get_tx_queue(dev, i);
		old = rtnl_dereference(txq->qdisc_sleeping);
		leaf = leaves->sch[i < leaves->n ? i : 0];
		active = rtnl_dereference(txq->qdisc) == old;
		if (active)
			clear_bit(__QDISC_STATE_DEACTIVATED, &leaf->state);
		else
			set_bit(__QDISC_STATE_DEACTIVATED, &leaf->state);
		qdisc_refcount_inc(leaf);
		spin_lock(qdisc_lock(old));
		rcu_assign_pointer(txq->qdisc_sleeping, leaf);
		rcu_assign_pointer(txq->qdisc, active ? leaf : &noop_qdisc);
		spin_unlock(qdisc_lock(old));
		/* The port has another reference */
		qdisc_put(old);
	}
}

/*
 * An MQROOT has no rate estimator: the core refuses one, too.  An estimator would take the end of
 * the root's own counters for a huge rate.
 */
static void pfc_leaves_set_root(struct Qdisc *root, bool mq)
{
	gen_kill_estimator(&root->rate_est);
	spin_lock_bh(qdisc_lock(root));
	if (mq) {
		root->flags |= TCQ_F_MQROOT;
	} else {
		root->flags &= ~TCQ_F_MQROOT;
		pfc_root_clear(root);
	}
	spin_unlock_bh(qdisc_lock(root));
}

/*
 * Publishes the new leaves.  The sender sends no PFC frame meanwhile, so that the PFC frames stay
 * in order.
 */
static void pfc_leaves_publish(struct pfc_port *port, const struct pfc_leaves *from,
			       struct pfc_leaves *to)
{
	spin_lock_bh(&port->sender.lock);
	rcu_assign_pointer(port->leaves, to);
	pfc_leaves_graft(port, to);
	pfc_move_control(from->sch[0], to->sch[0]);
	/* A held leaf sends the PFC frames that have moved, in the softirq that the unlock runs */
	pfc_qdisc_wake(to->sch[0]);
	spin_unlock_bh(&port->sender.lock);
}

/*
 * Replaces the leaves of a port.  New frames wait in the new leaves until the frames of the old
 * ones are ahead of them.
 */
static void pfc_leaves_replace(struct pfc_port *port, struct pfc_leaves *to,
			       const struct pfc_config *config)
{
	struct pfc_leaves *from = rtnl_dereference(port->leaves);
	unsigned int i;

	if (to == &port->one)
		pfc_leaves_set_root(port->sch, false);
	for (i = 0; i < to->n; i++)
		pfc_leaf_hold(to->sch[i], config);
	pfc_watchdog_suspend(port);
	pfc_leaves_publish(port, from, to);
	/* The core begins no more scheduled runs of them; all other runs end later */
	for (i = 0; i < from->n; i++)
		set_bit(__QDISC_STATE_DEACTIVATED, &from->sch[i]->state);
	/*
	 * Then no CPU enqueues to the old leaves or runs them, and each pause or storm visits the
	 * new ones
	 */
	synchronize_net();
	for (i = from->n; i-- > 0; ) {
		pfc_leaf_drain(from->sch[i]);
		pfc_move(from->sch[i], to);
	}
	if (from == &port->one)
		pfc_leaves_set_root(port->sch, true);
	pfc_watchdog_resume(port);
	for (i = 0; i < to->n; i++)
		pfc_qdisc_configure(to->sch[i], config, true);
	/*
	 * A PFC frame that the driver has refused may have been overtaken.  If that was an XON, the
	 * peer gets XOFF again; if it was an XOFF, the peer pauses until its pause time ends.
	 */
	local_bh_disable();
	pfc_sender_repeat(port);
	local_bh_enable();
	if (from != &port->one)
		pfc_leaves_free(from, port->net);
}

/* Attach the qdiscs of a new port to the transmit queues of its device, which is deactivated */
void pfc_leaves_attach(struct Qdisc *sch)
{
	struct pfc_port *port = ((struct pfc_sched *)qdisc_priv(sch))->port;
	struct net_device *dev = port->dev;
	unsigned int i;

	ASSERT_RTNL();

	for (i = 0; i < dev->num_tx_queues; i++) {
		qdisc_refcount_inc(sch);
		qdisc_put(dev_graft_qdisc(netdev_get_tx_queue(dev, i), sch));
	}
	pfc_leaves_switch(port, rtnl_dereference(port->config));
}

/*
 * Change the number of leaves, if configuration or device need that.
 *
 * No frame is lost, and the frames of a flow stay in order.  Without memory for the new leaves,
 * the port uses one transmit queue: fewer leaves than transmit queues must not stay.
 * Context: RTNL, may sleep.
 */
void pfc_leaves_switch(struct pfc_port *port, const struct pfc_config *config)
{
	struct net_device *dev = port->dev;
	struct pfc_leaves *to = &port->one;
	unsigned int n = pfc_tx_queues(port, config);

	ASSERT_RTNL();

	/* While another qdisc replaces the port's, or before pfc_leaves_attach() */
	if (rtnl_dereference(dev->qdisc) != port->sch)
		return;
	if (n == rtnl_dereference(port->leaves)->n)
		return;
	if (n > 1)
		to = pfc_leaves_new(port, n);
	if (!to) {
		netdev_warn(dev, "no memory for the pfc port to use %u transmit queues\n", n);
		to = &port->one;
	}
	if (to != rtnl_dereference(port->leaves))
		pfc_leaves_replace(port, to, config);
}

/*
 * The core has ended its resets after a change of the number of transmit queues.  While the device
 * is down, it resets no qdisc, so leaf 0 does not have the flags for the new number.
 */
static void pfc_leaves_end_resets(struct pfc_port *port)
{
	struct Qdisc *first = pfc_leaf(port, 0);
	struct pfc_sched *q = qdisc_priv(first);

	if (!q->lockless.resets)
		return;
	pfc_runs_stop(first);
	WRITE_ONCE(q->lockless.resets, false);
	pfc_set_one_queue(first, port->dev->real_num_tx_queues);
	pfc_qdisc_bypass(first);
	pfc_runs_allow(first);
}

/* Adapts the leaves of all ports, and the headroom for their transmit rings */
static void pfc_leaves_run(struct work_struct *work)
{
	struct pfc_port *port;
	int id;

	rtnl_lock();
	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (!port)
			continue;
		pfc_leaves_end_resets(port);
		pfc_leaves_switch(port, rtnl_dereference(port->config));
		pfc_watchdog_resume(port);
		/* The work runs outside the notifiers, whose caller holds the lock of the device */
		netdev_lock_ops(port->dev);
		pfc_link_read(port);
		netdev_unlock_ops(port->dev);
		pfc_change_link(port);
	}
	rtnl_unlock();
}

static DECLARE_WORK(pfc_leaves_work, pfc_leaves_run);

/*
 * Adapt the leaves to a changed number of transmit queues, later: the driver of the device has not
 * completed the change.
 */
void pfc_leaves_follow(void)
{
	schedule_work(&pfc_leaves_work);
}

/* End the work of pfc_leaves_follow().  Context: process, without RTNL; there are no ports */
void pfc_leaves_exit(void)
{
	cancel_work_sync(&pfc_leaves_work);
}

/* End the use of the leaves of a detached port, which hold no frames */
void pfc_leaves_release(struct pfc_port *port)
{
	struct pfc_leaves *leaves = rtnl_dereference(port->leaves);
	struct pfc_sched *q = qdisc_priv(port->sch);

	ASSERT_RTNL();

	if (leaves == &port->one) {
		pfc_leaves_end(leaves, port->net);
		return;
	}
	q->port = NULL;
	pfc_root_clear(port->sch);
	RCU_INIT_POINTER(port->leaves, &port->one);
	pfc_leaves_free(leaves, port->net);
}

/*
 * Transmit queue of the MAC control frames of a port.  All of them use one, so that they stay in
 * order.  If the device has traffic classes (num_tc), it is the first one of the class of control
 * traffic.
 */
u16 pfc_control_queue(struct net_device *dev)
{
	u16 queue = 0;

	if (netdev_get_num_tc(dev))
		queue = dev->tc_to_txq[netdev_get_prio_tc_map(dev, TC_PRIO_CONTROL)].offset;
	return queue < dev->real_num_tx_queues ? queue : 0;
}

/*
 * True if a transmit queue of a leaf can take a MAC control frame now, and no other one is ahead
 * of it.  sender.lock is held, so no other CPU sends MAC control frames of the port.
 */
static bool pfc_leaf_idle(struct Qdisc *leaf, u16 queue)
{
	struct pfc_sched *q = qdisc_priv(leaf);
	bool idle;

	spin_lock(qdisc_lock(leaf));
	idle = !test_bit(__QDISC_STATE_DEACTIVATED, &leaf->state) && !qdisc_is_running(leaf) &&
	       !q->control.head && !READ_ONCE(q->lockless.passing) && !q->wire.in_flight.head &&
	       skb_queue_empty(&leaf->gso_skb) &&
	       skb_queue_empty(&leaf->skb_bad_txq) &&
	       !netif_xmit_frozen_or_stopped(netdev_get_tx_queue(qdisc_dev(leaf), queue));
	spin_unlock(qdisc_lock(leaf));
	return idle;
}

/*
 * Sends as the core would if it ran the leaf.  Taps get the frame afterwards: if the device refuses
 * it, the core gives it to them when it leaves.
 */
static int pfc_leaf_send_now(struct Qdisc *leaf, struct sk_buff *skb, u16 queue)
{
	struct pfc_sched *q = qdisc_priv(leaf);
	struct net_device *dev = skb->dev;
	u32 len = pfc_frame_bytes(skb);
	struct sk_buff *tap = NULL;
	int ret;

	if (dev_nit_active(dev))
		tap = skb_clone(skb, GFP_ATOMIC);
	ret = __dev_direct_xmit(skb, queue);
	if (ret == NETDEV_TX_BUSY)
		skb->dev = dev;	/* veth may have written its peer to it */
	else if (tap)
		dev_queue_xmit_nit(tap, dev);
	consume_skb(tap);
	if (ret != NETDEV_TX_OK)
		return ret;
	spin_lock(qdisc_lock(leaf));
	_bstats_update(&q->control_bstats, len, 1);
	pfc_count_sent(leaf, len, 1);
	spin_unlock(qdisc_lock(leaf));
	return ret;
}

static bool pfc_leaf_enqueue(struct Qdisc *leaf, struct sk_buff *skb)
{
	struct sk_buff *to_free = NULL;
	bool sent = false;

	pfc_compat_init_segment(skb);
	spin_lock(qdisc_lock(leaf));
	if (test_bit(__QDISC_STATE_DEACTIVATED, &leaf->state))
		to_free = skb;
	else
		sent = pfc_enqueue_control(leaf, skb, &to_free) == NET_XMIT_SUCCESS;
	spin_unlock(qdisc_lock(leaf));
	kfree_skb_list(to_free);
	if (sent)
		pfc_qdisc_run(leaf);
	return sent;
}

/*
 * Send a MAC control frame of the port, see "Several transmit queues" in architecture.rst.
 * Context: BH disabled, RCU, sender.lock; no qdisc lock is held.
 * Return: false if the frame was dropped.
 */
bool pfc_leaf_send(struct pfc_port *port, struct sk_buff *skb)
{
	struct Qdisc *leaf = pfc_leaf(port, 0);
	u16 queue = pfc_control_queue(port->dev);
	int ret = NETDEV_TX_BUSY;

	lockdep_assert_held(&port->sender.lock);

	/*
	 * With a rate, frames wait in the root qdisc and hardly in the device, and only the core
	 * can run it now.  If the device becomes inactive now, the result is NET_XMIT_CN.
	 */
	if (!pfc_is_leaf(leaf) && (port->dev->real_num_tx_queues == 1 ||
				   pfc_config_is_timed(pfc_config_get(port))))
		return dev_queue_xmit(skb) == NET_XMIT_SUCCESS;
	skb_set_queue_mapping(skb, queue);
	if (pfc_leaf_idle(leaf, queue))
		ret = pfc_leaf_send_now(leaf, skb, queue);
	return ret == NETDEV_TX_BUSY ? pfc_leaf_enqueue(leaf, skb) : ret == NETDEV_TX_OK;
}
