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

/* Words for &enum xoff_dir */
extern const char *const xoff_dirs[];

format_fn *raw_or(const struct ctx *ctx, format_fn *format);

const char *word_of(const char *const *words, unsigned int value);

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
void print_no_ports(const struct ctx *ctx);

/* link.c */
struct pfc_link port_link(const struct port *port, int mtu);
uint64_t port_headroom(const struct port *port);

/* rows.c */
void pg_json(struct json_object *to, const struct pg *pg, bool is_auto);

#endif /* PRINT_H */
