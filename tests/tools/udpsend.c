// SPDX-License-Identifier: GPL-2.0-only
/*
 * udpsend - sends a flow of numbered UDP datagrams and prints a report in JSON
 *
 * udpsend sends as fast as the socket allows, or at --rate.  The rate counts untagged frames
 * with 24 bytes of preamble, gap and check sequence each.  After a call that blocked, pacing
 * starts again at the current time: udpsend does not send faster to catch up.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "options.h"

#define OVERHEAD	24	/* preamble, gap, check sequence */
#define FRAME_MIN	60
#define PAYLOAD_MAX	65507

static struct {
	const char *from, *dev;
	uint64_t port, flow, size, dscp, ecn, priority, rate, count, duration;
	uint64_t sndbuf, segments, nonblock;
} cfg = {
	.port = 5000, .size = 1000, .priority = UINT64_MAX, .segments = 1,
};

static const struct option_spec options[] = {
	{ "port", "PORT", "destination port (5000)", OPTION_NUMBER, &cfg.port, 1, 65535 },
	{ "from", "ADDRESS", "source address", OPTION_TEXT, &cfg.from },
	{ "dev", "DEVICE", "bind to a device", OPTION_TEXT, &cfg.dev },
	{ "flow", "N", "number of the flow (0)", OPTION_NUMBER, &cfg.flow, 0, UINT32_MAX },
	{ "size", "BYTES", "payload of a datagram (1000)", OPTION_NUMBER, &cfg.size,
	  sizeof(struct probe), PAYLOAD_MAX },
	{ "dscp", "N", "DSCP of the IP header (0)", OPTION_NUMBER, &cfg.dscp, 0, 63 },
	{ "ecn", "N", "ECN field of the IP header (0)", OPTION_NUMBER, &cfg.ecn, 0, 3 },
	{ "priority", "N", "SO_PRIORITY", OPTION_NUMBER, &cfg.priority, 0, INT32_MAX },
	{ "rate", "BITS", "bits per second on the wire (no limit)", OPTION_SCALED,
	  &cfg.rate, 1, UINT64_MAX },
	{ "count", "N", "stop after N datagrams", OPTION_SCALED, &cfg.count, 1, UINT32_MAX },
	{ "duration", "MS", "stop after MS milliseconds", OPTION_NUMBER,
	  &cfg.duration, 1, UINT32_MAX },
	{ "sndbuf", "BYTES", "send buffer; the kernel doubles it", OPTION_SCALED,
	  &cfg.sndbuf, 1, 1 << 30 },
	{ "gso", "N", "N datagrams per call, by UDP_SEGMENT (1)", OPTION_NUMBER,
	  &cfg.segments, 1, 64 },
	{ "nonblock", NULL, "do not wait: skip datagrams that would block", OPTION_FLAG,
	  &cfg.nonblock },
	{ }
};

static struct {
	uint64_t calls, datagrams, blocked, blocked_calls, errors, left_out;
	int last_error;
} sent;

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static socklen_t parse_address(const char *text, int port,
			       struct sockaddr_storage *addr)
{
	struct sockaddr_in6 *in6 = (void *)addr;
	struct sockaddr_in *in = (void *)addr;

	memset(addr, 0, sizeof(*addr));
	if (inet_pton(AF_INET, text, &in->sin_addr) == 1) {
		in->sin_family = AF_INET;
		in->sin_port = htons(port);
		return sizeof(*in);
	}
	if (inet_pton(AF_INET6, text, &in6->sin6_addr) == 1) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(port);
		return sizeof(*in6);
	}
	die("'%s' is not an IPv4 or IPv6 address", text);
}

static void set(int fd, int level, int name, int value, const char *what)
{
	if (setsockopt(fd, level, name, &value, sizeof(value)))
		die_errno(what);
}

static int open_socket(const char *address, int *family)
{
	struct sockaddr_storage to, from;
	int tos = cfg.dscp << 2 | cfg.ecn;
	socklen_t to_len, from_len;
	int fd;

	to_len = parse_address(address, cfg.port, &to);
	fd = socket(to.ss_family, SOCK_DGRAM, 0);
	if (fd < 0)
		die_errno("socket");
	/* IP_TOS sets the priority as well: set SO_PRIORITY after it */
	if (to.ss_family == AF_INET6)
		set(fd, IPPROTO_IPV6, IPV6_TCLASS, tos, "IPV6_TCLASS");
	else
		set(fd, IPPROTO_IP, IP_TOS, tos, "IP_TOS");
	if (cfg.priority != UINT64_MAX)
		set(fd, SOL_SOCKET, SO_PRIORITY, cfg.priority, "SO_PRIORITY");
	if (cfg.sndbuf)
		set(fd, SOL_SOCKET, SO_SNDBUFFORCE, cfg.sndbuf, "SO_SNDBUFFORCE");
	if (cfg.segments > 1)
		set(fd, SOL_UDP, UDP_SEGMENT, cfg.size, "UDP_SEGMENT");
	if (cfg.dev && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, cfg.dev,
				  strlen(cfg.dev)))
		die_errno(cfg.dev);
	if (cfg.from) {
		from_len = parse_address(cfg.from, 0, &from);
		if (bind(fd, (struct sockaddr *)&from, from_len))
			die_errno(cfg.from);
	}
	if (connect(fd, (struct sockaddr *)&to, to_len))
		die_errno(address);
	*family = to.ss_family;
	return fd;
}

