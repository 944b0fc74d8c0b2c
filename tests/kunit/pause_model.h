/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Models of the pause state machines, and random frames, configuration changes, losses and times.
 *
 * The models keep only history: the time and the end of each pause of a priority.  From the
 * history they compute which priorities are paused and the total pause times.
 *
 * The model "link" connects a sender and a receiver.  As long as the sender runs at its deadlines
 * and no frame is lost, the receiver pauses exactly the priorities for which the sender has sent
 * XOFF.
 */
#ifndef PFC_PAUSE_MODEL_H
#define PFC_PAUSE_MODEL_H

#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include "../../kmod/core/pause.h"
#include "random.h"

#define PAUSE_EVENTS	200	/* for each priority */

enum pause_goal {
	PAUSE_PAUSED, PAUSE_OVERWRITTEN, PAUSE_SHORTER, PAUSE_RESUMED, PAUSE_EXPIRED,
	PAUSE_ENDED_BY_CONFIG, PAUSE_DISOBEYED, PAUSE_OBEYED_LATE, PAUSE_COUNTED, PAUSE_REFRESHED,
	PAUSE_LATE, PAUSE_FORGOTTEN, PAUSE_LOST, PAUSE_HEALED, PAUSE_READ,
};

static const char *const pause_goals[] = {
	[PAUSE_PAUSED] = "paused", [PAUSE_OVERWRITTEN] = "deadline replaced",
	[PAUSE_SHORTER] = "deadline replaced by an earlier one",
	[PAUSE_RESUMED] = "resumed by XON", [PAUSE_EXPIRED] = "pause expired",
	[PAUSE_ENDED_BY_CONFIG] = "resumed by configuration",
	[PAUSE_DISOBEYED] = "not obeyed", [PAUSE_OBEYED_LATE] = "obeyed after reception",
	[PAUSE_COUNTED] = "expired pauses reported",
	[PAUSE_REFRESHED] = "XOFF refreshed", [PAUSE_LATE] = "XOFF refreshed too late",
	[PAUSE_FORGOTTEN] = "link down in a pause", [PAUSE_LOST] = "frame lost",
	[PAUSE_HEALED] = "receiver correct again after a loss",
	[PAUSE_READ] = "an earlier pause is the longest", NULL
};

/**
 * struct pause_history - times of the XOFF and XON of a priority
 * @n: number of entries
 * @at: time of the entry, ns
 * @until: end of the pause, ns; equal to @at for an entry that ends a pause
 */
struct pause_history {
	int	n;
	u64	at[PAUSE_EVENTS];
	u64	until[PAUSE_EVENTS];
};

/* Length of a pause, ns, rounded up: bits / (speed * 10^6) seconds */
static inline u64 pause_duration(u32 quanta, u32 speed)
{
	return div64_u64(quanta * 512000ULL + speed - 1, speed);
}

static inline void pause_record(struct pause_history *h, u64 at, u64 until)
{
	h->at[h->n] = at;
	h->until[h->n++] = until;
}

static inline bool pause_is(const struct pause_history *h, u64 now)
{
	return h->n && now < h->until[h->n - 1];
}

/* Total pause time; a pause ends at its end or at the next entry */
static inline u64 pause_total(const struct pause_history *h, u64 now)
{
	u64 sum = 0, end;
	int i;

	for (i = 0; i < h->n; i++) {
		end = h->until[i];
		if (i + 1 < h->n && h->at[i + 1] < end)
			end = h->at[i + 1];
		if (now < end)
			end = now;
		sum += end - h->at[i];
	}
	return sum;
}

/* Number of pauses that reached their end before the next entry */
static inline u64 pause_expired(const struct pause_history *h, u64 now)
{
	u64 count = 0;
	int i;

	for (i = 0; i < h->n; i++)
		count += h->until[i] > h->at[i] && h->until[i] <= now &&
			 (i + 1 == h->n || h->at[i + 1] >= h->until[i]);
	return count;
}

