// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of the queues of a deadlock, in the order in which they wait for each other.
 */
#include "monitor.h"
#include "output.h"
#include "print.h"

/* Print the queues of a deadlock as text */
void cycle_print(const struct event *e)
{
	size_t i;

	printf(" of %zu queues:", e->n_cycle);
	for (i = 0; i < e->n_cycle; i++) {
		const struct cycle *cycle = &e->cycle[i];

		printf("%s ", i ? " >" : "");
		if (*cycle->netns) {
			text_put(stdout, cycle->netns);
			putchar(':');
		}
		text_put(stdout, cycle->ifname);
		printf(" prio %u", cycle->prio);
	}
}

/* Build a JSON array of the queues of a deadlock.  Return: the array */
struct json_object *cycle_json(const struct event *e)
{
	struct json_object *array = json_object_new_array(), *json;
	size_t i;

	for (i = 0; i < e->n_cycle; i++) {
		const struct cycle *cycle = &e->cycle[i];

		json = json_object_new_object();
		json_add_name(json, "dev", cycle->ifname);
		json_add_u64(json, "ifindex", cycle->ifindex);
		json_add_u64(json, "prio", cycle->prio);
		json_add_bool(json, "other_netns", cycle->other);
		json_add_name(json, "netns", cycle->netns);
		json_object_array_add(array, json);
	}
	return array;
}
