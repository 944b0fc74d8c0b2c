/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the generic netlink
 * interface of the pfc module.
 *
 * A port is a root qdisc of kind "pfc".  rtnetlink creates and deletes it.  The generic
 * netlink family described here reads and writes everything that is specific to PFC.
 * Requests are sent in the network namespace of the port.
 *
 * Units, unless a comment says otherwise: sizes in bytes, times in nanoseconds, rates in
 * bits per second.  Sizes count the bytes of a frame on the wire without the frame check
 * sequence.  A frame shorter than 60 bytes counts as 60.
 */
#ifndef _UAPI_LINUX_PFC_H
#define _UAPI_LINUX_PFC_H

#define PFC_GENL_NAME		"pfc"
#define PFC_GENL_VERSION	1
#define PFC_GENL_MCGRP_EVENTS	"events"

#define PFC_QDISC_KIND		"pfc"

#define PFC_PRIO_COUNT		8	/* priorities, priority groups and queues */
#define PFC_DSCP_COUNT		64
#ifndef PFC_PORTS_MAX	/* the simulator has its own, see kmod/packet.h */
#define PFC_PORTS_MAX		4095	/* in all namespaces together */
#endif

#define PFC_ALPHA_ONE		256U		/* alpha is given in 256ths */
#define PFC_SPEED_DEFAULT	10000U		/* Mb/s, if ethtool reports no speed */
#define PFC_ETHTYPES_MAX	8		/* EtherTypes with a priority, per port */
#define PFC_APP_PORTS_MAX	32		/* entries of dcb for port numbers, per port */

#define PFC_NAME_LEN		32	/* of a pool or profile, with the final NUL */
#define PFC_POOLS_MAX		256	/* in a namespace */
#define PFC_PROFILES_MAX	1024	/* in a namespace */
#define PFC_DEFAULT_POOL	"default"	/* exists in each namespace */

/* Defaults of new ports and namespaces */
#define PFC_DEFAULT_POOL_SIZE	(12U << 20)
#define PFC_DEFAULT_XOFF	(128U << 10)
#define PFC_DEFAULT_XON		(96U << 10)
#define PFC_DEFAULT_HEADROOM	(256U << 10)
#define PFC_DEFAULT_LIMIT	(256U << 10)
#define PFC_DEFAULT_QUEUE_LIMIT	(4U << 20)
#define PFC_DEFAULT_BATCH	64U	/* packets of one NAPI poll */
#define PFC_DEFAULT_LATENCY	4000000U	/* ns; see Documentation/headroom.rst */
#define PFC_DEFAULT_CONTROL_PRIO 7U
#define PFC_DEFAULT_OVERHEAD	24U	/* preamble, FCS and gap: 802.3 clauses 3 and 4 */

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

#define PFC_SIZE_MAX		1073741824U	/* largest threshold or headroom, bytes */
#define PFC_POOL_SIZE_MAX	1099511627776ULL	/* largest pool, bytes */
#define PFC_ALPHA_MAX		32768U
#define PFC_RATE_MIN		1000000ULL	/* 1 Mb/s */
#define PFC_RATE_MAX		1600000000000ULL	/* 1.6 Tb/s */
#define PFC_SPEED_MIN		10U	/* Mb/s */
#define PFC_SPEED_MAX		1600000U	/* Mb/s */
#define PFC_PAUSE_TIME_MAX	65535U	/* quanta of 512 bit times */
#define PFC_DELAY_MAX		10000000U	/* ns, about 2000 km */
#define PFC_BATCH_MAX		4096U	/* frames */
#define PFC_LATENCY_MAX		100000000U	/* ns */
#define PFC_RATIO_MAX		256U	/* largest oversubscription of headroom */
#define PFC_CELL_MAX		65536U	/* bytes */
#define PFC_OVERHEAD_MAX	256U	/* bytes on the wire in addition to a frame */
#define PFC_PMAX_ONE		1000000U	/* a probability of 1, in millionths */
#define PFC_MAP_NONE		255U	/* value of a map entry: not mapped */

