/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parsing of numbers, sizes, rates, shares and maps.
 */
#ifndef PARSE_H
#define PARSE_H

#include "pfcctl.h"

/* A unit, and the multiple of the base unit that it is; case does not matter */
struct suffix {
	const char	*name;
	uint64_t	factor;
};

typedef bool parse_fn(const char *word, uint64_t *value);

parse_fn parse_number, parse_quanta, parse_size, parse_rate, parse_speed, parse_time;
parse_fn parse_length, parse_alpha, parse_share, parse_probability;
bool parse_ethtype(const char *word, size_t len, uint64_t *type);
bool read_digits(const char **word, uint64_t *value);

/* Propagation delay of fibre with a refractive index of 1.5, and roughly of copper */
#define NS_PER_METRE	5

/* Value of a key without an entry; differs from all valid values and from %PFC_MAP_NONE */
#define MAP_UNSET	0xfe

/**
 * struct map - a kind of map
 * @name: keyword of the map
 * @key: name of a key in messages
 * @value: name of a value in messages
 * @keys: number of keys, at most %PFC_DSCP_COUNT
 * @max: largest value
 * @values: words for the values from 0 on, used instead of numbers; or NULL
 * @none: the word none is allowed and means %PFC_MAP_NONE
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
extern const char *const map_presets[];

#endif /* PARSE_H */
