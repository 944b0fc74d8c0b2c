/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches:
 * the generic netlink interface of the pfc module.
 *
 * A port is a root qdisc of kind "pfc"; rtnetlink creates and deletes it.  All
 * that is particular to PFC is read and written through the generic netlink
 * family described here, in the network namespace of the port.
 *
 * Units, unless a comment says otherwise: sizes in bytes, times in
 * nanoseconds, rates in bits per second.  Bytes are frame bytes as on the wire
 * without the frame check sequence; frames shorter than 60 bytes count as 60.
 */
#ifndef _UAPI_LINUX_PFC_H
#define _UAPI_LINUX_PFC_H

#define PFC_GENL_NAME		"pfc"
#define PFC_GENL_VERSION	1
#define PFC_GENL_MCGRP_EVENTS	"events"

#define PFC_QDISC_KIND		"pfc"

#define PFC_PRIO_COUNT		8	/* priorities, priority groups and queues */
#define PFC_DSCP_COUNT		64
#define PFC_PORTS_MAX		4095	/* over all namespaces */

#define PFC_SIZE_MAX		(1U << 30)	/* largest pool or threshold, bytes */
#define PFC_ALPHA_ONE		64U		/* alpha comes in 64ths */
#define PFC_ALPHA_MAX		(8 * PFC_ALPHA_ONE)
#define PFC_RATE_MIN		1000000ULL	/* 1 Mb/s */
#define PFC_RATE_MAX		1600000000000ULL /* 1.6 Tb/s */
#define PFC_SPEED_MIN		10U		/* Mb/s */
#define PFC_SPEED_MAX		1600000U	/* Mb/s */
#define PFC_SPEED_DEFAULT	10000U		/* Mb/s, where ethtool knows none */
#define PFC_PAUSE_TIME_MAX	65535U		/* quanta of 512 bit times */
#define PFC_DELAY_MAX		10000000U	/* ns, some 2000 km */
#define PFC_BATCH_MAX		4096U		/* frames */
#define PFC_RATIO_MAX		256U		/* headrooms may be that many times overbooked */
#define PFC_OVERHEAD_MAX	256U		/* bytes of a frame on the wire beside its own */
#define PFC_PMAX_ONE		1000000U	/* a probability of 1: they come in millionths */
#define PFC_ETHTYPES_MAX	8		/* EtherTypes of a port that have a priority */
#define PFC_MAP_NONE		255U		/* value in a map's entry: there is none */

#define PFC_NAME_LEN		32	/* of pools and profiles, with the 0 at the end */
#define PFC_POOLS_MAX		256	/* in a namespace */
#define PFC_PROFILES_MAX	1024	/* in a namespace */
#define PFC_DEFAULT_POOL	"default"	/* there from the beginning */

/* What new ports and namespaces start with */
#define PFC_DEFAULT_POOL_SIZE	(12U << 20)
#define PFC_DEFAULT_XOFF	(128U << 10)
#define PFC_DEFAULT_XON		(96U << 10)
#define PFC_DEFAULT_HEADROOM	(256U << 10)
#define PFC_DEFAULT_LIMIT	(256U << 10)
#define PFC_DEFAULT_QUEUE_LIMIT	(4U << 20)
#define PFC_DEFAULT_BATCH	64U	/* what a NAPI poll takes */
#define PFC_DEFAULT_OVERHEAD	24U	/* preamble, FCS and gap: 802.3 clauses 3 and 4 */

