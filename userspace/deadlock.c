// SPDX-License-Identifier: GPL-2.0-only
/*
 * The queues of a deadlock in an event.
 */
#include "monitor.h"
#include "print.h"

/**
 * cycle_read() - read a queue of a deadlock
 * @attr: the nest %PFC_A_CYCLE
 * @e: the event, to which the queue is added
 *
 * Return: false if the attribute is malformed.
 */
bool cycle_read(const struct nlattr *attr, struct event *e)
{
	const struct nlattr *nested;
	struct cycle *cycle;

	if (e->n_cycle == CYCLE_MAX)
		return true;
	cycle = &e->cycle[e->n_cycle++];
	*cycle = (struct cycle){ 0 };
	mnl_attr_for_each_nested(nested, attr) {
		if (mnl_attr_get_type(nested) == PFC_CYCLE_A_NETNSID)
			cycle->has_nsid = true;
		if (!field_read(cycle_fields, nested, cycle))
			return false;
	}
	return true;
}

/* Print the queues of a deadlock, in the order in which they wait for each other */
void cycle_print(const struct event *e)
{
	size_t i;

	printf(" of %u queues:", e->count);
	for (i = 0; i < e->n_cycle; i++) {
		const struct cycle *cycle = &e->cycle[i];

		printf("%s %s", i ? " >" : "", cycle->ifname[0] ? cycle->ifname : "?");
		if (cycle->has_nsid)
			printf(" (nsid %u)", cycle->netnsid);
		else if (cycle->other_netns)
			printf(" (other netns)");
		printf(" prio %u", cycle->prio);
	}
	if (e->n_cycle < e->count)
		printf(" > ...");
}

/* Build a JSON array of the queues of a deadlock.  Return: the array */
struct json_object *cycle_json(const struct event *e)
{
	struct json_object *array = json_object_new_array(), *json;
	size_t i;

	for (i = 0; i < e->n_cycle; i++) {
		const struct cycle *cycle = &e->cycle[i];

		json = json_object_new_object();
		/* The kernel does not name the ports of other users */
		if (cycle->ifname[0])
			json_add_name(json, "dev", cycle->ifname);
		else
			json_object_object_add(json, "dev", NULL);
		json_object_object_add(json, "ifindex", cycle->ifindex ?
				       json_object_new_int64(cycle->ifindex) : NULL);
		json_add_u64(json, "prio", cycle->prio);
		json_add_bool(json, "other_netns", cycle->other_netns);
		json_object_object_add(json, "netnsid", cycle->has_nsid ?
				       json_object_new_int64(cycle->netnsid) : NULL);
		json_object_array_add(array, json);
	}
	return array;
}
