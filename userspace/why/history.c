// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses of the ports, and the transitions in their flight recorders: pfcctl history
 *
 * Counts and lengths are those of the ports, which count all pauses.  The part of a window comes
 * from the flight recorders, which remember only the last transitions.
 */
#include <stdlib.h>
#include <string.h>
#include "event.h"
#include "keyword.h"
#include "print.h"
#include "select.h"
#include "wait.h"
#include "when_read.h"

#define WINDOW_DEFAULT	10000000000ULL	/* ns */
#define WINDOW_MAX	86400000000000ULL

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

/*
 * Parse the words of a command, check that its devices are ports, and read all ports.
 * @parts: as for waits_load()
 * @waits: result; the caller frees it with waits_free(), also after an error
 * Return: an exit status.
 */
static int read_ports(struct ctx *ctx, struct args *args, const struct setting *settings,
		      unsigned int parts, struct change *c, struct waits *waits)
{
	struct ports ports = { 0 };
	int err;

	memset(waits, 0, sizeof(*waits));
	change_begin(c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, settings, c);
	if (!err && c->dev)
		err = ports_find(ctx, c->dev, PORT_CONFIG, &ports);
	ports_free(&ports);
	return err ? err : waits_load(ctx, parts, waits);
}

/* Check whether the user asks about a priority of a port.  Return: whether the user does */
static bool wants(const struct change *c, const char *name, unsigned int prio)
{
	return (!c->dev || select_has(c->dev, name)) && (!c->prios || c->prios >> prio & 1);
}

/* ---- pauses ------------------------------------------------------------- */

/*
 * Pauses of a priority in one direction
 * @pauses: the pauses; @last is the length of the present one, if there is one
 * @window: length of the window that the flight recorder covers, ns; 0: unknown
 * @part: time in the window for which a pause was present, ns
 * @percent: the same in percent
 */
struct row {
	const struct wait_port	*port;
	enum xoff_dir		dir;
	unsigned int		prio;
	struct pauses		pauses;
	uint64_t		window;
	uint64_t		part;
	double			percent;
};

/* Computes the part of the window, or of the time that the flight recorder covers */
static void measure(struct row *row, uint64_t window)
{
	const struct recorder *recorder = &row->port->recorder;
	const uint64_t now = recorder->time;
	uint64_t from = now > window ? now - window : 0;

	if (from < recorder->since)
		from = recorder->since < now ? recorder->since : now;
	row->window = now - from;
	row->part = pasts_paused(recorder, row->dir, row->prio, from, now);
	row->percent = row->window ? row->part * 100.0 / row->window : 0;
}

/* Adds the pauses of a port that the user asks about */
static void add_rows(struct row **rows, size_t *n, const struct change *c,
		     const struct wait_port *port)
{
	int i;

	for (i = 0; i < PFC_PRIO_COUNT * XOFF_DIRS; i++) {
		const unsigned int prio = i / XOFF_DIRS;
		struct pauses pauses = pauses_of(port, prio, i % XOFF_DIRS);
		struct row *row;

		if (!pauses.count || !wants(c, port->name, prio))
			continue;
		if (pauses.now)
			pauses.last = port->time - pauses.since;
		row = list_add(rows, n, sizeof(*row));
		*row = (struct row){ port, i % XOFF_DIRS, prio, pauses, 0, 0, 0 };
		measure(row, c->window);
	}
}

static void put_row(const struct ctx *ctx, struct table *t, const struct row *row, uint64_t window)
{
	char cell[FORMAT_LEN], text[FORMAT_LEN], start[STAMP_LEN];

	table_cells(t, (const char *const[]){ row->port->name, NULL });
	table_cell(t, format_number(cell, row->prio));
	table_cell(t, xoff_dirs[row->dir]);
	table_cell(t, number_word(ctx, cell, format_scaled_number, row->pauses.count));
	table_cell(t, number_word(ctx, cell, format_scaled_time, row->pauses.total));
	table_cell(t, number_word(ctx, cell, format_scaled_time, row->pauses.longest));
	table_cell(t, stamp_short(ctx, start, row->pauses.since));
	number_word(ctx, cell, format_scaled_time, row->pauses.last);
	table_cell(t, row->pauses.now ? strcat(cell, "+") : cell);
	if (!row->window)
		snprintf(cell, FORMAT_LEN, "-");
	else if (row->window < window)
		snprintf(cell, FORMAT_LEN, "%.1f%% of %.16s", row->percent,
			 number_word(ctx, text, format_scaled_time, row->window));
	else
		snprintf(cell, FORMAT_LEN, "%.1f%%", row->percent);
	table_cell(t, cell);
}

