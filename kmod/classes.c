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
		pfc_rate_set(&q->class_rates[i], tc->rate, config->overhead);
	}
	q->classes = classes;
	q->shaped = shaped;
	pfc_ets_set(&q->ets, config->prio_tc, config->tcs);
}

/* Without the queues of classes whose wire is not free; q->wake is when one will be */
static u8 pfc_classes_free(struct pfc_sched *q, u8 ready, u64 now)
{
	unsigned long shaped = q->shaped;
	int tc;

	for_each_set_bit(tc, &shaped, PFC_PRIOS) {
		struct pfc_rate *rate = &q->class_rates[tc];
		u8 prios = q->ets.prios[tc] & ready;

		if (!prios)
			pfc_rate_idle(rate);
		else if (!pfc_rate_free(rate, now, &q->wake))
			ready &= ~prios;
	}
	return ready;
}

/* One of them sends a frame */
static void pfc_classes_take(struct pfc_sched *q, u8 ready, int prio, u64 now)
{
	u32 len = qdisc_pkt_len(q->queues[prio].list.head);
	unsigned long shaped = q->shaped;
	int tc;

	for_each_set_bit(tc, &shaped, PFC_PRIOS) {
		struct pfc_rate *rate = &q->class_rates[tc];

		if (tc == q->ets.tc[prio]) {
			pfc_rate_take(rate, len, now);
			rate->yielded = false;
		} else if (q->ets.prios[tc] & ready) {
			pfc_rate_yield(rate, psched_mtu(q->port->dev), now);
		}
	}
}

/**
 * pfc_classes_idle() - nothing waits any more but for the end of a pause
 * @q: the qdisc
 *
 * Context: BH disabled, root lock.
 */
void pfc_classes_idle(struct pfc_sched *q)
{
	int tc;

	for (tc = 0; tc < PFC_PRIOS; tc++)
		pfc_rate_idle(&q->class_rates[tc]);
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
	/* Paused or waiting for its rate, a class keeps its place in the round */
	u8 held = q->ready;
	int i, prio;

	ready = pfc_classes_free(q, ready, now);
	if (!ready)
		return -1;
	for (i = 0; i < PFC_QUEUES; i++) {
		if (q->ets.prios[i] & ready)
			held &= ~q->ets.prios[i];
		if (q->ready & BIT(i))
			len[i] = qdisc_pkt_len(q->queues[i].list.head) + q->overhead;
	}
	prio = pfc_ets_next(&q->ets, ready, held, len);
	if (q->shaped)
		pfc_classes_take(q, ready, prio, now);
	return prio;
}
