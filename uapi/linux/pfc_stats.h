/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the statistics of
 * the pfc module, in generic netlink and in tc.  Units are those of <linux/pfc.h>,
 * which includes this.
 */
#ifndef _UAPI_LINUX_PFC_STATS_H
#define _UAPI_LINUX_PFC_STATS_H

#include <linux/types.h>

/*
 * Statistics.  In the nests below attribute 1 is padding, attribute 2 the
 * number of the group, priority or queue (u8; not in enum pfc_port_stat), and
 * all others are u64.
 */
#define PFC_STAT_PAD	1
#define PFC_STAT_ID	2
#define PFC_STAT_FIRST	3

/**
 * enum pfc_port_stat - counters of a port
 * @PFC_PORT_STAT_TX_PFC: PFC frames sent
 * @PFC_PORT_STAT_TX_PFC_FAILED: PFC and PAUSE frames that could not be sent; tried again
 * @PFC_PORT_STAT_RX_PFC: valid PFC frames received
 * @PFC_PORT_STAT_RX_RESERVED: of these, with reserved bits of the enable vector
 *	set; the bits are ignored
 * @PFC_PORT_STAT_RX_PAUSE: 802.3x PAUSE frames received, whether obeyed or not
 * @PFC_PORT_STAT_RX_BAD_ADDRESS: MAC control frames dropped: not sent to
 *	01-80-C2-00-00-01
 * @PFC_PORT_STAT_RX_BAD_LENGTH: ... shorter than 60 bytes
 * @PFC_PORT_STAT_RX_BAD_OPCODE: ... neither PFC nor PAUSE
 * @PFC_PORT_STAT_RX_BAD_TAGGED: ... with a VLAN tag
 * @PFC_PORT_STAT_TX_STALE: packets sent here whose tag named no port of this
 *	namespace; they were treated as sent by this host
 * @PFC_PORT_STAT_TX_DROP_SEGMENT: packets dropped because GSO segmentation failed
 * @PFC_PORT_STAT_TX_DROP_CONTROL: MAC control frames dropped, too many waiting
 * @PFC_PORT_STAT_TX_DROP_DELAY: frames sent, but lost on the way that
 *	%PFC_A_DELAY makes when the port was reset or lost its carrier
 * @PFC_PORT_STAT_TX_DIRECT: packets that passed the empty queues by, on a port
 *	without rates, rewriting and pauses, its own PFC frames among them; they are in
 *	no queue's counters, and a GSO packet counts its segments
 * @PFC_PORT_STAT_TX_DIRECT_BYTES: their bytes as the qdisc layer counts them:
 *	without VLAN tag and padding
 * @PFC_PORT_STAT_EVENTS_LOST: events not announced because of the rate limit
 * @PFC_PORT_STAT_CLEARED: CLOCK_MONOTONIC time of the last clear, or of attach
 * @PFC_PORT_STAT_TX_PAUSE: 802.3x PAUSE frames sent
 * @PFC_PORT_STAT_TX_SAME_GROUP: packets that got another priority or DSCP as they came in
 *	by a port of the same port group; a GSO packet is one
 */
enum pfc_port_stat {
	PFC_PORT_STAT_TX_PFC = PFC_STAT_FIRST,
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
	PFC_PORT_STAT_TX_DIRECT,
	PFC_PORT_STAT_TX_DIRECT_BYTES,
	PFC_PORT_STAT_EVENTS_LOST,
	PFC_PORT_STAT_CLEARED,
	PFC_PORT_STAT_TX_PAUSE,
	PFC_PORT_STAT_TX_SAME_GROUP,

	/* private: */
	__PFC_PORT_STAT_MAX,
	PFC_PORT_STAT_MAX = __PFC_PORT_STAT_MAX - 1
};

