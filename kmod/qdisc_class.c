// SPDX-License-Identifier: GPL-2.0-only
/*
 * The queues as classes, so that "tc -s class" shows them: class :N is the queue
 * of priority N - 1.  They cannot be changed and hold no qdiscs, as a child that
 * drops could not return what a packet is charged.
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

	return minor <= PFC_QUEUES ? minor : 0;
}

static void pfc_class_walk(struct Qdisc *sch, struct qdisc_walker *arg)
{
	int i;

	if (arg->stop)
		return;
	for (i = 0; i < PFC_QUEUES; i++) {
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

static int pfc_class_dump_stats(struct Qdisc *sch, unsigned long cl,
				struct gnet_dump *dump)
{
	struct pfc_sched *q = qdisc_priv(sch);
	struct pfc_queue *queue = &q->queues[cl - 1];

	if (gnet_stats_copy_basic(dump, NULL, &queue->bstats, true) < 0 ||
	    gnet_stats_copy_queue(dump, NULL, &queue->qstats,
				  queue->list.qlen) < 0)
		return -1;
	return 0;
}

const struct Qdisc_class_ops pfc_class_ops = {
	.leaf		= pfc_class_leaf,
	.find		= pfc_class_find,
	.walk		= pfc_class_walk,
	.dump		= pfc_class_dump,
	.dump_stats	= pfc_class_dump_stats,
};
