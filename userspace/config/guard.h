/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Protection of a change of several objects against other commands and against signals.
 */
#ifndef GUARD_H
#define GUARD_H

#include <signal.h>
#include "pfcctl.h"

#define STATE_PATH	512	/* size of a path of a state or lock */

/**
 * struct guard - protection of a change against other commands and signals
 * @fd: the lock, or -1
 * @path: file of the lock
 * @signals: signal mask before the change
 */
struct guard {
	int		fd;
	char		path[STATE_PATH + 8];
	sigset_t	signals;
};

extern const char *state_root;
int state_path(struct ctx *ctx, char *path);
int guard_begin(struct ctx *ctx, struct guard *guard, bool wait);
void guard_end(struct guard *guard);

#endif /* GUARD_H */
