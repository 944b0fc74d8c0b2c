/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Points in time: CLOCK_MONOTONIC in nanoseconds, as the kernel reports them, and the wall clock.
 */
#ifndef WHEN_H
#define WHEN_H

#include "pfcctl.h"

#define NS_PER_S	1000000000ULL

/* Buffer for a point in time */
#define STAMP_LEN	40

uint64_t wall_now(void);
uint64_t wall_time(uint64_t time);
const char *stamp(const struct ctx *ctx, char *buf, uint64_t time);
const char *stamp_wall(const struct ctx *ctx, char *buf, uint64_t time);
const char *stamp_short(const struct ctx *ctx, char *buf, uint64_t time);

uint64_t time_now(void);
uint64_t time_since(uint64_t then);

#endif /* WHEN_H */
