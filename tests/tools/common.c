// SPDX-License-Identifier: GPL-2.0-only
/* What the traffic tools share */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common.h"

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

void die_errno(const char *what)
{
	die("%s: %s", what, strerror(errno));
}

static uint64_t parse(const char *name, const char *text, const char **end)
{
	unsigned long long value;

	if (*text < '0' || *text > '9')
		die("%s: not a number: %s", name, text);
	errno = 0;
	value = strtoull(text, (char **)end, 0);
	if (errno)
		die_errno(name);
	return value;
}

static uint64_t bounded(const char *name, uint64_t value, uint64_t min,
			uint64_t max)
{
	if (value < min || value > max)
		die("%s: %llu is not within %llu..%llu", name,
		    (unsigned long long)value, (unsigned long long)min,
		    (unsigned long long)max);
	return value;
}

uint64_t number(const char *name, const char *text, uint64_t min, uint64_t max)
{
	const char *end;
	uint64_t value = parse(name, text, &end);

	if (*end)
		die("%s: not a number: %s", name, text);
	return bounded(name, value, min, max);
}

uint64_t scaled(const char *name, const char *text, uint64_t min, uint64_t max)
{
	static const char suffixes[] = "kmg";
	const char *end, *suffix;
	uint64_t value = parse(name, text, &end);

	if (*end) {
		suffix = strchr(suffixes, *end | 0x20);
		if (!suffix || end[1])
			die("%s: not a number: %s", name, text);
		for (; suffix >= suffixes; suffix--)
			value *= 1000;
	}
	return bounded(name, value, min, max);
}

uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NSEC_PER_SEC + now.tv_nsec;
}

void sleep_until(uint64_t time)
{
	struct timespec until = {
		.tv_sec = time / NSEC_PER_SEC,
		.tv_nsec = time % NSEC_PER_SEC,
	};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
}
