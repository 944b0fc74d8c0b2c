/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * State shared by the threads of the hammer.
 */
#ifndef HAMMER_WORLD_H
#define HAMMER_WORLD_H

#include <pthread.h>
#include "kmod/port.h"
#include "kmod/change.h"
#include "kmod/message.h"
#include "kmod/net.h"
#include "kernel.h"
#include "rcu.h"

#define PORTS		4	/* the last one is detached and attached */
#define GROUPS		3
#define THREADS		4
#define LEN_MAX		9018
#define CELL_MAX	2048
#define CHARGE_MAX	(LEN_MAX + 3 * CELL_MAX)	/* of a packet of 3 frames */
#define POOLS		2	/* the first one always has ratio 1 */
#define OBJECTS		128	/* maximum number of ports, attached or not yet freed */

/* Cases that a run must cover */
enum goal {
	CHARGED, GUARANTEED, SHARED, BEHIND, LIMIT, POOL, FULL, XOFF, CONFIGURED,
	REFUSED, MOVED, RESIZED, BUSY, DETACHED, RESTS, PAUSED, GOALS,
};

/* Parameters of a phase of a run */
struct scene {
	const char	*name;
	int		threads;
	int		ports;
	int		groups;
};

/* A port until it is freed; held and refused have an entry for each thread */
struct object {
	struct pfc_port	*port;
	bool		attached;
	bool		pending;	/* the sender has to run */
	u8		xoff_sent;	/* XOFF mask of the last run of the sender */
	u32		cap[PFC_PRIOS];	/* maximum headroom between two changes */
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

/* Lock: threads hold it for reading while they work, the check at rest holds it for writing */
extern pthread_rwlock_t world;
extern pthread_mutex_t objects_lock;	/* protects objects and their xoff_sent */
extern bool over;
extern bool still;	/* threads charge and release nothing until the check at rest is done */
extern u64 changes;	/* changes of bounds; odd: a change is in progress */

/* put() - write a value that other threads read concurrently */
#define put(x, value)	__atomic_store_n(&(x), value, __ATOMIC_RELAXED)

/* world.c */
void random_init(u64 who);
u32 random_below(u32 below);
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
