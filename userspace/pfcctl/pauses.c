// SPDX-License-Identifier: GPL-2.0-only
/*
 * One line for each pause: pfcctl monitor pauses
 *
 * A pause of a priority begins with XOFF and ends with XON or at its deadline.  The kernel sends no
 * event for other ends, such as a storm.  It omits events above its rate limit.
 */
#include <stdlib.h>
#include <string.h>
#include "monitor.h"
#include "print.h"
#include "select.h"
#include "when.h"

/**
 * struct paused_port - pauses of a port
 * @ifindex: ifindex of the device
 * @lost: number of events that the kernel has omitted since the last line about the port
 * @expired: bit mask of the priorities whose event %PFC_EVENT_PAUSE_EXPIRED is late: XOFF has begun
 *	the next pause before it
 * @begin: CLOCK_MONOTONIC time at which the pause of a priority began, ns; 0: unknown, or no pause
 */
struct paused_port {
	uint32_t	ifindex;
	uint32_t	lost;
	uint8_t		expired;
	uint64_t	begin[XOFF_DIRS][PFC_PRIO_COUNT];
};

/**
 * struct pause - a pause to print
 * @e: the event that ends it, or that shows that it has ended
 * @dir: direction of its XOFF
 * @prio: the priority
 * @begin: CLOCK_MONOTONIC time, ns; 0: unknown
 * @end: CLOCK_MONOTONIC time, ns; 0: unknown
 * @lost: number of events that the kernel has omitted since the last line about the port
 */
struct pause {
	const struct event	*e;
	enum xoff_dir		dir;
	int			prio;
	uint64_t		begin;
	uint64_t		end;
	uint32_t		lost;
};

static void print_text(const struct ctx *ctx, const struct pause *p)
{
	char begin[STAMP_LEN] = "-", end[STAMP_LEN] = "-", length[FORMAT_LEN] = "-";

	if (p->begin)
		stamp(ctx, begin, p->begin);
	if (p->end)
		stamp(ctx, end, p->end);
	if (p->begin && p->end)
		format_time(length, p->end - p->begin);
	printf("[%s] [%s] %s %s prio %d length %s%s", begin, end, p->e->name,
	       xoff_dirs[p->dir], p->prio, length,
	       p->e->event == PFC_EVENT_PAUSE_EXPIRED ? " (expired)" : "");
	if (p->lost)
		printf(" (%u earlier events omitted)", p->lost);
	putchar('\n');
}

static void print_json(const struct ctx *ctx, const struct pause *p)
{
	struct json_object *json = json_object_new_object();
	char begin[STAMP_LEN] = "", end[STAMP_LEN] = "";

	json_add_u64_or_null(json, "begin_ns", p->begin);
	json_add_u64_or_null(json, "end_ns", p->end);
	json_object_object_add(json, "length_ns", p->begin && p->end ?
			       json_object_new_uint64(p->end - p->begin) : NULL);
	if (ctx->timestamp) {
		json_add_name(json, "begin_timestamp",
			      p->begin ? stamp(ctx, begin, p->begin) : begin);
		json_add_name(json, "end_timestamp", p->end ? stamp(ctx, end, p->end) : end);
	}
	json_add_name(json, "dev", p->e->name);
	json_add_u64(json, "ifindex", p->e->ifindex);
	json_add_name(json, "direction", xoff_dirs[p->dir]);
	json_add_u64(json, "prio", p->prio);
	json_add_bool(json, "expired", p->e->event == PFC_EVENT_PAUSE_EXPIRED);
	json_add_u64(json, "lost", p->lost);
	event_json_print(json);
}

/* Prints the present pause of a priority, which has ended at @end; 0: unknown */
static void print_pause(const struct ctx *ctx, const struct filter *f, struct paused_port *port,
			const struct event *e, enum xoff_dir dir, int prio, uint64_t end)
{
	const struct pause p = {
		.e = e, .dir = dir, .prio = prio, .begin = port->begin[dir][prio], .end = end,
		.lost = port->lost,
	};

	if ((f->dev && !select_has(f->dev, e->name)) || (f->prios && !(f->prios >> prio & 1)))
		return;
	port->lost = 0;
	(ctx->json ? print_json : print_text)(ctx, &p);
	fflush(stdout);
}

/* Return: the port of an event */
static struct paused_port *port_of(struct pauses *pauses, uint32_t ifindex)
{
	struct paused_port *port;
	size_t i;

	for (i = 0; i < pauses->n; i++)
		if (pauses->list[i].ifindex == ifindex)
			return &pauses->list[i];
	port = list_add(&pauses->list, &pauses->n, sizeof(*port));
	port->ifindex = ifindex;
	return port;
}

static void pauses_begin(const struct ctx *ctx, const struct filter *f, struct paused_port *port,
			 const struct event *e, enum xoff_dir dir)
{
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		if (!(e->prios >> prio & 1))
			continue;
		if (port->begin[dir][prio]) {
			print_pause(ctx, f, port, e, dir, prio, 0);
			port->expired |= dir == XOFF_RX ? 1U << prio : 0;
		}
		port->begin[dir][prio] = e->time;
	}
}

static void pauses_end(const struct ctx *ctx, const struct filter *f, struct paused_port *port,
		       const struct event *e, enum xoff_dir dir)
{
	const uint8_t late = e->event == PFC_EVENT_PAUSE_EXPIRED ? port->expired : 0;
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		if (!(e->prios & ~late & 1U << prio))
			continue;
		print_pause(ctx, f, port, e, dir, prio, e->time);
		port->begin[dir][prio] = 0;
	}
	if (dir == XOFF_RX)
		port->expired &= ~e->prios;
}

/* The port is gone, and with it its pauses */
static void pauses_del(const struct ctx *ctx, const struct filter *f, struct pauses *pauses,
		       struct paused_port *port, const struct event *e)
{
	int dir, prio;

	for (dir = 0; dir < XOFF_DIRS; dir++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			if (port->begin[dir][prio])
				print_pause(ctx, f, port, e, dir, prio, 0);
	*port = pauses->list[--pauses->n];
}

/* Begin or end pauses, and print those that have ended and that the filter selects */
void pauses_event(const struct ctx *ctx, const struct filter *filter, struct pauses *pauses,
		  const struct event *e)
{
	struct paused_port *port = port_of(pauses, e->ifindex);

	/* the end of a present pause may be among the omitted events */
	if (e->lost)
		*port = (struct paused_port){ .ifindex = e->ifindex, .lost = port->lost + e->lost };
	switch (e->event) {
	case PFC_EVENT_XOFF_SENT:
		pauses_begin(ctx, filter, port, e, XOFF_TX);
		break;
	case PFC_EVENT_XON_SENT:
		pauses_end(ctx, filter, port, e, XOFF_TX);
		break;
	case PFC_EVENT_XOFF_RECEIVED:
		pauses_begin(ctx, filter, port, e, XOFF_RX);
		break;
	case PFC_EVENT_XON_RECEIVED:
	case PFC_EVENT_PAUSE_EXPIRED:
		pauses_end(ctx, filter, port, e, XOFF_RX);
		break;
	case PFC_EVENT_PORT_DEL:
		pauses_del(ctx, filter, pauses, port, e);
	}
}

/* Forget all pauses */
void pauses_free(struct pauses *pauses)
{
	free(pauses->list);
	memset(pauses, 0, sizeof(*pauses));
}
