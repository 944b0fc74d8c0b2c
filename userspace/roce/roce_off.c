// SPDX-License-Identifier: GPL-2.0-only
/*
 * Restores the state before the first mode was set: pfcctl roce off
 */
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "peer.h"
#include "print.h"
#include "roce.h"

/**
 * struct restore - what the command does with a saved state
 * @saved: the state
 * @dev: the device, or NULL if it does not exist
 * @port: the port to restore, or NULL if the saved state is not that of the port
 * @apps: DSCP entries of dcb to add, as in struct roce_saved
 * @failed: lldpad has refused its former settings
 * @present: settings of lldpad before this command
 */
struct restore {
	struct roce_saved	saved;
	const struct device	*dev;
	const struct port	*port;
	uint8_t			apps[PFC_DSCP_COUNT];
	bool			failed;
	struct roce_lldp	present;
};

static bool is_given(const struct roce_targets *targets, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < targets->n; i++)
		if (targets->list[i].dev->ifindex == ifindex)
			return true;
	return targets->found;
}

/* ---- ports ------------------------------------------------------------------------- */

static void find_ports(const struct ctx *ctx, const struct roce_targets *targets,
		       struct restore *list, size_t n)
{
	const struct port *port;
	size_t i;

	for (i = 0; i < n; i++) {
		port = port_find(&targets->ports, list[i].saved.ifindex);
		list[i].port = roce_saved_valid(ctx, &list[i].saved, port) ? port : NULL;
	}
}

/*
 * Return: whether the setting names a profile that was deleted since, or an exit status in @err;
 * @profiles: loaded when a setting names one
 */
static bool is_lost(struct ctx *ctx, const char *line, struct profiles *profiles, int *err)
{
	static const char words[] = "pg pg 3 profile ";
	const char *name = line + strlen(words);
	size_t i;

	if (strncmp(line, words, strlen(words)) || !strcmp(name, "none"))
		return false;
	*err = profiles->list ? STATUS_OK : profiles_load(ctx, NULL, profiles);
	for (i = 0; i < profiles->n; i++)
		if (!strcmp(profiles->list[i].name, name))
			return false;
	return true;
}

/* Finds the entries of dcb that are missing after the change of a port.  Return: an exit status */
static int plan_apps(struct ctx *ctx, struct restore *r, const struct port *to)
{
	uint8_t present[PFC_DSCP_COUNT];
	int err, dscp;

	if (r->saved.added)
		return STATUS_OK;
	err = apps_load_dscp(ctx, r->port, present);
	for (dscp = 0; !err && dscp < PFC_DSCP_COUNT; dscp++) {
		/* A new value of a DSCP deletes its entries */
		if (to->dscp_prio[dscp] != r->port->dscp_prio[dscp])
			present[dscp] = 0;
		r->apps[dscp] = r->saved.apps[dscp] & ~present[dscp];
	}
	return err;
}

/* Adds the entries of dcb, or prints the command.  A failure is an error.  Return: exit status */
static int restore_apps(struct ctx *ctx, const struct restore *r, const struct roce_output *dry)
{
	char line[JOB_LINE_LEN] = "";
	static const uint8_t none[PFC_DSCP_COUNT];
	int dscp, prio;

	if (!r->port || !memcmp(r->apps, none, sizeof(none)))
		return STATUS_OK;
	if (!dry)
		return apps_add_dscp(ctx, r->port, r->apps);
	shell_dcb(line, sizeof(line), ctx->netns, "app add", r->dev->name);
	shell_words(line, sizeof(line), "dscp-prio");
	for (dscp = 0; dscp < PFC_DSCP_COUNT; dscp++)
		for (prio = PFC_PRIO_COUNT - 1; prio >= 0; prio--)
			if (r->apps[dscp] >> prio & 1)
				shell_append(line, sizeof(line), " %d:%d", dscp, prio);
	roce_put(dry, r->dev->name, line);
	return STATUS_OK;
}

