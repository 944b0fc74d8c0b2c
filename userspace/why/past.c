// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses in a flight recorder.  A pause begins with XOFF.  It ends with XON, at its deadline, or
 * because of the link, the configuration or the watchdog.
 */
#include <stdlib.h>
#include "wait.h"

/*
 * Get the buffer that the bytes of a transition are in.
 * Return: "occupancy": the PG of the ingress port; "backlog": the egress queue.
 */
const char *record_buffer(const struct record *record)
{
	switch (record->event) {
	case PFC_EVENT_XOFF_SENT:
	case PFC_EVENT_XON_SENT:
	case PFC_EVENT_XOFF_LOST:
	case PFC_EVENT_HEADROOM_OVERRUN:
	case PFC_EVENT_XOFF_TIMEOUT:
	case PFC_EVENT_XOFF_RESUMED:
	case PFC_EVENT_XOFF_RATE_TX:
	case PFC_EVENT_REFRESH_LATE:
	case PFC_EVENT_PEAK:
		return "occupancy";
	default:
		return "backlog";
	}
}

static bool is_start(uint32_t event, enum xoff_dir dir)
{
	return event == (dir == XOFF_TX ? PFC_EVENT_XOFF_SENT : PFC_EVENT_XOFF_RECEIVED);
}

static bool is_stop(uint32_t event, enum xoff_dir dir)
{
	if (dir == XOFF_TX)
		return event == PFC_EVENT_XON_SENT || event == PFC_EVENT_XOFF_LOST;
	return event == PFC_EVENT_XON_RECEIVED || event == PFC_EVENT_PAUSE_EXPIRED ||
	       event == PFC_EVENT_PAUSE_ENDED;
}

static void add(struct recorder *to, struct past past)
{
	past.to = past.end ?: to->time;
	past.from = past.begin ?: (to->since < past.to ? to->since : past.to);
	*(struct past *)list_add(&to->pasts, &to->n_pasts, sizeof(past)) = past;
}

/* Adds the pauses of a priority.  If the recorder has none, the present one counts. */
static void find(struct wait_port *port, enum xoff_dir dir, uint8_t prio)
{
	const struct pauses present = pauses_of(port, prio, dir);
	struct recorder *recorder = &port->recorder;
	struct past past = { .dir = dir, .prio = prio };
	bool any = false;
	size_t i;

	for (i = 0; i < recorder->n; i++) {
		const struct record *r = &recorder->list[i];

		if (r->prio != prio)
			continue;
		if (is_start(r->event, dir)) {
			past.begin = r->time;
			past.start = r;
			any = true;
		} else if (is_stop(r->event, dir) && (past.start || !any)) {
			past.end = r->time;
			past.stop = r;
			add(recorder, past);
			past = (struct past){ .dir = dir, .prio = prio };
			any = true;
		}
	}
	if (!any && present.now)
		past.begin = present.since;
	if (past.start || past.begin)
		add(recorder, past);
}

/* The end of a pause at its deadline is recorded when it is noticed, so its number may be late */
static int compare_records(const void *a, const void *b)
{
	const struct record *p = a, *q = b;

	if (p->time != q->time)
		return p->time > q->time ? 1 : -1;
	return (p->number > q->number) - (p->number < q->number);
}

static int compare_pasts(const void *a, const void *b)
{
	const struct past *p = a, *q = b;
	/* A pause that is not over is the last one */
	const uint64_t p_end = p->end - 1, q_end = q->end - 1;

	if (p_end != q_end)
		return p_end > q_end ? 1 : -1;
	return (p->begin > q->begin) - (p->begin < q->begin);
}

/*
 * Return: time from which on no transition is overwritten; 0: none is.  The end of a pause at its
 * deadline does not count: it may have been recorded late, after transitions that are overwritten.
 */
static uint64_t covered(const struct recorder *recorder)
{
	const struct record *oldest = NULL;
	size_t i;

	if (!recorder->first)
		return 0;
	for (i = 0; i < recorder->n; i++) {
		const struct record *r = &recorder->list[i];

		if (r->event != PFC_EVENT_PAUSE_EXPIRED &&
		    (!oldest || r->number < oldest->number))
			oldest = r;
	}
	return oldest ? oldest->time : recorder->time;
}

/*
 * Sort the transitions in a flight recorder, and find its pauses.
 * @port: the port, with its flight recorder; its present pauses count for those whose start is
 *	overwritten
 */
void pasts_find(struct wait_port *port)
{
	struct recorder *recorder = &port->recorder;
	int dir, prio;

	if (recorder->n)
		qsort(recorder->list, recorder->n, sizeof(*recorder->list), compare_records);
	recorder->since = covered(recorder);
	for (dir = 0; dir < XOFF_DIRS; dir++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			find(port, dir, prio);
	if (recorder->n_pasts)
		qsort(recorder->pasts, recorder->n_pasts, sizeof(*recorder->pasts), compare_pasts);
}

/* Get the part of a pause between two points in time.  Return: nanoseconds */
uint64_t past_part(const struct past *past, uint64_t from, uint64_t to)
{
	from = past->begin > from ? past->begin : from;
	to = past->to < to ? past->to : to;
	return to > from ? to - from : 0;
}

/*
 * Get the time for which a priority was paused between two points in time.
 * @dir: direction of XOFF
 * @from: not before @since of @recorder
 * Return: nanoseconds.
 */
uint64_t pasts_paused(const struct recorder *recorder, enum xoff_dir dir, unsigned int prio,
		      uint64_t from, uint64_t to)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < recorder->n_pasts; i++)
		if (recorder->pasts[i].dir == dir && recorder->pasts[i].prio == prio)
			sum += past_part(&recorder->pasts[i], from, to);
	return sum;
}
