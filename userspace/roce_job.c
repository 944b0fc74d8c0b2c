// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs pfcctl commands that take effect as a whole.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "roce.h"

/**
 * roce_add() - append a command
 * @job: the job
 * @undo: words of the command that undoes it, or ""
 * @fmt: format of the words after pfcctl, as for printf()
 */
void roce_add(struct roce_job *job, const char *undo, const char *fmt, ...)
{
	struct roce_command *list;
	va_list ap;

	list = realloc(job->list, (job->n + 1) * sizeof(*list));
	if (!list) {
		job->full = true;
		return;
	}
	job->list = list;
	list += job->n++;
	va_start(ap, fmt);
	vsnprintf(list->line, sizeof(list->line), fmt, ap);
	va_end(ap);
	snprintf(list->undo, sizeof(list->undo), "%s", undo);
}

static int run_line(struct ctx *ctx, const char *line)
{
	char text[ROCE_LINE], *words[BATCH_WORDS];
	struct args args = { 0, words };

	snprintf(text, sizeof(text), "%s", line);
	args.argc = batch_split(text, words);
	return command_run(ctx, &args);
}

/* Undoes the first @n commands, the last one first */
static void undo(struct ctx *ctx, const struct roce_job *job, size_t n)
{
	bool all = true;

	while (n--)
		if (*job->list[n].undo && run_line(ctx, job->list[n].undo)) {
			warn(ctx, "not restored; the command was: pfcctl %s", job->list[n].undo);
			all = false;
		}
	if (all)
		fail(ctx, "roce: all ports have their former settings again");
}

/**
 * roce_run() - run the commands of a job; if one fails, undo those before it
 * @ctx: the context
 * @job: the job
 *
 * Return: an exit status.
 */
int roce_run(struct ctx *ctx, const struct roce_job *job)
{
	size_t i;

	if (job->full)
		return fail(ctx, "out of memory");
	for (i = 0; i < job->n; i++) {
		if (!run_line(ctx, job->list[i].line))
			continue;
		fail(ctx, "roce: the command that failed: pfcctl %s", job->list[i].line);
		undo(ctx, job, i);
		return STATUS_FAILED;
	}
	return STATUS_OK;
}

/**
 * roce_print() - print the commands of a job for a shell
 * @ctx: the context
 * @job: the job
 */
void roce_print(const struct ctx *ctx, const struct roce_job *job)
{
	size_t i;

	for (i = 0; i < job->n; i++)
		printf("pfcctl %s%s%s%s\n", ctx->netns ? "-n " : "",
		       ctx->netns ? ctx->netns : "", ctx->netns ? " " : "", job->list[i].line);
}

/**
 * roce_job_free() - free the commands of a job
 * @job: the job
 */
void roce_job_free(struct roce_job *job)
{
	free(job->list);
	memset(job, 0, sizeof(*job));
}
