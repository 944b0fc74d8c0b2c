// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables of any length, for a terminal of 80 columns.  Each number is one word, without a space
 * before its unit, so that other programs can split the rows.
 */
#include <stdlib.h>
#include <string.h>
#include "sheet.h"

/*
 * Begin a table.
 * @t: the table, with @cols and @state; sheet_print() frees it
 * @rows: maximum number of rows after the heading
 * Return: an exit status.
 */
int sheet_begin(struct ctx *ctx, struct sheet *t, size_t rows, const struct sheet_head *heads)
{
	unsigned int row, col;

	t->n = SHEET_HEADS;
	t->rows = calloc(rows + SHEET_HEADS, sizeof(*t->rows));
	if (!t->rows)
		return fail(ctx, "out of memory");
	for (row = 0; row < SHEET_HEADS; row++)
		for (col = 0; col < t->cols; col++)
			snprintf(t->rows[row].cells[col], FORMAT_LEN, "%s", heads[row].text[col]);
	return STATUS_OK;
}

/*
 * Append a row.
 * @name: text of the first cell
 * Return: the cells, to which the caller writes.
 */
char (*sheet_row(struct sheet *t, const char *name))[FORMAT_LEN]
{
	char (*cells)[FORMAT_LEN] = t->rows[t->n++].cells;

	snprintf(cells[0], FORMAT_LEN, "%s", name);
	return cells;
}

/* Colour the last cell of the last row, if the user wants colours */
void sheet_color(const struct ctx *ctx, struct sheet *t, enum color color)
{
	if (ctx->color)
		t->rows[t->n - 1].color = color;
}

/*
 * Write a number to a cell.
 * @format: formats the number, unless raw numbers are requested
 */
void sheet_number(const struct ctx *ctx, char *cell, format_fn *format, uint64_t value)
{
	char *space;

	raw_or(ctx, format)(cell, value);
	space = strchr(cell, ' ');
	if (space)
		memmove(space, space + 1, strlen(space));
}

static void row_print(const struct sheet *t, size_t row, const int *widths, int gap)
{
	char (*cells)[FORMAT_LEN] = t->rows[row].cells;
	unsigned int cols = t->cols, col;
	int used = 0;

	while (!*cells[cols - 1])
		cols--;
	for (col = 0; col < cols; col++) {
		const bool left = !col || (t->state && col == t->cols - 1);
		const int pad = widths[col] - text_width(cells[col]);
		char *cell = cells[col];

		if (col)
			used += printf("%*s", gap, "");
		if (left && used + (int)strlen(cell) > SHEET_WIDTH)
			cell[strcspn(cell, " ")] = '\0';
		if (left && col && col == t->cols - 1)
			print_colored(cell, t->rows[row].color);
		else if (left)
			printf("%s%*s", cell, col < cols - 1 ? pad : 0, "");
		else
			printf("%*s%s", pad, "", cell);
		used += widths[col];
	}
	putchar('\n');
}

/* Print a table and free it */
void sheet_print(struct sheet *t)
{
	int widths[SHEET_COLS] = { 0 }, total = 0, gap;
	unsigned int col;
	size_t row;

	for (col = 0; col < t->cols; col++) {
		for (row = 0; row < t->n; row++)
			if (text_width(t->rows[row].cells[col]) > widths[col])
				widths[col] = text_width(t->rows[row].cells[col]);
		total += widths[col];
	}
	gap = total + 2 * ((int)t->cols - 1) <= SHEET_WIDTH ? 2 : 1;
	for (row = 0; row < t->n; row++)
		row_print(t, row, widths, gap);
	sheet_free(t);
}

/* Free a table that is not printed */
void sheet_free(struct sheet *t)
{
	free(t->rows);
}