static void print_rows(const struct ctx *ctx, const struct row *rows, size_t n, uint64_t window)
{
	struct table table = { .page = true, .state = true };
	char text[FORMAT_LEN], of[FORMAT_LEN + 4];
	size_t i;

	if (!n) {
		puts("no pauses");
		return;
	}
	snprintf(of, sizeof(of), "IN %s", number_word(ctx, text, format_scaled_time, window));
	table_cells(&table, (const char *const[]){
		"", "", "", "", "", "", "LAST", "", of, NULL });
	table_cells(&table, (const char *const[]){
		"PORT", "PRIO", "DIR", "COUNT", "TOTAL", "LONGEST", "START", "LENGTH", "PAUSED",
		NULL });
	for (i = 0; i < n; i++)
		put_row(ctx, &table, &rows[i], window);
	table_print(&table);
}

static struct json_object *row_json(const struct row *row)
{
	static const struct ctx wall;
	struct json_object *to = json_object_new_object();
	char text[STAMP_LEN];

	json_add_name(to, "dev", row->port->name);
	json_add_u64(to, "ifindex", row->port->ifindex);
	json_add_u64(to, "port_id", row->port->id);
	json_add_u64(to, "prio", row->prio);
	json_add_name(to, "direction", xoff_dirs[row->dir]);
	json_add_u64(to, "count", row->pauses.count);
	json_add_u64(to, "total_ns", row->pauses.total);
	json_add_u64(to, "longest_ns", row->pauses.longest);
	json_add_bool(to, "paused", row->pauses.now);
	json_add_u64(to, "last_start_ns", row->pauses.since);
	json_add_name(to, "last_start", stamp_wall(&wall, text, row->pauses.since));
	json_add_u64(to, "last_length_ns", row->pauses.last);
	json_add_u64_or_null(to, "window_ns", row->window);
	json_object_object_add(to, "window_paused_ns", row->window ?
			       json_object_new_uint64(row->part) : NULL);
	snprintf(text, sizeof(text), "%.3f", row->percent);
	json_object_object_add(to, "window_percent", row->window ?
			       json_object_new_double_s(row->percent, text) : NULL);
	return to;
}

static int show(struct ctx *ctx, struct args *args)
{
	struct json_object *array;
	struct row *rows = NULL;
	struct waits waits;
	struct change c;
	size_t i, n = 0;
	int err;

	err = read_ports(ctx, args, show_settings, WAITS_PAUSES | WAITS_RECORDERS, &c, &waits);
	c.window = c.window ?: WINDOW_DEFAULT;
	array = !err && ctx->json ? json_object_new_array() : NULL;
	for (i = 0; i < waits.n; i++)
		add_rows(&rows, &n, &c, &waits.list[i]);
	for (i = 0; array && i < n; i++)
		json_object_array_add(array, row_json(&rows[i]));
	if (array)
		json_print(ctx, array);
	else if (!err)
		print_rows(ctx, rows, n, c.window);
	free(rows);
	waits_free(&waits);
	return err;
}

/* ---- transitions -------------------------------------------------------- */

static int read_since(struct ctx *ctx, const struct setting *s, struct args *args,
		      struct change *c)
{
	return when_read(ctx, s, args, &c->since);
}

static const struct setting events_settings[] = {
	SETTING_DEV,
	SETTING_PRIOS,
	{ .name = "event", .read = read_events, .words = event_words + 1 },
	{ .name = "since", .read = read_since },
	{ 0 }
};

/*
 * A transition to print
 * @past: the pause that it ends, or NULL
 * @overwritten: number of earlier transitions of the port that are overwritten, in its first line
 */
struct line {
	const struct wait_port	*port;
	const struct record	*record;
	const struct past	*past;
	uint64_t		overwritten;
};

