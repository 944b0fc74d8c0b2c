// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pause state machines, driven by random frames, configuration changes, losses and time.
 *
 * The model keeps only history: the time and the end of each pause of a priority.  From
 * the history it computes which priorities are paused and the total pause times.
 *
 * A second kind of run connects a sender and a receiver.  As long as the sender runs at
 * its deadlines and no frame is lost, the receiver pauses exactly the priorities for which
 * the sender has sent XOFF.
 */
#include "kmod/core/pause.c"
#include "fuzz.h"

#define PRIOS	8
#define EVENTS	200	/* for each priority */

enum goal {
	PAUSED, OVERWRITTEN, RESUMED, EXPIRED, ENDED_BY_CONFIG, DISOBEYED,
	COUNTED, REFRESHED, LATE, FORGOTTEN, LOST, HEALED, READ,
};

const char *const fuzz_goals[] = {
	[PAUSED] = "paused", [OVERWRITTEN] = "deadline replaced",
	[RESUMED] = "resumed by XON", [EXPIRED] = "pause expired",
	[ENDED_BY_CONFIG] = "resumed by configuration",
	[DISOBEYED] = "not obeyed", [COUNTED] = "expired pauses reported",
	[REFRESHED] = "XOFF refreshed", [LATE] = "XOFF refreshed too late",
	[FORGOTTEN] = "link down in a pause", [LOST] = "frame lost",
	[HEALED] = "receiver correct again after a loss",
	[READ] = "an earlier pause is the longest", NULL
};

/**
 * struct history - times of the XOFF and XON of a priority
 * @n: number of entries
 * @at: time of the entry, ns
 * @until: end of the pause, ns; equal to @at for an entry that ends a pause
 */
struct history {
	int	n;
	u64	at[EVENTS];
	u64	until[EVENTS];
};

static u64 duration(u32 quanta, u32 speed)
{
	__uint128_t bits = (__uint128_t)quanta * 512;

	/* bits / (speed * 10^6) seconds, in ns, rounded up */
	return (bits * 1000 + speed - 1) / speed;
}

static void record(struct history *h, u64 at, u64 until)
{
	require(h->n < EVENTS, "too many events");
	h->at[h->n] = at;
	h->until[h->n++] = until;
}

static bool is_paused(const struct history *h, u64 now)
{
	return h->n && now < h->until[h->n - 1];
}

/* Total pause time; a pause ends at its end or at the next entry */
static u64 total(const struct history *h, u64 now)
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
static u64 expired(const struct history *h, u64 now)
{
	u64 count = 0;
	int i;

	for (i = 0; i < h->n; i++)
		count += h->until[i] > h->at[i] && h->until[i] <= now &&
			 (i + 1 == h->n || h->at[i + 1] >= h->until[i]);
	return count;
}

static void finish(struct pfc_pauses *p, u64 length)
{
	p->paused = false;
	p->total += length;
	p->last = length;
	p->longest = length > p->longest ? length : p->longest;
}

/* Pauses up to now: each one starts while none lasts, and ends at its end or at an XON */
static struct pfc_pauses pauses(const struct history *h, u64 now)
{
	struct pfc_pauses p = { 0 };
	u64 end = 0;
	int i;

