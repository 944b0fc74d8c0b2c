/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A kernel for pfcctl to talk to: instead of libmnl's sockets.
 */
#ifndef FUZZ_MOCK_H
#define FUZZ_MOCK_H

#include <libmnl/libmnl.h>
#include "pfcctl.h"

#define MOCK_PORTID	4711
#define MOCK_FAMILY	40
#define MOCK_GROUP	9

/**
 * struct mock - the kernel
 * @sent: is shown each request but that for the family
 * @receive: answers any but that; length or a negative error
 * @family: answers that too
 * @seq: number of the last request
 */
struct mock {
	void	(*sent)(const struct nlmsghdr *nlh);
	int	(*receive)(void *buf, size_t size);
	bool	family;
	unsigned int seq;
};

extern struct mock mock;

/* mock_run() - run a command; what it prints goes to @out and @err */
int mock_run(struct args *args, const struct ctx *options, char **out, char **err);

/* mock_ack() - write an answer with an error number, or 0; Return: its length */
int mock_ack(void *buf, int error);

#endif /* FUZZ_MOCK_H */
