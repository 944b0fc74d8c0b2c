/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Statistics of a port, and its flight recorder.
 */
#ifndef _PFC_STATS_H
#define _PFC_STATS_H

#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/u64_stats_sync.h>
#include "../uapi/linux/pfc.h"
#include "core/frame.h"
#include "core/ring.h"
#include "pg.h"

struct pfc_port;

/*
 * What a PG holds, and its thresholds, bytes
 * @threshold: threshold in the shared part
 * @xoff_at: occupancy up to which the PG does not send XOFF or drop
 * @xon_at: occupancy at which a lossless PG leaves XOFF
 */
struct pfc_group_state {
	struct pfc_use	use;
	u32		guarantee;
	u64		threshold;
	u64		xoff_at;
	u64		xon_at;
};

/* Frames that a port has received on one CPU, by PG */
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

/* Bytes that a PG holds.  Context: any */
static inline u32 pfc_group_bytes(const struct pfc_group *group)
{
	return pfc_use_sum(pfc_use_unpack(atomic64_read(&group->use)));
}

struct pfc_group_state pfc_group_state(const struct pfc_group *group,
				       const struct pfc_pg_limits *limits);
void pfc_stats_arrivals(const struct pfc_port *port, u64 packets[PFC_PRIOS], u64 bytes[PFC_PRIOS]);
void pfc_stats_get(struct pfc_port *port, struct pfc_stats *stats);
int pfc_stats_prepare(struct pfc_port *port);
void pfc_stats_clear(struct pfc_port *port);
int pfc_stats_clear_prios(struct pfc_port *port, u8 prios);
void pfc_watermarks_clear(struct pfc_port *port, u8 pgs, u8 queues);

/*
 * Flight recorder of a port
 * @since: time at which the recorder and its port were created, ns; constant
 * @peak: by PG, the highest occupancy that a record shows, bytes
 */
struct pfc_recorder {
	spinlock_t		lock; /* protects peak and records; innermost lock */
	u64			since;
	u32			peak[PFC_PRIOS];
	struct pfc_records	records;
};

/* recorder.c */
void pfc_recorder_init(struct pfc_recorder *recorder);
void pfc_record(struct pfc_port *port, u32 event, u8 prios, u16 quanta, u64 time);
unsigned int pfc_recorder_read(struct pfc_recorder *recorder, u64 *from,
			       struct pfc_record *records, unsigned int n, u64 *written);

#endif /* _PFC_STATS_H */
