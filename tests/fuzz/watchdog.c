// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog, driven by pauses, frames, operators and time, against models that keep
 * the whole history and work everything out from that.
 */
#include "kmod/watchdog.c"
#include "fuzz.h"
#include "../kunit/watch_model.h"
#include "../kunit/xoff_model.h"

/* Those of the queue, then those of XOFF that are sent */
const char *const fuzz_goals[] = {
	[MODEL_DETECTED] = "a storm", [MODEL_OVER_GAPS] = "a storm with gaps",
	[MODEL_ESCALATED] = "one too many", [MODEL_LONG] = "a long pause with departures",
	[MODEL_RESTORED] = "the end of a storm",
	[MODEL_HELD_ON] = "a storm that a long pause keeps up",
	[MODEL_CUT] = "gaps that have become too long",
	[MODEL_CHANGED] = "a change of configuration",
	[MODEL_FORGOTTEN] = "forgotten in a storm", [MODEL_CLEARED] = "cleared",
	[MODEL_FLUSHED] = "frames lost in a pause", [MODEL_LATE] = "a timer that is late",
	[MODEL_GOALS + XOFF_STOPPED] = "XOFF stopped",
	[MODEL_GOALS + XOFF_RESUMED] = "XOFF resumed as something left",
	[MODEL_GOALS + XOFF_DRAINED] = "XOFF not wanted any more",
	[MODEL_GOALS + XOFF_POSTPONED] = "the timeout begins anew",
	[MODEL_GOALS + XOFF_SWITCHED_OFF] = "the timeout is switched off",
	[MODEL_GOALS + XOFF_WARNED] = "too many XOFF", NULL
};

static u64 chance(void *in, u64 n)
{
	return fuzz_below(in, n);
}

static void run_queue(struct fuzz *in)
{
	static struct model_run run;
	unsigned int step, i;

	memset(&run.met, 0, sizeof(run.met));
	run.below = chance;
	run.chance = in;
	model_run_init(&run, fuzz_number(in, 6));
	for (step = 0; step < MODEL_EVENTS && fuzz_more(in); step++) {
		model_step(&run);
		require(!run.wrong, "step %u, at %llu: %s", step, run.now, run.wrong);
	}
	for (i = 0; i < MODEL_GOALS; i++)
		fuzz_met[i] += run.met[i];
}

static void run_xoff(struct fuzz *in)
{
	static struct xoff_run run;
	unsigned int step, i;

	memset(&run.met, 0, sizeof(run.met));
	run.below = chance;
	run.chance = in;
	xoff_run_init(&run, fuzz_number(in, 6));
	for (step = 0; step < XOFF_EVENTS && fuzz_more(in); step++) {
		xoff_step(&run);
		require(!run.wrong, "step %u, at %llu: %s", step, run.now, run.wrong);
	}
	for (i = 0; i < XOFF_GOALS; i++)
		fuzz_met[MODEL_GOALS + i] += run.met[i];
}

void fuzz_one(struct fuzz *in)
{
	if (fuzz_below(in, 4))
		run_queue(in);
	else
		run_xoff(in);
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
