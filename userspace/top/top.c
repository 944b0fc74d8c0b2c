// SPDX-License-Identifier: GPL-2.0-only
/*
 * Live view of ports and priorities: pfcctl top
 */
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "print.h"
#include "select.h"
#include "setting.h"
#include "top.h"
#include "when.h"

#define DELAY_DEFAULT	1000000000ULL	/* ns */
#define DELAY_MIN	100000000ULL
#define DELAY_MAX	3600000000000ULL
#define COUNT_MAX	1000000000U
#define FILE_WIDTH	80		/* columns of text that is not for a terminal */

/* A number without a unit is in seconds */
static bool parse_delay(const char *word, uint64_t *ns)
{
	char seconds[FORMAT_LEN];

	if (parse_time(word, ns))
		return true;
	return strlen(word) < sizeof(seconds) - 1 &&
	       (snprintf(seconds, sizeof(seconds), "%ss", word), parse_time(seconds, ns));
}

static int read_count(struct ctx *ctx, const struct setting *s, struct args *args,
		      struct change *c)
{
	return scalar_read(ctx, s, args, &((struct top *)c)->count);
}

static int read_sort(struct ctx *ctx, const struct setting *s, struct args *args,
		     struct change *c)
{
	return word_read(ctx, s, args, &((struct top *)c)->sort);
}

static const struct setting top_settings[] = {
	SETTING_DEV,
	{
		.name = "delay", .read = read_window, .parse = parse_delay,
		.format = format_time, .what = "seconds like 0.5, or a time like 500ms",
		.min = DELAY_MIN, .max = DELAY_MAX,
	},
	{
		.name = "count", .read = read_count, .parse = parse_number,
		.format = format_number, .what = "a number", .min = 1, .max = COUNT_MAX,
	},
	{ .name = "sort", .read = read_sort, .words = top_sorts },
	{ .name = "idle", .read = read_flag },
	{ 0 }
};

/* Bits of "count", "sort" and "idle" in change.seen */
#define COUNT_SEEN	(1U << 2)
#define SORT_SEEN	(1U << 3)
#define IDLE_SEEN	(1U << 4)

/* ---- JSON --------------------------------------------------------------- */

static void add_number(struct json_object *to, const char *key, double value)
{
	char text[FORMAT_LEN];

	/* A fixed number of digits, so that the output does not depend on rounding */
	snprintf(text, sizeof(text), "%.3f", value);
	json_object_object_add(to, key, json_object_new_double_s(value, text));
}

static struct json_object *row_json(const struct top_row *row)
{
	struct json_object *to = json_object_new_object();

	json_add_u64(to, "prio", row->prio);
	json_add_u64(to, "pg", row->pg);
	json_add_bool(to, "lossless", row->lossless);
	json_add_u64(to, "rx_bits_per_second", row->in + 0.5);
	json_add_u64(to, "tx_bits_per_second", row->out + 0.5);
	json_add_u64(to, "occupancy_bytes", row->occupancy);
	json_add_u64_or_null(to, "threshold_bytes", row->threshold);
	json_add_u64(to, "backlog_bytes", row->backlog);
	add_number(to, "tx_paused_percent", row->tx_paused);
	add_number(to, "rx_paused_percent", row->rx_paused);
	add_number(to, "tx_xoff_per_second", row->tx_xoff);
	add_number(to, "rx_xoff_per_second", row->rx_xoff);
	add_number(to, "drops_per_second", row->drops);
	return to;
}

/* Return: a port; @row: the rows of its priorities, then its own */
static struct json_object *port_json(const struct top_row *row)
{
	struct json_object *port = json_object_new_object(), *prios = json_object_new_array();

	json_add_name(port, "dev", row->name);
	json_add_u64(port, "ifindex", row->ifindex);
	json_add_u64(port, "port_id", row->port_id);
	for (; row->prio != TOP_PRIO_NONE; row++)
		json_object_array_add(prios, row_json(row));
	json_object_object_add(port, "prio", prios);
	add_number(port, "port_drops_per_second", row->drops);
	return port;
}

static void print_json(const struct top *top)
{
	struct json_object *json = json_object_new_object(), *ports = json_object_new_array();
	size_t i;

	for (i = 0; i < top->n; i += TOP_PORT_ROWS)
		json_object_array_add(ports, port_json(&top->rows[i]));
	json_add_u64(json, "time_ns", top->now_time);
	json_add_u64(json, "interval_ns", top->now_time - top->before_time);
	json_object_object_add(json, "ports", ports);
	json_object_object_add(json, "roots", json_object_get(top->roots_json));
	json_print(top->ctx, json);
}

/* ---- frames --------------------------------------------------------------- */

static void print_text(struct top *top)
{
	struct top_lines screen;
	size_t i;

	top_layout(top, &screen);
	for (i = 0; i < screen.n; i++) {
		print_colored(screen.list[i].text, top->ctx->color &&
			      screen.list[i].attributes == TOP_BAD ? COLOR_BAD : COLOR_NONE);
		putchar('\n');
	}
	free(screen.list);
}

