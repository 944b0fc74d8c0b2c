/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ports as the kernel describes them.
 */
#ifndef MODEL_H
#define MODEL_H

#include <net/if.h>
#include "netlink.h"

#define COUNTER_SLOTS	32	/* more than any nest of statistics has */

enum counter_kind {
	COUNTERS_PORT,
	COUNTERS_PG,
	COUNTERS_PRIO,
	COUNTERS_QUEUE,
	COUNTER_KINDS
};

/**
 * struct pg - configuration of a priority group
 * @xoff: bytes
 * @xon: bytes
 * @headroom: bytes
 * @limit: bytes
 * @min: bytes
 * @alpha: 64ths; 0: none
 * @xon_offset: bytes
 * @lossless: whether it is
 * @headroom_auto: the headroom follows what is needed
 * @headroom_needed: bytes
 * @pool: the pool that it is charged to
 * @profile: the profile that it follows, or ""
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
 * @limit: bytes; 0: none
 * @alpha: 64ths; 0: none
 * @ecn_kmin: bytes
 * @ecn_kmax: bytes; 0: nothing is marked
 * @ecn_pmax: millionths
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
 * @bw: percent
 * @rate: bits per second; 0: not limited
 */
struct tc {
	uint8_t		tsa;
	uint8_t		bw;
	uint64_t	rate;
};

/**
 * struct watch - what the watchdog thinks of a priority
 * @state: &enum pfc_watch_state
 * @since: CLOCK_MONOTONIC time when that began, ns; 0: not known
 * @action: &enum pfc_watchdog_action, what is being done; %NO_ACTION
 * @manual: an operator wants it
 * @injected: a storm is faked
 * @xoff_stopped: no XOFF is sent any more
 * @dropped: frames dropped in the storm that is, or in the last one
 * @forwarded: frames sent in it
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
 * struct storm - a storm, what was measured and what it cost
 * @prio: the priority
 * @action: &enum pfc_watchdog_action
 * @injected: it was faked
 * @disabled: PFC was disabled for it
 * @start: CLOCK_MONOTONIC time from which the queue was stuck, ns
 * @detected: when that was found, ns; 0: it was not
 * @end: when it was over, ns; 0: it is not
 * @paused_time: how long the queue was paused of the time to detection, ns
 * @xoff: XOFF received in that time
 * @backlog_packets: frames that waited then
 * @backlog_bytes: their bytes
 * @dropped: frames dropped
 * @forwarded: frames sent though XOFF was received
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
 * @prio: its priority
 */
struct ethtype {
	uint16_t	type;
	uint8_t		prio;
};

/**
 * struct port - a port
 * @ifindex: the device
 * @name: name of the device
 * @id: id of the port
 * @default_prio: priority of what has no DSCP
 * @pause_time: quanta
 * @rate: bits per second; 0: not limited
 * @speed: Mb/s
 * @speed_auto: the device said so
 * @queue_limit: bytes
 * @delay: ns
 * @cable_delay: ns
 * @batch: frames
 * @peer_rate: bits per second; 0: that of this end
 * @overhead: bytes
 * @flow_control: &enum pfc_flow_control
 * @trust: &enum pfc_trust
 * @flood_lossless: whether lossless packets are dropped rather than flooded
 * @prio_source: &enum pfc_prio_source
 * @dscp_prio: priorities by DSCP
 * @pcp_prio: priorities by PCP
 * @n_ethtypes: how many EtherTypes have a priority
 * @ethtypes: these
 * @flood_prio: priorities of what is flooded, by priority, or %PFC_MAP_NONE
 * @prio_dscp: what is written to packets that leave, by priority, or %PFC_MAP_NONE
 * @prio_pcp: the same for the VLAN tag
 * @prio_tc: traffic classes by priority
 * @prio_pg: priority groups by priority
 * @prio_pfc: whether PFC is on in both directions, by priority
 * @prio_pfc_tx: whether XOFF is sent
 * @prio_pfc_rx: whether XOFF is obeyed
 * @prio_watchdog: whether it is watched for storms, by priority
 * @detection_time: ns
 * @recovery_time: ns; 0: twice @detection_time; %PFC_RECOVERY_MANUAL
 * @watchdog_action: &enum pfc_watchdog_action
 * @escalate_count: detections in @escalate_period; 0: PFC is never disabled
 * @escalate_period: ns
 * @xoff_timeout: ns; 0: none
 * @xoff_warn: XOFF in a second; 0: no warning
 * @group: the port group; 0: none
 * @same_group_prio: priorities of what came in by this port's group, by priority, or
 *	%PFC_MAP_NONE
 * @same_group_dscp: what is written to it, likewise
 * @pgs: priority groups
 * @queues: egress queues
 * @tcs: traffic classes
 * @watches: what the watchdog thinks, by priority
 * @n_storms: how many are remembered
 * @storms: these, the oldest first
 * @counters: by kind, number of group, priority or queue, and attribute
 * @parts: bit mask of PORT_CONFIG, PORT_STATS and PORT_WATCH: what of this was read
 */
