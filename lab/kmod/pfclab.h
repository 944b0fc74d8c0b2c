/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Traffic for the laboratory: what the program that builds a fabric asks of the
 * pfclab module, by ioctl() on /dev/pfclab.  All that was asked for ends when
 * the file is closed.  Interfaces are those of the caller's network namespace
 * at the time of the call; times are nanoseconds after the start.
 */
#ifndef _PFCLAB_H
#define _PFCLAB_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define PFCLAB_FLOWS_MAX	4096
#define PFCLAB_UDP_PORT		9	/* where all flows go */
#define PFCLAB_FRAME_MIN	60	/* bytes, without FCS */
#define PFCLAB_FRAME_MAX	9018
#define PFCLAB_WIRE_OVERHEAD	24	/* preamble, FCS and gap */

/**
 * struct pfclab_flow - a flow of UDP datagrams, one a frame
 * @ifindex: interface that sends
 * @to_ifindex: interface that shall get it, in namespace @to_netns
 * @to_netns: file descriptor of that namespace
 * @size: bytes of a frame, without FCS
 * @from_mac: source address
 * @to_mac: destination address
 * @from_ip: source address, network byte order
 * @to_ip: destination address, network byte order
 * @tos: the IP header's DSCP and ECN
 * @rate: bits per second, counting %PFCLAB_WIRE_OVERHEAD for each frame
 * @start: time of the first frame
 * @stop: none is sent from then on
 * @burst: frames of a burst, or 0: without end
 * @period: from burst to burst
 * @jitter: each frame is late by a random time below this
 * @seed: of these random times
 * @buffer: bytes of frames that may be under way to the next port; what would
 *	exceed it is withheld
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
};

/**
 * struct pfclab_pause - PFC frames that are sent whatever happens
 * @ifindex: interface that sends
 * @prios: bit mask of the priorities that they pause
 * @quanta: pause time of each, 0: XON
 * @start: time of the first frame
 * @stop: none is sent from then on
 * @period: from frame to frame
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
 * struct pfclab_counters - what became of a flow; read() yields one for each,
 * in the order in which they were added
 * @sent: frames handed to the sending interface
 * @refused: of these, dropped by it at once
 * @withheld: frames not sent because the buffer was full
 * @received: frames that arrived where they should
 * @astray: frames that arrived elsewhere
 * @missing: frames that were overtaken by later ones, or lost before them
 * @late: frames overtaken by later ones that arrived after all
 * @buffered: bytes of frames under way to the next port now
 * @delay_sum: time from sending to arrival, summed
 * @delay_min: least of these times
 * @delay_max: largest of these times
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
};

/**
 * struct pfclab_digest - what all arrivals amount to
 * @hash: of flow, number and time of all arrivals, in their order
 * @arrivals: how many
 */
struct pfclab_digest {
	__u64	hash;
	__u64	arrivals;
};

#define PFCLAB_ADD_FLOW		_IOW('P', 1, struct pfclab_flow)
#define PFCLAB_ADD_PAUSE	_IOW('P', 2, struct pfclab_pause)
#define PFCLAB_START		_IOW('P', 3, __u64)	/* CLOCK_MONOTONIC, ns */
#define PFCLAB_DIGEST		_IOR('P', 4, struct pfclab_digest)

#endif /* _PFCLAB_H */
