/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common part of the harnesses.  A harness defines fuzz_one(), fuzz_goals and
 * fuzz_seed().  libFuzzer supplies the inputs.  A failed requirement aborts the process.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct fuzz - an input, read from its start
 * @at: first byte that is not read yet
 * @end: end of the input; reads beyond it return zero
 */
struct fuzz {
	const uint8_t	*at;
	const uint8_t	*end;
};

/* fuzz_one() - run one input */
void fuzz_one(struct fuzz *in);

/*
 * fuzz_seed() - write the @n-th seed input, at most @size bytes
 * Return: its length; 0 after the last seed.
 */
size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size);

/* Cases that a run must cover; ends with NULL */
extern const char *const *const fuzz_goals;

#define FUZZ_GOALS_MAX	64

/* Number of times that each goal was met */
extern unsigned long fuzz_met[FUZZ_GOALS_MAX];

static inline bool fuzz_more(const struct fuzz *in)
{
	return in->at < in->end;
}

static inline size_t fuzz_left(const struct fuzz *in)
{
	return in->end - in->at;
}

/* Reads a number of @bytes bytes, little endian */
static inline uint64_t fuzz_number(struct fuzz *in, unsigned int bytes)
{
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < bytes && in->at < in->end; i++)
		value |= (uint64_t)*in->at++ << 8 * i;
	return value;
}

/* Reads a number below @n */
static inline uint64_t fuzz_below(struct fuzz *in, uint64_t n)
{
	return fuzz_number(in, n <= 256 ? 1 : n <= 65536 ? 2 : 8) % n;
}

/* Copies the next @len bytes to an allocation of that size; the caller frees it */
void *fuzz_copy(struct fuzz *in, size_t len);

/* Random seeds, for harnesses that accept any bytes */
size_t fuzz_seed_random(unsigned int n, uint8_t *buf, size_t size);

void fuzz_fail(const char *file, int line, const char *condition,
	       const char *format, ...)
	__attribute__((noreturn, format(printf, 4, 5)));

/* require(condition, format, ...): aborts with the message unless the condition is true */
#define require(condition, ...) do {					\
	if (!(condition))						\
		fuzz_fail(__FILE__, __LINE__, #condition, __VA_ARGS__);	\
} while (0)

/* Called by libFuzzer */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* FUZZ_H */
