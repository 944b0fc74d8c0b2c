/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ports, pools and profiles, as read from the kernel.
 */
#ifndef MODEL_H
#define MODEL_H

#include <net/if.h>
#include "netlink.h"

#define COUNTER_SLOTS	32	/* more than the largest attribute number in a statistics nest */

enum counter_kind {
	COUNTERS_PORT,
	COUNTERS_PG,
	COUNTERS_PRIO,
	COUNTERS_QUEUE,
	COUNTER_KINDS
};

/**
 * struct pg - configuration of a priority group
 * @xoff: XOFF threshold, bytes
 * @xon: XON threshold, bytes
 * @headroom: configured or automatic headroom, bytes
 * @limit: occupancy above which a lossy PG drops packets, bytes
 * @min: guarantee, which is reserved for this PG, bytes
 * @alpha: factor of a dynamic threshold, 64ths; 0: off
 * @xon_offset: distance from a dynamic threshold down to XON, bytes
 * @lossless: the PG is lossless
 * @headroom_auto: &enum pfc_headroom_mode
 * @headroom_needed: required headroom, bytes
 * @pool: pool to which the PG is charged
 * @profile: profile that the PG follows, or ""
 */
struct pg {
	uint32_t	xoff;
	uint32_t	xon;
	uint32_t	headroom;
	uint32_t	limit;
	uint32_t	min;
	uint32_t	alpha;
	uint32_t	xon_offset;
	bool		lossless;
	uint8_t		headroom_auto;
	uint32_t	headroom_needed;
	char		pool[PFC_NAME_LEN];
	char		profile[PFC_NAME_LEN];
};

/**
 * struct queue - configuration of an egress queue
 * @limit: queue length above which lossy packets are dropped, bytes; 0: unlimited
 * @alpha: factor of a dynamic limit, 64ths; 0: off
 * @ecn_kmin: queue length above which packets may be marked, bytes
 * @ecn_kmax: queue length above which all packets are marked, bytes; 0: no marking
 * @ecn_pmax: marking probability at @ecn_kmax, millionths
 */
struct queue {
	uint32_t	limit;
	uint32_t	alpha;
	uint32_t	ecn_kmin;
	uint32_t	ecn_kmax;
	uint32_t	ecn_pmax;
};

/**
 * struct tc - configuration of a traffic class
 * @tsa: &enum pfc_tsa
 * @bw: bandwidth share, percent
 * @rate: maximum rate, bits per second; 0: unlimited
 */
struct tc {
	uint8_t		tsa;
	uint8_t		bw;
	uint64_t	rate;
};

/**
 * struct watch - watchdog state of a priority
 * @state: &enum pfc_watchdog_state
 * @since: CLOCK_MONOTONIC time at which @state began, ns; 0: not known
 * @action: &enum pfc_watchdog_action in effect, or %NO_ACTION
 * @manual: an operator requested mitigation
 * @injected: an injected storm is active
 * @xoff_stopped: the port has stopped sending XOFF (xoff-timeout)
 * @dropped: frames dropped in the current or last storm
 * @forwarded: frames sent in the current or last storm although XOFF was received
 */
struct watch {
	uint8_t		state;
	uint64_t	since;
	uint8_t		action;
	bool		manual;
	bool		injected;
	bool		xoff_stopped;
	uint64_t	dropped;
	uint64_t	forwarded;
};

#define NO_ACTION	0xff

/**
 * struct impair - impairments of a priority; ratios in millionths
 * @loss: ratio of lost frames
 * @ce: ratio of frames that get the CE mark
 * @delay: extra delay of frames, ns
 * @pfc_corrupt: ratio of corrupted PFC frames
 * @pfc_delay: extra delay of PFC frames, ns
 * @xoff_duty: part of @xoff_period for which XOFF is forced
 * @xoff_period: time from one forced XOFF to the next, ns
 */
