// SPDX-License-Identifier: GPL-2.0-only
/*
 * failtry - repeats an action with a failure of each of its allocations
 *
 *	attach DEV	adds the qdisc "pfc" to a device that does not have it
 *	detach DEV	deletes the qdisc; adds it again after each try
 *	insmod FILE	loads a module; unloads it after each try
 *	gso ADDRESS	sends a UDP GSO packet of 20 datagrams to port 5000
 *
 * One allocation fails in each try: first the first one, then the second one, and so on.
 * If an action fails, its error must be ENOMEM or ENOBUFS, and it must undo all its effects.
 * failtry reports the number of tries.
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
		die("'%s' is not an IPv4 address", target);
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

/* ---- tries -------------------------------------------------------------- */

typedef int (*action)(bool fail, int nth, bool *failed);

static const struct {
	const char *name;
	action apply, undo;
} actions[] = {
	{ "attach", attach, detach },
	{ "detach", detach, attach },
	{ "insmod", load, unload },
	{ "gso", send_gso, nothing },
	{ }
};

static void require_ok(const char *what, int nth, int error)
{
	if (error && nth)
		die("%s: %s after an injected failure of allocation %d", what, strerror(error),
		    nth);
	if (error)
		die("%s: %s without an injected failure", what, strerror(error));
}

static void try_all(action apply, action undo)
{
	uint64_t tries = 0, refused = 0;
	int nth, error, first;
	bool failed;

	/*
	 * ALL exceeds the number of allocations of each action, so none of them fails.  fail-nth
	 * counts down from ALL; the difference is the number of allocations.
	 */
	fail_nth(ALL);
	require_ok("try without a failure", 0, apply(false, 0, NULL));
	first = ALL - fail_nth_left() - (int)cfg.last;
	fail_nth(0);
	require_ok("undo", 0, undo(false, 0, NULL));

	for (nth = first > 1 ? first : 1; nth < ALL; nth++) {
		error = apply(true, nth, &failed);
		tries++;
		if (!failed) {
			require_ok("last try", nth, error);
			require_ok("undo", nth, undo(false, 0, NULL));
			break;
		}
		refused += error != 0;
		if (error && error != ENOMEM && error != ENOBUFS)
			require_ok("error must be ENOMEM or ENOBUFS", nth, error);
		/* ENOBUFS: no memory for the answer, so the action may have succeeded or failed */
		if (error == ENOBUFS)
			apply(false, 0, NULL);
		else if (error)
			require_ok("immediate repetition", nth, apply(false, 0, NULL));
		require_ok("undo", nth, undo(false, 0, NULL));
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
		try_all(actions[i].apply, actions[i].undo);
		return 0;
	}
	die("unknown action '%s'; must be attach, detach, insmod or gso", operands[0]);
}
