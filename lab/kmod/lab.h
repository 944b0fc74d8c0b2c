/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LAB_H
#define _LAB_H

#include <linux/atomic.h>
#include <linux/hashtable.h>
#include <linux/hrtimer.h>
#include <linux/ip.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/prandom.h>
#include <linux/udp.h>
#include "pfclab.h"

#define LAB_TURNS_BITS	8	/* of the hash of turns */
#define LAB_REST_SHIFT	24	/* the time of the slowest frame fits into 64 bits */

struct lab_reports;
struct lab_transport;
struct lab_turns;

/**
 * struct lab_flow - flow of UDP datagrams
 * @spec: specification given by user space
 * @lab: open file that owns the flow
 * @id: index in the flows of @lab
 * @dev: sending interface
 * @to: receiving interface
 * @dev_tracker: tracks the reference to the sending interface
 * @to_tracker: tracks the reference to the receiving interface
 * @timer: expires when the next frame is due
 * @slot: number of the current time slot, see source.c; after the start only @timer
 *	accesses it
 * @random: random number generator for jitter; after the start only @timer accesses it
 * @buffered: bytes in the send buffer: handed to @dev, but not yet received by the next
 *	port; atomic
 * @rest: fraction of a nanosecond by which the next frame is due later than @timer expires, in
 *	units of 2^-%LAB_REST_SHIFT ns; only @timer accesses it
 * @turns: flows with which a message or a flow with a transport sends in turn; NULL: none
 * @turn: entry in the waiting flows of @turns; protected by the lock of @turns
 * @its_turn: @timer has been started because the flow may send; protected by the lock of @turns
 * @pending: number of messages that must end before this message starts; protected by the
 *	lock of @lab
 * @dependents: messages that depend on this message; not changed after the start
 * @n_dependents: number of @dependents
 * @next: sequence number of the next expected frame; protected by the lock of @lab
 * @arrival: time of the last arrival, CLOCK_MONOTONIC ns; protected by the lock of @lab
 * @paths: addresses of the receiver, of which each frame uses one at random; NULL: the address
 *	in @spec; not changed after the start
 * @n_paths: number of @paths
 * @transport: rate control and reliability; NULL: none; not changed after the start
 * @counters: counters of the flow; @timer writes the counters sent, refused and withheld
 *	without a lock; the lock of @lab protects all other counters
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
	u64			rest;
	struct lab_turns	*turns;
	struct list_head	turn;
	bool			its_turn;
	u32			pending;
	struct lab_flow		**dependents;
	u32			n_dependents;
	u64			next;
	u64			arrival;
	struct pfclab_path	*paths;
	u32			n_paths;
	struct lab_transport	*transport;
	struct pfclab_counters	counters;
};

/**
 * struct lab_pause - source of PFC frames
 * @spec: specification given by user space
 * @lab: open file that owns the source
 * @dev: sending interface
 * @tracker: tracks the reference to @dev
 * @timer: expires when the next frame is due
 * @list: entry in the list of PFC sources of @lab
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
 * struct lab_starts - messages that start after the start of the traffic
 * @flows: the messages, in the order of their times; not changed after the start
 * @n: number of @flows
 * @next: index of the next message to start; after the start only @timer accesses it
 * @timer: expires when the next message starts
 */
struct lab_starts {
	struct lab_flow	**flows;
	u32		n;
	u32		next;
	struct hrtimer	timer;
};

/**
 * struct lab - open file of /dev/pfclab
 * @mutex: serializes ioctl() and read()
 * @start: start of the traffic, CLOCK_MONOTONIC ns; 0: not started
 * @flows: flows; not changed after the start
 * @n_flows: number of @flows; there is room up to the next power of two
 * @starts: messages that start after the start of the traffic
 * @transports: rate control and reliability of flows; not changed after the start
 * @pauses: sources of PFC frames; not changed after the start
 * @ints: ports that add INT reports; not changed after the start
 * @turns: flows that send in turn; not changed after the start
 * @lock: protects @digest and, in each flow, the next expected sequence number, the time of the
 *	last arrival, and the counters of arrivals; taken with BH disabled
 * @digest: hash and number of all frames that arrived
 * @nodes: network namespaces with the ports of lab_ports_read(), in their order
 * @n_nodes: number of @nodes
 * @node: index of the namespace in which the next call of lab_ports_read() continues
 * @port: it continues after the port with this id
 */
