// SPDX-License-Identifier: GPL-2.0-only
/*
 * Charge of packets to their ingress port and priority group (PG): the atomic layer over admit.h.
 * Before the cmpxchg of the word of the group, the CPU takes bytes from the pool.  It gives them
 * back if the charge then fails.
 *
 * Most packets cross no threshold.  Their charge adds the length to a field of the word, and
 * their release subtracts it.  These packets take the fast path, all others the slow path.
 */
#include "net.h"
#include "port.h"

/* Takes a reference to the port for a group that was empty before the charge */
static __always_inline void pfc_group_hold(struct pfc_port *port, u64 old)
{
	if (!(old & PFC_USE_BYTES))
		percpu_ref_get(&port->ref);
}

/*
 * Drops the reference to the port if the group is empty now.  The port may be freed after
 * the end of the caller's RCU read side.
 */
static void pfc_group_released(struct pfc_port *port, u64 new)
{
	if (!(new & PFC_USE_BYTES))
		percpu_ref_put(&port->ref);
}

/* Records the time at which a packet leaves a group in XOFF */
static noinline void pfc_group_left(struct pfc_port *port, struct pfc_group *group)
{
	atomic64_set(&group->left, ktime_get_ns());
	smp_mb(); /* write left, then read stopped; pairs with pfc_sender_check_group() */
	if (READ_ONCE(group->stopped))
		pfc_sender_kick(port);
}

/*
 * Bytes that a packet is charged with.  @frame: length of each of its frames except the last one;
 * 0: the packet is one frame.
 */
static u32 pfc_packet_cells(const struct pfc_pool *pool, u32 len, u32 frame)
{
	u32 rest;

	if (!frame || !READ_ONCE(pool->set.cell))
		return pfc_pool_cells(pool, len);
	rest = len % frame;
	return len / frame * pfc_pool_cells(pool, frame) + (rest ? pfc_pool_cells(pool, rest) : 0);
}

/* Free bytes of the shared part; of a pool that counts cells, those in whole cells */
static unsigned long pfc_pool_free(const struct pfc_pool *pool)
{
	unsigned long free = pfc_part_free(&pool->shared);
	u32 cell = READ_ONCE(pool->set.cell);

	return cell ? rounddown(free, cell) : free;
}

/*
 * Whether a charged group has reached the level of XOFF: a further cell, or the bytes by which XOFF
 * is sent ahead, have no room below its threshold, or in the pool.  A switch that counts cells
 * sends XOFF with the packet that reaches the threshold.
 */
static bool pfc_group_reached(const struct pfc_pg_limits *limits, const struct pfc_basis *basis,
			      struct pfc_use use)
{
	u32 more = READ_ONCE(basis->pool->set.cell) + pfc_limits_ahead(limits);

	return more && limits->lossless &&
	       pfc_admit_reached(limits, use, basis->guarantee, more,
				 pfc_pool_free(basis->pool));
}

/*
 * Takes bytes from a part of a pool.  If each group has a headroom of its own, its use limits it.
 * The counter of the part does not: while another CPU charges or releases, it exceeds the sum of
 * the uses.
 */
static bool pfc_pool_take(struct pfc_pool *pool, bool headroom, u32 len)
{
	struct pfc_part *part = pfc_pool_part(pool, headroom);
	unsigned long free;

	if (likely(pfc_part_take(part, len, &free)))
		return true;
	if (!headroom || !READ_ONCE(pool->owned))
		return false;
	atomic_long_add(len, &part->used);
	pfc_part_peak(part, READ_ONCE(part->size));
	return true;
}

/* Takes bytes from a part of @pool, and from the same part of @also, to which the group moves */
static bool pfc_pools_take(struct pfc_pool *pool, struct pfc_pool *also, bool headroom,
			   u32 len)
{
	if (!pfc_pool_take(pool, headroom, len))
		return false;
	if (!also || pfc_pool_take(also, headroom, len))
		return true;
	pfc_part_give(pfc_pool_part(pool, headroom), len);
	return false;
}

static void pfc_pools_give(struct pfc_pool *pool, struct pfc_pool *also, bool headroom,
			   u32 len)
{
	if (!len)
		return;
	pfc_part_give(pfc_pool_part(pool, headroom), len);
	if (also)
		pfc_part_give(pfc_pool_part(also, headroom), len);
}

