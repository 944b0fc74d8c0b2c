/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of the traffic classes: executes each round and each quantum of the deficit
 * round robin without shortcuts.  KUnit and the fuzzer use it.
 */
#ifndef PFC_ETS_MODEL_H
#define PFC_ETS_MODEL_H

#define MODEL_QUANTUM		16	/* bytes per percent of the share */
#define MODEL_PRIO_QUANTUM	256

/* Eight members of a deficit round robin */
struct model_ring {
	s64	credit[8];
	s64	quantum[8];
};

struct model {
	bool			ets[8];		/* by class */
	u8			tc[8];		/* by priority */
	bool			in[8];		/* by priority: had a frame in the last call */
	struct model_ring	classes;
	struct model_ring	prios;
	unsigned int		class_turn;
	unsigned int		prio_turn[8];
};

static inline int model_members(const bool *in)
{
	int i, members = 0;

	for (i = 0; i < 8; i++)
		members += in[i];
	return members;
}

static unsigned int model_pick(struct model_ring *ring, unsigned int *turn,
			       const bool *in, const bool *ready, const u32 *len)
{
	unsigned int i;

	if (model_members(in) == 1) {
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

static unsigned int model_pick_prio(struct model *m, unsigned int tc, const bool *in,
				    const u32 *len)
{
	return model_pick(&m->prios, &m->prio_turn[tc], in, in, len);
}

static void model_forget(struct model *m, u8 waiting)
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

static void model_charge(struct model_ring *ring, const bool *in, unsigned int i, u32 len)
{
	if (model_members(in) > 1)
		ring->credit[i] -= len;
}

static unsigned int model_next(struct model *m, u8 ready, u8 held, const u32 *len)
{
	bool prios[8][8] = {}, may[8] = {}, in[8] = {};
	unsigned int i, tc, head[8];
	u32 tc_len[8];

	model_forget(m, ready | held);
	for (i = 0; i < 8; i++) {
		tc = m->tc[i];
		in[tc] |= (ready | held) >> i & 1;
		may[tc] |= ready >> i & 1;
		prios[tc][i] = (ready | held) >> i & 1;
	}
	for (tc = 7; tc < 8; tc--)
		if (may[tc] && !m->ets[tc]) {
			i = model_pick_prio(m, tc, prios[tc], len);
			model_charge(&m->prios, prios[tc], i, len[i]);
			return i;
		}
	for (tc = 0; tc < 8; tc++) {
		in[tc] &= m->ets[tc];
		if (in[tc]) {
			head[tc] = model_pick_prio(m, tc, prios[tc], len);
			tc_len[tc] = len[head[tc]];
		}
	}
	tc = model_pick(&m->classes, &m->class_turn, in, may, tc_len);
	model_charge(&m->classes, in, tc, tc_len[tc]);
	model_charge(&m->prios, prios[tc], head[tc], tc_len[tc]);
	return head[tc];
}

static void model_set(struct model *m, const u8 *prio_tc, const struct pfc_tc *tcs)
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
		m->prios.quantum[i] = MODEL_PRIO_QUANTUM;
		m->classes.quantum[i] = tcs[i].bw * MODEL_QUANTUM;
	}
}

#endif /* PFC_ETS_MODEL_H */
