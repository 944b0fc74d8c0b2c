// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "rows.h"

const struct row port_text_rows[] = {
	{
		.label = "rate", .offset = offsetof(struct port, rate),
		.size = sizeof(((struct port *)0)->rate), .format = format_rate, .zero = "unlimited"
	},
	{
		.label = "overhead", .offset = offsetof(struct port, overhead),
		.size = sizeof(((struct port *)0)->overhead), .format = format_number
	},
	{
		.label = "delay", .offset = offsetof(struct port, delay),
		.size = sizeof(((struct port *)0)->delay), .format = format_time, .zero = "none"
	},
	{
		.label = "speed", .offset = offsetof(struct port, speed),
		.size = sizeof(((struct port *)0)->speed), .format = format_speed,
		.note = &(const struct row){ .label = "speed-source",
		.offset = offsetof(struct port, speed_source),
		.size = sizeof(((struct port *)0)->speed_source), .words = speed_source_words }
	},
	{
		.label = "queue-limit", .offset = offsetof(struct port, queue_limit),
		.size = sizeof(((struct port *)0)->queue_limit), .format = format_size
	},
	{
		.label = "default-prio", .line = true,
		.offset = offsetof(struct port, default_prio),
		.size = sizeof(((struct port *)0)->default_prio), .format = format_number
	},
	{
		.label = "pause-time", .offset = offsetof(struct port, pause_time),
		.size = sizeof(((struct port *)0)->pause_time), .format = format_quanta,
		.note = &(const struct row){ .label = "pause-time-ns", .value = pause_ns,
		.format = format_time }
	},
	{
		.label = "peer-rate", .line = true, .offset = offsetof(struct port, peer_rate),
		.size = sizeof(((struct port *)0)->peer_rate), .format = format_rate, .zero = "own"
	},
	{
		.label = "cable-delay", .offset = offsetof(struct port, cable_delay),
		.size = sizeof(((struct port *)0)->cable_delay), .format = format_time,
		.zero = "none", .note = &(const struct row){ .label = "cable-length",
		.offset = offsetof(struct port, cable_delay),
		.size = sizeof(((struct port *)0)->cable_delay), .format = format_length,
		.zero = "" }
	},
	{
		.label = "batch", .offset = offsetof(struct port, batch),
		.size = sizeof(((struct port *)0)->batch), .format = format_number
	},
	{
		.label = "latency", .offset = offsetof(struct port, latency),
		.size = sizeof(((struct port *)0)->latency), .format = format_time, .zero = "none"
	},
	{
		.label = "gso", .line = true, .offset = offsetof(struct port, gso),
		.size = sizeof(((struct port *)0)->gso), .words = gso_words
	},
	{
		.label = "tx-queues", .offset = offsetof(struct port, tx_queues),
		.size = sizeof(((struct port *)0)->tx_queues), .words = tx_queues_words,
		.note = &(const struct row){ .label = "tx-queues-used",
		.offset = offsetof(struct port, tx_queues_used),
		.size = sizeof(((struct port *)0)->tx_queues_used), .format = format_number }
	},
	{
		.label = "port-group", .offset = offsetof(struct port, group),
		.size = sizeof(((struct port *)0)->group), .format = format_number, .zero = "none"
	},
	{
		.label = "memory-used", .offset = offsetof(struct port, memory_used),
		.size = sizeof(((struct port *)0)->memory_used), .format = format_size
	},
	{
		.label = "memory-port", .offset = offsetof(struct port, memory_port),
		.size = sizeof(((struct port *)0)->memory_port), .format = format_size
	},
	{
		.label = "dcb", .offset = offsetof(struct port, dcb),
		.size = sizeof(((struct port *)0)->dcb), .words = dcb_owner_words
	},
	{
		.label = "dcb-announced", .print = announced_text
	},
	{ 0 }
};

