// SPDX-License-Identifier: GPL-2.0-only
/*
 * udprecv - receives the datagrams of udpsend and prints a report by flow in JSON
 *
 * Arrival times come from the kernel, so they do not depend on the scheduling of udprecv.
 * udprecv ends after --count datagrams, after --idle time without a datagram (but not before
 * the first one), or on SIGTERM or SIGINT.  Before it ends, it reads all queued datagrams.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "common.h"
#include "flows.h"
#include "options.h"

#define BATCH		64
#define DATAGRAM_MAX	65536
#define PORTS_MAX	256

static struct {
	const char *ports, *ready;
	uint64_t idle, count, bucket, rcvbuf;
} cfg = { .ports = "5000", .rcvbuf = 256 << 20 };

static const struct option_spec options[] = {
	{ "port", "FIRST[-LAST]", "ports to listen on (5000)", OPTION_TEXT, &cfg.ports },
	{ "idle", "MS", "end after MS without a datagram", OPTION_NUMBER,
	  &cfg.idle, 1, INT32_MAX },
	{ "count", "N", "end after N datagrams", OPTION_SCALED, &cfg.count, 1, UINT64_MAX },
	{ "bucket", "MS", "add a time series with steps of MS", OPTION_NUMBER,
	  &cfg.bucket, 1, INT32_MAX },
	{ "rcvbuf", "BYTES", "receive buffer of each port (256 MB)", OPTION_SCALED,
	  &cfg.rcvbuf, 1, INT32_MAX },
	{ "ready", "FILE", "create FILE once listening", OPTION_TEXT, &cfg.ready },
	{ }
};

static struct {
	uint64_t datagrams, foreign;
	uint32_t overflow[PORTS_MAX];	/* SO_RXQ_OVFL: sum since the start */
} got;

static struct pollfd sockets[PORTS_MAX];
static int socket_count;
static uint64_t realtime_offset;	/* CLOCK_REALTIME - CLOCK_MONOTONIC */
static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static void enable(int fd, int level, int name, int value, const char *what)
{
	if (setsockopt(fd, level, name, &value, sizeof(value)))
		die_errno(what);
}

static int open_socket(int port)
{
	struct sockaddr_in6 addr = {
		.sin6_family = AF_INET6,
		.sin6_port = htons(port),
		.sin6_addr = in6addr_any,
	};
	int fd = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK, 0);

	if (fd < 0)
		die_errno("socket");
	enable(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0, "IPV6_V6ONLY");
	enable(fd, IPPROTO_IPV6, IPV6_RECVTCLASS, 1, "IPV6_RECVTCLASS");
	enable(fd, IPPROTO_IP, IP_RECVTOS, 1, "IP_RECVTOS");
	enable(fd, SOL_SOCKET, SO_RXQ_OVFL, 1, "SO_RXQ_OVFL");
	enable(fd, SOL_SOCKET, SO_TIMESTAMPNS, 1, "SO_TIMESTAMPNS");
	enable(fd, SOL_SOCKET, SO_RCVBUFFORCE, cfg.rcvbuf, "SO_RCVBUFFORCE");
	if (bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		die_errno("bind");
	return fd;
}

static void open_sockets(void)
{
	char *text = strdup(cfg.ports), *dash = strchr(text, '-');
	struct timespec now;
	int first, last, fd;

	if (dash)
		*dash++ = '\0';
	first = parse_number("port", text, 1, 65535);
	last = dash ? (int)parse_number("port", dash, first, 65535) : first;
	free(text);
	if (last - first >= PORTS_MAX)
		die("--port: %d-%d has more than %d ports", first, last, PORTS_MAX);
	for (socket_count = 0; socket_count <= last - first; socket_count++)
		sockets[socket_count] = (struct pollfd){
			.fd = open_socket(first + socket_count),
			.events = POLLIN,
		};
	clock_gettime(CLOCK_REALTIME, &now);
	realtime_offset = now.tv_sec * NSEC_PER_SEC + now.tv_nsec - clock_ns();
	if (!cfg.ready)
		return;
	fd = open(cfg.ready, O_CREAT | O_WRONLY, 0644);
	if (fd < 0)
		die_errno(cfg.ready);
	close(fd);
}

