// SPDX-License-Identifier: GPL-2.0-only
/*
 * Limits and ECN marking of egress queues: pfcctl queue ...
 */
#include "fix.h"
#include "print.h"
#include "setting.h"

static void table_queue(struct table *table, unsigned int id, const struct queue *queue)
{
	char buf[FORMAT_LEN];

	table_row(table);
	table_cell(table, format_number(buf, id));
	table_cell(table, queue->limit ? format_size(buf, queue->limit) : "none");
	table_cell(table, format_alpha(buf, queue->alpha));
	table_cell(table, format_size(buf, queue->ecn_kmin));
	table_cell(table, queue->ecn_kmax ? format_size(buf, queue->ecn_kmax) : "off");
	table_cell(table, format_probability(buf, queue->ecn_pmax));
}

static void show_text(const struct ctx *ctx, const struct port *port)
{
	static const char *const head[] = {
		"queue", "limit", "alpha", "ecn-kmin", "ecn-kmax", "ecn-pmax",
	};
	struct table table = { 0 };
	unsigned int i;

	table_row(&table);
	for (i = 0; i < ARRAY_SIZE(head); i++)
		table_cell(&table, head[i]);
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		table_queue(&table, i, &port->queues[i]);
	printf("%s:\n", port->name);
	table_print(&table);
	stats_text(ctx, port, COUNTERS_QUEUE);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		struct json_object *json = json_object_new_object();
		const struct queue *queue = &port->queues[i];

		json_add_u64(json, "queue", i);
		json_add_u64_or_null(json, "limit", queue->limit);
		json_add_u64(json, "alpha_64ths", queue->alpha);
		json_add_u64(json, "ecn_kmin", queue->ecn_kmin);
		json_add_u64_or_null(json, "ecn_kmax", queue->ecn_kmax);
		json_add_u64(json, "ecn_pmax_millionths", queue->ecn_pmax);
		json_object_array_add(array, json);
	}
	json_object_object_add(to, "queue", array);
	stats_json(ctx, port, COUNTERS_QUEUE, to);
}

static int queue_show(struct ctx *ctx, struct args *args)
{
	static const struct view view = {
		PORT_CONFIG, PORT_CONFIG | PORT_STATS, show_text, show_json,
	};

	return view_run(ctx, args, &view);
}

static int queue_set(struct ctx *ctx, struct args *args)
{
	const unsigned int both = 1U << PFC_QUEUE_A_ECN_KMIN | 1U << PFC_QUEUE_A_ECN_KMAX;
	char kmin[FORMAT_LEN], kmax[FORMAT_LEN];
	const uint64_t *value;
	struct change c;
	int err;

	err = change_read(ctx, args, queue_settings, &c);
	if (err)
		return err;
	value = c.queue.value;
	if ((c.queue.set & both) == both && value[PFC_QUEUE_A_ECN_KMAX] &&
	    value[PFC_QUEUE_A_ECN_KMIN] > value[PFC_QUEUE_A_ECN_KMAX])
		return fail(fixed_by(ctx, "lower ecn-kmin, or raise ecn-kmax"),
			    "ecn-kmin: %s is above ecn-kmax %s",
			    format_size(kmin, value[PFC_QUEUE_A_ECN_KMIN]),
			    format_size(kmax, value[PFC_QUEUE_A_ECN_KMAX]));
	return change_send(ctx, &c);
}

static const struct command queue_commands[] = {
	{ "show", queue_show },
	{ "set", queue_set },
	{ 0 }
};

const struct object queue_object = {
	.name = "queue",
	.commands = queue_commands,
	.settings = queue_settings,
	.help =
"Usage: pfcctl queue set dev DEV queue QUEUE|all SETTING ...\n"
"       pfcctl queue show [dev DEV]\n"
"SETTING: limit SIZE|none    drop a lossy packet if it makes the queue larger than this,\n"
"                            1-1G (none)\n"
"         alpha A|off        drop a lossy packet if it makes the queue larger than A times\n"
"                            the free shared part of its pool, A 1/64 to 8 (off)\n"
"         ecn-kmin SIZE      queue size above which packets may be marked CE (0)\n"
"         ecn-kmax SIZE|off  queue size above which all packets are marked CE (off)\n"
"         ecn-pmax PERCENT   marking probability just below ecn-kmax; it rises from 0% at\n"
"                            ecn-kmin, 0%-100% (100%)\n"
"Only ECN-capable packets are marked. Where a packet that is not ECN-capable would be\n"
"marked, it is dropped if it is lossy. limit and alpha do not apply to lossless packets.\n"
"Packets that this host sends have the queue-limit of the port (pfcctl port help).\n"
"Examples: pfcctl queue set dev p3 queue 0 limit 1M\n"
"          pfcctl queue set dev p3 queue all alpha 1/2\n"
"          pfcctl queue set dev p3 queue 3 ecn-kmin 5K ecn-kmax 200K ecn-pmax 1%\n"
"          pfcctl queue set dev p3 queue 3 ecn-kmax off\n"
"          pfcctl -s queue show dev p3\n",
};