const struct row port_json_rows[] = {
	{
		.key = "rate_bits_per_second", .offset = offsetof(struct port, rate),
		.size = sizeof(((struct port *)0)->rate), .nullable = true
	},
	{
		.key = "overhead", .offset = offsetof(struct port, overhead),
		.size = sizeof(((struct port *)0)->overhead)
	},
	{
		.key = "delay_ns", .offset = offsetof(struct port, delay),
		.size = sizeof(((struct port *)0)->delay)
	},
	{
		.key = "cable_delay_ns", .offset = offsetof(struct port, cable_delay),
		.size = sizeof(((struct port *)0)->cable_delay)
	},
	{
		.key = "batch_frames", .offset = offsetof(struct port, batch),
		.size = sizeof(((struct port *)0)->batch)
	},
	{
		.key = "latency_ns", .offset = offsetof(struct port, latency),
		.size = sizeof(((struct port *)0)->latency)
	},
	{
		.key = "ring_bytes", .offset = offsetof(struct port, ring),
		.size = sizeof(((struct port *)0)->ring)
	},
	{
		.key = "gso", .offset = offsetof(struct port, gso),
		.size = sizeof(((struct port *)0)->gso), .words = gso_words
	},
	{
		.key = "tx_queues", .offset = offsetof(struct port, tx_queues),
		.size = sizeof(((struct port *)0)->tx_queues), .words = tx_queues_words
	},
	{
		.key = "tx_queues_used", .offset = offsetof(struct port, tx_queues_used),
		.size = sizeof(((struct port *)0)->tx_queues_used)
	},
	{
		.key = "peer_rate_bits_per_second", .offset = offsetof(struct port, peer_rate),
		.size = sizeof(((struct port *)0)->peer_rate), .nullable = true
	},
	{
		.key = "speed_bits_per_second", .offset = offsetof(struct port, speed),
		.size = sizeof(((struct port *)0)->speed), .scale = 1000000
	},
	{
		.key = "speed_source", .offset = offsetof(struct port, speed_source),
		.size = sizeof(((struct port *)0)->speed_source), .words = speed_source_words
	},
	{
		.key = "pause_time_quanta", .offset = offsetof(struct port, pause_time),
		.size = sizeof(((struct port *)0)->pause_time)
	},
	{
		.key = "pause_time_ns", .value = pause_ns
	},
	{
		.key = "default_prio", .offset = offsetof(struct port, default_prio),
		.size = sizeof(((struct port *)0)->default_prio)
	},
	{
		.key = "queue_limit", .offset = offsetof(struct port, queue_limit),
		.size = sizeof(((struct port *)0)->queue_limit)
	},
	{
		.key = "port_group", .offset = offsetof(struct port, group),
		.size = sizeof(((struct port *)0)->group), .nullable = true
	},
	{
		.key = "memory_used_bytes", .offset = offsetof(struct port, memory_used),
		.size = sizeof(((struct port *)0)->memory_used)
	},
	{
		.key = "memory_port_bytes", .offset = offsetof(struct port, memory_port),
		.size = sizeof(((struct port *)0)->memory_port)
	},
	{
		.key = "foreign_devices", .offset = offsetof(struct port, foreign_devices),
		.size = sizeof(((struct port *)0)->foreign_devices)
	},
	{
		.key = "dcb", .type = ROW_IS, .offset = offsetof(struct port, dcb),
		.size = sizeof(((struct port *)0)->dcb), .none = PFC_DCB_OWNER_PORT
	},
	{
		.key = "dcb_driver", .type = ROW_IS, .offset = offsetof(struct port, dcb),
		.size = sizeof(((struct port *)0)->dcb), .none = PFC_DCB_OWNER_DRIVER
	},
	{
		.key = "dcb_announced", .json = announced_json
	},
	{ 0 }
};

