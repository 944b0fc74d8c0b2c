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
#include "select.h"
#include "wait.h"
#include "when.h"

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
int history_read(struct ctx *ctx, struct args *args, const struct setting *settings,
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
bool history_wants(const struct change *c, const char *name, unsigned int prio)
{
	return (!c->dev || select_has(c->dev, name)) && (!c->prios || c->prios >> prio & 1);
}

/**
 * struct row - pauses of a priority in one direction
 * @port: the port
 * @dir: direction of XOFF
 * @prio: the priority
 * @pauses: the pauses; @last is the length of the present one, if there is one
 * @window: length of the window, ns; 0: unknown
 * @part: time in the window for which a pause was present, ns
 */
struct row {
	const struct wait_port	*port;
	enum xoff_dir		dir;
	unsigned int		prio;
	struct pauses		pauses;
	uint64_t		window;
	uint64_t		part;
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
	table_cell(t, xoff_dirs[row->dir]);
	table_cell(t, number_word(ctx, cell, format_scaled_number, row->pauses.count));
	table_cell(t, number_word(ctx, cell, format_scaled_time, row->pauses.total));
	table_cell(t, number_word(ctx, cell, format_scaled_time, row->pauses.longest));
	table_cell(t, stamp_short(ctx, start, row->pauses.since));
	number_word(ctx, cell, format_scaled_time, row->pauses.last);
	table_cell(t, row->pauses.now ? strcat(cell, "+") : cell);
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
	snprintf(text, sizeof(text), "%.3f", percent(row));
	json_object_object_add(to, "window_percent", row->window ?
			       json_object_new_double_s(percent(row), text) : NULL);
	json_object_array_add(out->json, to);
}

static void add_port(struct output *out, const struct change *c, const struct wait_port *port)
{
	unsigned int prio;
	int dir;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		for (dir = 0; dir < XOFF_DIRS; dir++) {
			struct row row = {
				.port = port, .dir = dir, .prio = prio,
				.pauses = pauses_of(port, prio, dir),
			};

			if (!row.pauses.count || !history_wants(c, port->name, prio))
				continue;
			if (row.pauses.now)
				row.pauses.last = port->time - row.pauses.since;
			measure(&row, out->window);
			if (out->json)
				add_json(out, &row);
			else
				put_row(out, &row);
		}
}

static void add_ports(struct output *out, const struct change *c, const struct waits *waits)
{
	size_t i;

	for (i = 0; i < waits->n; i++)
		add_port(out, c, &waits->list[i]);
}

static void print(const struct ctx *ctx, const struct change *c, const struct waits *waits)
{
	struct output out = { .ctx = ctx, .window = c->window, .table = { .page = true,
									  .state = true } };
	char text[FORMAT_LEN], of[FORMAT_LEN + 4];

	if (ctx->json) {
		out.json = json_object_new_array();
		add_ports(&out, c, waits);
		json_print(ctx, out.json);
		return;
	}
	snprintf(of, sizeof(of), "IN %s",
		 number_word(ctx, text, format_scaled_time, c->window));
	table_cells(&out.table, (const char *const[]){
		"", "", "", "", "", "", "LAST", "", of, NULL });
	table_cells(&out.table, (const char *const[]){
		"PORT", "PRIO", "DIR", "COUNT", "TOTAL", "LONGEST", "START", "LENGTH", "PAUSED",
		NULL });
	add_ports(&out, c, waits);
	if (out.table.rows > 2) {
		table_print(&out.table);
		return;
	}
	puts("no pauses");
	table_free(&out.table);
}

static int show(struct ctx *ctx, struct args *args)
{
	struct waits waits;
	struct change c;
	int err;

	err = history_read(ctx, args, show_settings, WAITS_PAUSES | WAITS_RECORDERS, &c, &waits);
	c.window = c.window ?: WINDOW_DEFAULT;
	if (!err)
		print(ctx, &c, &waits);
	waits_free(&waits);
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
