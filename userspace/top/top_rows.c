// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of pfcctl top: rates of each priority of each port between two readings.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include "drops.h"
#include "peer.h"
#include "top.h"

const char *const top_sorts[] = {
	"port", "in", "out", "occupancy", "paused", "xoff", "drops", NULL
};

_Static_assert(ARRAY_SIZE(top_sorts) == TOP_SORTS + 1, "number of words");

/**
 * struct span - a port in an interval
 * @settings: its settings
 * @before: its counters at the start
 * @now: its counters at the end
 * @seconds: length; 0: unknown
 * @pgs: bit mask of the PGs that have a row
 * @pausing: the port was paused or has paused its peer
 */
struct span {
	const struct port	*settings;
	const struct port	*before;
	const struct port	*now;
	double			seconds;
	uint8_t			pgs;
	bool			pausing;
};

/* Return: the increase of a counter per second.  A counter below its old value was cleared. */
static double per_second(const struct span *span, uint64_t before, uint64_t now)
{
	return span->seconds > 0 ? (now < before ? now : now - before) / span->seconds : 0;
}

static double stat_rate(const struct span *span, enum counter_kind kind, int id, uint16_t stat)
{
	return per_second(span, span->before->counters[kind][id][stat],
			  span->now->counters[kind][id][stat]);
}

/* Return: the part of the interval for which a time has increased, percent */
static double percent(const struct span *span, int prio, uint16_t stat)
{
	const double part = stat_rate(span, COUNTERS_PRIO, prio, stat) / 1e9 * 100;

	return part < 100 ? part : 100;
}

static struct top_row prio_row(struct span *span, uint8_t prio)
{
	const struct port *settings = span->settings, *now = span->now;
	const uint8_t id = port_pg(settings, prio);
	const uint64_t *pg = now->counters[COUNTERS_PG][id];
	const uint64_t *values = now->counters[COUNTERS_PRIO][prio];
	/* Priorities that share a PG are not all active because of it, and one has its drops */
	const bool first = !(span->pgs & 1U << id);
	bool paused;
	struct top_row row = {
		.prio = prio, .pg = id, .lossless = settings->pgs[id].lossless,
		.occupancy = pg[PFC_PG_STAT_OCCUPANCY],
		.threshold = settings->pgs[id].min + pg[PFC_PG_STAT_THRESHOLD],
		.backlog = now->counters[COUNTERS_QUEUE][prio][PFC_QUEUE_STAT_BACKLOG_BYTES],
		.in = stat_rate(span, COUNTERS_PG, id, PFC_PG_STAT_RX_BYTES) * 8,
		.out = stat_rate(span, COUNTERS_QUEUE, prio, PFC_QUEUE_STAT_TX_BYTES) * 8,
		.tx_paused = percent(span, prio, PFC_PRIO_STAT_TX_PAUSE_TIME),
		.rx_paused = percent(span, prio, PFC_PRIO_STAT_RX_PAUSE_TIME),
		.tx_xoff = stat_rate(span, COUNTERS_PRIO, prio, PFC_PRIO_STAT_TX_XOFF),
		.rx_xoff = stat_rate(span, COUNTERS_PRIO, prio, PFC_PRIO_STAT_RX_XOFF),
		.drops = per_second(span, queue_drops(span->before, prio), queue_drops(now, prio)),
	};

	if (first)
		row.drops += per_second(span, pg_drops(span->before, id), pg_drops(now, id));
	if (row.threshold)
		row.fill = (double)row.occupancy / row.threshold;
	paused = row.tx_paused || row.rx_paused || values[PFC_PRIO_STAT_TX_PAUSED] ||
		 values[PFC_PRIO_STAT_RX_PAUSED];
	span->pausing |= paused;
	span->pgs |= 1U << id;
	row.active = (first && (row.in || row.occupancy)) || row.out || row.backlog || paused ||
		     row.tx_xoff || row.rx_xoff || row.drops;
	return row;
}

static struct top_row port_row(const struct span *span)
{
	const double drops = per_second(span, port_drops(span->before), port_drops(span->now));

	return (struct top_row){ .prio = TOP_PRIO_NONE, .drops = drops, .active = drops > 0 };
}

static double rank(const struct top_row *row, unsigned int sort)
{
	const double values[] = {
		0, row->in, row->out, row->fill, MAX(row->tx_paused, row->rx_paused),
		MAX(row->tx_xoff, row->rx_xoff), row->drops,
	};

	_Static_assert(ARRAY_SIZE(values) == TOP_SORTS, "in the order of top_sorts");
	return values[sort];
}

static int compare(const void *a, const void *b)
{
	const struct top_row *p = a, *q = b;

	if (p->rank != q->rank)
		return p->rank > q->rank ? -1 : 1;
	if (p->ifindex != q->ifindex)
		return p->ifindex < q->ifindex ? -1 : 1;
	return p->prio - q->prio;
}

/* Adds the rows of a port: its priorities, then itself */
static void add_rows(struct top *top, struct span *span)
{
	const struct port *now = span->now;
	int prio;

	for (prio = 0; prio <= TOP_PRIO_NONE; prio++) {
		struct top_row row = prio == TOP_PRIO_NONE ? port_row(span) : prio_row(span, prio);

		/* JSON has all rows */
		if (!row.active && !(top->all && prio != TOP_PRIO_NONE) && !top->ctx->json)
			continue;
		memcpy(row.name, now->name, sizeof(row.name));
		row.ifindex = now->ifindex;
		row.port_id = now->id;
		row.rank = rank(&row, top->sort);
		top->rows[top->n++] = row;
	}
	top->pausing |= span->pausing;
}

/* Finds the selected row; the first row after the first interval, until a key selects one */
static void find_selected(struct top *top)
{
	size_t i;

	if (!top->selected.ifindex && top->n && top->before_time)
		top->selected = top->rows[0];
	for (i = 0; i < top->n; i++)
		if (top->rows[i].ifindex == top->selected.ifindex &&
		    top->rows[i].prio == top->selected.prio)
			top->at = i;
	if (top->at >= top->n)
		top->at = top->n ? top->n - 1 : 0;
}

/**
 * top_rows() - make the rows that the user wants to see
 * @top: the run.  All rates of a port that is not in the reading at the start of the interval are 0
 *
 * Return: whether the settings of all ports are known; the other ones have no rows.
 */
bool top_rows(struct top *top)
{
	const double seconds = top->before_time ? (top->now_time - top->before_time) / 1e9 : 0;
	const struct ports *ports = &top->now;
	bool known = true;
	size_t i;

	free(top->rows);
	top->rows = list_new(ports->n * TOP_PORT_ROWS, sizeof(*top->rows));
	top->n = 0;
	top->pausing = false;
	for (i = 0; i < ports->n; i++) {
		const struct port *now = &ports->list[i];
		const struct port *settings = port_find(&top->settings, now->ifindex);
		const struct port *before = port_find(&top->before, now->ifindex);

		if (settings && settings->id == now->id)
			add_rows(top, &(struct span){
				.settings = settings, .now = now, .seconds = seconds,
				.before = before && before->id == now->id ? before : now,
			});
		else
			known = false;
	}
	qsort(top->rows, top->n, sizeof(*top->rows), compare);
	find_selected(top);
	return known;
}
