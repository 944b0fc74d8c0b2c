// SPDX-License-Identifier: GPL-2.0-only
/*
 * Batch mode: run the commands in a file.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "fix.h"
#include "output.h"
#include "pfcctl.h"

#define SPACE	" \t\r\n"

/*
 * Format a name as a word of a line.
 * @buf: result, %BATCH_QUOTED(size of the name) bytes
 *
 * Control characters, a backslash, and # at the start become a backslash and three octal digits.
 * Return: @buf.
 */
const char *batch_quote(char *buf, const char *name)
{
	const char *at = name;
	char *to = buf;
	size_t len, i;
	bool clean;

	for (; *at; at += len) {
		len = text_char(at, &clean);
		clean &= *at != '\\' && (*at != '#' || at != name);
		for (i = 0; i < len; i++)
			to += sprintf(to, clean ? "%c" : "\\%03o", (unsigned char)at[i]);
	}
	*to = '\0';
	return buf;
}

/* Replaces what batch_quote() makes.  A word contains no spaces */
static void unquote(char *word)
{
	unsigned int byte;
	char *to = word;

	for (; *word; word++) {
		if (*word == '\\' && strspn(word + 1, "01234567") >= 3 && word[1] < '4' &&
		    sscanf(word + 1, "%3o", &byte) == 1 && byte && !isspace(byte)) {
			*to++ = byte;
			word += 3;
		} else {
			*to++ = *word;
		}
	}
	*to = '\0';
}

/*
 * Split a line, which is modified, into at most %BATCH_WORDS words.
 *
 * A word that begins with # starts a comment.  A backslash and three octal digits are a byte.
 * Return: the number of words, or -1 if there are more.
 */
int batch_split(char *line, char **words)
{
	char *word, *rest = NULL;
	int n = 0;

	for (word = strtok_r(line, SPACE, &rest); word && *word != '#';
	     word = strtok_r(NULL, SPACE, &rest)) {
		if (n == BATCH_WORDS)
			return -1;
		unquote(word);
		words[n++] = word;
	}
	return n;
}

/*
 * Read the next line of a file, without its newline.
 * @ctx: the context, with the name of the file; its number of the line grows by one
 * @line: result, an array of at least %BATCH_LINE characters
 * @err: written only if the line is invalid: %STATUS_FAILED after an error
 *
 * The length is limited: a device such as /dev/zero is one line without an end.
 * Return: a line was read, and is valid.
 */
bool batch_read(struct ctx *ctx, FILE *file, char *line, int *err)
{
	size_t n = 0;
	int c;

	ctx->line++;
	while ((c = getc(file)) != EOF && c && c != '\n' && n < BATCH_LINE - 1)
		line[n++] = c;
	line[n] = '\0';
	if (c == '\n')
		return true;
	if (c == EOF)
		return n && !ferror(file);
	*err = c ? fail(ctx, "the line is longer than %d characters", BATCH_LINE - 1) :
		   fail(ctx, "the line has a zero byte: this is no text file");
	return false;
}

static int batch_line(struct ctx *ctx, char *line)
{
	char *words[BATCH_WORDS];
	struct args args = { batch_split(line, words), words };
	int err;

	if (args.argc < 0)
		return fail(ctx, "the line has more than %d words", BATCH_WORDS);
	if (!args.argc)
		return STATUS_OK;
	err = command_run(ctx, &args);
	fflush(stdout);
	return err;
}

static int batch_lines(struct ctx *ctx, FILE *file)
{
	int err = STATUS_OK, status, invalid = STATUS_OK;
	char line[BATCH_LINE];

	while ((!err || ctx->force) && batch_read(ctx, file, line, &invalid)) {
		status = batch_line(ctx, line);
		err = err ?: status;
	}
	return err ?: invalid;
}

/*
 * Run the commands of a file, "-" for standard input, until one fails, or all of them with --force.
 * Return: the exit status of the first command that failed, or of an error of the file.
 */
int batch_run(struct ctx *ctx, const char *name)
{
	bool is_stdin = !strcmp(name, "-");
	FILE *file = is_stdin ? stdin : fopen(name, "re");
	int err;

	if (!file)
		return fail_open(ctx, name);
	ctx->file = is_stdin ? "stdin" : name;
	err = batch_lines(ctx, file);
	ctx->file = NULL;
	if (!err && ferror(file))
		err = fail_read(ctx, name);
	if (!is_stdin)
		fclose(file);
	return err;
}
