/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flight recorder of a port.
 */
#ifndef _PFC_RECORDER_H
#define _PFC_RECORDER_H

#include <linux/spinlock.h>
#include "core/frame.h"
#include "core/ring.h"

struct pfc_port;

/**
 * struct pfc_recorder - flight recorder of a port
 * @lock: protects @peak and @records; innermost lock
 * @since: time at which the recorder and its port were created, ns; constant
 * @peak: by PG, the highest occupancy that a record shows, bytes
 * @records: the last transitions
 */
struct pfc_recorder {
	spinlock_t		lock; /* protects peak and records */
	u64			since;
	u32			peak[PFC_PRIOS];
	struct pfc_records	records;
};

void pfc_recorder_init(struct pfc_recorder *recorder);
void pfc_record(struct pfc_port *port, u32 event, u8 prios, u16 quanta, u64 time);
unsigned int pfc_recorder_read(struct pfc_recorder *recorder, u64 *from,
			       struct pfc_record *records, unsigned int n, u64 *written);

#endif /* _PFC_RECORDER_H */
