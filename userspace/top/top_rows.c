// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of pfcctl top: rates of each priority of each port between two readings.
 */
#include <stdlib.h>
#include <string.h>
#include "drops.h"
#include "peer.h"
#include "top.h"

#define ROWS_OF_PORT	(PFC_PRIO_COUNT + 1)

const char *const top_sorts[] = {
	"port", "in", "out", "occupancy", "paused", "xoff", "drops", NULL
};

_Static_assert(ARRAY_SIZE(top_sorts) == TOP_SORTS + 1, "words are missing");

/**
 * struct span - the readings of a port, and the time between them
 * @settings: its settings
 * @before: the first reading
 * @now: the second one
 * @seconds: the time; 0: unknown
 */
struct span {
	const struct port	*settings;
	const struct port	*before;
	const struct port	*now;
	double			seconds;
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

/* Return: the lowest priority that is charged to a PG */
static int first_prio(const struct port *settings, int pg)
{
	int prio = 0;

	while (prio < PFC_PRIO_COUNT - 1 && port_pg(settings, prio) != pg)
		prio++;
	return prio;
}

static bool is_active(const struct span *span, const struct top_row *row)
{
	const uint64_t *values = span->now->counters[COUNTERS_PRIO][row->prio];

	/* Priorities that share a PG are not all active because of it */
	if (first_prio(span->settings, row->pg) == row->prio && (row->in || row->occupancy))
		return true;
	return row->out || row->backlog || row->tx_paused || row->rx_paused || row->tx_xoff ||
	       row->rx_xoff || row->drops || values[PFC_PRIO_STAT_TX_PAUSED] ||
	       values[PFC_PRIO_STAT_RX_PAUSED];
}

static struct top_row row_of(const struct span *span, uint8_t prio)
{
	struct top_row row = {
		.ifindex = span->now->ifindex, .port_id = span->now->id, .prio = prio,
	};

	memcpy(row.name, span->now->name, sizeof(row.name));
	return row;
}

static struct top_row prio_row(const struct span *span, uint8_t prio)
{
	const struct port *settings = span->settings, *now = span->now;
	struct top_row row = row_of(span, prio);
	const uint64_t *pg;

	row.pg = port_pg(settings, prio);
	row.lossless = settings->pgs[row.pg].lossless;
	pg = now->counters[COUNTERS_PG][row.pg];
	row.occupancy = pg[PFC_PG_STAT_OCCUPANCY];
	row.threshold = settings->pgs[row.pg].min + pg[PFC_PG_STAT_THRESHOLD];
	row.backlog = now->counters[COUNTERS_QUEUE][prio][PFC_QUEUE_STAT_BACKLOG_BYTES];
	row.in = stat_rate(span, COUNTERS_PG, row.pg, PFC_PG_STAT_RX_BYTES) * 8;
	row.out = stat_rate(span, COUNTERS_QUEUE, prio, PFC_QUEUE_STAT_TX_BYTES) * 8;
	row.tx_paused = percent(span, prio, PFC_PRIO_STAT_TX_PAUSE_TIME);
	row.rx_paused = percent(span, prio, PFC_PRIO_STAT_RX_PAUSE_TIME);
	row.tx_xoff = stat_rate(span, COUNTERS_PRIO, prio, PFC_PRIO_STAT_TX_XOFF);
	row.rx_xoff = stat_rate(span, COUNTERS_PRIO, prio, PFC_PRIO_STAT_RX_XOFF);
	row.drops = per_second(span, queue_drops(span->before, prio), queue_drops(now, prio));
	/* Drops of a PG appear in one row, so that the rows of a port add up */
	if (first_prio(settings, row.pg) == prio)
		row.drops += per_second(span, pg_drops(span->before, row.pg),
					pg_drops(now, row.pg));
	row.active = is_active(span, &row);
	return row;
}

static struct top_row port_row(const struct span *span)
{
	struct top_row row = row_of(span, TOP_PRIO_NONE);

