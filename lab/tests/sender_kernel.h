/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of lab/kmod/senders/ use of the kernel, for user space
 */
#ifndef SENDER_KERNEL_H
#define SENDER_KERNEL_H

#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef __u8 u8;
typedef __u32 u32;
typedef __u64 u64;
typedef __s32 s32;
typedef __s64 s64;

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof(*(array)))
#define BUILD_BUG_ON(condition)	_Static_assert(!(condition), #condition)
#define BIT_ULL(number)		(1ULL << (number))
#define BITS_PER_BYTE		8
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define clamp(value, low, high)	min(max(value, low), high)

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

static inline u64 mul_u64_u64_shr(u64 a, u64 b, unsigned int shift)
{
	return (unsigned __int128)a * b >> shift;
}

/* As in the kernel, the result of an overflow is the largest number */
static inline u64 mul_u64_u64_div_u64(u64 a, u64 b, u64 divisor)
{
	return min((unsigned __int128)a * b / divisor, (unsigned __int128)~0ULL);
}

/* Return: the largest integer whose square is at most @square */
static inline u32 int_sqrt64(u64 square)
{
	u64 root = 0, bit;

	for (bit = 1ULL << 31; bit; bit >>= 1)
		if ((root | bit) * (root | bit) <= square)
			root |= bit;
	return root;
}

#endif /* SENDER_KERNEL_H */
