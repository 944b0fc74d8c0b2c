// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

#include "nlmodel.h"

const struct range pfc_ranges[PFC_A_MAX + 1] = {
	[PFC_A_DEFAULT_PRIO] = { 0, 7 },
	[PFC_A_PAUSE_TIME] = { 1, PFC_PAUSE_TIME_MAX },
	[PFC_A_RATE] = { PFC_RATE_MIN, PFC_RATE_MAX,
		{ 0 }, 1 },
	[PFC_A_SPEED] = { PFC_SPEED_MIN, PFC_SPEED_MAX,
		{ 0 }, 1 },
	[PFC_A_SPEED_SOURCE] = { 0, PFC_SPEED_SOURCE_ASSUMED },
	[PFC_A_QUEUE_LIMIT] = { 0, PFC_SIZE_MAX },
	[PFC_A_DELAY] = { 0, PFC_DELAY_MAX },
	[PFC_A_POOL_SIZE] = { 60, PFC_SIZE_MAX },
	[PFC_A_EVENT] = { 0, PFC_EVENT_STILL_PAUSED },
	[PFC_A_CABLE_DELAY] = { 0, PFC_DELAY_MAX },
	[PFC_A_BATCH] = { 0, PFC_BATCH_MAX },
	[PFC_A_POOL_OVERSUBSCRIBE_RATIO] = { 1, PFC_RATIO_MAX },
	[PFC_A_FLOW_CONTROL] = { 0, PFC_FLOW_CONTROL_PFC },
	[PFC_A_PEER_RATE] = { PFC_RATE_MIN, PFC_RATE_MAX,
		{ 0 }, 1 },
	[PFC_A_OVERHEAD] = { 0, PFC_OVERHEAD_MAX },
	[PFC_A_TRUST] = { 0, PFC_TRUST_PCP_DSCP },
	[PFC_A_FLOOD_LOSSLESS] = { 0, 1 },
	[PFC_A_PRIO_SOURCE] = { 0, PFC_PRIO_SOURCE_SKB },
	[PFC_A_DETECTION_TIME] = { PFC_DETECTION_MIN, PFC_DETECTION_MAX },
	[PFC_A_RESTORATION_TIME] = { PFC_DETECTION_MIN, PFC_RESTORATION_MAX,
		{ 0, PFC_RESTORATION_MANUAL }, 2 },
	[PFC_A_WATCHDOG_ACTION] = { 0, PFC_WATCHDOG_ACTION_ALERT },
	[PFC_A_ESCALATE_COUNT] = { 0, PFC_ESCALATE_MAX },
	[PFC_A_ESCALATE_PERIOD] = { PFC_PERIOD_MIN, PFC_PERIOD_MAX },
	[PFC_A_XOFF_TIMEOUT] = { PFC_DETECTION_MIN, PFC_DETECTION_MAX,
		{ 0 }, 1 },
	[PFC_A_XOFF_WARN] = { 0, PFC_XOFF_WARN_MAX },
	[PFC_A_PORT_GROUP] = { 0, PFC_PORT_GROUP_MAX },
	[PFC_A_PRIOS] = { 1, 255 },
	[PFC_A_ON] = { 0, 1 },
	[PFC_A_CONTROL_PRIO] = { 0, 7,
		{ PFC_MAP_NONE }, 1 },
	[PFC_A_LATENCY] = { 0, PFC_LATENCY_MAX },
	[PFC_A_DCB] = { 0, PFC_DCB_OWNER_DRIVER },
	[PFC_A_APP_REWRITE] = { 0, 1 },
	[PFC_A_GSO] = { 0, PFC_GSO_SPLIT },
	[PFC_A_TX_QUEUES] = { 0, PFC_TX_QUEUES_ALL },
	[PFC_A_IMPAIR_LINK_DOWN] = { PFC_IMPAIR_LINK_MIN, PFC_IMPAIR_LINK_MAX,
		{ 0 }, 1 },
	[PFC_A_IMPAIR_LINK_PERIOD] = { PFC_IMPAIR_LINK_MIN, PFC_IMPAIR_LINK_MAX },
};

