// SPDX-License-Identifier: GPL-2.0-only
/*
 * Transitions in the flight recorders of all ports, in order: pfcctl history events
 */
#include <stdlib.h>
#include "event.h"
#include "print.h"
#include "wait.h"
#include "when_read.h"

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

/**
 * struct line - a transition to print
 * @port: the port
 * @record: the transition
 * @past: the pause that it ends, or NULL
 * @overwritten: number of earlier transitions of the port that are overwritten, in its first line
 */
struct line {
	const struct wait_port	*port;
	const struct record	*record;
	const struct past	*past;
	uint64_t		overwritten;
};

/**
 * struct lines - transitions to print
 * @n: number of transitions
 * @list: the transitions
 */
struct lines {
	size_t		n;
	struct line	*list;
};

static void print_text(const struct ctx *ctx, const struct waits *waits, const struct line *l)
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
	printf(" %s %s", record_is_ingress(r) ? "occupancy" : "backlog", size(buf, r->bytes));
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
	json_add_u64(json, "count", r->count ? r->count : 1);
	json_add_u64_or_null(json, "pause_time_quanta", r->quanta);
	json_add_u64(json, record_is_ingress(r) ? "occupancy" : "backlog", r->bytes);
	json_object_object_add(json, "queue", queue_json(waits, r));
	json_object_object_add(json, "length_ns", l->past && l->past->start ?
			       json_object_new_uint64(l->past->end - l->past->begin) : NULL);
	return json;
}

static bool wanted(const struct change *c, const struct wait_port *port, const struct record *r)
{
	return history_wants(c, port->name, r->prio) && r->time >= c->since &&
	       (!c->events || (r->event < 32 && c->events >> r->event & 1));
}

static const struct past *ended_by(const struct recorder *recorder, const struct record *r)
{
	size_t i;

	for (i = 0; i < recorder->n_pasts; i++)
		if (recorder->pasts[i].stop == r)
			return &recorder->pasts[i];
	return NULL;
}

static void add_lines(struct lines *lines, const struct change *c, const struct wait_port *port)
{
	uint64_t overwritten = port->recorder.first;
	size_t i;

	for (i = 0; i < port->recorder.n; i++) {
		const struct record *r = &port->recorder.list[i];
		struct line *line;

		if (!wanted(c, port, r))
			continue;
		line = list_add(&lines->list, &lines->n, sizeof(*line));
		*line = (struct line){
			.port = port, .record = r, .past = ended_by(&port->recorder, r),
			.overwritten = overwritten,
		};
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

static void print(const struct ctx *ctx, const struct waits *waits, const struct lines *lines)
{
	struct json_object *array = ctx->json ? json_object_new_array() : NULL;
	size_t i;

	for (i = 0; i < lines->n; i++)
		if (array)
			json_object_array_add(array, line_json(waits, &lines->list[i]));
		else
			print_text(ctx, waits, &lines->list[i]);
	if (array)
		json_print(ctx, array);
}

/* Print the transitions in the flight recorders.  Return: an exit status */
int history_events(struct ctx *ctx, struct args *args)
{
	struct lines lines = { 0 };
	struct waits waits;
	struct change c;
	size_t i;
	int err;

	err = history_read(ctx, args, events_settings, WAITS_RECORDERS, &c, &waits);
	for (i = 0; !err && i < waits.n; i++)
		add_lines(&lines, &c, &waits.list[i]);
	if (lines.n)
		qsort(lines.list, lines.n, sizeof(*lines.list), compare);
	if (!err)
		print(ctx, &waits, &lines);
	free(lines.list);
	waits_free(&waits);
	return err;
}
