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
#include <unistd.h>
#include "lock.h"
#include "roce.h"

#define WANTED_SUFFIX	".wanted"

/* Append a line */
void text_line(struct text *text, const char *fmt, ...)
{
	char **lines = realloc(text->lines, (text->n + 1) * sizeof(*lines));
	va_list ap;

	if (lines) {
		text->lines = lines;
		va_start(ap, fmt);
		if (vasprintf(&lines[text->n], fmt, ap) < 0)
			lines = NULL;
		va_end(ap);
	}
	if (lines)
		text->n++;
	else
		text->full = true;
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

/* Return: whether the line is a command for a pool, or for a profile, with this name; NULL: any */
static bool is_named(const char *line, const char *kind, const char *name)
{
	char object[8], verb[4], of[PFC_NAME_LEN];

	return sscanf(line, "%7s %3s %31s", object, verb, of) == 3 && !strcmp(object, kind) &&
	       (!name || !strcmp(of, name));
}

/*
 * Check whether a line is about a port.
 * @line: the line: a command of pfcctl, or a comment about a command of dcb
 * Return: whether it is.
 */
bool text_is_of(const char *line, const char *dev)
{
	char quoted[BATCH_QUOTED(IFNAMSIZ)], words[BATCH_QUOTED(IFNAMSIZ) + 8];
	const char *at;
	size_t len;

	len = snprintf(words, sizeof(words), " dev %s", batch_quote(quoted, dev));
	at = strstr(line, words);
	return at && (!at[len] || at[len] == ' ');
}

/*
 * Append lines of another text.
 * @kind: pool or profile; NULL: all other lines
 */
void text_copy(struct text *to, const struct text *from, const char *kind)
{
	size_t i;

	for (i = 0; i < from->n; i++)
		if (kind ? is_named(from->lines[i], kind, NULL) :
		    !is_named(from->lines[i], "pool", NULL) &&
		    !is_named(from->lines[i], "profile", NULL))
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
	size_t i;

	for (i = 0; i < text->n; i++)
		if (is_named(text->lines[i], kind, name))
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

static int write_text(struct ctx *ctx, const struct text *text, const char *path)
{
	FILE *file = fopen(path, "we");
	bool good = file;
	size_t i;

	for (i = 0; good && i < text->n; i++)
		good = fprintf(file, "%s\n", text->lines[i]) > 0;
	if (file)
		good = !fclose(file) && good;
	return good ? STATUS_OK : fail(ctx, "cannot write %s: %s", path, strerror(errno));
}

/* Creates a file with a new name, for a user without privileges.  Return: an exit status */
static int make_file(struct ctx *ctx, char *path)
{
	const int fd = mkstemp(path);

	if (fd < 0)
		return fail(ctx, "cannot write %s: %s", path, strerror(errno));
	close(fd);
	return STATUS_OK;
}

/*
 * Give the namespace a configuration.
 * @commands: receives the commands for a shell instead; NULL: run them
 * Return: an exit status.
 */
int text_restore(struct ctx *ctx, const struct text *text, struct text *commands)
{
	struct ctx run = plain(ctx);
	char path[STATE_PATH + 8], dir[STATE_PATH], *out = NULL;
	const struct args args = {
		commands ? 3 : 2, (char *[]){ RESTORE_LOCKED, path, "--dry-run" },
	};
	int err;

	if (text->full)
		return fail(ctx, "out of memory");
	err = commands ? STATUS_OK : state_path(ctx, dir);
	if (err)
		return err;
	if (commands)
		snprintf(path, sizeof(path), "/tmp/pfcctl-XXXXXX");
	else
		snprintf(path, sizeof(path), "%s" WANTED_SUFFIX, dir);
	err = commands ? make_file(ctx, path) : STATUS_OK;
	if (err)
		return err;
	err = write_text(ctx, text, path);
	if (!err)
		err = program_read(&run, "config", "restore", &args, false, &out);
	if (!err && commands)
		text_split(commands, out);
	free(out);
	unlink(path);
	return err;
}
