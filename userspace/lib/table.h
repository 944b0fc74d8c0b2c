/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output as tables.
 */
#ifndef TABLE_H
#define TABLE_H

#include "format.h"
#include "pfcctl.h"

#define TABLE_COLS	16

/* Colours of a cell */
enum color {
	COLOR_NONE,
	COLOR_GOOD,
	COLOR_BAD,
};

/**
 * struct table_row - a row
 * @used: number of its cells
 * @cells: text of the cells
 * @colors: their colours
 */
struct table_row {
	unsigned int	used;
	char		cells[TABLE_COLS][FORMAT_LEN];
	enum color	colors[TABLE_COLS];
};

/**
 * struct table - cells printed in right-aligned columns
 * @page: the table is for a terminal of 80 columns, and the first column is left-aligned
 * @state: of a page: the last column is left-aligned; only its first word is printed if the row is
 *	too long
 * @cols: number of columns of the longest row
 * @rows: number of rows, including the heading
 * @list: the rows
 */
struct table {
	bool			page;
	bool			state;
	unsigned int		cols;
	size_t			rows;
	struct table_row	*list;
};

void table_row(struct table *t);
void table_cell(struct table *t, const char *text);
void table_cells(struct table *t, const char *const *texts);
void table_color(struct table *t, const struct ctx *ctx, enum color color);
void table_print(struct table *t);
void table_free(struct table *t);

void print_colored(const char *text, enum color color);
int text_width(const char *text);
const char *number_word(const struct ctx *ctx, char *buf, format_fn *format, uint64_t value);

#endif /* TABLE_H */