const struct range pg_ranges[PFC_PG_A_MAX + 1] = {
	[PFC_PG_A_ID] = { 0, 7 },
	[PFC_PG_A_XOFF] = { 0, PFC_SIZE_MAX },
	[PFC_PG_A_XON] = { 0, PFC_SIZE_MAX },
	[PFC_PG_A_HEADROOM] = { 0, PFC_SIZE_MAX },
	[PFC_PG_A_LIMIT] = { 0, PFC_SIZE_MAX },
	[PFC_PG_A_MIN] = { 0, PFC_SIZE_MAX },
	[PFC_PG_A_ALPHA] = { 0, PFC_ALPHA_MAX },
	[PFC_PG_A_XON_OFFSET] = { 0, PFC_SIZE_MAX },
	[PFC_PG_A_HEADROOM_AUTO] = { 0, 2 },
};

const struct range queue_ranges[PFC_QUEUE_A_MAX + 1] = {
	[PFC_QUEUE_A_ID] = { 0, 7 },
	[PFC_QUEUE_A_LIMIT] = { 0, PFC_SIZE_MAX },
	[PFC_QUEUE_A_ALPHA] = { 0, PFC_ALPHA_MAX },
	[PFC_QUEUE_A_ECN_KMIN] = { 0, PFC_SIZE_MAX },
	[PFC_QUEUE_A_ECN_KMAX] = { 0, PFC_SIZE_MAX },
	[PFC_QUEUE_A_ECN_PMAX] = { 0, PFC_PMAX_ONE },
};

const struct range tc_ranges[PFC_TC_A_MAX + 1] = {
	[PFC_TC_A_ID] = { 0, 7 },
	[PFC_TC_A_TSA] = { 0, PFC_TSA_ETS },
	[PFC_TC_A_BW] = { 0, 100 },
	[PFC_TC_A_RATE] = { PFC_RATE_MIN, PFC_RATE_MAX,
		{ 0 }, 1 },
};

const struct range impair_ranges[PFC_IMPAIR_A_MAX + 1] = {
	[PFC_IMPAIR_A_ID] = { 0, 7 },
	[PFC_IMPAIR_A_LOSS] = { 0, PFC_PMAX_ONE },
	[PFC_IMPAIR_A_CE] = { 0, PFC_PMAX_ONE },
	[PFC_IMPAIR_A_DELAY] = { 0, PFC_DELAY_MAX },
	[PFC_IMPAIR_A_PFC_CORRUPT] = { 0, PFC_PMAX_ONE },
	[PFC_IMPAIR_A_PFC_DELAY] = { 0, PFC_IMPAIR_PFC_DELAY_MAX },
	[PFC_IMPAIR_A_XOFF_DUTY] = { 0, PFC_PMAX_ONE },
	[PFC_IMPAIR_A_XOFF_PERIOD] = { PFC_IMPAIR_XOFF_MIN, PFC_IMPAIR_XOFF_MAX },
};

static const struct range map_64_8_ranges[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY] = { 0, PFC_DSCP_COUNT - 1 },
	[PFC_MAP_A_VALUE] = { 0, PFC_PRIO_COUNT - 1 },
};

static const struct policy map_64_8_entry_policy = {
	.max = PFC_MAP_A_VALUE,
	.entry = true,
	.range = map_64_8_ranges,
	.kind = { [PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8 },
};

static const struct policy map_64_8_policy = {
	.max = PFC_A_MAP_ENTRY,
	.map = true,
	.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },
	.nest = { [PFC_A_MAP_ENTRY] = &map_64_8_entry_policy },
};

static const struct range map_8_8_ranges[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY] = { 0, PFC_PRIO_COUNT - 1 },
	[PFC_MAP_A_VALUE] = { 0, PFC_PRIO_COUNT - 1 },
};

static const struct policy map_8_8_entry_policy = {
	.max = PFC_MAP_A_VALUE,
	.entry = true,
	.range = map_8_8_ranges,
	.kind = { [PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8 },
};

static const struct policy map_8_8_policy = {
	.max = PFC_A_MAP_ENTRY,
	.map = true,
	.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },
	.nest = { [PFC_A_MAP_ENTRY] = &map_8_8_entry_policy },
};

