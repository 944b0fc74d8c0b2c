/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_CONFIG_H
#define _PFC_CONFIG_H

#include <linux/types.h>
#include "config_generated.h"
#include "ecn.h"
#include "ets.h"
#include "frame.h"
#include "detector.h"

#define PFC_DSCPS	PFC_DSCP_COUNT

/*
 * Most bytes of a group in guarantee and shared part, also in a larger pool: with those of the
 * headroom, at most %PFC_SIZE_MAX, they fit into the word of the group.
 */
#define PFC_HELD_MAX	(PFC_SIZE_MAX - 1)

/*
 * DSCP 0..7 map to priorities 0..7 by default (Guo et al., SIGCOMM 2016).  Any other DSCP maps to
 * its class selector (RFC 2474), the upper three bits.
 */
static inline u8 pfc_default_dscp_prio(u8 dscp)
{
	return dscp < PFC_PRIO_COUNT ? dscp : dscp >> 3;
}

/*
 * Thresholds of a priority group, see &enum pfc_pg_attr; @guarantee is %PFC_PG_A_MIN.
 * pfc_config_validate() computes these members:
 * @lossless: the group pauses its peer instead of dropping
 * @timed: the time of departures in XOFF is recorded, for the XOFF timeout
 * @bound: threshold in pfc_admit_plain(): @xoff if lossless, @limit if lossy, %PFC_SIZE_MAX
 *	with @alpha, 0 with @xoff_ahead, so that all packets take the slow path
 *
 * With @xoff_ahead the groups of a port share a headroom, see pfc_wanted().  This is DSH (Shan et
 * al., "Less is more: dynamic and shared headroom allocation in PFC-enabled datacenter
 * networks", 2023).
 */
struct pfc_pg_limits {
	bool	lossless;
	bool	timed;
	u32	guarantee;
	u32	alpha;
	u32	xoff;
	u32	xon;
	u32	xon_offset;
	u32	xoff_ahead;
	u32	headroom;
	u8	headroom_mode;
	u32	limit;
	u32	bound;
};

/* Bytes that a group may have in the shared part at most.  Return: bytes */
static inline u32 pfc_limits_room(const struct pfc_pg_limits *limits)
{
	return limits->guarantee < PFC_HELD_MAX ? PFC_HELD_MAX - limits->guarantee : 0;
}

/* Distance of the level of XOFF from the threshold.  Return: bytes, 0 for a lossy group */
static inline u32 pfc_limits_ahead(const struct pfc_pg_limits *limits)
{
	return limits->lossless && limits->alpha ? limits->xoff_ahead : 0;
}

struct pfc_pool;

/*
 * Limits of an egress queue, see &enum pfc_queue_attr; @guarantee is %PFC_QUEUE_A_MIN.
 * @pool: the pool to which the queue is charged, or NULL.  A pool stays as long as the
 *	configuration of an attached port names it
 */
struct pfc_queue_limits {
	u32		limit;
	u32		alpha;
	u32		guarantee;
	struct pfc_ecn	ecn;
	struct pfc_pool	*pool;
};

/**
 * struct pfc_ethtype - priority of an EtherType
 * @type: the EtherType, 0 if the entry is unused
 * @prio: priority in force, the highest of @prios, 0..7
 * @prios: bit mask of the priorities that have an APP entry
 */
struct pfc_ethtype {
	__be16	type;
	u8	prio;
	u8	prios;
};

/**
 * struct pfc_app - an APP entry or a rewriting entry, see app.h
 * @protocol: the key of an APP entry, or the value of a rewriting entry
 * @selector: &enum pfc_app_selector; 0 if the entry is unused
 * @prio: 0..7
 */
struct pfc_app {
	u16	protocol;
	u8	selector;
	u8	prio;
};

