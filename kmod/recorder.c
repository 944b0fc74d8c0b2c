// SPDX-License-Identifier: GPL-2.0-only
/* Flight recorder: remembers the last transitions of each port, see architecture.rst */
#include "qdisc.h"

void pfc_recorder_init(struct pfc_recorder *recorder)
{
	spin_lock_init(&recorder->lock);
	recorder->since = ktime_get_ns();
}

/* The state that belongs to a transition: of the PG for what the port sends, else of the queue */
static void pfc_record_measure(const struct pfc_port *port, struct pfc_record *record, int pg)
{
	const struct pfc_group *group = &port->groups[pg];

	record->queue = 0;
	switch (record->event) {
	case PFC_EVENT_HEADROOM_OVERRUN:
	case PFC_EVENT_XOFF_TIMEOUT:
		record->queue = pfc_group_xoff_queue(group);
		record->bytes = pfc_group_bytes(group);
		break;
	case PFC_EVENT_XOFF_SENT:
		/* Impairments force XOFF, and PAUSE sends it, also for a PG that is not in XOFF */
		if (atomic64_read(&group->use) & PFC_USE_XOFF)
			record->queue = pfc_group_xoff_queue(group);
		fallthrough;
	case PFC_EVENT_XON_SENT:
	case PFC_EVENT_XOFF_LOST:
	case PFC_EVENT_XOFF_RESUMED:
	case PFC_EVENT_XOFF_RATE_TX:
	case PFC_EVENT_REFRESH_LATE:
		record->bytes = pfc_group_bytes(group);
		break;
	default:
		record->bytes = pfc_leaves_backlog(port, record->prio);
	}
}

/* Transitions that can follow each other without another one in between */
static bool pfc_record_merges(u32 event)
{
	switch (event) {
	case PFC_EVENT_HEADROOM_OVERRUN:
	case PFC_EVENT_PAUSED_LONG:
	case PFC_EVENT_XOFF_RATE_RX:
	case PFC_EVENT_XOFF_RATE_TX:
	case PFC_EVENT_REFRESH_LATE:
		return true;
	default:
		return false;
	}
}

/* Records a new maximum of the occupancy of a PG, at the end of an XOFF; under recorder.lock */
static void pfc_record_peak(const struct pfc_port *port, struct pfc_recorder *recorder,
			    const struct pfc_record *xon, int pg)
{
	const struct pfc_group *group = &port->groups[pg];
	struct pfc_record record = *xon;

	record.event = PFC_EVENT_PEAK;
	record.bytes = max(atomic_read(&group->peak[PFC_PEAK_SUM]),
			   atomic_read(&group->peak[PFC_PEAK_HELD]));
	if (record.bytes <= recorder->peak[pg])
		return;
	recorder->peak[pg] = record.bytes;
	pfc_records_add(&recorder->records, &record, false);
}

/*
 * Record a transition of priorities.
 * @time: time of the transition, ns; earlier than now if it is found late, such as the end of
 *	a pause at its deadline
 * Context: BH disabled or process context, RCU or RTNL; any locks except recorder.lock.
 */
void pfc_record(struct pfc_port *port, u32 event, u8 prios, u16 quanta, u64 time)
{
	const struct pfc_config *config;
	struct pfc_recorder *recorder = &port->recorder;
	struct pfc_record record = {
		.event = event, .count = 1, .quanta = quanta, .time = time,
	};
	int prio, pg;

	if (!prios)
		return;
	rcu_read_lock_bh();
	config = pfc_config_get(port);
	spin_lock(&recorder->lock);
	pfc_for_each_prio(prio, prios) {
		pg = config->pg_of[prio];
		record.prio = prio;
		pfc_record_measure(port, &record, pg);
		if (event == PFC_EVENT_XON_SENT)
			pfc_record_peak(port, recorder, &record, pg);
		pfc_records_add(&recorder->records, &record, pfc_record_merges(event));
	}
	spin_unlock(&recorder->lock);
	rcu_read_unlock_bh();
}

/*
 * Copy transitions.
 * @from: number of the first transition wanted; set to the number of the first one copied,
 *	which is higher if the ring has overwritten that transition
 * @records: set to the transitions, oldest first
 * @written: set to the number of transitions since the port exists
 * Context: process.
 * Return: number of transitions copied.
 */
unsigned int pfc_recorder_read(struct pfc_recorder *recorder, u64 *from,
			       struct pfc_record *records, unsigned int n, u64 *written)
{
	const struct pfc_records *all = &recorder->records;
	unsigned int i;

	spin_lock_bh(&recorder->lock);
	*from = max(*from, pfc_records_oldest(all));
	*written = all->written;
	for (i = 0; i < n && *from + i < all->written; i++)
		records[i] = all->ring[(*from + i) % PFC_RECORDS];
	spin_unlock_bh(&recorder->lock);
	return i;
}
