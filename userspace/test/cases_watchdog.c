// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog in storms: case L13, and the storms of all priorities, W1.
 */
#include <string.h>
#include "test.h"

#define MS(n)		((n) * NS_PER_MS)

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

/* What the watchdog of a DUT of this machine has counted */
static void storm_counts(struct run *r, const struct flow *f, const struct control *c, uint64_t end,
			 uint64_t ms)
{
	equal(r, "storms", prio_count(r, B, f->prio, PFC_PRIO_STAT_STORMS), 1);
	equal(r, "restorations", prio_count(r, B, f->prio, PFC_PRIO_STAT_STORMS_RESTORED), 1);
	equal(r, "drops of the watchdog", prio_count(r, B, f->prio, PFC_PRIO_STAT_STORM_DROPPED),
	      f->sent - f->received);
	storm_times(r, f, c, end, ms);
}

/*
 * The flows of a priority in a storm that ends at @end: one before it, one that starts before the
 * detection, one after the restoration, at @after
 */
static void storm_flows(struct run *r, unsigned int prio, uint64_t end, uint64_t ms, uint64_t after,
			unsigned int share)
{
	struct flow *f;

	flow_add(r, A1, B, prio, share, 1024)->end = STORM - MS(20);
	f = flow_add(r, A1, B, prio, share, 1024);
	f->start += STORM + MS(ms) / 2;
	f->end = end - MS(50);
	f = flow_add(r, A1, B, prio, share, 1024);
	f->start += after;
	f->end = after + MS(200);
}

/*
 * Plays a storm of the priorities @mask that the watchdog ends.  XON ends the last pause, so that
 * the restoration time decides when the flow may go on.
 */
static void storm_of(struct run *r, unsigned int mask, uint64_t length, uint64_t ms,
		     const char *action, unsigned int share)
{
	uint64_t end = STORM + length, after = end + MS(ms) + link_pause_ns(r->bed, QUANTA_MAX);
	bool forward = !strcmp(action, "forward");
	const struct control *c;
	unsigned int i;

	r->n_flows = 0;
	r->n_controls = 0;
	memset(r->pfc, 0, sizeof(r->pfc));
	if (!storms_end(r, mask, ms, action))
		return;
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (mask & BIT(i))
			storm_flows(r, i, end, ms, after, share);
	c = storm(r, mask, STORM, end);
	control_add(r, B, mask, 0, end, end + 1);
	play(r, after + MS(250));
	counters_unknown(r);
	for (i = 0; i < r->n_flows; i += 3) {
		const struct flow *f = &r->flows[i];
		uint64_t detected = f[1].start + MS(ms);

		no_loss(r, &f[0]);
		no_loss(r, &f[2]);
		if (forward)
			no_loss(r, &f[1]);
		else
			equal(r, "received frames of the flow in the storm", f[1].received, 0);
		/* After the detection PFC no longer stops it */
		sent_in_time(r, "frames of the flow in the storm", f[1].sent,
			     (f[1].end - detected) * share / SHARE_ALL /
			     link_frame_ns(r->bed, 1024) * 98 / 100);
		judge(r, r->pfc[A1][f->prio].last <= detected + MS(ms) / 10,
		      "last XOFF to the sender after %.1f ms, none after %.1f ms",
		      r->pfc[A1][f->prio].last / 1e6, (detected + MS(ms) / 10) / 1e6);
		if (r->bed->known)
			storm_counts(r, &f[1], c, end, ms);
	}
}

static void storm_scene(struct run *r, unsigned int mask, uint64_t ms, const char *action,
			unsigned int share)
{
	storm_of(r, mask, MS(1000), ms, action, share);
}

static void l13_3(struct run *r)
{
	storm_scene(r, BIT(3), 200, "drop", SHARE_ALL / 4);
}

static void l13_4(struct run *r)
{
	storm_scene(r, BIT(4), 200, "drop", SHARE_ALL / 4);
}

static void l13_34(struct run *r)
{
	storm_scene(r, LOSSLESS, 200, "drop", SHARE_ALL / 4);
}

static void l13_forward(struct run *r)
{
	storm_scene(r, BIT(3), 200, "forward", SHARE_ALL / 4);
}

/* Alert: an event, and the traffic stays paused */
static void l13_alert(struct run *r)
{
	struct flow *f = flow_add(r, A1, B, 3, SHARE_ALL / 8, 1024);

	if (!storms_end(r, BIT(3), 200, "alert"))
		return;
	f->start += MS(20);
	f->end = MS(1000);
	storm(r, BIT(3), 0, MS(1000));
	play(r, MS(1200) + link_pause_ns(r->bed, QUANTA_MAX));
	none_received(r, f, MS(1000));
	no_loss(r, f);
	if (r->bed->known)
		equal(r, "storms", prio_count(r, B, 3, PFC_PRIO_STAT_STORMS), 1);
}

static void b26248(struct run *r)
{
	storm_scene(r, BIT(3), 100, "drop", SHARE_ALL / 2);
}

static void b23444(struct run *r)
{
	storm_scene(r, BIT(3), 400, "drop", SHARE_ALL / 2);
}

