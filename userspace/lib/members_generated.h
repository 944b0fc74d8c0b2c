/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#ifndef MEMBERS_GENERATED_H
#define MEMBERS_GENERATED_H

#include <linux/pfc.h>
#include <stdbool.h>
#include <stdint.h>

struct port_members {
	uint32_t	ifindex;
	char		name[16];
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
	uint8_t		ecn_at;
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
	uint64_t	detection_time;
	uint64_t	restoration_time;
	uint8_t		watchdog_action;
	uint32_t	escalate_count;
	uint64_t	escalate_period;
	uint64_t	xoff_timeout;
	uint32_t	xoff_warn;
	uint32_t	group;
	uint8_t		dscp_prio[PFC_DSCP_COUNT];
	uint8_t		pcp_prio[PFC_PRIO_COUNT];
	uint8_t		flood_prio[PFC_PRIO_COUNT];
	uint8_t		prio_dscp[PFC_PRIO_COUNT];
	uint8_t		prio_pcp[PFC_PRIO_COUNT];
	uint8_t		prio_tc[PFC_PRIO_COUNT];
	uint8_t		prio_pg[PFC_PRIO_COUNT];
	uint8_t		prio_pfc[PFC_PRIO_COUNT];
	uint8_t		prio_pfc_tx[PFC_PRIO_COUNT];
	uint8_t		prio_pfc_rx[PFC_PRIO_COUNT];
	uint8_t		prio_watchdog[PFC_PRIO_COUNT];
	uint8_t		bounce_prio[PFC_PRIO_COUNT];
	uint8_t		bounce_dscp[PFC_PRIO_COUNT];
};

struct pg {
	uint32_t	xoff;
	uint32_t	xon;
	uint32_t	headroom;
	uint32_t	limit;
	bool		lossless;
	uint32_t	min;
	uint32_t	alpha;
	uint32_t	xon_offset;
	char		pool[32];
	char		profile[32];
	uint8_t		headroom_auto;
	uint32_t	headroom_needed;
};

struct queue {
	uint32_t	limit;
	uint32_t	alpha;
	uint32_t	ecn_kmin;
	uint32_t	ecn_kmax;
	uint32_t	ecn_pmax;
};

struct tc {
	uint8_t		tsa;
	uint8_t		bw;
	uint64_t	rate;
};

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

struct storm_members {
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

struct pool {
	char		name[32];
	uint32_t	size;
	uint32_t	oversubscribe_ratio;
	uint32_t	shared_headroom;
	uint32_t	cell;
	uint32_t	cell_overhead;
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

struct profile_members {
	char		name[32];
	uint32_t	pgs;
};

struct impair {
	uint32_t	loss;
	uint32_t	ce;
	uint32_t	delay;
	uint32_t	pfc_corrupt;
	uint32_t	pfc_delay;
	uint32_t	xoff_duty;
	uint32_t	xoff_period;
};

struct impairments_members {
	uint64_t	since;
	uint32_t	seed;
};

#define PORT_DEFAULTS \
	.trust = PFC_TRUST_DSCP, \
	.flow_control = PFC_FLOW_CONTROL_PFC, \
	.overhead = PFC_DEFAULT_OVERHEAD, \
	.pause_time = PFC_PAUSE_TIME_MAX, \
	.queue_limit = PFC_DEFAULT_QUEUE_LIMIT, \
	.batch = PFC_DEFAULT_BATCH, \
	.latency = PFC_DEFAULT_LATENCY, \
	.control_prio = PFC_DEFAULT_CONTROL_PRIO, \
	.detection_time = PFC_DEFAULT_DETECTION, \
	.escalate_count = PFC_DEFAULT_ESCALATE, \
	.escalate_period = PFC_DEFAULT_PERIOD,

#define PG_DEFAULTS \
	.xoff = PFC_DEFAULT_XOFF, \
	.xon = PFC_DEFAULT_XON, \
	.xon_offset = PFC_DEFAULT_XOFF - PFC_DEFAULT_XON, \
	.headroom = PFC_DEFAULT_HEADROOM, \
	.headroom_auto = PFC_HEADROOM_MODE_DEFAULT, \
	.limit = PFC_DEFAULT_LIMIT,

#define QUEUE_DEFAULTS \
	.ecn_pmax = PFC_PMAX_ONE,

#endif /* MEMBERS_GENERATED_H */