static inline void pause_finish(struct pfc_pauses *p, u64 length)
{
	p->paused = false;
	p->total += length;
	p->last = length;
	p->longest = max(p->longest, length);
}

/* Pauses up to now: each one starts while none lasts, and ends at its end or at an XON */
static inline struct pfc_pauses pause_read(const struct pause_history *h, u64 now)
{
	struct pfc_pauses p = { 0 };
	u64 end = 0;
	int i;

	for (i = 0; i < h->n; i++) {
		if (p.paused && h->at[i] >= end)
			pause_finish(&p, end - p.since);
		if (h->until[i] == h->at[i] && p.paused)
			pause_finish(&p, h->at[i] - p.since);
		if (h->until[i] == h->at[i])
			continue;
		end = h->until[i];
		if (!p.paused) {
			p.paused = true;
			p.since = h->at[i];
			p.count++;
		}
	}
	if (p.paused && now >= end)
		pause_finish(&p, end - p.since);
	if (p.paused) {
		p.total += now - p.since;
		p.longest = max(p.longest, now - p.since);
	}
	return p;
}

static inline void pause_check(struct random_run *r, struct pfc_pauses got,
			       const struct pause_history *h, u64 now)
{
	struct pfc_pauses want = pause_read(h, now);

	random_require(r, got.paused == want.paused && got.since == want.since, "since");
	random_require(r, got.count == want.count, "number of pauses");
	random_require(r, got.total == want.total, "total length of the pauses");
	random_require(r, got.last == want.last, "length of the last pause");
	random_require(r, got.longest == want.longest, "length of the longest pause");
	r->met[PAUSE_READ] += got.count > 1 && got.longest > got.last;
}

static inline u8 pause_mask(const struct pause_history *h, u64 now)
{
	u8 mask = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		mask |= pause_is(&h[prio], now) << prio;
	return mask;
}

static inline u32 pause_any_speed(struct random_run *r)
{
	static const u32 speeds[] = { 10, 100, 1000, 10000, 400000, 1600000 };
	unsigned int i = random_below(r, 8);

	return i < 6 ? speeds[i] : 10 + random_below(r, 1599991);
}

static inline void pause_any_frame(struct random_run *r, struct pfc_frame *frame)
{
	static const u16 quanta[] = { 0, 0, 1, 2, 65535 };
	int prio;

	frame->enable = random_below(r, 256);
	frame->reserved = false;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		unsigned int i = random_below(r, 8);

		frame->time[prio] = i < 5 ? quanta[i] : random_below(r, 65536);
	}
}

/* A time at the deadline, 1 ns before or after it, or at random */
static inline u64 pause_any_time(struct random_run *r, u64 now, u64 deadline)
{
	unsigned int how = random_below(r, 8);

	if (how < 3 && deadline != PFC_PAUSE_NEVER && deadline + how > now)
		return deadline + how - 1;
	return now + random_below(r, how < 6 ? 1 << 16 : 1ULL << 36);
}

/* ---- reception ---------------------------------------------------------- */

struct pause_reception {
	struct random_run	r;
	struct pfc_pause_rx	rx;
	struct pause_history	history[PFC_PRIOS];
	u64			reported[PFC_PRIOS];
	u8			obey;
	u64			now;
};

