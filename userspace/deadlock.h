/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deadlocks: queues of ports that wait for each other in a cycle.
 */
#ifndef DEADLOCK_H
#define DEADLOCK_H

#include <net/if.h>
#include "netns.h"

struct ctx;
struct event;
struct filter;
struct json_object;

/**
 * struct cycle - an egress queue of a deadlock
 * @netns: name of the network namespace of the port; "": the one of the tool without -n
 * @other: it is another namespace than the one of the tool
 * @ifname: name of the port
 * @ifindex: ifindex of the port
 * @prio: the priority
 * @since: CLOCK_MONOTONIC time at which its pause began, ns
 */
struct cycle {
	char		netns[NETNS_NAME_LEN];
	bool		other;
	char		ifname[IFNAMSIZ];
	uint32_t	ifindex;
	uint8_t		prio;
	uint64_t	since;
};

/* deadlock.c */
int deadlock_monitor(struct ctx *ctx, const struct filter *filter);

/* cycle_print.c */
void cycle_print(const struct event *e);
struct json_object *cycle_json(const struct event *e);

#endif /* DEADLOCK_H */
