// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of the PFC and PAUSE frames that a port sends: wrong opcodes, delay, forced XOFF.
 *
 * The sender counts each frame as sent, because it has left the port.  It repeats XOFF, so the
 * peer can miss a corrupted XOFF until the next repetition, and a corrupted XON until its pause
 * ends.
 */
#include "../packet.h"
#include "../port.h"
#include "impair.h"

/* Most PFC frames that wait.  The sender repeats a frame that finds no room. */
#define PFC_IMPAIR_HELD		2048

/* Send the delayed PFC frames that are due.  Context: BH disabled, sender.lock; no qdisc lock */
void pfc_impair_send_held(struct pfc_impair *impair, u64 now)
{
	struct qdisc_skb_head *held = &impair->control.held;
	struct pfc_port *port = impair->port;

	lockdep_assert_held(&port->sender.lock);

	while (held->head && pfc_skb_cb(held->head)->due <= now)
		if (!pfc_leaf_send(port, __qdisc_dequeue_head(held)))
			port->sender.failed++;
}

/* Starts the timer for the next delayed PFC frame or forced XOFF */
static void pfc_impair_arm(struct pfc_impair *impair)
{
	struct pfc_impair_control *control = &impair->control;
	u64 at = control->edge;

	if (control->held.head)
		at = min(at, pfc_skb_cb(control->held.head)->due);
	if (at != PFC_IMPAIR_NEVER)
		hrtimer_start(&control->timer, ns_to_ktime(at), HRTIMER_MODE_ABS);
}

/* Discard the delayed PFC frames.  Context: BH disabled, sender.lock */
void pfc_impair_drop_held(struct pfc_impair *impair)
{
	struct qdisc_skb_head *held = &impair->control.held;

	while (held->head)
		kfree_skb_reason(__qdisc_dequeue_head(held), SKB_DROP_REASON_QDISC_DROP);
}

/*
 * Runs in hard interrupt context: the tasklet of the sender then runs at the end of the interrupt,
 * some 10 us earlier than a timer in softirq context.
 */
static enum hrtimer_restart pfc_impair_timer(struct hrtimer *timer)
{
	struct pfc_impair *impair = container_of(timer, struct pfc_impair, control.timer);

	pfc_sender_kick(impair->port);
	return HRTIMER_NORESTART;
}

void pfc_impair_control_init(struct pfc_impair *impair)
{
	impair->control.edge = PFC_IMPAIR_NEVER;
	hrtimer_setup(&impair->control.timer, pfc_impair_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS);
}

/*
 * Send a PFC or PAUSE frame of a port with impairments.
 * Context: BH disabled, RCU, sender.lock; no qdisc lock is held.
 * Return: false if the frame was dropped.
 */
bool pfc_impair_send(struct pfc_impair *impair, struct sk_buff *skb,
		     const struct pfc_frame *frame)
{
	u8 named = frame->pause || !frame->enable ? 0xff : frame->enable;
	int prio = pfc_impair_pfc_prio(&impair->config, named);
	struct rnd_state *state = &impair->frames.states[prio][PFC_IMPAIR_PFC];
	struct pfc_impair_counts *counts = &impair->counts[prio];
	struct qdisc_skb_head *held = &impair->control.held;
	u32 delay = pfc_impair_pfc_delay(&impair->config, named);
	struct pfc_wire *wire = (struct pfc_wire *)skb->data;

	lockdep_assert_held(&impair->port->sender.lock);

	if (held->qlen >= PFC_IMPAIR_HELD) {
		kfree_skb_reason(skb, SKB_DROP_REASON_QDISC_DROP);
		return false;
	}
	counts->pfc_frames++;
	if (pfc_impair_hit(state, impair->config.prio[prio].pfc_corrupt)) {
		wire->opcode = htons(pfc_impair_opcode(state, ntohs(wire->opcode)));
		counts->pfc_corrupted++;
	}
	if (!delay && !held->head)
		return pfc_leaf_send(impair->port, skb);
	counts->pfc_delayed++;
	pfc_skb_cb(skb)->due = ktime_get_ns() + delay;
	__qdisc_enqueue_tail(skb, held);
	pfc_impair_arm(impair);
	return true;
}

/* Counts the forced XOFF that begin and end */
static void pfc_impair_count_forced(struct pfc_impair *impair, u8 forced, u64 now)
{
	struct pfc_impair_control *control = &impair->control;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		struct pfc_impair_counts *counts = &impair->counts[prio];

		if (forced & ~control->forced & BIT(prio)) {
			control->since[prio] = now;
			counts->xoff_forced++;
		} else if (control->forced & ~forced & BIT(prio)) {
			counts->xoff_time += now - control->since[prio];
		}
	}
	control->forced = forced;
}

/*
 * Priorities for which XOFF is forced now.
 *
 * A run of the sender begins here: the function also sends the delayed PFC frames that are due.
 * Context: BH disabled, RCU, sender.lock; no qdisc lock is held.
 * Return: bit mask; with PAUSE all priorities or none.
 */
u8 pfc_impair_forced(struct pfc_impair *impair, const struct pfc_config *config, u8 suppressed,
		     u64 now)
{
	struct pfc_impair_control *control = &impair->control;
	u8 forced = 0;
	u64 edge;
	int prio;

	pfc_impair_send_held(impair, now);
	control->edge = PFC_IMPAIR_NEVER;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (pfc_duty_on(&control->xoff[prio], now, &edge))
			forced |= BIT(prio);
		control->edge = min(control->edge, edge);
	}
	pfc_impair_arm(impair);
	forced &= config->lossless & ~suppressed;
	pfc_impair_count_forced(impair, forced, now);
	return forced && config->flow == PFC_FLOW_CONTROL_PAUSE ? config->lossless : forced;
}

/* End what is under way: forced XOFF, and delayed PFC frames.  Context: BH disabled, sender.lock */
void pfc_impair_link_lost(struct pfc_impair *impair, u64 now)
{
	pfc_impair_count_forced(impair, 0, now);
	pfc_impair_drop_held(impair);
}