static inline void pause_receive(struct pause_reception *p)
{
	u8 before = pause_mask(p->history, p->now), after, obeyed, shorter = 0;
	u32 speed = pause_any_speed(&p->r);
	struct pfc_pause_change change;
	struct pfc_frame frame;
	int prio;

	pause_any_frame(&p->r, &frame);
	obeyed = frame.enable & p->obey;
	p->r.met[PAUSE_DISOBEYED] += obeyed != frame.enable;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		struct pause_history *h = &p->history[prio];
		u64 until = p->now + pause_duration(frame.time[prio], speed);

		if (!(obeyed >> prio & 1))
			continue;
		if (before >> prio & 1 && frame.time[prio]) {
			p->r.met[PAUSE_OVERWRITTEN]++;
			shorter |= (until < h->until[h->n - 1]) << prio;
		}
		pause_record(h, p->now, until);
	}
	change = pfc_pause_rx_frame(&p->rx, &frame, p->obey, speed, p->now);
	after = pause_mask(p->history, p->now);
	random_require(&p->r, change.paused == (after & ~before), "reported as paused");
	random_require(&p->r, change.resumed == (before & ~after), "reported as resumed");
	random_require(&p->r, change.shorter == shorter, "reported as shorter");
	p->r.met[PAUSE_PAUSED] += change.paused != 0;
	p->r.met[PAUSE_SHORTER] += change.shorter != 0;
	p->r.met[PAUSE_RESUMED] += change.resumed != 0;
}

static inline void pause_configure(struct pause_reception *p)
{
	u8 before = pause_mask(p->history, p->now);
	int prio;

	p->obey = random_below(&p->r, 256);
	p->r.met[PAUSE_ENDED_BY_CONFIG] += (before & ~p->obey) != 0;
	pfc_pause_rx_resume(&p->rx, ~p->obey, p->now);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (!(p->obey >> prio & 1))
			pause_record(&p->history[prio], p->now, p->now);
}

/* A pause that was ignored on reception is obeyed from now on, unless it has ended */
static inline void pause_obey(struct pause_reception *p)
{
	unsigned int prio = random_below(&p->r, PFC_PRIOS);
	u64 until = p->now + random_below(&p->r, 100000);

	pfc_pause_rx_expire(&p->rx, p->now);
	if (pause_is(&p->history[prio], p->now))
		return;
	until = random_below(&p->r, 4) ? until : p->now;
	pfc_pause_rx_until(&p->rx, prio, until, p->now);
	if (until > p->now)
		pause_record(&p->history[prio], p->now, until);
	p->r.met[PAUSE_OBEYED_LATE] += until > p->now;
}

/* Checks the expired pauses; with @report, also counts all of them as reported */
static inline void pause_check_expired(struct pause_reception *p, bool report)
{
	u8 unreported = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		u64 count = pause_expired(&p->history[prio], p->now);

		random_require(&p->r, p->rx.expired[prio] == count, "number of expired pauses");
		unreported |= (count > p->reported[prio]) << prio;
		if (report)
			p->reported[prio] = count;
	}
	random_require(&p->r, p->rx.unreported == unreported, "unreported pauses");
	if (!report)
		return;
	p->r.met[PAUSE_COUNTED] += unreported != 0;
	p->rx.unreported = 0;
}

static inline void pause_check_reception(struct pause_reception *p)
{
	u8 want = pause_mask(p->history, p->now), some = random_below(&p->r, 256);
	u64 first = PFC_PAUSE_NEVER;
	int prio;

	random_require(&p->r, (p->rx.paused & want) == want, "paused");
	for (prio = 0; prio < PFC_PRIOS; prio++)
		random_require(&p->r, pfc_pause_rx_read(&p->rx, prio,
							min(p->now, p->rx.deadline[prio])).total ==
			       pause_total(&p->history[prio], p->now), "pause time");
	/* often skips the expiry check: a late expiry check must not change the results */
	if (some & 1)
		return;
	p->r.met[PAUSE_EXPIRED] += pfc_pause_rx_expire(&p->rx, p->now) != 0;
	random_require(&p->r, p->rx.paused == want, "paused after expiry");
	random_require(&p->r, p->rx.soonest == pfc_pause_rx_deadline(&p->rx, 0xff), "soonest");
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pause_check(&p->r, pfc_pause_rx_read(&p->rx, prio, p->now), &p->history[prio],
			    p->now);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (want & some & 1 << prio)
			first = min(first, p->history[prio].until[p->history[prio].n - 1]);
	random_require(&p->r, pfc_pause_rx_deadline(&p->rx, some) == first, "deadline");
	pause_check_expired(p, some & 2);
}

