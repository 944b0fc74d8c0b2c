/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LAB_TRANSPORT_H
#define _LAB_TRANSPORT_H

#include <linux/build_bug.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/udp.h>
#include "lab.h"
#include "reliable.h"
#include "sender.h"

#define LAB_HEADERS	(ETH_HLEN + sizeof(struct iphdr) + sizeof(struct udphdr))

/**
 * struct lab_transport - rate control and reliability of a flow
 * @spec: addresses given by user space
 * @cnp_tos: TOS byte of CNP
 * @cnp_interval: minimum time between two CNP, ns
 * @reliable_spec: parameters of go-back-N or selective repeat; with all values 0, nothing limits
 *	the sender
 * @flow: the flow
 * @list: entry in the list of the open file
 * @ack_dev: interface of the sending host that receives ACK, NAK and CNP
 * @reply_dev: interface of the receiving host that sends them
 * @ack_tracker: tracks the reference to @ack_dev
 * @reply_tracker: tracks the reference to @reply_dev
 * @reliable: the sender retransmits
 * @way: functions of go-back-N or selective repeat
 * @timeout: retransmission timer
 * @lock: protects all members below; taken with BH disabled
 * @sender: rate control; NULL: none
 * @resender: state of the retransmission; without @reliable, only its next and top
 * @receiver: state of the receiver
 * @ready: earliest time of the next frame, CLOCK_MONOTONIC ns
 * @last: time of the last frame, CLOCK_MONOTONIC ns
 * @armed: time from which @timeout counts, CLOCK_MONOTONIC ns
 * @idle: the timer of @flow does not run, because there was no frame to send
 * @next_cnp: earliest time of the next CNP, CLOCK_MONOTONIC ns
 * @marked: a frame with a CE mark has arrived since the last ACK
 * @counters: counters
 */
struct lab_transport {
	struct pfclab_transport	spec;
	u32			cnp_tos;
	u64			cnp_interval;
	struct pfclab_reliable	reliable_spec;
	struct lab_flow		*flow;
	struct list_head	list;
	struct net_device	*ack_dev;
	struct net_device	*reply_dev;
	netdevice_tracker	ack_tracker;
	netdevice_tracker	reply_tracker;
	bool			reliable;
	const struct lab_reliability *way;
	struct hrtimer		timeout;
	spinlock_t		lock; /* protects all members below */
	struct lab_sender	*sender;
	struct lab_resender	resender;
	struct lab_receiver	receiver;
	u64			ready;
	u64			last;
	u64			armed;
	bool			idle;
	u64			next_cnp;
	bool			marked;
	struct pfclab_transport_counters counters;
};

/**
 * enum lab_control - kind of a control frame
 * @LAB_ACK: acknowledgment, with the next expected frame
 * @LAB_NAK: request to send again, with the next expected frame
 * @LAB_CNP: congestion notification packet
 */
enum lab_control {
	LAB_ACK = 1,
	LAB_NAK,
	LAB_CNP,
};

#define LAB_REPORT_BYTES	48	/* bits of @tx_bytes for the bytes; the port is above */

/**
 * struct lab_report - INT report in a frame, see struct lab_hop
 * @time: time
 * @queue: bytes in the queues
 * @tx_bytes: number of the port, and bytes sent
 * @rate: rate, kbit/s
 */
struct lab_report {
	__be32	time;
	__be32	queue;
	__be64	tx_bytes;
	__be32	rate;
} __packed;

/**
 * struct lab_reports - INT reports in a frame, after its struct lab_stamp or lab_control_data
 * @n: number of the reports
 * @hops: the reports
 */
struct lab_reports {
	u8			n;
	struct lab_report	hops[];
} __packed;

/**
 * struct lab_echo - what an ACK or a NAK returns of the frame that causes it
 * @time: low bits of the time of transmission, CLOCK_MONOTONIC ns
 * @above: number of the frame, less the number in the NAK
 * @marked: a frame with a CE mark has arrived since the last ACK
 * @path: INT reports in the frame, or NULL
 */
struct lab_echo {
	u32	time;
	u16	above;
	bool	marked;
	const struct lab_reports *path;
};

/**
 * struct lab_control_data - payload of a control frame
 * @time: see struct lab_echo
 * @marked: see struct lab_echo
 * @above: see struct lab_echo
 * @kind: enum lab_control
 * @number: number of a frame of the flow
 *
 * lab_flow_of() finds the flow.
 */
struct lab_control_data {
	__be32	time;
	u8	marked;
	__be16	above;
	u8	kind;
	__be64	number;
} __packed;

/* Behind either of them, the reports are at the same place */
static_assert(sizeof(struct lab_control_data) == sizeof(struct lab_stamp));

static inline bool lab_is_reliable(const struct lab_flow *flow)
{
	return flow->transport && flow->transport->reliable;
}

/* Return: true if the switches add INT reports to the frames of a flow */
static inline bool lab_uses_int(const struct lab_flow *flow)
{
	return flow->transport && flow->transport->sender &&
	       flow->transport->sender->ops->uses & LAB_USES_INT;
}

/* transport.c */
void lab_transport_init(struct lab_transport *transport);
void lab_transport_advance(struct lab_transport *transport, u64 now);
void lab_transport_control(struct lab_transport *transport, enum lab_control kind, u64 number,
			   const struct lab_echo *echo, u64 now);

/* control.c */
void lab_control_send(struct lab_transport *transport, enum lab_control kind, u64 number,
		      const struct lab_echo *echo);

#endif /* _LAB_TRANSPORT_H */
