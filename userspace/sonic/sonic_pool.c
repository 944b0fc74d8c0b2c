// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pools and buffer profiles of PGs.
 */
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "sonic.h"

#define LOSSLESS_POOL	"ingress_lossless_pool"
#define DEFAULTS	"DEFAULT_LOSSLESS_BUFFER_PARAMETER"
#define PGS		PFC_PRIO_COUNT

/* Return: alpha = 2^th in the syntax of pfcctl, @buf */
const char *sonic_alpha(char *buf, int64_t th)
{
	if (th < 0)
		snprintf(buf, 16, "1/%d", 1 << (-th & 15));
	else
		snprintf(buf, 16, "%d", 1 << (th & 15));
	return buf;
}

static bool is_ingress(struct json_object *pool)
{
	const char *type = sonic_field(pool, "type");

	return type && (!strcmp(type, "ingress") || !strcmp(type, "both"));
}

/* Name of a pool here: the lossless ingress pool, or else the first ingress pool, is the default */
const char *sonic_pool_name(const struct sonic *s, const char *pool)
{
	const char *first = sonic_entry(s, "BUFFER_POOL", LOSSLESS_POOL) ? LOSSLESS_POOL : NULL;
	struct json_object *pools;

	if (!first && json_object_object_get_ex(s->tables, "BUFFER_POOL", &pools)) {
		json_object_object_foreach(pools, name, entry)
			if (!first && is_ingress(entry))
				first = name;
	}
	return first && !strcmp(first, pool) ? PFC_DEFAULT_POOL : pool;
}

static bool pool_is_static(const struct sonic *s, const char *pool)
{
	const char *mode = sonic_field(sonic_entry(s, "BUFFER_POOL", pool), "mode");

	return mode && !strcmp(mode, "static");
}

static bool is_dynamic_model(const struct sonic *s)
{
	const char *model = sonic_field(sonic_entry(s, "DEVICE_METADATA", "localhost"),
					"buffer_model");

	return model && !strcmp(model, "dynamic");
}

/* Adds a profile made of a row of pg_profile_lookup.ini to BUFFER_PROFILE */
static void add_profile(struct sonic *s, const char *name, struct json_object *row)
{
	static const char *const same[] = { "size", "xon", "xoff", "xon_offset" };
	struct json_object *profile = json_object_new_object(), *value;
	size_t i;

	json_object_object_add(sonic_member(s->tables, "BUFFER_PROFILE"), name, profile);
	json_object_object_add(profile, "pool", json_object_new_string(LOSSLESS_POOL));
	for (i = 0; i < ARRAY_SIZE(same); i++)
		if (json_object_object_get_ex(row, same[i], &value))
			json_object_object_add(profile, same[i], json_object_get(value));
	if (json_object_object_get_ex(row, "threshold", &value))
		json_object_object_add(profile, pool_is_static(s, LOSSLESS_POOL) ? "static_th" :
				       "dynamic_th", json_object_get(value));
}

/* The profile that a switch makes for a lossless PG without an entry in BUFFER_PG */
static struct json_object *lookup(struct sonic *s, const char *port, const char **name)
{
	const char *speed = sonic_field(sonic_entry(s, "PORT", port), "speed");
	const char *cable = sonic_cable(s, port);
	struct json_object *row;
	char text[128], key[64];

	if (!speed || !cable) {
		sonic_port_note(s, port, "the lossless PGs have no profile: the port has no %s",
				speed ? "CABLE_LENGTH" : "speed");
		return NULL;
	}
	snprintf(text, sizeof(text), "pg_lossless_%.20s_%.20s_profile", speed, cable);
	if (!sonic_entry(s, "BUFFER_PROFILE", text)) {
		snprintf(key, sizeof(key), "%.20s %.20s", speed, cable);
		if (!json_object_object_get_ex(s->rows, key, &row)) {
			sonic_port_note(s, port,
					"the lossless PGs have no profile: pg_profile_lookup.ini has no row %s",
					key);
			return NULL;
		}
		add_profile(s, text, row);
	}
	json_object_object_foreach(sonic_member(s->tables, "BUFFER_PROFILE"), found, profile) {
		if (!strcmp(found, text)) {
			*name = found;
			return profile;
		}
	}
	return NULL;
}

/* @where: the field */
static int64_t limited_exponent(struct sonic *s, const char *where, int64_t th)
{
	if (th >= -8 && th <= 7)
		return th;
	sonic_note(s, "%s: %lld is limited to -8..7", where, (long long)th);
	return th < 0 ? -8 : 7;
}