/**
 * enum pfc_cmd - commands of the family
 * @PFC_CMD_UNSPEC: unused
 * @PFC_CMD_PORT_GET: configuration and state of a port; dump: of all ports
 * @PFC_CMD_PORT_SET: change a port; all of a request takes effect or nothing
 * @PFC_CMD_POOL_GET: a buffer pool (%PFC_A_POOL_NAME); dump: all of the namespace
 * @PFC_CMD_POOL_SET: change a pool
 * @PFC_CMD_POOL_NEW: add a pool, with a size
 * @PFC_CMD_POOL_DEL: delete a pool that no priority group is bound to and no packet
 *	charged to; not that named %PFC_DEFAULT_POOL
 * @PFC_CMD_PROFILE_GET: a profile of priority groups (%PFC_A_PROFILE_NAME); dump: all
 *	of the namespace
 * @PFC_CMD_PROFILE_SET: change a profile, and with it all groups that follow it; all
 *	of them or none
 * @PFC_CMD_PROFILE_NEW: add a profile
 * @PFC_CMD_PROFILE_DEL: delete a profile that no group follows
 * @PFC_CMD_STATS_GET: counters of a port; dump: of all ports
 * @PFC_CMD_STATS_CLEAR: start the counters and watermarks of a port anew
 *	(%PFC_A_IFINDEX or %PFC_A_IFNAME), or those of all ports of the namespace
 *	(neither).  With @PFC_A_PRIOS, and a port, those of these queues and priorities
 *	alone.  Storms go on, and so do their own counts
 * @PFC_CMD_WATERMARK_CLEAR: start watermarks anew, and no counters: those of a pool
 *	(%PFC_A_POOL_NAME), of groups and queues of a port (it and @PFC_A_PG or
 *	@PFC_A_QUEUE nests with nothing but a number), all of a port, or all of the
 *	namespace, with its pools
 * @PFC_CMD_EVENT: notification on the multicast group "events"
 * @PFC_CMD_WATCHDOG_GET: what the watchdog of a port sees and does, and its last storms;
 *	dump: of all ports
 * @PFC_CMD_WATCHDOG_CLEAR: end what waits for an operator: PFC that is disabled after too
 *	many storms is enabled, a storm is over (if it is not, it will be detected
 *	again).  Of a port (%PFC_A_IFINDEX or %PFC_A_IFNAME) or of all ports of the
 *	namespace (neither), of @PFC_A_PRIOS or all priorities; so do the next two
 * @PFC_CMD_WATCHDOG_MITIGATE: with @PFC_A_ON 1 act as in a storm, with 0 do so no more.
 *	With %PFC_WATCHDOG_ALERT, which does nothing, this is %PFC_WATCHDOG_DROP
 * @PFC_CMD_WATCHDOG_INJECT: with @PFC_A_ON 1 let the watchdog see a storm that is not
 *	there, whether anything waits or not, with 0 no more.  Needs a port
 */
enum pfc_cmd {
	PFC_CMD_UNSPEC,
	PFC_CMD_PORT_GET,
	PFC_CMD_PORT_SET,
	PFC_CMD_POOL_GET,
	PFC_CMD_POOL_SET,
	PFC_CMD_STATS_GET,
	PFC_CMD_STATS_CLEAR,
	PFC_CMD_EVENT,
	PFC_CMD_POOL_NEW,
	PFC_CMD_POOL_DEL,
	PFC_CMD_PROFILE_GET,
	PFC_CMD_PROFILE_SET,
	PFC_CMD_PROFILE_NEW,
	PFC_CMD_PROFILE_DEL,
	PFC_CMD_WATERMARK_CLEAR,
	PFC_CMD_WATCHDOG_GET,
	PFC_CMD_WATCHDOG_CLEAR,
	PFC_CMD_WATCHDOG_MITIGATE,
	PFC_CMD_WATCHDOG_INJECT,

	/* private: */
	__PFC_CMD_MAX,
	PFC_CMD_MAX = __PFC_CMD_MAX - 1
};

