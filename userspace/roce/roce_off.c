// SPDX-License-Identifier: GPL-2.0-only
/*
 * Restores the state before the first mode was set: pfcctl roce off
 */
#include <string.h>
#include "peer.h"
#include "print.h"
#include "roce.h"

/* Chooses the devices.  Return: their number */
static size_t choose(const struct ctx *ctx, const struct roce_targets *targets,
		     struct roce_states *states)
{
	size_t i, k, n = 0;

	for (i = 0; i < states->n; i++) {
		struct roce_saved *saved = &states->list[i];
		const struct port *port = port_find(&targets->ports, saved->ifindex);

		saved->chosen = targets->found || roce_is_target(targets, saved->ifindex);
		if (!saved->chosen)
			continue;
		n++;
		saved->now = device_find(&targets->devices, saved->ifindex);
		saved->port = roce_saved_valid(ctx, saved, port) ? port : NULL;
		for (k = 0; k < states->former.n; k++)
			saved->was_port |= text_is_of(states->former.lines[k], saved->dev);
	}
	return n;
}

/* Return: whether a line about a port that has its former state again has another device */
static bool is_of_others(const char *line, const struct roce_states *states)
{
	size_t i;

	for (i = 0; i < states->n; i++)
		if (states->list[i].port && text_is_of(line, states->list[i].now->name))
			return false;
	return true;
}

/* Return: whether a former line of the devices, or of a profile, names a pool or profile */
static bool is_used(const struct roce_states *states, const char *kind, const char *name)
{
	char words[PFC_NAME_LEN + 16];
	size_t i, k;

	snprintf(words, sizeof(words), " %s %s", kind, name);
	for (i = 0; i < states->former.n; i++) {
		const char *line = states->former.lines[i];

		if (!text_contains(line, words))
			continue;
		if (!strncmp(line, "profile ", strlen("profile ")))
			return true;
		for (k = 0; k < states->n; k++)
			if (states->list[k].port && text_is_of(line, states->list[k].dev))
				return true;
	}
	return false;
}

/*
 * Adds the former pools and profiles that the devices need, and that no longer exist.  The pool of
 * a profile precedes it.
 */
static void add_former(struct text *text, const struct text *now, const struct roce_states *states)
{
	char kind[TEXT_KIND], name[PFC_NAME_LEN];
	size_t i;

	for (i = 0; i < states->former.n; i++)
		if (text_named(states->former.lines[i], kind, name) && !text_has(now, kind, name) &&
		    is_used(states, kind, name))
			text_line(text, "%s", states->former.lines[i]);
}

/* Makes the configuration with the former lines of the devices.  Return: an exit status */
static int make(struct ctx *ctx, const struct roce_states *states, struct text *text)
{
	char kind[TEXT_KIND], name[PFC_NAME_LEN];
	struct text now = { 0 };
	size_t i;
	int err;

	err = text_load(ctx, &now);
	if (err)
		return err;
	for (i = 0; i < now.n; i++)
		if (text_named(now.lines[i], kind, name) || is_of_others(now.lines[i], states))
			text_line(text, "%s", now.lines[i]);
	add_former(text, &now, states);
	for (i = 0; i < states->n; i++)
		if (states->list[i].port)
			text_copy_port(text, &states->former, states->list[i].dev,
				       states->list[i].now->name);
	text_free(&now);
	return STATUS_OK;
}

/* Warns of entries of dcb that the devices had and that pfcctl cannot set */
static void warn_of_apps(struct ctx *ctx, const struct roce_states *states)
{
	char command[SHELL_COMMAND];
	struct text now = { 0 };
	const char *line, *at;
	size_t i, k;

	if (text_load(ctx, &now))
		return;
	for (i = 0; i < states->former.n; i++) {
		line = states->former.lines[i];
		at = *line == '#' ? strstr(line, "dcb ") : NULL;
		at = at ? strstr(at + 1, "dcb ") : NULL;
		for (k = 0; at && k < now.n; k++)
			if (!strcmp(now.lines[k], line))
				at = NULL;
		for (k = 0; at && k < states->n; k++) {
			const struct roce_saved *saved = &states->list[k];

			if (!saved->port || !text_is_of(line, saved->dev))
				continue;
			*command = '\0';
			shell_tool(command, sizeof(command), ctx->netns, "dcb");
			text_append(command, sizeof(command), " %s", at + strlen("dcb "));
			warn(ctx, "%s: lacks an entry that only dcb can set; fix: %s",
			     saved->now->name, command);
		}
	}
	text_free(&now);
}

static void report(const struct ctx *ctx, const struct roce_saved *saved,
		   const struct roce_result *r)
{
	const char *dev = saved->now ? saved->now->name : saved->dev;
	struct json_object *entry;

	if (ctx->json) {
		entry = roce_entry(r, dev, saved->ifindex);
		json_add_name(entry, "result", !saved->port ? "lost" :
			      saved->was_port ? "restored" : "deleted");
		json_object_array_add(r->devices, entry);
	} else if (!saved->port) {
		printf("%s%s: %s\n", r->dry_run ? "# " : "", dev, !saved->now ?
		       "the device does not exist any more" :
		       "the port was deleted or replaced since, its former settings are lost");
	} else if (!r->dry_run) {
		printf("%s: %s\n", dev, saved->was_port ? "has its former settings" :
							  "is not a port, as before");
	}
}

/* @i: index of the first line of roce_pool_shrink() */
static void report_pools(const struct ctx *ctx, const struct text *text, size_t i)
{
	char name[PFC_NAME_LEN], size[FORMAT_LEN];

	for (; !ctx->json && i < text->n; i++)
		if (sscanf(text->lines[i], "pool set %31s size %31s", name, size) == 2)
			printf("pool %s: size %s again\n", name, size);
}

/* @n: number of chosen devices.  Return: an exit status */
static int run(struct ctx *ctx, struct roce_states *states, size_t n, struct roce_result *result)
{
	struct text text = { 0 };
	size_t i, first;
	int err, saved = STATUS_OK;

	err = make(ctx, states, &text);
	first = text.n;
	if (!err && n == states->n)
		err = roce_pool_shrink(ctx, states, &text);
	if (!err)
		err = text_restore(ctx, &text, result->dry_run ? &result->commands : NULL);
	if (!err && !result->dry_run) {
		warn_of_apps(ctx, states);
		for (i = 0; i < states->n; i++)
			if (states->list[i].chosen)
				text_drop_port(&states->former, states->list[i].dev);
		saved = roce_save(ctx, states);
	}
	for (i = 0; !err && i < states->n; i++)
		if (states->list[i].chosen)
			report(ctx, &states->list[i], result);
	if (!err && !result->dry_run)
		report_pools(ctx, &text, first);
	text_free(&text);
	return err ?: saved;
}

/*
 * Restore the state before the first mode was set.
 * @targets: the devices; all saved ones if the user named none
 * @result: receives the commands and the result of each device
 * Return: an exit status.
 */
int roce_off(struct ctx *ctx, const struct roce_targets *targets, struct roce_result *result)
{
	struct roce_states states;
	size_t n;
	int err;

	err = roce_load(ctx, &states);
	if (!err) {
		n = choose(ctx, targets, &states);
		if (n)
			err = run(ctx, &states, n, result);
		else if (!ctx->json)
			printf("%sno saved state: nothing to restore\n",
			       result->dry_run ? "# " : "");
	}
	roce_states_free(&states);
	return err;
}
