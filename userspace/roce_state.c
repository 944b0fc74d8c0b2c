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
#include "parse.h"
#include "roce.h"

#define STATE_HEAD	"pfcctl-roce 2"
#define STATE_END	"end"

/* File with an id of this boot of the machine */
#define BOOT_ID		"/proc/sys/kernel/random/boot_id"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE	71
#endif

/* Directory of the files; tests change it */
const char *roce_dir = "/run/pfcctl/roce";

/**
 * roce_state_dir() - get the directory of the states of this namespace
 * @ctx: the context
 * @path: result, %ROCE_PATH bytes
 *
 * Return: an exit status.
 */
int roce_state_dir(struct ctx *ctx, char *path)
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
	snprintf(path, ROCE_PATH, "%s/%llu", roce_dir, (unsigned long long)cookie);
	return STATUS_OK;
}

static int state_path(struct ctx *ctx, uint32_t ifindex, char *path)
{
	char dir[ROCE_PATH];
	int err = roce_state_dir(ctx, dir);

	if (!err && snprintf(path, ROCE_PATH, "%s/%u", dir, ifindex) >= ROCE_PATH)
		err = fail(ctx, "roce: path is too long");
	return err;
}

/*
 * Writes an id of this boot and of this load of the module.  Both numbers that identify a port
 * begin again: the cookie of the namespace at a boot, the id of the port when the module is
 * loaded.  The kernel gives the netlink family another id at each load.
 */
static void load_id(const struct ctx *ctx, char *id, size_t size)
{
	char boot[64] = "";
	FILE *file = fopen(BOOT_ID, "re");

	if (file) {
		if (!fgets(boot, sizeof(boot), file))
			*boot = '\0';
		fclose(file);
	}
	boot[strcspn(boot, "\n")] = '\0';
	snprintf(id, size, "%s %u", boot, ctx->family);
}

#define LOAD_ID	80

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

/* Return: whether the word is a decimal number, which @number receives */
static bool read_number(const char *word, uint32_t *number)
{
	uint64_t value;

	if (!parse_number(word, &value) || value > UINT32_MAX)
		return false;
	*number = value;
	return true;
}

/* Return: whether the line "OBJECT WORDS" has a known object */
static bool is_setting(const char *line)
{
	char object[16];
	const size_t len = strcspn(line, " ");

	if (!line[len] || len >= sizeof(object) || strlen(line) >= ROCE_LINE)
		return false;
	snprintf(object, sizeof(object), "%.*s", (int)len, line);
	return !strcmp(object, ROCE_LLDPTOOL) ||
	       (roce_object_named(object) && roce_object_named(object)->settings);
}

/* Reads a line that is neither the first nor the last.  Return: whether it is valid */
static bool read_line(struct roce_saved *saved, const char *id, char *line)
{
	char *value = strchr(line, ' ');

	if (!strcmp(line, "added")) {
		saved->added = true;
		return true;
	}
	if (!value)
		return false;
	*value++ = '\0';
	if (!strcmp(line, "dev")) {
		snprintf(saved->dev, sizeof(saved->dev), "%s", value);
		return *value && strlen(value) < IFNAMSIZ;
	}
	if (!strcmp(line, "load")) {
		saved->current = !strcmp(value, id);
		return true;
	}
	if (!strcmp(line, "port-id"))
		return read_number(value, &saved->port_id);
	if (!strcmp(line, "mode")) {
		saved->mode = mode_of(value);
		return saved->mode < ROCE_MODES;
	}
	return !strcmp(line, "set") && is_setting(value) && add_line(saved, value);
}

