/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_QDISC_H
#define _PFC_QDISC_H

#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include "impair/impair.h"
#include "net.h"
#include "port.h"
#include "rate.h"

/* While a leaf holds frames, its queues are checked at least this often, see pfc_check_soon() */
#define PFC_CHECK_NS	(10 * NSEC_PER_MSEC)

/*
 * Charge of an egress queue to a pool, which may be NULL
 * @held: bytes of the packets in the queue that are charged to a port, in whole cells: up to
 *	@guarantee they are reserved, the others are in the shared part of the pool
 * @cell: cell of the pool when the packets in the queue were charged, bytes; 0: none
 * @overhead: overhead of its cells at that time, bytes
 */
struct pfc_egress {
	struct pfc_pool	*pool;
	u64		held;
	u32		guarantee;
	u32		cell;
	u32		overhead;
};

/*
 * Egress queue: the counters of &enum pfc_queue_stat, and what the following members say; protected
 * by the root lock.
 * @list: packets in the queue: frames, or whole GSO packets
 * @id: %PFC_QUEUE_ID() of the queue, constant
 * @frames: number of frames of the packets in @list: a GSO packet may be several frames
 * @local: bytes of the frames in the queue that are charged to no port
 * @dropped: a storm is active: the queue drops all frames
 * @lifetime_max: largest backlog before the last clear of the watermarks, bytes
 * @bound: backlog, bytes, up to which enqueue need not check limit, storm and marking
 */
struct pfc_queue {
	/* What each packet uses, in two cache lines */
	struct qdisc_skb_head		list;
	u16				id;
	bool				dropped;
	u32				frames;
	u32				local;
	u32				bound;
	u32				peak;
	struct gnet_stats_basic_sync	bstats;
	struct gnet_stats_queue		qstats;

	struct pfc_queue_limits		limits;
	struct pfc_egress		egress;
	u64				drop_local;
	u64				drop_flush;
	u64				drop_egress;
	u64				marked;
	u64				drop_early;
	u64				drop_memory;
	u64				drop_storm;
	u32				lifetime_max;
	u64				cleared;
} ____cacheline_aligned_in_smp;

/**
 * struct pfc_leaf_rules - what the configuration of the port says; only pfc_qdisc_configure(),
 *	pfc_leaf_hold(), pfc_set_one_queue() and the detaching of impairments write it, while no run
 *	reads it
 * @writes: enqueue has to prepare packets for writes: @rewrites is set, or a queue marks CE
 * @rewrites: the port rewrites DSCP or PCP, or takes the priority from skb->priority; so no
 *	packet may bypass the qdisc, even if all queues are empty
 * @timed: the port or a traffic class has a rate, or the port has impairments
 * @far: the port has a delay or impairments: frames may leave later than their queue
 * @classes: the order of the queues follows traffic classes, not the priorities alone
 * @watched: a packet that leaves its queue is more than released: a queue decides on CE then, or
 *	is charged to a pool
 * @marks_late: a queue decides on CE when a packet leaves it
 * @batches: dequeue takes several frames at once: the core would ask for as many.  Written with
 *	TCQ_F_ONETXQUEUE
 * @shaped: bit mask of the traffic classes that have a maximum rate
 * @delay: propagation delay of the wire, ns; 0 without a rate
 * @overhead: bytes that a frame takes on the wire in addition to its length
 * @queue_limit: maximum bytes of the frames in one queue that are charged to no port
 * @impair: impairments of the port, or NULL
 */
struct pfc_leaf_rules {
	bool			writes;
	bool			rewrites;
	bool			timed;
	bool			far;
	bool			classes;
	bool			marks_late;
	bool			watched;
	bool			batches;
	u8			shaped;
	u32			delay;
	u32			overhead;
	u32			queue_limit;
	struct pfc_impair	*impair;
};

/**
 * struct pfc_leaf_lockless - flags and frames that CPUs read, or write, without the root lock
 * @waiting: the last queue check found paused queues only, and the timer is armed for the end of
 *	their pauses or before; false if the timer is armed for another reason or has expired, or a
 *	queue that was empty has a frame.  Dequeue sets it under the root lock; the timer function
 *	clears it without the lock
 * @passes: the port has a rate, and a frame may pass it if it is empty, see pfc_pass().
 *	pfc_qdisc_bypass() writes it under the root lock; dequeue reads it without the lock
 * @resets: the core may reset this leaf while it is in use, so frames do not bypass; written under
 *	RTNL
 * @passing: frames that have left the queues, or have passed them, and that dequeue returns next:
 *	see pfc_passed().  Added under the root lock while there are none; a run takes them without
 *	it
 */
