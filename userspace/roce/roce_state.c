// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of the ports before the first mode was set, for "pfcctl roce off": their lines of pfcctl
 * save, and comments about the devices.
 *
 * Each namespace has a file of text.  Its name is the cookie of the namespace: the kernel does not
 * use a cookie twice, in contrast to the inode of a namespace.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lock.h"
#include "netlink.h"
#include "peer.h"
#include "roce.h"

#define STATE_HEAD	"# pfcctl-roce 4"
#define MODE_NONE	"-"

static bool read_device(struct roce *r, const char *line)
{
	struct roce_saved *saved, new = { 0 };
	char mode[16], more;

	if (sscanf(line, "# dev %u %u %u %15s %15s%c", &new.ifindex, &new.family, &new.port_id,
		   mode, new.dev, &more) != 5 || !new.ifindex ||
	    roce_saved_find(r, new.ifindex))
		return false;
	while (new.mode < ROCE_OFF && strcmp(roce_modes[new.mode], mode))
		new.mode++;
	saved = list_add(&r->saved, &r->n_saved, sizeof(*saved));
	*saved = new;
	return new.mode < ROCE_OFF || !strcmp(mode, MODE_NONE);
}

static bool read_pool(struct roce *r, const char *line)
{
	struct roce_pool new = { 0 };
	char more;

	if (sscanf(line, "# pool %" SCNu64 " %" SCNu64 " %31s%c", &new.before, &new.after, new.name,
		   &more) != 3)
		return false;
	*roce_pool_get(r, new.name) = new;
	return true;
}

/* Reads a line: a device, a pool, or a line of the former configuration */
static bool read_line(struct roce *r, const char *line)
{
	struct text *text = &r->named;
	size_t i;

	if (!strncmp(line, "# dev ", strlen("# dev ")))
		return read_device(r, line);
	if (!strncmp(line, "# pool ", strlen("# pool ")))
		return read_pool(r, line);
	for (i = 0; i < r->n_saved; i++)
		if (text_is_of(line, r->saved[i].dev))
			text = &r->saved[i].former;
	text_line(text, "%s", line);
	return true;
}

/* Return: the number of the first line that is damaged, or 0 */
static unsigned int read_file(struct roce *r, FILE *file)
{
	char *line = NULL;
	unsigned int n = 0;
	bool good = true;
	size_t size = 0;

	while (good && getline(&line, &size, file) > 0) {
		char *end = strchr(line, '\n');

		if (end)
			*end = '\0';
		good = end && (n ? read_line(r, line) : !strcmp(line, STATE_HEAD));
		n++;
	}
	free(line);
	return good && n ? 0 : n ?: 1;
}

/* Read the saved states of the namespace.  Return: an exit status */
int roce_load(struct ctx *ctx, struct roce *r)
{
	char path[STATE_PATH];
	unsigned int line;
	FILE *file;
	int err;

	err = state_path(ctx, path);
	if (!err)
		err = genl_open(ctx);	/* the id of the family */
	if (err)
		return err;
	file = fopen(path, "re");
	if (!file && errno == ENOENT)
		return STATUS_OK;
	if (!file)
		return fail(ctx, "%s: %s", path, strerror(errno));
	line = read_file(r, file);
	fclose(file);
	if (!line)
		return STATUS_OK;
	return fail(ctx,
		    "%s: line %u is damaged; the former settings of the ports are lost, delete the file",
		    path, line);
}

static void write_lines(const struct text *text, FILE *file)
{
	size_t i;

	for (i = 0; i < text->n; i++)
		fprintf(file, "%s\n", text->lines[i]);
}

/* Writes a file and closes it.  Return: whether all is written */
static bool write_file(const struct roce *r, FILE *file)
{
	const struct roce_saved *saved;
	bool good;
	size_t i;

	fprintf(file, "%s\n", STATE_HEAD);
	for (i = 0; i < r->n_pools; i++)
		if (r->pools[i].after)
			fprintf(file, "# pool %" PRIu64 " %" PRIu64 " %s\n", r->pools[i].before,
				r->pools[i].after, r->pools[i].name);
	for (i = 0; i < r->n_saved; i++) {
		saved = &r->saved[i];
		if (!saved->chosen)
			fprintf(file, "# dev %u %u %u %s %s\n", saved->ifindex, saved->family,
				saved->port_id, saved->mode < ROCE_OFF ?
				roce_modes[saved->mode] : MODE_NONE, saved->dev);
	}
	write_lines(&r->named, file);
	for (i = 0; i < r->n_saved; i++)
		if (!r->saved[i].chosen)
			write_lines(&r->saved[i].former, file);
	good = !ferror(file);
	return !fclose(file) && good;
}

/*
 * Write the saved states of the namespace, without the chosen ones; if there are no others, delete
 * the file.  The file has all of them or none.
 * Return: an exit status.
 */
int roce_save(struct ctx *ctx, const struct roce *r)
{
	char path[STATE_PATH], temp[STATE_PATH + 8];
	size_t i = 0;
	mode_t mask;
	FILE *file;
	int err;

	err = state_path(ctx, path);
	if (err)
		return err;
	while (i < r->n_saved && r->saved[i].chosen)
		i++;
	if (i == r->n_saved)
		return unlink(path) && errno != ENOENT ?
			fail(ctx, "%s: %s", path, strerror(errno)) : STATUS_OK;
	snprintf(temp, sizeof(temp), "%s.new", path);
	mask = umask(022);	/* "roce show" needs no privilege */
	file = fopen(temp, "we");
	umask(mask);
	if (file && write_file(r, file) && !rename(temp, path))
		return STATUS_OK;
	err = fail(ctx, "roce: cannot save the present state: %s: %s", path, strerror(errno));
	unlink(temp);
	return err;
}

/* Find the saved state of a device.  Return: the state or NULL */
struct roce_saved *roce_saved_find(const struct roce *r, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < r->n_saved; i++)
		if (r->saved[i].ifindex == ifindex)
			return &r->saved[i];
	return NULL;
}

/* Find the sizes of a pool, or add them.  Return: the sizes */
struct roce_pool *roce_pool_get(struct roce *r, const char *name)
{
	struct roce_pool *pool;
	size_t i;

	for (i = 0; i < r->n_pools; i++)
		if (!strcmp(r->pools[i].name, name))
			return &r->pools[i];
	pool = list_add(&r->pools, &r->n_pools, sizeof(*pool));
	snprintf(pool->name, sizeof(pool->name), "%s", name);
	return pool;
}

/*
 * Find the port of a saved state.
 * @saved: the state, or NULL
 * Return: the port; NULL if there is no saved state, or if the port was deleted or replaced since.
 */
const struct port *roce_saved_port(const struct ctx *ctx, const struct roce *r,
				   const struct roce_saved *saved)
{
	const struct port *port = saved ? port_find(&r->ports, saved->ifindex) : NULL;

	return port && saved->port_id && saved->port_id == port->id &&
	       saved->family == ctx->family ? port : NULL;
}
