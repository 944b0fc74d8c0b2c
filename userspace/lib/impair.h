/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Impairments of a port as text.
 */
#ifndef IMPAIR_H
#define IMPAIR_H

#include "model.h"

#define IMPAIR_WORDS_LEN	256

bool impair_is_on(const struct impair *impair);
uint8_t impair_prios(const struct impairments *impairments);
uint8_t impair_alike(const struct impairments *of, unsigned int prio);
const char *impair_words(char *buf, const struct impair *impair);
int impair_show(struct ctx *ctx, struct args *args);

#endif /* IMPAIR_H */
