// SPDX-License-Identifier: GPL-2.0-only
/*
 * Oversubscription: two senders for one receiver, cases O1 to O6.  Each queue has an equal weight.
 */
#include "test.h"

#define PERCENT(n)	(SHARE_ALL * (n) / 100)

/* All priorities take turns, as members of one traffic class; lossy PGs drop soon */
static bool equal_weights(struct run *r)
{
	unsigned int from;

	for (from = A1; from <= A2; from++)
		if (!dut(r, "pg set dev %s pg all limit 20K", r->bed->ends[from].dev))
			return false;
	return dut(r, "ets set dev %s prio-tc all:0 tc-tsa all:strict tc-bw all:0",
		   r->bed->ends[B].dev);
}

/**
 * struct part - a flow of a mix, in percent of the link
 * @from: sending port
 * @prio: priority
 * @offered: what it offers
 * @share: what it gets: a lossless flow is paused, a lossy one loses the rest
 */
static const struct part {
	unsigned int	from;
	unsigned int	prio;
	unsigned int	offered;
	unsigned int	share;
} mixes[][6] = {
	{ { A1, 3, 35, 28 }, { A1, 0, 22, 22 }, { A2, 4, 35, 28 }, { A2, 1, 22, 22 } },
	{ { A1, 3, 24, 24 }, { A1, 0, 30, 26 }, { A2, 4, 24, 24 }, { A2, 1, 30, 26 } },
	{ { A1, 3, 40, 30 }, { A1, 0, 20, 20 }, { A2, 4, 20, 20 }, { A2, 1, 40, 30 } },
	{ { A1, 0, 20, 18 }, { A1, 1, 20, 18 }, { A2, 2, 20, 18 }, { A2, 5, 20, 18 },
	  { A1, 3, 20, 18 }, { A2, 4, 10, 10 } },
};

/* The first flows of this mix are lossy */
#define O4	3
#define LOSSY	4

/* Adds up to @n flows of a mix */
static void add_parts(struct run *r, const struct part *p, unsigned int n)
{
	for (; n && p->offered; n--, p++)
		flow_add(r, p->from, B, p->prio, PERCENT(p->offered), 1024);
}

/* A lossy flow loses what the DUT counts */
static void loses(struct run *r, const struct flow *f, double percent)
{
	double part = f->sent ? 100.0 * (f->sent - f->received) / f->sent : 0;

	/* The queues fill first, so the loss may be a little lower */
	judge(r, part >= percent - 1 && part <= percent + 1 && !f->out_of_order,
	      "p%u: %.2f %% lost, %.2f +-1.00 %%; %llu out of order", f->prio, part, percent,
	      (unsigned long long)f->out_of_order);
	equal(r, "drops that the DUT counts", drops(r, f->from, f->prio), f->sent - f->received);
}

static void oversubscribed(struct run *r)
{
	const struct part *parts = mixes[r->test->n];
	unsigned int i, xoff[] = { [A1] = 0, [A2] = 0 };

	if (!equal_weights(r))
		return;
	add_parts(r, parts, ARRAY_SIZE(mixes[0]));
	play(r, r->bed->length);
	for (i = 0; i < r->n_flows; i++)
		has_share(r, &r->flows[i], parts[i].share, parts[i].share * 0.02);
	for (i = 0; i < r->n_flows; i++) {
		const struct part *p = &parts[i];
		unsigned int rest = p->offered - p->share;

		if (rest && !(LOSSLESS & BIT(p->prio))) {
			loses(r, &r->flows[i], 100.0 * rest / p->offered);
			continue;
		}
		no_loss(r, &r->flows[i]);
		if (rest)
			xoff[p->from] |= BIT(p->prio);
	}
	sent_pfc(r, A1, xoff[A1]);
	sent_pfc(r, A2, xoff[A2]);
}

static uint64_t o4_drops[LOSSY];

static uint64_t o4_count(const struct run *r, unsigned int i)
{
	return drops(r, mixes[O4][i].from, mixes[O4][i].prio);
}

static void note_drops(struct run *r, unsigned int arg)
{
	unsigned int i;

	(void)arg;
	if (!bed_counters(r->bed, r->ports))
		return;
	for (i = 0; i < LOSSY; i++)
		o4_drops[i] = o4_count(r, i);
}

/* The lossless flows stop twice: XOFF and drops end then */
static void o4_off(struct run *r)
{
	uint64_t length = r->bed->length, off = length * 65 / 100;
	const struct pfc_seen *seen = &r->pfc[A1][3];
	unsigned int i;

	if (!equal_weights(r) || !dut(r, "pg set dev %s pg 3 xoff 10K xon 5K",
				      r->bed->ends[A1].dev))
		return;
	add_parts(r, mixes[O4], LOSSY);
	for (i = 0; i < 4; i++) {
		struct flow *f = flow_add(r, i % 2 ? A2 : A1, B, i % 2 ? 4 : 3,
					  PERCENT(i % 2 ? 10 : 20), 1024);

		f->start += i / 2 * length * 4 / 10;
		f->end = length * (2 + i / 2 * 4) / 10;
	}
	action_add(r, off, note_drops, 0);
	play(r, length);
	for (i = LOSSY; i < r->n_flows; i++)
		no_loss(r, &r->flows[i]);
	sent_pfc(r, A1, BIT(3));
	judge(r, seen->first < length / 5 && seen->last > length * 4 / 10 && seen->last < off,
	      "XOFF from %.1f to %.1f ms, in both halves and none after %.1f ms",
	      seen->first / 1e6, seen->last / 1e6, off / 1e6);
	for (i = 0; i < LOSSY; i++) {
		at_least(r, "drops while the lossless flows send", o4_drops[i], 1);
		equal(r, "drops that the DUT counts until the end", o4_count(r, i), o4_drops[i]);
	}
}

