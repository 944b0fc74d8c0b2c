// SPDX-License-Identifier: GPL-2.0-only
/*
 * Charging packets to the (ingress port, priority group) that they came in by:
 * the atomic layer over admit.h.
 *
 * A group is charged from under the root locks of all egress ports at once, so
 * its state is one word that changes with cmpxchg.  Bytes of the pool's shared
 * part are taken before that and given back if they turn out not to be needed.
 *
 * Most packets cross no threshold and only add their length to a part of the word and
 * take it away again.  They go a short way; all others go the whole one.
 */
#include "port.h"

static void pfc_group_peak(struct pfc_group *group, u32 sum)
{
	int peak = atomic_read(&group->peak);

	while (unlikely(sum > (u32)peak))
		if (atomic_try_cmpxchg(&group->peak, &peak, sum))
			break;
}

/**
 * pfc_group_touch() - let the peak of a group take in what it holds now
 * @group: the group
 */
void pfc_group_touch(struct pfc_group *group)
{
	u64 use;

	smp_mb(); /* the peak was set back before the use is read */
	use = atomic64_read(&group->use);
	pfc_group_peak(group, pfc_use_sum(pfc_use_unpack(use)));
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
static __always_inline void
pfc_group_charged(struct pfc_port *port, struct pfc_group *group, u64 old, u64 new)
{
	if (!(old & PFC_USE_BYTES))
		percpu_ref_get(&port->ref);
	pfc_group_peak(group, pfc_use_sum(pfc_use_unpack(new)));
}

/* The port may go when this returns, but not before the end of RCU protection */
static void pfc_group_released(struct pfc_port *port, u64 new)
{
	if (!(new & PFC_USE_BYTES))
		percpu_ref_put(&port->ref);
}

/* Decides on a packet and takes what it needs of the shared part */
static enum pfc_place pfc_group_place(const struct pfc_pg_limits *limits,
				      const struct pfc_terms *terms,
				      struct pfc_use use, u32 len)
{
	u32 need = pfc_admit_need(use, terms->guarantee, len);
	bool below, taken = false;
	u32 free;

	below = pfc_admit_below(limits, use, terms->guarantee, len,
				pfc_pool_free(terms->pool));
	if (below)
		taken = !need || pfc_pool_take(terms->pool, need, &free);
	return pfc_admit_place(limits, use, len, below, taken);
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
		if (place == PFC_PLACE_HELD)
			pfc_pool_give(terms->pool,
				      pfc_admit_need(use, terms->guarantee, len));
	}

	pfc_group_changed(port, group, old, new);
	if (place > PFC_PLACE_HEADROOM) {
		pfc_group_drop(port, pg, pfc_drop_cause(place));
		if (place == PFC_DROP_HEADROOM)
			pfc_sender_overrun(port, pg);
		return false;
	}
	pfc_group_charged(port, group, old, new);
	return true;
}

/* In most cases it goes behind others in the headroom */
static bool pfc_charge_above(struct pfc_port *port, u8 pg, u32 len, u64 old)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	const struct pfc_terms *terms = pfc_group_terms(group, old);
	u64 new = old + pfc_behind(len);

	if (!pfc_admit_behind(limits, terms->guarantee, old, len) ||
	    !atomic64_try_cmpxchg(&group->use, &old, new))
		return pfc_charge_slow(port, pg, len);
	pfc_group_peak(group, pfc_use_sum(pfc_use_unpack(new)));
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
	if (unlikely(!pfc_pool_take(terms->pool, len, &free)))
		return pfc_charge_slow(port, pg, len);
	if (unlikely((limits->alpha &&
		      !pfc_admit_below(limits, pfc_use_unpack(old),
				       terms->guarantee, len, free)) ||
		     !atomic64_try_cmpxchg(&group->use, &old, old + len))) {
		pfc_pool_give(terms->pool, len);
		return pfc_charge_slow(port, pg, len);
	}
	pfc_group_charged(port, group, old, old + len);
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
					pfc_pool_free(terms->pool));
		new = pfc_use_pack(use);
	} while (!atomic64_try_cmpxchg(&group->use, &old, new));

	pfc_pool_give(terms->pool, pfc_shared_part(was.held, terms->guarantee) -
				   pfc_shared_part(use.held, terms->guarantee));
	pfc_group_changed(port, group, old, new);
	pfc_group_released(port, new);
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
		if (!pfc_release_behind(old, len) ||
		    !atomic64_try_cmpxchg(&group->use, &old, old - pfc_behind(len)))
			pfc_release_slow(port, pg, len);
		return;
	}
	if (unlikely(!atomic64_try_cmpxchg(&group->use, &old, old - len))) {
		pfc_release_slow(port, pg, len);
		return;
	}
	pfc_pool_give(terms->pool, len);
	pfc_group_released(port, old - len);
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
 * pfc_group_resize() - let a group follow changed thresholds
 * @port: the port
 * @pg: priority group, 0..7
 * @limits: the new thresholds; no CPU charges by the old ones any more, nor by terms
 *	that went out of use before them.  What they reserve more is reserved, what
 *	they reserve less still is
 *
 * With another guarantee what the group holds is charged anew, in the same moment, as
 * a packet must be released as it was charged.
 *
 * Context: RTNL.
 */
void pfc_group_resize(struct pfc_port *port, u8 pg,
		      const struct pfc_pg_limits *limits)
{
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	const struct pfc_terms *had = pfc_group_terms(group, old);
	struct pfc_terms *terms = &group->terms[!(old >> PFC_USE_TERMS_SHIFT)];
	struct pfc_pool *pool = had->pool;
	struct pfc_use was, use;
	u32 before, after;

	ASSERT_RTNL();

	*terms = (struct pfc_terms) {
		.pool = pool, .guarantee = limits->guarantee,
	};
	for (;;) {
		was = pfc_use_unpack(old);
		use = pfc_admit_resize(limits, was, limits->guarantee,
				       pfc_pool_free(pool));
		use.terms = !was.terms;
		new = pfc_use_pack(use);
		before = pfc_shared_part(was.held, had->guarantee);
		after = pfc_shared_part(use.held, limits->guarantee);
		/*
		 * Before anyone releases by the new terms; more than what is the
		 * shared part's only until that gets what was reserved
		 */
		if (after > before)
			atomic_add(after - before, &pool->shared_used);
		if (atomic64_try_cmpxchg(&group->use, &old, new))
			break;
		if (after > before)
			pfc_pool_give(pool, after - before);
	}

	if (before > after)
		pfc_pool_give(pool, before - after);
	pfc_group_changed(port, group, old, new);
}
