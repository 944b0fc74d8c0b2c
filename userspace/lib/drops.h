/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters of dropped packets.
 */
#ifndef DROPS_H
#define DROPS_H

#include "model.h"

/**
 * struct drop - a counter of dropped packets
 * @stat: its attribute; 0 ends a list
 * @name: its key in JSON
 * @cause: why lossless packets were dropped; NULL: only lossy packets are
 */
struct drop {
	int		stat;
	const char	*name;
	const char	*cause;
};

/* The drops of each kind of object.  Those of queues are the ones that no PG counts. */
extern const struct drop *const drop_kinds[COUNTER_KINDS];

uint64_t sum_drops(const struct port *port, enum counter_kind kind, int id, bool lossless);
uint64_t queue_drops(const struct port *port, int prio);
uint64_t pg_drops(const struct port *port, int id);
uint64_t port_drops(const struct port *port);

#endif /* DROPS_H */
