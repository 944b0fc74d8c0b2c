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

/* More is in the headroom: let the watermarks rise */
static __always_inline void pfc_group_peak_headroom(struct pfc_group *group, u64 word)
{
	struct pfc_use use = pfc_use_unpack(word);

	pfc_peak(&group->peak[PFC_PEAK_SUM], pfc_use_sum(use));
	pfc_peak(&group->peak[PFC_PEAK_HEADROOM], use.headroom);
}

static void pfc_group_peak(struct pfc_group *group, u64 word)
{
	pfc_peak(&group->peak[PFC_PEAK_HELD], pfc_use_unpack(word).held);
	pfc_group_peak_headroom(group, word);
}

/* Raises @peaks to what the watermarks of a group say */
static void pfc_peaks_raise(struct pfc_peaks *peaks, const struct pfc_group *group,
			    const u32 marks[PFC_PEAKS])
{
	u64 word = atomic64_read(&group->use);
	u32 guarantee = pfc_group_terms(group, word)->guarantee & ~PFC_TERMS_MOVING;
	u32 held = marks[PFC_PEAK_HELD];

	peaks->sum = max3(peaks->sum, marks[PFC_PEAK_SUM], held);
	peaks->shared = max(peaks->shared, pfc_shared_part(held, guarantee));
	peaks->headroom = max(peaks->headroom, marks[PFC_PEAK_HEADROOM]);
}

/**
 * pfc_group_peaks() - what are the watermarks of a group?
 * @group: the group
 * @peaks: raised to them
 *
 * Context: RTNL.
 */
void pfc_group_peaks(const struct pfc_group *group, struct pfc_peaks *peaks)
{
	u32 marks[PFC_PEAKS];
	int i;

	for (i = 0; i < PFC_PEAKS; i++)
		marks[i] = atomic_read(&group->peak[i]);
	pfc_peaks_raise(peaks, group, marks);
}

/**
 * pfc_group_peaks_start() - start the watermarks of a group anew
 * @group: the group
 * @was: raised to what they were
 *
 * Context: RTNL.
 */
