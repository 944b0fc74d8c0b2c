// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sizes of the pools, which need room for the headrooms of a mode.
 */
#include <stdlib.h>
#include <string.h>
#include "peer.h"
#include "print.h"
#include "roce.h"

#define MIB	(1ULL << 20)

/* Return: headroom that the mode gives a device; an estimate if the device is not a port yet */
static uint64_t needed(const struct roce *r, const struct port *want)
{
	const struct port *port = port_find(&r->ports, want->ifindex);

	return port && port->rate == want->rate ? want->pgs[ROCE_PRIO].headroom_needed :
						  port_headroom(want);
}

/*
 * Computes the size that a pool needs.
 * Return: the size; its present size if it is large enough
 */
static uint64_t size_for(const struct roce *r, const struct pool *pool)
{
	const uint32_t ratio = pool->oversubscribe_ratio ?: 1;
	/* The module reserves headrooms that end until the end of the change */
	uint64_t headrooms = pool->headrooms, reserved, size;
	/* XOFF thresholds, and the limit of a lossy PG per port */
	uint64_t shared = 0;
	size_t i;

	for (i = 0; i < r->targets.n; i++) {
		const struct port *want = &r->targets.list[i];
		const struct pg *pg = &want->pgs[ROCE_PRIO];

		if (strcmp(pg->pool, pool->name))
			continue;
		if (pg->lossless)
			headrooms -= pg->headroom < headrooms ? pg->headroom : headrooms;
		headrooms += needed(r, want);
		shared += pg->xoff + PFC_DEFAULT_LIMIT;
	}
	reserved = pool->guarantees + (headrooms + ratio - 1) / ratio;
	if (!shared || reserved + shared <= pool->size)
		return pool->size;
	size = pool->size - pool->reserved;
	size = reserved + (size > shared ? size : shared);
	size = (size + MIB - 1) / MIB * MIB;
	return size < PFC_POOL_SIZE_MAX ? size : PFC_POOL_SIZE_MAX;
}

/*
 * Add the lines that change the sizes of pools.  A mode makes the PGs of RoCE lossless, with
 * automatic headroom: the shared part of a pool keeps its size, or gets what the ports need.
 * "roce off" restores the former sizes, unless a size has changed since.
 * Return: an exit status.
 */
int roce_pool_resize(struct ctx *ctx, struct roce *r, struct text *text)
{
	char buf[FORMAT_LEN];
	struct pools pools;
	uint64_t size;
	size_t i;
	int err;

	err = pools_load(ctx, NULL, &pools);
	for (i = 0; !err && i < pools.n; i++) {
		const struct pool *pool = &pools.list[i];
		struct roce_pool *saved = roce_pool_get(r, pool->name);
		const bool same = saved->after == pool->size;

		if (r->mode == ROCE_OFF)
			size = same ? saved->before : pool->size;
		else
			size = size_for(r, pool);
		if (size == pool->size)
			continue;
		text_line(text, "pool set %s size %s", pool->name, word_size(buf, size));
		saved->now = pool->size;
		if (r->mode == ROCE_OFF)
			continue;
		if (!same)
			saved->before = pool->size;
		saved->after = size;
	}
	free(pools.list);
	return err;
}
