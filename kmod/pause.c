// SPDX-License-Identifier: GPL-2.0-only
/*
 * The two state machines of a port's pause frames, IEEE 802.1Q clause 36.
 *
 * Reception: a priority is paused until a deadline.  Each frame that names the
 * priority sets the deadline anew, it never adds to it; time 0 ends the pause.
 *
 * Transmission is level-triggered.  The caller says for which priorities XOFF
 * is wanted now; compared with what the peer was last told, that gives the next
 * frame.  While XOFF is wanted it is told again at half of its pause time, so a
 * lost frame or a missed wake-up heals by itself.
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

	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (prios & BIT(prio))
			clock->start[prio] = now;
}

static void pfc_clock_stop(struct pfc_pause_clock *clock, int prio, u64 now)
{
	clock->total[prio] += now - clock->start[prio];
	clock->end[prio] = now;
}

static u64 pfc_clock_read(const struct pfc_pause_clock *clock, int prio,
			  bool running, u64 now)
{
	return clock->total[prio] + (running ? now - clock->start[prio] : 0);
}

/* After every change of what is paused, or until when */
static void pfc_pause_rx_set(struct pfc_pause_rx *rx, u8 paused)
{
	WRITE_ONCE(rx->paused, paused);
	WRITE_ONCE(rx->soonest, pfc_pause_rx_deadline(rx, paused));
}

/**
 * pfc_pause_rx_frame() - act on a received PFC frame
 * @rx: state of the port
 * @frame: the frame
 * @obey: bit mask of the priorities on which PFC is enabled
 * @speed: speed of the link, Mb/s
 * @now: when the frame came in, ns
 *
 * Return: what changed.
 */
struct pfc_pause_change
pfc_pause_rx_frame(struct pfc_pause_rx *rx, const struct pfc_frame *frame,
		   u8 obey, u32 speed, u64 now)
{
	u8 heard = frame->enable & obey;
	struct pfc_pause_change change;
	u8 xoff = 0;
	int prio;

	pfc_pause_rx_expire(rx, now);

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(heard & BIT(prio)) || !frame->time[prio])
			continue;
		xoff |= BIT(prio);
		rx->deadline[prio] =
			now + pfc_quanta_to_ns(frame->time[prio], speed);
	}

	change.paused = xoff & ~rx->paused;
	change.resumed = heard & ~xoff & rx->paused;
	pfc_clock_start(&rx->clock, change.paused, now);
	pfc_pause_rx_set(rx, rx->paused | change.paused);
	pfc_pause_rx_resume(rx, change.resumed, now);
	return change;
}

/**
 * pfc_pause_rx_expire() - end the pauses whose deadline has come
 * @rx: state of the port
 * @now: the time, ns
 *
 * The pause counts until its deadline, however late this is called.
 *
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
		pfc_clock_stop(&rx->clock, prio, rx->deadline[prio]);
	}
	pfc_pause_rx_set(rx, rx->paused & ~expired);
	return expired;
}

/**
 * pfc_pause_rx_resume() - end pauses now
 * @rx: state of the port
 * @prios: bit mask of the priorities to resume
 * @now: the time, ns
 */
void pfc_pause_rx_resume(struct pfc_pause_rx *rx, u8 prios, u64 now)
{
	int prio;

	pfc_pause_rx_expire(rx, now);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (rx->paused & prios & BIT(prio))
			pfc_clock_stop(&rx->clock, prio, now);
	pfc_pause_rx_set(rx, rx->paused & ~prios);
}

/**
 * pfc_pause_rx_until() - obey now what was not obeyed when it came
 * @rx: state of the port
 * @prio: the priority, not paused
 * @until: when the pause ends that was asked for, ns
 * @now: the time, ns
 */
void pfc_pause_rx_until(struct pfc_pause_rx *rx, int prio, u64 until, u64 now)
{
	if (until <= now)
		return;
	rx->deadline[prio] = until;
	pfc_clock_start(&rx->clock, BIT(prio), now);
	pfc_pause_rx_set(rx, rx->paused | BIT(prio));
}

