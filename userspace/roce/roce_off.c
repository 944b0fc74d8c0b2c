// SPDX-License-Identifier: GPL-2.0-only
/*
 * Restores the state before the first mode was set: pfcctl roce off
 */
#include <stdlib.h>
#include <string.h>
#include "peer.h"
#include "roce.h"

/* Chooses the devices.  Return: their number */
static size_t choose(const struct ctx *ctx, struct roce *r)
{
	size_t i, n = 0;

	for (i = 0; i < r->n_saved; i++) {
		struct roce_saved *saved = &r->saved[i];

		saved->chosen = !r->n_names || port_find(&r->targets, saved->ifindex);
		saved->port = saved->chosen ? roce_saved_port(ctx, r, saved) : NULL;
		n += saved->chosen;
	}
	return n;
}

/* Return: whether a former line of the devices, or of a profile, names a pool or profile */
static bool is_used(const struct roce *r, const char *key)
{
	const struct roce_saved *saved = r->saved, *end = saved + r->n_saved;

	for (; saved < end; saved++)
		if (saved->port && text_find(&saved->former, 0, key) < saved->former.n)
			return true;
	return text_find(&r->named, 0, key) < r->named.n;
}

/*
 * Adds the former pools and profiles that the devices need, and that no longer exist.  The pool of
 * a profile precedes it.
 */
static void add_named(struct text *text, const struct roce *r)
{
	char key[TEXT_KEY];
	size_t i;

	for (i = 0; i < r->named.n; i++)
		if (text_key(key, r->named.lines[i]) && !text_has(text, key) && is_used(r, key))
			text_line(text, "%s", r->named.lines[i]);
}

/* Replaces the lines of a port by its former ones, with the name that the device has now */
static void replace_port(struct text *text, const struct roce_saved *saved)
{
	char quoted[BATCH_QUOTED(IFNAMSIZ)];
	const size_t len = strlen(batch_quote(quoted, saved->dev));
	const char *line, *name;
	size_t i, n = 0;

	for (i = 0; i < text->n; i++)
		if (text_is_of(text->lines[i], saved->port->name))
			free(text->lines[i]);
		else
			text->lines[n++] = text->lines[i];
	text->n = n;
	batch_quote(quoted, saved->port->name);
	for (i = 0; i < saved->former.n; i++) {
		line = saved->former.lines[i];
		name = strstr(line, " dev ") + strlen(" dev ");
		text_line(text, "%.*s%s%s", (int)(name - line), line, quoted, name + len);
	}
}

/* Warns of entries of dcb that a port had and that pfcctl cannot set.  @now: present lines */
static void warn_of_apps(struct ctx *ctx, const struct roce_saved *saved, const struct text *now)
{
	static const char begin[] = ": dcb ";
	char command[SHELL_COMMAND];
	size_t i;

	for (i = 0; saved->port && i < saved->former.n; i++) {
		const char *line = saved->former.lines[i];
		const char *words = *line == '#' ? strstr(line, begin) : NULL;

		if (!words || text_find(now, 0, line) < now->n)
			continue;
		*command = '\0';
		shell_tool(command, sizeof(command), ctx->netns, "dcb");
		text_append(command, sizeof(command), " %s", words + strlen(begin));
		warn(ctx, "%s: lacks an entry that only dcb can set; fix: %s", saved->port->name,
		     command);
	}
}

/*
 * Restore the state before the first mode was set.
 * @r: the devices; all saved ones if the user named none; receives the commands of a dry run
 * Return: an exit status.
 */
int roce_off(struct ctx *ctx, struct roce *r)
{
	const size_t n = choose(ctx, r);
	struct text text = { 0 }, now = { 0 };
	size_t i;
	int err;

	if (!n)
		return STATUS_OK;
	err = text_load(ctx, &text);
	if (!err)
		add_named(&text, r);
	for (i = 0; !err && i < r->n_saved; i++)
		if (r->saved[i].port)
			replace_port(&text, &r->saved[i]);
	if (!err && n == r->n_saved)
		err = roce_pool_resize(ctx, r, &text);
	if (!err)
		err = text_restore(ctx, &text, r->dry_run ? &r->commands : NULL);
	if (!err && !r->dry_run && !text_load(ctx, &now))
		for (i = 0; i < r->n_saved; i++)
			warn_of_apps(ctx, &r->saved[i], &now);
	text_free(&now);
	text_free(&text);
	return err;
}
