// SPDX-License-Identifier: GPL-2.0-only
/*
 * hopsend - sends frames in batches and reports the duration of each batch
 *
 * On one CPU without NAPI, the system call that sends a batch returns after all frames of
 * the batch have been forwarded.  The frames are IPv4 packets with rotating DSCPs.  They
 * bypass the qdisc of the device.
 *
 * With --gate, the last switch of the path is congested.  The device behind this switch
 * pauses two priorities before each batch, and resumes the first of them (--prio) after the
 * batch.  So the switch holds the whole batch before it forwards the first frame.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "mark.h"
#include "options.h"

#define DSCPS		64
#define BATCH_MAX	1024
#define FRAME_MAX	1514
#define PFC_OPCODE	0x0101
#define QUANTA_MAX	0xffff

static struct {
	uint64_t size, dscp, dscps, batch, batches, standing, prio;
	const char *gate, *label;
} cfg = {
	.size = ETH_ZLEN, .dscps = DSCPS, .batch = 256, .batches = 48, .prio = 3,
	.label = "",
};

static const struct option_spec options[] = {
	{ "label", "TEXT", "label in the report", OPTION_TEXT, &cfg.label },
	{ "size", "BYTES", "length of a frame without FCS (60)", OPTION_NUMBER, &cfg.size,
	  ETH_ZLEN, FRAME_MAX },
	{ "dscp", "DSCP", "first DSCP (0)", OPTION_NUMBER, &cfg.dscp, 0, DSCPS - 1 },
	{ "dscps", "N", "number of DSCPs (64)", OPTION_NUMBER, &cfg.dscps, 1, DSCPS },
	{ "batch", "N", "frames in a batch (256)", OPTION_NUMBER, &cfg.batch, 1, BATCH_MAX },
	{ "batches", "N", "number of batches (48)", OPTION_NUMBER, &cfg.batches, 1, 100000 },
	{ "gate", "NS", "namespace whose device of this name pauses the switch", OPTION_TEXT,
	  &cfg.gate },
	{ "prio", "PRIO", "priority that is paused and resumed (3)", OPTION_NUMBER,
	  &cfg.prio, 0, 6 },
	{ "standing", "N", "frames of the next priority, always paused (0)", OPTION_NUMBER,
	  &cfg.standing, 0, BATCH_MAX },
	{ }
};

static unsigned char frames[DSCPS][FRAME_MAX];
static struct iovec vectors[BATCH_MAX];
static struct mmsghdr messages[BATCH_MAX];

static uint16_t ip_checksum(const void *header, size_t len)
{
	const uint16_t *word = header;
	uint32_t sum = 0;

	for (; len; len -= 2)
		sum += *word++;
	sum = (sum & 0xffff) + (sum >> 16);
	return ~(sum + (sum >> 16));
}

static void parse_mac(const char *text, unsigned char *mac)
{
	int n = 0;

	if (sscanf(text, "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx%n", &mac[0], &mac[1],
		   &mac[2], &mac[3], &mac[4], &mac[5], &n) != ETH_ALEN || text[n])
		die("'%s' is not a MAC address; must be XX:XX:XX:XX:XX:XX", text);
}

static void make_frame(unsigned char *frame, const char *destination, int dscp)
{
	static const unsigned char source[ETH_ALEN] = { 2, 0, 0, 0, 0xfe, 1 };
	struct ethhdr *eth = (struct ethhdr *)frame;
	struct iphdr *ip = (struct iphdr *)(eth + 1);

	parse_mac(destination, eth->h_dest);
	memcpy(eth->h_source, source, ETH_ALEN);
	eth->h_proto = htons(ETH_P_IP);
	*ip = (struct iphdr){
		.version = 4, .ihl = 5, .tos = dscp << 2, .ttl = 64, .protocol = 253,
		.tot_len = htons(cfg.size - ETH_HLEN),
		.saddr = htonl(0x0a000001), .daddr = htonl(0x0a000002),
	};
	ip->check = ip_checksum(ip, sizeof(*ip));
}

static int open_socket(const char *dev)
{
	int fd = socket(AF_PACKET, SOCK_RAW, 0), one = 1;
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET,
		.sll_ifindex = if_nametoindex(dev),
	};

	if (fd < 0)
		die_errno("socket");
	if (!address.sll_ifindex)
		die_errno(dev);
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &one, sizeof(one)))
		die_errno("bind");
	return fd;
}

static int open_gate(const char *where, const char *dev)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "/run/netns/%s", where);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || setns(fd, CLONE_NEWNET))
		die_errno(path);
	close(fd);
	return open_socket(dev);
}

/* Sends a PFC frame: @quanta for priority --prio, the maximum for the next priority */
static void gate_send(int fd, uint16_t quanta)
{
	unsigned char frame[ETH_ZLEN] = {
		0x01, 0x80, 0xc2, 0, 0, 0x01, 2, 0, 0, 0, 0xfe, 2,
		ETH_P_PAUSE >> 8, ETH_P_PAUSE & 0xff, PFC_OPCODE >> 8, PFC_OPCODE & 0xff,
	};
	uint16_t *times = (uint16_t *)(frame + 18);

	frame[17] = 3 << cfg.prio;
	times[cfg.prio] = htons(quanta);
	times[cfg.prio + 1] = htons(QUANTA_MAX);
	if (send(fd, frame, sizeof(frame), 0) != sizeof(frame))
		die_errno("gate");
}

