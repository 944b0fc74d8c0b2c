/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: who waits for whom, as reported
 * by %PFC_CMD_WAIT_GET.  <linux/pfc.h> includes this file and defines the attributes and units.
 */
#ifndef _UAPI_LINUX_PFC_WAIT_H
#define _UAPI_LINUX_PFC_WAIT_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

#define PFC_WAIT_FRAMES_MAX	8192U	/* frames of a queue that the module visits */
#define PFC_WAIT_HOLDERS_MAX	384U	/* holders of a queue in an answer */
#define PFC_WAIT_FLOWS_MAX	32U	/* flows of a queue in an answer */
#define PFC_WAIT_FLOWS_SEEN	2048U	/* flows of a queue that the module distinguishes */

/**
 * enum pfc_wait_attr - pauses of a priority of a port in both directions, and its egress queue
 * @PFC_WAIT_A_UNSPEC: unused
 * @PFC_WAIT_A_PAD: padding
 * @PFC_WAIT_A_ID: u8, the priority, 0..7
 * @PFC_WAIT_A_RX_PAUSED: flag, a received XOFF pauses the priority now
 * @PFC_WAIT_A_RX_SINCE: u64, CLOCK_MONOTONIC start of the present pause, or of the last one, ns
 * @PFC_WAIT_A_RX_UNTIL: u64, CLOCK_MONOTONIC time at which the present pause ends without another
 *	XOFF, ns; absent: not paused
 * @PFC_WAIT_A_RX_QUANTA: u32, pause time in the last XOFF received, quanta; 0: none received
 * @PFC_WAIT_A_RX_COUNT: u64, pauses, including the present one
 * @PFC_WAIT_A_RX_TOTAL: u64, total length of the pauses, including the present one, ns
 * @PFC_WAIT_A_RX_LONGEST: u64, length of the longest pause, including the present one, ns
 * @PFC_WAIT_A_RX_LAST: u64, length of the last finished pause, ns
 * @PFC_WAIT_A_RX_XOFF: u64, XOFF received for the priority in PFC frames
 * @PFC_WAIT_A_RX_EXPIRED: u64, pauses that ended at their deadline, without XON
 * @PFC_WAIT_A_TX_XOFF: flag, the port has sent XOFF for the priority, and no XON since
 * @PFC_WAIT_A_TX_SINCE: u64, CLOCK_MONOTONIC start of the present pause that the port asks of its
 *	peer, or of the last one, ns
 * @PFC_WAIT_A_TX_COUNT: u64, pauses that the port has asked for, including the present one
 * @PFC_WAIT_A_TX_TOTAL: u64, total length of these pauses, including the present one, ns
 * @PFC_WAIT_A_TX_LONGEST: u64, length of the longest of these pauses, including the present one,
 *	ns
 * @PFC_WAIT_A_TX_LAST: u64, length of the last finished one of these pauses, ns
 * @PFC_WAIT_A_BACKLOG_PACKETS: u64, frames in the queue
 * @PFC_WAIT_A_BACKLOG_BYTES: u64, bytes in the queue
 * @PFC_WAIT_A_LOCAL_BYTES: u64, part of these bytes that is charged to no port
 * @PFC_WAIT_A_SENT_PACKETS: u64, frames that the queue has sent
 * @PFC_WAIT_A_SENT_BYTES: u64, bytes of these frames
 * @PFC_WAIT_A_STORM: u8, &enum pfc_watchdog_state, state of the watchdog
 * @PFC_WAIT_A_SUPPRESSED: flag, the watchdog or %PFC_A_XOFF_TIMEOUT suppresses XOFF of the
 *	priority
 *
 * Counters and times count since the port was created.  A clear does not change them.
 */
enum pfc_wait_attr {
	PFC_WAIT_A_UNSPEC,
	PFC_WAIT_A_PAD,
	PFC_WAIT_A_ID,
	PFC_WAIT_A_RX_PAUSED,
	PFC_WAIT_A_RX_SINCE,
	PFC_WAIT_A_RX_UNTIL,
	PFC_WAIT_A_RX_QUANTA,
	PFC_WAIT_A_RX_COUNT,
	PFC_WAIT_A_RX_TOTAL,
	PFC_WAIT_A_RX_LONGEST,
	PFC_WAIT_A_RX_LAST,
	PFC_WAIT_A_RX_XOFF,
	PFC_WAIT_A_RX_EXPIRED,
	PFC_WAIT_A_TX_XOFF,
	PFC_WAIT_A_TX_SINCE,
	PFC_WAIT_A_TX_COUNT,
	PFC_WAIT_A_TX_TOTAL,
	PFC_WAIT_A_TX_LONGEST,
	PFC_WAIT_A_TX_LAST,
	PFC_WAIT_A_BACKLOG_PACKETS,
	PFC_WAIT_A_BACKLOG_BYTES,
	PFC_WAIT_A_LOCAL_BYTES,
	PFC_WAIT_A_SENT_PACKETS,
	PFC_WAIT_A_SENT_BYTES,
	PFC_WAIT_A_STORM,
	PFC_WAIT_A_SUPPRESSED,

