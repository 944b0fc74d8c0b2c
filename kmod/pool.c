// SPDX-License-Identifier: GPL-2.0-only
/*
 * A buffer pool: its size and what is reserved of it.  What packets charge is in
 * charge.c.
 *
 * The sum of guarantees, headroom and shared part is the size at all times.  A change
 * that would leave a part smaller than what is charged to it is refused, so that the
 * pool never holds more than its size.
 *
 * Groups seldom need all their headrooms at once.  With a ratio above 1 the pool
 * reserves only such a part of their sum, and the groups share it.
 */
#include <linux/math64.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include "pool.h"

/**
 * pfc_pool_init() - a new pool
 * @pool: written
 * @name: shorter than %PFC_NAME_LEN
 * @size: bytes
 * @ratio: 1..%PFC_RATIO_MAX
 */
void pfc_pool_init(struct pfc_pool *pool, const char *name, u32 size, u32 ratio)
{
	memset(pool, 0, sizeof(*pool));
	strscpy(pool->name, name, sizeof(pool->name));
	pool->size = size;
	pool->ratio = ratio;
	pool->shared.size = size;
	pool->cleared = ktime_get_ns();
}

/* New packets find the new size at once; undone if too much is charged already */
static bool pfc_part_resize(struct pfc_part *part, u32 size)
{
	u32 old = part->size;

	/* Not even for a moment, if it is plain that it cannot be */
	if (size < old && (u32)atomic_read(&part->used) > size)
		return false;
	WRITE_ONCE(part->size, size);
	smp_mb(); /* new size before the reading; pairs with the RMW in pfc_part_take() */
	if (size >= old || (u32)atomic_read(&part->used) <= size)
		return true;
	WRITE_ONCE(part->size, old);
	return false;
}

static int pfc_pool_busy(const struct pfc_pool *pool, const struct pfc_part *part,
			 u64 size, struct netlink_ext_ack *extack)
{
	/* such messages have 80 bytes at most, and names take 31 of them */
	NL_SET_ERR_MSG_FMT(extack, "pool %s: %s use %u > %llu bytes", pool->name,
			   part == &pool->shared ? "shared" : "headroom",
			   (u32)atomic_read(&part->used), size);
	return -EBUSY;
}

static u64 pfc_pool_headroom(u64 headrooms, u32 ratio)
{
	return div_u64(headrooms + ratio - 1, ratio);
}

/* Return: what the headroom could shrink to, as far as it is in use */
static u32 pfc_pool_shrink_headroom(struct pfc_pool *pool, u32 size)
{
	u32 was = pool->headroom.size;
	u32 least = max_t(u32, size, atomic_read(&pool->headroom.used));

	if (size >= was)
		return size;
	return least < was && pfc_part_resize(&pool->headroom, least) ? least : was;
}

/* Does another ratio, and nothing else, make the headroom too small for what is in it? */
static bool pfc_pool_overbooks(const struct pfc_pool *pool, u64 headrooms, u32 ratio)
{
	u32 used = atomic_read(&pool->headroom.used);

	return used > pfc_pool_headroom(headrooms, ratio) &&
	       used <= pfc_pool_headroom(headrooms, pool->ratio);
}

/*
 * Divides the pool anew.  What shrinks does so first.  A headroom that is to shrink but
 * is in use stays as large as that, unless it is another ratio that was asked for; it
 * follows when the pool is divided, or shown, the next time.  What is refused touches
 * nothing, unless a packet comes in between.
 */
static int pfc_pool_divide(struct pfc_pool *pool, u32 size, u32 ratio,
			   const struct pfc_demand *reserved,
			   struct netlink_ext_ack *extack)
{
	u64 wanted = pfc_pool_headroom(reserved->headrooms, ratio);
	u64 needed = reserved->guarantees + wanted;
	struct pfc_part *busy = &pool->headroom;
	u32 was = pool->headroom.size, headroom;
	u64 left = wanted;

	if (needed > size) {
		NL_SET_ERR_MSG_FMT(extack, "pool %s: needs %llu bytes, has %u",
				   pool->name, needed, size);
		return -ENOSPC;
	}
	if (pfc_pool_overbooks(pool, reserved->headrooms, ratio))
		goto err_busy;
	left = size - needed;
	busy = &pool->shared;
	if (left < busy->size && (u32)atomic_read(&busy->used) > left)
		goto err_busy;

