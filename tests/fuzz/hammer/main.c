// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several threads charge and release packets concurrently.  Another thread changes
 * thresholds and pools, moves groups between pools, and detaches and attaches a port.  The
 * unmodified attach.c, charge.c, change.c, config.c, pool.c, pools.c and validate.c
 * run, and their results are compared with the packets that each thread holds.
 *
 *	hammer SEED SECONDS
 *
 * With FUZZ_GOALS in the environment, a run that has not met all goals fails.
 * The main thread is the watcher, which checks bounds all the time.  After each change, all
 * threads stop without releasing their packets, and the changing thread compares all sums
 * exactly.  The seed determines the actions of each thread, but not their interleaving.
 */
#include <time.h>
#include "world.h"

#define PACKETS		256	/* maximum that a thread holds */
#define BURST		64	/* charges and releases under one read lock of the world */

/* Phases of a run */
static const struct scene scenes[] = {
	{ "2 threads, 1 port, 1 group", 2, 1, 1 },
	{ "2 threads, 4 ports, 3 groups", 2, PORTS, GROUPS },
	{ "4 threads, 1 port, 1 group", 4, 1, 1 },
	{ "4 threads, 4 ports, 3 groups", 4, PORTS, GROUPS },
};

static const char *const goals[GOALS] = {
	[CHARGED] = "charged", [GUARANTEED] = "charged below the guarantee",
	[SHARED] = "charged to the shared part", [BEHIND] = "charged to the headroom",
	[LIMIT] = "drop: limit", [POOL] = "drop: pool", [FULL] = "drop: headroom",
	[XOFF] = "XOFF", [CONFIGURED] = "thresholds changed",
	[REFUSED] = "thresholds rejected", [MOVED] = "group with packets moved",
	[RESIZED] = "pool resized",
	[BUSY] = "pool resize rejected, pool in use",
	[DETACHED] = "port with packets detached",
	[RESTS] = "check at rest", [PAUSED] = "port with PAUSE",
};

struct packet {
	struct object	*object;
	u32		len;
	u8		pg;
};

static void add(s64 *sum, s64 value)
{
	__atomic_store_n(sum, *sum + value, __ATOMIC_RELAXED);
}

/* Some lengths differ by 1, so that a single byte may remain after a wrong release */
static const u32 lengths[] = {
	60, 60, 60, 61, 61, 99, 576, 1042, 1043, 1500, 1514, 1518, 3000, LEN_MAX,
};

static bool charge(int me, struct packet *packet)
{
	struct object *object = READ_ONCE(current[random_below(scene->ports)]);
	struct pfc_port *port;
	bool admitted, whole;

	if (!object)
		return false;
	/* as in the module, the lookup by id fails if the port was detached meanwhile */
	port = READ_ONCE(object->port);
	if (!port || pfc_port_lookup(port->id) != port)
		return false;
	*packet = (struct packet) {
		.object = object,
		.len = lengths[random_below(ARRAY_SIZE(lengths))],
		.pg = random_below(scene->groups),
	};
	/* As for a GSO packet: a refused one is not counted */
	whole = !random_below(4);
	if (whole)
		admitted = pfc_charge_whole(port, packet->pg, &packet->len,
					    packet->len / 3 + 1, 0);
	else
		admitted = pfc_charge(port, packet->pg, &packet->len, 0) == PFC_DROP_NONE;
	if (admitted)
		add(&object->held[me][packet->pg], packet->len);
	else if (!whole)
		add(&object->refused[me][packet->pg], 1);
	return admitted;
}

static void release(int me, struct packet *packet)
{
	struct object *object = packet->object;

	/* held[] first: pfc_release() may free the port, and kfree() requires held[] to be 0 */
	add(&object->held[me][packet->pg], -(s64)packet->len);
	pfc_release(object->port, packet->pg, packet->len);
}

static void *hammer(void *arg)
{
	struct packet packets[PACKETS];
	int me = (intptr_t)arg, n = 0, i;
	bool fill = true;

	rcu_thread(me);
	random_init(me + scene->threads * 100 + scene->ports * 10);
	while (!READ_ONCE(over)) {
		pthread_rwlock_rdlock(&world);
		for (i = 0; i < BURST && !READ_ONCE(still); i++) {
			if (!random_below(100))
				fill = !fill;
			rcu_read_lock();
			if (n < PACKETS && (!n || random_below(4) < (fill ? 3 : 1))) {
				n += charge(me, &packets[n]);
			} else {
				int which = random_below(n);

				release(me, &packets[which]);
				packets[which] = packets[--n];
			}
			rcu_read_unlock();
		}
		pthread_rwlock_unlock(&world);
	}
	pthread_rwlock_rdlock(&world);
	while (n) {
		rcu_read_lock();
		release(me, &packets[--n]);
		rcu_read_unlock();
	}
	pthread_rwlock_unlock(&world);
	return NULL;
}

static u64 now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

static void play(u32 ms)
{
	u64 until = now_ms() + ms;
	pthread_t threads[THREADS + 1];
	int i;

	over = false;
	for (i = 0; i < scene->threads; i++)
		pthread_create(&threads[i], NULL, hammer, (void *)(intptr_t)i);
	pthread_create(&threads[i], NULL, changer, NULL);
	while (now_ms() < until) {
		watch();
		nap(random_below(200));
	}
	put(over, true);
	for (i = 0; i <= scene->threads; i++)
		pthread_join(threads[i], NULL);
	rest(true);
	printf("%s: %lu checks at rest\n", scene->name, met[RESTS]);
}

int main(int argc, char **argv)
{
	static const struct pfc_pool_set other = { .size = 200000, .ratio = 1 };
	const int count = ARRAY_SIZE(scenes);
	const char *wanted_goals = getenv("FUZZ_GOALS");
	pthread_rwlockattr_t attr;
	bool missed = false;
	int i;

	if (argc != 3)
		return 2;
	seed = strtoull(argv[1], NULL, 0);
	random_init(1000);
	pthread_rwlockattr_init(&attr);
	pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&world, &attr);

	rtnl_lock();
	INIT_LIST_HEAD(&net_of_all.profiles);
	require(!pfc_pools_init(&net_of_all), "no memory");
	require(!pfc_pools_add(&net_of_all, "other", &other), "no memory");
	pools[0] = pfc_pools_find(&net_of_all, (void *)PFC_DEFAULT_POOL, NULL);
	pools[1] = pfc_pools_find(&net_of_all, (void *)"other", NULL);
	for (i = 0; i < PORTS; i++)
		attach(i);
	rtnl_unlock();
	for (scene = scenes; scene < scenes + count; scene++)
		play(atoi(argv[2]) * 1000 / count);
	scene = NULL;
	rtnl_lock();
	for (i = 0; i < PORTS; i++)
		detach(i);
	rcu_callbacks();
	for (i = 0; i < OBJECTS; i++)
		require(!objects[i].port, "port not freed");
	require(pfc_pool_unused(pools[0]) && pfc_pool_unused(pools[1]), "pools in use");
	pfc_pools_exit(&net_of_all);
	rtnl_unlock();
	for (i = 0; wanted_goals && *wanted_goals && i < GOALS; i++)
		if (!met[i]) {
			fprintf(stderr, "never met: %s\n", goals[i]);
			missed = true;
		}
	return missed;
}
