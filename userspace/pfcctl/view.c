// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs show commands.  The short form has the settings that differ from the defaults, in
 * the words of the command line.
 */
#include <stdlib.h>
#include <string.h>
#include "change.h"
#include "port_words.h"
#include "view.h"

static struct shown part_shown(const struct ctx *ctx, const struct port *port,
			       const struct parts *parts, unsigned int id)
{
	return (struct shown){
		.ctx = ctx, .port = port, .id = id,
		.from = (const char *)port + parts->offset + id * parts->size,
	};
}

/*
 * Print a table with a row for each object of a kind in a port that is in the bit mask @ids.
 * @columns: columns of the table, after that with the number
 * Return: whether there is one.
 */
bool table_of(const struct ctx *ctx, const struct port *port, const struct parts *parts,
	      const struct row *const *columns, unsigned int ids)
{
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	unsigned int id;
	struct shown s;

	if (!ids)
		return false;
	table_row(&table);
	table_cell(&table, parts->head);
	rows_head(&table, columns);
	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		if (!(ids >> id & 1))
			continue;
		s = part_shown(ctx, port, parts, id);
		table_row(&table);
		table_cell(&table, format_number(buf, id));
		rows_cells(&table, columns, &s);
	}
	table_print(&table);
	return true;
}

/* Print the table of a kind of objects, with -s also of idle ones.  Return: as for table_of() */
bool parts_text(const struct ctx *ctx, const struct port *port, const struct parts *parts)
{
	unsigned int id, ids = 0;
	struct shown s;

	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		s = part_shown(ctx, port, parts, id);
		if (!parts->idle || ctx->stats || !parts->idle(&s))
			ids |= 1U << id;
	}
	return table_of(ctx, port, parts, parts->text, ids);
}

/* Convert all objects of a kind in a port to JSON.  Return: a JSON array */
struct json_object *parts_json(const struct port *port, const struct parts *parts)
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
	return array;
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
	if (view->stats_text && ctx->stats)
		counters_print(ctx, port, view->stats);
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
		json_object_object_add(to, parts->key, parts_json(port, parts));
	if (view->stats && ctx->stats)
		json_object_object_add(to, "stats", counters_json(port, view->stats));
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

static void put_brief(const struct object *object, const struct port *port,
		      const struct port *defaults)
{
	const struct setting *s = object->settings;
	const bool of_port = s != pg_settings && s != queue_settings;
	char words[WORDS_LEN];
	unsigned int i;
	bool any = false;

	for (i = 0; i < (of_port ? 1 : PFC_PRIO_COUNT); i++) {
		if (!port_diff(words, s, i, defaults, port))
			continue;
		any = true;
		if (of_port)
			printf("%s %s\n", port->name, words);
		else
			printf("%s %s %u %s\n", port->name, object->name, i, words);
	}
	if (!any)
		puts(port->name);
}

/* Runs a show command with the option --brief */
static int brief_show(struct ctx *ctx, struct args *args, const struct object *object)
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

/* Run the command show or set of an object with a view and settings.  Return: an exit status */
int show_set(struct ctx *ctx, struct args *args, const struct object *object, const char *command)
{
	struct change c;
	int err;

	if (!strcmp(command, "show"))
		return ctx->brief && !ctx->json && object->settings ?
		       brief_show(ctx, args, object) : view_run(ctx, args, object->view);
	err = change_read(ctx, args, object->settings, &c);
	return err ? err : change_send(ctx, &c);
}

const struct command show_set_commands[] = {
	{ "show", NULL },
	{ "set", NULL },
	{ 0 }
};

/*
 * Join words with commas; NULL entries are skipped.  Return: @buf, %FORMAT_LEN bytes; "-" without
 * words.
 */
const char *join_words(char *buf, const char *const *words, unsigned int n)
{
	unsigned int i;
	size_t len = 0;

	snprintf(buf, FORMAT_LEN, "-");
	for (i = 0; i < n && len < FORMAT_LEN; i++)
		if (words[i])
			len += snprintf(buf + len, FORMAT_LEN - len, "%s%s",
					len ? "," : "", words[i]);
	return buf;
}

/*
 * Run the command that shows all pools or profiles, or that with a name.
 * @attr: netlink attribute of the name
 * Return: an exit status.
 */
int named_show(struct ctx *ctx, struct args *args, uint16_t attr, void (*text)(const void *item),
	       struct json_object *(*json)(const void *item))
{
	struct items items;
	struct json_object *array;
	const char *name = NULL;
	size_t i;
	int err;

	if (completing(ctx, args))
		return complete_names(ctx, attr);
	if (args->argc) {
		name = *args->argv++;
		args->argc--;
	}
	err = args_end(ctx, args);
	if (!err)
		err = named_load(ctx, name, attr, &items);
	if (err)
		return err;
	array = json_object_new_array();
	for (i = 0; i < items.n; i++)
		if (ctx->json)
			json_object_array_add(array, json(items.list + i * items.size));
		else
			text(items.list + i * items.size);
	if (ctx->json)
		json_print(ctx, name ? json_object_get(json_object_array_get_idx(array, 0)) :
				       json_object_get(array));
	json_object_put(array);
	free(items.list);
	return STATUS_OK;
}
