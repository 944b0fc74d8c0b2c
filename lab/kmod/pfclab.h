/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * User space interface of the traffic generator, /dev/pfclab.  close() stops the
 * traffic of the open file.  Interface indices refer to the caller's network
 * namespace at the time of the ioctl(), unless stated otherwise.  Times are
 * nanoseconds after the start of the traffic, which PFCLAB_START sets.
 */
#ifndef _PFCLAB_H
#define _PFCLAB_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define PFCLAB_FLOWS_MAX	65535	/* the UDP source port has the number of the flow */
#define PFCLAB_UDP_PORT		9	/* destination port of all flows */
#define PFCLAB_FRAME_MIN	60	/* bytes, without FCS */
#define PFCLAB_FRAME_MAX	9018	/* bytes, without FCS */
#define PFCLAB_WIRE_OVERHEAD	24	/* bytes of preamble, FCS and inter-frame gap */

/**
 * struct pfclab_flow - flow of UDP datagrams, one per frame
 * @ifindex: sending interface
 * @to_ifindex: receiving interface, in namespace @to_netns
 * @to_netns: file descriptor of the receiver's network namespace
 * @size: frame length in bytes, without FCS
 * @from_mac: source MAC address
 * @to_mac: destination MAC address
 * @from_ip: source IP address, network byte order
 * @to_ip: destination IP address, network byte order
 * @tos: TOS byte of the IP header: DSCP and ECN
 * @rate: rate on the wire, bit/s: a frame counts as @size + %PFCLAB_WIRE_OVERHEAD bytes
 * @start: time of the first frame, ns
 * @stop: end of transmission, ns; each frame is due before it, but @jitter may delay the
 *	last frames beyond it
 * @burst: frames per burst; 0: continuous
 * @period: interval between the starts of two bursts, ns
 * @jitter: upper bound of the random delay of each frame, ns
 * @seed: seed of the random delays
 * @buffer: size of the send buffer, bytes; it holds all frames that were sent and have not
 *	arrived at the next port; a frame that does not fit is withheld: it is never sent
 * @count: frames of a message; 0: not a message.  A frame of a message that does not fit into
 *	the send buffer waits.  A message has no bursts and no jitter.
 * @gap: time from the end of the last message that a message depends on to its first frame,
 *	ns; it also does not start before @start
 * @last: length of the last frame of a message
 * @ttl: TTL of the IP header, 1 to 255
 */
struct pfclab_flow {
	__u32	ifindex;
	__u32	to_ifindex;
	__s32	to_netns;
	__u32	size;
	__u8	from_mac[6];
	__u8	to_mac[6];
	__be32	from_ip;
	__be32	to_ip;
	__u32	tos;
	__u64	rate;
	__u64	start;
	__u64	stop;
	__u64	burst;
	__u64	period;
	__u64	jitter;
	__u64	seed;
	__u64	buffer;
	__u64	count;
	__u64	gap;
	__u32	last;
	__u32	ttl;
};

/**
 * struct pfclab_dependency - order of two messages
 * @flow: number of the message that starts later
 * @on: number of the message that must have arrived before, smaller than @flow
 */
struct pfclab_dependency {
	__u32	flow;
	__u32	on;
};

#define PFCLAB_PATHS_MAX	64

/**
 * struct pfclab_path - one of several addresses of a flow's receiver
 * @flow: number of the flow, in the order of %PFCLAB_ADD_FLOW
 * @ip: destination IP address, network byte order
 * @mac: destination MAC address
 *
 * A flow with such addresses chooses one of them for each frame at random.  Switches forward
 * each address along another path.
 */
struct pfclab_path {
	__u32	flow;
	__be32	ip;
	__u8	mac[6];
};

/**
 * struct pfclab_pause - source of PFC frames at fixed times, regardless of buffer occupancy
 * @ifindex: sending interface
 * @prios: bit mask of the paused priorities
 * @quanta: pause time of each priority, quanta; 0: XON
 * @start: time of the first frame, ns
 * @stop: end of transmission, ns; no frame is sent at this time or later
 * @period: interval between two frames, ns
 */
struct pfclab_pause {
	__u32	ifindex;
	__u16	prios;
	__u16	quanta;
	__u64	start;
	__u64	stop;
	__u64	period;
};

/**
 * struct pfclab_counters - counters of a flow
 * @sent: frames handed to the sending interface
 * @refused: sent frames that the sending interface dropped immediately
 * @withheld: frames not sent because the send buffer of the flow was full
 * @received: frames that arrived at the receiving interface
 * @astray: frames that arrived at an interface other than the receiving interface
 * @missing: frames that had not arrived when a later frame of the flow arrived: they are
 *	lost or overtaken
 * @late: frames that arrived after a later frame of the flow; @missing counts them, too
 * @buffered: bytes in the send buffer: sent, but not yet at the next port
 * @delay_sum: sum of the delays, ns; each from the hand-over to the sending interface to
 *	the arrival
 * @delay_min: minimum delay, ns
 * @delay_max: maximum delay, ns
 * @began: time at which a message could start: all messages that it depends on had arrived,
 *	and @gap and @start of its specification had passed; ns after the start of the traffic
 * @finished: time at which the last frame of a message arrived, ns after the start of the
 *	traffic; 0: not all frames have arrived
 *
 * read() returns one structure per flow, in the order of %PFCLAB_ADD_FLOW.
 */
struct pfclab_counters {
	__u64	sent;
	__u64	refused;
	__u64	withheld;
	__u64	received;
	__u64	astray;
	__u64	missing;
	__u64	late;
	__u64	buffered;
	__u64	delay_sum;
	__u64	delay_min;
	__u64	delay_max;
	__u64	began;
	__u64	finished;
};

/**
 * struct pfclab_digest - digest of all arrivals
 * @hash: hash over flow, sequence number and time of each arrival, in the order of arrival
 * @arrivals: number of arrivals
 */
struct pfclab_digest {
	__u64	hash;
	__u64	arrivals;
};

#define PFCLAB_ADD_FLOW		_IOW('P', 1, struct pfclab_flow)
#define PFCLAB_ADD_PAUSE	_IOW('P', 2, struct pfclab_pause)
#define PFCLAB_START		_IOW('P', 3, __u64)	/* start time, CLOCK_MONOTONIC ns */
#define PFCLAB_DIGEST		_IOR('P', 4, struct pfclab_digest)
#define PFCLAB_ADD_PATH		_IOW('P', 5, struct pfclab_path)
#define PFCLAB_ADD_DEPENDENCY	_IOW('P', 6, struct pfclab_dependency)

#endif /* _PFCLAB_H */
