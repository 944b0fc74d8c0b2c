/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Points in time: CLOCK_MONOTONIC in nanoseconds, as the kernel reports them, and the wall clock.
 */
#ifndef WHEN_H
#define WHEN_H

#include "setting.h"

/* Buffer for a point in time */
#define STAMP_LEN	40

/* What when_read() accepts, for help and errors */
#define A_WHEN	"a time like -5s, 18:03:04.5, 2026-11-23T18:03:04.5 or 1000.5 (CLOCK_MONOTONIC)"

uint64_t wall_time(uint64_t time);
const char *stamp(const struct ctx *ctx, char *buf, uint64_t time);
const char *stamp_wall(const struct ctx *ctx, char *buf, uint64_t time);
const char *stamp_short(const struct ctx *ctx, char *buf, uint64_t time);
bool when_parse(const char *word, uint64_t *time);
int when_read(struct ctx *ctx, const struct setting *s, struct args *args, uint64_t *time);

uint64_t time_now(void);
uint64_t time_since(uint64_t then);

#endif /* WHEN_H */
