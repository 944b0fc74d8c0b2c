/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the statistics of the pfc
 * module, in generic netlink and in tc.  <linux/pfc.h> includes this file and defines the
 * units.
 */
#ifndef _UAPI_LINUX_PFC_STATS_H
#define _UAPI_LINUX_PFC_STATS_H

#include <linux/types.h>

/*
 * In all nests below, attribute 1 is padding and attribute 2 is the number of the group,
 * priority or queue (u8; absent in enum pfc_port_stat).  All other attributes are u64.
 */
#define PFC_STAT_PAD	1
#define PFC_STAT_ID	2
#define PFC_STAT_FIRST	3

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

/**
 * enum pfc_port_stat - counters of a port
 * @PFC_PORT_STAT_PAD: padding
 * @PFC_PORT_STAT_TX_PFC: u64, PFC frames sent
 * @PFC_PORT_STAT_TX_PFC_FAILED: u64, failed attempts to send a PFC or PAUSE frame; each is retried
 * @PFC_PORT_STAT_RX_PFC: u64, valid PFC frames received
 * @PFC_PORT_STAT_RX_RESERVED: u64, valid PFC frames received with reserved bits of the enable
 *	vector set; the bits are ignored
 * @PFC_PORT_STAT_RX_PAUSE: u64, 802.3x PAUSE frames received, whether obeyed or not
 * @PFC_PORT_STAT_RX_BAD_ADDRESS: u64, MAC control frames dropped: PFC not sent to
 *	01-80-C2-00-00-01, PAUSE sent neither to this address nor to the address of the port, or
 *	the source is a group address or equals the destination
 * @PFC_PORT_STAT_RX_BAD_LENGTH: u64, MAC control frames dropped: shorter than 60 bytes
 * @PFC_PORT_STAT_RX_BAD_OPCODE: u64, MAC control frames dropped: neither PFC nor PAUSE
 * @PFC_PORT_STAT_RX_BAD_TAGGED: u64, MAC control frames dropped: with a VLAN tag
 * @PFC_PORT_STAT_TX_STALE: u64, packets sent by this port that carry the id of an ingress port
 *	which is no port of this namespace; they were treated as packets of this host
 * @PFC_PORT_STAT_TX_DROP_SEGMENT: u64, packets dropped because GSO segmentation failed
 * @PFC_PORT_STAT_TX_DROP_CONTROL: u64, MAC control frames dropped because too many were queued
 * @PFC_PORT_STAT_TX_DROP_DELAY: u64, frames sent and lost within %PFC_A_DELAY, or before the
 *	device has taken them, when the port was reset or lost its carrier
 * @PFC_PORT_STAT_TX_BYPASS: u64, packets that bypassed the empty queues, on a port without rates,
 *	rewriting and pauses, including PFC frames sent by the port.  No queue counts them.  A GSO
 *	packet counts as the number of its segments
 * @PFC_PORT_STAT_TX_BYPASS_BYTES: u64, bytes of the packets in @PFC_PORT_STAT_TX_BYPASS, as the
 *	qdisc layer counts them, without VLAN tag and padding
 * @PFC_PORT_STAT_EVENTS_LOST: u64, events that no listener received, because the rate limit
 *	suppressed them or memory was exhausted
 * @PFC_PORT_STAT_CLEARED: u64, CLOCK_MONOTONIC time at which the counters were last cleared, or
 *	the port was attached
 * @PFC_PORT_STAT_TX_PAUSE: u64, 802.3x PAUSE frames sent
 * @PFC_PORT_STAT_TX_BOUNCED: u64, frames with a priority or DSCP changed because their ingress
 *	port is in the same port group
 */
