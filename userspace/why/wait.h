/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who waits for whom, as read from the kernel (PFC_CMD_WAIT_GET): the pauses of each port, its
 * priority groups as ingress buffers, and the priority groups and flows that hold its queues.
 *
 * Times are CLOCK_MONOTONIC in nanoseconds.  Counters count since the port was created.
 */
#ifndef WAIT_H
#define WAIT_H

#include <net/ethernet.h>
#include <net/if.h>
#include "model.h"

/**
 * struct wait - pauses of a priority in both directions, and its egress queue
 * @rx_paused: a received XOFF pauses the priority now
 * @rx_since: start of the present pause, or of the last one
 * @rx_until: time at which the present pause ends without another XOFF; 0: not paused
 * @rx_quanta: pause time in the last XOFF received, quanta; 0: none received
 * @rx_count: pauses, including the present one
 * @rx_total: total length of the pauses, including the present one, ns
 * @rx_longest: length of the longest pause, including the present one, ns
 * @rx_last: length of the last finished pause, ns
 * @rx_xoff: XOFF received for the priority in PFC frames
 * @rx_expired: pauses that ended at their deadline, without XON
 * @tx_xoff: the port has sent XOFF for the priority, and no XON since
 * @tx_since: start of the present pause that the port asks of its peer, or of the last one
 * @tx_count: pauses that the port has asked for, including the present one
 * @tx_total: total length of these pauses, including the present one, ns
 * @tx_longest: length of the longest of these pauses, including the present one, ns
 * @tx_last: length of the last finished one of these pauses, ns
 * @backlog_packets: frames in the queue
 * @backlog_bytes: bytes in the queue
 * @local_bytes: part of these bytes that is charged to no port
 * @sent_packets: frames that the queue has sent
 * @sent_bytes: bytes of these frames
 * @storm: &enum pfc_watchdog_state
 * @suppressed: the watchdog or the XOFF timeout suppresses XOFF of the priority
 */
struct wait {
	bool		rx_paused;
	uint64_t	rx_since;
	uint64_t	rx_until;
	uint32_t	rx_quanta;
	uint64_t	rx_count;
	uint64_t	rx_total;
	uint64_t	rx_longest;
	uint64_t	rx_last;
	uint64_t	rx_xoff;
	uint64_t	rx_expired;
	bool		tx_xoff;
	uint64_t	tx_since;
	uint64_t	tx_count;
	uint64_t	tx_total;
	uint64_t	tx_longest;
	uint64_t	tx_last;
	uint64_t	backlog_packets;
	uint64_t	backlog_bytes;
	uint64_t	local_bytes;
	uint64_t	sent_packets;
	uint64_t	sent_bytes;
	uint8_t		storm;
	bool		suppressed;
};

/**
 * struct wait_pg - a priority group as ingress buffer
 * @known: the kernel reported the group, which is lossless or holds bytes; else all other
 *	members are 0
 * @prios: bit mask of the priorities that are charged to the group
 * @lossless: XOFF is sent for the group
 * @in_xoff: the group is above XOFF, or has been and is not yet below XON
 * @occupancy: bytes that the group holds in the egress queues of all ports
 * @xoff_at: occupancy above which a lossless group enters XOFF now, bytes
 * @xon_at: occupancy at which a lossless group leaves XOFF now, bytes
 * @headroom: part of @occupancy in the headroom, bytes
 * @rx_bytes: bytes received
 * @rx_packets: frames received
 * @drops: frames dropped, of all causes
 */
struct wait_pg {
	bool		known;
	uint8_t		prios;
	bool		lossless;
	bool		in_xoff;
	uint64_t	occupancy;
	uint64_t	xoff_at;
	uint64_t	xon_at;
	uint64_t	headroom;
	uint64_t	rx_bytes;
	uint64_t	rx_packets;
	uint64_t	drops;
};

