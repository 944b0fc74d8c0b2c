/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_CONFIG_H
#define _PFC_CONFIG_H

#include <linux/types.h>
#include "../uapi/linux/pfc.h"
#include "ecn.h"
#include "ets.h"
#include "frame.h"
#include "watchdog.h"

#define PFC_DSCPS	PFC_DSCP_COUNT

/**
 * struct pfc_pg_limits - thresholds of one priority group
 * @lossless: the group pauses its peer rather than drop; derived
 * @timed: somebody wants to know when something leaves while it is in XOFF; derived
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
	bool	timed;
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
 * struct pfc_queue_limits - what an egress queue may hold when a packet comes
 * @limit: bytes, with a lossy packet; 0: no limit
 * @alpha: 64ths of what is free in the shared part of the packet's pool, likewise;
 *	0: no such limit
 * @ecn: where marking begins
 */
struct pfc_queue_limits {
	u32		limit;
	u32		alpha;
	struct pfc_ecn	ecn;
};

/**
 * struct pfc_ethtype - priority of an EtherType
 * @type: the EtherType, 0 if this is not used
 * @prio: 0..7
 */
struct pfc_ethtype {
	__be16	type;
	u8	prio;
};

/**
 * struct pfc_config - configuration of a port, a value
 * @dscp_prio: priority 0..7 of each DSCP
 * @pg_of: group that packets which come in are charged to, by priority; derived
 * @group_prio: priority that packets to a group address get in place of theirs, which
 *	is lossy if any is; derived
 * @default_prio: priority of what carries nothing that is trusted, 0..7
 * @plain: the DSCP of an IP packet decides, and not @asks_fdb; derived
 * @asks_fdb: unknown unicast is treated apart; derived
 * @flood_drop: it is dropped if it is lossless
 * @flood_prio: priority of flooded packets by what they have, 0..7 or %PFC_MAP_NONE
 * @trust: &enum pfc_trust
 * @pcp_prio: priority 0..7 of each PCP
 * @ethtypes: priorities of EtherTypes, those not used last
 * @prio_source: &enum pfc_prio_source
 * @prio_dscp: DSCP 0..63 that packets get which leave, by priority, or %PFC_MAP_NONE
 * @prio_pcp: PCP 0..7 likewise
 * @prio_pg: priority group 0..7 of each priority
 * @flow: &enum pfc_flow_control
 * @pfc_tx: bit mask of the priorities with PFC on that is sent
 * @pfc_rx: bit mask of the priorities with PFC on that is obeyed
 * @lossless: bit mask of the priorities of lossless groups; derived
 * @obeyed: bit mask of the priorities that stop when they are paused; derived
 * @pg: thresholds of the priority groups
 * @pause_time: quanta that XOFF asks for, 1..65535
 * @speed: speed of the link, Mb/s; 0: as ethtool says
 * @rate: egress rate, bits per second; 0: not limited
 * @peer_rate: rate of the other end, bits per second; 0: that of this end
 * @overhead: bytes of a frame on the wire beside its own, 0..%PFC_OVERHEAD_MAX
 * @queue_limit: bytes that one egress queue holds of packets charged to no port
 * @delay: of each frame on its way to the other end, ns, 0..%PFC_DELAY_MAX; only
 *	with a @rate, which bounds what is on the way
 * @cable_delay: of the cable beside that, ns, 0..%PFC_DELAY_MAX
 * @batch: frames that come in at once when the last has left the peer,
 *	0..%PFC_BATCH_MAX
 * @queues: limits of the egress queues
 * @prio_tc: traffic class 0..7 of each priority
 * @tcs: the traffic classes
 * @watch: what the watchdog is to do
 * @port_group: group of ports that this one is in, 0: none
 * @same_prio: priority of packets that come in and leave by the same group, by the one that
 *	they have, 0..7 or %PFC_MAP_NONE
 * @same_dscp: DSCP that these get, likewise, 0..63 or %PFC_MAP_NONE
 *
 * Never changed once published: a new one replaces it as a whole, so that a
 * reader under RCU sees all of a change or nothing.
 */
