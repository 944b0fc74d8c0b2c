/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the threads of the hammer share.
 */
#ifndef HAMMER_WORLD_H
#define HAMMER_WORLD_H

#include <pthread.h>
#include "kmod/port.h"
#include "kernel.h"
#include "rcu.h"

#define PORTS		4	/* the last of which comes and goes */
#define GROUPS		3
#define THREADS		4
#define LEN_MAX		9018
#define POOLS		2	/* the first has no ratio but 1 */
#define OBJECTS		128	/* ports at a time, attached or not */

/* What a whole run must have come across */
enum goal {
	CHARGED, GUARANTEED, SHARED, BEHIND, LIMIT, POOL, FULL, XOFF, CONFIGURED,
	REFUSED, MOVED, RESIZED, BUSY, DETACHED, RESTS, PAUSED, GOALS,
};

/* How a time of hammering goes */
struct scene {
	const char	*name;
	int		threads;
	int		ports;
	int		groups;
};

/* A port, until it is freed; sums and refusals are those of each thread */
struct object {
	struct pfc_port	*port;
	bool		attached;
	bool		pending;	/* the sender is to run */
	u8		told;		/* what it said then */
	u32		cap[PFC_PRIOS];	/* headroom, at any time between two changes */
	s64		held[THREADS][PFC_PRIOS];
	s64		refused[THREADS][PFC_PRIOS];
};

extern struct object objects[OBJECTS];
extern struct object *current[PORTS];
extern struct pfc_net net_of_all;
extern struct pfc_pool *pools[POOLS];
extern unsigned long met[GOALS];
extern const struct scene *scene;
extern u64 seed;

/* Everybody holds it for reading while at work, and one for writing at rest */
extern pthread_rwlock_t world;
extern pthread_mutex_t objects_lock;	/* and what was told */
extern bool over;
extern bool still;	/* no more packets until the world has been looked at */
extern u64 changes;	/* of what the watcher knows bounds by; odd: under way */

/* put() - write what other threads read, without delay */
#define put(x, value)	__atomic_store_n(&(x), value, __ATOMIC_RELAXED)

/* world.c */
void chance_begins(u64 who);
u32 chance(u32 below);
void nap(u32 us);
struct object *object_of(const struct pfc_port *port);
u8 wanted(const struct pfc_port *port);
void sender_runs(struct object *object);

/* check.c */
u32 cap_of(const struct pfc_pg_limits *limits);
void watch(void);
void rest(bool end);

/* change.c */
void attach(int n);
void detach(int n);
void *changer(void *arg);

#endif /* HAMMER_WORLD_H */
