// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic classes that share a link.  Pure functions.
 *
 * Strict classes send first.  The other classes share the remaining bandwidth by deficit
 * round robin (Shreedhar and Varghese 1995).  It counts bytes, so no share is lost to
 * rounding for any mix of frame sizes.  Each round gives a class its quantum, and a class
 * sends while its deficit covers its first frame.  Quanta are small, so there are rounds in
 * which no class can send; pfc_drr_skip() computes all of these at once.  The priorities of
 * one class share the bandwidth of this class in the same way.
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

/* Number of rounds until a ready member can send */
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
 * Add the quanta of all rounds except the last one of @rounds to the members in the mask
 * @round: no member can send before the last round.  A member that is held could otherwise add
 * quanta without limit.  It gets at most the deficit that a member could have that sends.
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
 * Select the member that sends.  A repeated call returns the same member as long as it is
 * ready.
 *
 * Held members are paused or wait for their rate limit.  They continue to get their quantum
 * until their deficit covers a frame.  So their share is computed over all rounds, not only
 * over the rounds in which they are ready.
 */
static u8 pfc_drr_pick(struct pfc_drr *drr, u8 *turn, u8 ready, u8 held, const u32 *len)
{
	u8 round = ready | held, steps = hweight8(round), at = *turn;

	/* a single member gets the whole bandwidth */
	if (steps == 1)
		return ffs(ready) - 1;
	while (!(ready & BIT(at)) || drr->deficit[at] < len[at]) {
		if (!steps)
			pfc_drr_skip(drr, round, pfc_drr_rounds(drr, ready, len), len);
		steps--;
		at = pfc_drr_after(round, at);
		/*
		 * a deficit collected for a longer frame is cut to the length of the current
		 * first frame
		 */
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

/* Priority that sends if its class @tc is selected */
static u8 pfc_ets_head(struct pfc_ets *ets, u8 tc, u8 prios, const u32 *len)
{
	return pfc_drr_pick(&ets->members, &ets->prio_turn[tc], prios, 0, len);
}

/*
 * A member without a frame loses its deficit.  Otherwise, a member that becomes active again
 * after a long time could send its old deficit as a burst.
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

/*
 * Raise the deficits of the classes of missed priorities to the length of one frame.  These
 * classes got no quantum while another priority sent alone; from the quanta of that time, they
 * would have kept at most one frame.
 */
static void pfc_ets_make_up(struct pfc_ets *ets, u8 prios, const u32 *len)
{
	u8 prio, tc;

	ets->missed = 0;
	for (; prios; prios &= prios - 1) {
		prio = ffs(prios) - 1;
		tc = ets->tc[prio];
		if (!(ets->strict & BIT(prio)))
			ets->tcs.deficit[tc] = max(ets->tcs.deficit[tc], len[prio]);
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
	u8 ready_prios[PFC_ETS_COUNT], head[PFC_ETS_COUNT];
	u8 tcs_ready = 0, tcs_held = 0, tc;
	u32 tc_len[PFC_ETS_COUNT];

	for (tc = 0; tc < PFC_ETS_COUNT; tc++) {
		ready_prios[tc] = ready & ets->prios[tc];
		if (ready_prios[tc])
			tcs_ready |= BIT(tc);
		else if (held & ets->prios[tc])
			tcs_held |= BIT(tc);
		else
			continue;
		head[tc] = pfc_ets_head(ets, tc, ready_prios[tc] ?: held & ets->prios[tc], len);
		tc_len[tc] = len[head[tc]];
	}
	tc = pfc_drr_pick(&ets->tcs, &ets->turn, tcs_ready, tcs_held, tc_len);
	pfc_drr_charge(&ets->tcs, tcs_ready | tcs_held, tc, tc_len[tc]);
	pfc_drr_charge(&ets->members, ready_prios[tc], head[tc], tc_len[tc]);
	return head[tc];
}

/* As pfc_ets_next(), with bandwidth shares */
u8 pfc_ets_share(struct pfc_ets *ets, u8 ready, u8 held, const u32 *len)
{
	u8 round = ready | held;

	if (ets->round & ~round)
		pfc_ets_forget(ets, round);
	ets->round = round;
	if (ets->missed)
		pfc_ets_make_up(ets, ets->missed & round, len);
	if (ready & ets->strict)
		return pfc_ets_strict(ets, ready & ets->strict, len);
	return pfc_ets_weighted(ets, ready, held & ~ets->strict, len);
}

/*
 * Change classes and shares.
 * @ets: the scheduler; all zero before the first call
 * @prio_tc: traffic class of each priority
 *
 * A class or priority that the change does not concern keeps its deficit.  If each change reset
 * all deficits, a class of one percent would never send during a sequence of changes.
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
