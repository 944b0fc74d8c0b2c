// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters of a port, as text and as JSON.
 */
#include "rows.h"
#include "setting.h"

#define TABLES	3

_Static_assert(PFC_PORT_STAT_MAX < COUNTER_SLOTS &&
	       PFC_PG_STAT_MAX < COUNTER_SLOTS &&
	       PFC_PRIO_STAT_MAX < COUNTER_SLOTS &&
	       PFC_QUEUE_STAT_MAX < COUNTER_SLOTS, "COUNTER_SLOTS is too small");

const struct counters counter_kinds[COUNTER_KINDS] = {
	[COUNTERS_PORT]  = { "port",  NULL,    port_counters },
	[COUNTERS_PG]    = { "pg",    "PG",    pg_counters },
	[COUNTERS_PRIO]  = { "prio",  "prio",  prio_counters },
	[COUNTERS_QUEUE] = { "queue", "queue", queue_counters },
};

static bool print_list(const struct ctx *ctx, const struct port *port)
{
	const struct shown s = { .ctx = ctx, .port = port };
	char value[ROW_LEN], text[ROW_LEN + FORMAT_LEN];
	const struct counter *c;
	int used = 0, len;

	for (c = port_counters; c->key; c++) {
		if (!c->row->label || (!row_value(c->row, &s) && !ctx->stats))
			continue;
		len = snprintf(text, sizeof(text), "  %s %s", c->row->label,
			       row_text(value, c->row, &s));
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

/* Return: whether a counter has counted anything; a PG that is not in use has a threshold, too */
static bool counted(enum counter_kind kind, const struct counter *c, const uint64_t *values)
{
	return values[c->attr] && !(kind == COUNTERS_PG && c->attr == PFC_PG_STAT_THRESHOLD);
}

/* Marks a loss of lossless packets */
enum color loss_color(const struct shown *s)
{
	return s->port->counters[COUNTERS_PG][s->id][PFC_PG_STAT_DROP_HEADROOM] ? COLOR_BAD :
										  COLOR_NONE;
}

/*
 * Finds the columns of table @number that have counted anything; with -s, all.  NULL ends the list.
 * Return: bit mask of the rows that have counted anything.
 */
static unsigned int find_used(const struct ctx *ctx, const struct port *port,
			      enum counter_kind kind, unsigned int number,
			      const struct row **columns)
{
	const struct counter *c;
	unsigned int rows = 0;
	bool any;
	int id;

	for (c = counter_kinds[kind].list; c->key; c++) {
		if (!c->row->label || c->table != number)
			continue;
		any = ctx->stats;
		for (id = 0; id < PFC_PRIO_COUNT; id++) {
			const uint64_t *values = port->counters[kind][id];

			if (ctx->stats || counted(kind, c, values))
				rows |= 1U << id;
			any |= values[c->attr];
		}
		if (any)
			*columns++ = c->row;
	}
	*columns = NULL;
	return rows;
}

static bool print_table(const struct ctx *ctx, const struct port *port,
			enum counter_kind kind, unsigned int number)
{
	const struct row *columns[COUNTER_SLOTS + 1];
	const unsigned int rows = find_used(ctx, port, kind, number, columns);
	struct shown s = { .ctx = ctx, .port = port };
	struct table table = { 0 };
	char buf[FORMAT_LEN];

	if (!rows)
		return false;
	table_row(&table);
	table_cell(&table, counter_kinds[kind].head);
	rows_head(&table, columns);
	for (s.id = 0; s.id < PFC_PRIO_COUNT; s.id++) {
		if (!(rows >> s.id & 1))
			continue;
		table_row(&table);
		table_cell(&table, format_number(buf, s.id));
		rows_cells(&table, columns, &s);
	}
	table_print(&table);
	return true;
}

/*
 * Print counters, without rows and columns of zeros unless -s is given.
 * Return: whether it printed any.
 */
bool counters_print(const struct ctx *ctx, const struct port *port, enum counter_kind kind)
{
	unsigned int number;
	bool any = false;

	if (kind == COUNTERS_PORT)
		return print_list(ctx, port);
	for (number = 0; number < TABLES; number++)
		any |= print_table(ctx, port, kind, number);
	return any;
}

static struct json_object *values_json(const struct port *port, enum counter_kind kind,
				       unsigned int id)
{
	const struct shown s = { .port = port, .id = id };
	struct json_object *json = json_object_new_object();
	const struct counter *c;

	if (counter_kinds[kind].head)
		json_add_u64(json, counter_kinds[kind].key, id);
	for (c = counter_kinds[kind].list; c->key; c++)
		rows_json(json, (const struct row *const[]){ c->row, NULL }, &s);
	return json;
}

/* Convert counters to JSON.  Return: an object for the counters of the port, an array for others */
struct json_object *counters_json(const struct port *port, enum counter_kind kind)
{
	struct json_object *array;
	int id;

	if (kind == COUNTERS_PORT)
		return values_json(port, kind, 0);
	array = json_object_new_array();
	for (id = 0; id < PFC_PRIO_COUNT; id++)
		json_object_array_add(array, values_json(port, kind, id));
	return array;
}

/*
 * Print counters of a port, only with -s.
 * @kind: kind of counters
 */
void stats_text(const struct ctx *ctx, const struct port *port, enum counter_kind kind)
{
	if (ctx->stats)
		counters_print(ctx, port, kind);
}

/*
 * Add counters of a port to a JSON object, only with -s.
 * @kind: kind of counters
 * @to: the JSON object, which receives the counters as "stats"
 */
void stats_json(const struct ctx *ctx, const struct port *port, enum counter_kind kind,
		struct json_object *to)
{
	if (ctx->stats)
		json_object_object_add(to, "stats", counters_json(port, kind));
}
