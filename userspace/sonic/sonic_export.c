// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration of the namespace as tables of SONiC: pfcctl sonic export
 *
 * The tables cannot hold all settings.  So the program imports them again and asks pfcctl restore
 * what would change: that is what they do not hold.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "port_words.h"
#include "print.h"
#include "sonic.h"
#include "sonic_export.h"

#define INGRESS_POOL	"ingress_lossless_pool"

/* Get an entry of a table; the function adds what does not exist */
struct json_object *export_entry(struct export *e, const char *table, const char *key)
{
	return sonic_member(sonic_member(e->tables, table), key);
}

/* Set a field.  The tables have numbers as text. */
void export_set(struct json_object *entry, const char *field, const char *fmt, ...)
{
	char text[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	json_object_object_add(entry, field, json_object_new_string(text));
}

/*
 * Add an entry that several ports may use.
 * @name: its name; if another entry has this name, a number follows
 * @entry: the entry, which belongs to the table afterwards
 * Return: the name of this entry, or of one that is equal.
 */
const char *export_shared(struct export *e, const char *table, const char *name,
			  struct json_object *entry)
{
	struct json_object *entries = sonic_member(e->tables, table), *other;
	char text[64];
	unsigned int n;

	json_object_object_foreach(entries, key, value) {
		if (json_object_equal(value, entry)) {
			json_object_put(entry);
			return key;
		}
	}
	snprintf(text, sizeof(text), "%s", name);
	for (n = 2; json_object_object_get_ex(entries, text, &other); n++)
		snprintf(text, sizeof(text), "%.40s_%u", name, n);
	json_object_object_add(entries, text, entry);
	json_object_object_foreach(entries, found, each)
		if (each == entry)
			name = found;
	return name;
}

/* Name of a pool in the tables: the import takes INGRESS_POOL for the default pool */
const char *export_pool_name(const char *name)
{
	if (!strcmp(name, INGRESS_POOL))
		return "ingress_pool";
	return strcmp(name, PFC_DEFAULT_POOL) ? name : INGRESS_POOL;
}

/*
 * Exponent of alpha; without alpha, that of 1.  The tables have powers of 2 only; another alpha
 * becomes a lower one.
 */
static int exponent(uint32_t alpha)
{
	int th = alpha ? -8 : 0;

	for (; alpha > 1; alpha /= 2)
		th++;
	return th;
}

/* Set the threshold of a profile: alpha, or without it, a size */
void export_threshold(struct json_object *profile, uint32_t alpha, uint32_t size)
{
	if (alpha)
		export_set(profile, "dynamic_th", "%d", exponent(alpha));
	else
		export_set(profile, "static_th", "%u", size);
}

/*
 * Add a buffer profile.
 * @pg: the settings
 * @name: name of the profile; NULL: PGs with equal settings share one with a new name
 * Return: the name for BUFFER_PG.
 */
const char *export_profile(struct export *e, const struct pg *pg, const char *name)
{
	const struct pool *pool = pool_find(&e->pools, pg->pool);
	struct json_object *profile;
	bool shared = pool && pool->shared_headroom;
	/* A lossy PG does not use its headroom; a profile may be for lossless PGs */
	uint32_t headroom = name || pg->lossless ? pg->headroom : 0;

	if (pg->headroom_auto == PFC_HEADROOM_MODE_AUTO) {
		/* A profile that the switch computes has no entry */
		profile = export_entry(e, "DEFAULT_LOSSLESS_BUFFER_PARAMETER", "AZURE");
		export_set(profile, "default_dynamic_th", "%d", exponent(pg->alpha));
		return "NULL";
	}
	profile = json_object_new_object();
	export_set(profile, "pool", "%s", export_pool_name(pg->pool));
	export_set(profile, "size", "%u", pg->min + (shared ? 0 : headroom));
	if (headroom)
		export_set(profile, "xoff", "%u", headroom);
	export_threshold(profile, pg->alpha, headroom ? pg->xoff : pg->limit);
	if (pg->alpha)
		export_set(profile, "xon_offset", "%u", pg->xon_offset);
	else if (headroom)
		export_set(profile, "xon", "%u", pg->xon);
	if (!name)
		return export_shared(e, "BUFFER_PROFILE", "pg_profile", profile);
	json_object_object_add(sonic_member(e->tables, "BUFFER_PROFILE"), name, profile);
	return name;
}

static void put_pool(struct export *e, const struct pool *pool)
{
	struct json_object *entry = export_entry(e, "BUFFER_POOL", export_pool_name(pool->name));

	export_set(entry, "type", !pool->queues ? "ingress" : pool->pgs ? "both" : "egress");
	export_set(entry, "mode", "dynamic");
	export_set(entry, "size", "%llu", (unsigned long long)pool->size);
	if (pool->shared_headroom)
		export_set(entry, "xoff", "%llu",
			   (unsigned long long)pool->shared_headroom);
	if (!pool->cell)
		return;
	export_set(entry, "cell", "%u", pool->cell);
	export_set(entry, "cell_overhead", "%u", pool->cell_overhead);
}

static int load(struct export *e)
{
	int err = genl_open(e->ctx);

	err = err ?: ports_load(e->ctx, NULL, PORT_CONFIG | PORT_WATCH, &e->ports);
	err = err ?: pools_load(e->ctx, NULL, &e->pools);
	err = err ?: profiles_load(e->ctx, NULL, &e->profiles);
	if (!err && !e->ports.n)
		return fail(e->ctx, "no ports; pfcctl port add dev DEV adds one");
	return err;
}

static void build(struct export *e)
{
	size_t i;

	port_default(&e->defaults);
	for (i = 0; i < e->pools.n; i++)
		put_pool(e, &e->pools.list[i]);
	for (i = 0; i < e->profiles.n; i++)
		export_profile(e, &e->profiles.list[i].pg, e->profiles.list[i].name);
	for (i = 0; i < e->ports.n; i++)
		export_port(e, &e->ports.list[i]);
}

/* Writes the import of the tables to a file.  Return: a file descriptor, or -1 after an error */
static int import_file(struct export *e)
{
	struct json_object *lines = sonic_commands(e->ctx, e->tables);
	int fd = lines ? memfd_create("import", 0) : -1;
	bool ok = fd >= 0;
	size_t i;

	for (i = 0; ok && i < json_object_array_length(lines); i++)
		ok = dprintf(fd, "%s\n",
			     json_object_get_string(json_object_array_get_idx(lines, i))) > 0;
	if (lines && (!ok || lseek(fd, 0, SEEK_SET))) {
		fail(e->ctx, "temporary file: %s", strerror(errno));
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	json_object_put(lines);
	return fd;
}

/* Warns of each command that pfcctl restore would run for the import of the tables */
static int warn_of_differences(struct export *e)
{
	char path[32], dry[] = "--dry-run", *words[] = { path, dry }, *text, *next, *line;
	struct ctx plain = *e->ctx;
	int err, fd = import_file(e);

	if (fd < 0)
		return STATUS_FAILED;
	snprintf(path, sizeof(path), "/dev/fd/%d", fd);
	plain.json = false;
	err = program_read(&plain, "config", "restore", &(struct args){ 2, words }, false, &text);
	close(fd);
	for (next = text; !err && next && (line = strsep(&next, "\n"));)
		if (*line && *line != '#')
			warn(e->ctx, "the tables differ; restoring their import would run: %s",
			     line);
	free(text);
	return err;
}

/* pfcctl sonic export */
int sonic_export(struct ctx *ctx, struct args *args)
{
	struct export e = { .ctx = ctx, .tables = json_object_new_object() };
	struct ctx pretty = *ctx;
	int err = args_end(ctx, args);

	err = err ?: load(&e);
	if (!err) {
		build(&e);
		pretty.pretty |= !ctx->json;
		json_print(&pretty, json_object_get(e.tables));
		err = warn_of_differences(&e);
	}
	json_object_put(e.tables);
	ports_free(&e.ports);
	free(e.pools.list);
	free(e.profiles.list);
	return err;
}
