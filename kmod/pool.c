// SPDX-License-Identifier: GPL-2.0-only
/*
 * The buffer pool of a namespace: its size and what is reserved of it.  What
 * packets charge is in charge.c.
 *
 * The sum of guarantees, headrooms and shared part is the size at all times.  A
 * change that would leave the shared part smaller than what is charged to it is
 * refused, so that the pool never holds more than its size.
 */
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include "../uapi/linux/pfc.h"
#include "pool.h"

/**
 * pfc_pool_init() - the pool of a new namespace
 * @pool: written
 */
void pfc_pool_init(struct pfc_pool *pool)
{
	pool->size = PFC_DEFAULT_POOL_SIZE;
	pool->reserved = 0;
	pool->shared_size = pool->size;
	atomic_set(&pool->shared_used, 0);
}

/* Takes effect for new packets at once; undone if too much is charged already */
static int pfc_pool_set_shared(struct pfc_pool *pool, u32 shared_size,
			       struct netlink_ext_ack *extack)
{
	u32 old = pool->shared_size;
	u32 used = atomic_read(&pool->shared_used);

	/* Not even for a moment, if it is plain that it cannot be */
	if (used > shared_size && shared_size < old)
		goto busy;
	WRITE_ONCE(pool->shared_size, shared_size);
	smp_mb(); /* new size before the reading; pairs with the RMW in pfc_pool_take() */
	used = atomic_read(&pool->shared_used);
	if (used <= shared_size || shared_size >= old)
		return 0;

	WRITE_ONCE(pool->shared_size, old);
busy:
	NL_SET_ERR_MSG_FMT(extack,
			   "pool in use: %u bytes queued, room for %u would be left",
			   used, shared_size);
	return -EBUSY;
}

/**
 * pfc_pool_reserve() - set bytes aside for guarantees and headrooms
 * @pool: the pool
 * @bytes: how many more
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: 0, -ENOSPC if the pool is too small, -EBUSY if it is too full now.
 */
int pfc_pool_reserve(struct pfc_pool *pool, u64 bytes,
		     struct netlink_ext_ack *extack)
{
	u64 reserved = pool->reserved + bytes;
	int err;

	ASSERT_RTNL();

	if (reserved > pool->size) {
		NL_SET_ERR_MSG_FMT(extack,
				   "pool has %u bytes, %llu needed for min and headroom",
				   pool->size, reserved);
		return -ENOSPC;
	}
	err = pfc_pool_set_shared(pool, pool->size - reserved, extack);
	if (!err)
		pool->reserved = reserved;
	return err;
}

/**
 * pfc_pool_unreserve() - return bytes that were set aside
 * @pool: the pool
 * @bytes: how many
 *
 * Context: RTNL; nothing may be charged to what they were set aside for any more.
 */
void pfc_pool_unreserve(struct pfc_pool *pool, u64 bytes)
{
	ASSERT_RTNL();

	pool->reserved -= bytes;
	WRITE_ONCE(pool->shared_size, pool->size - pool->reserved);
}

/**
 * pfc_pool_resize() - change the size of the pool
 * @pool: the pool
 * @size: the new size, bytes
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: 0, -ENOSPC below what is reserved, -EBUSY if it is too full now.
 */
int pfc_pool_resize(struct pfc_pool *pool, u32 size,
		    struct netlink_ext_ack *extack)
{
	int err;

	ASSERT_RTNL();

	if (size < pool->reserved) {
		NL_SET_ERR_MSG_FMT(extack,
				   "size: min and headroom take %u bytes of the pool",
				   pool->reserved);
		return -ENOSPC;
	}
	err = pfc_pool_set_shared(pool, size - pool->reserved, extack);
	if (!err)
		pool->size = size;
	return err;
}
