/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#ifndef _PFC_CONFIG_GENERATED_H
#define _PFC_CONFIG_GENERATED_H

/* Numbers of a port */
#define PFC_CONFIG_NUMBERS \
	u64 rate; \
	u64 peer_rate; \
	u32 pause_time; \
	u32 speed; \
	u32 queue_limit; \
	u32 delay; \
	u32 cable_delay; \
	u32 batch; \
	u32 overhead; \
	u32 port_group; \
	u32 latency; \
	u8 trust; \
	u8 app_rewrite; \
	u8 prio_source; \
	u8 gso; \
	u8 tx_queues; \
	u8 ecn_at

#define PFC_CONFIG_DEFAULTS \
	.trust = PFC_TRUST_DSCP, \
	.flow = PFC_FLOW_CONTROL_PFC, \
	.overhead = PFC_DEFAULT_OVERHEAD, \
	.pause_time = PFC_PAUSE_TIME_MAX, \
	.queue_limit = PFC_DEFAULT_QUEUE_LIMIT, \
	.batch = PFC_DEFAULT_BATCH, \
	.latency = PFC_DEFAULT_LATENCY, \
	.control_prio = PFC_DEFAULT_CONTROL_PRIO, \
	.watchdog.detection = PFC_DEFAULT_DETECTION, \
	.watchdog.escalate_count = PFC_DEFAULT_ESCALATE, \
	.watchdog.escalate_period = PFC_DEFAULT_PERIOD,

#define PFC_LIMITS_DEFAULTS \
	.xoff = PFC_DEFAULT_XOFF, \
	.xon = PFC_DEFAULT_XON, \
	.xon_offset = PFC_DEFAULT_XOFF - PFC_DEFAULT_XON, \
	.headroom = PFC_DEFAULT_HEADROOM, \
	.headroom_mode = PFC_HEADROOM_MODE_DEFAULT, \
	.limit = PFC_DEFAULT_LIMIT,

#define PFC_QUEUE_DEFAULTS \
	.ecn.pmax = PFC_PMAX_ONE,

#endif /* _PFC_CONFIG_GENERATED_H */
