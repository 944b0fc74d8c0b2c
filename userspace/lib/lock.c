// SPDX-License-Identifier: GPL-2.0-only
/*
 * Locks a namespace against other commands that change several ports.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fix.h"
#include "lock.h"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE	71
#endif

#define LOCK_SUFFIX	".lock"

/* Directory of the files; tests change it */
const char *state_root = "/run/pfcctl/roce";

/*
 * Get the file of the saved states of this namespace.  @path: %STATE_PATH bytes.  Return: exit
 * status.
 */
int state_path(struct ctx *ctx, char *path)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), err = -1;
	socklen_t len = sizeof(uint64_t);
	uint64_t cookie = 0;

	if (fd >= 0) {
		err = getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &len);
		close(fd);
	}
	if (err)
		return fail(ctx, "cookie of the network namespace: %s", strerror(errno));
	snprintf(path, STATE_PATH, "%s/%llu", state_root, (unsigned long long)cookie);
	return STATUS_OK;
}

/*
 * Creates the directories of a path, which changes during the call.  Return: false with errno after
 * a failure
 */
static bool make_dirs(char *path)
{
	const mode_t mask = umask(022);	/* "roce show" needs no privilege */
	bool good = true;
	char *slash;

	for (slash = strchr(path + 1, '/'); good && slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		good = !mkdir(path, 0755) || errno == EEXIST;
		if (good)
			*slash = '/';
	}
	umask(mask);
	return good;
}

/*
 * Opens and locks the file.  Another command deletes it when it ends, so a lock is valid only if
 * the file is still there.  Return: 0, -EAGAIN if the file was deleted, or another negative error
 */
static int try_lock(struct lock *lock, bool wait)
{
	struct stat opened, present;
	int err = 0;

	if (make_dirs(lock->path))
		lock->fd = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (lock->fd < 0)
		return -errno;
	if (flock(lock->fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB))
		err = errno == EWOULDBLOCK ? -EBUSY : -errno;
	else if (fstat(lock->fd, &opened) || stat(lock->path, &present) ||
		 opened.st_ino != present.st_ino || opened.st_dev != present.st_dev)
		err = -EAGAIN;
	if (!err)
		return 0;
	close(lock->fd);
	lock->fd = -1;
	return err;
}

/*
 * Lock the namespace against other commands.
 * @wait: wait until another command has released the lock, instead of an error
 * Return: an exit status.
 */
int lock_begin(struct ctx *ctx, struct lock *lock, bool wait)
{
	int err;

	lock->fd = -1;
	err = state_path(ctx, lock->path);
	if (err)
		return err;
	strcat(lock->path, LOCK_SUFFIX);
	do {
		err = try_lock(lock, wait);
	} while (err == -EAGAIN);
	if (err == -EBUSY)
		return fail(ctx, "another pfcctl changes this namespace; try again later");
	if (err)
		return fail(err == -EACCES ? fixed_by(ctx, FIX_ROOT) : ctx, "cannot lock %s: %s",
			    lock->path, strerror(-err));
	return STATUS_OK;
}

/* Unlock the namespace */
void lock_end(struct lock *lock)
{
	if (lock->fd < 0)
		return;
	unlink(lock->path);
	close(lock->fd);
	lock->fd = -1;
}
