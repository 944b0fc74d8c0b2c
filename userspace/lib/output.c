// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output that cannot control the terminal.
 *
 * A container chooses the names of its devices, and names can contain any byte except a few.  So
 * stdout is a filter: it prints "?" for each control character and for each byte that is not
 * UTF-8.  No output function has to handle such names.
 */
#include <string.h>
#include <unistd.h>
#include "output.h"
#include "pfcctl.h"

/* Return: the length of the UTF-8 sequence that begins with a byte; 1: the byte begins none */
static size_t sequence_len(unsigned char first)
{
	return first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
}

/* Return: whether the bytes after the first one make a valid sequence */
static bool is_sequence(const unsigned char *text, size_t len)
{
	size_t i;

	for (i = 1; i < len; i++)
		if ((text[i] & 0xc0) != 0x80)
			return false;
	/* overlong forms, surrogates, values above U+10FFFF */
	return len == 1 ? *text < 0x80 :
	       !(*text == 0xe0 && text[1] < 0xa0) && !(*text == 0xed && text[1] >= 0xa0) &&
	       !(*text == 0xf0 && text[1] < 0x90) && !(*text == 0xf4 && text[1] >= 0x90);
}

/*
 * Find the end of a character of a text in UTF-8.
 * @clean: result: whether it is valid UTF-8, and no control character (C0, DEL, C1)
 * Return: the length of the character, bytes; 1 for a byte that is not UTF-8.
 */
size_t text_char(const char *text, bool *clean)
{
	const unsigned char *at = (const unsigned char *)text;
	const size_t len = sequence_len(*at);

	*clean = false;
	if (!is_sequence(at, len))
		return 1;
	*clean = len == 1 ? *at >= ' ' && *at != 0x7f : !(*at == 0xc2 && at[1] < 0xa0);
	return len;
}

/* Return: whether all characters of a text are clean, as for text_char() */
bool text_is_clean(const char *text)
{
	bool clean = true;

	while (*text && clean)
		text += text_char(text, &clean);
	return clean;
}

/* Print a part of a line, with "?" for each character that is not clean, also for a newline */
void text_put(FILE *to, const char *text)
{
	bool clean;
	size_t len;

	for (; *text; text += len) {
		len = text_char(text, &clean);
		fwrite(clean ? text : "?", 1, clean ? len : 1, to);
	}
}

/* ---- the filter ------------------------------------------------------------- */

/**
 * struct filter - what lies between stdout and its file
 * @to: the stream of the file; NULL: no filter
 * @n: number of bytes in @part
 * @part: the first bytes of a UTF-8 sequence, whose end has not been written yet
 */
static struct filter {
	FILE	*to;
	size_t	n;
	char	part[5];
} filter;

static bool is_part(const struct filter *f)
{
	size_t i;

	for (i = 1; i < f->n; i++)
		if ((f->part[i] & 0xc0) != 0x80)
			return false;
	return f->n < sequence_len(*f->part);
}

static void filter_byte(struct filter *f, char byte)
{
	bool clean;
	size_t len;

	f->part[f->n++] = byte;
	while (f->n && !is_part(f)) {
		f->part[f->n] = '\0';
		len = text_char(f->part, &clean);
		if (*f->part == '\n' || *f->part == '\t')
			clean = true;
		fwrite(clean ? f->part : "?", 1, clean ? len : 1, f->to);
		f->n -= len;
		memmove(f->part, f->part + len, f->n);
	}
}

/* Return: the number of bytes that are printable ASCII or newlines: most of an output */
static size_t plain_len(const char *text, size_t len)
{
	size_t i = 0;

	while (i < len && ((text[i] >= ' ' && text[i] <= '~') || text[i] == '\n'))
		i++;
	return i;
}

static ssize_t filter_write(void *cookie, const char *text, size_t len)
{
	struct filter *f = cookie;
	size_t i, plain;

	for (i = 0; i < len; i += plain ?: 1) {
		plain = f->n ? 0 : plain_len(text + i, len - i);
		if (plain)
			fwrite(text + i, 1, plain, f->to);
		else
			filter_byte(f, text[i]);
	}
	return fflush(f->to) || ferror(f->to) ? 0 : len;
}

/* Filter stdout */
void output_begin(void)
{
	FILE *stream = fopencookie(&filter, "w", (cookie_io_functions_t){ .write = filter_write });

	check_memory(stream);
	setvbuf(stream, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
	filter.to = stdout;
	stdout = stream;	/* glibc allows that */
}

/*
 * Write the rest of stdout, and remove the filter.  Return: false with errno after an error of
 * stdout.
 */
bool output_end(void)
{
	const bool failed = ferror(stdout);

	if (fclose(stdout) || failed || fflush(filter.to) || ferror(filter.to))
		return false;
	stdout = filter.to;
	filter.to = NULL;
	return true;
}

/*
 * Return: stdout without the filter, for ncurses; the caller does not write to stdout in addition.
 */
FILE *output_raw(void)
{
	return filter.to ?: stdout;
}

/* Print an escape sequence of the tool itself */
void output_escape(const char *sequence)
{
	fflush(stdout);
	fputs(sequence, output_raw());
}
