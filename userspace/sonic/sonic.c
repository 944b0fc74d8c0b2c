// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration of a SONiC switch as commands: pfcctl sonic import ...
 */
#include <string.h>
#include "fix.h"
#include "output.h"
#include "print.h"
#include "setting.h"
#include "sonic.h"

/* Adds a port of the tables.  Return: whether it becomes commands */
static bool add_port(struct sonic *s, const char *port)
{
	const char *dev = sonic_field(s->devices, port);

	if (!dev && !json_object_object_length(s->devices))
		dev = port;
	if (!json_object_object_get_ex(s->ports, port, NULL))
		json_object_object_add(s->ports, port, dev ? json_object_new_string(dev) : NULL);
	return dev;
}

/* Finds the ports of the tables, and those that become commands: all, or those of the port map */
static int find_ports(struct sonic *s)
{
	static const char *const tables[] = { "PORT_QOS_MAP", "PORT" };
	struct json_object *entries;
	bool any = false;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		if (!json_object_object_get_ex(s->tables, tables[i], &entries))
			continue;
		json_object_object_foreach(entries, key, entry) {
			(void)entry;
			if (!*key)
				sonic_note(s, "%s: an entry names no port", tables[i]);
			else if (strcmp(key, "global"))
				any |= add_port(s, key);
		}
	}
	json_object_object_foreach(s->devices, port, dev) {
		if (!json_object_object_get_ex(s->ports, port, NULL))
			sonic_note(s, "%s: the port map has %s, but no table does", port,
				   json_object_get_string(dev));
	}
	if (!any)
		return fail(s->ctx,
			    "the files have no port; PORT and PORT_QOS_MAP have the ports of a switch");
	return STATUS_OK;
}

static void put_ports(const struct sonic *s, struct json_object *ports)
{
	const char *before = " (";

	if (!json_object_object_length(ports))
		return;
	if (json_object_object_length(ports) > 1 &&
	    json_object_object_length(ports) == json_object_object_length(s->ports)) {
		fputs(" (all ports)", stdout);
		return;
	}
	json_object_object_foreach(ports, port, none) {
		(void)none;
		fputs(before, stdout);
		text_put(stdout, port);
		before = " ";
	}
	putchar(')');
}

static void put_text(const struct sonic *s)
{
	size_t i, n = json_object_array_length(s->lines);

	printf("# pfcctl sonic import; see pfcctl-restore(8)\n");
	for (i = 0; i < n; i++) {
		text_put(stdout, json_object_get_string(json_object_array_get_idx(s->lines, i)));
		putchar('\n');
	}
	json_object_object_foreach(s->notes, note, ports) {
		fputs("# ", stdout);
		text_put(stdout, note);
		put_ports(s, ports);
		putchar('\n');
	}
}

static void put_json(const struct sonic *s)
{
	struct json_object *json = json_object_new_object(), *notes = json_object_new_array();

	json_object_object_foreach(s->notes, note, ports) {
		struct json_object *one = json_object_new_object();
		struct json_object *names = json_object_new_array();

		json_object_object_foreach(ports, port, none) {
			(void)none;
			json_object_array_add(names, json_object_new_string(port));
		}
		json_add_name(one, "note", note);
		json_object_object_add(one, "ports", names);
		json_object_array_add(notes, one);
	}
	json_object_object_add(json, "commands", json_object_get(s->lines));
	json_object_object_add(json, "notes", notes);
	json_print(s->ctx, json);
}

static int convert(struct sonic *s)
{
	int err = find_ports(s);

	if (err)
		return err;
	sonic_pools(s);
	json_object_object_foreach(s->ports, port, dev) {
		const char *name = json_object_get_string(dev);

		if (dev && !name_valid(s->ctx, "device", name))
			return STATUS_FAILED;
		if (dev)
			sonic_port(s, port, name);
	}
	return STATUS_OK;
}

static const char *take_word(struct args *args)
{
	args->argc--;
	return *args->argv++;
}

static int read_files(struct sonic *s, struct args *args)
{
	int err = STATUS_OK;

	if (!args->argc)
		return misuse(fixed_by(s->ctx, "name config_db.json, or the files of a switch"),
			      "file: not given");
	while (!err && args->argc) {
		const char *word = take_word(args);

		if (!strcmp(word, "asic") && args->argc)
			err = sonic_read_asic(s, take_word(args));
		else if (!strcmp(word, "asic"))
			err = misuse_no_value(s->ctx, word);
		else
			err = sonic_read(s, word);
	}
	return err;
}

static void sonic_begin(struct sonic *s, struct ctx *ctx)
{
	struct json_object *all = json_object_new_object();

	*s = (struct sonic){
		.ctx = ctx, .tables = sonic_member(all, "tables"),
		.rows = sonic_member(all, "rows"), .devices = sonic_member(all, "devices"),
		.ports = sonic_member(all, "ports"), .notes = sonic_member(all, "notes"),
		.used = sonic_member(all, "used"), .split = sonic_member(all, "split"),
		.lines = json_object_new_array(), .all = all,
		.asic = { .cell = 1, .memories = 1 },
	};
	json_object_object_add(all, "lines", s->lines);
}

/* Convert tables to commands.  Return: an array of lines, or NULL after an error */
struct json_object *sonic_commands(struct ctx *ctx, struct json_object *tables)
{
	struct json_object *lines = NULL;
	struct sonic s;

	sonic_begin(&s, ctx);
	s.tables = tables;
	if (!convert(&s))
		lines = json_object_get(s.lines);
	json_object_put(s.all);
	return lines;
}

static int sonic_import(struct ctx *ctx, struct args *args)
{
	struct sonic s;
	int err;

	if (completing(ctx, args))
		return complete_words("asic");
	sonic_begin(&s, ctx);
	err = read_files(&s, args) ?: convert(&s);
	if (!err) {
		sonic_report(&s);
		if (ctx->json)
			put_json(&s);
		else
			put_text(&s);
	}
	json_object_put(s.all);
	return err;
}

static const struct command commands[] = {
	{ "export", sonic_export },
	{ "import", sonic_import },
	{ 0 }
};

const struct object sonic_object = {
	.name = "sonic",
	.commands = commands,
	.help =
"Usage: pfcctl sonic import FILE ... [asic FILE]\n"
"       pfcctl sonic export\n"
"import prints the configuration of a SONiC switch as commands for pfcctl restore: its QoS and\n"
"buffer tables. A comment at the end names each table and field that has no effect, or another\n"
"one. export prints the configuration of the namespace as such tables, and warns of each setting\n"
"that they cannot hold.\n"
"FILE:    config_db.json, or the rendered qos.json and buffers.json; pg_profile_lookup.ini and\n"
"         port_config.ini; a port map, with a port and the device for it in each line. With a\n"
"         port map, only its ports become commands. The text says what a file contains.\n"
"         asic FILE  memory of the switch: lines like cell 208, overhead 0, memories 4, xon 2\n"
"                    and accounting net or total; the pools then count cells, and have the\n"
"                    shared part that the switch has\n"
"Examples: pfcctl sonic import config_db.json ports.txt > switch.pfc\n"
"          pfcctl sonic import qos.json buffers.json pg_profile_lookup.ini port_config.ini\n"
"          pfcctl sonic import config_db.json asic /usr/share/doc/pfcctl/examples/asic/tomahawk > switch.pfc\n"
"          pfcctl -n switch sonic export > config_db.json\n",
};
