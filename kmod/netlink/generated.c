// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "../core/config.h"
#include "../impair/impair.h"
#include "../pool.h"
#include "netlink.h"

static struct {
	struct netlink_range_validation
		size, alpha, pmax_one, delay, impair_pfc_delay, impair_xoff, pause_time_from_1,
		detection, period, xoff_warn, latency, cell;
} pfc_ranges = {
	.size = { .max = PFC_SIZE_MAX },
	.alpha = { .max = PFC_ALPHA_MAX },
	.pmax_one = { .max = PFC_PMAX_ONE },
	.delay = { .max = PFC_DELAY_MAX },
	.impair_pfc_delay = { .max = PFC_IMPAIR_PFC_DELAY_MAX },
	.impair_xoff = { .min = PFC_IMPAIR_XOFF_MIN, .max = PFC_IMPAIR_XOFF_MAX },
	.pause_time_from_1 = { .min = 1, .max = PFC_PAUSE_TIME_MAX },
	.detection = { .min = PFC_DETECTION_MIN, .max = PFC_DETECTION_MAX },
	.period = { .min = PFC_PERIOD_MIN, .max = PFC_PERIOD_MAX },
	.xoff_warn = { .max = PFC_XOFF_WARN_MAX },
	.latency = { .max = PFC_LATENCY_MAX },
	.cell = { .max = PFC_CELL_MAX },
};

static const struct nla_policy pfc_map_64_8_entry_policy[PFC_MAP_A_VALUE + 1] = {
	[PFC_MAP_A_KEY] = NLA_POLICY_MAX(NLA_U8, PFC_DSCP_COUNT - 1),
	[PFC_MAP_A_VALUE] = NLA_POLICY_MAX(NLA_U8, PFC_PRIO_COUNT - 1),
};

static const struct nla_policy pfc_map_64_8_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY] = NLA_POLICY_NESTED(pfc_map_64_8_entry_policy),
};

static const struct nla_policy pfc_map_8_8_entry_policy[PFC_MAP_A_VALUE + 1] = {
	[PFC_MAP_A_KEY] = NLA_POLICY_MAX(NLA_U8, PFC_PRIO_COUNT - 1),
	[PFC_MAP_A_VALUE] = NLA_POLICY_MAX(NLA_U8, PFC_PRIO_COUNT - 1),
};

static const struct nla_policy pfc_map_8_8_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY] = NLA_POLICY_NESTED(pfc_map_8_8_entry_policy),
};

static const struct nla_policy pfc_map_8_2_entry_policy[PFC_MAP_A_VALUE + 1] = {
	[PFC_MAP_A_KEY] = NLA_POLICY_MAX(NLA_U8, PFC_PRIO_COUNT - 1),
	[PFC_MAP_A_VALUE] = NLA_POLICY_MAX(NLA_U8, 2 - 1),
};

static const struct nla_policy pfc_map_8_2_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY] = NLA_POLICY_NESTED(pfc_map_8_2_entry_policy),
};

static const struct nla_policy pfc_map_8_any_entry_policy[PFC_MAP_A_VALUE + 1] = {
	[PFC_MAP_A_KEY] = NLA_POLICY_MAX(NLA_U8, PFC_PRIO_COUNT - 1),
	[PFC_MAP_A_VALUE] = { .type = NLA_U8 },
};

static const struct nla_policy pfc_map_8_any_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY] = NLA_POLICY_NESTED(pfc_map_8_any_entry_policy),
};

const struct nla_policy pfc_map_entry_policy[PFC_MAP_A_MAX + 1] = {
	[PFC_MAP_A_KEY] = { .type = NLA_U8 },
	[PFC_MAP_A_VALUE] = { .type = NLA_U8 },
	[PFC_MAP_A_KEY16] = { .type = NLA_U16 },
};

const struct nla_policy pfc_map_policy[PFC_A_MAP_ENTRY + 1] = {
	[PFC_A_MAP_ENTRY] = NLA_POLICY_NESTED(pfc_map_entry_policy),
};

