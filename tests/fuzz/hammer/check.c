// SPDX-License-Identifier: GPL-2.0-only
/*
 * Invariants: bounds that hold while all threads work, and exact sums at rest.
 */
#include "world.h"

/* Maximum headroom of a group in a pool without oversubscription */
u32 cap_of(const struct pfc_pg_limits *limits)
{
	return limits->lossless ? limits->headroom : 0;
}

static void watch_part(const struct pfc_part *part, u64 before)
{
	unsigned long size = READ_ONCE(part->size);
	unsigned long used = atomic_long_read(&part->used);

	/*
	 * A thread charges a packet before it checks the size, so each thread may exceed the size
	 * by one packet.  This bound does not hold during a change: one that was in progress at
	 * @before, or one that has begun since.
	 */
	require(before & 1 || used <= size + scene->threads * CHARGE_MAX ||
		before != __atomic_load_n(&changes, __ATOMIC_SEQ_CST), "%lu of %lu", used, size);
}

/* Checks the parts of the pools and the headroom of each group while all threads work */
void watch(void)
{
	u64 before = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
	struct pfc_port *port;
	u32 cap, headroom;
	int i, pg;

	pthread_mutex_lock(&objects_lock);
	for (i = 0; i < POOLS; i++) {
		watch_part(&pools[i]->shared, before);
		watch_part(&pools[i]->headroom, before);
	}
	for (i = 0; i < OBJECTS; i++) {
		port = READ_ONCE(objects[i].port);
		if (!port)
			continue;
		sender_runs(&objects[i]);
		for (pg = 0; pg < PFC_PRIOS; pg++) {
			headroom = pfc_use_unpack(atomic64_read(&port->groups[pg].use)).headroom;
			cap = READ_ONCE(objects[i].cap[pg]);
			require(headroom <= cap ||
				before != __atomic_load_n(&changes, __ATOMIC_SEQ_CST),
				"headroom %u of %u", headroom, cap);
		}
	}
	pthread_mutex_unlock(&objects_lock);
}

static void rest_xoff(const struct pfc_pg_limits *limits, struct pfc_use use, u32 shared)
{
	require(!use.xoff || pfc_use_sum(use), "empty group in XOFF");
	require(!use.xoff || limits->lossless, "lossy group in XOFF");
	require(use.xoff || !limits->lossless || !use.headroom,
		"no XOFF, headroom %u", use.headroom);
	require(use.xoff || !limits->lossless || limits->alpha ||
		shared <= limits->xoff, "no XOFF, %u of %u", shared, limits->xoff);
}

/* Sums over the groups and queues of a pool; no packet is charged by a queue */
struct sums {
	u64			shared;
	u64			headroom;
	struct pfc_demand	reserved;
	u32			pgs;
	u32			queues;
};

static struct sums *sums_of(struct sums *sums, const struct pfc_pool *pool)
{
	int i;

	for (i = 0; i < POOLS; i++)
		if (pools[i] == pool)
			return &sums[i];
	require(false, "no pool");
}

static void rest_counts(const struct object *object, int pg, struct pfc_use use)
{
	struct pfc_group *group = &object->port->groups[pg];
	struct pfc_peaks peaks = group->before;
	s64 held = 0, refused = 0, drops = 0;
	int i;

	for (i = 0; i < THREADS; i++) {
		held += object->held[i][pg];
		refused += object->refused[i][pg];
	}
	for (i = 0; i < PFC_DROPS; i++)
		drops += atomic_long_read(&group->drops[i]);
	require(pfc_use_sum(use) == held, "group %d holds %u, threads %lld", pg,
		pfc_use_sum(use), held);
	require(drops == refused, "group %d: %lld drops, %lld refusals", pg, drops, refused);
	rtnl_lock();
	pfc_group_peaks(group, &peaks, false);
	rtnl_unlock();
	require(peaks.sum >= held && peaks.headroom >= use.headroom,
		"peaks %u, %u, holds %lld", peaks.sum, peaks.headroom, held);
	met[CHARGED] += held > 0;
	met[XOFF] += use.xoff;
	met[LIMIT] += atomic_long_read(&group->drops[PFC_DROP_LIMIT]) > 0;
	met[POOL] += atomic_long_read(&group->drops[PFC_DROP_POOL]) > 0;
	met[FULL] += atomic_long_read(&group->drops[PFC_DROP_HEADROOM]) > 0;
}

