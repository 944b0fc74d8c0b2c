// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sizes of the pools, which need room for the headrooms of a mode.
 */
#include <stdlib.h>
#include <string.h>
#include "print.h"
#include "roce.h"

#define MIB	(1ULL << 20)

/**
 * struct room - what the ports of a mode need in a pool
 * @headrooms: sum of the headrooms of all PGs of the pool in the mode, bytes
 * @shared: minimum of the shared part, bytes: XOFF thresholds, and the limit of a lossy PG per port
 */
struct room {
	uint64_t	headrooms;
	uint64_t	shared;
};

/* Return: headroom that the mode gives a device; an estimate if the device is not a port yet */
static uint64_t needed(const struct roce_target *t)
{
	struct port port;

	if (t->port && (!t->rate || t->rate == t->port->rate))
		return t->port->pgs[ROCE_PRIO].headroom_needed;
	if (t->port)
		port = *t->port;
	else
		port_default(&port);
	snprintf(port.name, sizeof(port.name), "%s", t->dev->name);
	port.rate = t->rate;
	if (port.speed_source == PFC_SPEED_SOURCE_RATE ||
	    port.speed_source == PFC_SPEED_SOURCE_ASSUMED)
		port.speed = (roce_drain_rate(t) + 500000) / 1000000;
	return port_headroom(&port);
}

static void add_target(const struct roce_target *t, const struct pool *pool, struct room *room)
{
	struct port fresh;
	const struct port *port = t->port;
	int id;

	if (!port) {
		port_default(&fresh);
		port = &fresh;
	}
	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		const struct pg *pg = &port->pgs[id];

		if (strcmp(pg->pool, pool->name))
			continue;
		/* The module reserves headrooms that end until the end of the change */
		if (id != ROCE_PRIO)
			continue;
		room->headrooms -= pg->lossless && pg->headroom < room->headrooms ?
				   pg->headroom : pg->lossless ? room->headrooms : 0;
		room->headrooms += needed(t);
		room->shared += pg->xoff + PFC_DEFAULT_LIMIT;
	}
}

/* Return: the size that a pool needs; its present size if it is large enough */
static uint64_t size_for(const struct roce_targets *targets, const struct pool *pool)
{
	const uint32_t ratio = pool->oversubscribe_ratio ?: 1;
	struct room room = { .headrooms = pool->headrooms };
	uint64_t reserved, size;
	size_t i;

	for (i = 0; i < targets->n; i++)
		add_target(&targets->list[i], pool, &room);
	reserved = pool->guarantees + (room.headrooms + ratio - 1) / ratio;
	if (!room.shared || reserved + room.shared <= pool->size)
		return pool->size;
	size = pool->size - pool->reserved;
	size = reserved + (size > room.shared ? size : room.shared);
	size = (size + MIB - 1) / MIB * MIB;
	return size < PFC_SIZE_MAX ? size : PFC_SIZE_MAX;
}

static void add_grown(struct roce_result *result, const struct pool *pool, uint32_t size)
{
	struct roce_pool *grown = list_add(&result->grown, &result->n_grown, sizeof(*grown));

	*grown = (struct roce_pool){ .before = pool->size, .after = size };
	memcpy(grown->name, pool->name, sizeof(grown->name));
}

/*
 * Add the lines that enlarge pools for the headrooms of a mode.
 * @targets: the devices, whose PGs of RoCE become lossless with automatic headroom
 * @states: receives the former sizes; NULL: nothing changes
 * @result: receives the pools that grow
 *
 * The shared part of a pool keeps its size, or gets what the ports need.
 * Return: an exit status.
 */
int roce_pool_grow(struct ctx *ctx, const struct roce_targets *targets, struct text *text,
		   struct roce_states *states, struct roce_result *result)
{
	char buf[FORMAT_LEN];
	struct pools pools;
	int err;
	size_t i;

	result->n_grown = 0;
	err = pools_load(ctx, NULL, &pools);
	for (i = 0; !err && i < pools.n; i++) {
		const struct pool *pool = &pools.list[i];
		const uint64_t size = size_for(targets, pool);

		if (size == pool->size)
			continue;
		text_line(text, "pool set %s size %s", pool->name, word_size(buf, size));
		add_grown(result, pool, size);
		if (states)
			roce_pool_save(states, pool->name, pool->size, size);
	}
	free(pools.list);
	return err;
}

/*
 * Add the lines that give the pools their former sizes.
 * @states: the saved states; pools whose size has changed since keep it
 * Return: an exit status.
 */
int roce_pool_shrink(struct ctx *ctx, const struct roce_states *states, struct text *text)
{
	char buf[FORMAT_LEN];
	struct pools pools;
	size_t i;
	int err;

	err = pools_load(ctx, NULL, &pools);
	for (i = 0; !err && i < states->pools; i++) {
		const struct roce_pool *saved = &states->pool[i];
		const struct pool *pool = pool_find(&pools, saved->name);

		if (pool && pool->size == saved->after)
			text_line(text, "pool set %s size %s", pool->name,
				  word_size(buf, saved->before));
	}
	free(pools.list);
	return err;
}
