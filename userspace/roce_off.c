// SPDX-License-Identifier: GPL-2.0-only
/*
 * Restores the state before the first mode was set: pfcctl roce off
 */
#include <stdlib.h>
#include <string.h>
#include "peer.h"
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

/* Adds the commands that restore the settings, the one changed last first */
static void plan_settings(const struct restore *r, struct roce_job *job)
{
	char undo[3 * ROCE_LINE], now[ROCE_LINE], object[ROCE_LINE], *space;
	size_t i = r->saved.n;

	while (i--) {
		snprintf(object, sizeof(object), "%s", r->saved.lines[i]);
		space = strchr(object, ' ');
		if (!space)
			continue;
		*space = '\0';
		if (!roce_object_named(object) || !roce_object_named(object)->settings)
			continue;
		roce_now(now, object, r->port);
		snprintf(undo, sizeof(undo), "%s set dev %s %s", object, r->dev->name, now);
		roce_add(job, undo, "%s set dev %s %s", object, r->dev->name, space + 1);
	}
}

/* A deleted port cannot be restored, so these commands come last */
static void plan(const struct restore *list, size_t n, struct roce_job *job)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].port && !list[i].saved.added)
			plan_settings(&list[i], job);
	for (i = 0; i < n; i++)
		if (list[i].port && list[i].saved.added)
			roce_add(job, "", "port del dev %s", list[i].dev->name);
}

/* Return: why nothing can be restored */
static const char *obstacle(const struct restore *r)
{
	return r->dev ? "the port was deleted or replaced since, its former settings are lost" :
			"the device does not exist any more";
}

/* Restores the ports, or prints the commands.  Return: an exit status */
static int restore(struct ctx *ctx, const struct restore *list, size_t n, bool dry_run)
{
	const bool announce = roce_lldp_runs();
	struct roce_job job = { 0 };
	int err = STATUS_OK;
	size_t i;

	plan(list, n, &job);
	/* Withdraw first: lldpad writes what it no longer announces to the port */
	for (i = 0; announce && i < n; i++)
		if (list[i].port)
			roce_lldp(ctx, list[i].dev->name, ROCE_MODES, dry_run);
	if (dry_run)
		roce_print(ctx, &job);
	else
		err = roce_run(ctx, &job);
	roce_job_free(&job);
	for (i = 0; !err && i < n; i++) {
		const char *dev = list[i].dev ? list[i].dev->name : list[i].saved.dev;

		if (!dry_run)
			err = roce_forget(ctx, list[i].saved.ifindex);
		if (ctx->json)
			continue;
		if (!list[i].port)
			printf("%s%s: %s\n", dry_run ? "# " : "", dev, obstacle(&list[i]));
		else if (!dry_run)
			printf("%s: %s\n", dev, list[i].saved.added ?
			       "is no port any more, as before" : "has its former settings");
	}
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
	struct roce_saved *saved;
	struct restore *list;
	size_t i, n, used = 0;
	int err;

	err = roce_load_all(ctx, &saved, &n);
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
	if (!err && !used && !ctx->json)
		printf("%sno saved state: nothing to restore\n", dry_run ? "# " : "");
	else if (!err)
		err = restore(ctx, list, used, dry_run);
	for (i = 0; i < n; i++)
		roce_saved_free(&saved[i]);
	free(saved);
	free(list);
	return err;
}
