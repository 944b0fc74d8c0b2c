// SPDX-License-Identifier: GPL-2.0-only
/*
 * The screen of pfcctl top: keys change the view, and the view and the rows become lines of text.
 * A terminal or a file gets these lines.
 */
#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "output.h"
#include "print.h"
#include "top.h"

#define HEADS		2	/* lines of the heading */
#define BAR_MIN		4
#define BAR_MAX		30
#define BAR_EIGHTHS	8
#define WIDTH_MAX	250	/* columns; UTF-8 has up to 3 bytes for each */
#define FIXED_WIDTH	55	/* columns of a row without name and bar */
#define INDENT		3	/* of the second line of a long text */
#define ROOTS_PART	3	/* roots get at most a third of the lines of the screen */

/* ---- lines -------------------------------------------------------------- */

/*
 * Copies a text, at most @width columns of it; a control character becomes ?, and without UTF-8, µ
 * becomes u
 */
static void copy_columns(const struct top_view *view, char *to, const char *text, int width)
{
	const char *const end = to + TOP_LINE;
	bool clean, mu;
	size_t len;

	for (; *text && width--; text += len) {
		len = text_char(text, &clean);
		mu = view->ascii && !strncmp(text, "µ", strlen("µ"));
		if (to + len >= end)
			break;
		if (clean && !mu)
			to = mempcpy(to, text, len);
		else
			*to++ = mu ? 'u' : '?';
	}
	*to = '\0';
}

/* Adds a line.  Without memory for it, the screen lacks the line */
static void add_line(const struct top_view *view, struct top_screen *screen, enum top_style style,
		     const char *text)
{
	struct top_line *line = list_add(&screen->list, &screen->n, sizeof(*line));

	if (!line)
		return;
	line->style = style;
	copy_columns(view, line->text, text, view->width);
}

/*
 * Return: number of bytes of the words of the first line of @text that fit in @room columns, at
 * least one byte
 */
static size_t fitting(const char *text, int room)
{
	size_t end, fits = 0;
	int used = 0;

	for (end = 0; text[end] && text[end] != '\n'; end++) {
		if ((text[end] & 0xc0) != 0x80 && used++ == room)
			return fits ?: end ?: 1;
		if (text[end] == ' ')
			fits = end;
	}
	return end;
}

/*
 * Adds the first line of a text as lines of the width of the screen.  Lines after @max are left out
 */
static void add_text(const struct top_view *view, struct top_screen *screen, const char *text,
		     size_t max)
{
	const size_t end = screen->n + max;
	char line[TOP_LINE];
	int indent = 0;

	do {
		const size_t len = fitting(text, view->width - indent);

		if (screen->n == end)
			return;
		snprintf(line, sizeof(line), "%*s%.*s", indent, "", (int)len, text);
		add_line(view, screen, TOP_PLAIN, line);
		text += len;
		text += *text == ' ';
		indent = INDENT < view->width - 1 ? INDENT : 0;
	} while (*text && *text != '\n');
}

/* Return: the text after the first line of @text */
static const char *next_line(const char *text)
{
	text += strcspn(text, "\n");
	return text + (*text == '\n');
}

#define append(line, ...)	text_append(line, TOP_LINE, __VA_ARGS__)

/* ---- rows --------------------------------------------------------------- */

/* Appends a bar of @width cells: a part of it is full */
static void append_bar(char *line, const struct top_view *view, double part, int width)
{
	static const char eighths[] = "▏▎▍▌▋▊▉";	/* 3 bytes each */
	const int steps = view->ascii ? 1 : BAR_EIGHTHS;
	int full = (part < 1 ? part : 1) * width * steps + 0.5, used, i;

	/* Some bytes are not an empty bar */
	if (part > 0 && !full)
		full = 1;
	append(line, "[");
	for (i = 0; i < full / steps; i++)
		append(line, view->ascii ? "#" : "█");
	used = full / steps + (full % steps != 0);
	if (full % steps)
		append(line, "%.3s", eighths + (full % steps - 1) * 3);
	append(line, "%*s]", width - used, "");
}

static const char *format_percent(char *buf, double value)
{
	if (value > 0 && value < 0.95)
		snprintf(buf, FORMAT_LEN, ".%.0f%%", value * 10 < 1 ? 1 : value * 10);
	else
		snprintf(buf, FORMAT_LEN, "%.0f%%", value < 999 ? value : 999);
	return buf;
}

/* Numbers below 10 have a decimal: an event in some intervals is not 0 per second */
static const char *format_count(char *buf, double value)
{
	if (value > 0 && value < 9.95)
		snprintf(buf, FORMAT_LEN, "%.1f", value < 0.1 ? 0.1 : value);
	else
		format_scaled_number(buf, value + 0.5);
	return buf;
}

