/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_QDISC_H
#define _PFC_QDISC_H

#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include "ets.h"
#include "port.h"
#include "rate.h"

#define PFC_QUEUES	PFC_PRIOS

/**
 * struct pfc_queue - an egress queue
 * @list: the frames
 * @local: bytes of the frames that are charged to no port
 * @dropped: there is a storm: all frames are dropped
 * @drop_local: such frames dropped above the queue limit
 * @drop_flush: such frames discarded by reset
 * @drop_egress: frames charged to a port, dropped above the limit of this queue
 * @marked: frames marked CE
 * @drop_early: frames dropped where they would have been marked
 * @bound: a frame that would let the queue hold no more bytes than this need not be
 *	looked at closer
 * @limits: what it may hold, and where marking begins
 * @peak: largest backlog since the last clear, bytes
 * @ever: what that was at the last clear, or at one before it if it was higher then
 * @cleared: when that was, ns
 * @bstats: frames sent
 * @qstats: backlog and drops
 */
struct pfc_queue {
	struct qdisc_skb_head		list;
	u32				local;
	bool				dropped;
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
 * @writes: packets may be written to, or go by their skb->priority
 * @rewrites: and that whether anything else waits or not
 * @timed: there is a rate, of the port or a class
 * @dscp: DSCP to be written to the packet that is just being enqueued, in place of that of
 *	@own, or %PFC_MAP_NONE
 * @own: priority by which the packet is rewritten that is just being enqueued
 * @classes: there is more to the order of queues than their number
 * @shaped: bit mask of the traffic classes that have a maximum rate
 * @rate: the wire
 * @delay: how long a frame is on its way, ns; 0 without a rate
 * @overhead: bytes of a frame on the wire beside its own
 * @queue_limit: bytes of frames charged to no port in one queue
 * @control: MAC control frames; before all queues, never paused
 * @control_bstats: those of them that were sent from there
 * @way: frames that are on their way to the other end
 * @queues: one a priority
 * @ets: whose turn it is, with @classes
 * @class_rates: wires of the traffic classes in @shaped
 * @watchdog: wakes the qdisc when the wire is free, a pause ends or a frame has
 *	reached the other end
 */
struct pfc_sched {
	struct pfc_port		*port;
	u8			ready;
	u8			waiting;
	bool			writes;
	bool			rewrites;
	bool			timed;
	u8			own;
	u8			dscp;
	bool			classes;
	u8			shaped;
	u64			wake;
	struct pfc_rate		rate;
	u32			delay;
	u32			overhead;
	u32			queue_limit;
	struct qdisc_skb_head	control;
	struct gnet_stats_basic_sync control_bstats;
	struct qdisc_skb_head	way;
	struct pfc_queue	queues[PFC_QUEUES];
	struct pfc_ets		ets;
	struct pfc_rate		class_rates[PFC_QUEUES];
	struct qdisc_watchdog	watchdog;
};

/* qdisc.c */
void pfc_queue_bound(struct pfc_queue *queue);
void pfc_qdisc_bypass(struct Qdisc *sch);

/* enqueue.c */
int pfc_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free);

/* dequeue.c */
struct sk_buff *pfc_dequeue(struct Qdisc *sch);
void pfc_flush(struct Qdisc *sch);
void pfc_flush_storm(struct Qdisc *sch, u8 prio);

/* classes.c */
void pfc_classes_set(struct pfc_sched *q, const struct pfc_config *config);
int pfc_classes_next(struct pfc_sched *q, u8 ready, u64 now);
void pfc_classes_idle(struct pfc_sched *q);

/* qdisc_class.c */
extern const struct Qdisc_class_ops pfc_class_ops;
int pfc_qdisc_dump_stats(struct Qdisc *sch, struct gnet_dump *dump);

#endif /* _PFC_QDISC_H */
