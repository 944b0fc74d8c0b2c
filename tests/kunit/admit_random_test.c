// SPDX-License-Identifier: GPL-2.0-only
/*
 * Admission compared with a model: 100,000 random arrivals, departures and changes of
 * thresholds, from a fixed seed.
 */
#include <kunit/test.h>
#include <linux/string.h>
#include "admit_model.h"
#include "below.h"

#define RUNS	100
#define STEPS	1000
#define SEED	0x9fc0802

static void admit_equals_model(struct kunit *test)
{
	struct admit_run *run = kunit_kzalloc(test, sizeof(*run), GFP_KERNEL);
	struct rnd_state rnd;
	int i, step;

	KUNIT_ASSERT_NOT_NULL(test, run);
	prandom_seed_state(&rnd, SEED);
	run->below = below;
	run->rng = &rnd;
	for (i = 0; i < RUNS; i++) {
		admit_run_init(run);
		for (step = 0; step < STEPS; step++) {
			admit_step(run);
			KUNIT_ASSERT_NULL_MSG(test, run->wrong, "run %d, step %d: %s", i, step,
					      run->wrong);
		}
		admit_run_end(run);
		KUNIT_ASSERT_NULL_MSG(test, run->wrong, "end of run %d: %s", i, run->wrong);
	}
	for (i = 0; i < ADMIT_GOALS; i++)
		KUNIT_EXPECT_GT_MSG(test, run->met[i], 100UL, "goal %d", i);
}

static struct kunit_case admit_random_cases[] = {
	KUNIT_CASE(admit_equals_model),
	{}
};

static struct kunit_suite admit_random_suite = {
	.name = "pfc_admit_random",
	.test_cases = admit_random_cases,
};

kunit_test_suite(admit_random_suite);
