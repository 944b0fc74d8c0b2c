/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random numbers of the models.
 */
#ifndef _PFC_TEST_BELOW_H
#define _PFC_TEST_BELOW_H

#include <linux/math64.h>
#include <linux/prandom.h>

/* A random number from 0 to @n - 1; @rng: struct rnd_state */
static u64 below(void *rng, u64 n)
{
	u64 high = prandom_u32_state(rng), rest;

	div64_u64_rem(high << 32 | prandom_u32_state(rng), n, &rest);
	return rest;
}

#endif /* _PFC_TEST_BELOW_H */
