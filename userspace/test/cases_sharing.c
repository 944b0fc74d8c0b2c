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

/* Adds a flow of @percent of the link */
static void mix(struct run *r, unsigned int from, unsigned int prio, unsigned int percent)
{
	flow_add(r, from, B, prio, PERCENT(percent), 1024);
}

/* A flow that loses nothing, or a lossy one that loses what the DUT counts */
static void loses(struct run *r, const struct flow *f, double percent, double points)
{
	double part = f->sent ? 100.0 * (f->sent - f->received) / f->sent : 0;

	judge(r, part >= percent - points && part <= percent + points && !f->out_of_order,
	      "p%u: %.2f %% lost, %.2f +-%.2f %%; %llu out of order", f->prio, part, percent,
	      points, (unsigned long long)f->out_of_order);
	if (r->bed->known)
		equal(r, "drops that the DUT counts", drops(r, f->from, f->prio),
		      f->sent - f->received);
}

static void share_of(struct run *r, unsigned int prio, double percent)
{
	has_share(r, flow_of(r, prio), percent, percent * 0.02);
}

static void o1(struct run *r)
{
	if (!equal_weights(r))
		return;
	mix(r, A1, 3, 35);
	mix(r, A1, 0, 22);
	mix(r, A2, 4, 35);
	mix(r, A2, 1, 22);
	play(r, r->bed->length);
	share_of(r, 3, 28);
	share_of(r, 4, 28);
	share_of(r, 0, 22);
	share_of(r, 1, 22);
	no_loss(r, flow_of(r, 0));
	no_loss(r, flow_of(r, 1));
	no_loss(r, flow_of(r, 3));
	no_loss(r, flow_of(r, 4));
	sent_pfc(r, A1, BIT(3));
	sent_pfc(r, A2, BIT(4));
}

static void o2(struct run *r)
{
	unsigned int prio;

	if (!equal_weights(r))
		return;
	mix(r, A1, 3, 24);
	mix(r, A1, 0, 30);
	mix(r, A2, 4, 24);
	mix(r, A2, 1, 30);
	play(r, r->bed->length);
	for (prio = 3; prio <= 4; prio++) {
		share_of(r, prio, 24);
		no_loss(r, flow_of(r, prio));
		sent_pfc(r, prio == 3 ? A1 : A2, 0);
	}
	for (prio = 0; prio <= 1; prio++) {
		share_of(r, prio, 26);
		/* The queues fill first, so the loss is a little lower */
		loses(r, flow_of(r, prio), 100.0 * 4 / 30, 1);
	}
}

static void o3(struct run *r)
{
	if (!equal_weights(r))
		return;
	mix(r, A1, 3, 40);
	mix(r, A1, 0, 20);
	mix(r, A2, 4, 20);
	mix(r, A2, 1, 40);
	play(r, r->bed->length);
	share_of(r, 3, 30);
	share_of(r, 1, 30);
	share_of(r, 0, 20);
	share_of(r, 4, 20);
	no_loss(r, flow_of(r, 3));
	no_loss(r, flow_of(r, 4));
	no_loss(r, flow_of(r, 0));
	loses(r, flow_of(r, 1), 25, 1);
	sent_pfc(r, A1, BIT(3));
	sent_pfc(r, A2, 0);
}

static const unsigned int o4_lossy[] = { 0, 1, 2, 5 };

static void o4(struct run *r)
{
	unsigned int i;

	if (!equal_weights(r))
		return;
	for (i = 0; i < 4; i++)
		mix(r, i < 2 ? A1 : A2, o4_lossy[i], 20);
	mix(r, A1, 3, 20);
	mix(r, A2, 4, 10);
	play(r, r->bed->length);
	share_of(r, 3, 18);
	share_of(r, 4, 10);
	no_loss(r, flow_of(r, 3));
	no_loss(r, flow_of(r, 4));
	for (i = 0; i < 4; i++) {
		share_of(r, o4_lossy[i], 18);
		loses(r, flow_of(r, o4_lossy[i]), 10, 1);
	}
	sent_pfc(r, A1, BIT(3));
	sent_pfc(r, A2, 0);
}

static uint64_t o4_drops[4];

static uint64_t o4_count(const struct run *r, unsigned int i)
{
	return drops(r, i < 2 ? A1 : A2, o4_lossy[i]);
}

