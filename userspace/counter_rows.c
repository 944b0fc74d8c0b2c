// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "print.h"

const struct counter port_counters[] = {
	{ PFC_PORT_STAT_TX_PFC, "tx_pfc", "tx-pfc", format_number, 0 },
	{ PFC_PORT_STAT_TX_PFC_FAILED, "tx_pfc_failed", "tx-pfc-failed", format_number, 0 },
	{ PFC_PORT_STAT_RX_PFC, "rx_pfc", "rx-pfc", format_number, 0 },
	{ PFC_PORT_STAT_RX_RESERVED, "rx_reserved", "rx-reserved", format_number, 0 },
	{ PFC_PORT_STAT_RX_PAUSE, "rx_pause", "rx-pause", format_number, 0 },
	{ PFC_PORT_STAT_TX_PAUSE, "tx_pause", "tx-pause", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_ADDRESS, "rx_bad_address", "rx-bad-address", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_LENGTH, "rx_bad_length", "rx-bad-length", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_OPCODE, "rx_bad_opcode", "rx-bad-opcode", format_number, 0 },
	{ PFC_PORT_STAT_RX_BAD_TAGGED, "rx_bad_tagged", "rx-bad-tagged", format_number, 0 },
	{ PFC_PORT_STAT_TX_STALE, "tx_stale", "tx-stale", format_number, 0 },
	{ PFC_PORT_STAT_TX_DROP_SEGMENT, "tx_drop_segment", "tx-drop-segment", format_number, 0 },
	{ PFC_PORT_STAT_TX_DROP_CONTROL, "tx_drop_control", "tx-drop-control", format_number, 0 },
	{ PFC_PORT_STAT_TX_DROP_DELAY, "tx_drop_delay", "tx-drop-delay", format_number, 0 },
	{ PFC_PORT_STAT_TX_BYPASS, "tx_bypass", "tx-bypass", format_number, 0 },
	{ PFC_PORT_STAT_TX_BYPASS_BYTES, "tx_bypass_bytes", "tx-bypass-bytes", format_number, 0 },
	{ PFC_PORT_STAT_TX_BOUNCED, "tx_bounced", "tx-bounced", format_number, 0 },
	{ PFC_PORT_STAT_EVENTS_LOST, "events_lost", "events-lost", format_number, 0 },
	{ PFC_PORT_STAT_CLEARED, "cleared_ns", NULL, format_time, 0 },
	{ 0 }
};

const struct counter pg_counters[] = {
	{ PFC_PG_STAT_RX_PACKETS, "rx_packets", "rx-packets", format_number, 0 },
	{ PFC_PG_STAT_RX_BYTES, "rx_bytes", "rx-bytes", format_number, 0 },
	{ PFC_PG_STAT_OCCUPANCY, "occupancy", "occupancy", format_size, 0 },
	{ PFC_PG_STAT_GUARANTEED, "guaranteed", "guaranteed", format_size, 0 },
	{ PFC_PG_STAT_SHARED, "shared", "shared", format_size, 0 },
	{ PFC_PG_STAT_HEADROOM, "headroom", "headroom", format_size, 0 },
	{ PFC_PG_STAT_THRESHOLD, "threshold", "threshold", format_size, 0 },
	{ PFC_PG_STAT_PEAK, "peak", "peak", format_size, 0 },
	{ PFC_PG_STAT_LIFETIME_PEAK, "lifetime_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_SHARED_PEAK, "shared_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_SHARED_LIFETIME_PEAK, "shared_lifetime_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_HEADROOM_PEAK, "headroom_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_HEADROOM_LIFETIME_PEAK, "headroom_lifetime_peak", NULL, format_size, 0 },
	{ PFC_PG_STAT_PEAK_CLEARED, "peak_cleared_ns", NULL, format_time, 0 },
	{ PFC_PG_STAT_XOFF, "xoff", "xoff", format_number, 0 },
	{ PFC_PG_STAT_DROP_LIMIT, "drop_limit", "drop-limit", format_number, 1 },
	{ PFC_PG_STAT_DROP_POOL, "drop_pool", "drop-pool", format_number, 1 },
	{ PFC_PG_STAT_DROP_HEADROOM, "drop_headroom", "drop-headroom", format_number, 1 },
	{ PFC_PG_STAT_DROP_FLUSH, "drop_flush", "drop-flush", format_number, 1 },
	{ PFC_PG_STAT_DROP_REST, "drop_rest", "drop-rest", format_number, 1 },
	{ PFC_PG_STAT_DROP_EGRESS, "drop_egress", "drop-egress", format_number, 1 },
	{ PFC_PG_STAT_DROP_EARLY, "drop_early", "drop-early", format_number, 1 },
	{ PFC_PG_STAT_DROP_FLOOD, "drop_flood", "drop-flood", format_number, 2 },
	{ PFC_PG_STAT_DROP_WATCHDOG, "drop_watchdog", "drop-watchdog", format_number, 2 },
	{ PFC_PG_STAT_DROP_MEMORY, "drop_memory", "drop-memory", format_number, 2 },
	{ 0 }
};