	/* private: */
	__PFC_WAIT_A_MAX,
	PFC_WAIT_A_MAX = __PFC_WAIT_A_MAX - 1
};

/**
 * enum pfc_wait_pg_attr - state of a priority group as ingress buffer
 * @PFC_WAIT_PG_A_UNSPEC: unused
 * @PFC_WAIT_PG_A_PAD: padding
 * @PFC_WAIT_PG_A_ID: u8, the priority group, 0..7
 * @PFC_WAIT_PG_A_PRIOS: u8, bit mask of the priorities that are charged to the group
 * @PFC_WAIT_PG_A_LOSSLESS: flag, XOFF is sent for the group
 * @PFC_WAIT_PG_A_IN_XOFF: flag, the group is above XOFF, or has been and is not yet below XON
 * @PFC_WAIT_PG_A_OCCUPANCY: u64, bytes that the group holds in the egress queues of all ports
 * @PFC_WAIT_PG_A_XOFF_AT: u64, occupancy above which the group enters XOFF now, bytes: guarantee
 *	and threshold.  A pool without free bytes makes the group enter XOFF earlier.  Absent for a
 *	lossy group
 * @PFC_WAIT_PG_A_XON_AT: u64, occupancy at which the group leaves XOFF now, with an empty
 *	headroom, bytes; absent for a lossy group
 * @PFC_WAIT_PG_A_HEADROOM: u64, part of the occupancy charged to the headroom, bytes
 * @PFC_WAIT_PG_A_RX_BYTES: u64, bytes received since the port was created
 * @PFC_WAIT_PG_A_RX_PACKETS: u64, frames received since the port was created
 * @PFC_WAIT_PG_A_DROPS: u64, frames dropped since the port was created, of all causes
 */
enum pfc_wait_pg_attr {
	PFC_WAIT_PG_A_UNSPEC,
	PFC_WAIT_PG_A_PAD,
	PFC_WAIT_PG_A_ID,
	PFC_WAIT_PG_A_PRIOS,
	PFC_WAIT_PG_A_LOSSLESS,
	PFC_WAIT_PG_A_IN_XOFF,
	PFC_WAIT_PG_A_OCCUPANCY,
	PFC_WAIT_PG_A_XOFF_AT,
	PFC_WAIT_PG_A_XON_AT,
	PFC_WAIT_PG_A_HEADROOM,
	PFC_WAIT_PG_A_RX_BYTES,
	PFC_WAIT_PG_A_RX_PACKETS,
	PFC_WAIT_PG_A_DROPS,

	/* private: */
	__PFC_WAIT_PG_A_MAX,
	PFC_WAIT_PG_A_MAX = __PFC_WAIT_PG_A_MAX - 1
};

/**
 * enum pfc_holders_attr - an egress queue, and the priority groups and flows that hold it
 * @PFC_HOLDERS_A_UNSPEC: unused
 * @PFC_HOLDERS_A_PAD: padding
 * @PFC_HOLDERS_A_ID: u8, the priority of the queue, 0..7
 * @PFC_HOLDERS_A_PACKETS: u64, frames in the queue
 * @PFC_HOLDERS_A_BYTES: u64, bytes in the queue
 * @PFC_HOLDERS_A_LOCAL_BYTES: u64, part of these bytes that is charged to no port
 * @PFC_HOLDERS_A_PARTIAL: flag, the module has not visited all frames: the queue holds more than
 *	%PFC_WAIT_FRAMES_MAX, or it changes too fast.  Holders and flows describe the first frames
 * @PFC_HOLDERS_A_HOLDER: nest of &enum pfc_holder_attr, a priority group with frames in the queue,
 *	the one with most bytes first; at most %PFC_WAIT_HOLDERS_MAX; repeated
 * @PFC_HOLDERS_A_FLOW: nest of &enum pfc_flow_attr, a flow with frames in the queue, the one with
 *	most bytes first; at most %PFC_WAIT_FLOWS_MAX; only for a requester with CAP_NET_ADMIN in
 *	the user namespace of the network namespace; repeated
 * @PFC_HOLDERS_A_FLOWS: u32, number of different flows among the visited frames; the module
 *	distinguishes at most %PFC_WAIT_FLOWS_SEEN; absent: the requester may not see flows
 * @PFC_HOLDERS_A_OTHER_BYTES: u64, bytes of the visited frames whose flow is not in
 *	@PFC_HOLDERS_A_FLOW; absent: the requester may not see flows
 *
 * The module visits the frames that are in the queue at the start.  Frames that leave before their
 * visit are missing in holders and flows.
 */
