/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LAB_H
#define _LAB_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/prandom.h>
#include "pfclab.h"

/**
 * struct lab_flow - a flow
 * @spec: what was asked for
 * @lab: where it belongs
 * @id: its place in @lab
 * @dev: sends
 * @to: gets it
 * @dev_tracker: reference to @dev
 * @to_tracker: reference to @to
 * @timer: runs when the next frame is due; as all that follows but @buffered,
 *	owned by that timer or, as said, by @lab's lock
 * @slot: number of the frame that is due, withheld ones included
 * @random: source of jitter
 * @buffered: bytes under way to the next port
 * @next: number of the frame that shall arrive next; under @lab's lock
 * @counters: @sent, @refused and @withheld are the timer's, the rest is under
 *	@lab's lock
 */
struct lab_flow {
	struct pfclab_flow	spec;
	struct lab		*lab;
	u32			id;
	struct net_device	*dev;
	struct net_device	*to;
	netdevice_tracker	dev_tracker;
	netdevice_tracker	to_tracker;
	struct hrtimer		timer;
	u64			slot;
	struct rnd_state	random;
	atomic_long_t		buffered;
	u64			next;
	struct pfclab_counters	counters;
};

/**
 * struct lab_pause - a source of PFC frames
 * @spec: what was asked for
 * @lab: where it belongs
 * @dev: sends
 * @tracker: reference to @dev
 * @timer: runs when the next frame is due
 * @list: in @lab
 */
struct lab_pause {
	struct pfclab_pause	spec;
	struct lab		*lab;
	struct net_device	*dev;
	netdevice_tracker	tracker;
	struct hrtimer		timer;
	struct list_head	list;
};

/**
 * struct lab - an open file
 * @mutex: serializes the file's operations
 * @start: CLOCK_MONOTONIC time of the start, ns; 0: not started
 * @flows: the flows; complete before the start
 * @n_flows: how many
 * @pauses: the sources of PFC frames
 * @lock: protects the next two and what flows say is under it; taken with BH
 *	disabled
 * @digest: of all arrivals
 */
struct lab {
	struct mutex		mutex; /* see above */
	u64			start;
	struct lab_flow		*flows[PFCLAB_FLOWS_MAX];
	u32			n_flows;
	struct list_head	pauses;
	spinlock_t		lock; /* see above */
	struct pfclab_digest	digest;
};

/**
 * struct lab_stamp - what a datagram carries
 * @seq: its number among those of its flow that were sent
 * @time: when that was, CLOCK_MONOTONIC ns
 *
 * The flow is the UDP source port.
 */
struct lab_stamp {
	__be64	seq;
	__be64	time;
} __packed;

/* source.c */
int lab_source_check(const struct pfclab_flow *spec);
void lab_source_init(struct lab_flow *flow);
void lab_source_start(struct lab_flow *flow);

/* sink.c */
int lab_sink_attach(struct net_device *dev, struct lab *lab);
void lab_sink_detach(struct net_device *dev);

/* pause.c */
int lab_pause_check(const struct pfclab_pause *spec);
void lab_pause_init(struct lab_pause *pause);
void lab_pause_start(struct lab_pause *pause);

#endif /* _LAB_H */