/**
 * enum pfc_cmd - commands of the family
 * @PFC_CMD_UNSPEC: unused
 * @PFC_CMD_PORT_GET: get the configuration and state of a port; dump: of all ports
 * @PFC_CMD_PORT_SET: change a port; either the whole request takes effect or nothing
 * @PFC_CMD_POOL_GET: get a buffer pool (%PFC_A_POOL_NAME); dump: all pools of the namespace
 * @PFC_CMD_POOL_SET: change a pool
 * @PFC_CMD_STATS_GET: get the counters of a port; dump: of all ports
 * @PFC_CMD_STATS_CLEAR: reset the counters and watermarks of a port (%PFC_A_IFINDEX or
 *	%PFC_A_IFNAME), or of all ports of the namespace (neither).  With %PFC_A_PRIOS, which needs
 *	a port: only of the given priorities and their queues.  Active storms and their counters
 *	are unchanged
 * @PFC_CMD_EVENT: notification to the multicast group "events"
 * @PFC_CMD_POOL_NEW: add a pool of a given size
 * @PFC_CMD_POOL_DEL: delete a pool.  No priority group may be bound to it and no packet charged to
 *	it.  The pool named %PFC_DEFAULT_POOL cannot be deleted
 * @PFC_CMD_PROFILE_GET: get a profile of priority groups (%PFC_A_PROFILE_NAME); dump: all profiles
 *	of the namespace
 * @PFC_CMD_PROFILE_SET: change a profile and all groups that follow it; either all of them change
 *	or none
 * @PFC_CMD_PROFILE_NEW: add a profile
 * @PFC_CMD_PROFILE_DEL: delete a profile that no group follows
 * @PFC_CMD_WATERMARK_CLEAR: reset watermarks, but no counters: those of a pool (%PFC_A_POOL_NAME),
 *	of groups and queues of a port (the port, and %PFC_A_PG or %PFC_A_QUEUE nests that contain
 *	only a number), of a whole port, or of the whole namespace including its pools
 * @PFC_CMD_WATCHDOG_GET: get the watchdog state of a port and its last storms; dump: of all ports
 * @PFC_CMD_WATCHDOG_CLEAR: enable PFC again if it was disabled after too many storms, and end
 *	active storms.  A storm that persists is detected again.  The command applies to a port
 *	(%PFC_A_IFINDEX or %PFC_A_IFNAME) or to all ports of the namespace (neither), and to
 *	%PFC_A_PRIOS or all priorities.  %PFC_CMD_WATCHDOG_MITIGATE and %PFC_CMD_WATCHDOG_INJECT
 *	select ports and priorities in the same way
 * @PFC_CMD_WATCHDOG_MITIGATE: %PFC_A_ON 1 starts the watchdog action by hand, 0 stops it.
 *	%PFC_WATCHDOG_ACTION_ALERT has no effect on packets, so %PFC_WATCHDOG_ACTION_DROP is
 *	applied instead
 * @PFC_CMD_WATCHDOG_INJECT: %PFC_A_ON 1 injects a storm into the watchdog, even while the queue is
 *	empty; 0 ends the injected storm.  The request must name a port
 * @PFC_CMD_WAIT_GET: who waits for whom; dump: of all ports.  For each port one message has the
 *	pauses of its priorities and the state of its priority groups (%PFC_A_WAIT and
 *	%PFC_A_WAIT_PG), and one message follows for each egress queue that holds frames
 *	(%PFC_A_QUEUE_HOLDERS).  Flows are only for a requester with CAP_NET_ADMIN
 * @PFC_CMD_RECORD_GET: dump the flight recorders of all ports: the last transitions of each port.
 *	A port has one or more messages
 * @PFC_CMD_IMPAIR_GET: get the impairments of a port and what they have done; dump: of all ports.
 *	A port without impairments has none of the attributes from %PFC_A_IMPAIR_SINCE on
 * @PFC_CMD_IMPAIR_SET: impair the link of a port; either all settings of the request apply or none
 * @PFC_CMD_IMPAIR_DEL: end the impairments of a port (%PFC_A_IFINDEX or %PFC_A_IFNAME) or of all
 *	ports of the namespace (neither).  With %PFC_A_PRIOS: only those of the given priorities.
 *	Without it, their counters are deleted too
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
	PFC_CMD_WAIT_GET,
	PFC_CMD_RECORD_GET,
	PFC_CMD_IMPAIR_GET,
	PFC_CMD_IMPAIR_SET,
	PFC_CMD_IMPAIR_DEL,

	/* private: */
	__PFC_CMD_MAX,
	PFC_CMD_MAX = __PFC_CMD_MAX - 1
};