struct impair {
	uint32_t	loss;
	uint32_t	ce;
	uint32_t	delay;
	uint32_t	pfc_corrupt;
	uint32_t	pfc_delay;
	uint32_t	xoff_duty;
	uint32_t	xoff_period;
};

/**
 * struct impairments - impairments of a port
 * @since: CLOCK_MONOTONIC time at which they were created, ns; 0: the port has none
 * @seed: seed of the generators
 * @link_down: time for which the link is down in each @link_period, ns; 0: never
 * @link_period: time from one loss of the link to the next, ns
 * @link_downs: number of losses of the link
 * @link_time: time for which the link was down, ns
 * @link_lost: frames lost while the link was down
 * @prios: impairments by priority
 * @counters: counters by priority and &enum pfc_impair_stat
 */
struct impairments {
	uint64_t	since;
	uint32_t	seed;
	uint64_t	link_down;
	uint64_t	link_period;
	uint64_t	link_downs;
	uint64_t	link_time;
	uint64_t	link_lost;
	struct impair	prios[PFC_PRIO_COUNT];
	uint64_t	counters[PFC_PRIO_COUNT][PFC_IMPAIR_STAT_MAX + 1];
};

/**
 * struct storm - a storm, with measurements and losses
 * @prio: the priority
 * @action: &enum pfc_watchdog_action
 * @injected: the storm was injected
 * @disabled: this storm caused PFC to be disabled
 * @start: CLOCK_MONOTONIC time from which the queue was stuck, ns
 * @detected: CLOCK_MONOTONIC time of detection, ns; 0: not detected
 * @end: CLOCK_MONOTONIC time of the end, ns; 0: ongoing
 * @paused_time: time between @start and @detected for which the queue was paused, ns
 * @xoff: number of XOFF received between @start and @detected
 * @backlog_packets: frames in the queue at detection
 * @backlog_bytes: bytes in the queue at detection
 * @dropped: frames dropped
 * @forwarded: frames sent although XOFF was received
 */
struct storm {
	uint8_t		prio;
	uint8_t		action;
	bool		injected;
	bool		disabled;
	uint64_t	start;
	uint64_t	detected;
	uint64_t	end;
	uint64_t	paused_time;
	uint64_t	xoff;
	uint64_t	backlog_packets;
	uint64_t	backlog_bytes;
	uint64_t	dropped;
	uint64_t	forwarded;
};

/**
 * struct ethtype - priority of an EtherType
 * @type: the EtherType
 * @prio: the priority
 */
struct ethtype {
	uint16_t	type;
	uint8_t		prio;
};

/**
 * struct announced - priority of a port number, which the port only announces
 * @selector: what the number is, as in dcbnl: 2 TCP or SCTP, 3 UDP or DCCP, 4 any of these
 * @number: the port number
 * @prio: the priority
 */
struct announced {
	uint8_t		selector;
	uint16_t	number;
	uint8_t		prio;
};

