// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers, sizes, rates and shares, as users write them.
 */
#include <ctype.h>
#include <stdlib.h>
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

/**
 * read_digits() - read a decimal number at the beginning of a word
 * @word: moved behind it
 * @value: result; a number that is too large becomes the largest
 *
 * Return: whether there is one.
 */
bool read_digits(const char **word, uint64_t *value)
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

/**
 * parse_share() - read a share of bandwidth
 * @word: a number of percent, "%" may follow
 * @percent: result
 *
 * Return: whether it is one.
 */
bool parse_share(const char *word, uint64_t *percent)
{
	return read_digits(&word, percent) && (!*word || !strcmp(word, "%"));
}

/**
 * parse_probability() - read a probability
 * @word: percent, such as 1% or 0.25%; never without "%", as it is no fraction
 * @millionths: result
 *
 * Return: whether it is one and a whole number of millionths.
 */
bool parse_probability(const char *word, uint64_t *millionths)
{
	static const struct suffix suffixes[] = {
		{ "%", PFC_PMAX_ONE / 100 }, { 0 }
	};

	return parse_scaled(word, suffixes, millionths);
}

/**
 * parse_ethtype() - read an EtherType
 * @word: in hexadecimal, such as 0x8906
 * @len: length of it
 * @type: result
 *
 * Return: whether it is one of 16 bits.
 */
bool parse_ethtype(const char *word, size_t len, uint64_t *type)
{
	size_t i;

	if (len < 3 || len > 6 || word[0] != '0' || (word[1] != 'x' && word[1] != 'X'))
		return false;
	for (i = 2; i < len; i++)
		if (!isxdigit((unsigned char)word[i]))
			return false;
	*type = strtoul(word, NULL, 16);
	return true;
}
