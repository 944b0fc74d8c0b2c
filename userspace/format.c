// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers with units.  Sizes and rates are exact; times have two decimals.
 */
#include "format.h"
#include "parse.h"

/* The value in the largest of the units by which it divides */
static const char *format_exact(char *buf, uint64_t value, unsigned int base,
				const char *const *units)
{
	while (value && value % base == 0 && units[1]) {
		value /= base;
		units++;
	}
	snprintf(buf, FORMAT_LEN, "%llu %s", (unsigned long long)value, *units);
	return buf;
}

/**
 * format_number() - a plain number
 * @buf: gets the text
 * @value: the number
 *
 * Return: @buf.
 */
const char *format_number(char *buf, uint64_t value)
{
	snprintf(buf, FORMAT_LEN, "%llu", (unsigned long long)value);
	return buf;
}

/**
 * format_quanta() - a pause time
 * @buf: gets the text
 * @value: quanta
 *
 * Return: @buf.
 */
const char *format_quanta(char *buf, uint64_t value)
{
	snprintf(buf, FORMAT_LEN, "%lluq", (unsigned long long)value);
	return buf;
}

/**
 * format_size() - a size
 * @buf: gets the text
 * @value: bytes
 *
 * Return: @buf.
 */
const char *format_size(char *buf, uint64_t value)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", NULL };

	return format_exact(buf, value, 1024, units);
}

/**
 * format_rate() - a rate
 * @buf: gets the text
 * @value: bits per second
 *
 * Return: @buf.
 */
const char *format_rate(char *buf, uint64_t value)
{
	static const char *const units[] = {
		"b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s", NULL
	};

	return format_exact(buf, value, 1000, units);
}

/**
 * format_speed() - the speed of a link
 * @buf: gets the text
 * @value: Mb/s
 *
 * Return: @buf.
 */
const char *format_speed(char *buf, uint64_t value)
{
	return format_rate(buf, value * 1000000);
}

/**
 * format_time() - a time
 * @buf: gets the text
 * @value: nanoseconds
 *
 * Return: @buf.
 */
const char *format_time(char *buf, uint64_t value)
{
	static const char *const units[] = { "µs", "ms", "s", NULL };
	const char *const *unit = units;
	uint64_t scale = 1000, whole, part;

	if (value < scale) {
		snprintf(buf, FORMAT_LEN, "%llu ns", (unsigned long long)value);
		return buf;
	}
	/* What would round up to 1000 of a unit is 1 of the next */
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

/**
 * format_length() - the length of a cable
 * @buf: gets the text
 * @value: what a bit takes from end to end, ns
 *
 * Return: @buf.
 */
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

/**
 * format_alpha() - a share of what is free
 * @buf: gets the text
 * @value: 64ths; 0: none
 *
 * Return: @buf.
 */
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

/**
 * format_probability() - a probability in percent
 * @buf: gets the text
 * @value: millionths
 *
 * Return: @buf.
 */
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

/**
 * format_ethtype() - an EtherType
 * @buf: gets the text
 * @value: the EtherType
 *
 * Return: @buf.
 */
const char *format_ethtype(char *buf, uint64_t value)
{
	snprintf(buf, FORMAT_LEN, "0x%04llx", (unsigned long long)value);
	return buf;
}
