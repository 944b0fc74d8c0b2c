/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The clock of a user-mode kernel has a resolution of 256 ns, and its shortest timer takes
 * 500 ns.  Virtual time allows 1 ns for both.
 */
#include_next <linux/time-internal.h>

#undef TIMER_MULTIPLIER
#undef TIMER_MIN_DELTA
#define TIMER_MULTIPLIER	1
#define TIMER_MIN_DELTA		1
