/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Admission to the shared buffer: where does a packet's charge go, and when
 * does its priority group want XOFF?  Pure, and on the data path.
 *
 * A lossless group fills the shared part of the pool up to its XOFF threshold.
 * What does not fit there, or finds the shared part full, goes to the group's
 * headroom, and the group wants its peer to stop.  It does so until the
 * headroom is empty and the group has drained to XON.  Release takes from the
 * headroom first, so that it is free again for the next pause.
 */
#ifndef _PFC_ADMIT_H
#define _PFC_ADMIT_H

#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/types.h>
#include "config.h"

/**
 * struct pfc_use - what a priority group holds
 * @shared: bytes charged to the shared part of the pool, below 2^31
 * @headroom: bytes charged to the group's headroom, below 2^31
 * @xoff: the group wants its peer to stop
 */
struct pfc_use {
	u32	shared;
	u32	headroom;
	bool	xoff;
};

/* The whole of struct pfc_use in one word, to be changed in one operation */
#define PFC_USE_HEADROOM_SHIFT	31
#define PFC_USE_FIELD		0x7fffffffULL
#define PFC_USE_XOFF		BIT_ULL(62)

static inline u64 pfc_use_pack(struct pfc_use use)
{
	return use.shared | (u64)use.headroom << PFC_USE_HEADROOM_SHIFT |
	       (use.xoff ? PFC_USE_XOFF : 0);
}

static inline struct pfc_use pfc_use_unpack(u64 word)
{
	return (struct pfc_use) {
		.shared = word & PFC_USE_FIELD,
		.headroom = word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD,
		.xoff = word & PFC_USE_XOFF,
	};
}

/**
 * pfc_use_sum() - occupancy of a group
 * @use: what it holds
 *
 * Return: bytes.
 */
static inline u32 pfc_use_sum(struct pfc_use use)
{
	return use.shared + use.headroom;
}

/**
 * enum pfc_place - where a packet's charge goes
 * @PFC_PLACE_SHARED: to the shared part of the pool
 * @PFC_PLACE_HEADROOM: to the group's headroom
 * @PFC_DROP_LIMIT: nowhere: lossy and above the group's limit
 * @PFC_DROP_POOL: nowhere: lossy and the shared part of the pool is full
 * @PFC_DROP_HEADROOM: nowhere: lossless and the headroom is full
 */
enum pfc_place {
	PFC_PLACE_SHARED,
	PFC_PLACE_HEADROOM,
	PFC_DROP_LIMIT,
	PFC_DROP_POOL,
	PFC_DROP_HEADROOM,
};

/**
 * pfc_admit_wants_shared() - does a packet fit below the group's threshold?
 * @limits: the group's thresholds
 * @use: what the group holds
 * @len: the packet, bytes
 *
 * Return: whether the shared part of the pool is to be asked for @len bytes.
 */
static inline bool pfc_admit_wants_shared(const struct pfc_pg_limits *limits,
					  struct pfc_use use, u32 len)
{
	u32 threshold = limits->lossless ? limits->xoff : limits->limit;

	return pfc_use_sum(use) + len <= threshold;
}

/**
 * pfc_admit_place() - decide on a packet
 * @limits: the group's thresholds
 * @use: what the group holds
 * @len: the packet, bytes
 * @pool_has: the shared part of the pool has @len bytes for it; looked at only
 *	if pfc_admit_wants_shared()
 *
 * Return: the place.
 */
static inline enum pfc_place
pfc_admit_place(const struct pfc_pg_limits *limits, struct pfc_use use, u32 len,
		bool pool_has)
{
	bool wants = pfc_admit_wants_shared(limits, use, len);

	if (wants && pool_has)
		return PFC_PLACE_SHARED;
	if (!limits->lossless)
		return wants ? PFC_DROP_POOL : PFC_DROP_LIMIT;
	if (use.headroom + len <= limits->headroom)
		return PFC_PLACE_HEADROOM;
	return PFC_DROP_HEADROOM;
}

/**
 * pfc_admit_charge() - the group takes a packet
 * @use: what the group held
 * @place: %PFC_PLACE_SHARED or %PFC_PLACE_HEADROOM
 * @len: the packet, bytes
 *
 * Return: what it holds now.
 */
static inline struct pfc_use
pfc_admit_charge(struct pfc_use use, enum pfc_place place, u32 len)
{
	if (place == PFC_PLACE_SHARED) {
		use.shared += len;
	} else {
		use.headroom += len;
		use.xoff = true;
	}
	return use;
}

/**
 * pfc_admit_level() - does the group, as it stands, want XOFF?
 * @limits: the group's thresholds
 * @use: what the group holds
 *
 * Between XON and XOFF the answer is what it was (hysteresis).
 *
 * Return: whether XOFF is wanted.
 */
static inline bool pfc_admit_level(const struct pfc_pg_limits *limits,
				   struct pfc_use use)
{
	if (!limits->lossless)
		return false;
	if (use.headroom || use.shared > limits->xoff)
		return true;
	return use.xoff && use.shared > limits->xon;
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
 * pfc_admit_release() - a packet leaves the group
 * @limits: the group's thresholds
 * @use: what the group held
 * @len: the packet, bytes
 *
 * Return: what it holds now.
 */
static inline struct pfc_use
pfc_admit_release(const struct pfc_pg_limits *limits, struct pfc_use use,
		  u32 len)
{
	u32 headroom = min(use.headroom, len);

	use.headroom -= headroom;
	use.shared -= len - headroom;
	use.xoff = pfc_admit_level(limits, use);
	return use;
}

/**
 * pfc_admit_plain() - pfc_admit_wants_shared() on the word
 * @limits: the group's thresholds
 * @word: what the group holds, packed
 * @len: the packet, bytes
 *
 * If the pool has room for it, such a packet only adds @len to the word.
 *
 * Return: as there.
 */
static inline bool pfc_admit_plain(const struct pfc_pg_limits *limits, u64 word,
				   u32 len)
{
	u64 sum = (word & PFC_USE_FIELD) +
		  (word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD);

	return sum + len <= (limits->lossless ? limits->xoff : limits->limit);
}

/**
 * pfc_release_plain() - does a packet that leaves only take @len from the word?
 * @limits: the group's thresholds
 * @word: what the group holds, packed
 * @len: the packet, bytes
 *
 * So it is with an empty headroom, unless the group drains to XON.  Thresholds that
 * have just changed take effect in pfc_admit_resize().
 *
 * Return: whether pfc_admit_release() would do no more.
 */
static inline bool pfc_release_plain(const struct pfc_pg_limits *limits,
				     u64 word, u32 len)
{
	if (word <= PFC_USE_FIELD)
		return true;
	return word >> PFC_USE_HEADROOM_SHIFT ==
		       PFC_USE_XOFF >> PFC_USE_HEADROOM_SHIFT &&
	       (word & PFC_USE_FIELD) - len > limits->xon;
}

/**
 * pfc_admit_resize() - the thresholds of a group have changed
 * @limits: the new ones
 * @use: what the group holds
 *
 * What the headroom holds beyond its new size is charged to the shared part.
 * That stays below 2^31 as the pool, which both come from, is smaller.
 *
 * Return: what it holds now.
 */
static inline struct pfc_use
pfc_admit_resize(const struct pfc_pg_limits *limits, struct pfc_use use)
{
	u32 room = limits->lossless ? limits->headroom : 0;
	u32 kept = min(use.headroom, room);

	use.shared += use.headroom - kept;
	use.headroom = kept;
	use.xoff = pfc_admit_level(limits, use);
	return use;
}

#endif /* _PFC_ADMIT_H */