/**
 * struct port - a port
 * @ifindex: ifindex of the device
 * @name: name of the device
 * @id: id of the port
 * @default_prio: priority of packets that have neither a trusted field nor an EtherType entry
 * @pause_time: pause time in the XOFF frames that the port sends, quanta
 * @rate: egress rate, bits per second; 0: unlimited
 * @speed: link speed, Mb/s
 * @speed_source: &enum pfc_speed_source
 * @queue_limit: limit of each queue for packets that this host sends, bytes
 * @delay: simulated propagation delay, ns
 * @cable_delay: propagation delay of the cable, for the headroom calculation only, ns
 * @batch: frames received in one batch, for the headroom calculation
 * @latency: assumed delay of a CPU that sends or obeys XOFF, ns
 * @gso: &enum pfc_gso
 * @tx_queues: &enum pfc_tx_queues
 * @tx_queues_used: number of transmit queues that the port uses
 * @ring: bytes that the transmit ring of the driver can hold
 * @memory_used: kernel memory of the frames that the port holds, bytes
 * @memory_port: kernel memory of the state of the port, bytes
 * @foreign_devices: number of devices of other namespaces that send through its namespace
 * @dcb: &enum pfc_dcb_owner
 * @app_rewrite: 1 if the DSCPs with an APP entry determine the DSCP of packets
 * @control_prio: priority of control traffic, or %PFC_MAP_NONE
 * @peer_rate: rate at which the other end sends, bits per second; 0: the rate of this port
 * @overhead: bytes that each frame adds on the wire
 * @flow_control: &enum pfc_flow_control
 * @trust: &enum pfc_trust
 * @flood_lossless: the port drops lossless unknown unicast instead of flooding it
 * @prio_source: &enum pfc_prio_source
 * @dscp_prio: priorities by DSCP
 * @pcp_prio: priorities by PCP
 * @n_ethtypes: number of entries in @ethtypes
 * @ethtypes: EtherTypes with a priority
 * @n_announced: number of entries in @announced
 * @announced: port numbers with a priority that dcb has set
 * @flood_prio: new priorities of flooded packets, by old priority; %PFC_MAP_NONE: unchanged
 * @prio_dscp: DSCP written at egress, by priority; %PFC_MAP_NONE: unchanged
 * @prio_pcp: PCP written at egress, by priority; %PFC_MAP_NONE: unchanged
 * @prio_tc: traffic classes by priority
 * @prio_pg: priority groups by priority
 * @prio_pfc: PFC is on in both directions, by priority
 * @prio_pfc_tx: XOFF is sent, by priority
 * @prio_pfc_rx: XOFF is obeyed, by priority
 * @prio_watchdog: the watchdog is on, by priority
 * @detection_time: duration after which a stuck queue is a storm, ns
 * @restoration_time: time without XOFF that ends a storm, ns; 0: twice @detection_time;
 *	%PFC_RESTORATION_MANUAL: only a clear command ends it
 * @watchdog_action: &enum pfc_watchdog_action
 * @escalate_count: number of storms within @escalate_period that disables PFC; 0: never
 * @escalate_period: period in which the port counts storms for @escalate_count, ns
 * @xoff_timeout: the port stops sending XOFF for a PG if no packet leaves the PG for this
 *	time, ns; 0: off
 * @xoff_warn: number of XOFF per second above which the port sends an event; 0: off
 * @group: the port group; 0: none
 * @bounce_prio: new priorities of packets that a port of @group has received, by old priority;
 *	%PFC_MAP_NONE: unchanged
 * @bounce_dscp: DSCP written to packets that a port of @group has received, by old priority;
 *	%PFC_MAP_NONE: as @prio_dscp
 * @pgs: priority groups
 * @queues: egress queues
 * @tcs: traffic classes
 * @watches: watchdog state, by priority
 * @n_storms: number of entries in @storms
 * @storms: the last storms, the oldest first
 * @counters: counters; the indices are the kind, the number of the PG, priority or queue, and
 *	the netlink attribute
 * @impairments: impairments of the port
 * @parts: bit mask of the parts that were read: PORT_CONFIG, PORT_STATS, PORT_WATCH, PORT_IMPAIR
 */
