// SPDX-License-Identifier: GPL-2.0-only
/*
 * Charging packets to the (ingress port, priority group) that they came in by:
 * the atomic layer over admit.h.
 *
 * A group is charged from under the root locks of all egress ports at once, so
 * its state is one word that changes with cmpxchg.  Bytes of the pool's shared
 * part are taken before that and given back if they turn out not to be needed.
 *
 * Most packets cross no threshold and only add their length to the word and take it
 * away again.  They go a short way; all others go the whole one.
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
	if (!(old & ~PFC_USE_XOFF))
		percpu_ref_get(&port->ref);
	pfc_group_peak(group, pfc_use_sum(pfc_use_unpack(new)));
}

/* The port may go when this returns, but not before the end of RCU protection */
static void pfc_group_released(struct pfc_port *port, u64 new)
{
	if (!(new & ~PFC_USE_XOFF))
		percpu_ref_put(&port->ref);
}

/* The packet crosses a threshold, or finds the pool full, or another CPU was faster */
static noinline bool pfc_charge_slow(struct pfc_port *port, u8 pg, u32 len)
{
	const struct pfc_pg_limits *limits = &pfc_config_get(port)->pg[pg];
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	enum pfc_place place;
	bool taken = false;
	struct pfc_use use;

	do {
		use = pfc_use_unpack(old);
		if (!taken && pfc_admit_wants_shared(limits, use, len))
			taken = pfc_pool_take(port->pool, len);
		place = pfc_admit_place(limits, use, len, taken);
		if (place <= PFC_PLACE_HEADROOM)
			use = pfc_admit_charge(use, place, len);
		else if (place == PFC_DROP_HEADROOM)
			use = pfc_admit_refuse(use);
		new = pfc_use_pack(use);
	} while (!atomic64_try_cmpxchg(&group->use, &old, new));

	if (taken && place != PFC_PLACE_SHARED)
		pfc_pool_give(port->pool, len);
	pfc_group_changed(port, group, old, new);
	if (place > PFC_PLACE_HEADROOM) {
		pfc_group_drop(port, pg, pfc_drop_cause(place));
		return false;
	}
	pfc_group_charged(port, group, old, new);
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

	if (unlikely(!pfc_admit_plain(limits, old, len) ||
		     !pfc_pool_take(port->pool, len)))
		return pfc_charge_slow(port, pg, len);
	if (unlikely(!atomic64_try_cmpxchg(&group->use, &old, old + len))) {
		pfc_pool_give(port->pool, len);
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
	struct pfc_use was, use;

	do {
		was = pfc_use_unpack(old);
		use = pfc_admit_release(limits, was, len);
		new = pfc_use_pack(use);
	} while (!atomic64_try_cmpxchg(&group->use, &old, new));

	pfc_pool_give(port->pool, was.shared - use.shared);
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

	if (unlikely(!pfc_release_plain(limits, old, len) ||
		     !atomic64_try_cmpxchg(&group->use, &old, old - len))) {
		pfc_release_slow(port, pg, len);
		return;
	}
	pfc_pool_give(port->pool, len);
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
 * @limits: the new thresholds; no CPU charges by the old ones any more
 *
 * Context: RTNL.
 */
void pfc_group_resize(struct pfc_port *port, u8 pg,
		      const struct pfc_pg_limits *limits)
{
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	struct pfc_use was, use;

	ASSERT_RTNL();

	do {
		was = pfc_use_unpack(old);
		use = pfc_admit_resize(limits, was);
		new = pfc_use_pack(use);
	} while (!atomic64_try_cmpxchg(&group->use, &old, new));

	if (was.headroom != use.headroom)
		atomic_add(was.headroom - use.headroom, &port->pool->shared_used);
	pfc_group_changed(port, group, old, new);
}
