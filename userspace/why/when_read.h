/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Points in time of the command line.
 */
#ifndef WHEN_READ_H
#define WHEN_READ_H

#include "setting.h"
#include "when.h"

bool when_parse(const char *word, uint64_t *time);
int when_read(struct ctx *ctx, const struct setting *s, struct args *args, uint64_t *time);

#endif /* WHEN_READ_H */
