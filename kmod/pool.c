// SPDX-License-Identifier: GPL-2.0-only
/*
 * A buffer pool: its size and its reservations.  charge.c charges packets to it.
 *
 * Invariant: guarantees + headroom + shared part = size.  A change that would make a
 * part smaller than the bytes charged to it is refused, so PGs never hold more than its size.
 * Egress queues may (egress.c).
 *
 * PGs seldom need all their headrooms at the same time.  With a ratio above 1 the pool
 * reserves the sum of the headrooms divided by the ratio, and the PGs share this reservation.
 * A pool with a shared headroom reserves the size of it instead.
 *
 * The memory of a switch consists of cells, and a frame uses whole cells.  A pool with a cell size
 * charges these, still in bytes: so a switch with the same thresholds sends XOFF and drops at the
 * same frame.
 */
#include <linux/math64.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include "message.h"
#include "pool.h"

/* Attempts of pfc_pool_unreserve() to shrink a headroom, one in each grace period */
#define PFC_POOL_TRIES	8

/*
 * Lets packets rely on the headrooms of their PGs, if each PG has its own.  The surplus of a time
 * when the PGs shared the headroom would take room of other PGs.
 */
static void pfc_pool_own(struct pfc_pool *pool)
{
	if (!atomic_long_read(&pool->headroom.used))
		pool->surplus = false;
	WRITE_ONCE(pool->owned, pool->set.ratio == 1 && !pool->set.headroom && !pool->surplus);
}

/* Initialise a pool without reservations, whose size is at least its headroom */
void pfc_pool_init(struct pfc_pool *pool, const char *name, const struct pfc_pool_set *set)
{
	memset(pool, 0, sizeof(*pool));
	strscpy(pool->name, name, sizeof(pool->name));
	pool->set = *set;
	pool->headroom.size = set->headroom;
	pool->shared.size = set->size - set->headroom;
	pool->cleared = ktime_get_ns();
	pfc_pool_own(pool);
}

/*
 * Changes the size of a part.  Packets see the new size at once.  If more bytes than the new size
 * are charged, the function restores the old size and returns false.
 */
static bool pfc_part_resize(struct pfc_part *part, unsigned long size)
{
	unsigned long old = part->size;

	/* Refuse early, so that packets never see a size that cannot be kept */
	if (size < old && (unsigned long)atomic_long_read(&part->used) > size)
		return false;
	WRITE_ONCE(part->size, size);
	smp_mb(); /* write the size before reading used; pairs with the RMW in pfc_part_take() */
	if (size >= old || (unsigned long)atomic_long_read(&part->used) <= size)
		return true;
	WRITE_ONCE(part->size, old);
	return false;
}

static u64 pfc_pool_headroom(u64 headrooms, const struct pfc_pool_set *set)
{
	return set->headroom ?: div_u64(headrooms + set->ratio - 1, set->ratio);
}

/* Bytes that a pool needs for its reservations */
u64 pfc_pool_needs(const struct pfc_demand *reserved, const struct pfc_pool_set *set)
{
	return reserved->guarantees + pfc_pool_headroom(reserved->headrooms, set);
}

/*
 * Shrinks the headroom to @size, or to the bytes in use if these are more.  Never enlarges it.
 * Return: the size that the caller must set: the size reached, or @size if that is larger.
 */
static unsigned long pfc_pool_shrink_headroom(struct pfc_pool *pool, unsigned long size)
{
	unsigned long was = pool->headroom.size;
	unsigned long least = max_t(unsigned long, size, atomic_long_read(&pool->headroom.used));

	if (size >= was)
		return size;
	return least < was && pfc_part_resize(&pool->headroom, least) ? least : was;
}

/* True if only the new settings make the headroom smaller than the bytes in use */
static bool pfc_pool_overbooks(const struct pfc_pool *pool, u64 headrooms,
			       const struct pfc_pool_set *set)
{
	unsigned long used = atomic_long_read(&pool->headroom.used);

	return used > pfc_pool_headroom(headrooms, set) &&
	       used <= pfc_pool_headroom(headrooms, &pool->set);
}

static void pfc_pool_assign(struct pfc_pool *pool, const struct pfc_pool_set *set)
{
	pool->set.size = set->size;
	pool->set.ratio = set->ratio;
	pool->set.headroom = set->headroom;
	WRITE_ONCE(pool->set.cell, set->cell);
	WRITE_ONCE(pool->set.overhead, set->overhead);
}

/*
 * Divides the pool into guarantees, headroom and shared part.  Parts shrink before others
 * grow.  The headroom does not become smaller than the bytes in use.  It shrinks to its final
 * size when the pool is next divided or shown.  The function refuses new settings that would
 * need the headroom to be smaller than the bytes in use.  A refused request changes no part,
 * not even for a moment, unless a packet is charged between check and change.
 */
static int pfc_pool_divide(struct pfc_pool *pool, const struct pfc_pool_set *set,
			   const struct pfc_demand *reserved,
			   struct pfc_ack *extack)
{
	u64 wanted = pfc_pool_headroom(reserved->headrooms, set);
	u64 needed = pfc_pool_needs(reserved, set);
	struct pfc_part *busy = &pool->headroom;
	unsigned long was = pool->headroom.size, headroom;
	u64 left = wanted;

