/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who waits for whom: the pauses of a port, its PGs as ingress buffers, and the PGs and flows
 * that hold its egress queues.  All of it is read on request only.
 */
#ifndef _PFC_WAIT_H
#define _PFC_WAIT_H

#include <linux/build_bug.h>
#include <linux/if_ether.h>
#include <linux/types.h>
#include "../uapi/linux/pfc.h"
#include "core/pause.h"
#include "stats.h"

struct pfc_port;
struct sk_buff;

/*
 * Pauses of a priority in both directions, and its egress queue: the values of &enum pfc_wait_attr.
 * @until is valid while the peer pauses the priority.
 */
struct pfc_wait_prio {
	struct pfc_pauses	rx;
	u64			until;
	u16			quanta;
	u64			xoff;
	u64			expired;
	struct pfc_pauses	tx;
	u64			packets;
	u64			bytes;
	u64			local;
	u64			sent_packets;
	u64			sent_bytes;
	u8			storm;
	bool			suppressed;
};

/* A PG as ingress buffer: the values of &enum pfc_wait_pg_attr */
struct pfc_wait_pg {
	u8			prios;
	bool			lossless;
	struct pfc_group_state	state;
	u64			rx_packets;
	u64			rx_bytes;
	u64			drops;
};

/*
 * State of a port
 * @time: time at which the reading ended, ns; not before any time in @prios
 * @has_peer: @peer is valid
 * @peer: source address of the last PFC or PAUSE frame received
 */
struct pfc_wait {
	u64			time;
	bool			has_peer;
	u8			peer[ETH_ALEN];
	struct pfc_wait_prio	prios[PFC_PRIOS];
	struct pfc_wait_pg	pgs[PFC_PRIOS];
};

/* A PG with frames in a queue: the values of &enum pfc_holder_attr */
struct pfc_holder {
	u32	ifindex;
	u16	port_id;
	u8	pg;
	u64	bytes;
	u64	packets;
};

/*
 * Identity of a flow, see &enum pfc_flow_attr; memcmp() compares it, so all unused bytes are 0
 * @src: IPv6 address, IPv4 address in the first 4 bytes, or MAC address in the first 6 bytes
 * @ethertype: 0: the frame has a length in its place
 * @port_id: 0: the frame is charged to no port
 * @version: IP version, 4 or 6; 0: the addresses are MAC addresses
 * @ports: the flow has ports: UDP, TCP or SCTP, and not a fragment
 */
struct pfc_flow_key {
	u8	src[16];
	u8	dst[16];
	u32	ifindex;
	__be16	ethertype;
	__be16	src_port;
	__be16	dst_port;
	u16	vlan;
	u16	port_id;
	u8	pg;
	u8	version;
	u8	protocol;
	u8	dscp;
	bool	ports;
	bool	tagged;
};

/* No padding, and a whole number of words for jhash2() */
static_assert(sizeof(struct pfc_flow_key) == 52);

/* MAC addresses of a frame */
struct pfc_flow_macs {
	u8	src[ETH_ALEN];
	u8	dst[ETH_ALEN];
};

/*
 * A flow with frames in a queue
 * @macs: MAC addresses of its first frame
 * @holder: index of its PG in &pfc_holders.holder, or %PFC_HOLDER_NONE
 */
struct pfc_flow {
	struct pfc_flow_key	key;
	struct pfc_flow_macs	macs;
	u16			holder;
	u64			bytes;
	u64			packets;
};

/* The frames of a flow are charged to no port, or there is no room for their PG */
#define PFC_HOLDER_NONE		U16_MAX

/* A visited frame: its flow, the bytes charged, and more than one of @frames for a GSO packet */
struct pfc_frame_flow {
	struct pfc_flow_key	key;
	struct pfc_flow_macs	macs;
	u32			len;
	u32			frames;
};

/* Number of frames that are visited at a time under the root lock */
#define PFC_VISIT_BATCH		64

/* Size of the hash table: half of its slots stay empty */
#define PFC_FLOW_SLOTS		(2 * PFC_WAIT_FLOWS_SEEN)

/*
 * Who holds a queue, see &enum pfc_holders_attr; pfc_holders_read() clears the members before
 * @with_flows
 * @other_bytes: bytes of the visited frames whose flow is not in @top
 * @holder: PGs, sorted at the end, the one with most bytes first
 * @top: indices of the largest flows, the one with most bytes first
 * @slots: hash table with @seed: 1 + index in @flow, 0: empty
 * @with_flows: set by the caller: whether to distinguish flows.  If not, no header of a frame is
 *	read, and all frames of a PG are one flow without addresses
 * @batch: frames visited under the root lock, to be added to @holder and @flow without it
 */
struct pfc_holders {
	u64			packets;
	u64			bytes;
	u64			local;
	bool			partial;
	u64			other_bytes;
	unsigned int		n_holders;
	unsigned int		n_flows;
	unsigned int		n_top;
	u16			slots[PFC_FLOW_SLOTS];
	bool			with_flows;
	struct pfc_holder	holder[PFC_WAIT_HOLDERS_MAX];
	struct pfc_flow		flow[PFC_WAIT_FLOWS_SEEN];
	u16			top[PFC_WAIT_FLOWS_MAX];
	u32			seed;
	struct pfc_frame_flow	batch[PFC_VISIT_BATCH];
};

/* flow.c */
void pfc_flow_parse(const struct sk_buff *skb, struct pfc_flow_key *key,
		    struct pfc_flow_macs *macs);

/* wait.c */
void pfc_wait_read(struct pfc_port *port, struct pfc_wait *wait);

/* holders.c */
bool pfc_holders_read(struct pfc_port *port, u8 prio, struct pfc_holders *holders);

#endif /* _PFC_WAIT_H */
