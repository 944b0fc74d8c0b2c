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
 * @event: the same for events, to those who listen; set to NULL when all are told
 * @warning: text that goes with success, or NULL
 * @error: negative, or 0
 * @disturbed: so many dumps are disturbed
 */
struct kernel {
	struct message	asked;
	unsigned int	requests;
	bool		(*answer)(struct nlmsghdr *nlh, int i);
	bool		(*event)(struct nlmsghdr *nlh, int i);
	const char	*warning;
	int		error;
	unsigned int	disturbed;
};

extern struct kernel kernel;

/* CLOCK_MONOTONIC, ns */
#define KERNEL_NOW	1000000000000ULL

/* A map of one entry; counters of which each has the number of its attribute */
void put_map(struct nlmsghdr *nlh, uint16_t type, uint8_t key, uint8_t value);
void put_stats(struct nlmsghdr *nlh, uint16_t type, uint8_t id, uint16_t last);

/* kernel_run() - run a command; what it prints goes to @out and @err, to be freed */
int kernel_run(const struct ctx *options, const char *line, char **out, char **err);

bool shows(const struct ctx *options, const char *line, const char *expect,
	   int status, const char *errors);

#endif /* KERNEL_H */
