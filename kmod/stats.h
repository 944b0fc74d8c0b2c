/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Statistics of a port.
 */
#ifndef _PFC_STATS_H
#define _PFC_STATS_H

#include <linux/types.h>
#include <linux/u64_stats_sync.h>
#include "../uapi/linux/pfc.h"
#include "core/frame.h"

struct pfc_port;

/**
 * struct pfc_arrivals - frames that a port has received on one CPU
 * @packets: number of frames, by PG
 * @bytes: number of bytes, by PG
 * @syncp: protects 64-bit counters on 32-bit machines
 */
struct pfc_arrivals {
	u64_stats_t		packets[PFC_PRIOS];
	u64_stats_t		bytes[PFC_PRIOS];
	struct u64_stats_sync	syncp;
};

#define PFC_PORT_STATS	(PFC_PORT_STAT_MAX - PFC_STAT_FIRST + 1)
#define PFC_PG_STATS	(PFC_PG_STAT_MAX - PFC_STAT_FIRST + 1)
#define PFC_PRIO_STATS	(PFC_PRIO_STAT_MAX - PFC_STAT_FIRST + 1)
#define PFC_QUEUE_STATS	(PFC_QUEUE_STAT_MAX - PFC_STAT_FIRST + 1)

/* All counters of a port, each array in the order of the netlink attributes, see PFC_IN() */
struct pfc_stats {
	u64	port[PFC_PORT_STATS];
	u64	pg[PFC_PRIOS][PFC_PG_STATS];
	u64	prio[PFC_PRIOS][PFC_PRIO_STATS];
	u64	queue[PFC_PRIOS][PFC_QUEUE_STATS];
};

void pfc_stats_arrivals(const struct pfc_port *port, u64 packets[PFC_PRIOS], u64 bytes[PFC_PRIOS]);
void pfc_stats_get(struct pfc_port *port, struct pfc_stats *stats);
int pfc_stats_prepare(struct pfc_port *port);
void pfc_stats_clear(struct pfc_port *port);
int pfc_stats_clear_prios(struct pfc_port *port, u8 prios);
void pfc_watermarks_clear(struct pfc_port *port, u8 pgs, u8 queues);

#endif /* _PFC_STATS_H */