struct port {
	uint32_t	ifindex;
	char		name[IFNAMSIZ];
	uint32_t	id;
	uint8_t		default_prio;
	uint32_t	pause_time;
	uint64_t	rate;
	uint32_t	speed;
	uint8_t		speed_source;
	uint32_t	queue_limit;
	uint32_t	delay;
	uint32_t	cable_delay;
	uint32_t	batch;
	uint32_t	latency;
	uint8_t		gso;
	uint8_t		tx_queues;
	uint32_t	tx_queues_used;
	uint32_t	ring;
	uint64_t	memory_used;
	uint32_t	memory_port;
	uint32_t	foreign_devices;
	uint8_t		dcb;
	uint8_t		app_rewrite;
	uint8_t		control_prio;
	uint64_t	peer_rate;
	uint32_t	overhead;
	uint8_t		flow_control;
	uint8_t		trust;
	uint8_t		flood_lossless;
	uint8_t		prio_source;
	uint8_t		dscp_prio[PFC_DSCP_COUNT];
	uint8_t		pcp_prio[PFC_PRIO_COUNT];
	unsigned int	n_ethtypes;
	struct ethtype	ethtypes[PFC_ETHTYPES_MAX];
	unsigned int	n_announced;
	struct announced announced[PFC_APP_PORTS_MAX];
	uint8_t		flood_prio[PFC_PRIO_COUNT];
	uint8_t		prio_dscp[PFC_PRIO_COUNT];
	uint8_t		prio_pcp[PFC_PRIO_COUNT];
	uint8_t		prio_tc[PFC_PRIO_COUNT];
	uint8_t		prio_pg[PFC_PRIO_COUNT];
	uint8_t		prio_pfc[PFC_PRIO_COUNT];
	uint8_t		prio_pfc_tx[PFC_PRIO_COUNT];
	uint8_t		prio_pfc_rx[PFC_PRIO_COUNT];
	uint8_t		prio_watchdog[PFC_PRIO_COUNT];
	uint64_t	detection_time;
	uint64_t	restoration_time;
	uint8_t		watchdog_action;
	uint32_t	escalate_count;
	uint64_t	escalate_period;
	uint64_t	xoff_timeout;
	uint32_t	xoff_warn;
	uint32_t	group;
	uint8_t		bounce_prio[PFC_PRIO_COUNT];
	uint8_t		bounce_dscp[PFC_PRIO_COUNT];
	struct pg	pgs[PFC_PRIO_COUNT];
	struct queue	queues[PFC_PRIO_COUNT];
	struct tc	tcs[PFC_PRIO_COUNT];
	struct watch	watches[PFC_PRIO_COUNT];
	unsigned int	n_storms;
	struct storm	storms[PFC_HISTORY_MAX];
	uint64_t	counters[COUNTER_KINDS][PFC_PRIO_COUNT][COUNTER_SLOTS];
	struct impairments impairments;
	unsigned int	parts;
};

/**
 * port_pg() - get the PG to which packets of a priority are charged
 * @port: the port, with its settings
 * @prio: the priority
 *
 * Return: the number of the PG; with PAUSE, the module charges all priorities to PG 0.
 */
static inline uint8_t port_pg(const struct port *port, unsigned int prio)
{
	return port->flow_control == PFC_FLOW_CONTROL_PAUSE ? 0 : port->prio_pg[prio];
}

#define PORT_CONFIG	1U
#define PORT_STATS	2U
#define PORT_WATCH	4U	/* includes the settings and counters of the watchdog */
#define PORT_IMPAIR	8U

/**
 * struct ports - ports of a namespace, sorted by ifindex
 * @n: number of ports
 * @list: the ports
 * @known: number of ports in @list before the current dump
 * @next: index in @list of the port that the dump probably reports next
 */
struct ports {
	size_t		n;
	struct port	*list;
	size_t		known;
	size_t		next;
};

/**
 * struct pool - a buffer pool
 * @name: name of the pool
 * @size: size of the pool, bytes
 * @oversubscribe_ratio: the pool reserves @headrooms / @oversubscribe_ratio for headrooms
 * @pgs: number of priority groups bound to the pool
 * @reserved: bytes reserved for guarantees and headrooms
 * @guarantees: bytes reserved for guarantees
 * @headroom_size: bytes reserved for headrooms
 * @headrooms: sum of the headrooms, bytes
 * @headroom_used: bytes of headroom in use
 * @headroom_peak: maximum of @headroom_used since @cleared
 * @headroom_lifetime_peak: maximum of @headroom_used
 * @shared_size: bytes that are not reserved
 * @shared_used: bytes of the shared part in use
 * @shared_peak: maximum of @shared_used since @cleared
 * @shared_lifetime_peak: maximum of @shared_used
 * @cleared: CLOCK_MONOTONIC time at which the peaks were last cleared, ns
 */
