// SPDX-License-Identifier: GPL-2.0-only
/*
 * Charging packets to the (ingress port, priority group) that they came in by:
 * the atomic layer over admit.h.
 *
 * A group is charged from under the root locks of all egress ports at once, so
 * its state is one word that changes with cmpxchg.  Bytes of the pool are taken
 * before that and given back if they turn out not to be needed.
 *
 * Most packets cross no threshold and only add their length to a part of the word and
 * take it away again.  They go a short way; all others go the whole one.
 */
#include "port.h"

/* More is charged to guarantee and shared part: let the watermarks rise */
static __always_inline void pfc_group_peak_held(struct pfc_group *group,
						u32 guarantee, u64 word)
{
	u32 held = word & PFC_USE_FIELD;

	pfc_peak(&group->peak[PFC_PEAK_SUM], held);
	pfc_peak(&group->peak[PFC_PEAK_SHARED], pfc_shared_part(held, guarantee));
}

/* More is charged to the headroom */
static __always_inline void pfc_group_peak_headroom(struct pfc_group *group, u64 word)
{
	struct pfc_use use = pfc_use_unpack(word);

	pfc_peak(&group->peak[PFC_PEAK_SUM], pfc_use_sum(use));
	pfc_peak(&group->peak[PFC_PEAK_HEADROOM], use.headroom);
}

static void pfc_group_peak(struct pfc_group *group, u64 word)
{
	pfc_group_peak_held(group, pfc_group_terms(group, word)->guarantee, word);
	pfc_group_peak_headroom(group, word);
}

/**
 * pfc_group_touch() - let the watermarks of a group take in what it holds now
 * @group: the group
 *
 * Context: RTNL.
 */
void pfc_group_touch(struct pfc_group *group)
{
	smp_mb(); /* the watermarks were set back before the use is read */
	pfc_group_peak(group, atomic64_read(&group->use));
}

static enum pfc_drop pfc_drop_cause(enum pfc_place place)
{
	switch (place) {
	case PFC_DROP_LIMIT:
		return PFC_DROPPED_LIMIT;
	case PFC_DROP_POOL:
		return PFC_DROPPED_POOL;
	default:
		return PFC_DROPPED_HEADROOM;
	}
}

/* The group's state has changed from @old to @new: does the peer have to know? */
static void pfc_group_changed(struct pfc_port *port, struct pfc_group *group,
			      u64 old, u64 new)
{
	if (likely(!((old ^ new) & PFC_USE_XOFF)))
		return;
	if (new & PFC_USE_XOFF)
		atomic_long_inc(&group->xoff);
	pfc_sender_kick(port);
}

/* A packet is charged.  A group that holds something holds the port. */
static __always_inline void pfc_group_hold(struct pfc_port *port, u64 old)
{
	if (!(old & PFC_USE_BYTES))
		percpu_ref_get(&port->ref);
}

/* The port may go when this returns, but not before the end of RCU protection */
static void pfc_group_released(struct pfc_port *port, u64 new)
{
	if (!(new & PFC_USE_BYTES))
		percpu_ref_put(&port->ref);
}

/* Takes from a part of the pool, and of that to which the group is moving */
static bool pfc_terms_take(const struct pfc_terms *terms, bool headroom, u32 len)
{
	struct pfc_part *part = pfc_pool_part(terms->pool, headroom);
	u32 free;

	if (!pfc_part_take(part, len, &free))
		return false;
	if (!terms->also ||
	    pfc_part_take(pfc_pool_part(terms->also, headroom), len, &free))
		return true;
	pfc_part_give(part, len);
	return false;
}

static void pfc_terms_give(const struct pfc_terms *terms, bool headroom, u32 len)
{
	pfc_part_give(pfc_pool_part(terms->pool, headroom), len);
	if (terms->also)
		pfc_part_give(pfc_pool_part(terms->also, headroom), len);
}

/* Decides on a packet and takes what it needs of the pool */
static enum pfc_place pfc_group_place(const struct pfc_pg_limits *limits,
				      const struct pfc_terms *terms,
				      struct pfc_use use, u32 len)
{
	u32 need = pfc_admit_need(use, terms->guarantee, len);
	u32 free = pfc_part_free(&terms->pool->shared);
	bool below = pfc_admit_below(limits, use, terms->guarantee, len, free);
	bool has = need <= free;
	enum pfc_place place;

	if (below)
		has = !need || pfc_terms_take(terms, false, need);
	place = pfc_admit_place(limits, use, len, below, has);
	/* the group has the room; does the pool, if it has reserved less than all want? */
	if (place == PFC_PLACE_HEADROOM && !pfc_terms_take(terms, true, len))
		place = PFC_DROP_HEADROOM;
	return place;
}

/* Returns what pfc_group_place() took */
static void pfc_group_displace(const struct pfc_terms *terms, struct pfc_use use,
			       enum pfc_place place, u32 len)
{
	u32 need = pfc_admit_need(use, terms->guarantee, len);

