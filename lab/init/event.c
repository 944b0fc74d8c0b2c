// SPDX-License-Identifier: GPL-2.0-only
/*
 * Executes lines of the plan during the run: failures of links, and changes of forwarding
 * tables.
 */
#include <stdlib.h>
#include <string.h>
#include "lab.h"

/*
 * Add a line that is executed during the run.
 * @ctx: context for error messages, with the number of the line
 * @line: the time, ns after the start of the traffic, and the line to execute
 * Return: an exit status.
 */
int add_event(struct lab *lab, struct ctx *ctx, const char *line)
{
	struct event *event;
	char *order;

	event = reallocarray(lab->events, lab->n_events + 1, sizeof(*event));
	if (!event)
		return fail(ctx, "out of memory");
	lab->events = event;
	event += lab->n_events;
	event->time = strtoull(line, &order, 0);
	if (lab->n_events && event->time < event[-1].time)
		return fail(ctx, "the event is before the previous event");
	event->line = ctx->line;
	event->order = strdup(order);
	if (!event->order)
		return fail(ctx, "out of memory");
	lab->n_events++;
	return STATUS_OK;
}

/*
 * Execute all events up to a time.
 * @lab: the simulator; executed events are removed
 * @start: start of the traffic, CLOCK_MONOTONIC ns
 * @time: last time of the events, ns after @start
 * Return: an exit status.
 */
int events_until(struct lab *lab, struct ctx *ctx, uint64_t start, uint64_t time)
{
	size_t i;
	int err = STATUS_OK;

	for (i = 0; !err && i < lab->n_events && lab->events[i].time <= time; i++) {
		sleep_until(start + lab->events[i].time);
		ctx->line = lab->events[i].line;
		err = run_order(lab, ctx, lab->events[i].order);
		free(lab->events[i].order);
	}
	lab->n_events -= i;
	if (i)
		memmove(lab->events, lab->events + i, lab->n_events * sizeof(*lab->events));
	return err;
}