/**
 * enum pfc_attr - top-level attributes of all commands
 * @PFC_A_UNSPEC: unused
 * @PFC_A_PAD: padding for 64-bit attributes
 * @PFC_A_IFINDEX: u32, interface index of the port; a request names a port by either this or
 *	@PFC_A_IFNAME
 * @PFC_A_IFNAME: string, interface name of the port
 * @PFC_A_PORT_ID: u32, the id that tags the port's packets (read only)
 * @PFC_A_DEFAULT_PRIO: u8, 0..7, priority of packets that carry no trusted field and have no
 *	@PFC_A_ETHTYPE_PRIO
 * @PFC_A_DSCP_PRIO: nest of @PFC_A_MAP_ENTRY, DSCP 0..63 to priority 0..7; a request changes only
 *	the entries that it contains
 * @PFC_A_PRIO_PG: nest of @PFC_A_MAP_ENTRY, priority 0..7 to priority group 0..7
 * @PFC_A_PRIO_PFC: nest of @PFC_A_MAP_ENTRY, priority 0..7 to PFC 0 or 1 in both directions.  Sets
 *	@PFC_A_PRIO_PFC_TX and @PFC_A_PRIO_PFC_RX, before these are read from the same request.  In
 *	answers, the value is 1 if both these maps have 1.  Requires %PFC_FLOW_CONTROL_PFC as
 *	@PFC_A_FLOW_CONTROL
 * @PFC_A_PG: nest of &enum pfc_pg_attr, one priority group; repeated
 * @PFC_A_PAUSE_TIME: u32, pause time of the XOFF frames sent, 1..65535 quanta
 * @PFC_A_RATE: u64, egress rate in bits per second, including @PFC_A_OVERHEAD bytes for each
 *	frame; 0: unlimited
 * @PFC_A_SPEED: u32, speed of the link in Mb/s, which determines the length of a pause quantum; 0
 *	in a request: the module chooses the speed, see &enum pfc_speed_source
 * @PFC_A_SPEED_SOURCE: u8, &enum pfc_speed_source, the origin of @PFC_A_SPEED (read only)
 * @PFC_A_QUEUE_LIMIT: u32, limit of each egress queue for packets that are charged to no port
 *	(sent by this host), bytes
 * @PFC_A_DELAY: u32, emulated propagation delay of every frame, including PFC frames, ns: time
 *	from the last bit sent until arrival; 0: none.  Requires @PFC_A_RATE
 * @PFC_A_MAP_ENTRY: nest of &enum pfc_map_attr, one entry of a map; repeated
 * @PFC_A_POOL_SIZE: u32 or u64, size of the pool, bytes
 * @PFC_A_POOL_RESERVED: u32 or u64, bytes reserved for guarantees and headrooms (read only, as are
 *	the following attributes of a pool)
 * @PFC_A_POOL_SHARED_USED: u32 or u64, bytes of the shared part in use
 * @PFC_A_POOL_HEADROOM_USED: u32 or u64, bytes of headrooms in use
 * @PFC_A_STATS_PORT: nest of &enum pfc_port_stat, counters of the port
 * @PFC_A_STATS_PG: nest of &enum pfc_pg_stat, counters of a priority group; repeated
 * @PFC_A_STATS_PRIO: nest of &enum pfc_prio_stat, counters of a priority; repeated
 * @PFC_A_STATS_QUEUE: nest of &enum pfc_queue_stat, counters of a queue; repeated
 * @PFC_A_EVENT: u32, &enum pfc_event, type of the event
 * @PFC_A_EVENT_TIME: u64, CLOCK_MONOTONIC time of the event in nanoseconds
 * @PFC_A_EVENT_PRIOS: u8, bit mask of the affected priorities
 * @PFC_A_EVENT_LOST: u32, events of this port that were not sent since the previous event, because
 *	the rate limit suppressed them or memory was exhausted
 * @PFC_A_EVENT_QUANTA: u32, the longest pause time in the frame, in quanta
 * @PFC_A_CABLE_DELAY: u32, one-way propagation delay of the cable for the computation of headroom,
 *	ns; added to @PFC_A_DELAY, which is emulated
 * @PFC_A_BATCH: u32, frames of maximum size that software handles in one burst before it can send
 *	or obey XOFF, for the computation of headroom, 0..%PFC_BATCH_MAX
 * @PFC_A_QUEUE: nest of &enum pfc_queue_attr, one egress queue; repeated
 * @PFC_A_POOL_NAME: string, name of a pool; absent: %PFC_DEFAULT_POOL
 * @PFC_A_POOL_OVERSUBSCRIBE_RATIO: u32, 1..%PFC_RATIO_MAX: the pool reserves the sum of its
 *	groups' headrooms divided by this ratio, and the groups share the reserved bytes.  1: the
 *	pool reserves the whole sum, and each group has its own headroom.  The ratio of an existing
 *	pool may be changed
 * @PFC_A_POOL_GUARANTEES: u32 or u64, sum of the guarantees of the pool's groups, bytes
 * @PFC_A_POOL_HEADROOMS: u64, sum of the headrooms of the pool's lossless groups, bytes
 * @PFC_A_POOL_HEADROOM_SIZE: u32 or u64, bytes that the pool reserves for headrooms
 * @PFC_A_POOL_SHARED_SIZE: u32 or u64, size of the shared part of the pool, which is not reserved,
 *	bytes
 * @PFC_A_POOL_SHARED_PEAK: u32 or u64, maximum use of the shared part since the watermarks were
 *	cleared, bytes
 * @PFC_A_POOL_SHARED_LIFETIME_PEAK: u32 or u64, maximum use of the shared part since the pool was
 *	created, bytes
 * @PFC_A_POOL_HEADROOM_PEAK: u32 or u64, maximum use of the headrooms since the watermarks were
 *	cleared, bytes
 * @PFC_A_POOL_HEADROOM_LIFETIME_PEAK: u32 or u64, maximum use of the headrooms since the pool was
 *	created, bytes
 * @PFC_A_POOL_CLEARED: u64, CLOCK_MONOTONIC time at which the watermarks of the pool were last
 *	cleared, or the pool was created
 * @PFC_A_POOL_PGS: u32, number of priority groups bound to the pool
 * @PFC_A_PROFILE_NAME: string, name of a profile; its values are in a @PFC_A_PG without a number
 * @PFC_A_PROFILE_PGS: u32, number of priority groups that follow the profile (read only)
 * @PFC_A_PRIO_PFC_TX: nest of @PFC_A_MAP_ENTRY, priority 0..7 to 0 or 1: 1 if XOFF is sent for the
 *	priority.  A priority group is lossless if XOFF is sent for its priorities.  All priorities
 *	of one group must have the same value
 * @PFC_A_PRIO_PFC_RX: nest of @PFC_A_MAP_ENTRY, priority 0..7 to 0 or 1: 1 if XOFF received for
 *	the priority is obeyed
 * @PFC_A_FLOW_CONTROL: u8, &enum pfc_flow_control, flow control with the peer
 * @PFC_A_PEER_RATE: u64, rate at which the peer sends, for the computation of headroom, bits per
 *	second; 0: the rate of this port
 * @PFC_A_OVERHEAD: u32, bytes on the wire in addition to each frame, included in rates and
 *	bandwidth shares, 0..%PFC_OVERHEAD_MAX
 * @PFC_A_TRUST: u8, &enum pfc_trust, the packet field that determines the priority
 * @PFC_A_PCP_PRIO: nest of @PFC_A_MAP_ENTRY, PCP 0..7 of the outer VLAN tag to priority 0..7
 * @PFC_A_ETHTYPE_PRIO: nest of @PFC_A_MAP_ENTRY, EtherType (%PFC_MAP_A_KEY16) to priority 0..7 or
 *	%PFC_MAP_NONE, for packets without a trusted field; at most %PFC_ETHTYPES_MAX entries.  The
 *	EtherType is the one behind the VLAN tags, 0x0600..0xffff except the EtherTypes of VLAN
 *	tags (0x8100, 0x88a8) and MAC control (0x8808)
 * @PFC_A_FLOOD_PRIO: nest of @PFC_A_MAP_ENTRY, priority 0..7 of a broadcast, multicast or unknown
 *	unicast packet to its new priority 0..7, which must be a priority of a lossy group.  The
 *	new priority determines the queue and the group.  The original priority determines the DSCP
 *	and PCP that are written.  %PFC_MAP_NONE: a broadcast or multicast packet of a lossless
 *	group gets the default priority, or the lowest lossy priority if the default priority is
 *	lossless; any other packet keeps its priority.  With %PFC_FLOW_CONTROL_PAUSE there are no
 *	lossy groups, and the map selects only the queue
 * @PFC_A_FLOOD_LOSSLESS: u8, handling of lossless unicast packets for which the bridge has no FDB
 *	entry: 0 floods them, 1 drops them.  With %PFC_FLOW_CONTROL_PAUSE all unicast packets are
 *	lossless
 * @PFC_A_PRIO_SOURCE: u8, &enum pfc_prio_source, the source of an egress packet's priority
 * @PFC_A_PRIO_DSCP: nest of @PFC_A_MAP_ENTRY, priority 0..7 of an egress packet to the DSCP 0..63
 *	written to it; %PFC_MAP_NONE: the DSCP is unchanged
 * @PFC_A_PRIO_PCP: nest of @PFC_A_MAP_ENTRY, priority 0..7 of an egress packet to the PCP 0..7
 *	written to its outer VLAN tag, if present; %PFC_MAP_NONE: the PCP is unchanged
 * @PFC_A_PRIO_TC: nest of @PFC_A_MAP_ENTRY, priority 0..7 to traffic class 0..7
 * @PFC_A_TC: nest of &enum pfc_tc_attr, one traffic class; repeated
 * @PFC_A_PRIO_WATCHDOG: nest of @PFC_A_MAP_ENTRY, priority 0..7 to 0 or 1: 1 if the watchdog
 *	monitors the priority for storms
 * @PFC_A_DETECTION_TIME: u64, ns, %PFC_DETECTION_MIN..%PFC_DETECTION_MAX.  A storm is detected
 *	when a queue holds frames, is paused and has sent nothing for this time
 * @PFC_A_RESTORATION_TIME: u64, ns, %PFC_DETECTION_MIN..%PFC_RESTORATION_MAX.  A storm ends when
 *	no XOFF has been received for this time and the pause of the last XOFF has expired.  0:
 *	twice @PFC_A_DETECTION_TIME; %PFC_RESTORATION_MANUAL: only %PFC_CMD_WATCHDOG_CLEAR ends it
 * @PFC_A_WATCHDOG_ACTION: u8, &enum pfc_watchdog_action, action during a storm
 * @PFC_A_ESCALATE_COUNT: u32, 1..%PFC_ESCALATE_MAX.  When this many storms are detected within
 *	@PFC_A_ESCALATE_PERIOD, PFC of the priority is disabled in both directions until
 *	%PFC_CMD_WATCHDOG_CLEAR.  0: PFC is never disabled
 * @PFC_A_ESCALATE_PERIOD: u64, period in which @PFC_A_ESCALATE_COUNT storms disable PFC, ns,
 *	%PFC_PERIOD_MIN..%PFC_PERIOD_MAX
 * @PFC_A_XOFF_TIMEOUT: u64, ns, %PFC_DETECTION_MIN..%PFC_DETECTION_MAX.  When no packet has left a
 *	group in XOFF for this time, the port stops sending XOFF for this group until a packet
 *	leaves it.  0: no timeout
 * @PFC_A_XOFF_WARN: u32, 1..%PFC_XOFF_WARN_MAX.  An event is sent when the port sends, or
 *	receives, more than this number of XOFF for a priority within a second.  0: no event
 * @PFC_A_PORT_GROUP: u32, port group of this port, 1..%PFC_PORT_GROUP_MAX; 0: none
 * @PFC_A_BOUNCE_PRIO: nest of @PFC_A_MAP_ENTRY, priority 0..7 to the new priority 0..7, and with
 *	it the queue, of a packet whose ingress port is in the port group of this egress port.  The
 *	packet stays charged to its ingress priority group.  %PFC_MAP_NONE: the priority is
 *	unchanged
 * @PFC_A_BOUNCE_DSCP: nest of @PFC_A_MAP_ENTRY, original priority 0..7 to the DSCP 0..63 that is
 *	written to a packet whose ingress port is in the port group of this egress port;
 *	%PFC_MAP_NONE: @PFC_A_PRIO_DSCP applies
 * @PFC_A_PRIOS: u8, bit mask of priorities, not 0; in requests
 * @PFC_A_ON: u8, 1: start manual mitigation or an injected storm, 0: end it
 * @PFC_A_WATCHDOG: nest of &enum pfc_watchdog_attr, state of a priority; repeated
 * @PFC_A_STORM: nest of &enum pfc_storm_attr, a storm; repeated.  In answers to
 *	%PFC_CMD_WATCHDOG_GET the last storms of the port, oldest first; in an event the storm that
 *	it reports
 * @PFC_A_EVENT_COUNT: u32, number of XOFF in the current second when %PFC_EVENT_XOFF_RATE_RX or
 *	%PFC_EVENT_XOFF_RATE_TX was triggered
 * @PFC_A_CONTROL_PRIO: u8, priority 0..7 of network control traffic: ARP, IPv6 neighbour
 *	discovery, STP, LLDP, slow protocols (LACP) and EAPOL.  %PFC_MAP_NONE: this traffic is
 *	classified like all other traffic.  @PFC_A_ETHTYPE_PRIO overrides this priority
 * @PFC_A_LATENCY: u32, time by which a CPU may be late to send or to obey XOFF, which headroom
 *	must cover, ns, 0..%PFC_LATENCY_MAX
 * @PFC_A_RING: u32, bytes that this port's driver may hold after dequeue and that delay XOFF,
 *	which headroom must cover (read only)
 * @PFC_A_EVENT_IDLE_TIME: u64, time since a packet last left the priority group, ns
 * @PFC_A_EVENT_BYTES: u32, bytes charged to the priority group
 * @PFC_A_EVENT_OLD_NAME: string, name of the device before %PFC_EVENT_PORT_RENAMED
 * @PFC_A_MEMORY_USED: u64, kernel memory of the frames that the port holds: in its queues, in
 *	flight, or still to be discarded after a storm, bytes (read only)
 * @PFC_A_DCB: u8, &enum pfc_dcb_owner, which part of the kernel answers the DCB requests for the
 *	device (read only)
 * @PFC_A_APP_REWRITE: u8, 1: a priority without an entry in @PFC_A_PRIO_DSCP writes the highest
 *	DSCP that has an APP entry with this priority, 0: it leaves the DSCP unchanged
 * @PFC_A_DCB_ANNOUNCED: nest of @PFC_A_MAP_ENTRY, what dcb has set for port numbers, which the
 *	port only announces: selector of dcbnl (%PFC_MAP_A_KEY), port number (%PFC_MAP_A_KEY16) and
 *	priority; at most %PFC_APP_PORTS_MAX (read only)
 * @PFC_A_WAIT_TIME: u64, CLOCK_MONOTONIC time at which the port was read, ns
 * @PFC_A_PEER_MAC: binary, source address of the last PFC or PAUSE frame that the port has
 *	received; absent: none received
 * @PFC_A_WAIT: nest of &enum pfc_wait_attr, who pauses a priority of the port, and whom the port
 *	pauses; repeated
 * @PFC_A_WAIT_PG: nest of &enum pfc_wait_pg_attr, a priority group that is lossless or holds
 *	bytes, as ingress buffer; repeated
 * @PFC_A_QUEUE_HOLDERS: nest of &enum pfc_holders_attr, an egress queue, and who holds it
 * @PFC_A_RECORD: nest of &enum pfc_record_attr, a transition in the flight recorder, oldest first;
 *	repeated
 * @PFC_A_RECORD_TIME: u64, CLOCK_MONOTONIC time of the answer, ns
 * @PFC_A_RECORD_FIRST: u64, number of the first transition in the message, counted from 0 since
 *	the port was created.  The recorder has overwritten the transitions that are missing
 * @PFC_A_EVENT_QUEUE_IFINDEX: u32, port of the egress queue whose packet brought the priority
 *	group into XOFF, the cause of %PFC_EVENT_HEADROOM_OVERRUN and %PFC_EVENT_XOFF_TIMEOUT;
 *	absent, and the following ones too: that port is gone, or the packet is not known
 * @PFC_A_EVENT_QUEUE_IFNAME: string, device of that port
 * @PFC_A_EVENT_QUEUE_PRIO: u8, priority of that egress queue, 0..7
 * @PFC_A_EVENT_QUEUE_BYTES: u32, bytes in that egress queue
 * @PFC_A_EVENT_QUEUE_SINCE: u64, CLOCK_MONOTONIC time, ns, since which received XOFF pauses that
 *	egress queue; absent: it is not paused
 * @PFC_A_CYCLE: unused
 * @PFC_A_GSO: u8, &enum pfc_gso, what the port does with GSO packets
 * @PFC_A_MEMORY_PORT: u32, kernel memory of the state of the port, its qdisc and its
 *	configuration, without per-CPU counters and without packets, bytes (read only)
 * @PFC_A_TX_QUEUES: u8, &enum pfc_tx_queues, transmit queues that the port uses
 * @PFC_A_TX_QUEUES_USED: u32, number of transmit queues that the port uses (read only)
 * @PFC_A_IMPAIR: nest of &enum pfc_impair_attr, impairments of a priority; repeated
 * @PFC_A_IMPAIR_STATS: nest of &enum pfc_impair_stat, what the impairments of a priority have
 *	done; repeated
 * @PFC_A_IMPAIR_SEED: u32, seed of the generators of the port: one for each priority and each kind
 *	of decision.  A request with a seed restarts all generators
 * @PFC_A_IMPAIR_LINK_DOWN: unused
 * @PFC_A_IMPAIR_LINK_PERIOD: unused
 * @PFC_A_IMPAIR_LINK_DOWNS: unused
 * @PFC_A_IMPAIR_LINK_TIME: unused
 * @PFC_A_IMPAIR_LINK_LOST: unused
 * @PFC_A_IMPAIR_SINCE: u64, CLOCK_MONOTONIC time at which the first impairment of the port was
 *	set; absent: the port has no impairments
 * @PFC_A_FOREIGN_DEVICES: u32, number of devices of other namespaces that send through the
 *	namespace of the port, such as a macvlan device in a container.  If there is one, packets
 *	that pass a macvlan or tunnel device are not charged (read only)
 * @PFC_A_POOL_SHARED_HEADROOM: u32 or u64, bytes that the pool reserves for the headrooms of its
 *	groups together, which share them; 0: as %PFC_A_POOL_OVERSUBSCRIBE_RATIO says
 * @PFC_A_POOL_CELL: u32, size of a cell of the buffer, bytes, 0..%PFC_CELL_MAX: each frame is
 *	charged with whole cells, and a group sends XOFF with the frame that reaches its threshold.
 *	0: a frame is charged with its bytes, and a group sends XOFF with the first frame that does
 *	not fit
 * @PFC_A_POOL_CELL_OVERHEAD: u32, bytes that the buffer keeps with each frame in its cells,
 *	0..%PFC_OVERHEAD_MAX; without effect if %PFC_A_POOL_CELL is 0
 * @PFC_A_ECN_AT: u8, &enum pfc_ecn_at, when the queues of the port decide on CE
 * @PFC_A_POOL_QUEUES: u32, number of egress queues that are charged to the pool
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
	PFC_A_SPEED_SOURCE,
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
	PFC_A_POOL_OVERSUBSCRIBE_RATIO,
	PFC_A_POOL_GUARANTEES,
	PFC_A_POOL_HEADROOMS,
	PFC_A_POOL_HEADROOM_SIZE,
	PFC_A_POOL_SHARED_SIZE,
	PFC_A_POOL_SHARED_PEAK,
	PFC_A_POOL_SHARED_LIFETIME_PEAK,
	PFC_A_POOL_HEADROOM_PEAK,
	PFC_A_POOL_HEADROOM_LIFETIME_PEAK,
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
	PFC_A_RESTORATION_TIME,
	PFC_A_WATCHDOG_ACTION,
	PFC_A_ESCALATE_COUNT,
	PFC_A_ESCALATE_PERIOD,
	PFC_A_XOFF_TIMEOUT,
	PFC_A_XOFF_WARN,
	PFC_A_PORT_GROUP,
	PFC_A_BOUNCE_PRIO,
	PFC_A_BOUNCE_DSCP,
	PFC_A_PRIOS,
	PFC_A_ON,
	PFC_A_WATCHDOG,
	PFC_A_STORM,
	PFC_A_EVENT_COUNT,
	PFC_A_CONTROL_PRIO,
	PFC_A_LATENCY,
	PFC_A_RING,
	PFC_A_EVENT_IDLE_TIME,
	PFC_A_EVENT_BYTES,
	PFC_A_EVENT_OLD_NAME,
	PFC_A_MEMORY_USED,
	PFC_A_DCB,
	PFC_A_APP_REWRITE,
	PFC_A_DCB_ANNOUNCED,
	PFC_A_WAIT_TIME,
	PFC_A_PEER_MAC,
	PFC_A_WAIT,
	PFC_A_WAIT_PG,
	PFC_A_QUEUE_HOLDERS,
	PFC_A_RECORD,
	PFC_A_RECORD_TIME,
	PFC_A_RECORD_FIRST,
	PFC_A_EVENT_QUEUE_IFINDEX,
	PFC_A_EVENT_QUEUE_IFNAME,
	PFC_A_EVENT_QUEUE_PRIO,
	PFC_A_EVENT_QUEUE_BYTES,
	PFC_A_EVENT_QUEUE_SINCE,
	PFC_A_CYCLE,
	PFC_A_GSO,
	PFC_A_MEMORY_PORT,
	PFC_A_TX_QUEUES,
	PFC_A_TX_QUEUES_USED,
	PFC_A_IMPAIR,
	PFC_A_IMPAIR_STATS,
	PFC_A_IMPAIR_SEED,
	PFC_A_IMPAIR_LINK_DOWN,
	PFC_A_IMPAIR_LINK_PERIOD,
	PFC_A_IMPAIR_LINK_DOWNS,
	PFC_A_IMPAIR_LINK_TIME,
	PFC_A_IMPAIR_LINK_LOST,
	PFC_A_IMPAIR_SINCE,
	PFC_A_FOREIGN_DEVICES,
	PFC_A_POOL_SHARED_HEADROOM,
	PFC_A_POOL_CELL,
	PFC_A_POOL_CELL_OVERHEAD,
	PFC_A_ECN_AT,
	PFC_A_POOL_QUEUES,

	/* private: */
	__PFC_A_MAX,
	PFC_A_MAX = __PFC_A_MAX - 1
};

