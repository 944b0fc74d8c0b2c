// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "rows.h"

static const struct row port_cable_length_row = { .label = "cable-length",
	.format = format_length, .zero = "", .at = MEMBER_AT(port, cable_delay) };
static const struct row port_tx_queues_used_row = { .label = "tx-queues-used",
	.format = format_number, .key = "tx_queues_used", .at = MEMBER_AT(port, tx_queues_used) };
static const struct row port_speed_source_row = { .label = "speed-source",
	.key = "speed_source", .at = MEMBER_AT(port, speed_source), .words = speed_source_words };
static const struct row port_pause_time_ns_row = { .label = "pause-time-ns",
	.format = format_time, .key = "pause_time_ns", .value = pause_ns };
static const struct row port_rate_row = { .label = "rate", .format = format_rate,
	.zero = "unlimited", .key = "rate_bits_per_second", .nullable = true,
	.at = MEMBER_AT(port, rate) };
static const struct row port_overhead_row = { .label = "overhead", .format = format_number,
	.key = "overhead", .at = MEMBER_AT(port, overhead) };
static const struct row port_delay_row = { .label = "delay", .format = format_time,
	.zero = "none", .key = "delay_ns", .at = MEMBER_AT(port, delay) };
static const struct row port_cable_delay_row = { .label = "cable-delay",
	.format = format_time, .zero = "none", .note = &port_cable_length_row,
	.key = "cable_delay_ns", .at = MEMBER_AT(port, cable_delay) };
static const struct row port_batch_row = { .label = "batch", .format = format_number,
	.key = "batch_frames", .at = MEMBER_AT(port, batch) };
static const struct row port_latency_row = { .label = "latency", .format = format_time,
	.zero = "none", .key = "latency_ns", .at = MEMBER_AT(port, latency) };
static const struct row port_ring_row = { .key = "ring_bytes", .at = MEMBER_AT(port, ring)
	};
static const struct row port_gso_row = { .label = "gso", .key = "gso",
	.at = MEMBER_AT(port, gso), .words = gso_words };
static const struct row port_tx_queues_row = { .label = "tx-queues",
	.note = &port_tx_queues_used_row, .key = "tx_queues", .at = MEMBER_AT(port, tx_queues),
	.words = tx_queues_words };
static const struct row port_ecn_at_row = { .label = "ecn-at", .key = "ecn_at",
	.at = MEMBER_AT(port, ecn_at), .words = ecn_at_words };
static const struct row port_peer_rate_row = { .label = "peer-rate", .format = format_rate,
	.zero = "own", .key = "peer_rate_bits_per_second", .nullable = true,
	.at = MEMBER_AT(port, peer_rate) };
static const struct row port_speed_row = { .label = "speed", .format = format_speed,
	.note = &port_speed_source_row, .key = "speed_bits_per_second", .scale = 1000000,
	.at = MEMBER_AT(port, speed) };
static const struct row port_pause_time_row = { .label = "pause-time",
	.format = format_quanta, .note = &port_pause_time_ns_row, .key = "pause_time_quanta",
	.at = MEMBER_AT(port, pause_time) };
static const struct row port_default_prio_row = { .label = "default-prio",
	.format = format_number, .key = "default_prio", .at = MEMBER_AT(port, default_prio) };
static const struct row port_queue_limit_row = { .label = "queue-limit",
	.format = format_size, .key = "queue_limit", .at = MEMBER_AT(port, queue_limit) };
static const struct row port_port_group_row = { .label = "port-group",
	.format = format_number, .zero = "none", .key = "port_group", .nullable = true,
	.at = MEMBER_AT(port, group) };
static const struct row port_memory_used_row = { .label = "memory-used",
	.format = format_size, .key = "memory_used_bytes", .at = MEMBER_AT(port, memory_used) };
static const struct row port_memory_port_row = { .label = "memory-port",
	.format = format_size, .key = "memory_port_bytes", .at = MEMBER_AT(port, memory_port) };
static const struct row port_foreign_devices_row = { .key = "foreign_devices",
	.at = MEMBER_AT(port, foreign_devices) };
static const struct row port_dcb_owner_row = { .label = "dcb", .at = MEMBER_AT(port, dcb),
	.words = dcb_owner_words };
