// SPDX-License-Identifier: GPL-2.0-only
/*
 * Admission against a plain model: 100,000 random packets, departures and
 * changes of thresholds, from a fixed seed.
 *
 * The model keeps other quantities than the code: all that is held, and how
 * much of that is behind XOFF.  It learns about XOFF and XON from events, not
 * from levels.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include "../../kmod/admit.h"

#define STEPS	100000
#define QUEUE	256
#define SEED	0x9fc0802

struct model {
	s64	held;
	s64	behind;
	bool	stop;
	s64	pool;		/* free bytes of the shared part */
	s64	others;		/* bytes of it that other groups hold */
};

struct run {
	struct rnd_state	rnd;
	struct pfc_pg_limits	limits;
	struct model		model;
	struct pfc_use		use;
	u32			queue[QUEUE];
	unsigned int		head;
	unsigned int		tail;
	int			step;
	unsigned int		seen[PFC_DROP_HEADROOM + 1];
	unsigned int		xoffs;
	unsigned int		xons;
	unsigned int		plain[2];
};

static u32 below(struct run *run, u32 n)
{
	return prandom_u32_state(&run->rnd) % n;
}

static enum pfc_place model_admit(struct model *m,
				  const struct pfc_pg_limits *limits, s64 len)
{
	if (!limits->lossless) {
		if (m->held + len > limits->limit)
			return PFC_DROP_LIMIT;
		if (m->pool < len)
			return PFC_DROP_POOL;
	} else if (m->held + len > limits->xoff || m->pool < len) {
		if (m->behind + len > limits->headroom) {
			if (m->held > 0)
				m->stop = true;
			return PFC_DROP_HEADROOM;
		}
		m->held += len;
		m->behind += len;
		m->stop = true;
		return PFC_PLACE_HEADROOM;
	}
	m->held += len;
	m->pool -= len;
	return PFC_PLACE_SHARED;
}

static void model_settle(struct model *m, const struct pfc_pg_limits *limits)
{
	s64 front = m->held - m->behind;

	if (!limits->lossless)
		m->stop = false;
	else if (m->behind > 0)
		m->stop = true;
	else if (front <= limits->xon)
		m->stop = false;
	else if (front > limits->xoff)
		m->stop = true;
}

static void model_release(struct model *m, const struct pfc_pg_limits *limits,
			  s64 len)
{
	s64 rest = len - m->behind;

	m->held -= len;
	m->behind = max(m->behind - len, 0LL);
	m->pool += max(rest, 0LL);
	model_settle(m, limits);
}

static void model_resize(struct model *m, const struct pfc_pg_limits *limits)
{
	s64 room = limits->lossless ? limits->headroom : 0;

	if (m->behind > room) {
		m->pool -= m->behind - room;
		m->behind = room;
	}
	model_settle(m, limits);
}

/* The short way is taken exactly when it leads to the same place */
static void check_plain_charge(struct kunit *test, struct run *run, u32 len,
			       enum pfc_place place)
{
	u64 word = pfc_use_pack(run->use);
	bool plain = pfc_admit_plain(&run->limits, word, len);

	KUNIT_ASSERT_EQ_MSG(test, plain,
			    pfc_admit_wants_shared(&run->limits, run->use, len),
			    "step %d", run->step);
	if (place == PFC_PLACE_SHARED)
		KUNIT_ASSERT_EQ_MSG(test, word + len,
				    pfc_use_pack(pfc_admit_charge(run->use, place, len)),
				    "step %d", run->step);
}

static void check_plain_release(struct kunit *test, struct run *run, u32 len)
{
	u64 word = pfc_use_pack(run->use);
	struct pfc_use use = pfc_admit_release(&run->limits, run->use, len);
	bool same = word - len == pfc_use_pack(use);

	/* a change from XOFF to XON, or bytes from the headroom, show in the word */
	KUNIT_ASSERT_EQ_MSG(test, pfc_release_plain(&run->limits, word, len),
			    same, "step %d", run->step);
	run->plain[same]++;
}

static void step_arrive(struct kunit *test, struct run *run)
{
	u32 len = 60 + below(run, 1455);
	enum pfc_place place, want;
	s64 pool = run->model.pool;

	if (run->head - run->tail == QUEUE)
		return;
	want = model_admit(&run->model, &run->limits, len);
	place = pfc_admit_place(&run->limits, run->use, len, pool >= len);
	KUNIT_ASSERT_EQ_MSG(test, place, want, "step %d", run->step);
	check_plain_charge(test, run, len, place);
	run->seen[place]++;
	if (place == PFC_PLACE_SHARED || place == PFC_PLACE_HEADROOM) {
		run->use = pfc_admit_charge(run->use, place, len);
		run->queue[run->head++ % QUEUE] = len;
	} else if (place == PFC_DROP_HEADROOM) {
		run->use = pfc_admit_refuse(run->use);
	}
}

static void step_leave(struct kunit *test, struct run *run)
{
	u32 len;

	if (run->head == run->tail)
		return;
	len = run->queue[run->tail++ % QUEUE];
	model_release(&run->model, &run->limits, len);
	check_plain_release(test, run, len);
	run->use = pfc_admit_release(&run->limits, run->use, len);
}

static void step_resize(struct run *run)
{
	struct pfc_pg_limits *limits = &run->limits;

	limits->lossless = below(run, 4);
	limits->xoff = below(run, 40000);
	limits->xon = below(run, limits->xoff + 1);
	limits->headroom = below(run, 4) ? below(run, 20000) : 0;
	limits->limit = below(run, 40000);
	model_resize(&run->model, limits);
	run->use = pfc_admit_resize(limits, run->use);
}

/* Other groups take from the pool, down to nothing, and give back */
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
			    limits->lossless ? limits->headroom : 0,
			    "step %d", run->step);
	if (!pfc_use_sum(use))
		KUNIT_ASSERT_FALSE_MSG(test, use.xoff, "step %d", run->step);
}

static void random_step(struct kunit *test, struct run *run)
{
	bool was = run->use.xoff;
	/* now more arrive, now more leave */
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

	/* the run went everywhere */
	for (i = 0; i < ARRAY_SIZE(run->seen); i++)
		KUNIT_EXPECT_GT_MSG(test, run->seen[i], 500U, "place %u", i);
	KUNIT_EXPECT_GT(test, run->xoffs, 500U);
	KUNIT_EXPECT_GT(test, run->xons, 500U);
	KUNIT_EXPECT_GT(test, run->plain[false], 500U);
	KUNIT_EXPECT_GT(test, run->plain[true], 500U);

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
