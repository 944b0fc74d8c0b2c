/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * State of a priority group (PG) of an ingress port, and its charge.
 */
#ifndef _PFC_PG_H
#define _PFC_PG_H

#include <linux/atomic.h>
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/stddef.h>
#include "core/admit.h"
#include "peer.h"
#include "pool.h"

/*
 * Result of the admission of a packet, and causes of drops.  A group counts those before
 * %PFC_DROPS, see &enum pfc_pg_stat.  The next ones have no such counter:
 * @PFC_DROP_LOCAL: packet charged to no port, above the limit of the egress queue
 * @PFC_DROP_SEGMENT: GSO packet whose segmentation failed
 * @PFC_DROP_CONTROL: MAC control frame to send, above the limit of their queue
 * @PFC_DROP_DELAY: frame in flight (``delay``) at the time of a reset
 * @PFC_DROP_IMPAIR: frame lost by an impairment of the link
 */
enum pfc_drop {
	PFC_DROP_NONE,
	PFC_DROP_LIMIT,
	PFC_DROP_POOL,
	PFC_DROP_HEADROOM,
	PFC_DROP_FLUSH,
	PFC_DROP_REST,
	PFC_DROP_EGRESS,
	PFC_DROP_EARLY,
	PFC_DROP_FLOOD,
	PFC_DROP_STORM,
	PFC_DROP_MEMORY,
	PFC_DROPS,
	PFC_DROP_LOCAL = PFC_DROPS,
	PFC_DROP_SEGMENT,
	PFC_DROP_CONTROL,
	PFC_DROP_DELAY,
	PFC_DROP_IMPAIR,
	PFC_DROPS_ALL,
};

/**
 * struct pfc_basis - charge basis of a priority group
 * @pool: pool with the shared part and the headroom that the group is charged to
 * @guarantee: bytes that the group holds before it charges the shared part of @pool; the
 *	flag %PFC_BASIS_MOVING means that the group is also charged to a second pool,
 *	%PFC_BASIS_CELLS that @pool counts cells
 */
struct pfc_basis {
	struct pfc_pool	*pool;
	u64		guarantee;
};

/*
 * Flags in a guarantee.  They make the guarantee larger than the occupancy of any group, so that
 * the fast paths of charge.c do not apply.
 */
#define PFC_BASIS_MOVING	BIT_ULL(62)
#define PFC_BASIS_CELLS		BIT_ULL(63)
#define PFC_BASIS_GUARANTEE	(PFC_BASIS_MOVING - 1)

/*
 * Watermarks of a group, bytes: charged to guarantee and shared part, charged to the headroom, and
 * the total, which is complete only for times at which the headroom holds bytes, because at other
 * times the held bytes are the total
 */
enum pfc_peak_kind {
	PFC_PEAK_HELD,
	PFC_PEAK_HEADROOM,
	PFC_PEAK_SUM,
	PFC_PEAKS,
};

/* Reported watermarks of a group, bytes: in total, and charged to shared part and headroom */
struct pfc_peaks {
	u32	sum;
	u32	shared;
	u32	headroom;
};

/**
 * struct pfc_group - priority group of an ingress port
 * @use: struct pfc_use in one word; all egress ports change it with cmpxchg, under their
 *	own root locks, at enqueue and dequeue
 * @basis: the two charge bases; a bit of @use selects the active one, so that a change of
 *	the basis is atomic with the charge.  The inactive one is written under RTNL, after
 *	a grace period, so that no CPU still uses a word that selects it
 * @peak: watermarks since the last clear; raised lock-free together with @use
 * @also: second pool of each charge basis that has %PFC_BASIS_MOVING set
 * @drops: dropped frames by cause
 * @xoff: number of transitions into XOFF
 * @xoff_queue: %PFC_QUEUE_ID() of the egress queue whose packet last brought the group into
 *	XOFF, 0: none; for the flight recorder and events; written before the group
 *	enters XOFF, without a lock
 * @level: in a pool with cells: bytes of the shared part with which the group last entered XOFF;
 *	written as @xoff_queue
 * @stopped: the sender suppresses XOFF of the group, because the group was in XOFF and no
 *	packet left it during the XOFF timeout; written under sender.lock, also read without
 *	that lock
 * @left: time at which a packet last left the group while the group was in XOFF, ns; written
 *	only if the limits of the group have timed set
 * @before: watermarks from the last clear to the last change of the guarantee; protected
 *	by RTNL
 * @lifetime_max: highest watermarks before the last clear; protected by RTNL
 * @cleared: time of the last clear, ns; protected by RTNL
 */
struct pfc_group {
	atomic64_t	use;
	struct pfc_basis basis[2];
	atomic_t	peak[PFC_PEAKS];
	struct pfc_pool	*also[2];
	atomic64_t	drops[PFC_DROPS];
	atomic64_t	xoff;
	u32		level;
	u16		xoff_queue;
	bool		stopped;
	atomic64_t	left;
	struct pfc_peaks before;
	struct pfc_peaks lifetime_max;
	u64		cleared;
} ____cacheline_aligned_in_smp;

/*
 * Charge and release touch one cache line of a group, which contains use, charge bases and
 * watermarks.  CPUs with cache lines of 32 bytes touch two.
 */
static_assert(SMP_CACHE_BYTES < 64 || offsetofend(struct pfc_group, peak) <= SMP_CACHE_BYTES);

/* Bytes to charge to a part of a pool */
struct pfc_claim {
	struct pfc_part	*part;
	u32		len;
};