/**
 * enum pfc_attr - top-level attributes of all commands
 * @PFC_A_UNSPEC: unused
 * @PFC_A_PAD: padding for 64-bit attributes
 * @PFC_A_IFINDEX: u32, the port's interface index; requests name a port by
 *	this or by @PFC_A_IFNAME
 * @PFC_A_IFNAME: string, the port's interface name
 * @PFC_A_PORT_ID: u32, the id that tags the port's packets (read only)
 * @PFC_A_DEFAULT_PRIO: u8, priority of what carries nothing that is trusted, and has no
 *	@PFC_A_ETHTYPE_PRIO, 0..7
 * @PFC_A_DSCP_PRIO: nest of @PFC_A_MAP_ENTRY, DSCP 0..63 to priority 0..7;
 *	a request changes the entries that it names
 * @PFC_A_PRIO_PG: nest of @PFC_A_MAP_ENTRY, priority 0..7 to priority group 0..7
 * @PFC_A_PRIO_PFC: nest of @PFC_A_MAP_ENTRY, priority 0..7 to PFC 0 or 1, both
 *	directions: sets @PFC_A_PRIO_PFC_TX and @PFC_A_PRIO_PFC_RX, before what the
 *	request says of these; in answers 1 if both are.  Needs a
 *	@PFC_A_FLOW_CONTROL that is %PFC_FLOW_PFC
 * @PFC_A_PG: nest of &enum pfc_pg_attr, one priority group; repeated
 * @PFC_A_PAUSE_TIME: u32, pause time of the XOFF frames sent, 1..65535 quanta
 * @PFC_A_RATE: u64, egress rate in bits per second, counting @PFC_A_OVERHEAD bytes
 *	for each frame beside its own; 0: not limited
 * @PFC_A_SPEED: u32, speed of the link in Mb/s by which pause quanta are
 *	reckoned; in a request 0: as ethtool says
 * @PFC_A_SPEED_AUTO: flag, in answers: @PFC_A_SPEED came from the device
 * @PFC_A_QUEUE_LIMIT: u32, bytes that packets charged to no port (sent by this
 *	host) may take in one egress queue
 * @PFC_A_DELAY: u32, ns that every frame sent, PFC frames too, takes to the other
 *	end after its last bit has left; 0: none.  Needs a @PFC_A_RATE
 * @PFC_A_MAP_ENTRY: nest of &enum pfc_map_attr; inside the maps
 * @PFC_A_POOL_SIZE: u32, bytes
 * @PFC_A_POOL_RESERVED: u32, bytes reserved for guarantees and headrooms (read only,
 *	as all of a pool that follows)
 * @PFC_A_POOL_SHARED_USED: u32, bytes of the shared part in use
 * @PFC_A_POOL_HEADROOM_USED: u32, bytes of headrooms in use
 * @PFC_A_STATS_PORT: nest of &enum pfc_port_stat
 * @PFC_A_STATS_PG: nest of &enum pfc_pg_stat; repeated, one a priority group
 * @PFC_A_STATS_PRIO: nest of &enum pfc_prio_stat; repeated, one a priority
 * @PFC_A_STATS_QUEUE: nest of &enum pfc_queue_stat; repeated, one a queue
 * @PFC_A_EVENT: u32, &enum pfc_event
 * @PFC_A_EVENT_TIME: u64, CLOCK_MONOTONIC time of the event in nanoseconds
 * @PFC_A_EVENT_PRIOS: u8, bit mask of the priorities concerned
 * @PFC_A_EVENT_LOST: u32, events of this port left out since the one before,
 *	because they came faster than the rate limit
 * @PFC_A_EVENT_QUANTA: u32, the longest pause time in the frame, in quanta
 * @PFC_A_CABLE_DELAY: u32, ns that a bit takes to the other end of the cable, by which
 *	headroom is reckoned; beside %PFC_A_DELAY, which is waited for
 * @PFC_A_BATCH: u32, frames of the largest size that still come in at once when the
 *	last has left the peer, by which headroom is reckoned, 0..%PFC_BATCH_MAX
 * @PFC_A_QUEUE: nest of &enum pfc_queue_attr, one egress queue; repeated
 * @PFC_A_POOL_NAME: string, a pool; if none is named, %PFC_DEFAULT_POOL
 * @PFC_A_POOL_HEADROOM_RATIO: u32, the pool reserves one such part of the sum of its
 *	groups' headrooms, which they share, 1..%PFC_RATIO_MAX; 1: all of it, so
 *	that each has its own (may be changed)
 * @PFC_A_POOL_GUARANTEES: u32, sum of its groups' guarantees, bytes
 * @PFC_A_POOL_HEADROOMS: u64, sum of its lossless groups' headrooms, bytes
 * @PFC_A_POOL_HEADROOM_SIZE: u32, what is reserved for these, bytes
 * @PFC_A_POOL_SHARED_SIZE: u32, the rest of the pool, bytes
 * @PFC_A_POOL_SHARED_PEAK: u32, most of the shared part that was in use since the
 *	watermarks were cleared, bytes
 * @PFC_A_POOL_SHARED_PEAK_EVER: u32, likewise, since the pool is there
 * @PFC_A_POOL_HEADROOM_PEAK: u32, most of the headrooms, bytes
 * @PFC_A_POOL_HEADROOM_PEAK_EVER: u32, likewise
 * @PFC_A_POOL_CLEARED: u64, CLOCK_MONOTONIC time of the last clear, or of the pool's
 *	beginning
 * @PFC_A_POOL_PGS: u32, priority groups that are bound to it
 * @PFC_A_PROFILE_NAME: string, a profile.  Its values come in a @PFC_A_PG
 *	without a number
 * @PFC_A_PROFILE_PGS: u32, priority groups that follow it (read only)
 * @PFC_A_PRIO_PFC_TX: nest of @PFC_A_MAP_ENTRY, priority 0..7 to 0 or 1: is XOFF sent for
 *	it?  A priority group is lossless if it is for its priorities; all
 *	priorities of one group must agree
 * @PFC_A_PRIO_PFC_RX: nest of @PFC_A_MAP_ENTRY, priority 0..7 to 0 or 1: is XOFF
 *	obeyed that is received for it?
 * @PFC_A_FLOW_CONTROL: u8, &enum pfc_flow_control
 * @PFC_A_PEER_RATE: u64, rate in bits per second at which the other end sends, by
 *	which headroom is reckoned; 0: that of this end
 * @PFC_A_OVERHEAD: u32, bytes that a frame takes on the wire beside its own, which
 *	rates and shares of bandwidth count, 0..%PFC_OVERHEAD_MAX
 * @PFC_A_TRUST: u8, &enum pfc_trust: what of a packet says its priority
 * @PFC_A_PCP_PRIO: nest of @PFC_A_MAP_ENTRY, PCP 0..7 of the outer VLAN tag to priority
 *	0..7
 * @PFC_A_ETHTYPE_PRIO: nest of @PFC_A_MAP_ENTRY with a @PFC_MAP_A_KEY16, EtherType to
 *	priority 0..7 or %PFC_MAP_NONE, for packets of which nothing trusted says
 *	it; at most %PFC_ETHTYPES_MAX.  EtherTypes are those behind VLAN tags,
 *	0x0600..0xffff, and none of VLAN tags (0x8100, 0x88a8) or MAC control (0x8808)
 * @PFC_A_FLOOD_PRIO: nest of @PFC_A_MAP_ENTRY, priority 0..7 of a broadcast, multicast
 *	or unknown unicast packet to the priority that it gets instead, and with
 *	it queue and group, 0..7 of a lossy group; %PFC_MAP_NONE: a broadcast or
 *	multicast packet of a lossless group gets the default priority, or the
 *	lowest lossy one if that is lossless; any other stays as it is.  DSCP and PCP
 *	are rewritten by the former.  With %PFC_FLOW_PAUSE there are no lossy
 *	groups, and this is for the queue alone
 * @PFC_A_FLOOD_LOSSLESS: u8, 0: lossless unicast packets that the bridge would flood, as
 *	it has no FDB entry for them, are flooded; 1: they are dropped (with
 *	%PFC_FLOW_PAUSE: all of them)
 * @PFC_A_PRIO_SOURCE: u8, &enum pfc_prio_source: what the priority of a packet is that
 *	leaves by this port
 * @PFC_A_PRIO_DSCP: nest of @PFC_A_MAP_ENTRY, priority 0..7 of a packet that leaves to
 *	the DSCP 0..63 that is written to it; %PFC_MAP_NONE: it stays
 * @PFC_A_PRIO_PCP: nest of @PFC_A_MAP_ENTRY, priority 0..7 of a packet that leaves to the
 *	PCP 0..7 that is written to its outer VLAN tag, if it has one;
 *	%PFC_MAP_NONE: it stays
 * @PFC_A_PRIO_TC: nest of @PFC_A_MAP_ENTRY, priority 0..7 to traffic class 0..7
 * @PFC_A_TC: nest of &enum pfc_tc_attr, one traffic class; repeated
 * @PFC_A_PRIO_WATCHDOG: nest of @PFC_A_MAP_ENTRY, priority 0..7 to 0 or 1: is it
 *	watched for storms?
 * @PFC_A_DETECTION_TIME: u64, ns: a storm is a queue that holds frames, is paused and
 *	has sent nothing for that long, %PFC_DETECTION_MIN..%PFC_DETECTION_MAX
 * @PFC_A_RECOVERY_TIME: u64, ns: it is over when no XOFF has come for that long and what
 *	the last one asked for is over, too, %PFC_DETECTION_MIN..%PFC_RECOVERY_MAX;
 *	0: twice @PFC_A_DETECTION_TIME; %PFC_RECOVERY_MANUAL: when an operator says
 *	so, %PFC_CMD_WATCHDOG_CLEAR
 * @PFC_A_WATCHDOG_ACTION: u8, &enum pfc_watchdog_action
 * @PFC_A_ESCALATE_COUNT: u32, when a storm is detected for that many times in
 *	@PFC_A_ESCALATE_PERIOD, PFC of the priority is disabled in both directions
 *	until %PFC_CMD_WATCHDOG_CLEAR, 1..%PFC_ESCALATE_MAX; 0: it never is
 * @PFC_A_ESCALATE_PERIOD: u64, ns, %PFC_PERIOD_MIN..%PFC_PERIOD_MAX
 * @PFC_A_XOFF_TIMEOUT: u64, ns: the peer is no longer told XOFF for a group of which
 *	nothing has left for that long, until something leaves,
 *	%PFC_DETECTION_MIN..%PFC_DETECTION_MAX; 0: it is told for ever
 * @PFC_A_XOFF_WARN: u32, an event tells when more XOFF than that are sent, or received,
 *	for a priority in a second, 1..%PFC_XOFF_WARN_MAX; 0: none does
 * @PFC_A_PORT_GROUP: u32, group of ports that this one is in, 1..%PFC_PORT_GROUP_MAX; 0:
 *	none
 * @PFC_A_SAME_GROUP_PRIO: nest of @PFC_A_MAP_ENTRY, priority 0..7 of a packet that came in
 *	by a port of the group by which it leaves here, to the priority 0..7 that it gets
 *	instead, and with it the queue; it stays charged to the priority group that it
 *	came in by; %PFC_MAP_NONE: it keeps its own
 * @PFC_A_SAME_GROUP_DSCP: nest of @PFC_A_MAP_ENTRY, priority 0..7 that such a packet had
 *	to the DSCP 0..63 that is written to it; %PFC_MAP_NONE: that of
 *	@PFC_A_PRIO_DSCP, if any
 * @PFC_A_PRIOS: u8, bit mask of priorities, not 0; in requests
 * @PFC_A_ON: u8, 0 or 1
 * @PFC_A_WATCH: nest of &enum pfc_watch_attr; repeated, one a priority
 * @PFC_A_STORM: nest of &enum pfc_storm_attr, of a port's last storms (answers to
 *	%PFC_CMD_WATCHDOG_GET), oldest first, or of the one that an event is about; repeated
 * @PFC_A_EVENT_COUNT: u32, XOFF counted when %PFC_EVENT_XOFF_RATE_RX or
 *	%PFC_EVENT_XOFF_RATE_TX became due
 */
