// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "rows.h"

static const struct row port_tx_pfc_counter = { .key = "tx_pfc",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_PFC), .label = "tx-pfc", .format = format_number,
	.raw = true };
static const struct row port_tx_pfc_failed_counter = { .key = "tx_pfc_failed",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_PFC_FAILED), .label = "tx-pfc-failed",
	.format = format_number, .raw = true };
static const struct row port_rx_pfc_counter = { .key = "rx_pfc",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_RX_PFC), .label = "rx-pfc", .format = format_number,
	.raw = true };
static const struct row port_rx_reserved_counter = { .key = "rx_reserved",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_RX_RESERVED), .label = "rx-reserved",
	.format = format_number, .raw = true };
static const struct row port_rx_pause_counter = { .key = "rx_pause",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_RX_PAUSE), .label = "rx-pause",
	.format = format_number, .raw = true };
static const struct row port_tx_pause_counter = { .key = "tx_pause",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_PAUSE), .label = "tx-pause",
	.format = format_number, .raw = true };
static const struct row port_rx_bad_address_counter = { .key = "rx_bad_address",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_RX_BAD_ADDRESS), .label = "rx-bad-address",
	.format = format_number, .raw = true };
static const struct row port_rx_bad_length_counter = { .key = "rx_bad_length",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_RX_BAD_LENGTH), .label = "rx-bad-length",
	.format = format_number, .raw = true };
static const struct row port_rx_bad_opcode_counter = { .key = "rx_bad_opcode",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_RX_BAD_OPCODE), .label = "rx-bad-opcode",
	.format = format_number, .raw = true };
static const struct row port_rx_bad_tagged_counter = { .key = "rx_bad_tagged",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_RX_BAD_TAGGED), .label = "rx-bad-tagged",
	.format = format_number, .raw = true };
static const struct row port_tx_stale_counter = { .key = "tx_stale",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_STALE), .label = "tx-stale",
	.format = format_number, .raw = true };
static const struct row port_tx_drop_segment_counter = { .key = "tx_drop_segment",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_DROP_SEGMENT), .label = "tx-drop-segment",
	.format = format_number, .raw = true };
static const struct row port_tx_drop_control_counter = { .key = "tx_drop_control",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_DROP_CONTROL), .label = "tx-drop-control",
	.format = format_number, .raw = true };
static const struct row port_tx_drop_delay_counter = { .key = "tx_drop_delay",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_DROP_DELAY), .label = "tx-drop-delay",
	.format = format_number, .raw = true };
static const struct row port_tx_bypass_counter = { .key = "tx_bypass",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_BYPASS), .label = "tx-bypass",
	.format = format_number, .raw = true };
static const struct row port_tx_bypass_bytes_counter = { .key = "tx_bypass_bytes",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_BYPASS_BYTES), .label = "tx-bypass-bytes",
	.format = format_number, .raw = true };
static const struct row port_tx_bounced_counter = { .key = "tx_bounced",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_TX_BOUNCED), .label = "tx-bounced",
	.format = format_number, .raw = true };
static const struct row port_events_lost_counter = { .key = "events_lost",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_EVENTS_LOST), .label = "events-lost",
	.format = format_number, .raw = true };
static const struct row port_cleared_counter = { .key = "cleared_ns",
	.at = COUNTER_AT(PORT, PFC_PORT_STAT_CLEARED), .format = format_time, .raw = true };