static const struct row port_dcb_row = { .key = "dcb", .type = ROW_IS,
	.at = MEMBER_AT(port, dcb), .none = PFC_DCB_OWNER_PORT };
static const struct row port_dcb_driver_row = { .key = "dcb_driver", .type = ROW_IS,
	.at = MEMBER_AT(port, dcb), .none = PFC_DCB_OWNER_DRIVER };
static const struct row port_dcb_announced_row = { .label = "dcb-announced",
	.key = "dcb_announced", .print = announced_text, .json = announced_json };
static const struct row port_flow_control_row = { .label = "flow-control",
	.key = "flow_control", .at = MEMBER_AT(port, flow_control), .words = flow_control_words };
static const struct row port_prio_pfc_row = { .label = "prio-pfc", .key = "prio_pfc",
	.type = ROW_MAP, .at = MAP_AT(prio_pfc, PFC_PRIO_COUNT), .only = pfc_is_both,
	.words = on_off_words };
static const struct row port_prio_pfc_tx_row = { .label = "prio-pfc-tx",
	.key = "prio_pfc_tx", .type = ROW_MAP, .at = MAP_AT(prio_pfc_tx, PFC_PRIO_COUNT),
	.only = pfc_differs, .words = on_off_words };
static const struct row port_prio_pfc_rx_row = { .label = "prio-pfc-rx",
	.key = "prio_pfc_rx", .type = ROW_MAP, .at = MAP_AT(prio_pfc_rx, PFC_PRIO_COUNT),
	.only = pfc_differs, .words = on_off_words };
static const struct row port_trust_row = { .label = "trust", .key = "trust",
	.at = MEMBER_AT(port, trust), .words = trust_words };
static const struct row port_control_prio_row = { .label = "control-prio",
	.format = format_number, .zero = "none", .key = "control_prio", .nullable = true,
	.at = MEMBER_AT(port, control_prio), .none = PFC_MAP_NONE };
static const struct row port_dscp_prio_row = { .label = "dscp-prio", .key = "dscp_prio",
	.type = ROW_MAP, .at = MAP_AT(dscp_prio, PFC_DSCP_COUNT) };
static const struct row port_pcp_prio_row = { .label = "pcp-prio", .key = "pcp_prio",
	.type = ROW_MAP, .at = MAP_AT(pcp_prio, PFC_PRIO_COUNT) };
static const struct row port_ethtype_prio_row = { .label = "ethtype-prio",
	.key = "ethtype_prio", .print = ethtypes_text, .json = ethtypes_json };
static const struct row port_flood_prio_row = { .label = "flood-prio", .key = "flood_prio",
	.type = ROW_MAP, .at = MAP_AT(flood_prio, PFC_PRIO_COUNT) };
static const struct row port_flood_lossless_row = { .label = "flood-lossless",
	.key = "flood_lossless", .at = MEMBER_AT(port, flood_lossless),
	.words = flood_lossless_words };
static const struct row port_prio_pg_row = { .label = "prio-pg", .key = "prio_pg",
	.type = ROW_MAP, .at = MAP_AT(prio_pg, PFC_PRIO_COUNT) };
static const struct row port_prio_source_row = { .label = "prio-source",
	.key = "prio_source", .at = MEMBER_AT(port, prio_source), .words = prio_source_words };
static const struct row port_app_rewrite_row = { .label = "app-rewrite",
	.key = "app_rewrite", .type = ROW_BOOL, .at = MEMBER_AT(port, app_rewrite),
	.words = on_off_words };
static const struct row port_prio_dscp_row = { .label = "prio-dscp", .key = "prio_dscp",
	.type = ROW_MAP, .at = MAP_AT(prio_dscp, PFC_PRIO_COUNT) };
static const struct row port_prio_pcp_row = { .label = "prio-pcp", .key = "prio_pcp",
	.type = ROW_MAP, .at = MAP_AT(prio_pcp, PFC_PRIO_COUNT) };
static const struct row port_bounce_prio_row = { .label = "bounce-prio",
	.key = "bounce_prio", .type = ROW_MAP, .at = MAP_AT(bounce_prio, PFC_PRIO_COUNT) };
static const struct row port_bounce_dscp_row = { .label = "bounce-dscp",
	.key = "bounce_dscp", .type = ROW_MAP, .at = MAP_AT(bounce_dscp, PFC_PRIO_COUNT) };
