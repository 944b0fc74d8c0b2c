/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The configuration of a namespace as tables of SONiC.
 */
#ifndef SONIC_EXPORT_H
#define SONIC_EXPORT_H

#include <json-c/json.h>
#include "model.h"

/**
 * struct export - an export
 * @ctx: context of the command
 * @ports: ports, with their settings
 * @pools: pools
 * @profiles: profiles
 * @defaults: a port with the default of each setting
 * @tables: result: an object of tables
 */
struct export {
	struct ctx		*ctx;
	struct ports		ports;
	struct pools		pools;
	struct profiles		profiles;
	struct port		defaults;
	struct json_object	*tables;
};

/* sonic_export.c */
struct json_object *export_entry(struct export *e, const char *table, const char *key);
void export_set(struct json_object *entry, const char *field, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
const char *export_shared(struct export *e, const char *table, const char *name,
			  struct json_object *entry);
const char *export_pool_name(const char *name);
const char *export_profile(struct export *e, const struct pg *pg, const char *name);
void export_threshold(struct json_object *profile, uint32_t alpha, uint32_t size);

/* sonic_export_port.c */
void export_port(struct export *e, const struct port *port);

#endif /* SONIC_EXPORT_H */
