/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: values of settings of a port.
 * <linux/pfc.h> includes this file and defines the attributes and units.
 */
#ifndef _UAPI_LINUX_PFC_PORT_H
#define _UAPI_LINUX_PFC_PORT_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

/**
 * enum pfc_gso - what a port does with a GSO packet, which is several frames on the wire
 * @PFC_GSO_AUTO: it stays whole if its frames use the wire for at most 100 us (default)
 * @PFC_GSO_WHOLE: it stays whole
 * @PFC_GSO_SPLIT: it is split into its frames
 *
 * A packet is split into its frames in any case if it has more frames than %PFC_A_BATCH, does not
 * fit into its PG or below the thresholds of its egress queue, or if the port rewrites
 * packets, has a delay, an impairment, or a traffic class with a maximum rate, or if the
 * device cannot take the packet.
 */
enum pfc_gso {
	PFC_GSO_AUTO,
	PFC_GSO_WHOLE,
	PFC_GSO_SPLIT,

	/* private: */
	__PFC_GSO_MAX,
	PFC_GSO_MAX = __PFC_GSO_MAX - 1
};

/**
 * enum pfc_tx_queues - transmit queues of the device that a port uses
 * @PFC_TX_QUEUES_AUTO: all, if no setting of the port or of the device needs one (default)
 * @PFC_TX_QUEUES_ONE: one scheduler for all packets of the port, which leave by any transmit queue
 * @PFC_TX_QUEUES_ALL: all, each with its own scheduler; settings that need one queue are refused
 *
 * A rate, a delay and the maximum rate of a traffic class need one transmit queue.  So do traffic
 * classes of the device (mqprio), and impairments, also with @PFC_TX_QUEUES_ALL.
 */
enum pfc_tx_queues {
	PFC_TX_QUEUES_AUTO,
	PFC_TX_QUEUES_ONE,
	PFC_TX_QUEUES_ALL,

	/* private: */
	__PFC_TX_QUEUES_MAX,
	PFC_TX_QUEUES_MAX = __PFC_TX_QUEUES_MAX - 1
};

/**
 * enum pfc_ecn_at - when a queue with a marking curve decides whether to mark a packet with CE
 * @PFC_ECN_AT_ENQUEUE: when the packet enters the queue, by the bytes that it finds there
 *	(default)
 * @PFC_ECN_AT_DEQUEUE: when the packet leaves the queue, by the bytes that it leaves behind.
 *	Packets that cannot be marked are dropped when they enter the queue
 */
enum pfc_ecn_at {
	PFC_ECN_AT_ENQUEUE,
	PFC_ECN_AT_DEQUEUE,

	/* private: */
	__PFC_ECN_AT_MAX,
	PFC_ECN_AT_MAX = __PFC_ECN_AT_MAX - 1
};

/**
 * enum pfc_trust - field of a received packet that determines its priority
 * @PFC_TRUST_NONE: neither DSCP nor PCP
 * @PFC_TRUST_DSCP: the DSCP of an IP packet (default)
 * @PFC_TRUST_PCP: the PCP of a packet with a VLAN tag
 * @PFC_TRUST_DSCP_PCP: the DSCP, or the PCP if the packet has no DSCP
 * @PFC_TRUST_PCP_DSCP: the PCP, or the DSCP if the packet has no PCP
 *
 * A packet without a trusted field gets the priority of its EtherType, or the default priority.
 */
enum pfc_trust {
	PFC_TRUST_NONE,
	PFC_TRUST_DSCP,
	PFC_TRUST_PCP,
	PFC_TRUST_DSCP_PCP,
	PFC_TRUST_PCP_DSCP,

	/* private: */
	__PFC_TRUST_MAX,
	PFC_TRUST_MAX = __PFC_TRUST_MAX - 1
};

/**
 * enum pfc_prio_source - source of the priority of an egress packet
 * @PFC_PRIO_SOURCE_PACKET: the classification at the ingress port (default)
 * @PFC_PRIO_SOURCE_SKB: skb->priority of the kernel.  Routing sets it from the TOS if the sysctl
 *	ip_forward_update_priority is on, and tc may change it.  If it is above 7, the default
 *	priority of this port applies.  Queue, priority group and rewriting follow this priority
 */
enum pfc_prio_source {
	PFC_PRIO_SOURCE_PACKET,
	PFC_PRIO_SOURCE_SKB,

	/* private: */
	__PFC_PRIO_SOURCE_MAX,
	PFC_PRIO_SOURCE_MAX = __PFC_PRIO_SOURCE_MAX - 1
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_PORT_H */
