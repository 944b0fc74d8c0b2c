/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_POOL_H
#define _PFC_POOL_H

#include <linux/atomic.h>
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/list.h>
#include <linux/math.h>
#include <linux/types.h>
#include "core/config.h"

struct net;
struct nlattr;
struct pfc_ack;
struct pfc_change;
struct pfc_net;

/**
 * struct pfc_part - the shared part or the headroom of a pool, in one cache line
 * @used: bytes charged to the part; above @size if packets in egress queues are charged to it,
 *	because these are tested before they are charged, or not at all; and for a moment: until a
 *	failed addition is undone, while CPUs charge and release headroom that each PG has of its
 *	own, or after a change has charged the bytes of a former reservation to the shared part,
 *	until the change has also added the reservation to @size
 * @peak: maximum of @used since the watermark was cleared; includes charges that are undone
 *	and retried because another CPU changed the group at the same time
 * @size: size, bytes; written under RTNL
 */
struct pfc_part {
	atomic_long_t	used;
	atomic_long_t	peak;
	unsigned long	size;
} ____cacheline_aligned_in_smp;

static_assert(sizeof(struct pfc_part) <= SMP_CACHE_BYTES);

/**
 * struct pfc_pool_set - settings of a pool
 * @size: total size, bytes
 * @ratio: ratio of configured headrooms to reserved headroom, 1..%PFC_RATIO_MAX
 * @headroom: bytes reserved for the headrooms of all PGs together; 0: as @ratio says
 * @cell: size of a cell, bytes: a frame is charged with whole cells; 0: with its bytes
 * @overhead: bytes that the switch keeps with each frame in its cells
 */
struct pfc_pool_set {
	u64	size;
	u32	ratio;
	u64	headroom;
	u32	cell;
	u32	overhead;
};

/**
 * struct pfc_pool - a buffer that PGs of a namespace's ports share
 * @list: entry in the pools of the namespace; all members except @shared and @headroom are
 *	written under RTNL
 * @name: name of the pool, constant
 * @set: settings; the data path reads the cell and its overhead without a lock
 * @reserved: sums of the guarantees and headrooms of the PGs, and of the guarantees of the queues
 * @more: additional reservation needed for the current change
 * @less: reservation that is no longer needed after the current change
 * @pgs: number of PGs of attached ports that are bound to the pool
 * @queues: number of egress queues of attached ports that are bound to the pool
 * @shared_lifetime_max: maximum of @shared.peak before the last clear, bytes
 * @headroom_lifetime_max: maximum of @headroom.peak before the last clear, bytes
 * @cleared: time of the last clear, ns
 * @surplus: packets may use headroom that is not reserved for their PG: it has become smaller, or
 *	the port has been deleted, while the PGs shared the headroom.  Set until the pool is divided
 *	or shown while @headroom is empty
 * @owned: each PG has a headroom of its own, and none uses more: the data path then charges a
 *	packet to @headroom although another CPU, which charges or releases, seems to use more than
 *	its size
 * @shared: the shared part, reserved for no PG
 * @headroom: the headrooms of all PGs together; each PG is also bounded by its own headroom.
 *	The size is that of @set, or the sum of the headrooms in @reserved divided by the
 *	ratio, rounded up.  It is larger if a change should have made it smaller than the bytes
 *	in use at that time
 * @rcu: for freeing, because a CPU that charges a packet may have read the pool of a PG just
 *	before the PG was bound to another pool
 */
struct pfc_pool {
	struct list_head	list;
	char			name[PFC_NAME_LEN];
	struct pfc_pool_set	set;
	struct pfc_demand	reserved;
	struct pfc_demand	more;
	struct pfc_demand	less;
	u32			pgs;
	u32			queues;
	unsigned long		shared_lifetime_max;
	unsigned long		headroom_lifetime_max;
	u64			cleared;
	bool			surplus;
	bool			owned;
	struct pfc_part		shared;
	struct pfc_part		headroom;
	struct rcu_head		rcu;
};

