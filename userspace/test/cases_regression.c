// SPDX-License-Identifier: GPL-2.0-only
/*
 * Public bugs of switches that are no case of the plan: lossy priorities in a storm after a
 * restart (sonic-buildimage 23441), counters that cannot be cleared (sonic-utilities 4595).
 */
#include "test.h"

/* PFC frames for lossy priorities stop nothing */
static void lossy_storm(struct run *r, unsigned int mask)
{
	unsigned int prio;

	r->n_flows = 0;
	r->n_controls = 0;
	flow_add(r, A1, B, 0, SHARE_ALL * 48 / 100, 1024);
	for (prio = 1; prio < 7; prio++)
		flow_add(r, A1, B, prio, SHARE_ALL * 8 / 100, 1024);
	storm(r, mask, 0, r->bed->length);
	play(r, r->bed->length);
	others_flow(r, 0);
	received_pfc(r, B, mask, r->controls[0].sent);
}

static void b23441(struct run *r)
{
	const char *ns = bed_option(r->bed, 0);

	lossy_storm(r, BIT(0));
	lossy_storm(r, BIT(0) | BIT(1) | BIT(2));
	if (!script(r->bed, "f=$(mktemp)\ntrap 'rm $f' EXIT\npfcctl%s save > $f\n"
		    "pfcctl%s port del dev all\npfcctl%s restore $f", ns, ns, ns)) {
		judge(r, false, "the DUT cannot be restarted");
		return;
	}
	lossy_storm(r, BIT(0));
}

/* While the PG is full, so that its new peak is what it holds */
static void clear_peaks(struct run *r, unsigned int arg)
{
	const uint64_t *pg = r->ports[A1].counters[COUNTERS_PG][3];

	(void)arg;
	if (!dut(r, "watermark clear dev %s", r->bed->ends[A1].dev) ||
	    !bed_counters(r->bed, r->ports))
		return;
	at_least(r, "bytes held at the clear", pg[PFC_PG_STAT_OCCUPANCY], 10000);
	equal(r, "peak after the clear", pg[PFC_PG_STAT_PEAK], pg[PFC_PG_STAT_OCCUPANCY]);
	at_least(r, "lifetime peak", pg[PFC_PG_STAT_LIFETIME_PEAK], pg[PFC_PG_STAT_PEAK]);
}

static void clear_counters(struct run *r, unsigned int arg)
{
	(void)arg;
	dut(r, "stats clear dev %s", r->bed->ends[B].dev);
}

/* Peaks and counters can be cleared, also in a storm, which continues */
static void u4595(struct run *r)
{
	struct flow *f = flow_add(r, A1, B, 3, SHARE_ALL / 8, 1024);
	uint64_t end = r->bed->length, pause = link_pause_ns(r->bed, QUANTA_MAX);
	uint64_t clear = end * 6 / 10;
	const uint64_t *prio;
	struct control *c;

	if (!storms_end(r, B, BIT(3), 200, "alert"))
		return;
	f->end = end / 2;
	c = storm(r, BIT(3), 0, end);
	action_add(r, clear, clear_counters, 0);
	action_add(r, end * 8 / 10, clear_peaks, 0);
	play(r, end + (end > 3 * pause ? end : 3 * pause));
	no_loss(r, f);
	none_received(r, f, end);
	prio = r->ports[B].counters[COUNTERS_PRIO][3];
	equal(r, "received XOFF since the clear", prio[PFC_PRIO_STAT_RX_XOFF],
	      c->sent - (1 + clear / c->period));
	judge(r, prio[PFC_PRIO_STAT_STORMS_RESTORED] <= prio[PFC_PRIO_STAT_STORMS],
	      "storms: %llu, restored: %llu, not more",
	      (unsigned long long)prio[PFC_PRIO_STAT_STORMS],
	      (unsigned long long)prio[PFC_PRIO_STAT_STORMS_RESTORED]);
	equal(r, "storms in the history", r->ports[B].n_storms, r->before[B].n_storms + 1);
}

const struct test_case regression_cases[] = {
	{ "B23441", "PFC frames for lossy priorities stop nothing, after a restart, too",
	  .run = b23441, .flags = CONFIGURES },
	{ "U4595", "peaks and counters can be cleared, also in a storm",
	  .run = u4595, .flags = CONFIGURES },
	{ 0 }
};
