// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "metrics.h"

const struct metric port_metrics[] = {
	{ "rate_bytes_per_second", BITS, { .at = MEMBER_AT(port, rate) },
	  "egress rate; 0: unlimited" },
	{ "speed_bytes_per_second", MEGABITS, { .at = MEMBER_AT(port, speed) },
	  "speed of the link" },
	{ "pause_quanta", 1, { .at = MEMBER_AT(port, pause_time) },
	  "pause time in the XOFF sent" },
	{ "local_queue_limit_bytes", 1, { .at = MEMBER_AT(port, queue_limit) },
	  "limit of each queue for packets of this host" },
	{ "delay_seconds", NS, { .at = MEMBER_AT(port, delay) },
	  "simulated propagation delay" },
	{ "cable_delay_seconds", NS, { .at = MEMBER_AT(port, cable_delay) },
	  "propagation delay of the cable" },
	{ "memory_used_bytes", 1, { .at = MEMBER_AT(port, memory_used) },
	  "kernel memory of the frames that the port holds" },
	{ "memory_port_bytes", 1, { .at = MEMBER_AT(port, memory_port) },
	  "kernel memory of the state of the port" },
	{ "watchdog_detection_seconds", NS, { .at = MEMBER_AT(port, detection_time) },
	  "time after which a stuck queue is a storm" },
	{ "xoff_timeout_seconds", NS, { .at = MEMBER_AT(port, xoff_timeout) },
	  "time without progress after which the port stops sending XOFF; 0: off" },
	{ 0 }
};

const struct metric prio_metrics[] = {
	{ "pfc_tx", 1, { .at = ENTRY_AT(prio_pfc_tx) },
	  "1 if the port sends XOFF" },
	{ "pfc_rx", 1, { .at = ENTRY_AT(prio_pfc_rx) },
	  "1 if the port obeys XOFF" },
	{ "watchdog", 1, { .at = ENTRY_AT(prio_watchdog) },
	  "1 if the watchdog is on" },
	{ 0 }
};

const struct metric pg_metrics[] = {
	{ "lossless", 1, { .at = MEMBER_AT(pg, lossless) },
	  "1 if the PG is lossless" },
	{ "xoff_threshold_bytes", 1, { .at = MEMBER_AT(pg, xoff) },
	  "bytes of the shared part above which a lossless PG sends XOFF" },
	{ "xon_threshold_bytes", 1, { .at = MEMBER_AT(pg, xon) },
	  "occupancy at which a lossless PG sends XON" },
	{ "alpha_ratio", ALPHA, { .at = MEMBER_AT(pg, alpha) },
	  "factor of the dynamic threshold; 0: off" },
	{ "limit_bytes", 1, { .at = MEMBER_AT(pg, limit) },
	  "bytes of the shared part above which a lossy PG drops packets" },
	{ "guarantee_bytes", 1, { .at = MEMBER_AT(pg, min) },
	  "bytes reserved for the PG" },
	{ "headroom_size_bytes", 1, { .at = MEMBER_AT(pg, headroom) },
	  "headroom that the PG has" },
	{ "headroom_needed_bytes", 1, { .at = MEMBER_AT(pg, headroom_needed) },
	  "headroom that the link needs" },
	{ 0 }
};

const struct metric queue_metrics[] = {
	{ "limit_bytes", 1, { .at = MEMBER_AT(queue, limit) },
	  "length above which lossy packets are dropped; 0: unlimited" },
	{ "ecn_kmin_bytes", 1, { .at = MEMBER_AT(queue, ecn_kmin) },
	  "length above which packets may be marked" },
	{ "ecn_kmax_bytes", 1, { .at = MEMBER_AT(queue, ecn_kmax) },
	  "length above which all packets are marked; 0: no marking" },
	{ "ecn_pmax_ratio", MILLIONTHS, { .at = MEMBER_AT(queue, ecn_pmax) },
	  "marking probability at Kmax" },
	{ 0 }
};

const struct metric tc_metrics[] = {
	{ "bandwidth_ratio", PERCENT, { .at = MEMBER_AT(tc, bw) },
	  "share of the bandwidth" },
	{ "rate_bytes_per_second", BITS, { .at = MEMBER_AT(tc, rate) },
	  "maximum rate; 0: unlimited" },
	{ 0 }
};

