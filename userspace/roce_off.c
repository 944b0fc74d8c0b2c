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
 * struct restore - what the command does with a saved state
 * @saved: the state
 * @dev: the device, or NULL if it does not exist
 * @port: the port to restore, or NULL
 */
struct restore {
	struct roce_saved	saved;
	const struct device	*dev;
	const struct port	*port;
};

static bool is_given(const struct roce_targets *targets, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < targets->n; i++)
		if (targets->list[i].dev->ifindex == ifindex)
			return true;
	return targets->found;
}

/* Adds the commands that restore all ports that were ports before */
static void plan(struct ctx *ctx, const struct restore *list, size_t n, struct roce_job *job)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].port && !list[i].saved.added)
			roce_plan_saved(ctx, &list[i].saved, list[i].dev, list[i].port, job);
}

/* Adds the commands that make ports ordinary devices */
static void plan_deletions(const struct restore *list, size_t n, struct roce_job *job)
{
	struct roce_step run = { "port", "del", "" }, none = { 0 };
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].port && list[i].saved.added)
			roce_add(job, list[i].dev->name, &run, &none);
}

/* Gives lldpad its settings again.  Return: whether there was a command to run */
static bool restore_lldp(struct ctx *ctx, const struct restore *list, size_t n, bool dry_run)
{
	const bool runs = roce_lldp_runs();
	bool any = false;
	size_t i;

	for (i = 0; i < n; i++) {
		if (!list[i].port || !roce_lldp_is_saved(&list[i].saved))
			continue;
		if (runs)
			roce_lldp_restore(ctx, list[i].dev->name, &list[i].saved, dry_run);
		else
			warn(ctx,
			     "%s: lldpad does not run, so it keeps the settings of RoCE: see lldptool(8)",
			     list[i].dev->name);
		any |= runs;
	}
	return any;
}

/*
 * lldpad could write the settings of RoCE to a port until it had its own again.  So this restores
 * a second time what differs then.  Return: an exit status
 */
static int restore_again(struct ctx *ctx, const struct restore *list, size_t n)
{
	struct roce_job job = { 0 };
	struct ports ports;
	const struct port *port;
	size_t i;
	int err;

	err = ports_load(ctx, NULL, PORT_CONFIG | PORT_WATCH, &ports);
	if (err)
		return err;
	for (i = 0; i < n; i++) {
		port = port_find(&ports, list[i].saved.ifindex);
		if (port && list[i].port && !list[i].saved.added)
			roce_plan_saved(ctx, &list[i].saved, list[i].dev, port, &job);
	}
	err = roce_run(ctx, &job, job.n);
	roce_job_free(&job);
	ports_free(&ports);
	return err;
}

/* Return: why nothing can be restored */
static const char *obstacle(const struct restore *r)
{
	return r->dev ? "the port was deleted or replaced since, its former settings are lost" :
			"the device does not exist any more";
}

static void report(const struct ctx *ctx, const struct restore *r, bool dry_run,
		   struct json_object *array)
{
	const char *dev = r->dev ? r->dev->name : r->saved.dev;
	struct json_object *entry;

	if (ctx->json) {
		entry = json_object_new_object();
		json_add_name(entry, "dev", dev);
		json_add_u64(entry, "ifindex", r->saved.ifindex);
		json_add_name(entry, "result", !r->port ? "lost" :
			      r->saved.added ? "deleted" : "restored");
		json_object_array_add(array, entry);
	} else if (!r->port) {
		printf("%s%s: %s\n", dry_run ? "# " : "", dev, obstacle(r));
	} else if (!dry_run) {
		printf("%s: %s\n", dev, r->saved.added ? "is no port any more, as before" :
		       "has its former settings");
	}
}

/*
 * Deletes the ports that were added, and the saved states of all devices that are restored.  A
 * deleted port cannot be restored, so this is the last step.  A state stays if its port does.
 */
static int finish(struct ctx *ctx, const struct restore *list, size_t n,
		  struct json_object *array)
{
	int err = STATUS_OK, failed;
	size_t i;

	for (i = 0; i < n; i++) {
		struct roce_job job = { 0 };

		plan_deletions(&list[i], 1, &job);
		failed = roce_run(ctx, &job, job.n);
		roce_job_free(&job);
		if (!failed)
			failed = roce_forget(ctx, list[i].saved.ifindex);
		if (!failed)
			report(ctx, &list[i], false, array);
		err = failed ?: err;
	}
	return err;
}

/* Restores the ports.  Return: an exit status */
static int restore(struct ctx *ctx, const struct restore *list, size_t n,
		   struct json_object *array)
{
	struct roce_job job = { 0 };
	int err;

	plan(ctx, list, n, &job);
	err = roce_run(ctx, &job, job.n);
	if (err)
		roce_undo(ctx, &job);
	roce_job_free(&job);
	if (!err && restore_lldp(ctx, list, n, false))
		err = restore_again(ctx, list, n);
	return err ? err : finish(ctx, list, n, array);
}

/* Prints the commands that restore the ports */
static void print(struct ctx *ctx, const struct restore *list, size_t n,
		  struct json_object *array)
{
	struct roce_job job = { 0 };
	size_t i, settings;

	plan(ctx, list, n, &job);
	settings = job.n;
	plan_deletions(list, n, &job);
	if (!ctx->json) {
		roce_print(ctx, &job, 0, settings);
		restore_lldp(ctx, list, n, true);
		roce_print(ctx, &job, settings, job.n);
	}
	for (i = 0; i < n; i++)
		report(ctx, &list[i], true, array);
	roce_job_free(&job);
}

static int run(struct ctx *ctx, const struct restore *list, size_t n, bool dry_run)
{
	struct json_object *json = json_object_new_object();
	struct json_object *array = json_object_new_array();
	int err = STATUS_OK;

	json_add_name(json, "mode", "off");
	json_object_object_add(json, "devices", array);
	if (!n && !ctx->json)
		printf("%sno saved state: nothing to restore\n", dry_run ? "# " : "");
	else if (dry_run)
		print(ctx, list, n, array);
	else
		err = restore(ctx, list, n, array);
	if (!err && ctx->json)
		json_print(ctx, json);
	else
		json_object_put(json);
	return err;
}

/**
 * roce_off() - restore the state before the first mode was set
 * @ctx: the context
 * @targets: the devices; all saved ones if the user named none
 * @dry_run: print the commands instead
 *
 * Return: an exit status.
 */
int roce_off(struct ctx *ctx, const struct roce_targets *targets, bool dry_run)
{
	struct roce_saved *saved = NULL;
	struct restore *list = NULL;
	size_t i, n = 0, used = 0;
	int err;

	err = roce_load_all(ctx, &saved, &n);
	if (!err)
		list = calloc(n + 1, sizeof(*list));
	if (!err && !list)
		err = fail(ctx, "out of memory");
	for (i = 0; !err && i < n; i++) {
		const struct port *port = port_find(&targets->ports, saved[i].ifindex);
		const struct device *dev = device_find(&targets->devices, saved[i].ifindex);

		if (!is_given(targets, saved[i].ifindex))
			continue;
		list[used++] = (struct restore){
			.saved = saved[i],
			.dev = dev,
			.port = dev && roce_saved_valid(&saved[i], port) ? port : NULL,
		};
	}
	if (!err)
		err = run(ctx, list, used, dry_run);
	for (i = 0; i < n; i++)
		roce_saved_free(&saved[i]);
	free(saved);
	free(list);
	return err;
}