static const struct row port_prio_tc_row = { .label = "prio-tc", .key = "prio_tc",
	.type = ROW_MAP, .at = MAP_AT(prio_tc, PFC_PRIO_COUNT) };
static const struct row port_prio_watchdog_row = { .label = "prio-watchdog",
	.key = "prio_watchdog", .type = ROW_MAP, .at = MAP_AT(prio_watchdog, PFC_PRIO_COUNT),
	.words = on_off_words };
static const struct row port_detection_time_row = { .label = "detection-time",
	.format = format_time, .key = "detection_time_ns", .at = MEMBER_AT(port, detection_time) };
static const struct row port_restoration_time_row = { .label = "restoration-time",
	.text = restoration_text };
static const struct row port_restoration_time_ns_row = { .key = "restoration_time_ns",
	.nullable = true, .value = restoration_ns };
static const struct row port_restoration_time_auto_row = { .key = "restoration_time_auto",
	.type = ROW_IS, .at = MEMBER_AT(port, restoration_time), .none = 0 };
static const struct row port_watchdog_action_row = { .label = "action", .key = "action",
	.at = MEMBER_AT(port, watchdog_action), .words = watchdog_action_words };
static const struct row port_escalate_count_row = { .label = "escalate-count",
	.format = format_number, .zero = "off", .key = "escalate_count", .nullable = true,
	.at = MEMBER_AT(port, escalate_count) };
static const struct row port_escalate_period_row = { .label = "escalate-period",
	.format = format_time, .key = "escalate_period_ns", .at = MEMBER_AT(port, escalate_period)
	};
static const struct row port_xoff_timeout_row = { .label = "xoff-timeout",
	.format = format_time, .zero = "off", .key = "xoff_timeout_ns", .nullable = true,
	.at = MEMBER_AT(port, xoff_timeout) };
static const struct row port_xoff_warn_row = { .label = "xoff-warn",
	.format = format_number, .zero = "off", .key = "xoff_warn_per_second", .nullable = true,
	.at = MEMBER_AT(port, xoff_warn) };

const struct row *const port_text_rows[] = {
	&port_rate_row, &port_overhead_row, &port_delay_row, &port_speed_row,
	&port_queue_limit_row, &new_line, &port_default_prio_row, &port_pause_time_row, &new_line,
	&port_peer_rate_row, &port_cable_delay_row, &port_batch_row, &port_latency_row,
	&port_ecn_at_row, &new_line, &port_gso_row, &port_tx_queues_row, &port_port_group_row,
	&port_memory_used_row, &port_memory_port_row, &port_dcb_owner_row, &port_dcb_announced_row,
	NULL
};

const struct row *const port_json_rows[] = {
	&port_rate_row, &port_overhead_row, &port_delay_row, &port_cable_delay_row,
	&port_batch_row, &port_latency_row, &port_ring_row, &port_gso_row, &port_tx_queues_row,
	&port_tx_queues_used_row, &port_ecn_at_row, &port_peer_rate_row, &port_speed_row,
	&port_speed_source_row, &port_pause_time_row, &port_pause_time_ns_row,
	&port_default_prio_row, &port_queue_limit_row, &port_port_group_row, &port_memory_used_row,
	&port_memory_port_row, &port_foreign_devices_row, &port_dcb_row, &port_dcb_driver_row,
	&port_dcb_announced_row, NULL
};

const struct row *const pfc_text_rows[] = {
	&port_flow_control_row, &port_pause_time_row, &port_prio_pfc_row, &port_prio_pfc_tx_row,
	&port_prio_pfc_rx_row, NULL
};

const struct row *const pfc_json_rows[] = {
	&port_flow_control_row, &port_pause_time_row, &port_pause_time_ns_row, &port_prio_pfc_row,
	&port_prio_pfc_tx_row, &port_prio_pfc_rx_row, NULL
};

const struct row *const map_text_rows[] = {
	&new_line, &port_trust_row, &new_line, &port_default_prio_row, &new_line,
	&port_control_prio_row, &new_line, &port_dscp_prio_row, &new_line, &port_pcp_prio_row,
	&new_line, &port_ethtype_prio_row, &new_line, &port_flood_prio_row, &new_line,
	&port_flood_lossless_row, &new_line, &port_prio_pg_row, &new_line, &port_prio_source_row,
	&new_line, &port_app_rewrite_row, &new_line, &port_prio_dscp_row, &new_line,
	&port_prio_pcp_row, &new_line, &port_bounce_prio_row, &new_line, &port_bounce_dscp_row,
	NULL
};

