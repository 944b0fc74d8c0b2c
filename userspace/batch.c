// SPDX-License-Identifier: GPL-2.0-only
/*
 * Batch mode: run the commands in a file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "pfcctl.h"

#define SPACE	" \t\r\n"

/**
 * batch_split() - split a line into words
 * @line: the line; modified in place
 * @words: result, an array of at least %BATCH_WORDS pointers into @line
 *
 * A word that begins with # starts a comment.
 *
 * Return: the number of words, or -1 if there are more than %BATCH_WORDS.
 */
int batch_split(char *line, char **words)
{
	char *word, *rest = NULL;
	int n = 0;

	for (word = strtok_r(line, SPACE, &rest); word && *word != '#';
	     word = strtok_r(NULL, SPACE, &rest)) {
		if (n == BATCH_WORDS)
			return -1;
		words[n++] = word;
	}
	return n;
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
	char *line = NULL;
	int err = STATUS_OK, status;
	size_t size = 0;

	while ((!err || ctx->force) && getline(&line, &size, file) >= 0) {
		ctx->line++;
		status = batch_line(ctx, line);
		err = err ?: status;
	}
	free(line);
	return err;
}

/**
 * batch_run() - run the commands of a file until one fails, or all of them with --force
 * @ctx: the context
 * @name: the file; "-" is standard input
 *
 * Return: the exit status of the first command that failed, or the status of an error if the file
 * cannot be read.
 */
int batch_run(struct ctx *ctx, const char *name)
{
	bool is_stdin = !strcmp(name, "-");
	FILE *file = is_stdin ? stdin : fopen(name, "re");
	int err;

	if (!file)
		return fail(ctx, "cannot read %s: %s", name, strerror(errno));
	ctx->file = is_stdin ? "stdin" : name;
	err = batch_lines(ctx, file);
	ctx->file = NULL;
	if (!err && ferror(file))
		err = fail(ctx, "%s: %s", name, strerror(errno));
	if (!is_stdin)
		fclose(file);
	return err;
}
