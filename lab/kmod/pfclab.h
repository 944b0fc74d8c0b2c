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

#define PFCLAB_FLOWS_MAX	1048576	/* the UDP source port has the low bits of the number */
#define PFCLAB_TCP_MAX		65535	/* flows over TCP */
#define PFCLAB_UDP_PORT		9	/* destination port of all flows */
#define PFCLAB_CONTROL_PORT	10	/* destination port of ACK, NAK and CNP */
#define PFCLAB_FRAME_MIN	60	/* bytes, without FCS */
#define PFCLAB_FRAME_MAX	9018	/* bytes, without FCS */
#define PFCLAB_WIRE_OVERHEAD	24	/* bytes of preamble, FCS and inter-frame gap */

/**
 * struct pfclab_flow - flow of UDP datagrams, one per frame
 * @ifindex: sending interface, in namespace @netns
 * @to_ifindex: receiving interface, in namespace @to_netns
 * @netns: file descriptor of the sender's network namespace
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
 * @window: bytes that messages and flows with a transport of the same interface and DSCP may have
 *	between them and the next port; the largest of their values counts.  They send in turn,
 *	one frame each.
 * @gap: time from the end of the last message that a message depends on to its first frame,
 *	ns; it also does not start before @start
 * @last: length of the last frame of a message
 * @patience: a message that is not reliable ends, although frames are missing, when it has sent its
 *	last frame and none of its frames has arrived for this time, ns; 0: it does not
 * @ttl: TTL of the IP header, 1 to 255
 */
struct pfclab_flow {
	__u32	ifindex;
	__u32	to_ifindex;
	__s32	netns;
	__s32	to_netns;
	__u8	from_mac[6];
	__u8	to_mac[6];
	__be32	from_ip;
	__be32	to_ip;
	__u32	tos;
	__u32	size;
	__u32	last;
	__u64	rate;
	__u64	start;
	__u64	stop;
	__u64	burst;
	__u64	period;
	__u64	jitter;
	__u64	seed;
	__u64	buffer;
	__u64	count;
	__u64	window;
	__u64	gap;
	__u64	patience;
	__u64	ttl;
};

/**
 * struct pfclab_dependency - order of two messages
 * @flow: number of the message that starts later
 * @on: number of the message that must have ended before, smaller than @flow
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
 * @began: time at which a message could start: all messages that it depends on had ended,
 *	and @gap and @start of its specification had passed; ns after the start of the traffic
 * @finished: time at which the last frame of a message arrived, ns after the start of the
 *	traffic; 0: not all frames have arrived
 * @ended: time at which a message ended although frames were missing, ns after the start of the
 *	traffic; 0: it did not
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
	__u64	ended;
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

/**
 * struct pfclab_transport - sender of a flow with rate control or reliability
 * @flow: number of the flow, which has no bursts and no jitter
 * @ack_ifindex: interface of the sending host that receives ACK, NAK and CNP, in namespace
 *	@ack_netns
 * @ack_netns: file descriptor of the sender's network namespace
 * @reply_ifindex: interface of the receiving host that sends them, in namespace @reply_netns
 * @reply_netns: file descriptor of the receiver's network namespace
 * @from_mac: source MAC address of ACK, NAK and CNP
 * @to_mac: their destination MAC address
 * @from_ip: their source IP address, network byte order
 * @to_ip: their destination IP address, network byte order
 *
 * A frame that does not fit into the send buffer of such a flow waits, as that of a message.
 * %PFCLAB_SET_SENDER and %PFCLAB_SET_RELIABLE determine what the sender does.
 */
struct pfclab_transport {
	__u32	flow;
	__u32	ack_ifindex;
	__s32	ack_netns;
	__u32	reply_ifindex;
	__s32	reply_netns;
	__u8	from_mac[6];
	__u8	to_mac[6];
	__be32	from_ip;
	__be32	to_ip;
};

#define PFCLAB_ONE		0x40000000U	/* shares are multiples of 1 / 2^30 */
#define PFCLAB_VALUES_MAX	20
#define PFCLAB_NAME_MAX		16

/**
 * struct pfclab_sender - rate control of a flow
 * @flow: number of the flow, which has a transport
 * @tos: TOS byte of CNP
 * @cnp_interval: minimum time between two CNP of the flow, ns
 * @hops: switches on its path
 * @n_values: number of @values
 * @name: name of the sender, the name of a file in senders/
 * @values: parameters of the sender, in the order of its file
 */
struct pfclab_sender {
	__u32	flow;
	__u32	tos;
	__u64	cnp_interval;
	__u32	hops;
	__u32	n_values;
	char	name[PFCLAB_NAME_MAX];
	__u64	values[PFCLAB_VALUES_MAX];
};

#define PFCLAB_SELECTIVE_MAX	4096	/* largest window of selective repeat, frames */

/**
 * struct pfclab_reliable - parameters of go-back-N or selective repeat
 * @flow: number of the flow
 * @tos: TOS byte of ACK and NAK
 * @ack_every: the receiver acknowledges each frame whose number is a multiple of this, and the
 *	last one of a message
 * @retries: timeouts in succession after which the sender gives up
 * @window: maximum number of frames that are not acknowledged, at least @ack_every; 0: no limit
 * @timeout: time without progress after which go-back-N sends all frames again that are not
 *	acknowledged, and selective repeat the first one, ns
 * @selective: 0: go-back-N, 1: selective repeat, with a @window from 1 to %PFCLAB_SELECTIVE_MAX
 * @low_frames: selective repeat: with fewer frames outstanding, @timeout_low applies
 * @timeout_low: a shorter timeout, ns
 */