enum pfc_attr {
	PFC_A_UNSPEC,
	PFC_A_PAD,
	PFC_A_IFINDEX,
	PFC_A_IFNAME,
	PFC_A_PORT_ID,
	PFC_A_DEFAULT_PRIO,
	PFC_A_DSCP_PRIO,
	PFC_A_PRIO_PG,
	PFC_A_PRIO_PFC,
	PFC_A_PG,
	PFC_A_PAUSE_TIME,
	PFC_A_RATE,
	PFC_A_SPEED,
	PFC_A_SPEED_AUTO,
	PFC_A_QUEUE_LIMIT,
	PFC_A_DELAY,
	PFC_A_MAP_ENTRY,
	PFC_A_POOL_SIZE,
	PFC_A_POOL_RESERVED,
	PFC_A_POOL_SHARED_USED,
	PFC_A_POOL_HEADROOM_USED,
	PFC_A_STATS_PORT,
	PFC_A_STATS_PG,
	PFC_A_STATS_PRIO,
	PFC_A_STATS_QUEUE,
	PFC_A_EVENT,
	PFC_A_EVENT_TIME,
	PFC_A_EVENT_PRIOS,
	PFC_A_EVENT_LOST,
	PFC_A_EVENT_QUANTA,
	PFC_A_CABLE_DELAY,
	PFC_A_BATCH,
	PFC_A_QUEUE,
	PFC_A_POOL_NAME,
	PFC_A_POOL_HEADROOM_RATIO,
	PFC_A_POOL_GUARANTEES,
	PFC_A_POOL_HEADROOMS,
	PFC_A_POOL_HEADROOM_SIZE,
	PFC_A_POOL_SHARED_SIZE,
	PFC_A_POOL_SHARED_PEAK,
	PFC_A_POOL_SHARED_PEAK_EVER,
	PFC_A_POOL_HEADROOM_PEAK,
	PFC_A_POOL_HEADROOM_PEAK_EVER,
	PFC_A_POOL_CLEARED,
	PFC_A_POOL_PGS,
	PFC_A_PROFILE_NAME,
	PFC_A_PROFILE_PGS,
	PFC_A_PRIO_PFC_TX,
	PFC_A_PRIO_PFC_RX,
	PFC_A_FLOW_CONTROL,
	PFC_A_PEER_RATE,
	PFC_A_OVERHEAD,
	PFC_A_TRUST,
	PFC_A_PCP_PRIO,
	PFC_A_ETHTYPE_PRIO,
	PFC_A_FLOOD_PRIO,
	PFC_A_FLOOD_LOSSLESS,
	PFC_A_PRIO_SOURCE,
	PFC_A_PRIO_DSCP,
	PFC_A_PRIO_PCP,
	PFC_A_PRIO_TC,
	PFC_A_TC,
	PFC_A_PRIO_WATCHDOG,
	PFC_A_DETECTION_TIME,
	PFC_A_RECOVERY_TIME,
	PFC_A_WATCHDOG_ACTION,
	PFC_A_ESCALATE_COUNT,
	PFC_A_ESCALATE_PERIOD,
	PFC_A_XOFF_TIMEOUT,
	PFC_A_XOFF_WARN,
	PFC_A_PORT_GROUP,
	PFC_A_SAME_GROUP_PRIO,
	PFC_A_SAME_GROUP_DSCP,
	PFC_A_PRIOS,
	PFC_A_ON,
	PFC_A_WATCH,
	PFC_A_STORM,
	PFC_A_EVENT_COUNT,

