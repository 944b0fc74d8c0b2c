// SPDX-License-Identifier: GPL-2.0-only
/*
 * The leaves of a port as a whole: sums of their state, and changes that apply to each of them.  At
 * most one leaf's root lock is held at a time.
 */
#include <net/rtnetlink.h>
#include "qdisc.h"

/* Wait until no leaf, all of which are deactivated, is on the output list of a CPU.  May sleep */
void pfc_leaves_idle(const struct pfc_port *port)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_for_each_leaf(port, i, leaf)
		while (test_bit(__QDISC_STATE_SCHED, &leaf->state))
			usleep_range(50, 100);
}

/* Apply a changed configuration to the leaves, and change their number if it needs another one */
void pfc_leaves_configure(struct pfc_port *port, const struct pfc_config *config)
{
	struct Qdisc *leaf;
	unsigned int i;

	pfc_leaves_switch(port, config);
	pfc_for_each_leaf(port, i, leaf)
		pfc_qdisc_configure(leaf, config, false);
}

/*
 * Charge the queues again.
 * @pool: the pool of the queues, whose cells have changed; NULL: the port is being detached, so all
 *	queues leave their pools for ever
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
		for (prio = 0; prio < PFC_PRIOS; prio++) {
			queue = &((struct pfc_sched *)qdisc_priv(leaf))->queues[prio];
			if (!pool)
				queue->limits.pool = NULL;
			else if (queue->egress.pool != pool)
				continue;
			pfc_egress_follow(queue);
			uses = true;
		}
		spin_unlock_bh(qdisc_lock(leaf));
	}
	return uses;
}

/* Free all frames on the discard lists */
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
 * Sum of the frames that a qdisc has sent.  The core counts the frames that bypass the queues
 * without the root lock, so each CPU has counters, as with TCQ_F_CPUSTATS.
 */
void pfc_sent_sum(const struct Qdisc *sch, struct gnet_stats_basic_sync *sum)
{
	gnet_stats_basic_sync_init(sum);
	gnet_stats_add_basic(sum, sch->cpu_bstats, NULL, false);
}

/* Clear the counters of the frames that a qdisc has sent.  No CPU sends frames through it */
void pfc_sent_clear(struct Qdisc *sch)
{
	int cpu;

	for_each_possible_cpu(cpu)
		gnet_stats_basic_sync_init(per_cpu_ptr(sch->cpu_bstats, cpu));
}

/*
 * Add the state and the counters of a queue, without its limits and the time of its last clear.
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
	gnet_stats_add_queue(&sum->qstats, NULL, &queue->qstats);
}

/*
 * Sum of the state and the counters of the queues of a priority in all leaves, without limits.
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
 * Bytes in the queues of a priority in all leaves, read without the root locks, for the user.
 * Context: RCU, BH disabled or RTNL; any locks.
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
 * Memory of the frames in the queues, in flight, and still to be discarded after a storm.
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
