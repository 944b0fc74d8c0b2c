// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parts of scenes: flows, storms, settings of the DUT.
 */
#include <linux/if_ether.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "drops.h"
#include "format.h"
#include "test.h"

/* Time of a frame on a link, ns */
uint64_t link_frame_ns(const struct bed *bed, unsigned int size)
{
	return (uint64_t)(size + WIRE_OVERHEAD) * 8 * NS_PER_S / bed->rate;
}

/* Length of a pause on a link, ns */
uint64_t link_pause_ns(const struct bed *bed, unsigned int quanta)
{
	return (uint64_t)quanta * QUANTUM_BITS * NS_PER_S / bed->rate;
}

/*
 * Add a flow, from the time 0 to the end of the traffic.
 * Return: the flow; the caller may change it.
 */
struct flow *flow_add(struct run *r, unsigned int from, unsigned int to, unsigned int prio,
		      unsigned int share, unsigned int size)
{
	struct flow *f = &r->flows[r->n_flows++];

	*f = (struct flow){
		.from = from, .to = to, .prio = prio, .share = share, .size = size,
		.end = r->bed->length, .fd = -1,
	};
	/* Flows with the same rate do not send at the same time */
	f->start = (r->n_flows - 1) * link_frame_ns(r->bed, size ?: 594) * SHARE_ALL / share / 16;
	return f;
}

/* Get the first flow of a priority, or NULL */
struct flow *flow_of(struct run *r, unsigned int prio)
{
	unsigned int i;

	for (i = 0; i < r->n_flows; i++)
		if (r->flows[i].prio == prio)
			return &r->flows[i];
	return NULL;
}

/* Add a flow of each priority from A1 to B */
void eight_flows(struct run *r, unsigned int share, unsigned int size)
{
	unsigned int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		flow_add(r, A1, B, prio, share, size);
}

/*
 * Add PFC frames.
 * @vector: enable vector
 * @quanta: time of its priorities
 * Return: the frames, one in each half pause time; the caller may change them.
 */
struct control *control_add(struct run *r, unsigned int port, uint16_t vector, uint16_t quanta,
			    uint64_t start, uint64_t end)
{
	struct control *c = &r->controls[r->n_controls++];

	*c = (struct control){
		.port = port, .start = start, .end = end,
		.period = link_pause_ns(r->bed, quanta ?: QUANTA_MAX) / 2,
	};
	c->len = pfc_build(c->frame, r->bed->ports[port].mac, OPCODE_PFC, vector, quanta);
	return c;
}

/* Add a storm of the receiver: PFC frames with the longest time */
struct control *storm(struct run *r, unsigned int mask, uint64_t start, uint64_t end)
{
	return control_add(r, B, mask, QUANTA_MAX, start, end);
}

/* Add an action */
void action_add(struct run *r, uint64_t at, void (*act)(struct run *r, unsigned int arg),
		unsigned int arg)
{
	r->actions[r->n_actions++] = (struct action){ .at = at, .act = act, .arg = arg };
}

/*
 * Change settings of the DUT.
 * @fmt: lines of pfcctl
 * Return: whether it succeeded; if not, the case fails.
 */
bool dut(struct run *r, const char *fmt, ...)
{
	char *lines = NULL;
	va_list ap;
	bool ok;

	va_start(ap, fmt);
	if (vasprintf(&lines, fmt, ap) < 0)
		lines = NULL;
	va_end(ap);
	ok = lines && script(r->bed, "pfcctl%s -b - <<'END'\n%s\nEND",
			     bed_option(r->bed, 0), lines);
	if (!ok)
		judge(r, false, "the DUT does not take the settings: %s", lines ?: "");
	free(lines);
	return ok;
}

/* Switch on storm detection of the DUT towards a port.  Detection and restoration take @ms */
bool storms_end(struct run *r, unsigned int port, unsigned int prios, uint64_t ms,
		const char *action)
{
	unsigned int prio;
	char on[64] = "";

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (prios & BIT(prio))
			text_append(on, sizeof(on), " %u:on", prio);
	return dut(r, "watchdog set dev %s detection-time %llums action %s escalate-count off\n"
		   "watchdog set dev %s restoration-time %llums prio-watchdog%s",
		   r->bed->ends[port].dev, (unsigned long long)ms, action, r->bed->ends[port].dev,
		   (unsigned long long)ms, on);
}

static uint64_t counted(const struct run *r, unsigned int port, enum counter_kind kind,
			unsigned int n, unsigned int attr)
{
	return r->ports[port].counters[kind][n][attr] - r->before[port].counters[kind][n][attr];
}

/* Get what the DUT has counted in the scene for a priority of a port */
uint64_t prio_count(const struct run *r, unsigned int port, unsigned int prio, unsigned int attr)
{
	return counted(r, port, COUNTERS_PRIO, prio, attr);
}

/* Get what the DUT has counted in the scene for a PG of a port */
uint64_t pg_count(const struct run *r, unsigned int port, unsigned int pg, unsigned int attr)
{
	return counted(r, port, COUNTERS_PG, pg, attr);
}

/* Get what the DUT has counted in the scene for a port */
uint64_t port_count(const struct run *r, unsigned int port, unsigned int attr)
{
	return counted(r, port, COUNTERS_PORT, 0, attr);
}

/* Get the frames of a PG that the DUT has dropped in the scene */
uint64_t drops(const struct run *r, unsigned int port, unsigned int pg)
{
	return pg_drops(&r->ports[port], pg) - pg_drops(&r->before[port], pg);
}
