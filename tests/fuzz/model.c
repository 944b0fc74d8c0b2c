// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the models of tests/kunit.  The Makefile builds a harness for each of them: MODEL is its
 * header, MODELS and GOALS are its tables.
 */
#include <stdlib.h>
#include "fuzz.h"
#include MODEL

const char *const *const fuzz_goals = GOALS;

static u64 below(void *in, u64 n)
{
	return fuzz_below(in, n);
}

void fuzz_one(struct fuzz *in)
{
	const size_t models = sizeof(MODELS) / sizeof(*MODELS);
	const struct random_model *model = &MODELS[fuzz_below(in, models)];
	struct random_run *run = calloc(1, model->size);
	unsigned int step, i;

	run->below = below;
	run->rng = in;
	model->begin(run);
	for (step = 0; step < model->steps && fuzz_more(in); step++) {
		model->step(run);
		require(!run->wrong, "%s, step %u: %s", model->name, step, run->wrong);
	}
	if (model->end)
		model->end(run);
	require(!run->wrong, "%s, at the end: %s", model->name, run->wrong);
	for (i = 0; i < RANDOM_GOALS; i++)
		fuzz_met[i] += run->met[i];
	free(run);
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
