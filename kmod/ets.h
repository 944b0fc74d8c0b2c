/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which queue sends next: enhanced transmission selection (802.1Q clause 37).
 */
#ifndef _PFC_ETS_H
#define _PFC_ETS_H

#include <linux/bitops.h>
#include <linux/types.h>

/* Priorities, and traffic classes */
#define PFC_ETS_COUNT	8

/*
 * What a class gets in a round, bytes for each percent.  All of them together get
 * about one frame, so the bursts of a class are as short as they can be, and a
 * class whose own rate lets single frames go is in time for its share.
 */
#define PFC_ETS_QUANTUM		16

/* What a priority gets in a round of those of its class, bytes */
#define PFC_ETS_PRIO_QUANTUM	256

/**
 * struct pfc_tc - configuration of a traffic class
 * @ets: it has a share; else it is strict
 * @bw: the share, percent; 0 if it is strict
 * @rate: what it may send at most, bits per second; 0: not limited
 */
struct pfc_tc {
	bool	ets;
	u8	bw;
	u64	rate;
};

/**
 * struct pfc_drr - deficit round robin
 * @quantum: what each member gets in a round, bytes, not 0
 * @deficit: what it may still send of that and of earlier rounds, bytes
 */
struct pfc_drr {
	u32	quantum[PFC_ETS_COUNT];
	u32	deficit[PFC_ETS_COUNT];
};

/**
 * struct pfc_ets - a scheduler
 * @plain: priority and traffic class are the same, and all strict
 * @strict: mask of the priorities whose class is strict
 * @round: mask of the priorities that had a frame at the last look
 * @turn: the traffic class whose turn it is
 * @prio_turn: for each traffic class, the priority of it whose turn it is
 * @tc: traffic class of each priority
 * @prios: mask of the priorities of each traffic class
 * @tcs: shares of the traffic classes that have one
 * @members: shares of the priorities within their class
 */
struct pfc_ets {
	bool		plain;
	u8		strict;
	u8		round;
	u8		turn;
	u8		prio_turn[PFC_ETS_COUNT];
	u8		tc[PFC_ETS_COUNT];
	u8		prios[PFC_ETS_COUNT];
	struct pfc_drr	tcs;
	struct pfc_drr	members;
};

void pfc_ets_set(struct pfc_ets *ets, const u8 *prio_tc, const struct pfc_tc *tcs);
u8 pfc_ets_share(struct pfc_ets *ets, u8 ready, u8 held, const u32 *len);

/**
 * pfc_ets_next() - the queue that sends next
 * @ets: the scheduler
 * @ready: mask of the priorities that have a frame and may send it now, not 0
 * @held: mask of those that have one and are paused, or wait for the rate of their
 *	class: none of a class that has one in @ready
 * @len: for both, what the first frame of each costs, bytes, not 0
 *
 * The frame of that priority must be sent: it is charged for it.
 *
 * Return: the priority.
 */
static inline u8 pfc_ets_next(struct pfc_ets *ets, u8 ready, u8 held, const u32 *len)
{
	if (ets->plain)
		return fls(ready) - 1;
	return pfc_ets_share(ets, ready, held, len);
}

#endif /* _PFC_ETS_H */
