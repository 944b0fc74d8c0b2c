// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs programs from the file system of the host machine on simulated nodes: programs that use
 * sockets, and pfcctl.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "lab.h"

#define PREFIX	8	/* prefix length of all addresses */
#define PATH	TOOLS ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

static int talk(struct node *node, struct message *msg, const char *what)
{
	int err = nl_talk(&node->ctx, node->ctx.rtnl, &msg->hdr, NULL, NULL);

	return err ? nl_fail(&node->ctx, what, err) : STATUS_OK;
}

static void *request(struct message *msg, uint16_t type, size_t size)
{
	mnl_nlmsg_put_header(msg->buf);
	msg->hdr.nlmsg_type = type;
	msg->hdr.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE;
	return mnl_nlmsg_put_extra_header(&msg->hdr, size);
}

/* address NODE DEVICE IP: adds an IPv4 address to a device */
int add_address(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	in_addr_t address = inet_addr(words[2]);
	struct ifaddrmsg *ifa;
	struct message msg;

	if (!node)
		return STATUS_FAILED;
	ifa = request(&msg, RTM_NEWADDR, sizeof(*ifa));
	ifa->ifa_family = AF_INET;
	ifa->ifa_prefixlen = PREFIX;
	ifa->ifa_index = if_nametoindex(words[1]);
	mnl_attr_put_u32(&msg.hdr, IFA_LOCAL, address);
	mnl_attr_put_u32(&msg.hdr, IFA_ADDRESS, address);
	return talk(node, &msg, words[1]);
}

/* neighbour NODE DEVICE IP MAC: adds a permanent neighbour entry */
int add_neighbour(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct message msg;
	struct ndmsg *ndm;
	uint8_t mac[6];

	if (!node || !read_mac(words[3], mac))
		return fail(ctx,
			    "neighbour: unknown node '%s', or invalid MAC address '%s' (hh:hh:hh:hh:hh:hh)",
			    words[0], words[3]);
	ndm = request(&msg, RTM_NEWNEIGH, sizeof(*ndm));
	ndm->ndm_family = AF_INET;
	ndm->ndm_ifindex = if_nametoindex(words[1]);
	ndm->ndm_state = NUD_PERMANENT;
	mnl_attr_put_u32(&msg.hdr, NDA_DST, inet_addr(words[2]));
	mnl_attr_put(&msg.hdr, NDA_LLADDR, sizeof(mac), mac);
	return talk(node, &msg, words[1]);
}

/* program NODE START SCRIPT: adds a script, a file in DIR; START: ns after the traffic's start */
int add_program(struct lab *lab, struct ctx *ctx, char **words)
{
	const struct node *node = node_enter(lab, ctx, words[0]);
	struct program *program;

	if (!node)
		return STATUS_FAILED;
	program = reallocarray(lab->programs, lab->n_programs + 1, sizeof(*program));
	if (!program)
		return fail(ctx, "out of memory");
	lab->programs = program;
	program += lab->n_programs++;
	*program = (struct program){
		.node = node->name,
		.fd = node->fd,
		.start = strtoull(words[1], NULL, 0),
		.script = strdup(words[2]),
	};
	return program->script ? STATUS_OK : fail(ctx, "out of memory");
}

static void run_program(const struct program *program, uint64_t start)
{
	char script[256], output[264];
	int fd;

	snprintf(script, sizeof(script), DIR "/%s", program->script);
	snprintf(output, sizeof(output), "%s.out", script);
	fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 ||
	    setns(program->fd, CLONE_NEWNET) < 0)
		_exit(1);
	setenv("PATH", PATH, 1);
	sleep_until(start + program->start);
	execl("/bin/sh", "sh", script, NULL);
	_exit(1);
}

/*
 * Start a process for each program.
 * @start: start of the traffic, CLOCK_MONOTONIC ns
 *
 * Each process sleeps until the start time of its program.
 * Return: an exit status.
 */
int programs_start(struct lab *lab, struct ctx *ctx, uint64_t start)
{
	size_t i;

	for (i = 0; i < lab->n_programs; i++) {
		pid_t pid = fork();

		if (pid < 0)
			return fail(ctx, "node %s: cannot start a process for %s: %s",
				    lab->programs[i].node, lab->programs[i].script,
				    strerror(errno));
		if (!pid)
			run_program(&lab->programs[i], start);
	}
	return STATUS_OK;
}

/**
 * programs_end() - send SIGTERM to all programs
 */
void programs_end(void)
{
	kill(-1, SIGTERM);
}
