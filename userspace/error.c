// SPDX-License-Identifier: GPL-2.0-only
/*
 * Errors: one line each.
 */
#include <stdarg.h>
#include "pfcctl.h"

static void complain(struct ctx *ctx, const char *kind, const char *fmt,
		     va_list ap)
{
	fprintf(ctx->err, "pfcctl: ");
	if (ctx->file)
		fprintf(ctx->err, "%s:%u: ", ctx->file, ctx->line);
	fputs(kind, ctx->err);
	vfprintf(ctx->err, fmt, ap);
	fputc('\n', ctx->err);
}

/**
 * fail() - say why something cannot be done
 * @ctx: the context
 * @fmt: as of printf()
 *
 * Return: %STATUS_FAILED.
 */
int fail(struct ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	complain(ctx, "", fmt, ap);
	va_end(ap);
	return STATUS_FAILED;
}

/**
 * misuse() - say what is wrong with the command line
 * @ctx: the context
 * @fmt: as of printf()
 *
 * Return: %STATUS_USAGE.
 */
int misuse(struct ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	complain(ctx, "", fmt, ap);
	va_end(ap);
	return STATUS_USAGE;
}

/**
 * warn() - say what the user should know although all went well
 * @ctx: the context
 * @fmt: as of printf()
 */
void warn(struct ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	complain(ctx, "Warning: ", fmt, ap);
	va_end(ap);
}
