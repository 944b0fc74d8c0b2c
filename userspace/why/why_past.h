/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Why ports were paused or sent XOFF at a time in the past, as far as the flight recorders know.
 *
 * A port that sent XOFF names the egress queue whose packet brought its PG into XOFF.  If received
 * XOFF paused that queue, the chain continues at the peer, which sent XOFF.  Otherwise the queue
 * was congested.  The analysis does no I/O.  Times are CLOCK_MONOTONIC, ns.
 */
#ifndef WHY_PAST_H
#define WHY_PAST_H

#include "why_graph.h"

#define PAST_NOTES	4	/* events of a step that are listed */

/**
 * struct past_step - a pause in a chain
 * @port: index of the port
 * @past: the pause
 * @queue_port: sent XOFF: index of the port of the egress queue that is the cause, or %WHY_NONE
 * @queue_prio: priority of that queue
 * @votes: sent XOFF: number of XOFF of the priority at that time that name this queue
 * @named: sent XOFF: number of XOFF at that time that name a queue
 * @n_notes: number of entries in @notes
 * @notes: storms, losses and stalls of the priority during the pause
 */
struct past_step {
	uint32_t		port;
	const struct past	*past;
	uint32_t		queue_port;
	uint8_t			queue_prio;
	unsigned int		votes;
	unsigned int		named;
	unsigned int		n_notes;
	const struct record	*notes[PAST_NOTES];
};

/**
 * struct past_chain - from a pause to its root
 * @n: number of steps
 * @steps: the steps: the pause, its cause, the cause of that, and so on
 * @root: number of the root
 */
struct past_chain {
	size_t			n;
	struct past_step	*steps;
	uint32_t		root;
};

/* Return: the length of a pause, as far as the flight recorder shows it */
static inline uint64_t why_past_length(const struct why_port *port, const struct past *past)
{
	return past_part(&port->now->recorder, past, port->now->recorder.since, UINT64_MAX);
}

uint64_t why_past_last(const struct why_port *ports, size_t n);
void why_past(const struct why_port *ports, size_t n, uint64_t time, struct why *why);

#endif /* WHY_PAST_H */
