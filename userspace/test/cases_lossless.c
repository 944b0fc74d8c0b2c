// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lossless cases of the test plan: L01 to L15.
 */
#include <stdlib.h>
#include <string.h>
#include "test.h"

#define EIGHTH	(SHARE_ALL / 8)

/* A storm from B begins this long before the traffic */
#define LEAD	(20 * NS_PER_MS)

static void delay_flows(struct run *r, uint64_t start)
{
	unsigned int i;

	for (i = 0; i < r->n_flows; i++) {
		r->flows[i].start += start;
		r->flows[i].end += start;
	}
}

/* The DUT sends XOFF for the priorities @mask, unless its buffer is larger than their flows */
static void fills(struct run *r, unsigned int mask)
{
	unsigned int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (mask & BIT(prio) && !r->pfc[A1][prio].xoff && !r->bed->known) {
			unmeasured(r, "XOFF: the flows have not filled the buffer of the DUT");
			return;
		}
	sent_pfc(r, A1, mask);
}

/* A storm of B stops the priorities @mask of A1's flows and no others */
static void paused(struct run *r)
{
	uint64_t end = LEAD + r->bed->length;
	unsigned int mask = r->test->prios, size = r->test->n, prio;
	struct control *c;

	eight_flows(r, size < 512 ? EIGHTH / 8 : EIGHTH, size);
	delay_flows(r, LEAD);
	c = storm(r, mask, 0, end);
	play(r, end + 2 * c->period);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		if (!(mask & BIT(prio)))
			continue;
		none_received(r, flow_of(r, prio), end);
		no_loss(r, flow_of(r, prio));
	}
	others_flow(r, mask);
	received_pfc(r, B, mask, c->sent);
	fills(r, mask);
	sent_pfc(r, B, 0);
	nothing_foreign(r);
}

/* The resume ends a pause at once */
static void l03(struct run *r)
{
	uint64_t end = r->bed->length / 2, resume = end + NS_PER_US, last = LEAD + r->bed->length;
	const struct flow *f;

	eight_flows(r, EIGHTH, 1024);
	delay_flows(r, LEAD);
	storm(r, BIT(3), 0, end)->count = 0;
	control_add(r, B, BIT(3), 0, resume, resume + 1);
	play(r, last);
	f = flow_of(r, 3);
	none_received(r, f, resume);
	within_time(r, "from the resume to the first frame", f->first - resume, 0,
		    r->bed->rate >= 1000000000 ? NS_PER_MS : 8 * link_frame_ns(r->bed, 1024));
	no_loss(r, f);
	/* The last frame is in time only if the flow has its rate again */
	within_time(r, "the last frame arrives", f->last, last - r->bed->length / 50,
		    last + r->bed->length / 50);
	others_flow(r, BIT(3));
}

/* One PFC frame without a refresh */
static void pause_of(struct run *r)
{
	unsigned int quanta = r->test->n;
	uint64_t length = link_pause_ns(r->bed, quanta), at = 20 * NS_PER_MS, step;
	/* A short pause must be longer than the time between two frames */
	unsigned int share = quanta < QUANTA_MAX ? SHARE_ALL / 2 : EIGHTH;
	struct flow *f = flow_add(r, A1, B, 3, share, 1024);

	step = link_frame_ns(r->bed, 1024) * SHARE_ALL / share;
	f->end = at + length + 40 * step;
	control_add(r, B, BIT(3), quanta, at, at + 1);
	play(r, f->end);
	no_loss(r, f);
	/* The gap has a part of an interval more than the pause */
	if (quanta == QUANTA_MAX)
		within_time(r, "gap of a pause of 65535 quanta", f->gap, length - length / 20,
			    length + length / 20);
	else
		within_time(r, "gap of a short pause", f->gap, length,
			    length + step + link_frame_ns(r->bed, 1024));
}