/**
 * enum pfc_pg_stat - counters of an (ingress port, priority group)
 * @PFC_PG_STAT_RX_PACKETS: frames that came in
 * @PFC_PG_STAT_RX_BYTES: their bytes
 * @PFC_PG_STAT_OCCUPANCY: bytes waiting now in the egress queues of any port
 * @PFC_PG_STAT_GUARANTEED: of these, charged to the group's guarantee
 * @PFC_PG_STAT_SHARED: of these, charged to the shared part of the pool
 * @PFC_PG_STAT_HEADROOM: of these, charged to the headroom
 * @PFC_PG_STAT_THRESHOLD: bytes that the group may take of the shared part now
 * @PFC_PG_STAT_PEAK: largest occupancy since the watermarks were cleared
 * @PFC_PG_STAT_PEAK_EVER: likewise, since the port is there
 * @PFC_PG_STAT_SHARED_PEAK: largest part of it that was charged to the shared part of
 *	the pool since the watermarks were cleared
 * @PFC_PG_STAT_SHARED_PEAK_EVER: likewise, since the port is there
 * @PFC_PG_STAT_HEADROOM_PEAK: largest part of it that was charged to the headroom,
 *	likewise
 * @PFC_PG_STAT_HEADROOM_PEAK_EVER: likewise
 * @PFC_PG_STAT_PEAK_CLEARED: CLOCK_MONOTONIC time when the group's watermarks were
 *	cleared, or of attach
 * @PFC_PG_STAT_DROP_LIMIT: frames dropped: lossy, above the group's limit
 * @PFC_PG_STAT_DROP_POOL: frames dropped: lossy, shared part of the pool full
 * @PFC_PG_STAT_DROP_HEADROOM: frames dropped: lossless, headroom full, or all that
 *	its pool has; the peer did not obey in time or the headroom is too small
 * @PFC_PG_STAT_DROP_FLUSH: frames discarded from a queue by reset or deletion
 *	of the egress port, or by loss of its carrier
 * @PFC_PG_STAT_DROP_REST: frames dropped: the rest of a GSO packet of which an
 *	earlier segment was refused
 * @PFC_PG_STAT_DROP_EGRESS: frames dropped: lossy, above the limit of the egress queue
 * @PFC_PG_STAT_DROP_EARLY: frames dropped: lossy and not ECT, where an ECT packet would
 *	have been marked CE
 * @PFC_PG_STAT_DROP_FLOOD: frames dropped when they came in: lossless unicast for
 *	which the bridge has no FDB entry
 * @PFC_PG_STAT_XOFF: times that the group went into XOFF
 * @PFC_PG_STAT_DROP_WATCHDOG: frames dropped in a storm: they waited in its queue, came to
 *	it, or came in by the port that has it
 */
enum pfc_pg_stat {
	PFC_PG_STAT_RX_PACKETS = PFC_STAT_FIRST,
	PFC_PG_STAT_RX_BYTES,
	PFC_PG_STAT_OCCUPANCY,
	PFC_PG_STAT_GUARANTEED,
	PFC_PG_STAT_SHARED,
	PFC_PG_STAT_HEADROOM,
	PFC_PG_STAT_THRESHOLD,
	PFC_PG_STAT_PEAK,
	PFC_PG_STAT_PEAK_EVER,
	PFC_PG_STAT_SHARED_PEAK,
	PFC_PG_STAT_SHARED_PEAK_EVER,
	PFC_PG_STAT_HEADROOM_PEAK,
	PFC_PG_STAT_HEADROOM_PEAK_EVER,
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

	/* private: */
	__PFC_PG_STAT_MAX,
	PFC_PG_STAT_MAX = __PFC_PG_STAT_MAX - 1
};

/**
 * enum pfc_prio_stat - PFC counters of a priority of a port
 * @PFC_PRIO_STAT_TX_XOFF: XOFF sent for this priority (refreshes included), in PFC
 *	frames.  Times and states, below, are also those that PAUSE frames make
 * @PFC_PRIO_STAT_TX_XON: XON sent for this priority
 * @PFC_PRIO_STAT_TX_PAUSE_TIME: total time from XOFF sent to XON sent, ns
 * @PFC_PRIO_STAT_TX_PAUSED: 1 while the peer is told XOFF
 * @PFC_PRIO_STAT_RX_XOFF: XOFF received for this priority
 * @PFC_PRIO_STAT_RX_XON: XON received for this priority
 * @PFC_PRIO_STAT_RX_PAUSE_TIME: total time that this priority was paused, ns
 * @PFC_PRIO_STAT_RX_PAUSED: 1 while paused
 * @PFC_PRIO_STAT_STORMS: storms detected
 * @PFC_PRIO_STAT_STORMS_RESTORED: storms that are over
 * @PFC_PRIO_STAT_STORM_DROPPED: frames dropped in storms and by manual mitigation: those of
 *	%PFC_QUEUE_STAT_DROP_WATCHDOG and those that the port received
 * @PFC_PRIO_STAT_STORM_FORWARDED: frames sent in them
 * @PFC_PRIO_STAT_PFC_DISABLED: times that PFC was disabled
 * @PFC_PRIO_STAT_PAUSED_LONG: times that %PFC_EVENT_PAUSED_LONG became due
 * @PFC_PRIO_STAT_XOFF_TIMEOUTS: times that %PFC_A_XOFF_TIMEOUT has passed
 * @PFC_PRIO_STAT_RX_WARNINGS: seconds in which more XOFF were received than
 *	%PFC_A_XOFF_WARN
 * @PFC_PRIO_STAT_TX_WARNINGS: seconds in which more were sent
 */
