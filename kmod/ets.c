// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic classes that share a link.  Pure.
 *
 * Strict ones first.  What they leave is shared by deficit round robin (Shreedhar and
 * Varghese 1995), which counts bytes, so nothing is rounded whatever the frames are:
 * each round gives a class its quantum, and a class sends while what it has been given
 * covers its frame.  The rounds in which nobody can send, as quanta are small, are
 * made in one step.  In the same way the priorities of a class share it.
 */
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include "ets.h"

static u8 pfc_drr_after(u8 round, u8 at)
{
	u8 above = round & ~(BIT(at + 1) - 1);

	return ffs(above ?: round) - 1;
}

/* How many rounds it takes until somebody can send */
static u32 pfc_drr_rounds(const struct pfc_drr *drr, u8 ready, const u32 *len)
{
	u32 rounds = U32_MAX;
	u8 i;

	for (; ready; ready &= ready - 1) {
		i = ffs(ready) - 1;
		rounds = min(rounds, (len[i] - drr->deficit[i] - 1) / drr->quantum[i] + 1);
	}
	return rounds;
}

/*
 * All but the last of these rounds, in which nothing is sent.  A member that is not
 * ready gets no more than one could have that is.
 */
static void pfc_drr_skip(struct pfc_drr *drr, u8 round, u32 rounds, const u32 *len)
{
	u8 i;

	for (; round; round &= round - 1) {
		i = ffs(round) - 1;
		drr->deficit[i] = min(drr->deficit[i] + (rounds - 1) * drr->quantum[i],
				      len[i] + drr->quantum[i]);
	}
}

/*
 * Who sends?  Asked again, the answer is the same as long as that member is ready.
 *
 * Held members, which are paused or wait for a rate of their own, go on to be given
 * their quantum, until that does for a frame.  Their share is what they get in all
 * rounds, not in those alone in which they happen to be ready.
 */
static u8 pfc_drr_pick(struct pfc_drr *drr, u8 *turn, u8 ready, u8 held, const u32 *len)
{
	u8 round = ready | held, steps = hweight8(round), at = *turn;

	/* alone, there is nothing to share */
	if (steps == 1)
		return ffs(ready) - 1;
	while (!(ready & BIT(at)) || drr->deficit[at] < len[at]) {
		if (!steps)
			pfc_drr_skip(drr, round, pfc_drr_rounds(drr, ready, len), len);
		steps--;
		at = pfc_drr_after(round, at);
		/* what was saved for a longer frame is not for a shorter one */
		drr->deficit[at] = min(drr->deficit[at], len[at]) + drr->quantum[at];
	}
	*turn = at;
	return at;
}

static void pfc_drr_charge(struct pfc_drr *drr, u8 round, u8 at, u32 len)
{
	if (round & (round - 1))
		drr->deficit[at] -= len;
}

/* The priority of a class whose frame is next, if the class is */
static u8 pfc_ets_head(struct pfc_ets *ets, u8 tc, u8 prios, const u32 *len)
{
	return pfc_drr_pick(&ets->members, &ets->prio_turn[tc], prios, 0, len);
}

/*
 * Who has no frame leaves the round with nothing.  Otherwise who has
 * been idle for long could come back with all that it did not need, and take the link
 * for that long.
 */
static void pfc_ets_forget(struct pfc_ets *ets, u8 round)
{
	int i;

	for (i = 0; i < PFC_ETS_COUNT; i++) {
		if (!(round & BIT(i)))
			ets->members.deficit[i] = 0;
		if (!(round & ets->prios[i]))
			ets->tcs.deficit[i] = 0;
	}
}

static u8 pfc_ets_strict(struct pfc_ets *ets, u8 ready, const u32 *len)
{
	u8 tc = PFC_ETS_COUNT - 1, prio;

	while (!(ready & ets->prios[tc]))
		tc--;
	ready &= ets->prios[tc];
	prio = pfc_ets_head(ets, tc, ready, len);
	pfc_drr_charge(&ets->members, ready, prio, len[prio]);
	return prio;
}

static u8 pfc_ets_weighted(struct pfc_ets *ets, u8 ready, u8 held, const u32 *len)
{
	u8 may[PFC_ETS_COUNT], head[PFC_ETS_COUNT];
	u8 tcs_ready = 0, tcs_held = 0, tc;
	u32 tc_len[PFC_ETS_COUNT];

	for (tc = 0; tc < PFC_ETS_COUNT; tc++) {
		may[tc] = ready & ets->prios[tc];
		if (may[tc])
			tcs_ready |= BIT(tc);
		else if (held & ets->prios[tc])
			tcs_held |= BIT(tc);
		else
			continue;
		head[tc] = pfc_ets_head(ets, tc, may[tc] ?: held & ets->prios[tc], len);
		tc_len[tc] = len[head[tc]];
	}
	tc = pfc_drr_pick(&ets->tcs, &ets->turn, tcs_ready, tcs_held, tc_len);
	pfc_drr_charge(&ets->tcs, tcs_ready | tcs_held, tc, tc_len[tc]);
	pfc_drr_charge(&ets->members, may[tc], head[tc], tc_len[tc]);
	return head[tc];
}

/**
 * pfc_ets_share() - the queue that sends next, where shares may matter
 * @ets: the scheduler
 * @ready: mask of the priorities that have a frame and may send it now, not 0
 * @held: mask of those that have one and are paused, or wait for the rate of their class
 * @len: for both, what the first frame of each costs, bytes, not 0
 *
 * Return: the priority, which has been charged for its frame.
 */
u8 pfc_ets_share(struct pfc_ets *ets, u8 ready, u8 held, const u32 *len)
{
	u8 round = ready | held;

	if (ets->round & ~round)
		pfc_ets_forget(ets, round);
	ets->round = round;
	if (ready & ets->strict)
		return pfc_ets_strict(ets, ready & ets->strict, len);
	return pfc_ets_weighted(ets, ready, held & ~ets->strict, len);
}

/**
 * pfc_ets_set() - change classes and shares
 * @ets: the scheduler; all zero at first
 * @prio_tc: traffic class of each priority
 * @tcs: configuration of each traffic class
 *
 * Whoever remains what it was keeps what it has been given: with changes one after
 * the other, a class of one percent would else never come to send.
 */
void pfc_ets_set(struct pfc_ets *ets, const u8 *prio_tc, const struct pfc_tc *tcs)
{
	u8 before[PFC_ETS_COUNT];
	int i;

	memcpy(before, ets->prios, sizeof(before));
	memset(ets->prios, 0, sizeof(ets->prios));
	for (i = 0; i < PFC_ETS_COUNT; i++)
		ets->prios[prio_tc[i]] |= BIT(i);

	ets->plain = true;
	ets->strict = 0;
	for (i = 0; i < PFC_ETS_COUNT; i++) {
		u8 tc = prio_tc[i];

		ets->tc[i] = tc;
		ets->members.quantum[i] = PFC_ETS_PRIO_QUANTUM;
		if (before[tc] != ets->prios[tc])
			ets->members.deficit[i] = 0;
		if (!tcs[tc].ets)
			ets->strict |= BIT(i);
		if (tc != i || tcs[tc].ets)
			ets->plain = false;

		ets->tcs.quantum[i] = (tcs[i].bw ?: 1) * PFC_ETS_QUANTUM;
		if (!tcs[i].ets)
			ets->tcs.deficit[i] = 0;
	}
}