const struct row pfc_text_rows[] = {
	{
		.label = "flow-control", .offset = offsetof(struct port, flow_control),
		.size = sizeof(((struct port *)0)->flow_control), .words = flow_control_words
	},
	{
		.label = "pause-time", .offset = offsetof(struct port, pause_time),
		.size = sizeof(((struct port *)0)->pause_time), .format = format_quanta,
		.note = &(const struct row){ .label = "pause-time-ns", .value = pause_ns,
		.format = format_time }
	},
	{
		.label = "prio-pfc", .type = ROW_MAP, .offset = offsetof(struct port, prio_pfc),
		.size = PFC_PRIO_COUNT, .words = on_off_words, .only = pfc_is_both
	},
	{
		.label = "prio-pfc-tx", .type = ROW_MAP,
		.offset = offsetof(struct port, prio_pfc_tx), .size = PFC_PRIO_COUNT,
		.words = on_off_words, .only = pfc_differs
	},
	{
		.label = "prio-pfc-rx", .type = ROW_MAP,
		.offset = offsetof(struct port, prio_pfc_rx), .size = PFC_PRIO_COUNT,
		.words = on_off_words, .only = pfc_differs
	},
	{ 0 }
};

const struct row pfc_json_rows[] = {
	{
		.key = "flow_control", .offset = offsetof(struct port, flow_control),
		.size = sizeof(((struct port *)0)->flow_control), .words = flow_control_words
	},
	{
		.key = "pause_time_quanta", .offset = offsetof(struct port, pause_time),
		.size = sizeof(((struct port *)0)->pause_time)
	},
	{
		.key = "pause_time_ns", .value = pause_ns
	},
	{
		.key = "prio_pfc", .type = ROW_MAP, .offset = offsetof(struct port, prio_pfc),
		.size = PFC_PRIO_COUNT, .words = on_off_words
	},
	{
		.key = "prio_pfc_tx", .type = ROW_MAP, .offset = offsetof(struct port, prio_pfc_tx),
		.size = PFC_PRIO_COUNT, .words = on_off_words
	},
	{
		.key = "prio_pfc_rx", .type = ROW_MAP, .offset = offsetof(struct port, prio_pfc_rx),
		.size = PFC_PRIO_COUNT, .words = on_off_words
	},
	{ 0 }
};

const struct row map_text_rows[] = {
	{
		.label = "trust", .line = true, .offset = offsetof(struct port, trust),
		.size = sizeof(((struct port *)0)->trust), .words = trust_words
	},
	{
		.label = "default-prio", .line = true,
		.offset = offsetof(struct port, default_prio),
		.size = sizeof(((struct port *)0)->default_prio), .format = format_number
	},
	{
		.label = "control-prio", .line = true,
		.offset = offsetof(struct port, control_prio),
		.size = sizeof(((struct port *)0)->control_prio), .none = PFC_MAP_NONE,
		.format = format_number, .zero = "none"
	},
	{
		.label = "dscp-prio", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, dscp_prio), .size = PFC_DSCP_COUNT
	},
	{
		.label = "pcp-prio", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, pcp_prio), .size = PFC_PRIO_COUNT
	},
	{
		.label = "ethtype-prio", .line = true, .print = ethtypes_text
	},
	{
		.label = "flood-prio", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, flood_prio), .size = PFC_PRIO_COUNT
	},
	{
		.label = "flood-lossless", .line = true,
		.offset = offsetof(struct port, flood_lossless),
		.size = sizeof(((struct port *)0)->flood_lossless), .words = flood_lossless_words
	},
	{
		.label = "prio-pg", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, prio_pg), .size = PFC_PRIO_COUNT
	},
	{
		.label = "prio-source", .line = true, .offset = offsetof(struct port, prio_source),
		.size = sizeof(((struct port *)0)->prio_source), .words = prio_source_words
	},
	{
		.label = "app-rewrite", .line = true, .type = ROW_BOOL,
		.offset = offsetof(struct port, app_rewrite),
		.size = sizeof(((struct port *)0)->app_rewrite), .words = on_off_words
	},
	{
		.label = "prio-dscp", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, prio_dscp), .size = PFC_PRIO_COUNT
	},
	{
		.label = "prio-pcp", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, prio_pcp), .size = PFC_PRIO_COUNT
	},
	{
		.label = "bounce-prio", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, bounce_prio), .size = PFC_PRIO_COUNT
	},
	{
		.label = "bounce-dscp", .line = true, .type = ROW_MAP,
		.offset = offsetof(struct port, bounce_dscp), .size = PFC_PRIO_COUNT
	},
	{ 0 }
};

