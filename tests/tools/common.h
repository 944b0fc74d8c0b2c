/* SPDX-License-Identifier: GPL-2.0-only */
/* Common functions of the traffic tools */
#ifndef TESTS_TOOLS_COMMON_H
#define TESTS_TOOLS_COMMON_H

#include <stdint.h>
#include <stdnoreturn.h>

#define NSEC_PER_SEC	1000000000ULL
#define NSEC_PER_MSEC	1000000ULL

/* Names that the headers of the C library lack */
#ifndef SOL_UDP
#define SOL_UDP		17
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT	103
#endif

#define PROBE_MAGIC	0x50464331U

/**
 * struct probe - header of a datagram of udpsend, big endian
 * @magic: %PROBE_MAGIC
 * @flow: flow number
 * @seq: sequence number of the datagram in its flow, from 0
 * @time: CLOCK_MONOTONIC time of the send call, ns
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

/*
 * Each of these functions prints a comma and a member of a JSON object.  The caller prints the
 * first member of the object before.
 */
void json_number(const char *name, uint64_t value);
void json_text(const char *name, const char *value);

#endif /* TESTS_TOOLS_COMMON_H */
