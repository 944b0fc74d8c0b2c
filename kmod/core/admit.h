/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Admission to the shared buffer: the charge of a packet, and XOFF of its priority group.
 * Pure functions on the data path.
 *
 * See "Guarantee, shared part, headroom" in architecture.rst.  Release proceeds in the reverse
 * order of the charge: headroom, shared part, guarantee.  Therefore one number is sufficient for
 * guarantee and shared part together: the bytes above the guarantee are in the shared part.
 *
 * All functions have these parameters: @guarantee of the group, @len of the packet and @free, the
 * free bytes of the shared part, all in bytes; @use, the charge of the group before, or the same
 * packed as @word.  They return the charge after.
 */
#ifndef _PFC_ADMIT_H
#define _PFC_ADMIT_H

#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/types.h>
#include "config.h"

/**
 * struct pfc_use - charge of a priority group
 * @held: bytes charged to its guarantee and, above that, to the shared part of the pool,
 *	below 2^31
 * @headroom: bytes charged to the group's headroom, below 2^31
 * @xoff: the group is in XOFF: the peer must pause
 * @basis: index, 0 or 1, of the charge basis (guarantee and pool) of @held and @headroom
 */
struct pfc_use {
	u32	held;
	u32	headroom;
	bool	xoff;
	bool	basis;
};

/* struct pfc_use packed into one word, so that one atomic operation can change it */
#define PFC_USE_HEADROOM_SHIFT	31
#define PFC_USE_FIELD		0x7fffffffULL
#define PFC_USE_XOFF		BIT_ULL(62)
#define PFC_USE_BASIS_SHIFT	63
#define PFC_USE_BASIS		BIT_ULL(PFC_USE_BASIS_SHIFT)
#define PFC_USE_BYTES		(PFC_USE_XOFF - 1)

static inline u64 pfc_use_pack(struct pfc_use use)
{
	return use.held | (u64)use.headroom << PFC_USE_HEADROOM_SHIFT |
	       (use.xoff ? PFC_USE_XOFF : 0) | (use.basis ? PFC_USE_BASIS : 0);
}

static inline struct pfc_use pfc_use_unpack(u64 word)
{
	return (struct pfc_use) {
		.held = word & PFC_USE_FIELD,
		.headroom = word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD,
		.xoff = word & PFC_USE_XOFF,
		.basis = word & PFC_USE_BASIS,
	};
}

/* Value that charges @len bytes to the headroom when it is added to the packed word */
static inline u64 pfc_behind(u32 len)
{
	return (u64)len << PFC_USE_HEADROOM_SHIFT;
}

/* Occupancy of a group.  Return: bytes */
static inline u32 pfc_use_sum(struct pfc_use use)
{
	return use.held + use.headroom;
}

/* The bytes of &pfc_use.held that are in the shared part of the pool */
static inline u32 pfc_shared_part(u32 held, u32 guarantee)
{
	return held > guarantee ? held - guarantee : 0;
}

/* Threshold of a group.  Return: bytes of the shared part that the group may use */
static inline u64 pfc_threshold(const struct pfc_pg_limits *limits, u64 free)
{
	u64 threshold = limits->lossless ? limits->xoff : limits->limit;

	if (limits->alpha)
		threshold = free * limits->alpha / PFC_ALPHA_ONE;
	return min_t(u64, threshold, pfc_limits_room(limits));
}

/* Level of XOFF of a lossless group.  Return: bytes of the shared part above which it is in XOFF */
static inline u64 pfc_xoff_level(const struct pfc_pg_limits *limits, u64 free)
{
	u64 threshold = pfc_threshold(limits, free);
	u32 ahead = pfc_limits_ahead(limits);

	return threshold - (free < ahead ? threshold : min_t(u64, threshold, ahead));
}

/**
 * enum pfc_place - admission decision: the target of a packet's charge
 * @PFC_PLACE_HELD: guarantee or shared part of the pool
 * @PFC_PLACE_HEADROOM: headroom of the group
 * @PFC_REFUSE_LIMIT: refused: lossy and above the group's limit
 * @PFC_REFUSE_POOL: refused: lossy and the shared part of the pool has too few free bytes.
 *	A packet above a dynamic threshold then counts here, too, because few free bytes
 *	make that threshold low
 * @PFC_REFUSE_HEADROOM: refused: lossless and the headroom is full
 */
