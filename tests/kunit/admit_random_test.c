// SPDX-License-Identifier: GPL-2.0-only
/*
 * Admission compared with a model: 100,000 random arrivals, departures and changes of
 * thresholds, from a fixed seed.
 *
 * The model keeps other quantities than the code: @held counts all bytes of the group, and
 * @behind counts its bytes in the headroom.  XOFF (@stop) begins when a packet goes to the
 * headroom or is refused there, and ends when the group drains to XON.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include "../../kmod/core/admit.h"

#define STEPS	100000
#define QUEUE	256
#define SEED	0x9fc0802

struct model {
	s64	held;
	s64	behind;
	bool	stop;
	s64	pool;		/* free bytes of the pool's shared part */
	s64	others;		/* bytes of the shared part that other groups hold */
};

struct run {
	struct rnd_state	rnd;
	struct pfc_pg_limits	limits;
	struct model		model;
	struct pfc_use		use;
	u32			left;	/* bytes in a shared headroom when it shrank */
	u32			queue[QUEUE];
	unsigned int		head;
	unsigned int		tail;
	int			step;
	unsigned int		seen[PFC_REFUSE_HEADROOM + 1];
	unsigned int		xoffs;
	unsigned int		xons;
	unsigned int		plain[2];
	unsigned int		behind[2];
};

static u32 below(struct run *run, u32 n)
{
	return prandom_u32_state(&run->rnd) % n;
}

/* Bytes of the group in the shared part: its bytes outside the headroom, above the guarantee */
static s64 model_shared(const struct model *m, const struct pfc_pg_limits *limits)
{
	return max(m->held - m->behind - limits->guarantee, 0LL);
}

static s64 model_threshold(const struct pfc_pg_limits *limits, s64 free)
{
	if (limits->alpha)
		return max(free, 0LL) * limits->alpha / 64;
	return limits->lossless ? limits->xoff : limits->limit;
}

static enum pfc_place model_admit(struct model *m,
				  const struct pfc_pg_limits *limits, s64 len)
{
	s64 shared = model_shared(m, limits), need;
	bool fits;

	m->held += len;
	need = model_shared(m, limits) - shared;
	fits = shared + need + m->behind <= model_threshold(limits, m->pool);
	if (!need || (fits && m->pool >= need)) {
		m->pool -= need;
		return PFC_PLACE_HELD;
	}
	m->held -= len;
	if (!limits->lossless)
		return need > m->pool && (fits || limits->alpha) ? PFC_REFUSE_POOL :
								   PFC_REFUSE_LIMIT;
	if (m->behind + len > limits->headroom) {
		if (m->held > 0)
			m->stop = true;
		return PFC_REFUSE_HEADROOM;
	}
	m->held += len;
	m->behind += len;
	m->stop = true;
	return PFC_PLACE_HEADROOM;
}

static bool model_may_resume(const struct model *m,
			     const struct pfc_pg_limits *limits, s64 free)
{
	s64 xon = limits->xon;

	if (limits->alpha)
		xon = max(model_threshold(limits, free) - limits->xon_offset, 0LL);
	return !limits->lossless ||
	       (!m->behind && model_shared(m, limits) <= xon);
}

static void model_release(struct model *m, const struct pfc_pg_limits *limits,
			  s64 len)
{
	s64 shared = model_shared(m, limits), free = m->pool;

	m->held -= len;
	m->behind = max(m->behind - len, 0LL);
	m->pool += shared - model_shared(m, limits);
	if (model_may_resume(m, limits, free))
		m->stop = false;
}

static void model_resize(struct model *m, const struct pfc_pg_limits *from,
			 const struct pfc_pg_limits *to, u32 returned)
{
	s64 shared = model_shared(m, from), free = m->pool;

	m->behind -= clamp_t(s64, m->behind - (to->lossless ? to->headroom : 0), 0,
			     returned);
	m->pool += shared - model_shared(m, to);
	if (to->lossless && (m->behind ||
			     (!to->alpha && model_shared(m, to) > to->xoff)))
		m->stop = true;
	else if (model_may_resume(m, to, free))
		m->stop = false;
}

static u32 free_of(const struct run *run)
{
	return max(run->model.pool, 0LL);
}

/*
 * The fast path charges a packet as the slow path does.  It serves each packet that the slow
 * path charges to the shared part while the guarantee is full and the headroom is empty.
 */
