/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the flight recorder, as reported
 * by %PFC_CMD_RECORD_GET.  <linux/pfc.h> includes this file and defines the attributes and units.
 */
#ifndef _UAPI_LINUX_PFC_RECORD_H
#define _UAPI_LINUX_PFC_RECORD_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

/**
 * enum pfc_record_attr - a transition of a priority of a port
 * @PFC_RECORD_A_UNSPEC: unused
 * @PFC_RECORD_A_PAD: padding
 * @PFC_RECORD_A_TIME: u64, CLOCK_MONOTONIC time, ns; of the first one if there are several
 * @PFC_RECORD_A_EVENT: u32, &enum pfc_event, the transition
 * @PFC_RECORD_A_PRIO: u8, the priority, 0..7
 * @PFC_RECORD_A_BYTES: u32, %PFC_EVENT_PEAK: the maximum.  XOFF, XON, losses and timeouts of what
 *	the port receives: bytes that the group of the priority holds.  Others: bytes in the egress
 *	queue of the priority
 * @PFC_RECORD_A_QUANTA: u32, pause time of XOFF, quanta
 * @PFC_RECORD_A_COUNT: u32, number of equal transitions in a second, such as losses; absent: 1
 * @PFC_RECORD_A_QUEUE_IFINDEX: u32, %PFC_EVENT_XOFF_SENT, %PFC_EVENT_HEADROOM_OVERRUN,
 *	%PFC_EVENT_XOFF_TIMEOUT: port of the egress queue whose packet brought the group into XOFF;
 *	absent: that port is gone, or the packet is not known
 * @PFC_RECORD_A_QUEUE_PRIO: u8, priority of that egress queue
 */
enum pfc_record_attr {
	PFC_RECORD_A_UNSPEC,
	PFC_RECORD_A_PAD,
	PFC_RECORD_A_TIME,
	PFC_RECORD_A_EVENT,
	PFC_RECORD_A_PRIO,
	PFC_RECORD_A_BYTES,
	PFC_RECORD_A_QUANTA,
	PFC_RECORD_A_COUNT,
	PFC_RECORD_A_QUEUE_IFINDEX,
	PFC_RECORD_A_QUEUE_PRIO,

	/* private: */
	__PFC_RECORD_A_MAX,
	PFC_RECORD_A_MAX = __PFC_RECORD_A_MAX - 1
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_RECORD_H */