const struct row map_json_rows[] = {
	{
		.key = "trust", .offset = offsetof(struct port, trust),
		.size = sizeof(((struct port *)0)->trust), .words = trust_words
	},
	{
		.key = "default_prio", .offset = offsetof(struct port, default_prio),
		.size = sizeof(((struct port *)0)->default_prio)
	},
	{
		.key = "control_prio", .offset = offsetof(struct port, control_prio),
		.size = sizeof(((struct port *)0)->control_prio), .none = PFC_MAP_NONE,
		.nullable = true
	},
	{
		.key = "dscp_prio", .type = ROW_MAP, .offset = offsetof(struct port, dscp_prio),
		.size = PFC_DSCP_COUNT
	},
	{
		.key = "pcp_prio", .type = ROW_MAP, .offset = offsetof(struct port, pcp_prio),
		.size = PFC_PRIO_COUNT
	},
	{
		.key = "ethtype_prio", .json = ethtypes_json
	},
	{
		.key = "flood_prio", .type = ROW_MAP, .offset = offsetof(struct port, flood_prio),
		.size = PFC_PRIO_COUNT
	},
	{
		.key = "flood_lossless", .offset = offsetof(struct port, flood_lossless),
		.size = sizeof(((struct port *)0)->flood_lossless), .words = flood_lossless_words
	},
	{
		.key = "prio_pg", .type = ROW_MAP, .offset = offsetof(struct port, prio_pg),
		.size = PFC_PRIO_COUNT
	},
	{
		.key = "prio_source", .offset = offsetof(struct port, prio_source),
		.size = sizeof(((struct port *)0)->prio_source), .words = prio_source_words
	},
	{
		.key = "app_rewrite", .type = ROW_BOOL,
		.offset = offsetof(struct port, app_rewrite),
		.size = sizeof(((struct port *)0)->app_rewrite), .words = on_off_words
	},
	{
		.key = "prio_dscp", .type = ROW_MAP, .offset = offsetof(struct port, prio_dscp),
		.size = PFC_PRIO_COUNT
	},
	{
		.key = "prio_pcp", .type = ROW_MAP, .offset = offsetof(struct port, prio_pcp),
		.size = PFC_PRIO_COUNT
	},
	{
		.key = "bounce_prio", .type = ROW_MAP, .offset = offsetof(struct port, bounce_prio),
		.size = PFC_PRIO_COUNT
	},
	{
		.key = "bounce_dscp", .type = ROW_MAP, .offset = offsetof(struct port, bounce_dscp),
		.size = PFC_PRIO_COUNT
	},
	{ 0 }
};

const struct row ets_text_rows[] = {
	{
		.label = "prio-tc", .type = ROW_MAP, .offset = offsetof(struct port, prio_tc),
		.size = PFC_PRIO_COUNT
	},
	{ 0 }
};

const struct row ets_json_rows[] = {
	{
		.key = "prio_tc", .type = ROW_MAP, .offset = offsetof(struct port, prio_tc),
		.size = PFC_PRIO_COUNT
	},
	{ 0 }
};

