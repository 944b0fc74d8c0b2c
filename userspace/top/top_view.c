// SPDX-License-Identifier: GPL-2.0-only
/*
 * The screen of pfcctl top: keys change the view, and the view and the rows become lines of text.
 * A terminal or a file gets these lines.
 */
#include <stdlib.h>
#include <string.h>
#include "format.h"
#include "output.h"
#include "print.h"
#include "top.h"

#define HEADS		2	/* lines of the heading */
#define BAR_MIN		4
#define BAR_MAX		30
#define FIXED_WIDTH	55	/* columns of a row without name and bar */
#define INDENT		3	/* of the second line of a long text */
#define ROOTS_PART	3	/* roots get at most a third of the lines of the screen */

#define append(line, ...)	text_append(line, TOP_LINE, __VA_ARGS__)

/* ---- lines -------------------------------------------------------------- */

/* Return: columns of a line; in a file, a root is one line */
static int line_width(const struct top *top)
{
	return top->height ? top->width : TOP_LINE;
}

/*
 * Adds a line, and cuts it to the width of the screen.  A control character becomes ?, and without
 * UTF-8, µ becomes u
 */
static void add_line(const struct top *top, struct top_lines *lines, attr_t attributes,
		     const char *text)
{
	struct top_line *line = list_add(&lines->list, &lines->n, sizeof(*line));
	char *to = line->text, *const end = to + TOP_LINE;
	int width = line_width(top);
	bool clean, mu;
	size_t len;

	line->attributes = attributes;
	for (; *text && width--; text += len) {
		len = text_char(text, &clean);
		mu = top->ascii && !strncmp(text, "µ", strlen("µ"));
		if (to + len >= end)
			break;
		if (clean && !mu)
			to = mempcpy(to, text, len);
		else
			*to++ = mu ? 'u' : '?';
	}
}

/* Adds lines that leave room for @below lines at the end of the screen */
static void fill_screen(const struct top *top, struct top_lines *lines, size_t below)
{
	while (lines->n + below < (size_t)top->height)
		add_line(top, lines, A_NORMAL, "");
}

/*
 * Return: number of bytes of the words of the first line of @text that fit in @room columns, at
 * least one byte
 */
static size_t fitting(const char *text, int room)
{
	size_t end, fits = 0;
	int used = 0;

	for (end = 0; text[end] && text[end] != '\n' && end < TOP_LINE - INDENT - 1; end++) {
		if ((text[end] & 0xc0) != 0x80 && used++ == room)
			return fits ?: end ?: 1;
		if (text[end] == ' ')
			fits = end;
	}
	return end;
}

/* Adds the lines of a text, those that are wider than the screen as some lines */
static void add_text(const struct top *top, struct top_lines *lines, const char *text)
{
	const int width = line_width(top);
	char line[TOP_LINE];
	int indent = 0;

	while (*text) {
		const size_t len = fitting(text, width - indent);

		snprintf(line, sizeof(line), "%*s%.*s", indent, "", (int)len, text);
		add_line(top, lines, A_NORMAL, line);
		text += len;
		text += *text == ' ';
		indent = *text != '\n' && INDENT < width - 1 ? INDENT : 0;
		text += *text == '\n';
	}
}

/* Adds @n lines of @from, from @first on */
static void add_lines(const struct top *top, struct top_lines *lines, const struct top_lines *from,
		      size_t first, size_t n)
{
	size_t i;

	for (i = first; i < from->n && i < first + n; i++)
		add_line(top, lines, from->list[i].attributes, from->list[i].text);
}

/* ---- rows --------------------------------------------------------------- */

