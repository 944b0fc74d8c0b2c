// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several transmit queues: a port with one leaf for each transmit queue of its device.
 *
 * The root qdisc of such a port holds no frames.  Each leaf has its own root lock, so CPUs that
 * send to different transmit queues share no lock.  A flow uses one transmit queue, as the core
 * selects it, so its frames stay in order.  What needs one point through which all frames pass
 * (rate, delay, rates of traffic classes) needs a port that uses one transmit queue: its root
 * qdisc holds all frames.
 *
 * port->leaves holds a reference to each leaf, so a leaf exists as long as its port is attached,
 * whichever qdisc the core deletes first.
 */
#include <linux/slab.h>
#include <net/rtnetlink.h>
#include "qdisc.h"

/**
 * pfc_tx_queues() - number of transmit queues that a port uses with a configuration
 * @port: the port
 * @config: the configuration, validated
 *
 * Context: RTNL.
 * Return: 1, or the number of real transmit queues of the device.
 */
unsigned int pfc_tx_queues(const struct pfc_port *port, const struct pfc_config *config)
{
	const struct net_device *dev = port->dev;

	/* With num_tc, the core selects the transmit queue by skb->priority, not by the flow */
	if (config->tx_queues == PFC_TX_QUEUES_ONE || pfc_config_needs_one(config) ||
	    netdev_get_num_tc((struct net_device *)dev))
		return 1;
	return dev->real_num_tx_queues;
}

/**
 * pfc_tx_queues_used() - number of transmit queues that a port uses now
 * @port: the port
 *
 * Context: RTNL.
 * Return: 1, or the number of real transmit queues of the device.
 */
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
		qdisc_watchdog_cancel(&q->timer);
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

/* Creates a leaf for each transmit queue, also for those that the device does not use now */
static struct pfc_leaves *pfc_leaves_new(struct pfc_port *port)
{
	struct net_device *dev = port->dev;
	struct pfc_leaves *leaves;
	struct Qdisc *leaf;

