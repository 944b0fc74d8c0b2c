// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog in storms: case L13, and the storms of all priorities, W1.
 */
#include <string.h>
#include "test.h"

#define MS(n)		((n) * NS_PER_MS)
#define HALF		(SHARE_ALL / 2)
#define QUARTER		(SHARE_ALL / 4)

/* Begin of the storm in a scene, ns */
#define STORM		MS(200)

/* How late the watchdog may act: 1 % of its setting, but 1 ms at least.  Return: ns */
static uint64_t tolerance(uint64_t ms)
{
	return MS(ms) / 100 > NS_PER_MS ? MS(ms) / 100 : NS_PER_MS;
}

/* The last storm of the priority of a flow is found in time and ends in time */
static void storm_times(struct run *r, const struct flow *f, const struct control *c, uint64_t end,
			uint64_t ms)
{
	const struct port *p = &r->ports[B];
	uint64_t found = f->start + MS(ms), over = c->start + (c->sent - 1) * c->period + MS(ms);
	const struct storm *s = NULL;
	unsigned int i;

	for (i = 0; i < p->n_storms; i++)
		if (p->storms[i].prio == f->prio)
			s = &p->storms[i];
	if (!s) {
		judge(r, false, "p%u: no storm in the history", f->prio);
		return;
	}
	over = over < end ? end : over;
	within_time(r, "detection", s->detected - r->base, found, found + tolerance(ms));
	within_time(r, "restoration", s->end - r->base, over, over + tolerance(ms));
	equal(r, "drops of the last storm", s->dropped, f->sent - f->received);
}

/* The watchdog has counted the storms of the priority of a flow, and has dropped the lost frames */
static void storm_counts(struct run *r, const struct flow *f, unsigned int storms)
{
	equal(r, "storms", prio_count(r, f->to, f->prio, PFC_PRIO_STAT_STORMS), storms);
	equal(r, "restorations", prio_count(r, f->to, f->prio, PFC_PRIO_STAT_STORMS_RESTORED),
	      storms);
	equal(r, "drops of the watchdog",
	      prio_count(r, f->to, f->prio, PFC_PRIO_STAT_STORM_DROPPED), f->sent - f->received);
}

/*
 * The flows of a priority in a storm that ends at @end: one before it, one that starts before the
 * detection, one after the restoration, at @after
 */
static void storm_flows(struct run *r, unsigned int prio, uint64_t end, uint64_t after)
{
	unsigned int share = r->test->share;
	struct flow *f;

	flow_add(r, A1, B, prio, share, 1024)->end = STORM - MS(20);
	f = flow_add(r, A1, B, prio, share, 1024);
	f->start += STORM + MS(r->test->n) / 2;
	f->end = end - MS(50);
	f = flow_add(r, A1, B, prio, share, 1024);
	f->start += after;
	f->end = after + MS(200);
}

/*
 * Plays a storm that the watchdog ends.  XON ends the last pause, so that the restoration time
 * decides when the flow may go on.
 */
static void storm_of(struct run *r, uint64_t length)
{
	unsigned int mask = r->test->prios, ms = r->test->n;
	uint64_t end = STORM + length, after = end + MS(ms) + link_pause_ns(r->bed, QUANTA_MAX);
	const struct control *c;
	unsigned int i;

	r->n_flows = 0;
	r->n_controls = 0;
	memset(r->pfc, 0, sizeof(r->pfc));
	if (!storms_end(r, B, mask, ms, r->test->action))
		return;
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (mask & BIT(i))
			storm_flows(r, i, end, after);
	c = storm(r, mask, STORM, end);
	control_add(r, B, mask, 0, end, end + 1);
	play(r, after + MS(250));
	for (i = 0; i < r->n_flows; i += 3) {
		const struct flow *f = &r->flows[i];
		uint64_t detected = f[1].start + MS(ms);

		no_loss(r, &f[0]);
		no_loss(r, &f[2]);
		if (!strcmp(r->test->action, "forward"))
			no_loss(r, &f[1]);
		else
			equal(r, "received frames of the flow in the storm", f[1].received, 0);
		/* After the detection PFC no longer stops it */
		sent_in_time(r, "frames of the flow in the storm", f[1].sent,
			     (f[1].end - detected) * f->share / SHARE_ALL /
			     link_frame_ns(r->bed, 1024) * 98 / 100);
		judge(r, r->pfc[A1][f->prio].last <= detected + MS(ms) / 10,
		      "last XOFF to the sender after %.1f ms, none after %.1f ms",
		      r->pfc[A1][f->prio].last / 1e6, (detected + MS(ms) / 10) / 1e6);
		storm_counts(r, &f[1], 1);
		storm_times(r, &f[1], c, end, ms);
	}
}

static void storm_scene(struct run *r)
{
	storm_of(r, MS(1000));
}

/* Alert: an event, and the traffic stays paused */
static void l13_alert(struct run *r)
{
	struct flow *f = flow_add(r, A1, B, 3, SHARE_ALL / 8, 1024);

	if (!storms_end(r, B, BIT(3), 200, "alert"))
		return;
	f->start += MS(20);
	f->end = MS(1000);
	storm(r, BIT(3), 0, MS(1000));
	play(r, MS(1200) + link_pause_ns(r->bed, QUANTA_MAX));
	none_received(r, f, MS(1000));
	no_loss(r, f);
	equal(r, "storms", prio_count(r, B, 3, PFC_PRIO_STAT_STORMS), 1);
}

/* The drop counter of a storm is exact whenever it ends */
static void b19067(struct run *r)
{
	storm_of(r, MS(700));
	storm_of(r, MS(1300));
	storm_of(r, MS(2900));
}