static void read_threshold(struct sonic *s, struct json_object *entry, struct pg_profile *p)
{
	char where[128];

	p->dynamic = sonic_number(s, entry, p->name, "dynamic_th", &p->th);
	if (p->dynamic) {
		snprintf(where, sizeof(where), "BUFFER_PROFILE|%s|dynamic_th", p->name);
		p->th = limited_exponent(s, where, p->th);
	} else if (!sonic_number(s, entry, p->name, "static_th", &p->th)) {
		sonic_note(s, "BUFFER_PROFILE|%s: no threshold", p->name);
		p->th = PFC_SIZE_MAX;
	}
	if (!p->dynamic && p->th < 0) {
		sonic_note(s, "BUFFER_PROFILE|%s|static_th: %lld is limited to 0", p->name,
			   (long long)p->th);
		p->th = 0;
	}
	if (!p->dynamic && p->th > PFC_SIZE_MAX)
		p->th = PFC_SIZE_MAX;	/* as no limit */
}

/* A guarantee or headroom: the switch cannot reserve a part of a cell.  Return: bytes */
uint64_t sonic_cells(const struct sonic *s, int64_t bytes)
{
	return bytes > 0 ? bytes / s->asic.cell * s->asic.cell : 0;
}

static void read_profile(struct sonic *s, struct json_object *entry, struct pg_profile *p)
{
	int64_t size = 0, xoff = 0, value, shared = 0;
	struct json_object *pool;

	p->pool = sonic_field(entry, "pool") ?: LOSSLESS_POOL;
	pool = sonic_entry(s, "BUFFER_POOL", p->pool);
	if (!pool) {
		sonic_note(s, "BUFFER_PROFILE|%s|pool: %s is no pool; the default applies", p->name,
			   p->pool);
		p->pool = PFC_DEFAULT_POOL;
	} else if (!is_ingress(pool)) {
		sonic_note(s, "BUFFER_PROFILE|%s|pool: %s is an egress pool; PGs are charged to it",
			   p->name, p->pool);
	}
	sonic_number(s, entry, p->name, "size", &size);
	sonic_number(s, entry, p->name, "xoff", &xoff);
	sonic_number(s, pool, p->pool, "xoff", &shared);
	/* With a shared headroom, the size is the guarantee; else it contains the headroom */
	p->min = sonic_cells(s, shared > 0 ? size : size > xoff ? size - xoff : 0);
	p->headroom = sonic_cells(s, xoff);
	read_threshold(s, entry, p);
	if (sonic_number(s, entry, p->name, "xon", &value))
		p->xon = value;
	if (sonic_number(s, entry, p->name, "xon_offset", &value))
		p->xon_offset = value > 0 ? value + s->asic.xon * s->asic.cell : 0;
	else if (p->dynamic && p->xon)
		sonic_note(s,
			   "BUFFER_PROFILE|%s|xon: no effect: with a dynamic threshold, XON follows xon_offset",
			   p->name);
}

/*
 * Find the buffer profile of a PG.
 * @port: name of the port in the tables
 * @pg: the PG
 * @p: set to the profile
 * Return: whether the PG has one.
 */
bool sonic_profile(struct sonic *s, const char *port, unsigned int pg, struct pg_profile *p)
{
	struct json_object *entry = NULL;
	const char *key = sonic_of_port(s, "BUFFER_PG", port, pg, &entry);
	int64_t th = 0;

	memset(p, 0, sizeof(*p));
	if (key) {
		p->name = sonic_field(entry, "profile");
		if (!p->name)
			return false;
		entry = sonic_entry(s, "BUFFER_PROFILE", p->name);
	} else if (sonic_pfc(s, port) & 1U << pg) {
		p->name = "NULL";
		if (!is_dynamic_model(s)) {
			entry = lookup(s, port, &p->name);
			if (!entry)
				return false;
		}
	} else {
		return false;
	}
	if (entry) {
		read_profile(s, entry, p);
		return true;
	}
	if (strcmp(p->name, "NULL")) {
		sonic_note(s, "BUFFER_PG|%s|profile: %s is no profile", key, p->name);
		return false;
	}
	sonic_note(s,
		   "BUFFER_PG: a profile that the switch computes has the headroom that the link needs here");
	p->name = "computed";
	p->pool = LOSSLESS_POOL;
	p->computed = true;
	p->dynamic = true;
	if (sonic_number(s, sonic_entry(s, DEFAULTS, "AZURE"), "AZURE",
			 "default_dynamic_th", &th))
		p->th = limited_exponent(s, DEFAULTS "|AZURE|default_dynamic_th", th);
	return true;
}

