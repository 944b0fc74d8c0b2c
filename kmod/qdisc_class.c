// SPDX-License-Identifier: GPL-2.0-only
/*
 * The queues as read-only classes for "tc -s class": class :N is the queue of priority
 * N - 1.  A class has no child qdisc, because a child that drops packets could not release
 * their charges.
 */
#include <linux/rtnetlink.h>
#include <net/gen_stats.h>
#include "qdisc.h"

static struct Qdisc *pfc_class_leaf(struct Qdisc *sch, unsigned long arg)
{
	return NULL;
}

static unsigned long pfc_class_find(struct Qdisc *sch, u32 classid)
{
	unsigned long minor = TC_H_MIN(classid);

	return minor <= PFC_PRIOS ? minor : 0;
}

static void pfc_class_walk(struct Qdisc *sch, struct qdisc_walker *arg)
{
	int i;

	if (arg->stop)
		return;
	for (i = 0; i < PFC_PRIOS; i++) {
		if (arg->count >= arg->skip && arg->fn(sch, i + 1, arg) < 0) {
			arg->stop = 1;
			break;
		}
		arg->count++;
	}
}

static int pfc_class_dump(struct Qdisc *sch, unsigned long cl,
			  struct sk_buff *skb, struct tcmsg *tcm)
{
	tcm->tcm_parent = TC_H_ROOT;
	tcm->tcm_handle = TC_H_MAKE(sch->handle, cl);
	return 0;
}

/* State of the queues: traffic class by priority, and bit mask of the paused priorities */
struct pfc_class_state {
	u8	tc[PFC_PRIOS];
	u8	paused;
};

/* A qdisc whose port is already detached has a state of all zeroes */
static void pfc_class_state(struct Qdisc *sch, struct pfc_class_state *state)
{
	struct pfc_sched *q = qdisc_priv(sch);

	memset(state, 0, sizeof(*state));
	if (!q->port)
		return;
	memcpy(state->tc, rtnl_dereference(q->port->config)->prio_tc, sizeof(state->tc));
	state->paused = pfc_receiver_update(q->port);
}

/* The queues of a priority in all leaves; a qdisc whose port is detached has only its own */
static void pfc_class_queue(struct Qdisc *sch, int prio, struct pfc_queue *sum)
{
	struct pfc_sched *q = qdisc_priv(sch);

	if (q->port)
		pfc_leaves_queue(q->port, prio, sum);
	else
		*sum = q->queues[prio];
}

static int pfc_class_dump_stats(struct Qdisc *sch, unsigned long cl,
				struct gnet_dump *dump)
{
	struct pfc_class_xstats xstats = { .prio = cl - 1 };
	struct pfc_class_state state;
	struct pfc_queue queue;

	pfc_class_state(sch, &state);
	pfc_class_queue(sch, cl - 1, &queue);
	xstats.tc = state.tc[cl - 1];
	xstats.paused = state.paused >> (cl - 1) & 1;
	xstats.marked = queue.marked;
	if (gnet_stats_copy_basic(dump, NULL, &queue.bstats, true) < 0 ||
	    gnet_stats_copy_queue(dump, NULL, &queue.qstats, queue.frames) < 0)
		return -1;
	return gnet_stats_copy_app(dump, &xstats, sizeof(xstats));
}

/*
 * Set the counters of the root qdisc, which the core dumps for tc.  If the root qdisc is the only
 * leaf, its counters are those of the port already.
 * Context: RTNL.
 */
int pfc_qdisc_dump(struct Qdisc *sch, struct sk_buff *skb)
{
	struct pfc_sched *q = qdisc_priv(sch);
	bool sums = q->port && sch->flags & TCQ_F_MQROOT;
	struct gnet_stats_basic_sync sent;
	struct gnet_stats_queue sum = {};
	struct Qdisc *leaf;
	unsigned int i;
	u32 qlen = 0;

	pfc_sent_sum(sch, &sent);
	for (i = 0; sums && (leaf = pfc_leaf(q->port, i)); i++) {
		gnet_stats_add_basic(&sent, leaf->cpu_bstats, NULL, false);
		spin_lock_bh(qdisc_lock(leaf));
		qlen += leaf->q.qlen;
		gnet_stats_add_queue(&sum, NULL, &leaf->qstats);
		spin_unlock_bh(qdisc_lock(leaf));
	}
	spin_lock_bh(qdisc_lock(sch));
	/* The core dumps sch->bstats, which is otherwise unused */
	_bstats_update(&sch->bstats,
		       u64_stats_read(&sent.bytes) - u64_stats_read(&sch->bstats.bytes),
		       u64_stats_read(&sent.packets) - u64_stats_read(&sch->bstats.packets));
	if (sums) {
		sch->q.qlen = qlen;
		sch->qstats = sum;
	}
	spin_unlock_bh(qdisc_lock(sch));
	return 0;
}

/* Dump the statistics of all queues for tc.  Return: 0, or -1 if the message is full */
int pfc_qdisc_dump_stats(struct Qdisc *sch, struct gnet_dump *dump)
{
	struct pfc_qdisc_xstats xstats[PFC_PRIOS] = { };
	struct pfc_class_state state;
	struct pfc_queue queue;
	int i;

	pfc_class_state(sch, &state);
	for (i = 0; i < PFC_PRIOS; i++) {
		pfc_class_queue(sch, i, &queue);
		xstats[i] = (struct pfc_qdisc_xstats) {
			.packets = u64_stats_read(&queue.bstats.packets),
			.bytes = u64_stats_read(&queue.bstats.bytes),
			.drops = queue.qstats.drops,
			.marked = queue.marked,
			.backlog_packets = queue.frames,
			.backlog_bytes = queue.qstats.backlog,
			.prio = i,
			.tc = state.tc[i],
			.paused = state.paused >> i & 1,
		};
	}
	return gnet_stats_copy_app(dump, xstats, sizeof(xstats));
}

const struct Qdisc_class_ops pfc_class_ops = {
	.leaf		= pfc_class_leaf,
	.find		= pfc_class_find,
	.walk		= pfc_class_walk,
	.dump		= pfc_class_dump,
	.dump_stats	= pfc_class_dump_stats,
};
