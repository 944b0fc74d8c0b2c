// SPDX-License-Identifier: GPL-2.0-only
/*
 * The pause machines, driven by any sequence of frames, configuration, losses
 * and time.
 *
 * The model keeps no state but history: each thing said about a priority, when,
 * and until when it holds.  What is paused, and for how long it was in all, is
 * worked out from that anew each time.
 *
 * A sender and a receiver at the ends of one link meet in a second run: as long
 * as the sender is asked at its deadlines and no frame is lost, the receiver is
 * paused exactly when it is wanted to be.
 */
#include "kmod/pause.c"
#include "fuzz.h"

#define PRIOS	8
#define EVENTS	200	/* for each priority */

enum goal {
	PAUSED, OVERWRITTEN, RESUMED, EXPIRED, ENDED_BY_CONFIG, DISOBEYED,
	REFRESHED, FORGOTTEN, LOST, HEALED,
};

const char *const fuzz_goals[] = {
	[PAUSED] = "paused", [OVERWRITTEN] = "deadline set anew",
	[RESUMED] = "resumed by a frame", [EXPIRED] = "resumed by time",
	[ENDED_BY_CONFIG] = "resumed by configuration",
	[DISOBEYED] = "not obeyed", [REFRESHED] = "XOFF refreshed",
	[FORGOTTEN] = "forgotten", [LOST] = "frame lost",
	[HEALED] = "loss healed", NULL
};

/**
 * struct history - what was said about a priority
 * @n: how many things
 * @at: when
 * @until: until when it pauses; for what ends a pause the same as @at
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

static void say(struct history *h, u64 at, u64 until)
{
	require(h->n < EVENTS, "too many events");
	h->at[h->n] = at;
	h->until[h->n++] = until;
}

static bool is_paused(const struct history *h, u64 now)
{
	return h->n && now < h->until[h->n - 1];
}

/* Sum of the intervals; each ends by itself or with what was said next */
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

/* A step to the deadline, just before or after it, or anywhere */
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
	struct history		said[PRIOS];
	u8			obey;
	u64			now;
};

static void receive_frame(struct fuzz *in, struct reception *r)
{
	u8 before = paused_mask(r->said, r->now), after, heard;
	struct pfc_pause_change change;
	u32 speed = any_speed(in);
	struct pfc_frame frame;
	int prio;

	any_frame(in, &frame);
	heard = frame.enable & r->obey;
	fuzz_met[DISOBEYED] += heard != frame.enable;
	for (prio = 0; prio < PRIOS; prio++) {
		if (!(heard >> prio & 1))
			continue;
		fuzz_met[OVERWRITTEN] += before >> prio & 1 && frame.time[prio];
		say(&r->said[prio], r->now,
		    r->now + duration(frame.time[prio], speed));
	}
	change = pfc_pause_rx_frame(&r->rx, &frame, r->obey, speed, r->now);
	after = paused_mask(r->said, r->now);
	require(change.paused == (after & ~before), "%#x", change.paused);
	require(change.resumed == (before & ~after), "%#x", change.resumed);
	fuzz_met[PAUSED] += change.paused != 0;
	fuzz_met[RESUMED] += change.resumed != 0;
}

static void configure(struct fuzz *in, struct reception *r)
{
	u8 before = paused_mask(r->said, r->now);
	int prio;

	r->obey = fuzz_number(in, 1);
	fuzz_met[ENDED_BY_CONFIG] += (before & ~r->obey) != 0;
	pfc_pause_rx_resume(&r->rx, ~r->obey, r->now);
	for (prio = 0; prio < PRIOS; prio++)
		if (!(r->obey >> prio & 1))
			say(&r->said[prio], r->now, r->now);
}

static void check_reception(struct fuzz *in, struct reception *r)
{
	u8 want = paused_mask(r->said, r->now), some = fuzz_number(in, 1);
	u64 first = PFC_PAUSE_NEVER;
	int prio;

	require((r->rx.paused & want) == want, "%#x, want %#x", r->rx.paused, want);
	for (prio = 0; prio < PRIOS; prio++) {
		u64 got = pfc_pause_rx_time(&r->rx, prio, r->now);

		require(got == total(&r->said[prio], r->now), "priority %d: %llu",
			prio, got);
	}
	/* that it is late to notice must not show */
	if (some & 1)
		return;
	fuzz_met[EXPIRED] += pfc_pause_rx_expire(&r->rx, r->now) != 0;
	require(r->rx.paused == want, "%#x, want %#x", r->rx.paused, want);
	for (prio = 0; prio < PRIOS; prio++)
		if (want & some & 1 << prio)
			first = min(first, r->said[prio].until[r->said[prio].n - 1]);
	require(pfc_pause_rx_deadline(&r->rx, some) == first, "%#x", some);
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
	struct history		told[PRIOS];
	u8			wanted;
	bool			whole;	/* nothing lost since all was said */
	u16			quanta;
	u32			speed;
	u64			now;
};

