/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the settings of priority groups and
 * egress queues.  <linux/pfc.h> includes this file and defines the limits and units.
 */
#ifndef _UAPI_LINUX_PFC_PG_H
#define _UAPI_LINUX_PFC_PG_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

/**
 * enum pfc_headroom_mode - what determines the headroom of a priority group
 * @PFC_HEADROOM_MODE_FIXED: the size that a request has set
 * @PFC_HEADROOM_MODE_AUTO: @PFC_PG_A_HEADROOM_NEEDED, also when the MTU or speed of the device
 *	changes
 * @PFC_HEADROOM_MODE_DEFAULT: as @PFC_HEADROOM_MODE_AUTO while the group is lossless and the port
 *	has a rate or a link speed, as long as the pool then reserves at most half of its size;
 *	otherwise %PFC_DEFAULT_HEADROOM (default)
 */
enum pfc_headroom_mode {
	PFC_HEADROOM_MODE_FIXED,
	PFC_HEADROOM_MODE_AUTO,
	PFC_HEADROOM_MODE_DEFAULT,

	/* private: */
	__PFC_HEADROOM_MODE_MAX,
	PFC_HEADROOM_MODE_MAX = __PFC_HEADROOM_MODE_MAX - 1
};

/**
 * enum pfc_pg_attr - configuration of a priority group
 * @PFC_PG_A_UNSPEC: unused
 * @PFC_PG_A_ID: u8, the priority group, 0..7
 * @PFC_PG_A_XOFF: u32, XOFF threshold: a lossless group sends XOFF when it would use more than
 *	this many bytes of the shared part of the pool
 * @PFC_PG_A_XON: u32, XON threshold, bytes, <= XOFF: without alpha, a group in XOFF sends XON when
 *	it has drained to this threshold
 * @PFC_PG_A_HEADROOM: u32, bytes reserved above XOFF for packets in flight
 * @PFC_PG_A_LIMIT: u32, a lossy group drops packets that would make it use more than this many
 *	bytes of the shared part
 * @PFC_PG_A_LOSSLESS: flag, XOFF is sent for the group (read only, follows %PFC_A_PRIO_PFC_TX and
 *	%PFC_A_FLOW_CONTROL)
 * @PFC_PG_A_MIN: u32, guarantee of the group, bytes: reserved for this group only and filled first
 * @PFC_PG_A_ALPHA: u32, dynamic threshold: the group may use this many 256ths of the free bytes of
 *	the shared part; 0: @PFC_PG_A_XOFF or @PFC_PG_A_LIMIT applies instead
 * @PFC_PG_A_XON_OFFSET: u32, with alpha, a group in XOFF sends XON when it has drained to this
 *	many bytes below the level of XOFF
 * @PFC_PG_A_POOL: string, name of the pool that the group is charged to
 * @PFC_PG_A_PROFILE: string, name of the profile that the group follows.  The profile then
 *	supplies all attributes of the group except its number, and a request for the port cannot
 *	set these attributes.  Empty: the group follows no profile and keeps its values
 * @PFC_PG_A_HEADROOM_AUTO: u8, &enum pfc_headroom_mode, what determines the headroom.  A request
 *	with a size sets @PFC_HEADROOM_MODE_FIXED
 * @PFC_PG_A_HEADROOM_NEEDED: u32, headroom computed from rate, delays, MTU, response time and
 *	batch, bytes (read only)
 * @PFC_PG_A_XOFF_AHEAD: u32, with alpha, a lossless group sends XOFF this many bytes below its
 *	dynamic threshold; 0: at its threshold.  While such a group uses its headroom, the port
 *	sends XOFF for all of them
 */
enum pfc_pg_attr {
	PFC_PG_A_UNSPEC,
	PFC_PG_A_ID,
	PFC_PG_A_XOFF,
	PFC_PG_A_XON,
	PFC_PG_A_HEADROOM,
	PFC_PG_A_LIMIT,
	PFC_PG_A_LOSSLESS,
	PFC_PG_A_MIN,
	PFC_PG_A_ALPHA,
	PFC_PG_A_XON_OFFSET,
	PFC_PG_A_POOL,
	PFC_PG_A_PROFILE,
	PFC_PG_A_HEADROOM_AUTO,
	PFC_PG_A_HEADROOM_NEEDED,
	PFC_PG_A_XOFF_AHEAD,

	/* private: */
	__PFC_PG_A_MAX,
	PFC_PG_A_MAX = __PFC_PG_A_MAX - 1
};

/**
 * enum pfc_queue_attr - configuration of an egress queue
 * @PFC_QUEUE_A_UNSPEC: unused
 * @PFC_QUEUE_A_ID: u8, the priority of the queue, 0..7
 * @PFC_QUEUE_A_LIMIT: u32, a lossy packet is dropped if the queue would exceed this number of
 *	bytes; 0: no limit.  Packets that are charged to no ingress port do not count
 * @PFC_QUEUE_A_ALPHA: u32, a lossy packet is dropped if the queue would exceed this many 256ths of
 *	the free bytes in the shared part of the packet's pool, unless the queue is empty; 0: no
 *	such limit.  Packets that are charged to no ingress port do not count
 * @PFC_QUEUE_A_ECN_KMIN: u32, an ECT packet may be marked CE if the queue holds more than this
 *	number of bytes, <= @PFC_QUEUE_A_ECN_KMAX.  A lossy packet that is not ECT is dropped in
 *	the cases in which an ECT packet would be marked
 * @PFC_QUEUE_A_ECN_KMAX: u32, every ECT packet is marked CE if the queue holds more than this
 *	number of bytes; 0: no marking
 * @PFC_QUEUE_A_ECN_PMAX: u32, 0..%PFC_PMAX_ONE millionths: the marking probability rises from 0 at
 *	Kmin to this value at Kmax
 * @PFC_QUEUE_A_MIN: u32, guarantee of the queue, bytes: its pool reserves them for it, and they
 *	are filled first.  Needs @PFC_QUEUE_A_POOL
 * @PFC_QUEUE_A_POOL: string, name of a pool that the queue is charged to: the packets in the queue
 *	that a port has received are charged to it in addition to the pool of their group.  The
 *	limit of the queue then bounds what the queue is charged with, and its alpha what exceeds
 *	its guarantee, as a multiple of the free bytes of this pool.  Lossless packets are charged,
 *	but not refused.  Empty: none
 */
enum pfc_queue_attr {
	PFC_QUEUE_A_UNSPEC,
	PFC_QUEUE_A_ID,
	PFC_QUEUE_A_LIMIT,
	PFC_QUEUE_A_ALPHA,
	PFC_QUEUE_A_ECN_KMIN,
	PFC_QUEUE_A_ECN_KMAX,
	PFC_QUEUE_A_ECN_PMAX,
	PFC_QUEUE_A_MIN,
	PFC_QUEUE_A_POOL,

	/* private: */
	__PFC_QUEUE_A_MAX,
	PFC_QUEUE_A_MAX = __PFC_QUEUE_A_MAX - 1
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_PG_H */
