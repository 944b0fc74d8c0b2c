// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interface between libFuzzer and a harness.  Environment:
 *
 *	FUZZ_SEEDS	directory to which the seed inputs are written
 *	FUZZ_GOALS	if set, a run that does not meet all goals fails
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fuzz.h"

#define SEED_MAX	16384

unsigned long fuzz_met[FUZZ_GOALS_MAX];

void fuzz_fail(const char *file, int line, const char *condition,
	       const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: not true: %s\n    ", file, line, condition);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}

void *fuzz_copy(struct fuzz *in, size_t len)
{
	/* malloc(0) may be NULL */
	uint8_t *copy = malloc(len ? len : 1);

	require(copy && len <= fuzz_left(in), "%zu bytes", len);
	memcpy(copy, in->at, len);
	in->at += len;
	return copy;
}

size_t fuzz_seed_random(unsigned int n, uint8_t *buf, size_t size)
{
	uint32_t state = n + 1;
	size_t i;

	if (n == 8)
		return 0;
	if (size > 1024)
		size = 1024;
	for (i = 0; i < size; i++) {
		state = state * 1664525 + 1013904223;
		buf[i] = state >> 24;
	}
	return size;
}

static void write_seeds(const char *dir)
{
	uint8_t buf[SEED_MAX];
	char path[4096];
	unsigned int n;
	size_t len;
	FILE *file;

	for (n = 0; (len = fuzz_seed(n, buf, sizeof(buf))); n++) {
		snprintf(path, sizeof(path), "%s/%03u", dir, n);
		file = fopen(path, "w");
		if (!file || fwrite(buf, 1, len, file) != len || fclose(file)) {
			perror(path);
			exit(1);
		}
	}
}

static void check_goals(void)
{
	bool missed = false;
	unsigned int i;

	for (i = 0; fuzz_goals[i]; i++)
		if (!fuzz_met[i]) {
			fprintf(stderr, "never met: %s\n", fuzz_goals[i]);
			missed = true;
		}
	if (missed)
		_exit(1);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *dir = getenv("FUZZ_SEEDS");

	(void)argc;
	(void)argv;
	if (dir)
		write_seeds(dir);
	if (getenv("FUZZ_GOALS"))
		atexit(check_goals);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz in = { data, data + size };

	fuzz_one(&in);
	return 0;
}
