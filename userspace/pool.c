// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared buffer pools: pfcctl pool ...
 */
#include <stdlib.h>
#include <string.h>
#include "print.h"
#include "setting.h"

#define POOL_SIZE_SEEN	1U	/* place of size in the table */

static const struct setting pool_settings[] = {
	SETTING_SIZE("size", PFC_A_POOL_SIZE),
	{
		.name = "headroom-ratio", .read = read_value,
		.attr = PFC_A_POOL_HEADROOM_RATIO, .bits = 32,
		.parse = parse_number, .format = format_number,
		.what = "a number", .min = 1, .max = PFC_RATIO_MAX,
	},
	{ 0 }
};

static void pool_text(const struct pool *p)
{
	char a[FORMAT_LEN], b[FORMAT_LEN], c[FORMAT_LEN], d[FORMAT_LEN];

	printf("%s: size %s headroom-ratio %u pgs %u\n", p->name,
	       format_size(a, p->size), p->headroom_ratio, p->pgs);
	printf("  reserved %s guarantees %s headrooms %s\n",
	       format_size(a, p->reserved), format_size(b, p->guarantees),
	       format_size(c, p->headrooms));
	printf("  shared-size %s shared-used %s shared-peak %s shared-peak-ever %s\n",
	       format_size(a, p->shared_size), format_size(b, p->shared_used),
	       format_size(c, p->shared_peak), format_size(d, p->shared_peak_ever));
	printf("  headroom-size %s headroom-used %s headroom-peak %s headroom-peak-ever %s\n",
	       format_size(a, p->headroom_size), format_size(b, p->headroom_used),
	       format_size(c, p->headroom_peak), format_size(d, p->headroom_peak_ever));
	printf("  since-clear %s\n", format_time(a, time_since(p->cleared)));
}

static struct json_object *pool_json(const struct pool *p)
{
	struct json_object *json = json_object_new_object();

	json_add_name(json, "name", p->name);
	json_add_u64(json, "size", p->size);
	json_add_u64(json, "headroom_ratio", p->headroom_ratio);
	json_add_u64(json, "pgs", p->pgs);
	json_add_u64(json, "reserved", p->reserved);
	json_add_u64(json, "guarantees", p->guarantees);
	json_add_u64(json, "headrooms", p->headrooms);
	json_add_u64(json, "headroom_size", p->headroom_size);
	json_add_u64(json, "headroom_used", p->headroom_used);
	json_add_u64(json, "headroom_peak", p->headroom_peak);
	json_add_u64(json, "headroom_peak_ever", p->headroom_peak_ever);
	json_add_u64(json, "shared_size", p->shared_size);
	json_add_u64(json, "shared_used", p->shared_used);
	json_add_u64(json, "shared_peak", p->shared_peak);
	json_add_u64(json, "shared_peak_ever", p->shared_peak_ever);
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

	err = show_name(ctx, args, &name);
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
		return misuse(ctx, "size: not given");
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
	if (args->argc && !is_setting(*args->argv))
		err = name_read(ctx, args, &c, PFC_A_POOL_NAME);
	if (!err)
		err = settings_read(ctx, args, pool_settings, &c);
	if (err)
		return err;
	if (!c.name)
		c.name = PFC_DEFAULT_POOL;
	if (!c.seen)
		return misuse(ctx, "%s: nothing to set", c.name);
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
"Usage: pfcctl pool add NAME size SIZE [headroom-ratio N]\n"
"       pfcctl pool set [NAME] [size SIZE] [headroom-ratio N]\n"
"       pfcctl pool del NAME\n"
"       pfcctl pool show [NAME]\n"
"Each PG is charged to a pool, the one named default unless it is bound to\n"
"another (pfcctl pg help).  Guarantees and headrooms are reserved from the pool;\n"
"all else shares the rest.  With a headroom-ratio N of 2 to 256 only an N-th of\n"
"the sum of the headrooms is reserved, and they share it.\n"
"Examples: pfcctl pool set size 24M\n"
"          pfcctl pool add gold size 8M headroom-ratio 2\n"
"          pfcctl -n switch pool show\n"
"          pfcctl -j pool show gold | jq .shared_used\n",
};
