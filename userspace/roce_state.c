// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of the ports before the first mode was set, for "pfcctl roce off".
 *
 * Each device has a file of text.  Its directory has the cookie of the network namespace as its
 * name: the kernel does not use a cookie twice, in contrast to the inode of a namespace.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "roce.h"

#define STATE_PATH	512
#define STATE_HEAD	"pfcctl-roce 1"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE	71
#endif

/* Directory of the files; tests change it */
const char *roce_dir = "/run/pfcctl/roce";

/* Writes the path of the directory of this namespace.  Return: an exit status */
static int state_dir(struct ctx *ctx, char *path)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), err = -1;
	socklen_t len = sizeof(uint64_t);
	uint64_t cookie = 0;

	if (fd >= 0) {
		err = getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &len);
		close(fd);
	}
	if (err)
		return fail(ctx, "roce: cookie of the network namespace: %s", strerror(errno));
	snprintf(path, STATE_PATH, "%s/%llu", roce_dir, (unsigned long long)cookie);
	return STATUS_OK;
}

static int state_path(struct ctx *ctx, uint32_t ifindex, char *path)
{
	char dir[STATE_PATH];
	int err = state_dir(ctx, dir);

	if (!err && snprintf(path, STATE_PATH, "%s/%u", dir, ifindex) >= STATE_PATH)
		err = fail(ctx, "roce: path is too long");
	return err;
}

static enum roce_mode mode_of(const char *word)
{
	enum roce_mode mode = 0;

	while (mode < ROCE_MODES && strcmp(roce_modes[mode], word))
		mode++;
	return mode;
}

static bool add_line(struct roce_saved *saved, const char *line)
{
	char (*lines)[ROCE_LINE] = realloc(saved->lines, (saved->n + 1) * sizeof(*lines));

	if (!lines)
		return false;
	saved->lines = lines;
	snprintf(lines[saved->n++], ROCE_LINE, "%s", line);
	return true;
}

/* Return: false if the line is not part of a state */
static bool read_line(struct roce_saved *saved, char *line)
{
	char *value = strchr(line, ' ');

	if (!strcmp(line, "added")) {
		saved->added = true;
		return true;
	}
	if (!value)
		return false;
	*value++ = '\0';
	if (!strcmp(line, "dev"))
		snprintf(saved->dev, sizeof(saved->dev), "%s", value);
	else if (!strcmp(line, "port-id"))
		saved->port_id = strtoul(value, NULL, 10);
	else if (!strcmp(line, "mode"))
		saved->mode = mode_of(value);
	else
		return !strcmp(line, "set") && add_line(saved, value);
	return true;
}

static bool read_file(struct roce_saved *saved, FILE *file)
{
	bool good = true, first = true;
	size_t size = 0;
	char *line = NULL;
	ssize_t len;

	while (good && (len = getline(&line, &size, file)) > 0) {
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		good = first ? !strcmp(line, STATE_HEAD) : read_line(saved, line);
		first = false;
	}
	free(line);
	return good && !first && *saved->dev;
}

/**
 * roce_load() - read the saved state of a device
 * @ctx: the context
 * @ifindex: the device
 * @saved: result; @saved->ifindex is 0 if there is no saved state
 *
 * Return: an exit status.
 */
int roce_load(struct ctx *ctx, uint32_t ifindex, struct roce_saved *saved)
{
	char path[STATE_PATH];
	FILE *file;
	bool good;
	int err;

	*saved = (struct roce_saved){ .mode = ROCE_MODES };
	err = state_path(ctx, ifindex, path);
	if (err)
		return err;
	file = fopen(path, "re");
	if (!file && errno == ENOENT)
		return STATUS_OK;
	if (!file)
		return fail(ctx, "%s: %s", path, strerror(errno));
	good = read_file(saved, file);
	fclose(file);
	saved->ifindex = ifindex;
	return good ? STATUS_OK : fail(ctx, "%s: is damaged; delete it", path);
}

/**
 * roce_load_all() - read the saved states of all devices of the namespace
 * @ctx: the context
 * @list: result; the caller frees each entry with roce_saved_free(), and the list
 * @n: result: number of entries
 *
 * Return: an exit status.
 */