const struct row watchdog_text_rows[] = {
	{
		.label = "action", .offset = offsetof(struct port, watchdog_action),
		.size = sizeof(((struct port *)0)->watchdog_action), .words = watchdog_action_words
	},
	{
		.label = "detection-time", .offset = offsetof(struct port, detection_time),
		.size = sizeof(((struct port *)0)->detection_time), .format = format_time
	},
	{
		.label = "restoration-time", .text = restoration_text
	},
	{
		.label = "escalate-count", .line = true,
		.offset = offsetof(struct port, escalate_count),
		.size = sizeof(((struct port *)0)->escalate_count), .format = format_number,
		.zero = "off"
	},
	{
		.label = "escalate-period", .offset = offsetof(struct port, escalate_period),
		.size = sizeof(((struct port *)0)->escalate_period), .format = format_time
	},
	{
		.label = "xoff-timeout", .offset = offsetof(struct port, xoff_timeout),
		.size = sizeof(((struct port *)0)->xoff_timeout), .format = format_time,
		.zero = "off"
	},
	{
		.label = "xoff-warn", .offset = offsetof(struct port, xoff_warn),
		.size = sizeof(((struct port *)0)->xoff_warn), .format = format_number,
		.zero = "off"
	},
	{
		.label = "prio-watchdog", .type = ROW_MAP,
		.offset = offsetof(struct port, prio_watchdog), .size = PFC_PRIO_COUNT,
		.words = on_off_words
	},
	{ 0 }
};

const struct row watchdog_json_rows[] = {
	{
		.key = "prio_watchdog", .type = ROW_MAP,
		.offset = offsetof(struct port, prio_watchdog), .size = PFC_PRIO_COUNT,
		.words = on_off_words
	},
	{
		.key = "detection_time_ns", .offset = offsetof(struct port, detection_time),
		.size = sizeof(((struct port *)0)->detection_time)
	},
	{
		.key = "restoration_time_ns", .value = restoration_ns, .nullable = true
	},
	{
		.key = "restoration_time_auto", .type = ROW_IS,
		.offset = offsetof(struct port, restoration_time),
		.size = sizeof(((struct port *)0)->restoration_time), .none = 0
	},
	{
		.key = "action", .offset = offsetof(struct port, watchdog_action),
		.size = sizeof(((struct port *)0)->watchdog_action), .words = watchdog_action_words
	},
	{
		.key = "escalate_count", .offset = offsetof(struct port, escalate_count),
		.size = sizeof(((struct port *)0)->escalate_count), .nullable = true
	},
	{
		.key = "escalate_period_ns", .offset = offsetof(struct port, escalate_period),
		.size = sizeof(((struct port *)0)->escalate_period)
	},
	{
		.key = "xoff_timeout_ns", .offset = offsetof(struct port, xoff_timeout),
		.size = sizeof(((struct port *)0)->xoff_timeout), .nullable = true
	},
	{
		.key = "xoff_warn_per_second", .offset = offsetof(struct port, xoff_warn),
		.size = sizeof(((struct port *)0)->xoff_warn), .nullable = true
	},
	{ 0 }
};

const struct row pg_text_rows[] = {
	{
		.label = "type", .type = ROW_BOOL, .offset = offsetof(struct pg, lossless),
		.size = sizeof(((struct pg *)0)->lossless), .words = pg_type_words
	},
	{
		.label = "min", .offset = offsetof(struct pg, min),
		.size = sizeof(((struct pg *)0)->min), .format = format_size
	},
	{
		.label = "alpha", .offset = offsetof(struct pg, alpha),
		.size = sizeof(((struct pg *)0)->alpha), .format = format_alpha, .zero = "off"
	},
	{
		.label = "xoff", .offset = offsetof(struct pg, xoff),
		.size = sizeof(((struct pg *)0)->xoff), .format = format_size
	},
	{
		.label = "xon", .offset = offsetof(struct pg, xon),
		.size = sizeof(((struct pg *)0)->xon), .format = format_size
	},
	{
		.label = "xon-offset", .offset = offsetof(struct pg, xon_offset),
		.size = sizeof(((struct pg *)0)->xon_offset), .format = format_size
	},
	{
		.label = "headroom", .words = headroom_mode_words, .text = pg_headroom,
		.color = pg_color
	},
	{
		.label = "needed", .offset = offsetof(struct pg, headroom_needed),
		.size = sizeof(((struct pg *)0)->headroom_needed), .format = format_size
	},
	{
		.label = "limit", .offset = offsetof(struct pg, limit),
		.size = sizeof(((struct pg *)0)->limit), .format = format_size
	},
	{
		.label = "pool", .type = ROW_NAME, .offset = offsetof(struct pg, pool),
		.size = sizeof(((struct pg *)0)->pool), .zero = "-"
	},
	{
		.label = "profile", .type = ROW_NAME, .offset = offsetof(struct pg, profile),
		.size = sizeof(((struct pg *)0)->profile), .zero = "-"
	},
	{ 0 }
};