static double fill(const struct top_row *row)
{
	return row->threshold ? (double)row->occupancy / row->threshold : 0;
}

static void row_text(char *line, const struct top_view *view, const struct top_row *row,
		     int name_width, int bar_width)
{
	char in[FORMAT_LEN], out[FORMAT_LEN], a[FORMAT_LEN], b[FORMAT_LEN], c[FORMAT_LEN];

	append(line, "%-*s ", name_width, row->name);
	if (row->prio == TOP_PRIO_NONE) {
		append(line, "%4s %5s %5s  %*s %4s  %4s %4s  %4s %4s  %4s", "-", "-", "-",
		       bar_width + 2, "", "-", "-", "-", "-", "-", format_count(a, row->drops));
		return;
	}
	append(line, "%4u %5s %5s  ", row->prio, format_scaled_rate(in, row->in + 0.5),
	       format_scaled_rate(out, row->out + 0.5));
	append_bar(line, view, fill(row), bar_width);
	append(line, " %4s", row->threshold ? format_percent(a, fill(row) * 100) : "-");
	append(line, "  %4s %4s", format_percent(a, row->tx_paused),
	       format_percent(b, row->rx_paused));
	append(line, "  %4s %4s", format_count(a, row->tx_xoff), format_count(b, row->rx_xoff));
	append(line, "  %4s", format_count(c, row->drops));
}

static void add_heads(const struct top_view *view, struct top_screen *screen, int name_width,
		      int bar_width)
{
	const int mark = view->height != 0;
	char line[TOP_LINE] = "";

	append(line, "%*s %4s %5s %5s  %-*s %4s  %9s  %9s  %4s", mark + name_width, "", "",
	       "RATE", "", bar_width + 2, "PG OCCUPANCY", "", "PAUSED", "XOFF/s", "DROP");
	add_line(view, screen, TOP_HEAD, line);
	*line = '\0';
	append(line, "%*s%-*s %4s %5s %5s  %-*s %4s  %4s %4s  %4s %4s  %4s", mark, "", name_width,
	       "PORT", "PRIO", "IN", "OUT", bar_width + 2, "", "XOFF", "TX", "RX", "TX", "RX",
	       "/s");
	add_line(view, screen, TOP_HEAD, line);
}

static enum top_style style_of(const struct top_view *view, const struct top_row *row,
			       size_t index)
{
	const bool bad = row->drops > 0 && (row->lossless || row->prio == TOP_PRIO_NONE);

	if (view->height && index == view->selected)
		return bad ? TOP_SELECTED_BAD : TOP_SELECTED;
	return bad ? TOP_BAD : TOP_PLAIN;
}

/* Adds the heading, and the rows from @first to @end */
static void add_rows(const struct top_view *view, struct top_screen *screen,
		     const struct top_rows *rows, size_t first, size_t end)
{
	int name_width = strlen("PORT"), bar_width;
	char line[TOP_LINE];
	size_t i;

	for (i = 0; i < rows->shown; i++)
		if ((int)strlen(rows->list[i].name) > name_width)
			name_width = strlen(rows->list[i].name);
	bar_width = view->width - name_width - FIXED_WIDTH;
	bar_width = bar_width < BAR_MIN ? BAR_MIN : bar_width > BAR_MAX ? BAR_MAX : bar_width;
	add_heads(view, screen, name_width, bar_width);
	for (i = first; i < end; i++) {
		const struct top_row *row = &rows->list[i];

		*line = '\0';
		if (view->height)
			append(line, i == view->selected ? ">" : " ");
		row_text(line, view, row, name_width, bar_width);
		add_line(view, screen, style_of(view, row, i), line);
	}
}

/* ---- the screen ----------------------------------------------------------- */

static void add_title(const struct top_view *view, struct top_screen *screen,
		      const struct top_rows *rows, size_t end)
{
	char line[TOP_LINE] = "", text[FORMAT_LEN];

	format_scaled_time(text, view->delay);
	append(line, "pfcctl top  %s%s  every %.*s%s  %zu port%s", view->frozen ? "FROZEN  " : "",
	       view->clock, (int)strcspn(text, " "), text, strchr(text, ' ') + 1, rows->n_ports,
	       rows->n_ports == 1 ? "" : "s");
	if (view->height && rows->shown > view->page)
		append(line, "  rows %zu-%zu of %zu", view->first + 1, end, rows->shown);
	append(line, "  sort %s%s", top_sorts[view->sort], view->all ? "  with idle" : "");
	add_line(view, screen, TOP_TITLE, line);
}

