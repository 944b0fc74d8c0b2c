// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared buffer pools: pfcctl pool ...
 */
#include "change.h"
#include "fix.h"
#include "help_generated.h"
#include "port_words.h"
#include "view.h"

#define POOL_SIZE_SEEN	1U	/* bit of "size" in change.seen */

static void pool_text(const void *item)
{
	const struct pool *p = item;

	printf("%s:", p->name);
	rows_line(pool_text_rows, &(struct shown){ .from = p });
}

static struct json_object *pool_json(const void *pool)
{
	struct json_object *json = json_object_new_object();

	rows_json(json, pool_json_rows, &(struct shown){ .from = pool });
	return json;
}

/* Convert some values of pools to JSON.  Return: a JSON array */
struct json_object *pools_json(const struct pools *pools, const struct row *const *rows)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < pools->n; i++) {
		struct json_object *json = json_object_new_object();

		rows_json(json, rows, &(struct shown){ .from = &pools->list[i] });
		json_object_array_add(array, json);
	}
	return array;
}

static int pool_show(struct ctx *ctx, struct args *args)
{
	return named_show(ctx, args, PFC_A_POOL_NAME, pool_text, pool_json);
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

static int pool_set(struct ctx *ctx, struct args *args)
{
	int err = STATUS_OK;
	struct change c;

	change_begin(&c, PFC_CMD_POOL_SET);
	if (completing(ctx, args))	/* a name or a setting */
		complete_names(ctx, PFC_A_POOL_NAME);
	else if (args->argc && !setting_find(pool_settings, *args->argv))
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
	return named_delete(ctx, args, PFC_A_POOL_NAME);
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
	.named = true,
	.commands = pool_commands,
	.help =
"Usage: pfcctl pool add NAME size SIZE [SETTING ...]\n"
"       pfcctl pool set [NAME] SETTING ...\n"
"       pfcctl pool del NAME\n"
"       pfcctl pool show [NAME]\n"
"A PG is charged to the pool to which it is bound (pfcctl pg help), otherwise to the pool\n"
"named default. The pool reserves guarantees and headrooms; the PGs share the rest.\n"
POOL_SETTINGS_HELP
"NAME:    1-31 characters A-Z a-z 0-9 _ . -\n"
"Examples: pfcctl pool set size 24M\n"
"          pfcctl pool add gold size 8M oversubscribe-ratio 2\n"
"          pfcctl pool set size 10M shared-headroom 1M cell 208\n"
"          pfcctl -n switch pool show\n"
"          pfcctl -j pool show gold | jq .shared_used\n",
};