const struct row pg_json_rows[] = {
	{
		.key = "lossless", .type = ROW_BOOL, .offset = offsetof(struct pg, lossless),
		.size = sizeof(((struct pg *)0)->lossless), .words = pg_type_words
	},
	{
		.key = "xoff", .offset = offsetof(struct pg, xoff),
		.size = sizeof(((struct pg *)0)->xoff)
	},
	{
		.key = "xon", .offset = offsetof(struct pg, xon),
		.size = sizeof(((struct pg *)0)->xon)
	},
	{
		.key = "headroom", .offset = offsetof(struct pg, headroom),
		.size = sizeof(((struct pg *)0)->headroom)
	},
	{
		.key = "headroom_auto", .type = ROW_BOOL, .value = pg_auto
	},
	{
		.key = "headroom_default", .type = ROW_IS,
		.offset = offsetof(struct pg, headroom_auto),
		.size = sizeof(((struct pg *)0)->headroom_auto), .none = PFC_HEADROOM_MODE_DEFAULT
	},
	{
		.key = "limit", .offset = offsetof(struct pg, limit),
		.size = sizeof(((struct pg *)0)->limit)
	},
	{
		.key = "min", .offset = offsetof(struct pg, min),
		.size = sizeof(((struct pg *)0)->min)
	},
	{
		.key = "alpha_64ths", .offset = offsetof(struct pg, alpha),
		.size = sizeof(((struct pg *)0)->alpha)
	},
	{
		.key = "xon_offset", .offset = offsetof(struct pg, xon_offset),
		.size = sizeof(((struct pg *)0)->xon_offset)
	},
	{
		.key = "pool", .type = ROW_NAME, .offset = offsetof(struct pg, pool),
		.size = sizeof(((struct pg *)0)->pool)
	},
	{
		.key = "profile", .type = ROW_NAME, .offset = offsetof(struct pg, profile),
		.size = sizeof(((struct pg *)0)->profile)
	},
	{
		.key = "headroom_needed", .offset = offsetof(struct pg, headroom_needed),
		.size = sizeof(((struct pg *)0)->headroom_needed)
	},
	{
		.key = "headroom_short", .type = ROW_BOOL, .value = pg_lacks
	},
	{ 0 }
};

const struct row profile_text_rows[] = {
	{
		.label = "min", .line = true, .offset = offsetof(struct pg, min),
		.size = sizeof(((struct pg *)0)->min), .format = format_size
	},
	{
		.label = "alpha", .offset = offsetof(struct pg, alpha),
		.size = sizeof(((struct pg *)0)->alpha), .format = format_alpha, .zero = "off"
	},
	{
		.label = "xoff", .offset = offsetof(struct pg, xoff),
		.size = sizeof(((struct pg *)0)->xoff), .format = format_size
	},
	{
		.label = "xon", .offset = offsetof(struct pg, xon),
		.size = sizeof(((struct pg *)0)->xon), .format = format_size
	},
	{
		.label = "xon-offset", .offset = offsetof(struct pg, xon_offset),
		.size = sizeof(((struct pg *)0)->xon_offset), .format = format_size
	},
	{
		.label = "headroom", .text = pg_headroom_mode
	},
	{
		.label = "limit", .offset = offsetof(struct pg, limit),
		.size = sizeof(((struct pg *)0)->limit), .format = format_size
	},
	{
		.label = "pool", .type = ROW_NAME, .offset = offsetof(struct pg, pool),
		.size = sizeof(((struct pg *)0)->pool), .zero = "-"
	},
	{ 0 }
};