static void check_plain_charge(struct kunit *test, struct run *run, u32 len,
			       u32 free, enum pfc_place place)
{
	u32 guarantee = run->limits.guarantee;
	u64 word = pfc_use_pack(run->use);
	bool plain = pfc_admit_plain(&run->limits, guarantee, word, len) &&
		     len <= free &&
		     (!run->limits.alpha ||
		      pfc_admit_below(&run->limits, run->use, guarantee, len, free));

	bool behind = pfc_admit_behind(&run->limits, guarantee, word, len);

	if (behind) {
		KUNIT_ASSERT_FALSE(test, plain);
		KUNIT_ASSERT_EQ_MSG(test, place, PFC_PLACE_HEADROOM, "step %d",
				    run->step);
		KUNIT_ASSERT_EQ_MSG(test, word + pfc_behind(len),
				    pfc_use_pack(pfc_admit_charge(run->use, place, len)),
				    "step %d", run->step);
		run->behind[0]++;
	}
	if (plain) {
		KUNIT_ASSERT_EQ_MSG(test, place, PFC_PLACE_HELD, "step %d",
				    run->step);
		KUNIT_ASSERT_EQ_MSG(test, word + len,
				    pfc_use_pack(pfc_admit_charge(run->use, place, len)),
				    "step %d", run->step);
	} else {
		KUNIT_ASSERT_TRUE_MSG(test, place != PFC_PLACE_HELD ||
				      run->use.headroom ||
				      run->use.held < guarantee,
				      "step %d", run->step);
	}
}

static void check_plain_release(struct kunit *test, struct run *run, u32 len)
{
	u32 guarantee = run->limits.guarantee;
	u64 word = pfc_use_pack(run->use);
	struct pfc_use use = pfc_admit_release(&run->limits, run->use, guarantee,
					       len, free_of(run));
	bool plain = pfc_release_plain(&run->limits, guarantee, word, len);

	/* a change of XOFF or of the headroom would change other bits of the word */
	if (plain) {
		KUNIT_ASSERT_EQ_MSG(test, word - len, pfc_use_pack(use),
				    "step %d", run->step);
		KUNIT_ASSERT_GE_MSG(test, use.held, guarantee, "step %d",
				    run->step);
	}
	/* the XOFF timer needs the slow path at each departure in XOFF */
	if (run->limits.timed && run->use.xoff)
		KUNIT_ASSERT_FALSE_MSG(test, plain, "step %d", run->step);
	run->plain[plain]++;
	if (pfc_release_behind(word, len)) {
		KUNIT_ASSERT_FALSE(test, plain);
		KUNIT_ASSERT_EQ_MSG(test, word - pfc_behind(len),
				    pfc_use_pack(use), "step %d", run->step);
		run->behind[1]++;
	}
}

static void step_arrive(struct kunit *test, struct run *run)
{
	u32 len = 60 + below(run, 1455), free = free_of(run);
	u32 guarantee = run->limits.guarantee;
	enum pfc_place place, want;
	bool fits;

	if (run->head - run->tail == QUEUE)
		return;
	want = model_admit(&run->model, &run->limits, len);
	fits = pfc_admit_below(&run->limits, run->use, guarantee, len, free);
	place = pfc_admit_place(&run->limits, run->use, len, fits,
				pfc_admit_need(run->use, guarantee, len) <= free);
	KUNIT_ASSERT_EQ_MSG(test, place, want, "step %d", run->step);
	check_plain_charge(test, run, len, free, place);
	run->seen[place]++;
	if (place == PFC_PLACE_HELD || place == PFC_PLACE_HEADROOM) {
		run->use = pfc_admit_charge(run->use, place, len);
		run->queue[run->head++ % QUEUE] = len;
	} else if (place == PFC_REFUSE_HEADROOM) {
		run->use = pfc_admit_refuse(run->use);
	}
}

static void step_leave(struct kunit *test, struct run *run)
{
	u32 free = free_of(run), len;

	if (run->head == run->tail)
		return;
	len = run->queue[run->tail++ % QUEUE];
	check_plain_release(test, run, len);
	model_release(&run->model, &run->limits, len);
	run->use = pfc_admit_release(&run->limits, run->use,
				     run->limits.guarantee, len, free);
}