static void add_roots(const struct top_view *view, struct top_screen *screen,
		      const char *roots, size_t n_roots, size_t max)
{
	const size_t end = screen->n + max;
	char line[TOP_LINE];
	size_t i;

	if (!max)
		return;
	if (!n_roots) {
		snprintf(line, sizeof(line), "Root causes: %s", roots ?: "not read yet");
		add_text(view, screen, line, max);
		return;
	}
	snprintf(line, sizeof(line), "Root causes: %zu, most waiting bytes first", n_roots);
	add_line(view, screen, TOP_HEAD, line);
	for (i = 1; *roots && screen->n < end; i++) {
		snprintf(line, sizeof(line), "%zu: %s", i, roots);
		add_text(view, screen, line, end - screen->n);
		roots = next_line(roots);
	}
}

/* Return: the number of lines of the roots on the screen, if there is room for them */
static size_t roots_height(const struct top_view *view, const char *roots, size_t n_roots)
{
	struct top_screen screen = { 0 };
	size_t n;

	add_roots(view, &screen, roots, n_roots, SIZE_MAX / 2);
	n = screen.n;
	top_screen_free(&screen);
	return n;
}

/* Return: the larger of a part of the lines of the screen and what the rows leave free */
static size_t roots_room(const struct top_view *view, const struct top_rows *rows)
{
	const size_t height = view->height, fixed = 1 + HEADS + 1;
	const size_t part = height > fixed ? (height - fixed) / ROOTS_PART : 0;
	const size_t rest = height > fixed + rows->shown ? height - fixed - rows->shown : 0;

	return rest > part ? rest : part;
}

static void add_pane(struct top_view *view, struct top_screen *screen)
{
	const size_t room = view->height > 2 ? view->height - 2 : 1;
	const char *text = view->pane_text ?: "pfcctl-why printed nothing";
	struct top_screen all = { 0 };
	size_t i;

	for (; *text; text = next_line(text))
		add_text(view, &all, text, SIZE_MAX / 2);
	view->pane_lines = all.n;
	view->page = room;
	if (view->pane_first + room > all.n)
		view->pane_first = all.n > room ? all.n - room : 0;
	add_line(view, screen, TOP_TITLE, view->pane_title);
	for (i = view->pane_first; i < all.n && i < view->pane_first + room; i++)
		add_line(view, screen, all.list[i].style, all.list[i].text);
	while (screen->n <= room)
		add_line(view, screen, TOP_PLAIN, "");
	add_line(view, screen, TOP_KEYS, view->pane_why ? "q back  r read again  j/k scroll" :
							  "q back  j/k scroll");
	top_screen_free(&all);
}

/* Keeps the selected row on the screen */
static void scroll_rows(struct top_view *view, const struct top_rows *rows)
{
	if (view->selected < view->first)
		view->first = view->selected;
	if (view->selected >= view->first + view->page)
		view->first = view->selected - view->page + 1;
	if (view->first + view->page > rows->shown)
		view->first = rows->shown > view->page ? rows->shown - view->page : 0;
}

static void add_error(const struct top_view *view, struct top_screen *screen)
{
	char line[TOP_LINE];

	snprintf(line, sizeof(line), "no update: %s", view->error);
	add_line(view, screen, TOP_BAD, line);
}

static void add_screen(struct top_view *view, const struct top_rows *rows,
		       const char *roots, size_t n_roots, struct top_screen *screen)
{
	const size_t height = view->height, fixed = 1 + HEADS + 1;
	size_t bottom = roots_height(view, roots, n_roots), room = roots_room(view, rows), end;

	bottom = bottom < room ? bottom : room;
	view->page = height > fixed + bottom ? height - fixed - bottom : 1;
	scroll_rows(view, rows);
	end = view->first + view->page < rows->shown ? view->first + view->page : rows->shown;
	add_title(view, screen, rows, end);
	add_rows(view, screen, rows, view->first, end);
	if (!rows->shown)
		add_line(view, screen, TOP_PLAIN,
			 rows->n_ports ? " no traffic (i shows idle rows)" : " no ports");
	while (screen->n + bottom + 1 < height)
		add_line(view, screen, TOP_PLAIN, "");
	add_roots(view, screen, roots, n_roots, bottom);
	if (*view->error)
		add_error(view, screen);
	else
		add_line(view, screen, TOP_KEYS,
			 "q quit  h help  j/k select  Enter why  s sort  i idle rows  p freeze");
}

/**
 * top_view_layout() - make the lines of the screen
 * @view: the view; the function keeps the selected row on the screen
 * @rows: the rows, arranged
 * @roots: the roots, or the verdict
 * @n_roots: number of roots
 * @screen: result; the caller frees it with top_screen_free(). It has at least @height lines of
 *	@view, and more if the screen is too small
 */