enum pfc_port_stat {
	PFC_PORT_STAT_PAD = 1,
	PFC_PORT_STAT_TX_PFC = 3,
	PFC_PORT_STAT_TX_PFC_FAILED,
	PFC_PORT_STAT_RX_PFC,
	PFC_PORT_STAT_RX_RESERVED,
	PFC_PORT_STAT_RX_PAUSE,
	PFC_PORT_STAT_RX_BAD_ADDRESS,
	PFC_PORT_STAT_RX_BAD_LENGTH,
	PFC_PORT_STAT_RX_BAD_OPCODE,
	PFC_PORT_STAT_RX_BAD_TAGGED,
	PFC_PORT_STAT_TX_STALE,
	PFC_PORT_STAT_TX_DROP_SEGMENT,
	PFC_PORT_STAT_TX_DROP_CONTROL,
	PFC_PORT_STAT_TX_DROP_DELAY,
	PFC_PORT_STAT_TX_BYPASS,
	PFC_PORT_STAT_TX_BYPASS_BYTES,
	PFC_PORT_STAT_EVENTS_LOST,
	PFC_PORT_STAT_CLEARED,
	PFC_PORT_STAT_TX_PAUSE,
	PFC_PORT_STAT_TX_BOUNCED,

	/* private: */
	__PFC_PORT_STAT_MAX,
	PFC_PORT_STAT_MAX = __PFC_PORT_STAT_MAX - 1
};

/**
 * enum pfc_pg_stat - counters of a priority group of an ingress port
 * @PFC_PG_STAT_PAD: padding
 * @PFC_PG_STAT_ID: u8, number of the group, 0..7
 * @PFC_PG_STAT_RX_PACKETS: u64, frames received
 * @PFC_PG_STAT_RX_BYTES: u64, bytes of the frames received
 * @PFC_PG_STAT_OCCUPANCY: u64, bytes of the group that are currently in the egress queues of any
 *	port
 * @PFC_PG_STAT_GUARANTEED: u64, part of the occupancy charged to the group's guarantee, bytes
 * @PFC_PG_STAT_SHARED: u64, part of the occupancy charged to the shared part of the pool, bytes
 * @PFC_PG_STAT_HEADROOM: u64, part of the occupancy charged to the headroom, bytes
 * @PFC_PG_STAT_THRESHOLD: u64, bytes of the shared part that the group may currently use
 * @PFC_PG_STAT_PEAK: u64, maximum occupancy since the watermarks were cleared
 * @PFC_PG_STAT_LIFETIME_PEAK: u64, maximum occupancy since the port was created
 * @PFC_PG_STAT_SHARED_PEAK: u64, maximum charged to the shared part of the pool since the
 *	watermarks were cleared
 * @PFC_PG_STAT_SHARED_LIFETIME_PEAK: u64, maximum charged to the shared part of the pool since the
 *	port was created
 * @PFC_PG_STAT_HEADROOM_PEAK: u64, maximum charged to the headroom since the watermarks were
 *	cleared
 * @PFC_PG_STAT_HEADROOM_LIFETIME_PEAK: u64, maximum charged to the headroom since the port was
 *	created
 * @PFC_PG_STAT_PEAK_CLEARED: u64, CLOCK_MONOTONIC time of the last clear of the group's
 *	watermarks, or of attach
 * @PFC_PG_STAT_DROP_LIMIT: u64, frames dropped: lossy, above the group's limit
 * @PFC_PG_STAT_DROP_POOL: u64, frames dropped: lossy, shared part of the pool full
 * @PFC_PG_STAT_DROP_HEADROOM: u64, frames dropped: lossless, headroom of the group or of its pool
 *	full; the peer did not obey in time or the headroom is too small
 * @PFC_PG_STAT_DROP_FLUSH: u64, frames discarded from a queue by reset or deletion of the egress
 *	port, or by loss of its carrier
 * @PFC_PG_STAT_DROP_REST: u64, frames dropped: remaining segments of a GSO packet after an earlier
 *	segment was refused
 * @PFC_PG_STAT_DROP_EGRESS: u64, frames dropped: lossy, above the limit of the egress queue
 * @PFC_PG_STAT_XOFF: u64, transitions of the group into XOFF
 * @PFC_PG_STAT_DROP_EARLY: u64, frames dropped: lossy and not ECT, where an ECT packet would have
 *	been marked CE
 * @PFC_PG_STAT_DROP_FLOOD: u64, frames dropped at ingress: lossless unicast for which the bridge
 *	has no FDB entry
 * @PFC_PG_STAT_DROP_WATCHDOG: u64, frames dropped in a storm: they were in the affected queue,
 *	arrived at that queue, or were received by the affected port
 * @PFC_PG_STAT_DROP_MEMORY: u64, frames dropped: queued packets of this namespace use as much
 *	kernel memory as allowed
 */
