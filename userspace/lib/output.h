/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output that cannot control the terminal.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

size_t text_char(const char *text, bool *clean);
bool text_is_clean(const char *text);
void text_put(FILE *to, const char *text);

void output_begin(void);
bool output_end(void);
FILE *output_raw(void);
void output_escape(const char *sequence);

#endif /* OUTPUT_H */