/* Sums over the PGs and queues of a pool, in cells unless stated */
struct sums {
	uint64_t	guarantees;	/* of lossless PGs of all ports */
	uint64_t	sizes;		/* guarantees and headrooms of these */
	uint64_t	queues;		/* guarantees of lossy queues of all ports */
	unsigned int	ports;		/* number of ports with lossless PGs */
	unsigned int	owners;		/* number of PGs of all ports */
	uint64_t	bound;		/* of PGs that become commands: guarantees, bytes */
	uint64_t	headrooms;	/* their headrooms, bytes */
	unsigned int	pgs;		/* their number */
	uint64_t	egress;		/* guarantees of queues that become commands, bytes */
	unsigned int	users;		/* their number */
};

static uint64_t queue_guarantee(struct sonic *s, const char *port, unsigned int queue)
{
	struct json_object *entry, *profile;
	int64_t size = 0;

	if (!sonic_of_port(s, "BUFFER_QUEUE", port, queue, &entry))
		return 0;
	profile = sonic_entry(s, "BUFFER_PROFILE", sonic_field(entry, "profile"));
	sonic_number(s, profile, "BUFFER_PROFILE", "size", &size);
	return sonic_pfc(s, port) & 1U << queue ? 0 : size;
}

static void sum_queue(struct sonic *s, const char *port, unsigned int queue, bool here,
		      const char *pool, struct sums *sums)
{
	struct queue_profile q;

	sums->queues += queue_guarantee(s, port, queue) / s->asic.cell;
	if (queue >= PFC_PRIO_COUNT || !sonic_queue_profile(s, port, queue, &q) ||
	    strcmp(q.pool, pool))
		return;
	if (here) {
		sums->egress += q.min;
		sums->users++;
	}
}

static void sum_port(struct sonic *s, const char *port, bool here, const char *pool,
		     struct sums *sums)
{
	const uint64_t cell = s->asic.cell;
	struct pg_profile p;
	bool lossless = false;
	unsigned int i;

	for (i = 0; i < PGS; i++) {
		if (!sonic_profile(s, port, i, &p) || strcmp(p.pool, pool))
			continue;
		sums->owners++;
		if (p.headroom) {
			sums->guarantees += p.min / cell;
			sums->sizes += (p.min + p.headroom) / cell;
			lossless = true;
		}
		if (here) {
			sums->pgs++;
			sums->bound += p.min;
			if (sonic_pfc(s, port) & 1U << i)
				sums->headrooms += p.headroom;
		}
	}
	sums->ports += lossless;
	for (i = 0; i < SONIC_QUEUES; i++)
		sum_queue(s, port, i, here, pool, sums);
}

/* Part of a sum over the lossless PGs of all ports that belongs to the ports of one memory */
static uint64_t of_memory(const struct sonic *s, const struct sums *sums, uint64_t sum)
{
	const uint64_t n = s->asic.memories;

	return sums->ports ? sum * ((sums->ports + n - 1) / n) / sums->ports : 0;
}

/*
 * Cells of a pool of PGs that are not in its shared part.
 * @xoff: shared headroom, bytes; 0: none
 */
static uint64_t reserved(const struct sonic *s, const struct sums *sums, uint64_t xoff)
{
	const struct asic *asic = &s->asic;

	if (asic->net)
		return 0;
	if (!xoff)
		return of_memory(s, sums, sums->sizes);
	return xoff / (asic->cell * asic->memories) + of_memory(s, sums, sums->guarantees) +
	       (asic->given ? sums->queues + 1 : 0);
}

/*
 * Size of a pool here, so that its shared part is that of the switch: pfcctl-sonic(8) has the
 * formulas.
 * @size: size in the tables
 * @xoff: shared headroom, bytes; 0: none
 */
static uint64_t pool_size(struct sonic *s, const char *pool, const struct sums *sums,
			  uint64_t size, uint64_t *xoff)
{
	const struct asic *asic = &s->asic;
	const uint64_t per = asic->cell * asic->memories;
	uint64_t cells = size / per, less = reserved(s, sums, *xoff);

	if (less > cells) {
		sonic_note(s,
			   "BUFFER_POOL|%s: the reservations need %llu of %llu %s, so the size is without them",
			   pool, (unsigned long long)less, (unsigned long long)cells,
			   asic->cell > 1 ? "cells" : "bytes");
		less = 0;
	} else if (!asic->given) {
		return size;
	}
	*xoff = *xoff / per * asic->cell;
	return (cells - less) * asic->cell + sums->bound + (*xoff ?: sums->headrooms);
}