int roce_load_all(struct ctx *ctx, struct roce_saved **list, size_t *n)
{
	char path[STATE_PATH];
	struct roce_saved *grown;
	struct dirent **names;
	int count, i, err;

	*list = NULL;
	*n = 0;
	err = state_dir(ctx, path);
	if (err)
		return err;
	count = scandir(path, &names, NULL, versionsort);
	if (count < 0)
		return errno == ENOENT ? STATUS_OK : fail(ctx, "%s: %s", path, strerror(errno));
	for (i = 0; i < count; i++) {
		uint32_t ifindex = strtoul(names[i]->d_name, NULL, 10);

		/* Skips names that are no numbers: . and .. and files that are being written */
		if (!err && ifindex) {
			grown = realloc(*list, (*n + 1) * sizeof(*grown));
			*list = grown ?: *list;
			err = grown ? roce_load(ctx, ifindex, &grown[*n]) :
				      fail(ctx, "out of memory");
			*n += !!grown;
		}
		free(names[i]);
	}
	free(names);
	return err;
}

static bool make_dirs(char *path)
{
	char *slash;

	for (slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0755) && errno != EEXIST)
			return false;
		*slash = '/';
	}
	return true;
}

static bool write_file(const struct roce_saved *saved, FILE *file)
{
	size_t i;

	fprintf(file, "%s\ndev %s\nport-id %u\n", STATE_HEAD, saved->dev, saved->port_id);
	if (saved->mode < ROCE_MODES)
		fprintf(file, "mode %s\n", roce_modes[saved->mode]);
	if (saved->added)
		fprintf(file, "added\n");
	for (i = 0; i < saved->n; i++)
		fprintf(file, "set %s\n", saved->lines[i]);
	return !fflush(file) && !ferror(file);
}

/**
 * roce_save() - write the saved state of a device; the file has all of it or none
 * @ctx: the context
 * @saved: the state
 *
 * Return: an exit status.
 */
int roce_save(struct ctx *ctx, const struct roce_saved *saved)
{
	char path[STATE_PATH], temp[STATE_PATH + 32], *base;
	FILE *file = NULL;
	bool good = false;
	mode_t mask;
	int err;

	err = state_path(ctx, saved->ifindex, path);
	if (err)
		return err;
	mask = umask(022);	/* "roce show" needs no privilege */
	base = strrchr(path, '/');
	snprintf(temp, sizeof(temp), "%.*s/.%d-%s", (int)(base - path), path, (int)getpid(),
		 base + 1);
	if (make_dirs(path))
		file = fopen(temp, "wxe");
	if (file) {
		good = write_file(saved, file);
		good = !fclose(file) && good && !rename(temp, path);
	}
	umask(mask);
	if (good)
		return STATUS_OK;
	err = fail(ctx, "roce: cannot save the present state: %s: %s", path, strerror(errno));
	if (file)
		unlink(temp);
	return err;
}

/**
 * roce_forget() - delete the saved state of a device
 * @ctx: the context
 * @ifindex: the device
 *
 * Return: an exit status.
 */
int roce_forget(struct ctx *ctx, uint32_t ifindex)
{
	char path[STATE_PATH];
	int err = state_path(ctx, ifindex, path);

	if (err)
		return err;
	if (unlink(path) && errno != ENOENT)
		return fail(ctx, "%s: %s", path, strerror(errno));
	*strrchr(path, '/') = '\0';
	rmdir(path);	/* fails while another device has a file */
	return STATUS_OK;
}

/**
 * roce_saved_line() - save the present settings of a command, unless older ones are saved
 * @saved: the state
 * @object: object of the command
 * @port: the port
 *
 * Return: false if memory is exhausted.
 */
bool roce_saved_line(struct roce_saved *saved, const char *object, const struct port *port)
{
	char words[ROCE_LINE], line[2 * ROCE_LINE];
	const size_t len = strlen(object);
	size_t i;

	for (i = 0; i < saved->n; i++)
		if (!strncmp(saved->lines[i], object, len) && saved->lines[i][len] == ' ')
			return true;
	roce_now(words, object, port);
	snprintf(line, sizeof(line), "%s %s", object, words);
	return add_line(saved, line);
}

/**
 * roce_saved_valid() - check whether a saved state is that of a port
 * @saved: the state
 * @port: the port that the device is now, or NULL
 *
 * Return: false if there is no saved state, or if the port was deleted or replaced since.
 */
bool roce_saved_valid(const struct roce_saved *saved, const struct port *port)
{
	return saved->ifindex && port && (!saved->port_id || saved->port_id == port->id);
}

/**
 * roce_saved_free() - free a saved state
 * @saved: the state
 */
void roce_saved_free(struct roce_saved *saved)
{
	free(saved->lines);
	memset(saved, 0, sizeof(*saved));
}
