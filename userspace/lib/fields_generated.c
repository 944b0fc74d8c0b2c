// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "model.h"

const struct field port_fields[] = {
	FIELD(PFC_A_IFINDEX, MNL_TYPE_U32, port, ifindex),
	FIELD(PFC_A_IFNAME, MNL_TYPE_NUL_STRING, port, name),
	FIELD(PFC_A_PORT_ID, MNL_TYPE_U32, port, id),
	FIELD(PFC_A_DEFAULT_PRIO, MNL_TYPE_U8, port, default_prio),
	FIELD(PFC_A_PAUSE_TIME, MNL_TYPE_U32, port, pause_time),
	FIELD(PFC_A_RATE, MNL_TYPE_U64, port, rate),
	FIELD(PFC_A_SPEED, MNL_TYPE_U32, port, speed),
	FIELD(PFC_A_SPEED_SOURCE, MNL_TYPE_U8, port, speed_source),
	FIELD(PFC_A_QUEUE_LIMIT, MNL_TYPE_U32, port, queue_limit),
	FIELD(PFC_A_DELAY, MNL_TYPE_U32, port, delay),
	FIELD(PFC_A_CABLE_DELAY, MNL_TYPE_U32, port, cable_delay),
	FIELD(PFC_A_BATCH, MNL_TYPE_U32, port, batch),
	FIELD(PFC_A_LATENCY, MNL_TYPE_U32, port, latency),
	FIELD(PFC_A_GSO, MNL_TYPE_U8, port, gso),
	FIELD(PFC_A_TX_QUEUES, MNL_TYPE_U8, port, tx_queues),
	FIELD(PFC_A_ECN_AT, MNL_TYPE_U8, port, ecn_at),
	FIELD(PFC_A_TX_QUEUES_USED, MNL_TYPE_U32, port, tx_queues_used),
	FIELD(PFC_A_RING, MNL_TYPE_U32, port, ring),
	FIELD(PFC_A_MEMORY_USED, MNL_TYPE_U64, port, memory_used),
	FIELD(PFC_A_MEMORY_PORT, MNL_TYPE_U32, port, memory_port),
	FIELD(PFC_A_FOREIGN_DEVICES, MNL_TYPE_U32, port, foreign_devices),
	FIELD(PFC_A_DCB, MNL_TYPE_U8, port, dcb),
	FIELD(PFC_A_APP_REWRITE, MNL_TYPE_U8, port, app_rewrite),
	FIELD(PFC_A_CONTROL_PRIO, MNL_TYPE_U8, port, control_prio),
	FIELD(PFC_A_PEER_RATE, MNL_TYPE_U64, port, peer_rate),
	FIELD(PFC_A_OVERHEAD, MNL_TYPE_U32, port, overhead),
	FIELD(PFC_A_FLOW_CONTROL, MNL_TYPE_U8, port, flow_control),
	FIELD(PFC_A_TRUST, MNL_TYPE_U8, port, trust),
	FIELD(PFC_A_FLOOD_LOSSLESS, MNL_TYPE_U8, port, flood_lossless),
	FIELD(PFC_A_PRIO_SOURCE, MNL_TYPE_U8, port, prio_source),
	FIELD(PFC_A_DETECTION_TIME, MNL_TYPE_U64, port, detection_time),
	FIELD(PFC_A_RESTORATION_TIME, MNL_TYPE_U64, port, restoration_time),
	FIELD(PFC_A_WATCHDOG_ACTION, MNL_TYPE_U8, port, watchdog_action),
	FIELD(PFC_A_ESCALATE_COUNT, MNL_TYPE_U32, port, escalate_count),
	FIELD(PFC_A_ESCALATE_PERIOD, MNL_TYPE_U64, port, escalate_period),
	FIELD(PFC_A_XOFF_TIMEOUT, MNL_TYPE_U64, port, xoff_timeout),
	FIELD(PFC_A_XOFF_WARN, MNL_TYPE_U32, port, xoff_warn),
	FIELD(PFC_A_PORT_GROUP, MNL_TYPE_U32, port, group),
	{ 0 }
};

