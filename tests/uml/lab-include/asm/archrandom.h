/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A user-mode kernel gets random numbers from the host.  The simulator must repeat exactly,
 * so its kernel has no such source.
 */
#ifndef _LAB_ARCHRANDOM_H
#define _LAB_ARCHRANDOM_H

#include <linux/types.h>

static inline size_t __must_check arch_get_random_longs(unsigned long *v,
							size_t max_longs)
{
	return 0;
}

static inline size_t __must_check arch_get_random_seed_longs(unsigned long *v,
							     size_t max_longs)
{
	return 0;
}

#endif /* _LAB_ARCHRANDOM_H */
