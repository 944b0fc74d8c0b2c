/* SPDX-License-Identifier: GPL-2.0-only */
/* Pseudo-random numbers, reproducible by seed (xorshift64*), for the fuzzers */
#ifndef TESTS_TOOLS_RANDOM_H
#define TESTS_TOOLS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

extern uint64_t random_state;	/* in common.c */

static inline uint64_t random_64(void)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return random_state * 0x2545f4914f6cdd1dULL;
}

static inline void random_seed(uint64_t seed)
{
	int i;

	random_state = seed * 0x9e3779b97f4a7c15ULL ?: 1;
	for (i = 0; i < 8; i++)
		random_64();
}

/* 0 to n - 1 */
static inline uint32_t random_below(uint32_t n)
{
	return (random_64() >> 32) * (uint64_t)n >> 32;
}

static inline bool one_in(uint32_t n)
{
	return !random_below(n);
}

#endif /* TESTS_TOOLS_RANDOM_H */
