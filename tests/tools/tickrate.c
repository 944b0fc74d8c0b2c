// SPDX-License-Identifier: GPL-2.0-only
/*
 * tickrate - prints the frequency of the TSC of an emulated guest, in kHz
 *
 * tickrate measures on the host, whose TSC the guest reads.  If the guest measures the
 * frequency itself while the host is busy, the result and thus all times in the guest may be
 * wrong by an order of magnitude.  On hosts without a TSC, tickrate prints nothing.
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

/* Reads TSC and clock several times; returns the reading that took the fewest ticks */
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
