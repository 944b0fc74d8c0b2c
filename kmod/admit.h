/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Admission to the shared buffer: where does a packet's charge go, and when
 * does its priority group want XOFF?  Pure, and on the data path.
 *
 * The first bytes that a group holds are its guarantee.  What is beyond is charged
 * to the shared part of the pool, up to a threshold: a fixed one, or alpha times
 * what is free there (Choudhury and Hahne, "Dynamic queue length thresholds for
 * shared-memory packet switches", 1998).  A packet that does not fit below, or
 * finds the shared part full, goes to the headroom of a lossless group, and the
 * group wants its peer to stop.  It does so until the headroom is empty and the
 * group has drained to XON, which is fixed or an offset below the threshold.
 *
 * Release goes the other way: headroom, shared part, guarantee.  So one number says
 * how much is charged to guarantee and shared part together.
 */
#ifndef _PFC_ADMIT_H
#define _PFC_ADMIT_H

#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/types.h>
#include "config.h"

/**
 * struct pfc_use - what a priority group holds
 * @held: bytes charged to its guarantee and, beyond that, to the shared part of
 *	the pool, below 2^31
 * @headroom: bytes charged to the group's headroom, below 2^31
 * @xoff: the group wants its peer to stop
 * @terms: by which of two terms, a guarantee and a pool, all this is charged
 */
struct pfc_use {
	u32	held;
	u32	headroom;
	bool	xoff;
	bool	terms;
};

/* The whole of struct pfc_use in one word, to be changed in one operation */
#define PFC_USE_HEADROOM_SHIFT	31
#define PFC_USE_FIELD		0x7fffffffULL
#define PFC_USE_XOFF		BIT_ULL(62)
#define PFC_USE_TERMS_SHIFT	63
#define PFC_USE_TERMS		BIT_ULL(PFC_USE_TERMS_SHIFT)
#define PFC_USE_BYTES		(PFC_USE_XOFF - 1)

static inline u64 pfc_use_pack(struct pfc_use use)
{
	return use.held | (u64)use.headroom << PFC_USE_HEADROOM_SHIFT |
	       (use.xoff ? PFC_USE_XOFF : 0) | (use.terms ? PFC_USE_TERMS : 0);
}

static inline struct pfc_use pfc_use_unpack(u64 word)
{
	return (struct pfc_use) {
		.held = word & PFC_USE_FIELD,
		.headroom = word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD,
		.xoff = word & PFC_USE_XOFF,
		.terms = word & PFC_USE_TERMS,
	};
}

/* What @len bytes of headroom are in the word */
static inline u64 pfc_behind(u32 len)
{
	return (u64)len << PFC_USE_HEADROOM_SHIFT;
}

/**
 * pfc_use_sum() - occupancy of a group
 * @use: what it holds
 *
 * Return: bytes.
 */
static inline u32 pfc_use_sum(struct pfc_use use)
{
	return use.held + use.headroom;
}

/**
 * pfc_shared_part() - how much of what is held is charged to the pool's shared part?
 * @held: bytes charged to guarantee and shared part together
 * @guarantee: the guarantee, bytes
 *
 * Return: bytes.
 */
static inline u32 pfc_shared_part(u32 held, u32 guarantee)
{
	return held > guarantee ? held - guarantee : 0;
}

/**
 * pfc_threshold() - how much of the shared part may a group take?
 * @limits: the group's thresholds
 * @free: bytes of the shared part that nobody has
 *
 * Return: bytes.
 */
static inline u64 pfc_threshold(const struct pfc_pg_limits *limits, u32 free)
{
	if (limits->alpha)
		return (u64)free * limits->alpha / PFC_ALPHA_ONE;
	return limits->lossless ? limits->xoff : limits->limit;
}

/**
 * enum pfc_place - where a packet's charge goes
 * @PFC_PLACE_HELD: to the guarantee or the shared part of the pool
 * @PFC_PLACE_HEADROOM: to the group's headroom
 * @PFC_DROP_LIMIT: nowhere: lossy and above the group's limit
 * @PFC_DROP_POOL: nowhere: lossy and the shared part of the pool is full, which is
 *	also why a threshold of alpha times what is free is low
 * @PFC_DROP_HEADROOM: nowhere: lossless and the headroom is full
 */
enum pfc_place {
	PFC_PLACE_HELD,
	PFC_PLACE_HEADROOM,
	PFC_DROP_LIMIT,
	PFC_DROP_POOL,
	PFC_DROP_HEADROOM,
};

/**
 * pfc_admit_need() - how much of the shared part would a packet take?
 * @use: what the group holds
 * @guarantee: its guarantee, bytes
 * @len: the packet, bytes
 *
 * Return: bytes, less than @len if the guarantee covers some of it.
 */
static inline u32 pfc_admit_need(struct pfc_use use, u32 guarantee, u32 len)
{
	return pfc_shared_part(use.held + len, guarantee) -
	       pfc_shared_part(use.held, guarantee);
}

/**
 * pfc_admit_below() - does a packet fit below the group's threshold?
 * @limits: the group's thresholds
 * @use: what the group holds
 * @guarantee: its guarantee, bytes
 * @len: the packet, bytes
 * @free: bytes of the shared part that nobody has
 *
 * What the guarantee covers always does.
 *
 * Return: whether the shared part is to be asked for what the packet needs of it.
 */
static inline bool pfc_admit_below(const struct pfc_pg_limits *limits,
				   struct pfc_use use, u32 guarantee, u32 len, u32 free)
{
	u32 need = pfc_admit_need(use, guarantee, len);
	u64 shared = (u64)pfc_shared_part(use.held, guarantee) + use.headroom;

	return !need || shared + need <= pfc_threshold(limits, free);
}

/**
 * pfc_admit_place() - decide on a packet
 * @limits: the group's thresholds
 * @use: what the group holds
 * @len: the packet, bytes
 * @below: what pfc_admit_below() says
 * @pool_has: the shared part has what the packet needs of it
 *
 * Return: the place.
 */
static inline enum pfc_place
pfc_admit_place(const struct pfc_pg_limits *limits, struct pfc_use use, u32 len,
		bool below, bool pool_has)
{
	if (below && pool_has)
		return PFC_PLACE_HELD;
	if (!limits->lossless)
		return !pool_has && (below || limits->alpha) ? PFC_DROP_POOL :
							       PFC_DROP_LIMIT;
	if (use.headroom + len <= limits->headroom)
		return PFC_PLACE_HEADROOM;
	return PFC_DROP_HEADROOM;
}

/**
 * pfc_admit_charge() - the group takes a packet
 * @use: what the group held
 * @place: %PFC_PLACE_HELD or %PFC_PLACE_HEADROOM
 * @len: the packet, bytes
 *
 * Return: what it holds now.
 */
static inline struct pfc_use
pfc_admit_charge(struct pfc_use use, enum pfc_place place, u32 len)
{
	if (place == PFC_PLACE_HELD) {
		use.held += len;
	} else {
		use.headroom += len;
		use.xoff = true;
	}
	return use;
}

/**
 * pfc_admit_refuse() - a lossless group had no place for a packet
 * @use: what the group holds
 *
 * The peer is to stop even where there is no headroom to fill, unless the group
 * holds nothing: then no release would ever let the peer go on.
 *
 * Return: what it holds now.
 */
static inline struct pfc_use pfc_admit_refuse(struct pfc_use use)
{
	use.xoff |= pfc_use_sum(use) > 0;
	return use;
}

/**
 * pfc_admit_drained() - has a group drained to XON?
 * @limits: the group's thresholds
 * @use: what the group holds
 * @guarantee: its guarantee, bytes
 * @free: bytes of the shared part that nobody has
 *
 * With a threshold that moves XON may be nothing at all; an empty group has
 * always drained.
 *
 * Return: whether the peer may go on.
 */
static inline bool pfc_admit_drained(const struct pfc_pg_limits *limits,
				     struct pfc_use use, u32 guarantee, u32 free)
{
	u64 xon = limits->xon;

	if (limits->alpha) {
		xon = pfc_threshold(limits, free);
		xon -= min_t(u64, xon, limits->xon_offset);
	}
	return !use.headroom && pfc_shared_part(use.held, guarantee) <= xon;
}

/**
 * pfc_admit_release() - a packet leaves the group
 * @limits: the group's thresholds
 * @use: what the group held
 * @guarantee: its guarantee, bytes
 * @len: the packet, bytes
 * @free: bytes of the shared part that nobody has
 *
 * Return: what it holds now.
 */
static inline struct pfc_use
pfc_admit_release(const struct pfc_pg_limits *limits, struct pfc_use use,
		  u32 guarantee, u32 len, u32 free)
{
	u32 headroom = min(use.headroom, len);

	use.headroom -= headroom;
	use.held -= len - headroom;
	if (!limits->lossless || pfc_admit_drained(limits, use, guarantee, free))
		use.xoff = false;
	return use;
}

/**
 * pfc_admit_plain() - does a packet only add @len to the word and the shared part?
 * @limits: the group's thresholds
 * @guarantee: its guarantee, bytes
 * @word: what the group holds, packed
 * @len: the packet, bytes
 *
 * So it is if nothing is in the headroom, the guarantee is used up, and the pool has
 * the room and, where that sets the threshold, is empty enough.
 *
 * Return: whether it fits below a fixed threshold; true if that is not fixed.
 */
static inline bool pfc_admit_plain(const struct pfc_pg_limits *limits, u64 guarantee,
				   u64 word, u32 len)
{
	/* more than any threshold with headroom, and below the guarantee */
	u64 shared = (word & PFC_USE_BYTES) - guarantee;

	return shared <= PFC_USE_FIELD && shared + len <= limits->bound;
}

/**
 * pfc_release_plain() - does a packet that leaves only take @len from the word?
 * @limits: the group's thresholds
 * @guarantee: its guarantee, bytes
 * @word: what the group holds, packed
 * @len: the packet, bytes
 *
 * So it is with an empty headroom and all of @len from the shared part, unless the
 * group drains to XON, or may do so because its threshold moves, or what leaves is
 * noted.  Thresholds that have just changed take effect in pfc_admit_resize().
 *
 * Return: whether pfc_admit_release() would do no more.
 */
static inline bool pfc_release_plain(const struct pfc_pg_limits *limits,
				     u64 guarantee, u64 word, u32 len)
{
	u64 held = word & PFC_USE_BYTES;

	if (held > PFC_USE_FIELD || held < (u64)guarantee + len)
		return false;
	return !(word & PFC_USE_XOFF) ||
	       (limits->lossless && !limits->alpha && !limits->timed &&
		held - guarantee - len > limits->xon);
}

/**
 * pfc_admit_behind() - does a packet only add @len to the headroom in the word?
 * @limits: the group's thresholds
 * @guarantee: its guarantee, bytes
 * @word: what the group holds, packed
 * @len: the packet, bytes
 *
 * So it is for all but the first packet behind a fixed XOFF.
 *
 * Return: whether pfc_admit_place() would say so, whatever the pool has.
 */
static inline bool pfc_admit_behind(const struct pfc_pg_limits *limits,
				    u64 guarantee, u64 word, u32 len)
{
	u64 headroom = word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD;
	u64 held = word & PFC_USE_FIELD;

	return word & PFC_USE_XOFF && headroom &&
	       headroom + len <= limits->headroom &&
	       limits->lossless && !limits->alpha && held >= guarantee &&
	       held - guarantee + headroom + len > limits->xoff;
}

/**
 * pfc_release_behind() - does a packet that leaves only take @len from the headroom?
 * @word: what the group holds, packed
 * @len: the packet, bytes
 *
 * Return: whether something is left of it, so that nothing else changes.
 */
static inline bool pfc_release_behind(u64 word, u32 len)
{
	return (word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD) > len;
}

/**
 * pfc_admit_resize() - the thresholds of a group have changed
 * @limits: the new ones
 * @use: what the group holds
 * @guarantee: its guarantee, bytes
 * @free: bytes of the shared part that nobody has
 * @returned: bytes of its own headroom that the pool gets back; 0 if that is shared
 *
 * A fixed XOFF below what is held is crossed now, one that moves is only when a packet
 * does not fit.  What an own headroom holds beyond its new size is held like the rest,
 * as the shared part gets what it loses.  That stays below 2^31 as the pool, which both
 * come from, is smaller.  In a shared headroom it stays until it leaves.
 *
 * Return: what it holds now.
 */
static inline struct pfc_use
pfc_admit_resize(const struct pfc_pg_limits *limits, struct pfc_use use,
		 u32 guarantee, u32 free, u32 returned)
{
	u32 room = limits->lossless ? limits->headroom : 0;
	u32 beyond = use.headroom > room ? use.headroom - room : 0;
	u32 kept = use.headroom - min(beyond, returned);

	use.held += use.headroom - kept;
	use.headroom = kept;
	if (!limits->lossless)
		use.xoff = false;
	else if (kept || (!limits->alpha &&
			  pfc_shared_part(use.held, guarantee) > limits->xoff))
		use.xoff = true;
	else if (pfc_admit_drained(limits, use, guarantee, free))
		use.xoff = false;
	return use;
}

#endif /* _PFC_ADMIT_H */
