// SPDX-License-Identifier: GPL-2.0-only
/* Impairments of the frames that leave the queues of a port: loss, CE marks and extra delay. */
#include "../packet.h"
#include "../qdisc.h"
#include "../trace.h"

/* Index of MAC control frames in &struct pfc_impair_frames.last */
#define PFC_IMPAIR_CONTROL	PFC_PRIOS

/* Ends the extra delay of the frames in flight; their order stays */
static void pfc_impair_land(struct pfc_sched *q)
{
	u64 latest = max(q->wire.rate.next, ktime_get_ns()) + q->rules.delay;
	struct sk_buff *skb;

	for (skb = q->wire.in_flight.head; skb; skb = skb->next)
		pfc_skb_cb(skb)->due = min(pfc_skb_cb(skb)->due, latest);
}

/*
 * Let the impairments of a port act on a leaf.
 *
 * Frames in flight were sent before: no new frame overtakes them.  An extra delay ends with the
 * impairments: without them, all frames of the port and its PFC frames share one line, and would
 * wait behind the delayed frames.
 * Context: BH disabled, root lock.
 */
void pfc_impair_attach(struct pfc_sched *q, struct pfc_impair *impair)
{
	int i;

	if (q->rules.impair == impair)
		return;
	if (!impair)
		pfc_impair_land(q);
	q->rules.impair = impair;
	for (i = 0; impair && i < ARRAY_SIZE(impair->frames.last); i++)
		impair->frames.last[i] = q->wire.in_flight.tail;
}

/*
 * Adds a frame to the frames in flight, which are in the order of their arrival.  The frames of a
 * priority stay in order: the search begins at the last one of them.
 */
static void pfc_impair_fly(struct pfc_sched *q, struct sk_buff *skb, int line, u64 due)
{
	struct sk_buff **last = &q->rules.impair->frames.last[line];
	struct qdisc_skb_head *list = &q->wire.in_flight;
	struct sk_buff *at = *last ?: list->head;

	if (*last)
		due = max(due, pfc_skb_cb(*last)->due);
	pfc_skb_cb(skb)->due = due;
	q->memory.used += skb->truesize;
	*last = skb;
	if (!at || pfc_skb_cb(list->tail)->due <= due) {
		__qdisc_enqueue_tail(skb, list);
		return;
	}
	if (pfc_skb_cb(at)->due > due) {
		__qdisc_enqueue_head(skb, list);
		return;
	}
	/* The tail arrives after @skb, so it ends the search */
	while (pfc_skb_cb(at->next)->due <= due)
		at = at->next;
	skb->next = at->next;
	at->next = skb;
	list->qlen++;
}

/* Decides on a data frame.  Return: the frame, or NULL if it is lost. */
static struct sk_buff *pfc_impair_data(struct pfc_sched *q, struct sk_buff *skb, int prio)
{
	struct pfc_impair *impair = q->rules.impair;
	struct pfc_impair_counts *counts = &impair->counts[prio];
	u32 frames = pfc_skb_cb(skb)->frames;
	bool ce;

	counts->frames += frames;
	if (pfc_impair_lose(&impair->config.prio[prio], impair->frames.states[prio], &ce)) {
		counts->lost += frames;
		trace_drop(NULL, q->port, prio, -1, skb, skb->len, PFC_DROP_IMPAIR);
		kfree_skb_reason(skb, SKB_DROP_REASON_QDISC_DROP);
		return NULL;
	}
	if (ce && pfc_is_ect(skb) && pfc_write_ce(skb))
		counts->marked += frames;
	return skb;
}

/*
 * Impair a frame that has left its queue and has taken the wire.
 * @skb: the frame; its charge is released
 * @prio: its priority, or -1 for a MAC control frame, which is not impaired here
 * Context: BH disabled, root lock.
 * Return: the frame if it leaves at once; NULL if it is lost or in flight.
 */
struct sk_buff *pfc_impair_frame(struct pfc_sched *q, struct sk_buff *skb, int prio, u64 now)
{
	int line = prio < 0 ? PFC_IMPAIR_CONTROL : prio;
	struct pfc_impair *impair = q->rules.impair;
	u64 due = now;
	u32 extra = 0;

	if (prio >= 0) {
		skb = pfc_impair_data(q, skb, prio);
		if (!skb)
			return NULL;
		/* A change of the configuration with a delay and without a rate is refused */
		extra = impair->config.prio[prio].delay;
	}
	if (q->rules.delay)
		due = max(q->wire.rate.next, now) + q->rules.delay;
	if (extra)
		impair->counts[prio].delayed += pfc_skb_cb(skb)->frames;
	if (!q->rules.delay && !extra && !impair->frames.last[line])
		return skb;
	pfc_impair_fly(q, skb, line, due + extra);
	return NULL;
}

/* Note that a frame is no longer in flight.  Context: BH disabled, root lock */
void pfc_impair_arrive(struct pfc_sched *q, const struct sk_buff *skb)
{
	struct sk_buff **last = q->rules.impair->frames.last;
	int i;

	for (i = 0; i < ARRAY_SIZE(q->rules.impair->frames.last); i++)
		if (last[i] == skb)
			last[i] = NULL;
}
