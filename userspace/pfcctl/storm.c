// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of storms: in events, and in the history of a port.
 */
#include "view.h"
#include "when.h"

/* Return: the time between two points, ns; 0 if @from is unknown (0) or later than @to */
static uint64_t span(uint64_t from, uint64_t to)
{
	return from && to > from ? to - from : 0;
}

uint64_t storm_ago(const struct shown *s)
{
	const struct storm *storm = s->from;

	return span(storm->start, s->now);
}

/* Return: how long the queue was stuck until detection, or until now if not detected, ns */
uint64_t storm_stuck(const struct shown *s)
{
	const struct storm *storm = s->from;

	return span(storm->start, storm->detected ? storm->detected : s->now);
}

uint64_t storm_length(const struct shown *s)
{
	const struct storm *storm = s->from;

	return span(storm->start, storm->end ? storm->end : s->now);
}

/* Formats the length of a storm that has ended */
const char *storm_ended_length(char *buf, const struct shown *s)
{
	const struct storm *storm = s->from;

	return storm->end ? format_time(buf, storm_length(s)) : "";
}

/* Print a storm as part of an event.  @now: time of the event, CLOCK_MONOTONIC, ns */
void storm_print(const struct storm *storm, uint64_t now)
{
	rows_words(storm_event_rows, &(struct shown){ .from = storm, .now = now });
	if (storm->injected)
		printf(" (injected)");
}

/* Return: a storm as JSON; the length of an ongoing storm is measured up to @now */
struct json_object *storm_json(const struct storm *storm, uint64_t now)
{
	struct json_object *json = json_object_new_object();

	rows_json(json, storm_json_rows, &(struct shown){ .from = storm, .now = now });
	return json;
}

/* Formats the flags of a storm */
const char *storm_notes(char *buf, const struct shown *s)
{
	const struct storm *storm = s->from;
	const char *const words[] = {
		storm->end ? NULL : "ongoing",
		storm->injected ? "injected" : NULL,
		storm->disabled ? "pfc-disabled" : NULL,
	};

	return join_words(buf, words, ARRAY_SIZE(words));
}

static void history_text(const struct ctx *ctx, const struct port *port)
{
	struct shown s = { .ctx = ctx, .now = time_now() };
	struct table table = { 0 };
	unsigned int i;

	printf("%s:%s\n", port->name, port->n_storms ? "" : " no storms");
	if (!port->n_storms)
		return;
	table_row(&table);
	rows_head(&table, storm_text_rows);
	for (i = 0; i < port->n_storms; i++) {
		s.from = &port->storms[i];
		table_row(&table);
		rows_cells(&table, storm_text_rows, &s);
	}
	table_print(&table);
}

static void history_json(const struct port *port, struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	const uint64_t now = time_now();
	unsigned int i;

	for (i = 0; i < port->n_storms; i++)
		json_object_array_add(array, storm_json(&port->storms[i], now));
	json_object_object_add(to, "storms", array);
}

/* Show the last storms of ports.  Return: an exit status */
int history_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		.parts = PORT_WATCH, .put_text = history_text, .put_json = history_json,
	};

	return view_run(ctx, args, &view);
}