const struct row *const map_json_rows[] = {
	&port_trust_row, &port_default_prio_row, &port_control_prio_row, &port_dscp_prio_row,
	&port_pcp_prio_row, &port_ethtype_prio_row, &port_flood_prio_row, &port_flood_lossless_row,
	&port_prio_pg_row, &port_prio_source_row, &port_app_rewrite_row, &port_prio_dscp_row,
	&port_prio_pcp_row, &port_bounce_prio_row, &port_bounce_dscp_row, NULL
};

const struct row *const ets_text_rows[] = {
	&port_prio_tc_row, NULL
};

const struct row *const ets_json_rows[] = {
	&port_prio_tc_row, NULL
};

const struct row *const watchdog_text_rows[] = {
	&port_watchdog_action_row, &port_detection_time_row, &port_restoration_time_row, &new_line,
	&port_escalate_count_row, &port_escalate_period_row, &port_xoff_timeout_row,
	&port_xoff_warn_row, &port_prio_watchdog_row, NULL
};

const struct row *const watchdog_json_rows[] = {
	&port_prio_watchdog_row, &port_detection_time_row, &port_restoration_time_ns_row,
	&port_restoration_time_auto_row, &port_watchdog_action_row, &port_escalate_count_row,
	&port_escalate_period_row, &port_xoff_timeout_row, &port_xoff_warn_row, NULL
};

static const struct row queue_limit_row = { .label = "limit", .format = format_size,
	.zero = "none", .key = "limit", .nullable = true, .at = MEMBER_AT(queue, limit) };
static const struct row queue_alpha_row = { .label = "alpha", .format = format_alpha,
	.zero = "off", .key = "alpha_256ths", .at = MEMBER_AT(queue, alpha) };
static const struct row queue_ecn_kmin_row = { .label = "ecn-kmin", .format = format_size,
	.key = "ecn_kmin", .at = MEMBER_AT(queue, ecn_kmin) };
static const struct row queue_ecn_kmax_row = { .label = "ecn-kmax", .format = format_size,
	.zero = "off", .key = "ecn_kmax", .nullable = true, .at = MEMBER_AT(queue, ecn_kmax) };
static const struct row queue_ecn_pmax_row = { .label = "ecn-pmax",
	.format = format_probability, .key = "ecn_pmax_millionths",
	.at = MEMBER_AT(queue, ecn_pmax) };
static const struct row queue_peak_row = { .label = "backlog", .raw = true,
	.format = format_scaled_size, .key = "peak", .at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_PEAK)
	};
static const struct row queue_lifetime_peak_row = { .label = "backlog-lifetime",
	.raw = true, .format = format_scaled_size, .key = "lifetime_peak",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_LIFETIME_PEAK) };
static const struct row queue_peak_cleared_row = { .label = "since-clear", .raw = true,
	.format = format_time, .key = "cleared_ns", .type = ROW_SINCE,
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_PEAK_CLEARED) };

const struct row *const queue_mark_rows[] = {
	&queue_peak_row, &queue_lifetime_peak_row, &queue_peak_cleared_row, NULL
};

const struct row *const queue_text_rows[] = {
	&queue_limit_row, &queue_alpha_row, &queue_ecn_kmin_row, &queue_ecn_kmax_row,
	&queue_ecn_pmax_row, NULL
};

const struct row *const queue_json_rows[] = {
	&queue_limit_row, &queue_alpha_row, &queue_ecn_kmin_row, &queue_ecn_kmax_row,
	&queue_ecn_pmax_row, NULL
};

static const struct row tc_tsa_row = { .label = "tc-tsa", .key = "tsa",
	.at = MEMBER_AT(tc, tsa), .words = tsa_words };
static const struct row tc_bw_row = { .key = "bw_percent", .at = MEMBER_AT(tc, bw) };
static const struct row tc_bw_used_row = { .label = "tc-bw", .text = tc_share };
static const struct row tc_rate_row = { .label = "tc-maxrate", .format = format_rate,
	.zero = "unlimited", .key = "maxrate_bits_per_second", .nullable = true,
	.at = MEMBER_AT(tc, rate) };