const struct counter port_counters[] = {
	{ PFC_PORT_STAT_TX_PFC, "tx_pfc", 0,
	  &port_tx_pfc_counter },
	{ PFC_PORT_STAT_TX_PFC_FAILED, "tx_pfc_failed", 0,
	  &port_tx_pfc_failed_counter },
	{ PFC_PORT_STAT_RX_PFC, "rx_pfc", 0,
	  &port_rx_pfc_counter },
	{ PFC_PORT_STAT_RX_RESERVED, "rx_reserved", 0,
	  &port_rx_reserved_counter },
	{ PFC_PORT_STAT_RX_PAUSE, "rx_pause", 0,
	  &port_rx_pause_counter },
	{ PFC_PORT_STAT_TX_PAUSE, "tx_pause", 0,
	  &port_tx_pause_counter },
	{ PFC_PORT_STAT_RX_BAD_ADDRESS, "rx_bad_address", 0,
	  &port_rx_bad_address_counter },
	{ PFC_PORT_STAT_RX_BAD_LENGTH, "rx_bad_length", 0,
	  &port_rx_bad_length_counter },
	{ PFC_PORT_STAT_RX_BAD_OPCODE, "rx_bad_opcode", 0,
	  &port_rx_bad_opcode_counter },
	{ PFC_PORT_STAT_RX_BAD_TAGGED, "rx_bad_tagged", 0,
	  &port_rx_bad_tagged_counter },
	{ PFC_PORT_STAT_TX_STALE, "tx_stale", 0,
	  &port_tx_stale_counter },
	{ PFC_PORT_STAT_TX_DROP_SEGMENT, "tx_drop_segment", 0,
	  &port_tx_drop_segment_counter },
	{ PFC_PORT_STAT_TX_DROP_CONTROL, "tx_drop_control", 0,
	  &port_tx_drop_control_counter },
	{ PFC_PORT_STAT_TX_DROP_DELAY, "tx_drop_delay", 0,
	  &port_tx_drop_delay_counter },
	{ PFC_PORT_STAT_TX_BYPASS, "tx_bypass", 0,
	  &port_tx_bypass_counter },
	{ PFC_PORT_STAT_TX_BYPASS_BYTES, "tx_bypass_bytes", 0,
	  &port_tx_bypass_bytes_counter },
	{ PFC_PORT_STAT_TX_BOUNCED, "tx_bounced", 0,
	  &port_tx_bounced_counter },
	{ PFC_PORT_STAT_EVENTS_LOST, "events_lost", 0,
	  &port_events_lost_counter },
	{ PFC_PORT_STAT_CLEARED, "cleared_ns", 0,
	  &port_cleared_counter },
	{ 0 }
};

static const struct row pg_rx_packets_counter = { .key = "rx_packets",
	.at = COUNTER_AT(PG, PFC_PG_STAT_RX_PACKETS), .label = "rx-packets",
	.format = format_number, .raw = true };
static const struct row pg_rx_bytes_counter = { .key = "rx_bytes",
	.at = COUNTER_AT(PG, PFC_PG_STAT_RX_BYTES), .label = "rx-bytes", .format = format_number,
	.raw = true };
static const struct row pg_occupancy_counter = { .key = "occupancy",
	.at = COUNTER_AT(PG, PFC_PG_STAT_OCCUPANCY), .label = "occupancy",
	.format = format_scaled_size, .raw = true };
static const struct row pg_guaranteed_counter = { .key = "guaranteed",
	.at = COUNTER_AT(PG, PFC_PG_STAT_GUARANTEED), .label = "guaranteed",
	.format = format_scaled_size, .raw = true };
static const struct row pg_shared_counter = { .key = "shared",
	.at = COUNTER_AT(PG, PFC_PG_STAT_SHARED), .label = "shared", .format = format_scaled_size,
	.raw = true };
static const struct row pg_headroom_counter = { .key = "headroom",
	.at = COUNTER_AT(PG, PFC_PG_STAT_HEADROOM), .label = "headroom",
	.format = format_scaled_size, .raw = true };
static const struct row pg_threshold_counter = { .key = "threshold",
	.at = COUNTER_AT(PG, PFC_PG_STAT_THRESHOLD), .label = "threshold",
	.format = format_scaled_size, .raw = true };
static const struct row pg_peak_counter = { .key = "peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_PEAK), .label = "peak", .format = format_scaled_size,
	.raw = true };
static const struct row pg_lifetime_peak_counter = { .key = "lifetime_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_LIFETIME_PEAK), .format = format_scaled_size, .raw = true
	};