/* Adds the commands that restore all ports that were ports before.  Return: an exit status */
static int plan(struct ctx *ctx, struct restore *list, size_t n, bool single,
		struct job *job)
{
	struct profiles profiles = { 0 };
	int err = STATUS_OK;
	size_t i, k;

	for (i = 0; !err && i < n; i++) {
		struct restore *r = &list[i];
		struct port to;

		if (!r->port)
			continue;
		to = *r->port;
		for (k = 0; !err && k < r->saved.n; k++) {
			const char *line = r->saved.lines[k];

			if (!is_lost(ctx, line, &profiles, &err))
				err = roce_line_apply(ctx, line, &to) ? STATUS_OK : STATUS_FAILED;
			else if (!err)
				warn(ctx,
				     "%s: profile %s was deleted since: PG 3 keeps the settings of RoCE",
				     r->dev->name, strrchr(line, ' ') + 1);
		}
		if (!err)
			err = plan_apps(ctx, r, &to);
		roce_plan(r->port, &to, single, job);
	}
	free(profiles.list);
	return job->full && !err ? fail(ctx, "out of memory") : err;
}

/* Adds the command that makes a port an ordinary device */
static void plan_deletion(const struct restore *r, struct job *job)
{
	const struct step run = { "port", "del", "" }, none = { 0 };

	if (r->port && r->saved.added)
		job_add(job, r->dev->name, &run, &none);
}

/* ---- lldpad ------------------------------------------------------------------------ */

/* Gives lldpad its settings again: before the ports get theirs, see roce_lldp.c */
static void restore_lldp(struct ctx *ctx, struct restore *list, size_t n,
			 const struct roce_output *dry)
{
	const bool runs = roce_lldp_runs();
	size_t i;

	for (i = 0; i < n; i++) {
		struct restore *r = &list[i];

		if (!r->dev || !r->saved.lldp.n || !roce_lldp_possible(r->port))
			continue;
		if (!runs) {
			warn(ctx,
			     "%s: lldpad does not run, so it keeps the settings of RoCE: see lldptool(8)",
			     r->dev->name);
			continue;
		}
		if (!dry)
			roce_lldp_read(&r->present, r->dev->name, r->port, false);
		r->failed = !roce_lldp_write(ctx, &r->saved.lldp, r->dev->name, dry);
	}
}

/* Gives lldpad the settings that it had before this command */
static void revert_lldp(struct ctx *ctx, const struct restore *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].dev)
			roce_lldp_write(ctx, &list[i].present, list[i].dev->name, NULL);
}

/* ---- the command ------------------------------------------------------------------- */

static void report(const struct ctx *ctx, const struct restore *r,
		   const struct roce_output *dry, struct json_object *array)
{
	const char *dev = r->dev ? r->dev->name : r->saved.dev;
	/* An earlier command has restored all but lldpad */
	const bool only_lldp = r->dev && !r->saved.port_id;
	const bool lost = !r->port && !only_lldp;
	struct json_object *entry;

	if (ctx->json) {
		entry = roce_entry(dry, dev, r->saved.ifindex);
		json_add_name(entry, "result", lost ? "lost" :
			      r->saved.added ? "deleted" : "restored");
		json_object_array_add(array, entry);
	} else if (lost) {
		printf("%s%s: %s\n", dry ? "# " : "", dev, !r->dev ?
		       "the device does not exist any more" :
		       "the port was deleted or replaced since, its former settings are lost");
	} else if (!dry) {
		printf("%s: %s\n", dev, r->saved.added ? "is not a port, as before" :
		       "has its former settings");
	}
}

/*
 * Deletes a port that was added, and the saved state, except the settings of lldpad if lldpad
 * refused them.  The state stays if the port does.  Return: an exit status
 */
static int finish(struct ctx *ctx, const struct restore *r, struct roce_states *states,
		  struct json_object *array)
{
	struct job job = { .what = "roce" };
	struct roce_saved *saved;
	int err;

