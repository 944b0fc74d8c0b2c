// SPDX-License-Identifier: GPL-2.0-only
/*
 * failtry - does something again and again, while each of its allocations fails
 *
 *	attach DEV	adds the qdisc "pfc" to a device that has none
 *	detach DEV	deletes it; after each try it is added again
 *	insmod FILE	loads a module; after each try it is unloaded again
 *	gso ADDRESS	sends a GSO packet of UDP, of 20 datagrams, to port 5000
 *
 * First the first allocation fails, then the second, and so on until none is left.
 * Each try that fails has to say that memory was lacking, and to leave nothing of
 * what it did.  Reports how many tries there were.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "common.h"
#include "failnth.h"
#include "options.h"

#ifndef SOL_UDP
#define SOL_UDP		17
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT	103
#endif

#define DATAGRAMS	20
#define ALL		1000000

static struct { uint64_t last; } cfg = { .last = ALL };

static const struct option_spec options[] = {
	{ "last", "N", "only the last N allocations", OPTION_NUMBER, &cfg.last, 1, ALL },
	{ }
};

static const char *target;
static int sock;

/* ---- the qdisc ---------------------------------------------------------- */

static int change_qdisc(int type, int flags, bool fail, int nth, bool *failed)
{
	static uint32_t seq;
	struct {
		struct nlmsghdr hdr;
		struct tcmsg tc;
		struct nlattr kind;
		char text[4];
	} request = {
		.hdr = {
			.nlmsg_len = sizeof(request), .nlmsg_type = type,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags, .nlmsg_seq = ++seq,
		},
		.tc = {
			.tcm_family = AF_UNSPEC, .tcm_ifindex = if_nametoindex(target),
			.tcm_parent = TC_H_ROOT,
		},
		.kind = { .nla_len = NLA_HDRLEN + 4, .nla_type = TCA_KIND },
		.text = "pfc",
	};
	struct { struct nlmsghdr hdr; struct nlmsgerr err; char more[8192]; } answer;
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	ssize_t sent;

	if (fail)
		fail_nth(nth);
	sent = sendto(sock, &request, sizeof(request), 0, (struct sockaddr *)&kernel,
		      sizeof(kernel));
	if (sent < 0)
		answer.err.error = -errno;
	if (fail)
		*failed = fail_nth_end();
	while (sent > 0) {
		if (recv(sock, &answer, sizeof(answer), 0) < 0) {
			answer.err.error = -errno;
			break;
		}
		if (answer.hdr.nlmsg_seq == seq && answer.hdr.nlmsg_type == NLMSG_ERROR)
			break;
	}
	return -answer.err.error;
}

static int attach(bool fail, int nth, bool *failed)
{
	return change_qdisc(RTM_NEWQDISC, NLM_F_CREATE | NLM_F_EXCL, fail, nth, failed);
}

static int detach(bool fail, int nth, bool *failed)
{
	return change_qdisc(RTM_DELQDISC, 0, fail, nth, failed);
}

/* ---- the module --------------------------------------------------------- */

static int load(bool fail, int nth, bool *failed)
{
	int file = open(target, O_RDONLY | O_CLOEXEC), error = 0;

	if (file < 0)
		die_errno(target);
	if (fail)
		fail_nth(nth);
	if (syscall(SYS_finit_module, file, "", 0))
		error = errno;
	if (fail)
		*failed = fail_nth_end();
	close(file);
	return error;
}

static int unload(bool fail, int nth, bool *failed)
{
	(void)fail;
	(void)nth;
	(void)failed;
	return syscall(SYS_delete_module, "pfc", O_NONBLOCK) ? errno : 0;
}

/* ---- a packet ----------------------------------------------------------- */

static int send_gso(bool fail, int nth, bool *failed)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(5000) };
	static char data[DATAGRAMS * 1000];
	int fd = socket(AF_INET, SOCK_DGRAM, 0), size = sizeof(data) / DATAGRAMS;
	int error = 0, zero = 0;

	if (inet_pton(AF_INET, target, &to.sin_addr) != 1)
		die("not an address: %s", target);
	if (fd < 0 || setsockopt(fd, SOL_UDP, UDP_SEGMENT, &size, sizeof(size)) ||
	    setsockopt(fd, IPPROTO_IP, IP_TOS, &zero, sizeof(zero)))
		die_errno("socket");
	if (fail)
		fail_nth(nth);
	if (sendto(fd, data, sizeof(data), 0, (struct sockaddr *)&to, sizeof(to)) < 0)
		error = errno;
	if (fail)
		*failed = fail_nth_end();
	close(fd);
	return error;
}

static int nothing(bool fail, int nth, bool *failed)
{
	(void)fail;
	(void)nth;
	(void)failed;
	return 0;
}

/* ---- again and again ---------------------------------------------------- */

typedef int (*action)(bool fail, int nth, bool *failed);

static const struct {
	const char *name;
	action act, undo;
} actions[] = {
	{ "attach", attach, detach },
	{ "detach", detach, attach },
	{ "insmod", load, unload },
	{ "gso", send_gso, nothing },
	{ }
};

static void must(const char *what, int nth, int error)
{
	if (error)
		die("allocation %d failed: %s: %s", nth, what, strerror(error));
}

static void try_all(action act, action undo)
{
	uint64_t tries = 0, refused = 0;
	int nth, error, first;
	bool failed;

	/* the number of allocations: what is left of many */
	fail_nth(ALL);
	must("without failures", 0, act(false, 0, NULL));
	first = ALL - fail_nth_left() - (int)cfg.last;
	fail_nth(0);
	must("undone", 0, undo(false, 0, NULL));

	for (nth = first > 1 ? first : 1; nth < ALL; nth++) {
		error = act(true, nth, &failed);
		tries++;
		if (!failed) {
			must("after all failures", nth, error);
			must("undone", nth, undo(false, 0, NULL));
			break;
		}
		refused += error != 0;
		if (error && error != ENOMEM && error != ENOBUFS)
			must("another error", nth, error);
		/* an answer that could not be given leaves open what was done */
		if (error == ENOBUFS)
			act(false, 0, NULL);
		else if (error)
			must("at once again", nth, act(false, 0, NULL));
		must("undone", nth, undo(false, 0, NULL));
	}
	printf("{\"program\":\"failtry\"");
	json_number("first", first > 1 ? first : 1);
	json_number("tries", tries);
	json_number("refused", refused);
	printf("}\n");
}

int main(int argc, char **argv)
{
	char **operands = parse_options(argc, argv, options, "ACTION TARGET");
	int i;

	target = operands[1];
	sock = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	if (sock < 0)
		die_errno("netlink");
	for (i = 0; actions[i].name; i++) {
		if (strcmp(operands[0], actions[i].name))
			continue;
		try_all(actions[i].act, actions[i].undo);
		return 0;
	}
	die("no action %s", operands[0]);
}