/* XON frames do not keep a storm alive, and start none */
static void s4581(struct run *r)
{
	uint64_t end = MS(1000), restored = end + link_pause_ns(r->bed, QUANTA_MAX) + MS(300);
	struct flow *f = flow_add(r, A1, B, 3, SHARE_ALL / 8, 1024), *later;
	struct control *xon;

	if (!storms_end(r, B, BIT(3), 200, "drop"))
		return;
	f->end = MS(900);
	later = flow_add(r, A1, B, 3, SHARE_ALL / 8, 1024);
	later->start += restored;
	later->end = restored + MS(1000);
	storm(r, BIT(3), 0, end);
	xon = control_add(r, B, BIT(3), 0, end, later->end + MS(100));
	xon->period = link_pause_ns(r->bed, QUANTA_MAX) / 2;
	play(r, later->end + MS(100));
	no_loss(r, later);
	storm_counts(r, f, 1);
}

#define W1_LENGTH	1200	/* of the length of the traffic of other cases */
#define W1_FRAMES	10	/* data frames of each flow in the same time */

/* A flow to a port in a long storm: W1_FRAMES frames in a second */
static void long_flow(struct run *r, unsigned int to, unsigned int prio, uint64_t end)
{
	struct flow *f = flow_add(r, A1, to, prio, SHARE_ALL, 1024);

	f->share = link_frame_ns(r->bed, 1024) * W1_FRAMES * SHARE_ALL / r->bed->length ?: 1;
	f->end = end + r->bed->length * 3;
}

/* One detection, no restoration until the storm ends, and each frame in between is dropped */
static void long_flow_judge(struct run *r, const struct flow *f, bool stormed, uint64_t after)
{
	if (!stormed) {
		no_loss(r, f);
	} else {
		at_least(r, "lost frames", f->sent - f->received,
			 f->sent * (W1_LENGTH - 4) / (W1_LENGTH + 3));
		judge(r, f->last > after, "p%u: the last frame arrives after %.1f s, after %.1f s",
		      f->prio, f->last / 1e9, after / 1e9);
	}
	storm_counts(r, f, stormed);
}

/*
 * A storm of 20 minutes at one or two ports.  The frames that wait until the detection are too few
 * for XOFF.
 */
static void w1(struct run *r)
{
	uint64_t end = W1_LENGTH * r->bed->length, after = end + MS(1000);
	unsigned int i, prio, mask = r->test->prios, ports = r->test->n;

	for (i = A1; i <= B && mask & ~LOSSLESS; i++)
		if (!dut(r, "pfc set dev %s prio-pfc all:on", r->bed->ends[i].dev))
			return;
	for (i = 0; i < ports; i++) {
		if (!storms_end(r, B - i, mask, 200, "drop"))
			return;
		control_add(r, B - i, mask, QUANTA_MAX, 0, end);
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			long_flow(r, B - i, prio, end);
	}
	play(r, after + 3 * r->bed->length);
	for (i = 0; i < r->n_flows; i++)
		long_flow_judge(r, &r->flows[i], mask & BIT(r->flows[i].prio), after);
	for (i = 0; i < ports; i++)
		received_pfc(r, B - i, mask, r->controls[i].sent);
	sent_pfc(r, A1, 0);
}

const struct test_case watchdog_cases[] = {
	{ "L13-3", "the watchdog drops in a storm of p3 and restores", .run = storm_scene,
	  .prios = BIT(3), .n = 200, .action = "drop", .share = QUARTER, .flags = CONFIGURES },
	{ "L13-4", "the watchdog drops in a storm of p4 and restores", .run = storm_scene,
	  .prios = BIT(4), .n = 200, .action = "drop", .share = QUARTER, .flags = CONFIGURES },
	{ "L13-34", "the watchdog drops in a storm of both and restores", .run = storm_scene,
	  .prios = LOSSLESS, .n = 200, .action = "drop", .share = QUARTER, .flags = CONFIGURES },
	{ "L13-forward", "the watchdog forwards in a storm", .run = storm_scene,
	  .prios = BIT(3), .n = 200, .action = "forward", .share = QUARTER, .flags = CONFIGURES },
	{ "L13-alert", "the watchdog only reports a storm", .run = l13_alert, .flags = CONFIGURES },
	{ "B26248", "no XOFF to the sender while the watchdog drops", .run = storm_scene,
	  .prios = BIT(3), .n = 100, .action = "drop", .share = HALF, .flags = CONFIGURES },
	{ "B23444", "XOFF to the sender ends with the detection", .run = storm_scene,
	  .prios = BIT(3), .n = 400, .action = "drop", .share = HALF, .flags = CONFIGURES },
	{ "B19067", "the drop counter of the watchdog is exact", .run = b19067,
	  .prios = BIT(3), .n = 150, .action = "drop", .share = HALF, .flags = CONFIGURES },
	{ "S4581", "XON frames do not keep a storm alive", .run = s4581, .flags = CONFIGURES },
	{ "W1-34", "20 minutes of storm of all lossless priorities (29203)",
	  .run = w1, .prios = LOSSLESS, .n = 1, .flags = CONFIGURES | SLOW },
	{ "W1-all", "20 minutes of storm of eight lossless priorities",
	  .run = w1, .prios = 0xff, .n = 1, .flags = CONFIGURES | SLOW },
	{ "W1-ports", "20 minutes of storm at two ports",
	  .run = w1, .prios = LOSSLESS, .n = 2, .flags = CONFIGURES | SLOW },
	{ 0 }
};