/**
 * enum pfc_speed_source - origin of the link speed of a port
 * @PFC_SPEED_SOURCE_SET: the user has set it
 * @PFC_SPEED_SOURCE_DEVICE: ethtool reports it for a hardware device
 * @PFC_SPEED_SOURCE_RATE: it is the rate of the port, because the device is a software device or
 *	reports no speed
 * @PFC_SPEED_SOURCE_ASSUMED: the device is a software device or reports no speed, and the port has
 *	no rate; the speed is what ethtool reports for the software device, or %PFC_SPEED_DEFAULT
 */
enum pfc_speed_source {
	PFC_SPEED_SOURCE_SET,
	PFC_SPEED_SOURCE_DEVICE,
	PFC_SPEED_SOURCE_RATE,
	PFC_SPEED_SOURCE_ASSUMED,

	/* private: */
	__PFC_SPEED_SOURCE_MAX,
	PFC_SPEED_SOURCE_MAX = __PFC_SPEED_SOURCE_MAX - 1
};

/**
 * enum pfc_dcb_owner - which part of the kernel answers the DCB requests for the device of a port
 * @PFC_DCB_OWNER_NONE: none
 * @PFC_DCB_OWNER_PORT: the port, with its own configuration
 * @PFC_DCB_OWNER_DRIVER: the driver of the device, with the settings of the device
 */