const struct field pg_fields[] = {
	FIELD(PFC_PG_A_XOFF, MNL_TYPE_U32, pg, xoff),
	FIELD(PFC_PG_A_XON, MNL_TYPE_U32, pg, xon),
	FIELD(PFC_PG_A_HEADROOM, MNL_TYPE_U32, pg, headroom),
	FIELD(PFC_PG_A_LIMIT, MNL_TYPE_U32, pg, limit),
	FIELD(PFC_PG_A_LOSSLESS, MNL_TYPE_FLAG, pg, lossless),
	FIELD(PFC_PG_A_MIN, MNL_TYPE_U32, pg, min),
	FIELD(PFC_PG_A_ALPHA, MNL_TYPE_U32, pg, alpha),
	FIELD(PFC_PG_A_XON_OFFSET, MNL_TYPE_U32, pg, xon_offset),
	FIELD(PFC_PG_A_POOL, MNL_TYPE_NUL_STRING, pg, pool),
	FIELD(PFC_PG_A_PROFILE, MNL_TYPE_NUL_STRING, pg, profile),
	FIELD(PFC_PG_A_HEADROOM_AUTO, MNL_TYPE_U8, pg, headroom_auto),
	FIELD(PFC_PG_A_HEADROOM_NEEDED, MNL_TYPE_U32, pg, headroom_needed),
	{ 0 }
};

const struct field queue_fields[] = {
	FIELD(PFC_QUEUE_A_LIMIT, MNL_TYPE_U32, queue, limit),
	FIELD(PFC_QUEUE_A_ALPHA, MNL_TYPE_U32, queue, alpha),
	FIELD(PFC_QUEUE_A_ECN_KMIN, MNL_TYPE_U32, queue, ecn_kmin),
	FIELD(PFC_QUEUE_A_ECN_KMAX, MNL_TYPE_U32, queue, ecn_kmax),
	FIELD(PFC_QUEUE_A_ECN_PMAX, MNL_TYPE_U32, queue, ecn_pmax),
	{ 0 }
};

const struct field tc_fields[] = {
	FIELD(PFC_TC_A_TSA, MNL_TYPE_U8, tc, tsa),
	FIELD(PFC_TC_A_BW, MNL_TYPE_U8, tc, bw),
	FIELD(PFC_TC_A_RATE, MNL_TYPE_U64, tc, rate),
	{ 0 }
};

const struct field watch_fields[] = {
	FIELD(PFC_WATCHDOG_A_STATE, MNL_TYPE_U8, watch, state),
	FIELD(PFC_WATCHDOG_A_SINCE, MNL_TYPE_U64, watch, since),
	FIELD(PFC_WATCHDOG_A_ACTION, MNL_TYPE_U8, watch, action),
	FIELD(PFC_WATCHDOG_A_MANUAL, MNL_TYPE_FLAG, watch, manual),
	FIELD(PFC_WATCHDOG_A_INJECTED, MNL_TYPE_FLAG, watch, injected),
	FIELD(PFC_WATCHDOG_A_XOFF_STOPPED, MNL_TYPE_FLAG, watch, xoff_stopped),
	FIELD(PFC_WATCHDOG_A_DROPPED, MNL_TYPE_U64, watch, dropped),
	FIELD(PFC_WATCHDOG_A_FORWARDED, MNL_TYPE_U64, watch, forwarded),
	{ 0 }
};

const struct field storm_fields[] = {
	FIELD(PFC_STORM_A_ACTION, MNL_TYPE_U8, storm, action),
	FIELD(PFC_STORM_A_INJECTED, MNL_TYPE_FLAG, storm, injected),
	FIELD(PFC_STORM_A_DISABLED, MNL_TYPE_FLAG, storm, disabled),
	FIELD(PFC_STORM_A_START, MNL_TYPE_U64, storm, start),
	FIELD(PFC_STORM_A_DETECTED, MNL_TYPE_U64, storm, detected),
	FIELD(PFC_STORM_A_END, MNL_TYPE_U64, storm, end),
	FIELD(PFC_STORM_A_PAUSED_TIME, MNL_TYPE_U64, storm, paused_time),
	FIELD(PFC_STORM_A_XOFF, MNL_TYPE_U64, storm, xoff),
	FIELD(PFC_STORM_A_BACKLOG_PACKETS, MNL_TYPE_U64, storm, backlog_packets),
	FIELD(PFC_STORM_A_BACKLOG_BYTES, MNL_TYPE_U64, storm, backlog_bytes),
	FIELD(PFC_STORM_A_DROPPED, MNL_TYPE_U64, storm, dropped),
	FIELD(PFC_STORM_A_FORWARDED, MNL_TYPE_U64, storm, forwarded),
	{ 0 }
};