	/* private: */
	__PFC_A_MAX,
	PFC_A_MAX = __PFC_A_MAX - 1
};

/**
 * enum pfc_flow_control - how a port and its peer stop each other
 * @PFC_FLOW_NONE: not at all
 * @PFC_FLOW_PAUSE: by PAUSE frames (IEEE 802.3 Annex 31B).  All that comes in is charged
 *	to priority group 0, which is lossless, broadcast and multicast, too; a PAUSE
 *	received stops all queues.  No priority may have PFC on
 * @PFC_FLOW_PFC: by PFC frames, for the priorities that have it on (default)
 *
 * Frames of the other kind are counted and ignored.
 */
enum pfc_flow_control {
	PFC_FLOW_NONE,
	PFC_FLOW_PAUSE,
	PFC_FLOW_PFC,

	/* private: */
	__PFC_FLOW_MAX,
	PFC_FLOW_MAX = __PFC_FLOW_MAX - 1
};

/**
 * enum pfc_trust - what of a packet that comes in says its priority
 * @PFC_TRUST_NONE: neither DSCP nor PCP
 * @PFC_TRUST_DSCP: the DSCP of an IP packet (default)
 * @PFC_TRUST_PCP: the PCP of a packet with a VLAN tag
 * @PFC_TRUST_DSCP_PCP: its DSCP, or if it has none its PCP
 * @PFC_TRUST_PCP_DSCP: its PCP, or if it has none its DSCP
 *
 * What has none of them gets the priority of its EtherType, or else the default.
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
 * enum pfc_prio_source - what the priority of a packet is that leaves by a port
 * @PFC_PRIO_SOURCE_PACKET: that by which it was classified when it came in (default)
 * @PFC_PRIO_SOURCE_SKB: the kernel's skb->priority, which routing sets from the TOS if
 *	the sysctl ip_forward_update_priority is on, and tc may change; the default
 *	priority of this port if that is above 7.  Queue, group and rewriting
 *	follow it
 */