	if (place == PFC_PLACE_HELD && need)
		pfc_terms_give(terms, false, need);
	else if (place == PFC_PLACE_HEADROOM)
		pfc_terms_give(terms, true, len);
}

/* The packet crosses a threshold, or finds the pool full, or another CPU was faster */
static noinline bool pfc_charge_slow(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	const struct pfc_terms *terms;
	enum pfc_place place;
	struct pfc_use use;

	for (;;) {
		use = pfc_use_unpack(old);
		terms = pfc_group_terms(group, old);
		place = pfc_group_place(limits, terms, use, len);
		if (place <= PFC_PLACE_HEADROOM)
			new = pfc_use_pack(pfc_admit_charge(use, place, len));
		else if (place == PFC_DROP_HEADROOM)
			new = pfc_use_pack(pfc_admit_refuse(use));
		else
			new = old;
		if (atomic64_try_cmpxchg(&group->use, &old, new))
			break;
		pfc_group_displace(terms, use, place, len);
	}

	pfc_group_changed(port, group, old, new);
	if (place > PFC_PLACE_HEADROOM) {
		pfc_group_drop(port, pg, pfc_drop_cause(place));
		if (place == PFC_DROP_HEADROOM)
			pfc_sender_overrun(port, pg);
		return false;
	}
	pfc_group_hold(port, old);
	pfc_group_peak(group, new);
	return true;
}

/* In most cases it goes behind others in the headroom */
static bool pfc_charge_above(struct pfc_port *port, u8 pg, u32 len, u64 old)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	const struct pfc_terms *terms = pfc_group_terms(group, old);
	u64 new = old + pfc_behind(len);
	u32 free;

	if (!pfc_admit_behind(limits, terms->guarantee, old, len) || terms->also ||
	    !pfc_part_take(&terms->pool->headroom, len, &free))
		return pfc_charge_slow(port, pg, len);
	if (!atomic64_try_cmpxchg(&group->use, &old, new)) {
		pfc_part_give(&terms->pool->headroom, len);
		return pfc_charge_slow(port, pg, len);
	}
	pfc_group_peak_headroom(group, new);
	return true;
}

/**
 * pfc_charge() - charge a packet to its ingress port and group, or refuse it
 * @port: port that the packet came in by
 * @pg: priority group, 0..7
 * @len: bytes
 *
 * A group that holds something holds a reference to the port.  A refused packet
 * is counted; the caller drops it.
 *
 * Context: BH disabled, any locks.
 * Return: whether the packet is admitted.
 */
bool pfc_charge(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_terms *terms = pfc_group_terms(group, old);
	u32 free;

	if (unlikely(!pfc_admit_plain(limits, terms->guarantee, old, len)))
		return pfc_charge_above(port, pg, len, old);
	if (unlikely(terms->also || !pfc_part_take(&terms->pool->shared, len, &free)))
		return pfc_charge_slow(port, pg, len);
	if (unlikely((limits->alpha &&
		      !pfc_admit_below(limits, pfc_use_unpack(old),
				       terms->guarantee, len, free)) ||
		     !atomic64_try_cmpxchg(&group->use, &old, old + len))) {
		pfc_part_give(&terms->pool->shared, len);
		return pfc_charge_slow(port, pg, len);
	}
	pfc_group_hold(port, old);
	pfc_group_peak_held(group, terms->guarantee, old + len);
	return true;
}

static noinline void pfc_release_slow(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	const struct pfc_terms *terms;
	struct pfc_use was, use;

	do {
		was = pfc_use_unpack(old);
		terms = pfc_group_terms(group, old);
		use = pfc_admit_release(limits, was, terms->guarantee, len,
					pfc_part_free(&terms->pool->shared));
		new = pfc_use_pack(use);
	} while (!atomic64_try_cmpxchg(&group->use, &old, new));

	pfc_terms_give(terms, false, pfc_shared_part(was.held, terms->guarantee) -
				     pfc_shared_part(use.held, terms->guarantee));
	if (was.headroom != use.headroom)
		pfc_terms_give(terms, true, was.headroom - use.headroom);
	pfc_group_changed(port, group, old, new);
	pfc_group_released(port, new);
}

/* In most cases there are others behind it in the headroom */
static void pfc_release_above(struct pfc_port *port, u8 pg, u32 len, u64 old)
{
	struct pfc_group *group = &port->groups[pg];
	const struct pfc_terms *terms = pfc_group_terms(group, old);

	if (pfc_release_behind(old, len) &&
	    atomic64_try_cmpxchg(&group->use, &old, old - pfc_behind(len)))
		pfc_part_give(&terms->pool->headroom, len);
	else
		pfc_release_slow(port, pg, len);
}

/**
 * pfc_release() - a charged packet has left its queue
 * @port: what pfc_charge() was given
 * @pg: likewise
 * @len: likewise
 *
 * The port may be gone at the end of RCU protection.
 *
 * Context: BH disabled, any locks.
 */
