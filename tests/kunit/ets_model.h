/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of the traffic classes, which executes each round and each quantum of the deficit round
 * robin without shortcuts; random arrivals, holds and changes of shares.
 */
#ifndef PFC_ETS_MODEL_H
#define PFC_ETS_MODEL_H

#include <linux/string.h>
#include "../../kmod/core/ets.h"
#include "random.h"

#define ETS_MODEL_QUANTUM	16	/* bytes per percent of the share */
#define ETS_MODEL_PRIO_QUANTUM	256

/* Eight members of a deficit round robin */
struct ets_ring {
	s64	credit[8];
	s64	quantum[8];
};

struct ets_model {
	bool			ets[8];		/* by class */
	u8			tc[8];		/* by priority */
	bool			in[8];		/* by priority: had a frame in the last call */
	struct ets_ring	classes;
	struct ets_ring	prios;
	unsigned int		class_turn;
	unsigned int		prio_turn[8];
};

static inline int ets_model_members(const bool *in)
{
	int i, members = 0;

	for (i = 0; i < 8; i++)
		members += in[i];
	return members;
}

static inline unsigned int ets_model_pick(struct ets_ring *ring, unsigned int *turn,
					  const bool *in, const bool *ready, const u32 *len)
{
	unsigned int i;

	if (ets_model_members(in) == 1) {
		for (i = 0; !in[i]; i++)
			;
		return i;
	}
	for (i = *turn; !ready[i] || ring->credit[i] < len[i];) {
		do
			i = (i + 1) % 8;
		while (!in[i]);
		if (ring->credit[i] > len[i])
			ring->credit[i] = len[i];
		ring->credit[i] += ring->quantum[i];
	}
	*turn = i;
	return i;
}

static inline unsigned int ets_model_pick_prio(struct ets_model *m, unsigned int tc,
					       const bool *in, const u32 *len)
{
	return ets_model_pick(&m->prios, &m->prio_turn[tc], in, in, len);
}

static inline void ets_model_forget(struct ets_model *m, u8 waiting)
{
	bool busy[8] = {};
	unsigned int i;
	bool gone = false;

	for (i = 0; i < 8; i++) {
		gone |= m->in[i] && !(waiting >> i & 1);
		m->in[i] = waiting >> i & 1;
		busy[m->tc[i]] |= m->in[i];
	}
	for (i = 0; gone && i < 8; i++) {
		if (!m->in[i])
			m->prios.credit[i] = 0;
		if (!busy[i])
			m->classes.credit[i] = 0;
	}
}

static inline void ets_model_charge(struct ets_ring *ring, const bool *in, unsigned int i, u32 len)
{
	if (ets_model_members(in) > 1)
		ring->credit[i] -= len;
}

static inline unsigned int ets_model_next(struct ets_model *m, u8 ready, u8 held, const u32 *len)
{
	bool prios[8][8] = {}, may[8] = {}, in[8] = {};
	unsigned int i, tc, head[8];
	u32 tc_len[8];

	ets_model_forget(m, ready | held);
	for (i = 0; i < 8; i++) {
		tc = m->tc[i];
		in[tc] |= (ready | held) >> i & 1;
		may[tc] |= ready >> i & 1;
		prios[tc][i] = (ready | held) >> i & 1;
	}
	for (tc = 7; tc < 8; tc--)
		if (may[tc] && !m->ets[tc]) {
			i = ets_model_pick_prio(m, tc, prios[tc], len);
			ets_model_charge(&m->prios, prios[tc], i, len[i]);
			return i;
		}
	for (tc = 0; tc < 8; tc++) {
		in[tc] &= m->ets[tc];
		if (in[tc]) {
			head[tc] = ets_model_pick_prio(m, tc, prios[tc], len);
			tc_len[tc] = len[head[tc]];
		}
	}
	tc = ets_model_pick(&m->classes, &m->class_turn, in, may, tc_len);
	ets_model_charge(&m->classes, in, tc, tc_len[tc]);
	ets_model_charge(&m->prios, prios[tc], head[tc], tc_len[tc]);
	return head[tc];
}

static inline void ets_model_set(struct ets_model *m, const u8 *prio_tc, const struct pfc_tc *tcs)
{
	unsigned int i, k;

	/* a priority loses its credit if the set of priorities in its class changes */
	for (i = 0; i < 8; i++)
		for (k = 0; k < 8; k++)
			if ((m->tc[i] == prio_tc[i] && m->tc[k] == m->tc[i]) !=
			    (m->tc[i] == prio_tc[i] && prio_tc[k] == prio_tc[i]))
				m->prios.credit[i] = 0;
	for (i = 0; i < 8; i++) {
		if (m->tc[i] != prio_tc[i])
			m->prios.credit[i] = 0;
		if (!tcs[i].ets)
			m->classes.credit[i] = 0;
		m->tc[i] = prio_tc[i];
		m->ets[i] = tcs[i].ets;
		m->prios.quantum[i] = ETS_MODEL_PRIO_QUANTUM;
		m->classes.quantum[i] = tcs[i].bw * ETS_MODEL_QUANTUM;
	}
}

