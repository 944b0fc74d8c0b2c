// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parts of the module compared with models: random events from a fixed seed.
 */
#include <kunit/test.h>
#include <linux/math64.h>
#include <linux/prandom.h>
#include <linux/string.h>
#include "admit_model.h"
#include "detector_model.h"
#include "ets_model.h"
#include "pause_model.h"

#define RUNS	200
#define SEED	0x9fc0802

static u64 below(void *rng, u64 n)
{
	u64 high = prandom_u32_state(rng), rest;

	div64_u64_rem(high << 32 | prandom_u32_state(rng), n, &rest);
	return rest;
}

/* Runs a model, and adds the cases that occurred to @met */
static void run_model(struct kunit *test, const struct random_model *model, unsigned long *met)
{
	struct random_run *run = kunit_kzalloc(test, model->size, GFP_KERNEL);
	struct rnd_state rnd;
	unsigned int i, step;

	KUNIT_ASSERT_NOT_NULL(test, run);
	prandom_seed_state(&rnd, SEED);
	run->below = below;
	run->rng = &rnd;
	for (i = 0; i < RUNS; i++) {
		model->begin(run);
		for (step = 0; step < model->steps && !run->wrong; step++)
			model->step(run);
		if (model->end && !run->wrong)
			model->end(run);
		KUNIT_ASSERT_NULL_MSG(test, run->wrong, "%s, run %u, step %u: %s", model->name, i,
				      step, run->wrong);
	}
	for (i = 0; i < RANDOM_GOALS; i++)
		met[i] += run->met[i];
}

/* All models of a part of the module together meet its goals; @goals ends with NULL */
static void run_models(struct kunit *test, const struct random_model *models, unsigned int n,
		       const char *const *goals)
{
	unsigned long met[RANDOM_GOALS] = {};
	unsigned int i;

	for (i = 0; i < n; i++)
		run_model(test, &models[i], met);
	for (i = 0; goals[i]; i++)
		KUNIT_EXPECT_GT_MSG(test, met[i], 2UL, "%s", goals[i]);
}

static void admit_equals_model(struct kunit *test)
{
	run_models(test, admit_models, ARRAY_SIZE(admit_models), admit_goals);
}

static void detector_equals_model(struct kunit *test)
{
	run_models(test, detector_models, ARRAY_SIZE(detector_models), detector_goals);
}

static void ets_equals_model(struct kunit *test)
{
	run_models(test, ets_models, ARRAY_SIZE(ets_models), ets_goals);
}

static void pause_equals_model(struct kunit *test)
{
	run_models(test, pause_models, ARRAY_SIZE(pause_models), pause_goals);
}

static struct kunit_case random_cases[] = {
	KUNIT_CASE(admit_equals_model),
	KUNIT_CASE(detector_equals_model),
	KUNIT_CASE(ets_equals_model),
	KUNIT_CASE(pause_equals_model),
	{}
};

static struct kunit_suite random_suite = {
	.name = "pfc_random",
	.test_cases = random_cases,
};

kunit_test_suite(random_suite);