void pfc_group_peaks_start(struct pfc_group *group, struct pfc_peaks *was)
{
	u32 marks[PFC_PEAKS];
	int i;

	ASSERT_RTNL();

	/* Fully ordered: set back before the use is read, the first that they take in */
	for (i = 0; i < PFC_PEAKS; i++)
		marks[i] = atomic_xchg(&group->peak[i], 0);
	pfc_peaks_raise(was, group, marks);
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

/* Something leaves a group of which the peer is told XOFF */
static noinline void pfc_group_left(struct pfc_port *port, struct pfc_group *group)
{
	atomic64_set(&group->left, ktime_get_ns());
	smp_mb(); /* before a look at who waits; pairs with pfc_sender_watch_group() */
	if (READ_ONCE(group->stopped))
		pfc_sender_kick(port);
}

/* The terms without their mark, and the pool to which the group is moving, or NULL */
static struct pfc_terms pfc_terms_read(const struct pfc_group *group, u64 word,
				       struct pfc_pool **also)
{
	struct pfc_terms terms = *pfc_group_terms(group, word);

	*also = NULL;
	if (terms.guarantee & PFC_TERMS_MOVING) {
		terms.guarantee &= ~PFC_TERMS_MOVING;
		*also = group->also[word >> PFC_USE_TERMS_SHIFT];
	}
	return terms;
}

/* Takes from a part of the pool, and of that to which the group is moving */
static bool pfc_pools_take(struct pfc_pool *pool, struct pfc_pool *also, bool headroom,
			   u32 len)
{
	struct pfc_part *part = pfc_pool_part(pool, headroom);
	u32 free;

	if (!pfc_part_take(part, len, &free))
		return false;
	if (!also || pfc_part_take(pfc_pool_part(also, headroom), len, &free))
		return true;
	pfc_part_give(part, len);
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

/* Decides on a packet and takes what it needs of the pool */
static enum pfc_place pfc_group_place(const struct pfc_pg_limits *limits,
				      const struct pfc_terms *terms,
				      struct pfc_pool *also, struct pfc_use use,
				      u32 len)
{
	u32 need = pfc_admit_need(use, terms->guarantee, len);
	/* no need to look at a line that others write, if none of it is needed */
	u32 free = need ? pfc_part_free(&terms->pool->shared) : 0;
	bool below = pfc_admit_below(limits, use, terms->guarantee, len, free);
	bool has = need <= free;
	enum pfc_place place;

	if (below)
		has = !need || pfc_pools_take(terms->pool, also, false, need);
	place = pfc_admit_place(limits, use, len, below, has);
	/* the group has the room; does the pool, if it has reserved less than all want? */
	if (place == PFC_PLACE_HEADROOM && !pfc_pools_take(terms->pool, also, true, len))
		place = PFC_DROP_HEADROOM;
	return place;
}

/* Returns what pfc_group_place() took */
static void pfc_group_displace(const struct pfc_terms *terms, struct pfc_pool *also,
			       struct pfc_use use, enum pfc_place place, u32 len)
{
	if (place == PFC_PLACE_HELD)
		pfc_pools_give(terms->pool, also, false,
			       pfc_admit_need(use, terms->guarantee, len));
	else if (place == PFC_PLACE_HEADROOM)
		pfc_pools_give(terms->pool, also, true, len);
}

/* The packet crosses a threshold, or finds the pool full, or another CPU was faster */
static noinline bool pfc_charge_slow(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	struct pfc_terms terms;
	enum pfc_place place;
	struct pfc_pool *also;
	struct pfc_use use;

	for (;;) {
		use = pfc_use_unpack(old);
		terms = pfc_terms_read(group, old, &also);
		place = pfc_group_place(limits, &terms, also, use, len);
		if (place <= PFC_PLACE_HEADROOM)
			new = pfc_use_pack(pfc_admit_charge(use, place, len));
		else if (place == PFC_DROP_HEADROOM)
			new = pfc_use_pack(pfc_admit_refuse(use));
		else
			new = old;
		if (atomic64_try_cmpxchg(&group->use, &old, new))
			break;
		pfc_group_displace(&terms, also, use, place, len);
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

	if (!pfc_admit_behind(limits, terms->guarantee, old, len) ||
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
	if (unlikely(!pfc_part_take(&terms->pool->shared, len, &free)))
		return pfc_charge_slow(port, pg, len);
	if (unlikely((limits->alpha &&
		      !pfc_admit_below(limits, pfc_use_unpack(old),
				       terms->guarantee, len, free)) ||
		     !atomic64_try_cmpxchg(&group->use, &old, old + len))) {
		pfc_part_give(&terms->pool->shared, len);
		return pfc_charge_slow(port, pg, len);
	}
	pfc_group_hold(port, old);
	pfc_peak(&group->peak[PFC_PEAK_HELD], (old + len) & PFC_USE_FIELD);
	return true;
}

static noinline void pfc_release_slow(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	struct pfc_use was, use;
	struct pfc_terms terms;
	struct pfc_pool *also;

	do {
		was = pfc_use_unpack(old);
		terms = pfc_terms_read(group, old, &also);
		use = pfc_admit_release(limits, was, terms.guarantee, len,
					pfc_part_free(&terms.pool->shared));
		new = pfc_use_pack(use);
	} while (!atomic64_try_cmpxchg(&group->use, &old, new));

	pfc_pools_give(terms.pool, also, false,
		       pfc_shared_part(was.held, terms.guarantee) -
		       pfc_shared_part(use.held, terms.guarantee));
	pfc_pools_give(terms.pool, also, true, was.headroom - use.headroom);
	pfc_group_changed(port, group, old, new);
	if (limits->timed && old & PFC_USE_XOFF)
		pfc_group_left(port, group);
	pfc_group_released(port, new);
}

/* In most cases there are others behind it in the headroom */
static void pfc_release_above(struct pfc_port *port, u8 pg, u32 len, u64 old)
{
	struct pfc_group *group = &port->groups[pg];
	const struct pfc_terms *terms = pfc_group_terms(group, old);

	if (pfc_release_behind(old, len) && !(terms->guarantee & PFC_TERMS_MOVING) &&
	    !pfc_config_get(port)->pg[pg].timed &&
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

	if (unlikely(!pfc_release_plain(limits, terms->guarantee, old, len))) {
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
 * Context: RTNL, BH disabled; no CPU uses terms any more that went out of use before.
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
		.pool = had->pool, .guarantee = had->guarantee | PFC_TERMS_MOVING,
	};
	group->also[terms - group->terms] = pool;
	do {
		struct pfc_use use = pfc_use_unpack(old);

		shared = pfc_shared_part(use.held, had->guarantee);
		headroom = use.headroom;
		/* not even for a moment, if it is plain that it cannot be */
		if (shared > pfc_part_free(&pool->shared) ||
		    headroom > pfc_part_free(&pool->headroom))
			return false;
		if (shared && !pfc_part_take(&pool->shared, shared, &free))
			return false;
		if (headroom && !pfc_part_take(&pool->headroom, headroom, &free)) {
			pfc_part_give(&pool->shared, shared);
			return false;
		}
		if (atomic64_try_cmpxchg(&group->use, &old, old ^ PFC_USE_TERMS))
			return true;
		pfc_part_give(&pool->headroom, headroom);
		pfc_part_give(&pool->shared, shared);
	} while (true);
}

/**
 * pfc_group_resize() - let a group follow changed thresholds
 * @port: the port
 * @pg: priority group, 0..7
 * @limits: the new thresholds; no CPU charges by the old ones any more, nor by terms
 *	that went out of use before them.  What they reserve more is reserved, what
 *	they reserve less still is
 * @pool: the pool that the group is charged to, or one of both
 * @returned: bytes of headroom that the pool gets back after this
 *
 * With another guarantee what the group holds is charged anew, in the same moment, as
 * a packet must be released as it was charged.
 *
 * Context: RTNL.
 */
void pfc_group_resize(struct pfc_port *port, u8 pg, const struct pfc_pg_limits *limits,
		      struct pfc_pool *pool, u32 returned)
{
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	struct pfc_terms *terms = pfc_group_other_terms(group, old);
	struct pfc_pool *also, *left = NULL;
	struct pfc_use was, use;
	struct pfc_terms had;
	u32 before, after;

	ASSERT_RTNL();

	had = pfc_terms_read(group, old, &also);
	if (also)
		left = had.pool == pool ? also : had.pool;
	/* The watermark is one of guarantee and shared part together */
	if (limits->guarantee != had.guarantee)
		pfc_group_peaks_start(group, &group->before);
	*terms = (struct pfc_terms) {
		.pool = pool, .guarantee = limits->guarantee,
	};
	for (;;) {
		was = pfc_use_unpack(old);
		use = pfc_admit_resize(limits, was, limits->guarantee,
				       pfc_part_free(&pool->shared),
				       pool->ratio == 1 ? returned : 0);
		use.terms = !was.terms;
		new = pfc_use_pack(use);
		before = pfc_shared_part(was.held, had.guarantee);
		after = pfc_shared_part(use.held, limits->guarantee);
		/*
		 * Before anyone releases by the new terms; more than what is the
		 * shared part's only until that gets what was reserved
		 */
		if (after > before)
			pfc_peak(&pool->shared.peak,
				 atomic_add_return(after - before, &pool->shared.used));
		if (atomic64_try_cmpxchg(&group->use, &old, new))
			break;
		if (after > before)
			pfc_part_give(&pool->shared, after - before);
	}

	if (before > after)
		pfc_part_give(&pool->shared, before - after);
	pfc_part_give(&pool->headroom, was.headroom - use.headroom);
	if (left) {
		pfc_part_give(&left->shared, before);
		pfc_part_give(&left->headroom, was.headroom);
	}
	pfc_group_peak(group, new);
	pfc_group_changed(port, group, old, new);
}
