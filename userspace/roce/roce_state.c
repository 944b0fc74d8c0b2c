// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of the ports before the first mode was set, for "pfcctl roce off": their lines of pfcctl
 * save, and comments about the devices.
 *
 * Each namespace has a file of text.  Its name is the cookie of the namespace: the kernel does not
 * use a cookie twice, in contrast to the inode of a namespace.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lock.h"
#include "netlink.h"
#include "roce.h"

#define STATE_HEAD	"# pfcctl-roce 4"
#define MODE_NONE	"-"

static enum roce_mode mode_of(const char *word)
{
	enum roce_mode mode = 0;

	while (mode < ROCE_MODES && strcmp(roce_modes[mode], word))
		mode++;
	return mode;
}

static bool read_device(struct roce_states *states, const char *line)
{
	struct roce_saved new = { 0 }, *saved;
	char mode[16], more;

	if (sscanf(line, "# dev %u %u %u %15s %15s%c", &new.ifindex, &new.family, &new.port_id,
		   mode, new.dev, &more) != 5 || !new.ifindex ||
	    roce_saved_find(states, new.ifindex))
		return false;
	new.mode = mode_of(mode);
	saved = roce_saved_get(states, new.ifindex);
	*saved = new;
	return new.mode < ROCE_MODES || !strcmp(mode, MODE_NONE);
}

static bool read_pool(struct roce_states *states, const char *line)
{
	char name[PFC_NAME_LEN], more;
	uint32_t before, after;

	if (sscanf(line, "# pool %u %u %31s%c", &before, &after, name, &more) != 3)
		return false;
	roce_pool_save(states, name, before, after);
	return true;
}

/* Reads a line: a device, a pool, or a command of the former configuration */
static bool read_line(struct roce_states *states, const char *line)
{
	if (!strncmp(line, "# dev ", strlen("# dev ")))
		return read_device(states, line);
	if (!strncmp(line, "# pool ", strlen("# pool ")))
		return read_pool(states, line);
	text_line(&states->former, "%s", line);
	return true;
}

/* Return: the number of the first line that is damaged, or 0 */
static unsigned int read_file(struct roce_states *states, FILE *file)
{
	char *line = NULL;
	unsigned int n = 0;
	bool good = true;
	size_t size = 0;

	while (good && getline(&line, &size, file) > 0) {
		char *end = strchr(line, '\n');

		good = end;
		if (good) {
			*end = '\0';
			good = n ? read_line(states, line) : !strcmp(line, STATE_HEAD);
		}
		n++;
	}
	free(line);
	return good && n ? 0 : n ?: 1;
}

/*
 * Read the saved states of the namespace.
 * @states: result; the caller frees it with roce_states_free(), after a failure, too
 * Return: an exit status.
 */
int roce_load(struct ctx *ctx, struct roce_states *states)
{
	char path[STATE_PATH];
	unsigned int line;
	FILE *file;
	int err;

	*states = (struct roce_states){ 0 };
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
	line = read_file(states, file);
	fclose(file);
	if (!line)
		return STATUS_OK;
	return fail(ctx,
		    "%s: line %u is damaged; the former settings of the ports are lost, delete the file",
		    path, line);
}

static bool write_file(const struct roce_states *states, FILE *file)
{
	size_t i;

	fprintf(file, "%s\n", STATE_HEAD);
	for (i = 0; i < states->pools; i++)
		fprintf(file, "# pool %u %u %s\n", states->pool[i].before,
			states->pool[i].after, states->pool[i].name);
	for (i = 0; i < states->n; i++) {
		const struct roce_saved *saved = &states->list[i];

		if (saved->chosen)
			continue;
		fprintf(file, "# dev %u %u %u %s %s\n", saved->ifindex, saved->family,
			saved->port_id,
			saved->mode < ROCE_MODES ? roce_modes[saved->mode] : MODE_NONE, saved->dev);
	}
	for (i = 0; i < states->former.n; i++)
		fprintf(file, "%s\n", states->former.lines[i]);
	return !fflush(file) && !ferror(file);
}

/*
 * Write the saved states of the namespace; the file has all of them or none.
 * @states: the states, of which the chosen ones are left out; none: the file is deleted
 * Return: an exit status.
 */
int roce_save(struct ctx *ctx, const struct roce_states *states)
{
	char path[STATE_PATH], temp[STATE_PATH + 8];
	bool good = false;
	size_t i = 0;
	mode_t mask;
	FILE *file;
	int err;

	err = state_path(ctx, path);
	if (err)
		return err;
	while (i < states->n && states->list[i].chosen)
		i++;
	if (i == states->n)
		return unlink(path) && errno != ENOENT ?
			fail(ctx, "%s: %s", path, strerror(errno)) : STATUS_OK;
	snprintf(temp, sizeof(temp), "%s.new", path);
	mask = umask(022);	/* "roce show" needs no privilege */
	file = fopen(temp, "we");
	umask(mask);
	if (file) {
		good = write_file(states, file);
		good = !fclose(file) && good && !rename(temp, path);
	}
	if (good)
		return STATUS_OK;
	err = fail(ctx, "roce: cannot save the present state: %s: %s", path, strerror(errno));
	unlink(temp);
	return err;
}

/* Find the saved state of a device.  Return: the state or NULL */
struct roce_saved *roce_saved_find(const struct roce_states *states, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < states->n; i++)
		if (states->list[i].ifindex == ifindex)
			return &states->list[i];
	return NULL;
}

/*
 * Find the saved state of a device, or add an empty one.
 * @states: the states; pointers to them become invalid
 * Return: the state.
 */
struct roce_saved *roce_saved_get(struct roce_states *states, uint32_t ifindex)
{
	struct roce_saved *saved = roce_saved_find(states, ifindex);

	if (saved)
		return saved;
	saved = list_add(&states->list, &states->n, sizeof(*saved));
	*saved = (struct roce_saved){ .ifindex = ifindex, .mode = ROCE_MODES };
	return saved;
}

/*
 * Save the former size of a pool, unless an older one is saved and the pool still has the size of
 * the last call.
 * @before: former size, bytes
 * @after: new size, bytes
 */
void roce_pool_save(struct roce_states *states, const char *name, uint32_t before,
		    uint32_t after)
{
	struct roce_pool *pool;
	size_t i = 0;

	while (i < states->pools && strcmp(states->pool[i].name, name))
		i++;
	if (i == states->pools) {
		pool = list_add(&states->pool, &states->pools, sizeof(*pool));
		pool->before = before;
		snprintf(pool->name, sizeof(pool->name), "%s", name);
	}
	/* The user has set another size since */
	if (states->pool[i].after && states->pool[i].after != before)
		states->pool[i].before = before;
	states->pool[i].after = after;
}

/* Free saved states */
void roce_states_free(struct roce_states *states)
{
	free(states->list);
	free(states->pool);
	text_free(&states->former);
}

/*
 * Check whether a saved state is that of a port.
 * @saved: the state, or NULL
 * @port: the port that the device is now, or NULL
 * Return: false if there is no saved state, or if the port was deleted or replaced since.
 */
bool roce_saved_valid(const struct ctx *ctx, const struct roce_saved *saved,
		      const struct port *port)
{
	return saved && port && saved->port_id && saved->port_id == port->id &&
	       saved->family == ctx->family;
}