enum pfc_pg_stat {
	PFC_PG_STAT_PAD = 1,
	PFC_PG_STAT_ID,
	PFC_PG_STAT_RX_PACKETS,
	PFC_PG_STAT_RX_BYTES,
	PFC_PG_STAT_OCCUPANCY,
	PFC_PG_STAT_GUARANTEED,
	PFC_PG_STAT_SHARED,
	PFC_PG_STAT_HEADROOM,
	PFC_PG_STAT_THRESHOLD,
	PFC_PG_STAT_PEAK,
	PFC_PG_STAT_LIFETIME_PEAK,
	PFC_PG_STAT_SHARED_PEAK,
	PFC_PG_STAT_SHARED_LIFETIME_PEAK,
	PFC_PG_STAT_HEADROOM_PEAK,
	PFC_PG_STAT_HEADROOM_LIFETIME_PEAK,
	PFC_PG_STAT_PEAK_CLEARED,
	PFC_PG_STAT_DROP_LIMIT,
	PFC_PG_STAT_DROP_POOL,
	PFC_PG_STAT_DROP_HEADROOM,
	PFC_PG_STAT_DROP_FLUSH,
	PFC_PG_STAT_DROP_REST,
	PFC_PG_STAT_DROP_EGRESS,
	PFC_PG_STAT_XOFF,
	PFC_PG_STAT_DROP_EARLY,
	PFC_PG_STAT_DROP_FLOOD,
	PFC_PG_STAT_DROP_WATCHDOG,
	PFC_PG_STAT_DROP_MEMORY,

	/* private: */
	__PFC_PG_STAT_MAX,
	PFC_PG_STAT_MAX = __PFC_PG_STAT_MAX - 1
};

/**
 * enum pfc_prio_stat - PFC counters of a priority of a port
 * @PFC_PRIO_STAT_PAD: padding
 * @PFC_PRIO_STAT_ID: u8, number of the priority, 0..7
 * @PFC_PRIO_STAT_TX_XOFF: u64, XOFF sent for this priority in PFC frames, including refreshes.
 *	The pause times and paused states also include PAUSE frames
 * @PFC_PRIO_STAT_TX_XON: u64, XON sent for this priority
 * @PFC_PRIO_STAT_TX_PAUSE_TIME: u64, total time from XOFF sent to XON sent, ns
 * @PFC_PRIO_STAT_TX_PAUSED: u64, 1 from XOFF sent to XON sent
 * @PFC_PRIO_STAT_RX_XOFF: u64, XOFF received for this priority
 * @PFC_PRIO_STAT_RX_XON: u64, XON received for this priority
 * @PFC_PRIO_STAT_RX_PAUSE_TIME: u64, total time for which this priority was paused, ns
 * @PFC_PRIO_STAT_RX_PAUSED: u64, 1 while paused
 * @PFC_PRIO_STAT_STORMS: u64, storms detected
 * @PFC_PRIO_STAT_STORMS_RESTORED: u64, storms that have ended
 * @PFC_PRIO_STAT_STORM_DROPPED: u64, frames dropped in storms and by manual mitigation: frames
 *	counted in %PFC_QUEUE_STAT_DROP_WATCHDOG and frames received by the port
 * @PFC_PRIO_STAT_STORM_FORWARDED: u64, frames sent in storms and manual mitigation
 * @PFC_PRIO_STAT_PFC_DISABLED: u64, number of times PFC was disabled
 * @PFC_PRIO_STAT_PAUSED_LONG: u64, number of times %PFC_EVENT_PAUSED_LONG was triggered
 * @PFC_PRIO_STAT_XOFF_TIMEOUTS: u64, number of times %PFC_A_XOFF_TIMEOUT has expired
 * @PFC_PRIO_STAT_RX_WARNINGS: u64, seconds in which more XOFF were received than %PFC_A_XOFF_WARN
 * @PFC_PRIO_STAT_TX_WARNINGS: u64, seconds in which more XOFF were sent than %PFC_A_XOFF_WARN
 * @PFC_PRIO_STAT_RX_EXPIRED: u64, pauses that ended at their deadline, without XON
 * @PFC_PRIO_STAT_TX_LATE: u64, refreshes of XOFF sent after the pause of the previous XOFF had
 *	ended
 */
