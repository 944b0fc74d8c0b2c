// SPDX-License-Identifier: GPL-2.0-only
/*
 * udpsend - one flow of numbered UDP datagrams, with a report in JSON
 *
 * Sends as fast as the socket lets it, or at a rate.  The rate counts an
 * untagged frame with 24 bytes of preamble, gap and check sequence around it.
 * After a call that blocked, pacing starts anew, so that what could not be
 * sent in time is not made up for.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"

#ifndef SOL_UDP
#define SOL_UDP		17
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT	103
#endif

#define OVERHEAD	24	/* preamble, gap, check sequence */
#define FRAME_MIN	60
#define PAYLOAD_MAX	65507

static struct config {
	const char *to, *from, *dev;
	uint64_t rate, count, duration;
	uint32_t flow;
	int port, size, dscp, ecn, priority, sndbuf, segments;
	bool nonblock;
} cfg = {
	.port = 5000, .size = 1000, .priority = -1, .segments = 1,
};

static struct {
	uint64_t calls, datagrams, blocked, blocked_calls, errors, dropped;
	int last_error;
} sent;

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static void __attribute__((noreturn)) usage(int status)
{
	fprintf(status ? stderr : stdout,
		"usage: udpsend [options] ADDRESS\n"
		"  --port PORT        destination port (5000)\n"
		"  --from ADDRESS     source address\n"
		"  --dev DEVICE       bind to a device\n"
		"  --flow N           number of the flow (0)\n"
		"  --size BYTES       payload of a datagram (1000)\n"
		"  --dscp N, --ecn N  of the IP header (0)\n"
		"  --priority N       SO_PRIORITY\n"
		"  --rate BITS        bits per second on the wire, k, m, g (no limit)\n"
		"  --count N          stop after N datagrams\n"
		"  --duration MS      stop after so many milliseconds\n"
		"  --sndbuf BYTES     send buffer, as SO_SNDBUFFORCE doubles it\n"
		"  --gso N            N datagrams a call, by UDP_SEGMENT (1)\n"
		"  --nonblock         count what would block as dropped instead\n");
	exit(status);
}

enum { PORT = 256, FROM, DEV, FLOW, SIZE, DSCP, ECN, PRIORITY, RATE, COUNT,
	DURATION, SNDBUF, GSO, NONBLOCK, HELP };

static const struct option options[] = {
	{ "port", 1, NULL, PORT }, { "from", 1, NULL, FROM },
	{ "dev", 1, NULL, DEV }, { "flow", 1, NULL, FLOW },
	{ "size", 1, NULL, SIZE }, { "dscp", 1, NULL, DSCP },
	{ "ecn", 1, NULL, ECN }, { "priority", 1, NULL, PRIORITY },
	{ "rate", 1, NULL, RATE }, { "count", 1, NULL, COUNT },
	{ "duration", 1, NULL, DURATION }, { "sndbuf", 1, NULL, SNDBUF },
	{ "gso", 1, NULL, GSO }, { "nonblock", 0, NULL, NONBLOCK },
	{ "help", 0, NULL, HELP }, { }
};

static void parse_option(int opt)
{
	switch (opt) {
	case PORT: cfg.port = number("--port", optarg, 1, 65535); break;
	case FROM: cfg.from = optarg; break;
	case DEV: cfg.dev = optarg; break;
	case FLOW: cfg.flow = number("--flow", optarg, 0, UINT32_MAX); break;
	case SIZE:
		cfg.size = number("--size", optarg, sizeof(struct probe), PAYLOAD_MAX);
		break;
	case DSCP: cfg.dscp = number("--dscp", optarg, 0, 63); break;
	case ECN: cfg.ecn = number("--ecn", optarg, 0, 3); break;
	case PRIORITY: cfg.priority = number("--priority", optarg, 0, INT32_MAX); break;
	case RATE: cfg.rate = scaled("--rate", optarg, 1, UINT64_MAX); break;
	case COUNT: cfg.count = number("--count", optarg, 1, UINT64_MAX); break;
	case DURATION:
		cfg.duration = number("--duration", optarg, 1, UINT32_MAX) * NSEC_PER_MSEC;
		break;
	case SNDBUF: cfg.sndbuf = scaled("--sndbuf", optarg, 1, 1 << 30); break;
	case GSO: cfg.segments = number("--gso", optarg, 1, 64); break;
	case NONBLOCK: cfg.nonblock = true; break;
	case HELP: usage(0);
	default: usage(2);
	}
}