/* The drop counter of a storm is exact whenever it ends */
static void b19067(struct run *r)
{
	storm_of(r, BIT(3), MS(700), 150, "drop", SHARE_ALL / 2);
	storm_of(r, BIT(3), MS(1300), 150, "drop", SHARE_ALL / 2);
	storm_of(r, BIT(3), MS(2900), 150, "drop", SHARE_ALL / 2);
}

/* XON frames do not keep a storm alive, and start none */
static void s4581(struct run *r)
{
	uint64_t end = MS(1000), restored = end + link_pause_ns(r->bed, QUANTA_MAX) + MS(300);
	struct flow *f = flow_add(r, A1, B, 3, SHARE_ALL / 8, 1024), *later;
	struct control *xon;

	if (!storms_end(r, BIT(3), 200, "drop"))
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
	if (!r->bed->known)
		return;
	equal(r, "storms", prio_count(r, B, 3, PFC_PRIO_STAT_STORMS), 1);
	equal(r, "restorations", prio_count(r, B, 3, PFC_PRIO_STAT_STORMS_RESTORED), 1);
	equal(r, "drops of the watchdog", prio_count(r, B, 3, PFC_PRIO_STAT_STORM_DROPPED),
	      f->sent - f->received);
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
	if (!r->bed->known)
		return;
	equal(r, "storms", prio_count(r, f->to, f->prio, PFC_PRIO_STAT_STORMS), stormed);
	equal(r, "restorations", prio_count(r, f->to, f->prio, PFC_PRIO_STAT_STORMS_RESTORED),
	      stormed);
	equal(r, "drops of the watchdog",
	      prio_count(r, f->to, f->prio, PFC_PRIO_STAT_STORM_DROPPED), f->sent - f->received);
}

/* A storm of 20 minutes.  The frames that wait until the detection are too few for XOFF */
static void long_storm(struct run *r, unsigned int mask, unsigned int ports)
{
	uint64_t end = W1_LENGTH * r->bed->length, after = end + MS(1000);
	unsigned int i, prio;

	for (i = 0; i < ports; i++) {
		control_add(r, B - i, mask, QUANTA_MAX, 0, end);
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			long_flow(r, B - i, prio, end);
	}
	play(r, after + 3 * r->bed->length);
	counters_unknown(r);
	for (i = 0; i < r->n_flows; i++)
		long_flow_judge(r, &r->flows[i], mask & BIT(r->flows[i].prio), after);
	for (i = 0; i < ports; i++)
		received_pfc(r, B - i, mask, r->controls[i].sent);
	sent_pfc(r, A1, 0);
}

static void w1_34(struct run *r)
{
	if (storms_end(r, LOSSLESS, 200, "drop"))
		long_storm(r, LOSSLESS, 1);
}

static void w1_all(struct run *r)
{
	unsigned int i;

	for (i = A1; i <= B; i++)
		if (!dut(r, "pfc set dev %s prio-pfc all:on", r->bed->ends[i].dev))
			return;
	if (storms_end(r, 0xff, 200, "drop"))
		long_storm(r, 0xff, 1);
}

static void w1_ports(struct run *r)
{
	if (storms_end(r, LOSSLESS, 200, "drop") &&
	    dut(r, "watchdog set dev %s prio-watchdog 3-4:on\n"
		"watchdog set dev %s detection-time 200ms restoration-time 200ms",
		r->bed->ends[A2].dev, r->bed->ends[A2].dev))
		long_storm(r, LOSSLESS, 2);
}

const struct test_case watchdog_cases[] = {
	{ "L13-3", "the watchdog drops in a storm of p3 and restores",
	  3, STAR, CONFIGURES, l13_3 },
	{ "L13-4", "the watchdog drops in a storm of p4 and restores",
	  3, STAR, CONFIGURES, l13_4 },
	{ "L13-34", "the watchdog drops in a storm of both and restores",
	  3, STAR, CONFIGURES, l13_34 },
	{ "L13-forward", "the watchdog forwards in a storm", 3, STAR, CONFIGURES, l13_forward },
	{ "L13-alert", "the watchdog only reports a storm", 3, STAR, CONFIGURES, l13_alert },
	{ "B26248", "no XOFF to the sender while the watchdog drops",
	  3, STAR, CONFIGURES, b26248 },
	{ "B23444", "XOFF to the sender ends with the detection", 3, STAR, CONFIGURES, b23444 },
	{ "B19067", "the drop counter of the watchdog is exact", 3, STAR, CONFIGURES, b19067 },
	{ "S4581", "XON frames do not keep a storm alive", 3, STAR, CONFIGURES, s4581 },
	{ "W1-34", "20 minutes of storm of all lossless priorities (29203)",
	  3, STAR, CONFIGURES | SLOW, w1_34 },
	{ "W1-all", "20 minutes of storm of eight lossless priorities",
	  3, STAR, CONFIGURES | SLOW, w1_all },
	{ "W1-ports", "20 minutes of storm at two ports", 3, STAR, CONFIGURES | SLOW, w1_ports },
	{ 0 }
};
