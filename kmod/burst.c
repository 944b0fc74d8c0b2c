// SPDX-License-Identifier: GPL-2.0-only
/*
 * Count of the packets that the core drops before they reach the qdisc of a port.
 *
 * Description
 * -----------
 *
 * Linux 6.19 and newer put a packet on a list of the qdisc.  The CPU that finds the
 * list empty takes the root lock and enqueues the whole list (__dev_xmit_skb()).  If other
 * CPUs make the list longer than net.core.qdisc_max_burst, the core drops their
 * packets.  No counter of the qdisc, the device or the kernel shows these drops, and a
 * qdisc that uses the root lock cannot avoid them.  Only the tracepoint kfree_skb reports
 * these drops, with a drop reason that no other drop has.  The probe in this file counts the
 * packets with this reason and ignores all others.
 */
#include <net/sch_generic.h>
#include "qdisc.h"
#include "trace.h"

#if defined(CONFIG_TRACEPOINTS) && !defined(PFC_COMPAT_NO_DEFER_LIST)

#include <trace/events/skb.h>

/* The CPU that sends holds rcu_read_lock_bh() and has read the qdisc from the same txq */
static void pfc_burst_count(const struct sk_buff *skb)
{
	struct net_device *dev = skb->dev;
	const struct pfc_port *port;
	struct netdev_queue *txq;
	struct pfc_sched *q;
	struct Qdisc *sch;

	txq = netdev_get_tx_queue(dev, skb_get_queue_mapping(skb));
	sch = rcu_dereference_bh(txq->qdisc);
	if (sch->ops != &pfc_qdisc_ops && sch->ops != &pfc_leaf_ops)
		return;
	q = qdisc_priv(sch);
	atomic64_inc(&q->drop_burst);
	port = READ_ONCE(q->port);
	if (port)
		trace_drop(NULL, port, -1, -1, skb, skb->len, PFC_DROP_BURST);
}

static void pfc_burst_freed(void *unused, struct sk_buff *skb, void *location,
			    enum skb_drop_reason reason, const struct sock *rx_sk)
{
	if (unlikely(reason == SKB_DROP_REASON_QDISC_BURST_DROP))
		pfc_burst_count(skb);
}

/**
 * pfc_burst_init() - register the probe
 *
 * Return: 0 or a negative error code.
 */
int __init pfc_burst_init(void)
{
	return register_trace_kfree_skb(pfc_burst_freed, NULL);
}

/**
 * pfc_burst_exit() - unregister the probe and wait for its callers
 */
void pfc_burst_exit(void)
{
	unregister_trace_kfree_skb(pfc_burst_freed, NULL);
	tracepoint_synchronize_unregister();
}

#else

int __init pfc_burst_init(void)
{
	return 0;
}

void pfc_burst_exit(void)
{
}

#endif