enum pfc_holders_attr {
	PFC_HOLDERS_A_UNSPEC,
	PFC_HOLDERS_A_PAD,
	PFC_HOLDERS_A_ID,
	PFC_HOLDERS_A_PACKETS,
	PFC_HOLDERS_A_BYTES,
	PFC_HOLDERS_A_LOCAL_BYTES,
	PFC_HOLDERS_A_PARTIAL,
	PFC_HOLDERS_A_HOLDER,
	PFC_HOLDERS_A_FLOW,
	PFC_HOLDERS_A_FLOWS,
	PFC_HOLDERS_A_OTHER_BYTES,

	/* private: */
	__PFC_HOLDERS_A_MAX,
	PFC_HOLDERS_A_MAX = __PFC_HOLDERS_A_MAX - 1
};

/**
 * enum pfc_holder_attr - a priority group that holds frames in an egress queue
 * @PFC_HOLDER_A_UNSPEC: unused
 * @PFC_HOLDER_A_PAD: padding
 * @PFC_HOLDER_A_PORT_ID: u32, the id of the ingress port
 * @PFC_HOLDER_A_IFINDEX: u32, interface index of the ingress port
 * @PFC_HOLDER_A_PG: u8, the priority group, 0..7
 * @PFC_HOLDER_A_BYTES: u64, bytes of its frames in the queue
 * @PFC_HOLDER_A_PACKETS: u64, its frames in the queue
 */
enum pfc_holder_attr {
	PFC_HOLDER_A_UNSPEC,
	PFC_HOLDER_A_PAD,
	PFC_HOLDER_A_PORT_ID,
	PFC_HOLDER_A_IFINDEX,
	PFC_HOLDER_A_PG,
	PFC_HOLDER_A_BYTES,
	PFC_HOLDER_A_PACKETS,

	/* private: */
	__PFC_HOLDER_A_MAX,
	PFC_HOLDER_A_MAX = __PFC_HOLDER_A_MAX - 1
};

/**
 * enum pfc_flow_attr - frames of one flow in an egress queue
 * @PFC_FLOW_A_UNSPEC: unused
 * @PFC_FLOW_A_PAD: padding
 * @PFC_FLOW_A_ETHERTYPE: u32, the EtherType behind the VLAN tags
 * @PFC_FLOW_A_SRC_MAC: binary, source address of the first frame of the flow
 * @PFC_FLOW_A_DST_MAC: binary, destination address of the first frame of the flow
 * @PFC_FLOW_A_SRC: binary, IPv4 or IPv6 source address; absent: not IP
 * @PFC_FLOW_A_DST: binary, IPv4 or IPv6 destination address; absent: not IP
 * @PFC_FLOW_A_PROTOCOL: u8, IP protocol; absent: not IP
 * @PFC_FLOW_A_SRC_PORT: u32, source port; absent: not UDP, TCP or SCTP, or a fragment
 * @PFC_FLOW_A_DST_PORT: u32, destination port; absent: as @PFC_FLOW_A_SRC_PORT
 * @PFC_FLOW_A_DSCP: u8, DSCP; absent: not IP
 * @PFC_FLOW_A_PORT_ID: u32, the id of the ingress port; absent: charged to no port
 * @PFC_FLOW_A_PG: u8, priority group of the ingress port; absent: charged to no port
 * @PFC_FLOW_A_BYTES: u64, bytes of the flow in the queue
 * @PFC_FLOW_A_PACKETS: u64, frames of the flow in the queue
 * @PFC_FLOW_A_VLAN: u32, VLAN id of the outer VLAN tag; absent: no tag
 *
 * IP packets with equal VLAN, addresses, protocol, ports, DSCP, ingress port and priority group
 * are one flow.  Other frames with equal VLAN, EtherType, MAC addresses, ingress port and
 * priority group are one flow.
 */
enum pfc_flow_attr {
	PFC_FLOW_A_UNSPEC,
	PFC_FLOW_A_PAD,
	PFC_FLOW_A_ETHERTYPE,
	PFC_FLOW_A_SRC_MAC,
	PFC_FLOW_A_DST_MAC,
	PFC_FLOW_A_SRC,
	PFC_FLOW_A_DST,
	PFC_FLOW_A_PROTOCOL,
	PFC_FLOW_A_SRC_PORT,
	PFC_FLOW_A_DST_PORT,
	PFC_FLOW_A_DSCP,
	PFC_FLOW_A_PORT_ID,
	PFC_FLOW_A_PG,
	PFC_FLOW_A_BYTES,
	PFC_FLOW_A_PACKETS,
	PFC_FLOW_A_VLAN,

	/* private: */
	__PFC_FLOW_A_MAX,
	PFC_FLOW_A_MAX = __PFC_FLOW_A_MAX - 1
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_WAIT_H */
