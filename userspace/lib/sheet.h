/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables of any length, for a terminal of 80 columns.
 */
#ifndef SHEET_H
#define SHEET_H

#include "print.h"

#define SHEET_COLS	11
#define SHEET_HEADS	2	/* rows of the heading */
#define SHEET_WIDTH	80

/**
 * struct sheet_head - a row of the heading
 * @text: text of the cells
 */
struct sheet_head {
	const char	*text[SHEET_COLS];
};

/**
 * struct sheet_row - a row
 * @color: colour of the last cell
 * @cells: the cells
 */
struct sheet_row {
	enum color	color;
	char		cells[SHEET_COLS][FORMAT_LEN];
};

/**
 * struct sheet - a table: the first column is left-aligned, the others right-aligned
 * @cols: number of columns
 * @state: the last column is left-aligned; only its first word is printed if the row is too long
 * @n: number of rows, including the heading
 * @rows: the rows
 */
struct sheet {
	unsigned int	cols;
	bool		state;
	size_t		n;
	struct sheet_row *rows;
};

int sheet_begin(struct ctx *ctx, struct sheet *t, size_t rows, const struct sheet_head *heads);
char (*sheet_row(struct sheet *t, const char *name))[FORMAT_LEN];
void sheet_color(const struct ctx *ctx, struct sheet *t, enum color color);
void sheet_number(const struct ctx *ctx, char *cell, format_fn *format, uint64_t value);
void sheet_print(struct sheet *t);
void sheet_free(struct sheet *t);

#endif /* SHEET_H */
