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

/**
 * struct pfc_record - a transition of a priority of a port
 * @time: time of the transition, ns; of the first one if @count is larger than 1
 * @bytes: for XOFF and XON sent, losses and timeouts: bytes that the PG of the priority holds;
 *	for a new maximum: the maximum; otherwise: bytes in the egress queue of the priority
 * @count: number of equal transitions without another one in between
 * @quanta: pause time that XOFF requests, quanta; 0 for other transitions
 * @queue: for XOFF sent, losses and timeouts: %PFC_QUEUE_ID() of the egress queue whose packet
 *	brought the PG into XOFF; 0 for other transitions, or if the queue is not known
 * @event: &enum pfc_event
 * @prio: the priority, 0..7
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
