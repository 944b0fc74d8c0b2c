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

#include "record.h"
#include "why_graph.h"

#define PAST_NOTES	4	/* events of a step that are listed */

/* Class of a root that the flight recorders do not show: it is overwritten, or its port is gone */
#define PAST_UNKNOWN	WHY_CLASSES

/**
 * struct past_port - a port, as input of the analysis
 * @netns: name of its namespace; "" for that of the tool without -n
 * @ns: number of its namespace; egress queues are those of ports of the same namespace
 * @asked: priorities that the user asks about, bit mask
 * @record: its flight recorder
 * @pasts: the pauses in it
 * @peer: what is at the other end of the link
 * @peer_port: index of the peer, if it is a port
 * @peer_netns: namespace of the peer, if the tool knows the peer; otherwise ""
 * @peer_dev: device of the peer, if the tool knows it; otherwise ""
 */
struct past_port {
	const char			*netns;
	size_t				ns;
	uint8_t				asked;
	const struct record_port	*record;
	struct pasts			pasts;
	enum why_peer			peer;
	uint32_t			peer_port;
	const char			*peer_netns;
	const char			*peer_dev;
};

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
 * @root: index of the root
 */
struct past_chain {
	size_t			n;
	struct past_step	*steps;
	size_t			root;
};

/**
 * struct past_root - where chains end
 * @class: &enum why_class without %WHY_SETTING, or %PAST_UNKNOWN
 * @port: index of the port with the egress queue; unknown: of the port that sent XOFF
 * @prio: the priority of the queue
 * @past: the pause of the queue; NULL: it was not paused, or the class is unknown
 * @senders: incast: ingress ports whose XOFF names the queue
 * @bytes: incast: bytes of the PGs of these ports when they entered XOFF
 * @n_cycle: cycle: number of entries in @cycle
 * @cycle: cycle: its steps, a part of a chain; those with direction rx are the queues that wait
 */
struct past_root {
	unsigned int		class;
	uint32_t		port;
	uint8_t			prio;
	const struct past	*past;
	unsigned int		senders;
	uint64_t		bytes;
	size_t			n_cycle;
	const struct past_step	*cycle;
};

/**
 * struct why_past - result of the analysis
 * @time: the time that is explained
 * @n_chains: number of chains
 * @chains: chains of the pauses of the ports asked about, in order of the ports
 * @n_roots: number of roots
 * @roots: the roots, the one of most chains first
 */
struct why_past {
	uint64_t		time;
	size_t			n_chains;
	struct past_chain	*chains;
	size_t			n_roots;
	struct past_root	*roots;
};

uint64_t why_past_last(const struct past_port *ports, size_t n);
bool why_past(const struct past_port *ports, size_t n, uint64_t time, struct why_past *why);
void why_past_free(struct why_past *why);

#endif /* WHY_PAST_H */
