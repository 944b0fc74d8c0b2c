/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading of numbers, sizes, rates and maps.
 */
#ifndef PARSE_H
#define PARSE_H

#include "pfcctl.h"

bool parse_number(const char *word, uint64_t *value);
bool parse_quanta(const char *word, uint64_t *value);
bool parse_size(const char *word, uint64_t *bytes);
bool parse_rate(const char *word, uint64_t *bits);
bool parse_speed(const char *word, uint64_t *mbits);
bool parse_time(const char *word, uint64_t *ns);
bool parse_length(const char *word, uint64_t *ns);
bool parse_alpha(const char *word, uint64_t *parts);

/* Light in fibre, of index 1.5; copper is about as slow */
#define NS_PER_METRE	5

#define MAP_UNSET	0xff

/**
 * struct map - a kind of map
 * @name: what it is called
 * @key: what it maps
 * @value: to what
 * @keys: number of keys, at most %PFC_DSCP_COUNT
 * @values: words that stand for the values; NULL for the numbers 0 to 7
 */
struct map {
	const char		*name;
	const char		*key;
	const char		*value;
	unsigned int		keys;
	const char *const	*values;
};

int map_parse(struct ctx *ctx, const struct map *map, const char *word,
	      uint8_t *table);
bool map_preset(const char *word, uint8_t *table);

#endif /* PARSE_H */
