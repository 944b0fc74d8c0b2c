/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_CONFIG_H
#define _PFC_CONFIG_H

#include <linux/types.h>
#include "../uapi/linux/pfc.h"
#include "frame.h"

#define PFC_DSCPS	PFC_DSCP_COUNT

/**
 * struct pfc_pg_limits - thresholds of one priority group
 * @lossless: the group pauses its peer rather than drop
 * @guarantee: bytes set aside for the group alone, filled first
 * @alpha: the group may take so many 64ths of what is free in the shared part of
 *	the pool, 1..%PFC_ALPHA_MAX; 0: @xoff or @limit bytes
 * @xoff: a lossless group may take this much of the shared part; XOFF is sent when
 *	a packet does not fit below, bytes
 * @xon: without @alpha XON is sent when the headroom is empty and the group holds
 *	no more than this of the shared part, bytes, at most @xoff
 * @xon_offset: with @alpha, when it holds no more than what it may take less this
 * @headroom: bytes behind the threshold for what arrives before the peer has stopped
 * @headroom_auto: @headroom is what the port's link needs, see headroom.h
 * @limit: a lossy group may take this much of the shared part and drops what does
 *	not fit below, bytes
 * @bound: @xoff or @limit, whichever it is, or more than there is with @alpha
 */
struct pfc_pg_limits {
	bool	lossless;
	u32	guarantee;
	u32	alpha;
	u32	xoff;
	u32	xon;
	u32	xon_offset;
	u32	headroom;
	bool	headroom_auto;
	u32	limit;
	u32	bound;
};

/**
 * struct pfc_queue_limits - what an egress queue may hold when a lossy packet comes
 * @limit: bytes, with the packet; 0: no limit
 * @alpha: 64ths of what is free in the shared part of the packet's pool, likewise;
 *	0: no such limit
 */
struct pfc_queue_limits {
	u32	limit;
	u32	alpha;
};

/**
 * struct pfc_config - configuration of a port, a value
 * @dscp_prio: priority 0..7 of each DSCP
 * @default_prio: priority of what carries no DSCP, 0..7
 * @prio_pg: priority group 0..7 of each priority
 * @pfc_prios: bit mask of the priorities with PFC on, both directions
 * @pg: thresholds of the priority groups
 * @pause_time: quanta that XOFF asks for, 1..65535
 * @speed: speed of the link, Mb/s; 0: as ethtool says
 * @rate: egress rate, bits per second; 0: not limited
 * @queue_limit: bytes that one egress queue holds of packets charged to no port
 * @delay: of each frame on its way to the other end, ns, 0..%PFC_DELAY_MAX; only
 *	with a @rate, which bounds what is on the way
 * @cable_delay: of the cable beside that, ns, 0..%PFC_DELAY_MAX
 * @batch: frames that come in at once when the last has left the peer,
 *	0..%PFC_BATCH_MAX
 * @queues: limits of the egress queues
 *
 * Never changed once published: a new one replaces it as a whole, so that a
 * reader under RCU sees all of a change or nothing.
 */
struct pfc_config {
	u8			dscp_prio[PFC_DSCPS];
	u8			default_prio;
	u8			prio_pg[PFC_PRIOS];
	u8			pfc_prios;
	struct pfc_pg_limits	pg[PFC_PRIOS];
	u16			pause_time;
	u32			speed;
	u64			rate;
	u32			queue_limit;
	u32			delay;
	u32			cable_delay;
	u32			batch;
	struct pfc_queue_limits	queues[PFC_PRIOS];
};

/**
 * struct pfc_demand - what priority groups want set aside
 * @guarantees: sum of their guarantees, bytes
 * @headrooms: sum of the headrooms of the lossless ones, bytes
 */
struct pfc_demand {
	u64	guarantees;
	u64	headrooms;
};

/**
 * enum pfc_config_error - why a configuration is refused
 * @PFC_CONFIG_OK: it is not
 * @PFC_CONFIG_XON_ABOVE_XOFF: a group's XON is above its XOFF
 * @PFC_CONFIG_MIXED_PG: a group holds priorities with and without PFC
 * @PFC_CONFIG_DELAY_ALONE: there is a delay, but no rate
 */
enum pfc_config_error {
	PFC_CONFIG_OK,
	PFC_CONFIG_XON_ABOVE_XOFF,
	PFC_CONFIG_MIXED_PG,
	PFC_CONFIG_DELAY_ALONE,
};

void pfc_limits_init(struct pfc_pg_limits *limits);
void pfc_config_init(struct pfc_config *config);
enum pfc_config_error pfc_config_finish(struct pfc_config *config, int *pg);
struct pfc_demand pfc_pg_demand(const struct pfc_pg_limits *limits);
struct pfc_demand pfc_demand_beyond(struct pfc_demand a, struct pfc_demand b);
void pfc_demand_add(struct pfc_demand *to, struct pfc_demand what);

/**
 * pfc_config_pg_prios() - which priorities does a group hold?
 * @config: the port's configuration
 * @pg: the group, 0..7
 *
 * Return: bit mask of priorities.
 */
static inline u8 pfc_config_pg_prios(const struct pfc_config *config, int pg)
{
	u8 prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		prios |= (config->prio_pg[prio] == pg) << prio;
	return prios;
}

#endif /* _PFC_CONFIG_H */