static void print_line(const struct ctx *ctx, const struct waits *waits, const struct line *l)
{
	const struct record *r = l->record;
	format_fn *size = raw_or(ctx, format_size), *time = raw_or(ctx, format_time);
	char buf[FORMAT_LEN], when[STAMP_LEN];

	printf("[%s] %s %s prio %u", stamp_wall(ctx, when, r->time), l->port->name,
	       word_of(event_words, r->event), r->prio);
	if (r->count > 1)
		printf(" times %u", r->count);
	if (r->quanta)
		printf(" pause-time %uq", r->quanta);
	printf(" %s %s", record_buffer(r), size(buf, r->bytes));
	if (r->queue_ifindex) {
		const struct wait_port *queue = waits_find(waits, r->queue_ifindex);

		printf(" queue %s prio %u", queue ? queue->name : "?", r->queue_prio);
	}
	if (l->past)
		printf(" length %s", l->past->start ?
		       time(buf, l->past->end - l->past->begin) : "-");
	if (l->overwritten)
		printf(" (%llu earlier transitions overwritten)",
		       (unsigned long long)l->overwritten);
	putchar('\n');
}

static struct json_object *queue_json(const struct waits *waits, const struct record *r)
{
	const struct wait_port *queue = waits_find(waits, r->queue_ifindex);
	struct json_object *json;

	if (!r->queue_ifindex)
		return NULL;
	json = json_object_new_object();
	json_add_name(json, "dev", queue ? queue->name : "");
	json_add_u64(json, "ifindex", r->queue_ifindex);
	json_add_u64(json, "prio", r->queue_prio);
	return json;
}

static struct json_object *line_json(const struct waits *waits, const struct line *l)
{
	static const struct ctx wall;
	struct json_object *json = json_object_new_object();
	const struct record *r = l->record;
	char when[STAMP_LEN];

	json_add_u64(json, "time_ns", r->time);
	json_add_name(json, "timestamp", stamp_wall(&wall, when, r->time));
	json_add_name(json, "dev", l->port->name);
	json_add_u64(json, "ifindex", l->port->ifindex);
	json_add_u64(json, "port_id", l->port->id);
	json_add_u64(json, "number", r->number);
	json_object_object_add(json, "event", event_name_json(r->event));
	json_add_u64(json, "prio", r->prio);
	json_add_u64(json, "count", r->count ?: 1);
	json_add_u64_or_null(json, "pause_time_quanta", r->quanta);
	json_add_u64(json, record_buffer(r), r->bytes);
	json_object_object_add(json, "queue", queue_json(waits, r));
	json_object_object_add(json, "length_ns", l->past && l->past->start ?
			       json_object_new_uint64(l->past->end - l->past->begin) : NULL);
	return json;
}

static const struct past *ended_by(const struct recorder *recorder, const struct record *r)
{
	size_t i;

	for (i = 0; i < recorder->n_pasts; i++)
		if (recorder->pasts[i].stop == r)
			return &recorder->pasts[i];
	return NULL;
}

/* Adds the transitions of a port that the user asks about */
static void add_lines(struct line **lines, size_t *n, const struct change *c,
		      const struct wait_port *port)
{
	uint64_t overwritten = port->recorder.first;
	size_t i;

	for (i = 0; i < port->recorder.n; i++) {
		const struct record *r = &port->recorder.list[i];
		struct line *line;

		if (!wants(c, port->name, r->prio) || r->time < c->since ||
		    (c->events && (r->event >= 32 || !(c->events >> r->event & 1))))
			continue;
		line = list_add(lines, n, sizeof(*line));
		*line = (struct line){ port, r, ended_by(&port->recorder, r), overwritten };
		overwritten = 0;
	}
}

static int compare(const void *a, const void *b)
{
	const struct line *p = a, *q = b;

	if (p->record->time != q->record->time)
		return p->record->time > q->record->time ? 1 : -1;
	if (p->port != q->port)
		return p->port > q->port ? 1 : -1;
	return (p->record > q->record) - (p->record < q->record);
}

static int show_events(struct ctx *ctx, struct args *args)
{
	struct json_object *array;
	struct line *lines = NULL;
	struct waits waits;
	struct change c;
	size_t i, n = 0;
	int err;

	err = read_ports(ctx, args, events_settings, WAITS_RECORDERS, &c, &waits);
	array = !err && ctx->json ? json_object_new_array() : NULL;
	for (i = 0; i < waits.n; i++)
		add_lines(&lines, &n, &c, &waits.list[i]);
	if (n)
		qsort(lines, n, sizeof(*lines), compare);
	for (i = 0; i < n; i++)
		if (array)
			json_object_array_add(array, line_json(&waits, &lines[i]));
		else
			print_line(ctx, &waits, &lines[i]);
	if (array)
		json_print(ctx, array);
	free(lines);
	waits_free(&waits);
	return err;
}

/* ---- the command -------------------------------------------------------- */

static const struct command history_commands[] = {
	{ "show", show },
	{ "events", show_events },
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