struct port {
	uint32_t	ifindex;
	char		name[IFNAMSIZ];
	uint32_t	id;
	uint8_t		default_prio;
	uint32_t	pause_time;
	uint64_t	rate;
	uint32_t	speed;
	bool		speed_auto;
	uint32_t	queue_limit;
	uint32_t	delay;
	uint32_t	cable_delay;
	uint32_t	batch;
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
	uint64_t	recovery_time;
	uint8_t		watchdog_action;
	uint32_t	escalate_count;
	uint64_t	escalate_period;
	uint64_t	xoff_timeout;
	uint32_t	xoff_warn;
	uint32_t	group;
	uint8_t		same_group_prio[PFC_PRIO_COUNT];
	uint8_t		same_group_dscp[PFC_PRIO_COUNT];
	struct pg	pgs[PFC_PRIO_COUNT];
	struct queue	queues[PFC_PRIO_COUNT];
	struct tc	tcs[PFC_PRIO_COUNT];
	struct watch	watches[PFC_PRIO_COUNT];
	unsigned int	n_storms;
	struct storm	storms[PFC_HISTORY_MAX];
	uint64_t	counters[COUNTER_KINDS][PFC_PRIO_COUNT][COUNTER_SLOTS];
	unsigned int	parts;
};

#define PORT_CONFIG	1U
#define PORT_STATS	2U
#define PORT_WATCH	4U	/* with the configuration and counters that go with it */

/**
 * struct ports - ports of a namespace, by ifindex
 * @n: how many
 * @list: the ports
 * @known: how many there were before the dump that is being read
 * @next: which of them is likely the next
 */
struct ports {
	size_t		n;
	struct port	*list;
	size_t		known;
	size_t		next;
};

/**
 * struct pool - a buffer pool
 * @name: its name
 * @size: bytes
 * @headroom_ratio: one such part of the headrooms is reserved
 * @pgs: priority groups bound to it
 * @reserved: bytes reserved for guarantees and headrooms
 * @guarantees: bytes of these, for guarantees
 * @headroom_size: bytes of these, for headrooms
 * @headrooms: bytes that its headrooms sum up to
 * @headroom_used: bytes of headrooms in use
 * @headroom_peak: most of them since @cleared
 * @headroom_peak_ever: most of them ever
 * @shared_size: bytes beside what is reserved
 * @shared_used: bytes of these in use
 * @shared_peak: most of them since @cleared
 * @shared_peak_ever: most of them ever
 * @cleared: CLOCK_MONOTONIC time of the last clear, ns
 */
struct pool {
	char		name[PFC_NAME_LEN];
	uint32_t	size;
	uint32_t	headroom_ratio;
	uint32_t	pgs;
	uint32_t	reserved;
	uint32_t	guarantees;
	uint32_t	headroom_size;
	uint64_t	headrooms;
	uint32_t	headroom_used;
	uint32_t	headroom_peak;
	uint32_t	headroom_peak_ever;
	uint32_t	shared_size;
	uint32_t	shared_used;
	uint32_t	shared_peak;
	uint32_t	shared_peak_ever;
	uint64_t	cleared;
};

/**
 * struct profile - settings that priority groups follow
 * @name: its name
 * @pgs: how many follow it
 * @pg: the settings
 */
struct profile {
	char		name[PFC_NAME_LEN];
	uint32_t	pgs;
	struct pg	pg;
};

/**
 * struct pools - pools of a namespace, by name, that named %PFC_DEFAULT_POOL first
 * @n: how many
 * @list: the pools
 */
struct pools {
	size_t		n;
	struct pool	*list;
};

/**
 * struct profiles - profiles of a namespace, by name
 * @n: how many
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
int named_delete(struct ctx *ctx, struct message *msg, const char *what,
		 const char *name, size_t offset);

/* How often a dump is repeated that was disturbed by changes */
#define DUMP_TRIES	10

int ports_load(struct ctx *ctx, const char *dev, unsigned int parts,
	       struct ports *ports);
void ports_free(struct ports *ports);
uint64_t quanta_ns(uint32_t quanta, uint32_t speed);

/**
 * struct field - where an attribute goes
 * @attr: the attribute
 * @type: its libmnl type; %MNL_TYPE_FLAG sets a bool
 * @offset: of a member that has the size of the type
 * @size: of the member
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

extern const struct field pg_fields[];

bool field_read(const struct field *fields, const struct nlattr *attr, void *to);
bool storm_read(const struct nlattr *nest, struct storm *storm);

#endif /* MODEL_H */
