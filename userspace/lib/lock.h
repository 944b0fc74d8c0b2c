/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lock of a namespace, and the files that pfcctl keeps about it.
 */
#ifndef LOCK_H
#define LOCK_H

#include "pfcctl.h"

#define STATE_PATH	512	/* size of a path of a state or lock */

/* Lock against other commands that change several ports; without it, @fd is -1 */
struct lock {
	int	fd;
	char	path[STATE_PATH + 8];
};

extern const char *state_root;
int state_path(struct ctx *ctx, char *path);
int lock_begin(struct ctx *ctx, struct lock *lock, bool wait);
void lock_end(struct lock *lock);

#endif /* LOCK_H */