static void note_drops(struct run *r, unsigned int arg)
{
	unsigned int i;

	(void)arg;
	if (!r->bed->known || !bed_counters(r->bed, r->ports))
		return;
	for (i = 0; i < 4; i++)
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
	for (i = 0; i < 4; i++)
		mix(r, i < 2 ? A1 : A2, o4_lossy[i], 20);
	for (i = 0; i < 4; i++) {
		struct flow *f = flow_add(r, i % 2 ? A2 : A1, B, i % 2 ? 4 : 3,
					  PERCENT(i % 2 ? 10 : 20), 1024);

		f->start += i / 2 * length * 4 / 10;
		f->end = length * (2 + i / 2 * 4) / 10;
	}
	action_add(r, off, note_drops, 0);
	play(r, length);
	for (i = 4; i < r->n_flows; i++)
		no_loss(r, &r->flows[i]);
	sent_pfc(r, A1, BIT(3));
	judge(r, seen->first < length / 5 && seen->last > length * 4 / 10 && seen->last < off,
	      "XOFF from %.1f to %.1f ms, in both halves and none after %.1f ms",
	      seen->first / 1e6, seen->last / 1e6, off / 1e6);
	for (i = 0; i < 4 && r->bed->known; i++) {
		at_least(r, "drops while the lossless flows send", o4_drops[i], 1);
		equal(r, "drops that the DUT counts until the end", o4_count(r, i), o4_drops[i]);
	}
	counters_unknown(r);
}

/* Four flows of a quarter of the link; a little less, so that no late frame is a loss */
static void quarters(struct run *r)
{
	mix(r, A1, 3, 24);
	mix(r, A1, 0, 24);
	mix(r, A2, 4, 24);
	mix(r, A2, 1, 24);
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

static void stormed(struct run *r, unsigned int mask)
{
	uint64_t end = r->bed->length / 2, last = end + link_pause_ns(r->bed, QUANTA_MAX);
	unsigned int i;

	quarters(r);
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

static void o5_3(struct run *r)
{
	stormed(r, BIT(3));
}

static void o5_4(struct run *r)
{
	stormed(r, BIT(4));
}

static void o5_34(struct run *r)
{
	stormed(r, LOSSLESS);
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
static void throttled(struct run *r, unsigned int percent)
{
	struct window w = { 0 };
	struct flow *f;
	/* As many frames as 10 ms have at 1 Gb/s, so that a frame more or less is no matter */
	uint64_t period = 10 * NS_PER_MS * 1000000000 / r->bed->rate;
	struct control *c;

	if (!equal_weights(r) || !storms_end(r, BIT(3), 200, "drop"))
		return;
	f = flow_add(r, A1, B, 3, PERCENT(25), 1024);
	f->seen = count_window;
	f->data = &w;
	w.to = r->bed->length / period * period;
	w.from = w.to - w.to / 2 / period * period;
	flow_add(r, A1, B, 0, PERCENT(25), 1024);
	flow_add(r, A2, B, 4, PERCENT(25), 1024);
	flow_add(r, A2, B, 1, PERCENT(25), 1024);
	c = control_add(r, B, BIT(3), percent * period / 100 * r->bed->rate / NS_PER_S / 512, 0,
			r->bed->length);
	c->period = period;
	play(r, r->bed->length);
	throttled_share(r, &w, percent, period);
	no_loss(r, flow_of(r, 3));
	no_loss(r, flow_of(r, 4));
	if (r->bed->known)
		equal(r, "storms", prio_count(r, B, 3, PFC_PRIO_STAT_STORMS), 0);
}

static void o6_10(struct run *r)
{
	throttled(r, 10);
}

static void o6_90(struct run *r)
{
	throttled(r, 90);
}

const struct test_case sharing_cases[] = {
	{ "O1", "lossless flows above their share: PFC, no loss", 3, STAR, CONFIGURES, o1 },
	{ "O2", "lossy flows above their share: they lose the rest", 3, STAR, CONFIGURES, o2 },
	{ "O3", "a lossless and a lossy flow above their share", 3, STAR, CONFIGURES, o3 },
	{ "O4", "four lossy flows and two lossless ones", 3, STAR, CONFIGURES, o4 },
	{ "O4-off", "XOFF and drops end when the lossless flows stop",
	  3, STAR, CONFIGURES, o4_off },
	{ "O5-3", "a storm of p3 in the mix", 3, STAR, 0, o5_3 },
	{ "O5-4", "a storm of p4 in the mix", 3, STAR, 0, o5_4 },
	{ "O5-34", "a storm of p3 and p4 in the mix", 3, STAR, 0, o5_34 },
	{ "O6-10", "p3 paused for 10 % of the time", 3, STAR, CONFIGURES, o6_10 },
	{ "O6-90", "p3 paused for 90 % of the time", 3, STAR, CONFIGURES, o6_90 },
	{ 0 }
};
