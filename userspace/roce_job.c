// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs pfcctl commands that take effect as a whole.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "roce.h"

/* ---- words for a shell ------------------------------------------------------------ */

/**
 * roce_quote() - quote a name for a shell, if it needs that
 * @buf: result, %ROCE_QUOTED bytes
 * @word: the name
 *
 * Return: @buf.
 */
const char *roce_quote(char *buf, const char *word)
{
	size_t len = 0, i = 0;

	while (isalnum((unsigned char)word[i]) || (word[i] && strchr("_.,:=+@%/-", word[i])))
		i++;
	if (i && !word[i]) {
		snprintf(buf, ROCE_QUOTED, "%s", word);
		return buf;
	}
	buf[len++] = '\'';
	for (i = 0; word[i] && len < ROCE_QUOTED - 6; i++) {
		if (word[i] == '\'') {
			memcpy(buf + len, "'\\''", 4);
			len += 4;
		} else {
			buf[len++] = word[i];
		}
	}
	buf[len++] = '\'';
	buf[len] = '\0';
	return buf;
}

/**
 * roce_netns() - get the words that select the network namespace of the tool
 * @buf: result, %ROCE_QUOTED + 4 bytes: "-n NETNS " or ""
 * @ctx: the context
 *
 * Return: @buf.
 */
const char *roce_netns(char *buf, const struct ctx *ctx)
{
	*buf = '\0';
	if (!ctx->netns)
		return buf;
	memcpy(buf, "-n ", 3);
	roce_quote(buf + 3, ctx->netns);
	return strcat(buf, " ");
}

/**
 * roce_print() - print commands of a job for a shell
 * @ctx: the context
 * @job: the job
 * @begin: the first command
 * @end: one more than the last command
 */
void roce_print(const struct ctx *ctx, const struct roce_job *job, size_t begin, size_t end)
{
	char ns[ROCE_QUOTED + 4], dev[ROCE_QUOTED];

	roce_netns(ns, ctx);
	for (; begin < end; begin++) {
		const struct roce_command *c = &job->list[begin];

		printf("pfcctl %s%s %s dev %s%s%s\n", ns, c->run.object, c->run.verb,
		       roce_quote(dev, c->dev), *c->run.words ? " " : "", c->run.words);
	}
}

/* ---- running commands --------------------------------------------------------------- */

/**
 * roce_add() - append a command
 * @job: the job
 * @dev: the device
 * @run: the command
 * @undo: the command that undoes it
 */
void roce_add(struct roce_job *job, const char *dev, const struct roce_step *run,
	      const struct roce_step *undo)
{
	struct roce_command *list;

	list = realloc(job->list, (job->n + 1) * sizeof(*list));
	if (!list) {
		job->full = true;
		return;
	}
	job->list = list;
	list += job->n++;
	*list = (struct roce_command){ .run = *run, .undo = *undo };
	snprintf(list->dev, sizeof(list->dev), "%s", dev);
}

/* Runs "port add" or "port del".  The device is a word of its own, whatever its name is. */
static int run_alone(struct ctx *ctx, const char *dev, const struct roce_step *step)
{
	char text[ROCE_LINE], name[IFNAMSIZ], object[16], verb[16];
	char *words[BATCH_WORDS + 4] = { object, verb, "dev", name };
	struct args args = { 0, words };

	snprintf(object, sizeof(object), "%s", step->object);
	snprintf(verb, sizeof(verb), "%s", step->verb);
	snprintf(name, sizeof(name), "%s", dev);
	snprintf(text, sizeof(text), "%s", step->words);
	args.argc = 4 + batch_split(text, words + 4);
	return command_run(ctx, &args);
}

/* More than the objects with settings */
#define OBJECTS	8

static bool is_set(const struct roce_step *step)
{
	return step->object && !strcmp(step->verb, "set");
}

/* Sends the settings of several commands as one request, so that no state lies between them */
static int run_together(struct ctx *ctx, const char *dev, const struct roce_step *const *steps,
			size_t n)
{
	char text[OBJECTS][ROCE_LINE], *words[BATCH_WORDS];
	struct change c;
	size_t i;
	int err = STATUS_OK;

	change_begin(&c, PFC_CMD_PORT_SET);
	c.dev = dev;
	mnl_attr_put_strz(&c.msg.hdr, PFC_A_IFNAME, dev);
	for (i = 0; !err && i < n; i++) {
		struct args args = { 0, words };

		snprintf(text[i], sizeof(text[i]), "%s", steps[i]->words);
		args.argc = batch_split(text[i], words);
		c.seen = 0;
		err = settings_read(ctx, &args, roce_object_named(steps[i]->object)->settings,
				    &c);
	}
	if (!err)
		err = change_end(ctx, &c);
	return err ? err : genl_change(ctx, &c.msg, dev);
}

/* Return: one more than the last command that is part of the request of command @i */
static size_t group_end(const struct roce_job *job, size_t i)
{
	const size_t end = i < job->links ? job->links : job->n;
	size_t next = i + 1;

	if (!is_set(&job->list[i].run))
		return next;
	while (next < end && is_set(&job->list[next].run) && next - i < OBJECTS &&
	       !strcmp(job->list[next].dev, job->list[i].dev))
		next++;
	return next;
}