enum pfc_prio_stat {
	PFC_PRIO_STAT_PAD = 1,
	PFC_PRIO_STAT_ID,
	PFC_PRIO_STAT_TX_XOFF,
	PFC_PRIO_STAT_TX_XON,
	PFC_PRIO_STAT_TX_PAUSE_TIME,
	PFC_PRIO_STAT_TX_PAUSED,
	PFC_PRIO_STAT_RX_XOFF,
	PFC_PRIO_STAT_RX_XON,
	PFC_PRIO_STAT_RX_PAUSE_TIME,
	PFC_PRIO_STAT_RX_PAUSED,
	PFC_PRIO_STAT_STORMS,
	PFC_PRIO_STAT_STORMS_RESTORED,
	PFC_PRIO_STAT_STORM_DROPPED,
	PFC_PRIO_STAT_STORM_FORWARDED,
	PFC_PRIO_STAT_PFC_DISABLED,
	PFC_PRIO_STAT_PAUSED_LONG,
	PFC_PRIO_STAT_XOFF_TIMEOUTS,
	PFC_PRIO_STAT_RX_WARNINGS,
	PFC_PRIO_STAT_TX_WARNINGS,
	PFC_PRIO_STAT_RX_EXPIRED,
	PFC_PRIO_STAT_TX_LATE,

	/* private: */
	__PFC_PRIO_STAT_MAX,
	PFC_PRIO_STAT_MAX = __PFC_PRIO_STAT_MAX - 1
};

/**
 * enum pfc_queue_stat - counters of an egress queue of a port
 * @PFC_QUEUE_STAT_PAD: padding
 * @PFC_QUEUE_STAT_ID: u8, number of the queue, 0..7
 * @PFC_QUEUE_STAT_TX_PACKETS: u64, frames sent
 * @PFC_QUEUE_STAT_TX_BYTES: u64, bytes of the frames sent
 * @PFC_QUEUE_STAT_BACKLOG_PACKETS: u64, frames currently queued
 * @PFC_QUEUE_STAT_BACKLOG_BYTES: u64, bytes currently queued
 * @PFC_QUEUE_STAT_LOCAL_BYTES: u64, part of the queued bytes that is charged to no port
 * @PFC_QUEUE_STAT_DROP_LOCAL: u64, frames charged to no port, dropped above the queue limit or
 *	because an earlier segment of the same GSO packet was dropped
 * @PFC_QUEUE_STAT_DROP_FLUSH: u64, frames charged to no port, discarded by reset, deletion or loss
 *	of carrier
 * @PFC_QUEUE_STAT_DROP_EGRESS: u64, frames charged to a port, dropped above the limit of this
 *	queue; their group counts them too
 * @PFC_QUEUE_STAT_PEAK: u64, maximum backlog since the watermarks were cleared, bytes
 * @PFC_QUEUE_STAT_LIFETIME_PEAK: u64, maximum backlog since the port was created, bytes
 * @PFC_QUEUE_STAT_PEAK_CLEARED: u64, CLOCK_MONOTONIC time of the last clear of the queue's
 *	watermark, or of attach
 * @PFC_QUEUE_STAT_MARKED: u64, frames marked CE
 * @PFC_QUEUE_STAT_DROP_EARLY: u64, frames dropped where an ECT packet would have been marked CE;
 *	if they are charged to a port, their group counts them too
 * @PFC_QUEUE_STAT_DROP_WATCHDOG: u64, frames dropped in a storm; if they are charged to a port,
 *	their group counts them too
 * @PFC_QUEUE_STAT_DROP_MEMORY: u64, frames charged to no port, dropped for the reason of
 *	%PFC_PG_STAT_DROP_MEMORY
 */
