// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output as tables.
 */
#include <stdlib.h>
#include <string.h>
#include "output.h"
#include "print.h"

#define WIDTH	80	/* of a page */

/* Begin a row; the table must be zeroed before the first one, except @page and @state */
void table_row(struct table *t)
{
	list_add(&t->list, &t->rows, sizeof(*t->list));
}

/* Add a cell to the last row */
void table_cell(struct table *t, const char *text)
{
	struct table_row *row = &t->list[t->rows - 1];

	snprintf(row->cells[row->used++], FORMAT_LEN, "%s", text);
	if (row->used > t->cols)
		t->cols = row->used;
}

/* Add a row of cells.  @texts: NULL ends the list */
void table_cells(struct table *t, const char *const *texts)
{
	table_row(t);
	for (; *texts; texts++)
		table_cell(t, *texts);
}

/* Colour the last cell, if the user wants colours */
void table_color(struct table *t, const struct ctx *ctx, enum color color)
{
	struct table_row *row = &t->list[t->rows - 1];

	if (ctx->color)
		row->colors[row->used - 1] = color;
}

/*
 * Format a number as one word, without a space before its unit, so that other programs can split
 * the rows of a table.  Return: @buf, %FORMAT_LEN bytes.
 */
const char *number_word(const struct ctx *ctx, char *buf, format_fn *format, uint64_t value)
{
	char *space;

	raw_or(ctx, format)(buf, value);
	space = strchr(buf, ' ');
	if (space)
		memmove(space, space + 1, strlen(space));
	return buf;
}

void print_colored(const char *text, enum color color)
{
	static const char *const codes[] = {
		[COLOR_GOOD] = "\033[32m", [COLOR_BAD] = "\033[31m",
	};

	if (color == COLOR_NONE) {
		fputs(text, stdout);
		return;
	}
	output_escape(codes[color]);
	fputs(text, stdout);
	output_escape("\033[0m");
}

/* Return: the number of columns of a text in UTF-8 on a terminal */
int text_width(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

static void row_print(const struct table *t, struct table_row *row, const int *widths, int gap)
{
	unsigned int cols = t->cols, col;
	int used = 0;

	while (t->page && !*row->cells[cols - 1])
		cols--;
	for (col = 0; col < cols; col++) {
		const bool left = t->page && (!col || (t->state && col == t->cols - 1));
		char *cell = row->cells[col];
		const int pad = widths[col] - text_width(cell);

		if (col || !t->page)
			used += printf("%*s", gap, "");
		if (left && used + (int)strlen(cell) > WIDTH)
			cell[strcspn(cell, " ")] = '\0';
		printf("%*s", left ? 0 : pad, "");
		print_colored(cell, row->colors[col]);
		printf("%*s", left && col < cols - 1 ? pad : 0, "");
		used += widths[col];
	}
	putchar('\n');
}

/* Print a table and free it */
void table_print(struct table *t)
{
	int widths[TABLE_COLS] = { 0 }, total = 0;
	unsigned int col;
	size_t row;

	for (col = 0; col < t->cols; col++) {
		for (row = 0; row < t->rows; row++)
			if (text_width(t->list[row].cells[col]) > widths[col])
				widths[col] = text_width(t->list[row].cells[col]);
		total += widths[col];
	}
	total += 2 * ((int)t->cols - 1);
	for (row = 0; row < t->rows; row++)
		row_print(t, &t->list[row], widths, t->page && total > WIDTH ? 1 : 2);
	table_free(t);
}

/* Free a table that is not printed */
void table_free(struct table *t)
{
	free(t->list);
}
