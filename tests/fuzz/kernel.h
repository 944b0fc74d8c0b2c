/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Definitions of the kernel headers that the pure files of kmod/ use, for user space.
 * Included before all other headers; the kernel headers themselves are empty.
 */
#ifndef FUZZ_KERNEL_H
#define FUZZ_KERNEL_H

#include <arpa/inet.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s64 s64;

#define U32_MAX		((u32)-1)
#define U64_MAX		((u64)-1)
#define BIT(n)		(1UL << (n))
#define __ffs(x)	__builtin_ctzl(x)
#define BIT_ULL(n)	(1ULL << (n))
#define __packed	__attribute__((packed))

#define BUILD_BUG_ON(condition)	_Static_assert(!(condition), #condition)

#define WRITE_ONCE(x, value)	(*(volatile typeof(x) *)&(x) = (value))

/* Operands of different types are an error, as in the kernel */
#define min(a, b) ({				\
	typeof(a) _a = (a);			\
	typeof(b) _b = (b);			\
	(void)(&_a == &_b);			\
	_a < _b ? _a : _b;			\
})

#define max(a, b) ({				\
	typeof(a) _a = (a);			\
	typeof(b) _b = (b);			\
	(void)(&_a == &_b);			\
	_a > _b ? _a : _b;			\
})

#define min_t(type, a, b)	min((type)(a), (type)(b))
#define roundup(x, y)		(((x) + (y) - 1) / (y) * (y))
#define rounddown(x, y)		((x) / (y) * (y))

/* Number of the highest set bit; the lowest bit has number 1, as in ffs(); 0: no bit is set */
static inline int fls(unsigned int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}

static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static inline unsigned int hweight64(u64 x)
{
	return __builtin_popcountll(x);
}

static inline unsigned int hweight8(unsigned int x)
{
	return __builtin_popcount(x & 0xff);
}

static inline u64 mul_u64_u32_shr(u64 a, u32 mul, unsigned int shift)
{
	return (__uint128_t)a * mul >> shift;
}

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

#endif /* FUZZ_KERNEL_H */
