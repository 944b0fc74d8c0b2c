/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * User mode's clock counts in steps of 256 ns and its timers need 500 ns at
 * least.  In virtual time, which costs nothing, both can be 1 ns.
 */
#include_next <linux/time-internal.h>

#undef TIMER_MULTIPLIER
#undef TIMER_MIN_DELTA
#define TIMER_MULTIPLIER	1
#define TIMER_MIN_DELTA		1
