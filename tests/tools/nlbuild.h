/* SPDX-License-Identifier: GPL-2.0-only */
/* Random requests of the family "pfc", for nlfuzz */
#ifndef TESTS_TOOLS_NLBUILD_H
#define TESTS_TOOLS_NLBUILD_H

#include <linux/netlink.h>

#include "nlmodel.h"

/* The request that is being built, or was built last */
extern union message {
	struct nlmsghdr hdr;
	uint8_t bytes[MESSAGE_MAX];
} message;

extern int family;		/* id of the family */
extern uint32_t seq;		/* sequence number of the last request */
extern struct state model;	/* state with the names that requests use */

void start_message(int type, int cmd, int flags);
uint32_t append_attr(int type, const void *data, int len);
void build_request(void);

/* ---- values (nlvalue.c) ------------------------------------------------- */

extern int in_map;		/* type of the map that is being written */

int pick_command(void);
uint64_t some_number(void);
const struct device *pick_device(void);
uint64_t value_for(const struct policy *policy, int type);
uint64_t edge_for(const struct policy *policy, int type);

#endif /* TESTS_TOOLS_NLBUILD_H */
