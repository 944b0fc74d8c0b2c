// SPDX-License-Identifier: GPL-2.0-only
/*
 * The leaves of a port as a whole: sums of their state, and changes that apply to each of them.  At
 * most one leaf's root lock is held at a time.
 */
#include <net/rtnetlink.h>
#include "egress.h"
#include "qdisc.h"

/* Make the root qdisc the only leaf of a new port */
void pfc_leaves_init(struct pfc_port *port, struct Qdisc *sch)
{
	port->sch = sch;
	port->one.n = 1;
	port->one.sch = &port->sch;
	RCU_INIT_POINTER(port->leaves, &port->one);
}

/*
 * Wait until no leaf is on the output list of a CPU.
 * @port: the port, whose leaves are deactivated
 * Context: RTNL, may sleep.
 */
void pfc_leaves_idle(const struct pfc_port *port)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_for_each_leaf(port, i, leaf)
		while (test_bit(__QDISC_STATE_SCHED, &leaf->state))
			usleep_range(50, 100);
}

/*
 * Apply a changed configuration to the leaves.
 *
 * Also changes the number of leaves, if the configuration needs another one.
 * Context: RTNL, may sleep.
 */
void pfc_leaves_configure(struct pfc_port *port, const struct pfc_config *config)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_leaves_switch(port, config);
	pfc_for_each_leaf(port, i, leaf)
		pfc_qdisc_configure(leaf, config, false);
}

/*
 * Charge the queues to a pool whose cells have changed.
 * Context: RTNL.
 * Return: whether queues of the port have this pool.
 */
bool pfc_leaves_follow_pool(struct pfc_port *port, const struct pfc_pool *pool)
{
	struct pfc_queue *queue;
	bool uses = false;
	struct Qdisc *leaf;
	unsigned int i;
	int prio;

	pfc_for_each_leaf(port, i, leaf) {
		spin_lock_bh(qdisc_lock(leaf));
		for (prio = 0; prio < PFC_QUEUES; prio++) {
			queue = &((struct pfc_sched *)qdisc_priv(leaf))->queues[prio];
			if (queue->egress.pool != pool)
				continue;
			pfc_egress_follow(queue);
			uses = true;
		}
		spin_unlock_bh(qdisc_lock(leaf));
	}
	return uses;
}

/*
 * Release what the queues are charged with, for ever.
 * @port: the port, which is being detached
 * Context: RTNL.
 */
void pfc_leaves_leave_pools(struct pfc_port *port)
{
	struct pfc_queue *queue;
	struct Qdisc *leaf;
	unsigned int i;
	int prio;

	pfc_for_each_leaf(port, i, leaf) {
		spin_lock_bh(qdisc_lock(leaf));
		for (prio = 0; prio < PFC_QUEUES; prio++) {
			queue = &((struct pfc_sched *)qdisc_priv(leaf))->queues[prio];
			queue->limits.pool = NULL;
			pfc_egress_follow(queue);
		}
		spin_unlock_bh(qdisc_lock(leaf));
	}
}

/*
 * Apply the pauses that the receiver has changed to the leaves.
 * Context: BH disabled, RCU; no qdisc lock is held.
 */
void pfc_leaves_pauses(struct pfc_port *port)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_for_each_leaf(port, i, leaf)
		pfc_qdisc_pauses(leaf);
}

/*
 * Apply the actions on storms to the leaves.
 * @drop: bit mask of the queues that drop their frames from now on; all others stop dropping
 * @forward: bit mask of the queues that send despite XOFF
 * Context: BH disabled, RCU or RTNL; no qdisc lock is held.
 */
void pfc_leaves_storm(struct pfc_port *port, u8 drop, u8 forward)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_for_each_leaf(port, i, leaf)
		pfc_qdisc_storm(leaf, drop, forward);
}

/*
 * Free a limited number of the frames on the discard lists.
 * Context: BH disabled, RCU or RTNL; no qdisc lock is held.
 * Return: true if a list may hold more frames.
 */
bool pfc_leaves_discard(struct pfc_port *port)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_for_each_leaf(port, i, leaf)
		if (pfc_discard(leaf))
			return true;
	return false;
}

/* Free all frames on the discard lists.  Context: RTNL, may sleep */
void pfc_leaves_discard_all(struct pfc_port *port)
{
	bool more;

	ASSERT_RTNL();
	might_sleep();

	do {
		local_bh_disable();
		more = pfc_leaves_discard(port);
		local_bh_enable();
		cond_resched();
	} while (more);
}

