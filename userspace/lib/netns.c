// SPDX-License-Identifier: GPL-2.0-only
/*
 * Network namespaces as files: those with a name, and that of the tool.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "netns.h"

/* Directory of the named namespaces; the unit tests change it */
const char *netns_dir = NETNS_DIR;

/* netns_return() calls this before its error message; NULL: nothing to do */
void (*netns_before_exit)(void);

static int is_visible(const struct dirent *entry)
{
	return *entry->d_name != '.' && !strchr(entry->d_name, '\n');
}

/*
 * Get the names of the namespaces that have one, sorted; the caller frees each and the list.
 * Return: the number of names, or -1 with errno.
 */
int netns_names(struct dirent ***names)
{
	int n = scandir(netns_dir, names, is_visible, alphasort);

	if (n >= 0 || errno != ENOENT)
		return n;
	*names = NULL;	/* no namespace has a name */
	return 0;
}

/*
 * Open a namespace.
 * @name: name or path of the namespace, shorter than %NETNS_NAME_LEN and without newline, so that
 *	lines and commands of the output can contain it
 * Return: a file descriptor, or -1 with errno.
 */
int netns_open(const char *name)
{
	char path[4096];

	if (strlen(name) >= NETNS_NAME_LEN || strchr(name, '\n')) {
		errno = ENAMETOOLONG;
		return -1;
	}
	snprintf(path, sizeof(path), "%s%s", strchr(name, '/') ? "" : netns_dir, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* Describe a failure of netns_open().  Return: a text for an error message */
const char *netns_open_error(int error)
{
	return error == ENOENT ? "does not exist" :
	       error == ENAMETOOLONG ? "must be 1-287 characters without newline" :
	       strerror(error);
}

/* Open the current namespace of the tool.  Return: a file descriptor, or -1 with errno */
int netns_open_own(void)
{
	return open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
}

/* Go back to the namespace of the tool, @fd of netns_open_own() */
void netns_return(struct ctx *ctx, int fd)
{
	int err;

	if (!setns(fd, CLONE_NEWNET))
		return;
	err = errno;
	if (netns_before_exit)
		netns_before_exit();
	/* Nobody would print a buffer */
	ctx->err = stderr;
	/* Exits, because the tool would open all further sockets in the wrong namespace */
	exit(fail(ctx, "cannot return to the network namespace of pfcctl: %s", strerror(err)));
}

/* Allow more open files: a namespace needs some, and a machine can have hundreds of namespaces */
void netns_raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}