	leaves = kzalloc(sizeof(*leaves) + dev->num_tx_queues * sizeof(*leaves->sch),
			 GFP_KERNEL_ACCOUNT);
	if (!leaves)
		return NULL;
	leaves->sch = (struct Qdisc **)(leaves + 1);
	while (leaves->n < dev->num_tx_queues) {
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

/* Makes the root qdisc or the leaves those of the transmit queues of the device */
static void pfc_leaves_graft(struct pfc_port *port, const struct pfc_leaves *leaves)
{
	struct net_device *dev = port->dev;
	struct Qdisc *leaf;
	unsigned int i;

	for (i = 0; i < dev->num_tx_queues; i++) {
		leaf = leaves->n > 1 ? leaves->sch[i] : port->sch;
		qdisc_refcount_inc(leaf);
		qdisc_put(dev_graft_qdisc(netdev_get_tx_queue(dev, i), leaf));
	}
}

/* Moves the frames and counters of all leaves of @from to the first leaf of @to */
static void pfc_leaves_move(const struct pfc_leaves *from, const struct pfc_leaves *to)
{
	struct Qdisc *first = to->sch[0];
	unsigned int i;

	for (i = 0; i < from->n; i++) {
		spin_lock_bh(qdisc_lock(from->sch[i]));
		spin_lock_nested(qdisc_lock(first), SINGLE_DEPTH_NESTING);
		pfc_move(from->sch[i], first);
		spin_unlock(qdisc_lock(first));
		spin_unlock_bh(qdisc_lock(from->sch[i]));
	}
}

/* Replaces the leaves of a port whose device is deactivated */
static void pfc_leaves_replace(struct pfc_port *port, struct pfc_leaves *to)
{
	struct pfc_leaves *from = rtnl_dereference(port->leaves);

	if (from != &port->one)
		pfc_root_clear(port->sch);
	rcu_assign_pointer(port->leaves, to);
	if (to == &port->one)
		port->sch->flags &= ~TCQ_F_MQROOT;
	pfc_leaves_graft(port, to);
	/* After this grace period, each change of a pause or a storm visits the new leaves */
	synchronize_net();
	pfc_leaves_move(from, to);
	spin_lock_bh(&port->watchdog.lock);
	pfc_leaves_storm(port, port->watchdog.drop, port->watchdog.forward);
	spin_unlock_bh(&port->watchdog.lock);
	if (from == &port->one) {
		qdisc_watchdog_cancel(&((struct pfc_sched *)qdisc_priv(port->sch))->timer);
		port->sch->flags |= TCQ_F_MQROOT;
		return;
	}
	pfc_leaves_free(from, port->net);
}

/**
 * pfc_leaves_attach() - attach the qdiscs of a new port to the transmit queues of its device
 * @sch: the root qdisc
 *
 * Without memory for leaves, the port uses one transmit queue.
 *
 * Context: RTNL, may sleep; the device is deactivated.
 */
void pfc_leaves_attach(struct Qdisc *sch)
{
	struct pfc_port *port = ((struct pfc_sched *)qdisc_priv(sch))->port;
	struct pfc_leaves *leaves = NULL;

	ASSERT_RTNL();

	if (pfc_tx_queues(port, rtnl_dereference(port->config)) > 1)
		leaves = pfc_leaves_new(port);
	if (leaves)
		pfc_leaves_replace(port, leaves);
	else
		pfc_leaves_graft(port, &port->one);
}

/**
 * pfc_leaves_switch() - change the number of leaves, if a changed configuration needs that
 * @port: the port
 * @config: the new configuration
 *
 * All frames in the queues stay.  From several leaves to one, the frames of a flow stay in order.
 * From one to several, a new frame may overtake frames of its flow that wait in leaf 0.  Without
 * memory for leaves, the port continues to use one transmit queue.
 *
 * Context: RTNL, may sleep.
 */
void pfc_leaves_switch(struct pfc_port *port, const struct pfc_config *config)
{
	struct net_device *dev = port->dev;
	struct pfc_leaves *to = &port->one;
	struct Qdisc *leaf;
	unsigned int i;

	ASSERT_RTNL();

	/* While another qdisc replaces the port's, or before pfc_leaves_attach() */
	if (rtnl_dereference(dev->qdisc) != port->sch)
		return;
	if ((pfc_tx_queues(port, config) > 1) == (rtnl_dereference(port->leaves) != &port->one))
		return;
	if (rtnl_dereference(port->leaves) == &port->one)
		to = pfc_leaves_new(port);
	if (!to) {
		netdev_warn(dev, "no memory for several transmit queues, the pfc port uses one\n");
		return;
	}
	if (dev->flags & IFF_UP)
		pfc_compat_dev_deactivate(dev);
	pfc_leaves_replace(port, to);
	if (dev->flags & IFF_UP)
		dev_activate(dev);
	pfc_for_each_leaf(port, i, leaf)
		pfc_qdisc_wake(leaf);
}

/**
 * pfc_leaves_release() - end the use of the leaves of a detached port
 * @port: the port; its leaves hold no frames
 *
 * Context: RTNL, may sleep.
 */
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

/**
 * pfc_leaf_send() - send a MAC control frame of the port
 * @port: the port
 * @skb: the frame; consumed
 *
 * If the port has several leaves, the frame goes through leaf 0: the core would select a transmit
 * queue by the CPU, and frames in different transmit queues may overtake each other.
 *
 * Context: BH disabled, RCU; no qdisc lock is held.
 * Return: false if the frame was dropped.
 */
bool pfc_leaf_send(struct pfc_port *port, struct sk_buff *skb)
{
	struct Qdisc *leaf = pfc_leaf(port, 0);
	struct sk_buff *to_free = NULL;
	bool sent = false;

	/* If the device becomes inactive now, the result is NET_XMIT_CN */
	if (!pfc_is_leaf(leaf))
		return dev_queue_xmit(skb) == NET_XMIT_SUCCESS;
	skb_set_queue_mapping(skb, 0);
	pfc_compat_init_segment(skb);
	spin_lock(qdisc_lock(leaf));
	if (test_bit(__QDISC_STATE_DEACTIVATED, &leaf->state))
		to_free = skb;
	else
		sent = pfc_enqueue(skb, leaf, &to_free) == NET_XMIT_SUCCESS;
	spin_unlock(qdisc_lock(leaf));
	kfree_skb_list(to_free);
	__netif_schedule(leaf);
	return sent;
}