void top_view_layout(struct top_view *view, const struct top_rows *rows,
		     const char *roots, size_t n_roots, struct top_screen *screen)
{
	struct top_view wide = *view;

	*screen = (struct top_screen){ 0 };
	if (view->width > WIDTH_MAX)
		view->width = WIDTH_MAX;
	if (view->height && view->pane) {
		add_pane(view, screen);
	} else if (view->height) {
		add_screen(view, rows, roots, n_roots, screen);
	} else {
		add_title(view, screen, rows, rows->shown);
		add_rows(view, screen, rows, 0, rows->shown);
		if (!rows->shown)
			add_line(view, screen, TOP_PLAIN,
				 rows->n_ports ? "no traffic" : "no ports");
		/* A root is one line in a file */
		wide.width = TOP_LINE;
		add_roots(&wide, screen, roots, n_roots, SIZE_MAX / 2);
	}
}

/* Free the lines of a screen */
void top_screen_free(struct top_screen *screen)
{
	free(screen->list);
	*screen = (struct top_screen){ 0 };
}

static void select_row(struct top_view *view, const struct top_rows *rows, size_t row)
{
	view->selected = row;
	view->selected_ifindex = rows->list[row].ifindex;
	view->selected_prio = rows->list[row].prio;
}

/*
 * Select the same row after rows have changed their places.
 * @rows: the rows, arranged
 *
 * At first this selects the first row.
 */
void top_view_update(struct top_view *view, const struct top_rows *rows)
{
	size_t i;

	if (!view->selected_ifindex && rows->shown)
		select_row(view, rows, 0);
	for (i = 0; i < rows->shown; i++)
		if (rows->list[i].ifindex == view->selected_ifindex &&
		    rows->list[i].prio == view->selected_prio)
			view->selected = i;
	if (view->selected >= rows->shown)
		view->selected = rows->shown ? rows->shown - 1 : 0;
}

/* ---- keys --------------------------------------------------------------- */

/* Return: a position after a key that moves it; @last: the last position */
static size_t moved(size_t at, int key, size_t page, size_t last)
{
	switch (key) {
	case KEY_UP:
	case 'k':
		return at ? at - 1 : 0;
	case KEY_DOWN:
	case 'j':
		return at < last ? at + 1 : last;
	case KEY_PPAGE:
		return at > page ? at - page : 0;
	case KEY_NPAGE:
	case ' ':
		return at + page < last ? at + page : last;
	case KEY_HOME:
	case 'g':
		return 0;
	case KEY_END:
	case 'G':
		return last;
	default:
		return at;
	}
}

static bool is_enter(int key)
{
	return key == KEY_ENTER || key == '\n' || key == '\r';
}

static enum top_action pane_key(struct top_view *view, int key)
{
	const size_t last = view->pane_lines > view->page ? view->pane_lines - view->page : 0;

	if (key == 'r' && view->pane_why)
		return TOP_WHY;
	if (key == 'q' || key == TOP_ESCAPE || is_enter(key) || key == 'h' || key == '?')
		view->pane = false;
	view->pane_first = moved(view->pane_first, key, view->page, last);
	return TOP_REDRAW;
}

static enum top_action change(struct top_view *view, int key)
{
	switch (key) {
	case 's':
		view->sort = (view->sort + 1) % TOP_SORTS;
		return TOP_ARRANGE;
	case 'S':
		view->sort = (view->sort + TOP_SORTS - 1) % TOP_SORTS;
		return TOP_ARRANGE;
	case 'i':
		view->all = !view->all;
		return TOP_ARRANGE;
	case 'p':
		view->frozen = !view->frozen;
		return TOP_REDRAW;
	case 'q':
		return TOP_QUIT;
	case 'h':
	case '?':
		return TOP_HELP;
	default:
		return TOP_NOTHING;
	}
}

/*
 * Handle a key.
 * @rows: the rows, arranged
 * @key: a character or a key of curses
 * Return: what the caller must do.
 */
enum top_action top_view_key(struct top_view *view, const struct top_rows *rows, int key)
{
	const size_t last = rows->shown ? rows->shown - 1 : 0;
	size_t selected;

	if (view->pane)
		return pane_key(view, key);
	if (is_enter(key)) {
		if (!rows->shown)
			return TOP_NOTHING;
		/* The rows change while the pane is open */
		view->pane_row = rows->list[view->selected];
		return TOP_WHY;
	}
	selected = moved(view->selected, key, view->page, last);
	if (selected == view->selected)
		return change(view, key);
	select_row(view, rows, selected);
	return TOP_REDRAW;
}