/* Reads TOS, overflow counter and arrival time from the ancillary data of a datagram */
static void read_ancillary(struct msghdr *msg, int socket, uint8_t *tos,
			   uint64_t *time)
{
	struct cmsghdr *cmsg;
	struct timespec stamp;
	int value;

	for (cmsg = CMSG_FIRSTHDR(msg); cmsg; cmsg = CMSG_NXTHDR(msg, cmsg)) {
		if (cmsg->cmsg_level == IPPROTO_IP && cmsg->cmsg_type == IP_TOS) {
			*tos = *CMSG_DATA(cmsg);
		} else if (cmsg->cmsg_level == IPPROTO_IPV6 &&
			   cmsg->cmsg_type == IPV6_TCLASS) {
			memcpy(&value, CMSG_DATA(cmsg), sizeof(value));
			*tos = value;
		} else if (cmsg->cmsg_level == SOL_SOCKET &&
			   cmsg->cmsg_type == SO_RXQ_OVFL) {
			memcpy(&got.overflow[socket], CMSG_DATA(cmsg), 4);
		} else if (cmsg->cmsg_level == SOL_SOCKET &&
			   cmsg->cmsg_type == SCM_TIMESTAMPNS) {
			memcpy(&stamp, CMSG_DATA(cmsg), sizeof(stamp));
			*time = stamp.tv_sec * NSEC_PER_SEC + stamp.tv_nsec -
				realtime_offset;
		}
	}
}

static void take(struct mmsghdr *message, int socket)
{
	struct arrival arrival = {
		.time = clock_ns(), .bytes = message->msg_len,
	};
	struct probe probe;
	uint8_t tos = 0;

	read_ancillary(&message->msg_hdr, socket, &tos, &arrival.time);
	memcpy(&probe, message->msg_hdr.msg_iov->iov_base, sizeof(probe));
	if (message->msg_len < sizeof(probe) || be32toh(probe.magic) != PROBE_MAGIC) {
		got.foreign++;
		return;
	}
	arrival.flow = be32toh(probe.flow);
	arrival.seq = be64toh(probe.seq);
	arrival.sent = be64toh(probe.time);
	arrival.tos = tos;
	flow_record(&arrival, cfg.bucket * NSEC_PER_MSEC);
	got.datagrams++;
}

/* Reads one batch; returns the number of datagrams */
static int read_batch(int socket)
{
	static char data[BATCH][DATAGRAM_MAX];
	static char control[BATCH][256];
	struct mmsghdr messages[BATCH];
	struct iovec iov[BATCH];
	int i, count;

	memset(messages, 0, sizeof(messages));
	for (i = 0; i < BATCH; i++) {
		iov[i] = (struct iovec){ data[i], DATAGRAM_MAX };
		messages[i].msg_hdr = (struct msghdr){
			.msg_iov = &iov[i], .msg_iovlen = 1,
			.msg_control = control[i],
			.msg_controllen = sizeof(control[i]),
		};
	}
	count = recvmmsg(sockets[socket].fd, messages, BATCH, MSG_DONTWAIT, NULL);
	for (i = 0; i < count; i++)
		take(&messages[i], socket);
	return count > 0 ? count : 0;
}

static void drain(void)
{
	int i;

	for (i = 0; i < socket_count; i++)
		while (read_batch(i) == BATCH)
			;
}

static void run(void)
{
	int timeout, count;

	while (!stop && !(cfg.count && got.datagrams >= cfg.count)) {
		timeout = cfg.idle && got.datagrams ? (int)cfg.idle : -1;
		count = poll(sockets, socket_count, timeout);
		if (count < 0 && errno != EINTR)
			die_errno("poll");
		if (!count)
			break;
		drain();
	}
	drain();
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_signal };
	uint64_t overflow = 0;
	int i;

	parse_options(argc, argv, options, "");
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	open_sockets();
	run();

	for (i = 0; i < socket_count; i++)
		overflow += got.overflow[i];
	printf("{\"program\":\"udprecv\"");
	json_number("datagrams", got.datagrams);
	json_number("foreign", got.foreign);
	json_number("overflow", overflow);
	printf(",\"flows\":");
	flows_print(cfg.bucket * NSEC_PER_MSEC);
	printf("}\n");
	return 0;
}
