// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of the queues where it is not just that of their numbers: traffic classes
 * with shares of the bandwidth, with several priorities, or with a maximum rate.
 */
#include "qdisc.h"

/**
 * pfc_classes_set() - change the traffic classes
 * @q: the qdisc
 * @config: says what they are
 *
 * Frames wait in the queues of their priorities, so a change moves none of them.
 *
 * Context: BH disabled, root lock.
 */
void pfc_classes_set(struct pfc_sched *q, const struct pfc_config *config)
{
	bool classes = false;
	u8 shaped = 0;
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		const struct pfc_tc *tc = &config->tcs[i];

		if (config->prio_tc[i] != i || tc->ets || tc->rate)
			classes = true;
		if (tc->rate)
			shaped |= BIT(i);
		pfc_rate_set_class(&q->class_rates[i], tc->rate, config->overhead);
	}
	q->classes = classes;
	q->shaped = shaped;
	pfc_ets_set(&q->ets, config->prio_tc, config->tcs);
}

/* Without the queues of classes whose wire is not free; q->wake is when one will be */
static u8 pfc_classes_free(struct pfc_sched *q, u8 ready, u64 now)
{
	u8 shaped = q->shaped;
	u8 prios;
	int tc;

	while (shaped) {
		tc = __ffs(shaped);
		shaped &= ~BIT(tc);
		prios = q->ets.prios[tc] & ready;
		if (prios && !pfc_rate_free(&q->class_rates[tc], now, &q->wake))
			ready &= ~prios;
	}
	return ready;
}

/**
 * pfc_classes_next() - the queue that sends next
 * @q: the qdisc
 * @ready: bit mask of the queues that have a frame and are not paused, not 0
 * @now: the time, ns, if a class has a maximum rate
 *
 * Context: BH disabled, root lock.
 * Return: its priority, or -1 if all have to wait for their classes' rates.
 */
int pfc_classes_next(struct pfc_sched *q, u8 ready, u64 now)
{
	u32 len[PFC_QUEUES];
	u8 waiting = ready;
	int i, prio, tc;

	ready = pfc_classes_free(q, ready, now);
	if (!ready)
		return -1;
	for (i = 0; i < PFC_QUEUES; i++)
		if (waiting & BIT(i))
			len[i] = qdisc_pkt_len(q->queues[i].list.head) + q->overhead;
	prio = pfc_ets_next(&q->ets, ready, waiting & ~ready, len);
	tc = q->ets.tc[prio];
	if (q->shaped & BIT(tc))
		pfc_rate_take(&q->class_rates[tc],
			      qdisc_pkt_len(q->queues[prio].list.head), now);
	return prio;
}