enum pfc_prio_source {
	PFC_PRIO_SOURCE_PACKET,
	PFC_PRIO_SOURCE_SKB,

	/* private: */
	__PFC_PRIO_SOURCE_MAX,
	PFC_PRIO_SOURCE_MAX = __PFC_PRIO_SOURCE_MAX - 1
};

/**
 * enum pfc_tsa - transmission selection algorithm of a traffic class
 * @PFC_TSA_STRICT: before all lower classes that are strict, and before all that are
 *	not (default)
 * @PFC_TSA_ETS: enhanced transmission selection (802.1Q clause 37): its share of the
 *	bandwidth that strict classes leave
 */
enum pfc_tsa {
	PFC_TSA_STRICT,
	PFC_TSA_ETS,

	/* private: */
	__PFC_TSA_MAX,
	PFC_TSA_MAX = __PFC_TSA_MAX - 1
};

/**
 * enum pfc_tc_attr - configuration of a traffic class
 * @PFC_TC_A_UNSPEC: unused
 * @PFC_TC_A_ID: u8, 0..7
 * @PFC_TC_A_TSA: u8, &enum pfc_tsa
 * @PFC_TC_A_BW: u8, share of an ETS class, 1..100 percent; 0 of any other.  Those of all
 *	ETS classes together are 100.  The share of a class that has nothing to
 *	send goes to the others, as their shares are to each other
 * @PFC_TC_A_PAD: padding
 * @PFC_TC_A_RATE: u64, what it may send at most, bits per second, counted as
 *	%PFC_A_RATE is; 0: not limited
 */
