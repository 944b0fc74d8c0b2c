// SPDX-License-Identifier: GPL-2.0-only
/*
 * Error messages and warnings, one line each on standard error, without control characters.
 */
#include <stdarg.h>
#include <stdlib.h>
#include "fix.h"
#include "output.h"
#include "pfcctl.h"

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
	fix_put(ctx);
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