struct pool {
	char		name[PFC_NAME_LEN];
	uint32_t	size;
	uint32_t	oversubscribe_ratio;
	uint32_t	pgs;
	uint32_t	reserved;
	uint32_t	guarantees;
	uint32_t	headroom_size;
	uint64_t	headrooms;
	uint32_t	headroom_used;
	uint32_t	headroom_peak;
	uint32_t	headroom_lifetime_peak;
	uint32_t	shared_size;
	uint32_t	shared_used;
	uint32_t	shared_peak;
	uint32_t	shared_lifetime_peak;
	uint64_t	cleared;
};

/**
 * struct profile - settings that priority groups follow
 * @name: name of the profile
 * @pgs: number of priority groups that follow the profile
 * @pg: the settings
 */
struct profile {
	char		name[PFC_NAME_LEN];
	uint32_t	pgs;
	struct pg	pg;
};

/**
 * struct pools - pools of a namespace: %PFC_DEFAULT_POOL, then the others by name
 * @n: number of pools
 * @list: the pools
 */
struct pools {
	size_t		n;
	struct pool	*list;
};

/**
 * struct profiles - profiles of a namespace, by name
 * @n: number of profiles
 * @list: the profiles
 */
struct profiles {
	size_t		n;
	struct profile	*list;
};

int pools_load(struct ctx *ctx, const char *name, struct pools *pools);
int profiles_load(struct ctx *ctx, const char *name, struct profiles *profiles);
int named_change(struct ctx *ctx, struct message *msg, const char *what,
		 const char *name);

/* Maximum number of attempts to read a dump; a change of the dumped objects interrupts a dump */
#define DUMP_TRIES	10

int ports_load(struct ctx *ctx, const char *dev, unsigned int parts,
	       struct ports *ports);
void ports_free(struct ports *ports);
bool port_apply(struct port *port, const struct nlmsghdr *nlh);
bool port_apply_attr(struct port *port, const struct nlattr *attr);
uint64_t quanta_ns(uint32_t quanta, uint32_t speed);

/**
 * struct field - structure member that stores an attribute
 * @attr: the attribute
 * @type: libmnl type of the attribute; %MNL_TYPE_FLAG sets a bool
 * @offset: offset of the member, which has the size of the type
 * @size: size of the member
 */
struct field {
	uint16_t		attr;
	enum mnl_attr_data_type	type;
	size_t			offset;
	size_t			size;
};

#define FIELD(attr, type, what, member) \
	{ attr, type, offsetof(struct what, member), \
	  sizeof(((struct what *)0)->member) }

/**
 * struct map_field - member of &struct port that stores a map
 * @attr: the attribute
 * @keys: number of keys
 * @values: number of values
 * @none: %PFC_MAP_NONE is also a valid value
 * @offset: offset of the member, an array of bytes
 */
struct map_field {
	uint16_t	attr;
	uint8_t		keys;
	uint8_t		values;
	bool		none;
	size_t		offset;
};

/* fields.c; an entry with the attribute 0 ends each table */
extern const struct field port_fields[], pg_fields[], queue_fields[], tc_fields[],
	watch_fields[], impair_fields[], impairments_fields[], storm_fields[], pool_fields[],
	profile_fields[];
extern const struct map_field map_fields[];

uint64_t member_value(const char *at, size_t size);
bool field_read(const struct field *fields, const struct nlattr *attr, void *to);
bool fields_read(const struct field *fields, const struct nlattr *nest, void *to);
bool storm_read(const struct nlattr *nest, struct storm *storm);

bool pg_short(const struct pg *pg);
bool pg_is_auto(const struct port *port, const struct pg *pg);
uint8_t prio_mask(const uint8_t *table);
uint8_t prios_sent(const struct port *port);
uint8_t prios_obeyed(const struct port *port);

#endif /* MODEL_H */
