/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The queues of a deadlock, as the kernel reports them.
 */
#ifndef DEADLOCK_H
#define DEADLOCK_H

#include <net/if.h>
#include "model.h"

#define CYCLE_MAX	32	/* queues of a deadlock in an event */

/**
 * struct cycle - an egress queue of a deadlock
 * @ifindex: ifindex of the port, 0: the kernel does not name the port
 * @ifname: name of the port, empty: the kernel does not name the port
 * @prio: the priority
 * @other_netns: the port is in another namespace
 * @netnsid: nsid of that namespace
 * @has_nsid: @netnsid is valid
 */
struct cycle {
	uint32_t	ifindex;
	char		ifname[IFNAMSIZ];
	uint8_t		prio;
	bool		other_netns;
	uint32_t	netnsid;
	bool		has_nsid;
};

extern const struct field cycle_fields[];

#endif /* DEADLOCK_H */
