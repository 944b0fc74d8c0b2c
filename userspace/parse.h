/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading of numbers, sizes, rates, shares and maps.
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
bool parse_share(const char *word, uint64_t *percent);
bool parse_probability(const char *word, uint64_t *millionths);
bool parse_ethtype(const char *word, size_t len, uint64_t *type);
bool read_digits(const char **word, uint64_t *value);

/* Light in fibre, of index 1.5; copper is about as slow */
#define NS_PER_METRE	5

/* A key of which nothing was said: neither a value nor %PFC_MAP_NONE */
#define MAP_UNSET	0xfe

/**
 * struct map - a kind of map
 * @name: what it is called
 * @key: what it maps
 * @value: to what
 * @keys: number of keys, at most %PFC_DSCP_COUNT
 * @max: largest value
 * @values: words that stand for the values from 0 on, in place of numbers; or NULL
 * @none: the word none stands for %PFC_MAP_NONE
 */
struct map {
	const char		*name;
	const char		*key;
	const char		*value;
	unsigned int		keys;
	unsigned int		max;
	const char *const	*values;
	bool			none;
};

/* parse_map.c */
int map_keys(struct ctx *ctx, const struct map *map, const char **word,
	     unsigned int *first, unsigned int *last);
int map_value(struct ctx *ctx, const struct map *map, const char *word,
	      uint8_t *value);
int map_wrong(struct ctx *ctx, const struct map *map, const char *word);
int map_parse(struct ctx *ctx, const struct map *map, const char *word,
	      uint8_t *table);
bool map_preset(const char *word, uint8_t *table);

#endif /* PARSE_H */