/* Return: the number of the first line that is damaged, or 0 */
static unsigned int read_file(struct ctx *ctx, struct roce_saved *saved, FILE *file)
{
	bool good = true, ended = false;
	char *line = NULL, id[LOAD_ID];
	unsigned int n = 0;
	size_t size = 0;
	ssize_t len;

	load_id(ctx, id, sizeof(id));
	while (good && (len = getline(&line, &size, file)) > 0) {
		n++;
		good = line[len - 1] == '\n' && strlen(line) == (size_t)len && !ended;
		if (!good)
			break;
		line[len - 1] = '\0';
		if (n == 1)
			good = !strcmp(line, STATE_HEAD);
		else if (!strcmp(line, STATE_END))
			ended = true;
		else
			good = read_line(saved, id, line);
	}
	free(line);
	if (good && ended && *saved->dev)
		return 0;
	return good ? n + 1 : n;
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
	char path[ROCE_PATH];
	unsigned int line;
	FILE *file;
	int err;

	*saved = (struct roce_saved){ .mode = ROCE_MODES };
	err = state_path(ctx, ifindex, path);
	if (!err)
		err = genl_open(ctx);	/* the id of the family */
	if (err)
		return err;
	file = fopen(path, "re");
	if (!file && errno == ENOENT)
		return STATUS_OK;
	if (!file)
		return fail(ctx, "%s: %s", path, strerror(errno));
	line = read_file(ctx, saved, file);
	fclose(file);
	saved->ifindex = ifindex;
	if (!line)
		return STATUS_OK;
	return fail(ctx,
		    "%s: line %u is damaged or missing; the former settings of the port are lost, delete the file",
		    path, line);
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
	char path[ROCE_PATH];
	struct roce_saved *grown;
	struct dirent **names;
	int count, i, err;

	*list = NULL;
	*n = 0;
	err = roce_state_dir(ctx, path);
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

/**
 * roce_make_dirs() - create the directories of a path
 * @path: the path of a file; changed during the call
 *
 * Return: false with errno after a failure.
 */
bool roce_make_dirs(char *path)
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

static bool write_file(const struct ctx *ctx, const struct roce_saved *saved, FILE *file)
{
	char id[LOAD_ID];
	size_t i;

	load_id(ctx, id, sizeof(id));
	fprintf(file, "%s\nload %s\n", STATE_HEAD, saved->current ? id : "none");
	fprintf(file, "dev %s\nport-id %u\n", saved->dev, saved->port_id);
	if (saved->mode < ROCE_MODES)
		fprintf(file, "mode %s\n", roce_modes[saved->mode]);
	if (saved->added)
		fprintf(file, "added\n");
	for (i = 0; i < saved->n; i++)
		fprintf(file, "set %s\n", saved->lines[i]);
	fprintf(file, "%s\n", STATE_END);
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
	char path[ROCE_PATH], temp[ROCE_PATH + 32], *base;
	FILE *file = NULL;
	bool good = false;
	mode_t mask;
	int err;

	err = state_path(ctx, saved->ifindex, path);
	if (!err)
		err = genl_open(ctx);	/* the id of the family */
	if (err)
		return err;
	mask = umask(022);	/* "roce show" needs no privilege */
	base = strrchr(path, '/');
	snprintf(temp, sizeof(temp), "%.*s/.%d-%s", (int)(base - path), path, (int)getpid(),
		 base + 1);
	if (roce_make_dirs(path))
		file = fopen(temp, "wxe");
	if (file) {
		good = write_file(ctx, saved, file);
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
	char path[ROCE_PATH];
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
 * roce_saved_add() - save the words of a command, unless those of its object are saved
 * @saved: the state
 * @object: object of the command, or %ROCE_LLDPTOOL, which can have several lines
 * @words: the words
 *
 * Return: false if memory is exhausted.
 */
bool roce_saved_add(struct roce_saved *saved, const char *object, const char *words)
{
	char line[2 * ROCE_LINE];
	const size_t len = strlen(object);
	size_t i;

	for (i = 0; strcmp(object, ROCE_LLDPTOOL) && i < saved->n; i++)
		if (!strncmp(saved->lines[i], object, len) && saved->lines[i][len] == ' ')
			return true;
	snprintf(line, sizeof(line), "%s %s", object, words);
	return add_line(saved, line);
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
	char words[ROCE_LINE];

	roce_now(words, object, port);
	return roce_saved_add(saved, object, words);
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
	return saved->ifindex && saved->current && port && saved->port_id &&
	       saved->port_id == port->id;
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
