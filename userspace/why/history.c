// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses of the ports, by priority and direction: pfcctl history
 *
 * Counts and lengths are those of the ports, which count all pauses.  The part of a window comes
 * from the flight recorders, which remember only the last transitions.
 */
#include <string.h>
#include "keyword.h"
#include "print.h"
#include "record.h"
#include "select.h"
#include "wait.h"
#include "when.h"

#define WINDOW_DEFAULT	10000000000ULL	/* ns */
#define WINDOW_MAX	86400000000000ULL

const char *const record_dirs[] = { "tx", "rx", NULL };

_Static_assert(ARRAY_SIZE(record_dirs) == RECORD_DIRS + 1, "words are missing");

static const struct setting show_settings[] = {
	SETTING_DEV,
	SETTING_PRIOS,
	{
		.name = "window", .read = read_window, .parse = parse_time,
		.format = format_time, .what = "a time like 500ms or 10s",
		.min = 1, .max = WINDOW_MAX,
	},
	{ 0 }
};

/* Parse the words of a command, and check that its devices are ports.  Return: an exit status */
int history_filter(struct ctx *ctx, struct args *args, const struct setting *settings,
		   struct change *c)
{
	struct ports ports = { 0 };
	int err;

	change_begin(c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, settings, c);
	if (!err && c->dev)
		err = ports_find(ctx, c->dev, PORT_CONFIG, &ports);
	ports_free(&ports);
	return err;
}

/* Check whether the user asks about a priority of a port.  Return: whether the user does */
bool history_wants(const struct change *c, const char *name, unsigned int prio)
{
	return (!c->dev || select_has(c->dev, name)) && (!c->prios || c->prios >> prio & 1);
}

/**
 * struct row - pauses of a priority in one direction
 * @port: the port
 * @dir: direction of XOFF
 * @prio: the priority
 * @paused: a pause is present
 * @since: start of the present pause, or of the last one, ns
 * @count: number of pauses
 * @total: total length, ns
 * @longest: length of the longest one, ns
 * @last: length of the last one, up to now if it is present, ns
 * @window: length of the window, ns; 0: unknown
 * @part: time in the window for which a pause was present, ns
 */
struct row {
	const struct wait_port	*port;
	enum record_dir		dir;
	unsigned int		prio;
	bool			paused;
	uint64_t		since;
	uint64_t		count;
	uint64_t		total;
	uint64_t		longest;
	uint64_t		last;
	uint64_t		window;
	uint64_t		part;
};

static struct row row_of(const struct wait_port *port, unsigned int prio, enum record_dir dir)
{
	const struct wait *w = &port->wait[prio];
	const bool tx = dir == RECORD_TX;
	struct row row = {
		.port = port, .dir = dir, .prio = prio,
		.paused = tx ? w->tx_xoff : w->rx_paused,
		.since = tx ? w->tx_since : w->rx_since,
		.count = tx ? w->tx_count : w->rx_count,
		.total = tx ? w->tx_total : w->rx_total,
		.longest = tx ? w->tx_longest : w->rx_longest,
		.last = tx ? w->tx_last : w->rx_last,
	};

	if (row.paused)
		row.last = port->time - row.since;
	return row;
}

/* Computes the part of the window, or of the time that the flight recorder covers */
static void measure(struct row *row, const struct pasts *pasts, uint64_t window)
{
	const uint64_t now = pasts->now;
	uint64_t from = now > window ? now - window : 0;

	if (from < pasts->since)
		from = pasts->since < now ? pasts->since : now;
	row->window = now - from;
	row->part = pasts_paused(pasts, row->dir, row->prio, from, now);
}

static double percent(const struct row *row)
{
	return row->window ? row->part * 100.0 / row->window : 0;
}

/**
 * struct output - where the rows go
 * @ctx: the context
 * @window: the window that the user wants, ns
 * @table: the table of the text
 * @json: the array of the JSON output
 */
struct output {
	const struct ctx	*ctx;
	uint64_t		window;
	struct table		table;
	struct json_object	*json;
};

