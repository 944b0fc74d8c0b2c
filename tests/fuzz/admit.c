// SPDX-License-Identifier: GPL-2.0-only
/*
 * Admission of packets to several groups that share a pool, with changes of thresholds,
 * compared with a model that keeps each packet.
 */
#include "kmod/core/admit.h"
#include "fuzz.h"
#include "../kunit/admit_model.h"

const char *const fuzz_goals[] = {
	[ADMIT_HELD] = "held", [ADMIT_HEADROOM] = "headroom", [ADMIT_LIMIT] = "drop: limit",
	[ADMIT_POOL] = "drop: pool", [ADMIT_FULL] = "drop: headroom", [ADMIT_XOFF] = "XOFF",
	[ADMIT_XON] = "XON", [ADMIT_SQUEEZED] = "headroom smaller than its use",
	[ADMIT_REFUSED_EMPTY] = "drop: headroom, group empty",
	[ADMIT_GUARANTEED] = "packet below the guarantee",
	[ADMIT_STRADDLES] = "packet partly below the guarantee",
	[ADMIT_MOVED] = "packet above a dynamic threshold",
	[ADMIT_PLAIN] = "fast path", [ADMIT_BEHIND] = "fast path to the headroom",
	[ADMIT_LEAVES_PLAIN] = "fast release",
	[ADMIT_LEAVES_BEHIND] = "fast release from the headroom", NULL
};

static u64 rng(void *in, u64 n)
{
	return fuzz_below(in, n);
}

void fuzz_one(struct fuzz *in)
{
	static struct admit_run run;
	unsigned int i;

	memset(&run, 0, sizeof(run));
	run.below = rng;
	run.rng = in;
	admit_run_init(&run);
	while (fuzz_more(in)) {
		admit_step(&run);
		require(!run.wrong, "%s", run.wrong);
	}
	admit_run_end(&run);
	require(!run.wrong, "at the end: %s", run.wrong);
	for (i = 0; i < ADMIT_GOALS; i++)
		fuzz_met[i] += run.met[i];
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