	for (i = 0; i < h->n; i++) {
		if (p.paused && h->at[i] >= end)
			finish(&p, end - p.since);
		if (h->until[i] == h->at[i] && p.paused)
			finish(&p, h->at[i] - p.since);
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
		finish(&p, end - p.since);
	if (p.paused) {
		u64 length = now - p.since;

		p.total += length;
		p.longest = length > p.longest ? length : p.longest;
	}
	return p;
}

static void check_pauses(struct pfc_pauses got, const struct history *h, u64 now, int prio)
{
	struct pfc_pauses want = pauses(h, now);

	require(got.paused == want.paused && got.since == want.since,
		"priority %d: since %llu, not %llu", prio, got.since, want.since);
	require(got.count == want.count, "priority %d: %llu pauses, not %llu", prio, got.count,
		want.count);
	require(got.total == want.total && got.last == want.last,
		"priority %d: last %llu, not %llu", prio, got.last, want.last);
	require(got.longest == want.longest, "priority %d: longest %llu, not %llu", prio,
		got.longest, want.longest);
	fuzz_met[READ] += got.count > 1 && got.longest > got.last;
}

static u8 paused_mask(const struct history *h, u64 now)
{
	u8 mask = 0;
	int prio;

	for (prio = 0; prio < PRIOS; prio++)
		mask |= is_paused(&h[prio], now) << prio;
	return mask;
}

static u32 any_speed(struct fuzz *in)
{
	static const u32 speeds[] = { 10, 100, 1000, 10000, 400000, 1600000 };
	unsigned int i = fuzz_below(in, 8);

	return i < 6 ? speeds[i] : 10 + fuzz_below(in, 1599991);
}

static u16 any_quanta(struct fuzz *in)
{
	static const u16 quanta[] = { 0, 0, 1, 2, 65535 };
	unsigned int i = fuzz_below(in, 8);

	return i < 5 ? quanta[i] : fuzz_number(in, 2);
}

static void any_frame(struct fuzz *in, struct pfc_frame *frame)
{
	int prio;

	frame->enable = fuzz_number(in, 1);
	frame->reserved = false;
	for (prio = 0; prio < PRIOS; prio++)
		frame->time[prio] = any_quanta(in);
}

/* A time at the deadline, 1 ns before or after it, or at random */
static u64 any_time(struct fuzz *in, u64 now, u64 deadline)
{
	unsigned int how = fuzz_below(in, 8);

	if (how < 3 && deadline != PFC_PAUSE_NEVER && deadline + how > now)
		return deadline + how - 1;
	return now + fuzz_below(in, how < 6 ? 1 << 16 : 1ULL << 36);
}

/* ---- reception ---------------------------------------------------------- */

struct reception {
	struct pfc_pause_rx	rx;
	struct history		history[PRIOS];
	u64			reported[PRIOS];
	u8			obey;
	u64			now;
};

static void receive_frame(struct fuzz *in, struct reception *r)
{
	u8 before = paused_mask(r->history, r->now), after, obeyed;
	struct pfc_pause_change change;
	u32 speed = any_speed(in);
	struct pfc_frame frame;
	int prio;

	any_frame(in, &frame);
	obeyed = frame.enable & r->obey;
	fuzz_met[DISOBEYED] += obeyed != frame.enable;
	for (prio = 0; prio < PRIOS; prio++) {
		if (!(obeyed >> prio & 1))
			continue;
		fuzz_met[OVERWRITTEN] += before >> prio & 1 && frame.time[prio];
		record(&r->history[prio], r->now,
		       r->now + duration(frame.time[prio], speed));
	}
	change = pfc_pause_rx_frame(&r->rx, &frame, r->obey, speed, r->now);
	after = paused_mask(r->history, r->now);
	require(change.paused == (after & ~before), "reported as paused %#x", change.paused);
	require(change.resumed == (before & ~after), "reported as resumed %#x", change.resumed);
	fuzz_met[PAUSED] += change.paused != 0;
	fuzz_met[RESUMED] += change.resumed != 0;
}

static void configure(struct fuzz *in, struct reception *r)
{
	u8 before = paused_mask(r->history, r->now);
	int prio;

	r->obey = fuzz_number(in, 1);
	fuzz_met[ENDED_BY_CONFIG] += (before & ~r->obey) != 0;
	pfc_pause_rx_resume(&r->rx, ~r->obey, r->now);
	for (prio = 0; prio < PRIOS; prio++)
		if (!(r->obey >> prio & 1))
			record(&r->history[prio], r->now, r->now);
}

/* Checks the expired pauses; with @report, also counts all of them as reported */
static void check_expired(struct reception *r, bool report)
{
	u8 unreported = 0;
	int prio;

	for (prio = 0; prio < PRIOS; prio++) {
		u64 count = expired(&r->history[prio], r->now);

		require(r->rx.expired[prio] == count, "priority %d: %llu expired, not %llu", prio,
			r->rx.expired[prio], count);
		unreported |= (count > r->reported[prio]) << prio;
		if (report)
			r->reported[prio] = count;
	}
	require(r->rx.unreported == unreported, "unreported %#x, not %#x", r->rx.unreported,
		unreported);
	if (!report)
		return;
	fuzz_met[COUNTED] += unreported != 0;
	r->rx.unreported = 0;
}

static void check_reception(struct fuzz *in, struct reception *r)
{
	u8 want = paused_mask(r->history, r->now), some = fuzz_number(in, 1);
	u64 first = PFC_PAUSE_NEVER;
	int prio;

	require((r->rx.paused & want) == want, "paused %#x, want %#x", r->rx.paused, want);
	for (prio = 0; prio < PRIOS; prio++) {
		u64 got = pfc_pause_rx_read(&r->rx, prio, min(r->now, r->rx.deadline[prio])).total;

		require(got == total(&r->history[prio], r->now), "priority %d: %llu",
			prio, got);
	}
	/* often skips the expiry check: a late expiry check must not change the results */
	if (some & 1)
		return;
	fuzz_met[EXPIRED] += pfc_pause_rx_expire(&r->rx, r->now) != 0;
	require(r->rx.paused == want, "paused %#x, want %#x", r->rx.paused, want);
	for (prio = 0; prio < PRIOS; prio++)
		check_pauses(pfc_pause_rx_read(&r->rx, prio, r->now), &r->history[prio], r->now,
			     prio);
	for (prio = 0; prio < PRIOS; prio++)
		if (want & some & 1 << prio)
			first = min(first, r->history[prio].until[r->history[prio].n - 1]);
	require(pfc_pause_rx_deadline(&r->rx, some) == first, "priorities %#x", some);
	check_expired(r, some & 2);
}

static void run_reception(struct fuzz *in)
{
	struct reception r = { .obey = 0xff, .now = fuzz_number(in, 6) };
	int step;

	for (step = 0; step < EVENTS && fuzz_more(in); step++) {
		switch (fuzz_below(in, 8)) {
		case 0 ... 3:
			receive_frame(in, &r);
			break;
		case 4:
			configure(in, &r);
			break;
		default:
			r.now = any_time(in, r.now,
					 pfc_pause_rx_deadline(&r.rx, 0xff));
		}
		check_reception(in, &r);
	}
}

/* ---- transmission ------------------------------------------------------- */

struct link {
	struct pfc_pause_tx	tx;
	struct pfc_pause_rx	rx;
	struct history		history[PRIOS];
	u8			wanted;
	bool			in_sync;	/* no frame lost or late since the last match */
	u64			end;	/* of the last pause that was sent */
	u64			late[PRIOS];
	u16			quanta;
	u32			speed;
	u64			now;
};

/* Runs the sender; with @lose, the frame is lost */
static void run_sender(struct link *l, bool lose)
{
	bool due = l->wanted && l->now >= pfc_pause_tx_deadline(&l->tx);
	u8 sent = l->tx.xoff_sent, late = l->now > l->end ? sent & l->wanted : 0;
	struct pfc_frame frame;
	int prio;

	memset(&frame, 0x5a, sizeof(frame));
	if (!pfc_pause_tx_next(&l->tx, l->wanted, l->quanta, l->now, &frame)) {
		require(l->wanted == sent && !due, "no frame although due, xoff_sent %#x",
			sent);
		return;
	}
	require(l->wanted != sent || due, "frame although not due, xoff_sent %#x", sent);
	require(frame.enable == (l->wanted | sent), "enable vector %#x", frame.enable);
	for (prio = 0; prio < PRIOS; prio++)
		require(frame.time[prio] ==
			(l->wanted >> prio & 1 ? l->quanta : 0), "time of priority %d", prio);

	require(pfc_pause_tx_sent(&l->tx, &frame, l->speed, l->now) == late, "late %#x", late);
	l->end = l->now + duration(l->quanta, l->speed);
	fuzz_met[REFRESHED] += l->wanted == sent;
	fuzz_met[LATE] += late != 0;
	for (prio = 0; prio < PRIOS; prio++)
		l->late[prio] += late >> prio & 1;
	for (prio = 0; prio < PRIOS; prio++)
		if ((l->wanted ^ sent) >> prio & 1)
			record(&l->history[prio], l->now, l->wanted >> prio & 1 ?
			       PFC_PAUSE_NEVER : l->now);
	if (lose) {
		fuzz_met[LOST]++;
		l->in_sync = false;
		return;
	}
	pfc_pause_rx_frame(&l->rx, &frame, 0xff, l->speed, l->now);
	/* the sender does not repeat a lost XON: both match again when the pause has expired */
	if (l->rx.paused == l->wanted) {
		fuzz_met[HEALED] += !l->in_sync;
		l->in_sync = true;
	}
}

static void link_down(struct link *l)
{
	int prio;

	fuzz_met[FORGOTTEN] += l->tx.xoff_sent != 0;
	pfc_pause_tx_forget(&l->tx, l->now);
	pfc_pause_rx_resume(&l->rx, 0xff, l->now);
	for (prio = 0; prio < PRIOS; prio++)
		record(&l->history[prio], l->now, l->now);
	l->in_sync = true;
	require(!l->tx.xoff_sent && pfc_pause_tx_deadline(&l->tx) == PFC_PAUSE_NEVER,
		"xoff_sent %#x", l->tx.xoff_sent);
}

static void check_link(struct link *l)
{
	u64 deadline = pfc_pause_tx_deadline(&l->tx);
	int prio;

	for (prio = 0; prio < PRIOS; prio++) {
		require(pfc_pause_tx_read(&l->tx, prio, l->now).total ==
			total(&l->history[prio], l->now), "priority %d", prio);
		require(l->tx.late[prio] == l->late[prio], "priority %d", prio);
		check_pauses(pfc_pause_tx_read(&l->tx, prio, l->now), &l->history[prio], l->now,
			     prio);
	}
	require((deadline != PFC_PAUSE_NEVER) == (l->tx.xoff_sent != 0), "%llu", deadline);
	pfc_pause_rx_expire(&l->rx, l->now);
	if (l->in_sync)
		require(l->rx.paused == l->tx.xoff_sent, "paused %#x, xoff_sent %#x",
			l->rx.paused, l->tx.xoff_sent);
}

static void run_link(struct fuzz *in)
{
	/* at least 10: 1 quantum lasts 1 ns at 1.6 Tb/s, so its refresh interval would be 0 */
	struct link l = {
		.quanta = 10 + fuzz_below(in, 65526), .speed = any_speed(in),
		.in_sync = true, .now = fuzz_number(in, 6),
	};
	int step;

	for (step = 0; step < EVENTS && fuzz_more(in); step++) {
		unsigned int what = fuzz_below(in, 8);
		u64 deadline = pfc_pause_tx_deadline(&l.tx), to;

		if (what < 3) {
			l.wanted = fuzz_number(in, 1);
			run_sender(&l, !fuzz_below(in, 8));
		} else if (what == 3) {
			link_down(&l);
		} else if (what == 4) {
			/* runs the sender before or after the end of the pause */
			l.now = any_time(in, l.now, l.tx.xoff_sent ? l.end : PFC_PAUSE_NEVER);
			l.in_sync &= !l.tx.xoff_sent || l.now < l.end;
			run_sender(&l, !fuzz_below(in, 8));
		} else {
			/* runs the sender in time, at its deadline or before */
			to = any_time(in, l.now, deadline);
			l.now = min(to, deadline);
			run_sender(&l, !fuzz_below(in, 8));
		}
		check_link(&l);
	}
}

void fuzz_one(struct fuzz *in)
{
	if (fuzz_below(in, 2))
		run_reception(in);
	else
		run_link(in);
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