enum pfc_queue_stat {
	PFC_QUEUE_STAT_PAD = 1,
	PFC_QUEUE_STAT_ID,
	PFC_QUEUE_STAT_TX_PACKETS,
	PFC_QUEUE_STAT_TX_BYTES,
	PFC_QUEUE_STAT_BACKLOG_PACKETS,
	PFC_QUEUE_STAT_BACKLOG_BYTES,
	PFC_QUEUE_STAT_LOCAL_BYTES,
	PFC_QUEUE_STAT_DROP_LOCAL,
	PFC_QUEUE_STAT_DROP_FLUSH,
	PFC_QUEUE_STAT_DROP_EGRESS,
	PFC_QUEUE_STAT_PEAK,
	PFC_QUEUE_STAT_LIFETIME_PEAK,
	PFC_QUEUE_STAT_PEAK_CLEARED,
	PFC_QUEUE_STAT_MARKED,
	PFC_QUEUE_STAT_DROP_EARLY,
	PFC_QUEUE_STAT_DROP_WATCHDOG,
	PFC_QUEUE_STAT_DROP_MEMORY,

	/* private: */
	__PFC_QUEUE_STAT_MAX,
	PFC_QUEUE_STAT_MAX = __PFC_QUEUE_STAT_MAX - 1
};

/* End of the generated part */

/**
 * struct pfc_class_xstats - additional queue statistics of "tc -s class", in %TCA_STATS_APP
 * @marked: frames marked CE
 * @prio: priority of the queue, 0..7
 * @tc: traffic class of the queue, 0..7
 * @paused: 1 while the peer pauses the queue
 * @pad: 0
 */
struct pfc_class_xstats {
	__u64	marked;
	__u8	prio;
	__u8	tc;
	__u8	paused;
	__u8	pad[5];
};

/**
 * struct pfc_qdisc_xstats - statistics of a queue for "tc -s qdisc"
 * @packets: frames sent
 * @bytes: bytes of the frames sent
 * @drops: frames dropped at the queue or discarded from it
 * @marked: frames marked CE
 * @backlog_packets: frames currently queued
 * @backlog_bytes: bytes currently queued
 * @prio: priority of the queue, 0..7
 * @tc: traffic class of the queue, 0..7
 * @paused: 1 while the peer pauses the queue
 * @pad: 0
 *
 * %TCA_STATS_APP contains an array of %PFC_PRIO_COUNT of these, by priority.  Like the
 * counters of classes, they exclude frames that bypassed the empty queues.
 *
 * Attributes are only aligned to four bytes: copy the array before accessing it.
 */
struct pfc_qdisc_xstats {
	__u64	packets;
	__u64	bytes;
	__u64	drops;
	__u64	marked;
	__u64	backlog_packets;
	__u64	backlog_bytes;
	__u8	prio;
	__u8	tc;
	__u8	paused;
	__u8	pad[5];
};

#endif /* _UAPI_LINUX_PFC_STATS_H */
