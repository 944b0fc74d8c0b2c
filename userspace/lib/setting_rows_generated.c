// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include <linux/pfc_watchdog.h>
#include "setting.h"
#include "words_generated.h"

const char *const gso_words[] = { "auto", "whole", "split", NULL };
const char *const tx_queues_words[] = { "auto", "one", "all", NULL };
const char *const ecn_at_words[] = { "enqueue", "dequeue", NULL };
const char *const flow_control_words[] = { "none", "pause", "pfc", NULL };
const char *const on_off_words[] = { "off", "on", NULL };
const char *const trust_words[] = { "none", "dscp", "pcp", "dscp,pcp", "pcp,dscp", NULL };
const char *const flood_lossless_words[] = { "forward", "drop", NULL };
const char *const prio_source_words[] = { "packet", "skb", NULL };
const char *const headroom_mode_words[] = { "auto", "default", NULL };
const char *const tsa_words[] = { "strict", "ets", NULL };
const char *const watchdog_action_words[] = { "drop", "forward", "alert", NULL };
const char *const dcb_owner_words[] = { "no", "yes", "driver", NULL };
const char *const speed_source_words[] = { "set", "device", "rate", "assumed", NULL };
const char *const pg_type_words[] = { "lossy", "lossless", NULL };
const char *const watchdog_state_words[] = { "off", "operational", "storm", "disabled", NULL };

const struct setting port_settings[] = {
	{ .name = "dev", .read = read_dev },
	{
		.name = "rate", .read = read_value, .attr = PFC_A_RATE, .bits = 64,
		.parse = parse_rate, .format = format_rate,
		.what = "a rate like 100mbit or 2.5gbit", .zero = "unlimited", .min = PFC_RATE_MIN,
		.max = PFC_RATE_MAX
	},
	{
		.name = "overhead", .read = read_value, .attr = PFC_A_OVERHEAD,
		.parse = parse_number, .format = format_number, .what = "a number of bytes",
		.max = PFC_OVERHEAD_MAX
	},
	{
		.name = "speed", .read = read_value, .attr = PFC_A_SPEED, .parse = parse_speed,
		.format = format_speed, .what = "a whole number of Mb/s, like 10000 or 10gbit",
		.zero = "auto", .min = PFC_SPEED_MIN, .max = PFC_SPEED_MAX
	},
	{
		.name = "delay", .read = read_value, .attr = PFC_A_DELAY, .parse = parse_time,
		.format = format_time, .what = "a time like 500ns or 2us", .zero = "none",
		.max = PFC_DELAY_MAX
	},
	{
		.name = "cable-delay", .read = read_value, .attr = PFC_A_CABLE_DELAY,
		.parse = parse_time, .format = format_time, .what = "a time like 500ns or 2us",
		.zero = "none", .max = PFC_DELAY_MAX
	},
	{
		.name = "cable-length", .read = read_value, .attr = PFC_A_CABLE_DELAY,
		.parse = parse_length, .format = format_length, .what = "a length like 300m or 2km",
		.zero = "none", .max = PFC_DELAY_MAX
	},
	{
		.name = "batch", .read = read_value, .attr = PFC_A_BATCH, .parse = parse_number,
		.format = format_number, .what = "a number of frames", .max = PFC_BATCH_MAX
	},
	{
		.name = "latency", .read = read_value, .attr = PFC_A_LATENCY, .parse = parse_time,
		.format = format_time, .what = "a time like 500us or 2ms", .zero = "none",
		.max = PFC_LATENCY_MAX
	},
	{
		.name = "peer-rate", .read = read_value, .attr = PFC_A_PEER_RATE, .bits = 64,
		.parse = parse_rate, .format = format_rate,
		.what = "a rate like 100mbit or 2.5gbit", .zero = "own", .min = PFC_RATE_MIN,
		.max = PFC_RATE_MAX
	},
	{
		.name = "gso", .read = read_word, .attr = PFC_A_GSO, .bits = 8, .words = gso_words
	},
	{
		.name = "tx-queues", .read = read_word, .attr = PFC_A_TX_QUEUES, .bits = 8,
		.words = tx_queues_words
	},
	{
		.name = "ecn-at", .read = read_word, .attr = PFC_A_ECN_AT, .bits = 8,
		.words = ecn_at_words
	},
	{
		.name = "pause-time", .read = read_value, .attr = PFC_A_PAUSE_TIME,
		.parse = parse_quanta, .format = format_quanta, .what = "a number of quanta",
		.min = 1, .max = PFC_PAUSE_TIME_MAX
	},
	{
		.name = "default-prio", .read = read_value, .attr = PFC_A_DEFAULT_PRIO, .bits = 8,
		.parse = parse_number, .format = format_number, .what = "a number", .max = 7
	},
	{
		.name = "queue-limit", .read = read_value, .attr = PFC_A_QUEUE_LIMIT,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M", .max = PFC_SIZE_MAX
	},
	{
		.name = "port-group", .read = read_value, .attr = PFC_A_PORT_GROUP,
		.parse = parse_number, .format = format_number, .what = "a number", .zero = "none",
		.min = 1, .max = PFC_PORT_GROUP_MAX
	},
	{ 0 }
};

