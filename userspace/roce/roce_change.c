// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sets a mode.
 *
 * The module computes the headroom of a port when the device is one.  So the first restore makes
 * devices ports, and the second one changes their settings and the sizes of the pools.
 */
#include <string.h>
#include "fix.h"
#include "peer.h"
#include "roce.h"

/* Adds the lines that make devices ports.  Return: whether there are any */
static bool add_ports(const struct roce_targets *targets, struct text *text)
{
	char quoted[BATCH_QUOTED(IFNAMSIZ)], rate[FORMAT_LEN];
	bool any = false;
	size_t i;

	for (i = 0; i < targets->n; i++) {
		const struct roce_target *t = &targets->list[i];

		if (t->port)
			continue;
		any = true;
		batch_quote(quoted, t->dev->name);
		if (t->rate)
			text_line(text, "port add dev %s rate %s", quoted,
				  word_rate(rate, t->rate));
		else
			text_line(text, "port add dev %s", quoted);
	}
	return any;
}

/*
 * Former lines name their device.  Drops those of a device that is gone, for another one of its
 * name.
 * Return: an exit status.
 */
static int drop_namesakes(struct ctx *ctx, const struct roce_targets *targets,
			  const struct roce_target *t, struct roce_states *states)
{
	const struct port *port;
	size_t i;

	if (roce_saved_valid(ctx, roce_saved_find(states, t->dev->ifindex), t->port))
		return STATUS_OK;
	for (i = 0; i < states->n; i++) {
		struct roce_saved *other = &states->list[i];

		if (other->chosen || other->ifindex == t->dev->ifindex ||
		    strcmp(other->dev, t->dev->name))
			continue;
		port = port_find(&targets->ports, other->ifindex);
		if (roce_saved_valid(ctx, other, port))
			return fail(fixed_by(ctx, "pfcctl roce off dev $1", port->name),
				    "%s: %s had this name when it got its mode", t->dev->name,
				    port->name);
		text_drop_port(&states->former, other->dev);
		other->chosen = true;
	}
	return STATUS_OK;
}

/* Saves what the devices have before their first mode.  Return: an exit status */
static int remember(struct ctx *ctx, const struct roce_targets *targets,
		    const struct text *former, struct roce_states *states)
{
	char kind[TEXT_KIND], name[PFC_NAME_LEN];
	struct text kept = { 0 };
	size_t i;

	for (i = 0; i < targets->n; i++) {
		const struct roce_target *t = &targets->list[i];
		struct roce_saved *saved = roce_saved_get(states, t->dev->ifindex);

		if (roce_saved_valid(ctx, saved, t->port))
			continue;
		text_drop_port(&states->former, saved->dev);
		snprintf(saved->dev, sizeof(saved->dev), "%s", t->dev->name);
		saved->family = ctx->family;
		saved->port_id = t->port->id;
		saved->mode = ROCE_MODES;
		saved->chosen = false;
		text_copy_port(&kept, former, t->dev->name, t->dev->name);
	}
	/* Pools and profiles that the former lines name */
	for (i = 0; i < former->n; i++)
		if (text_named(former->lines[i], kind, name) &&
		    !text_has(&states->former, kind, name))
			text_line(&states->former, "%s", former->lines[i]);
	text_copy(&states->former, &kept);
	text_free(&kept);
	return roce_save(ctx, states);
}

static int reload(struct ctx *ctx, struct roce_targets *targets)
{
	int err = roce_targets_reload(ctx, targets);
	size_t i;

	for (i = 0; !err && i < targets->n; i++)
		if (!targets->list[i].port)
			err = fail(ctx, "%s: is no longer a port", targets->list[i].dev->name);
	return err;
}

static int save_mode(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets,
		     const struct roce_states *states)
{
	size_t i;

	for (i = 0; i < targets->n; i++)
		roce_saved_find(states, targets->list[i].dev->ifindex)->mode = mode;
	return roce_save(ctx, states);
}

/*
 * Makes the configuration of a mode.  @states: receives the former sizes of pools, and the devices
 * become ports; NULL: nothing changes.  Return: an exit status
 */
static int make(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		const struct text *former, struct roce_states *states, struct roce_result *result,
		struct text *text)
{
	int err = STATUS_OK;
	size_t i;

	text_copy(text, former);
	if (add_ports(targets, text) && states)
		err = text_restore(ctx, text, NULL) ?: reload(ctx, targets);
	if (!err && mode == ROCE_LOSSLESS)
		err = roce_pool_grow(ctx, targets, text, states, result);
	for (i = 0; !err && i < targets->n; i++)
		roce_lines(mode, &targets->list[i], text);
	return err;
}

/* @former: the present configuration.  Return: an exit status */
static int run(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
	       const struct text *former, struct roce_states *states, struct roce_result *result)
{
	struct text text = { 0 };
	int err;

	err = make(ctx, mode, targets, former, states, result, &text);
	if (!err)
		err = remember(ctx, targets, former, states);
	if (!err)
		err = text_restore(ctx, &text, NULL);
	text_free(&text);
	return err ?: save_mode(ctx, mode, targets, states);
}

/*
 * Set a mode.
 * @targets: the devices; their ports are read again
 * @result: receives the commands and the pools; with a dry run, nothing changes
 * Return: an exit status.
 */
int roce_change(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		struct roce_result *result)
{
	struct text former = { 0 }, text = { 0 };
	struct roce_states states;
	size_t i;
	int err;

	err = roce_load(ctx, &states);
	for (i = 0; !err && i < targets->n; i++)
		err = drop_namesakes(ctx, targets, &targets->list[i], &states);
	if (!err)
		err = text_load(ctx, &former);
	if (!err)
		err = make(ctx, mode, targets, &former, NULL, result, &text);
	if (!err)
		err = text_restore(ctx, &text, &result->commands);
	if (!err && !result->dry_run)
		err = run(ctx, mode, targets, &former, &states, result);
	text_free(&text);
	text_free(&former);
	roce_states_free(&states);
	return err;
}
