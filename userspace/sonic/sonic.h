/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Configuration of SONiC switches as commands of pfcctl.
 */
#ifndef SONIC_H
#define SONIC_H

#include <json-c/json.h>
#include "pfcctl.h"

#define SONIC_QUEUES	16	/* queues and TCs have numbers below this */

/**
 * struct asic - memory of a switch, which is in no table of SONiC
 * @cell: bytes of a cell; 1: the switch counts bytes
 * @overhead: bytes kept with each frame in its cells
 * @memories: number of memories; a PG is in one of them
 * @xon: cells by which XON comes later than the XON offset says
 * @net: the size of a pool is without headrooms and guarantees
 * @given: a file says so
 */
struct asic {
	uint64_t	cell;
	uint64_t	overhead;
	uint64_t	memories;
	uint64_t	xon;
	bool		net;
	bool		given;
};

/**
 * struct sonic - an import
 * @tables: object of tables; a table is an object of entries, an entry an object of fields
 * @rows: rows of pg_profile_lookup.ini by "SPEED CABLE"
 * @devices: devices of a port map, by the name of the port
 * @ports: entries of the ports that become commands, by the name of the port
 * @lines: commands
 * @notes: what has no effect, or another one; the value has the names of the ports
 * @used: TABLE|KEY of the entries that were read, as keys
 * @split: names of the pools that PGs may have: their queues have a pool of their own here
 * @all: owner of these
 * @asic: memory of the switch
 */
struct sonic {
	struct ctx		*ctx;
	struct json_object	*tables;
	struct json_object	*rows;
	struct json_object	*devices;
	struct json_object	*ports;
	struct json_object	*lines;
	struct json_object	*notes;
	struct json_object	*used;
	struct json_object	*split;
	struct json_object	*all;
	struct asic		asic;
};

/**
 * struct pg_profile - a buffer profile of a PG, in bytes
 * @min: guarantee
 * @headroom: headroom; 0: the profile is lossy
 * @computed: the switch computes the headroom
 * @dynamic: @th is the exponent of alpha, else a size
 * @th: threshold
 * @xon: XON level
 * @xon_offset: distance of XON from the threshold
 */
struct pg_profile {
	const char	*name;
	const char	*pool;
	uint64_t	min;
	uint64_t	headroom;
	bool		computed;
	bool		dynamic;
	int64_t		th;
	uint64_t	xon;
	uint64_t	xon_offset;
};

/**
 * struct queue_profile - a buffer profile of a queue
 * @name: name of the profile
 * @pool: name of its pool
 * @min: guarantee, bytes
 */
struct queue_profile {
	const char	*name;
	const char	*pool;
	uint64_t	min;
};

/* sonic.c */
struct json_object *sonic_commands(struct ctx *ctx, struct json_object *tables);

/* sonic_export.c */
int sonic_export(struct ctx *ctx, struct args *args);

/* sonic_read.c */
int sonic_read(struct sonic *s, const char *path);
int sonic_read_asic(struct sonic *s, const char *path);

/* sonic_table.c */
#define sonic_note(s, ...)	sonic_port_note(s, NULL, __VA_ARGS__)
void sonic_port_note(struct sonic *s, const char *port, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void sonic_line(struct sonic *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
struct json_object *sonic_member(struct json_object *in, const char *key);
struct json_object *sonic_entry(const struct sonic *s, const char *table, const char *key);
const char *sonic_cable(const struct sonic *s, const char *port);
const char *sonic_field(struct json_object *entry, const char *field);
const char *sonic_port_field(const struct sonic *s, const char *port, const char *field);
bool sonic_number(struct sonic *s, struct json_object *entry, const char *where,
		  const char *field, int64_t *value);
uint32_t sonic_bits(struct sonic *s, const char *where, const char *list);
const char *sonic_of_port(const struct sonic *s, const char *table, const char *port,
			  unsigned int index, struct json_object **entry);
void sonic_report(struct sonic *s);

/* sonic_pool.c */
bool sonic_profile(struct sonic *s, const char *port, unsigned int pg, struct pg_profile *profile);
void sonic_pools(struct sonic *s);
const char *sonic_pool_name(const struct sonic *s, const char *pool);
const char *sonic_queue_pool(const struct sonic *s, const char *pool, char *buf);
uint64_t sonic_at_most(struct sonic *s, const char *what, const char *name, uint64_t value,
		       uint64_t most);
const char *sonic_alpha(char *buf, int64_t th);
uint64_t sonic_cells(const struct sonic *s, int64_t bytes);

/* sonic_port.c */
uint32_t sonic_pfc(struct sonic *s, const char *port);
void sonic_port(struct sonic *s, const char *port, const char *dev);

/* sonic_queue.c */
bool sonic_queue_profile(struct sonic *s, const char *port, unsigned int queue,
			 struct queue_profile *q);
void sonic_queues(struct sonic *s, const char *port, const char *dev, uint32_t lossless);

#endif /* SONIC_H */
