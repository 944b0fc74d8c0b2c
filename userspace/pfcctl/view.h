/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Show commands: what they print of ports, pools and profiles.
 */
#ifndef VIEW_H
#define VIEW_H

#include "rows.h"

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
 * @stats: counters that -s adds to JSON; NULL: none
 * @stats_text: -s adds them to text, too
 * @put_text: prints a port as text in place of these members, or NULL
 * @put_json: adds the members of a port to a JSON object in place of these members, or NULL
 */
struct view {
	unsigned int		parts;
	const struct row *const	*line;
	const struct row *const	*json;
	const struct parts	*objects;
	const struct parts	*stats;
	bool			stats_text;
	void			(*put_text)(const struct ctx *ctx, const struct port *port);
	void			(*put_json)(const struct port *port, struct json_object *to);
};

/* view.c */
bool table_of(const struct ctx *ctx, const struct port *port, const struct parts *parts,
	      const struct row *const *columns, unsigned int ids);
bool parts_text(const struct ctx *ctx, const struct port *port, const struct parts *parts);
struct json_object *parts_json(const struct port *port, const struct parts *parts);
struct json_object *view_json(const struct ctx *ctx, const struct view *view,
			      const struct ports *ports);
int view_run(struct ctx *ctx, struct args *args, const struct view *view);
int named_show(struct ctx *ctx, struct args *args, uint16_t attr, void (*text)(const void *item),
	       struct json_object *(*json)(const void *item));
const char *join_words(char *buf, const char *const *words, unsigned int n);

/* Commands of an object with a view and settings */
extern const struct command show_set_commands[];
int show_set(struct ctx *ctx, struct args *args, const struct object *object, const char *command);

/* counters.c; the counters of each kind of object */
extern const struct parts counter_kinds[COUNTER_KINDS];
bool counters_print(const struct ctx *ctx, const struct port *port, const struct parts *kind);
struct json_object *counters_json(const struct port *port, const struct parts *kind);

/* pool.c */
struct json_object *pools_json(const struct pools *pools, const struct row *const *rows);

/* storm.c */
void storm_print(const struct storm *storm, uint64_t now);
struct json_object *storm_json(const struct storm *storm, uint64_t now);
int history_show(struct ctx *ctx, struct args *args);

/* port.c */
uint64_t quanta_ns(uint32_t quanta, uint32_t speed);

/* Values that are no members: functions of the objects that have them */
uint64_t pause_ns(const struct shown *s);
void announced_text(const struct port *port);
struct json_object *announced_json(const struct port *port);
bool pfc_is_both(const struct port *port);
bool pfc_differs(const struct port *port);
void ethtypes_text(const struct port *port);
struct json_object *ethtypes_json(const struct port *port);
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

/* show_rows_generated.c and counter_rows_generated.c, from the netlink specification */
extern const struct row *const impairments_text_rows[], *const impairments_json_rows[];
extern const struct row *const impair_text_rows[], *const impair_json_rows[];
extern const struct row *const port_text_rows[], *const port_json_rows[];
extern const struct row *const pfc_text_rows[], *const pfc_json_rows[];
extern const struct row *const map_text_rows[], *const map_json_rows[];
extern const struct row *const ets_text_rows[], *const ets_json_rows[], *const tc_text_rows[];
extern const struct row *const tc_json_rows[], *const queue_text_rows[];
extern const struct row *const queue_json_rows[], *const watchdog_text_rows[];
extern const struct row *const watchdog_json_rows[], *const watch_text_rows[];
extern const struct row *const watch_json_rows[], *const storm_text_rows[];
extern const struct row *const storm_event_rows[], *const storm_json_rows[];
extern const struct row *const pool_text_rows[], *const pool_json_rows[];
extern const struct row *const pool_mark_text_rows[], *const pool_mark_json_rows[];
extern const struct row *const queue_mark_rows[];
extern const struct row *const port_counter_rows[], *const pg_counter_rows[];
extern const struct row *const prio_counter_rows[], *const queue_counter_rows[];

#endif /* VIEW_H */