static inline void pause_reception_begin(void *data)
{
	struct pause_reception *p = data;

	memset(&p->rx, 0, sizeof(p->rx));
	memset(p->history, 0, sizeof(p->history));
	memset(p->reported, 0, sizeof(p->reported));
	p->obey = 0xff;
	p->now = random_start(&p->r);
}

static inline void pause_reception_step(void *data)
{
	struct pause_reception *p = data;

	switch (random_below(&p->r, 16)) {
	case 0 ... 6:
		pause_receive(p);
		break;
	case 7 ... 8:
		pause_configure(p);
		break;
	case 9:
		pause_obey(p);
		break;
	default:
		p->now = pause_any_time(&p->r, p->now, pfc_pause_rx_deadline(&p->rx, 0xff));
	}
	pause_check_reception(p);
}

/* ---- transmission ------------------------------------------------------- */

/**
 * struct pause_link - a sender and a receiver
 * @wanted: bit mask of the priorities that the sender has to pause
 * @in_sync: no frame was lost or late since both matched
 * @sent_at: time of the last frame, ns
 * @end: end of the last pause that was sent, ns
 */
struct pause_link {
	struct random_run	r;
	struct pfc_pause_tx	tx;
	struct pfc_pause_rx	rx;
	struct pause_history	history[PFC_PRIOS];
	u8			wanted;
	bool			in_sync;
	u64			sent_at;
	u64			end;
	u64			late[PFC_PRIOS];
	u16			quanta;
	u32			speed;
	u64			now;
};

/* The deadline is at half of the last pause */
static inline u64 pause_due(const struct pause_link *l)
{
	return l->tx.xoff_sent ? l->sent_at + (l->end - l->sent_at) / 2 : PFC_PAUSE_NEVER;
}

static inline void pause_check_frame(struct pause_link *l, const struct pfc_frame *frame, u8 sent)
{
	int prio;

	random_require(&l->r, frame->enable == (l->wanted | sent), "enable vector");
	random_require(&l->r, !frame->pause && !frame->reserved, "kind of the frame");
	for (prio = 0; prio < PFC_PRIOS; prio++)
		random_require(&l->r, frame->time[prio] ==
			       (l->wanted >> prio & 1 ? l->quanta : 0), "time in the frame");
}

/* Runs the sender, which may lose the frame */
static inline void pause_run_sender(struct pause_link *l)
{
	bool due = l->wanted && l->now >= pause_due(l), lose = !random_below(&l->r, 8);
	u8 sent = l->tx.xoff_sent, late = l->now > l->end ? sent & l->wanted : 0;
	struct pfc_frame frame;
	int prio;

	memset(&frame, 0x5a, sizeof(frame));
	if (!pfc_pause_tx_next(&l->tx, l->wanted, l->quanta, l->now, &frame)) {
		random_require(&l->r, l->wanted == sent && !due, "no frame although due");
		return;
	}
	random_require(&l->r, l->wanted != sent || due, "frame although not due");
	pause_check_frame(l, &frame, sent);
	random_require(&l->r, pfc_pause_tx_sent(&l->tx, &frame, l->speed, l->now) == late,
		       "late priorities");
	l->sent_at = l->now;
	l->end = l->now + pause_duration(l->wanted ? l->quanta : 0, l->speed);
	l->r.met[PAUSE_REFRESHED] += l->wanted == sent;
	l->r.met[PAUSE_LATE] += late != 0;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		l->late[prio] += late >> prio & 1;
		if ((l->wanted ^ sent) >> prio & 1)
			pause_record(&l->history[prio], l->now, l->wanted >> prio & 1 ?
				     PFC_PAUSE_NEVER : l->now);
	}
	if (lose) {
		l->r.met[PAUSE_LOST]++;
		l->in_sync = false;
		return;
	}
	pfc_pause_rx_frame(&l->rx, &frame, 0xff, l->speed, l->now);
	/* the sender does not repeat a lost XON: both match again when the pause has expired */
	if (l->rx.paused == l->wanted) {
		l->r.met[PAUSE_HEALED] += !l->in_sync;
		l->in_sync = true;
	}
}

