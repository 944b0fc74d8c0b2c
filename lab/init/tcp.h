/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flows and messages over TCP sockets of the kernel.
 */
#ifndef TCP_H
#define TCP_H

#include "lab.h"

/**
 * struct tcp_counters - counters of a TCP flow, in memory that processes share
 * @bytes: bytes that the receiving program has read
 * @written: bytes that the sending program has written
 * @began: time at which the flow could start, ns after the start of the traffic
 * @finished: time at which the last byte of a message was read; 0: not yet
 * @tcp_retransmitted: segments sent again
 * @tcp_cwnd: congestion window, segments
 * @tcp_rtt: smoothed round-trip time, us
 * @tcp_marked: segments acknowledged with an ECN echo
 *
 * The first four are written by the process that runs the flows, the others by a sample.
 */
struct tcp_counters {
	uint64_t	bytes;
	uint64_t	written;
	uint64_t	began;
	uint64_t	finished;
	uint64_t	tcp_retransmitted;
	uint64_t	tcp_cwnd;
	uint64_t	tcp_rtt;
	uint64_t	tcp_marked;
};

/**
 * struct tcp_flow - a TCP connection that carries a flow or a message
 * @flow: number of the flow
 * @start: start time, ns after the start of the traffic
 * @stop: end of transmission, ns after the start of the traffic
 * @size: bytes of a message; 0: not a message
 * @gap: time from the end of the last message that it depends on to its start, ns
 * @sender: socket of the sending host
 * @receiver: socket of the receiving host
 * @pending: messages that must be complete before this one starts
 * @dependents: indices of messages that depend on this one
 * @n_dependents: number of @dependents
 * @active: the flow has started, and has neither ended nor written all bytes
 * @settled: a sample has read the final state of the socket
 * @counters: counters
 * @sampled: counters in the previous sample
 */
struct tcp_flow {
	uint32_t		flow;
	uint64_t		start;
	uint64_t		stop;
	uint64_t		size;
	uint64_t		gap;
	int			sender;
	int			receiver;
	uint32_t		pending;
	uint32_t		*dependents;
	size_t			n_dependents;
	bool			active;
	bool			settled;
	struct tcp_counters	*counters;
	struct tcp_counters	sampled;
};

void tcp_disconnect(const struct tcp_flow *flow);
void tcp_process(struct lab *lab, uint64_t start);

#endif /* TCP_H */
