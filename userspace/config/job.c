// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs pfcctl commands that take effect as a whole.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fix.h"
#include "job.h"
#include "setting.h"

/* ---- commands as text -------------------------------------------------------------- */

/* Return: whether the commands of the object concern a device and not a name */
static bool takes_dev(const struct step *step)
{
	return object_named(step->object)->settings;
}

/**
 * job_line() - format a command as a line of a file
 * @buf: result, %JOB_LINE_LEN bytes
 * @name: the device, pool or profile
 * @step: the command
 *
 * Return: @buf.
 */
const char *job_line(char *buf, const char *name, const struct step *step)
{
	char quoted[BATCH_QUOTED(PFC_NAME_LEN)];

	snprintf(buf, JOB_LINE_LEN, "%s %s %s%s%s%s", step->object, step->verb,
		 takes_dev(step) ? "dev " : "", batch_quote(quoted, name),
		 *step->words ? " " : "", step->words);
	return buf;
}

/**
 * job_shell() - format a command for a shell
 * @buf: result, %JOB_LINE_LEN bytes
 * @ctx: the context
 * @name: the device, pool or profile
 * @step: the command
 *
 * Return: @buf.
 */
const char *job_shell(char *buf, const struct ctx *ctx, const char *name, const struct step *step)
{
	*buf = '\0';
	shell_pfcctl(buf, JOB_LINE_LEN, ctx->netns, "%s %s", step->object, step->verb);
	shell_append(buf, JOB_LINE_LEN, takes_dev(step) ? " dev %s" : " %s", name);
	shell_words(buf, JOB_LINE_LEN, step->words);
	return buf;
}

/* Check whether a command concerns a pool.  Return: whether it does */
bool job_is_pool(const struct job_command *c)
{
	return c->run.object && !strcmp(c->run.object, "pool");
}

/* ---- running commands --------------------------------------------------------------- */

/**
 * job_add() - append a command
 * @job: the job
 * @name: the device, pool or profile
 * @run: the command; without an object, the job only undoes something
 * @undo: the command that undoes it
 */
void job_add(struct job *job, const char *name, const struct step *run, const struct step *undo)
{
	struct job_command *list, new = { .run = *run, .undo = *undo };

	/* @name can be that of another command in the list, which moves */
	snprintf(new.name, sizeof(new.name), "%s", name);
	list = realloc(job->list, (job->n + 1) * sizeof(*list));
	if (!list) {
		job->full = true;
		return;
	}
	job->list = list;
	list[job->n++] = new;
}

/*
 * Runs a command that is a request of its own.  The device is a word of its own, whatever its name
 * is.
 */
static int run_alone(struct ctx *ctx, const char *name, const struct step *step)
{
	char text[WORDS_LEN], copy[PFC_NAME_LEN], object[16], verb[16], dev[] = "dev";
	char *words[BATCH_WORDS + 4] = { object, verb };
	struct args args = { 2, words };
	int n, err;

	snprintf(object, sizeof(object), "%s", step->object);
	snprintf(verb, sizeof(verb), "%s", step->verb);
	snprintf(copy, sizeof(copy), "%s", name);
	snprintf(text, sizeof(text), "%s", step->words);
	if (takes_dev(step))
		words[args.argc++] = dev;
	words[args.argc++] = copy;
	n = batch_split(text, words + args.argc);
	if (n < 0)
		return fail(ctx, "%s %s: more than %d words", step->object, name, BATCH_WORDS);
	args.argc += n;
	ctx->literal = true;
	err = command_run(ctx, &args);
	ctx->literal = false;
	return err;
}

/* More than the commands for the settings of a port: one for each object, PG and queue */
#define GROUP_MAX	32

static bool is_set(const struct step *step)
{
	return step->object && !strcmp(step->verb, "set") && takes_dev(step);
}

/* Return: whether the command, or the one that undoes it, is a part of a request */
static bool is_part(const struct job_command *c)
{
	return is_set(c->run.object ? &c->run : &c->undo);
}

/* Sends the settings of several commands as one request, so that no state lies between them */
static int run_together(struct ctx *ctx, const char *dev, const struct step *const *steps,
			size_t n)
{
	char text[WORDS_LEN], *words[BATCH_WORDS];
	struct change c;
	size_t i;
	int err = STATUS_OK;

	change_begin(&c, PFC_CMD_PORT_SET);
	c.dev = dev;
	mnl_attr_put_strz(&c.msg.hdr, PFC_A_IFNAME, dev);
	for (i = 0; !err && i < n; i++) {
		struct args args = { 0, words };

		snprintf(text, sizeof(text), "%s", steps[i]->words);
		args.argc = batch_split(text, words);
		if (args.argc < 0)
			return fail(ctx, "%s %s: more than %d words", steps[i]->object, dev,
				    BATCH_WORDS);
		c.seen = 0;
		err = settings_read(ctx, &args, object_named(steps[i]->object)->settings, &c);
		if (!err)
			err = change_parts(ctx, &c);
	}
	if (!err)
		err = change_end(ctx, &c);
	return err ? err : genl_change(ctx, &c.msg, dev);
}

/* Return: one more than the last command that is part of the request of command @i */
static size_t group_end(const struct job *job, size_t i)
{
	size_t next = i + 1;

	if (!is_part(&job->list[i]))
		return next;
	while (next < job->n && is_part(&job->list[next]) && next - i < GROUP_MAX &&
	       !strcmp(job->list[next].name, job->list[i].name))
		next++;
	return next;
}

