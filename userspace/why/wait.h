/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ports of a namespace as ends of pauses, as read from the kernel: the pauses of each port,
 * its priority groups as ingress buffers, the priority groups and flows that hold its queues
 * (PFC_CMD_WAIT_GET), and its flight recorder (PFC_CMD_RECORD_GET).
 *
 * pfc.yaml describes the members of the generated structs: struct wait are the pauses of a priority
 * and its egress queue, struct wait_pg is a priority group, struct holder a priority group that
 * holds frames in an egress queue.  Times are CLOCK_MONOTONIC in nanoseconds.  Counters count since
 * the port was created.
 */
#ifndef WAIT_H
#define WAIT_H

#include <net/ethernet.h>
#include "model.h"
#include "setting.h"
#include "why_members_generated.h"

/**
 * struct flow - frames of one flow in an egress queue
 * @addr_len: length of @src and @dst, bytes: 4 for IPv4, 16 for IPv6, 0 if the flow is not IP
 * @has_ports: @src_port and @dst_port are valid
 * @tagged: @vlan is valid
 */
struct flow {
	struct flow_members;
	uint8_t		addr_len;
	bool		has_ports;
	bool		tagged;
};

/*
 * Who holds an egress queue; all members are 0 if it holds no frames
 * @no_flows: the kernel did not report flows, because the user may not see them
 * @holder: priority groups, the one with most bytes first
 * @flow: flows, the one with most bytes first
 */
struct holders {
	struct holders_members;
	bool		no_flows;
	size_t		n_holders;
	struct holder	*holder;
	size_t		n_flows;
	struct flow	*flow;
};

/**
 * struct record - a transition of a priority of a port
 * @number: number of the transition, from 0 since the port was created
 */
struct record {
	struct record_members;
	uint64_t	number;
};

/*
 * A pause of a priority in a flight recorder
 * @begin: start of the pause; 0: before the oldest transition in the recorder
 * @end: end of the pause; 0: the pause is not over
 * @from: its start, or the time from which on the recorder has all pauses
 * @to: its end, or the time at which the kernel read the recorder
 * @start: the transition that began the pause; NULL: it is overwritten
 * @stop: the transition that ended the pause; NULL: the pause is not over
 */
struct past {
	enum xoff_dir		dir;
	uint8_t			prio;
	uint64_t		begin;
	uint64_t		end;
	uint64_t		from;
	uint64_t		to;
	const struct record	*start;
	const struct record	*stop;
};

/*
 * The flight recorder of a port: its last transitions
 * @time: time at which the kernel read the recorder
 * @first: number of the oldest transition in @list: older ones are overwritten
 * @list: the transitions, sorted by time; those of one priority and direction are in their order
 * @since: time from which on the recorder has all pauses; 0: since the port was created
 * @pasts: the pauses, sorted by their end; pauses that are not over are last
 */
struct recorder {
	uint64_t	time;
	uint64_t	first;
	size_t		n;
	struct record	*list;
	uint64_t	since;
	size_t		n_pasts;
	struct past	*pasts;
};

/*
 * A port, its pauses, its queues, and its flight recorder
 * @parts: bit mask of the parts that were read: %WAITS_PAUSES, %WAITS_RECORDERS
 * @time: time at which the kernel read the port
 * @has_peer: @peer_mac is valid
 * @peer_mac: source address of the last PFC or PAUSE frame received
 * @wait: pauses and egress queues, by priority
 * @wait_pg: priority groups, by number
 * @queue: holders of the egress queues, by priority
 */
struct wait_port {
	uint32_t	ifindex;
	char		name[IFNAMSIZ];
	uint32_t	id;
	unsigned int	parts;
	uint64_t	time;
	bool		has_peer;
	uint8_t		peer_mac[ETH_ALEN];
	struct wait	wait[PFC_PRIO_COUNT];
	struct wait_pg	wait_pg[PFC_PRIO_COUNT];
	struct holders	queue[PFC_PRIO_COUNT];
	struct recorder	recorder;
};

#define WAITS_PAUSES	1U
#define WAITS_RECORDERS	2U

/* Ports of a namespace, sorted by ifindex */
struct waits {
	size_t			n;
	struct wait_port	*list;
};

/**
 * struct pauses - pauses of a priority in one direction
 * @now: a pause is present
 * @since: start of the present pause, or of the last one
 * @count: number of pauses, including the present one
 * @total: total length, including the present one
 * @longest: length of the longest one, including the present one
 * @last: length of the last finished one
 */
struct pauses {
	bool		now;
	uint64_t	since;
	uint64_t	count;
	uint64_t	total;
	uint64_t	longest;
	uint64_t	last;
};

int waits_load(struct ctx *ctx, unsigned int parts, struct waits *waits);
void waits_free(struct waits *waits);
const struct wait_port *waits_find(const struct waits *waits, uint32_t ifindex);
struct pauses pauses_of(const struct wait_port *port, unsigned int prio, enum xoff_dir dir);

/* past.c */
const char *record_buffer(const struct record *record);
void pasts_find(struct wait_port *port);
uint64_t past_part(const struct past *past, uint64_t from, uint64_t to);
uint64_t pasts_paused(const struct recorder *recorder, enum xoff_dir dir, unsigned int prio,
		      uint64_t from, uint64_t to);

/* why_fields_generated.c */
extern const struct field wait_fields[], wait_pg_fields[], holders_fields[], holder_fields[],
	flow_fields[], record_fields[];

#endif /* WAIT_H */
