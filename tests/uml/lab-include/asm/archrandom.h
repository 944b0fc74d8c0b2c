/* SPDX-License-Identifier: GPL-2.0-only */
/* User mode asks the machine outside: here there are no such random numbers */
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
