// SPDX-License-Identifier: GPL-2.0-only
/* Common functions of the traffic tools */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common.h"
#include "random.h"

uint64_t random_state;

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

void json_number(const char *name, uint64_t value)
{
	printf(",\"%s\":%llu", name, (unsigned long long)value);
}

void json_text(const char *name, const char *value)
{
	printf(",\"%s\":\"%s\"", name, value);
}