static void put_row(struct output *out, const struct row *row)
{
	const struct ctx *ctx = out->ctx;
	char cell[FORMAT_LEN], text[FORMAT_LEN], start[STAMP_LEN];
	struct table *t = &out->table;

	table_cells(t, (const char *const[]){ row->port->name, NULL });
	table_cell(t, format_number(cell, row->prio));
	table_cell(t, record_dirs[row->dir]);
	table_cell(t, number_word(ctx, cell, format_scaled_number, row->count));
	table_cell(t, number_word(ctx, cell, format_scaled_time, row->total));
	table_cell(t, number_word(ctx, cell, format_scaled_time, row->longest));
	table_cell(t, stamp_short(ctx, start, row->since));
	number_word(ctx, cell, format_scaled_time, row->last);
	table_cell(t, row->paused ? strcat(cell, "+") : cell);
	if (!row->window)
		snprintf(cell, FORMAT_LEN, "-");
	else if (row->window < out->window)
		snprintf(cell, FORMAT_LEN, "%.1f%% of %.16s", percent(row),
			 number_word(ctx, text, format_scaled_time, row->window));
	else
		snprintf(cell, FORMAT_LEN, "%.1f%%", percent(row));
	table_cell(t, cell);
}

static void add_json(struct output *out, const struct row *row)
{
	static const struct ctx wall;
	struct json_object *to = json_object_new_object();
	char text[STAMP_LEN];

	json_add_name(to, "dev", row->port->name);
	json_add_u64(to, "ifindex", row->port->ifindex);
	json_add_u64(to, "port_id", row->port->id);
	json_add_u64(to, "prio", row->prio);
	json_add_name(to, "direction", record_dirs[row->dir]);
	json_add_u64(to, "count", row->count);
	json_add_u64(to, "total_ns", row->total);
	json_add_u64(to, "longest_ns", row->longest);
	json_add_bool(to, "paused", row->paused);
	json_add_u64(to, "last_start_ns", row->since);
	json_add_name(to, "last_start", stamp_wall(&wall, text, row->since));
	json_add_u64(to, "last_length_ns", row->last);
	json_add_u64_or_null(to, "window_ns", row->window);
	json_object_object_add(to, "window_paused_ns", row->window ?
			       json_object_new_uint64(row->part) : NULL);
	snprintf(text, sizeof(text), "%.3f", percent(row));
	json_object_object_add(to, "window_percent", row->window ?
			       json_object_new_double_s(percent(row), text) : NULL);
	json_object_array_add(out->json, to);
}

/* Adds the rows of a port.  @record: its flight recorder, or NULL.  Return: an exit status */
static int add_port(struct ctx *ctx, struct output *out, const struct change *c,
		    const struct wait_port *port, const struct record_port *record)
{
	struct pasts pasts = { 0 };
	unsigned int prio;
	int dir;

	if (record && !pasts_find(record, port, &pasts))
		return fail(ctx, "out of memory");
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		for (dir = 0; dir < RECORD_DIRS; dir++) {
			struct row row = row_of(port, prio, dir);

			if (!row.count || !history_wants(c, port->name, prio))
				continue;
			if (record)
				measure(&row, &pasts, out->window);
			if (ctx->json)
				add_json(out, &row);
			else
				put_row(out, &row);
		}
	pasts_free(&pasts);
	return STATUS_OK;
}

static int add_ports(struct ctx *ctx, struct output *out, const struct change *c,
		     const struct waits *waits, const struct records *records)
{
	int err = STATUS_OK;
	size_t i;

	for (i = 0; !err && i < waits->n; i++) {
		const struct wait_port *port = &waits->list[i];
		const struct record_port *record = records_find(records, port->ifindex);

		/* The port may have been deleted and added again between the two requests */
		err = add_port(ctx, out, c, port, record && record->id == port->id ? record : NULL);
	}
	return err;
}