struct pfc_config {
	/* What each packet asks for is together */
	u8			dscp_prio[PFC_DSCPS];
	u8			pg_of[PFC_PRIOS];
	u8			group_prio[PFC_PRIOS];
	u8			default_prio;
	bool			plain;
	bool			asks_fdb;

	bool			flood_drop;
	u8			flood_prio[PFC_PRIOS];
	u8			trust;
	u8			pcp_prio[PFC_PRIOS];
	struct pfc_ethtype	ethtypes[PFC_ETHTYPES_MAX];
	u8			prio_source;
	u8			prio_dscp[PFC_PRIOS];
	u8			prio_pcp[PFC_PRIOS];
	u8			prio_pg[PFC_PRIOS];
	u8			flow;
	u8			pfc_tx;
	u8			pfc_rx;
	u8			lossless;
	u8			obeyed;
	struct pfc_pg_limits	pg[PFC_PRIOS];
	u16			pause_time;
	u32			speed;
	u64			rate;
	u64			peer_rate;
	u32			overhead;
	u32			queue_limit;
	u32			delay;
	u32			cable_delay;
	u32			batch;
	struct pfc_queue_limits	queues[PFC_PRIOS];
	u8			prio_tc[PFC_PRIOS];
	struct pfc_tc		tcs[PFC_PRIOS];
	struct pfc_watch_terms	watch;
	u32			port_group;
	u8			same_prio[PFC_PRIOS];
	u8			same_dscp[PFC_PRIOS];
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
 * @PFC_CONFIG_MIXED_PG: a group holds priorities with PFC that is sent and without
 * @PFC_CONFIG_DELAY_ALONE: there is a delay, but no rate
 * @PFC_CONFIG_NOT_PFC: a priority has PFC on, and the flow control is another
 * @PFC_CONFIG_FLOOD_LOSSLESS: flooded packets are to get a priority that is lossless
 * @PFC_CONFIG_ECN_ORDER: a queue's Kmin is above its Kmax
 * @PFC_CONFIG_STRICT_BW: a strict class has a share of the bandwidth
 * @PFC_CONFIG_ETS_BW: an ETS class has none
 * @PFC_CONFIG_ETS_SUM: the shares of the ETS classes are not 100 percent together
 */
enum pfc_config_error {
	PFC_CONFIG_OK,
	PFC_CONFIG_XON_ABOVE_XOFF,
	PFC_CONFIG_MIXED_PG,
	PFC_CONFIG_DELAY_ALONE,
	PFC_CONFIG_NOT_PFC,
	PFC_CONFIG_FLOOD_LOSSLESS,
	PFC_CONFIG_ECN_ORDER,
	PFC_CONFIG_STRICT_BW,
	PFC_CONFIG_ETS_BW,
	PFC_CONFIG_ETS_SUM,
};

void pfc_limits_init(struct pfc_pg_limits *limits);
void pfc_config_init(struct pfc_config *config);
enum pfc_config_error pfc_config_finish(struct pfc_config *config, int *which);
struct pfc_demand pfc_pg_demand(const struct pfc_pg_limits *limits);
struct pfc_demand pfc_demand_beyond(struct pfc_demand a, struct pfc_demand b);
void pfc_demand_add(struct pfc_demand *to, struct pfc_demand what);

/**
 * pfc_config_pg_prios() - which priorities does a group hold?
 * @config: the port's configuration, finished
 * @pg: the group, 0..7
 *
 * Return: bit mask of priorities.
 */
static inline u8 pfc_config_pg_prios(const struct pfc_config *config, int pg)
{
	u8 prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		prios |= (config->pg_of[prio] == pg) << prio;
	return prios;
}

#endif /* _PFC_CONFIG_H */
