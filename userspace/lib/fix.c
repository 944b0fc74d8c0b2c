// SPDX-License-Identifier: GPL-2.0-only
/*
 * Errors and warnings, one line each on standard error, without control characters, and their
 * fixes.
 *
 * The module names the object, the value, what is allowed, and the cause.  It knows neither the
 * command line nor the namespace of the tool, so the tool adds the command that fixes the error.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "fix.h"
#include "format.h"
#include "netns.h"
#include "output.h"
#include "shell.h"

/* More values than a text of causes has, and the name of the object */
#define VALUES	8

/* A value of a fix */
struct value {
	const char	*at;
	size_t		len;
};

/* Return: whether a text begins with a pattern; @to: the texts of "*" */
static bool match(const char *pattern, const char *text, struct value *to)
{
	size_t len;

	/* A name in the text can be "*" */
	for (; *pattern && *pattern != '*' && *pattern == *text; pattern++)
		text++;
	if (*pattern != '*')
		return !*pattern;
	for (len = pattern[1] ? 0 : strlen(text); len <= strlen(text); len++) {
		*to = (struct value){ text, len };
		if (match(pattern + 1, text + len, to + 1))
			return true;
	}
	return false;
}

#define TOOL	"pfcctl "
#define IN_FILE	"in the file, "

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* Size of a fix: a command, and its other names */
#define FIX_TEXT	(SHELL_COMMAND + VALUES * QUOTED_LEN)

/* Appends a value as a word of a command, or of a line of a file */
static void put_value(char *to, const struct value *value, bool line)
{
	char word[SHELL_WORD + 2], quoted[BATCH_QUOTED(sizeof(word))];

	snprintf(word, sizeof(word), "%.*s", (int)value->len, value->at);
	if (line)
		text_append(to, FIX_TEXT, "%s", batch_quote(quoted, word));
	else
		shell_append(to, FIX_TEXT, "%s", word);
}

/*
 * Appends the first words of a command that works in a network namespace, or of a line of a file.
 * Return: the characters read from the text
 */
static size_t put_command(const struct ctx *ctx, char *to, const char *text, bool line)
{
	size_t len;

	if (!begins(text, TOOL) && !begins(text, "ip link"))
		return 0;
	/* The option of the namespace is before the space */
	len = strcspn(text, " ") + 1;
	if (line && begins(text, TOOL))
		return len;
	text_append(to, FIX_TEXT, "%.*s", (int)len, text);
	if (ctx->netns)
		shell_append(to, FIX_TEXT, "-n %s ", ctx->netns);
	return len;
}

/* Return: the text of a fix, which the caller frees */
static char *make_fix(const struct ctx *ctx, const char *fix, const struct value *values)
{
	/* A command would not last: the next restore of the file would revert it */
	const bool file = ctx->file && !ctx->line && begins(fix, TOOL);
	const bool line = file || begins(fix, FIX_EARLIER);
	char *to = list_new(1, FIX_TEXT);
	size_t len;

	for (; *fix; fix += len) {
		len = put_command(ctx, to, fix, line);
		if (len)
			continue;
		len = 1;
		if (*fix == '$')
			put_value(to, &values[fix[len++] - '0'], line);
		else
			text_append(to, FIX_TEXT, "%c", *fix);
	}
	if (file) {
		memmove(to + sizeof(IN_FILE) - 1, to, FIX_TEXT - sizeof(IN_FILE));
		memcpy(to, IN_FILE, sizeof(IN_FILE) - 1);
		to[FIX_TEXT - 1] = '\0';
	}
	return to;
}

/*
 * Set the fix of the next error or warning.
 * @fix: what the user can do; "$1" is the first value.  Commands of pfcctl and ip link get the
 *	network namespace of the user's command
 * Return: @ctx.
 */
struct ctx *fixed_by(struct ctx *ctx, const char *fix, ...)
{
	struct value values[VALUES] = { 0 };
	unsigned int n = 0, i;
	const char *at;
	va_list ap;

	for (at = strchr(fix, '$'); at; at = strchr(at + 1, '$'))
		if (n < (unsigned int)(at[1] - '0'))
			n = at[1] - '0';
	va_start(ap, fix);
	for (i = 1; i <= n; i++) {
		values[i].at = va_arg(ap, const char *);
		values[i].len = strlen(values[i].at);
	}
	va_end(ap);
	free(ctx->fix);
	ctx->fix = make_fix(ctx, fix, values);
	return ctx;
}

