/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Formatting of numbers with units.
 */
#ifndef FORMAT_H
#define FORMAT_H

#include "pfcctl.h"

#define FORMAT_LEN	32

/* Writes a value to a buffer of %FORMAT_LEN; returns the buffer */
typedef const char *format_fn(char *buf, uint64_t value);

format_fn format_number;
format_fn format_quanta;
format_fn format_size;
format_fn format_rate;
format_fn format_speed;
format_fn format_time;
format_fn format_length;
format_fn format_alpha;
format_fn format_probability;
format_fn format_ethtype;
format_fn format_scaled_number;
format_fn format_scaled_size;
format_fn format_scaled_rate;
format_fn format_scaled_time;

/* The same for the command line, without rounding */
format_fn word_time, word_rate, word_size;

void text_append(char *text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* FORMAT_H */