static const struct row pg_shared_peak_counter = { .key = "shared_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_SHARED_PEAK), .format = format_scaled_size, .raw = true };
static const struct row pg_shared_lifetime_peak_counter = { .key = "shared_lifetime_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_SHARED_LIFETIME_PEAK), .format = format_scaled_size,
	.raw = true };
static const struct row pg_headroom_peak_counter = { .key = "headroom_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_HEADROOM_PEAK), .format = format_scaled_size, .raw = true
	};
static const struct row pg_headroom_lifetime_peak_counter = {
	.key = "headroom_lifetime_peak", .at = COUNTER_AT(PG, PFC_PG_STAT_HEADROOM_LIFETIME_PEAK),
	.format = format_scaled_size, .raw = true };
static const struct row pg_peak_cleared_counter = { .key = "peak_cleared_ns",
	.at = COUNTER_AT(PG, PFC_PG_STAT_PEAK_CLEARED), .format = format_time, .raw = true };
static const struct row pg_xoff_counter = { .key = "xoff",
	.at = COUNTER_AT(PG, PFC_PG_STAT_XOFF), .label = "xoff", .format = format_number,
	.raw = true };
static const struct row pg_drop_limit_counter = { .key = "drop_limit",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_LIMIT), .label = "drop-limit",
	.format = format_number, .raw = true };
static const struct row pg_drop_pool_counter = { .key = "drop_pool",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_POOL), .label = "drop-pool", .format = format_number,
	.raw = true };
static const struct row pg_drop_headroom_counter = { .key = "drop_headroom",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_HEADROOM), .label = "drop-headroom",
	.format = format_number, .raw = true, .color = loss_color };
static const struct row pg_drop_flush_counter = { .key = "drop_flush",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_FLUSH), .label = "drop-flush",
	.format = format_number, .raw = true };
static const struct row pg_drop_rest_counter = { .key = "drop_rest",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_REST), .label = "drop-rest", .format = format_number,
	.raw = true };
static const struct row pg_drop_egress_counter = { .key = "drop_egress",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_EGRESS), .label = "drop-egress",
	.format = format_number, .raw = true };
static const struct row pg_drop_early_counter = { .key = "drop_early",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_EARLY), .label = "drop-early",
	.format = format_number, .raw = true };
static const struct row pg_drop_flood_counter = { .key = "drop_flood",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_FLOOD), .label = "drop-flood",
	.format = format_number, .raw = true };
static const struct row pg_drop_watchdog_counter = { .key = "drop_watchdog",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_WATCHDOG), .label = "drop-watchdog",
	.format = format_number, .raw = true };
static const struct row pg_drop_memory_counter = { .key = "drop_memory",
	.at = COUNTER_AT(PG, PFC_PG_STAT_DROP_MEMORY), .label = "drop-memory",
	.format = format_number, .raw = true };

