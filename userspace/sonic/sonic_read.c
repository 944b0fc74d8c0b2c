// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the files of a switch: tables (JSON), rows of pg_profile_lookup.ini, port_config.ini, a
 * port map.  What a file contains is recognised by its text.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include "output.h"
#include "parse.h"
#include "sonic.h"

#define COLUMNS		16

/* Return: the text of a file up to a NUL, or NULL after an error */
static char *load(struct ctx *ctx, const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!file) {
		fail_open(ctx, path);
		return NULL;
	}
	if (getdelim(&text, &size, '\0', file) < 0 || ferror(file)) {
		free(text);
		text = ferror(file) ? NULL : check_memory(strdup(""));
		if (!text)
			fail_read(ctx, path);
	}
	fclose(file);
	return text;
}

/* Adds an entry; a key that is a list of ports, without PGs or queues, adds one for each port */
static void add_entry(struct json_object *into, const char *key, struct json_object *entry)
{
	char *names, *save, *name;

	if (!strchr(key, ',') || strchr(key, '|')) {
		json_object_object_add(into, key, json_object_get(entry));
		return;
	}
	names = strdup(key);
	for (name = strtok_r(names, ",", &save); name; name = strtok_r(NULL, ",", &save))
		json_object_object_add(into, name, json_object_get(entry));
	free(names);
}

static int merge(struct sonic *s, const char *path, struct json_object *from)
{
	json_object_object_foreach(from, table, entries) {
		struct json_object *into;

		if (!json_object_is_type(entries, json_type_object)) {
			sonic_note(s, "%s: no table", table);
			continue;
		}
		into = sonic_member(s->tables, table);
		json_object_object_foreach(entries, key, entry)
			add_entry(into, key, entry);
	}
	if (!json_object_object_length(from))
		return fail(s->ctx, "%s: no tables", path);
	return STATUS_OK;
}

static int read_tables(struct sonic *s, const char *path, const char *text)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *root = json_tokener_parse_ex(tokener, text, strlen(text));
	enum json_tokener_error error = json_tokener_get_error(tokener);
	const char *rest = text + json_tokener_get_parse_end(tokener);
	int err;

	if (root && rest[strspn(rest, " \t\r\n")])
		err = fail(s->ctx, "%s: has text after the tables, at byte %zu", path,
			   json_tokener_get_parse_end(tokener));
	else if (json_object_is_type(root, json_type_object))
		err = merge(s, path, root);
	else if (root)
		err = fail(s->ctx, "%s: has no tables: must be a JSON object of tables", path);
	else
		err = fail(s->ctx, strstr(text, "{%") || strstr(text, "{{") ?
			   "%s: is a template; must be rendered (%s at byte %zu)" :
			   "%s: is not JSON: %s at byte %zu", path,
			   json_tokener_error_desc(error), json_tokener_get_parse_end(tokener));
	json_object_put(root);
	json_tokener_free(tokener);
	return err;
}

static int split(char *line, char **words)
{
	char *save, *word;
	int n = 0;

	for (word = strtok_r(line, " \t\r", &save); word && n < COLUMNS;
	     word = strtok_r(NULL, " \t\r", &save))
		words[n++] = word;
	return n;
}

static void add_text(struct json_object *to, const char *key, const char *text)
{
	json_object_object_add(to, key, json_object_new_string(text));
}

/* speed cable size xon xoff threshold [xon_offset] */
static bool read_row(struct sonic *s, char **words, int n)
{
	static const char *const names[] = { "size", "xon", "xoff", "threshold", "xon_offset" };
	struct json_object *row = json_object_new_object();
	char key[64];
	int i;

	snprintf(key, sizeof(key), "%.20s %.20s", words[0], words[1]);
	json_object_object_add(s->rows, key, row);
	for (i = 2; i < n && i < 7; i++)
		add_text(row, names[i - 2], words[i]);
	return n == 6 || n == 7;
}