/* ---- random events ------------------------------------------------------ */

enum ets_goal {
	ETS_PLAIN, ETS_STRICT, ETS_WEIGHTED, ETS_TOGETHER, ETS_HELD, ETS_LEFT, ETS_BIG, ETS_CHANGED,
};

static const char *const ets_goals[] = {
	[ETS_PLAIN] = "all classes strict, one priority each",
	[ETS_STRICT] = "strict class precedes", [ETS_WEIGHTED] = "ETS class with others waiting",
	[ETS_TOGETHER] = "several priorities in an ETS class",
	[ETS_HELD] = "class held by its rate", [ETS_LEFT] = "class leaves the round",
	[ETS_BIG] = "frame of many rounds", [ETS_CHANGED] = "configuration change", NULL
};

/**
 * struct ets_run - a port with the scheduler under test and the model
 * @len: length of the first frame of each priority, bytes
 * @waiting: bit mask of the priorities that have frames
 * @open: bit mask of the classes whose rate limit lets them send now
 */
struct ets_run {
	struct random_run	r;
	struct pfc_ets		ets;
	struct ets_model	model;
	u8			prio_tc[8];
	struct pfc_tc		tcs[8];
	u32			len[8];
	u8			waiting;
	u8			open;
};

static inline u32 ets_any_len(struct random_run *r)
{
	switch (random_below(r, 8)) {
	case 0:
		return 1 + random_below(r, 65536);
	case 1:
		return 1 + random_below(r, 64);
	default:
		return 60 + random_below(r, 1500);
	}
}

/* Random classes; the shares need not sum up to 100 */
static inline void ets_change(struct ets_run *run)
{
	int i;

	for (i = 0; i < 8; i++) {
		u8 how = random_below(&run->r, 128);

		run->tcs[i] = (struct pfc_tc) { .ets = how < 100, .bw = how < 100 ? how + 1 : 0 };
		run->prio_tc[i] = random_below(&run->r, 4) ? i : random_below(&run->r, 8);
	}
	if (!random_below(&run->r, 4))
		memset(run->tcs, 0, sizeof(run->tcs));
	if (!random_below(&run->r, 4))
		for (i = 0; i < 8; i++)
			run->prio_tc[i] = i;
	pfc_ets_set(&run->ets, run->prio_tc, run->tcs);
	ets_model_set(&run->model, run->prio_tc, run->tcs);
}

static inline void ets_meet(struct ets_run *run, u8 ready, u8 held, u8 got)
{
	const struct pfc_tc *tc = &run->tcs[run->prio_tc[got]];
	bool several = ready & (ready - 1);

	run->r.met[ETS_PLAIN] += run->ets.plain;
	run->r.met[ETS_STRICT] += !tc->ets && several;
	run->r.met[ETS_WEIGHTED] += tc->ets && several;
	run->r.met[ETS_TOGETHER] += tc->ets &&
				    hweight8(ready & run->ets.prios[run->prio_tc[got]]) > 1;
	run->r.met[ETS_HELD] += tc->ets && held & ~run->ets.strict;
	run->r.met[ETS_BIG] += tc->ets && several && run->len[got] > 30000;
}

static inline void ets_serve(struct ets_run *run)
{
	u8 ready = 0, held, want, got;
	int i;

	for (i = 0; i < 8; i++)
		if (run->waiting & BIT(i) && run->open & BIT(run->prio_tc[i]))
			ready |= BIT(i);
	if (!ready)
		return;
	held = run->waiting & ~ready;
	want = ets_model_next(&run->model, ready, held, run->len);
	got = pfc_ets_next(&run->ets, ready, held, run->len);
	random_require(&run->r, got == want, "next priority");
	ets_meet(run, ready, held, got);
	run->len[got] = ets_any_len(&run->r);
}

static inline void ets_begin(void *data)
{
	struct ets_run *run = data;
	int i;

	memset(&run->ets, 0, sizeof(run->ets));
	memset(&run->model, 0, sizeof(run->model));
	run->waiting = 0xff;
	run->open = 0xff;
	for (i = 0; i < 8; i++)
		run->len[i] = ets_any_len(&run->r);
	ets_change(run);
}

static inline void ets_step(void *data)
{
	struct ets_run *run = data;

	switch (random_below(&run->r, 32)) {
	case 0:
		ets_change(run);
		run->r.met[ETS_CHANGED]++;
		break;
	case 1 ... 3:
		run->waiting = random_below(&run->r, 256);
		run->r.met[ETS_LEFT] += run->waiting != 0xff;
		break;
	case 4 ... 5:
		run->open = random_below(&run->r, 256);
		break;
	case 6 ... 7:
		run->waiting = 0xff;
		run->open = 0xff;
		break;
	default:
		ets_serve(run);
	}
}

static const struct random_model ets_models[] = {
	{ "scheduler", sizeof(struct ets_run), 1000, ets_begin, ets_step, NULL },
};

#endif /* PFC_ETS_MODEL_H */