static const struct map prio_pfc_map = {
	.name = "prio-pfc", .key = "priority", .value = "PFC", .keys = PFC_PRIO_COUNT,
	.values = on_off_words
};

static const struct map prio_pfc_tx_map = {
	.name = "prio-pfc-tx", .key = "priority", .value = "PFC", .keys = PFC_PRIO_COUNT,
	.values = on_off_words
};

static const struct map prio_pfc_rx_map = {
	.name = "prio-pfc-rx", .key = "priority", .value = "PFC", .keys = PFC_PRIO_COUNT,
	.values = on_off_words
};

const struct setting pfc_settings[] = {
	{ .name = "dev", .read = read_dev },
	{
		.name = "flow-control", .read = read_word, .attr = PFC_A_FLOW_CONTROL, .bits = 8,
		.words = flow_control_words
	},
	{
		.name = "prio-pfc", .read = read_map, .attr = PFC_A_PRIO_PFC, .map = &prio_pfc_map
	},
	{
		.name = "prio-pfc-tx", .read = read_map, .attr = PFC_A_PRIO_PFC_TX,
		.map = &prio_pfc_tx_map
	},
	{
		.name = "prio-pfc-rx", .read = read_map, .attr = PFC_A_PRIO_PFC_RX,
		.map = &prio_pfc_rx_map
	},
	{
		.name = "pause-time", .read = read_value, .attr = PFC_A_PAUSE_TIME,
		.parse = parse_quanta, .format = format_quanta, .what = "a number of quanta",
		.min = 1, .max = PFC_PAUSE_TIME_MAX
	},
	{ 0 }
};

static const struct map dscp_prio_map = {
	.name = "dscp-prio", .key = "DSCP", .value = "priority", .keys = PFC_DSCP_COUNT,
	.max = PFC_PRIO_COUNT - 1
};

static const struct map pcp_prio_map = {
	.name = "pcp-prio", .key = "PCP", .value = "priority", .keys = PFC_PRIO_COUNT,
	.max = PFC_PRIO_COUNT - 1
};

static const struct map ethtype_prio_map = {
	.name = "ethtype-prio", .key = "EtherType", .value = "priority", .keys = 0,
	.max = 7, .none = true
};

static const struct map flood_prio_map = {
	.name = "flood-prio", .key = "priority", .value = "priority",
	.keys = PFC_PRIO_COUNT, .max = PFC_PRIO_COUNT - 1, .none = true
};

static const struct map prio_pg_map = {
	.name = "prio-pg", .key = "priority", .value = "PG", .keys = PFC_PRIO_COUNT,
	.max = PFC_PRIO_COUNT - 1
};

static const struct map prio_dscp_map = {
	.name = "prio-dscp", .key = "priority", .value = "DSCP", .keys = PFC_PRIO_COUNT,
	.max = PFC_DSCP_COUNT - 1, .none = true
};

static const struct map prio_pcp_map = {
	.name = "prio-pcp", .key = "priority", .value = "PCP", .keys = PFC_PRIO_COUNT,
	.max = PFC_PRIO_COUNT - 1, .none = true
};