enum pfc_tc_attr {
	PFC_TC_A_UNSPEC,
	PFC_TC_A_ID,
	PFC_TC_A_TSA,
	PFC_TC_A_BW,
	PFC_TC_A_PAD,
	PFC_TC_A_RATE,

	/* private: */
	__PFC_TC_A_MAX,
	PFC_TC_A_MAX = __PFC_TC_A_MAX - 1
};

/**
 * enum pfc_map_attr - one entry of a map
 * @PFC_MAP_A_UNSPEC: unused
 * @PFC_MAP_A_KEY: u8, what is mapped (DSCP, PCP or priority)
 * @PFC_MAP_A_VALUE: u8, what it is mapped to
 * @PFC_MAP_A_KEY16: u16, what is mapped (EtherType), in place of the former
 */
enum pfc_map_attr {
	PFC_MAP_A_UNSPEC,
	PFC_MAP_A_KEY,
	PFC_MAP_A_VALUE,
	PFC_MAP_A_KEY16,

	/* private: */
	__PFC_MAP_A_MAX,
	PFC_MAP_A_MAX = __PFC_MAP_A_MAX - 1
};

/**
 * enum pfc_pg_attr - configuration of a priority group
 * @PFC_PG_A_UNSPEC: unused
 * @PFC_PG_A_ID: u8, 0..7
 * @PFC_PG_A_XOFF: u32, a lossless group sends XOFF when it takes more of the shared
 *	part of the pool, bytes
 * @PFC_PG_A_XON: u32, and, without an alpha, XON when it has drained to this, bytes,
 *	<= XOFF
 * @PFC_PG_A_HEADROOM: u32, reserved behind XOFF for what is in flight, bytes
 * @PFC_PG_A_LIMIT: u32, a lossy group's packets are dropped if it took more of the
 *	shared part, bytes
 * @PFC_PG_A_LOSSLESS: flag (read only, follows %PFC_A_PRIO_PFC_TX and
 *	%PFC_A_FLOW_CONTROL)
 * @PFC_PG_A_MIN: u32, the group's guarantee: reserved for it alone and filled
 *	first, bytes
 * @PFC_PG_A_ALPHA: u32, the group may take so many 64ths of what is free in the shared
 *	part, in place of @PFC_PG_A_XOFF and @PFC_PG_A_LIMIT; 0: these hold
 * @PFC_PG_A_XON_OFFSET: u32, with an alpha XON is sent when the group has drained to
 *	so much below what it may take, bytes
 * @PFC_PG_A_POOL: string, the pool that the group is charged to
 * @PFC_PG_A_PROFILE: string, the profile that the group follows: all of the above but
 *	the number come from there and cannot be set here; empty: none, and they
 *	stay as they are
 * @PFC_PG_A_HEADROOM_AUTO: u8, 1: the headroom follows @PFC_PG_A_HEADROOM_NEEDED, also
 *	when the device's MTU or speed changes; 0: it stays what it is
 * @PFC_PG_A_HEADROOM_NEEDED: u32, headroom that rate, delays, MTU, response time and
 *	batch ask for, bytes (read only)
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

	/* private: */
	__PFC_PG_A_MAX,
	PFC_PG_A_MAX = __PFC_PG_A_MAX - 1
};

/**
 * enum pfc_queue_attr - configuration of an egress queue
 * @PFC_QUEUE_A_UNSPEC: unused
 * @PFC_QUEUE_A_ID: u8, 0..7, the priority
 * @PFC_QUEUE_A_LIMIT: u32, a lossy packet is dropped if the queue would hold more
 *	with it, bytes; 0: no limit.  Only packets that came in by a port count
 * @PFC_QUEUE_A_ALPHA: u32, likewise, if it would hold more than so many 64ths of what is
 *	free in the shared part of the packet's pool, unless it is empty; 0: no
 *	such limit
 * @PFC_QUEUE_A_ECN_KMIN: u32, packets that find more than this in the queue may be
 *	marked CE, bytes, <= @PFC_QUEUE_A_ECN_KMAX.  Only those with ECT are: of the
 *	others, those of lossy groups are dropped where they would have been marked
 * @PFC_QUEUE_A_ECN_KMAX: u32, and those that find more than this all are, bytes; 0: none
 * @PFC_QUEUE_A_ECN_PMAX: u32, in between the probability rises from 0 to so many
 *	millionths, 0..%PFC_PMAX_ONE
 */
