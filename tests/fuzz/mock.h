/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mock kernel for pfcctl: replaces the sockets of libmnl.
 */
#ifndef FUZZ_MOCK_H
#define FUZZ_MOCK_H

#include <libmnl/libmnl.h>
#include "pfcctl.h"

#define MOCK_PORTID	4711
#define MOCK_FAMILY	40
#define MOCK_GROUP	9

/**
 * struct mock - mock kernel
 * @sent: called with each request, except the request for the id of the netlink family
 * @receive: writes the answer to a request; returns its length or a negative error number
 * @family: @receive also answers the request for the id of the family
 * @seq: sequence number of the last request
 */
struct mock {
	void	(*sent)(const struct nlmsghdr *nlh);
	int	(*receive)(void *buf, size_t size);
	bool	family;
	unsigned int seq;
};

extern struct mock mock;

/* mock_run() - run a command; @out and @err receive its output, which the caller frees */
int mock_run(struct args *args, const struct ctx *options, char **out, char **err);

/* mock_ack() - write an acknowledgment with an error number or 0; Return: its length */
int mock_ack(void *buf, int error);

#endif /* FUZZ_MOCK_H */
