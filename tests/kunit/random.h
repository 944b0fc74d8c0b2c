/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random events for a part of the module and for a model of it that works in another way.  KUnit
 * (random_test.c) and the fuzzer (tests/fuzz/model.c) run the same models.
 */
#ifndef PFC_RANDOM_H
#define PFC_RANDOM_H

#include <linux/types.h>

#define RANDOM_GOALS	24

/**
 * struct random_run - first member of the run of each model
 * @below: returns a random number below @n
 * @rng: state of the random number generator
 * @met: number of times that each case occurred
 * @wrong: first difference between code and model; NULL: no difference
 */
struct random_run {
	u64		(*below)(void *rng, u64 n);
	void		*rng;
	unsigned long	met[RANDOM_GOALS];
	const char	*wrong;
};

/**
 * struct random_model - a model, and the part of the module that it is compared with
 * @name: name for messages
 * @size: size of a run, bytes
 * @steps: most events of a run
 * @begin: starts a run
 * @step: one random event, with the checks that follow it
 * @end: ends a run; NULL: nothing to do
 */
struct random_model {
	const char	*name;
	size_t		size;
	unsigned int	steps;
	void		(*begin)(void *run);
	void		(*step)(void *run);
	void		(*end)(void *run);
};

static inline u64 random_below(struct random_run *r, u64 n)
{
	return r->below(r->rng, n);
}

/* Start of a run, ns: 0, or any time */
static inline u64 random_start(struct random_run *r)
{
	return random_below(r, 4) ? random_below(r, 1ULL << 50) : 0;
}

static inline void random_require(struct random_run *r, bool right, const char *what)
{
	if (!right && !r->wrong)
		r->wrong = what;
}

#endif /* PFC_RANDOM_H */
