// SPDX-License-Identifier: GPL-2.0-only
/*
 * The two state machines of a port's pause frames, IEEE 802.1Q clause 36: see "Receiving sets a
 * deadline" and "Sending is level-triggered" in architecture.rst.
 */
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include "pause.h"
#include "quanta.h"

static void pfc_clock_start(struct pfc_pause_clock *clock, u8 prios, u64 now)
{
	int prio;

	pfc_for_each_prio(prio, prios) {
		clock->start[prio] = now;
		clock->count[prio]++;
	}
}

static void pfc_clock_stop(struct pfc_pause_clock *clock, int prio, u64 now)
{
	u64 length = now - clock->start[prio];

	clock->total[prio] += length;
	clock->longest[prio] = max(clock->longest[prio], length);
	clock->last[prio] = length;
	clock->end[prio] = now;
}

/* @now: current time, or an earlier end of the current pause, ns */
static struct pfc_pauses pfc_clock_pauses(const struct pfc_pause_clock *clock, int prio,
					  bool running, u64 now)
{
	u64 present = running ? now - clock->start[prio] : 0;

	return (struct pfc_pauses) {
		.paused = running,
		.since = clock->start[prio],
		.count = clock->count[prio],
		.total = clock->total[prio] + present,
		.longest = max(clock->longest[prio], present),
		.last = clock->last[prio],
	};
}

/*
 * Set the paused priorities and compute their earliest deadline.  To be called after a change
 * of a deadline, too.
 */
static void pfc_pause_rx_set(struct pfc_pause_rx *rx, u8 paused)
{
	WRITE_ONCE(rx->paused, paused);
	WRITE_ONCE(rx->soonest, pfc_pause_rx_deadline(rx, paused));
}

/* Apply a received frame.  @obey: bit mask of the priorities for which received XOFF is obeyed */
struct pfc_pause_change
pfc_pause_rx_frame(struct pfc_pause_rx *rx, const struct pfc_frame *frame,
		   u8 obey, u32 speed, u64 now)
{
	u8 obeyed = frame->enable & obey;
	struct pfc_pause_change change = {};
	u8 xoff = 0;
	u64 until;
	int prio;

	pfc_pause_rx_expire(rx, now);

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(obeyed & BIT(prio)) || !frame->time[prio])
			continue;
		xoff |= BIT(prio);
		until = now + pfc_quanta_to_ns(frame->time[prio], speed);
		if (rx->paused & BIT(prio) && until < rx->deadline[prio])
			change.shorter |= BIT(prio);
		rx->deadline[prio] = until;
	}

	change.paused = xoff & ~rx->paused;
	change.resumed = obeyed & ~xoff & rx->paused;
	pfc_clock_start(&rx->clock, change.paused, now);
	pfc_pause_rx_set(rx, rx->paused | change.paused);
	pfc_pause_rx_resume(rx, change.resumed, now);
	return change;
}

/*
 * End the pauses whose deadline has passed.  The measured pause time ends at the deadline.
 * Return: bit mask of the priorities whose pause ended.
 */
u8 pfc_pause_rx_expire(struct pfc_pause_rx *rx, u64 now)
{
	u8 expired = 0;
	int prio;

	if (now < rx->soonest)
		return 0;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(rx->paused & BIT(prio)) || rx->deadline[prio] > now)
			continue;
		expired |= BIT(prio);
		rx->expired[prio]++;
		pfc_clock_stop(&rx->clock, prio, rx->deadline[prio]);
	}
	rx->unreported |= expired;
	pfc_pause_rx_set(rx, rx->paused & ~expired);
	return expired;
}

void pfc_pause_rx_resume(struct pfc_pause_rx *rx, u8 prios, u64 now)
{
	int prio;

	pfc_pause_rx_expire(rx, now);
	pfc_for_each_prio(prio, rx->paused & prios)
		pfc_clock_stop(&rx->clock, prio, now);
	pfc_pause_rx_set(rx, rx->paused & ~prios);
}

