/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A kernel for unit tests: keeps what it is asked, and answers as it is told.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "../netlink.h"

/**
 * struct kernel - what is asked and answered
 * @asked: the last request that was not for the family
 * @requests: how many of these there were
 * @answer: adds the attributes of answer @i to a message; false: there is none
 * @warning: text that goes with success, or NULL
 * @error: negative, or 0
 * @disturbed: so many dumps are disturbed
 */
struct kernel {
	struct message	asked;
	unsigned int	requests;
	bool		(*answer)(struct nlmsghdr *nlh, int i);
	const char	*warning;
	int		error;
	unsigned int	disturbed;
};

extern struct kernel kernel;

/* kernel_run() - run a command; what it prints goes to @out and @err, to be freed */
int kernel_run(const struct ctx *options, const char *line, char **out, char **err);

bool shows(const struct ctx *options, const char *line, const char *expect,
	   int status, const char *errors);

#endif /* KERNEL_H */
