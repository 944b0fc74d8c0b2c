// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers, sizes, rates and maps, as users write them.
 */
#include <string.h>
#include <strings.h>
#include "parse.h"

/**
 * struct suffix - a unit
 * @name: how it is written, in any case
 * @factor: what it stands for
 */
struct suffix {
	const char	*name;
	uint64_t	factor;
};

static const struct suffix size_suffixes[] = {
	{ "",    1 },
	{ "b",   1 },
	{ "k",   1ULL << 10 },
	{ "kb",  1ULL << 10 },
	{ "kib", 1ULL << 10 },
	{ "m",   1ULL << 20 },
	{ "mb",  1ULL << 20 },
	{ "mib", 1ULL << 20 },
	{ "g",   1ULL << 30 },
	{ "gb",  1ULL << 30 },
	{ "gib", 1ULL << 30 },
	{ NULL, 0 }
};

static const struct suffix rate_suffixes[] = {
	{ "",     1 },
	{ "bit",  1 },
	{ "kbit", 1000ULL },
	{ "mbit", 1000000ULL },
	{ "gbit", 1000000000ULL },
	{ "tbit", 1000000000000ULL },
	{ NULL, 0 }
};

static const struct suffix time_suffixes[] = {
	{ "ns", 1 },
	{ "us", 1000ULL },
	{ "ms", 1000000ULL },
	{ "s",  1000000000ULL },
	{ NULL, 0 }
};

/* In millimetres */
static const struct suffix length_suffixes[] = {
	{ "m",  1000ULL },
	{ "km", 1000000ULL },
	{ NULL, 0 }
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads digits, moves @word behind them; numbers that are too large saturate */
static bool read_digits(const char **word, uint64_t *value)
{
	const char *p = *word;
	uint64_t v = 0;

	for (; is_digit(*p); p++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, *p - '0', &v))
			v = UINT64_MAX;
	if (p == *word)
		return false;
	*word = p;
	*value = v;
	return true;
}

/* Reads up to six decimals, of which @factor must make a whole number */
static bool read_decimals(const char *digits, size_t n, uint64_t factor,
			  uint64_t *value)
{
	uint64_t scale = 1, v = 0;
	size_t i;

	if (n < 1 || n > 6)
		return false;
	for (i = 0; i < n; i++) {
		v = v * 10 + digits[i] - '0';
		scale *= 10;
	}
	*value = v * factor / scale;
	return v * factor % scale == 0;
}

static const struct suffix *find_suffix(const struct suffix *suffixes,
					const char *name)
{
	for (; suffixes->name; suffixes++)
		if (!strcasecmp(suffixes->name, name))
			return suffixes;
	return NULL;
}

/* DIGITS[.DIGITS][SUFFIX]; what is too large saturates */
static bool parse_scaled(const char *word, const struct suffix *suffixes,
			 uint64_t *value)
{
	const struct suffix *suffix;
	const char *decimals = NULL;
	uint64_t whole, part = 0;
	size_t n = 0;

	if (!read_digits(&word, &whole))
		return false;
	if (*word == '.') {
		decimals = ++word;
		n = strspn(decimals, "0123456789");
		word += n;
	}
	suffix = find_suffix(suffixes, word);
	if (!suffix)
		return false;
	if (decimals && !read_decimals(decimals, n, suffix->factor, &part))
		return false;
	if (__builtin_mul_overflow(whole, suffix->factor, value) ||
	    __builtin_add_overflow(*value, part, value))
		*value = UINT64_MAX;
	return true;
}

/**
 * parse_number() - read a decimal number
 * @word: nothing but digits
 * @value: result; a number that is too large becomes the largest
 *
 * Return: whether it is one.
 */
bool parse_number(const char *word, uint64_t *value)
{
	return read_digits(&word, value) && !*word;
}

/**
 * parse_quanta() - read a pause time
 * @word: number of quanta, "q" may follow
 * @value: result
 *
 * Return: whether it is one.
 */
bool parse_quanta(const char *word, uint64_t *value)
{
	return read_digits(&word, value) && (!*word || !strcmp(word, "q"));
}

/**
 * parse_size() - read a size
 * @word: such as 131072, 128K, 128KiB, 1.5M
 * @bytes: result
 *
 * Return: whether it is a size and a whole number of bytes.
 */
bool parse_size(const char *word, uint64_t *bytes)
{
	return parse_scaled(word, size_suffixes, bytes);
}

/**
 * parse_rate() - read a rate
 * @word: such as 100mbit, 2.5gbit, 1000000
 * @bits: result, per second
 *
 * Return: whether it is a rate and a whole number of bits per second.
 */
bool parse_rate(const char *word, uint64_t *bits)
{
	return parse_scaled(word, rate_suffixes, bits);
}

/**
 * parse_speed() - read the speed of a link
 * @word: a rate, or just a number of Mb/s
 * @mbits: result, Mb/s
 *
 * Return: whether it is a speed and a whole number of Mb/s.
 */
bool parse_speed(const char *word, uint64_t *mbits)
{
	uint64_t bits;

	if (parse_number(word, mbits))
		return true;
	if (!parse_rate(word, &bits))
		return false;
	*mbits = bits == UINT64_MAX ? bits : bits / 1000000;
	return bits == UINT64_MAX || bits % 1000000 == 0;
}

