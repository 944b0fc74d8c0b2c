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

/**
 * struct parts - objects of the same kind in a port: rows of a table, elements of an array
 * @key: JSON key, both of the array and of the number of each object
 * @head: heading in text of the column with the number
 * @text: columns in text
 * @json: members in JSON
 * @offset: offset of the first object in &struct port
 * @size: size of an object
 * @idle: returns whether text omits an object without -s; or NULL
 * @next: objects of another kind in the port that have a table of their own, or NULL
 */
struct parts {
	const char		*key;
	const char		*head;
	const struct row *const	*text;
	const struct row *const	*json;
	size_t			offset;
	size_t			size;
	bool			(*idle)(const struct shown *s);
	const struct parts	*next;
};

/**
 * struct view - output format of a show command for ports
 * @parts: required parts of a port: bit mask of PORT_CONFIG, PORT_STATS, PORT_WATCH, PORT_IMPAIR
 * @line: values of the port in text, after its name; NULL: none
 * @json: values of the port in JSON; NULL: none
 * @objects: objects of the port; NULL: none
 * @kind: kind of counters that -s adds
 * @stats_text: -s adds the counters to text
 * @stats_json: -s adds the counters to JSON
 * @put_text: prints a port as text in place of these members, or NULL
 * @put_json: adds the members of a port to a JSON object in place of these members, or NULL
 */
struct view {
	unsigned int		parts;
	const struct row *const	*line;
	const struct row *const	*json;
	const struct parts	*objects;
	enum counter_kind	kind;
	bool			stats_text;
	bool			stats_json;
	void			(*put_text)(const struct ctx *ctx, const struct port *port);
	void			(*put_json)(const struct port *port, struct json_object *to);
};

uint64_t row_value(const struct row *row, const struct shown *s);
const char *row_text(char *buf, const struct row *row, const struct shown *s);
bool rows_words(const struct row *const *rows, const struct shown *s);
void rows_line(const struct row *const *rows, const struct shown *s);
void rows_head(struct table *table, const struct row *const *rows);
void rows_cells(struct table *table, const struct row *const *rows, const struct shown *s);
void rows_json(struct json_object *to, const struct row *const *rows, const struct shown *s);

/* view.c */
bool parts_text(const struct ctx *ctx, const struct port *port, const struct parts *parts);
void parts_json(const struct port *port, const struct parts *parts, struct json_object *to);
struct json_object *view_json(const struct ctx *ctx, const struct view *view,
			      const struct ports *ports);
int view_run(struct ctx *ctx, struct args *args, const struct view *view);

/* Values that are no members: functions of the objects that have them */
uint64_t pause_ns(const struct shown *s);
void announced_text(const struct port *port);
struct json_object *announced_json(const struct port *port);
bool pfc_is_both(const struct port *port);
bool pfc_differs(const struct port *port);
void ethtypes_text(const struct port *port);
struct json_object *ethtypes_json(const struct port *port);
const char *pg_headroom(char *buf, const struct shown *s);
const char *pg_headroom_mode(char *buf, const struct shown *s);
enum color pg_color(const struct shown *s);
uint64_t pg_auto(const struct shown *s);
uint64_t pg_lacks(const struct shown *s);
uint64_t impair_on(const struct shown *s);
struct json_object *impair_seed(const struct port *port);
enum color loss_color(const struct shown *s);
uint64_t storm_ago(const struct shown *s);
uint64_t storm_length(const struct shown *s);
uint64_t storm_stuck(const struct shown *s);
const char *storm_ended_length(char *buf, const struct shown *s);
const char *storm_notes(char *buf, const struct shown *s);
uint64_t restoration_ns(const struct shown *s);
const char *restoration_text(char *buf, const struct shown *s);
const char *watch_flags(char *buf, const struct shown *s);
enum color watch_color(const struct shown *s);
const char *tc_share(char *buf, const struct shown *s);
const char *tc_prios(char *buf, const struct shown *s);

/* Begins a line in a list of rows */
extern const struct row new_line;

/* show_rows_generated.c, from the netlink specification */
extern const struct row *const impairments_text_rows[], *const impairments_json_rows[];
extern const struct row *const impair_text_rows[], *const impair_json_rows[];
extern const struct row *const port_text_rows[], *const port_json_rows[];
extern const struct row *const pfc_text_rows[], *const pfc_json_rows[];
extern const struct row *const map_text_rows[], *const map_json_rows[];
extern const struct row *const ets_text_rows[], *const ets_json_rows[], *const tc_text_rows[];
extern const struct row *const tc_json_rows[], *const queue_text_rows[];
extern const struct row *const queue_json_rows[], *const pg_text_rows[];
extern const struct row *const pg_json_rows[], *const profile_text_rows[];
extern const struct row *const profile_json_rows[], *const watchdog_text_rows[];
extern const struct row *const watchdog_json_rows[], *const watch_text_rows[];
extern const struct row *const watch_json_rows[], *const storm_text_rows[];
extern const struct row *const storm_event_rows[], *const storm_json_rows[];
extern const struct row *const pool_text_rows[], *const pool_json_rows[];
extern const struct row *const pool_mark_text_rows[], *const pool_mark_json_rows[];
extern const struct row *const pg_mark_rows[], *const queue_mark_rows[];

#endif /* ROWS_H */