const struct counter prio_counters[] = {
	{ PFC_PRIO_STAT_TX_XOFF, "tx_xoff", "tx-xoff", format_number, 0 },
	{ PFC_PRIO_STAT_TX_XON, "tx_xon", "tx-xon", format_number, 0 },
	{ PFC_PRIO_STAT_TX_PAUSE_TIME, "tx_pause_time_ns", "tx-pause-time", format_time, 0 },
	{ PFC_PRIO_STAT_TX_PAUSED, "tx_paused", "tx-paused", NULL, 0 },
	{ PFC_PRIO_STAT_RX_XOFF, "rx_xoff", "rx-xoff", format_number, 0 },
	{ PFC_PRIO_STAT_RX_XON, "rx_xon", "rx-xon", format_number, 0 },
	{ PFC_PRIO_STAT_RX_PAUSE_TIME, "rx_pause_time_ns", "rx-pause-time", format_time, 0 },
	{ PFC_PRIO_STAT_RX_PAUSED, "rx_paused", "rx-paused", NULL, 0 },
	{ PFC_PRIO_STAT_STORMS, "storms", "storms", format_number, 1 },
	{ PFC_PRIO_STAT_STORMS_RESTORED, "storms_restored", "storms-restored", format_number, 1 },
	{ PFC_PRIO_STAT_STORM_DROPPED, "storm_dropped", "storm-dropped", format_number, 1 },
	{ PFC_PRIO_STAT_STORM_FORWARDED, "storm_forwarded", "storm-forwarded", format_number, 1 },
	{ PFC_PRIO_STAT_PFC_DISABLED, "pfc_disabled", "pfc-disabled", format_number, 1 },
	{ PFC_PRIO_STAT_PAUSED_LONG, "paused_long", "paused-long", format_number, 2 },
	{ PFC_PRIO_STAT_XOFF_TIMEOUTS, "xoff_timeouts", "xoff-timeouts", format_number, 2 },
	{ PFC_PRIO_STAT_RX_WARNINGS, "rx_warnings", "rx-warnings", format_number, 2 },
	{ PFC_PRIO_STAT_TX_WARNINGS, "tx_warnings", "tx-warnings", format_number, 2 },
	{ PFC_PRIO_STAT_RX_EXPIRED, "rx_expired", "rx-expired", format_number, 2 },
	{ PFC_PRIO_STAT_TX_LATE, "tx_late", "tx-late", format_number, 2 },
	{ 0 }
};

const struct counter queue_counters[] = {
	{ PFC_QUEUE_STAT_TX_PACKETS, "tx_packets", "tx-packets", format_number, 0 },
	{ PFC_QUEUE_STAT_TX_BYTES, "tx_bytes", "tx-bytes", format_number, 0 },
	{ PFC_QUEUE_STAT_BACKLOG_PACKETS, "backlog_packets", "backlog", format_number, 0 },
	{ PFC_QUEUE_STAT_BACKLOG_BYTES, "backlog_bytes", "backlog-size", format_size, 0 },
	{ PFC_QUEUE_STAT_LOCAL_BYTES, "local_bytes", "local-size", format_size, 0 },
	{ PFC_QUEUE_STAT_MARKED, "marked", "marked", format_number, 0 },
	{ PFC_QUEUE_STAT_DROP_LOCAL, "drop_local", "drop-local", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_FLUSH, "drop_flush", "drop-flush", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_EGRESS, "drop_egress", "drop-egress", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_EARLY, "drop_early", "drop-early", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_WATCHDOG, "drop_watchdog", "drop-watchdog", format_number, 1 },
	{ PFC_QUEUE_STAT_DROP_MEMORY, "drop_memory", "drop-memory", format_number, 1 },
	{ PFC_QUEUE_STAT_PEAK, "peak", "peak", format_size, 0 },
	{ PFC_QUEUE_STAT_LIFETIME_PEAK, "lifetime_peak", NULL, format_size, 0 },
	{ PFC_QUEUE_STAT_PEAK_CLEARED, "peak_cleared_ns", NULL, format_time, 0 },
	{ 0 }
};