/**
 * parse_time() - read a time
 * @word: such as 500ns, 2us, 1.5ms; never without a unit
 * @ns: result
 *
 * Return: whether it is a time and a whole number of nanoseconds.
 */
bool parse_time(const char *word, uint64_t *ns)
{
	return parse_scaled(word, time_suffixes, ns);
}

/**
 * parse_length() - read the length of a cable
 * @word: such as 300m, 2.5m, 2km; never without a unit
 * @ns: result: what a bit takes from end to end, rounded up
 *
 * Return: whether it is a length and a whole number of millimetres.
 */
bool parse_length(const char *word, uint64_t *ns)
{
	uint64_t mm;

	if (!parse_scaled(word, length_suffixes, &mm))
		return false;
	if (mm > UINT64_MAX / NS_PER_METRE - 1000)
		*ns = UINT64_MAX;
	else
		*ns = (mm * NS_PER_METRE + 999) / 1000;
	return true;
}

/**
 * parse_alpha() - read a share of what is free
 * @word: 1/8, 0.125 or 2
 * @parts: result, 64ths, of which it must be a whole number
 *
 * Return: whether it is one.
 */
bool parse_alpha(const char *word, uint64_t *parts)
{
	static const struct suffix suffixes[] = { { "", PFC_ALPHA_ONE }, { 0 } };
	uint64_t whole, of;

	if (!strchr(word, '/'))
		return parse_scaled(word, suffixes, parts);
	if (!read_digits(&word, &whole) || *word++ != '/' ||
	    !read_digits(&word, &of) || *word || !of)
		return false;
	if (__builtin_mul_overflow(whole, PFC_ALPHA_ONE, parts)) {
		*parts = UINT64_MAX;
		return true;
	}
	whole = *parts;
	*parts = whole / of;
	return whole % of == 0;
}

static int map_key(struct ctx *ctx, const struct map *map, const char **word,
		   unsigned int *key)
{
	uint64_t number;

	if (!read_digits(word, &number))
		return -1;
	if (number >= map->keys)
		return fail(ctx, "%s: %s %llu out of range 0-%u", map->name,
			    map->key, (unsigned long long)number, map->keys - 1);
	*key = number;
	return STATUS_OK;
}

static int map_keys(struct ctx *ctx, const struct map *map, const char **word,
		    unsigned int *first, unsigned int *last)
{
	int err;

	if (!strncmp(*word, "all:", 4)) {
		*word += 3;
		*first = 0;
		*last = map->keys - 1;
		return STATUS_OK;
	}
	err = map_key(ctx, map, word, first);
	*last = *first;
	if (!err && **word == '-') {
		++*word;
		err = map_key(ctx, map, word, last);
	}
	if (!err && **word != ':')
		return -1;
	if (!err && *last < *first)
		return fail(ctx, "%s: range %u-%u is the wrong way round",
			    map->name, *first, *last);
	return err;
}

static int map_value(struct ctx *ctx, const struct map *map, const char *word,
		     uint8_t *value)
{
	uint64_t number;
	int i;

	for (i = 0; map->values && map->values[i]; i++)
		if (!strcmp(word, map->values[i])) {
			*value = i;
			return STATUS_OK;
		}
	if (map->values || !parse_number(word, &number))
		return -1;
	if (number >= PFC_PRIO_COUNT)
		return fail(ctx, "%s: %s %llu out of range 0-%u", map->name,
			    map->value, (unsigned long long)number,
			    PFC_PRIO_COUNT - 1);
	*value = number;
	return STATUS_OK;
}

/**
 * map_parse() - read an entry of a map
 * @ctx: the context
 * @map: the kind of map
 * @word: KEY:VALUE, KEY-KEY:VALUE or all:VALUE
 * @table: gets the value for each key named
 *
 * Return: an exit status, after an error was reported.
 */
int map_parse(struct ctx *ctx, const struct map *map, const char *word,
	      uint8_t *table)
{
	unsigned int first = 0, last = 0;
	const char *rest = word;
	uint8_t value = 0;
	int err;

	err = map_keys(ctx, map, &rest, &first, &last);
	if (!err)
		err = map_value(ctx, map, rest + 1, &value);
	if (err < 0)
		return fail(ctx, "%s: '%s' is not %s:%s", map->name, word,
			    map->key, map->values ? "on|off" : map->value);
	if (!err)
		memset(table + first, value, last - first + 1);
	return err;
}

/**
 * map_preset() - fill a map from DSCP to priority
 * @word: name of a preset
 * @table: the map
 *
 * Return: whether there is such a preset.
 */
bool map_preset(const char *word, uint8_t *table)
{
	static const char *const names[] = {
		"default", "identity", "class-selector", "zero",
	};
	unsigned int preset, dscp;

	for (preset = 0; preset < ARRAY_SIZE(names); preset++)
		if (!strcmp(word, names[preset]))
			break;
	for (dscp = 0; dscp < PFC_DSCP_COUNT; dscp++) {
		const bool low = dscp < PFC_PRIO_COUNT;

		switch (preset) {
		case 0:
			table[dscp] = low ? dscp : dscp >> 3;
			break;
		case 1:
			table[dscp] = low ? dscp : 0;
			break;
		case 2:
			table[dscp] = dscp >> 3;
			break;
		case 3:
			table[dscp] = 0;
			break;
		default:
			return false;
		}
	}
	return true;
}