static const struct map bounce_prio_map = {
	.name = "bounce-prio", .key = "priority", .value = "priority",
	.keys = PFC_PRIO_COUNT, .max = PFC_PRIO_COUNT - 1, .none = true
};

static const struct map bounce_dscp_map = {
	.name = "bounce-dscp", .key = "priority", .value = "DSCP", .keys = PFC_PRIO_COUNT,
	.max = PFC_DSCP_COUNT - 1, .none = true
};

const struct setting map_settings[] = {
	{ .name = "dev", .read = read_dev },
	{
		.name = "trust", .read = read_word, .attr = PFC_A_TRUST, .bits = 8,
		.words = trust_words
	},
	{
		.name = "default-prio", .read = read_value, .attr = PFC_A_DEFAULT_PRIO, .bits = 8,
		.parse = parse_number, .format = format_number, .what = "a number", .max = 7
	},
	{
		.name = "control-prio", .read = read_prio_or_none, .attr = PFC_A_CONTROL_PRIO,
		.bits = 8, .parse = parse_number, .format = format_number,
		.what = "a number, or none", .word = "none", .max = 7
	},
	{
		.name = "dscp-prio", .read = read_map, .attr = PFC_A_DSCP_PRIO,
		.map = &dscp_prio_map
	},
	{
		.name = "pcp-prio", .read = read_map, .attr = PFC_A_PCP_PRIO, .map = &pcp_prio_map
	},
	{
		.name = "ethtype-prio", .read = read_ethtypes, .attr = PFC_A_ETHTYPE_PRIO,
		.map = &ethtype_prio_map
	},
	{
		.name = "flood-prio", .read = read_map, .attr = PFC_A_FLOOD_PRIO,
		.map = &flood_prio_map
	},
	{
		.name = "flood-lossless", .read = read_word, .attr = PFC_A_FLOOD_LOSSLESS,
		.bits = 8, .words = flood_lossless_words
	},
	{
		.name = "prio-pg", .read = read_map, .attr = PFC_A_PRIO_PG, .map = &prio_pg_map
	},
	{
		.name = "prio-source", .read = read_word, .attr = PFC_A_PRIO_SOURCE, .bits = 8,
		.words = prio_source_words
	},
	{
		.name = "app-rewrite", .read = read_word, .attr = PFC_A_APP_REWRITE, .bits = 8,
		.words = on_off_words
	},
	{
		.name = "prio-dscp", .read = read_map, .attr = PFC_A_PRIO_DSCP,
		.map = &prio_dscp_map
	},
	{
		.name = "prio-pcp", .read = read_map, .attr = PFC_A_PRIO_PCP, .map = &prio_pcp_map
	},
	{
		.name = "bounce-prio", .read = read_map, .attr = PFC_A_BOUNCE_PRIO,
		.map = &bounce_prio_map
	},
	{
		.name = "bounce-dscp", .read = read_map, .attr = PFC_A_BOUNCE_DSCP,
		.map = &bounce_dscp_map
	},
	{ 0 }
};

const struct setting pg_settings[] = {
	{ .name = "dev", .read = read_dev },
	{ .name = "pg", .read = read_pgs },
	{
		.name = "profile", .read = read_pg_name, .attr = PFC_PG_A_PROFILE, .zero = "none"
	},
	{
		.name = "xoff", .read = read_pg_value, .attr = PFC_PG_A_XOFF, .parse = parse_size,
		.format = format_size, .what = "a size like 131072, 128K or 1.5M",
		.max = PFC_SIZE_MAX
	},
	{
		.name = "xon", .read = read_pg_value, .attr = PFC_PG_A_XON, .parse = parse_size,
		.format = format_size, .what = "a size like 131072, 128K or 1.5M",
		.max = PFC_SIZE_MAX
	},
	{
		.name = "headroom", .read = read_pg_headroom, .attr = PFC_PG_A_HEADROOM,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M, auto, or default", .max = PFC_SIZE_MAX,
		.words = headroom_mode_words
	},
	{
		.name = "limit", .read = read_pg_value, .attr = PFC_PG_A_LIMIT, .parse = parse_size,
		.format = format_size, .what = "a size like 131072, 128K or 1.5M",
		.max = PFC_SIZE_MAX
	},
	{
		.name = "min", .read = read_pg_value, .attr = PFC_PG_A_MIN, .parse = parse_size,
		.format = format_size, .what = "a size like 131072, 128K or 1.5M",
		.max = PFC_SIZE_MAX
	},
	{
		.name = "alpha", .read = read_pg_value, .attr = PFC_PG_A_ALPHA,
		.parse = parse_alpha, .format = format_alpha,
		.what = "a multiple of 1/256 like 1/8, 0.125 or 2", .zero = "off", .min = 1,
		.max = PFC_ALPHA_MAX
	},
	{
		.name = "xon-offset", .read = read_pg_value, .attr = PFC_PG_A_XON_OFFSET,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M", .max = PFC_SIZE_MAX
	},
	{
		.name = "pool", .read = read_pg_name, .attr = PFC_PG_A_POOL
	},
	{ 0 }
};

