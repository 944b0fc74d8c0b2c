// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configurations as text: pfcctl save prints them, and pfcctl restore gives the namespace one.
 *
 * A mode is the present configuration with more lines.  So restore alone finds what differs, and
 * changes each port at once.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "roce.h"

/* Append a line */
void text_line(struct text *text, const char *fmt, ...)
{
	char **line = list_add(&text->lines, &text->n, sizeof(*line));
	va_list ap;

	va_start(ap, fmt);
	check_memory(vasprintf(line, fmt, ap) < 0 ? NULL : *line);
	va_end(ap);
}

/*
 * Find the pool or profile that a line is about.
 * @key: result, %TEXT_KEY bytes: " pool NAME" or " profile NAME", as another line may refer to it
 * Return: whether there is one.
 */
bool text_key(char *key, const char *line)
{
	char kind[8], name[PFC_NAME_LEN];

	if (sscanf(line, "%7s %*s %31s", kind, name) != 2 ||
	    (strcmp(kind, "pool") && strcmp(kind, "profile")))
		return false;
	snprintf(key, TEXT_KEY, " %s %s", kind, name);
	return true;
}

/* Check whether a text has a line about a pool or profile.  Return: whether it has */
bool text_has(const struct text *text, const char *key)
{
	char other[TEXT_KEY];
	size_t i;

	for (i = 0; i < text->n; i++)
		if (text_key(other, text->lines[i]) && !strcmp(other, key))
			return true;
	return false;
}

/* Return: whether a line contains words, and no longer last word */
static bool contains(const char *line, const char *words)
{
	const char *at = strstr(line, words);
	const size_t len = strlen(words);

	return at && (!at[len] || at[len] == ' ');
}

/*
 * Find the next line that contains words.
 * @from: index of the first line to check
 * @words: the words, with a space before them, or a whole line
 * Return: the index of the line; the number of lines if there is none.
 */
size_t text_find(const struct text *text, size_t from, const char *words)
{
	while (from < text->n && !contains(text->lines[from], words))
		from++;
	return from;
}

/*
 * Check whether a line is about a port.
 * @line: the line: a command of pfcctl, or a comment about a command of dcb
 * Return: whether it is.
 */
bool text_is_of(const char *line, const char *dev)
{
	char quoted[BATCH_QUOTED(IFNAMSIZ)], words[BATCH_QUOTED(IFNAMSIZ) + 8];
	char key[TEXT_KEY];

	snprintf(words, sizeof(words), " dev %s", batch_quote(quoted, dev));
	return !text_key(key, line) && contains(line, words);
}

/* Free the lines of a text */
void text_free(struct text *text)
{
	size_t i;

	for (i = 0; i < text->n; i++)
		free(text->lines[i]);
	free(text->lines);
	*text = (struct text){ 0 };
}

/*
 * Runs a command of pfcctl-config, which prints text, with the names of this namespace.
 * @text: receives its output; NULL: ignore it
 * Return: an exit status
 */
static int run(struct ctx *ctx, const char *object, const struct args *args, struct text *text)
{
	struct ctx plain = { .err = ctx->err, .netns = ctx->netns };
	char *out, *next, *line;
	int err;

	err = program_read(&plain, "config", object, args, false, &out);
	next = err || !text ? NULL : out;
	while ((line = strsep(&next, "\n")))
		if (*line)
			text_line(text, "%s", line);
	free(out);
	return err;
}

/* Append the present configuration to a text.  Return: an exit status */
int text_load(struct ctx *ctx, struct text *text)
{
	return run(ctx, "save", &(struct args){ 0 }, text);
}

/*
 * Give the namespace a configuration.
 * @commands: receives the commands for a shell instead; NULL: run them
 * Return: an exit status.
 */
int text_restore(struct ctx *ctx, const struct text *text, struct text *commands)
{
	const int fd = memfd_create("pfcctl", 0);	/* the other program inherits it */
	char path[32], locked[] = RESTORE_LOCKED, dry[] = "--dry-run";
	const struct args args = { commands ? 3 : 2, (char *[]){ locked, path, dry } };
	bool good = fd >= 0;
	size_t i;
	int err;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (i = 0; good && i < text->n; i++)
		good = dprintf(fd, "%s\n", text->lines[i]) > 0;
	err = good ? run(ctx, "restore", &args, commands) :
		     fail(ctx, "cannot write %s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return err;
}