/*
 * Configuration of a port: the values of &enum pfc_attr, and
 * @app_dscp: bit mask of priorities that have an APP entry, by DSCP; @dscp_prio follows it
 * @app_pcp: the same by PCP; @pcp_prio follows it
 * @app_default: the same for packets without a trusted field; @default_prio follows it
 * @app_ports: entries for TCP and UDP ports, which are only announced; unused entries last
 * @rewr_dscp: bit mask of the DSCPs of rewriting entries, by priority; @prio_dscp follows it
 * @rewr_pcp: bit mask of the PCPs of rewriting entries, by priority; @prio_pcp follows it
 *
 * pfc_config_validate() computes these members:
 * @pg_of: group to which received packets are charged, by priority
 * @mcast_prio: priority of packets to a multicast or broadcast address, by their original
 *	priority; a lossy priority if any priority is lossy
 * @plain: the DSCP determines the priority of an IP packet, and @asks_fdb is false
 * @asks_fdb: unknown unicast packets are dropped or get another priority, so the ingress hook
 *	looks up the FDB
 * @lossless: bit mask of the priorities of lossless groups
 * @obeyed: bit mask of the priorities that a received pause stops
 * @egress_dscp: DSCP 0..63 written to egress packets, by priority, or %PFC_MAP_NONE
 *
 * A published configuration is immutable.  A change replaces it as a whole, so an RCU
 * reader sees either all of a change or nothing.
 */
struct pfc_config {
	/*
	 * The ingress hook reads the members up to the blank line for every packet.  They fit
	 * into two cache lines, see ingress.c.
	 */
	u8			dscp_prio[PFC_DSCPS];
	u8			pg_of[PFC_PRIOS];
	u8			mcast_prio[PFC_PRIOS];
	u8			default_prio;
	u8			control_prio;
	bool			plain;
	bool			asks_fdb;

	bool			flood_drop;
	u8			flood_prio[PFC_PRIOS];
	u8			pcp_prio[PFC_PRIOS];
	struct pfc_ethtype	ethtypes[PFC_ETHTYPES_MAX];
	u8			prio_dscp[PFC_PRIOS];
	u8			prio_pcp[PFC_PRIOS];
	u8			prio_pg[PFC_PRIOS];
	u8			flow;
	u8			pfc_tx;
	u8			pfc_rx;
	u8			lossless;
	u8			obeyed;
	struct pfc_pg_limits	pg[PFC_PRIOS];
	struct pfc_queue_limits	queues[PFC_PRIOS];
	u8			prio_tc[PFC_PRIOS];
	struct pfc_tc		tcs[PFC_PRIOS];
	struct pfc_watchdog_config	watchdog;
	u8			app_dscp[PFC_DSCPS];
	u8			app_pcp[PFC_PRIOS];
	u8			app_default;
	struct pfc_app		app_ports[PFC_APP_PORTS_MAX];
	u64			rewr_dscp[PFC_PRIOS];
	u8			rewr_pcp[PFC_PRIOS];
	u8			egress_dscp[PFC_PRIOS];
	u8			bounce_prio[PFC_PRIOS];
	u8			bounce_dscp[PFC_PRIOS];

	PFC_CONFIG_NUMBERS;
};

/* Sums of the guarantees of groups and queues, and of the headrooms of lossless groups, bytes */
struct pfc_demand {
	u64	guarantees;
	u64	headrooms;
};

void pfc_limits_init(struct pfc_pg_limits *limits);
void pfc_config_init(struct pfc_config *config);
enum pfc_cause pfc_config_validate(struct pfc_config *config, int *which);
bool pfc_config_is_timed(const struct pfc_config *config);
bool pfc_config_needs_one(const struct pfc_config *config);
u32 pfc_config_headroom(const struct pfc_config *config, int pg, u32 needed, u8 source);
struct pfc_demand pfc_pg_demand(const struct pfc_pg_limits *limits);
struct pfc_demand pfc_demand_beyond(struct pfc_demand a, struct pfc_demand b);
void pfc_demand_add(struct pfc_demand *sum, struct pfc_demand demand);

/* Priorities of a group.  Return: bit mask of priorities */
static inline u8 pfc_config_pg_prios(const struct pfc_config *config, int pg)
{
	u8 prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		prios |= (config->pg_of[prio] == pg) << prio;
	return prios;
}

#endif /* _PFC_CONFIG_H */