/* Pairs at all ports.  XOFF comes early enough for short flows */
static void l05(struct run *r)
{
	uint64_t end = LEAD + r->bed->length / 4;
	unsigned int pair, i, n = 0;

	for (pair = 0; pair < TEST_PORTS / 2; pair++) {
		const char *from = r->bed->ends[2 * pair].dev;
		unsigned int to = 2 * pair + 1;

		if (r->bed->known &&
		    !dut(r, "pg set dev %s pg 3 xoff 20K xon 10K\n"
			 "pg set dev %s pg 4 xoff 20K xon 10K", from, from))
			return;
		flow_add(r, 2 * pair, to, 0, EIGHTH / 4, 1024);
		/* One CPU receives what all pairs send at the end of the storm */
		flow_add(r, 2 * pair, to, 3, EIGHTH / 8, 1024);
		flow_add(r, 2 * pair, to, 4, EIGHTH / 8, 1024);
		control_add(r, to, LOSSLESS, QUANTA_MAX, 0, end);
	}
	for (i = 0; i < r->n_flows; i++)
		r->flows[i].end = r->bed->length / 4;
	delay_flows(r, LEAD);
	play(r, end + r->controls[0].period * 2);
	for (i = 0; i < r->n_flows; i++) {
		no_loss(r, &r->flows[i]);
		if (LOSSLESS & BIT(r->flows[i].prio))
			none_received(r, &r->flows[i], end);
	}
	for (pair = 0; pair < TEST_PORTS / 2; pair++)
		n += r->pfc[2 * pair][3].xoff && r->pfc[2 * pair][4].xoff;
	if (r->bed->known)
		equal(r, "ports that have sent XOFF for p3 and p4", n, TEST_PORTS / 2);
	else
		unmeasured(r, "XOFF: the flows may not fill the buffer of the DUT");
}

/* A mix of sizes; the flows together keep their rate */
static void l07(struct run *r)
{
	uint64_t end = LEAD + r->bed->length;
	unsigned int prio;

	eight_flows(r, EIGHTH, 0);
	delay_flows(r, LEAD);
	storm(r, BIT(3), 0, end);
	play(r, end + link_pause_ns(r->bed, QUANTA_MAX));
	none_received(r, flow_of(r, 3), end);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		no_loss(r, flow_of(r, prio));
	others_share(r, BIT(3));
	fills(r, BIT(3));
}

/*
 * Two senders for one receiver.  If they obey PFC, they lose nothing.  Control run: senders that
 * ignore PFC overflow the headroom, and the DUT counts each loss.
 */
static void l08(struct run *r)
{
	bool deaf = r->test->n;
	unsigned int from;

	for (from = A1; from <= A2; from++) {
		struct flow *f = flow_add(r, from, B, 3, SHARE_ALL, 1024);

		f->deaf = deaf;
		if (deaf)
			f->end = r->bed->length / 4;
	}
	play(r, r->bed->length);
	counters_unknown(r);
	for (from = A1; from <= A2; from++) {
		const struct flow *f = &r->flows[from];
		uint64_t peak = r->ports[from].counters[COUNTERS_PG][3][PFC_PG_STAT_HEADROOM_PEAK];
		uint64_t headroom = r->ports[from].pgs[3].headroom;

		if (deaf) {
			at_least(r, "lost frames", f->sent - f->received, 1);
		} else {
			sent_pfc(r, from, BIT(3));
			no_loss(r, f);
		}
		if (!r->bed->known)
			continue;
		if (!deaf)
			judge(r, peak && peak <= headroom, "headroom used: %llu of %llu bytes",
			      (unsigned long long)peak, (unsigned long long)headroom);
		equal(r, "drops in the headroom", pg_count(r, from, 3, PFC_PG_STAT_DROP_HEADROOM),
		      deaf ? f->sent - f->received : 0);
		if (deaf)
			judge(r, peak + 1024 > headroom,
			      "unused headroom: %lld bytes, less than a frame",
			      (long long)headroom - (long long)peak);
	}
}

/* CE comes at a lower load than PFC */
static void l09(struct run *r)
{
	unsigned int step, from;
	uint64_t length = r->bed->length / 36, ce = 0, xoff = 0;

	if (!dut(r, "queue set dev %s queue 3 ecn-kmin 20K ecn-kmax 40K ecn-pmax 100%%",
		 r->bed->ends[B].dev))
		return;
	for (step = 0; step < 16; step++) {
		for (from = A1; from <= A2; from++) {
			struct flow *f = flow_add(r, from, B, 3, SHARE_ALL * (45 + step) / 100,
						  1024);

			f->ect = true;
			f->start += step * length;
			f->end = (step + 1) * length;
		}
	}
	play(r, r->bed->length);
	for (step = 0; step < r->n_flows; step++) {
		const struct flow *f = &r->flows[step];

		no_loss(r, f);
		if (f->first_mark && (!ce || f->first_mark < ce))
			ce = f->first_mark;
	}
	for (from = A1; from <= A2; from++)
		if (r->pfc[from][3].first && (!xoff || r->pfc[from][3].first < xoff))
			xoff = r->pfc[from][3].first;
	/* Both flows together exceed the link from the sixth step on */
	judge(r, ce > 5 * length && xoff > ce,
	      "first CE at %.1f ms, after %.1f ms; first XOFF at %.1f ms, later",
	      ce / 1e6, 5 * length / 1e6, xoff / 1e6);
}

