// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the commands of a plan.
 *
 * All settings of a port are one request, so no state lies between them.  A command that needs room
 * in a pool runs after those that free room.  The first other error ends the run.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "config.h"
#include "fix.h"
#include "print.h"

/* A pool to delete is in use while packets of a former PG are queued, and then they leave */
#define DRAIN_TRIES	100
#define DRAIN_TIME	20000	/* us */

/* ---- requests -------------------------------------------------------------------------- */

/* Adds the words of a command to a request.  Return: an exit status */
static int read_words(struct ctx *ctx, const struct config_command *c, struct change *change)
{
	char text[WORDS_LEN], *words[BATCH_WORDS];
	struct args args = { 0, words };

	snprintf(text, sizeof(text), "%s", c->words);
	args.argc = batch_split(text, words);
	if (args.argc < 0)
		return fail(ctx, "%s %s: more than %d words", c->object->name, c->name,
			    BATCH_WORDS);
	change->seen = 0;
	return settings_read(ctx, &args, c->object->settings, change);
}

/* Adds or changes a port by one request with the settings of @n commands */
static int change_port(struct ctx *ctx, const struct config_command *c, size_t n)
{
	const bool is_new = !strcmp(c->verb, "add");
	bool any = n > 1 || *c->words;
	struct change change;
	int err = STATUS_OK;
	size_t i;

	change_begin(&change, PFC_CMD_PORT_SET);
	change.dev = c->name;
	mnl_attr_put_strz(&change.msg.hdr, PFC_A_IFNAME, c->name);
	for (i = 0; !err && i < n; i++) {
		err = read_words(ctx, &c[i], &change);
		if (!err)
			err = change_parts(ctx, &change);
	}
	if (!err)
		err = change_end(ctx, &change);
	if (err)
		return err;
	return is_new ? port_attach_set(ctx, c->name, any ? &change.msg : NULL) :
			genl_change(ctx, &change.msg, c->name);
}

/* Adds or changes a pool or a profile */
static int change_named(struct ctx *ctx, const struct config_command *c)
{
	const bool add = !strcmp(c->verb, "add"), pool = c->object->named == PFC_A_POOL_NAME;
	struct change change;
	int err;

	if (pool)
		change_begin(&change, add ? PFC_CMD_POOL_NEW : PFC_CMD_POOL_SET);
	else
		change_begin(&change, add ? PFC_CMD_PROFILE_NEW : PFC_CMD_PROFILE_SET);
	mnl_attr_put_strz(&change.msg.hdr, c->object->named, c->name);
	err = read_words(ctx, c, &change);
	if (err)
		return err;
	if (!pool)
		change_put(&change, PFC_A_PG);
	return named_change(ctx, &change.msg, c->object->name, c->name);
}

static int delete(struct ctx *ctx, const struct config_command *c)
{
	struct args args = { 1, (char *[]){ (char *)c->name } };

	return c->object->named ? named_delete(ctx, &args, c->object->named) :
				  port_detach(ctx, c->name);
}

/* Return: number of commands, from @i on, that are one request */
static size_t group(const struct plan *plan, size_t i)
{
	const struct config_command *c = &plan->list[i];
	size_t n = 1;

	while (!c->object->named && strcmp(c->verb, "del") && i + n < plan->n &&
	       !strcmp(c[n].verb, "set") && !c[n].object->named && !strcmp(c[n].name, c->name))
		n++;
	return n;
}

static int run_group(struct ctx *ctx, const struct config_command *c, size_t n)
{
	if (!strcmp(c->verb, "del"))
		return delete(ctx, c);
	return c->object->named ? change_named(ctx, c) : change_port(ctx, c, n);
}

/* ---- order ----------------------------------------------------------------------------- */

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
	case PFC_CAUSE_POOL_HAS_QUEUES:
	case PFC_CAUSE_POOL_DRAINS:
	case PFC_CAUSE_PROFILE_IN_USE:
		return true;
	}
	return false;
}

/**
 * struct pass - result of one attempt to run all commands
 * @progress: a command has run
 * @full: a pool was too small for a command, or in use
 * @draining: a pool to delete still holds packets
 */
struct pass {
	bool	progress;
	bool	full;
	bool	draining;
};

/*
 * Runs the commands of a request.  @last: no reason excuses a failure.  Errors that a later pass
 * can avoid are not printed.  Return: an exit status
 */
static int try_group(struct ctx *ctx, struct config_command *c, size_t n, bool last,
		     struct pass *pass)
{
	FILE *const err = ctx->err;
	char *text = NULL;
	bool later;
	size_t len;
	int status;

	ctx->err = check_memory(open_memstream(&text, &len));
	*ctx->extack = '\0';
	ctx->cause = PFC_CAUSE_NONE;
	status = run_group(ctx, c, n);
	fclose(ctx->err);
	ctx->err = err;
	later = status && !last && is_pool_full(ctx);
	if (!later)
		fputs(text, err);
	free(text);
	pass->full |= later;
	pass->draining |= later && ctx->cause == PFC_CAUSE_POOL_DRAINS;
	pass->progress |= !status;
	while (!status && n--)
		c[n].done = true;
	return later ? STATUS_OK : status;
}

/* Runs the commands that have not run yet.  Return: an exit status */
static int run_pass(struct ctx *ctx, struct plan *plan, bool last, struct pass *pass)
{
	int err = STATUS_OK;
	size_t i, n;

	*pass = (struct pass){ 0 };
	for (i = 0; !err && i < plan->n; i += n) {
		n = group(plan, i);
		if (!plan->list[i].done)
			err = try_group(ctx, &plan->list[i], n, last, pass);
	}
	return err;
}

/*
 * Run the commands of a plan until one fails.
 * @plan: the plan; marks the commands that have run
 * Return: an exit status.
 */
int config_run(struct ctx *ctx, struct plan *plan)
{
	unsigned int tries = 0;
	struct pass pass;
	int err;

	do {
		err = run_pass(ctx, plan, false, &pass);
		if (!err && !pass.progress && pass.draining) {
			usleep(DRAIN_TIME);
			tries++;
		}
	} while (!err && ((pass.full && pass.progress) ||
			  (pass.draining && tries < DRAIN_TRIES)));
	if (!err && pass.full)
		err = run_pass(ctx, plan, true, &pass);
	return err;
}