/* Prints one interval after the other.  Return: an exit status */
static int print_frames(struct top *top)
{
	uint64_t i, now, left, next = time_now();
	struct timespec time;
	int err;

	for (i = 0; (!top->count || i < top->count) && !ferror(stdout); i++) {
		/* The work between two waits does not make the interval longer */
		next += top->words.window;
		now = time_now();
		left = next > now ? next - now : 0;
		time = (struct timespec){ left / 1000000000, left % 1000000000 };
		nanosleep(&time, NULL);
		if (next < time_now() - top->words.window)
			next = time_now();
		err = top_read(top);
		if (err)
			return err;
		if (i && !top->ctx->json)
			putchar('\n');
		if (top->ctx->json)
			print_json(top);
		else
			print_text(top);
		fflush(stdout);
	}
	return STATUS_OK;
}

/* ---- command ------------------------------------------------------------ */

/* All words but dev may have the form of options, as those of other programs of this kind */
static void translate_options(struct args *args)
{
	const struct setting *s;
	int i;

	for (i = 0; i < args->argc; i++) {
		if (!strcmp(args->argv[i], "-d"))
			args->argv[i] = "delay";
		for (s = &top_settings[1]; s->name; s++)
			if (!strncmp(args->argv[i], "--", 2) &&
			    !strcmp(args->argv[i] + 2, s->name))
				args->argv[i] += 2;
	}
}

static int run(struct top *top, bool terminal)
{
	struct ports ports = { 0 };
	int err = STATUS_OK;

	/* The devices must be ports now.  Later they may disappear. */
	if (top->words.dev)
		err = ports_find(top->ctx, top->words.dev, PORT_CONFIG, &ports);
	ports_free(&ports);
	if (!err)
		err = top_read(top);
	if (err)
		return err;
	if (!top->now.n && !top->ctx->json) {
		print_no_ports(top->ctx);
		return STATUS_OK;
	}
	return terminal ? top_terminal(top) : print_frames(top);
}

static int top_command(struct ctx *ctx, struct args *args)
{
	struct top top = { .ctx = ctx, .width = FILE_WIDTH };
	const uint64_t *seen = &top.words.seen;
	bool terminal;
	int err;

	translate_options(args);
	change_begin(&top.words, PFC_CMD_UNSPEC);
	top.words.window = DELAY_DEFAULT;
	err = settings_read(ctx, args, top_settings, &top.words);
	if (err)
		return err;
	if (ctx->json && *seen & (SORT_SEEN | IDLE_SEEN))
		return misuse(ctx,
			      "%s: cannot be combined with -j, which prints all priorities of all ports",
			      *seen & SORT_SEEN ? "sort" : "idle");
	setlocale(LC_CTYPE, "");
	top.ascii = strcmp(nl_langinfo(CODESET), "UTF-8");
	top.all = *seen & IDLE_SEEN;
	terminal = !ctx->json && !(*seen & COUNT_SEEN) && isatty(STDIN_FILENO) &&
		   isatty(STDOUT_FILENO);
	err = run(&top, terminal);
	top_free(&top);
	return err;
}

const struct object top_object = {
	.name = "top",
	.run = top_command,
	.help =
"Usage: pfcctl top [dev DEV] [delay TIME] [count N] [sort COLUMN] [idle]\n"
"Shows the ports live: a row for each priority that is not idle, below them the roots of the\n"
"pauses, as in pfcctl why. If the output is not a terminal, or with count, it prints text, and\n"
"with -j a JSON object, for each interval.\n"
"  RATE          bits per second that the PG has received (IN), and the queue has sent (OUT)\n"
"  PG OCCUPANCY  bytes in the PG, as a bar and in percent of the XOFF threshold; of the limit\n"
"                if the PG is lossy. Priorities of the same PG have the same IN and OCCUPANCY\n"
"  PAUSED        part of the interval for which the port has paused its peer (TX), and was\n"
"                paused (RX)\n"
"  XOFF/s        XOFF sent (TX) and received (RX) per second\n"
"  DROP/s        dropped packets per second; of a PG at its lowest priority; without a\n"
"                priority in a row of the port\n"
"  delay TIME    length of an interval: seconds like 0.5, or 500ms; 100ms-1h; also -d (1s)\n"
"  count N       number of intervals\n"
"  sort COLUMN   port, in, out, occupancy, paused, xoff or drops (port)\n"
"  idle          rows of idle priorities, too\n"
"Keys: q quits; h or ? shows the keys; j, k and arrows select a row; Enter shows pfcctl why for\n"
"it; s and S change the column of the order; i shows idle rows; p stops the updates.\n"
"Examples: pfcctl top\n"
"          pfcctl -n switch top dev 'p*' delay 0.5\n"
"          pfcctl top count 3 sort paused\n"
"          pfcctl -j top | jq -c '.ports[] | {dev, p3: .prio[3].rx_paused_percent}'\n",
};