enum pfc_prio_stat {
	PFC_PRIO_STAT_TX_XOFF = PFC_STAT_FIRST,
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

	/* private: */
	__PFC_PRIO_STAT_MAX,
	PFC_PRIO_STAT_MAX = __PFC_PRIO_STAT_MAX - 1
};

/**
 * enum pfc_queue_stat - counters of an egress queue of a port
 * @PFC_QUEUE_STAT_TX_PACKETS: frames sent
 * @PFC_QUEUE_STAT_TX_BYTES: their bytes
 * @PFC_QUEUE_STAT_BACKLOG_PACKETS: frames waiting now
 * @PFC_QUEUE_STAT_BACKLOG_BYTES: their bytes
 * @PFC_QUEUE_STAT_LOCAL_BYTES: of these, charged to no port
 * @PFC_QUEUE_STAT_DROP_LOCAL: frames charged to no port, dropped above the
 *	queue limit, or following such a one in the same GSO packet
 * @PFC_QUEUE_STAT_DROP_FLUSH: frames charged to no port, discarded by reset,
 *	deletion or loss of carrier
 * @PFC_QUEUE_STAT_DROP_EGRESS: frames charged to a port, dropped above the limit of this
 *	queue; counted at their group too
 * @PFC_QUEUE_STAT_PEAK: largest backlog since the watermarks were cleared, bytes
 * @PFC_QUEUE_STAT_PEAK_EVER: likewise, since the port is there
 * @PFC_QUEUE_STAT_PEAK_CLEARED: CLOCK_MONOTONIC time when the queue's watermark was
 *	cleared, or of attach
 * @PFC_QUEUE_STAT_MARKED: frames marked CE
 * @PFC_QUEUE_STAT_DROP_EARLY: frames dropped where they would have been marked; those
 *	charged to a port are counted at their group too
 * @PFC_QUEUE_STAT_DROP_WATCHDOG: frames dropped in a storm, likewise
 */
enum pfc_queue_stat {
	PFC_QUEUE_STAT_TX_PACKETS = PFC_STAT_FIRST,
	PFC_QUEUE_STAT_TX_BYTES,
	PFC_QUEUE_STAT_BACKLOG_PACKETS,
	PFC_QUEUE_STAT_BACKLOG_BYTES,
	PFC_QUEUE_STAT_LOCAL_BYTES,
	PFC_QUEUE_STAT_DROP_LOCAL,
	PFC_QUEUE_STAT_DROP_FLUSH,
	PFC_QUEUE_STAT_DROP_EGRESS,
	PFC_QUEUE_STAT_PEAK,
	PFC_QUEUE_STAT_PEAK_EVER,
	PFC_QUEUE_STAT_PEAK_CLEARED,
	PFC_QUEUE_STAT_MARKED,
	PFC_QUEUE_STAT_DROP_EARLY,
	PFC_QUEUE_STAT_DROP_WATCHDOG,

	/* private: */
	__PFC_QUEUE_STAT_MAX,
	PFC_QUEUE_STAT_MAX = __PFC_QUEUE_STAT_MAX - 1
};

/**
 * struct pfc_class_xstats - what "tc -s class" gets of a queue beside the common
 *	statistics, in %TCA_STATS_APP
 * @marked: frames marked CE
 * @prio: priority of the queue, 0..7
 * @tc: its traffic class, 0..7
 * @paused: 1: the peer has paused it
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
 * struct pfc_qdisc_xstats - what "tc -s qdisc" gets of each queue: %PFC_PRIO_COUNT of
 *	these, by priority, in %TCA_STATS_APP.  As the counters of classes, they
 *	leave out frames that passed the empty queues by
 * @packets: frames sent
 * @bytes: their bytes
 * @drops: frames dropped when they came to the queue, or discarded from it
 * @marked: frames marked CE
 * @backlog_packets: frames waiting now
 * @backlog_bytes: their bytes
 * @prio: priority of the queue, 0..7
 * @tc: its traffic class, 0..7
 * @paused: 1: the peer has paused it
 * @pad: 0
 *
 * Attributes are aligned to four bytes only: copy before you look at it.
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