struct lab {
	struct mutex		mutex; /* serializes ioctl() and read() */
	u64			start;
	struct lab_flow		**flows;
	u32			n_flows;
	struct lab_starts	starts;
	struct list_head	transports;
	struct list_head	pauses;
	struct list_head	ints;
	DECLARE_HASHTABLE(turns, LAB_TURNS_BITS);
	spinlock_t		lock; /* protects digest and arrivals */
	struct pfclab_digest	digest;
	struct net		**nodes;
	u32			n_nodes;
	u32			node;
	u16			port;
};

/**
 * struct lab_stamp - payload of a datagram
 * @seq: sequence number within the flow; withheld frames have no number
 * @time: transmission time, CLOCK_MONOTONIC ns
 */
struct lab_stamp {
	__be64	seq;
	__be64	time;
} __packed;

/* The identification of the IP header and the UDP source port have the number of the flow */
static inline __be16 lab_number_id(const struct lab_flow *flow)
{
	return htons(flow->id >> 16);
}

static inline __be16 lab_number_port(const struct lab_flow *flow)
{
	return htons(flow->id);
}

/* Return: the flow of a frame, or NULL */
static inline struct lab_flow *lab_flow_of(const struct lab *lab, const struct iphdr *ip,
					   const struct udphdr *udp)
{
	u32 number = ntohs(ip->id) << 16 | ntohs(udp->source);

	return number < lab->n_flows ? lab->flows[number] : NULL;
}

/* main.c */
struct net_device *lab_dev_get(int netns, u32 ifindex, netdevice_tracker *tracker);

/* source.c */
int lab_source_check(const struct pfclab_flow *spec);
void lab_source_init(struct lab_flow *flow);
void lab_source_start(struct lab_flow *flow);
bool lab_fits(const struct lab_flow *flow);
u64 lab_frame_time(struct lab_flow *flow, u32 size, u64 rate);
bool lab_send(struct lab_flow *flow, u32 size, u64 seq);
void lab_message_arrived(struct lab_flow *flow, u64 now);

/* starts.c */
int lab_starts_init(struct lab *lab);
void lab_starts_add(struct lab_starts *starts, struct lab_flow *flow);
void lab_starts_begin(struct lab *lab);
void lab_starts_end(struct lab_starts *starts);

/* turn.c */
int lab_turns_join(struct lab_flow *flow);
bool lab_turn_take(struct lab_flow *flow, u64 now);
void lab_turn_end(struct lab_flow *flow);
void lab_turn_cancel(struct lab_flow *flow);
void lab_turns_free(struct lab *lab);

/* random.c */
void lab_random_seed(u64 seed);

/* transports.c */
int lab_transport_command(struct lab *lab, unsigned int cmd, void __user *arg);
void lab_transport_stop(struct lab_flow *flow);
void lab_transport_free(struct lab_flow *flow);

/* transport.c */
void lab_transport_data(struct lab_flow *flow, const struct lab_stamp *stamp, bool marked,
			const struct lab_reports *path, u64 now);

/* control.c */
void lab_control_arrival(struct lab_flow *flow, const struct net_device *dev, const void *data,
			 const struct lab_reports *path);

/* int.c */
const struct lab_reports *lab_int_of(const struct sk_buff *skb, const void *data);
int lab_int_add(struct lab *lab, void __user *arg);
void lab_int_free(struct lab *lab);

/* sink.c */
void lab_digest(struct lab *lab, u64 what, u64 seq, u64 now);
int lab_sink_attach(struct net_device *dev, struct lab *lab);
void lab_sink_detach(struct net_device *dev);

/* ports.c */
int lab_node_add(struct lab *lab, void __user *arg);
void lab_nodes_free(struct lab *lab);
int lab_ports_read(struct lab *lab, void __user *arg);

/* pause.c */
int lab_pause_check(const struct pfclab_pause *spec);
void lab_pause_init(struct lab_pause *pause);
void lab_pause_start(struct lab_pause *pause);

#endif /* _LAB_H */
