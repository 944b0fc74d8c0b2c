/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of objects: one description of each value for its text and its JSON.
 */
#ifndef ROWS_H
#define ROWS_H

#include "print.h"

#define ROW_LEN	(3 * FORMAT_LEN)

/**
 * struct shown - an object to show
 * @ctx: the context
 * @port: the port with the object, or NULL
 * @from: the object: a structure with the members of its rows
 * @id: number of the object in the port
 * @now: CLOCK_MONOTONIC time, ns
 */
struct shown {
	const struct ctx	*ctx;
	const struct port	*port;
	const void		*from;
	unsigned int		id;
	uint64_t		now;
};

enum row_type {
	ROW_NUMBER,
	ROW_BOOL,
	ROW_IS,		/* boolean: the value is that of row.none */
	ROW_NAME,
	ROW_SINCE,	/* CLOCK_MONOTONIC time, ns; in text, the time since then */
	ROW_MAP,
};

/**
 * struct place - a member of a structure
 * @offset: offset of the member in the object; with @stride: in &struct port
 * @size: size of the member; for a map, its number of keys
 * @stride: distance of the members of two objects; 0: the member is in the object
 */
struct place {
	size_t	offset;
	size_t	size;
	size_t	stride;
};

/**
 * struct row - a value of an object
 * @label: name in text
 * @key: key in JSON
 * @table: number of the table with this counter in text, from 0; one table would be too wide
 * @type: type of the member
 * @raw: the option -r removes the unit
 * @nullable: @none is null in JSON
 * @at: the member
 * @value: returns the number if it is no member
 * @format: formats a number
 * @words: words for the values from 0 on; NULL: a number
 * @none: the number that has the word @zero
 * @zero: word; NULL: the number is formatted; "": the row is omitted
 * @scale: factor of a number in JSON
 * @note: text in parentheses after the value, or NULL
 * @only: returns whether text has the row; NULL: it has
 * @text: formats the value
 * @print: prints the lines of a list
 * @json: converts a list to JSON
 * @color: chooses the colour of the text
 */
struct row {
	const char		*label;
	const char		*key;
	unsigned int		table;
	enum row_type		type;
	bool			raw;
	bool			nullable;
	struct place		at;
	uint64_t		(*value)(const struct shown *s);
	format_fn		*format;
	const char *const	*words;
	uint64_t		none;
	const char		*zero;
	uint64_t		scale;
	const struct row	*note;
	bool			(*only)(const struct port *port);
	const char		*(*text)(char *buf, const struct shown *s);
	void			(*print)(const struct port *port);
	struct json_object	*(*json)(const struct port *port);
	enum color		(*color)(const struct shown *s);
};

#define MEMBER_AT(what, member) \
	{ offsetof(struct what, member), sizeof(((struct what *)0)->member), 0 }
#define MAP_AT(member, keys)	{ offsetof(struct port, member), keys, 0 }
#define ENTRY_AT(member)	{ offsetof(struct port, member), 1, 1 }
#define IMPAIR_AT(attr) \
	{ offsetof(struct port, impairments.counters[0][attr]), sizeof(uint64_t), \
	  sizeof(uint64_t[PFC_IMPAIR_STAT_MAX + 1]) }
#define COUNTER_AT(kind, attr) \
	{ offsetof(struct port, counters[COUNTERS_##kind][0][attr]), sizeof(uint64_t), \
	  sizeof(uint64_t[COUNTER_SLOTS]) }

uint64_t row_value(const struct row *row, const struct shown *s);
const char *row_text(char *buf, const struct row *row, const struct shown *s);
bool rows_words(const struct row *const *rows, const struct shown *s);
void rows_line(const struct row *const *rows, const struct shown *s);
void rows_head(struct table *table, const struct row *const *rows);
void rows_cells(struct table *table, const struct row *const *rows, const struct shown *s);
struct json_object *json_port(const struct port *port);
void rows_json(struct json_object *to, const struct row *const *rows, const struct shown *s);

/* Begins a line in a list of rows */
extern const struct row new_line;

/* Values of PGs, profiles and impairments that are no members */
const char *pg_headroom(char *buf, const struct shown *s);
const char *pg_headroom_mode(char *buf, const struct shown *s);
enum color pg_color(const struct shown *s);
uint64_t pg_auto(const struct shown *s);
uint64_t pg_lacks(const struct shown *s);
uint64_t impair_on(const struct shown *s);

/* pg_rows_generated.c, from the netlink specification */
extern const struct row *const pg_text_rows[], *const pg_json_rows[], *const pg_mark_rows[];
extern const struct row *const profile_text_rows[], *const profile_json_rows[];

#endif /* ROWS_H */
