/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_COMPAT_LINUX_HRTIMER_H
#define _PFC_COMPAT_LINUX_HRTIMER_H

#include_next <linux/hrtimer.h>

#ifndef PFC_HAS_hrtimer_setup

static inline void
hrtimer_setup(struct hrtimer *timer,
	      enum hrtimer_restart (*function)(struct hrtimer *),
	      clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}

#endif
#endif /* _PFC_COMPAT_LINUX_HRTIMER_H */
