// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detector and XOFF timer compared with models that keep the whole history: random
 * pauses, packets, configuration changes and operator commands, from a fixed seed.
 */
#include <kunit/test.h>
#include <linux/string.h>
#include "below.h"
#include "detector_model.h"
#include "xoff_model.h"

#define RUNS	200
#define SEED	0x9fcd09

static void detector_equals_model(struct kunit *test)
{
	struct model_run *run = kunit_kzalloc(test, sizeof(*run), GFP_KERNEL);
	unsigned int i, step, tried = 0;
	struct rnd_state rnd;

	KUNIT_ASSERT_NOT_NULL(test, run);
	prandom_seed_state(&rnd, SEED);
	run->below = below;
	run->rng = &rnd;
	for (i = 0; i < RUNS; i++) {
		model_run_init(run, i ? below(&rnd, 1ULL << 50) : 0);
		for (step = 0; step < MODEL_EVENTS; step++) {
			model_step(run);
			KUNIT_ASSERT_NULL_MSG(test, run->wrong, "run %u, step %u, %llu: %s",
					      i, step, run->now, run->wrong);
			tried++;
		}
	}
	KUNIT_EXPECT_EQ(test, tried, RUNS * MODEL_EVENTS);
	for (i = 0; i < MODEL_GOALS; i++)
		KUNIT_EXPECT_GT_MSG(test, run->met[i], 2UL, "goal %u", i);
}

static void xoff_timer_equals_model(struct kunit *test)
{
	struct xoff_run *run = kunit_kzalloc(test, sizeof(*run), GFP_KERNEL);
	struct rnd_state rnd;
	unsigned int i, step;

	KUNIT_ASSERT_NOT_NULL(test, run);
	prandom_seed_state(&rnd, SEED);
	run->below = below;
	run->rng = &rnd;
	for (i = 0; i < RUNS; i++) {
		xoff_run_init(run, i ? below(&rnd, 1ULL << 50) : 0);
		for (step = 0; step < XOFF_EVENTS; step++) {
			xoff_step(run);
			KUNIT_ASSERT_NULL_MSG(test, run->wrong, "run %u, step %u, %llu: %s",
					      i, step, run->now, run->wrong);
		}
	}
	for (i = 0; i < XOFF_GOALS; i++)
		KUNIT_EXPECT_GT_MSG(test, run->met[i], 2UL, "goal %u", i);
}

static struct kunit_case detector_random_cases[] = {
	KUNIT_CASE(detector_equals_model),
	KUNIT_CASE(xoff_timer_equals_model),
	{}
};

static struct kunit_suite detector_random_suite = {
	.name = "pfc_detector_random",
	.test_cases = detector_random_cases,
};

kunit_test_suite(detector_random_suite);