/* Decides whether to admit a packet, and takes the bytes that the packet needs from the pool */
static enum pfc_place pfc_group_place(const struct pfc_pg_limits *limits,
				      const struct pfc_basis *basis,
				      struct pfc_pool *also, struct pfc_use use,
				      u32 len)
{
	u32 need = pfc_admit_need(use, basis->guarantee, len);
	/* If the packet needs no shared bytes, do not read a cache line that other CPUs write */
	unsigned long free = need ? pfc_pool_free(basis->pool) : 0;
	bool below = pfc_admit_below(limits, use, basis->guarantee, len, free);
	bool has = need <= free;
	enum pfc_place place;

	if (below)
		has = !need || pfc_pools_take(basis->pool, also, false, need);
	place = pfc_admit_place(limits, use, len, below, has);
	/* The pool may have reserved less than the headrooms of all its groups */
	if (place == PFC_PLACE_HEADROOM && !pfc_pools_take(basis->pool, also, true, len))
		place = PFC_REFUSE_HEADROOM;
	return place;
}

/*
 * Takes the bytes of a packet of many frames from the pool if all its frames fit below the
 * threshold.  A dynamic threshold is lower for each further frame, so that of the last one counts.
 */
static enum pfc_place pfc_group_place_below(const struct pfc_pg_limits *limits,
					    const struct pfc_basis *basis,
					    struct pfc_pool *also, struct pfc_use use, u32 len)
{
	u32 need = pfc_admit_need(use, basis->guarantee, len);
	unsigned long free = need ? pfc_pool_free(basis->pool) : 0;

	if (need > free ||
	    !pfc_admit_below(limits, use, basis->guarantee, len, free - need) ||
	    (need && !pfc_pools_take(basis->pool, also, false, need)))
		return PFC_REFUSE_LIMIT;
	return PFC_PLACE_HELD;
}

/* Gives back the bytes that pfc_group_place() took */
static void pfc_group_displace(const struct pfc_basis *basis, struct pfc_pool *also,
			       struct pfc_use use, enum pfc_place place, u32 len)
{
	if (place == PFC_PLACE_HELD)
		pfc_pools_give(basis->pool, also, false,
			       pfc_admit_need(use, basis->guarantee, len));
	else if (place == PFC_PLACE_HEADROOM)
		pfc_pools_give(basis->pool, also, true, len);
}

/*
 * Charges a packet, or refuses it.  @bytes: length of the packet; set to the bytes charged.
 * @frame: as in pfc_packet_cells().  A packet of many frames is also refused if it does not fit
 * below all thresholds, or if one of its frames brings the group into XOFF; the group is then
 * unchanged.
 */
static enum pfc_place pfc_charge_place(struct pfc_port *port, u8 pg, u32 *bytes, u32 frame,
				       u16 queue)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	struct pfc_basis basis;
	enum pfc_place place;
	struct pfc_pool *also;
	struct pfc_use use;
	u32 len;

	for (;;) {
		use = pfc_use_unpack(old);
		basis = pfc_basis_read(group, old, &also);
		len = pfc_packet_cells(basis.pool, *bytes, frame);
		place = frame ? pfc_group_place_below(limits, &basis, also, use, len) :
				pfc_group_place(limits, &basis, also, use, len);
		if (frame && place != PFC_PLACE_HELD)
			return place;
		if (place <= PFC_PLACE_HEADROOM) {
			struct pfc_use charged = pfc_admit_charge(use, place, len);

			charged.xoff |= pfc_group_reached(limits, &basis, charged);
			if (frame && charged.xoff && !use.xoff) {
				pfc_group_displace(&basis, also, use, place, len);
				return PFC_REFUSE_LIMIT;
			}
			new = pfc_use_pack(charged);
		} else if (place == PFC_REFUSE_HEADROOM) {
			new = pfc_use_pack(pfc_admit_refuse(use));
		} else {
			new = old;
		}
		pfc_group_enters(group, old, new, basis.guarantee, queue);
		if (atomic64_try_cmpxchg(&group->use, &old, new))
			break;
		pfc_group_displace(&basis, also, use, place, len);
	}

	pfc_group_changed(port, group, old, new);
	if (place <= PFC_PLACE_HEADROOM) {
		*bytes = len;
		pfc_group_hold(port, old);
		pfc_group_peak(group, new);
	}
	if (place == PFC_PLACE_HEADROOM && !use.headroom && pfc_limits_ahead(limits))
		pfc_sender_kick(port);	/* for the other groups: see pfc_wanted() */
	return place;
}