static const struct range map_8_2_ranges[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY] = { 0, PFC_PRIO_COUNT - 1 },
	[PFC_MAP_A_VALUE] = { 0, 2 - 1 },
};

static const struct policy map_8_2_entry_policy = {
	.max = PFC_MAP_A_VALUE,
	.entry = true,
	.range = map_8_2_ranges,
	.kind = { [PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8 },
};

static const struct policy map_8_2_policy = {
	.max = PFC_A_MAP_ENTRY,
	.map = true,
	.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },
	.nest = { [PFC_A_MAP_ENTRY] = &map_8_2_entry_policy },
};

static const struct range map_8_8_none_ranges[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY] = { 0, PFC_PRIO_COUNT - 1 },
	[PFC_MAP_A_VALUE] = { 0, PFC_PRIO_COUNT - 1, { PFC_MAP_NONE }, 1 },
};

static const struct policy map_8_8_none_entry_policy = {
	.max = PFC_MAP_A_VALUE,
	.entry = true,
	.range = map_8_8_none_ranges,
	.kind = { [PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8 },
};

static const struct policy map_8_8_none_policy = {
	.max = PFC_A_MAP_ENTRY,
	.map = true,
	.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },
	.nest = { [PFC_A_MAP_ENTRY] = &map_8_8_none_entry_policy },
};

static const struct range map_8_64_none_ranges[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY] = { 0, PFC_PRIO_COUNT - 1 },
	[PFC_MAP_A_VALUE] = { 0, PFC_DSCP_COUNT - 1, { PFC_MAP_NONE }, 1 },
};

static const struct policy map_8_64_none_entry_policy = {
	.max = PFC_MAP_A_VALUE,
	.entry = true,
	.range = map_8_64_none_ranges,
	.kind = { [PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8 },
};

static const struct policy map_8_64_none_policy = {
	.max = PFC_A_MAP_ENTRY,
	.map = true,
	.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },
	.nest = { [PFC_A_MAP_ENTRY] = &map_8_64_none_entry_policy },
};

const struct policy map_entry_policy = {
	.max = PFC_MAP_A_MAX,
	.entry = true,
	.kind = {
		[PFC_MAP_A_KEY] = KIND_U8,
		[PFC_MAP_A_VALUE] = KIND_U8,
		[PFC_MAP_A_KEY16] = KIND_U16,
	},
};

const struct policy map_policy = {
	.max = PFC_A_MAP_ENTRY,
	.map = true,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_MAP_ENTRY] = KIND_NEST,
	},
	.nest = {
		[PFC_A_MAP_ENTRY] = &map_entry_policy,
	},
};

const struct policy pg_policy = {
	.max = PFC_PG_A_MAX,
	.range = pg_ranges,
	.kind = {
		[PFC_PG_A_ID] = KIND_U8,
		[PFC_PG_A_XOFF] = KIND_U32,
		[PFC_PG_A_XON] = KIND_U32,
		[PFC_PG_A_HEADROOM] = KIND_U32,
		[PFC_PG_A_LIMIT] = KIND_U32,
		[PFC_PG_A_LOSSLESS] = KIND_REJECT,
		[PFC_PG_A_MIN] = KIND_U32,
		[PFC_PG_A_ALPHA] = KIND_U32,
		[PFC_PG_A_XON_OFFSET] = KIND_U32,
		[PFC_PG_A_POOL] = KIND_LABEL,
		[PFC_PG_A_PROFILE] = KIND_LABEL,
		[PFC_PG_A_HEADROOM_AUTO] = KIND_U8,
		[PFC_PG_A_HEADROOM_NEEDED] = KIND_REJECT,
	},
};

const struct policy queue_policy = {
	.max = PFC_QUEUE_A_MAX,
	.range = queue_ranges,
	.kind = {
		[PFC_QUEUE_A_ID] = KIND_U8,
		[PFC_QUEUE_A_LIMIT] = KIND_U32,
		[PFC_QUEUE_A_ALPHA] = KIND_U32,
		[PFC_QUEUE_A_ECN_KMIN] = KIND_U32,
		[PFC_QUEUE_A_ECN_KMAX] = KIND_U32,
		[PFC_QUEUE_A_ECN_PMAX] = KIND_U32,
	},
};