static const struct row tc_priorities_row = { .label = "priorities", .text = tc_prios };

const struct row *const tc_text_rows[] = {
	&tc_tsa_row, &tc_bw_used_row, &tc_rate_row, &tc_priorities_row, NULL
};

const struct row *const tc_json_rows[] = {
	&tc_tsa_row, &tc_bw_row, &tc_rate_row, NULL
};

static const struct row watch_state_row = { .label = "state", .key = "state",
	.at = MEMBER_AT(watch, state), .color = watch_color, .words = watchdog_state_words };
static const struct row watch_since_row = { .label = "since", .format = format_time,
	.zero = "-", .key = "since_ns", .nullable = true, .type = ROW_SINCE,
	.at = MEMBER_AT(watch, since) };
static const struct row watch_action_row = { .label = "action", .zero = "-",
	.key = "action", .nullable = true, .at = MEMBER_AT(watch, action),
	.words = watchdog_action_words, .none = NO_ACTION };
static const struct row watch_manual_row = { .key = "manual", .type = ROW_BOOL,
	.at = MEMBER_AT(watch, manual) };
static const struct row watch_injected_row = { .key = "injected", .type = ROW_BOOL,
	.at = MEMBER_AT(watch, injected) };
static const struct row watch_xoff_stopped_row = { .key = "xoff_stopped", .type = ROW_BOOL,
	.at = MEMBER_AT(watch, xoff_stopped) };
static const struct row watch_storms_row = { .label = "storms", .format = format_number,
	.key = "storms", .at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS) };
static const struct row watch_storms_restored_row = { .label = "restored",
	.format = format_number, .key = "storms_restored",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS_RESTORED) };
static const struct row watch_storm_dropped_row = { .label = "dropped",
	.format = format_number, .key = "storm_dropped",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_DROPPED) };
static const struct row watch_storm_forwarded_row = { .label = "forwarded",
	.format = format_number, .key = "storm_forwarded",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_FORWARDED) };
static const struct row watch_last_dropped_row = { .label = "last-dropped",
	.format = format_number, .key = "last_dropped", .at = MEMBER_AT(watch, dropped) };
static const struct row watch_last_forwarded_row = { .label = "last-forwarded",
	.format = format_number, .key = "last_forwarded", .at = MEMBER_AT(watch, forwarded) };
static const struct row watch_flags_row = { .label = "flags", .text = watch_flags };

const struct row *const watch_text_rows[] = {
	&watch_state_row, &watch_since_row, &watch_action_row, &watch_storms_row,
	&watch_storms_restored_row, &watch_storm_dropped_row, &watch_storm_forwarded_row,
	&watch_last_dropped_row, &watch_last_forwarded_row, &watch_flags_row, NULL
};

const struct row *const watch_json_rows[] = {
	&watch_state_row, &watch_since_row, &watch_action_row, &watch_manual_row,
	&watch_injected_row, &watch_xoff_stopped_row, &watch_storms_row,
	&watch_storms_restored_row, &watch_storm_dropped_row, &watch_storm_forwarded_row,
	&watch_last_dropped_row, &watch_last_forwarded_row, NULL
};

static const struct row storm_size_row = { .label = "size", .format = format_size,
	.key = "backlog_bytes", .at = MEMBER_AT(storm, backlog_bytes) };
static const struct row storm_prio_row = { .label = "prio", .format = format_number,
	.key = "prio", .at = MEMBER_AT(storm, prio) };
static const struct row storm_start_row = { .key = "start_ns", .at = MEMBER_AT(storm, start)
	};
static const struct row storm_start_ago_row = { .label = "start-ago", .format = format_time,
	.value = storm_ago };
static const struct row storm_detected_row = { .key = "detected_ns", .nullable = true,
	.at = MEMBER_AT(storm, detected) };
static const struct row storm_end_row = { .key = "end_ns", .nullable = true,
	.at = MEMBER_AT(storm, end) };
static const struct row storm_length_row = { .label = "length", .format = format_time,
	.key = "length_ns", .value = storm_length };
static const struct row storm_ended_length_row = { .label = "length",
	.text = storm_ended_length };
static const struct row storm_action_row = { .label = "action", .key = "action",
	.at = MEMBER_AT(storm, action), .words = watchdog_action_words };
