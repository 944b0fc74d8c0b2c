// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sets a mode: all devices and the announcement, or nothing.
 */
#include <stdlib.h>
#include <string.h>
#include "peer.h"
#include "roce.h"

/**
 * struct entry - a device during a change
 * @before: the saved state before this change
 * @lldp: commands that restore the settings that lldpad had before this change
 * @announced: lldpad has the settings of the mode
 * @tried: some settings of lldpad have changed
 */
struct entry {
	struct roce_saved	before;
	struct roce_saved	lldp;
	bool			announced;
	bool			tried;
};

/* Saves the present settings of a port and of lldpad, unless older ones are saved */
static int save(struct ctx *ctx, const struct roce_target *target,
		const struct roce_saved *lldp, struct roce_saved *saved)
{
	const struct port *port = target->port;
	const struct roce_setting *s;
	bool good = true;

	if (!roce_saved_valid(saved, port)) {
		roce_saved_free(saved);
		*saved = (struct roce_saved){
			.ifindex = target->dev->ifindex, .mode = ROCE_MODES, .current = true,
			.port_id = port ? port->id : 0, .added = !port,
		};
	}
	snprintf(saved->dev, sizeof(saved->dev), "%s", target->dev->name);
	if (!saved->added && target->rate)
		good = roce_saved_line(saved, "port", port);
	for (s = roce_settings; good && !saved->added && s->object; s++)
		if (strcmp(s->object, "port"))
			good = roce_saved_line(saved, s->object, port);
	good = good && roce_lldp_copy(saved, lldp);
	return good ? roce_save(ctx, saved) : fail(ctx, "out of memory");
}

/* Loads the saved state twice: one stays as it is, the other one is extended and written */
static int save_target(struct ctx *ctx, const struct roce_target *target, bool lldp,
		       struct entry *entry)
{
	struct roce_saved saved;
	int err;

	err = roce_load(ctx, target->dev->ifindex, &entry->before);
	if (err)
		return err;
	if (lldp && !roce_lldp_save(&entry->lldp, target->dev->name, target->port))
		return fail(ctx, "out of memory");
	err = roce_load(ctx, target->dev->ifindex, &saved);
	if (!err)
		err = save(ctx, target, &entry->lldp, &saved);
	roce_saved_free(&saved);
	return err;
}

/* Restores the first @n saved states after a failure: those of ports without a mode are deleted */
static void unsave(struct ctx *ctx, const struct roce_targets *targets,
		   const struct entry *entries, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (entries[i].before.ifindex)
			roce_save(ctx, &entries[i].before);
		else
			roce_forget(ctx, targets->list[i].dev->ifindex);
}

/* Writes the mode, or only the port ids if @mode is %ROCE_MODES */
static int save_mode(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets)
{
	struct roce_saved saved;
	size_t i;
	int err = STATUS_OK;

	for (i = 0; !err && i < targets->n; i++) {
		const struct roce_target *t = &targets->list[i];

		err = roce_load(ctx, t->dev->ifindex, &saved);
		if (!err && !saved.ifindex)
			err = fail(ctx, "roce: %s: the saved state has disappeared", t->dev->name);
		if (!err) {
			if (mode < ROCE_MODES)
				saved.mode = mode;
			saved.port_id = t->port->id;
			err = roce_save(ctx, &saved);
		}
		roce_saved_free(&saved);
	}
	return err;
}

/* Reads the ports again, after devices have become ports and rates have changed */
static int reload(struct ctx *ctx, struct roce_targets *targets)
{
	struct ports ports;
	size_t i;
	int err;

	err = ports_load(ctx, NULL, PORT_CONFIG | PORT_WATCH, &ports);
	if (err)
		return err;
	ports_free(&targets->ports);
	targets->ports = ports;
	for (i = 0; i < targets->n; i++) {
		struct roce_target *t = &targets->list[i];

		t->port = port_find(&targets->ports, t->dev->ifindex);
		if (!t->port)
			err = fail(ctx, "%s: is no port any more", t->dev->name);
	}
	return err;
}

/* The links, lldpad, then all other settings: see roce_lldp.c.  Return: an exit status */
static int run(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
	       struct roce_job *job, struct entry *entries, bool lldp)
{
	size_t i;
	int err;

	err = roce_run(ctx, job, job->links);
	if (!err && (job->links || lldp))
		err = reload(ctx, targets);
	if (!err && job->links)
		err = save_mode(ctx, ROCE_MODES, targets);
	for (i = 0; !err && lldp && i < targets->n; i++) {
		entries[i].tried = roce_lldp_possible(&targets->list[i]);
		entries[i].announced = roce_lldp_set(ctx, &targets->list[i], mode, false);
	}
	if (!err)
		err = roce_run(ctx, job, job->n);
	return err ? err : save_mode(ctx, mode, targets);
}

/* Undoes the change.  Saved states stay if a port does not have its former settings again. */
static void revert(struct ctx *ctx, const struct roce_targets *targets, struct roce_job *job,
		   const struct entry *entries, size_t saved)
{
	size_t i;

	for (i = 0; i < targets->n; i++)
		if (entries[i].tried)
			roce_lldp_restore(ctx, targets->list[i].dev->name, &entries[i].lldp,
					  false);
	if (roce_undo(ctx, job))
		unsave(ctx, targets, entries, saved);
	else
		fail(ctx, "roce: the former settings stay saved, for pfcctl roce off");
}

/**
 * roce_change() - set a mode
 * @ctx: the context
 * @mode: the mode
 * @targets: the devices; their ports are read again
 * @job: the commands
 *
 * Return: an exit status.
 */
int roce_change(struct ctx *ctx, enum roce_mode mode, struct roce_targets *targets,
		struct roce_job *job)
{
	struct entry *entries = calloc(targets->n + 1, sizeof(*entries));
	int err = entries ? STATUS_OK : fail(ctx, "out of memory");
	const bool lldp = !err && roce_lldp_runs();
	size_t i, saved = 0;

	for (; !err && saved < targets->n; saved += !err)
		err = save_target(ctx, &targets->list[saved], lldp, &entries[saved]);
	if (!err)
		err = run(ctx, mode, targets, job, entries, lldp);
	if (err && entries)
		revert(ctx, targets, job, entries, saved);
	for (i = 0; !err && i < targets->n; i++)
		if (entries[i].announced)
			roce_lldp_start(ctx, &targets->list[i], false);
	for (i = 0; entries && i < targets->n; i++) {
		roce_saved_free(&entries[i].before);
		roce_saved_free(&entries[i].lldp);
	}
	free(entries);
	return err;
}

/**
 * roce_change_print() - print the commands that set a mode
 * @ctx: the context
 * @mode: the mode
 * @targets: the devices
 * @job: the commands
 */
void roce_change_print(struct ctx *ctx, enum roce_mode mode, const struct roce_targets *targets,
		       const struct roce_job *job)
{
	const bool lldp = roce_lldp_runs();
	size_t i;

	roce_print(ctx, job, 0, job->links);
	for (i = 0; lldp && i < targets->n; i++)
		if (roce_lldp_possible(&targets->list[i]))
			roce_lldp_set(ctx, &targets->list[i], mode, true);
	roce_print(ctx, job, job->links, job->n);
	for (i = 0; lldp && i < targets->n; i++)
		if (roce_lldp_possible(&targets->list[i]))
			roce_lldp_start(ctx, &targets->list[i], true);
}
