/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output as text and as JSON.
 */
#ifndef PRINT_H
#define PRINT_H

#include <json-c/json.h>
#include "format.h"
#include "model.h"
#include "table.h"
#include "words_generated.h"

#define LINE_WIDTH	100	/* maximum width of a list of counters, characters */
/* Words for &enum xoff_dir */
extern const char *const xoff_dirs[];

format_fn *raw_or(const struct ctx *ctx, format_fn *format);

const char *word_of(const char *const *words, unsigned int value);
const char *join_words(char *buf, const char *const *words, unsigned int n);

void json_add_u64(struct json_object *to, const char *key, uint64_t value);
void json_add_bool(struct json_object *to, const char *key, bool value);
void json_add_name(struct json_object *to, const char *key, const char *name);
void json_add_u64_or_null(struct json_object *to, const char *key, uint64_t value);
void json_add_bytes(struct json_object *to, const char *key, const uint8_t *table,
		    unsigned int n);
void json_add_bools(struct json_object *to, const char *key, const uint8_t *table,
		    unsigned int n);
void json_print(const struct ctx *ctx, struct json_object *json);

struct json_object *json_prios(uint8_t prios);
struct json_object *json_port(const struct port *port);
/* view.c */
void print_no_ports(const struct ctx *ctx);

/* named.c */
int named_delete(struct ctx *ctx, struct args *args, uint16_t attr);
int named_show(struct ctx *ctx, struct args *args, uint16_t attr, void (*text)(const void *item),
	       struct json_object *(*json)(const void *item));

/* pool.c */
struct json_object *pool_json(const void *pool);

/* link.c */
struct pfc_link port_link(const struct port *port, int mtu);
uint64_t port_headroom(const struct port *port);

/* rows.c */
void pg_json(struct json_object *to, const struct pg *pg, bool is_auto);

struct row;

/**
 * struct counter - a statistic
 * @attr: netlink attribute
 * @key: key in JSON
 * @table: number of the table with this counter in text, from 0; one table would be too wide
 * @row: the value
 */
struct counter {
	uint16_t		attr;
	const char		*key;
	unsigned int		table;
	const struct row	*row;
};

/* counter_rows_generated.c, from the netlink specification; an empty entry ends each list */
extern const struct counter port_counters[], pg_counters[], prio_counters[], queue_counters[];

/**
 * struct counters - statistics of one kind of object
 * @key: JSON key, both of the array of objects and of the number of each object
 * @head: heading in text of the column with the number of the object; NULL: the port itself
 * @list: the statistics; an empty entry ends the list
 */
struct counters {
	const char		*key;
	const char		*head;
	const struct counter	*list;
};

/* counters.c */
extern const struct counters counter_kinds[COUNTER_KINDS];
bool counters_print(const struct ctx *ctx, const struct port *port, enum counter_kind kind);
struct json_object *counters_json(const struct port *port, enum counter_kind kind);
void stats_text(const struct ctx *ctx, const struct port *port, enum counter_kind kind);
void stats_json(const struct ctx *ctx, const struct port *port, enum counter_kind kind,
		struct json_object *to);

/* storm.c */
void storm_print(const struct storm *storm, uint64_t now);
struct json_object *storm_json(const struct storm *storm, uint64_t now);
int history_show(struct ctx *ctx, struct args *args);

#endif /* PRINT_H */