	row.drops = per_second(span, port_drops(span->before), port_drops(span->now));
	row.active = row.drops > 0;
	return row;
}

/* Return: the earlier reading of a port; the same reading if the port is new */
static const struct port *earlier(const struct top_sample *before, const struct port *now)
{
	const struct port *port = port_find(&before->ports, now->ifindex);

	return port && port->id == now->id ? port : now;
}

/**
 * top_rows_make() - make the rows of all ports
 * @settings: the settings of the ports; a port without settings gets no rows
 * @before: the reading at the start of the interval; without a reading, all rates are 0
 * @now: the reading at its end
 * @rows: result, sorted by port; the caller frees @list
 */
void top_rows_make(const struct ports *settings, const struct top_sample *before,
		   const struct top_sample *now, struct top_rows *rows)
{
	const double seconds = before->time ? (now->time - before->time) / 1e9 : 0;
	size_t i;
	int prio;

	*rows = (struct top_rows){ 0 };
	rows->list = list_new(now->ports.n * ROWS_OF_PORT, sizeof(*rows->list));
	for (i = 0; i < now->ports.n; i++) {
		const struct port *port = &now->ports.list[i];
		const struct span span = {
			port_find(settings, port->ifindex), earlier(before, port), port, seconds,
		};

		if (!span.settings)
			continue;
		rows->n_ports++;
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			rows->list[rows->n++] = prio_row(&span, prio);
		rows->list[rows->n++] = port_row(&span);
	}
}

/* ---- order -------------------------------------------------------------- */

static double larger(double a, double b)
{
	return a > b ? a : b;
}

static double sort_value(const struct top_row *row, enum top_sort sort)
{
	switch (sort) {
	case TOP_SORT_IN:
		return row->in;
	case TOP_SORT_OUT:
		return row->out;
	case TOP_SORT_OCCUPANCY:
		return row->threshold ? (double)row->occupancy / row->threshold : 0;
	case TOP_SORT_PAUSED:
		return larger(row->tx_paused, row->rx_paused);
	case TOP_SORT_XOFF:
		return larger(row->tx_xoff, row->rx_xoff);
	case TOP_SORT_DROPS:
		return row->drops;
	default:
		return 0;
	}
}

/**
 * struct order - order of the rows
 * @sort: the column
 * @all: idle rows are shown
 */
struct order {
	enum top_sort	sort;
	bool		all;
};

static bool is_shown(const struct top_row *row, bool all)
{
	return row->active || (all && row->prio != TOP_PRIO_NONE);
}

static int compare(const void *a, const void *b, void *data)
{
	const struct top_row *p = a, *q = b;
	const struct order *order = data;
	const bool p_shown = is_shown(p, order->all), q_shown = is_shown(q, order->all);
	const double p_value = sort_value(p, order->sort), q_value = sort_value(q, order->sort);

	if (p_shown != q_shown)
		return p_shown ? -1 : 1;
	if (p_value != q_value)
		return p_value > q_value ? -1 : 1;
	if (p->ifindex != q->ifindex)
		return p->ifindex < q->ifindex ? -1 : 1;
	return p->prio - q->prio;
}

/*
 * Sort the rows, those that the user wants to see first.
 * @all: show idle rows, too
 */
void top_rows_arrange(struct top_rows *rows, enum top_sort sort, bool all)
{
	struct order order = { sort, all };

	if (rows->n)
		qsort_r(rows->list, rows->n, sizeof(*rows->list), compare, &order);
	for (rows->shown = 0; rows->shown < rows->n; rows->shown++)
		if (!is_shown(&rows->list[rows->shown], all))
			break;
}

/**
 * top_pausing() - check whether a pause was present in the interval
 * @before: the reading at its start
 * @now: the reading at its end
 *
 * Return: whether a port was paused or has sent XOFF.
 */
bool top_pausing(const struct top_sample *before, const struct top_sample *now)
{
	static const uint8_t times[] = {
		PFC_PRIO_STAT_TX_PAUSE_TIME, PFC_PRIO_STAT_RX_PAUSE_TIME
	};
	size_t i, t;
	int prio;

	for (i = 0; i < now->ports.n; i++) {
		const struct port *port = &now->ports.list[i], *old = earlier(before, port);

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			const uint64_t *values = port->counters[COUNTERS_PRIO][prio];
			const uint64_t *former = old->counters[COUNTERS_PRIO][prio];

			if (values[PFC_PRIO_STAT_TX_PAUSED] || values[PFC_PRIO_STAT_RX_PAUSED])
				return true;
			for (t = 0; t < ARRAY_SIZE(times); t++)
				if (values[times[t]] != former[times[t]])
					return true;
		}
	}
	return false;
}
