// SPDX-License-Identifier: GPL-2.0-only
/*
 * Formatting of numbers with units.  Sizes and rates are exact; times have two decimals.
 * Scaled numbers are rounded, so that they stay short.
 */
#include <stdarg.h>
#include <string.h>
#include "format.h"
#include "parse.h"

/* Formats @value in the first of @units that divides it; the last one is the smallest, 1 */
static const char *format_exact(char *buf, uint64_t value, const struct suffix *units)
{
	while (value % units->factor)
		units++;
	snprintf(buf, FORMAT_LEN, "%llu%s", (unsigned long long)(value / units->factor),
		 units->name);
	return buf;
}

const char *format_number(char *buf, uint64_t value)
{
	snprintf(buf, FORMAT_LEN, "%llu", (unsigned long long)value);
	return buf;
}

/* Format a pause time.  @value: quanta */
const char *format_quanta(char *buf, uint64_t value)
{
	snprintf(buf, FORMAT_LEN, "%lluq", (unsigned long long)value);
	return buf;
}

/* Format a size.  @value: bytes */
const char *format_size(char *buf, uint64_t value)
{
	static const struct suffix units[] = {
		{ " GiB", 1 << 30 }, { " MiB", 1 << 20 }, { " KiB", 1 << 10 }, { " B", 1 },
	};

	return format_exact(buf, value, value ? units : &units[3]);
}

/* Format a rate.  @value: bits per second */
const char *format_rate(char *buf, uint64_t value)
{
	static const struct suffix units[] = {
		{ " Tb/s", 1000000000000 }, { " Gb/s", 1000000000 }, { " Mb/s", 1000000 },
		{ " kb/s", 1000 }, { " b/s", 1 },
	};

	return format_exact(buf, value, value ? units : &units[4]);
}

/* Format a link speed.  @value: Mb/s */
const char *format_speed(char *buf, uint64_t value)
{
	return format_rate(buf, value * 1000000);
}

/* Format a time.  @value: nanoseconds */
const char *format_time(char *buf, uint64_t value)
{
	static const char *const units[] = { "µs", "ms", "s", NULL };
	const char *const *unit = units;
	uint64_t scale = 1000, whole, part;

	if (value < scale) {
		snprintf(buf, FORMAT_LEN, "%llu ns", (unsigned long long)value);
		return buf;
	}
	/* A value that rounds up to 1000 of a unit is printed as 1 of the next unit */
	while (unit[1] && value >= scale * 1000 - scale / 200) {
		scale *= 1000;
		unit++;
	}
	whole = value / scale;
	part = (value % scale * 100 + scale / 2) / scale;
	whole += part / 100;
	snprintf(buf, FORMAT_LEN, "%llu.%02llu %s", (unsigned long long)whole,
		 (unsigned long long)part % 100, *unit);
	return buf;
}

