// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of storms: in events, and in the history of a port.
 */
#include "rows.h"

/* Words for &enum pfc_watchdog_action */
/* Return: the time between two points, ns; 0 if @from is unknown (0) or later than @to */
static uint64_t span(uint64_t from, uint64_t to)
{
	return from && to > from ? to - from : 0;
}

/* Return: how long the queue was stuck until detection, or until @now if not detected, ns */
static uint64_t stuck(const struct storm *storm, uint64_t now)
{
	return span(storm->start, storm->detected ? storm->detected : now);
}

static uint64_t length(const struct storm *storm, uint64_t now)
{
	return span(storm->start, storm->end ? storm->end : now);
}

/**
 * storm_print() - print a storm as part of an event
 * @storm: the storm
 * @now: time of the event, CLOCK_MONOTONIC, ns
 */
void storm_print(const struct storm *storm, uint64_t now)
{
	char buf[FORMAT_LEN];

	printf(" stuck %s", format_time(buf, stuck(storm, now)));
	printf(" paused %s", format_time(buf, storm->paused_time));
	printf(" rx-xoff %llu", (unsigned long long)storm->xoff);
	printf(" backlog %llu", (unsigned long long)storm->backlog_packets);
	printf(" (%s)", format_size(buf, storm->backlog_bytes));
	if (storm->end)
		printf(" length %s", format_time(buf, length(storm, now)));
	printf(" action %s", word_of(watchdog_action_words, storm->action));
	printf(" dropped %llu", (unsigned long long)storm->dropped);
	printf(" forwarded %llu", (unsigned long long)storm->forwarded);
	if (storm->injected)
		printf(" (injected)");
}

/**
 * storm_json() - convert a storm to JSON
 * @storm: the storm
 * @now: CLOCK_MONOTONIC time up to which the length of an ongoing storm is measured, ns
 *
 * Return: a JSON object.
 */
struct json_object *storm_json(const struct storm *storm, uint64_t now)
{
	struct json_object *json = json_object_new_object();

	json_add_u64(json, "prio", storm->prio);
	json_add_u64(json, "start_ns", storm->start);
	json_add_u64_or_null(json, "detected_ns", storm->detected);
	json_add_u64_or_null(json, "end_ns", storm->end);
	json_add_u64(json, "length_ns", length(storm, now));
	json_add_name(json, "action", word_of(watchdog_action_words, storm->action));
	json_add_bool(json, "injected", storm->injected);
	json_add_bool(json, "pfc_disabled", storm->disabled);
	json_add_u64(json, "stuck_ns", stuck(storm, now));
	json_add_u64(json, "paused_time_ns", storm->paused_time);
	json_add_u64(json, "rx_xoff", storm->xoff);
	json_add_u64(json, "backlog_packets", storm->backlog_packets);
	json_add_u64(json, "backlog_bytes", storm->backlog_bytes);
	json_add_u64(json, "dropped", storm->dropped);
	json_add_u64(json, "forwarded", storm->forwarded);
	return json;
}

/* Formats the flags of a storm */
static const char *notes(char *buf, const struct storm *storm)
{
	const char *const words[] = {
		storm->end ? NULL : "ongoing",
		storm->injected ? "injected" : NULL,
		storm->disabled ? "pfc-disabled" : NULL,
	};

	return join_words(buf, words, ARRAY_SIZE(words));
}

static void table_storm(struct table *table, const struct storm *storm, uint64_t now)
{
	char buf[FORMAT_LEN];

	table_row(table);
	table_cell(table, format_number(buf, storm->prio));
	table_cell(table, format_time(buf, span(storm->start, now)));
	table_cell(table, format_time(buf, length(storm, now)));
	table_cell(table, format_time(buf, stuck(storm, now)));
	table_cell(table, format_time(buf, storm->paused_time));
	table_cell(table, format_number(buf, storm->xoff));
	table_cell(table, format_number(buf, storm->backlog_packets));
	table_cell(table, format_size(buf, storm->backlog_bytes));
	table_cell(table, word_of(watchdog_action_words, storm->action));
	table_cell(table, format_number(buf, storm->dropped));
	table_cell(table, format_number(buf, storm->forwarded));
	table_cell(table, notes(buf, storm));
}

static void history_text(const struct ctx *ctx, const struct port *port)
{
	static const char *const head[] = {
		"prio", "start-ago", "length", "stuck", "paused", "rx-xoff", "backlog",
		"size", "action", "dropped", "forwarded", "notes",
	};
	const uint64_t now = time_now();
	struct table table = { 0 };
	unsigned int i;

	(void)ctx;
	printf("%s:%s\n", port->name, port->n_storms ? "" : " no storms");
	if (!port->n_storms)
		return;
	table_row(&table);
	for (i = 0; i < ARRAY_SIZE(head); i++)
		table_cell(&table, head[i]);
	for (i = 0; i < port->n_storms; i++)
		table_storm(&table, &port->storms[i], now);
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
