// SPDX-License-Identifier: GPL-2.0-only
/*
 * Egress queues: pfcctl queue ...
 */
#include "print.h"
#include "setting.h"

static const struct setting queue_settings[] = {
	SETTING_DEV,
	SETTING_QUEUES,
	{
		.name = "limit", .read = read_queue_value,
		.attr = PFC_QUEUE_A_LIMIT, .parse = parse_size,
		.format = format_size, .what = A_SIZE, .zero = "none",
		.min = 1, .max = PFC_SIZE_MAX,
	},
	SETTING_ALPHA(read_queue_value, PFC_QUEUE_A_ALPHA),
	{ 0 }
};

static void show_text(const struct ctx *ctx, const struct port *port)
{
	struct table table = { 0 };
	char buf[FORMAT_LEN];
	unsigned int i;

	table_row(&table);
	table_cell(&table, "queue");
	table_cell(&table, "limit");
	table_cell(&table, "alpha");
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		const struct queue *queue = &port->queues[i];

		table_row(&table);
		table_cell(&table, format_number(buf, i));
		table_cell(&table, queue->limit ? format_size(buf, queue->limit) :
						  "none");
		table_cell(&table, format_alpha(buf, queue->alpha));
	}
	printf("%s:\n", port->name);
	table_print(&table);
	if (ctx->stats)
		counters_print(ctx, port, COUNTERS_QUEUE);
}

static void show_json(const struct ctx *ctx, const struct port *port,
		      struct json_object *to)
{
	struct json_object *array = json_object_new_array();
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		struct json_object *queue = json_object_new_object();

		json_add_u64(queue, "queue", i);
		if (port->queues[i].limit)
			json_add_u64(queue, "limit", port->queues[i].limit);
		else
			json_object_object_add(queue, "limit", NULL);
		json_add_u64(queue, "alpha_64ths", port->queues[i].alpha);
		json_object_array_add(array, queue);
	}
	json_object_object_add(to, "queue", array);
	if (ctx->stats)
		json_object_object_add(to, "stats",
				       counters_json(port, COUNTERS_QUEUE));
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
	return change_run(ctx, args, queue_settings);
}

static const struct command queue_commands[] = {
	{ "show", queue_show },
	{ "set", queue_set },
	{ 0 }
};

const struct object queue_object = {
	.name = "queue",
	.commands = queue_commands,
	.help =
"Usage: pfcctl queue set dev DEV queue QUEUE|all [limit SIZE|none] [alpha A|off]\n"
"       pfcctl queue show [dev DEV]\n"
"The egress queue of a priority drops a lossy packet that came in by a port\n"
"         limit SIZE  if it would hold more\n"
"         alpha A     if it would hold more than A times what is free in the\n"
"                     shared part of the packet's pool, 1/64 to 8\n"
"Lossless packets are not concerned; what this host sends has the queue-limit of\n"
"the port (pfcctl port help).\n"
"Examples: pfcctl queue set dev p3 queue 0 limit 1M\n"
"          pfcctl queue set dev p3 queue all alpha 1/2\n"
"          pfcctl -s queue show dev p3\n",
};