const struct policy tc_policy = {
	.max = PFC_TC_A_MAX,
	.range = tc_ranges,
	.kind = {
		[PFC_TC_A_ID] = KIND_U8,
		[PFC_TC_A_TSA] = KIND_U8,
		[PFC_TC_A_BW] = KIND_U8,
		[PFC_TC_A_RATE] = KIND_U64,
	},
};

const struct policy impair_policy = {
	.max = PFC_IMPAIR_A_MAX,
	.range = impair_ranges,
	.kind = {
		[PFC_IMPAIR_A_ID] = KIND_U8,
		[PFC_IMPAIR_A_LOSS] = KIND_U32,
		[PFC_IMPAIR_A_CE] = KIND_U32,
		[PFC_IMPAIR_A_DELAY] = KIND_U32,
		[PFC_IMPAIR_A_PFC_CORRUPT] = KIND_U32,
		[PFC_IMPAIR_A_PFC_DELAY] = KIND_U32,
		[PFC_IMPAIR_A_XOFF_DUTY] = KIND_U32,
		[PFC_IMPAIR_A_XOFF_PERIOD] = KIND_U32,
	},
};

static const struct policy port_get_policy = {
	.max = PFC_A_IFNAME,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32,
		[PFC_A_IFNAME] = KIND_NAME,
	},
};

static const struct policy port_set_policy = {
	.max = PFC_A_TX_QUEUES,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32,
		[PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_DEFAULT_PRIO] = KIND_U8,
		[PFC_A_DSCP_PRIO] = KIND_NEST,
		[PFC_A_PRIO_PG] = KIND_NEST,
		[PFC_A_PRIO_PFC] = KIND_NEST,
		[PFC_A_PG] = KIND_NEST,
		[PFC_A_PAUSE_TIME] = KIND_U32,
		[PFC_A_RATE] = KIND_U64,
		[PFC_A_SPEED] = KIND_U32,
		[PFC_A_QUEUE_LIMIT] = KIND_U32,
		[PFC_A_DELAY] = KIND_U32,
		[PFC_A_CABLE_DELAY] = KIND_U32,
		[PFC_A_BATCH] = KIND_U32,
		[PFC_A_QUEUE] = KIND_NEST,
		[PFC_A_PRIO_PFC_TX] = KIND_NEST,
		[PFC_A_PRIO_PFC_RX] = KIND_NEST,
		[PFC_A_FLOW_CONTROL] = KIND_U8,
		[PFC_A_PEER_RATE] = KIND_U64,
		[PFC_A_OVERHEAD] = KIND_U32,
		[PFC_A_TRUST] = KIND_U8,
		[PFC_A_PCP_PRIO] = KIND_NEST,
		[PFC_A_ETHTYPE_PRIO] = KIND_NEST,
		[PFC_A_FLOOD_PRIO] = KIND_NEST,
		[PFC_A_FLOOD_LOSSLESS] = KIND_U8,
		[PFC_A_PRIO_SOURCE] = KIND_U8,
		[PFC_A_PRIO_DSCP] = KIND_NEST,
		[PFC_A_PRIO_PCP] = KIND_NEST,
		[PFC_A_PRIO_TC] = KIND_NEST,
		[PFC_A_TC] = KIND_NEST,
		[PFC_A_PRIO_WATCHDOG] = KIND_NEST,
		[PFC_A_DETECTION_TIME] = KIND_U64,
		[PFC_A_RESTORATION_TIME] = KIND_U64,
		[PFC_A_WATCHDOG_ACTION] = KIND_U8,
		[PFC_A_ESCALATE_COUNT] = KIND_U32,
		[PFC_A_ESCALATE_PERIOD] = KIND_U64,
		[PFC_A_XOFF_TIMEOUT] = KIND_U64,
		[PFC_A_XOFF_WARN] = KIND_U32,
		[PFC_A_PORT_GROUP] = KIND_U32,
		[PFC_A_BOUNCE_PRIO] = KIND_NEST,
		[PFC_A_BOUNCE_DSCP] = KIND_NEST,
		[PFC_A_CONTROL_PRIO] = KIND_U8,
		[PFC_A_LATENCY] = KIND_U32,
		[PFC_A_APP_REWRITE] = KIND_U8,
		[PFC_A_GSO] = KIND_U8,
		[PFC_A_TX_QUEUES] = KIND_U8,
	},
	.nest = {
		[PFC_A_DSCP_PRIO] = &map_64_8_policy,
		[PFC_A_PRIO_PG] = &map_8_8_policy,
		[PFC_A_PRIO_PFC] = &map_8_2_policy,
		[PFC_A_PG] = &pg_policy,
		[PFC_A_QUEUE] = &queue_policy,
		[PFC_A_PRIO_PFC_TX] = &map_8_2_policy,
		[PFC_A_PRIO_PFC_RX] = &map_8_2_policy,
		[PFC_A_PCP_PRIO] = &map_8_8_policy,
		[PFC_A_ETHTYPE_PRIO] = &map_policy,
		[PFC_A_FLOOD_PRIO] = &map_8_8_none_policy,
		[PFC_A_PRIO_DSCP] = &map_8_64_none_policy,
		[PFC_A_PRIO_PCP] = &map_8_8_none_policy,
		[PFC_A_PRIO_TC] = &map_8_8_policy,
		[PFC_A_TC] = &tc_policy,
		[PFC_A_PRIO_WATCHDOG] = &map_8_2_policy,
		[PFC_A_BOUNCE_PRIO] = &map_8_8_none_policy,
		[PFC_A_BOUNCE_DSCP] = &map_8_64_none_policy,
	},
};

