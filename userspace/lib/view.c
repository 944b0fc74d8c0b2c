// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs show commands for ports.  The short form has the settings that differ from the defaults, in
 * the words of the command line.
 */
#include "port_words.h"
#include "rows.h"
#include "select.h"
#include "setting.h"
#include "shell.h"

static struct shown part_shown(const struct ctx *ctx, const struct port *port,
			       const struct parts *parts, unsigned int id)
{
	return (struct shown){
		.ctx = ctx, .port = port, .id = id,
		.from = (const char *)port + parts->offset + id * parts->size,
	};
}

/*
 * Print a table with a row for each object of a kind in a port.
 * @parts: the kind of objects
 * Return: whether there is an object to print.
 */
bool parts_text(const struct ctx *ctx, const struct port *port, const struct parts *parts)
{
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	unsigned int id;
	struct shown s;
	bool any;

	table_row(&table);
	table_cell(&table, parts->head);
	rows_head(&table, parts->text);
	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		s = part_shown(ctx, port, parts, id);
		if (parts->idle && !ctx->stats && parts->idle(&s))
			continue;
		table_row(&table);
		table_cell(&table, format_number(buf, id));
		rows_cells(&table, parts->text, &s);
	}
	any = table.rows > 1;
	if (any)
		table_print(&table);
	else
		table_free(&table);
	return any;
}

/* Add an array with all objects of a kind in a port to a JSON object */
void parts_json(const struct port *port, const struct parts *parts, struct json_object *to)
{
	struct json_object *array = json_object_new_array(), *json;
	struct shown s;
	unsigned int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		json = json_object_new_object();
		s = part_shown(NULL, port, parts, id);
		json_add_u64(json, parts->key, id);
		rows_json(json, parts->json, &s);
		json_object_array_add(array, json);
	}
	json_object_object_add(to, parts->key, array);
}

static void put_text(const struct ctx *ctx, const struct view *view, const struct port *port)
{
	static const struct row *const none[] = { NULL };
	const struct parts *parts;

	if (view->put_text) {
		view->put_text(ctx, port);
		return;
	}
	printf("%s:", port->name);
	rows_line(view->line ?: none, &(struct shown){ .ctx = ctx, .port = port, .from = port });
	for (parts = view->objects; parts; parts = parts->next)
		parts_text(ctx, port, parts);
	if (view->stats_text)
		stats_text(ctx, port, view->kind);
}

static void put_json(const struct ctx *ctx, const struct view *view, const struct port *port,
		     struct json_object *to)
{
	const struct parts *parts;

	if (view->put_json) {
		view->put_json(port, to);
		return;
	}
	if (view->json)
		rows_json(to, view->json, &(struct shown){ .port = port, .from = port });
	for (parts = view->objects; parts; parts = parts->next)
		parts_json(port, parts, to);
	if (view->stats_json)
		stats_json(ctx, port, view->kind, to);
}

/* Convert ports to JSON.  Return: a JSON array */
struct json_object *view_json(const struct ctx *ctx, const struct view *view,
			      const struct ports *ports)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < ports->n; i++) {
		struct json_object *to = json_port(&ports->list[i]);

		put_json(ctx, view, &ports->list[i], to);
		json_object_array_add(array, to);
	}
	return array;
}

/* Run a show command for ports.  Return: an exit status */
int view_run(struct ctx *ctx, struct args *args, const struct view *view)
{
	const unsigned int stats = ctx->stats && view->stats_text ? PORT_STATS : 0;
	struct ports ports;
	size_t i;
	int err;

	err = ports_shown(ctx, args, view->parts | stats, &ports);
	if (err)
		return err;
	if (ctx->json)
		json_print(ctx, view_json(ctx, view, &ports));
	else
		for (i = 0; i < ports.n; i++)
			put_text(ctx, view, &ports.list[i]);
	ports_free(&ports);
	return STATUS_OK;
}

/* Return: the number of PGs or queues that have the settings of an object; 1: the port has them */
static unsigned int parts_of(const struct object *object)
{
	const struct setting *s = object->settings;

	return s == pg_settings || s == queue_settings ? PFC_PRIO_COUNT : 1;
}

static void put_brief(const struct object *object, const struct port *port,
		      const struct port *defaults)
{
	const unsigned int parts = parts_of(object);
	char words[WORDS_LEN];
	unsigned int i;
	bool any = false;

	for (i = 0; i < parts; i++) {
		if (!port_diff(words, object->settings, i, defaults, port))
			continue;
		any = true;
		if (parts > 1)
			printf("%s %s %u %s\n", port->name, object->name, i, words);
		else
			printf("%s %s\n", port->name, words);
	}
	if (!any)
		puts(port->name);
}

/*
 * Run a show command with the option --brief.
 * @object: an object with settings of a port
 * Return: an exit status.
 */
int brief_show(struct ctx *ctx, const struct object *object, struct args *args)
{
	struct port defaults = { 0 };
	struct ports ports;
	size_t i;
	int err;

	err = ports_shown(ctx, args, PORT_CONFIG | PORT_WATCH, &ports);
	if (err)
		return err;
	port_default(&defaults);
	for (i = 0; i < ports.n; i++)
		put_brief(object, &ports.list[i], &defaults);
	ports_free(&ports);
	return STATUS_OK;
}

/* Print that the namespace has no ports, and the command that adds one */
void print_no_ports(const struct ctx *ctx)
{
	char command[SHELL_COMMAND] = "";

	shell_pfcctl(command, sizeof(command), ctx->netns, "port add dev DEV rate 1gbit");
	printf("no ports; make a device a port: %s\n", command);
}