	if (needed > set->size) {
		PFC_SET_CAUSE(extack, PFC_CAUSE_POOL_SIZE, pool->name, set->size, needed);
		return -ENOSPC;
	}
	if (pfc_pool_overbooks(pool, reserved->headrooms, set))
		goto err_busy;
	left = set->size - needed;
	busy = &pool->shared;
	if (left < busy->size && (unsigned long)atomic_long_read(&busy->used) > left)
		goto err_busy;

	busy = &pool->headroom;
	left = wanted;
	headroom = pfc_pool_shrink_headroom(pool, wanted);
	if (pfc_pool_overbooks(pool, reserved->headrooms, set))
		goto err_restore;
	if (reserved->guarantees + headroom > set->size) {
		left = set->size - reserved->guarantees;
		goto err_restore;
	}

	busy = &pool->shared;
	left = set->size - reserved->guarantees - headroom;
	if (!pfc_part_resize(busy, left))
		goto err_restore;
	WRITE_ONCE(pool->headroom.size, headroom);
	pfc_pool_assign(pool, set);
	pool->reserved = *reserved;
	pfc_pool_own(pool);
	return 0;

err_restore:
	WRITE_ONCE(pool->headroom.size, was);
err_busy:
	PFC_SET_CAUSE(extack, PFC_CAUSE_POOL_PACKETS, pool->name,
		      (u64)atomic_long_read(&busy->used),
		      busy == &pool->shared ? "shared part" : "headroom", left);
	return -EBUSY;
}

/* Reserve more.  Return: 0, -ENOSPC if the pool is too small, -EBUSY if too much is in use */
int pfc_pool_reserve(struct pfc_pool *pool, const struct pfc_demand *more,
		     struct pfc_ack *extack)
{
	struct pfc_demand reserved = {
		.guarantees = pool->reserved.guarantees + more->guarantees,
		.headrooms = pool->reserved.headrooms + more->headrooms,
	};

	ASSERT_RTNL();

	return pfc_pool_divide(pool, &pool->set, &reserved, extack);
}

/* End a reservation; no packet is charged to the guarantees in it.  Context: RTNL, may sleep */
void pfc_pool_unreserve(struct pfc_pool *pool, const struct pfc_demand *less)
{
	struct pfc_demand reserved = {
		.guarantees = pool->reserved.guarantees - less->guarantees,
		.headrooms = pool->reserved.headrooms - less->headrooms,
	};
	int tries = PFC_POOL_TRIES;

	ASSERT_RTNL();
	might_sleep();

	/* Cannot fail: the shared part grows, and a headroom in use keeps its size */
	pfc_pool_divide(pool, &pool->set, &reserved, NULL);
	/*
	 * If two CPUs charge a PG at once, the headroom holds the bytes of both packets for a
	 * moment, until one CPU takes its bytes back.  The headroom cannot shrink below them.
	 * If each PG has its own headroom, the change has charged the surplus headroom of its PGs
	 * to the shared part, which must grow now: wait for these CPUs.
	 */
	while (pool->owned && tries-- &&
	       pool->headroom.size > pfc_pool_headroom(pool->reserved.headrooms, &pool->set)) {
		synchronize_net();
		pfc_pool_divide(pool, &pool->set, &reserved, NULL);
	}
}

/* Shrink a headroom that could not shrink earlier, because it was in use.  Context: RTNL */
void pfc_pool_settle(struct pfc_pool *pool)
{
	ASSERT_RTNL();

	/* Cannot fail, as in pfc_pool_unreserve() */
	pfc_pool_divide(pool, &pool->set, &pool->reserved, NULL);
}

/*
 * Change the settings of a pool.  Its packets keep their charge if the cell changes.
 * Return: 0, -ENOSPC if more than the size is reserved, -EBUSY if too many bytes are in use now.
 */
int pfc_pool_resize(struct pfc_pool *pool, const struct pfc_pool_set *set,
		    struct pfc_ack *extack)
{
	int err;

	ASSERT_RTNL();
	might_sleep();

	/* The headroom must not shrink while packets may exceed its size */
	if (pool->owned && (set->ratio != 1 || set->headroom)) {
		WRITE_ONCE(pool->owned, false);
		synchronize_net();
	}
	err = pfc_pool_divide(pool, set, &pool->reserved, extack);
	if (err)
		pfc_pool_own(pool);
	return err;
}

/* True if no PG or queue is bound to a pool, and no packet charged to it, as of a detached port */
bool pfc_pool_unused(const struct pfc_pool *pool)
{
	return !pool->pgs && !pool->queues && !atomic_long_read(&pool->shared.used) &&
	       !atomic_long_read(&pool->headroom.used);
}

static void pfc_part_clear(struct pfc_part *part, unsigned long *lifetime_max)
{
	unsigned long peak = atomic_long_xchg(&part->peak, 0);

	*lifetime_max = max(*lifetime_max, peak);
	/* The new watermark starts with the bytes in use now */
	pfc_part_peak(part, atomic_long_read(&part->used));
}

void pfc_pool_clear(struct pfc_pool *pool)
{
	ASSERT_RTNL();

	pfc_part_clear(&pool->shared, &pool->shared_lifetime_max);
	pfc_part_clear(&pool->headroom, &pool->headroom_lifetime_max);
	pool->cleared = ktime_get_ns();
}
