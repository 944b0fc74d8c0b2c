/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of the memory of a switch that counts cells: it decides on each packet in whole cells.  The
 * module decides in bytes, with packed words and atomic operations; the model has none of these.
 *
 * A packet is charged to the guarantee of its PG, then to the shared part of the memory while the
 * PG uses at most alpha times the free cells there, or a fixed number of cells.  Else it is charged
 * to the headroom, which ends at that of the PG and at that of the memory.  The PG pauses its peer
 * with the packet after which no further cell fits below the threshold.  The peer resumes when the
 * PG has drained by the XON offset.
 *
 * With DSH, the PG pauses its peer while the cells by which it does so ahead still fit below the
 * threshold.
 */
#ifndef PFC_CELLS_MODEL_H
#define PFC_CELLS_MODEL_H

#include <linux/types.h>

/**
 * struct cells_memory - a memory, in cells unless noted otherwise
 * @cell: size of a cell, bytes
 * @overhead: bytes kept with each packet
 * @free: free cells of the shared part
 * @headroom: free cells of the headroom of all PGs together
 */
struct cells_memory {
	u32	cell;
	u32	overhead;
	s64	free;
	s64	headroom;
};

/**
 * struct cells_pg - a lossless PG, in cells
 * @min: guarantee
 * @headroom: most cells of the headroom
 * @exponent: alpha is 2 to the power of this, unless @fixed is set
 * @fixed: fixed threshold; -1: dynamic
 * @xon: with a fixed threshold: level at which the peer resumes
 * @offset: with a dynamic threshold: cells to drain until the peer resumes
 * @ahead: with a dynamic threshold: cells by which the peer is paused ahead of it; 0: no DSH
 * @sure: cells in the guarantee
 * @shared: cells in the shared part
 * @behind: cells in the headroom
 * @level: @shared when the PG paused its peer
 * @paused: the peer is paused
 */
struct cells_pg {
	s64	min;
	s64	headroom;
	int	exponent;
	s64	fixed;
	s64	xon;
	s64	offset;
	s64	ahead;
	s64	sure;
	s64	shared;
	s64	behind;
	s64	level;
	bool	paused;
};

enum cells_place { CELLS_BELOW, CELLS_HEADROOM, CELLS_DROPPED };

/* Cells of a packet */
static inline s64 cells_of(const struct cells_memory *memory, u32 len)
{
	s64 bytes = len + memory->overhead, n;

	for (n = 0; bytes > 0; n++)
		bytes -= memory->cell;
	return n;
}

static inline bool cells_fit(const struct cells_memory *memory, const struct cells_pg *pg, s64 n)
{
	s64 more = n - (pg->min - pg->sure), most = pg->fixed;

	if (most < 0)
		most = pg->exponent < 0 ? memory->free >> -pg->exponent :
					  memory->free << pg->exponent;
	return more <= 0 || (pg->shared + pg->behind + more <= most && more <= memory->free);
}

static inline enum cells_place cells_arrive(struct cells_memory *memory, struct cells_pg *pg, s64 n)
{
	enum cells_place place = CELLS_BELOW;
	bool pauses;
	s64 sure;

	if (cells_fit(memory, pg, n)) {
		sure = pg->min - pg->sure < n ? pg->min - pg->sure : n;
		pg->sure += sure;
		pg->shared += n - sure;
		memory->free -= n - sure;
		pauses = !cells_fit(memory, pg, 1 + pg->ahead);
	} else if (pg->behind + n <= pg->headroom && n <= memory->headroom) {
		pg->behind += n;
		memory->headroom -= n;
		place = CELLS_HEADROOM;
		pauses = true;
	} else {
		place = CELLS_DROPPED;
		/* Nothing leaves an empty PG, so it could not resume its peer */
		pauses = pg->sure + pg->shared + pg->behind > 0;
	}
	if (pauses && !pg->paused) {
		pg->paused = true;
		pg->level = pg->shared;
	}
	return place;
}

/* A packet leaves: its cells leave the headroom first, the guarantee last */
static inline void cells_leave(struct cells_memory *memory, struct cells_pg *pg, s64 n)
{
	s64 resume = pg->fixed < 0 ? pg->level - pg->offset : pg->xon;

	while (n--) {
		if (pg->behind) {
			pg->behind--;
			memory->headroom++;
		} else if (pg->shared) {
			pg->shared--;
			memory->free++;
		} else {
			pg->sure--;
		}
	}
	if (!pg->behind && pg->shared <= (resume > 0 ? resume : 0))
		pg->paused = false;
}

#endif /* PFC_CELLS_MODEL_H */
