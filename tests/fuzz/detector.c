// SPDX-License-Identifier: GPL-2.0-only
/*
 * Watchdog detector and XOFF timer, driven by random pauses, frames, operator commands and
 * time, compared with models that keep the whole history.
 */
#include "kmod/core/detector.c"
#include "fuzz.h"
#include "../kunit/detector_model.h"
#include "../kunit/xoff_model.h"

/* Goals of the detector (received XOFF), then goals of the XOFF timer (sent XOFF) */
const char *const fuzz_goals[] = {
	[MODEL_DETECTED] = "storm", [MODEL_OVER_GAPS] = "storm with gaps",
	[MODEL_ESCALATED] = "escalation", [MODEL_LONG] = "long pause with departures",
	[MODEL_RESTORED] = "end of a storm",
	[MODEL_LAST_PAUSE_LONGER] = "storm that ends with a long pause",
	[MODEL_CUT] = "gaps that a change makes too long",
	[MODEL_CHANGED] = "configuration change",
	[MODEL_FORGOTTEN] = "forget in a storm", [MODEL_CLEARED] = "storm cleared",
	[MODEL_FLUSHED] = "frames dropped in a pause", [MODEL_LATE] = "late timer",
	[MODEL_GOALS + XOFF_STOPPED] = "XOFF stopped",
	[MODEL_GOALS + XOFF_RESUMED] = "XOFF resumed after a departure",
	[MODEL_GOALS + XOFF_DRAINED] = "group drained while XOFF was stopped",
	[MODEL_GOALS + XOFF_POSTPONED] = "timeout restarted by a departure",
	[MODEL_GOALS + XOFF_SWITCHED_OFF] = "timeout switched off",
	[MODEL_GOALS + XOFF_WARNED] = "XOFF rate warning", NULL
};

static u64 rng(void *in, u64 n)
{
	return fuzz_below(in, n);
}

static void run_queue(struct fuzz *in)
{
	static struct model_run run;
	unsigned int step, i;

	memset(&run.met, 0, sizeof(run.met));
	run.below = rng;
	run.rng = in;
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
	run.below = rng;
	run.rng = in;
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
