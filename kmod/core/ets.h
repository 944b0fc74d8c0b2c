/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Selection of the next queue to send: enhanced transmission selection (802.1Q clause 37).
 */
#ifndef _PFC_ETS_H
#define _PFC_ETS_H

#include <linux/bitops.h>
#include <linux/types.h>

/* Number of priorities and of traffic classes */
#define PFC_ETS_COUNT	8

/*
 * Quantum of a class in a round, bytes for each percent of its share.  The quanta of all
 * classes sum to about one frame.  So bursts of a class are as short as possible, and a
 * class whose rate limit releases one frame at a time gets its share in time.
 */
#define PFC_ETS_QUANTUM		16

/* Quantum of a priority in a round of its class, bytes */
#define PFC_ETS_PRIO_QUANTUM	256

/* Configuration of a traffic class, see &enum pfc_tc_attr; @ets: it is not strict */
struct pfc_tc {
	bool	ets;
	u8	bw;
	u64	rate;
};

/*
 * Deficit round robin among classes, or priorities of a class: bytes that each member gets in a
 * round, not 0, and bytes that it may still send, from this and earlier rounds
 */
struct pfc_drr {
	u32	quantum[PFC_ETS_COUNT];
	u32	deficit[PFC_ETS_COUNT];
};

/**
 * struct pfc_ets - state of a scheduler
 * @plain: priority and traffic class are the same, and all classes are strict
 * @strict: bit mask of the priorities of strict classes
 * @round: bit mask of the priorities that had a frame in the last selection
 * @missed: bit mask of the priorities that were held while another priority sent alone and
 *	bypassed the scheduler
 * @turn: traffic class selected last
 * @prio_turn: priority selected last in each traffic class
 * @tc: traffic class of each priority
 * @prios: bit mask of the priorities of each traffic class
 * @tcs: deficit round robin among the traffic classes with a share
 * @members: deficit round robin among the priorities of each class
 */
struct pfc_ets {
	bool		plain;
	u8		strict;
	u8		round;
	u8		missed;
	u8		turn;
	u8		prio_turn[PFC_ETS_COUNT];
	u8		tc[PFC_ETS_COUNT];
	u8		prios[PFC_ETS_COUNT];
	struct pfc_drr	tcs;
	struct pfc_drr	members;
};

void pfc_ets_set(struct pfc_ets *ets, const u8 *prio_tc, const struct pfc_tc *tcs);
u8 pfc_ets_share(struct pfc_ets *ets, u8 ready, u8 held, const u32 *len);

/*
 * Select the queue that sends next.
 * @ready: bit mask of the priorities that have a frame and may send it now, not 0
 * @held: bit mask of the priorities that have a frame, but are paused or wait for the rate of
 *	their class; no class may have priorities in both masks
 * @len: cost of the first frame of each priority in @ready and @held, bytes, not 0
 *
 * The caller must send the first frame of the returned priority, because the scheduler has
 * charged the priority for this frame.
 * Return: the priority.
 */
static inline u8 pfc_ets_next(struct pfc_ets *ets, u8 ready, u8 held, const u32 *len)
{
	if (ets->plain)
		return fls(ready) - 1;
	return pfc_ets_share(ets, ready, held, len);
}

#endif /* _PFC_ETS_H */
