// SPDX-License-Identifier: GPL-2.0-only
/*
 * Order of the queues if traffic classes have bandwidth shares, several priorities or a
 * maximum rate.  Without these settings, the priorities alone determine the order.
 */
#include "packet.h"
#include "qdisc.h"

/*
 * Change the traffic classes.  Frames wait in queues by priority, so this moves no frame.
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
	q->rules.classes = classes;
	q->rules.shaped = shaped;
	pfc_ets_set(&q->ets, config->prio_tc, config->tcs);
}

/*
 * Removes from @ready the queues of the classes whose wire (rate.h) is busy, and lowers
 * q->wake to the time at which the first of these wires becomes free.
 */
static u8 pfc_classes_free(struct pfc_sched *q, u8 ready, u64 now)
{
	unsigned long shaped = q->rules.shaped;
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

/* Bytes that a packet takes on the wire */
static u32 pfc_wire_bytes(const struct pfc_sched *q, struct sk_buff *skb)
{
	return qdisc_pkt_len(skb) + pfc_skb_cb(skb)->frames * q->rules.overhead;
}

/* Updates the wires of the classes when the queue @prio, one of @ready, sends a frame */
static void pfc_classes_take(struct pfc_sched *q, u8 ready, int prio, u64 now)
{
	/* The rate adds the overhead of one frame */
	u32 len = pfc_wire_bytes(q, q->queues[prio].list.head) - q->rules.overhead;
	unsigned long shaped = q->rules.shaped;
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

/* Record that no frame waits for the rate of its class.  Context: BH disabled, root lock */
void pfc_classes_idle(struct pfc_sched *q)
{
	int tc;

	for (tc = 0; tc < PFC_PRIOS; tc++)
		pfc_rate_idle(&q->class_rates[tc]);
}

/*
 * Select the queue that sends next.
 * @ready: bit mask of the queues that hold frames and are not paused, not 0
 * @now: current time, ns; used only if a class has a maximum rate
 * Context: BH disabled, root lock.
 * Return: priority of the queue, or -1 if all queues have to wait for the rates of their
 * classes.
 */
int pfc_classes_next(struct pfc_sched *q, u8 ready, u64 now)
{
	u32 len[PFC_PRIOS];
	/* Queues of the classes that are paused or wait for their rate and keep their turn */
	u8 held = q->ready;
	int i, prio;

	ready = pfc_classes_free(q, ready, now);
	if (!ready)
		return -1;
	for (i = 0; i < PFC_PRIOS; i++) {
		if (q->ets.prios[i] & ready)
			held &= ~q->ets.prios[i];
		if (q->ready & BIT(i))
			len[i] = pfc_wire_bytes(q, q->queues[i].list.head);
	}
	prio = pfc_ets_next(&q->ets, ready, held, len);
	if (q->rules.shaped)
		pfc_classes_take(q, ready, prio, now);
	return prio;
}