struct pfclab_reliable {
	__u32	flow;
	__u32	tos;
	__u32	ack_every;
	__u32	retries;
	__u64	window;
	__u64	timeout;
	__u32	selective;
	__u32	low_frames;
	__u64	timeout_low;
};

#define PFCLAB_HOPS_MAX	8	/* reports in a frame */

/**
 * struct pfclab_int - port of a switch that adds INT reports to the frames of senders that use them
 * @ifindex: the port
 * @rate: its rate, bit/s
 */
struct pfclab_int {
	__u32	ifindex;
	__u64	rate;
};

/**
 * struct pfclab_transport_counters - counters of a sender with rate control or reliability
 * @retransmitted: frames sent again
 * @timeouts: retransmission timeouts
 * @gave_up: 1 if the sender gave up after too many timeouts
 * @acks_sent: ACK sent by the receiver
 * @acks_received: ACK that arrived at the sender
 * @naks_sent: NAK sent by the receiver
 * @naks_received: NAK that arrived at the sender
 * @cnps_sent: CNP sent by the receiver
 * @cnps_received: CNP that arrived at the sender
 * @marked: frames with a CE mark that arrived
 * @in_order: frames that the receiver accepted, with @bytes of data
 * @bytes: bytes of data that the receiver accepted: without headers, with padding
 * @out_of_order: frames that the receiver discarded since an earlier one is missing
 * @duplicates: frames that the receiver had accepted before
 * @rate: current rate of a sender with rate control, bit/s
 * @alpha: its current estimate of the congestion, multiple of 1 / %PFCLAB_ONE
 * @window: its current window, bytes on the wire; 0: no limit
 */
struct pfclab_transport_counters {
	__u64	retransmitted;
	__u64	timeouts;
	__u64	gave_up;
	__u64	acks_sent;
	__u64	acks_received;
	__u64	naks_sent;
	__u64	naks_received;
	__u64	cnps_sent;
	__u64	cnps_received;
	__u64	marked;
	__u64	in_order;
	__u64	bytes;
	__u64	out_of_order;
	__u64	duplicates;
	__u64	rate;
	__u64	alpha;
	__u64	window;
};

/**
 * struct pfclab_transport_read - request for the counters of all such senders
 * @to: address of an array of struct pfclab_transport_counters, in the order of
 *	%PFCLAB_ADD_TRANSPORT
 * @count: number of elements of the array
 */
struct pfclab_transport_read {
	__u64	to;
	__u64	count;
};

/* Kinds of counters of a port */
enum {
	PFCLAB_PORT,
	PFCLAB_PG,
	PFCLAB_PRIO,
	PFCLAB_QUEUE,
};

/**
 * struct pfclab_change - counter of a port that has changed
 * @value: its value
 * @kind: %PFCLAB_PORT and so on
 * @id: number of the PG, priority or queue
 * @attr: its attribute in <linux/pfc_stats.h>
 * @pad: not used
 */
struct pfclab_change {
	__u64	value;
	__u8	kind;
	__u8	id;
	__u8	attr;
	__u8	pad[5];
};

/**
 * struct pfclab_port - port whose counters have changed
 * @node: number of its network namespace, in the order of %PFCLAB_ADD_NODE
 * @changes: number of struct pfclab_change that follow
 * @name: name of its device
 */
struct pfclab_port {
	__u32	node;
	__u32	changes;
	char	name[16];
};

/**
 * struct pfclab_ports - request for the counters of ports that have changed
 * @to: address of a buffer
 * @size: its size, 64 KiB or more
 * @used: set to the number of bytes in the buffer: each port, followed by its changes.  The next
 *	request continues with the next port; 0: all ports have been read
 */
struct pfclab_ports {
	__u64	to;
	__u32	size;
	__u32	used;
};

#define PFCLAB_ADD_FLOW		_IOW('P', 1, struct pfclab_flow)
#define PFCLAB_ADD_PAUSE	_IOW('P', 2, struct pfclab_pause)
#define PFCLAB_START		_IOW('P', 3, __u64)	/* start time, CLOCK_MONOTONIC ns */
#define PFCLAB_DIGEST		_IOR('P', 4, struct pfclab_digest)
#define PFCLAB_ADD_PATH		_IOW('P', 5, struct pfclab_path)
#define PFCLAB_ADD_DEPENDENCY	_IOW('P', 6, struct pfclab_dependency)
#define PFCLAB_ADD_TRANSPORT	_IOW('P', 7, struct pfclab_transport)
#define PFCLAB_SET_SENDER	_IOW('P', 8, struct pfclab_sender)
#define PFCLAB_SET_RELIABLE	_IOW('P', 9, struct pfclab_reliable)
#define PFCLAB_TRANSPORTS	_IOW('P', 10, struct pfclab_transport_read)
#define PFCLAB_SEED		_IOW('P', 11, __u64)	/* of the random numbers of pfc */
#define PFCLAB_ADD_NODE		_IOW('P', 12, __s32)	/* network namespace, for PFCLAB_PORTS */
#define PFCLAB_PORTS		_IOWR('P', 13, struct pfclab_ports)
#define PFCLAB_ADD_INT		_IOW('P', 14, struct pfclab_int)

#endif /* _PFCLAB_H */