enum pfc_dcb_owner {
	PFC_DCB_OWNER_NONE,
	PFC_DCB_OWNER_PORT,
	PFC_DCB_OWNER_DRIVER,

	/* private: */
	__PFC_DCB_OWNER_MAX,
	PFC_DCB_OWNER_MAX = __PFC_DCB_OWNER_MAX - 1
};

/**
 * enum pfc_flow_control - flow control between a port and its peer
 * @PFC_FLOW_CONTROL_NONE: no flow control
 * @PFC_FLOW_CONTROL_PAUSE: PAUSE frames (IEEE 802.3 Annex 31B).  All received packets, including
 *	broadcast and multicast, are charged to priority group 0, which is lossless.  A received
 *	PAUSE frame stops all queues.  PFC must be off for all priorities
 * @PFC_FLOW_CONTROL_PFC: PFC frames, for the priorities that have PFC on (default)
 *
 * The port counts received PFC and PAUSE frames also if this setting does not select their kind,
 * but then ignores them.
 */
enum pfc_flow_control {
	PFC_FLOW_CONTROL_NONE,
	PFC_FLOW_CONTROL_PAUSE,
	PFC_FLOW_CONTROL_PFC,

	/* private: */
	__PFC_FLOW_CONTROL_MAX,
	PFC_FLOW_CONTROL_MAX = __PFC_FLOW_CONTROL_MAX - 1
};

/**
 * enum pfc_map_attr - one entry of a map
 * @PFC_MAP_A_UNSPEC: unused
 * @PFC_MAP_A_KEY: u8, the key (DSCP, PCP or priority)
 * @PFC_MAP_A_VALUE: u8, the value
 * @PFC_MAP_A_KEY16: u16, the key if it is an EtherType, instead of @PFC_MAP_A_KEY, or a port
 *	number
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

/* End of the generated part */

#include "pfc_port.h"
#include "pfc_pg.h"
#include "pfc_tc.h"
#include "pfc_event.h"
#include "pfc_watchdog.h"
#include "pfc_cause.h"
#include "pfc_wait.h"
#include "pfc_record.h"
#include "pfc_impair.h"
#include "pfc_stats.h"

#endif /* _UAPI_LINUX_PFC_H */
