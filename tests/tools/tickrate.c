// SPDX-License-Identifier: GPL-2.0-only
/*
 * tickrate - frequency in kHz of the counter that an emulated guest has as its TSC
 *
 * A guest that finds it out for itself, while the machine is busy with others, may
 * be wrong by an order of magnitude, and all of its times with it.  Nothing is
 * printed where guests have another clock.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "common.h"

#if __has_builtin(__builtin_ia32_rdtsc)

struct moment {
	uint64_t ticks;
	uint64_t ns;
};

/* Of several readings the one with the fewest ticks around it */
static struct moment now(void)
{
	uint64_t best = UINT64_MAX;
	struct moment moment = { 0 };
	int i;

	for (i = 0; i < 20; i++) {
		struct timespec ts;
		uint64_t before, after;

		before = __builtin_ia32_rdtsc();
		clock_gettime(CLOCK_MONOTONIC, &ts);
		after = __builtin_ia32_rdtsc();
		if (after - before >= best)
			continue;
		best = after - before;
		moment.ticks = before + best / 2;
		moment.ns = ts.tv_sec * 1000000000ULL + ts.tv_nsec;
	}
	return moment;
}

int main(void)
{
	const struct timespec pause = { .tv_nsec = 100000000 };
	struct moment from = now(), to;

	nanosleep(&pause, NULL);
	to = now();
	printf("%" PRIu64 "\n",
	       (to.ticks - from.ticks) * 1000000 / (to.ns - from.ns));
	return 0;
}
#else
int main(void)
{
	return 0;
}
#endif