static const struct policy pool_get_policy = {
	.max = PFC_A_POOL_NAME,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_POOL_NAME] = KIND_LABEL,
	},
};

static const struct policy pool_set_policy = {
	.max = PFC_A_POOL_OVERSUBSCRIBE_RATIO,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_POOL_SIZE] = KIND_U32,
		[PFC_A_POOL_NAME] = KIND_LABEL,
		[PFC_A_POOL_OVERSUBSCRIBE_RATIO] = KIND_U32,
	},
};

static const struct policy stats_clear_policy = {
	.max = PFC_A_PRIOS,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32,
		[PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_PRIOS] = KIND_U8,
	},
};

static const struct policy profile_get_policy = {
	.max = PFC_A_PROFILE_NAME,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_PROFILE_NAME] = KIND_LABEL,
	},
};

static const struct policy profile_set_policy = {
	.max = PFC_A_PROFILE_NAME,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_PG] = KIND_NEST,
		[PFC_A_PROFILE_NAME] = KIND_LABEL,
	},
	.nest = {
		[PFC_A_PG] = &pg_policy,
	},
};

static const struct policy watermark_clear_policy = {
	.max = PFC_A_POOL_NAME,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32,
		[PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_PG] = KIND_NEST,
		[PFC_A_QUEUE] = KIND_NEST,
		[PFC_A_POOL_NAME] = KIND_LABEL,
	},
	.nest = {
		[PFC_A_PG] = &pg_policy,
		[PFC_A_QUEUE] = &queue_policy,
	},
};

static const struct policy watchdog_mitigate_policy = {
	.max = PFC_A_ON,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32,
		[PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_PRIOS] = KIND_U8,
		[PFC_A_ON] = KIND_U8,
	},
};

static const struct policy impair_set_policy = {
	.max = PFC_A_IMPAIR_LINK_PERIOD,
	.range = pfc_ranges,
	.kind = {
		[PFC_A_IFINDEX] = KIND_U32,
		[PFC_A_IFNAME] = KIND_NAME,
		[PFC_A_IMPAIR] = KIND_NEST,
		[PFC_A_IMPAIR_SEED] = KIND_U32,
		[PFC_A_IMPAIR_LINK_DOWN] = KIND_U64,
		[PFC_A_IMPAIR_LINK_PERIOD] = KIND_U64,
	},
	.nest = {
		[PFC_A_IMPAIR] = &impair_policy,
	},
};