static const struct row storm_injected_row = { .key = "injected", .type = ROW_BOOL,
	.at = MEMBER_AT(storm, injected) };
static const struct row storm_disabled_row = { .key = "pfc_disabled", .type = ROW_BOOL,
	.at = MEMBER_AT(storm, disabled) };
static const struct row storm_stuck_row = { .label = "stuck", .format = format_time,
	.key = "stuck_ns", .value = storm_stuck };
static const struct row storm_paused_row = { .label = "paused", .format = format_time,
	.key = "paused_time_ns", .at = MEMBER_AT(storm, paused_time) };
static const struct row storm_rx_xoff_row = { .label = "rx-xoff", .format = format_number,
	.key = "rx_xoff", .at = MEMBER_AT(storm, xoff) };
static const struct row storm_backlog_row = { .label = "backlog", .format = format_number,
	.key = "backlog_packets", .at = MEMBER_AT(storm, backlog_packets) };
static const struct row storm_backlog_noted_row = { .label = "backlog",
	.format = format_number, .note = &storm_size_row, .at = MEMBER_AT(storm, backlog_packets)
	};
static const struct row storm_dropped_row = { .label = "dropped", .format = format_number,
	.key = "dropped", .at = MEMBER_AT(storm, dropped) };
static const struct row storm_forwarded_row = { .label = "forwarded",
	.format = format_number, .key = "forwarded", .at = MEMBER_AT(storm, forwarded) };
static const struct row storm_notes_row = { .label = "notes", .text = storm_notes };

const struct row *const storm_text_rows[] = {
	&storm_prio_row, &storm_start_ago_row, &storm_length_row, &storm_stuck_row,
	&storm_paused_row, &storm_rx_xoff_row, &storm_backlog_row, &storm_size_row,
	&storm_action_row, &storm_dropped_row, &storm_forwarded_row, &storm_notes_row, NULL
};

const struct row *const storm_event_rows[] = {
	&storm_stuck_row, &storm_paused_row, &storm_rx_xoff_row, &storm_backlog_noted_row,
	&storm_ended_length_row, &storm_action_row, &storm_dropped_row, &storm_forwarded_row, NULL
};

const struct row *const storm_json_rows[] = {
	&storm_prio_row, &storm_start_row, &storm_detected_row, &storm_end_row, &storm_length_row,
	&storm_action_row, &storm_injected_row, &storm_disabled_row, &storm_stuck_row,
	&storm_paused_row, &storm_rx_xoff_row, &storm_backlog_row, &storm_size_row,
	&storm_dropped_row, &storm_forwarded_row, NULL
};

static const struct row pool_name_row = { .key = "name", .type = ROW_NAME,
	.at = MEMBER_AT(pool, name) };
static const struct row pool_size_row = { .label = "size", .format = format_size,
	.key = "size", .at = MEMBER_AT(pool, size) };
static const struct row pool_oversubscribe_ratio_row = { .label = "oversubscribe-ratio",
	.format = format_number, .key = "oversubscribe_ratio",
	.at = MEMBER_AT(pool, oversubscribe_ratio) };
static const struct row pool_shared_headroom_row = { .label = "shared-headroom",
	.format = format_size, .zero = "none", .key = "shared_headroom", .nullable = true,
	.at = MEMBER_AT(pool, shared_headroom) };
static const struct row pool_cell_row = { .label = "cell", .format = format_size,
	.zero = "none", .key = "cell", .nullable = true, .at = MEMBER_AT(pool, cell) };
static const struct row pool_cell_overhead_row = { .label = "cell-overhead",
	.format = format_size, .key = "cell_overhead", .at = MEMBER_AT(pool, cell_overhead) };
static const struct row pool_pgs_row = { .label = "pgs", .format = format_number,
	.key = "pgs", .at = MEMBER_AT(pool, pgs) };
static const struct row pool_reserved_row = { .label = "reserved", .format = format_size,
	.key = "reserved", .at = MEMBER_AT(pool, reserved) };
static const struct row pool_guarantees_row = { .label = "guarantees",
	.format = format_size, .key = "guarantees", .at = MEMBER_AT(pool, guarantees) };
static const struct row pool_headrooms_row = { .label = "headrooms", .format = format_size,
	.key = "headrooms", .at = MEMBER_AT(pool, headrooms) };
