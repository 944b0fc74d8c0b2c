// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sets a mode: all devices and the announcement, or nothing.
 */
#include <stdlib.h>
#include <string.h>
#include "port_words.h"
#include "config.h"
#include "roce.h"

/**
 * struct entry - a device during a change
 * @added: the port is new
 * @announced: lldpad has the settings of the mode
 * @tried: some settings of lldpad have changed
 * @apps: DSCP entries of dcb before this change, as in struct roce_saved
 * @lldp: settings of lldpad before this change
 */
struct entry {
	bool			added;
	bool			announced;
	bool			tried;
	uint8_t			apps[PFC_DSCP_COUNT];
	struct roce_lldp	lldp;
};

/**
 * struct mode_change - a change of the mode
 * @mode: the mode
 * @targets: the devices
 * @entries: the devices during the change
 * @job: the commands
 * @dry: receives the commands; NULL: run them
 * @lldp: lldpad runs
 * @before: the saved states before this change
 * @states: the saved states
 */
struct mode_change {
	enum roce_mode			mode;
	struct roce_targets		*targets;
	struct entry			*entries;
	struct job			*job;
	const struct roce_output	*dry;
	bool				lldp;
	struct roce_states		before;
	struct roce_states		states;
};

/* Adds the commands that make devices ports */
static void plan_ports(struct mode_change *c)
{
	const struct step undo = { "port", "del", "" };
	char rate[FORMAT_LEN];
	size_t i;

	for (i = 0; i < c->targets->n; i++) {
		const struct roce_target *t = &c->targets->list[i];
		struct step run = { "port", "add", "" };

		c->entries[i].added = !t->port;
		if (t->rate)
			snprintf(run.words, sizeof(run.words), "rate %s",
				 word_rate(rate, t->rate));
		if (!t->port)
			job_add(c->job, t->dev->name, &run, &undo);
	}
}

/* ---- saved states ------------------------------------------------------------------ */

static bool save_settings(struct roce_saved *saved, const struct port *port)
{
	const struct roce_setting *s;
	char line[WORDS_LEN];

	for (s = roce_settings; s->object; s++)
		if (roce_setting_words(line, s, port) && !roce_saved_add(saved, line))
			return false;
	return true;
}

/* Saves the rate, which a command changes only if the user gives one */
static bool save_rate(struct roce_saved *saved, const struct port *port)
{
	char line[WORDS_LEN] = "port rate ";
	const size_t len = strlen(line);
	char words[WORDS_LEN];
	size_t i;

	for (i = 0; i < saved->n; i++)
		if (!strncmp(saved->lines[i], line, len))
			return true;
	port_words(words, setting_find(&port_object, "rate"), port, 0);
	snprintf(line + len, sizeof(line) - len, "%.64s", words);
	return roce_saved_add(saved, line);
}

/*
 * Saves the present settings of a port and of lldpad, unless older ones are saved.
 * Return: false if memory is exhausted; *@err: an exit status
 */
static bool save(struct ctx *ctx, struct mode_change *c, size_t i, int *err)
{
	const struct roce_target *t = &c->targets->list[i];
	struct roce_saved *saved = roce_saved_get(&c->states, t->dev->ifindex);
	struct entry *entry = &c->entries[i];
	bool good = saved;

	if (good && !entry->added)
		*err = apps_load_dscp(ctx, t->port, entry->apps);
	if (good && !roce_saved_valid(ctx, saved, t->port)) {
		saved->family = ctx->family;
		saved->port_id = t->port->id;
		saved->mode = ROCE_MODES;
		saved->added = entry->added;
		saved->n = 0;
		memcpy(saved->apps, entry->apps, sizeof(saved->apps));
		good = entry->added || save_settings(saved, t->port);
	}
	if (!good)
		return false;
	snprintf(saved->dev, sizeof(saved->dev), "%s", t->dev->name);
	if (c->lldp && roce_lldp_possible(t->port))
		roce_lldp_read(&entry->lldp, t->dev->name, t->port, entry->added);
	/* The settings of lldpad belong to the device, so older ones outlive the port */
	if (!saved->lldp.n)
		saved->lldp = entry->lldp;
	return saved->added || !t->rate || save_rate(saved, t->port);
}

static int save_all(struct ctx *ctx, struct mode_change *c)
{
	int err = STATUS_OK;
	size_t i;

	for (i = 0; !err && i < c->targets->n; i++)
		if (!save(ctx, c, i, &err))
			return fail(ctx, "out of memory");
	return err ?: roce_save(ctx, &c->states);
}

static int save_mode(struct ctx *ctx, struct mode_change *c)
{
	size_t i;

	for (i = 0; i < c->targets->n; i++)
		roce_saved_find(&c->states, c->targets->list[i].dev->ifindex)->mode = c->mode;
	return roce_save(ctx, &c->states);
}

/* ---- the change -------------------------------------------------------------------- */

static void set_lldp(struct ctx *ctx, struct mode_change *c)
{
	size_t i;

	for (i = 0; c->lldp && i < c->targets->n; i++) {
		const struct roce_target *t = &c->targets->list[i];

		c->entries[i].tried = roce_lldp_possible(t->port);
		c->entries[i].announced = roce_lldp_set(ctx, t, c->mode, c->dry);
	}
}