void pfc_release(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_terms *terms = pfc_group_terms(group, old);

	if (unlikely(terms->also)) {
		pfc_release_slow(port, pg, len);
	} else if (unlikely(!pfc_release_plain(limits, terms->guarantee, old, len))) {
		pfc_release_above(port, pg, len, old);
	} else if (unlikely(!atomic64_try_cmpxchg(&group->use, &old, old - len))) {
		pfc_release_slow(port, pg, len);
	} else {
		pfc_part_give(&terms->pool->shared, len);
		pfc_group_released(port, old - len);
	}
}

/**
 * pfc_group_drop() - count a dropped frame
 * @port: port that the frame came in by
 * @pg: priority group, 0..7
 * @cause: why it was dropped
 */
void pfc_group_drop(struct pfc_port *port, u8 pg, enum pfc_drop cause)
{
	atomic_long_inc(&port->groups[pg].drops[cause]);
}

/**
 * pfc_group_join() - begin to move a group to another pool
 * @port: the port
 * @pg: priority group, 0..7
 * @pool: the other pool; what the group may hold of its guarantee and headroom is
 *	reserved there too
 *
 * From here on the group is charged to both, until pfc_group_resize() leaves one.
 *
 * Context: RTNL; no CPU uses terms any more that went out of use before.
 * Return: whether the other pool has room for what the group holds; if not, nothing
 *	has changed.
 */
bool pfc_group_join(struct pfc_port *port, u8 pg, struct pfc_pool *pool)
{
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_terms *had = pfc_group_terms(group, old);
	struct pfc_terms *terms = pfc_group_other_terms(group, old);
	u32 shared, headroom, free;

	ASSERT_RTNL();

	*terms = (struct pfc_terms) {
		.pool = had->pool, .also = pool, .guarantee = had->guarantee,
	};
	do {
		struct pfc_use use = pfc_use_unpack(old);

		shared = pfc_shared_part(use.held, had->guarantee);
		headroom = use.headroom;
		if (!pfc_part_take(&pool->shared, shared, &free))
			return false;
		if (!pfc_part_take(&pool->headroom, headroom, &free)) {
			pfc_part_give(&pool->shared, shared);
			return false;
		}
		if (atomic64_try_cmpxchg(&group->use, &old, old ^ PFC_USE_TERMS))
			return true;
		pfc_part_give(&pool->headroom, headroom);
		pfc_part_give(&pool->shared, shared);
	} while (true);
}

/* What a group held by @had goes from the pool that it leaves, if it does */
static void pfc_group_leave(const struct pfc_terms *had, const struct pfc_pool *stays,
			    struct pfc_use was)
{
	struct pfc_pool *left = had->pool == stays ? had->also : had->pool;

	if (!left)
		return;
	pfc_part_give(&left->shared, pfc_shared_part(was.held, had->guarantee));
	pfc_part_give(&left->headroom, was.headroom);
}

/**
 * pfc_group_resize() - let a group follow changed thresholds
 * @port: the port
 * @pg: priority group, 0..7
 * @limits: the new thresholds; no CPU charges by the old ones any more, nor by terms
 *	that went out of use before them.  What they reserve more is reserved, what
 *	they reserve less still is
 * @pool: the pool that the group is charged to, or one of both
 *
 * With another guarantee what the group holds is charged anew, in the same moment, as
 * a packet must be released as it was charged.
 *
 * Context: RTNL.
 */
void pfc_group_resize(struct pfc_port *port, u8 pg, const struct pfc_pg_limits *limits,
		      struct pfc_pool *pool)
{
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	const struct pfc_terms *had = pfc_group_terms(group, old);
	struct pfc_terms *terms = pfc_group_other_terms(group, old);
	struct pfc_use was, use;
	u32 before, after;

	ASSERT_RTNL();

	*terms = (struct pfc_terms) {
		.pool = pool, .guarantee = limits->guarantee,
	};
	for (;;) {
		was = pfc_use_unpack(old);
		use = pfc_admit_resize(limits, was, limits->guarantee,
				       pfc_part_free(&pool->shared), pool->ratio == 1);
		use.terms = !was.terms;
		new = pfc_use_pack(use);
		before = pfc_shared_part(was.held, had->guarantee);
		after = pfc_shared_part(use.held, limits->guarantee);
		/*
		 * Before anyone releases by the new terms; more than what is the
		 * shared part's only until that gets what was reserved
		 */
		if (after > before)
			atomic_add(after - before, &pool->shared.used);
		if (atomic64_try_cmpxchg(&group->use, &old, new))
			break;
		if (after > before)
			pfc_part_give(&pool->shared, after - before);
	}

	if (before > after)
		pfc_part_give(&pool->shared, before - after);
	pfc_part_give(&pool->headroom, was.headroom - use.headroom);
	pfc_group_leave(had, pool, was);
	pfc_group_peak(group, new);
	pfc_group_changed(port, group, old, new);
}
