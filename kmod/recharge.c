// SPDX-License-Identifier: GPL-2.0-only
/*
 * Changes of what a priority group is charged to: its pool, guarantee and thresholds.  They are
 * atomic with the charges of charge.c: a packet is released by the basis that it is charged by.
 * Reading and restarting of the watermarks, which charge.c raises.
 */
#include "net.h"
#include "port.h"

static void pfc_claims_give(const struct pfc_claim *claims, int n)
{
	while (n--)
		pfc_part_give(claims[n].part, claims[n].len);
}

/* Charges all claims and returns NULL, or charges none and returns one whose part has no room */
static const struct pfc_claim *pfc_claims_take(const struct pfc_claim *claims, int n)
{
	unsigned long free;
	int i;

	/* If there is no room, do not exceed the size of a pool even for a moment */
	for (i = 0; i < n; i++)
		if (claims[i].len > pfc_part_free(claims[i].part))
			return &claims[i];
	for (i = 0; i < n; i++)
		if (claims[i].len && !pfc_part_take(claims[i].part, claims[i].len, &free)) {
			pfc_claims_give(claims, i);
			return &claims[i];
		}
	return NULL;
}

/*
 * Begin to move a group to another pool.
 * @pool: the other pool; the guarantee and the headroom of the group are reserved there, too
 * @reserved: bytes of headroom that @pool reserves for the group
 * @lack: set to the bytes that have no room, if the function returns false
 *
 * From now on the group is charged to both pools, until pfc_group_resize() selects one.
 * If the group's headroom has shrunk in an oversubscribed pool, the group can still have more
 * bytes there than @reserved.  In a pool whose groups own their headrooms, these bytes would take
 * the headroom of other groups, so they move to the shared part.
 * Context: RTNL, BH disabled, after a grace period: no CPU uses the inactive charge basis.
 * Return: true if the pools have room for the current use of the group; if false,
 *	nothing has changed.
 */
bool pfc_group_join(struct pfc_port *port, u8 pg, struct pfc_pool *pool, u32 reserved,
		    struct pfc_claim *lack)
{
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use);
	const struct pfc_basis *had = pfc_group_basis(group, old);
	struct pfc_basis *basis = pfc_group_other_basis(group, old);
	const struct pfc_claim *failed;
	struct pfc_use use;
	u32 surplus;

	ASSERT_RTNL();

	*basis = (struct pfc_basis) {
		.pool = had->pool, .guarantee = had->guarantee | PFC_BASIS_MOVING,
	};
	group->also[basis - group->basis] = pool;
	do {
		struct pfc_claim claims[3] = {
			{ &had->pool->shared }, { &pool->shared }, { &pool->headroom },
		};

		use = pfc_use_unpack(old);
		surplus = 0;
		if (pool->owned && use.headroom > reserved)
			surplus = use.headroom - reserved;
		claims[0].len = pfc_admit_need(use, had->guarantee, surplus);
		use.held += surplus;
		use.headroom -= surplus;
		use.basis = !use.basis;
		claims[1].len = pfc_shared_part(use.held, had->guarantee);
		claims[2].len = use.headroom;
		failed = pfc_claims_take(claims, ARRAY_SIZE(claims));
		if (failed) {
			*lack = *failed;
			return false;
		}
		if (atomic64_try_cmpxchg(&group->use, &old, pfc_use_pack(use)))
			break;
		pfc_claims_give(claims, ARRAY_SIZE(claims));
	} while (true);
	pfc_part_give(&had->pool->headroom, surplus);
	return true;
}

/*
 * Apply changed thresholds to a group.
 * @limits: the new thresholds; the caller has reserved additional bytes before the call, and
 *	ends the reservation of surplus bytes after the call
 * @pool: the pool that the group is charged to; if there are two, the pool to keep
 * @returned: bytes of headroom whose reservation the caller ends after the call
 * Context: RTNL, after a grace period: no CPU charges by the old thresholds or uses the
 * inactive charge basis.
 */
void pfc_group_resize(struct pfc_port *port, u8 pg, const struct pfc_pg_limits *limits,
		      struct pfc_pool *pool, u32 returned)
{
	struct pfc_group *group = &port->groups[pg];
	u64 old = atomic64_read(&group->use), new;
	struct pfc_basis *basis = pfc_group_other_basis(group, old);
	struct pfc_pool *also, *left = NULL;
	struct pfc_use was, use;
	struct pfc_basis had;
	u32 before, after;

