// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports of the hammer, random numbers, and stubs of the functions that the module calls.
 */
#include <sched.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>
#include "world.h"

struct object objects[OBJECTS];
struct object *current[PORTS];
struct pfc_net net_of_all;
struct pfc_pool *pools[POOLS];
unsigned long met[GOALS];
const struct scene *scene;
pthread_rwlock_t world;
pthread_mutex_t objects_lock = PTHREAD_MUTEX_INITIALIZER;
bool over;
bool still;
u64 changes;

/* ---- random numbers ----------------------------------------------------- */

u64 seed = 1;
static _Thread_local u64 state = 1;

void random_init(u64 who)
{
	state = seed * 0x9e3779b97f4a7c15 + who * 0xbf58476d1ce4e5b9 + 1;
}

u32 random_below(u32 below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 16) % below;
}

void wobble(void)
{
	u32 how = random_below(256);
	volatile int i;

	if (how < 3)
		sched_yield();
	else if (how < 16)
		for (i = 0; i < 20 << (how & 7); i++)
			;
}

void linger(void)
{
	int i;

	for (i = 0; i < 8; i++)
		wobble();
	sched_yield();
}

void nap(u32 us)
{
	struct timespec time = { .tv_nsec = us * 1000 };

	nanosleep(&time, NULL);
}

void taken(const atomic_long_t *used, unsigned long after)
{
	const struct pfc_part *part = container_of(used, struct pfc_part, used);

	if (after > READ_ONCE(part->size) && !random_below(6))
		nap(60);
}

void hammer_fail(const char *file, int line, const char *condition,
		 const char *format, ...)
{
	va_list args;

	flockfile(stderr);
	fprintf(stderr, "%s:%d: not true: %s\n    ", file, line, condition);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n    %s, seed %llu\n", scene ? scene->name : "", seed);
	_exit(1);
}

/* ---- functions that the module calls ------------------------------------ */

struct object *object_of(const struct pfc_port *port)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		if (READ_ONCE(objects[i].port) == port)
			return &objects[i];
	return NULL;
}

void kfree(void *p)
{
	struct object *object = p ? object_of(p) : NULL;
	int i, pg;

	if (object) {
		for (pg = 0; pg < PFC_PRIOS; pg++)
			for (i = 0; i < THREADS; i++)
				require(!READ_ONCE(object->held[i][pg]),
					"freed while %lld bytes are charged",
					object->held[i][pg]);
		memset(object, 0, sizeof(*object));
	}
	free(p);
}

struct pfc_net *pfc_net_of(const struct net *n)
{
	return &net_of_all;
}

void pfc_sender_kick(struct pfc_port *port)
{
	struct object *object = object_of(port);

	wobble();
	if (object)
		__atomic_store_n(&object->pending, true, __ATOMIC_SEQ_CST);
}

/* Priorities for which the sender would send XOFF now */
u8 wanted(const struct pfc_port *port)
{
	u8 prios = 0;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (pfc_use_unpack(atomic64_read(&port->groups[pg].use)).xoff)
			prios |= BIT(pg);
	return prios;
}

void sender_runs(struct object *object)
{
	if (__atomic_exchange_n(&object->pending, false, __ATOMIC_SEQ_CST))
		object->xoff_sent = wanted(object->port);
}

unsigned int pfc_ingress(void *priv, struct sk_buff *skb,
			 const struct nf_hook_state *nf_state)
{
	return 0;
}

void pfc_sender_overrun(struct pfc_port *port, u8 pg) { }
void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta) { }
void pfc_recorder_init(struct pfc_recorder *recorder) { }
struct pfc_port *pfc_slab_port(void) { return aligned_zalloc(sizeof(struct pfc_port)); }

struct pfc_config *pfc_slab_config(const struct pfc_config *config)
{
	struct pfc_config *new = aligned_zalloc(sizeof(*new));

	if (new && config)
		*new = *config;
	return new;
}

void pfc_receiver_configure(struct pfc_port *port, u8 obey) { }
void pfc_leaves_idle(const struct pfc_port *port) { }
void pfc_leaves_configure(struct pfc_port *port, const struct pfc_config *config) { }
bool pfc_leaves_follow_pool(struct pfc_port *port, const struct pfc_pool *pool) { return false; }
struct pfc_port *pfc_port_of(const struct net_device *dev) { return NULL; }
void pfc_qdisc_detach(struct Qdisc *sch) { }
void pfc_flood_prepare(void) { }
void pfc_sender_repeat(struct pfc_port *port) { }
void pfc_impair_detach(struct pfc_port *port) { }

int pfc_impair_check(const struct pfc_port *port, const struct pfc_config *config,
		     struct pfc_ack *extack)
{
	return 0;
}

void pfc_link_read(struct pfc_port *port) { }
int pfc_guard_add(struct net_device *dev) { return 0; }
void pfc_guard_del(struct net_device *dev) { }
int pfc_guards_start(struct net *net, const struct net_device *port_dev) { return 0; }
void pfc_guards_stop(struct net *net) { }
int pfc_quota_port(struct net *net, struct netlink_ext_ack *extack) { return 0; }
void pfc_quota_port_put(struct net *net) { }
struct Qdisc noop_qdisc;
u32 pfc_port_speed(const struct pfc_port *port, const struct pfc_config *config) { return 10000; }
u8 pfc_speed_source(const struct pfc_port *port, const struct pfc_config *config)
{
	return PFC_SPEED_SOURCE_ASSUMED;
}

u32 pfc_link_headroom(const struct pfc_port *port, const struct pfc_config *config)
{
	return 10000;
}

void pfc_receiver_init(struct pfc_receiver *receiver) { }
void pfc_sender_init(struct pfc_port *port) { }
void pfc_sender_kill(struct pfc_port *port) { }
void pfc_sender_stop(struct pfc_port *port) { }
void pfc_watchdog_init(struct pfc_port *port) { }
void pfc_watchdog_stop(struct pfc_port *port) { }
void pfc_watchdog_configure(struct pfc_port *port) { }
