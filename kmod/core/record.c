// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ring of the last transitions of a port.
 */
#include <linux/build_bug.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include "record.h"

static_assert(!(PFC_RECORDS & (PFC_RECORDS - 1)));

static bool pfc_record_repeats(const struct pfc_record *last, const struct pfc_record *record)
{
	return last->event == record->event && last->prio == record->prio &&
	       last->count < U32_MAX;
}

/**
 * pfc_records_add() - record a transition
 * @records: the ring
 * @record: the transition; its count is 1
 * @merge: if the transition repeats the last one, such as the next loss in a burst of losses, only
 *	raise the count and the bytes of that record, so that a burst does not overwrite what
 *	happened before it
 */
void pfc_records_add(struct pfc_records *records, const struct pfc_record *record, bool merge)
{
	struct pfc_record *last;

	if (merge && records->written) {
		last = &records->ring[(records->written - 1) % PFC_RECORDS];
		if (pfc_record_repeats(last, record)) {
			last->count++;
			last->bytes = max(last->bytes, record->bytes);
			return;
		}
	}
	records->ring[records->written++ % PFC_RECORDS] = *record;
}

/**
 * pfc_records_oldest() - number of the oldest transition in the ring
 * @records: the ring
 *
 * Return: the number, counted from 0; the number of the next transition if there is none.
 */
u64 pfc_records_oldest(const struct pfc_records *records)
{
	return records->written > PFC_RECORDS ? records->written - PFC_RECORDS : 0;
}
