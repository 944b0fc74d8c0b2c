/* SPDX-License-Identifier: GPL-2.0-only */
/* What the traffic tools share */
#ifndef TESTS_TOOLS_COMMON_H
#define TESTS_TOOLS_COMMON_H

#include <stdint.h>

#define NSEC_PER_SEC	1000000000ULL
#define NSEC_PER_MSEC	1000000ULL

#define PROBE_MAGIC	0x50464331U

/**
 * struct probe - what a datagram of udpsend starts with, big endian
 * @magic: %PROBE_MAGIC
 * @flow: number of the flow
 * @seq: number of the datagram in its flow, from 0
 * @time: CLOCK_MONOTONIC time of the send call, in nanoseconds
 */
struct probe {
	uint32_t magic;
	uint32_t flow;
	uint64_t seq;
	uint64_t time;
};

void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void die_errno(const char *what) __attribute__((noreturn));

/* Reads a number between @min and @max; dies with @name on anything else */
uint64_t number(const char *name, const char *text, uint64_t min, uint64_t max);

/* The same with a suffix k, m or g for decimal multiples */
uint64_t scaled(const char *name, const char *text, uint64_t min, uint64_t max);

uint64_t clock_ns(void);
void sleep_until(uint64_t time);

#endif /* TESTS_TOOLS_COMMON_H */