static inline void pause_link_down(struct pause_link *l)
{
	int prio;

	l->r.met[PAUSE_FORGOTTEN] += l->tx.xoff_sent != 0;
	pfc_pause_tx_forget(&l->tx, l->now);
	pfc_pause_rx_resume(&l->rx, 0xff, l->now);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		pause_record(&l->history[prio], l->now, l->now);
	l->in_sync = true;
	random_require(&l->r, !l->tx.xoff_sent, "XOFF after link down");
}

static inline void pause_check_link(struct pause_link *l)
{
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		random_require(&l->r, pfc_pause_tx_read(&l->tx, prio, l->now).total ==
			       pause_total(&l->history[prio], l->now), "pause time");
		random_require(&l->r, l->tx.late[prio] == l->late[prio], "late refreshes");
		pause_check(&l->r, pfc_pause_tx_read(&l->tx, prio, l->now), &l->history[prio],
			    l->now);
	}
	random_require(&l->r, pfc_pause_tx_deadline(&l->tx) == pause_due(l), "deadline");
	pfc_pause_rx_expire(&l->rx, l->now);
	random_require(&l->r, !l->in_sync || l->rx.paused == l->tx.xoff_sent,
		       "the receiver pauses other priorities");
}

/* At least 10: 1 quantum lasts 1 ns at 1.6 Tb/s, so its refresh interval would be 0 */
static inline u16 pause_any_time_sent(struct random_run *r)
{
	return 10 + random_below(r, 65526);
}

static inline void pause_link_begin(void *data)
{
	struct pause_link *l = data;

	memset(&l->tx, 0, sizeof(l->tx));
	memset(&l->rx, 0, sizeof(l->rx));
	memset(l->history, 0, sizeof(l->history));
	memset(l->late, 0, sizeof(l->late));
	l->wanted = 0;
	l->in_sync = true;
	l->end = 0;
	l->quanta = pause_any_time_sent(&l->r);
	l->speed = pause_any_speed(&l->r);
	l->now = random_start(&l->r);
}

static inline void pause_link_step(void *data)
{
	struct pause_link *l = data;

	switch (random_below(&l->r, 16)) {
	case 0 ... 5:
		l->wanted = random_below(&l->r, 256);
		pause_run_sender(l);
		break;
	case 6 ... 7:
		pause_link_down(l);
		break;
	case 8:
		/* applies from the next frame on */
		l->quanta = pause_any_time_sent(&l->r);
		break;
	case 9 ... 10:
		/* runs the sender before or after the end of the pause */
		l->now = pause_any_time(&l->r, l->now, l->tx.xoff_sent ? l->end : PFC_PAUSE_NEVER);
		l->in_sync &= !l->tx.xoff_sent || l->now < l->end;
		pause_run_sender(l);
		break;
	default:
		/* runs the sender in time, at its deadline or before */
		l->now = min(pause_any_time(&l->r, l->now, pause_due(l)), pause_due(l));
		pause_run_sender(l);
	}
	pause_check_link(l);
}

static const struct random_model pause_models[] = {
	{ "reception", sizeof(struct pause_reception), PAUSE_EVENTS, pause_reception_begin,
	  pause_reception_step, NULL },
	{ "link", sizeof(struct pause_link), PAUSE_EVENTS, pause_link_begin, pause_link_step,
	  NULL },
};

#endif /* PFC_PAUSE_MODEL_H */
