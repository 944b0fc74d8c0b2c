// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lossy cases of the test plan: Y01 to Y06.
 */
#include <string.h>
#include "test.h"

#define LOSSY		(0xffU & ~LOSSLESS)
#define OPCODE_PAUSE	0x0001
#define OPCODE_UNKNOWN	0x0202
#define BAD_FRAMES	100
#define SHORT_LEN	18	/* a PFC frame that ends after its opcode and vector */

/* Flows of all lossy priorities */
static void lossy_flows(struct run *r, unsigned int share)
{
	unsigned int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (LOSSY & BIT(prio))
			flow_add(r, A1, B, prio, share, 1024);
}

static void y01(struct run *r)
{
	struct control *c = storm(r, LOSSLESS, 0, r->bed->length);

	lossy_flows(r, SHARE_ALL * 16 / 100);
	play(r, r->bed->length);
	others_flow(r, 0);
	received_pfc(r, B, LOSSLESS, c->sent);
}

/* Frames of B that no priority may obey */
static struct control *bad_frames(struct run *r, uint16_t opcode, uint16_t vector)
{
	struct control *c = control_add(r, B, vector, QUANTA_MAX, 0, r->bed->length);

	c->len = pfc_build(c->frame, r->bed->ports[B].mac, opcode, vector, QUANTA_MAX);
	c->count = BAD_FRAMES;
	c->period = r->bed->length / 2 / BAD_FRAMES;
	return c;
}

static void y02(struct run *r)
{
	struct control *c;

	bad_frames(r, OPCODE_UNKNOWN, 0xff);
	bad_frames(r, OPCODE_PFC, 0xff00);
	bad_frames(r, OPCODE_PFC, 0xff)->len = SHORT_LEN;
	c = bad_frames(r, OPCODE_PFC, 0);
	memset(c->frame + SHORT_LEN, 0xff, 2 * PFC_PRIO_COUNT);	/* times without a bit */
	eight_flows(r, SHARE_ALL / 8 * 96 / 100, 1024);
	play(r, r->bed->length);
	others_flow(r, 0);
	received_pfc(r, B, 0, 0);
	if (r->bed->known) {
		equal(r, "unknown opcodes", port_count(r, B, PFC_PORT_STAT_RX_BAD_OPCODE),
		      BAD_FRAMES);
		equal(r, "reserved bits", port_count(r, B, PFC_PORT_STAT_RX_RESERVED), BAD_FRAMES);
		equal(r, "short frames", port_count(r, B, PFC_PORT_STAT_RX_BAD_LENGTH), BAD_FRAMES);
	}
	nothing_foreign(r);
}

/* A PFC frame from the MAC address 0 counts, and pauses */
static void y02_mac(struct run *r)
{
	struct control *c = storm(r, BIT(3), 0, r->bed->length / 2);
	struct flow *f;

	memset(c->frame + 6, 0, 6);
	f = flow_add(r, A1, B, 3, SHARE_ALL / 8, 1024);
	f->start = 20 * NS_PER_MS;
	play(r, r->bed->length + 2 * c->period);
	none_received(r, f, r->bed->length / 2);
	no_loss(r, f);
	received_pfc(r, B, BIT(3), c->sent);
	nothing_foreign(r);
}

static void y03(struct run *r)
{
	struct control *c = storm(r, BIT(0), 0, r->bed->length);

	flow_add(r, A1, B, 0, SHARE_ALL * 96 / 100, 1024);
	play(r, r->bed->length);
	others_flow(r, 0);
	received_pfc(r, B, BIT(0), c->sent);
	if (r->bed->known)
		equal(r, "time for which p0 was paused, ns",
		      prio_count(r, B, 0, PFC_PRIO_STAT_RX_PAUSE_TIME), 0);
}

