// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ring of the last transitions of a port.
 */
#include <linux/build_bug.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include "frame.h"
#include "ring.h"

static_assert(!(PFC_RECORDS & (PFC_RECORDS - 1)));

/*
 * A group has up to eight priorities.  Then a burst of losses is recorded in turn for each of them,
 * so the last record of the same priority can be up to eight transitions ago.
 */
static struct pfc_record *pfc_record_repeated(struct pfc_records *records,
					      const struct pfc_record *record)
{
	unsigned int n = min_t(u64, records->written, PFC_PRIOS), i;

	for (i = 1; i <= n; i++) {
		struct pfc_record *last = &records->ring[(records->written - i) % PFC_RECORDS];

		if (last->event != record->event ||
		    record->time - last->time >= PFC_RECORD_MERGE_NS)
			return NULL;
		if (last->prio == record->prio)
			return last->count < U32_MAX ? last : NULL;
	}
	return NULL;
}

/*
 * Record a transition.
 * @merge: if the transition repeats the last one, such as the next loss in a burst of losses,
 *	and that record is not older than %PFC_RECORD_MERGE_NS, only raise the count and the bytes
 *	of that record, so that a burst does not overwrite what happened before it
 */
void pfc_records_add(struct pfc_records *records, const struct pfc_record *record, bool merge)
{
	struct pfc_record *last = merge ? pfc_record_repeated(records, record) : NULL;

	if (last) {
		last->count++;
		last->bytes = max(last->bytes, record->bytes);
		return;
	}
	records->ring[records->written++ % PFC_RECORDS] = *record;
}

/* Number of the oldest transition in the ring, from 0; of the next one if there is none */
u64 pfc_records_oldest(const struct pfc_records *records)
{
	return records->written > PFC_RECORDS ? records->written - PFC_RECORDS : 0;
}
