// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the ports and pools of one network namespace, or of all that have a name.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fix.h"
#include "metrics.h"
#include "netns.h"

/* Takes the file descriptor @fd */
static void source_add(struct sources *sources, int fd, const char *name)
{
	struct source *s = list_add(&sources->list, &sources->n, sizeof(*s));

	snprintf(s->name, sizeof(s->name), "%s", name);
	s->fd = fd;
	if (fd >= 0)
		fstat(fd, &s->id);
}

/*
 * Adds a namespace with a name.  A namespace can have several names; the first one counts.  The
 * namespace of the tool gets the name that it has here.
 */
static int name_add(struct ctx *ctx, struct sources *sources, const char *name)
{
	int fd = netns_open(name);
	struct stat id;
	size_t i;

	if (fd < 0 && errno == ENOENT)
		return STATUS_OK;	/* deleted since the directory was read */
	if (fd < 0 || fstat(fd, &id)) {
		fail(ctx, "network namespace '%s': %s", name, strerror(errno));
		if (fd >= 0)
			close(fd);
		return STATUS_FAILED;
	}
	for (i = 0; i < sources->n; i++) {
		struct source *s = &sources->list[i];

		if (s->id.st_dev != id.st_dev || s->id.st_ino != id.st_ino)
			continue;
		if (!*s->name)
			snprintf(s->name, sizeof(s->name), "%s", name);
		close(fd);
		return STATUS_OK;
	}
	source_add(sources, fd, name);
	return STATUS_OK;
}

static int names_add(struct ctx *ctx, struct sources *sources)
{
	struct dirent **names;
	int n = netns_names(&names), i, err = STATUS_OK;

	if (n < 0)
		return fail(ctx, "%s: %s", netns_dir, strerror(errno));
	for (i = 0; i < n; i++) {
		if (!err)
			err = name_add(ctx, sources, names[i]->d_name);
		free(names[i]);
	}
	free(names);
	return err;
}

static int source_read(struct ctx *ctx, struct source *s)
{
	int err = ports_load(ctx, NULL, PORT_CONFIG | PORT_STATS | PORT_WATCH | PORT_IMPAIR,
			     &s->ports);

	return err ? err : pools_load(ctx, NULL, &s->pools);
}

/* Reads a namespace other than that of the tool, with sockets that are open only meanwhile */
static int source_visit(struct ctx *ctx, struct source *s)
{
	struct ctx own = { .err = ctx->err, .file = ctx->file, .line = ctx->line };
	int err;

	if (!setns(s->fd, CLONE_NEWNET)) {
		err = source_read(&own, s);
		nl_close(&own);
		return err;
	}
	/* The file is no namespace: its namespace was deleted, or not yet mounted */
	if (errno == EINVAL)
		return STATUS_OK;
	return fail_enter_netns(ctx, s->name);
}

static int visit_all(struct ctx *ctx, struct sources *sources)
{
	int err = STATUS_OK;
	size_t i;

	for (i = 1; !err && i < sources->n; i++)
		err = source_visit(ctx, &sources->list[i]);
	if (sources->n > 1)
		netns_return(ctx, sources->list[0].fd);
	return err;
}

/*
 * Read the ports and pools of namespaces.
 * @all: also read all namespaces with a name
 * @sources: result; the caller frees it with sources_free(), also after an error
 * Return: an exit status.
 */
int sources_load(struct ctx *ctx, bool all, struct sources *sources)
{
	int home, err;

	netns_raise_limit();
	*sources = (struct sources){ .all = all };
	home = all ? netns_open_own() : -1;
	if (all && home < 0)
		return fail(ctx, "/proc/thread-self/ns/net: %s", strerror(errno));
	source_add(sources, home, "");
	err = source_read(ctx, sources->list);
	if (!err && all)
		err = names_add(ctx, sources);
	return err ? err : visit_all(ctx, sources);
}

/* Free a list of namespaces */
void sources_free(struct sources *sources)
{
	size_t i;

	for (i = 0; i < sources->n; i++) {
		struct source *s = &sources->list[i];

		ports_free(&s->ports);
		free(s->pools.list);
		if (s->fd >= 0)
			close(s->fd);
	}
	free(sources->list);
	memset(sources, 0, sizeof(*sources));
}
