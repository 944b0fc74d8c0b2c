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

/* Append the lines of a text */
static void text_split(struct text *text, const char *lines)
{
	while (*lines) {
		const size_t len = strcspn(lines, "\n");

		text_line(text, "%.*s", (int)len, lines);
		lines += len + (lines[len] == '\n');
	}
}

/*
 * Check whether a line is a command for a pool or profile.
 * @kind: result: pool or profile, %TEXT_KIND bytes
 * @name: result: its name, %PFC_NAME_LEN bytes
 * Return: whether it is.
 */
bool text_named(const char *line, char *kind, char *name)
{
	char verb[4];

	return sscanf(line, "%7s %3s %31s", kind, verb, name) == 3 &&
	       (!strcmp(kind, "pool") || !strcmp(kind, "profile"));
}

/* Check whether a line contains words, which begin with a space.  Return: whether it does */
bool text_contains(const char *line, const char *words)
{
	const char *at = strstr(line, words);
	const size_t len = strlen(words);

	return at && (!at[len] || at[len] == ' ');
}

/*
 * Check whether a line is about a port.
 * @line: the line: a command of pfcctl, or a comment about a command of dcb
 * Return: whether it is.
 */
bool text_is_of(const char *line, const char *dev)
{
	char quoted[BATCH_QUOTED(IFNAMSIZ)], words[BATCH_QUOTED(IFNAMSIZ) + 8];

	snprintf(words, sizeof(words), " dev %s", batch_quote(quoted, dev));
	return text_contains(line, words);
}

/* Append the lines of another text */
void text_copy(struct text *to, const struct text *from)
{
	size_t i;

	for (i = 0; i < from->n; i++)
		text_line(to, "%s", from->lines[i]);
}

/*
 * Append the lines of another text that are about a port.
 * @dev: name of the device in the other text
 */
void text_copy_port(struct text *to, const struct text *from, const char *dev, const char *now)
{
	char quoted[BATCH_QUOTED(IFNAMSIZ)];
	const char *line, *name;
	size_t i, len;

	len = strlen(batch_quote(quoted, dev));
	for (i = 0; i < from->n; i++) {
		line = from->lines[i];
		if (!text_is_of(line, dev))
			continue;
		name = strstr(line, " dev ") + strlen(" dev ");
		text_line(to, "%.*s%s%s", (int)(name - line), line, batch_quote(quoted, now),
			  name + len);
	}
}

/* Remove the lines that are about a port */
void text_drop_port(struct text *text, const char *dev)
{
	size_t i, n = 0;

	for (i = 0; i < text->n; i++)
		if (text_is_of(text->lines[i], dev))
			free(text->lines[i]);
		else
			text->lines[n++] = text->lines[i];
	text->n = n;
}

/* Check whether a text has a pool or profile.  @kind: pool or profile.  Return: whether it has */
bool text_has(const struct text *text, const char *kind, const char *name)
{
	char of_kind[TEXT_KIND], of_name[PFC_NAME_LEN];
	size_t i;

	for (i = 0; i < text->n; i++)
		if (text_named(text->lines[i], of_kind, of_name) && !strcmp(of_kind, kind) &&
		    !strcmp(of_name, name))
			return true;
	return false;
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

/* The other program prints text, with the names of this namespace */
static struct ctx plain(const struct ctx *ctx)
{
	return (struct ctx){ .err = ctx->err, .netns = ctx->netns };
}

/* Read the present configuration.  Return: an exit status */
int text_load(struct ctx *ctx, struct text *text)
{
	struct ctx run = plain(ctx);
	const struct args none = { 0 };
	char *out;
	int err;

	err = program_read(&run, "config", "save", &none, false, &out);
	if (!err)
		text_split(text, out);
	free(out);
	return err;
}

/*
 * Give the namespace a configuration.
 * @commands: receives the commands for a shell instead; NULL: run them
 * Return: an exit status.
 */
int text_restore(struct ctx *ctx, const struct text *text, struct text *commands)
{
	const int fd = memfd_create("pfcctl", 0);	/* the other program inherits it */
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
	struct ctx run = plain(ctx);
	char path[32], *out = NULL;
	const struct args args = {
		commands ? 3 : 2, (char *[]){ RESTORE_LOCKED, path, "--dry-run" },
	};
	int err = STATUS_OK;
	size_t i;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (i = 0; file && i < text->n; i++)
		fprintf(file, "%s\n", text->lines[i]);
	if (!file || fflush(file) || ferror(file))
		err = fail(ctx, "cannot write %s: %s", path, strerror(errno));
	if (!err)
		err = program_read(&run, "config", "restore", &args, false, &out);
	if (!err && commands)
		text_split(commands, out);
	free(out);
	if (file)
		fclose(file);
	else if (fd >= 0)
		close(fd);
	return err;
}