/* The watchdog finds the deadlock, 100 ms after it began */
static void ring_storm(struct run *r, unsigned int i, const char *dev)
{
	static struct port port;

	if (!bed_port(r->bed, i, dev, &port) || !port.n_storms) {
		judge(r, false, "no storm at %s of switch %u", dev, i);
		return;
	}
	within_time(r, "time until the detection", port.storms[0].detected - port.storms[0].start,
		    100 * NS_PER_MS, 101 * NS_PER_MS);
	within_time(r, "detection", port.storms[0].detected - r->base, 100 * NS_PER_MS,
		    250 * NS_PER_MS);
}

/*
 * A ring of lossless flows, each over two links.  Frames of hosts and of the ring wait in one
 * queue.  Hosts have the larger threshold, so the frames of the ring reach theirs, at each switch.
 * The watchdog ends the deadlock.  Control run: without it the ring stays frozen.
 */
static void ring(struct run *r)
{
	static const char *const trunks[] = { "u1", "u2", "u0" };
	uint64_t length = r->bed->length;
	bool watchdog = r->test->n;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (watchdog &&
		    !script(r->bed, "pfcctl -n %s watchdog set dev %s prio-watchdog 3:on \\\n"
			    "detection-time 100ms restoration-time 100ms action drop",
			    r->bed->ns[i], trunks[i])) {
			judge(r, false, "the watchdog cannot be switched on");
			return;
		}
		if (!script(r->bed, "pfcctl -n %s pg set dev %s pg 3 xoff 240K xon 200K",
			    r->bed->ns[i], r->bed->ends[i].dev)) {
			judge(r, false, "the thresholds cannot be changed");
			return;
		}
		flow_add(r, i, (i + 2) % 3, 3, SHARE_ALL, 1024)->end = length;
	}
	play(r, 2 * length);
	for (i = 0; i < 3; i++) {
		const struct flow *f = &r->flows[i];

		if (watchdog)
			ring_storm(r, i, trunks[i]);
		else
			at_least(r, "frames that do not arrive", f->sent - f->received, 1);
		/* A frozen ring gives its last frame early */
		within_time(r, "the last frame arrives", f->last, watchdog ? length * 3 / 4 : 1,
			    watchdog ? 3 * length : length * 3 / 4);
	}
}

static void link_of_b(struct run *r, unsigned int up)
{
	if (!script(r->bed, "ip%s link set %s %s", bed_option(r->bed, 0), r->bed->ends[B].dev,
		    up ? "up" : "down"))
		judge(r, false, "the link cannot be changed");
}

/* The flap of a link ends a pause: without it, p3 would be paused for three periods */
static void l11(struct run *r)
{
	uint64_t length = r->bed->length, down = length / 4;
	struct flow *f = flow_add(r, A1, B, 3, EIGHTH, 1024);
	struct control *c = storm(r, BIT(3), 0, down);

	f->start = LEAD;
	f->end = 2 * length;
	action_add(r, down, link_of_b, 0);
	action_add(r, length / 2, link_of_b, 1);
	play(r, f->end);
	none_received(r, f, down);
	within_time(r, "time for which p3 was paused",
		    prio_count(r, B, 3, PFC_PRIO_STAT_RX_PAUSE_TIME), down - length / 50,
		    down + c->period / 2);
	within_time(r, "the last frame arrives", f->last, 2 * length - length / 10,
		    2 * length + length / 10);
	has_share(r, f, 12.5, 0.25);
}

/* Pauses shorter than the detection time are no storm */
static void l12(struct run *r)
{
	uint64_t length = r->bed->length, detection = 200 * NS_PER_MS;
	uint64_t half = link_pause_ns(r->bed, QUANTA_MAX) / 2;
	struct flow *f = flow_add(r, A1, B, 3, EIGHTH, 1024);
	unsigned int i;

	if (!storms_end(r, B, BIT(3), 200, "drop"))
		return;
	f->end = length * 3;
	for (i = 0; i < 6; i++) {
		uint64_t start = i * detection * 2, end = start + detection * 95 / 100;

		if (start + 2 * detection > f->end)
			break;
		control_add(r, B, BIT(3), QUANTA_MAX, start, end)->period =
			half < detection / 8 ? half : detection / 8;
		control_add(r, B, BIT(3), 0, end, end + 1);
	}
	play(r, f->end);
	no_loss(r, f);
	equal(r, "storms", prio_count(r, B, 3, PFC_PRIO_STAT_STORMS), 0);
	at_least(r, "the longest gap in ms", f->gap / NS_PER_MS, 150);
}