static int print(struct ctx *ctx, const struct change *c, const struct waits *waits,
		 const struct records *records)
{
	struct output out = { .ctx = ctx, .window = c->window, .table = { .page = true,
									  .state = true } };
	char text[FORMAT_LEN], of[FORMAT_LEN + 4];
	int err;

	if (ctx->json) {
		out.json = json_object_new_array();
		err = add_ports(ctx, &out, c, waits, records);
		json_print(ctx, out.json);
		return err;
	}
	snprintf(of, sizeof(of), "IN %s",
		 number_word(ctx, text, format_scaled_time, c->window));
	table_cells(&out.table, (const char *const[]){
		"", "", "", "", "", "", "LAST", "", of, NULL });
	table_cells(&out.table, (const char *const[]){
		"PORT", "PRIO", "DIR", "COUNT", "TOTAL", "LONGEST", "START", "LENGTH", "PAUSED",
		NULL });
	err = add_ports(ctx, &out, c, waits, records);
	if (!err && out.table.rows > 2) {
		table_print(&out.table);
		return STATUS_OK;
	}
	if (!err)
		puts("no pauses");
	table_free(&out.table);
	return err;
}

static int show(struct ctx *ctx, struct args *args)
{
	struct records records = { 0 };
	struct waits waits = { 0 };
	struct change c;
	int err;

	err = history_filter(ctx, args, show_settings, &c);
	c.window = c.window ?: WINDOW_DEFAULT;
	if (!err)
		err = records_load(ctx, &records);
	if (!err)
		err = waits_load(ctx, &waits);
	if (!err)
		err = print(ctx, &c, &waits, &records);
	waits_free(&waits);
	records_free(&records);
	return err;
}

static const struct command history_commands[] = {
	{ "show", show },
	{ "events", history_events },
	{ 0 }
};

/* The word show is optional, also before other words */
static int history(struct ctx *ctx, struct args *args)
{
	struct keywords k = { 0 };
	const struct command *c;
	int found;

	for (c = history_commands; c->name; c++)
		keyword_add(&k, c->name);
	found = args->argc && !completing(ctx, args) ? keyword_index(&k, *args->argv) : -1;
	if (found < 0)
		return show(ctx, args);
	args->argv++;
	args->argc--;
	return history_commands[found].run(ctx, args);
}

const struct object history_object = {
	.name = "history",
	.commands = history_commands,
	.run = history,
	.help =
"Usage: pfcctl [-r] history [show] [dev DEV] [prio PRIOS] [window TIME]\n"
"       pfcctl [-r] history events [dev DEV] [prio PRIOS] [event EVENT[,EVENT]...]\n"
"                                  [since WHEN]\n"
"show prints the pauses of each port, by priority and direction, since the port was added:\n"
"  DIR            tx: the port has paused its peer; rx: the peer has paused the port\n"
"  COUNT, TOTAL, LONGEST\n"
"                 number of pauses, total length, length of the longest one\n"
"  LAST           start (local time) and length of the last one; +: it is not over\n"
"  PAUSED         part of the window, which ends now. If the flight recorder of the port\n"
"                 covers less, the part of the time that it covers, as in 45.2% of 3.2s\n"
"events prints the flight recorders of all ports, the oldest transition first: XOFF and XON\n"
"sent and received, other ends of pauses, storms, losses, stalls, and new peaks of a PG.\n"
"A recorder has the last 128 transitions of a port. It records without pfcctl monitor.\n"
"  occupancy      bytes in the PG of the priority; backlog: in its egress queue\n"
"  queue          egress queue whose packet brought the PG into XOFF, and its priority\n"
"  length         length of the pause that ends\n"
"  times          number of equal losses or warnings within a second\n"
"  window TIME    length of the window, up to a day (10s)\n"
"  since WHEN     only later transitions: -5s (5 seconds ago), 18:03:04.5 (local time),\n"
"                 2026-11-23T18:03:04.5, or 1000.5 (CLOCK_MONOTONIC, as in pfcctl monitor)\n"
"  event EVENT    only these kinds, as in pfcctl monitor help, and:\n"
"    pause-ended  a received pause ended by the link, the configuration or the watchdog\n"
"    xoff-lost    the link went down while XOFF was in effect\n"
"    peak         new maximum of a PG\n"
"  PRIOS          a list like 3,4 or 0-3, or all\n"
"-r prints numbers without units, and times of CLOCK_MONOTONIC.\n"
"Examples: pfcctl history\n"
"          pfcctl -n switch history dev p1 prio 3 window 60s\n"
"          pfcctl history events since -5s\n"
"          pfcctl history events dev p1 event xoff-sent,headroom-overrun\n"
"          pfcctl -j history | jq '.[] | select(.paused)'\n",
};