/*
 * A named set of thresholds and a pool that @pgs PGs of the namespace's ports follow; protected by
 * RTNL.  Each port computes an automatic headroom by itself
 */
struct pfc_profile {
	struct list_head	list;
	char			name[PFC_NAME_LEN];
	struct pfc_pg_limits	limits;
	struct pfc_pool		*pool;
	u32			pgs;
};

/* profile.c */
void pfc_profile_follow(struct pfc_change *change, int pg, struct pfc_profile *profile);
int pfc_profile_change(struct net *net, struct pfc_profile *profile,
		       struct pfc_profile *to, struct pfc_ack *extack);
void pfc_profiles_exit(struct pfc_net *pn);
struct pfc_profile *pfc_profile_find(const struct pfc_net *pn, const struct nlattr *name,
				     struct pfc_ack *extack);

/* pool.c */
void pfc_pool_init(struct pfc_pool *pool, const char *name, const struct pfc_pool_set *set);
u64 pfc_pool_needs(const struct pfc_demand *reserved, const struct pfc_pool_set *set);
int pfc_pool_reserve(struct pfc_pool *pool, const struct pfc_demand *more,
		     struct pfc_ack *extack);
void pfc_pool_unreserve(struct pfc_pool *pool, const struct pfc_demand *less);
void pfc_pool_settle(struct pfc_pool *pool);
int pfc_pool_resize(struct pfc_pool *pool, const struct pfc_pool_set *set,
		    struct pfc_ack *extack);
bool pfc_pool_unused(const struct pfc_pool *pool);
void pfc_pool_clear(struct pfc_pool *pool);

/* Raise a watermark to @value at least.  Context: any */
static inline void pfc_peak(atomic_t *peak, u32 value)
{
	int old = atomic_read(peak);

	while (unlikely(value > (u32)old))
		if (atomic_try_cmpxchg(peak, &old, value))
			break;
}

/* Raise the watermark of a part of a pool, as pfc_peak() */
static inline void pfc_part_peak(struct pfc_part *part, unsigned long value)
{
	long old = atomic_long_read(&part->peak);

	while (unlikely(value > (unsigned long)old))
		if (atomic_long_try_cmpxchg(&part->peak, &old, value))
			break;
}

/*
 * Charge bytes to a part of a pool, if it has room.  @len: below 2^31
 * @free: set to the bytes that were free before.  Context: any
 */
static inline bool pfc_part_take(struct pfc_part *part, u32 len, unsigned long *free)
{
	unsigned long used = atomic_long_add_return(len, &part->used);
	unsigned long size = READ_ONCE(part->size);

	if (likely(used <= size)) {
		pfc_part_peak(part, used);
		*free = size - used + len;
		return true;
	}
	atomic_long_sub(len, &part->used);
	return false;
}

/* Release bytes that are charged to a part of a pool.  Context: any */
static inline void pfc_part_give(struct pfc_part *part, u32 len)
{
	atomic_long_sub(len, &part->used);
}

/* Bytes that are free in a part of a pool.  Context: any */
static inline unsigned long pfc_part_free(const struct pfc_part *part)
{
	unsigned long used = atomic_long_read(&part->used);
	unsigned long size = READ_ONCE(part->size);

	return used < size ? size - used : 0;
}

/* Bytes that a frame is charged with: those of its cells, with their overhead, or its own */
static inline u32 pfc_cells(u32 cell, u32 overhead, u32 len)
{
	return cell ? roundup(len + overhead, cell) : len;
}

/* Bytes that a frame is charged with in a pool, see pfc_cells().  Context: any. */
static inline u32 pfc_pool_cells(const struct pfc_pool *pool, u32 len)
{
	return pfc_cells(READ_ONCE(pool->set.cell), READ_ONCE(pool->set.overhead), len);
}

static inline struct pfc_part *pfc_pool_part(struct pfc_pool *pool, bool headroom)
{
	return headroom ? &pool->headroom : &pool->shared;
}

#endif /* _PFC_POOL_H */
