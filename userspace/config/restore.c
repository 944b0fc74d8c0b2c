// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gives the namespace the configuration of a file: pfcctl restore ...
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "config.h"
#include "fix.h"
#include "keyword.h"
#include "lock.h"
#include "print.h"
#include "select.h"

/* Suffixes of the file with the former configuration, and of the file during a run */
#define FORMER_SUFFIX	".former"
#define PRESENT_SUFFIX	".former.new"

/**
 * struct request - parsed words of the command
 * @dry_run: print the commands instead
 * @locked: the program that runs this one has locked the namespace
 * @file: the file
 * @dev: the only port to restore; NULL: the whole namespace
 */
struct request {
	bool		dry_run;
	bool		locked;
	const char	*file;
	const char	*dev;
};

/* Reads a word after the file.  Return: an exit status */
static int option_read(struct ctx *ctx, struct args *args, struct request *request)
{
	static const struct setting dev_setting = SETTING_DEV;
	static const char *const words[] = { "dev", "--dry-run", NULL };
	const char *word = keyword_take(ctx, words, args, !request->dev);
	struct change c;
	int err;

	if (!word)
		return STATUS_USAGE;
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

	if (args->argc && !strcmp(*args->argv, RESTORE_LOCKED)) {
		request->locked = true;
		args->argv++;
		args->argc--;
	}
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

static void report_json(const struct ctx *ctx, const struct plan *plan)
{
	struct json_object *json = json_object_new_object();

	json_add_bool(json, "changed", plan->n);
	json_object_object_add(json, "commands", commands_json(plan));
	json_print(ctx, json);
}

static void report(const struct ctx *ctx, const struct request *request, const struct plan *plan)
{
	char line[COMMAND_LINE];
	size_t i;

	if (ctx->json)
		report_json(ctx, plan);
	else if (request->dry_run)
		for (i = 0; i < plan->n; i++)
			puts(command_shell(line, ctx, &plan->list[i]));
	else if (plan->n)
		printf("%s: %zu change%s\n", request->file, plan->n, plan->n == 1 ? "" : "s");
	else
		printf("%s: no change\n", request->file);
}

/* ---- the former configuration ----------------------------------------------------------- */

/* Writes a configuration to a file.  Return: an exit status */
static int keep(struct ctx *ctx, const struct config *config, const char *path)
{
	struct config empty = { 0 };
	FILE *file = fopen(path, "we");
	struct plan plan = { 0 };

	if (!file)
		return fail(ctx, "cannot write %s: %s", path, strerror(errno));
	config_begin(&empty);
	config_plan(&empty, config, 0, &plan);
	save_put(file, &plan);
	free(plan.list);
	config_free(&empty);
	return fclose(file) ? fail(ctx, "cannot write %s: %s", path, strerror(errno)) : STATUS_OK;
}

/* Appends the objects whose commands have, or have not, run */
static void list(char *text, const struct plan *plan, bool done)
{
	const struct config_command *c, *before = NULL;
	size_t i;

	*text = '\0';
	for (i = 0; i < plan->n; i++) {
		c = &plan->list[i];
		if (c->done != done || (before && !strcmp(before->name, c->name) &&
					before->object->named == c->object->named))
			continue;
		text_append(text, WORDS_LEN, "%s%s%s%s", before ? ", " : "",
			    c->object->named ? c->object->name : "",
			    c->object->named ? " " : "", c->name);
		before = c;
	}
}

/* Says what was done and what was not.  @path: the former configuration */
static void report_rest(struct ctx *ctx, const struct plan *plan, const char *file,
			const char *path)
{
	char done[WORDS_LEN], left[WORDS_LEN], command[SHELL_COMMAND] = "";

	list(done, plan, true);
	list(left, plan, false);
	shell_pfcctl(command, sizeof(command), ctx->netns, "restore %s", path);
	fail(ctx, "%s: stopped; changed: %s; not changed: %s; the former configuration again: %s",
	     file, done, left, command);
}

static bool is_any_done(const struct plan *plan)
{
	size_t i = 0;

	while (i < plan->n && !plan->list[i].done)
		i++;
	return i < plan->n;
}

static bool is_same(const char *file, const char *path)
{
	struct stat a, b;

	return !stat(file, &a) && !stat(path, &b) && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

/*
 * Ends the run of a plan that has failed.  @present: the configuration before the run; it is the
 * former one, unless nothing has changed, or the run was to restore the former one: a second try
 * needs that.
 */
static void stop(struct ctx *ctx, const struct request *request, const struct plan *plan,
		 const char *present, const char *path)
{
	const bool changed = is_any_done(plan);

	if (!changed || is_same(request->file, path))
		unlink(present);
	else if (rename(present, path))
		path = present;
	if (changed)
		report_rest(ctx, plan, request->locked ? "roce" : request->file, path);
}

/* ---- the command -------------------------------------------------------------------------- */

/* Runs the commands; errors of the kernel name the file of the user.  Return: an exit status */
static int run(struct ctx *ctx, const struct request *request, const struct config *now,
	       struct plan *plan)
{
	const char *const batch = ctx->file;
	const unsigned int line = ctx->line;
	char path[STATE_PATH + sizeof(FORMER_SUFFIX)], base[STATE_PATH];
	char present[STATE_PATH + sizeof(PRESENT_SUFFIX)];
	int err;

	err = state_path(ctx, base);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s" FORMER_SUFFIX, base);
	snprintf(present, sizeof(present), "%s" PRESENT_SUFFIX, base);
	err = keep(ctx, now, present);
	if (err)
		return err;
	ctx->file = request->locked ? NULL : request->file;
	ctx->line = 0;
	err = config_run(ctx, plan);
	ctx->file = batch;
	ctx->line = line;
	if (err) {
		stop(ctx, request, plan, present, path);
		return err;
	}
	unlink(present);
	unlink(path);
	return STATUS_OK;
}

/* Turns the present configuration into that of the file.  Return: an exit status */
static int change(struct ctx *ctx, const struct request *request, const struct config *want)
{
	const unsigned int flags = (request->dev ? CONFIG_KEEP : 0) |
				   (request->dry_run ? CONFIG_SINGLE : 0);
	struct config now;
	struct plan plan = { 0 };
	int err;

	err = config_load(ctx, &now);
	if (!err) {
		config_plan(&now, want, flags, &plan);
		if (!request->dry_run && plan.n)
			err = run(ctx, request, &now, &plan);
		if (!err)
			report(ctx, request, &plan);
	}
	free(plan.list);
	config_free(&now);
	return err;
}

static int restore(struct ctx *ctx, struct args *args)
{
	struct lock lock = { .fd = -1 };
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
	if (!err && !request.dry_run && !request.locked)
		err = lock_begin(ctx, &lock, true);
	if (!err)
		err = change(ctx, &request, &want);
	lock_end(&lock);
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
"get their default. Only what differs changes, each port at once. If a line is invalid, nothing\n"
"changes. If the kernel refuses a change, the command stops, and prints what it has changed and\n"
"the command that restores the former configuration.\n"
"         dev DEV    only this port, and the pools and profiles that it uses; delete nothing\n"
"         --dry-run  print the commands that would run and change nothing\n"
"Examples: pfcctl restore /etc/pfc/pfc.conf --dry-run\n"
"          pfcctl -n switch restore switch.conf\n"
"          pfcctl restore /etc/pfc/pfc.conf dev eth1\n",
};