enum pfc_queue_attr {
	PFC_QUEUE_A_UNSPEC,
	PFC_QUEUE_A_ID,
	PFC_QUEUE_A_LIMIT,
	PFC_QUEUE_A_ALPHA,
	PFC_QUEUE_A_ECN_KMIN,
	PFC_QUEUE_A_ECN_KMAX,
	PFC_QUEUE_A_ECN_PMAX,

	/* private: */
	__PFC_QUEUE_A_MAX,
	PFC_QUEUE_A_MAX = __PFC_QUEUE_A_MAX - 1
};

/**
 * enum pfc_event - what a notification announces
 * @PFC_EVENT_UNSPEC: unused
 * @PFC_EVENT_PORT_ADD: a device became a port
 * @PFC_EVENT_PORT_DEL: a port was deleted
 * @PFC_EVENT_XOFF_SENT: priorities newly told XOFF (refreshes are not announced)
 * @PFC_EVENT_XON_SENT: priorities told XON
 * @PFC_EVENT_XOFF_RECEIVED: priorities paused that were not paused before
 * @PFC_EVENT_XON_RECEIVED: paused priorities released by the peer
 * @PFC_EVENT_HEADROOM_OVERRUN: packets of lossless priorities that came in were lost,
 *	as their group's headroom was full; counted in %PFC_PG_STAT_DROP_HEADROOM.
 *	The priorities are those that the group has when this is told
 * @PFC_EVENT_HEADROOM_SHORT: the MTU or speed of the device has changed, and lossless
 *	priorities now have less headroom than they need: it is not automatic, or
 *	the pool has no room
 * @PFC_EVENT_STORM_DETECTED: with a @PFC_A_STORM; action is taken, if any is to be
 * @PFC_EVENT_STORM_RESTORED: with a @PFC_A_STORM; it is over
 * @PFC_EVENT_PFC_DISABLED: with a @PFC_A_STORM, which was one too many
 * @PFC_EVENT_PFC_ENABLED: by an operator, after the former, with the same @PFC_A_STORM
 * @PFC_EVENT_MITIGATION_ON: an operator has priorities treated as in a storm
 * @PFC_EVENT_MITIGATION_OFF: and no more
 * @PFC_EVENT_PAUSED_LONG: the queue was paused for nearly all of the detection time, but
 *	frames have left in between; with a @PFC_A_STORM that says what was measured
 * @PFC_EVENT_XOFF_TIMEOUT: XOFF is not sent any more, see %PFC_A_XOFF_TIMEOUT
 * @PFC_EVENT_XOFF_RESUMED: and it may be again
 * @PFC_EVENT_XOFF_RATE_RX: more XOFF have come than %PFC_A_XOFF_WARN
 * @PFC_EVENT_XOFF_RATE_TX: more were sent
 */
enum pfc_event {
	PFC_EVENT_UNSPEC,
	PFC_EVENT_PORT_ADD,
	PFC_EVENT_PORT_DEL,
	PFC_EVENT_XOFF_SENT,
	PFC_EVENT_XON_SENT,
	PFC_EVENT_XOFF_RECEIVED,
	PFC_EVENT_XON_RECEIVED,
	PFC_EVENT_HEADROOM_OVERRUN,
	PFC_EVENT_HEADROOM_SHORT,
	PFC_EVENT_STORM_DETECTED,
	PFC_EVENT_STORM_RESTORED,
	PFC_EVENT_PFC_DISABLED,
	PFC_EVENT_PFC_ENABLED,
	PFC_EVENT_MITIGATION_ON,
	PFC_EVENT_MITIGATION_OFF,
	PFC_EVENT_PAUSED_LONG,
	PFC_EVENT_XOFF_TIMEOUT,
	PFC_EVENT_XOFF_RESUMED,
	PFC_EVENT_XOFF_RATE_RX,
	PFC_EVENT_XOFF_RATE_TX,
};

#include "pfc_watchdog.h"
#include "pfc_stats.h"

#endif /* _UAPI_LINUX_PFC_H */
