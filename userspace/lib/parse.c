// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of numbers, sizes, rates and shares.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "parse.h"

/* Units as in tc(8); a bit of a size is an eighth of a byte */
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
	{ "kbit", 1ULL << 7 },
	{ "mbit", 1ULL << 17 },
	{ "gbit", 1ULL << 27 },
	{ NULL, 0 }
};

/* Units as in tc(8), in which bps are bytes per second */
static const struct suffix rate_suffixes[] = {
	{ "",     1 },
	{ "bit",  1 },
	{ "kbit", 1000ULL },
	{ "mbit", 1000000ULL },
	{ "gbit", 1000000000ULL },
	{ "tbit", 1000000000000ULL },
	{ "kibit", 1ULL << 10 },
	{ "mibit", 1ULL << 20 },
	{ "gibit", 1ULL << 30 },
	{ "tibit", 1ULL << 40 },
	{ "bps",  8 },
	{ "kbps", 8000ULL },
	{ "mbps", 8000000ULL },
	{ "gbps", 8000000000ULL },
	{ "tbps", 8000000000000ULL },
	{ "kibps", 1ULL << 13 },
	{ "mibps", 1ULL << 23 },
	{ "gibps", 1ULL << 33 },
	{ "tibps", 1ULL << 43 },
	{ NULL, 0 }
};

static const struct suffix time_suffixes[] = {
	{ "ns", 1 },
	{ "nsec", 1 },
	{ "nsecs", 1 },
	{ "us", 1000ULL },
	{ "usec", 1000ULL },
	{ "usecs", 1000ULL },
	{ "ms", 1000000ULL },
	{ "msec", 1000000ULL },
	{ "msecs", 1000000ULL },
	{ "s",  1000000000ULL },
	{ "sec", 1000000000ULL },
	{ "secs", 1000000000ULL },
	{ NULL, 0 }
};

/* Units of length; the base unit is 1 mm */
static const struct suffix length_suffixes[] = {
	{ "m",  1000ULL },
	{ "km", 1000000ULL },
	{ NULL, 0 }
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * Parse a decimal number at the beginning of a word, which is advanced past it.
 * @value: result; saturates at UINT64_MAX
 * Return: whether the word begins with a number.
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

/* Parses up to six decimals, a fraction of 1; the fraction times @factor must be an integer */
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

/* Parses DIGITS[.DIGITS][SUFFIX]; saturates at UINT64_MAX */
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

/* Parse a decimal number; saturates at UINT64_MAX.  Return: whether the word is one */
bool parse_number(const char *word, uint64_t *value)
{
	return read_digits(&word, value) && !*word;
}

/* Parse a number of quanta, optionally with "q".  Return: whether the word is one */
bool parse_quanta(const char *word, uint64_t *value)
{
	return read_digits(&word, value) && (!*word || !strcmp(word, "q"));
}

/*
 * Parse a size such as 131072, 128K, 128KiB, 1.5M.  Return: whether it is a whole number of bytes.
 */
bool parse_size(const char *word, uint64_t *bytes)
{
	return parse_scaled(word, size_suffixes, bytes);
}

/*
 * Parse a rate such as 100mbit, 2.5gbit, 1000000, 1mbps.  Return: whether it is a whole number of
 * bit/s.
 */
bool parse_rate(const char *word, uint64_t *bits)
{
	return parse_scaled(word, rate_suffixes, bits);
}

/*
 * Parse a rate, or a number of Mb/s without a unit.  Return: whether it is a whole number of Mb/s.
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

/*
 * Parse a time such as 500ns, 2us, 1.5ms; the unit is mandatory.  Return: whether it is a whole
 * number of nanoseconds.
 */
bool parse_time(const char *word, uint64_t *ns)
{
	return parse_scaled(word, time_suffixes, ns);
}

/*
 * Parse the length of a cable such as 300m, 2.5m, 2km; the unit is mandatory.
 * @ns: result: propagation delay from end to end, rounded up
 * Return: whether the word is a whole number of millimetres.
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

/* Parse an alpha such as 1/8, 0.125 or 2.  Return: whether it is a whole number of 256ths */
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

/* Parse a whole percentage, optionally with "%".  Return: whether the word is one */
bool parse_share(const char *word, uint64_t *percent)
{
	return read_digits(&word, percent) && (!*word || !strcmp(word, "%"));
}

/*
 * Parse a percentage such as 1% or 0.25%; "%" is mandatory, so that 0.25 is not taken for a
 * fraction of 1.  Return: whether it is a whole number of millionths.
 */
bool parse_probability(const char *word, uint64_t *millionths)
{
	static const struct suffix suffixes[] = {
		{ "%", PFC_PMAX_ONE / 100 }, { 0 }
	};

	return parse_scaled(word, suffixes, millionths);
}

/*
 * Parse a hexadecimal number such as 0x8906, of @len characters.  Return: whether it has at most 16
 * bits.
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
