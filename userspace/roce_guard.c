// SPDX-License-Identifier: GPL-2.0-only
/*
 * Protects a change of several ports against other commands and against signals.
 *
 * A run that ended between two commands would leave half of a configuration.  So signals wait
 * until the end of the change.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "roce.h"

#define LOCK_SUFFIX	".lock"

/*
 * Opens and locks the file.  Another command deletes it when it ends, so a lock is valid only if
 * the file is still there.  Return: 0, -EAGAIN if the file was deleted, or another negative error
 */
static int lock(struct roce_guard *guard)
{
	struct stat opened, present;
	int err = 0;

	if (roce_make_dirs(guard->path))
		guard->fd = open(guard->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (guard->fd < 0)
		return -errno;
	if (flock(guard->fd, LOCK_EX | LOCK_NB))
		err = errno == EWOULDBLOCK ? -EBUSY : -errno;
	else if (fstat(guard->fd, &opened) || stat(guard->path, &present) ||
		 opened.st_ino != present.st_ino || opened.st_dev != present.st_dev)
		err = -EAGAIN;
	if (!err)
		return 0;
	close(guard->fd);
	guard->fd = -1;
	return err;
}

/**
 * roce_guard() - lock the namespace against other commands, and block signals
 * @ctx: the context
 * @guard: result, for roce_unguard()
 *
 * Return: an exit status; an error if another command has the lock.
 */
int roce_guard(struct ctx *ctx, struct roce_guard *guard)
{
	sigset_t signals;
	int err;

	guard->fd = -1;
	err = roce_state_dir(ctx, guard->path);
	if (err)
		return err;
	strcat(guard->path, LOCK_SUFFIX);
	do {
		err = lock(guard);
	} while (err == -EAGAIN);
	if (err == -EBUSY)
		return fail(ctx,
			    "roce: another pfcctl roce runs in this namespace; try again later");
	if (err)
		return fail(ctx, "roce: cannot lock %s: %s", guard->path, strerror(-err));
	sigemptyset(&signals);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGPIPE);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, &guard->signals);
	return STATUS_OK;
}

/**
 * roce_unguard() - unlock the namespace, and handle the signals that were blocked
 * @guard: the guard
 */
void roce_unguard(struct roce_guard *guard)
{
	if (guard->fd < 0)
		return;
	unlink(guard->path);
	close(guard->fd);
	guard->fd = -1;
	sigprocmask(SIG_SETMASK, &guard->signals, NULL);
}