/* Apply a pause that was ignored on reception.  The priority is not paused */
void pfc_pause_rx_until(struct pfc_pause_rx *rx, int prio, u64 until, u64 now)
{
	if (until <= now)
		return;
	rx->deadline[prio] = until;
	pfc_clock_start(&rx->clock, BIT(prio), now);
	pfc_pause_rx_set(rx, rx->paused | BIT(prio));
}

/* Earliest deadline of a paused priority among @prios, ns, or %PFC_PAUSE_NEVER */
u64 pfc_pause_rx_deadline(const struct pfc_pause_rx *rx, u8 prios)
{
	u64 first = PFC_PAUSE_NEVER;
	int prio;

	pfc_for_each_prio(prio, rx->paused & prios)
		first = min(first, rx->deadline[prio]);
	return first;
}

/* Read the pauses of a priority, after pfc_pause_rx_expire() with the same time */
struct pfc_pauses pfc_pause_rx_read(const struct pfc_pause_rx *rx, int prio, u64 now)
{
	return pfc_clock_pauses(&rx->clock, prio, rx->paused & BIT(prio), now);
}

/*
 * Build the next frame to send, if any.
 * @wanted: bit mask of the priorities that need XOFF
 * @quanta: pause time to request, 1..65535
 * @frame: the frame to send, written if the function returns true
 *
 * One frame covers all priorities: each priority in @wanted gets the whole pause time
 * again, and each priority for which XOFF was sent and that left @wanted gets XON.
 * Return: whether to send @frame.
 */
bool pfc_pause_tx_next(const struct pfc_pause_tx *tx, u8 wanted, u16 quanta,
		       u64 now, struct pfc_frame *frame)
{
	int prio;

	if (wanted == tx->xoff_sent && (!wanted || now < tx->refresh))
		return false;

	memset(frame, 0, sizeof(*frame));
	frame->enable = wanted | tx->xoff_sent;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (wanted & BIT(prio))
			frame->time[prio] = quanta;
	return true;
}

/*
 * Record that a frame built by pfc_pause_tx_next() was sent.
 * Return: bit mask of the priorities whose pause had ended before this frame renewed it.
 */
u8 pfc_pause_tx_sent(struct pfc_pause_tx *tx, const struct pfc_frame *frame,
		     u32 speed, u64 now)
{
	u8 wanted = 0, late = 0;
	u16 quanta = 0;
	u64 length;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (frame->time[prio]) {
			wanted |= BIT(prio);
			quanta = frame->time[prio];
			if (tx->xoff_sent & BIT(prio) && now > tx->end) {
				late |= BIT(prio);
				tx->late[prio]++;
			}
		} else if (tx->xoff_sent & BIT(prio)) {
			pfc_clock_stop(&tx->clock, prio, now);
		}
	}
	pfc_clock_start(&tx->clock, wanted & ~tx->xoff_sent, now);
	length = pfc_quanta_to_ns(quanta, speed);
	tx->xoff_sent = wanted;
	tx->refresh = now + length / 2;
	tx->end = now + length;
	return late;
}

/* The peer discards its pauses when the link goes down */
void pfc_pause_tx_forget(struct pfc_pause_tx *tx, u64 now)
{
	int prio;

	pfc_for_each_prio(prio, tx->xoff_sent)
		pfc_clock_stop(&tx->clock, prio, now);
	tx->xoff_sent = 0;
}

/* Time of the next call of pfc_pause_tx_next().  Return: nanoseconds, or %PFC_PAUSE_NEVER */
u64 pfc_pause_tx_deadline(const struct pfc_pause_tx *tx)
{
	return tx->xoff_sent ? tx->refresh : PFC_PAUSE_NEVER;
}

/* Read the pauses requested from the peer, each from XOFF sent to XON sent */
struct pfc_pauses pfc_pause_tx_read(const struct pfc_pause_tx *tx, int prio, u64 now)
{
	return pfc_clock_pauses(&tx->clock, prio, tx->xoff_sent & BIT(prio), now);
}