/* Limit a number of bytes, with a note.  Return: at most @most */
uint64_t sonic_at_most(struct sonic *s, const char *what, const char *name, uint64_t value,
		       uint64_t most)
{
	char limit[FORMAT_LEN];

	if (value <= most)
		return value;
	sonic_note(s, "%s|%s: %llu bytes are limited to %s", what, name, (unsigned long long)value,
		   format_size(limit, most));
	return most;
}

static uint64_t at_most(struct sonic *s, const char *what, const char *name, uint64_t value)
{
	return sonic_at_most(s, what, name, value, PFC_SIZE_MAX);
}

/* Appends the cell of the ASIC, or of a pool that sonic export has written */
static void put_cell(struct sonic *s, const char *name, struct json_object *entry, char *buf,
		     size_t size)
{
	int64_t cell = 0, overhead = 0;

	sonic_number(s, entry, name, "cell", &cell);
	sonic_number(s, entry, name, "cell_overhead", &overhead);
	if (s->asic.given) {
		cell = s->asic.cell;
		overhead = s->asic.overhead;
	}
	if (cell < 0 || cell > PFC_CELL_MAX || overhead < 0 || overhead > PFC_OVERHEAD_MAX) {
		sonic_note(s, "BUFFER_POOL|%s|cell: no effect: out of range 0..%u, overhead 0..%u",
			   name, PFC_CELL_MAX, PFC_OVERHEAD_MAX);
		return;
	}
	if (cell > 1)
		snprintf(buf, size, " cell %lld cell-overhead %lld", (long long)cell,
			 (long long)overhead);
}

static void put_line(struct sonic *s, const char *name, const char *here, uint64_t bytes,
		     const char *more)
{
	const bool is_default = !strcmp(here, PFC_DEFAULT_POOL);

	bytes = sonic_at_most(s, "BUFFER_POOL", name, bytes < 60 ? 60 : bytes, PFC_POOL_SIZE_MAX);
	sonic_line(s, "pool %s %s size %llu%s", is_default ? "set" : "add", here,
		   (unsigned long long)bytes, more);
}

/* The pool that the PGs are charged to */
static void put_pg_pool(struct sonic *s, const char *name, const struct sums *sums, uint64_t size,
			uint64_t shared, const char *cell)
{
	uint64_t bytes = pool_size(s, name, sums, size, &shared);
	char here[PFC_NAME_LEN], more[96];

	bytes = sonic_at_most(s, "BUFFER_POOL", name, bytes, PFC_POOL_SIZE_MAX);
	snprintf(here, sizeof(here), "%s", sonic_pool_name(s, name));
	if (shared && shared >= bytes) {
		sonic_note(s, "BUFFER_POOL|%s|xoff: is limited to half of the size", name);
		shared = bytes / 2;
	}
	snprintf(more, sizeof(more), "%s", cell);
	if (shared)
		snprintf(more + strlen(more), sizeof(more) - strlen(more), " shared-headroom %llu",
			 (unsigned long long)shared);
	put_line(s, name, here, bytes, more);
}

/* Name of the pool of queues here, @buf: a switch counts them apart from PGs, also in one pool */
const char *sonic_queue_pool(const struct sonic *s, const char *pool, char *buf)
{
	if (json_object_object_get_ex(s->split, pool, NULL))
		snprintf(buf, PFC_NAME_LEN, "%.24s-egress", pool);
	else
		snprintf(buf, PFC_NAME_LEN, "%s", pool);
	return buf;
}

static void sum_pool(struct sonic *s, const char *pool, struct sums *sums)
{
	*sums = (struct sums){ 0 };
	json_object_object_foreach(s->ports, port, dev)
		sum_port(s, port, dev, pool, sums);
}

/*
 * Cells of a pool of queues that are not in its shared part.  A pool of queues with the size of a
 * pool of PGs is the whole memory, and both have the same shared part.
 */
static uint64_t queue_reserved(struct sonic *s, int64_t size)
{
	int64_t other = 0, xoff = 0;
	struct json_object *pools;
	struct sums sums;

	json_object_object_get_ex(s->tables, "BUFFER_POOL", &pools);
	json_object_object_foreach(pools, name, entry) {
		if (!is_ingress(entry) || !sonic_number(s, entry, name, "size", &other) ||
		    other != size)
			continue;
		sum_pool(s, name, &sums);
		sonic_number(s, entry, name, "xoff", &xoff);
		return reserved(s, &sums, xoff);
	}
	return 0;
}