const struct counter pg_counters[] = {
	{ PFC_PG_STAT_RX_PACKETS, "rx_packets", 0,
	  &pg_rx_packets_counter },
	{ PFC_PG_STAT_RX_BYTES, "rx_bytes", 0,
	  &pg_rx_bytes_counter },
	{ PFC_PG_STAT_OCCUPANCY, "occupancy", 0,
	  &pg_occupancy_counter },
	{ PFC_PG_STAT_GUARANTEED, "guaranteed", 0,
	  &pg_guaranteed_counter },
	{ PFC_PG_STAT_SHARED, "shared", 0,
	  &pg_shared_counter },
	{ PFC_PG_STAT_HEADROOM, "headroom", 0,
	  &pg_headroom_counter },
	{ PFC_PG_STAT_THRESHOLD, "threshold", 0,
	  &pg_threshold_counter },
	{ PFC_PG_STAT_PEAK, "peak", 0,
	  &pg_peak_counter },
	{ PFC_PG_STAT_LIFETIME_PEAK, "lifetime_peak", 0,
	  &pg_lifetime_peak_counter },
	{ PFC_PG_STAT_SHARED_PEAK, "shared_peak", 0,
	  &pg_shared_peak_counter },
	{ PFC_PG_STAT_SHARED_LIFETIME_PEAK, "shared_lifetime_peak", 0,
	  &pg_shared_lifetime_peak_counter },
	{ PFC_PG_STAT_HEADROOM_PEAK, "headroom_peak", 0,
	  &pg_headroom_peak_counter },
	{ PFC_PG_STAT_HEADROOM_LIFETIME_PEAK, "headroom_lifetime_peak", 0,
	  &pg_headroom_lifetime_peak_counter },
	{ PFC_PG_STAT_PEAK_CLEARED, "peak_cleared_ns", 0,
	  &pg_peak_cleared_counter },
	{ PFC_PG_STAT_XOFF, "xoff", 0,
	  &pg_xoff_counter },
	{ PFC_PG_STAT_DROP_LIMIT, "drop_limit", 1,
	  &pg_drop_limit_counter },
	{ PFC_PG_STAT_DROP_POOL, "drop_pool", 1,
	  &pg_drop_pool_counter },
	{ PFC_PG_STAT_DROP_HEADROOM, "drop_headroom", 1,
	  &pg_drop_headroom_counter },
	{ PFC_PG_STAT_DROP_FLUSH, "drop_flush", 1,
	  &pg_drop_flush_counter },
	{ PFC_PG_STAT_DROP_REST, "drop_rest", 1,
	  &pg_drop_rest_counter },
	{ PFC_PG_STAT_DROP_EGRESS, "drop_egress", 1,
	  &pg_drop_egress_counter },
	{ PFC_PG_STAT_DROP_EARLY, "drop_early", 1,
	  &pg_drop_early_counter },
	{ PFC_PG_STAT_DROP_FLOOD, "drop_flood", 2,
	  &pg_drop_flood_counter },
	{ PFC_PG_STAT_DROP_WATCHDOG, "drop_watchdog", 2,
	  &pg_drop_watchdog_counter },
	{ PFC_PG_STAT_DROP_MEMORY, "drop_memory", 2,
	  &pg_drop_memory_counter },
	{ 0 }
};

static const struct row prio_tx_xoff_counter = { .key = "tx_xoff",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_TX_XOFF), .label = "tx-xoff", .format = format_number,
	.raw = true };
static const struct row prio_tx_xon_counter = { .key = "tx_xon",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_TX_XON), .label = "tx-xon", .format = format_number,
	.raw = true };
static const struct row prio_tx_pause_time_counter = { .key = "tx_pause_time_ns",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_TX_PAUSE_TIME), .label = "tx-pause-time",
	.format = format_time, .raw = true };
static const struct row prio_tx_paused_counter = { .key = "tx_paused",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_TX_PAUSED), .label = "tx-paused", .type = ROW_BOOL };
static const struct row prio_rx_xoff_counter = { .key = "rx_xoff",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_RX_XOFF), .label = "rx-xoff", .format = format_number,
	.raw = true };
static const struct row prio_rx_xon_counter = { .key = "rx_xon",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_RX_XON), .label = "rx-xon", .format = format_number,
	.raw = true };
static const struct row prio_rx_pause_time_counter = { .key = "rx_pause_time_ns",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_RX_PAUSE_TIME), .label = "rx-pause-time",
	.format = format_time, .raw = true };
static const struct row prio_rx_paused_counter = { .key = "rx_paused",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_RX_PAUSED), .label = "rx-paused", .type = ROW_BOOL };
static const struct row prio_storms_counter = { .key = "storms",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS), .label = "storms", .format = format_number,
	.raw = true };
static const struct row prio_storms_restored_counter = { .key = "storms_restored",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORMS_RESTORED), .label = "storms-restored",
	.format = format_number, .raw = true };
static const struct row prio_storm_dropped_counter = { .key = "storm_dropped",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_DROPPED), .label = "storm-dropped",
	.format = format_number, .raw = true };
static const struct row prio_storm_forwarded_counter = { .key = "storm_forwarded",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_STORM_FORWARDED), .label = "storm-forwarded",
	.format = format_number, .raw = true };
static const struct row prio_pfc_disabled_counter = { .key = "pfc_disabled",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_PFC_DISABLED), .label = "pfc-disabled",
	.format = format_number, .raw = true };
static const struct row prio_paused_long_counter = { .key = "paused_long",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_PAUSED_LONG), .label = "paused-long",
	.format = format_number, .raw = true };