const struct row profile_json_rows[] = {
	{
		.key = "xoff", .offset = offsetof(struct pg, xoff),
		.size = sizeof(((struct pg *)0)->xoff)
	},
	{
		.key = "xon", .offset = offsetof(struct pg, xon),
		.size = sizeof(((struct pg *)0)->xon)
	},
	{
		.key = "headroom", .offset = offsetof(struct pg, headroom),
		.size = sizeof(((struct pg *)0)->headroom)
	},
	{
		.key = "headroom_auto", .type = ROW_BOOL, .value = pg_auto
	},
	{
		.key = "headroom_default", .type = ROW_IS,
		.offset = offsetof(struct pg, headroom_auto),
		.size = sizeof(((struct pg *)0)->headroom_auto), .none = PFC_HEADROOM_MODE_DEFAULT
	},
	{
		.key = "limit", .offset = offsetof(struct pg, limit),
		.size = sizeof(((struct pg *)0)->limit)
	},
	{
		.key = "min", .offset = offsetof(struct pg, min),
		.size = sizeof(((struct pg *)0)->min)
	},
	{
		.key = "alpha_64ths", .offset = offsetof(struct pg, alpha),
		.size = sizeof(((struct pg *)0)->alpha)
	},
	{
		.key = "xon_offset", .offset = offsetof(struct pg, xon_offset),
		.size = sizeof(((struct pg *)0)->xon_offset)
	},
	{
		.key = "pool", .type = ROW_NAME, .offset = offsetof(struct pg, pool),
		.size = sizeof(((struct pg *)0)->pool)
	},
	{ 0 }
};

const struct row queue_text_rows[] = {
	{
		.label = "limit", .offset = offsetof(struct queue, limit),
		.size = sizeof(((struct queue *)0)->limit), .format = format_size, .zero = "none"
	},
	{
		.label = "alpha", .offset = offsetof(struct queue, alpha),
		.size = sizeof(((struct queue *)0)->alpha), .format = format_alpha, .zero = "off"
	},
	{
		.label = "ecn-kmin", .offset = offsetof(struct queue, ecn_kmin),
		.size = sizeof(((struct queue *)0)->ecn_kmin), .format = format_size
	},
	{
		.label = "ecn-kmax", .offset = offsetof(struct queue, ecn_kmax),
		.size = sizeof(((struct queue *)0)->ecn_kmax), .format = format_size, .zero = "off"
	},
	{
		.label = "ecn-pmax", .offset = offsetof(struct queue, ecn_pmax),
		.size = sizeof(((struct queue *)0)->ecn_pmax), .format = format_probability
	},
	{ 0 }
};

const struct row queue_json_rows[] = {
	{
		.key = "limit", .offset = offsetof(struct queue, limit),
		.size = sizeof(((struct queue *)0)->limit), .nullable = true
	},
	{
		.key = "alpha_64ths", .offset = offsetof(struct queue, alpha),
		.size = sizeof(((struct queue *)0)->alpha)
	},
	{
		.key = "ecn_kmin", .offset = offsetof(struct queue, ecn_kmin),
		.size = sizeof(((struct queue *)0)->ecn_kmin)
	},
	{
		.key = "ecn_kmax", .offset = offsetof(struct queue, ecn_kmax),
		.size = sizeof(((struct queue *)0)->ecn_kmax), .nullable = true
	},
	{
		.key = "ecn_pmax_millionths", .offset = offsetof(struct queue, ecn_pmax),
		.size = sizeof(((struct queue *)0)->ecn_pmax)
	},
	{ 0 }
};

const struct row tc_text_rows[] = {
	{
		.label = "tc-tsa", .offset = offsetof(struct tc, tsa),
		.size = sizeof(((struct tc *)0)->tsa), .words = tsa_words
	},
	{
		.label = "tc-bw", .text = tc_share
	},
	{
		.label = "tc-maxrate", .offset = offsetof(struct tc, rate),
		.size = sizeof(((struct tc *)0)->rate), .format = format_rate, .zero = "unlimited"
	},
	{
		.label = "priorities", .text = tc_prios
	},
	{ 0 }
};

