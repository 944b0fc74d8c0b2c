/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A user-mode kernel adds 1 ns to the time of its timer.  So a timer is late, unless another one
 * expires 1 ns before it: a sample would change the times of frames.  In the simulator the clock
 * event device subtracts 1 ns, and each timer expires at its time.  Of the files of this kernel
 * only arch/um/kernel/time.c includes this one.
 */
#include_next <linux/um_timetravel.h>

#ifndef _LAB_UM_TIMETRAVEL_H
#define _LAB_UM_TIMETRAVEL_H

#include <linux/clockchips.h>

static inline void lab_register_timer(struct clock_event_device *dev)
{
	/* x * (2^32 - 1) >> 32 is x - 1, for x from 1 to 2^32 */
	dev->shift = 32;
	dev->mult = ~0U;
	dev->min_delta_ns = 0;
	dev->min_delta_ticks = ~0UL;
	clockevents_register_device(dev);
}

#define clockevents_register_device	lab_register_timer

#endif /* _LAB_UM_TIMETRAVEL_H */
