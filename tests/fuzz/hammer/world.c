// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ports as the hammer knows them, chance, and what the module calls.
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

/* ---- chance ------------------------------------------------------------- */

u64 seed = 1;
static _Thread_local u64 state = 1;

void chance_begins(u64 who)
{
	state = seed * 0x9e3779b97f4a7c15 + who * 0xbf58476d1ce4e5b9 + 1;
}

u32 chance(u32 below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 16) % below;
}

void wobble(void)
{
	u32 how = chance(256);
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

void hammer_fail(const char *file, int line, const char *what,
		 const char *format, ...)
{
	va_list args;

	flockfile(stderr);
	fprintf(stderr, "%s:%d: not true: %s\n    ", file, line, what);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n    %s, seed %llu\n", scene ? scene->name : "", seed);
	_exit(1);
}

/* ---- what the module calls ---------------------------------------------- */

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

/* What a run of the sender would tell the peer */
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
		object->told = wanted(object->port);
}

unsigned int pfc_ingress(void *priv, struct sk_buff *skb,
			 const struct nf_hook_state *nf_state)
{
	return 0;
}

void pfc_sender_overrun(struct pfc_port *port, u8 pg) { }
void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta) { }
void pfc_receiver_configure(struct pfc_port *port, u8 obey) { }
void pfc_qdisc_configure(struct Qdisc *sch, const struct pfc_config *config) { }
struct pfc_port *pfc_port_of(const struct net_device *dev) { return NULL; }
void pfc_qdisc_detach(struct Qdisc *sch) { }
void pfc_flood_prepare(void) { }
void pfc_sender_repeat(struct pfc_port *port) { }
void pfc_receiver_init(struct pfc_receiver *receiver) { }
void pfc_sender_init(struct pfc_port *port) { }
void pfc_sender_kill(struct pfc_port *port) { }
void pfc_sender_stop(struct pfc_port *port) { }
void pfc_storms_init(struct pfc_port *port) { }
void pfc_storms_stop(struct pfc_port *port) { }
void pfc_storms_configure(struct pfc_port *port) { }