const struct row tc_json_rows[] = {
	{
		.key = "tsa", .offset = offsetof(struct tc, tsa),
		.size = sizeof(((struct tc *)0)->tsa), .words = tsa_words
	},
	{
		.key = "bw_percent", .offset = offsetof(struct tc, bw),
		.size = sizeof(((struct tc *)0)->bw)
	},
	{
		.key = "maxrate_bits_per_second", .offset = offsetof(struct tc, rate),
		.size = sizeof(((struct tc *)0)->rate), .nullable = true
	},
	{ 0 }
};

const struct row watch_text_rows[] = {
	{
		.label = "state", .offset = offsetof(struct watch, state),
		.size = sizeof(((struct watch *)0)->state), .words = watchdog_state_words,
		.color = watch_color
	},
	{
		.label = "since", .offset = offsetof(struct watch, since),
		.size = sizeof(((struct watch *)0)->since), .format = format_since, .zero = "-"
	},
	{
		.label = "action", .offset = offsetof(struct watch, action),
		.size = sizeof(((struct watch *)0)->action), .words = watchdog_action_words,
		.none = NO_ACTION, .zero = "-"
	},
	{
		.label = "storms", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t),
		.format = format_number
	},
	{
		.label = "restored", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS_RESTORED),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t),
		.format = format_number
	},
	{
		.label = "dropped", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_DROPPED),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t),
		.format = format_number
	},
	{
		.label = "forwarded", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_FORWARDED),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t),
		.format = format_number
	},
	{
		.label = "last-dropped", .offset = offsetof(struct watch, dropped),
		.size = sizeof(((struct watch *)0)->dropped), .format = format_number
	},
	{
		.label = "last-forwarded", .offset = offsetof(struct watch, forwarded),
		.size = sizeof(((struct watch *)0)->forwarded), .format = format_number
	},
	{
		.label = "flags", .text = watch_flags
	},
	{ 0 }
};

const struct row watch_json_rows[] = {
	{
		.key = "state", .offset = offsetof(struct watch, state),
		.size = sizeof(((struct watch *)0)->state), .words = watchdog_state_words
	},
	{
		.key = "since_ns", .offset = offsetof(struct watch, since),
		.size = sizeof(((struct watch *)0)->since), .nullable = true
	},
	{
		.key = "action", .offset = offsetof(struct watch, action),
		.size = sizeof(((struct watch *)0)->action), .words = watchdog_action_words,
		.none = NO_ACTION, .nullable = true
	},
	{
		.key = "manual", .type = ROW_BOOL, .offset = offsetof(struct watch, manual),
		.size = sizeof(((struct watch *)0)->manual)
	},
	{
		.key = "injected", .type = ROW_BOOL, .offset = offsetof(struct watch, injected),
		.size = sizeof(((struct watch *)0)->injected)
	},
	{
		.key = "xoff_stopped", .type = ROW_BOOL,
		.offset = offsetof(struct watch, xoff_stopped),
		.size = sizeof(((struct watch *)0)->xoff_stopped)
	},
	{
		.key = "storms", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t)
	},
	{
		.key = "storms_restored", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS_RESTORED),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t)
	},
	{
		.key = "storm_dropped", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_DROPPED),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t)
	},
	{
		.key = "storm_forwarded", .offset = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_FORWARDED),
		.stride = sizeof(uint64_t[COUNTER_SLOTS]), .size = sizeof(uint64_t)
	},
	{
		.key = "last_dropped", .offset = offsetof(struct watch, dropped),
		.size = sizeof(((struct watch *)0)->dropped)
	},
	{
		.key = "last_forwarded", .offset = offsetof(struct watch, forwarded),
		.size = sizeof(((struct watch *)0)->forwarded)
	},
	{ 0 }
};
