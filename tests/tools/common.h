/* SPDX-License-Identifier: GPL-2.0-only */
/* What the traffic tools share */
#ifndef TESTS_TOOLS_COMMON_H
#define TESTS_TOOLS_COMMON_H

#include <stdint.h>
#include <stdnoreturn.h>

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

noreturn void die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
noreturn void die_errno(const char *what);

uint64_t clock_ns(void);
void sleep_until(uint64_t time);

/* Prints one more member of a JSON object, which is not the first */
void json_number(const char *name, uint64_t value);
void json_text(const char *name, const char *value);

#endif /* TESTS_TOOLS_COMMON_H */
