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

/**
 * roce_guard() - lock the namespace against other commands, and block signals
 * @ctx: the context
 * @guard: result, for roce_unguard()
 *
 * Return: an exit status; an error if another command has the lock.
 */
int roce_guard(struct ctx *ctx, struct roce_guard *guard)
{
	char path[ROCE_PATH + sizeof(LOCK_SUFFIX)];
	sigset_t signals;
	int err;

	guard->fd = -1;
	err = roce_state_dir(ctx, path);
	if (err)
		return err;
	strcat(path, LOCK_SUFFIX);
	if (roce_make_dirs(path))
		guard->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (guard->fd < 0)
		return fail(ctx, "roce: cannot lock %s: %s", path, strerror(errno));
	if (flock(guard->fd, LOCK_EX | LOCK_NB)) {
		if (errno == EWOULDBLOCK)
			err = fail(ctx,
				   "roce: another pfcctl roce runs in this namespace; try again later");
		else
			err = fail(ctx, "roce: cannot lock %s: %s", path, strerror(errno));
		close(guard->fd);
		guard->fd = -1;
		return err;
	}
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
	close(guard->fd);
	guard->fd = -1;
	sigprocmask(SIG_SETMASK, &guard->signals, NULL);
}
