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
static size_t group_end(const struct roce_job *job, size_t i, size_t end)
{
	size_t next = i + 1;

	if (!is_set(&job->list[i].run))
		return next;
	while (next < end && is_set(&job->list[next].run) && next - i < OBJECTS &&
	       !strcmp(job->list[next].dev, job->list[i].dev))
		next++;
	return next;
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

/**
 * roce_run() - run the commands of a job that have not run yet
 * @ctx: the context
 * @job: the job; @job->done is updated
 * @end: one more than the last command to run
 *
 * Return: an exit status; after a failure the caller calls roce_undo().
 */
int roce_run(struct ctx *ctx, struct roce_job *job, size_t end)
{
	size_t next;

	if (job->full)
		return fail(ctx, "out of memory");
	for (; job->done < end; job->done = next) {
		next = group_end(job, job->done, end);
		if (run_group(ctx, job, job->done, next, false))
			return fail(ctx, "roce: %s: the change failed",
				    job->list[job->done].dev);
	}
	return STATUS_OK;
}

/* Undoes the group of commands [@begin, @end).  Return: whether that succeeded */
static bool undo_group(struct ctx *ctx, const struct roce_job *job, size_t begin, size_t end)
{
	char ns[ROCE_QUOTED + 4], dev[ROCE_QUOTED];
	size_t i;

	if (!run_group(ctx, job, begin, end, true))
		return true;
	roce_netns(ns, ctx);
	for (i = begin; i < end; i++) {
		const struct roce_step *step = &job->list[i].undo;

		if (step->object)
			warn(ctx, "not restored; the command was: pfcctl %s%s %s dev %s%s%s", ns,
			     step->object, step->verb, roce_quote(dev, job->list[i].dev),
			     *step->words ? " " : "", step->words);
	}
	return false;
}

/**
 * roce_undo() - undo all commands that have run, the last one first
 * @ctx: the context
 * @job: the job
 *
 * Return: whether all ports have their former settings again.
 */
bool roce_undo(struct ctx *ctx, struct roce_job *job)
{
	bool all = true;
	size_t begin;

	while (job->done) {
		/* The commands before @done that roce_run() has sent as one request */
		for (begin = 0; group_end(job, begin, job->done) < job->done;)
			begin = group_end(job, begin, job->done);
		all &= undo_group(ctx, job, begin, job->done);
		job->done = begin;
	}
	if (all)
		fail(ctx, "roce: all ports have their former settings again");
	return all;
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