struct pfc_leaf_lockless {
	bool			waiting;
	bool			passes;
	bool			resets;
	struct sk_buff		*passing;
};

/**
 * struct pfc_leaf_wire - the wire: what it is busy with; a reset that discards frames clears it
 * @rate: rate of the port; dequeue reads its member behind also without the root lock
 * @gap: time at which the next control frame may leave between the frames of a GSO packet, ns
 * @gap_until: end of that packet on the wire; @gap is valid only if it is @rate.next
 * @in_flight: frames on the wire, until the delay is over
 */
struct pfc_leaf_wire {
	struct pfc_rate		rate;
	u64			gap;
	u64			gap_until;
	struct qdisc_skb_head	in_flight;
};

/* Memory of the frames in a leaf: their truesize, and what is reserved in the namespace, bytes */
struct pfc_leaf_memory {
	unsigned long		used;
	unsigned long		taken;
};

/* What a reset has left in the queues, packets and bytes; the core does not count it */
struct pfc_leaf_kept {
	u32			qlen;
	u32			backlog;
};

/* Counters of a leaf that belong to no queue, see &enum pfc_port_stat; a reset keeps them */
struct pfc_leaf_counters {
	u64			stale;
	u64			drop_segment;
	u64			drop_control;
	u64			drop_delay;
	u64			bounced;
};

/*
 * Private data of a leaf, the qdisc of one or all transmit queues of a port; protected by its root
 * lock, where a part does not say otherwise
 * @port: the port, or NULL if attaching failed or the port is detached
 * @ready: bit mask of the queues that hold frames
 * @storm: the watchdog makes at least one queue drop its frames, or send despite XOFF
 * @wake: time of the next queue check, ns; set by the last queue check.  A member, because
 *	dequeue passes its address to functions: for the address of a local variable, the
 *	compiler would add a stack protector
 * @control: MAC control frames; sent before all queues, never paused
 * @control_bstats: MAC control frames sent from @control
 * @discard: frames removed from their queues by a storm, still charged; freed without the
 *	root lock
 * @ets: scheduler state of the traffic classes, used with @rules.classes
 * @class_rates: rates of the traffic classes in @rules.shaped
 * @timer: wakes the qdisc when the wire becomes free, a pause ends or a frame in flight is due;
 *	queued as long as queues hold frames, see pfc_check_soon()
 */
struct pfc_sched {
	struct pfc_port		*port;
	u8			ready;
	bool			storm;
	struct pfc_leaf_rules	rules;
	struct pfc_leaf_lockless lockless;
	u64			wake;
	struct pfc_leaf_wire	wire;
	struct qdisc_skb_head	control;
	struct gnet_stats_basic_sync control_bstats;
	struct qdisc_skb_head	discard;
	struct pfc_leaf_memory	memory;
	struct pfc_leaf_kept	kept;
	struct pfc_queue	queues[PFC_PRIOS];
	struct pfc_ets		ets;
	struct pfc_rate		class_rates[PFC_PRIOS];
	struct pfc_leaf_counters counters;
	struct hrtimer		timer;
};

/* The leaves of a port.  Context: RCU, BH disabled or RTNL; valid until that section ends */
static inline const struct pfc_leaves *pfc_leaves_of(const struct pfc_port *port)
{
	return rcu_dereference_check(port->leaves,
				     rcu_read_lock_bh_held() || lockdep_rtnl_is_held());
}

/* A leaf of a port, or NULL if @i is the number of leaves */
static inline struct Qdisc *pfc_leaf(const struct pfc_port *port, unsigned int i)
{
	const struct pfc_leaves *leaves = pfc_leaves_of(port);

	return i < leaves->n ? leaves->sch[i] : NULL;
}

/* Visits the leaves of a port */
#define pfc_for_each_leaf(port, i, leaf) \
	for ((i) = 0; ((leaf) = pfc_leaf(port, i)); (i)++)

/* leaves.c */
void pfc_sent_sum(const struct Qdisc *sch, struct gnet_stats_basic_sync *sum);
void pfc_sent_clear(struct Qdisc *sch);
void pfc_leaves_queue(const struct pfc_port *port, int prio, struct pfc_queue *sum);
void pfc_queue_add(struct pfc_queue *sum, const struct pfc_queue *queue);
void pfc_leaves_discard_all(struct pfc_port *port);