const struct setting queue_settings[] = {
	{ .name = "dev", .read = read_dev },
	{ .name = "queue", .read = read_queues },
	{
		.name = "limit", .read = read_queue_value, .attr = PFC_QUEUE_A_LIMIT,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M", .zero = "none", .min = 1,
		.max = PFC_SIZE_MAX
	},
	{
		.name = "alpha", .read = read_queue_value, .attr = PFC_QUEUE_A_ALPHA,
		.parse = parse_alpha, .format = format_alpha,
		.what = "a multiple of 1/256 like 1/8, 0.125 or 2", .zero = "off", .min = 1,
		.max = PFC_ALPHA_MAX
	},
	{
		.name = "ecn-kmin", .read = read_queue_value, .attr = PFC_QUEUE_A_ECN_KMIN,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M", .max = PFC_SIZE_MAX
	},
	{
		.name = "ecn-kmax", .read = read_queue_value, .attr = PFC_QUEUE_A_ECN_KMAX,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M", .zero = "off", .min = 1,
		.max = PFC_SIZE_MAX
	},
	{
		.name = "ecn-pmax", .read = read_queue_value, .attr = PFC_QUEUE_A_ECN_PMAX,
		.parse = parse_probability, .format = format_probability,
		.what = "a percentage like 1% or 0.25%", .max = PFC_PMAX_ONE
	},
	{ 0 }
};

static const struct map prio_tc_map = {
	.name = "prio-tc", .key = "priority", .value = "TC", .keys = PFC_PRIO_COUNT,
	.max = PFC_PRIO_COUNT - 1
};

static const struct map tc_tsa_map = {
	.name = "tc-tsa", .key = "TC", .keys = PFC_PRIO_COUNT, .values = tsa_words
};

static const struct map tc_bw_map = {
	.name = "tc-bw", .key = "TC", .value = "percent", .keys = PFC_PRIO_COUNT
};

static const struct map tc_maxrate_map = {
	.name = "tc-maxrate", .key = "TC", .value = "rate", .keys = PFC_PRIO_COUNT
};

const struct setting ets_settings[] = {
	{ .name = "dev", .read = read_dev },
	{
		.name = "prio-tc", .read = read_map, .attr = PFC_A_PRIO_TC, .map = &prio_tc_map
	},
	{
		.name = "tc-tsa", .read = read_tc_values, .attr = PFC_TC_A_TSA, .bits = 8,
		.map = &tc_tsa_map
	},
	{
		.name = "tc-bw", .read = read_tc_values, .attr = PFC_TC_A_BW, .bits = 8,
		.parse = parse_share, .format = format_number, .what = "a percentage", .max = 100,
		.map = &tc_bw_map
	},
	{
		.name = "tc-maxrate", .read = read_tc_values, .attr = PFC_TC_A_RATE, .bits = 64,
		.parse = parse_rate, .format = format_rate,
		.what = "a rate like 100mbit or 2.5gbit", .zero = "unlimited", .min = PFC_RATE_MIN,
		.max = PFC_RATE_MAX, .map = &tc_maxrate_map
	},
	{ 0 }
};