const struct nla_policy pfc_pg_policy[PFC_PG_A_MAX + 1] = {
	[PFC_PG_A_ID] = NLA_POLICY_MAX(NLA_U8, 7),
	[PFC_PG_A_XOFF] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_PG_A_XON] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_PG_A_HEADROOM] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_PG_A_LIMIT] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_PG_A_LOSSLESS] = {
		.type = NLA_REJECT,
		.reject_message = "lossless is read only, it follows prio-pfc-tx and flow-control",
	},
	[PFC_PG_A_MIN] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_PG_A_ALPHA] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.alpha),
	[PFC_PG_A_XON_OFFSET] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_PG_A_POOL] = { .type = NLA_NUL_STRING, .len = 31 },
	[PFC_PG_A_PROFILE] = { .type = NLA_NUL_STRING, .len = 31 },
	[PFC_PG_A_HEADROOM_AUTO] = NLA_POLICY_MAX(NLA_U8, 2),
	[PFC_PG_A_HEADROOM_NEEDED] = {
		.type = NLA_REJECT,
		.reject_message = "headroom-needed is read only",
	},
	[PFC_PG_A_XOFF_AHEAD] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
};

const struct nla_policy pfc_queue_policy[PFC_QUEUE_A_MAX + 1] = {
	[PFC_QUEUE_A_ID] = NLA_POLICY_MAX(NLA_U8, 7),
	[PFC_QUEUE_A_LIMIT] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_QUEUE_A_ALPHA] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.alpha),
	[PFC_QUEUE_A_ECN_KMIN] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_QUEUE_A_ECN_KMAX] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_QUEUE_A_ECN_PMAX] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.pmax_one),
	[PFC_QUEUE_A_MIN] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_QUEUE_A_POOL] = { .type = NLA_NUL_STRING, .len = 31 },
};

const struct nla_policy pfc_tc_policy[PFC_TC_A_MAX + 1] = {
	[PFC_TC_A_ID] = NLA_POLICY_MAX(NLA_U8, 7),
	[PFC_TC_A_TSA] = NLA_POLICY_MAX(NLA_U8, PFC_TSA_ETS),
	[PFC_TC_A_BW] = NLA_POLICY_MAX(NLA_U8, 100),
	[PFC_TC_A_RATE] = { .type = NLA_U64 },
};

const struct nla_policy pfc_impair_policy[PFC_IMPAIR_A_MAX + 1] = {
	[PFC_IMPAIR_A_ID] = NLA_POLICY_MAX(NLA_U8, 7),
	[PFC_IMPAIR_A_LOSS] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.pmax_one),
	[PFC_IMPAIR_A_CE] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.pmax_one),
	[PFC_IMPAIR_A_DELAY] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.delay),
	[PFC_IMPAIR_A_PFC_CORRUPT] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.pmax_one),
	[PFC_IMPAIR_A_PFC_DELAY] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.impair_pfc_delay),
	[PFC_IMPAIR_A_XOFF_DUTY] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.pmax_one),
	[PFC_IMPAIR_A_XOFF_PERIOD] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.impair_xoff),
};

static const struct nla_policy pfc_port_get_policy[PFC_A_IFNAME + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
};

