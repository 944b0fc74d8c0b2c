/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Impairments of a port as text.
 */
#ifndef IMPAIR_H
#define IMPAIR_H

#include "model.h"

#define IMPAIR_WORDS_LEN	256

/**
 * struct impair_counter - a counter of the impairments of a priority
 * @attr: &enum pfc_impair_stat
 * @key: key in JSON
 * @head: heading in the table
 * @metric: name of the metric
 * @help: description of the metric
 */
struct impair_counter {
	uint16_t	attr;
	const char	*key;
	const char	*head;
	const char	*metric;
	const char	*help;
};

#define IMPAIR_COUNTERS	(PFC_IMPAIR_STAT_MAX - PFC_IMPAIR_STAT_FRAMES + 1)

extern const struct impair_counter impair_counters[IMPAIR_COUNTERS];

bool impair_is_on(const struct impair *impair);
uint8_t impair_prios(const struct impairments *impairments);
uint8_t impair_alike(const struct impairments *of, unsigned int prio);
const char *impair_words(char *buf, const struct impair *impair);
const char *impair_link_words(char *buf, const struct impairments *impairments);
int impair_show(struct ctx *ctx, struct args *args);

#endif /* IMPAIR_H */