static void y04(struct run *r)
{
	struct control *c = control_add(r, B, QUANTA_MAX, 0, 0, r->bed->length);

	c->len = pfc_build(c->frame, r->bed->ports[B].mac, OPCODE_PAUSE, QUANTA_MAX, 0);
	c->period = NS_PER_MS;
	eight_flows(r, SHARE_ALL / 8 * 96 / 100, 1024);
	play(r, r->bed->length);
	others_flow(r, 0);
	if (r->bed->known)
		equal(r, "PAUSE that the DUT counts", port_count(r, B, PFC_PORT_STAT_RX_PAUSE),
		      c->sent);
	counters_unknown(r);
	nothing_foreign(r);
}

static void delays(const struct run *r, double *mean, uint64_t *max)
{
	uint64_t sum = 0, n = 0;
	unsigned int i;

	*max = 0;
	for (i = 0; i < r->n_flows; i++) {
		const struct flow *f = &r->flows[i];

		if (LOSSLESS & BIT(f->prio))
			continue;
		sum += f->delay_sum;
		n += f->received;
		if (f->delay_max > *max)
			*max = f->delay_max;
	}
	*mean = n ? (double)sum / n : 0;
}

/* Waiting lossless frames do not delay lossy frames */
static void y05(struct run *r)
{
	uint64_t limit = link_frame_ns(r->bed, 1518), max[2];
	unsigned int stormed;
	double mean[2];

	for (stormed = 0; stormed < 2; stormed++) {
		r->n_flows = 0;
		lossy_flows(r, SHARE_ALL / 12);
		/* The same frames in both runs, so that only the waiting ones make a difference */
		flow_add(r, A1, B, 3, SHARE_ALL / 16, 1024);
		flow_add(r, A1, B, 4, SHARE_ALL / 16, 1024);
		if (stormed)
			storm(r, LOSSLESS, 0, r->bed->length);
		play(r, r->bed->length);
		others_flow(r, LOSSLESS);
		if (stormed) {
			none_received(r, flow_of(r, 3), r->bed->length);
			none_received(r, flow_of(r, 4), r->bed->length);
		}
		delays(r, &mean[stormed], &max[stormed]);
	}
	if (limit < 4 * r->bed->late) {
		unmeasured(r, "added delay: limit %.1f us; this machine is up to %.1f us late",
			   limit / 1e3, r->bed->late / 1e3);
		return;
	}
	judge(r, mean[1] <= mean[0] + limit,
	      "mean delay %.1f us, with a storm %.1f us; added at most %.1f us",
	      mean[0] / 1e3, mean[1] / 1e3, limit / 1e3);
	judge(r, max[1] <= max[0] + limit,
	      "longest delay %.1f us, with a storm %.1f us; added at most %.1f us",
	      max[0] / 1e3, max[1] / 1e3, limit / 1e3);
}

static void y06(struct run *r)
{
	unsigned int from;

	flow_add(r, A1, B, 0, SHARE_ALL * 60 / 100, 1024);
	flow_add(r, A2, B, 0, SHARE_ALL * 60 / 100, 1024);
	play(r, r->bed->length);
	counters_unknown(r);
	for (from = A1; from <= A2; from++) {
		const struct flow *f = &r->flows[from];

		sent_pfc(r, from, 0);
		equal(r, "frames out of order", f->out_of_order, 0);
		at_least(r, "lost frames", f->sent - f->received, 1);
		if (r->bed->known)
			equal(r, "drops that the DUT counts", drops(r, from, 0),
			      f->sent - f->received);
	}
}

const struct test_case lossy_cases[] = {
	{ "Y01", "a storm of the lossless priorities does not touch the lossy ones", .run = y01 },
	{ "Y02", "malformed PFC frames pause nothing and go nowhere", .run = y02 },
	{ "Y02-mac", "a PFC frame from the MAC address 0 pauses", .run = y02_mac },
	{ "Y03", "PFC frames for a lossy priority have no effect", .run = y03 },
	{ "Y04", "PAUSE frames have no effect and go nowhere", .run = y04 },
	{ "Y05", "waiting lossless frames do not delay lossy frames", .run = y05 },
	{ "Y06", "a congested lossy queue drops, and sends no PFC", .run = y06 },
	{ 0 }
};