const struct setting pool_settings[] = {
	{
		.name = "size", .read = read_value, .attr = PFC_A_POOL_SIZE, .parse = parse_size,
		.format = format_size, .what = "a size like 131072, 128K or 1.5M", .min = 60,
		.max = PFC_SIZE_MAX
	},
	{
		.name = "oversubscribe-ratio", .read = read_value,
		.attr = PFC_A_POOL_OVERSUBSCRIBE_RATIO, .parse = parse_number,
		.format = format_number, .what = "a number", .min = 1, .max = PFC_RATIO_MAX
	},
	{
		.name = "shared-headroom", .read = read_value, .attr = PFC_A_POOL_SHARED_HEADROOM,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M", .zero = "none", .min = 1,
		.max = PFC_SIZE_MAX
	},
	{
		.name = "cell", .read = read_value, .attr = PFC_A_POOL_CELL, .parse = parse_size,
		.format = format_size, .what = "a size like 131072, 128K or 1.5M", .zero = "none",
		.min = 1, .max = PFC_CELL_MAX
	},
	{
		.name = "cell-overhead", .read = read_value, .attr = PFC_A_POOL_CELL_OVERHEAD,
		.parse = parse_size, .format = format_size,
		.what = "a size like 131072, 128K or 1.5M", .max = PFC_OVERHEAD_MAX
	},
	{ 0 }
};

static const struct map prio_watchdog_map = {
	.name = "prio-watchdog", .key = "priority", .keys = PFC_PRIO_COUNT,
	.values = on_off_words
};

const struct setting watchdog_settings[] = {
	{ .name = "dev", .read = read_dev },
	{
		.name = "prio-watchdog", .read = read_map, .attr = PFC_A_PRIO_WATCHDOG,
		.map = &prio_watchdog_map
	},
	{
		.name = "detection-time", .read = read_value, .attr = PFC_A_DETECTION_TIME,
		.bits = 64, .parse = parse_time, .format = format_time,
		.what = "a time like 100ms or 1.5s", .min = PFC_DETECTION_MIN,
		.max = PFC_DETECTION_MAX
	},
	{
		.name = "restoration-time", .read = read_restoration,
		.attr = PFC_A_RESTORATION_TIME, .bits = 64, .parse = parse_time,
		.format = format_time, .what = "a time like 100ms or 1.5s, manual", .zero = "auto",
		.word = "manual", .min = PFC_DETECTION_MIN, .max = PFC_RESTORATION_MAX
	},
	{
		.name = "action", .read = read_word, .attr = PFC_A_WATCHDOG_ACTION, .bits = 8,
		.words = watchdog_action_words
	},
	{
		.name = "escalate-count", .read = read_value, .attr = PFC_A_ESCALATE_COUNT,
		.parse = parse_number, .format = format_number, .what = "a number", .zero = "off",
		.min = 1, .max = PFC_ESCALATE_MAX
	},
	{
		.name = "escalate-period", .read = read_value, .attr = PFC_A_ESCALATE_PERIOD,
		.bits = 64, .parse = parse_time, .format = format_time,
		.what = "a time like 100ms or 1.5s", .min = PFC_PERIOD_MIN, .max = PFC_PERIOD_MAX
	},
	{
		.name = "xoff-timeout", .read = read_value, .attr = PFC_A_XOFF_TIMEOUT, .bits = 64,
		.parse = parse_time, .format = format_time, .what = "a time like 100ms or 1.5s",
		.zero = "off", .min = PFC_DETECTION_MIN, .max = PFC_DETECTION_MAX
	},
	{
		.name = "xoff-warn", .read = read_value, .attr = PFC_A_XOFF_WARN,
		.parse = parse_number, .format = format_number, .what = "a number", .zero = "off",
		.min = 1, .max = PFC_XOFF_WARN_MAX
	},
	{ 0 }
};

