// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who holds an egress queue: a walk of its frames, which adds up bytes by PG and by flow, see "Who
 * waits for whom" in architecture.rst.  A GSO packet that stays whole is several frames, which are
 * visited and leave together.
 */
#include <linux/jhash.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/sort.h>
#include "packet.h"
#include "qdisc.h"
#include "wait.h"

/**
 * struct pfc_walk - walk of a queue
 * @last: last visited frame, valid only while fewer than @passed frames have left; NULL: the
 *	walk has not started
 * @passed: number of frames before the next one to visit, counted from the head at the start
 * @todo: number of frames still to visit
 * @sent: frames that the queue had sent at the start
 * @dropped: frames that the queue had dropped at the start, at enqueue or from the queue
 */
struct pfc_walk {
	struct sk_buff	*last;
	u32		passed;
	u32		todo;
	u64		sent;
	u32		dropped;
};

static void pfc_walk_start(const struct pfc_queue *queue, struct pfc_walk *walk,
			   struct pfc_holders *holders)
{
	holders->packets += queue->frames;
	holders->bytes += queue->qstats.backlog;
	holders->local += queue->local;
	holders->partial |= queue->frames > PFC_WAIT_FRAMES_MAX;
	*walk = (struct pfc_walk) {
		.todo = min_t(u32, queue->frames, PFC_WAIT_FRAMES_MAX),
		.sent = u64_stats_read(&queue->bstats.packets),
		.dropped = queue->qstats.drops,
	};
}

/* Return: the next frame to visit, or NULL to end the walk */
static struct sk_buff *pfc_walk_next(const struct pfc_queue *queue, struct pfc_walk *walk,
				     struct pfc_holders *holders)
{
	u64 sent = u64_stats_read(&queue->bstats.packets) - walk->sent;
	u32 dropped = queue->qstats.drops - walk->dropped;
	u32 missed;

	if (!walk->last)
		return queue->list.head;
	if (sent + dropped < walk->passed)
		return walk->last->next;
	/* The dropped frames may have been refused at enqueue, or discarded from the queue */
	if (dropped) {
		holders->partial = true;
		return NULL;
	}
	missed = min_t(u64, sent - walk->passed, walk->todo);
	walk->passed += missed;
	walk->todo -= missed;
	return queue->list.head;
}

static void pfc_visit(struct sk_buff *skb, struct pfc_frame_flow *frame, bool with_flows)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);

	*frame = (struct pfc_frame_flow) { .len = cb->len, .frames = cb->frames };
	/* The port stays allocated while a packet is charged to it, even if it is detached */
	if (cb->owner) {
		frame->key.ifindex = cb->owner->ifindex;
		frame->key.port_id = cb->owner->id;
		frame->key.pg = cb->pg;
	}
	if (with_flows)
		pfc_flow_parse(skb, &frame->key, &frame->macs);
}

/* Visits one batch.  Return: number of visited packets, 0 at the end of the walk */
static unsigned int pfc_visit_batch(struct Qdisc *sch, u8 prio, struct pfc_walk *walk,
				    struct pfc_holders *holders)
{
	struct pfc_sched *q = qdisc_priv(sch);
	const struct pfc_queue *queue = &q->queues[prio];
	unsigned int n = 0;
	struct sk_buff *skb;

	spin_lock_bh(qdisc_lock(sch));
	if (!walk->last)
		pfc_walk_start(queue, walk, holders);
	skb = pfc_walk_next(queue, walk, holders);
	while (skb && n < PFC_VISIT_BATCH && walk->todo) {
		u32 frames = pfc_skb_cb(skb)->frames;

		pfc_visit(skb, &holders->batch[n++], holders->with_flows);
		walk->last = skb;
		walk->passed += frames;
		walk->todo -= min(frames, walk->todo);
		skb = skb->next;
	}
	spin_unlock_bh(qdisc_lock(sch));
	return n;
}

/* Return: index of the PG of a flow, which is added if it is new; or %PFC_HOLDER_NONE */
static u16 pfc_holder_find(struct pfc_holders *holders, const struct pfc_flow_key *key)
{
	const struct pfc_holder *holder = holders->holder;
	unsigned int i;

	if (!key->port_id)
		return PFC_HOLDER_NONE;
	for (i = 0; i < holders->n_holders; i++, holder++)
		if (holder->port_id == key->port_id && holder->ifindex == key->ifindex &&
		    holder->pg == key->pg)
			return i;
	if (i == PFC_WAIT_HOLDERS_MAX)
		return PFC_HOLDER_NONE;
	holders->holder[i] = (struct pfc_holder) {
		.ifindex = key->ifindex, .port_id = key->port_id, .pg = key->pg,
	};
	holders->n_holders++;
	return i;
}

