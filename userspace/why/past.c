// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses in a flight recorder.  A pause begins with XOFF.  It ends with XON, at its deadline, or
 * because of the link, the configuration or the watchdog.
 */
#include <stdlib.h>
#include <string.h>
#include "record.h"
#include "wait.h"

static bool is_start(uint32_t event, enum record_dir dir)
{
	return event == (dir == RECORD_TX ? PFC_EVENT_XOFF_SENT : PFC_EVENT_XOFF_RECEIVED);
}

static bool is_stop(uint32_t event, enum record_dir dir)
{
	if (dir == RECORD_TX)
		return event == PFC_EVENT_XON_SENT || event == PFC_EVENT_XOFF_LOST;
	return event == PFC_EVENT_XON_RECEIVED || event == PFC_EVENT_PAUSE_EXPIRED ||
	       event == PFC_EVENT_PAUSE_ENDED;
}

static bool add(struct pasts *pasts, const struct past *past)
{
	struct past *new = list_add(&pasts->list, &pasts->n, sizeof(*new));

	if (new)
		*new = *past;
	return new;
}

/* Adds the pauses of a priority.  @unended: start of a pause that is not over, or 0 */
static bool find(const struct record_port *port, enum record_dir dir, uint8_t prio,
		 uint64_t unended, struct pasts *pasts)
{
	const struct record *start = NULL;
	bool any = false;
	size_t i;

	for (i = 0; i < port->n; i++) {
		const struct record *r = &port->list[i];

		if (r->prio != prio)
			continue;
		if (is_start(r->event, dir)) {
			start = r;
			any = true;
		} else if (is_stop(r->event, dir) && (start || !any)) {
			const struct past past = {
				.dir = dir, .prio = prio, .begin = start ? start->time : 0,
				.end = r->time, .start = start, .stop = r,
			};

			if (!add(pasts, &past))
				return false;
			start = NULL;
			any = true;
		}
	}
	if (!start && (any || !unended))
		return true;
	return add(pasts, &(struct past){
		.dir = dir, .prio = prio, .begin = start ? start->time : unended, .start = start,
	});
}

static int compare(const void *a, const void *b)
{
	const struct past *p = a, *q = b;
	/* A pause that is not over is the last one */
	const uint64_t p_end = p->end - 1, q_end = q->end - 1;

	if (p_end != q_end)
		return p_end > q_end ? 1 : -1;
	return (p->begin > q->begin) - (p->begin < q->begin);
}

/* Return: start of the present pause of a priority, or 0 */
static uint64_t present(const struct wait_port *wait, enum record_dir dir, uint8_t prio)
{
	const struct wait *w = &wait->wait[prio];

	if (dir == RECORD_TX)
		return w->tx_xoff ? w->tx_since : 0;
	return w->rx_paused ? w->rx_since : 0;
}

/*
 * Return: time from which on no transition is overwritten; 0: none is.  The end of a pause at its
 * deadline does not count: it may have been recorded late, after transitions that are overwritten.
 */
static uint64_t covered(const struct record_port *port)
{
	const struct record *oldest = NULL, *r;

	for (r = port->list; port->n && port->first && r < port->list + port->n; r++)
		if (r->event != PFC_EVENT_PAUSE_EXPIRED &&
		    (!oldest || r->number < oldest->number))
			oldest = r;
	return oldest ? oldest->time : port->first ? port->time : 0;
}

/*
 * Find the pauses in a flight recorder.
 * @wait: the present pauses of the port, for those whose begin is overwritten; or NULL
 * @pasts: result; the caller frees it with pasts_free()
 * Return: false if memory is exhausted.
 */
bool pasts_find(const struct record_port *port, const struct wait_port *wait,
		struct pasts *pasts)
{
	int dir, prio;

	*pasts = (struct pasts){ .since = covered(port), .now = port->time };
	for (dir = 0; dir < RECORD_DIRS; dir++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			if (!find(port, dir, prio, wait ? present(wait, dir, prio) : 0, pasts)) {
				pasts_free(pasts);
				return false;
			}
	if (pasts->n)
		qsort(pasts->list, pasts->n, sizeof(*pasts->list), compare);
	return true;
}

/* Free what pasts_find() has found */
void pasts_free(struct pasts *pasts)
{
	free(pasts->list);
	memset(pasts, 0, sizeof(*pasts));
}

/*
 * Part of a pause that is in an interval.
 * @from: start of the interval
 * @to: end of the interval
 * Return: nanoseconds.
 */
uint64_t past_part(const struct pasts *pasts, const struct past *past, uint64_t from, uint64_t to)
{
	const uint64_t begin = past->begin > from ? past->begin : from;
	uint64_t end = past->end ? past->end : pasts->now;

	end = end < to ? end : to;
	return end > begin ? end - begin : 0;
}

/*
 * Time for which a priority was paused in an interval.
 * @dir: direction of XOFF
 * @from: start of the interval, not before @since of @pasts
 * @to: end of the interval
 * Return: nanoseconds.
 */
uint64_t pasts_paused(const struct pasts *pasts, enum record_dir dir, unsigned int prio,
		      uint64_t from, uint64_t to)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < pasts->n; i++)
		if (pasts->list[i].dir == dir && pasts->list[i].prio == prio)
			sum += past_part(pasts, &pasts->list[i], from, to);
	return sum;
}