/**
 * struct holder - a priority group that holds frames in an egress queue
 * @port_id: id of the ingress port
 * @ifindex: ifindex of the ingress port, also if it is no longer a port
 * @pg: the priority group, 0..7
 * @bytes: bytes of its frames in the queue
 * @packets: its frames in the queue
 */
struct holder {
	uint32_t	port_id;
	uint32_t	ifindex;
	uint8_t		pg;
	uint64_t	bytes;
	uint64_t	packets;
};

/**
 * struct flow - frames of one flow in an egress queue
 * @ethertype: the EtherType behind the VLAN tags
 * @src_mac: source address of the first frame
 * @dst_mac: destination address of the first frame
 * @addr_len: length of @src and @dst, bytes: 4 for IPv4, 16 for IPv6, 0 if the flow is not IP
 * @src: IP source address, in network byte order
 * @dst: IP destination address, in network byte order
 * @protocol: IP protocol, valid if @addr_len is not 0
 * @has_ports: @src_port and @dst_port are valid
 * @src_port: source port
 * @dst_port: destination port
 * @dscp: DSCP, valid if @addr_len is not 0
 * @port_id: id of the ingress port; 0: charged to no port
 * @pg: priority group of the ingress port, valid if @port_id is not 0
 * @bytes: bytes in the queue
 * @packets: frames in the queue
 * @tagged: @vlan is valid
 * @vlan: VLAN id of the outer tag
 */
struct flow {
	uint32_t	ethertype;
	uint8_t		src_mac[ETH_ALEN];
	uint8_t		dst_mac[ETH_ALEN];
	uint8_t		addr_len;
	uint8_t		src[16];
	uint8_t		dst[16];
	uint8_t		protocol;
	bool		has_ports;
	uint32_t	src_port;
	uint32_t	dst_port;
	uint8_t		dscp;
	uint32_t	port_id;
	uint8_t		pg;
	uint64_t	bytes;
	uint64_t	packets;
	bool		tagged;
	uint32_t	vlan;
};

/**
 * struct holders - who holds an egress queue
 * @known: the kernel reported the queue, because it holds frames; else all other members are 0
 * @packets: frames in the queue
 * @bytes: bytes in the queue
 * @local_bytes: part of @bytes that is charged to no port
 * @partial: holders and flows describe only the first frames of the queue
 * @no_flows: the kernel did not report flows, because the user may not see them
 * @flows: number of different flows
 * @other_bytes: bytes of flows that are not in @flow
 * @n_holders: number of entries in @holder
 * @holder: priority groups, the one with most bytes first
 * @n_flows: number of entries in @flow
 * @flow: flows, the one with most bytes first
 */
struct holders {
	bool		known;
	uint64_t	packets;
	uint64_t	bytes;
	uint64_t	local_bytes;
	bool		partial;
	bool		no_flows;
	uint32_t	flows;
	uint64_t	other_bytes;
	size_t		n_holders;
	struct holder	*holder;
	size_t		n_flows;
	struct flow	*flow;
};

/**
 * struct wait_port - a port, its pauses and its queues
 * @ifindex: ifindex of the device
 * @name: name of the device
 * @id: id of the port
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
	uint64_t	time;
	bool		has_peer;
	uint8_t		peer_mac[ETH_ALEN];
	struct wait	wait[PFC_PRIO_COUNT];
	struct wait_pg	wait_pg[PFC_PRIO_COUNT];
	struct holders	queue[PFC_PRIO_COUNT];
};

/**
 * struct waits - ports of a namespace, sorted by ifindex
 * @n: number of ports
 * @list: the ports
 */
struct waits {
	size_t			n;
	struct wait_port	*list;
};

int waits_load(struct ctx *ctx, struct waits *waits);
void waits_free(struct waits *waits);

/* fields.c */
extern const struct field wait_fields[], wait_pg_fields[], holders_fields[], holder_fields[],
	flow_fields[];

#endif /* WAIT_H */