/* Return: the flow of a frame, which is added if it is new; or NULL if there is no room */
static struct pfc_flow *pfc_flow_find(struct pfc_holders *holders,
				      const struct pfc_frame_flow *frame)
{
	u32 slot = jhash2((const u32 *)&frame->key, sizeof(frame->key) / sizeof(u32),
			  holders->seed);
	struct pfc_flow *flow;

	for (slot %= PFC_FLOW_SLOTS; holders->slots[slot]; slot = (slot + 1) % PFC_FLOW_SLOTS) {
		flow = &holders->flow[holders->slots[slot] - 1];
		if (!memcmp(&flow->key, &frame->key, sizeof(flow->key)))
			return flow;
	}
	if (holders->n_flows == PFC_WAIT_FLOWS_SEEN)
		return NULL;
	flow = &holders->flow[holders->n_flows++];
	*flow = (struct pfc_flow) {
		.key = frame->key, .macs = frame->macs,
		.holder = pfc_holder_find(holders, &frame->key),
	};
	holders->slots[slot] = holders->n_flows;
	return flow;
}

static void pfc_holders_add(struct pfc_holders *holders, const struct pfc_frame_flow *frame)
{
	struct pfc_flow *flow = pfc_flow_find(holders, frame);
	u16 holder;

	if (flow) {
		holder = flow->holder;
		flow->bytes += frame->len;
		flow->packets += frame->frames;
	} else {
		holder = pfc_holder_find(holders, &frame->key);
		holders->other_bytes += frame->len;
	}
	if (holder != PFC_HOLDER_NONE) {
		holders->holder[holder].bytes += frame->len;
		holders->holder[holder].packets += frame->frames;
	}
}

/* Walks the queue of a priority in one leaf */
static void pfc_holders_walk(struct Qdisc *leaf, u8 prio, struct pfc_holders *holders)
{
	struct pfc_walk walk = {};
	unsigned int i, n;

	while ((n = pfc_visit_batch(leaf, prio, &walk, holders))) {
		for (i = 0; i < n; i++)
			pfc_holders_add(holders, &holders->batch[i]);
		cond_resched();
	}
}

/* Most bytes first */
static int pfc_holder_compare(const void *a, const void *b)
{
	const struct pfc_holder *left = a, *right = b;

	if (left->bytes != right->bytes)
		return left->bytes < right->bytes ? 1 : -1;
	return left->port_id != right->port_id ? left->port_id - right->port_id :
						 left->pg - right->pg;
}

/*
 * Inserts the flow into the sorted list of the largest flows.  A sort of all flows would take
 * much longer.  Return: bytes of the flow that is not in the list, or is no longer.
 */
static u64 pfc_flows_rank(struct pfc_holders *holders, u16 index)
{
	const struct pfc_flow *flow = holders->flow;
	u64 left_out = 0;
	unsigned int i;

	if (holders->n_top < PFC_WAIT_FLOWS_MAX) {
		i = holders->n_top++;
	} else {
		i = PFC_WAIT_FLOWS_MAX - 1;
		if (flow[index].bytes <= flow[holders->top[i]].bytes)
			return flow[index].bytes;
		left_out = flow[holders->top[i]].bytes;
	}
	for (; i && flow[holders->top[i - 1]].bytes < flow[index].bytes; i--)
		holders->top[i] = holders->top[i - 1];
	holders->top[i] = index;
	return left_out;
}

/*
 * Read the PGs and flows with frames in a queue.  May sleep; the root lock is held for at most
 * %PFC_VISIT_BATCH frames at a time.
 * Return: whether the queue holds frames.
 */
bool pfc_holders_read(struct pfc_port *port, u8 prio, struct pfc_holders *holders)
{
	struct Qdisc *leaf;
	unsigned int i;

	ASSERT_RTNL();

	if (!pfc_leaves_backlog(port, prio))
		return false;
	memset(holders, 0, offsetof(struct pfc_holders, with_flows));
	holders->seed = get_random_u32();
	pfc_for_each_leaf(port, i, leaf)
		pfc_holders_walk(leaf, prio, holders);
	sort(holders->holder, holders->n_holders, sizeof(*holders->holder), pfc_holder_compare,
	     NULL);
	for (i = 0; i < holders->n_flows; i++)
		holders->other_bytes += pfc_flows_rank(holders, i);
	return holders->packets;
}