/* Slow path: the packet crosses a threshold, the pool is full, or the cmpxchg failed */
static noinline enum pfc_drop pfc_charge_slow(struct pfc_port *port, u8 pg, u32 *len, u16 queue)
{
	static const u8 causes[] = {
		[PFC_REFUSE_LIMIT] = PFC_DROP_LIMIT,
		[PFC_REFUSE_POOL] = PFC_DROP_POOL,
		[PFC_REFUSE_HEADROOM] = PFC_DROP_HEADROOM,
	};
	enum pfc_place place = pfc_charge_place(port, pg, len, 0, queue);

	if (place <= PFC_PLACE_HEADROOM)
		return PFC_DROP_NONE;
	pfc_group_drop(&port->groups[pg], causes[place], 1);
	if (place == PFC_REFUSE_HEADROOM)
		pfc_sender_overrun(port, pg);
	return causes[place];
}

/* Charges a packet at or above a threshold; fast path if the headroom already holds bytes */
static noinline enum pfc_drop pfc_charge_above(struct pfc_port *port, u8 pg, u32 *bytes, u16 queue)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_basis *basis = pfc_group_basis(group, old);
	unsigned long free;
	u32 len = *bytes;
	u64 new = old + pfc_behind(len);

	if (!pfc_admit_behind(limits, basis->guarantee, old, len) ||
	    !pfc_part_take(&basis->pool->headroom, len, &free))
		return pfc_charge_slow(port, pg, bytes, queue);
	if (!atomic64_try_cmpxchg(&group->use, &old, new)) {
		pfc_part_give(&basis->pool->headroom, len);
		return pfc_charge_slow(port, pg, bytes, queue);
	}
	pfc_group_peak_headroom(group, new);
	return PFC_DROP_NONE;
}

/* Charges a packet whose bytes were taken from the shared part of @pool */
static __always_inline enum pfc_drop pfc_charge_plain(struct pfc_port *port, u8 pg, u32 *bytes,
						      u16 queue, struct pfc_pool *pool, u64 old)
{
	struct pfc_group *group = &port->groups[pg];
	u32 len = *bytes;

	if (unlikely(!atomic64_try_cmpxchg(&group->use, &old, old + len))) {
		pfc_part_give(&pool->shared, len);
		return pfc_charge_slow(port, pg, bytes, queue);
	}
	pfc_group_hold(port, old);
	pfc_peak(&group->peak[PFC_PEAK_HELD], (old + len) & PFC_USE_FIELD);
	return PFC_DROP_NONE;
}

/* Charges a packet to a group with a dynamic threshold; fast path below all thresholds */
static noinline enum pfc_drop pfc_charge_dynamic(struct pfc_port *port, u8 pg, u32 *bytes,
						 u16 queue)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_basis *basis = pfc_group_basis(group, old);
	unsigned long free;
	u32 len = *bytes;

	if (!pfc_admit_plain(limits, basis->guarantee, old, len))
		return pfc_charge_above(port, pg, bytes, queue);
	if (!pfc_part_take(&basis->pool->shared, len, &free))
		return pfc_charge_slow(port, pg, bytes, queue);
	if (!pfc_admit_below(limits, pfc_use_unpack(old), basis->guarantee, len, free)) {
		pfc_part_give(&basis->pool->shared, len);
		return pfc_charge_slow(port, pg, bytes, queue);
	}
	return pfc_charge_plain(port, pg, bytes, queue, basis->pool, old);
}

/*
 * Charge a packet to its ingress port and group, or refuse it.
 * @bytes: length of the packet; set to the bytes charged, which are more if the pool counts cells
 * @queue: %PFC_QUEUE_ID() of the egress queue of the packet, 0: none
 *
 * A group that holds bytes holds a reference to the port.  The function counts a refused
 * packet; the caller drops it.
 * Context: BH disabled, any locks.
 * Return: %PFC_DROP_NONE if the packet is admitted, else the cause of the drop.
 */
enum pfc_drop pfc_charge(struct pfc_port *port, u8 pg, u32 *bytes, u16 queue)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_basis *basis = pfc_group_basis(group, old);
	unsigned long free;
	u32 len = *bytes;

	/* The other cases are functions of their own, so that this one saves few registers */
	if (unlikely(limits->alpha))
		return pfc_charge_dynamic(port, pg, bytes, queue);
	if (unlikely(!pfc_admit_plain(limits, basis->guarantee, old, len)))
		return pfc_charge_above(port, pg, bytes, queue);
	if (unlikely(!pfc_part_take(&basis->pool->shared, len, &free)))
		return pfc_charge_slow(port, pg, bytes, queue);
	return pfc_charge_plain(port, pg, bytes, queue, basis->pool, old);
}