static void parse_args(int argc, char **argv)
{
	int opt;

	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1)
		parse_option(opt);
	if (optind != argc - 1)
		usage(2);
	cfg.to = argv[optind];
	if (cfg.size * cfg.segments > PAYLOAD_MAX)
		die("--gso: %d datagrams of %d bytes are too much for a call",
		    cfg.segments, cfg.size);
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
	die("not an address: %s", text);
}

static void set(int fd, int level, int name, int value, const char *what)
{
	if (setsockopt(fd, level, name, &value, sizeof(value)))
		die_errno(what);
}

static int open_socket(int *family)
{
	int tos = cfg.dscp << 2 | cfg.ecn;
	struct sockaddr_storage to, from;
	socklen_t to_len, from_len;
	int fd;

	to_len = parse_address(cfg.to, cfg.port, &to);
	fd = socket(to.ss_family, SOCK_DGRAM, 0);
	if (fd < 0)
		die_errno("socket");
	/* IP_TOS sets the priority too: ours comes after it */
	if (to.ss_family == AF_INET6)
		set(fd, IPPROTO_IPV6, IPV6_TCLASS, tos, "IPV6_TCLASS");
	else
		set(fd, IPPROTO_IP, IP_TOS, tos, "IP_TOS");
	if (cfg.priority >= 0)
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
		die_errno(cfg.to);
	*family = to.ss_family;
	return fd;
}

/* Time that a call's frames take on the wire at the rate, in nanoseconds */
static uint64_t call_time(int family)
{
	uint64_t frame = 14 + (family == AF_INET6 ? 40 : 20) + 8 + cfg.size;

	if (!cfg.rate)
		return 0;
	if (frame < FRAME_MIN)
		frame = FRAME_MIN;
	return (frame + OVERHEAD) * 8 * cfg.segments * NSEC_PER_SEC / cfg.rate;
}

static void number_datagrams(char *buf, uint64_t seq, int count)
{
	struct probe probe = {
		.magic = htobe32(PROBE_MAGIC),
		.flow = htobe32(cfg.flow),
		.time = htobe64(clock_ns()),
	};
	int i;

	for (i = 0; i < count; i++) {
		probe.seq = htobe64(seq + i);
		memcpy(buf + i * cfg.size, &probe, sizeof(probe));
	}
}

/* Sends one call's datagrams; returns true if it had to wait for the socket */
static bool send_call(int fd, char *buf)
{
	int count = cfg.segments;
	bool blocked = false;
	uint64_t start;
	ssize_t len;

	if (cfg.count && cfg.count - sent.datagrams < (uint64_t)count)
		count = cfg.count - sent.datagrams;
	number_datagrams(buf, sent.datagrams, count);
	len = send(fd, buf, count * cfg.size, MSG_DONTWAIT);
	if (len < 0 && errno == EAGAIN && cfg.nonblock) {
		sent.dropped += count;
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
	if (len == count * cfg.size) {
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
		if (cfg.duration && clock_ns() - start >= cfg.duration)
			break;
		if (cfg.count && sent.datagrams + sent.errors + sent.dropped >= cfg.count)
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
	uint64_t elapsed;
	int family, fd;

	parse_args(argc, argv);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	fd = open_socket(&family);
	elapsed = run(fd, call_time(family));
	close(fd);

	printf("{\"flow\":%u,\"dscp\":%d,\"size\":%d,\"datagrams\":%llu,"
	       "\"bytes\":%llu,\"calls\":%llu,\"errors\":%llu,"
	       "\"last_error\":\"%s\",\"would_block\":%llu,\"blocked_ns\":%llu,"
	       "\"blocked_calls\":%llu,\"elapsed_ns\":%llu}\n",
	       cfg.flow, cfg.dscp, cfg.size, (unsigned long long)sent.datagrams,
	       (unsigned long long)sent.datagrams * cfg.size,
	       (unsigned long long)sent.calls, (unsigned long long)sent.errors,
	       sent.last_error ? strerror(sent.last_error) : "",
	       (unsigned long long)sent.dropped,
	       (unsigned long long)sent.blocked,
	       (unsigned long long)sent.blocked_calls,
	       (unsigned long long)elapsed);
	return 0;
}