/*
 * Sum of the frames that a qdisc has sent.
 * @sum: set to the sum over all CPUs
 *
 * The core counts the frames that bypass the queues without the root lock, so the counters are
 * those of each CPU, as with TCQ_F_CPUSTATS.
 * Context: process or softirq.
 */
void pfc_sent_sum(const struct Qdisc *sch, struct gnet_stats_basic_sync *sum)
{
	gnet_stats_basic_sync_init(sum);
	gnet_stats_add_basic(sum, sch->cpu_bstats, NULL, false);
}

/*
 * Clear the counters of the frames that a qdisc has sent.
 * @sch: the qdisc; no CPU sends frames through it
 */
void pfc_sent_clear(struct Qdisc *sch)
{
	int cpu;

	for_each_possible_cpu(cpu)
		gnet_stats_basic_sync_init(per_cpu_ptr(sch->cpu_bstats, cpu));
}

/*
 * Add the state and the counters of a queue to a sum.
 * @sum: the sum, without packets
 * @queue: the queue; its packets, its limits and the time of its last clear are not added
 * Context: root lock of the queue.
 */
void pfc_queue_add(struct pfc_queue *sum, const struct pfc_queue *queue)
{
	sum->frames += queue->frames;
	sum->local += queue->local;
	sum->drop_local += queue->drop_local;
	sum->drop_flush += queue->drop_flush;
	sum->drop_egress += queue->drop_egress;
	sum->marked += queue->marked;
	sum->drop_early += queue->drop_early;
	sum->drop_memory += queue->drop_memory;
	sum->drop_storm += queue->drop_storm;
	sum->peak += queue->peak;
	sum->lifetime_max += queue->lifetime_max;
	_bstats_update(&sum->bstats, u64_stats_read(&queue->bstats.bytes),
		       u64_stats_read(&queue->bstats.packets));
	sum->qstats.backlog += queue->qstats.backlog;
	sum->qstats.drops += queue->qstats.drops;
	sum->qstats.overlimits += queue->qstats.overlimits;
}

/*
 * Read the queues of a priority in all leaves.
 * @sum: set to the sum of their state and counters; has no packets and no limits
 * Context: RCU, BH disabled or RTNL; no qdisc lock is held.
 */
void pfc_leaves_queue(const struct pfc_port *port, int prio, struct pfc_queue *sum)
{
	const struct pfc_queue *queue;
	struct Qdisc *leaf;
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	gnet_stats_basic_sync_init(&sum->bstats);
	pfc_for_each_leaf(port, i, leaf) {
		queue = &((struct pfc_sched *)qdisc_priv(leaf))->queues[prio];
		spin_lock_bh(qdisc_lock(leaf));
		pfc_queue_add(sum, queue);
		/* pfc_move() gives the watermarks of all old leaves to the first one */
		if (!i)
			sum->cleared = queue->cleared;
		spin_unlock_bh(qdisc_lock(leaf));
	}
}

/*
 * Bytes in the queues of a priority in all leaves.
 *
 * Without the root locks: the value is a snapshot for the user.
 * Context: RCU, BH disabled or RTNL; any locks.
 * Return: bytes.
 */
u32 pfc_leaves_backlog(const struct pfc_port *port, int prio)
{
	struct Qdisc *leaf;
	unsigned int i;
	u32 bytes = 0;

	pfc_for_each_leaf(port, i, leaf) {
		const struct pfc_sched *q = qdisc_priv(leaf);

		/* The root lock, which is not held, protects the backlog */
		bytes += data_race(READ_ONCE(q->queues[prio].qstats.backlog));
	}
	return bytes;
}

/*
 * Memory of the frames that a port holds.
 *
 * Counts the frames in the queues, in flight, and still to be discarded after a storm.
 * Context: RTNL; takes the root locks.
 * Return: bytes of truesize, which is more than the length of the frames.
 */
u64 pfc_leaves_memory(const struct pfc_port *port)
{
	struct Qdisc *leaf;
	unsigned int i;
	u64 bytes = 0;

	pfc_for_each_leaf(port, i, leaf) {
		const struct pfc_sched *q = qdisc_priv(leaf);

		spin_lock_bh(qdisc_lock(leaf));
		bytes += q->memory.used;
		spin_unlock_bh(qdisc_lock(leaf));
	}
	return bytes;
}
