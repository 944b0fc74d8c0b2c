/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_POOL_H
#define _PFC_POOL_H

#include <linux/atomic.h>
#include <linux/types.h>

struct netlink_ext_ack;

/**
 * struct pfc_pool - the buffer that all ports of a namespace share
 * @size: bytes in all; written under RTNL
 * @reserved: bytes set aside for the guarantees of groups and the headrooms of
 *	lossless ones; written under RTNL
 * @shared_size: the rest, @size - @reserved; written under RTNL, read by any
 * @shared_used: bytes charged to the shared part; never above @shared_size but
 *	for the moment in which an addition that went too far is taken back, or
 *	what was reserved has become shared and the reservation is being returned
 */
struct pfc_pool {
	u32		size;
	u32		reserved;
	u32		shared_size;
	atomic_t	shared_used ____cacheline_aligned_in_smp;
};

void pfc_pool_init(struct pfc_pool *pool);
int pfc_pool_reserve(struct pfc_pool *pool, u64 bytes,
		     struct netlink_ext_ack *extack);
void pfc_pool_unreserve(struct pfc_pool *pool, u64 bytes);
int pfc_pool_resize(struct pfc_pool *pool, u32 size,
		    struct netlink_ext_ack *extack);

/**
 * pfc_pool_take() - charge the shared part
 * @pool: the pool
 * @len: bytes, below 2^31
 * @free: set to what was free before, if there was room
 *
 * Context: any.
 * Return: whether there was room; if not, nothing is charged.
 */
static inline bool pfc_pool_take(struct pfc_pool *pool, u32 len, u32 *free)
{
	u32 used = atomic_add_return(len, &pool->shared_used);
	u32 size = READ_ONCE(pool->shared_size);

	if (likely(used <= size)) {
		*free = size - used + len;
		return true;
	}
	atomic_sub(len, &pool->shared_used);
	return false;
}

/**
 * pfc_pool_free() - what is free of the shared part
 * @pool: the pool
 *
 * Context: any.
 * Return: bytes.
 */
static inline u32 pfc_pool_free(const struct pfc_pool *pool)
{
	u32 used = atomic_read(&pool->shared_used);
	u32 size = READ_ONCE(pool->shared_size);

	return used < size ? size - used : 0;
}

/**
 * pfc_pool_give() - return what was charged to the shared part
 * @pool: the pool
 * @len: bytes
 *
 * Context: any.
 */
static inline void pfc_pool_give(struct pfc_pool *pool, u32 len)
{
	atomic_sub(len, &pool->shared_used);
}

#endif /* _PFC_POOL_H */
