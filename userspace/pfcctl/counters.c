// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of a port, as text and as JSON.
 */
#include "view.h"

#define TABLES		3
#define LINE_WIDTH	100	/* maximum width of a list of counters, characters */

_Static_assert(PFC_PORT_STAT_MAX < COUNTER_SLOTS &&
	       PFC_PG_STAT_MAX < COUNTER_SLOTS &&
	       PFC_PRIO_STAT_MAX < COUNTER_SLOTS &&
	       PFC_QUEUE_STAT_MAX < COUNTER_SLOTS, "COUNTER_SLOTS is too small");

/* A table has the columns that are in use.  The port itself has no number, and a list */
const struct parts counter_kinds[COUNTER_KINDS] = {
	[COUNTERS_PORT]  = { .key = "port", .json = port_counter_rows },
	[COUNTERS_PG]    = { .key = "pg", .head = "PG", .json = pg_counter_rows },
	[COUNTERS_PRIO]  = { .key = "prio", .head = "prio", .json = prio_counter_rows },
	[COUNTERS_QUEUE] = { .key = "queue", .head = "queue", .json = queue_counter_rows },
};

static bool print_list(const struct ctx *ctx, const struct port *port)
{
	const struct shown s = { .ctx = ctx, .port = port };
	char value[ROW_LEN], text[ROW_LEN + FORMAT_LEN];
	const struct row *const *row;
	int used = 0, len;

	for (row = port_counter_rows; *row; row++) {
		if (!(*row)->label || (!row_value(*row, &s) && !ctx->stats))
			continue;
		len = snprintf(text, sizeof(text), "  %s %s", (*row)->label,
			       row_text(value, *row, &s));
		if (used && used + len > LINE_WIDTH) {
			putchar('\n');
			used = 0;
		}
		fputs(text, stdout);
		used += len;
	}
	if (used)
		putchar('\n');
	return used;
}

/* Return: whether a counter does not show that its object is in use: an unused PG has it, too */
static bool is_threshold(const struct row *row)
{
	return row->at.offset ==
	       offsetof(struct port, counters[COUNTERS_PG][0][PFC_PG_STAT_THRESHOLD]);
}

/* Marks a loss of lossless packets */
enum color loss_color(const struct shown *s)
{
	return s->port->counters[COUNTERS_PG][s->id][PFC_PG_STAT_DROP_HEADROOM] ? COLOR_BAD :
										  COLOR_NONE;
}

/*
 * Finds the columns of table @number that have counted anything; with -s, all.  NULL ends the list.
 * Return: bit mask of the objects that have counted anything.
 */
static unsigned int find_used(const struct ctx *ctx, const struct port *port,
			      const struct parts *kind, unsigned int number,
			      const struct row **columns)
{
	struct shown s = { .port = port };
	const struct row *const *row;
	unsigned int ids = 0;
	bool any;

	for (row = kind->json; *row; row++) {
		if (!(*row)->label || (*row)->table != number)
			continue;
		any = ctx->stats;
		for (s.id = 0; s.id < PFC_PRIO_COUNT; s.id++) {
			const bool counted = row_value(*row, &s);

			if (ctx->stats || (counted && !is_threshold(*row)))
				ids |= 1U << s.id;
			any |= counted;
		}
		if (any)
			*columns++ = *row;
	}
	*columns = NULL;
	return ids;
}

/*
 * Print counters, without rows and columns of zeros unless -s is given.
 * Return: whether it printed any.
 */
bool counters_print(const struct ctx *ctx, const struct port *port, const struct parts *kind)
{
	const struct row *columns[COUNTER_SLOTS + 1];
	unsigned int number, ids;
	bool any = false;

	if (!kind->head)
		return print_list(ctx, port);
	for (number = 0; number < TABLES; number++) {
		ids = find_used(ctx, port, kind, number, columns);
		any |= table_of(ctx, port, kind, columns, ids);
	}
	return any;
}

/* Convert counters to JSON.  Return: an object for the counters of the port, an array for others */
struct json_object *counters_json(const struct port *port, const struct parts *kind)
{
	struct json_object *json;

	if (kind->head)
		return parts_json(port, kind);
	json = json_object_new_object();
	rows_json(json, kind->json, &(struct shown){ .port = port });
	return json;
}