/* A row of port_config.ini becomes an entry of PORT */
static void read_port(struct sonic *s, char **names, char **words, int n)
{
	struct json_object *port = json_object_new_object();
	int i;

	json_object_object_add(sonic_member(s->tables, "PORT"), words[0], port);
	for (i = 1; i < n && names[i]; i++)
		add_text(port, names[i], words[i]);
}

static int read_lines(struct sonic *s, const char *path, char *text)
{
	char *names[COLUMNS + 1] = { NULL }, *words[COLUMNS], *save, *line;
	unsigned int number = 0;
	int n;

	while ((line = strsep(&text, "\n"))) {
		number++;
		if (*line == '#') {
			save = strstr(line, "name");
			if (save && strstr(save, "lanes"))
				names[split(save, names)] = NULL;
			continue;
		}
		n = split(line, words);
		if (!n)
			continue;
		if (isdigit((unsigned char)*words[0]) && n > 2) {
			if (read_row(s, words, n))
				continue;
		} else if (n == 2) {
			add_text(s->devices, words[0], words[1]);
			continue;
		} else if (names[0] && n > 2) {
			read_port(s, names, words, n);
			continue;
		}
		return fail(s->ctx,
			    "%s:%u: is no row of pg_profile_lookup.ini or port_config.ini, and no port and device",
			    path, number);
	}
	return STATUS_OK;
}

/*
 * Read a file of a switch.
 * @path: its name
 * Return: an exit status.
 */
int sonic_read(struct sonic *s, const char *path)
{
	char *text = load(s->ctx, path), *begin;
	int err;

	if (!text)
		return STATUS_FAILED;
	begin = text + strspn(text, " \t\r\n");
	err = *begin == '{' || *begin == '[' ? read_tables(s, path, begin) : read_lines(s, path,
											text);
	free(text);
	return err;
}

static int asic_word(struct sonic *s, const char *path, char **words, int n)
{
	const struct {
		const char	*name;
		uint64_t	*value;
		unsigned int	least, max;
	} numbers[] = {
		{ "cell", &s->asic.cell, 1, PFC_CELL_MAX },
		{ "overhead", &s->asic.overhead, 0, PFC_OVERHEAD_MAX },
		{ "memories", &s->asic.memories, 1, 64 },
		{ "xon", &s->asic.xon, 0, 64 },
	};
	uint64_t value;
	size_t i;

	if (n == 2 && !strcmp(words[0], "accounting") &&
	    (!strcmp(words[1], "net") || !strcmp(words[1], "total"))) {
		s->asic.net = !strcmp(words[1], "net");
		return STATUS_OK;
	}
	for (i = 0; n == 2 && i < ARRAY_SIZE(numbers); i++) {
		if (strcmp(words[0], numbers[i].name))
			continue;
		if (!parse_number(words[1], &value) || value > numbers[i].max ||
		    value < numbers[i].least)
			return fail(s->ctx, "%s: %s: %s is out of range %u..%u", path, words[0],
				    words[1], numbers[i].least, numbers[i].max);
		*numbers[i].value = value;
		return STATUS_OK;
	}
	return fail(s->ctx,
		    "%s: '%s' is unknown; must be cell BYTES, overhead BYTES, memories N, xon CELLS or accounting net|total",
		    path, words[0]);
}

/*
 * Read the description of the memory of a switch.
 * @path: name of a file with lines like "cell 208"
 * Return: an exit status.
 */
int sonic_read_asic(struct sonic *s, const char *path)
{
	char *text = load(s->ctx, path), *rest = text, *words[COLUMNS], *line;
	int err = text ? STATUS_OK : STATUS_FAILED, n;

	while (!err && (line = strsep(&rest, "\n"))) {
		n = *line == '#' ? 0 : split(line, words);
		if (n)
			err = asic_word(s, path, words, n);
	}
	s->asic.given = true;
	free(text);
	return err;
}