/* charge.c */
enum pfc_drop pfc_charge(struct pfc_port *port, u8 pg, u32 *len, u16 queue);
bool pfc_charge_whole(struct pfc_port *port, u8 pg, u32 *len, u32 frame, u16 queue);
void pfc_release(struct pfc_port *port, u8 pg, u32 len);

/* recharge.c */
bool pfc_group_join(struct pfc_port *port, u8 pg, struct pfc_pool *pool, u32 reserved,
		    struct pfc_claim *lack);
void pfc_group_resize(struct pfc_port *port, u8 pg, const struct pfc_pg_limits *limits,
		      struct pfc_pool *pool, u32 returned);
bool pfc_group_follow(struct pfc_group *group, const struct pfc_pool *pool);
void pfc_group_peaks(struct pfc_group *group, struct pfc_peaks *peaks, bool restart);

/*
 * Active charge basis of a group, valid while BH is disabled and @word, the value of its use, does
 * not change.
 */
static inline const struct pfc_basis *
pfc_group_basis(const struct pfc_group *group, u64 word)
{
	/* Read the word before its basis; pairs with the cmpxchg that flips the basis bit */
	smp_rmb();
	return &group->basis[word >> PFC_USE_BASIS_SHIFT];
}

/*
 * Inactive charge basis of a group, for the caller to write.
 * Context: RTNL, after a grace period: no CPU uses the inactive basis.
 */
static inline struct pfc_basis *pfc_group_other_basis(struct pfc_group *group, u64 word)
{
	return &group->basis[!(word >> PFC_USE_BASIS_SHIFT)];
}

/* Pool of a group; the old one while the group moves to another.  Context: RTNL */
static inline struct pfc_pool *pfc_group_pool(const struct pfc_group *group)
{
	return pfc_group_basis(group, atomic64_read(&group->use))->pool;
}

/*
 * XON threshold of a group in the shared part.
 * @word: value of the group's use
 *
 * In a pool with cells, a group with a dynamic threshold leaves XOFF when it has drained by the XON
 * offset, as in a switch.  In other pools the threshold that it compares with rises while the group
 * drains.
 * Return: bytes of the shared part at which the group, without bytes in the headroom, leaves XOFF.
 */
static inline u64 pfc_group_xon(const struct pfc_group *group, u64 word,
				const struct pfc_pg_limits *limits, const struct pfc_pool *pool)
{
	u32 level = READ_ONCE(group->level);

	if (READ_ONCE(pool->set.cell) && limits->alpha && word & PFC_USE_XOFF)
		return level - min(level, limits->xon_offset);
	return pfc_xon(limits, pfc_part_free(&pool->shared));
}

/*
 * %PFC_QUEUE_ID() of the egress queue whose packet last brought a group into XOFF, 0: none.  The
 * caller has found the group in XOFF.
 */
static inline u16 pfc_group_xoff_queue(const struct pfc_group *group)
{
	/* Read the word before the queue; pairs with the cmpxchg after pfc_group_enters() */
	smp_rmb();
	return READ_ONCE(group->xoff_queue);
}

/* Raise the watermarks after a charge to the headroom.  @word: use of the group after it */
static __always_inline void pfc_group_peak_headroom(struct pfc_group *group, u64 word)
{
	struct pfc_use use = pfc_use_unpack(word);

	pfc_peak(&group->peak[PFC_PEAK_SUM], pfc_use_sum(use));
	pfc_peak(&group->peak[PFC_PEAK_HEADROOM], use.headroom);
}

/* Raise the watermarks after a charge.  @word: use of the group after it */
static inline void pfc_group_peak(struct pfc_group *group, u64 word)
{
	pfc_peak(&group->peak[PFC_PEAK_HELD], pfc_use_unpack(word).held);
	pfc_group_peak_headroom(group, word);
}

/* Count dropped frames */
static inline void pfc_group_drop(struct pfc_group *group, enum pfc_drop cause, u32 frames)
{
	atomic64_add(frames, &group->drops[cause]);
}

/* Schedules the sender if the group entered or left XOFF between @old and @new */
static inline void pfc_group_changed(struct pfc_port *port, struct pfc_group *group,
				     u64 old, u64 new)
{
	if (likely(!((old ^ new) & PFC_USE_XOFF)))
		return;
	if (new & PFC_USE_XOFF)
		atomic64_inc(&group->xoff);
	pfc_sender_kick(port);
}

/*
 * Notes the egress queue whose packet is about to bring the group into XOFF, and the level at
 * which it does so.  Called before the compare-and-exchange, so that a sender that finds the group
 * in XOFF also finds the queue: pairs with pfc_group_xoff_queue().  If several CPUs try at once,
 * the packet of each of them is about to bring the group into XOFF.
 */
static inline void pfc_group_enters(struct pfc_group *group, u64 old, u64 new, u32 guarantee,
				    u16 queue)
{
	if (!(new & ~old & PFC_USE_XOFF))
		return;
	WRITE_ONCE(group->xoff_queue, queue);
	WRITE_ONCE(group->level, pfc_shared_part(new & PFC_USE_FIELD, guarantee));
}

/*
 * Reads the basis of charges to the group, without flags in its guarantee.  Sets
 * @also to the pool to which the group is moving, or to NULL.
 */
static inline struct pfc_basis pfc_basis_read(const struct pfc_group *group, u64 word,
					      struct pfc_pool **also)
{
	struct pfc_basis basis = *pfc_group_basis(group, word);

	*also = NULL;
	if (basis.guarantee & PFC_BASIS_MOVING)
		*also = group->also[word >> PFC_USE_BASIS_SHIFT];
	basis.guarantee &= PFC_BASIS_GUARANTEE;
	return basis;
}

#endif /* _PFC_PG_H */
