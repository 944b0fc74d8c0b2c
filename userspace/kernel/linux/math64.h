/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replacement for <linux/math64.h> of the kernel, for headers of kmod/ that userspace/ includes.
 */
#ifndef _LINUX_MATH64_H
#define _LINUX_MATH64_H

#include <linux/types.h>

typedef __u32 u32;
typedef __u64 u64;

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

#endif /* _LINUX_MATH64_H */