/* Format a time for the command line, without rounding */
const char *word_time(char *buf, uint64_t ns)
{
	static const struct suffix units[] = {
		{ "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 },
	};

	return format_exact(buf, ns, ns ? units : &units[3]);
}

/* Format a rate for the command line.  @bits: bits per second */
const char *word_rate(char *buf, uint64_t bits)
{
	static const struct suffix units[] = {
		{ "gbit", 1000000000 }, { "mbit", 1000000 }, { "bit", 1 },
	};

	return format_exact(buf, bits, units);
}

/* Format a size for the command line */
const char *word_size(char *buf, uint64_t bytes)
{
	static const struct suffix units[] = { { "M", 1 << 20 }, { "K", 1 << 10 }, { "", 1 } };

	return format_exact(buf, bytes, units);
}

/* Format the length of a cable.  @value: propagation delay from end to end, ns */
const char *format_length(char *buf, uint64_t value)
{
	const uint64_t dm = value * 10 / NS_PER_METRE;

	if (value && dm % 10000 == 0)
		snprintf(buf, FORMAT_LEN, "%llu km", (unsigned long long)dm / 10000);
	else if (dm % 10)
		snprintf(buf, FORMAT_LEN, "%llu.%llu m", (unsigned long long)dm / 10,
			 (unsigned long long)dm % 10);
	else
		snprintf(buf, FORMAT_LEN, "%llu m", (unsigned long long)dm / 10);
	return buf;
}

/* Format the alpha of a dynamic threshold.  @value: 256ths; 0: off */
const char *format_alpha(char *buf, uint64_t value)
{
	unsigned int of = PFC_ALPHA_ONE;

	while (value && value % 2 == 0 && of > 1) {
		value /= 2;
		of /= 2;
	}
	if (!value)
		snprintf(buf, FORMAT_LEN, "off");
	else if (of == 1)
		snprintf(buf, FORMAT_LEN, "%llu", (unsigned long long)value);
	else
		snprintf(buf, FORMAT_LEN, "%llu/%u", (unsigned long long)value, of);
	return buf;
}

/* Format a probability in percent.  @value: millionths */
const char *format_probability(char *buf, uint64_t value)
{
	const unsigned int one = PFC_PMAX_ONE / 100;
	int len, decimals = 4;
	uint64_t part = value % one;

	for (; decimals && part % 10 == 0; decimals--)
		part /= 10;
	len = snprintf(buf, FORMAT_LEN, "%llu", (unsigned long long)value / one);
	if (decimals)
		snprintf(buf + len, FORMAT_LEN - len, ".%0*llu%%", decimals,
			 (unsigned long long)part);
	else
		snprintf(buf + len, FORMAT_LEN - len, "%%");
	return buf;
}

const char *format_ethtype(char *buf, uint64_t value)
{
	snprintf(buf, FORMAT_LEN, "0x%04llx", (unsigned long long)value);
	return buf;
}

/* A unit of scaled numbers: the text after the number, and how many smallest units it has */
struct unit {
	const char	*name;
	double		size;
};

/*
 * Rounds @value to @digits digits, or to a whole number if that has more digits, in the largest
 * of @units with at least 1 before the point.  A number below @next needs no larger unit.
 */
static const char *format_scaled(char *buf, uint64_t value, const struct unit *units,
				 unsigned int next, int digits)
{
	double number;

	while (units[1].name && value >= (next - 0.5) * units->size)
		units++;
	number = value / units->size;
	snprintf(buf, FORMAT_LEN, number < 99.5 ? "%.*g%s" : "%.*f%s",
		 number < 99.5 ? digits : 0, number, units->name);
	return buf;
}

static const struct unit decimal[] = {
	{ "", 1 }, { "k", 1e3 }, { "M", 1e6 }, { "G", 1e9 }, { "T", 1e12 }, { 0 }
};

/* Format a number in at most 4 characters up to 999 T */
const char *format_scaled_number(char *buf, uint64_t value)
{
	return format_scaled(buf, value, decimal, 1000, 2);
}

/* Format a size with at most 4 digits.  @value: bytes */
const char *format_scaled_size(char *buf, uint64_t value)
{
	static const struct unit units[] = {
		{ " B", 1 }, { " KiB", 0x1p10 }, { " MiB", 0x1p20 }, { " GiB", 0x1p30 },
		{ " TiB", 0x1p40 }, { 0 }
	};

	return format_scaled(buf, value, units, 1024, 3);
}

/* Format a rate in at most 5 characters.  @value: bits per second */
const char *format_scaled_rate(char *buf, uint64_t value)
{
	return format_scaled(buf, value, decimal, 1000, 3);
}

/* Format a time in at most 6 characters up to 999 d.  @value: nanoseconds */
const char *format_scaled_time(char *buf, uint64_t value)
{
	static const struct unit units[] = {
		{ " ns", 1 }, { " µs", 1e3 }, { " ms", 1e6 }, { " s", 1e9 }, { " h", 3.6e12 },
		{ " d", 8.64e13 }, { 0 }
	};

	return format_scaled(buf, value, units, 1000, 2);
}

/* Append formatted text to a text, as far as its buffer of @size bytes has room */
void text_append(char *text, size_t size, const char *fmt, ...)
{
	const size_t len = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + len, size - len, fmt, ap);
	va_end(ap);
}