const struct field port_fields[] = {
	FIELD(PFC_A_DEFAULT_PRIO, pfc_ranges, config, default_prio),
	FIELD(PFC_A_PAUSE_TIME, pfc_ranges, config, pause_time),
	FIELD(PFC_A_RATE, pfc_ranges, config, rate),
	FIELD(PFC_A_SPEED, pfc_ranges, config, speed),
	FIELD(PFC_A_QUEUE_LIMIT, pfc_ranges, config, queue_limit),
	FIELD(PFC_A_DELAY, pfc_ranges, config, delay),
	FIELD(PFC_A_CABLE_DELAY, pfc_ranges, config, cable_delay),
	FIELD(PFC_A_BATCH, pfc_ranges, config, batch),
	FIELD(PFC_A_FLOW_CONTROL, pfc_ranges, config, flow_control),
	FIELD(PFC_A_PEER_RATE, pfc_ranges, config, peer_rate),
	FIELD(PFC_A_OVERHEAD, pfc_ranges, config, overhead),
	FIELD(PFC_A_TRUST, pfc_ranges, config, trust),
	FIELD(PFC_A_FLOOD_LOSSLESS, pfc_ranges, config, flood_lossless),
	FIELD(PFC_A_APP_REWRITE, pfc_ranges, config, app_rewrite),
	FIELD(PFC_A_PRIO_SOURCE, pfc_ranges, config, prio_source),
	FIELD(PFC_A_DETECTION_TIME, pfc_ranges, config, detection_time),
	FIELD(PFC_A_RESTORATION_TIME, pfc_ranges, config, restoration_time),
	FIELD(PFC_A_WATCHDOG_ACTION, pfc_ranges, config, watchdog_action),
	FIELD(PFC_A_ESCALATE_COUNT, pfc_ranges, config, escalate_count),
	FIELD(PFC_A_ESCALATE_PERIOD, pfc_ranges, config, escalate_period),
	FIELD(PFC_A_XOFF_TIMEOUT, pfc_ranges, config, xoff_timeout),
	FIELD(PFC_A_XOFF_WARN, pfc_ranges, config, xoff_warn),
	FIELD(PFC_A_PORT_GROUP, pfc_ranges, config, port_group),
	FIELD(PFC_A_CONTROL_PRIO, pfc_ranges, config, control_prio),
	FIELD(PFC_A_LATENCY, pfc_ranges, config, latency),
	FIELD(PFC_A_GSO, pfc_ranges, config, gso),
	FIELD(PFC_A_TX_QUEUES, pfc_ranges, config, tx_queues),
	{ }
};

const struct field queue_fields[] = {
	FIELD(PFC_QUEUE_A_LIMIT, queue_ranges, queue, limit),
	FIELD(PFC_QUEUE_A_ALPHA, queue_ranges, queue, alpha),
	FIELD(PFC_QUEUE_A_ECN_KMIN, queue_ranges, queue, ecn_kmin),
	FIELD(PFC_QUEUE_A_ECN_KMAX, queue_ranges, queue, ecn_kmax),
	FIELD(PFC_QUEUE_A_ECN_PMAX, queue_ranges, queue, ecn_pmax),
	{ }
};

const struct field tc_fields[] = {
	FIELD(PFC_TC_A_TSA, tc_ranges, traffic_class, tsa),
	FIELD(PFC_TC_A_BW, tc_ranges, traffic_class, bw),
	FIELD(PFC_TC_A_RATE, tc_ranges, traffic_class, rate),
	{ }
};

const struct field impair_fields[] = {
	FIELD(PFC_IMPAIR_A_LOSS, impair_ranges, impair_prio, loss),
	FIELD(PFC_IMPAIR_A_CE, impair_ranges, impair_prio, ce),
	FIELD(PFC_IMPAIR_A_DELAY, impair_ranges, impair_prio, delay),
	FIELD(PFC_IMPAIR_A_PFC_CORRUPT, impair_ranges, impair_prio, pfc_corrupt),
	FIELD(PFC_IMPAIR_A_PFC_DELAY, impair_ranges, impair_prio, pfc_delay),
	FIELD(PFC_IMPAIR_A_XOFF_DUTY, impair_ranges, impair_prio, xoff_duty),
	FIELD(PFC_IMPAIR_A_XOFF_PERIOD, impair_ranges, impair_prio, xoff_period),
	{ }
};