static const struct row prio_xoff_timeouts_counter = { .key = "xoff_timeouts",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_XOFF_TIMEOUTS), .label = "xoff-timeouts",
	.format = format_number, .raw = true };
static const struct row prio_rx_warnings_counter = { .key = "rx_warnings",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_RX_WARNINGS), .label = "rx-warnings",
	.format = format_number, .raw = true };
static const struct row prio_tx_warnings_counter = { .key = "tx_warnings",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_TX_WARNINGS), .label = "tx-warnings",
	.format = format_number, .raw = true };
static const struct row prio_rx_expired_counter = { .key = "rx_expired",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_RX_EXPIRED), .label = "rx-expired",
	.format = format_number, .raw = true };
static const struct row prio_tx_late_counter = { .key = "tx_late",
	.at = COUNTER_AT(PRIO, PFC_PRIO_STAT_TX_LATE), .label = "tx-late", .format = format_number,
	.raw = true };

const struct counter prio_counters[] = {
	{ PFC_PRIO_STAT_TX_XOFF, "tx_xoff", 0,
	  &prio_tx_xoff_counter },
	{ PFC_PRIO_STAT_TX_XON, "tx_xon", 0,
	  &prio_tx_xon_counter },
	{ PFC_PRIO_STAT_TX_PAUSE_TIME, "tx_pause_time_ns", 0,
	  &prio_tx_pause_time_counter },
	{ PFC_PRIO_STAT_TX_PAUSED, "tx_paused", 0,
	  &prio_tx_paused_counter },
	{ PFC_PRIO_STAT_RX_XOFF, "rx_xoff", 0,
	  &prio_rx_xoff_counter },
	{ PFC_PRIO_STAT_RX_XON, "rx_xon", 0,
	  &prio_rx_xon_counter },
	{ PFC_PRIO_STAT_RX_PAUSE_TIME, "rx_pause_time_ns", 0,
	  &prio_rx_pause_time_counter },
	{ PFC_PRIO_STAT_RX_PAUSED, "rx_paused", 0,
	  &prio_rx_paused_counter },
	{ PFC_PRIO_STAT_STORMS, "storms", 1,
	  &prio_storms_counter },
	{ PFC_PRIO_STAT_STORMS_RESTORED, "storms_restored", 1,
	  &prio_storms_restored_counter },
	{ PFC_PRIO_STAT_STORM_DROPPED, "storm_dropped", 1,
	  &prio_storm_dropped_counter },
	{ PFC_PRIO_STAT_STORM_FORWARDED, "storm_forwarded", 1,
	  &prio_storm_forwarded_counter },
	{ PFC_PRIO_STAT_PFC_DISABLED, "pfc_disabled", 1,
	  &prio_pfc_disabled_counter },
	{ PFC_PRIO_STAT_PAUSED_LONG, "paused_long", 2,
	  &prio_paused_long_counter },
	{ PFC_PRIO_STAT_XOFF_TIMEOUTS, "xoff_timeouts", 2,
	  &prio_xoff_timeouts_counter },
	{ PFC_PRIO_STAT_RX_WARNINGS, "rx_warnings", 2,
	  &prio_rx_warnings_counter },
	{ PFC_PRIO_STAT_TX_WARNINGS, "tx_warnings", 2,
	  &prio_tx_warnings_counter },
	{ PFC_PRIO_STAT_RX_EXPIRED, "rx_expired", 2,
	  &prio_rx_expired_counter },
	{ PFC_PRIO_STAT_TX_LATE, "tx_late", 2,
	  &prio_tx_late_counter },
	{ 0 }
};

static const struct row queue_tx_packets_counter = { .key = "tx_packets",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_TX_PACKETS), .label = "tx-packets",
	.format = format_number, .raw = true };
static const struct row queue_tx_bytes_counter = { .key = "tx_bytes",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_TX_BYTES), .label = "tx-bytes",
	.format = format_number, .raw = true };
static const struct row queue_backlog_packets_counter = { .key = "backlog_packets",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_BACKLOG_PACKETS), .label = "backlog",
	.format = format_number, .raw = true };