/* Return: the first command of the request whose last one is before @end */
static size_t group_begin(const struct job *job, size_t end)
{
	size_t begin = 0;

	while (group_end(job, begin) < end)
		begin = group_end(job, begin);
	return begin;
}

static int run_group(struct ctx *ctx, const struct job *job, size_t begin, size_t end,
		     bool undo)
{
	const struct step *steps[GROUP_MAX];
	const char *dev = job->list[begin].name;
	size_t n = 0, i;

	for (i = begin; i < end; i++) {
		const struct step *step = undo ? &job->list[i].undo : &job->list[i].run;

		if (step->object)
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
static int try_group(struct ctx *ctx, struct job *job, size_t begin, size_t end, bool undo,
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
	ctx->cause = PFC_CAUSE_NONE;
	ctx->error = 0;
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

/* Return: whether a pool was too small or in use; a later command can free a part of it */
static bool is_pool_full(const struct ctx *ctx)
{
	switch (ctx->cause) {
	case PFC_CAUSE_POOL_RESERVED:
	case PFC_CAUSE_POOL_PACKETS_OF_PG:
	case PFC_CAUSE_POOL_PACKETS:
	case PFC_CAUSE_POOL_SIZE:
	case PFC_CAUSE_POOL_IN_PROFILE:
	case PFC_CAUSE_POOL_IN_USE:
	case PFC_CAUSE_POOL_DRAINS:
		return true;
	}
	return false;
}

/* A pool to delete is in use while packets of a former PG are queued, and then they leave */
#define DRAIN_TRIES	100
#define DRAIN_TIME	20000	/* us */

static bool is_draining(const struct ctx *ctx)
{
	return ctx->cause == PFC_CAUSE_POOL_DRAINS;
}

static int job_fails(struct ctx *ctx, const struct job *job, size_t i, char *text)
{
	put_text(ctx, text);
	if (job->what)
		fail(ctx, "%s: %s: the change failed", job->what, job->list[i].name);
	return STATUS_FAILED;
}

/**
 * struct pass - result of one attempt to run all commands
 * @progress: a command has run
 * @full: a pool was too small for a command
 * @draining: a pool to delete still holds packets
 */
struct pass {
	bool	progress;
	bool	full;
	bool	draining;
};

/* Runs commands that have not run yet.  @last: no reason excuses a failure */
static int run_pass(struct ctx *ctx, struct job *job, bool last, struct pass *pass)
{
	char *text;
	size_t i;

	*pass = (struct pass){ 0 };
	for (i = 0; i < job->n; i = group_end(job, i)) {
		if (job->list[i].done)
			continue;
		if (!try_group(ctx, job, i, group_end(job, i), false, &text)) {
			pass->progress = true;
			put_text(ctx, text);
		} else if (!last && (is_pool_full(ctx) || is_draining(ctx))) {
			pass->full |= is_pool_full(ctx);
			pass->draining |= is_draining(ctx);
			free(text);
		} else {
			return job_fails(ctx, job, i, text);
		}
	}
	return STATUS_OK;
}

/*
 * Run the commands of a job that have not run yet.
 *
 * Commands for which a pool is too small run after those for other ports.
 * Return: an exit status; after a failure the caller calls job_undo().
 */
int job_run(struct ctx *ctx, struct job *job)
{
	unsigned int tries = 0;
	struct pass pass;
	int err;

	if (job->full)
		return fail(ctx, "out of memory");
	do {
		err = run_pass(ctx, job, false, &pass);
		if (!err && !pass.progress && pass.draining) {
			usleep(DRAIN_TIME);
			tries++;
		}
	} while (!err && ((pass.full && pass.progress) ||
			  (pass.draining && tries < DRAIN_TRIES)));
	if (!err && (pass.full || pass.draining))
		err = run_pass(ctx, job, true, &pass);
	return err;
}

/* Prints the commands of a request that could not be undone, after its errors */
static void warn_group(struct ctx *ctx, const struct job *job, size_t begin, size_t end,
		       char *text)
{
	char line[JOB_LINE_LEN];

	put_text(ctx, text);
	for (; begin < end; begin++) {
		const struct job_command *c = &job->list[begin];

		if (c->undo.object)
			warn(ctx, "not restored; the command was: %s",
			     job_shell(line, ctx, c->name, &c->undo));
	}
}

/* Undoes what can be undone.  Return: whether another pass could undo more */
static bool undo_pass(struct ctx *ctx, struct job *job, bool last)
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

static bool is_any_done(const struct job *job)
{
	size_t i;

	for (i = 0; i < job->n; i++)
		if (job->list[i].done)
			return true;
	return false;
}

/**
 * job_undo() - undo all commands that have run, the last one first
 * @ctx: the context
 * @job: the job
 * @done: what to print if a command was undone and all ports have their former settings again;
 *	NULL: nothing
 *
 * A port that held less of a pool before gives its part to the others, so their turn comes again.
 *
 * Return: whether all ports have their former settings again.
 */
bool job_undo(struct ctx *ctx, struct job *job, const char *done)
{
	if (!is_any_done(job))
		return true;
	while (undo_pass(ctx, job, false))
		;
	undo_pass(ctx, job, true);
	if (is_any_done(job))
		return false;
	if (done)
		fail(ctx, "%s: %s", job->what ?: "pfcctl", done);
	return true;
}

/* Free the commands of a job */
void job_free(struct job *job)
{
	free(job->list);
	memset(job, 0, sizeof(*job));
}