/* The switch behind pauses the one before */
static void l14(struct run *r)
{
	uint64_t end = LEAD + r->bed->length;
	unsigned int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		flow_add(r, 0, 1, prio, EIGHTH, 1024);
	delay_flows(r, LEAD);
	control_add(r, 1, BIT(3), QUANTA_MAX, 0, end);
	play(r, end + link_pause_ns(r->bed, QUANTA_MAX));
	none_received(r, flow_of(r, 3), end);
	no_loss(r, flow_of(r, 3));
	others_flow(r, BIT(3));
	sent_pfc(r, 0, BIT(3));
}

/* The counters of received PFC frames are exact */
static void l15(struct run *r)
{
	struct flow *f = flow_add(r, A1, B, 3, EIGHTH, 1024);
	uint64_t data = 0;
	unsigned int pg, xon;

	for (xon = 0; xon < 2; xon++) {
		struct control *c = control_add(r, B, BIT(3), xon ? 0 : 100, xon * 5 * NS_PER_MS,
						NS_PER_S);

		c->count = 10;
		c->period = 10 * NS_PER_MS;
	}
	f->end = 200 * NS_PER_MS;
	play(r, f->end);
	received_pfc(r, B, BIT(3), 10);
	if (r->bed->known) {
		equal(r, "received XON of p3", prio_count(r, B, 3, PFC_PRIO_STAT_RX_XON), 10);
		equal(r, "data frames of A1 at the DUT", pg_count(r, A1, 3, PFC_PG_STAT_RX_PACKETS),
		      f->sent);
		/* As data, a PFC frame would have the default priority */
		for (pg = 0; pg < PFC_PRIO_COUNT; pg++)
			data += pg_count(r, B, pg, PFC_PG_STAT_RX_PACKETS);
		equal(r, "data frames of B at the DUT", data, 0);
	}
	no_loss(r, f);
	nothing_foreign(r);
}

const struct test_case lossless_cases[] = {
	{ "L01", "a storm of one priority stops it and no other",
	  .run = paused, .prios = BIT(3), .n = 1024 },
	{ "L02", "a storm of both lossless priorities stops them and no others",
	  .run = paused, .prios = LOSSLESS, .n = 1024 },
	{ "L03", "a resume ends a pause at once", .run = l03 },
	{ "L04", "a pause of 65535 quanta has its length", .run = pause_of, .n = QUANTA_MAX },
	{ "L04-100", "a pause of 100 quanta has its length", .run = pause_of, .n = 100 },
	{ "L04-10000", "a pause of 10000 quanta has its length", .run = pause_of, .n = 10000 },
	{ "L05", "storms at the receivers of 16 pairs", .run = l05, .ports = TEST_PORTS },
	{ "L06-64", "L01 with frames of 64 bytes", .run = paused, .prios = BIT(3), .n = 64 },
	{ "L06-512", "L01 with frames of 512 bytes", .run = paused, .prios = BIT(3), .n = 512 },
	{ "L06-1518", "L01 with frames of 1518 bytes", .run = paused, .prios = BIT(3), .n = 1518 },
	{ "L06-9216", "L01 with frames of 9216 bytes", .run = paused, .prios = BIT(3), .n = 9216 },
	{ "L07", "L01 with a mix of sizes", .run = l07 },
	{ "L08", "two senders for one receiver lose nothing", .run = l08 },
	{ "L08-deaf", "senders that ignore PFC lose, and the DUT counts each frame",
	  .run = l08, .n = true },
	{ "L09", "CE comes at a lower load than PFC", .run = l09, .flags = CONFIGURES },
	{ "L10", "the watchdog ends the deadlock of a ring",
	  .run = ring, .n = true, .shape = RING, .flags = CONFIGURES },
	{ "L10-frozen", "without the watchdog a ring stays frozen",
	  .run = ring, .n = false, .shape = RING, .flags = CONFIGURES },
	{ "L11", "no queue stays paused after the flap of a link",
	  .run = l11, .flags = CONFIGURES },
	{ "L12", "pauses shorter than the detection time are no storm",
	  .run = l12, .flags = CONFIGURES },
	{ "L14", "PFC over two switches", .run = l14, .ports = 2, .shape = CHAIN },
	{ "L15", "the counters of received PFC frames are exact", .run = l15 },
	{ 0 }
};
