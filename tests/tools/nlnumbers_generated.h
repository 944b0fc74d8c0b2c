/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
/* Numbers of the objects in the model of nlfuzz */
#ifndef NLNUMBERS_GENERATED_H
#define NLNUMBERS_H

#include <stdint.h>

struct numbers {
	uint64_t rate, peer_rate, detection_time, restoration_time, escalate_period,
		xoff_timeout;
	uint32_t default_prio, pause_time, speed, queue_limit, delay, cable_delay, batch,
		flow_control, overhead, trust, flood_lossless, app_rewrite, prio_source,
		watchdog_action, escalate_count, xoff_warn, port_group, control_prio, latency, gso,
		tx_queues;
};

struct queue {
	uint32_t limit, alpha, ecn_kmin, ecn_kmax, ecn_pmax;
};

struct traffic_class {
	uint64_t rate;
	uint32_t tsa, bw;
};

struct impair_prio {
	uint32_t loss, ce, delay, pfc_corrupt, pfc_delay, xoff_duty, xoff_period;
};

#endif /* NLNUMBERS_GENERATED_H */
