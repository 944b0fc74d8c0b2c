/* SPDX-License-Identifier: GPL-2.0-only */
/* Random requests of the family "pfc", for nlfuzz */
#ifndef TESTS_TOOLS_NLBUILD_H
#define TESTS_TOOLS_NLBUILD_H

#include <linux/netlink.h>

#include "nlmodel.h"

/* The request that is being built or has been */
extern union message {
	struct nlmsghdr hdr;
	uint8_t bytes[MESSAGE_MAX];
} message;

extern int family;		/* number of the family */
extern uint32_t seq;		/* of the request built last */
extern struct state model;	/* what there is to name */

void start_message(int type, int cmd, int flags);
uint32_t append_attr(int type, const void *data, int len);
void build_request(void);

#endif /* TESTS_TOOLS_NLBUILD_H */
