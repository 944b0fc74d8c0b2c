// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared buffer pools: pfcctl pool ...
 */
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include "print.h"
#include "setting.h"

#define POOL_SIZE_SEEN	1U	/* bit of "size" in change.seen */

static void pool_text(const struct pool *p)
{
	char a[FORMAT_LEN], b[FORMAT_LEN], c[FORMAT_LEN], d[FORMAT_LEN];

	printf("%s: size %s oversubscribe-ratio %u pgs %u\n", p->name,
	       format_size(a, p->size), p->oversubscribe_ratio, p->pgs);
	printf("  reserved %s guarantees %s headrooms %s\n",
	       format_size(a, p->reserved), format_size(b, p->guarantees),
	       format_size(c, p->headrooms));
	printf("  shared-size %s shared-used %s shared-peak %s shared-lifetime-peak %s\n",
	       format_size(a, p->shared_size), format_size(b, p->shared_used),
	       format_size(c, p->shared_peak), format_size(d, p->shared_lifetime_peak));
	printf("  headroom-size %s headroom-used %s headroom-peak %s headroom-lifetime-peak %s\n",
	       format_size(a, p->headroom_size), format_size(b, p->headroom_used),
	       format_size(c, p->headroom_peak), format_size(d, p->headroom_lifetime_peak));
	printf("  since-clear %s\n", format_time(a, time_since(p->cleared)));
}

/* Convert a pool to JSON.  Return: a JSON object */
struct json_object *pool_json(const struct pool *p)
{
	struct json_object *json = json_object_new_object();

	json_add_name(json, "name", p->name);
	json_add_u64(json, "size", p->size);
	json_add_u64(json, "oversubscribe_ratio", p->oversubscribe_ratio);
	json_add_u64(json, "pgs", p->pgs);
	json_add_u64(json, "reserved", p->reserved);
	json_add_u64(json, "guarantees", p->guarantees);
	json_add_u64(json, "headrooms", p->headrooms);
	json_add_u64(json, "headroom_size", p->headroom_size);
	json_add_u64(json, "headroom_used", p->headroom_used);
	json_add_u64(json, "headroom_peak", p->headroom_peak);
	json_add_u64(json, "headroom_lifetime_peak", p->headroom_lifetime_peak);
	json_add_u64(json, "shared_size", p->shared_size);
	json_add_u64(json, "shared_used", p->shared_used);
	json_add_u64(json, "shared_peak", p->shared_peak);
	json_add_u64(json, "shared_lifetime_peak", p->shared_lifetime_peak);
	json_add_u64(json, "cleared_ns", p->cleared);
	return json;
}

static int pool_show(struct ctx *ctx, struct args *args)
{
	struct json_object *array = NULL;
	struct pools pools;
	const char *name;
	size_t i;
	int err;

	err = show_name(ctx, args, PFC_A_POOL_NAME, &name);
	if (!err)
		err = pools_load(ctx, name, &pools);
	if (err)
		return err;
	if (ctx->json && name) {
		json_print(ctx, pool_json(pools.list));
	} else if (ctx->json) {
		array = json_object_new_array();
		for (i = 0; i < pools.n; i++)
			json_object_array_add(array, pool_json(&pools.list[i]));
		json_print(ctx, array);
	} else {
		for (i = 0; i < pools.n; i++)
			pool_text(&pools.list[i]);
	}
	free(pools.list);
	return STATUS_OK;
}

static int pool_add(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_POOL_NEW);
	err = name_read(ctx, args, &c, PFC_A_POOL_NAME);
	if (!err)
		err = name_free(ctx, c.name);
	if (!err)
		err = settings_read(ctx, args, pool_settings, &c);
	if (err)
		return err;
	if (!(c.seen & POOL_SIZE_SEEN))
		return misuse_no_size(ctx);
	return named_change(ctx, &c.msg, "pool", c.name);
}

static bool is_setting(const char *word)
{
	const struct setting *s;

	for (s = pool_settings; s->name; s++)
		if (!strcmp(s->name, word))
			return true;
	return false;
}

static int pool_set(struct ctx *ctx, struct args *args)
{
	int err = STATUS_OK;
	struct change c;

	change_begin(&c, PFC_CMD_POOL_SET);
	if (completing(ctx, args))	/* a name or a setting */
		complete_names(ctx, false);
	else if (args->argc && !is_setting(*args->argv))
		err = name_read(ctx, args, &c, PFC_A_POOL_NAME);
	if (!err)
		err = settings_read(ctx, args, pool_settings, &c);
	if (err)
		return err;
	if (!c.name)
		c.name = PFC_DEFAULT_POOL;
	if (!c.seen)
		return misuse_no_setting(ctx, "pool ", c.name);
	return named_change(ctx, &c.msg, "pool", c.name);
}

static int pool_del(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_POOL_DEL);
	err = name_read(ctx, args, &c, PFC_A_POOL_NAME);
	if (!err)
		err = args_end(ctx, args);
	if (err)
		return err;
	return named_delete(ctx, &c.msg, "pool", c.name, offsetof(struct pg, pool));
}

static const struct command pool_commands[] = {
	{ "show", pool_show },
	{ "add", pool_add },
	{ "set", pool_set },
	{ "del", pool_del },
	{ 0 }
};

const struct object pool_object = {
	.name = "pool",
	.commands = pool_commands,
	.help =
"Usage: pfcctl pool add NAME size SIZE [oversubscribe-ratio N]\n"
"       pfcctl pool set [NAME] [size SIZE] [oversubscribe-ratio N]\n"
"       pfcctl pool del NAME\n"
"       pfcctl pool show [NAME]\n"
"A PG is charged to the pool to which it is bound (pfcctl pg help), otherwise to the pool\n"
"named default. The pool reserves guarantees and headrooms; the PGs share the rest.\n"
"         size SIZE              size of the pool, 60-1G (12M for the pool default)\n"
"         oversubscribe-ratio N  reserve only 1/N of the sum of the headrooms, which the\n"
"                                PGs share, 1-256 (1: reserve all)\n"
"NAME:    1-31 characters A-Z a-z 0-9 _ . -\n"
"Examples: pfcctl pool set size 24M\n"
"          pfcctl pool add gold size 8M oversubscribe-ratio 2\n"
"          pfcctl -n switch pool show\n"
"          pfcctl -j pool show gold | jq .shared_used\n",
};
