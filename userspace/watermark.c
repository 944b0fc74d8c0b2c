// SPDX-License-Identifier: GPL-2.0-only
/*
 * Watermarks: pfcctl watermark ...
 */
#include <stdlib.h>
#include "rows.h"
#include "select.h"
#include "setting.h"

/**
 * struct mark - a watermark
 * @attr: netlink attribute
 * @key: key in JSON
 * @head: column heading in text
 */
struct mark {
	uint16_t	attr;
	const char	*key;
	const char	*head;
};

static const struct mark pg_marks[] = {
	{ PFC_PG_STAT_PEAK, "peak", "occupancy" },
	{ PFC_PG_STAT_LIFETIME_PEAK, "lifetime_peak", "occupancy-lifetime" },
	{ PFC_PG_STAT_SHARED_PEAK, "shared_peak", "shared" },
	{ PFC_PG_STAT_SHARED_LIFETIME_PEAK, "shared_lifetime_peak", "shared-lifetime" },
	{ PFC_PG_STAT_HEADROOM_PEAK, "headroom_peak", "headroom" },
	{ PFC_PG_STAT_HEADROOM_LIFETIME_PEAK, "headroom_lifetime_peak", "headroom-lifetime" },
	{ 0 }
};

static const struct mark queue_marks[] = {
	{ PFC_QUEUE_STAT_PEAK, "peak", "backlog" },
	{ PFC_QUEUE_STAT_LIFETIME_PEAK, "lifetime_peak", "backlog-lifetime" },
	{ 0 }
};

/**
 * struct marked - a kind of object with watermarks
 * @kind: kind of counters that holds the values
 * @cleared: attribute of the time of the last clear
 * @key: JSON key, both of the array of objects and of the number of each object
 * @head: heading in text of the column with the number of the object
 * @marks: the watermarks; an empty entry ends the list
 */
static const struct marked {
	enum counter_kind	kind;
	uint16_t		cleared;
	const char		*key;
	const char		*head;
	const struct mark	*marks;
} marked[] = {
	{ COUNTERS_PG, PFC_PG_STAT_PEAK_CLEARED, "pg", "PG", pg_marks },
	{ COUNTERS_QUEUE, PFC_QUEUE_STAT_PEAK_CLEARED, "queue", "queue", queue_marks },
};

static bool any_mark(const struct mark *m, const uint64_t *values)
{
	for (; m->key; m++)
		if (values[m->attr])
			return true;
	return false;
}

/* Return: whether a table was printed */
static bool marks_text(const struct ctx *ctx, const struct port *port,
		       const struct marked *of)
{
	struct table table = { 0 };
	const struct mark *m;
	char buf[FORMAT_LEN];
	int id;

	table_row(&table);
	table_cell(&table, of->head);
	for (m = of->marks; m->key; m++)
		table_cell(&table, m->head);
	table_cell(&table, "since-clear");
	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		const uint64_t *values = port->counters[of->kind][id];

		if (!ctx->stats && !any_mark(of->marks, values))
			continue;
		table_row(&table);
		table_cell(&table, format_number(buf, id));
		for (m = of->marks; m->key; m++)
			table_cell(&table, raw_or(ctx, format_scaled_size)(buf, values[m->attr]));
		table_cell(&table, raw_or(ctx, format_time)(buf, time_since(values[of->cleared])));
	}
	if (table.rows == 1)
		return false;
	table_print(&table);
	return true;
}

static void port_text(const struct ctx *ctx, const struct port *port)
{
	bool any = false;
	size_t i;

	printf("%s:\n", port->name);
	for (i = 0; i < ARRAY_SIZE(marked); i++)
		any |= marks_text(ctx, port, &marked[i]);
	if (!any)
		puts("  all zero");
}

static void port_json(const struct port *port, struct json_object *to)
{
	const struct mark *m;
	size_t i;
	int id;

	for (i = 0; i < ARRAY_SIZE(marked); i++) {
		const struct marked *of = &marked[i];
		struct json_object *array = json_object_new_array();

		for (id = 0; id < PFC_PRIO_COUNT; id++) {
			const uint64_t *values = port->counters[of->kind][id];
			struct json_object *json = json_object_new_object();

			json_add_u64(json, of->key, id);
			for (m = of->marks; m->key; m++)
				json_add_u64(json, m->key, values[m->attr]);
			json_add_u64(json, "cleared_ns", values[of->cleared]);
			json_object_array_add(array, json);
		}
		json_object_object_add(to, of->key, array);
	}
}

static const struct view watermark_view = {
	.parts = PORT_STATS, .put_text = port_text, .put_json = port_json,
};

static void pool_text(const struct pool *p)
{
	char a[FORMAT_LEN], b[FORMAT_LEN], c[FORMAT_LEN], d[FORMAT_LEN];

	printf("pool %s: shared %s shared-lifetime %s headroom %s headroom-lifetime %s",
	       p->name, format_size(a, p->shared_peak), format_size(b, p->shared_lifetime_peak),
	       format_size(c, p->headroom_peak),
	       format_size(d, p->headroom_lifetime_peak));
	printf(" since-clear %s\n", format_time(a, time_since(p->cleared)));
}

static struct json_object *pools_json(const struct pools *pools)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < pools->n; i++) {
		struct json_object *json = json_object_new_object();
		const struct pool *p = &pools->list[i];

		json_add_name(json, "name", p->name);
		json_add_u64(json, "shared_peak", p->shared_peak);
		json_add_u64(json, "shared_lifetime_peak", p->shared_lifetime_peak);
		json_add_u64(json, "headroom_peak", p->headroom_peak);
		json_add_u64(json, "headroom_lifetime_peak", p->headroom_lifetime_peak);
		json_add_u64(json, "cleared_ns", p->cleared);
		json_object_array_add(array, json);
	}
	return array;
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
			json_object_object_add(json, "pools", pools_json(pools));
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
		return misuse(ctx, "dev: not given");
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
