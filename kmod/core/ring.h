/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flight recorder: the last transitions of a port.  Pure functions: the caller supplies the time
 * and holds the lock.
 */
#ifndef _PFC_RING_H
#define _PFC_RING_H

#include <linux/types.h>

/* Number of transitions that a port remembers, a power of two */
#define PFC_RECORDS	128

/* Longest time from the first to the last of equal transitions in one record, ns */
#define PFC_RECORD_MERGE_NS	1000000000ULL

/* Egress queue in a record: the port of the queue and its priority; 0: none */
#define PFC_QUEUE_ID(port_id, prio)	((u16)((port_id) << 3 | (prio)))
#define PFC_QUEUE_ID_PORT(id)		((id) >> 3)
#define PFC_QUEUE_ID_PRIO(id)		((id) & 7)

/*
 * A transition of a priority of a port, see &enum pfc_record_attr; @queue is the %PFC_QUEUE_ID() of
 * the egress queue whose packet brought the PG into XOFF, or 0
 */
struct pfc_record {
	u64	time;
	u32	bytes;
	u32	count;
	u16	quanta;
	u16	queue;
	u8	event;
	u8	prio;
};

/**
 * struct pfc_records - the last transitions of a port
 * @written: number of transitions recorded since the port exists, equal ones counted once
 * @ring: transition N is in element N % %PFC_RECORDS
 */
struct pfc_records {
	u64			written;
	struct pfc_record	ring[PFC_RECORDS];
};

void pfc_records_add(struct pfc_records *records, const struct pfc_record *record, bool merge);
u64 pfc_records_oldest(const struct pfc_records *records);

#endif /* _PFC_RING_H */
