/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the harnesses share.  A harness defines fuzz_one(), fuzz_goals[] and
 * fuzz_seed(); libFuzzer brings the inputs, and a broken requirement is a crash.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct fuzz - an input, read from its front
 * @at: what is left of it
 * @end: its end; behind it all is zero
 */
struct fuzz {
	const uint8_t	*at;
	const uint8_t	*end;
};

/* fuzz_one() - try one input */
void fuzz_one(struct fuzz *in);

/*
 * fuzz_seed() - write the @n-th input to start from, of at most @size bytes
 * Return: its length, 0 if there are no more.
 */
size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size);

/* What a whole run must have come across; ends with NULL */
extern const char *const fuzz_goals[];

#define FUZZ_GOALS_MAX	64

/* Counts how often each goal was met */
extern unsigned long fuzz_met[FUZZ_GOALS_MAX];

static inline bool fuzz_more(const struct fuzz *in)
{
	return in->at < in->end;
}

static inline size_t fuzz_left(const struct fuzz *in)
{
	return in->end - in->at;
}

/* A number of @bytes bytes, least first */
static inline uint64_t fuzz_number(struct fuzz *in, unsigned int bytes)
{
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < bytes && in->at < in->end; i++)
		value |= (uint64_t)*in->at++ << 8 * i;
	return value;
}

/* A number below @n */
static inline uint64_t fuzz_below(struct fuzz *in, uint64_t n)
{
	return fuzz_number(in, n <= 256 ? 1 : n <= 65536 ? 2 : 8) % n;
}

/* Copies of the next @len bytes, in memory of their own; to be freed */
void *fuzz_copy(struct fuzz *in, size_t len);

/* A seed for harnesses to which any bytes make sense */
size_t fuzz_seed_random(unsigned int n, uint8_t *buf, size_t size);

void fuzz_fail(const char *file, int line, const char *what,
	       const char *format, ...)
	__attribute__((noreturn, format(printf, 4, 5)));

/* require(condition, format, ...): what must be true, and what to show if not */
#define require(condition, ...) do {					\
	if (!(condition))						\
		fuzz_fail(__FILE__, __LINE__, #condition, __VA_ARGS__);	\
} while (0)

/* What libFuzzer calls */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* FUZZ_H */
