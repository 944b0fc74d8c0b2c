// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gives the namespace the configuration of a file: pfcctl restore ...
 */
#include <string.h>
#include "config.h"
#include "fix.h"
#include "guard.h"
#include "keyword.h"
#include "print.h"
#include "select.h"

/**
 * struct request - parsed words of the command
 * @dry_run: print the commands instead
 * @file: the file
 * @dev: the only port to restore; NULL: the whole namespace
 */
struct request {
	bool		dry_run;
	const char	*file;
	const char	*dev;
};

/* Reads a word after the file.  Return: an exit status */
static int option_read(struct ctx *ctx, struct args *args, struct request *request)
{
	static const struct setting dev_setting = SETTING_DEV;
	static const char *const words[] = { "dev", "--dry-run", NULL };
	const char *word = keyword_full(ctx, words, *args->argv, !request->dev);
	struct change c;
	int err;

	if (!word)
		return STATUS_USAGE;
	if (*word) {
		args->argv++;
		args->argc--;
	}
	if (!strcmp(word, "--dry-run")) {
		if (request->dry_run)
			return misuse(ctx, "--dry-run: given twice");
		request->dry_run = true;
		return STATUS_OK;
	}
	if (request->dev)
		return misuse(ctx, "dev: given twice");
	change_begin(&c, PFC_CMD_UNSPEC);
	err = read_dev(ctx, &dev_setting, args, &c);
	request->dev = c.dev;
	if (!err && select_is_set(ctx, c.dev))
		err = fail(ctx, "dev: '%s' is more than one device; must be a device", c.dev);
	return err;
}

static int request_read(struct ctx *ctx, struct args *args, struct request *request)
{
	int err = STATUS_OK;

	while (!err && args->argc) {
		if (request->file || !strcmp(*args->argv, "--dry-run")) {
			err = option_read(ctx, args, request);
		} else {
			request->file = *args->argv++;
			args->argc--;
		}
	}
	if (!err && !request->file)
		err = misuse(fixed_by(ctx, FIX_FILE), "file: not given");
	return err;
}

static size_t count(const struct job *job)
{
	size_t i, n = 0;

	for (i = 0; i < job->n; i++)
		n += !!job->list[i].run.object;
	return n;
}

static void report_json(const struct ctx *ctx, const struct job *job)
{
	struct json_object *json = json_object_new_object();
	struct json_object *array = json_object_new_array();
	char line[JOB_LINE_LEN];
	size_t i;

	for (i = 0; i < job->n; i++) {
		const struct job_command *c = &job->list[i];

		if (!c->run.object)
			continue;
		job_line(line, c->name, &c->run);
		json_object_array_add(array, json_object_new_string(line));
	}
	json_add_bool(json, "changed", count(job));
	json_object_object_add(json, "commands", array);
	json_print(ctx, json);
}

static void print(const struct ctx *ctx, const struct job *job)
{
	char line[JOB_LINE_LEN];
	size_t i;

	for (i = 0; i < job->n; i++)
		if (job->list[i].run.object)
			puts(job_shell(line, ctx, job->list[i].name, &job->list[i].run));
}

static void report(const struct ctx *ctx, const struct request *request, const struct job *job)
{
	const size_t n = count(job);

	if (ctx->json)
		report_json(ctx, job);
	else if (request->dry_run)
		print(ctx, job);
	else if (n)
		printf("%s: %zu change%s\n", request->file, n, n == 1 ? "" : "s");
	else
		printf("%s: no change\n", request->file);
}

/* Runs the commands; errors of the kernel name the file.  Return: an exit status */
static int run(struct ctx *ctx, const char *file, struct job *job)
{
	const char *const batch = ctx->file;
	const unsigned int line = ctx->line;
	int err;

	ctx->file = file;
	ctx->line = 0;
	err = job_run(ctx, job);
	ctx->file = batch;
	ctx->line = line;
	return err;
}

/* Turns the present configuration into that of the file.  Return: an exit status */
static int change(struct ctx *ctx, const struct request *request, const struct config *want)
{
	struct config now;
	struct job job = { 0 };
	int err;

	err = config_load(ctx, &now);
	if (!err) {
		config_plan(&now, want, request->dev ? CONFIG_KEEP : 0, &job);
		if (job.full)
			err = fail(ctx, "out of memory");
		else if (!request->dry_run)
			err = run(ctx, request->file, &job);
		if (err)
			job_undo(ctx, &job, NULL);
		else
			report(ctx, request, &job);
	}
	job_free(&job);
	config_free(&now);
	return err;
}

static int restore(struct ctx *ctx, struct args *args)
{
	struct guard guard = { .fd = -1 };
	struct request request = { 0 };
	struct config want = { 0 };
	int err;

	err = request_read(ctx, args, &request);
	if (err)
		return err;
	err = config_read(ctx, request.file, request.dev, &want);
	if (!err && request.dev && !config_port(&want, request.dev))
		err = fail(ctx, "%s: has no port %s", request.file, request.dev);
	if (!err && request.dev)
		err = config_select(ctx, &want, request.dev);
	/* At boot, one command for each device may run at the same time */
	if (!err && !request.dry_run)
		err = guard_begin(ctx, &guard, true);
	if (!err)
		err = change(ctx, &request, &want);
	guard_end(&guard);
	config_free(&want);
	return err;
}

const struct object restore_object = {
	.name = "restore",
	.run = restore,
	.help =
"Usage: pfcctl restore FILE [dev DEV] [--dry-run]\n"
"Gives the namespace the configuration of a file of pfcctl save; - is standard input. Pools,\n"
"profiles and ports that the file does not have are deleted; settings that it does not have\n"
"get their default. Only what differs changes. If a line is invalid, nothing changes; if the\n"
"kernel refuses a change, all changes are undone.\n"
"         dev DEV    only this port, and the pools and profiles that it uses; delete nothing\n"
"         --dry-run  print the commands that would run and change nothing\n"
"Examples: pfcctl restore /etc/pfc/pfc.conf --dry-run\n"
"          pfcctl -n switch restore switch.conf\n"
"          pfcctl restore /etc/pfc/pfc.conf dev eth1\n",
};
