/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_QDISC_H
#define _PFC_QDISC_H

#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include "port.h"
#include "rate.h"

#define PFC_QUEUES	PFC_PRIOS

/**
 * struct pfc_queue - an egress queue
 * @list: the frames
 * @local: bytes of the frames that are charged to no port
 * @drop_local: such frames dropped above the queue limit
 * @drop_flush: such frames discarded by reset
 * @drop_egress: frames charged to a port, dropped above the limit of this queue
 * @marked: frames marked CE
 * @drop_early: frames dropped where they would have been marked
 * @bound: a frame that would let the queue hold no more bytes than this need not be
 *	looked at closer
 * @limits: of lossy frames
 * @peak: largest backlog since the last clear, bytes
 * @ever: what that was at the last clear, or at one before it if it was higher then
 * @cleared: when that was, ns
 * @bstats: frames sent
 * @qstats: backlog and drops
 */
struct pfc_queue {
	struct qdisc_skb_head		list;
	u32				local;
	u64				drop_local;
	u64				drop_flush;
	u64				drop_egress;
	u64				marked;
	u64				drop_early;
	u32				bound;
	struct pfc_queue_limits		limits;
	u32				peak;
	u32				ever;
	u64				cleared;
	struct gnet_stats_basic_sync	bstats;
	struct gnet_stats_queue		qstats;
};

/**
 * struct pfc_sched - private data of the qdisc, under its root lock
 * @port: the port, or NULL if attaching failed
 * @ready: bit mask of the queues that hold frames
 * @waiting: as long as @watchdog is armed: bit mask of queues that are paused and
 *	need no other look; 0 if it is armed for something else
 * @wake: when to look again for a frame that may leave, ns; of the last look
 * @rate: the wire
 * @delay: how long a frame is on its way, ns; 0 without a rate
 * @queue_limit: bytes of frames charged to no port in one queue
 * @control: MAC control frames; before all queues, never paused
 * @control_bstats: those of them that were sent from there
 * @way: frames that are on their way to the other end
 * @queues: one a priority
 * @watchdog: wakes the qdisc when the wire is free, a pause ends or a frame has
 *	reached the other end
 */
struct pfc_sched {
	struct pfc_port		*port;
	u8			ready;
	u8			waiting;
	u64			wake;
	struct pfc_rate		rate;
	u32			delay;
	u32			queue_limit;
	struct qdisc_skb_head	control;
	struct gnet_stats_basic_sync control_bstats;
	struct qdisc_skb_head	way;
	struct pfc_queue	queues[PFC_QUEUES];
	struct qdisc_watchdog	watchdog;
};

/* qdisc.c */
void pfc_qdisc_bypass(struct Qdisc *sch);

/* enqueue.c */
int pfc_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free);

/* dequeue.c */
struct sk_buff *pfc_dequeue(struct Qdisc *sch);
void pfc_flush(struct Qdisc *sch);

/* qdisc_class.c */
extern const struct Qdisc_class_ops pfc_class_ops;

#endif /* _PFC_QDISC_H */
