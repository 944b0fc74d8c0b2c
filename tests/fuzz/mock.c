// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mock of the libmnl socket functions that pfcctl calls, so that it can be fuzzed without a
 * kernel.
 */
#include <errno.h>
#include <json-c/json.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fuzz.h"
#include "mock.h"
#include "netlink.h"

struct mock mock;

/* Whether the pending request asks for the id of the netlink family */
static bool family_pending;

struct mnl_socket *mnl_socket_open2(int bus, int flags)
{
	(void)bus;
	(void)flags;
	return (struct mnl_socket *)&mock;
}

int mnl_socket_bind(struct mnl_socket *nl, unsigned int groups, pid_t pid)
{
	(void)nl;
	(void)groups;
	(void)pid;
	return 0;
}

int mnl_socket_setsockopt(const struct mnl_socket *nl, int type, void *buf,
			  socklen_t len)
{
	(void)nl;
	(void)type;
	(void)buf;
	(void)len;
	return 0;
}

unsigned int mnl_socket_get_portid(const struct mnl_socket *nl)
{
	(void)nl;
	return MOCK_PORTID;
}

int mnl_socket_get_fd(const struct mnl_socket *nl)
{
	(void)nl;
	return -1;
}

int mnl_socket_close(struct mnl_socket *nl)
{
	(void)nl;
	return 0;
}

/* All devices exist, except those with the name of a list or pattern */
unsigned int if_nametoindex(const char *name)
{
	return strpbrk(name, ",*?[") || !strcmp(name, "all") ? 0 : *name;
}

/* Replaces clock_gettime() in pfcctl, so that runs are reproducible */
int mock_clock(clockid_t clock, struct timespec *now);

int mock_clock(clockid_t clock, struct timespec *now)
{
	(void)clock;
	*now = (struct timespec){ .tv_sec = 1000 };
	return 0;
}

ssize_t mnl_socket_sendto(const struct mnl_socket *nl, const void *buf, size_t len)
{
	const struct nlmsghdr *nlh = buf;

	(void)nl;
	require(len == nlh->nlmsg_len && len <= sizeof(struct message), "%zu", len);
	mock.seq = nlh->nlmsg_seq;
	family_pending = nlh->nlmsg_type == GENL_ID_CTRL;
	if (!family_pending && mock.sent)
		mock.sent(nlh);
	return len;
}

int mock_ack(void *buf, int error)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct nlmsgerr *ack = mnl_nlmsg_put_extra_header(nlh, sizeof(*ack));

	nlh->nlmsg_type = NLMSG_ERROR;
	nlh->nlmsg_flags = NLM_F_CAPPED;
	nlh->nlmsg_seq = mock.seq;
	nlh->nlmsg_pid = MOCK_PORTID;
	ack->error = error;
	return nlh->nlmsg_len;
}

static int answer_family(char *buf)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct nlattr *groups, *group;

	nlh->nlmsg_type = GENL_ID_CTRL;
	nlh->nlmsg_seq = mock.seq;
	nlh->nlmsg_pid = MOCK_PORTID;
	mnl_nlmsg_put_extra_header(nlh, sizeof(struct genlmsghdr));
	mnl_attr_put_u16(nlh, CTRL_ATTR_FAMILY_ID, MOCK_FAMILY);
	groups = mnl_attr_nest_start(nlh, CTRL_ATTR_MCAST_GROUPS);
	group = mnl_attr_nest_start(nlh, 1);
	mnl_attr_put_strz(nlh, CTRL_ATTR_MCAST_GRP_NAME, PFC_GENL_MCGRP_EVENTS);
	mnl_attr_put_u32(nlh, CTRL_ATTR_MCAST_GRP_ID, MOCK_GROUP);
	mnl_attr_nest_end(nlh, group);
	mnl_attr_nest_end(nlh, groups);
	return nlh->nlmsg_len + mock_ack(buf + nlh->nlmsg_len, 0);
}

ssize_t mnl_socket_recvfrom(const struct mnl_socket *nl, void *buf, size_t size)
{
	int len;

	(void)nl;
	len = family_pending && !mock.family ? answer_family(buf) :
					     mock.receive(buf, size);
	family_pending = false;
	if (len >= 0)
		return len;
	errno = -len;
	return -1;
}

int mock_run(struct args *args, const struct ctx *options, char **out, char **err)
{
	size_t out_len, err_len;
	struct ctx ctx = *options;
	FILE *old = stdout;
	int status;

	stdout = open_memstream(out, &out_len);
	ctx.err = open_memstream(err, &err_len);
	require(stdout && ctx.err, "no memory");
	/* the default hash of json-c has a random seed; this one is reproducible */
	json_global_set_string_hash(JSON_C_STR_HASH_PERLLIKE);
	status = command_run(&ctx, args);
	nl_close(&ctx);
	fclose(stdout);
	fclose(ctx.err);
	stdout = old;
	return status;
}