/**
 * pfc_pause_rx_deadline() - when does one of these priorities resume?
 * @rx: state of the port
 * @prios: bit mask of priorities
 *
 * Return: the earliest deadline of a paused priority among @prios, ns, or
 * %PFC_PAUSE_NEVER.
 */
u64 pfc_pause_rx_deadline(const struct pfc_pause_rx *rx, u8 prios)
{
	u64 first = PFC_PAUSE_NEVER;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (rx->paused & prios & BIT(prio))
			first = min(first, rx->deadline[prio]);
	return first;
}

/**
 * pfc_pause_rx_time() - how long was a priority paused in all?
 * @rx: state of the port
 * @prio: the priority
 * @now: the time, ns
 *
 * Return: nanoseconds, a running pause included.
 */
u64 pfc_pause_rx_time(const struct pfc_pause_rx *rx, int prio, u64 now)
{
	u64 end = min(now, rx->deadline[prio]);

	return pfc_clock_read(&rx->clock, prio, rx->paused & BIT(prio), end);
}

/**
 * pfc_pause_tx_next() - is there something to tell the peer?
 * @tx: state of the port
 * @wanted: bit mask of the priorities that are to be paused
 * @quanta: pause time to ask for, 1..65535
 * @now: the time, ns
 * @frame: the frame to send, written if there is one
 *
 * One frame speaks of all priorities: the wanted ones get the whole pause time
 * again, those no longer wanted get XON.
 *
 * Return: whether to send @frame.
 */
bool pfc_pause_tx_next(const struct pfc_pause_tx *tx, u8 wanted, u16 quanta,
		       u64 now, struct pfc_frame *frame)
{
	int prio;

	if (wanted == tx->told && (!wanted || now < tx->refresh))
		return false;

	memset(frame, 0, sizeof(*frame));
	frame->enable = wanted | tx->told;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (wanted & BIT(prio))
			frame->time[prio] = quanta;
	return true;
}

/**
 * pfc_pause_tx_sent() - a frame of pfc_pause_tx_next() has been sent
 * @tx: state of the port
 * @frame: the frame
 * @speed: speed of the link, Mb/s
 * @now: when it was sent, ns
 */
void pfc_pause_tx_sent(struct pfc_pause_tx *tx, const struct pfc_frame *frame,
		       u32 speed, u64 now)
{
	u16 quanta = 0;
	u8 wanted = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (frame->time[prio]) {
			wanted |= BIT(prio);
			quanta = frame->time[prio];
		} else if (tx->told & BIT(prio)) {
			pfc_clock_stop(&tx->clock, prio, now);
		}
	}
	pfc_clock_start(&tx->clock, wanted & ~tx->told, now);
	tx->told = wanted;
	tx->refresh = now + pfc_quanta_to_ns(quanta, speed) / 2;
}

/**
 * pfc_pause_tx_forget() - the link went down: nobody remembers a pause
 * @tx: state of the port
 * @now: the time, ns
 */
void pfc_pause_tx_forget(struct pfc_pause_tx *tx, u64 now)
{
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (tx->told & BIT(prio))
			pfc_clock_stop(&tx->clock, prio, now);
	tx->told = 0;
}

/**
 * pfc_pause_tx_deadline() - when must pfc_pause_tx_next() be asked again?
 * @tx: state of the port
 *
 * Return: nanoseconds, or %PFC_PAUSE_NEVER.
 */
u64 pfc_pause_tx_deadline(const struct pfc_pause_tx *tx)
{
	return tx->told ? tx->refresh : PFC_PAUSE_NEVER;
}

/**
 * pfc_pause_tx_time() - how long was the peer told to pause a priority in all?
 * @tx: state of the port
 * @prio: the priority
 * @now: the time, ns
 *
 * Return: nanoseconds, a running pause included.
 */
u64 pfc_pause_tx_time(const struct pfc_pause_tx *tx, int prio, u64 now)
{
	return pfc_clock_read(&tx->clock, prio, tx->told & BIT(prio), now);
}
