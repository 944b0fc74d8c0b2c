/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_POOL_H
#define _PFC_POOL_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/types.h>
#include "config.h"

struct netlink_ext_ack;

/**
 * struct pfc_part - a part of a pool that groups share, in one cache line
 * @used: bytes charged to it; above @size only for the moment in which an addition
 *	that went too far is taken back, or while what was reserved has become shared
 *	use and the reservation is being returned
 * @peak: most that was charged since the watermark was cleared; a charge that another
 *	CPU was faster than, and that is made anew, counts
 * @size: bytes; written under RTNL
 */
struct pfc_part {
	atomic_t	used;
	atomic_t	peak;
	u32		size;
} ____cacheline_aligned_in_smp;

/**
 * struct pfc_pool - a buffer that priority groups of a namespace's ports share
 * @list: among the pools of the namespace; this and all else but @shared and @headroom
 *	is written under RTNL
 * @name: constant
 * @size: bytes in all
 * @ratio: of the headrooms asked for to those reserved, 1..%PFC_RATIO_MAX
 * @reserved: what its groups were promised
 * @more: what they need more in a change that is under way
 * @less: and less, once it is made
 * @pgs: groups of attached ports that are bound to it
 * @shared_ever: largest @shared.peak before the last clear
 * @headroom_ever: likewise
 * @cleared: when that was, ns
 * @shared: what no group was promised
 * @headroom: all headrooms together; one group alone is bounded by its own, too.
 *	Its size is that of @reserved divided by @ratio, rounded up, or larger if
 *	more was in use when it was to shrink
 * @rcu: for freeing, as whoever charges may have found a group just before that was
 *	bound to another pool
 */
struct pfc_pool {
	struct list_head	list;
	char			name[PFC_NAME_LEN];
	u32			size;
	u32			ratio;
	struct pfc_demand	reserved;
	struct pfc_demand	more;
	struct pfc_demand	less;
	u32			pgs;
	u32			shared_ever;
	u32			headroom_ever;
	u64			cleared;
	struct pfc_part		shared;
	struct pfc_part		headroom;
	struct rcu_head		rcu;
};

void pfc_pool_init(struct pfc_pool *pool, const char *name, u32 size, u32 ratio);
int pfc_pool_reserve(struct pfc_pool *pool, const struct pfc_demand *more,
		     struct netlink_ext_ack *extack);
void pfc_pool_unreserve(struct pfc_pool *pool, const struct pfc_demand *less);
void pfc_pool_settle(struct pfc_pool *pool);
int pfc_pool_resize(struct pfc_pool *pool, u32 size, u32 ratio,
		    struct netlink_ext_ack *extack);
bool pfc_pool_unused(const struct pfc_pool *pool);
void pfc_pool_clear(struct pfc_pool *pool);

/**
 * pfc_peak() - let a watermark rise
 * @peak: the watermark
 * @value: what it has to take in
 *
 * Context: any.
 */
static inline void pfc_peak(atomic_t *peak, u32 value)
{
	int old = atomic_read(peak);

	while (unlikely(value > (u32)old))
		if (atomic_try_cmpxchg(peak, &old, value))
			break;
}

/**
 * pfc_part_take() - charge a part of a pool
 * @part: the part
 * @len: bytes, below 2^31
 * @free: set to what was free before, if there was room
 *
 * Context: any.
 * Return: whether there was room; if not, nothing is charged.
 */
static inline bool pfc_part_take(struct pfc_part *part, u32 len, u32 *free)
{
	u32 used = atomic_add_return(len, &part->used);
	u32 size = READ_ONCE(part->size);

	if (likely(used <= size)) {
		pfc_peak(&part->peak, used);
		*free = size - used + len;
		return true;
	}
	atomic_sub(len, &part->used);
	return false;
}

/**
 * pfc_part_give() - return what was charged to a part of a pool
 * @part: the part
 * @len: bytes
 *
 * Context: any.
 */
static inline void pfc_part_give(struct pfc_part *part, u32 len)
{
	atomic_sub(len, &part->used);
}

/**
 * pfc_part_free() - what is free of a part of a pool
 * @part: the part
 *
 * Context: any.
 * Return: bytes.
 */
static inline u32 pfc_part_free(const struct pfc_part *part)
{
	u32 used = atomic_read(&part->used);
	u32 size = READ_ONCE(part->size);

	return used < size ? size - used : 0;
}

/**
 * pfc_pool_part() - one of the two parts of a pool
 * @pool: the pool
 * @headroom: which
 *
 * Return: the part.
 */
static inline struct pfc_part *pfc_pool_part(struct pfc_pool *pool, bool headroom)
{
	return headroom ? &pool->headroom : &pool->shared;
}

#endif /* _PFC_POOL_H */
