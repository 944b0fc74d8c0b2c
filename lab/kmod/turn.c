// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages and flows with a sender of one host and DSCP send in turn, one frame each, as the queue
 * pairs of an RDMA NIC do.  A queue of the port is a FIFO: if each flow filled it, a new flow would
 * wait for all of them.  So only as many bytes as the link needs are between these flows and the
 * next port, and all other frames wait in their flows.
 */
#include <linux/hashtable.h>
#include <linux/slab.h>
#include "lab.h"

/**
 * struct lab_turns - flows of one interface and DSCP
 * @node: entry in the table of @lab
 * @dev: sending interface
 * @dscp: the DSCP
 * @window: bytes that may be between the flows and the next port
 * @lock: protects the members below
 * @used: bytes between the flows and the next port, or of frames whose turn it is
 * @waiting: flows with a frame that is due, in the order of their turns
 */
struct lab_turns {
	struct hlist_node	node;
	struct net_device	*dev;
	u32			dscp;
	u64			window;
	spinlock_t		lock; /* protects the members below */
	u64			used;
	struct list_head	waiting;
};

/**
 * lab_turns_join() - let a flow send in turn with all others of its interface and DSCP
 * @flow: the flow; nothing changes if it already does
 *
 * Return: 0 or a negative error.
 */
int lab_turns_join(struct lab_flow *flow)
{
	unsigned long key = (unsigned long)flow->dev;
	u32 dscp = flow->spec.tos >> 2;
	struct lab_turns *turns;

	if (flow->spec.window < flow->spec.size)
		return -EINVAL;
	hash_for_each_possible(flow->lab->turns, turns, node, key)
		if (turns->dev == flow->dev && turns->dscp == dscp)
			goto found;
	turns = kzalloc(sizeof(*turns), GFP_KERNEL);
	if (!turns)
		return -ENOMEM;
	turns->dev = flow->dev;
	turns->dscp = dscp;
	spin_lock_init(&turns->lock);
	INIT_LIST_HEAD(&turns->waiting);
	hash_add(flow->lab->turns, &turns->node, key);
found:
	turns->window = max(turns->window, flow->spec.window);
	flow->turns = turns;
	return 0;
}

/* Return: the flow whose turn it is, if there is space for its frame; under the lock */
static struct lab_flow *lab_turns_next(struct lab_turns *turns)
{
	struct lab_flow *flow;

	list_for_each_entry(flow, &turns->waiting, turn) {
		if (!lab_fits(flow))
			continue;
		return turns->used + flow->spec.size <= turns->window ? flow : NULL;
	}
	return NULL;
}

/* Lets a flow that waits send.  The caller holds the lock. */
static void lab_turns_grant(struct lab_turns *turns, struct lab_flow *flow)
{
	list_del_init(&flow->turn);
	flow->its_turn = true;
	turns->used += flow->spec.size;
}

/**
 * lab_turn_take() - wait for the turn of a flow
 * @flow: the flow; its timer has expired, and a frame is due
 * @now: time at which the frame is due, CLOCK_MONOTONIC ns
 *
 * Return: true if the flow may send a frame now; false if the flow has ended, or its timer will
 * expire again when it may send.
 */
bool lab_turn_take(struct lab_flow *flow, u64 now)
{
	bool ended = now - flow->lab->start >= flow->spec.stop;
	struct lab_turns *turns = flow->turns;
	unsigned long flags;
	bool may;

	spin_lock_irqsave(&turns->lock, flags);
	if (!ended && !flow->its_turn) {
		list_add_tail(&flow->turn, &turns->waiting);
		if (lab_turns_next(turns) == flow)
			lab_turns_grant(turns, flow);
	}
	may = flow->its_turn;
	flow->its_turn = false;
	spin_unlock_irqrestore(&turns->lock, flags);
	if (ended && may)
		lab_turn_end(flow);
	return may && !ended;
}

/**
 * lab_turn_end() - end the turn of a flow
 * @flow: the flow; its frame is at the next port or dropped, or it did not send one
 */
void lab_turn_end(struct lab_flow *flow)
{
	struct lab_turns *turns = flow->turns;
	unsigned long flags;

	spin_lock_irqsave(&turns->lock, flags);
	turns->used -= flow->spec.size;
	while ((flow = lab_turns_next(turns))) {
		lab_turns_grant(turns, flow);
		hrtimer_start(&flow->timer, ktime_get(), HRTIMER_MODE_ABS_SOFT);
	}
	spin_unlock_irqrestore(&turns->lock, flags);
}

/**
 * lab_turn_cancel() - give up the place of a flow among those that wait
 * @flow: the flow, which sends no more frames
 */
void lab_turn_cancel(struct lab_flow *flow)
{
	unsigned long flags;

	if (!flow->turns)
		return;
	spin_lock_irqsave(&flow->turns->lock, flags);
	list_del_init(&flow->turn);
	spin_unlock_irqrestore(&flow->turns->lock, flags);
}

/**
 * lab_turns_free() - free all turns of an open file
 * @lab: the open file, which has no flows
 */
void lab_turns_free(struct lab *lab)
{
	struct lab_turns *turns;
	struct hlist_node *next;
	int bucket;

	hash_for_each_safe(lab->turns, bucket, next, turns, node)
		kfree(turns);
}
