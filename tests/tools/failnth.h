/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes allocations of the calling thread fail, with the kernel's fail-nth or tests/failalloc */
#ifndef TESTS_TOOLS_FAILNTH_H
#define TESTS_TOOLS_FAILNTH_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common.h"

static inline int fail_nth_file(void)
{
	static int file = -1;

	if (file < 0)
		file = open("/proc/thread-self/fail-nth", O_RDWR);
	if (file < 0)
		file = open("/proc/failalloc", O_RDWR);	/* tests/failalloc */
	if (file < 0)
		die_errno("fail-nth");
	return file;
}

/* Makes only the nth allocation from now on fail; 0: no allocation fails */
static inline void fail_nth(int nth)
{
	char text[16];

	if (pwrite(fail_nth_file(), text, sprintf(text, "%d", nth), 0) < 0)
		die_errno("fail-nth");
}

/* Number of allocations up to and including the one that fails; 0: it has failed */
static inline int fail_nth_left(void)
{
	char text[16] = "";

	if (pread(fail_nth_file(), text, sizeof(text) - 1, 0) < 0)
		die_errno("fail-nth");
	return atoi(text);
}

/* Ends the injection; returns whether an allocation has failed */
static inline bool fail_nth_end(void)
{
	int left = fail_nth_left();

	fail_nth(0);
	return !left;
}

#endif /* TESTS_TOOLS_FAILNTH_H */