static const struct row pool_headroom_size_row = { .label = "headroom-size",
	.format = format_size, .key = "headroom_size", .at = MEMBER_AT(pool, headroom_size) };
static const struct row pool_headroom_used_row = { .label = "headroom-used",
	.format = format_size, .key = "headroom_used", .at = MEMBER_AT(pool, headroom_used) };
static const struct row pool_headroom_peak_row = { .label = "headroom-peak",
	.format = format_size, .key = "headroom_peak", .at = MEMBER_AT(pool, headroom_peak) };
static const struct row pool_headroom_lifetime_peak_row = {
	.label = "headroom-lifetime-peak", .format = format_size, .key = "headroom_lifetime_peak",
	.at = MEMBER_AT(pool, headroom_lifetime_peak) };
static const struct row pool_shared_size_row = { .label = "shared-size",
	.format = format_size, .key = "shared_size", .at = MEMBER_AT(pool, shared_size) };
static const struct row pool_shared_used_row = { .label = "shared-used",
	.format = format_size, .key = "shared_used", .at = MEMBER_AT(pool, shared_used) };
static const struct row pool_shared_peak_row = { .label = "shared-peak",
	.format = format_size, .key = "shared_peak", .at = MEMBER_AT(pool, shared_peak) };
static const struct row pool_shared_lifetime_peak_row = { .label = "shared-lifetime-peak",
	.format = format_size, .key = "shared_lifetime_peak",
	.at = MEMBER_AT(pool, shared_lifetime_peak) };
static const struct row pool_cleared_row = { .label = "since-clear", .format = format_time,
	.key = "cleared_ns", .type = ROW_SINCE, .at = MEMBER_AT(pool, cleared) };
static const struct row pool_shared_row = { .label = "shared", .format = format_size,
	.at = MEMBER_AT(pool, shared_peak) };
static const struct row pool_shared_lifetime_row = { .label = "shared-lifetime",
	.format = format_size, .at = MEMBER_AT(pool, shared_lifetime_peak) };
static const struct row pool_headroom_row = { .label = "headroom", .format = format_size,
	.at = MEMBER_AT(pool, headroom_peak) };
static const struct row pool_headroom_lifetime_row = { .label = "headroom-lifetime",
	.format = format_size, .at = MEMBER_AT(pool, headroom_lifetime_peak) };

const struct row *const pool_text_rows[] = {
	&pool_size_row, &pool_oversubscribe_ratio_row, &pool_shared_headroom_row, &pool_pgs_row,
	&new_line, &pool_cell_row, &pool_cell_overhead_row, &new_line, &pool_reserved_row,
	&pool_guarantees_row, &pool_headrooms_row, &new_line, &pool_shared_size_row,
	&pool_shared_used_row, &pool_shared_peak_row, &pool_shared_lifetime_peak_row, &new_line,
	&pool_headroom_size_row, &pool_headroom_used_row, &pool_headroom_peak_row,
	&pool_headroom_lifetime_peak_row, &new_line, &pool_cleared_row, NULL
};

const struct row *const pool_json_rows[] = {
	&pool_name_row, &pool_size_row, &pool_oversubscribe_ratio_row, &pool_shared_headroom_row,
	&pool_cell_row, &pool_cell_overhead_row, &pool_pgs_row, &pool_reserved_row,
	&pool_guarantees_row, &pool_headrooms_row, &pool_headroom_size_row,
	&pool_headroom_used_row, &pool_headroom_peak_row, &pool_headroom_lifetime_peak_row,
	&pool_shared_size_row, &pool_shared_used_row, &pool_shared_peak_row,
	&pool_shared_lifetime_peak_row, &pool_cleared_row, NULL
};

const struct row *const pool_mark_text_rows[] = {
	&pool_shared_row, &pool_shared_lifetime_row, &pool_headroom_row,
	&pool_headroom_lifetime_row, &pool_cleared_row, NULL
};

const struct row *const pool_mark_json_rows[] = {
	&pool_name_row, &pool_shared_peak_row, &pool_shared_lifetime_peak_row,
	&pool_headroom_peak_row, &pool_headroom_lifetime_peak_row, &pool_cleared_row, NULL
};

static const struct row impairments_on_row = { .key = "on", .type = ROW_BOOL,
	.value = impair_on };
