// SPDX-License-Identifier: GPL-2.0-only
/*
 * Limits and ECN marking of egress queues: pfcctl queue ...
 */
#include "change.h"
#include "fix.h"
#include "help_generated.h"
#include "view.h"

static const struct parts queues = {
	.key = "queue", .head = "queue", .text = queue_text_rows, .json = queue_json_rows,
	.offset = offsetof(struct port, queues), .size = sizeof(struct queue),
};

static const struct view queue_view = {
	.parts = PORT_CONFIG, .objects = &queues,
	.stats = &counter_kinds[COUNTERS_QUEUE], .stats_text = true,
};

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
	{ "show", NULL },
	{ "set", queue_set },
	{ 0 }
};

const struct object queue_object = {
	.name = "queue",
	.commands = queue_commands,
	.view = &queue_view,
	.show_set = show_set,
	.settings = queue_settings,
	.help =
"Usage: pfcctl queue set dev DEV queue QUEUE|all SETTING ...\n"
"       pfcctl queue show [dev DEV]\n"
QUEUE_SETTINGS_HELP
"Only ECN-capable packets are marked. Where a packet that is not ECN-capable would be\n"
"marked, it is dropped if it is lossy. limit and alpha do not apply to lossless packets.\n"
"Packets that this host sends have the queue-limit of the port (pfcctl port help).\n"
"Examples: pfcctl queue set dev p3 queue 0 limit 1M\n"
"          pfcctl queue set dev p3 queue all alpha 1/2\n"
"          pfcctl queue set dev p3 queue 3 ecn-kmin 5K ecn-kmax 200K ecn-pmax 1%\n"
"          pfcctl queue set dev p3 queue 3 ecn-kmax off\n"
"          pfcctl -s queue show dev p3\n",
};
