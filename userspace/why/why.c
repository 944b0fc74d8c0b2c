// SPDX-License-Identifier: GPL-2.0-only
/*
 * The causes of pauses: pfcctl why; and pfcctl-why roots, one line for each root, for pfcctl top
 */
#include <string.h>
#include "setting.h"
#include "when_read.h"
#include "why_print.h"

#define INTERVAL_DEFAULT	10000000ULL	/* ns */
#define INTERVAL_MIN		1000000ULL
#define INTERVAL_MAX		60000000000ULL

static int read_at(struct ctx *ctx, const struct setting *s, struct args *args, struct change *c)
{
	const int err = when_read(ctx, s, args, &c->since);

	/* 0 means the last pause */
	c->since = c->since ?: 1;
	return err;
}

static const struct setting why_settings[] = {
	SETTING_DEV,
	SETTING_PRIOS,
	{
		.name = "interval", .read = read_window, .parse = parse_time,
		.format = format_time, .what = "a time like 10ms or 1s",
		.min = INTERVAL_MIN, .max = INTERVAL_MAX,
	},
	{ .name = "dot", .read = read_flag },
	{ .name = "at", .read = read_at },
	{ .name = "last", .read = read_flag },
	{ 0 }
};

/* Bits of "interval", "dot", "at" and "last" in change.seen */
#define INTERVAL_SEEN	(1U << 2)
#define DOT_SEEN	(1U << 3)
#define AT_SEEN		(1U << 4)
#define LAST_SEEN	(1U << 5)

/* Answers a question.  Return: an exit status */
static int answer(struct ctx *ctx, const struct why_question *question,
		  void (*print)(const struct why_output *out))
{
	struct why_fabric fabric;
	const struct why_output out = {
		.ctx = ctx, .why = &fabric.why, .whole = question->dev,
		.no_lldp = question->past || question->lenient,
	};
	int err;

	err = why_read(ctx, question, &fabric);
	if (!err)
		print(&out);
	why_fabric_free(&fabric);
	return err;
}

/* Checks that the words can be combined.  Return: an exit status */
static int check_words(struct ctx *ctx, const struct change *c)
{
	const bool past = c->seen & (AT_SEEN | LAST_SEEN);

	if (c->prios && !c->dev)
		return misuse(ctx, "prio: needs a device before it, as in dev p1 prio 3");
	if (c->seen & DOT_SEEN && ctx->json)
		return misuse(ctx, "dot: cannot be combined with -j");
	if (c->seen & AT_SEEN && c->seen & LAST_SEEN)
		return misuse(ctx, "at: cannot be combined with last");
	if (past && c->seen & (INTERVAL_SEEN | DOT_SEEN))
		return misuse(ctx, "%s: cannot be combined with %s",
			      c->seen & DOT_SEEN ? "dot" : "interval",
			      c->seen & AT_SEEN ? "at" : "last");
	return STATUS_OK;
}

static int why(struct ctx *ctx, struct args *args)
{
	static const char *const options[] = { "--dot", "--at", "--last" };
	struct change c;
	size_t option;
	int err, i;

	/* These words have the form of options, too */
	for (i = 0; i < args->argc; i++)
		for (option = 0; option < ARRAY_SIZE(options); option++)
			if (!strcmp(args->argv[i], options[option]))
				args->argv[i] += strlen("--");
	change_begin(&c, PFC_CMD_UNSPEC);
	c.window = INTERVAL_DEFAULT;
	err = settings_read(ctx, args, why_settings, &c);
	if (!err)
		err = check_words(ctx, &c);
	if (err)
		return err;
	return answer(ctx, &(struct why_question){
		.dev = c.dev, .prios = c.prios ?: 0xff, .interval = c.window,
		.past = c.seen & (AT_SEEN | LAST_SEEN), .time = c.since,
	}, ctx->json ? why_json : c.seen & DOT_SEEN ? why_dot : why_text);
}

const struct object why_object = {
	.name = "why",
	.run = why,
	.help =
"Usage: pfcctl why [dev DEV [prio PRIOS]] [interval TIME] [dot]\n"
"       pfcctl why [dev DEV [prio PRIOS]] { at WHEN | last }\n"
"Prints why ports are paused or send XOFF. It follows each pause: from the port that sends\n"
"XOFF to the egress queues that hold its packets, from a paused egress queue to the port\n"
"that pauses it, over veths also into other network namespaces, up to the roots.\n"
"Without dev it prints the roots that concern the namespace, the one for which most bytes\n"
"wait first. With dev it prints the whole chains of that port, too.\n"
"         prio PRIOS     only these priorities: a list like 3,4 or 0-3 (all)\n"
"         interval TIME  1ms-60s: time between two readings, for rates (10ms)\n"
"         dot            a graph for Graphviz, also as --dot\n"
"         at WHEN        the causes of pauses at a time in the past, also as --at WHEN: -5s\n"
"                        (5 seconds ago), 18:03:04.5 (local time), 2026-11-23T18:03:04.5, or\n"
"                        1000.5 (CLOCK_MONOTONIC, as in pfcctl monitor)\n"
"         last           the cause of the pause that ended last, also as --last\n"
"at and last use the flight recorders, which have the last 128 transitions of each port.\n"
"A root has one of these classes:\n"
"  incast         an egress queue gets more than it can send: senders, rates offered and\n"
"                 drained\n"
"  slow-receiver  a host or device of this machine pauses the port\n"
"  storm          a peer pauses the port without a break, or the watchdog reports a storm\n"
"  cycle          queues that wait for each other forever; with the flow that closed it\n"
"  neighbour      a device beyond this machine pauses the port\n"
"  setting        rate, maxrate, a strict class or the watchdog limits the queue, or an\n"
"                 impairment forces XOFF; with the command that changes it\n"
"Examples: pfcctl why\n"
"          pfcctl -n switch why dev p1 prio 3\n"
"          pfcctl why --last\n"
"          pfcctl why dev p1 at -5s\n"
"          pfcctl -n switch why dot | dot -Tsvg > why.svg\n"
"          pfcctl -j why | jq '.roots[] | {class, dev, flows}'\n",
};

static const struct setting roots_settings[] = {
	SETTING_DEV,
	{ .name = "interval", .read = read_window, .parse = parse_time, .format = format_time,
	  .max = UINT64_MAX },
	{ 0 }
};

static void roots_print(const struct why_output *out)
{
	char buf[WHY_TEXT], size[FORMAT_LEN];
	size_t i;

	if (out->ctx->json) {
		json_print(out->ctx, why_roots_json(out));
		return;
	}
	if (!out->why->n_roots)
		puts(why_verdict(buf, out->why));
	else
		printf("%zu, most waiting bytes first\n", out->why->n_roots);
	for (i = 0; i < out->why->n_roots; i++)
		printf("%zu: %s; %s wait\n", i + 1, why_root_words(buf, out, &out->why->roots[i]),
		       format_scaled_size(size, out->why->roots[i].bytes));
}

/* A device that has disappeared is not an error */
static int roots(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_UNSPEC);
	err = settings_read(ctx, args, roots_settings, &c);
	return err ?: answer(ctx, &(struct why_question){
		.dev = c.dev, .lenient = true, .prios = 0xff, .interval = c.window,
	}, roots_print);
}

const struct object roots_object = { .name = "roots", .run = roots };