/* Adds four flows of @percent of the link */
static void quarters(struct run *r, unsigned int percent)
{
	flow_add(r, A1, B, 3, PERCENT(percent), 1024);
	flow_add(r, A1, B, 0, PERCENT(percent), 1024);
	flow_add(r, A2, B, 4, PERCENT(percent), 1024);
	flow_add(r, A2, B, 1, PERCENT(percent), 1024);
}

/* A flow of a stormed priority waits until the storm ends, and has its rate again after @last */
static void waits(struct run *r, const struct flow *f, uint64_t end, uint64_t last)
{
	none_received(r, f, end);
	if (last < r->bed->length)
		sent_in_time(r, "frames after the storm", f->received,
			     (r->bed->length - last) * f->share / SHARE_ALL /
			     link_frame_ns(r->bed, 1024) * 98 / 100);
}

static void stormed(struct run *r)
{
	uint64_t end = r->bed->length / 2, last = end + link_pause_ns(r->bed, QUANTA_MAX);
	unsigned int i, mask = r->test->prios;

	/* A little less than a quarter, so that no late frame is a loss */
	quarters(r, 24);
	storm(r, mask, 0, end);
	for (i = 0; i < r->n_flows; i++)
		r->flows[i].start += 10 * NS_PER_MS;
	/* What a pause at the end still holds needs time, too */
	play(r, last > r->bed->length ? last : r->bed->length);
	for (i = 0; i < r->n_flows; i++) {
		const struct flow *f = &r->flows[i];

		no_loss(r, f);
		if (mask & BIT(f->prio))
			waits(r, f, end, last);
		else
			has_share(r, f, 24, 24 * 0.02);
	}
	nothing_foreign(r);
}

/**
 * struct window - frames that arrive in a part of a scene
 * @from: begin, ns
 * @to: end, ns
 * @frames: their number
 */
struct window {
	uint64_t	from;
	uint64_t	to;
	uint64_t	frames;
};

static void count_window(struct flow *f, uint64_t seq, bool ce, void *data)
{
	struct window *w = data;

	(void)seq;
	(void)ce;
	w->frames += f->last >= w->from && f->last < w->to;
}

/*
 * The share of p3 in whole periods, when its PG is full.  A frame of each other flow waits when a
 * pause begins, and leaves in the pause: so p3 gets three frames more in each period.
 */
static void throttled_share(struct run *r, const struct window *w, unsigned int percent,
			    uint64_t period)
{
	double frame = 100.0 * link_frame_ns(r->bed, 1024), share;
	double expected = 25 * (100 - percent) / 100.0 + 3 * frame / period;

	if (w->to == w->from) {
		unmeasured(r, "p3: share of the link: less than two periods of %.0f ms",
			   period / 1e6);
		return;
	}
	if (r->slow) {
		unmeasured(r, "p3: share of the link: this machine does not send in time");
		return;
	}
	share = w->frames * frame / (w->to - w->from);
	judge(r, share >= expected - 0.25 && share <= expected + 0.25,
	      "p3: %.2f %% of the link, %.2f +-0.25 %%", share, expected);
}

/* Pauses of a part of the time: p3 gets the rest, and no watchdog acts */
static void throttled(struct run *r)
{
	unsigned int percent = r->test->n;
	struct window w = { 0 };
	/* As many frames as 10 ms have at 1 Gb/s, so that a frame more or less is no matter */
	uint64_t period = 10 * NS_PER_MS * 1000000000 / r->bed->rate;
	struct control *c;

	if (!equal_weights(r) || !storms_end(r, B, BIT(3), 200, "drop"))
		return;
	quarters(r, 25);
	r->flows[0].seen = count_window;
	r->flows[0].data = &w;
	w.to = r->bed->length / period * period;
	w.from = w.to - w.to / 2 / period * period;
	c = control_add(r, B, BIT(3), percent * period / 100 * r->bed->rate / NS_PER_S / 512, 0,
			r->bed->length);
	c->period = period;
	play(r, r->bed->length);
	throttled_share(r, &w, percent, period);
	no_loss(r, flow_of(r, 3));
	no_loss(r, flow_of(r, 4));
	equal(r, "storms", prio_count(r, B, 3, PFC_PRIO_STAT_STORMS), 0);
}

const struct test_case sharing_cases[] = {
	{ "O1", "lossless flows above their share: PFC, no loss",
	  .run = oversubscribed, .n = 0, .flags = CONFIGURES },
	{ "O2", "lossy flows above their share: they lose the rest",
	  .run = oversubscribed, .n = 1, .flags = CONFIGURES },
	{ "O3", "a lossless and a lossy flow above their share",
	  .run = oversubscribed, .n = 2, .flags = CONFIGURES },
	{ "O4", "four lossy flows and two lossless ones",
	  .run = oversubscribed, .n = O4, .flags = CONFIGURES },
	{ "O4-off", "XOFF and drops end when the lossless flows stop",
	  .run = o4_off, .flags = CONFIGURES },
	{ "O5-3", "a storm of p3 in the mix", .run = stormed, .prios = BIT(3) },
	{ "O5-4", "a storm of p4 in the mix", .run = stormed, .prios = BIT(4) },
	{ "O5-34", "a storm of p3 and p4 in the mix", .run = stormed, .prios = LOSSLESS },
	{ "O6-10", "p3 paused for 10 % of the time",
	  .run = throttled, .n = 10, .flags = CONFIGURES },
	{ "O6-90", "p3 paused for 90 % of the time",
	  .run = throttled, .n = 90, .flags = CONFIGURES },
	{ 0 }
};
