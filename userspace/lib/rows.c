// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints the values of objects as text and as JSON, from the rows that describe them.
 */
#include <string.h>
#include "port_words.h"
#include "rows.h"
#include "when.h"

const struct row new_line;

static const char *row_member(const struct row *row, const struct shown *s)
{
	const char *from = row->at.stride ? (const char *)s->port : s->from;

	return from + row->at.offset + s->id * row->at.stride;
}

/* Get the number of a row.  Return: the number, in the unit of the attribute */
uint64_t row_value(const struct row *row, const struct shown *s)
{
	return row->value ? row->value(s) : member_value(row_member(row, s), row->at.size);
}

/* Formats a value without its note */
static const char *value_text(char *buf, const struct row *row, const struct shown *s)
{
	uint64_t value;

	if (row->text)
		return row->text(buf, s);
	if (row->type == ROW_NAME)
		return *row_member(row, s) ? row_member(row, s) : row->zero ?: "";
	value = row_value(row, s);
	if (row->zero && value == row->none)
		return row->zero;
	if (row->words)
		return word_of(row->words, value);
	if (row->type == ROW_BOOL)
		return value ? "yes" : "no";
	if (row->type == ROW_SINCE)
		value = time_since(value);
	return (row->raw ? raw_or(s->ctx, row->format) : row->format)(buf, value);
}

/* Format a value with its note.  Return: @buf, %ROW_LEN bytes */
const char *row_text(char *buf, const struct row *row, const struct shown *s)
{
	char value[FORMAT_LEN], note[FORMAT_LEN];
	const char *noted = row->note ? value_text(note, row->note, s) : "";

	snprintf(buf, ROW_LEN, *noted ? "%s (%s)" : "%s", value_text(value, row, s), noted);
	return buf;
}

/*
 * Print the values of an object as labels and values, behind its name.
 * Return: whether the last line has no end.
 */
bool rows_words(const struct row *const *rows, const struct shown *s)
{
	const struct row *row;
	char buf[ROW_LEN], map[MAP_WORDS_LEN];
	bool begun = true;

	for (; *rows; rows++) {
		row = *rows;
		if (row->only && !row->only(s->port))
			continue;
		if (begun && (row == &new_line || row->print || row->type == ROW_MAP)) {
			putchar('\n');
			begun = false;
		}
		if (row->print) {
			row->print(s->port);
		} else if (row->type == ROW_MAP) {
			printf("  %s%s\n", row->label,
			       map_words(map, (const uint8_t *)row_member(row, s), row->at.size,
					 UINT64_MAX, row->words));
		} else if (row != &new_line && *row_text(buf, row, s)) {
			printf(begun ? " %s %s" : "  %s %s", row->label, buf);
			begun = true;
		}
	}
	return begun;
}

/* Print the values of an object as labels and values, with the end of the line */
void rows_line(const struct row *const *rows, const struct shown *s)
{
	if (rows_words(rows, s))
		putchar('\n');
}

/* Add the labels of rows to the last row of a table */
void rows_head(struct table *table, const struct row *const *rows)
{
	for (; *rows; rows++)
		table_cell(table, (*rows)->label);
}

/* Add the values of an object to the last row of a table */
void rows_cells(struct table *table, const struct row *const *rows, const struct shown *s)
{
	char buf[ROW_LEN];

	for (; *rows; rows++) {
		table_cell(table, row_text(buf, *rows, s));
		if ((*rows)->color)
			table_color(table, s->ctx, (*rows)->color(s));
	}
}

static struct json_object *row_json(const struct row *row, const struct shown *s)
{
	uint64_t value;

	if (row->json)
		return row->json(s->port);
	if (row->type == ROW_NAME)
		return *row_member(row, s) ? json_object_new_string(row_member(row, s)) : NULL;
	value = row_value(row, s);
	if (row->type == ROW_IS)
		return json_object_new_boolean(value == row->none);
	if (row->type == ROW_BOOL)
		return json_object_new_boolean(value);
	if (row->nullable && value == row->none)
		return NULL;
	if (row->words)
		return json_object_new_string(word_of(row->words, value));
	return json_object_new_uint64(value * (row->scale ?: 1));
}

void rows_json(struct json_object *to, const struct row *const *rows, const struct shown *s)
{
	for (; *rows; rows++) {
		const struct row *row = *rows;
		const uint8_t *map = (const uint8_t *)row_member(row, s);

		if (row->type != ROW_MAP)
			json_object_object_add(to, row->key, row_json(row, s));
		else if (row->words)
			json_add_bools(to, row->key, map, row->at.size);
		else
			json_add_bytes(to, row->key, map, row->at.size);
	}
}

/* ---- values of priority groups and profiles ------------------------------------------------- */

const char *pg_headroom(char *buf, const struct shown *s)
{
	static const char *const notes[] = {
		"", " (auto)", " (short)", " (auto, short)",
	};
	const struct pg *pg = s->from;
	size_t len;

	format_size(buf, pg->headroom);
	len = strlen(buf);
	snprintf(buf + len, FORMAT_LEN - len, "%s",
		 notes[pg_is_auto(s->port, pg) + 2 * pg_short(pg)]);
	return buf;
}

/* Formats the headroom of a profile */
const char *pg_headroom_mode(char *buf, const struct shown *s)
{
	const struct pg *pg = s->from;

	return pg->headroom_auto ? word_of(headroom_mode_words, pg->headroom_auto - 1) :
				   format_size(buf, pg->headroom);
}

enum color pg_color(const struct shown *s)
{
	return pg_short(s->from) ? COLOR_BAD : COLOR_NONE;
}

/* Return: whether the headroom is automatic; without a port, as a profile */
uint64_t pg_auto(const struct shown *s)
{
	const struct pg *pg = s->from;

	return s->port ? pg_is_auto(s->port, pg) : pg->headroom_auto == PFC_HEADROOM_MODE_AUTO;
}

uint64_t pg_lacks(const struct shown *s)
{
	return pg_short(s->from);
}

/* Add the settings of a PG or profile to a JSON object */
void pg_json(struct json_object *to, const struct pg *pg, bool is_auto)
{
	rows_json(to, profile_json_rows, &(struct shown){ .from = pg });
	json_add_bool(to, "headroom_auto", is_auto);
}

/* Convert the identity of a port to JSON.  Return: a JSON object */
struct json_object *json_port(const struct port *port)
{
	struct json_object *to = json_object_new_object();

	json_object_object_add(to, "dev", json_object_new_string(port->name));
	json_add_u64(to, "ifindex", port->ifindex);
	json_add_u64(to, "port_id", port->id);
	return to;
}
