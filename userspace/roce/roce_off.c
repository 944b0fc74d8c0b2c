// SPDX-License-Identifier: GPL-2.0-only
/*
 * Restores the state before the first mode was set: pfcctl roce off
 */
#include <stdlib.h>
#include <string.h>
#include "peer.h"
#include "print.h"
#include "roce.h"

/**
 * struct off - a device whose former state the command restores
 * @saved: its mode
 * @dev: the device, or NULL if it does not exist
 * @port: the port, or NULL if it was deleted or replaced
 * @was_port: it was a port before
 */
struct off {
	struct roce_saved	saved;
	const struct device	*dev;
	const struct port	*port;
	bool			was_port;
};

static bool is_given(const struct roce_targets *targets, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < targets->n; i++)
		if (targets->list[i].dev->ifindex == ifindex)
			return true;
	return targets->found;
}

/* Selects the devices.  Return: their number */
static size_t select_all(const struct ctx *ctx, const struct roce_targets *targets,
			 const struct roce_states *states, struct off *list)
{
	size_t i, k, n = 0;

	for (i = 0; i < states->n; i++) {
		const struct roce_saved *saved = &states->list[i];
		const struct port *port = port_find(&targets->ports, saved->ifindex);
		struct off *off = &list[n];

		if (!is_given(targets, saved->ifindex))
			continue;
		*off = (struct off){
			.saved = *saved, .dev = device_find(&targets->devices, saved->ifindex),
			.port = roce_saved_valid(ctx, saved, port) ? port : NULL,
		};
		for (k = 0; k < states->former.n; k++)
			off->was_port |= text_is_of(states->former.lines[k], saved->dev);
		n++;
	}
	return n;
}

/* Return: whether a line about a port that has its former state again has another device */
static bool is_of_others(const char *line, const struct off *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].port && text_is_of(line, list[i].dev->name))
			return false;
	return true;
}

/* Return: whether a former line of the devices, or of a profile, names a pool or profile */
static bool is_used(const struct text *former, const struct off *list, size_t n,
		    const char *kind, const char *name)
{
	char words[PFC_NAME_LEN + 16];
	size_t i, k;

	snprintf(words, sizeof(words), " %s %s", kind, name);
	for (i = 0; i < former->n; i++) {
		if (!text_contains(former->lines[i], words))
			continue;
		if (!strncmp(former->lines[i], "profile ", strlen("profile ")))
			return true;
		for (k = 0; k < n; k++)
			if (list[k].port && text_is_of(former->lines[i], list[k].saved.dev))
				return true;
	}
	return false;
}

/*
 * Adds the former pools and profiles that the devices need, and that do not exist any more.  The
 * pool of a profile precedes it
 */
static void add_former(struct text *text, const struct text *now, const struct text *former,
		       const struct off *list, size_t n)
{
	char kind[TEXT_KIND], name[PFC_NAME_LEN];
	size_t i;

	for (i = 0; i < former->n; i++)
		if (text_named(former->lines[i], kind, name) && !text_has(now, kind, name) &&
		    is_used(former, list, n, kind, name))
			text_line(text, "%s", former->lines[i]);
}

/* Makes the configuration with the former lines of the devices.  Return: an exit status */
static int make(struct ctx *ctx, const struct roce_states *states, const struct off *list, size_t n,
		struct text *text)
{
	char kind[TEXT_KIND], name[PFC_NAME_LEN];
	const struct text *former = &states->former;
	struct text now = { 0 };
	size_t i;
	int err;

	err = text_load(ctx, &now);
	if (err)
		return err;
	for (i = 0; i < now.n; i++)
		if (text_named(now.lines[i], kind, name) || is_of_others(now.lines[i], list, n))
			text_line(text, "%s", now.lines[i]);
	add_former(text, &now, former, list, n);
	for (i = 0; i < n; i++)
		if (list[i].port)
			text_copy_port(text, former, list[i].saved.dev, list[i].dev->name);
	text->full |= now.full;
	text_free(&now);
	return STATUS_OK;
}

/* Warns of entries of dcb that the devices had and that pfcctl cannot set */
static void warn_of_apps(struct ctx *ctx, const struct roce_states *states, const struct off *list,
			 size_t n)
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
		for (k = 0; at && k < n; k++) {
			if (!list[k].port || !text_is_of(line, list[k].saved.dev))
				continue;
			*command = '\0';
			shell_tool(command, sizeof(command), ctx->netns, "dcb");
			text_append(command, sizeof(command), " %s", at + strlen("dcb "));
			warn(ctx, "%s: lacks an entry that only dcb can set; fix: %s",
			     list[k].dev->name, command);
		}
	}
	text_free(&now);
}

static void report(const struct ctx *ctx, const struct off *off, const struct roce_result *r)
{
	const char *dev = off->dev ? off->dev->name : off->saved.dev;
	struct json_object *entry;

	if (ctx->json) {
		entry = roce_entry(r, dev, off->saved.ifindex);
		json_add_name(entry, "result", !off->port ? "lost" :
			      off->was_port ? "restored" : "deleted");
		json_object_array_add(r->devices, entry);
	} else if (!off->port) {
		printf("%s%s: %s\n", r->dry_run ? "# " : "", dev, !off->dev ?
		       "the device does not exist any more" :
		       "the port was deleted or replaced since, its former settings are lost");
	} else if (!r->dry_run) {
		printf("%s: %s\n", dev, off->was_port ? "has its former settings" :
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

static int run(struct ctx *ctx, struct roce_states *states, const struct off *list, size_t n,
	       struct roce_result *result)
{
	struct text text = { 0 };
	size_t i, first;
	int err;

	err = make(ctx, states, list, n, &text);
	first = text.n;
	if (!err && n == states->n)
		err = roce_pool_shrink(ctx, states, &text);
	if (!err)
		err = text_restore(ctx, &text, result->dry_run ? &result->commands : NULL);
	if (!err && !result->dry_run) {
		warn_of_apps(ctx, states, list, n);
		for (i = 0; i < n; i++)
			roce_saved_del(states, list[i].saved.ifindex);
		err = roce_save(ctx, states);
	}
	for (i = 0; !err && i < n; i++)
		report(ctx, &list[i], result);
	if (!err && !result->dry_run)
		report_pools(ctx, &text, first);
	text_free(&text);
	return err;
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
	struct off *list;
	size_t n;
	int err;

	err = roce_load(ctx, &states);
	list = calloc(states.n + 1, sizeof(*list));
	if (!err && !list)
		err = fail(ctx, "out of memory");
	if (!err) {
		n = select_all(ctx, targets, &states, list);
		if (n)
			err = run(ctx, &states, list, n, result);
		else if (!ctx->json)
			printf("%sno saved state: nothing to restore\n",
			       result->dry_run ? "# " : "");
	}
	roce_states_free(&states);
	free(list);
	return err;
}