/*
 * Charge a packet of many frames, unless one of them would be dropped.
 * @bytes: length of all frames; set to the bytes charged
 * @frame: length of each frame except the last one, bytes
 *
 * If the packet does not fit below all thresholds of a lossless group, its frames are charged one
 * by one, so the group enters XOFF and uses its headroom as if the packet were split.
 * Context: BH disabled, any locks.
 * Return: whether the packet is charged; if not, nothing is counted.
 */
bool pfc_charge_whole(struct pfc_port *port, u8 pg, u32 *bytes, u32 frame, u16 queue)
{
	struct pfc_group *group = &port->groups[pg];
	u32 len = *bytes, charged = 0, done, part;
	const struct pfc_pg_limits *limits;
	u64 word;

	if (pfc_charge_place(port, pg, bytes, frame, queue) == PFC_PLACE_HELD)
		return true;
	limits = &pfc_config_get(port)->pg[pg];
	word = atomic64_read(&group->use);
	/* Not with headroom for a part only: the release below is no departure from the group */
	if (!limits->lossless || limits->headroom < pfc_use_unpack(word).headroom +
	    pfc_packet_cells(pfc_group_basis(group, word)->pool, len, frame))
		return false;
	for (done = 0; done < len; done += frame) {
		part = min(frame, len - done);
		if (pfc_charge_place(port, pg, &part, 0, queue) > PFC_PLACE_HEADROOM) {
			if (charged)
				pfc_release(port, pg, charged);
			return false;
		}
		charged += part;
	}
	*bytes = charged;
	return true;
}

/* Thresholds for a release; @own: room for a copy, in which a threshold may be fixed */
static const struct pfc_pg_limits *
pfc_release_limits(const struct pfc_group *group, u64 word, const struct pfc_pg_limits *limits,
		   const struct pfc_pool *pool, struct pfc_pg_limits *own)
{
	if (likely(!READ_ONCE(pool->set.cell) || !limits->alpha))
		return limits;
	*own = *limits;
	own->xon = min_t(u64, pfc_group_xon(group, word, limits, pool), U32_MAX);
	own->alpha = 0;
	return own;
}

static noinline void pfc_release_slow(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	struct pfc_pg_limits own;
	struct pfc_use was, use;
	struct pfc_basis basis;
	struct pfc_pool *also;

	do {
		was = pfc_use_unpack(old);
		basis = pfc_basis_read(group, old, &also);
		use = pfc_admit_release(pfc_release_limits(group, old, limits, basis.pool, &own),
					was, basis.guarantee, len,
					pfc_part_free(&basis.pool->shared));
		new = pfc_use_pack(use);
	} while (!atomic64_try_cmpxchg(&group->use, &old, new));

	pfc_pools_give(basis.pool, also, false,
		       pfc_shared_part(was.held, basis.guarantee) -
		       pfc_shared_part(use.held, basis.guarantee));
	pfc_pools_give(basis.pool, also, true, was.headroom - use.headroom);
	pfc_group_changed(port, group, old, new);
	if (was.headroom && !use.headroom && pfc_limits_ahead(limits))
		pfc_sender_kick(port);
	if (limits->timed && old & PFC_USE_XOFF)
		pfc_group_left(port, group);
	pfc_group_released(port, new);
}

/* Releases a packet at or above a threshold; fast path if the headroom still holds bytes */
static void pfc_release_above(struct pfc_port *port, u8 pg, u32 len, u64 old)
{
	struct pfc_group *group = &port->groups[pg];
	const struct pfc_basis *basis = pfc_group_basis(group, old);

	if (pfc_release_behind(old, len) && !(basis->guarantee & PFC_BASIS_MOVING) &&
	    !pfc_config_get(port)->pg[pg].timed &&
	    atomic64_try_cmpxchg(&group->use, &old, old - pfc_behind(len)))
		pfc_part_give(&basis->pool->headroom, len);
	else
		pfc_release_slow(port, pg, len);
}

/*
 * Release the charge of a packet that has left its queue.
 * @len: bytes charged by pfc_charge()
 *
 * The port may be freed after the end of the caller's RCU read side.
 * Context: BH disabled, any locks.
 */
void pfc_release(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_basis *basis = pfc_group_basis(group, old);

	if (unlikely(!pfc_release_plain(limits, basis->guarantee, old, len))) {
		pfc_release_above(port, pg, len, old);
	} else if (unlikely(!atomic64_try_cmpxchg(&group->use, &old, old - len))) {
		pfc_release_slow(port, pg, len);
	} else {
		pfc_part_give(&basis->pool->shared, len);
		pfc_group_released(port, old - len);
	}
}