/* Time that the frames of one send call take on the wire at --rate, ns; 0 without --rate */
static uint64_t call_time(int family)
{
	uint64_t frame = 14 + (family == AF_INET6 ? 40 : 20) + 8 + cfg.size;

	if (!cfg.rate)
		return 0;
	if (frame < FRAME_MIN)
		frame = FRAME_MIN;
	return (frame + OVERHEAD) * 8 * cfg.segments * NSEC_PER_SEC / cfg.rate;
}

static void number_datagrams(char *buf, uint64_t seq, uint64_t count)
{
	struct probe probe = {
		.magic = htobe32(PROBE_MAGIC),
		.flow = htobe32(cfg.flow),
		.time = htobe64(clock_ns()),
	};
	uint64_t i;

	for (i = 0; i < count; i++) {
		probe.seq = htobe64(seq + i);
		memcpy(buf + i * cfg.size, &probe, sizeof(probe));
	}
}

/* Sends the datagrams of one call; returns whether the send buffer was full */
static bool send_call(int fd, char *buf)
{
	uint64_t start, count = cfg.segments;
	bool blocked = false;
	ssize_t len;

	if (cfg.count && cfg.count - sent.datagrams < count)
		count = cfg.count - sent.datagrams;
	number_datagrams(buf, sent.datagrams, count);
	len = send(fd, buf, count * cfg.size, MSG_DONTWAIT);
	if (len < 0 && errno == EAGAIN && cfg.nonblock) {
		sent.left_out += count;
		return true;
	}
	if (len < 0 && errno == EAGAIN) {
		blocked = true;
		start = clock_ns();
		len = send(fd, buf, count * cfg.size, 0);
		sent.blocked += clock_ns() - start;
		sent.blocked_calls++;
	}
	sent.calls++;
	if (len == (ssize_t)(count * cfg.size)) {
		sent.datagrams += count;
	} else if (errno != EINTR) {
		sent.errors++;
		sent.last_error = errno;
	}
	return blocked;
}

static uint64_t run(int fd, uint64_t step)
{
	char *buf = calloc(cfg.segments, cfg.size);
	uint64_t start, next;

	if (!buf)
		die_errno("calloc");
	start = clock_ns();
	next = start;
	while (!stop) {
		if (cfg.duration && clock_ns() - start >= cfg.duration * NSEC_PER_MSEC)
			break;
		if (cfg.count && sent.datagrams + sent.errors + sent.left_out >= cfg.count)
			break;
		if (send_call(fd, buf))
			next = clock_ns();
		if (step) {
			next += step;
			if (next > clock_ns())
				sleep_until(next);
		}
	}
	free(buf);
	return clock_ns() - start;
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_signal };
	const char *address;
	uint64_t elapsed;
	int family, fd;

	address = parse_options(argc, argv, options, "ADDRESS")[0];
	if (cfg.size * cfg.segments > PAYLOAD_MAX)
		die("--gso %llu with --size %llu exceeds %d bytes per call",
		    (unsigned long long)cfg.segments, (unsigned long long)cfg.size, PAYLOAD_MAX);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	fd = open_socket(address, &family);
	elapsed = run(fd, call_time(family));
	close(fd);

	printf("{\"program\":\"udpsend\"");
	json_number("flow", cfg.flow);
	json_number("dscp", cfg.dscp);
	json_number("size", cfg.size);
	json_number("datagrams", sent.datagrams);
	json_number("bytes", sent.datagrams * cfg.size);
	json_number("calls", sent.calls);
	json_number("left_out", sent.left_out);
	json_number("errors", sent.errors);
	json_text("last_error", sent.last_error ? strerror(sent.last_error) : "");
	json_number("blocked_calls", sent.blocked_calls);
	json_number("blocked_ns", sent.blocked);
	json_number("elapsed_ns", elapsed);
	printf("}\n");
	return 0;
}