static const struct row impairments_since_row = { .label = "since", .format = format_time,
	.key = "since_ns", .nullable = true, .type = ROW_SINCE, .at = MEMBER_AT(impairments, since)
	};
static const struct row impairments_seed_row = { .key = "seed", .json = impair_seed };

const struct row *const impairments_text_rows[] = {
	&impairments_since_row, NULL
};

const struct row *const impairments_json_rows[] = {
	&impairments_on_row, &impairments_since_row, &impairments_seed_row, NULL
};

static const struct row impair_loss_row = { .key = "loss_millionths",
	.at = MEMBER_AT(impair, loss) };
static const struct row impair_ce_row = { .key = "ce_millionths",
	.at = MEMBER_AT(impair, ce) };
static const struct row impair_delay_row = { .key = "delay_ns",
	.at = MEMBER_AT(impair, delay) };
static const struct row impair_pfc_corrupt_row = { .key = "pfc_corrupt_millionths",
	.at = MEMBER_AT(impair, pfc_corrupt) };
static const struct row impair_pfc_delay_row = { .key = "pfc_delay_ns",
	.at = MEMBER_AT(impair, pfc_delay) };
static const struct row impair_xoff_duty_row = { .key = "xoff_duty_millionths",
	.at = MEMBER_AT(impair, xoff_duty) };
static const struct row impair_xoff_period_row = { .key = "xoff_period_ns",
	.at = MEMBER_AT(impair, xoff_period) };
static const struct row impair_frames_row = { .label = "frames", .raw = true,
	.format = format_number, .key = "frames", .at = IMPAIR_AT(PFC_IMPAIR_STAT_FRAMES) };
static const struct row impair_lost_row = { .label = "lost", .raw = true,
	.format = format_number, .key = "lost", .at = IMPAIR_AT(PFC_IMPAIR_STAT_LOST) };
static const struct row impair_marked_row = { .label = "marked", .raw = true,
	.format = format_number, .key = "marked", .at = IMPAIR_AT(PFC_IMPAIR_STAT_MARKED) };
static const struct row impair_delayed_row = { .label = "delayed", .raw = true,
	.format = format_number, .key = "delayed", .at = IMPAIR_AT(PFC_IMPAIR_STAT_DELAYED) };
static const struct row impair_pfc_frames_row = { .label = "pfc-frames", .raw = true,
	.format = format_number, .key = "pfc_frames", .at = IMPAIR_AT(PFC_IMPAIR_STAT_PFC_FRAMES)
	};
static const struct row impair_pfc_corrupted_row = { .label = "pfc-corrupted", .raw = true,
	.format = format_number, .key = "pfc_corrupted",
	.at = IMPAIR_AT(PFC_IMPAIR_STAT_PFC_CORRUPTED) };
static const struct row impair_pfc_delayed_row = { .label = "pfc-delayed", .raw = true,
	.format = format_number, .key = "pfc_delayed", .at = IMPAIR_AT(PFC_IMPAIR_STAT_PFC_DELAYED)
	};
static const struct row impair_xoff_forced_row = { .label = "xoff-forced", .raw = true,
	.format = format_number, .key = "xoff_forced", .at = IMPAIR_AT(PFC_IMPAIR_STAT_XOFF_FORCED)
	};
static const struct row impair_xoff_time_row = { .label = "xoff-time", .raw = true,
	.format = format_time, .key = "xoff_time_ns", .at = IMPAIR_AT(PFC_IMPAIR_STAT_XOFF_TIME) };

const struct row *const impair_text_rows[] = {
	&impair_frames_row, &impair_lost_row, &impair_marked_row, &impair_delayed_row,
	&impair_pfc_frames_row, &impair_pfc_corrupted_row, &impair_pfc_delayed_row,
	&impair_xoff_forced_row, &impair_xoff_time_row, NULL
};

const struct row *const impair_json_rows[] = {
	&impair_loss_row, &impair_ce_row, &impair_delay_row, &impair_pfc_corrupt_row,
	&impair_pfc_delay_row, &impair_xoff_duty_row, &impair_xoff_period_row, &impair_frames_row,
	&impair_lost_row, &impair_marked_row, &impair_delayed_row, &impair_pfc_frames_row,
	&impair_pfc_corrupted_row, &impair_pfc_delayed_row, &impair_xoff_forced_row,
	&impair_xoff_time_row, NULL
};