const struct setting impair_settings[] = {
	{ .name = "dev", .read = read_dev },
	{ .name = "prio", .read = read_prios },
	{
		.name = "loss", .read = read_impair_value, .attr = PFC_IMPAIR_A_LOSS,
		.parse = parse_probability, .format = format_probability,
		.what = "a percentage like 1% or 0.25%", .zero = "off", .max = PFC_PMAX_ONE
	},
	{
		.name = "ce", .read = read_impair_value, .attr = PFC_IMPAIR_A_CE,
		.parse = parse_probability, .format = format_probability,
		.what = "a percentage like 1% or 0.25%", .zero = "off", .max = PFC_PMAX_ONE
	},
	{
		.name = "delay", .read = read_impair_value, .attr = PFC_IMPAIR_A_DELAY,
		.parse = parse_time, .format = format_time, .what = "a time like 10us or 1ms",
		.zero = "off", .max = PFC_DELAY_MAX
	},
	{
		.name = "pfc-corrupt", .read = read_impair_value, .attr = PFC_IMPAIR_A_PFC_CORRUPT,
		.parse = parse_probability, .format = format_probability,
		.what = "a percentage like 1% or 0.25%", .zero = "off", .max = PFC_PMAX_ONE
	},
	{
		.name = "pfc-delay", .read = read_impair_value, .attr = PFC_IMPAIR_A_PFC_DELAY,
		.parse = parse_time, .format = format_time, .what = "a time like 10us or 1ms",
		.zero = "off", .max = PFC_IMPAIR_PFC_DELAY_MAX
	},
	{
		.name = "xoff-duty", .read = read_duty, .attr = PFC_IMPAIR_A_XOFF_DUTY,
		.parse = parse_probability, .format = format_probability,
		.what = "a percentage like 1% or 0.25%", .zero = "off", .max = PFC_PMAX_ONE
	},
	{
		.name = "seed", .read = read_value, .attr = PFC_A_IMPAIR_SEED,
		.parse = parse_number, .format = format_number, .what = "a number",
		.max = UINT32_MAX
	},
	{ 0 }
};

const struct setting link_settings[] = {
	{
		.name = "speed", .read = read_given, .attr = PFC_A_SPEED, .parse = parse_speed,
		.format = format_speed, .what = "a whole number of Mb/s, like 10000 or 10gbit",
		.min = PFC_SPEED_MIN, .max = PFC_SPEED_MAX
	},
	{
		.name = "rate", .read = read_given, .attr = PFC_A_RATE, .bits = 64,
		.parse = parse_rate, .format = format_rate,
		.what = "a rate like 100mbit or 2.5gbit", .min = PFC_RATE_MIN, .max = PFC_RATE_MAX
	},
	{
		.name = "peer-rate", .read = read_given, .attr = PFC_A_PEER_RATE, .bits = 64,
		.parse = parse_rate, .format = format_rate,
		.what = "a rate like 100mbit or 2.5gbit", .zero = "own", .min = PFC_RATE_MIN,
		.max = PFC_RATE_MAX
	},
	{
		.name = "cable-length", .read = read_given, .attr = PFC_A_CABLE_DELAY,
		.parse = parse_length, .format = format_length, .what = "a length like 300m or 2km",
		.zero = "none", .max = PFC_DELAY_MAX
	},
	{
		.name = "delay", .read = read_given, .attr = PFC_A_DELAY, .parse = parse_time,
		.format = format_time, .what = "a time like 500ns or 2us", .zero = "none",
		.max = PFC_DELAY_MAX
	},
	{
		.name = "mtu", .read = read_given, .attr = PFC_A_UNSPEC, .parse = parse_number,
		.format = format_number, .what = "a number of bytes", .min = 68, .max = 65535
	},
	{
		.name = "batch", .read = read_given, .attr = PFC_A_BATCH, .parse = parse_number,
		.format = format_number, .what = "a number of frames", .max = PFC_BATCH_MAX
	},
	{
		.name = "latency", .read = read_given, .attr = PFC_A_LATENCY, .parse = parse_time,
		.format = format_time, .what = "a time like 500us or 2ms", .zero = "none",
		.max = PFC_LATENCY_MAX
	},
	{
		.name = "ring", .read = read_given, .attr = PFC_A_RING, .parse = parse_size,
		.format = format_size, .what = "a size like 131072, 128K or 1.5M", .zero = "none",
		.max = PFC_SIZE_MAX
	},
	{ 0 }
};