static const struct nla_policy pfc_port_set_policy[PFC_A_ECN_AT + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_DEFAULT_PRIO] = NLA_POLICY_MAX(NLA_U8, 7),
	[PFC_A_DSCP_PRIO] = NLA_POLICY_NESTED(pfc_map_64_8_policy),
	[PFC_A_PRIO_PG] = NLA_POLICY_NESTED(pfc_map_8_8_policy),
	[PFC_A_PRIO_PFC] = NLA_POLICY_NESTED(pfc_map_8_2_policy),
	[PFC_A_PG] = NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_PAUSE_TIME] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.pause_time_from_1),
	[PFC_A_RATE] = { .type = NLA_U64 },
	[PFC_A_SPEED] = { .type = NLA_U32 },
	[PFC_A_QUEUE_LIMIT] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.size),
	[PFC_A_DELAY] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.delay),
	[PFC_A_CABLE_DELAY] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.delay),
	[PFC_A_BATCH] = NLA_POLICY_MAX(NLA_U32, PFC_BATCH_MAX),
	[PFC_A_QUEUE] = NLA_POLICY_NESTED(pfc_queue_policy),
	[PFC_A_PRIO_PFC_TX] = NLA_POLICY_NESTED(pfc_map_8_2_policy),
	[PFC_A_PRIO_PFC_RX] = NLA_POLICY_NESTED(pfc_map_8_2_policy),
	[PFC_A_FLOW_CONTROL] = NLA_POLICY_MAX(NLA_U8, PFC_FLOW_CONTROL_PFC),
	[PFC_A_PEER_RATE] = { .type = NLA_U64 },
	[PFC_A_OVERHEAD] = NLA_POLICY_MAX(NLA_U32, PFC_OVERHEAD_MAX),
	[PFC_A_TRUST] = NLA_POLICY_MAX(NLA_U8, PFC_TRUST_PCP_DSCP),
	[PFC_A_PCP_PRIO] = NLA_POLICY_NESTED(pfc_map_8_8_policy),
	[PFC_A_ETHTYPE_PRIO] = NLA_POLICY_NESTED(pfc_map_policy),
	[PFC_A_FLOOD_PRIO] = NLA_POLICY_NESTED(pfc_map_8_any_policy),
	[PFC_A_FLOOD_LOSSLESS] = NLA_POLICY_MAX(NLA_U8, 1),
	[PFC_A_PRIO_SOURCE] = NLA_POLICY_MAX(NLA_U8, PFC_PRIO_SOURCE_SKB),
	[PFC_A_PRIO_DSCP] = NLA_POLICY_NESTED(pfc_map_8_any_policy),
	[PFC_A_PRIO_PCP] = NLA_POLICY_NESTED(pfc_map_8_any_policy),
	[PFC_A_PRIO_TC] = NLA_POLICY_NESTED(pfc_map_8_8_policy),
	[PFC_A_TC] = NLA_POLICY_NESTED(pfc_tc_policy),
	[PFC_A_PRIO_WATCHDOG] = NLA_POLICY_NESTED(pfc_map_8_2_policy),
	[PFC_A_DETECTION_TIME] = NLA_POLICY_FULL_RANGE(NLA_U64, &pfc_ranges.detection),
	[PFC_A_RESTORATION_TIME] = { .type = NLA_U64 },
	[PFC_A_WATCHDOG_ACTION] = NLA_POLICY_MAX(NLA_U8, PFC_WATCHDOG_ACTION_ALERT),
	[PFC_A_ESCALATE_COUNT] = NLA_POLICY_MAX(NLA_U32, PFC_ESCALATE_MAX),
	[PFC_A_ESCALATE_PERIOD] = NLA_POLICY_FULL_RANGE(NLA_U64, &pfc_ranges.period),
	[PFC_A_XOFF_TIMEOUT] = { .type = NLA_U64 },
	[PFC_A_XOFF_WARN] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.xoff_warn),
	[PFC_A_PORT_GROUP] = NLA_POLICY_MAX(NLA_U32, PFC_PORT_GROUP_MAX),
	[PFC_A_BOUNCE_PRIO] = NLA_POLICY_NESTED(pfc_map_8_any_policy),
	[PFC_A_BOUNCE_DSCP] = NLA_POLICY_NESTED(pfc_map_8_any_policy),
	[PFC_A_CONTROL_PRIO] = { .type = NLA_U8 },
	[PFC_A_LATENCY] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.latency),
	[PFC_A_APP_REWRITE] = NLA_POLICY_MAX(NLA_U8, 1),
	[PFC_A_GSO] = NLA_POLICY_MAX(NLA_U8, PFC_GSO_SPLIT),
	[PFC_A_TX_QUEUES] = NLA_POLICY_MAX(NLA_U8, PFC_TX_QUEUES_ALL),
	[PFC_A_ECN_AT] = NLA_POLICY_MAX(NLA_U8, PFC_ECN_AT_DEQUEUE),
};