/* Of commands that only dump: their requests have no attributes */
static const struct policy empty_policy;

const struct policy *const policies[PFC_CMD_MAX + 1] = {
	[PFC_CMD_PORT_GET] = &port_get_policy,
	[PFC_CMD_PORT_SET] = &port_set_policy,
	[PFC_CMD_POOL_GET] = &pool_get_policy,
	[PFC_CMD_POOL_SET] = &pool_set_policy,
	[PFC_CMD_STATS_GET] = &port_get_policy,
	[PFC_CMD_STATS_CLEAR] = &stats_clear_policy,
	[PFC_CMD_POOL_NEW] = &pool_set_policy,
	[PFC_CMD_POOL_DEL] = &pool_get_policy,
	[PFC_CMD_PROFILE_GET] = &profile_get_policy,
	[PFC_CMD_PROFILE_SET] = &profile_set_policy,
	[PFC_CMD_PROFILE_NEW] = &profile_set_policy,
	[PFC_CMD_PROFILE_DEL] = &profile_get_policy,
	[PFC_CMD_WATERMARK_CLEAR] = &watermark_clear_policy,
	[PFC_CMD_WATCHDOG_GET] = &port_get_policy,
	[PFC_CMD_WATCHDOG_CLEAR] = &stats_clear_policy,
	[PFC_CMD_WATCHDOG_MITIGATE] = &watchdog_mitigate_policy,
	[PFC_CMD_WATCHDOG_INJECT] = &watchdog_mitigate_policy,
	[PFC_CMD_WAIT_GET] = &empty_policy,
	[PFC_CMD_RECORD_GET] = &empty_policy,
	[PFC_CMD_IMPAIR_GET] = &port_get_policy,
	[PFC_CMD_IMPAIR_SET] = &impair_set_policy,
	[PFC_CMD_IMPAIR_DEL] = &stats_clear_policy,
};

const bool dumps[PFC_CMD_MAX + 1] = {
	[PFC_CMD_PORT_GET] = true,
	[PFC_CMD_POOL_GET] = true,
	[PFC_CMD_STATS_GET] = true,
	[PFC_CMD_PROFILE_GET] = true,
	[PFC_CMD_WATCHDOG_GET] = true,
	[PFC_CMD_WAIT_GET] = true,
	[PFC_CMD_RECORD_GET] = true,
	[PFC_CMD_IMPAIR_GET] = true,
};

const struct map maps[] = {
	{ PFC_A_DSCP_PRIO, PFC_DSCP_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct config, dscp_prio) },
	{ PFC_A_PCP_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct config, pcp_prio) },
	{ PFC_A_PRIO_PG, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct config, prio_pg) },
	{ PFC_A_PRIO_PFC, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct config, prio_pfc) },
	{ PFC_A_PRIO_PFC_TX, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct config, prio_pfc_tx) },
	{ PFC_A_PRIO_PFC_RX, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct config, prio_pfc_rx) },
	{ PFC_A_FLOOD_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct config, flood_prio) },
	{ PFC_A_PRIO_DSCP, PFC_PRIO_COUNT, PFC_DSCP_COUNT, true,
	  offsetof(struct config, prio_dscp) },
	{ PFC_A_PRIO_PCP, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct config, prio_pcp) },
	{ PFC_A_PRIO_TC, PFC_PRIO_COUNT, PFC_PRIO_COUNT, false,
	  offsetof(struct config, prio_tc) },
	{ PFC_A_BOUNCE_PRIO, PFC_PRIO_COUNT, PFC_PRIO_COUNT, true,
	  offsetof(struct config, bounce_prio) },
	{ PFC_A_BOUNCE_DSCP, PFC_PRIO_COUNT, PFC_DSCP_COUNT, true,
	  offsetof(struct config, bounce_dscp) },
	{ PFC_A_PRIO_WATCHDOG, PFC_PRIO_COUNT, 2, false,
	  offsetof(struct config, prio_watchdog) },
	{ 0 }
};