	busy = &pool->headroom;
	left = wanted;
	headroom = pfc_pool_shrink_headroom(pool, wanted);
	if (pfc_pool_overbooks(pool, reserved->headrooms, ratio))
		goto err_restore;
	if (reserved->guarantees + headroom > size) {
		left = size - reserved->guarantees;
		goto err_restore;
	}

	busy = &pool->shared;
	left = size - reserved->guarantees - headroom;
	if (!pfc_part_resize(busy, left))
		goto err_restore;
	WRITE_ONCE(pool->headroom.size, headroom);
	pool->size = size;
	pool->ratio = ratio;
	pool->reserved = *reserved;
	return 0;

err_restore:
	WRITE_ONCE(pool->headroom.size, was);
err_busy:
	return pfc_pool_busy(pool, busy, left, extack);
}

/**
 * pfc_pool_reserve() - set bytes aside for guarantees and headrooms
 * @pool: the pool
 * @more: how many more
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: 0, -ENOSPC if the pool is too small, -EBUSY if it is too full now.
 */
int pfc_pool_reserve(struct pfc_pool *pool, const struct pfc_demand *more,
		     struct netlink_ext_ack *extack)
{
	struct pfc_demand reserved = {
		.guarantees = pool->reserved.guarantees + more->guarantees,
		.headrooms = pool->reserved.headrooms + more->headrooms,
	};

	ASSERT_RTNL();

	return pfc_pool_divide(pool, pool->size, pool->ratio, &reserved, extack);
}

/**
 * pfc_pool_unreserve() - return bytes that were set aside
 * @pool: the pool
 * @less: how many
 *
 * Context: RTNL; nothing may be charged to these guarantees any more.
 */
void pfc_pool_unreserve(struct pfc_pool *pool, const struct pfc_demand *less)
{
	struct pfc_demand reserved = {
		.guarantees = pool->reserved.guarantees - less->guarantees,
		.headrooms = pool->reserved.headrooms - less->headrooms,
	};

	ASSERT_RTNL();

	/* The shared part grows, and a headroom that cannot shrink does not */
	pfc_pool_divide(pool, pool->size, pool->ratio, &reserved, NULL);
}

/**
 * pfc_pool_settle() - return what could not be when it was in use
 * @pool: the pool
 *
 * Context: RTNL.
 */
void pfc_pool_settle(struct pfc_pool *pool)
{
	static const struct pfc_demand none;

	pfc_pool_unreserve(pool, &none);
}

/**
 * pfc_pool_resize() - change the size of a pool, or how far headrooms are overbooked
 * @pool: the pool
 * @size: the new size, bytes
 * @ratio: 1..%PFC_RATIO_MAX
 * @extack: filled on error
 *
 * Context: RTNL.
 * Return: 0, -ENOSPC below what is reserved, -EBUSY if it is too full now.
 */
int pfc_pool_resize(struct pfc_pool *pool, u32 size, u32 ratio,
		    struct netlink_ext_ack *extack)
{
	ASSERT_RTNL();

	return pfc_pool_divide(pool, size, ratio, &pool->reserved, extack);
}

/**
 * pfc_pool_unused() - may the pool go?
 * @pool: the pool
 *
 * Packets that came in by a port that is gone may still be charged to it.
 *
 * Context: RTNL, or the end of the namespace.
 * Return: whether no group is bound and no packet charged.
 */
bool pfc_pool_unused(const struct pfc_pool *pool)
{
	return !pool->pgs && !atomic_read(&pool->shared.used) &&
	       !atomic_read(&pool->headroom.used);
}

static void pfc_part_clear(struct pfc_part *part, u32 *ever)
{
	u32 peak = atomic_xchg(&part->peak, 0);

	*ever = max(*ever, peak);
	/* what is in use now is the first that the new watermark sees */
	pfc_peak(&part->peak, atomic_read(&part->used));
}

/**
 * pfc_pool_clear() - start the watermarks of a pool anew
 * @pool: the pool
 *
 * Context: RTNL.
 */
void pfc_pool_clear(struct pfc_pool *pool)
{
	ASSERT_RTNL();

	pfc_part_clear(&pool->shared, &pool->shared_ever);
	pfc_part_clear(&pool->headroom, &pool->headroom_ever);
	pool->cleared = ktime_get_ns();
}
