// SPDX-License-Identifier: GPL-2.0-only
/* Attaches a port to a device, or detaches it, for nlfuzz */

#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "nlmodel.h"

/* Returns the error number of the kernel */
int set_port(uint32_t index, bool port)
{
	struct {
		struct nlmsghdr hdr;
		struct tcmsg tc;
		struct nlattr kind;
		char text[4];
	} request = {
		.hdr = {
			.nlmsg_len = sizeof(request),
			.nlmsg_type = port ? RTM_NEWQDISC : RTM_DELQDISC,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK |
				       (port ? NLM_F_CREATE | NLM_F_EXCL : 0),
		},
		.tc = {
			.tcm_family = AF_UNSPEC, .tcm_ifindex = index,
			.tcm_parent = TC_H_ROOT,
		},
		.kind = { .nla_len = NLA_HDRLEN + 4, .nla_type = TCA_KIND },
		.text = PFC_QDISC_KIND,
	};
	struct { struct nlmsghdr hdr; struct nlmsgerr err; char more[4096]; } answer;
	int sock = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	if (sock < 0 || send(sock, &request, sizeof(request), 0) < 0)
		die_errno("nlfuzz: rtnetlink");
	do {
		if (recv(sock, &answer, sizeof(answer), 0) < 0)
			die_errno("nlfuzz: rtnetlink");
	} while (answer.hdr.nlmsg_type != NLMSG_ERROR);
	close(sock);
	return -answer.err.error;
}