const struct metric watch_metrics[] = {
	{ "mitigation_manual", 1, { .at = MEMBER_AT(watch, manual) },
	  "1 if an operator has requested mitigation" },
	{ "storm_injected", 1, { .at = MEMBER_AT(watch, injected) },
	  "1 if a storm is injected" },
	{ "xoff_stopped", 1, { .at = MEMBER_AT(watch, xoff_stopped) },
	  "1 if the port has stopped sending XOFF after xoff-timeout" },
	{ 0 }
};

const struct metric pool_metrics[] = {
	{ "size_bytes", 1, { .at = MEMBER_AT(pool, size) },
	  "size of the pool" },
	{ "oversubscribe_ratio", 1, { .at = MEMBER_AT(pool, oversubscribe_ratio) },
	  "sum of the headrooms per byte reserved for headrooms" },
	{ "pgs", 1, { .at = MEMBER_AT(pool, pgs) },
	  "number of PGs bound to the pool" },
	{ "reserved_bytes", 1, { .at = MEMBER_AT(pool, reserved) },
	  "bytes reserved for guarantees and headrooms" },
	{ "guarantees_bytes", 1, { .at = MEMBER_AT(pool, guarantees) },
	  "bytes reserved for guarantees" },
	{ "headrooms_bytes", 1, { .at = MEMBER_AT(pool, headrooms) },
	  "sum of the headrooms" },
	{ "headroom_size_bytes", 1, { .at = MEMBER_AT(pool, headroom_size) },
	  "bytes reserved for headrooms" },
	{ "headroom_used_bytes", 1, { .at = MEMBER_AT(pool, headroom_used) },
	  "bytes of headroom in use" },
	{ "headroom_peak_bytes", 1, { .at = MEMBER_AT(pool, headroom_peak) },
	  "maximum of the headroom in use since the watermarks were cleared" },
	{ "headroom_lifetime_peak_bytes", 1, { .at = MEMBER_AT(pool, headroom_lifetime_peak) },
	  "maximum of the headroom in use" },
	{ "shared_size_bytes", 1, { .at = MEMBER_AT(pool, shared_size) },
	  "bytes that are not reserved" },
	{ "shared_used_bytes", 1, { .at = MEMBER_AT(pool, shared_used) },
	  "bytes of the shared part in use" },
	{ "shared_peak_bytes", 1, { .at = MEMBER_AT(pool, shared_peak) },
	  "maximum of the shared part in use since the watermarks were cleared" },
	{ "shared_lifetime_peak_bytes", 1, { .at = MEMBER_AT(pool, shared_lifetime_peak) },
	  "maximum of the shared part in use" },
	{ "cleared_timestamp_seconds", NS, { .at = MEMBER_AT(pool, cleared), .type = ROW_SINCE },
	  "time at which the watermarks were cleared" },
	{ 0 }
};

const struct metric impaired_metrics[] = {
	{ "impaired", 1, { .value = impair_on },
	  "1 if the port disturbs its link on purpose" },
	{ 0 }
};

const struct metric link_metrics[] = {
	{ "impair_link_downs", 1, { .at = MEMBER_AT(impairments, link_downs) },
	  "losses of the link by an impairment" },
	{ "impair_link_down_seconds", NS, { .at = MEMBER_AT(impairments, link_time) },
	  "time for which an impairment kept the link down" },
	{ "impair_link_lost_frames", 1, { .at = MEMBER_AT(impairments, link_lost) },
	  "frames lost because an impairment kept the link down" },
	{ 0 }
};

const struct metric impair_metrics[] = {
	{ "impair_frames", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_FRAMES) },
	  "frames that were subject to impairments" },
	{ "impair_lost_frames", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_LOST) },
	  "frames lost by an impairment" },
	{ "impair_marked_frames", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_MARKED) },
	  "frames marked CE by an impairment" },
	{ "impair_delayed_frames", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_DELAYED) },
	  "frames delayed by an impairment" },
	{ "impair_pfc_frames", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_PFC_FRAMES) },
	  "PFC frames sent that were subject to impairments" },
	{ "impair_pfc_corrupted_frames", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_PFC_CORRUPTED) },
	  "PFC frames corrupted by an impairment" },
	{ "impair_pfc_delayed_frames", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_PFC_DELAYED) },
	  "PFC frames delayed by an impairment" },
	{ "impair_xoff_forced", 1, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_XOFF_FORCED) },
	  "XOFF forced by an impairment" },
	{ "impair_xoff_forced_seconds", NS, { .at = IMPAIR_AT(PFC_IMPAIR_STAT_XOFF_TIME) },
	  "time for which an impairment forced XOFF" },
	{ 0 }
};