/*
 * Set the fix of an error or warning of the module.
 * @what: the object of the command, like "p1" or "pool gold", or NULL.
 */
void fix_cause(struct ctx *ctx, const char *what)
{
	const struct cause *cause = &causes[ctx->cause];
	const char *name = what ? strrchr(what, ' ') : NULL;
	struct value values[VALUES] = { 0 };

	if (!cause->fix || (cause->text && !match(cause->text, ctx->extack, values + 1)))
		return;
	name = name ? name + 1 : what ?: "";
	values[0] = (struct value){ name, strlen(name) };
	free(ctx->fix);
	ctx->fix = make_fix(ctx, cause->fix, values);
}

static void print_message(struct ctx *ctx, const char *kind, const char *fmt,
			  va_list ap)
{
	char *text = NULL;

	fprintf(ctx->err, "pfcctl: ");
	text_put(ctx->err, ctx->file ?: "");
	if (ctx->file && ctx->line)
		fprintf(ctx->err, ":%u", ctx->line);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	fprintf(ctx->err, "%s%s", ctx->file ? ": " : "", kind);
	text_put(ctx->err, text ?: fmt);
	if (ctx->fix)
		fprintf(ctx->err, "; fix: %s", ctx->fix);
	free(ctx->fix);
	ctx->fix = NULL;
	fputc('\n', ctx->err);
	free(text);
}

/* Print an error about a value or a refused operation.  Return: %STATUS_FAILED */
int fail(struct ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(ctx, "", fmt, ap);
	va_end(ap);
	return STATUS_FAILED;
}

/* Print an error about the syntax of the command line.  Return: %STATUS_USAGE */
int misuse(struct ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(ctx, "", fmt, ap);
	va_end(ap);
	return STATUS_USAGE;
}

/* Print a warning about an operation that succeeded */
void warn(struct ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(ctx, "Warning: ", fmt, ap);
	va_end(ap);
}

/* ---- errors of several commands; those of files and namespaces add the text of errno ---- */

int fail_no_device(struct ctx *ctx, const char *dev)
{
	return fail(fixed_by(ctx, FIX_DEVICES), "%s: no such device", dev);
}

int fail_is_port(struct ctx *ctx, const char *dev)
{
	return fail(fixed_by(ctx, "pfcctl port set dev $1 changes its settings", dev),
		    "%s: device is a pfc port already", dev);
}

int fail_open(struct ctx *ctx, const char *name)
{
	const int error = errno;

	if (error == ENOENT)
		fixed_by(ctx, "name a file that exists; - is standard input");
	return fail(ctx, "cannot read %s: %s", name, strerror(error));
}

int fail_read(struct ctx *ctx, const char *name)
{
	const int error = errno;

	if (error == EISDIR)
		fixed_by(ctx, FIX_FILE);
	return fail(ctx, "%s: %s", name, strerror(error));
}

int misuse_no_dev(struct ctx *ctx)
{
	return misuse(fixed_by(ctx, "add dev DEV; pfcctl port show lists the ports"),
		      "dev: not given");
}

int misuse_no_size(struct ctx *ctx)
{
	return misuse(fixed_by(ctx, "add size SIZE, like 1M"), "size: not given");
}

int misuse_no_value(struct ctx *ctx, const char *keyword)
{
	return misuse(fixed_by(ctx, "add a value after $1", keyword), "%s: no value given",
		      keyword);
}

int misuse_second_dev(struct ctx *ctx, const char *dev)
{
	return misuse(fixed_by(ctx, "write a list, as in dev DEV,$1", dev),
		      "'%s' is a second device", dev);
}

int fail_netns(struct ctx *ctx, const char *name)
{
	const int error = errno;

	if (error == ENOENT)
		fixed_by(ctx, "name a namespace that ip netns list shows, or its path");
	return fail(ctx, "network namespace '%s': %s", name, netns_open_error(error));
}

int fail_enter_netns(struct ctx *ctx, const char *name)
{
	const int error = errno;

	if (error == EPERM)
		fixed_by(ctx, FIX_ROOT);
	return fail(ctx, "network namespace '%s': %s", name,
		    error == EPERM ? "not permitted, needs CAP_SYS_ADMIN" :
		    error == EINVAL ? "is not a network namespace" : strerror(error));
}
