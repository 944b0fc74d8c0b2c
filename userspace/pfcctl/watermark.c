// SPDX-License-Identifier: GPL-2.0-only
/*
 * Watermarks: pfcctl watermark ...
 */
#include <stdlib.h>
#include "change.h"
#include "fix.h"
#include "view.h"

/* Return: whether the object has no watermark, only the time since the last clear */
static bool is_idle(const struct row *const *rows, const struct shown *s)
{
	for (; *rows; rows++)
		if ((*rows)->type != ROW_SINCE && row_value(*rows, s))
			return false;
	return true;
}

static bool pg_is_idle(const struct shown *s)
{
	return is_idle(pg_mark_rows, s);
}

static bool queue_is_idle(const struct shown *s)
{
	return is_idle(queue_mark_rows, s);
}

static const struct parts queues = {
	.key = "queue", .head = "queue", .text = queue_mark_rows, .json = queue_mark_rows,
	.idle = queue_is_idle,
};

static const struct parts pgs = {
	.key = "pg", .head = "PG", .text = pg_mark_rows, .json = pg_mark_rows,
	.idle = pg_is_idle, .next = &queues,
};

static void port_text(const struct ctx *ctx, const struct port *port)
{
	const struct parts *parts;
	bool any = false;

	printf("%s:\n", port->name);
	for (parts = &pgs; parts; parts = parts->next)
		any |= parts_text(ctx, port, parts);
	if (!any)
		puts("  all zero");
}

static const struct view watermark_view = {
	.parts = PORT_STATS, .objects = &pgs, .put_text = port_text,
};

static void pool_text(const struct pool *p)
{
	printf("pool %s:", p->name);
	rows_line(pool_mark_text_rows, &(struct shown){ .from = p });
}

static void show(const struct ctx *ctx, const struct ports *ports,
		 const struct pools *pools)
{
	struct json_object *json;
	size_t i;

	if (ctx->json) {
		json = json_object_new_object();
		json_object_object_add(json, "ports",
				       view_json(ctx, &watermark_view, ports));
		if (pools)
			json_object_object_add(json, "pools",
					       pools_json(pools, pool_mark_json_rows));
		json_print(ctx, json);
		return;
	}
	for (i = 0; i < ports->n; i++)
		port_text(ctx, &ports->list[i]);
	for (i = 0; pools && i < pools->n; i++)
		pool_text(&pools->list[i]);
}

static int watermark_show(struct ctx *ctx, struct args *args)
{
	struct pools pools = { 0 };
	struct ports ports;
	const char *dev;
	int err;

	err = show_dev(ctx, args, &dev);
	if (!err)
		err = ports_find(ctx, dev, watermark_view.parts, &ports);
	if (err)
		return err;
	if (!dev)
		err = pools_load(ctx, NULL, &pools);
	if (!err)
		show(ctx, &ports, dev ? NULL : &pools);
	free(pools.list);
	ports_free(&ports);
	return err;
}

static int send_clear(struct ctx *ctx, struct change *c)
{
	return genl_change(ctx, &c->msg, c->dev ? c->dev : "watermarks");
}

static int watermark_clear(struct ctx *ctx, struct args *args)
{
	static const struct setting settings[] = {
		SETTING_DEV, SETTING_PGS, SETTING_QUEUES, SETTING_POOL, { 0 }
	};
	struct change c;
	int err;

	change_begin(&c, PFC_CMD_WATERMARK_CLEAR);
	err = settings_read(ctx, args, settings, &c);
	if (err)
		return err;
	if (c.name && (c.dev || c.pg.ids || c.queue.ids))
		return misuse(ctx, "pool: cannot be combined with dev, pg or queue");
	if ((c.pg.ids || c.queue.ids) && !c.dev)
		return misuse_no_dev(ctx);
	change_put(&c, PFC_A_PG);
	change_put(&c, PFC_A_QUEUE);
	if (c.name)
		return named_change(ctx, &c.msg, "pool", c.name);
	return change_each(ctx, &c, false, send_clear);
}

static const struct command watermark_commands[] = {
	{ "show", watermark_show },
	{ "clear", watermark_clear },
	{ 0 }
};

const struct object watermark_object = {
	.name = "watermark",
	.commands = watermark_commands,
	.help =
"Usage: pfcctl watermark show [dev DEV]\n"
"       pfcctl watermark clear [dev DEV [pg PG|all] [queue QUEUE|all]]\n"
"       pfcctl watermark clear pool NAME\n"
"show prints the peak buffer use of PGs, egress queues and pools: since the last clear,\n"
"and over their lifetime. Without dev it also prints the pools. Text output omits rows of\n"
"zeros unless -s is given; JSON output has all watermarks.\n"
"clear resets the given watermarks to the current buffer use. Without arguments it resets\n"
"those of all ports and pools. Lifetime watermarks remain.\n"
"Examples: pfcctl watermark show dev p1\n"
"          pfcctl watermark clear dev p1 pg 3\n"
"          pfcctl -j watermark show | jq '.ports[] | {dev, peak: .pg[3].peak}'\n",
};