/* Prepares @count messages.  The DSCP of message i is @first + (@next + i) % @dscps. */
static void fill(unsigned int first, unsigned int dscps, unsigned int next, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		vectors[i] = (struct iovec){ frames[first + (next + i) % dscps], cfg.size };
		messages[i].msg_hdr = (struct msghdr){
			.msg_iov = &vectors[i], .msg_iovlen = 1,
		};
	}
}

static void send_batch(int fd, unsigned int count)
{
	int sent;

	for (unsigned int done = 0; done < count; done += sent) {
		sent = sendmmsg(fd, messages + done, count - done, 0);
		if (sent <= 0)
			die_errno("sendmmsg");
	}
}

static uint64_t time_batch(int fd, int gate)
{
	uint64_t start = clock_ns();

	mark(MARK_BEGIN);
	if (gate >= 0)
		gate_send(gate, QUANTA_MAX);
	send_batch(fd, cfg.batch);
	if (gate >= 0)
		gate_send(gate, 0);
	mark(MARK_END);
	return clock_ns() - start;
}

/* Sends --standing frames of the next priority; they stay in the switch during the run */
static void stand(int fd, int gate)
{
	gate_send(gate, 0);
	fill(8 * (cfg.prio + 1), 1, 0, cfg.standing);
	send_batch(fd, cfg.standing);
}

int main(int argc, char **argv)
{
	int fd, gate = -1;
	char **operands;
	uint64_t i;

	operands = parse_options(argc, argv, options, "DEVICE MAC");
	if (cfg.dscp + cfg.dscps > DSCPS)
		die("--dscp %llu with --dscps %llu exceeds the highest DSCP, %d",
		    (unsigned long long)cfg.dscp, (unsigned long long)cfg.dscps, DSCPS - 1);
	for (i = 0; i < DSCPS; i++)
		make_frame(frames[i], operands[1], i);
	fd = open_socket(operands[0]);
	if (cfg.gate)
		gate = open_gate(cfg.gate, operands[0]);
	if (gate >= 0 && cfg.standing)
		stand(fd, gate);

	printf("{\"program\":\"hopsend\"");
	json_text("label", cfg.label);
	json_number("size", cfg.size);
	json_number("batch", cfg.batch);
	json_number("frames", cfg.batch * cfg.batches + (cfg.gate ? cfg.standing : 0));
	printf(",\"ns\":[");
	for (i = 0; i < cfg.batches; i++) {
		fill(cfg.dscp, cfg.dscps, i * cfg.batch % cfg.dscps, cfg.batch);
		printf("%s%llu", i ? "," : "", (unsigned long long)time_batch(fd, gate));
	}
	printf("]}\n");
	return 0;
}
