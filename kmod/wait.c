// SPDX-License-Identifier: GPL-2.0-only
/*
 * The pauses of a port, its egress queues, and its PGs as ingress buffers.  Clears of the
 * counters do not affect these values.
 */
#include "qdisc.h"
#include "wait.h"

static void pfc_wait_sender(struct pfc_port *port, struct pfc_wait *wait)
{
	struct pfc_sender *sender = &port->sender;
	u8 suppressed;
	int prio;
	u64 now;

	spin_lock_bh(&sender->lock);
	now = ktime_get_ns();
	suppressed = READ_ONCE(sender->suppress_xoff) | sender->stopped;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		wait->prios[prio].tx = pfc_pause_tx_read(&sender->tx, prio, now);
		wait->prios[prio].suppressed = suppressed & BIT(prio);
	}
	spin_unlock_bh(&sender->lock);
}

static void pfc_wait_receiver(struct pfc_port *port, struct pfc_wait *wait)
{
	struct pfc_receiver *receiver = &port->receiver;
	const struct pfc_pause_rx *rx = &receiver->rx;
	int prio;
	u64 now;

	spin_lock_bh(&receiver->lock);
	now = ktime_get_ns();
	pfc_receiver_expire(port, now);
	wait->has_peer = receiver->kinds[PFC_FRAME_PFC] || receiver->kinds[PFC_FRAME_PAUSE];
	memcpy(wait->peer, receiver->peer, ETH_ALEN);
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		struct pfc_wait_prio *p = &wait->prios[prio];

		p->rx = pfc_pause_rx_read(rx, prio, now);
		p->until = rx->deadline[prio];
		p->quanta = receiver->quanta[prio];
		p->xoff = receiver->xoff[prio];
		p->expired = rx->expired[prio];
	}
	spin_unlock_bh(&receiver->lock);
}

static void pfc_wait_queues(struct pfc_port *port, struct pfc_wait *wait)
{
	struct pfc_watchdog_status status;
	struct pfc_queue queue;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		struct pfc_wait_prio *p = &wait->prios[prio];

		pfc_leaves_queue(port, prio, &queue);
		p->packets = queue.frames;
		p->bytes = queue.qstats.backlog;
		p->local = queue.local;
		p->sent_packets = u64_stats_read(&queue.bstats.packets);
		p->sent_bytes = u64_stats_read(&queue.bstats.bytes);
		pfc_watchdog_status(port, prio, &status);
		wait->prios[prio].storm = status.state;
	}
}

static void pfc_wait_group(const struct pfc_port *port, int pg, struct pfc_wait_pg *wait)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	const struct pfc_pg_limits *limits = &config->pg[pg];
	const struct pfc_group *group = &port->groups[pg];
	int drop;

	wait->prios = pfc_config_pg_prios(config, pg);
	wait->lossless = limits->lossless;
	wait->state = pfc_group_state(group, limits);
	wait->drops = 0;
	for (drop = PFC_DROP_LIMIT; drop < PFC_DROPS; drop++)
		wait->drops += atomic64_read(&group->drops[drop]);
}

static void pfc_wait_groups(const struct pfc_port *port, struct pfc_wait *wait)
{
	u64 packets[PFC_PRIOS], bytes[PFC_PRIOS];
	int pg;

	pfc_stats_arrivals(port, packets, bytes);
	for (pg = 0; pg < PFC_PRIOS; pg++) {
		pfc_wait_group(port, pg, &wait->pgs[pg]);
		wait->pgs[pg].rx_packets = packets[pg];
		wait->pgs[pg].rx_bytes = bytes[pg];
	}
}

void pfc_wait_read(struct pfc_port *port, struct pfc_wait *wait)
{
	ASSERT_RTNL();

	pfc_wait_groups(port, wait);
	pfc_wait_sender(port, wait);
	pfc_wait_receiver(port, wait);
	pfc_wait_queues(port, wait);
	wait->time = ktime_get_ns();
}