/* Appends a bar of @width cells: a part of it is full */
static void append_bar(char *line, const struct top *top, double part, int width)
{
	static const char *const cells[] = {
		" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"
	};
	const int steps = top->ascii ? 1 : ARRAY_SIZE(cells) - 1;
	int full = (part < 1 ? part : 1) * width * steps + 0.5;

	/* Some bytes are not an empty bar */
	if (part > 0 && !full)
		full = 1;
	append(line, "[");
	for (; width--; full -= full < steps ? full : steps)
		append(line, "%s", top->ascii && full ? "#" : cells[full < steps ? full : steps]);
	append(line, "]");
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

static void append_row(char *line, const struct top *top, const struct top_row *row,
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
	append_bar(line, top, row->fill, bar_width);
	append(line, " %4s", row->threshold ? format_percent(a, row->fill * 100) : "-");
	append(line, "  %4s %4s", format_percent(a, row->tx_paused),
	       format_percent(b, row->rx_paused));
	append(line, "  %4s %4s", format_count(a, row->tx_xoff), format_count(b, row->rx_xoff));
	append(line, "  %4s", format_count(c, row->drops));
}

static void add_heads(const struct top *top, struct top_lines *lines, int name_width,
		      int bar_width)
{
	const int mark = top->height != 0;
	char line[TOP_LINE] = "";

	append(line, "%*s %4s %5s %5s  %-*s %4s  %9s  %9s  %4s", mark + name_width, "", "",
	       "RATE", "", bar_width + 2, "PG OCCUPANCY", "", "PAUSED", "XOFF/s", "DROP");
	add_line(top, lines, A_BOLD, line);
	*line = '\0';
	append(line, "%*s%-*s %4s %5s %5s  %-*s %4s  %4s %4s  %4s %4s  %4s", mark, "", name_width,
	       "PORT", "PRIO", "IN", "OUT", bar_width + 2, "", "XOFF", "TX", "RX", "TX", "RX",
	       "/s");
	add_line(top, lines, A_BOLD, line);
}

/* Adds the heading, and the rows from the first one on the screen to @end */
static void add_rows(const struct top *top, struct top_lines *lines, size_t end)
{
	int name_width = strlen("PORT"), bar_width;
	size_t i;

	for (i = 0; i < top->n; i++)
		if ((int)strlen(top->rows[i].name) > name_width)
			name_width = strlen(top->rows[i].name);
	bar_width = top->width - name_width - FIXED_WIDTH;
	bar_width = bar_width < BAR_MIN ? BAR_MIN : bar_width > BAR_MAX ? BAR_MAX : bar_width;
	add_heads(top, lines, name_width, bar_width);
	for (i = top->first; i < end; i++) {
		const struct top_row *row = &top->rows[i];
		const bool selected = top->height && i == top->at;
		const bool bad = row->drops > 0 && (row->lossless || row->prio == TOP_PRIO_NONE);
		char line[TOP_LINE] = "";

		if (top->height)
			append(line, selected ? ">" : " ");
		append_row(line, top, row, name_width, bar_width);
		add_line(top, lines, (selected ? A_REVERSE : A_NORMAL) | (bad ? TOP_BAD : A_NORMAL),
			 line);
	}
}

/* ---- the screen ----------------------------------------------------------- */

static void add_title(const struct top *top, struct top_lines *lines, size_t end)
{
	static const struct ctx plain;
	char line[TOP_LINE] = "", delay[FORMAT_LEN];

	append(line, "pfcctl top  %s%s  every %s  %zu port%s", top->frozen ? "FROZEN  " : "",
	       top->clock, number_word(&plain, delay, format_scaled_time, top->words.window),
	       top->now.n, top->now.n == 1 ? "" : "s");
	if (top->page < top->n)
		append(line, "  rows %zu-%zu of %zu", top->first + 1, end, top->n);
	append(line, "  sort %s%s", top_sorts[top->sort], top->all ? "  with idle" : "");
	add_line(top, lines, A_BOLD, line);
}

static void add_roots(const struct top *top, struct top_lines *lines)
{
	const char *roots = top->roots ?: "not read yet";
	const size_t len = strcspn(roots, "\n");
	char line[TOP_LINE];

	snprintf(line, sizeof(line), "Root causes: %.*s", (int)len, roots);
	add_text(top, lines, line);
	if (roots[len] && roots[len + 1]) {
		lines->list[0].attributes = A_BOLD;
		add_text(top, lines, roots + len + 1);
	}
}

static void add_pane(struct top *top, struct top_lines *screen)
{
	const size_t room = top->height > 2 ? top->height - 2 : 1;
	struct top_lines text = { 0 };

	add_text(top, &text, top->pane_text);
	top->page = room;
	top->pane_last = text.n > room ? text.n - room : 0;
	if (top->pane_first > top->pane_last)
		top->pane_first = top->pane_last;
	add_line(top, screen, A_BOLD, top->pane_title);
	add_lines(top, screen, &text, top->pane_first, room);
	fill_screen(top, screen, 1);
	add_line(top, screen, A_REVERSE, top->pane_why ? "q back  r read again  j/k scroll" :
							"q back  j/k scroll");
	free(text.list);
}

/*
 * Divides the screen between rows and roots, and keeps the selected row on it.  Roots get a part of
 * the lines, or more if rows leave them free.  Return: the number of lines for the roots
 */
static size_t divide(struct top *top, size_t n_roots)
{
	const size_t height = top->height, fixed = 1 + HEADS + 1;
	const size_t lines = height > fixed ? height - fixed : 0;
	size_t room = lines > top->n ? lines - top->n : 0;

	if (!height) {
		top->page = top->n;
		return n_roots;
	}
	room = room > lines / ROOTS_PART ? room : lines / ROOTS_PART;
	room = room < n_roots ? room : n_roots;
	top->page = lines > room ? lines - room : 1;
	if (top->at < top->first)
		top->first = top->at;
	if (top->at >= top->first + top->page)
		top->first = top->at - top->page + 1;
	if (top->first + top->page > top->n)
		top->first = top->n > top->page ? top->n - top->page : 0;
	return room;
}

static void add_screen(struct top *top, struct top_lines *screen)
{
	struct top_lines roots = { 0 };
	size_t bottom, end;
	char line[TOP_LINE];

	add_roots(top, &roots);
	bottom = divide(top, roots.n);
	end = top->first + top->page < top->n ? top->first + top->page : top->n;
	add_title(top, screen, end);
	add_rows(top, screen, end);
	if (!top->n) {
		snprintf(line, sizeof(line), "%s%s%s", top->height ? " " : "",
			 top->now.n ? "no traffic" : "no ports",
			 top->now.n && top->height ? " (i shows idle rows)" : "");
		add_line(top, screen, A_NORMAL, line);
	}
	fill_screen(top, screen, bottom + 1);
	add_lines(top, screen, &roots, 0, bottom);
	free(roots.list);
	snprintf(line, sizeof(line), "no update: %s", top->error);
	if (*top->error)
		add_line(top, screen, TOP_BAD, line);
	else if (top->height)
		add_line(top, screen, A_REVERSE,
			 "q quit  h help  j/k select  Enter why  s sort  i idle rows  p freeze");
}

/**
 * top_layout() - make the lines of the screen
 * @top: the run; The function keeps the selected row on the screen
 * @screen: result; the caller frees its list.  It has at least @height lines of @top, and more if
 *	the screen is too small
 */
void top_layout(struct top *top, struct top_lines *screen)
{
	*screen = (struct top_lines){ 0 };
	if (top->pane_text)
		add_pane(top, screen);
	else
		add_screen(top, screen);
}

/* ---- keys --------------------------------------------------------------- */

static const char help[] =
"j, k, arrows   select a row; PgUp, PgDn, Home, End, too\n"
"Enter          pfcctl why for the selected row\n"
"s, S           sort by the next, or the previous column: port, in, out,\n"
"               occupancy, paused, xoff, drops; the largest values first\n"
"i              show or hide idle rows\n"
"p              stop or continue the updates\n"
"Ctrl-L         repaint the screen\n"
"q              quit, or close this text; Esc closes it, too\n"
"\n"
"RATE           bits per second that the PG has received (IN), and the queue\n"
"               has sent (OUT)\n"
"PG OCCUPANCY   bytes in the PG, as a bar and in percent of the XOFF threshold;\n"
"               of the limit if the PG is lossy\n"
"PAUSED         part of the interval for which the port has paused its peer\n"
"               (TX), and was paused (RX)\n"
"XOFF/s         XOFF sent (TX) and received (RX) per second\n"
"DROP/s         dropped packets per second; of a PG at its lowest priority\n"
"Root causes    what the pauses wait for, as in pfcctl why\n";

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

static bool pane_key(struct top *top, int key)
{
	switch (key) {
	case 'r':
		if (top->pane_why)
			top_why(top);
		break;
	case '\n':
	case 'q':
	case TOP_ESCAPE:
	case 'h':
		free(top->pane_text);
		top->pane_text = NULL;
		break;
	default:
		top->pane_first = moved(top->pane_first, key, top->page, top->pane_last);
	}
	return true;
}

static bool command_key(struct top *top, int key)
{
	switch (key) {
	case '\n':
		if (!top->n)
			return false;
		/* The rows change while the pane is open */
		top->selected = top->rows[top->at];
		top_why(top);
		break;
	case 's':
		top->sort = (top->sort + 1) % TOP_SORTS;
		break;
	case 'S':
		top->sort = (top->sort + TOP_SORTS - 1) % TOP_SORTS;
		break;
	case 'i':
		top->all = !top->all;
		break;
	case 'p':
		top->frozen = !top->frozen;
		break;
	case 'q':
		top->done = true;
		break;
	case 'h':
		snprintf(top->pane_title, sizeof(top->pane_title), "pfcctl top: keys and columns");
		top_pane(top, check_memory(strdup(help)), false);
		break;
	default:
		return false;
	}
	top_rows(top);
	return true;
}

/*
 * Handle a key.
 * @key: a character or a key of curses
 * Return: whether the screen changes.
 */
bool top_key(struct top *top, int key)
{
	size_t at;

	key = key == KEY_ENTER || key == '\r' ? '\n' : key == '?' ? 'h' : key;
	if (top->pane_text)
		return pane_key(top, key);
	at = moved(top->at, key, top->page, top->n ? top->n - 1 : 0);
	if (at == top->at)
		return command_key(top, key);
	top->at = at;
	top->selected = top->rows[at];
	return true;
}