/* Return: the first command of the request whose last one is before @end */
static size_t group_begin(const struct roce_job *job, size_t end)
{
	size_t begin = 0;

	while (group_end(job, begin) < end)
		begin = group_end(job, begin);
	return begin;
}

static int run_group(struct ctx *ctx, const struct roce_job *job, size_t begin, size_t end,
		     bool undo)
{
	const struct roce_step *steps[OBJECTS];
	const char *dev = job->list[begin].dev;
	size_t n = 0, i;

	for (i = begin; i < end; i++) {
		const struct roce_command *c = &job->list[i];
		const struct roce_step *step = undo ? &c->undo : &c->run;

		if (!c->only_shell && step->object)
			steps[n++] = step;
	}
	if (!n)
		return STATUS_OK;
	return is_set(steps[0]) ? run_together(ctx, dev, steps, n) :
				  run_alone(ctx, dev, steps[0]);
}

/*
 * Runs or undoes the commands of a request, and marks them.  @text: receives errors and warnings,
 * which the caller frees.  Return: an exit status
 */
static int try_group(struct ctx *ctx, struct roce_job *job, size_t begin, size_t end, bool undo,
		     char **text)
{
	FILE *err = ctx->err;
	size_t len;
	int status;

	*text = NULL;
	ctx->err = open_memstream(text, &len);
	if (!ctx->err) {
		ctx->err = err;
		return fail(ctx, "out of memory");
	}
	*ctx->extack = '\0';
	status = run_group(ctx, job, begin, end, undo);
	fclose(ctx->err);
	ctx->err = err;
	for (; !status && begin < end; begin++)
		job->list[begin].done = !undo;
	return status;
}

static void put_text(struct ctx *ctx, char *text)
{
	if (text)
		fputs(text, ctx->err);
	free(text);
}

/* Return: whether a pool was too small; a later command can free a part of it */
static bool is_pool_full(const struct ctx *ctx)
{
	return !strncmp(ctx->extack, "pool ", strlen("pool "));
}

/**
 * roce_run() - run the commands of a job that have not run yet
 * @ctx: the context
 * @job: the job
 * @end: one more than the last command to run
 *
 * Commands for which a pool is too small run after those for other ports.
 *
 * Return: an exit status; after a failure the caller calls roce_undo().
 */
int roce_run(struct ctx *ctx, struct roce_job *job, size_t end)
{
	bool progress, again;
	size_t i;
	char *text;

	if (job->full)
		return fail(ctx, "out of memory");
	do {
		progress = false;
		again = false;
		for (i = 0; i < end; i = group_end(job, i)) {
			if (job->list[i].done)
				continue;
			if (!try_group(ctx, job, i, group_end(job, i), false, &text)) {
				progress = true;
			} else if (is_pool_full(ctx)) {
				again = true;
				free(text);
				continue;
			} else {
				put_text(ctx, text);
				return fail(ctx, "roce: %s: the change failed", job->list[i].dev);
			}
			put_text(ctx, text);
		}
	} while (again && progress);
	for (i = 0; again && i < end; i = group_end(job, i)) {
		if (job->list[i].done || !try_group(ctx, job, i, group_end(job, i), false, &text))
			continue;
		put_text(ctx, text);
		return fail(ctx, "roce: %s: the change failed", job->list[i].dev);
	}
	return STATUS_OK;
}

/* Prints the commands of a request that could not be undone, after its errors */
static void warn_group(struct ctx *ctx, const struct roce_job *job, size_t begin, size_t end,
		       char *text)
{
	char ns[ROCE_QUOTED + 4], dev[ROCE_QUOTED];

	put_text(ctx, text);
	roce_netns(ns, ctx);
	for (; begin < end; begin++) {
		const struct roce_command *c = &job->list[begin];

		if (c->undo.object && !c->only_shell)
			warn(ctx, "not restored; the command was: pfcctl %s%s %s dev %s%s%s", ns,
			     c->undo.object, c->undo.verb, roce_quote(dev, c->dev),
			     *c->undo.words ? " " : "", c->undo.words);
	}
}

/* Undoes what can be undone.  Return: whether another pass could undo more */
static bool undo_pass(struct ctx *ctx, struct roce_job *job, bool last)
{
	bool progress = false, left = false;
	size_t begin, end;
	char *text;

	for (end = job->n; end; end = begin) {
		begin = group_begin(job, end);
		if (!job->list[begin].done)
			continue;
		if (!try_group(ctx, job, begin, end, true, &text)) {
			progress = true;
			put_text(ctx, text);
		} else if (last) {
			warn_group(ctx, job, begin, end, text);
		} else {
			left = true;
			free(text);
		}
	}
	return left && progress;
}

static bool is_any_done(const struct roce_job *job)
{
	size_t i;

	for (i = 0; i < job->n; i++)
		if (job->list[i].done)
			return true;
	return false;
}

/**
 * roce_undo() - undo all commands that have run, the last one first
 * @ctx: the context
 * @job: the job
 *
 * A port that held less of a pool before gives its part to the others, so their turn comes again.
 *
 * Return: whether all ports have their former settings again.
 */
bool roce_undo(struct ctx *ctx, struct roce_job *job)
{
	if (!is_any_done(job))
		return true;
	while (undo_pass(ctx, job, false))
		;
	undo_pass(ctx, job, true);
	if (is_any_done(job))
		return false;
	fail(ctx, "roce: all ports have their former settings again");
	return true;
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