static const struct row queue_backlog_bytes_counter = { .key = "backlog_bytes",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_BACKLOG_BYTES), .label = "backlog-size",
	.format = format_scaled_size, .raw = true };
static const struct row queue_local_bytes_counter = { .key = "local_bytes",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_LOCAL_BYTES), .label = "local-size",
	.format = format_scaled_size, .raw = true };
static const struct row queue_marked_counter = { .key = "marked",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_MARKED), .label = "marked", .format = format_number,
	.raw = true };
static const struct row queue_drop_local_counter = { .key = "drop_local",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_DROP_LOCAL), .label = "drop-local",
	.format = format_number, .raw = true };
static const struct row queue_drop_flush_counter = { .key = "drop_flush",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_DROP_FLUSH), .label = "drop-flush",
	.format = format_number, .raw = true };
static const struct row queue_drop_egress_counter = { .key = "drop_egress",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_DROP_EGRESS), .label = "drop-egress",
	.format = format_number, .raw = true };
static const struct row queue_drop_early_counter = { .key = "drop_early",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_DROP_EARLY), .label = "drop-early",
	.format = format_number, .raw = true };
static const struct row queue_drop_watchdog_counter = { .key = "drop_watchdog",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_DROP_WATCHDOG), .label = "drop-watchdog",
	.format = format_number, .raw = true };
static const struct row queue_drop_memory_counter = { .key = "drop_memory",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_DROP_MEMORY), .label = "drop-memory",
	.format = format_number, .raw = true };
static const struct row queue_peak_counter = { .key = "peak",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_PEAK), .label = "peak",
	.format = format_scaled_size, .raw = true };
static const struct row queue_lifetime_peak_counter = { .key = "lifetime_peak",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_LIFETIME_PEAK), .format = format_scaled_size,
	.raw = true };
static const struct row queue_peak_cleared_counter = { .key = "peak_cleared_ns",
	.at = COUNTER_AT(QUEUE, PFC_QUEUE_STAT_PEAK_CLEARED), .format = format_time, .raw = true };

const struct counter queue_counters[] = {
	{ PFC_QUEUE_STAT_TX_PACKETS, "tx_packets", 0,
	  &queue_tx_packets_counter },
	{ PFC_QUEUE_STAT_TX_BYTES, "tx_bytes", 0,
	  &queue_tx_bytes_counter },
	{ PFC_QUEUE_STAT_BACKLOG_PACKETS, "backlog_packets", 0,
	  &queue_backlog_packets_counter },
	{ PFC_QUEUE_STAT_BACKLOG_BYTES, "backlog_bytes", 0,
	  &queue_backlog_bytes_counter },
	{ PFC_QUEUE_STAT_LOCAL_BYTES, "local_bytes", 0,
	  &queue_local_bytes_counter },
	{ PFC_QUEUE_STAT_MARKED, "marked", 0,
	  &queue_marked_counter },
	{ PFC_QUEUE_STAT_DROP_LOCAL, "drop_local", 1,
	  &queue_drop_local_counter },
	{ PFC_QUEUE_STAT_DROP_FLUSH, "drop_flush", 1,
	  &queue_drop_flush_counter },
	{ PFC_QUEUE_STAT_DROP_EGRESS, "drop_egress", 1,
	  &queue_drop_egress_counter },
	{ PFC_QUEUE_STAT_DROP_EARLY, "drop_early", 1,
	  &queue_drop_early_counter },
	{ PFC_QUEUE_STAT_DROP_WATCHDOG, "drop_watchdog", 1,
	  &queue_drop_watchdog_counter },
	{ PFC_QUEUE_STAT_DROP_MEMORY, "drop_memory", 1,
	  &queue_drop_memory_counter },
	{ PFC_QUEUE_STAT_PEAK, "peak", 0,
	  &queue_peak_counter },
	{ PFC_QUEUE_STAT_LIFETIME_PEAK, "lifetime_peak", 0,
	  &queue_lifetime_peak_counter },
	{ PFC_QUEUE_STAT_PEAK_CLEARED, "peak_cleared_ns", 0,
	  &queue_peak_cleared_counter },
	{ 0 }
};
