/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_QDISC_H
#define _PFC_QDISC_H

#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include "port.h"

#define PFC_QUEUES	PFC_PRIOS

/**
 * struct pfc_queue - an egress queue
 * @list: the frames
 * @local: bytes of the frames that are charged to no port
 * @drop_local: such frames dropped above the queue limit
 * @drop_flush: such frames discarded by reset
 * @bstats: frames sent
 * @qstats: backlog and drops
 */
struct pfc_queue {
	struct qdisc_skb_head		list;
	u32				local;
	u64				drop_local;
	u64				drop_flush;
	struct gnet_stats_basic_sync	bstats;
	struct gnet_stats_queue		qstats;
};

/**
 * struct pfc_sched - private data of the qdisc, under its root lock
 * @port: the port, or NULL if attaching failed
 * @ready: bit mask of the queues that hold frames
 * @shaped: there is a rate
 * @behind: a frame waits for @next only, so the next one follows seamlessly
 * @rate: the rate, with the overhead of a frame
 * @next: when the wire is free again, ns
 * @rest: and the fraction of a nanosecond behind that, in units of @rate
 * @queue_limit: bytes of frames charged to no port in one queue
 * @control: MAC control frames; before all queues, never paused
 * @queues: one a priority
 * @watchdog: wakes the qdisc when the wire is free or a pause ends
 */
struct pfc_sched {
	struct pfc_port		*port;
	u8			ready;
	bool			shaped;
	bool			behind;
	struct psched_ratecfg	rate;
	u64			next;
	u64			rest;
	u32			queue_limit;
	struct qdisc_skb_head	control;
	struct pfc_queue	queues[PFC_QUEUES];
	struct qdisc_watchdog	watchdog;
};

extern const struct Qdisc_class_ops pfc_class_ops;

#endif /* _PFC_QDISC_H */
