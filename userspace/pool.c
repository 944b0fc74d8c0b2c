// SPDX-License-Identifier: GPL-2.0-only
/*
 * The shared buffer pool: pfcctl pool ...
 */
#include "print.h"
#include "setting.h"

static const struct setting pool_settings[] = {
	SETTING_SIZE("size", PFC_A_POOL_SIZE),
	{ 0 }
};

static int pool_show(struct ctx *ctx, struct args *args)
{
	char a[FORMAT_LEN], b[FORMAT_LEN], c[FORMAT_LEN], d[FORMAT_LEN];
	struct json_object *json;
	struct pool pool;
	int err;

	err = args_end(ctx, args);
	if (!err)
		err = pool_load(ctx, &pool);
	if (err)
		return err;
	if (!ctx->json) {
		printf("size %s reserved %s shared-used %s headroom-used %s\n",
		       format_size(a, pool.size), format_size(b, pool.reserved),
		       format_size(c, pool.shared_used),
		       format_size(d, pool.headroom_used));
		return STATUS_OK;
	}
	json = json_object_new_object();
	json_add_u64(json, "size", pool.size);
	json_add_u64(json, "reserved", pool.reserved);
	json_add_u64(json, "shared_used", pool.shared_used);
	json_add_u64(json, "headroom_used", pool.headroom_used);
	json_print(ctx, json);
	return STATUS_OK;
}

static int pool_set(struct ctx *ctx, struct args *args)
{
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_POOL_SET);
	err = settings_read(ctx, args, pool_settings, &c);
	if (err)
		return err;
	if (!c.seen)
		return misuse(ctx, "size: not given");
	return genl_change(ctx, &c.msg, "pool");
}

static const struct command pool_commands[] = {
	{ "show", pool_show },
	{ "set", pool_set },
	{ 0 }
};

const struct object pool_object = {
	.name = "pool",
	.commands = pool_commands,
	.help =
"Usage: pfcctl pool set size SIZE\n"
"       pfcctl pool show\n"
"The ports of a network namespace share one pool.  Headrooms are reserved\n"
"from it; all else shares the rest.\n"
"Examples: pfcctl pool set size 24M\n"
"          pfcctl -n switch pool show\n",
};