/* The pool that the queues are charged to */
static void put_queue_pool(struct sonic *s, const char *name, const struct sums *sums,
			   uint64_t size, const char *cell)
{
	const struct asic *asic = &s->asic;
	uint64_t cells = size / (asic->cell * asic->memories), less = queue_reserved(s, size);
	char here[PFC_NAME_LEN];

	if (asic->given)
		size = (cells - (less > cells ? 0 : less)) * asic->cell + sums->egress;
	put_line(s, name, sonic_queue_pool(s, name, here),
		 size < sums->egress ? sums->egress : size, cell);
}

static void put_pool(struct sonic *s, const char *name, struct json_object *entry)
{
	int64_t size = 0, shared = 0;
	char cell[96] = "";
	struct sums sums;

	sum_pool(s, name, &sums);
	if (!is_ingress(entry) && !sums.pgs && !sums.users) {
		sonic_note(s, "BUFFER_POOL|%s: no effect: no PG and no queue has it", name);
		return;
	}
	if (strlen(name) >= PFC_NAME_LEN)
		sonic_note(s, "BUFFER_POOL|%s: the name is longer than %d characters", name,
			   PFC_NAME_LEN - 1);
	if (!sonic_number(s, entry, name, "size", &size)) {
		sonic_note(s, "BUFFER_POOL|%s: no size; the default applies", name);
		size = PFC_DEFAULT_POOL_SIZE;
	}
	sonic_number(s, entry, name, "xoff", &shared);
	put_cell(s, name, entry, cell, sizeof(cell));
	if (is_ingress(entry) || sums.owners)
		json_object_object_add(s->split, name, json_object_new_boolean(true));
	if (is_ingress(entry) || sums.pgs)
		put_pg_pool(s, name, &sums, size, shared, cell);
	if (sums.users)
		put_queue_pool(s, name, &sums, size, cell);
}

static void put_profile(struct sonic *s, const struct pg_profile *p)
{
	char th[96], alpha[16], headroom[32] = "auto";
	uint64_t xon = p->xon;

	if (!p->dynamic && (uint64_t)p->th > p->xon_offset && p->th - p->xon_offset > xon &&
	    p->xon_offset)
		xon = p->th - p->xon_offset;
	if (p->dynamic)
		snprintf(th, sizeof(th), "alpha %s xon-offset %llu", sonic_alpha(alpha, p->th),
			 (unsigned long long)p->xon_offset);
	else if (p->headroom)
		snprintf(th, sizeof(th), "xoff %lld xon %llu", (long long)p->th,
			 (unsigned long long)(xon < (uint64_t)p->th ? xon : (uint64_t)p->th));
	else
		snprintf(th, sizeof(th), "limit %lld", (long long)p->th);
	if (!p->computed)
		snprintf(headroom, sizeof(headroom), "%llu",
			 (unsigned long long)at_most(s, "BUFFER_PROFILE", p->name, p->headroom));
	sonic_line(s, "profile add %.31s pool %.31s min %llu %s headroom %s", p->name,
		   sonic_pool_name(s, p->pool),
		   (unsigned long long)at_most(s, "BUFFER_PROFILE", p->name, p->min), th, headroom);
}

static void put_profiles(struct sonic *s)
{
	struct json_object *put = json_object_new_object();
	struct pg_profile p;
	unsigned int pg;

	json_object_object_foreach(s->ports, port, dev) {
		for (pg = 0; dev && pg < PGS; pg++) {
			if (!sonic_profile(s, port, pg, &p) || json_object_object_get(put, p.name))
				continue;
			json_object_object_add(put, p.name, json_object_new_boolean(true));
			if (strlen(p.name) >= PFC_NAME_LEN)
				sonic_note(s,
					   "BUFFER_PROFILE|%s: the name is longer than %d characters",
					   p.name, PFC_NAME_LEN - 1);
			put_profile(s, &p);
		}
	}
	json_object_put(put);
}

/* Add the commands for pools and profiles */
void sonic_pools(struct sonic *s)
{
	struct json_object *pools;

	if (json_object_object_get_ex(s->tables, "BUFFER_POOL", &pools)) {
		json_object_object_foreach(pools, name, entry)
			put_pool(s, name, entry);
	}
	if (s->asic.memories > 1)
		sonic_note(s,
			   "asic: a pool here is one of %llu memories; all ports here use this one",
			   (unsigned long long)s->asic.memories);
	put_profiles(s);
}