enum pfc_place {
	PFC_PLACE_HELD,
	PFC_PLACE_HEADROOM,
	PFC_REFUSE_LIMIT,
	PFC_REFUSE_POOL,
	PFC_REFUSE_HEADROOM,
};

/*
 * Bytes of the shared part that a packet needs.
 * Return: bytes, less than @len if the guarantee covers a part of the packet.
 */
static inline u32 pfc_admit_need(struct pfc_use use, u32 guarantee, u32 len)
{
	return pfc_shared_part(use.held + len, guarantee) -
	       pfc_shared_part(use.held, guarantee);
}

/*
 * Test whether a packet fits below the group's threshold.  A packet that the guarantee covers
 * always fits.  If it fits, the caller takes pfc_admit_need() bytes from the shared part.
 */
static inline bool pfc_admit_below(const struct pfc_pg_limits *limits,
				   struct pfc_use use, u32 guarantee, u32 len, u64 free)
{
	u32 need = pfc_admit_need(use, guarantee, len);
	u64 shared = (u64)pfc_shared_part(use.held, guarantee) + use.headroom;

	return !need || shared + need <= pfc_threshold(limits, free);
}

/* Test whether a group has no room for @more bytes below its threshold, or the pool has none */
static inline bool pfc_admit_reached(const struct pfc_pg_limits *limits, struct pfc_use use,
				     u32 guarantee, u32 more, u64 free)
{
	return pfc_admit_need(use, guarantee, more) > free ||
	       !pfc_admit_below(limits, use, guarantee, more, free);
}

/*
 * Decide on the admission of a packet.
 * @below: result of pfc_admit_below()
 * @pool_has: the shared part has the bytes that the packet needs
 */
static inline enum pfc_place
pfc_admit_place(const struct pfc_pg_limits *limits, struct pfc_use use, u32 len,
		bool below, bool pool_has)
{
	if (below && pool_has)
		return PFC_PLACE_HELD;
	if (!limits->lossless)
		return !pool_has && (below || limits->alpha) ? PFC_REFUSE_POOL :
							       PFC_REFUSE_LIMIT;
	/* Headroom may have joined the held bytes more than once: the sum must fit into the word */
	if (use.headroom + len <= limits->headroom && pfc_use_sum(use) + len <= PFC_USE_FIELD)
		return PFC_PLACE_HEADROOM;
	return PFC_REFUSE_HEADROOM;
}

/* Charge a packet to a group.  @place: %PFC_PLACE_HELD or %PFC_PLACE_HEADROOM */
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

/*
 * Update a lossless group after it refused a packet.
 *
 * A non-empty group enters XOFF, even if it has no headroom.  An empty group does not: no
 * release would follow, so the peer would never get XON.
 */
static inline struct pfc_use pfc_admit_refuse(struct pfc_use use)
{
	use.xoff |= pfc_use_sum(use) > 0;
	return use;
}

/*
 * XON threshold of a group.
 * Return: bytes of the shared part at which a group without bytes in the headroom leaves XOFF.
 */
static inline u64 pfc_xon(const struct pfc_pg_limits *limits, u64 free)
{
	u32 room = pfc_limits_room(limits);
	u64 xon = limits->xon;

	/* If XOFF comes at a lower level than its threshold, XON keeps its distance */
	if (limits->xoff > room)
		xon -= min(xon, (u64)limits->xoff - room);
	if (limits->alpha) {
		xon = pfc_xoff_level(limits, free);
		xon -= min_t(u64, xon, limits->xon_offset);
	}
	return xon;
}

/*
 * Test whether a group has drained to XON, so that the peer may resume.
 *
 * With a dynamic threshold, XON may be 0 bytes.  An empty group always counts as drained.  A group
 * that sends XOFF ahead of its threshold resumes by the same test as it stops: the free bytes of
 * the pool count, too.
 */
