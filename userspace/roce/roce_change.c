// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sets a mode.
 *
 * The module computes the headroom of a port when the device is one.  So the first restore makes
 * devices ports, and the second one changes their settings and the sizes of the pools.
 */
#include <string.h>
#include "fix.h"
#include "roce.h"

/*
 * The file names the port of each line by its device.  Drops the state of a device that is gone,
 * for another one of its name.
 * Return: an exit status.
 */
static int drop_namesakes(struct ctx *ctx, struct roce *r, const struct port *want)
{
	const struct port *port;
	size_t i;

	for (i = 0; i < r->n_saved; i++) {
		struct roce_saved *other = &r->saved[i];

		if (other->ifindex == want->ifindex || strcmp(other->dev, want->name))
			continue;
		port = roce_saved_port(ctx, r, other);
		if (port)
			return fail(fixed_by(ctx, "pfcctl roce off dev $1", port->name),
				    "%s: %s had this name when it got its mode", want->name,
				    port->name);
		other->chosen = true;
	}
	return STATUS_OK;
}

/* Saves what a device has before its first mode.  @now: all lines.  Return: an exit status */
static int remember(struct ctx *ctx, struct roce *r, const struct port *want,
		    const struct text *now)
{
	struct roce_saved *saved = roce_saved_find(r, want->ifindex);
	size_t i;
	int err;

	if (roce_saved_port(ctx, r, saved))
		return STATUS_OK;
	err = drop_namesakes(ctx, r, want);
	if (err)
		return err;
	if (!saved)
		saved = list_add(&r->saved, &r->n_saved, sizeof(*saved));
	text_free(&saved->former);
	*saved = (struct roce_saved){ .ifindex = want->ifindex, .mode = ROCE_OFF };
	snprintf(saved->dev, sizeof(saved->dev), "%s", want->name);
	for (i = 0; i < now->n; i++)
		if (text_is_of(now->lines[i], saved->dev))
			text_line(&saved->former, "%s", now->lines[i]);
	return STATUS_OK;
}

/* Saves the state before the mode.  @now: all lines of the namespace.  Return: an exit status */
static int remember_all(struct ctx *ctx, struct roce *r, const struct text *now)
{
	char key[TEXT_KEY];
	int err = STATUS_OK;
	size_t i;

	for (i = 0; !err && i < r->targets.n; i++)
		err = remember(ctx, r, &r->targets.list[i], now);
	/* Pools and profiles that the lines of the devices name */
	for (i = 0; i < now->n; i++)
		if (text_key(key, now->lines[i]) && !text_has(&r->named, key))
			text_line(&r->named, "%s", now->lines[i]);
	return err;
}

/* Makes the devices ports; a dry run only adds the lines for that.  Return: an exit status */
static int add_ports(struct ctx *ctx, struct roce *r, struct text *text)
{
	char dev[BATCH_QUOTED(IFNAMSIZ)], rate[FORMAT_LEN];
	const size_t before = text->n;
	const struct port *want;
	size_t i;
	int err;

	for (i = 0; i < r->targets.n; i++) {
		want = &r->targets.list[i];
		if (want->id)
			continue;
		text_line(text, "port add dev %s", batch_quote(dev, want->name));
		if (r->rate)
			text_line(text, "port set dev %s rate %s", dev, word_rate(rate, r->rate));
	}
	if (text->n == before || r->dry_run)
		return STATUS_OK;
	err = text_restore(ctx, text, NULL);
	if (!err)
		err = roce_read_ports(ctx, r);
	for (i = 0; !err && i < r->targets.n; i++)
		if (!r->targets.list[i].id)
			err = fail(ctx, "%s: is no longer a port", r->targets.list[i].name);
	return err;
}

/* Saves the states of the devices and changes them.  Return: an exit status */
static int change(struct ctx *ctx, struct roce *r, const struct text *text)
{
	struct roce_saved *saved;
	size_t i;
	int err;

	for (i = 0; i < r->targets.n; i++) {
		saved = roce_saved_find(r, r->targets.list[i].ifindex);
		saved->family = ctx->family;
		saved->port_id = r->targets.list[i].id;
	}
	err = roce_save(ctx, r);
	if (!err)
		err = text_restore(ctx, text, NULL);
	for (i = 0; !err && i < r->targets.n; i++)
		roce_saved_find(r, r->targets.list[i].ifindex)->mode = r->mode;
	return err;
}

/*
 * Set a mode.
 * @r: receives the commands and the pools; with a dry run, nothing changes
 * Return: an exit status.
 */
int roce_change(struct ctx *ctx, struct roce *r)
{
	struct text text = { 0 };
	size_t i;
	int err;

	if (!r->targets.n)
		return fail(ctx,
			    "no device can be a port: none is a member of a bridge or routed; name one (dev DEV)");
	err = text_load(ctx, &text);
	if (!err)
		err = remember_all(ctx, r, &text);
	if (!err)
		err = add_ports(ctx, r, &text);
	if (!err && r->mode == ROCE_LOSSLESS)
		err = roce_pool_resize(ctx, r, &text);
	for (i = 0; !err && i < r->targets.n; i++)
		roce_lines(r->mode, &r->targets.list[i], &text);
	if (!err)
		err = text_restore(ctx, &text, &r->commands);
	if (!err && !r->dry_run)
		err = change(ctx, r, &text);
	text_free(&text);
	return err;
}
