// SPDX-License-Identifier: GPL-2.0-only
/*
 * rawrecv - reads the queue of a packet socket late and prints its frames
 *
 * rawrecv opens a socket that receives all frames of a device, and reads the frames only after
 * SIGTERM.  Until then, each frame in the queue shares its data with the frame that the kernel
 * processes.  If the kernel changes the data without copying them first, the frame in the
 * queue changes as well.  rawrecv prints a line of hexadecimal digits for each frame, without a
 * VLAN tag that the kernel has removed.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "options.h"

#define FRAME_MAX	65536
#define BUFFER		(16 << 20)

static const char *ready;

static const struct option_spec options[] = {
	{ "ready", "FILE", "create FILE once the socket is open", OPTION_TEXT, &ready },
	{ }
};

static int open_socket(const char *dev)
{
	struct sockaddr_ll addr = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(ETH_P_ALL),
		.sll_ifindex = if_nametoindex(dev),
	};
	int fd = socket(AF_PACKET, SOCK_RAW, 0), size = BUFFER;

	if (fd < 0)
		die_errno("socket");
	if (!addr.sll_ifindex)
		die_errno(dev);
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		die_errno("SO_RCVBUFFORCE");
	if (bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		die_errno("bind");
	return fd;
}

static void make(const char *name)
{
	int fd = open(name, O_CREAT | O_WRONLY, 0644);

	if (fd < 0)
		die_errno(name);
	close(fd);
}

static void print_all(int fd)
{
	static unsigned char frame[FRAME_MAX];
	struct sockaddr_ll from;
	ssize_t len, i;

	for (;;) {
		socklen_t size = sizeof(from);

		len = recvfrom(fd, frame, sizeof(frame), MSG_DONTWAIT,
			       (struct sockaddr *)&from, &size);
		if (len < 0)
			return;
		if (from.sll_pkttype == PACKET_OUTGOING)
			continue;
		for (i = 0; i < len; i++)
			printf("%02x", frame[i]);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	char **operands = parse_options(argc, argv, options, "DEVICE");
	struct tpacket_stats stats;
	socklen_t size = sizeof(stats);
	sigset_t ends;
	int fd, sig;

	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigprocmask(SIG_BLOCK, &ends, NULL);
	fd = open_socket(operands[0]);
	if (ready)
		make(ready);
	sigwait(&ends, &sig);
	print_all(fd);
	if (getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &stats, &size))
		die_errno("PACKET_STATISTICS");
	if (stats.tp_drops)
		die("the receive buffer was full: %u frames are missing", stats.tp_drops);
	return 0;
}