static void rest_group(const struct object *object, int pg, struct sums *sums)
{
	const struct pfc_group *group = &object->port->groups[pg];
	struct pfc_pg_limits limits = object->port->config->pg[pg];
	u64 word = atomic64_read(&group->use);
	const struct pfc_basis *basis = pfc_group_basis(group, word);
	struct pfc_use use = pfc_use_unpack(word);
	u32 shared = pfc_shared_part(use.held, basis->guarantee & PFC_BASIS_GUARANTEE);
	struct sums *sum = sums_of(sums, basis->pool);

	if (!object->attached)
		limits = (struct pfc_pg_limits){ 0 };
	rest_counts(object, pg, use);
	rest_xoff(&limits, use, shared);
	/* Nothing is charged to a detached port, so it does not follow the cells of its pool */
	require((basis->guarantee & ~PFC_BASIS_CELLS) == limits.guarantee &&
		(!object->attached ||
		 !(basis->guarantee & PFC_BASIS_CELLS) == !basis->pool->set.cell),
		"guarantee %llu", (u64)basis->guarantee);
	if (basis->pool == pools[0])
		require(use.headroom <= cap_of(&limits), "headroom %u", use.headroom);

	sum->shared += shared;
	sum->headroom += use.headroom;
	if (object->attached) {
		pfc_demand_add(&sum->reserved, pfc_pg_demand(&limits));
		sum->pgs++;
	}
	met[GUARANTEED] += shared != use.held;
	met[SHARED] += shared > 0;
	met[BEHIND] += use.headroom > 0;
}

static void rest_queue(const struct pfc_queue_limits *limits, struct sums *sums)
{
	struct sums *sum;

	if (!limits->pool)
		return;
	sum = sums_of(sums, limits->pool);
	sum->reserved.guarantees += limits->guarantee;
	sum->queues++;
}

static void rest_pool(const struct pfc_pool *pool, const struct sums *sums)
{
	require((u64)atomic_long_read(&pool->shared.used) == sums->shared, "%ld, groups %llu",
		atomic_long_read(&pool->shared.used), sums->shared);
	require((u64)atomic_long_read(&pool->headroom.used) == sums->headroom, "%ld, groups %llu",
		atomic_long_read(&pool->headroom.used), sums->headroom);
	require(sums->shared <= pool->shared.size, "shared %llu of %lu", sums->shared,
		pool->shared.size);
	require(sums->headroom <= pool->headroom.size, "headroom %llu of %lu",
		sums->headroom, pool->headroom.size);
	require(pool->reserved.guarantees == sums->reserved.guarantees &&
		pool->reserved.headrooms == sums->reserved.headrooms,
		"reserved %llu + %llu, groups %llu + %llu", pool->reserved.guarantees,
		pool->reserved.headrooms, sums->reserved.guarantees,
		sums->reserved.headrooms);
	require(pool->set.headroom ? pool->headroom.size >= pool->set.headroom :
		(u64)pool->headroom.size * pool->set.ratio >= sums->reserved.headrooms,
		"headroom part of %lu bytes is too small", pool->headroom.size);
	require(pool->shared.size + pool->headroom.size + sums->reserved.guarantees ==
		pool->set.size, "shared %lu, headroom %lu", pool->shared.size, pool->headroom.size);
	require(pool->pgs == sums->pgs, "%u groups, not %u", pool->pgs, sums->pgs);
	require(pool->queues == sums->queues, "%u queues, not %u", pool->queues, sums->queues);
}

/* Checks all sums while no thread charges or releases */
void rest(bool end)
{
	struct sums sums[POOLS] = { 0 };
	struct object *object;
	int holding, pg, i;

	met[RESTS]++;
	for (object = objects; object < objects + OBJECTS; object++) {
		if (!object->port)
			continue;
		for (holding = pg = 0; pg < PFC_PRIOS; pg++) {
			u64 word = atomic64_read(&object->port->groups[pg].use);

			rest_group(object, pg, sums);
			if (object->attached)
				rest_queue(&object->port->config->queues[pg], sums);
			holding += !!(word & PFC_USE_BYTES);
		}
		require(!end || !holding, "%d groups hold packets", holding);
		require(atomic_long_read(&object->port->ref.count) ==
			holding + object->attached, "%ld references, %d groups",
			atomic_long_read(&object->port->ref.count), holding);
		sender_runs(object);
		require(object->xoff_sent == wanted(object->port), "xoff_sent %x, not %x",
			object->xoff_sent, wanted(object->port));
	}
	for (i = 0; i < POOLS; i++)
		rest_pool(pools[i], &sums[i]);
}