static inline bool pfc_admit_drained(const struct pfc_pg_limits *limits,
				     struct pfc_use use, u32 guarantee, u64 free)
{
	u32 ahead = pfc_limits_ahead(limits);

	if (use.headroom)
		return false;
	if (ahead)
		return !use.held || !pfc_admit_reached(limits, use, guarantee,
						       ahead + limits->xon_offset, free);
	return pfc_shared_part(use.held, guarantee) <= pfc_xon(limits, free);
}

/* Release a packet from a group */
static inline struct pfc_use
pfc_admit_release(const struct pfc_pg_limits *limits, struct pfc_use use,
		  u32 guarantee, u32 len, u64 free)
{
	u32 headroom = min(use.headroom, len);

	use.headroom -= headroom;
	use.held -= len - headroom;
	if (!limits->lossless || pfc_admit_drained(limits, use, guarantee, free))
		use.xoff = false;
	return use;
}

/*
 * Test for the fast path of a charge to the shared part.
 *
 * The fast path only adds @len to the word and to the use of the shared part.  It requires
 * an empty headroom, a full guarantee, a packet that fits below the threshold, and enough
 * free bytes in the shared part.  The caller checks the free bytes and, if the threshold is
 * dynamic, the threshold.
 * Return: true if all other requirements are met.
 */
static inline bool pfc_admit_plain(const struct pfc_pg_limits *limits, u64 guarantee,
				   u64 word, u32 len)
{
	/*
	 * One comparison serves for three conditions.  If headroom is in use, its bits make
	 * @shared larger than the field; if the guarantee is not full, @shared wraps around.
	 */
	u64 shared = (word & PFC_USE_BYTES) - guarantee;

	return shared <= PFC_USE_FIELD && shared + len <= limits->bound;
}

/*
 * Test for the fast path of a release from the shared part.
 *
 * The fast path only subtracts @len from the word.  It requires an empty headroom and all
 * of @len in the shared part.  A group in XOFF must also stay above a fixed XON, and its
 * departures must not be recorded (@limits->timed).  A group in XOFF with a dynamic
 * threshold takes the slow path, because its XON depends on the free bytes.  A release need
 * not apply changed thresholds: pfc_admit_resize() does.
 * Return: true if pfc_admit_release() would do nothing else.
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

/*
 * Test for the fast path of a charge to the headroom.
 *
 * The fast path only adds @len to the headroom in the word.  With a fixed XOFF threshold, it
 * serves all packets above the threshold except the first one.
 * Return: true if pfc_admit_place() would charge the packet to the headroom, no matter how
 * many bytes of the pool are free.
 */
static inline bool pfc_admit_behind(const struct pfc_pg_limits *limits,
				    u64 guarantee, u64 word, u32 len)
{
	u64 headroom = word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD;
	u64 held = word & PFC_USE_FIELD;

	return word & PFC_USE_XOFF && headroom &&
	       headroom + len <= limits->headroom && held + headroom + len <= PFC_USE_FIELD &&
	       limits->lossless && !limits->alpha && held >= guarantee &&
	       held - guarantee + headroom + len > limits->xoff;
}

/*
 * Test for the fast path of a release from the headroom: some headroom stays in use, so that
 * nothing else changes in the word.
 */
static inline bool pfc_release_behind(u64 word, u32 len)
{
	return (word >> PFC_USE_HEADROOM_SHIFT & PFC_USE_FIELD) > len;
}

/*
 * Update a group after a change of its thresholds.
 * @returned: bytes of the group's own headroom that the change gives back to the pool; 0 if
 *	several groups share the headroom
 *
 * A group above a fixed XOFF enters XOFF now.  With a dynamic threshold it enters XOFF when
 * the next packet does not fit.  If the group has its own headroom, its bytes above the new
 * size move to &pfc_use.held, because the shared part grows by as many bytes as the headroom
 * shrinks.  &pfc_use.held stays below 2^31, see %PFC_HELD_MAX.  Bytes in a headroom that several
 * groups share stay there until their packets leave.
 */
static inline struct pfc_use
pfc_admit_resize(const struct pfc_pg_limits *limits, struct pfc_use use,
		 u32 guarantee, u64 free, u32 returned)
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