static const struct nla_policy pfc_pool_get_policy[PFC_A_POOL_NAME + 1] = {
	[PFC_A_POOL_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_pool_set_policy[PFC_A_POOL_CELL_OVERHEAD + 1] = {
	[PFC_A_POOL_SIZE] = { .type = NLA_BINARY, .len = 8 },
	[PFC_A_POOL_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
	[PFC_A_POOL_OVERSUBSCRIBE_RATIO] = NLA_POLICY_RANGE(NLA_U32, 1, PFC_RATIO_MAX),
	[PFC_A_POOL_SHARED_HEADROOM] = { .type = NLA_BINARY, .len = 8 },
	[PFC_A_POOL_CELL] = NLA_POLICY_FULL_RANGE(NLA_U32, &pfc_ranges.cell),
	[PFC_A_POOL_CELL_OVERHEAD] = NLA_POLICY_MAX(NLA_U32, PFC_OVERHEAD_MAX),
};

static const struct nla_policy pfc_stats_clear_policy[PFC_A_PRIOS + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_PRIOS] = NLA_POLICY_RANGE(NLA_U8, 1, 255),
};

static const struct nla_policy pfc_profile_get_policy[PFC_A_PROFILE_NAME + 1] = {
	[PFC_A_PROFILE_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_profile_set_policy[PFC_A_PROFILE_NAME + 1] = {
	[PFC_A_PG] = NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_PROFILE_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_watermark_clear_policy[PFC_A_POOL_NAME + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_PG] = NLA_POLICY_NESTED(pfc_pg_policy),
	[PFC_A_QUEUE] = NLA_POLICY_NESTED(pfc_queue_policy),
	[PFC_A_POOL_NAME] = { .type = NLA_NUL_STRING, .len = 31 },
};

static const struct nla_policy pfc_watchdog_mitigate_policy[PFC_A_ON + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_PRIOS] = NLA_POLICY_RANGE(NLA_U8, 1, 255),
	[PFC_A_ON] = NLA_POLICY_MAX(NLA_U8, 1),
};

static const struct nla_policy pfc_impair_set_policy[PFC_A_IMPAIR_SEED + 1] = {
	[PFC_A_IFINDEX] = { .type = NLA_U32 },
	[PFC_A_IFNAME] = { .type = NLA_NUL_STRING, .len = 15 },
	[PFC_A_IMPAIR] = NLA_POLICY_NESTED(pfc_impair_policy),
	[PFC_A_IMPAIR_SEED] = { .type = NLA_U32 },
};

const struct pfc_field pfc_port_fields[28] = {
	PFC_FIELD(PFC_A_PAUSE_TIME, 4, struct pfc_config, pause_time),
	PFC_FIELD(PFC_A_RATE, 8, struct pfc_config, rate,
		  .range = &(const struct pfc_range){
			PFC_RATE_MIN, PFC_RATE_MAX, { 0, 0 },
			"must be 0 or 1000000..1600000000000" }),
	PFC_FIELD(PFC_A_SPEED, 4, struct pfc_config, speed,
		  .range = &(const struct pfc_range){
			PFC_SPEED_MIN, PFC_SPEED_MAX, { 0, 0 },
			"must be 0 or 10..1600000" }, .hidden = true),
	PFC_FIELD(PFC_A_QUEUE_LIMIT, 4, struct pfc_config, queue_limit),
	PFC_FIELD(PFC_A_DELAY, 4, struct pfc_config, delay),
	PFC_FIELD(PFC_A_CABLE_DELAY, 4, struct pfc_config, cable_delay),
	PFC_FIELD(PFC_A_BATCH, 4, struct pfc_config, batch),
	PFC_FIELD(PFC_A_FLOW_CONTROL, 1, struct pfc_config, flow),
	PFC_FIELD(PFC_A_PEER_RATE, 8, struct pfc_config, peer_rate,
		  .range = &(const struct pfc_range){
			PFC_RATE_MIN, PFC_RATE_MAX, { 0, 0 },
			"must be 0 or 1000000..1600000000000" }),
	PFC_FIELD(PFC_A_OVERHEAD, 4, struct pfc_config, overhead),
	PFC_FIELD(PFC_A_TRUST, 1, struct pfc_config, trust),
	PFC_FIELD(PFC_A_FLOOD_LOSSLESS, 1, struct pfc_config, flood_drop),
	PFC_FIELD(PFC_A_APP_REWRITE, 1, struct pfc_config, app_rewrite),
	PFC_FIELD(PFC_A_PRIO_SOURCE, 1, struct pfc_config, prio_source),
	PFC_FIELD(PFC_A_DETECTION_TIME, 8, struct pfc_config, watchdog.detection),
	PFC_FIELD(PFC_A_RESTORATION_TIME, 8, struct pfc_config, watchdog.restoration,
		  .range = &(const struct pfc_range){
			PFC_DETECTION_MIN, PFC_RESTORATION_MAX, { 0, PFC_RESTORATION_MANUAL },
			"must be 0, PFC_RESTORATION_MANUAL or 1000000..60000000000" }),
	PFC_FIELD(PFC_A_WATCHDOG_ACTION, 1, struct pfc_config, watchdog.action),
	PFC_FIELD(PFC_A_ESCALATE_COUNT, 4, struct pfc_config, watchdog.escalate_count),
	PFC_FIELD(PFC_A_ESCALATE_PERIOD, 8, struct pfc_config, watchdog.escalate_period),
	PFC_FIELD(PFC_A_XOFF_TIMEOUT, 8, struct pfc_config, watchdog.xoff_timeout,
		  .range = &(const struct pfc_range){
			PFC_DETECTION_MIN, PFC_DETECTION_MAX, { 0, 0 },
			"must be 0 or 1000000..10000000000" }),
	PFC_FIELD(PFC_A_XOFF_WARN, 4, struct pfc_config, watchdog.xoff_warn),
	PFC_FIELD(PFC_A_PORT_GROUP, 4, struct pfc_config, port_group),
	PFC_FIELD(PFC_A_CONTROL_PRIO, 1, struct pfc_config, control_prio,
		  .range = &(const struct pfc_range){
			0, 7, { PFC_MAP_NONE, PFC_MAP_NONE },
			"must be PFC_MAP_NONE or 0..7" }),
	PFC_FIELD(PFC_A_LATENCY, 4, struct pfc_config, latency),
	PFC_FIELD(PFC_A_GSO, 1, struct pfc_config, gso),
	PFC_FIELD(PFC_A_TX_QUEUES, 1, struct pfc_config, tx_queues),
	PFC_FIELD(PFC_A_ECN_AT, 1, struct pfc_config, ecn_at),
	{ }
};

const struct pfc_field pfc_watchdog_fields[8] = {
	PFC_FIELD(PFC_A_DETECTION_TIME, 8, struct pfc_config, watchdog.detection),
	PFC_FIELD(PFC_A_RESTORATION_TIME, 8, struct pfc_config, watchdog.restoration),
	PFC_FIELD(PFC_A_WATCHDOG_ACTION, 1, struct pfc_config, watchdog.action),
	PFC_FIELD(PFC_A_ESCALATE_COUNT, 4, struct pfc_config, watchdog.escalate_count),
	PFC_FIELD(PFC_A_ESCALATE_PERIOD, 8, struct pfc_config, watchdog.escalate_period),
	PFC_FIELD(PFC_A_XOFF_TIMEOUT, 8, struct pfc_config, watchdog.xoff_timeout),
	PFC_FIELD(PFC_A_XOFF_WARN, 4, struct pfc_config, watchdog.xoff_warn),
	{ }
};

const struct pfc_field pfc_limits_fields[10] = {
	PFC_FIELD(PFC_PG_A_XOFF, 4, struct pfc_pg_limits, xoff),
	PFC_FIELD(PFC_PG_A_XON, 4, struct pfc_pg_limits, xon),
	PFC_FIELD(PFC_PG_A_HEADROOM, 4, struct pfc_pg_limits, headroom),
	PFC_FIELD(PFC_PG_A_LIMIT, 4, struct pfc_pg_limits, limit),
	PFC_FIELD(PFC_PG_A_MIN, 4, struct pfc_pg_limits, guarantee),
	PFC_FIELD(PFC_PG_A_ALPHA, 4, struct pfc_pg_limits, alpha),
	PFC_FIELD(PFC_PG_A_XON_OFFSET, 4, struct pfc_pg_limits, xon_offset),
	PFC_FIELD(PFC_PG_A_HEADROOM_AUTO, 1, struct pfc_pg_limits, headroom_mode),
	PFC_FIELD(PFC_PG_A_XOFF_AHEAD, 4, struct pfc_pg_limits, xoff_ahead),
	{ }
};

const struct pfc_field pfc_queue_fields[7] = {
	PFC_FIELD(PFC_QUEUE_A_LIMIT, 4, struct pfc_queue_limits, limit),
	PFC_FIELD(PFC_QUEUE_A_ALPHA, 4, struct pfc_queue_limits, alpha),
	PFC_FIELD(PFC_QUEUE_A_ECN_KMIN, 4, struct pfc_queue_limits, ecn.kmin),
	PFC_FIELD(PFC_QUEUE_A_ECN_KMAX, 4, struct pfc_queue_limits, ecn.kmax),
	PFC_FIELD(PFC_QUEUE_A_ECN_PMAX, 4, struct pfc_queue_limits, ecn.pmax),
	PFC_FIELD(PFC_QUEUE_A_MIN, 4, struct pfc_queue_limits, guarantee),
	{ }
};

const struct pfc_field pfc_tc_fields[4] = {
	PFC_FIELD(PFC_TC_A_TSA, 1, struct pfc_tc, ets),
	PFC_FIELD(PFC_TC_A_BW, 1, struct pfc_tc, bw),
	PFC_FIELD(PFC_TC_A_RATE, 8, struct pfc_tc, rate,
		  .range = &(const struct pfc_range){
			PFC_RATE_MIN, PFC_RATE_MAX, { 0, 0 },
			"must be 0 or 1000000..1600000000000" }),
	{ }
};

const struct pfc_field pfc_pool_fields[6] = {
	PFC_FIELD(PFC_A_POOL_SIZE, 8, struct pfc_pool_set, size,
		  .range = &(const struct pfc_range){
			60, PFC_POOL_SIZE_MAX, { 60, 60 },
			"must be 60..1099511627776" }, .uint = true),
	PFC_FIELD(PFC_A_POOL_OVERSUBSCRIBE_RATIO, 4, struct pfc_pool_set, ratio),
	PFC_FIELD(PFC_A_POOL_SHARED_HEADROOM, 8, struct pfc_pool_set, headroom,
		  .range = &(const struct pfc_range){
			0, PFC_POOL_SIZE_MAX, { 0, 0 },
			"must be 0..1099511627776" }, .uint = true),
	PFC_FIELD(PFC_A_POOL_CELL, 4, struct pfc_pool_set, cell),
	PFC_FIELD(PFC_A_POOL_CELL_OVERHEAD, 4, struct pfc_pool_set, overhead),
	{ }
};

const struct pfc_field pfc_impair_fields[8] = {
	PFC_FIELD(PFC_IMPAIR_A_LOSS, 4, struct pfc_impair_prio, loss),
	PFC_FIELD(PFC_IMPAIR_A_CE, 4, struct pfc_impair_prio, ce),
	PFC_FIELD(PFC_IMPAIR_A_DELAY, 4, struct pfc_impair_prio, delay),
	PFC_FIELD(PFC_IMPAIR_A_PFC_CORRUPT, 4, struct pfc_impair_prio, pfc_corrupt),
	PFC_FIELD(PFC_IMPAIR_A_PFC_DELAY, 4, struct pfc_impair_prio, pfc_delay),
	PFC_FIELD(PFC_IMPAIR_A_XOFF_DUTY, 4, struct pfc_impair_prio, xoff_duty),
	PFC_FIELD(PFC_IMPAIR_A_XOFF_PERIOD, 4, struct pfc_impair_prio, xoff_period),
	{ }
};

const struct pfc_field pfc_impair_port_fields[2] = {
	PFC_FIELD(PFC_A_IMPAIR_SEED, 4, struct pfc_impair_config, seed),
	{ }
};

const struct genl_ops pfc_genl_ops[22] = {
	{
		.cmd = PFC_CMD_PORT_GET, .doit = pfc_genl_do,
		.policy = pfc_port_get_policy, .maxattr = PFC_A_IFNAME,
		.start = pfc_genl_dump_start, .dumpit = pfc_genl_port_dump,
	},
	{
		.cmd = PFC_CMD_PORT_SET, .doit = pfc_genl_do,
		.policy = pfc_port_set_policy, .maxattr = PFC_A_ECN_AT,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_POOL_GET, .doit = pfc_genl_do,
		.policy = pfc_pool_get_policy, .maxattr = PFC_A_POOL_NAME,
		.start = pfc_genl_dump_start, .dumpit = pfc_genl_pool_dump,
	},
	{
		.cmd = PFC_CMD_POOL_SET, .doit = pfc_genl_do,
		.policy = pfc_pool_set_policy, .maxattr = PFC_A_POOL_CELL_OVERHEAD,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_STATS_GET, .doit = pfc_genl_do,
		.policy = pfc_port_get_policy, .maxattr = PFC_A_IFNAME,
		.start = pfc_genl_dump_start, .dumpit = pfc_genl_port_dump,
	},
	{
		.cmd = PFC_CMD_STATS_CLEAR, .doit = pfc_genl_do,
		.policy = pfc_stats_clear_policy, .maxattr = PFC_A_PRIOS,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_POOL_NEW, .doit = pfc_genl_do,
		.policy = pfc_pool_set_policy, .maxattr = PFC_A_POOL_CELL_OVERHEAD,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_POOL_DEL, .doit = pfc_genl_do,
		.policy = pfc_pool_get_policy, .maxattr = PFC_A_POOL_NAME,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_PROFILE_GET, .doit = pfc_genl_do,
		.policy = pfc_profile_get_policy, .maxattr = PFC_A_PROFILE_NAME,
		.start = pfc_genl_dump_start, .dumpit = pfc_genl_profile_dump,
	},
	{
		.cmd = PFC_CMD_PROFILE_SET, .doit = pfc_genl_do,
		.policy = pfc_profile_set_policy, .maxattr = PFC_A_PROFILE_NAME,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_PROFILE_NEW, .doit = pfc_genl_do,
		.policy = pfc_profile_set_policy, .maxattr = PFC_A_PROFILE_NAME,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_PROFILE_DEL, .doit = pfc_genl_do,
		.policy = pfc_profile_get_policy, .maxattr = PFC_A_PROFILE_NAME,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATERMARK_CLEAR, .doit = pfc_genl_do,
		.policy = pfc_watermark_clear_policy, .maxattr = PFC_A_POOL_NAME,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_GET, .doit = pfc_genl_do,
		.policy = pfc_port_get_policy, .maxattr = PFC_A_IFNAME,
		.start = pfc_genl_dump_start, .dumpit = pfc_genl_port_dump,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_CLEAR, .doit = pfc_genl_do,
		.policy = pfc_stats_clear_policy, .maxattr = PFC_A_PRIOS,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_MITIGATE, .doit = pfc_genl_do,
		.policy = pfc_watchdog_mitigate_policy, .maxattr = PFC_A_ON,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WATCHDOG_INJECT, .doit = pfc_genl_do,
		.policy = pfc_watchdog_mitigate_policy, .maxattr = PFC_A_ON,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_WAIT_GET,
		.start = pfc_genl_wait_start, .dumpit = pfc_genl_wait_dump,
	},
	{
		.cmd = PFC_CMD_RECORD_GET,
		.start = pfc_genl_dump_start, .dumpit = pfc_genl_record_dump,
	},
	{
		.cmd = PFC_CMD_IMPAIR_GET, .doit = pfc_genl_do,
		.policy = pfc_port_get_policy, .maxattr = PFC_A_IFNAME,
		.start = pfc_genl_dump_start, .dumpit = pfc_genl_port_dump,
	},
	{
		.cmd = PFC_CMD_IMPAIR_SET, .doit = pfc_genl_do,
		.policy = pfc_impair_set_policy, .maxattr = PFC_A_IMPAIR_SEED,
		.flags = GENL_UNS_ADMIN_PERM,
	},
	{
		.cmd = PFC_CMD_IMPAIR_DEL, .doit = pfc_genl_do,
		.policy = pfc_stats_clear_policy, .maxattr = PFC_A_PRIOS,
		.flags = GENL_UNS_ADMIN_PERM,
	},
};

const pfc_genl_handler pfc_genl_handlers[PFC_CMD_MAX + 1] = {
	[PFC_CMD_PORT_GET] = pfc_genl_get,
	[PFC_CMD_PORT_SET] = pfc_genl_port_set,
	[PFC_CMD_POOL_GET] = pfc_genl_get,
	[PFC_CMD_POOL_SET] = pfc_genl_pool_set,
	[PFC_CMD_STATS_GET] = pfc_genl_get,
	[PFC_CMD_STATS_CLEAR] = pfc_genl_stats_clear,
	[PFC_CMD_POOL_NEW] = pfc_genl_pool_new,
	[PFC_CMD_POOL_DEL] = pfc_genl_pool_del,
	[PFC_CMD_PROFILE_GET] = pfc_genl_get,
	[PFC_CMD_PROFILE_SET] = pfc_genl_profile_set,
	[PFC_CMD_PROFILE_NEW] = pfc_genl_profile_new,
	[PFC_CMD_PROFILE_DEL] = pfc_genl_profile_del,
	[PFC_CMD_WATERMARK_CLEAR] = pfc_genl_watermark_clear,
	[PFC_CMD_WATCHDOG_GET] = pfc_genl_get,
	[PFC_CMD_WATCHDOG_CLEAR] = pfc_genl_watchdog_clear,
	[PFC_CMD_WATCHDOG_MITIGATE] = pfc_genl_watchdog_mitigate,
	[PFC_CMD_WATCHDOG_INJECT] = pfc_genl_watchdog_inject,
	[PFC_CMD_IMPAIR_GET] = pfc_genl_get,
	[PFC_CMD_IMPAIR_SET] = pfc_genl_impair_set,
	[PFC_CMD_IMPAIR_DEL] = pfc_genl_impair_del,
};

const struct pfc_get pfc_gets[PFC_CMD_MAX + 1] = {
	[PFC_CMD_PORT_GET] = { pfc_find_port, pfc_put_port },
	[PFC_CMD_POOL_GET] = { pfc_find_pool, pfc_put_pool },
	[PFC_CMD_STATS_GET] = { pfc_find_port, pfc_put_stats },
	[PFC_CMD_PROFILE_GET] = { pfc_find_profile, pfc_put_profile },
	[PFC_CMD_WATCHDOG_GET] = { pfc_find_port, pfc_put_watchdog },
	[PFC_CMD_IMPAIR_GET] = { pfc_find_port, pfc_put_impair },
};