const struct field pool_fields[] = {
	FIELD(PFC_A_POOL_NAME, MNL_TYPE_NUL_STRING, pool, name),
	FIELD(PFC_A_POOL_SIZE, MNL_TYPE_U32, pool, size),
	FIELD(PFC_A_POOL_OVERSUBSCRIBE_RATIO, MNL_TYPE_U32, pool, oversubscribe_ratio),
	FIELD(PFC_A_POOL_SHARED_HEADROOM, MNL_TYPE_U32, pool, shared_headroom),
	FIELD(PFC_A_POOL_CELL, MNL_TYPE_U32, pool, cell),
	FIELD(PFC_A_POOL_CELL_OVERHEAD, MNL_TYPE_U32, pool, cell_overhead),
	FIELD(PFC_A_POOL_PGS, MNL_TYPE_U32, pool, pgs),
	FIELD(PFC_A_POOL_RESERVED, MNL_TYPE_U32, pool, reserved),
	FIELD(PFC_A_POOL_GUARANTEES, MNL_TYPE_U32, pool, guarantees),
	FIELD(PFC_A_POOL_HEADROOM_SIZE, MNL_TYPE_U32, pool, headroom_size),
	FIELD(PFC_A_POOL_HEADROOMS, MNL_TYPE_U64, pool, headrooms),
	FIELD(PFC_A_POOL_HEADROOM_USED, MNL_TYPE_U32, pool, headroom_used),
	FIELD(PFC_A_POOL_HEADROOM_PEAK, MNL_TYPE_U32, pool, headroom_peak),
	FIELD(PFC_A_POOL_HEADROOM_LIFETIME_PEAK, MNL_TYPE_U32, pool, headroom_lifetime_peak),
	FIELD(PFC_A_POOL_SHARED_SIZE, MNL_TYPE_U32, pool, shared_size),
	FIELD(PFC_A_POOL_SHARED_USED, MNL_TYPE_U32, pool, shared_used),
	FIELD(PFC_A_POOL_SHARED_PEAK, MNL_TYPE_U32, pool, shared_peak),
	FIELD(PFC_A_POOL_SHARED_LIFETIME_PEAK, MNL_TYPE_U32, pool, shared_lifetime_peak),
	FIELD(PFC_A_POOL_CLEARED, MNL_TYPE_U64, pool, cleared),
	{ 0 }
};

const struct field profile_fields[] = {
	FIELD(PFC_A_PROFILE_NAME, MNL_TYPE_NUL_STRING, profile, name),
	FIELD(PFC_A_PROFILE_PGS, MNL_TYPE_U32, profile, pgs),
	{ 0 }
};

const struct field impair_fields[] = {
	FIELD(PFC_IMPAIR_A_LOSS, MNL_TYPE_U32, impair, loss),
	FIELD(PFC_IMPAIR_A_CE, MNL_TYPE_U32, impair, ce),
	FIELD(PFC_IMPAIR_A_DELAY, MNL_TYPE_U32, impair, delay),
	FIELD(PFC_IMPAIR_A_PFC_CORRUPT, MNL_TYPE_U32, impair, pfc_corrupt),
	FIELD(PFC_IMPAIR_A_PFC_DELAY, MNL_TYPE_U32, impair, pfc_delay),
	FIELD(PFC_IMPAIR_A_XOFF_DUTY, MNL_TYPE_U32, impair, xoff_duty),
	FIELD(PFC_IMPAIR_A_XOFF_PERIOD, MNL_TYPE_U32, impair, xoff_period),
	{ 0 }
};

const struct field impairments_fields[] = {
	FIELD(PFC_A_IMPAIR_SINCE, MNL_TYPE_U64, impairments, since),
	FIELD(PFC_A_IMPAIR_SEED, MNL_TYPE_U32, impairments, seed),
	{ 0 }
};

const struct map_field map_fields[] = {
	{ PFC_A_DSCP_PRIO, PFC_DSCP_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, dscp_prio) },
	{ PFC_A_PCP_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, pcp_prio) },
	{ PFC_A_PRIO_PG, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, prio_pg) },
	{ PFC_A_PRIO_PFC, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_pfc) },
	{ PFC_A_PRIO_PFC_TX, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_pfc_tx) },
	{ PFC_A_PRIO_PFC_RX, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_pfc_rx) },
	{ PFC_A_FLOOD_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct port, flood_prio) },
	{ PFC_A_PRIO_DSCP, PFC_PRIO_COUNT, PFC_DSCP_COUNT, true,
	  offsetof(struct port, prio_dscp) },
	{ PFC_A_PRIO_PCP, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct port, prio_pcp) },
	{ PFC_A_PRIO_TC, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct port, prio_tc) },
	{ PFC_A_BOUNCE_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct port, bounce_prio) },
	{ PFC_A_BOUNCE_DSCP, PFC_PRIO_COUNT, PFC_DSCP_COUNT, true,
	  offsetof(struct port, bounce_dscp) },
	{ PFC_A_PRIO_WATCHDOG, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct port, prio_watchdog) },
	{ 0 }
};