	plan_deletion(r, &job);
	err = job_run(ctx, &job);
	job_free(&job);
	if (err)
		return err;
	if (!r->failed) {
		roce_saved_del(states, r->saved.ifindex);
		report(ctx, r, NULL, array);
		return STATUS_OK;
	}
	saved = roce_saved_find(states, r->saved.ifindex);
	saved->mode = ROCE_MODES;
	saved->port_id = 0;
	saved->added = false;
	saved->n = 0;
	return fail(ctx,
		    "%s: lldpad does not have its former settings; they stay saved, for pfcctl roce off",
		    r->dev->name);
}

/*
 * Restores the ports.  A deleted port cannot be restored, so deletions come last.  Return: an exit
 * status
 */
static int run(struct ctx *ctx, struct roce_targets *targets, struct restore *list, size_t n,
	       struct roce_states *states, struct json_object *array)
{
	struct job job = { .what = "roce" };
	int err, failed;
	size_t i;

	restore_lldp(ctx, list, n, NULL);
	/* lldpad can have changed the ports */
	err = roce_targets_reload(ctx, targets);
	if (!err) {
		find_ports(ctx, targets, list, n);
		err = plan(ctx, list, n, false, &job);
	}
	if (!err)
		err = job_run(ctx, &job);
	if (err) {
		revert_lldp(ctx, list, n);
		job_undo(ctx, &job,
			 "off failed: no port has its former settings, all keep those of RoCE");
	}
	job_free(&job);
	if (err)
		return err;
	for (i = 0; i < n; i++)
		err = restore_apps(ctx, &list[i], NULL) ?: finish(ctx, &list[i], states, array) ?:
		      err;
	failed = states->n ? STATUS_OK : roce_pool_restore(ctx, states, NULL);
	err = err ?: failed;
	failed = roce_save(ctx, states);
	return err ? err : failed;
}

/* Prints the commands in the order in which run() runs them.  Return: an exit status */
static int print(struct ctx *ctx, struct restore *list, size_t n,
		 const struct roce_states *states, const struct roce_output *dry,
		 struct json_object *array)
{
	struct job job = { 0 };
	size_t i;
	int err;

	err = plan(ctx, list, n, true, &job);
	if (!err)
		restore_lldp(ctx, list, n, dry);
	for (i = 0; !err && i < n; i++)
		plan_deletion(&list[i], &job);
	if (!err)
		roce_put_job(ctx, &job, 0, dry);
	for (i = 0; !err && i < n; i++)
		restore_apps(ctx, &list[i], dry);
	if (!err && n == states->n)
		err = roce_pool_restore(ctx, states, dry);
	for (i = 0; !err && i < n; i++)
		report(ctx, &list[i], dry, array);
	job_free(&job);
	return err;
}

/**
 * roce_off() - restore the state before the first mode was set
 * @ctx: the context
 * @targets: the devices; all saved ones if the user named none; their ports are read again
 * @dry: receives the commands; NULL: run them
 * @array: JSON array that receives the result of each device
 *
 * Return: an exit status.
 */
int roce_off(struct ctx *ctx, struct roce_targets *targets,
	     const struct roce_output *dry, struct json_object *array)
{
	struct roce_states states;
	struct restore *list = NULL;
	size_t i, n = 0;
	int err;

	err = roce_load(ctx, &states);
	if (!err)
		list = calloc(states.n + 1, sizeof(*list));
	if (!err && !list)
		err = fail(ctx, "out of memory");
	for (i = 0; !err && i < states.n; i++) {
		const uint32_t ifindex = states.list[i].ifindex;

		if (is_given(targets, ifindex))
			list[n++] = (struct restore){
				.saved = states.list[i],
				.dev = device_find(&targets->devices, ifindex),
			};
	}
	find_ports(ctx, targets, list, n);
	if (!err && !n && !ctx->json)
		printf("%sno saved state: nothing to restore\n", dry ? "# " : "");
	if (!err && n)
		err = dry ? print(ctx, list, n, &states, dry, array) :
			    run(ctx, targets, list, n, &states, array);
	roce_states_free(&states);
	free(list);
	return err;
}