	ASSERT_RTNL();

	had = pfc_basis_read(group, old, &also);
	if (also)
		left = had.pool == pool ? also : had.pool;
	/*
	 * The shared peak is not stored: it is the peak of the held bytes minus the guarantee.
	 * Compute it with the old guarantee.
	 */
	if (limits->guarantee != had.guarantee)
		pfc_group_peaks(group, &group->before, true);
	*basis = (struct pfc_basis) {
		.pool = pool,
		.guarantee = limits->guarantee | (pool->set.cell ? PFC_BASIS_CELLS : 0),
	};
	for (;;) {
		was = pfc_use_unpack(old);
		use = pfc_admit_resize(limits, was, limits->guarantee,
				       pfc_part_free(&pool->shared),
				       pool->owned ? returned : 0);
		/* As in a release: a group of a pool with cells drains by the whole XON offset */
		if (was.xoff && limits->lossless && limits->alpha &&
		    pfc_shared_part(use.held, limits->guarantee) >
		    pfc_group_xon(group, old, limits, pool))
			use.xoff = true;
		use.basis = !was.basis;
		new = pfc_use_pack(use);
		before = pfc_shared_part(was.held, had.guarantee);
		after = pfc_shared_part(use.held, limits->guarantee);
		/*
		 * Charge these bytes before any CPU can release them by the new basis.
		 * They may exceed the size of the shared part until the caller ends
		 * the old reservation, which makes the shared part larger.
		 */
		if (after > before)
			pfc_part_peak(&pool->shared,
				      atomic_long_add_return(after - before, &pool->shared.used));
		pfc_group_enters(group, old, new, limits->guarantee, 0);
		if (atomic64_try_cmpxchg(&group->use, &old, new))
			break;
		if (after > before)
			pfc_part_give(&pool->shared, after - before);
	}

	if (before > after)
		pfc_part_give(&pool->shared, before - after);
	pfc_part_give(&pool->headroom, was.headroom - use.headroom);
	if (!pool->owned && use.headroom > pfc_pg_demand(limits).headrooms)
		pool->surplus = true;
	if (left) {
		pfc_part_give(&left->shared, before);
		pfc_part_give(&left->headroom, was.headroom);
	}
	pfc_group_peak(group, new);
	pfc_group_changed(port, group, old, new);
}

/*
 * Give a group the changed cell size of its pool.
 *
 * The flag in the guarantee only selects the paths of charge and release, so that it can change at
 * any time: a packet is released with the bytes that it was charged with.
 * Context: RTNL.
 * Return: whether the group is charged to the pool.
 */
bool pfc_group_follow(struct pfc_group *group, const struct pfc_pool *pool)
{
	u64 word = atomic64_read(&group->use);
	struct pfc_basis *basis = &group->basis[word >> PFC_USE_BASIS_SHIFT];
	u64 guarantee = basis->guarantee & ~PFC_BASIS_CELLS;

	ASSERT_RTNL();

	if (basis->pool != pool)
		return false;
	WRITE_ONCE(basis->guarantee, guarantee | (pool->set.cell ? PFC_BASIS_CELLS : 0));
	return true;
}

/*
 * Get the watermarks of a group.
 * @peaks: raised to them
 * @restart: restart them from the current use of the group
 * Context: RTNL.
 */
void pfc_group_peaks(struct pfc_group *group, struct pfc_peaks *peaks, bool restart)
{
	u32 marks[PFC_PEAKS], guarantee;
	u64 word;
	int i;

	ASSERT_RTNL();

	/*
	 * Each exchange is fully ordered before the read of use below.  The value of that read
	 * is the first one that the new watermarks record.
	 */
	for (i = 0; i < PFC_PEAKS; i++)
		marks[i] = restart ? atomic_xchg(&group->peak[i], 0) :
				     atomic_read(&group->peak[i]);
	word = atomic64_read(&group->use);
	guarantee = pfc_group_basis(group, word)->guarantee & PFC_BASIS_GUARANTEE;
	peaks->sum = max3(peaks->sum, marks[PFC_PEAK_SUM], marks[PFC_PEAK_HELD]);
	peaks->shared = max(peaks->shared, pfc_shared_part(marks[PFC_PEAK_HELD], guarantee));
	peaks->headroom = max(peaks->headroom, marks[PFC_PEAK_HEADROOM]);
	if (restart)
		pfc_group_peak(group, word);
}
