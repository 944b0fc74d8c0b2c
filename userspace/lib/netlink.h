/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Netlink: requests, replies and extended acks.
 */
#ifndef NETLINK_H
#define NETLINK_H

#include <libmnl/libmnl.h>
#include "pfcctl.h"

#define NL_BUFFER_SIZE	65536

/* Buffer for a request; large enough for every one */
struct message {
	union {
		struct nlmsghdr	hdr;
		char		buf[16384];
	};
};

typedef int nl_fn(const struct nlmsghdr *nlh, void *data);

int nl_open(struct ctx *ctx, int bus, struct mnl_socket **sk);
void nl_close(struct ctx *ctx);
void *nl_request(struct message *msg, uint16_t type, uint16_t flags, size_t header);
int nl_talk(struct ctx *ctx, struct mnl_socket *sk, struct nlmsghdr *nlh,
	    nl_fn *fn, void *data);
void nl_read_extack(struct ctx *ctx, const struct nlmsghdr *nlh);
int nl_fail(struct ctx *ctx, const char *what, int err);
int rtnl_dump(struct ctx *ctx, uint16_t type, size_t header, uint8_t family, nl_fn *fn,
	      void *data);

/* Attributes of a message by type; those of higher types are left out */
#define NL_ATTRS	32
int nl_take_attr(const struct nlattr *attr, void *attrs);

int genl_open(struct ctx *ctx);
void genl_request(struct message *msg, uint8_t cmd, uint16_t flags);
int genl_talk(struct ctx *ctx, struct message *msg, nl_fn *fn, void *data);
uint32_t genl_u32(const struct nlmsghdr *nlh, uint16_t type);
int genl_change(struct ctx *ctx, struct message *msg, const char *what);
int genl_subscribe(struct ctx *ctx);
bool genl_family_changed(struct ctx *ctx, const struct nlmsghdr *nlh);

int port_attach_set(struct ctx *ctx, const char *dev, struct message *msg);
int port_detach(struct ctx *ctx, const char *dev);
int fail_has_qdisc(struct ctx *ctx, const char *dev);

#endif /* NETLINK_H */
