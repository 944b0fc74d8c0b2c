/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: impairments of a link, as set by
 * %PFC_CMD_IMPAIR_SET.  <linux/pfc.h> includes this file and defines the attributes and units.
 */
#ifndef _UAPI_LINUX_PFC_IMPAIR_H
#define _UAPI_LINUX_PFC_IMPAIR_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

#define PFC_IMPAIR_PFC_DELAY_MAX	10000000U	/* ns, 10 ms */
#define PFC_IMPAIR_XOFF_MIN	100000U	/* period of forced XOFF, ns, 100 us */
#define PFC_IMPAIR_XOFF_MAX	1000000000U	/* period of forced XOFF, ns, 1 s */

/**
 * enum pfc_impair_attr - impairments of a priority: disturbances of the link from this port to its
 *	peer
 * @PFC_IMPAIR_A_UNSPEC: unused
 * @PFC_IMPAIR_A_ID: u8, the priority, 0..7
 * @PFC_IMPAIR_A_LOSS: u32, ratio of frames that are lost behind the queue, 0..%PFC_PMAX_ONE
 *	millionths
 * @PFC_IMPAIR_A_CE: u32, ratio of frames that get the CE mark, 0..%PFC_PMAX_ONE millionths; frames
 *	that are not ECT stay unchanged
 * @PFC_IMPAIR_A_DELAY: u32, time that each frame needs in addition to @PFC_A_DELAY,
 *	0..%PFC_DELAY_MAX ns.  Needs @PFC_A_RATE.  Frames of a priority stay in order
 * @PFC_IMPAIR_A_PFC_CORRUPT: u32, ratio of sent PFC frames that arrive with a wrong opcode, so
 *	that the peer does not obey them, 0..%PFC_PMAX_ONE millionths.  A frame that names several
 *	priorities has the largest ratio of these priorities
 * @PFC_IMPAIR_A_PFC_DELAY: u32, delay of sent PFC frames, 0..%PFC_IMPAIR_PFC_DELAY_MAX ns.  A
 *	frame that names several priorities has the longest delay of these priorities.  PFC frames
 *	stay in order
 * @PFC_IMPAIR_A_XOFF_DUTY: u32, part of each @PFC_IMPAIR_A_XOFF_PERIOD for which the port sends
 *	XOFF, whatever its buffers hold, 0..%PFC_PMAX_ONE millionths.  No effect without PFC of the
 *	priority or PAUSE; a request in which no priority has an effect is refused
 * @PFC_IMPAIR_A_XOFF_PERIOD: u32, time from one forced XOFF to the next,
 *	%PFC_IMPAIR_XOFF_MIN..%PFC_IMPAIR_XOFF_MAX ns
 *
 * A request changes only the settings that it contains.  0 switches an impairment off.
 */
enum pfc_impair_attr {
	PFC_IMPAIR_A_UNSPEC,
	PFC_IMPAIR_A_ID,
	PFC_IMPAIR_A_LOSS,
	PFC_IMPAIR_A_CE,
	PFC_IMPAIR_A_DELAY,
	PFC_IMPAIR_A_PFC_CORRUPT,
	PFC_IMPAIR_A_PFC_DELAY,
	PFC_IMPAIR_A_XOFF_DUTY,
	PFC_IMPAIR_A_XOFF_PERIOD,

	/* private: */
	__PFC_IMPAIR_A_MAX,
	PFC_IMPAIR_A_MAX = __PFC_IMPAIR_A_MAX - 1
};

/**
 * enum pfc_impair_stat - what the impairments of a priority have done since @PFC_A_IMPAIR_SINCE
 * @PFC_IMPAIR_STAT_UNSPEC: unused
 * @PFC_IMPAIR_STAT_ID: u8, the priority, 0..7
 * @PFC_IMPAIR_STAT_PAD: padding
 * @PFC_IMPAIR_STAT_FRAMES: u64, frames that left the queue and were subject to loss, marks and
 *	delay
 * @PFC_IMPAIR_STAT_LOST: u64, frames lost
 * @PFC_IMPAIR_STAT_MARKED: u64, frames marked CE
 * @PFC_IMPAIR_STAT_DELAYED: u64, frames delayed
 * @PFC_IMPAIR_STAT_PFC_FRAMES: u64, sent PFC frames whose corruption this priority decides: it has
 *	the largest ratio of the priorities in the frame, and is the lowest one if several have it
 * @PFC_IMPAIR_STAT_PFC_CORRUPTED: u64, those of these frames that have a wrong opcode
 * @PFC_IMPAIR_STAT_PFC_DELAYED: u64, those of these frames that were delayed
 * @PFC_IMPAIR_STAT_XOFF_FORCED: u64, number of forced XOFF
 * @PFC_IMPAIR_STAT_XOFF_TIME: u64, time for which XOFF was forced, ns
 *
 * All counters are u64.  %PFC_CMD_STATS_CLEAR does not change them.
 */
enum pfc_impair_stat {
	PFC_IMPAIR_STAT_UNSPEC,
	PFC_IMPAIR_STAT_ID,
	PFC_IMPAIR_STAT_PAD,
	PFC_IMPAIR_STAT_FRAMES,
	PFC_IMPAIR_STAT_LOST,
	PFC_IMPAIR_STAT_MARKED,
	PFC_IMPAIR_STAT_DELAYED,
	PFC_IMPAIR_STAT_PFC_FRAMES,
	PFC_IMPAIR_STAT_PFC_CORRUPTED,
	PFC_IMPAIR_STAT_PFC_DELAYED,
	PFC_IMPAIR_STAT_XOFF_FORCED,
	PFC_IMPAIR_STAT_XOFF_TIME,

	/* private: */
	__PFC_IMPAIR_STAT_MAX,
	PFC_IMPAIR_STAT_MAX = __PFC_IMPAIR_STAT_MAX - 1
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_IMPAIR_H */