static void start_lldp(struct ctx *ctx, const struct mode_change *c)
{
	unsigned int checks = roce_lldp_checks;
	size_t i;

	for (i = 0; i < c->targets->n; i++) {
		struct entry *entry = &c->entries[i];

		if (entry->announced)
			entry->announced = roce_lldp_start(ctx, c->targets->list[i].dev->name,
							   c->dry);
	}
	for (i = 0; !c->dry && i < c->targets->n; i++)
		if (c->entries[i].announced)
			roce_lldp_confirm(ctx, c->targets->list[i].dev->name, &checks);
}

/* Adds the commands for the pools, before the settings that need them.  Return: an exit status */
static int plan_pools(struct ctx *ctx, struct mode_change *c)
{
	return c->mode == ROCE_LOSSLESS ? roce_pool_plan(ctx, c->targets, c->job, &c->states) :
					  STATUS_OK;
}

/* Adds the commands for the settings.  Return: an exit status */
static int plan_settings(struct ctx *ctx, struct mode_change *c)
{
	size_t i;

	for (i = 0; i < c->targets->n; i++) {
		const struct roce_target *t = &c->targets->list[i];
		struct port now, wanted;

		if (t->port) {
			now = *t->port;
		} else {
			port_default(&now);
			snprintf(now.name, sizeof(now.name), "%s", t->dev->name);
			now.rate = t->rate;
		}
		wanted = now;
		if (!roce_wanted(ctx, c->mode, t, &wanted))
			return STATUS_FAILED;
		roce_plan(&now, &wanted, c->dry, c->job);
	}
	return c->job->full ? fail(ctx, "out of memory") : STATUS_OK;
}

static int reload(struct ctx *ctx, struct mode_change *c)
{
	int err = roce_targets_reload(ctx, c->targets);
	size_t i;

	for (i = 0; !err && i < c->targets->n; i++)
		if (!c->targets->list[i].port)
			err = fail(ctx, "%s: is no longer a port", c->targets->list[i].dev->name);
	return err;
}

/* The ports, lldpad, then all settings: see roce_lldp.c.  Return: an exit status */
static int run(struct ctx *ctx, struct mode_change *c)
{
	int err;

	plan_ports(c);
	err = job_run(ctx, c->job);
	if (!err && c->job->n)
		err = reload(ctx, c);
	if (!err)
		err = plan_pools(ctx, c);
	if (!err)
		err = save_all(ctx, c);
	if (!err) {
		set_lldp(ctx, c);
		/* lldpad can have changed the ports */
		err = c->lldp ? reload(ctx, c) : STATUS_OK;
	}
	if (!err)
		err = plan_settings(ctx, c);
	if (!err)
		err = job_run(ctx, c->job);
	return err ? err : save_mode(ctx, c);
}

/* Adds the DSCP entries of dcb that the change has deleted */
static bool revert_apps(struct ctx *ctx, const struct mode_change *c, size_t i)
{
	const struct port *port = c->targets->list[i].port;
	const struct entry *entry = &c->entries[i];
	uint8_t missing[PFC_DSCP_COUNT];
	bool any = false;
	int dscp;

	if (!port || entry->added || apps_load_dscp(ctx, port, missing))
		return !port || entry->added;
	for (dscp = 0; dscp < PFC_DSCP_COUNT; dscp++) {
		missing[dscp] = entry->apps[dscp] & ~missing[dscp];
		any |= missing[dscp];
	}
	return !any || !apps_add_dscp(ctx, port, missing);
}

/* Undoes the change.  Saved states stay if a port or lldpad does not have its former settings. */
static void revert(struct ctx *ctx, const struct mode_change *c)
{
	bool good = true;
	size_t i;

	for (i = 0; i < c->targets->n; i++)
		if (c->entries[i].tried)
			good &= roce_lldp_write(ctx, &c->entries[i].lldp,
						c->targets->list[i].dev->name, NULL);
	good &= job_undo(ctx, c->job, "all ports have their former settings again");
	for (i = 0; good && i < c->targets->n; i++)
		good = revert_apps(ctx, c, i);
	if (good)
		roce_save(ctx, &c->before);
	else
		fail(ctx, "roce: the former settings stay saved, for pfcctl roce off");
}

/* Prints the commands in the order in which run() runs them.  Return: an exit status */
static int print(struct ctx *ctx, struct mode_change *c)
{
	size_t ports;
	int err;

	plan_ports(c);
	ports = c->job->n;
	roce_put_job(ctx, c->job, 0, c->dry);
	set_lldp(ctx, c);
	err = plan_pools(ctx, c);
	if (!err)
		err = plan_settings(ctx, c);
	roce_put_job(ctx, c->job, ports, c->dry);
	start_lldp(ctx, c);
	return err;
}

/**
 * roce_change() - set a mode
 * @ctx: the context
 * @mode: the mode
 * @targets: the devices; their ports are read again
 * @dry: receives the commands; NULL: run them
 * @job: result: the commands
 *
 * Return: an exit status.
 */
int roce_change(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		const struct roce_output *dry, struct job *job)
{
	struct mode_change c = {
		.mode = mode, .targets = targets, .job = job, .dry = dry,
		.entries = calloc(targets->n, sizeof(*c.entries)), .lldp = roce_lldp_runs(),
	};
	int err;

	if (!c.entries)
		return fail(ctx, "out of memory");
	err = roce_load(ctx, &c.before);
	if (!err)
		err = roce_load(ctx, &c.states);
	if (!err && dry) {
		err = print(ctx, &c);
	} else if (!err) {
		err = run(ctx, &c);
		if (err)
			revert(ctx, &c);
		else
			start_lldp(ctx, &c);
	}
	free(c.entries);
	roce_states_free(&c.before);
	roce_states_free(&c.states);
	return err;
}