/* The sender looks at what is wanted; what it has to say arrives, or not */
static void look(struct link *l, bool lose)
{
	bool due = l->wanted && l->now >= pfc_pause_tx_deadline(&l->tx);
	u8 told = l->tx.told;
	struct pfc_frame frame;
	int prio;

	memset(&frame, 0x5a, sizeof(frame));
	if (!pfc_pause_tx_next(&l->tx, l->wanted, l->quanta, l->now, &frame)) {
		require(l->wanted == told && !due, "silent, told %#x", told);
		return;
	}
	require(l->wanted != told || due, "nothing new, told %#x", told);
	require(frame.enable == (l->wanted | told), "%#x", frame.enable);
	for (prio = 0; prio < PRIOS; prio++)
		require(frame.time[prio] ==
			(l->wanted >> prio & 1 ? l->quanta : 0), "%d", prio);

	pfc_pause_tx_sent(&l->tx, &frame, l->speed, l->now);
	fuzz_met[REFRESHED] += l->wanted == told;
	for (prio = 0; prio < PRIOS; prio++)
		if ((l->wanted ^ told) >> prio & 1)
			say(&l->told[prio], l->now, l->wanted >> prio & 1 ?
			    PFC_PAUSE_NEVER : l->now);
	if (lose) {
		fuzz_met[LOST]++;
		l->whole = false;
		return;
	}
	pfc_pause_rx_frame(&l->rx, &frame, 0xff, l->speed, l->now);
	/* a lost XON is not repeated, it ends with the pause */
	if (l->rx.paused == l->wanted) {
		fuzz_met[HEALED] += !l->whole;
		l->whole = true;
	}
}

static void link_down(struct link *l)
{
	int prio;

	fuzz_met[FORGOTTEN] += l->tx.told != 0;
	pfc_pause_tx_forget(&l->tx, l->now);
	pfc_pause_rx_resume(&l->rx, 0xff, l->now);
	for (prio = 0; prio < PRIOS; prio++)
		say(&l->told[prio], l->now, l->now);
	l->whole = true;
	require(!l->tx.told && pfc_pause_tx_deadline(&l->tx) == PFC_PAUSE_NEVER,
		"told %#x", l->tx.told);
}

static void check_link(struct link *l)
{
	u64 deadline = pfc_pause_tx_deadline(&l->tx);
	int prio;

	for (prio = 0; prio < PRIOS; prio++)
		require(pfc_pause_tx_time(&l->tx, prio, l->now) ==
			total(&l->told[prio], l->now), "priority %d", prio);
	require((deadline != PFC_PAUSE_NEVER) == (l->tx.told != 0), "%llu", deadline);
	pfc_pause_rx_expire(&l->rx, l->now);
	if (l->whole)
		require(l->rx.paused == l->tx.told, "paused %#x, told %#x",
			l->rx.paused, l->tx.told);
}

static void run_link(struct fuzz *in)
{
	/* two quanta at 1.6 Tb/s are 1 ns, of which there is no half */
	struct link l = {
		.quanta = 10 + fuzz_below(in, 65526), .speed = any_speed(in),
		.whole = true, .now = fuzz_number(in, 6),
	};
	int step;

	for (step = 0; step < EVENTS && fuzz_more(in); step++) {
		unsigned int what = fuzz_below(in, 8);
		u64 deadline = pfc_pause_tx_deadline(&l.tx), to;

		if (what < 3) {
			l.wanted = fuzz_number(in, 1);
			look(&l, !fuzz_below(in, 8));
		} else if (what == 3) {
			link_down(&l);
		} else {
			/* asked in time, which is before the pause ends */
			to = any_time(in, l.now, deadline);
			l.now = min(to, deadline);
			look(&l, !fuzz_below(in, 8));
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
