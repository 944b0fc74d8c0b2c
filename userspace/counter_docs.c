// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "print.h"

const char *const counter_docs[COUNTER_KINDS][COUNTER_SLOTS] = {
	[COUNTERS_PORT] = {
		[PFC_PORT_STAT_TX_PFC] =
			"PFC frames sent",
		[PFC_PORT_STAT_TX_PFC_FAILED] =
			"failed attempts to send a PFC or PAUSE frame; each is retried",
		[PFC_PORT_STAT_RX_PFC] =
			"valid PFC frames received",
		[PFC_PORT_STAT_RX_RESERVED] =
			"valid PFC frames received with reserved bits of the enable vector set; the bits are ignored",
		[PFC_PORT_STAT_RX_PAUSE] =
			"802.3x PAUSE frames received, whether obeyed or not",
		[PFC_PORT_STAT_RX_BAD_ADDRESS] =
			"MAC control frames dropped: PFC not sent to 01-80-C2-00-00-01, or PAUSE sent neither to this address nor to the address of the port",
		[PFC_PORT_STAT_RX_BAD_LENGTH] =
			"MAC control frames dropped: shorter than 60 bytes",
		[PFC_PORT_STAT_RX_BAD_OPCODE] =
			"MAC control frames dropped: neither PFC nor PAUSE",
		[PFC_PORT_STAT_RX_BAD_TAGGED] =
			"MAC control frames dropped: with a VLAN tag",
		[PFC_PORT_STAT_TX_STALE] =
			"packets sent by this port that carry the id of an ingress port which is no port of this namespace; they were treated as packets of this host",
		[PFC_PORT_STAT_TX_DROP_SEGMENT] =
			"packets dropped because GSO segmentation failed",
		[PFC_PORT_STAT_TX_DROP_CONTROL] =
			"MAC control frames dropped because too many were queued",
		[PFC_PORT_STAT_TX_DROP_DELAY] =
			"frames sent and lost within delay when the port was reset or lost its carrier",
		[PFC_PORT_STAT_TX_BYPASS] =
			"packets that bypassed the empty queues, on a port without rates, rewriting and pauses, including PFC frames sent by the port. No queue counts them. A GSO packet counts as the number of its segments",
		[PFC_PORT_STAT_TX_BYPASS_BYTES] =
			"bytes of the packets in tx-bypass, as the qdisc layer counts them, without VLAN tag and padding",
		[PFC_PORT_STAT_EVENTS_LOST] =
			"events that no listener received, because the rate limit suppressed them or memory was exhausted",
		[PFC_PORT_STAT_CLEARED] =
			"time at which the counters were last cleared, or the port was attached",
		[PFC_PORT_STAT_TX_PAUSE] =
			"802.3x PAUSE frames sent",
		[PFC_PORT_STAT_TX_BOUNCED] =
			"frames with a priority or DSCP changed because their ingress port is in the same port group",
	},
	[COUNTERS_PG] = {
		[PFC_PG_STAT_RX_PACKETS] =
			"frames received",
		[PFC_PG_STAT_RX_BYTES] =
			"bytes of the frames received",
		[PFC_PG_STAT_OCCUPANCY] =
			"bytes of the group that are currently in the egress queues of any port",
		[PFC_PG_STAT_GUARANTEED] =
			"part of the occupancy charged to the group's guarantee",
		[PFC_PG_STAT_SHARED] =
			"part of the occupancy charged to the shared part of the pool",
		[PFC_PG_STAT_HEADROOM] =
			"part of the occupancy charged to the headroom",
		[PFC_PG_STAT_THRESHOLD] =
			"bytes of the shared part that the group may currently use",
		[PFC_PG_STAT_PEAK] =
			"maximum occupancy since the watermarks were cleared",
		[PFC_PG_STAT_LIFETIME_PEAK] =
			"maximum occupancy since the port was created",
		[PFC_PG_STAT_SHARED_PEAK] =
			"maximum charged to the shared part of the pool since the watermarks were cleared",
		[PFC_PG_STAT_SHARED_LIFETIME_PEAK] =
			"maximum charged to the shared part of the pool since the port was created",
		[PFC_PG_STAT_HEADROOM_PEAK] =
			"maximum charged to the headroom since the watermarks were cleared",
		[PFC_PG_STAT_HEADROOM_LIFETIME_PEAK] =
			"maximum charged to the headroom since the port was created",
		[PFC_PG_STAT_PEAK_CLEARED] =
			"time of the last clear of the group's watermarks, or of attach",
		[PFC_PG_STAT_DROP_LIMIT] =
			"frames dropped: lossy, above the group's limit",
		[PFC_PG_STAT_DROP_POOL] =
			"frames dropped: lossy, shared part of the pool full",
		[PFC_PG_STAT_DROP_HEADROOM] =
			"frames dropped: lossless, headroom of the group or of its pool full; the peer did not obey in time or the headroom is too small",
		[PFC_PG_STAT_DROP_FLUSH] =
			"frames discarded from a queue by reset or deletion of the egress port, or by loss of its carrier",
		[PFC_PG_STAT_DROP_REST] =
			"frames dropped: remaining segments of a GSO packet after an earlier segment was refused",
		[PFC_PG_STAT_DROP_EGRESS] =
			"frames dropped: lossy, above the limit of the egress queue",
		[PFC_PG_STAT_XOFF] =
			"transitions of the group into XOFF",
		[PFC_PG_STAT_DROP_EARLY] =
			"frames dropped: lossy and not ECT, where an ECT packet would have been marked CE",
		[PFC_PG_STAT_DROP_FLOOD] =
			"frames dropped at ingress: lossless unicast for which the bridge has no FDB entry",
		[PFC_PG_STAT_DROP_WATCHDOG] =
			"frames dropped in a storm: they were in the affected queue, arrived at that queue, or were received by the affected port",
		[PFC_PG_STAT_DROP_MEMORY] =
			"frames dropped: queued packets of this namespace use as much kernel memory as allowed",
	},
	[COUNTERS_PRIO] = {
		[PFC_PRIO_STAT_TX_XOFF] =
			"XOFF sent for this priority in PFC frames, including refreshes. The pause times and paused states also include PAUSE frames",
		[PFC_PRIO_STAT_TX_XON] =
			"XON sent for this priority",
		[PFC_PRIO_STAT_TX_PAUSE_TIME] =
			"total time from XOFF sent to XON sent",
		[PFC_PRIO_STAT_TX_PAUSED] =
			"1 from XOFF sent to XON sent",
		[PFC_PRIO_STAT_RX_XOFF] =
			"XOFF received for this priority",
		[PFC_PRIO_STAT_RX_XON] =
			"XON received for this priority",
		[PFC_PRIO_STAT_RX_PAUSE_TIME] =
			"total time for which this priority was paused",
		[PFC_PRIO_STAT_RX_PAUSED] =
			"1 while paused",
		[PFC_PRIO_STAT_STORMS] =
			"storms detected",
		[PFC_PRIO_STAT_STORMS_RESTORED] =
			"storms that have ended",
		[PFC_PRIO_STAT_STORM_DROPPED] =
			"frames dropped in storms and by manual mitigation: frames counted in drop-watchdog and frames received by the port",
		[PFC_PRIO_STAT_STORM_FORWARDED] =
			"frames sent in storms and manual mitigation",
		[PFC_PRIO_STAT_PFC_DISABLED] =
			"number of times PFC was disabled",
		[PFC_PRIO_STAT_PAUSED_LONG] =
			"number of times paused-long was triggered",
		[PFC_PRIO_STAT_XOFF_TIMEOUTS] =
			"number of times xoff-timeout has expired",
		[PFC_PRIO_STAT_RX_WARNINGS] =
			"seconds in which more XOFF were received than xoff-warn",
		[PFC_PRIO_STAT_TX_WARNINGS] =
			"seconds in which more XOFF were sent than xoff-warn",
		[PFC_PRIO_STAT_RX_EXPIRED] =
			"pauses that ended at their deadline, without XON",
		[PFC_PRIO_STAT_TX_LATE] =
			"refreshes of XOFF sent after the pause of the previous XOFF had ended",
	},
	[COUNTERS_QUEUE] = {
		[PFC_QUEUE_STAT_TX_PACKETS] =
			"frames sent",
		[PFC_QUEUE_STAT_TX_BYTES] =
			"bytes of the frames sent",
		[PFC_QUEUE_STAT_BACKLOG_PACKETS] =
			"frames currently queued",
		[PFC_QUEUE_STAT_BACKLOG_BYTES] =
			"bytes currently queued",
		[PFC_QUEUE_STAT_LOCAL_BYTES] =
			"part of the queued bytes that is charged to no port",
		[PFC_QUEUE_STAT_DROP_LOCAL] =
			"frames charged to no port, dropped above the queue limit or because an earlier segment of the same GSO packet was dropped",
		[PFC_QUEUE_STAT_DROP_FLUSH] =
			"frames charged to no port, discarded by reset, deletion or loss of carrier",
		[PFC_QUEUE_STAT_DROP_EGRESS] =
			"frames charged to a port, dropped above the limit of this queue; their group counts them too",
		[PFC_QUEUE_STAT_PEAK] =
			"maximum backlog since the watermarks were cleared",
		[PFC_QUEUE_STAT_LIFETIME_PEAK] =
			"maximum backlog since the port was created",
		[PFC_QUEUE_STAT_PEAK_CLEARED] =
			"time of the last clear of the queue's watermark, or of attach",
		[PFC_QUEUE_STAT_MARKED] =
			"frames marked CE",
		[PFC_QUEUE_STAT_DROP_EARLY] =
			"frames dropped where an ECT packet would have been marked CE; if they are charged to a port, their group counts them too",
		[PFC_QUEUE_STAT_DROP_WATCHDOG] =
			"frames dropped in a storm; if they are charged to a port, their group counts them too",
		[PFC_QUEUE_STAT_DROP_MEMORY] =
			"frames charged to no port, dropped for the reason of drop-memory",
	},
};