static void step_resize(struct run *run)
{
	struct pfc_pg_limits *limits = &run->limits, old = *limits;
	u32 free = free_of(run);
	u32 returned = below(run, 4) ? U32_MAX : below(run, 3000);

	limits->lossless = below(run, 4);
	limits->timed = below(run, 2);
	limits->guarantee = below(run, 2) ? below(run, 10000) : 0;
	limits->alpha = below(run, 2) ? 1 << below(run, 10) : 0;
	limits->xoff = below(run, 40000);
	limits->xon = below(run, limits->xoff + 1);
	limits->xon_offset = below(run, 8000);
	limits->headroom = below(run, 4) ? below(run, 20000) : 0;
	limits->limit = below(run, 40000);
	limits->bound = limits->alpha ? PFC_SIZE_MAX :
			limits->lossless ? limits->xoff : limits->limit;
	run->left = returned == U32_MAX ? 0 : run->use.headroom;
	model_resize(&run->model, &old, limits, returned);
	run->use = pfc_admit_resize(limits, run->use, limits->guarantee, free,
				    returned);
}

/* Other groups charge bytes to the pool, up to all free bytes, or release some */
static void step_others(struct run *run)
{
	struct model *m = &run->model;
	s64 take = m->pool > 0 ? below(run, m->pool + 1) : 0;
	s64 give = m->others > 0 ? below(run, m->others + 1) : 0;

	if (below(run, 2))
		give = 0;
	else
		take = 0;
	if (!below(run, 8))
		take = max(m->pool, 0LL);
	m->pool += give - take;
	m->others += take - give;
}

static void check(struct kunit *test, struct run *run)
{
	const struct pfc_pg_limits *limits = &run->limits;
	struct pfc_use use = run->use;
	s64 queued = 0;
	unsigned int i;

	for (i = run->tail; i != run->head; i++)
		queued += run->queue[i % QUEUE];
	KUNIT_ASSERT_EQ_MSG(test, (s64)pfc_use_sum(use), queued,
			    "step %d", run->step);
	KUNIT_ASSERT_EQ_MSG(test, (s64)pfc_use_sum(use), run->model.held,
			    "step %d", run->step);
	KUNIT_ASSERT_EQ_MSG(test, (s64)use.headroom, run->model.behind,
			    "step %d", run->step);
	KUNIT_ASSERT_EQ_MSG(test, use.xoff, run->model.stop,
			    "step %d", run->step);
	KUNIT_ASSERT_LE_MSG(test, use.headroom,
			    max(run->left, limits->lossless ? limits->headroom : 0),
			    "step %d", run->step);
	if (!pfc_use_sum(use))
		KUNIT_ASSERT_FALSE_MSG(test, use.xoff, "step %d", run->step);
}

static void random_step(struct kunit *test, struct run *run)
{
	bool was = run->use.xoff;
	/* phases with more arrivals alternate with phases with more departures */
	u32 bias = run->step / 500 % 2 ? 40 : 55;
	u32 dice = below(run, 100);

	if (dice < bias)
		step_arrive(test, run);
	else if (dice < 97)
		step_leave(test, run);
	else if (dice < 99)
		step_others(run);
	else if (!below(run, 4))
		step_resize(run);
	run->xoffs += run->use.xoff && !was;
	run->xons += was && !run->use.xoff;
	run->use = pfc_use_unpack(pfc_use_pack(run->use));
}

static void admit_random(struct kunit *test)
{
	struct run *run = kunit_kzalloc(test, sizeof(*run), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, run);
	prandom_seed_state(&run->rnd, SEED);
	run->model.pool = 50000;
	step_resize(run);
	for (run->step = 0; run->step < STEPS; run->step++) {
		random_step(test, run);
		check(test, run);
	}

	/* the run covers every case */
	for (i = 0; i < ARRAY_SIZE(run->seen); i++)
		KUNIT_EXPECT_GT_MSG(test, run->seen[i], 500U, "place %u", i);
	KUNIT_EXPECT_GT(test, run->xoffs, 500U);
	KUNIT_EXPECT_GT(test, run->xons, 500U);
	KUNIT_EXPECT_GT(test, run->plain[false], 500U);
	KUNIT_EXPECT_GT(test, run->plain[true], 500U);
	KUNIT_EXPECT_GT(test, run->behind[0], 500U);
	KUNIT_EXPECT_GT(test, run->behind[1], 500U);

	while (run->head != run->tail)
		step_leave(test, run);
	check(test, run);
	KUNIT_EXPECT_EQ(test, pfc_use_pack(run->use), 0ULL);
	KUNIT_EXPECT_EQ(test, run->model.pool + run->model.others, 50000LL);
}

static struct kunit_case admit_random_cases[] = {
	KUNIT_CASE(admit_random),
	{}
};

static struct kunit_suite admit_random_suite = {
	.name = "pfc_admit_random",
	.test_cases = admit_random_cases,
};

kunit_test_suite(admit_random_suite);