/* Counts a frame that was sent; BH disabled, root lock or qdisc run */
static __always_inline void pfc_count_sent(struct Qdisc *sch, u64 bytes, u64 frames)
{
	_bstats_update(this_cpu_ptr(sch->cpu_bstats), bytes, frames);
}

/* Clears the counters of a root qdisc that holds no frames: they are sums over its leaves */
static inline void pfc_root_clear(struct Qdisc *sch)
{
	sch->q.qlen = 0;
	pfc_sent_clear(sch);
	gnet_stats_basic_sync_init(&sch->bstats);
	memset(&sch->qstats, 0, sizeof(sch->qstats));
}

/* True if the qdisc belongs to one transmit queue, false for the root qdisc */
static inline bool pfc_is_leaf(const struct Qdisc *sch)
{
	return sch->flags & TCQ_F_NOPARENT;
}

/* The queue of a priority.  Without the macro, GCC computes the address again for each member. */
static __always_inline struct pfc_queue *pfc_queue(struct pfc_sched *q, u8 prio)
{
	struct pfc_queue *queue = &q->queues[prio];

	OPTIMIZER_HIDE_VAR(queue);
	return queue;
}

/* qdisc.c */
void pfc_qdisc_bypass(struct Qdisc *sch);
void pfc_leaves_storm(struct pfc_port *port, u8 drop, u8 forward);
void pfc_qdisc_rules(struct pfc_sched *q, const struct pfc_config *config);
void pfc_qdisc_configure(struct Qdisc *sch, const struct pfc_config *config, bool start);
void pfc_qdisc_run(struct Qdisc *sch);
void pfc_qdisc_wake(struct Qdisc *sch);
bool pfc_qdisc_holds(struct Qdisc *sch);
void pfc_runs_stop(struct Qdisc *sch);
void pfc_runs_allow(struct Qdisc *sch);
void pfc_check_soon(struct Qdisc *sch);

/* qdisc_ops.c */
extern struct Qdisc_ops pfc_leaf_ops;

void pfc_qdisc_join(struct Qdisc *sch, struct pfc_port *port);
void pfc_set_one_queue(struct Qdisc *sch, unsigned int queues);

/* multiqueue.c */
void pfc_leaves_attach(struct Qdisc *sch);
void pfc_leaves_release(struct pfc_port *port);
void pfc_leaves_follow(void);
void pfc_leaves_exit(void);

/* enqueue.c */
int pfc_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free);
int pfc_enqueue_control(struct Qdisc *sch, struct sk_buff *skb, struct sk_buff **to_free);

/* egress.c; all functions need the root lock of the leaf */
bool pfc_egress_full(const struct pfc_queue *queue, u32 len);
void pfc_egress_join(struct pfc_queue *queue, struct sk_buff *skb);
void pfc_egress_leave(struct pfc_queue *queue, struct sk_buff *skb);
void pfc_egress_clear(struct pfc_queue *queue);
void pfc_egress_follow(struct pfc_queue *queue);

/* dequeue.c */
struct sk_buff *pfc_dequeue(struct Qdisc *sch);
bool pfc_clear_missed(struct Qdisc *sch);

/* flush.c */
void pfc_keep(struct Qdisc *sch);
void pfc_recount(struct Qdisc *sch);
void pfc_keep_sent(struct Qdisc *sch);
void pfc_append(struct qdisc_skb_head *from, struct qdisc_skb_head *to);
void pfc_flush(struct Qdisc *sch);
bool pfc_leaves_discard(struct pfc_port *port);
void pfc_flush_storm(struct Qdisc *sch, u8 prio);

/* move.c */
void pfc_leaf_hold(struct Qdisc *sch, const struct pfc_config *config);
void pfc_leaf_drain(struct Qdisc *sch);
void pfc_move_control(struct Qdisc *from, struct Qdisc *to);
void pfc_move(struct Qdisc *from, const struct pfc_leaves *to);

/* classes.c */
void pfc_classes_set(struct pfc_sched *q, const struct pfc_config *config);
int pfc_classes_next(struct pfc_sched *q, u8 ready, u64 now);
void pfc_classes_idle(struct pfc_sched *q);

/* qdisc_class.c */
extern const struct Qdisc_class_ops pfc_class_ops;
int pfc_qdisc_dump(struct Qdisc *sch, struct sk_buff *skb);
int pfc_qdisc_dump_stats(struct Qdisc *sch, struct gnet_dump *dump);

#endif /* _PFC_QDISC_H */
