// SPDX-License-Identifier: GPL-2.0-only
/*
 * pktfuzz - sends random frames and reports the expected counters of a port
 *
 * pktfuzz sends MAC control frames, IPv4 and IPv6 packets, with and without VLAN tags.  Some
 * frames are valid, others have a wrong length or changed bytes.  All frames bypass the qdisc
 * of a device whose peer is a port.  The report has the expected counters of the port,
 * computed from the bytes of each frame: MAC control frames by kind and priority, all other
 * frames by priority, and the number of frames that the port must forward.  With --gso, pktfuzz
 * sends GSO packets and expects no counters.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "../../uapi/linux/pfc.h"
#include "common.h"
#include "options.h"
#include "random.h"

#ifndef VIRTIO_NET_HDR_GSO_UDP_L4
#define VIRTIO_NET_HDR_GSO_UDP_L4	5
#endif

#define FRAME_MAX	9014
#define FRAME_MIN	60
#define TYPE_CONTROL	0x8808
#define TYPE_C_TAG	0x8100
#define TYPE_S_TAG	0x88a8
#define OPCODE_PAUSE	0x0001
#define OPCODE_PFC	0x0101
#define LLC_STP		0x42
#define ND_FIRST	133	/* ICMPv6: router solicitation */
#define ND_LAST		137	/* redirect */

#ifndef ETH_P_LLDP
#define ETH_P_LLDP	0x88cc
#endif

static struct {
	uint64_t seed, count, gap, control, gso, default_prio, lossless;
	const char *station, *to;
} cfg = { .seed = 1, .count = 1000 };

static const struct option_spec options[] = {
	{ "seed", "N", "seed of the random numbers (1)", OPTION_NUMBER, &cfg.seed, 0, UINT64_MAX },
	{ "count", "N", "frames (1000)", OPTION_NUMBER, &cfg.count, 1, UINT64_MAX },
	{ "gap", "NS", "minimum time between frames", OPTION_NUMBER, &cfg.gap, 0,
	  UINT64_MAX },
	{ "default-prio", "N", "default priority (0)", OPTION_NUMBER, &cfg.default_prio, 0, 7 },
	{ "lossless", "MASK", "priorities with PFC, without the default one (0)",
	  OPTION_NUMBER, &cfg.lossless, 0, 255 },
	{ "station", "MAC", "address of the port", OPTION_TEXT, &cfg.station },
	{ "to", "MAC", "destination of most frames", OPTION_TEXT, &cfg.to },
	{ "control", NULL, "MAC control frames only", OPTION_FLAG, &cfg.control },
	{ "gso", NULL, "GSO packets", OPTION_FLAG, &cfg.gso },
	{ }
};

static const uint8_t group[ETH_ALEN] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };
static uint8_t station[ETH_ALEN], to[ETH_ALEN];

static struct {
	uint8_t bytes[FRAME_MAX];
	int len;
} frame;

/* Expected counters of the port */
static struct {
	uint64_t rx_pfc, rx_reserved, rx_pause, rx_bad_address, rx_bad_length;
	uint64_t rx_bad_opcode, rx_bad_tagged;
	uint64_t rx_xoff[8], rx_xon[8], rx_packets[8], rx_bytes[8];
	uint64_t forwarded;
	uint64_t network;	/* frames of network control traffic */
} expected;

static uint64_t sent, errors;

/* ---- building ----------------------------------------------------------- */

static void put(const void *data, int len)
{
	if (frame.len + len > FRAME_MAX)
		len = FRAME_MAX - frame.len;
	memcpy(frame.bytes + frame.len, data, len);
	frame.len += len;
}

static void put_16(uint16_t value)
{
	value = htons(value);
	put(&value, 2);
}

static void put_junk(int len)
{
	while (len-- > 0) {
		uint8_t byte = random_64() >> 56;

		put(&byte, 1);
	}
}

static void put_address(const uint8_t *usual)
{
	static const uint8_t others[][ETH_ALEN] = {
		{ 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x00 },
		{ 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 }, { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e },
		{ 0x01, 0x80, 0xc2, 0x00, 0x01, 0x01 }, { 0x33, 0x33, 0x00, 0x00, 0x00, 0x01 },
		{ 0x00, 0x00, 0x00, 0x00, 0x00, 0x00 },
	};

	if (!one_in(10))
		put(usual, ETH_ALEN);
	else if (one_in(3))
		put(station, ETH_ALEN);
	else
		put(others[random_below(sizeof(others) / ETH_ALEN)], ETH_ALEN);
}

static void put_source(void)
{
	uint8_t source[ETH_ALEN] = { 0x02, 0, 0, 0, 0xff, random_below(4) };

	put_address(source);
}

static void put_tags(int count)
{
	while (count-- > 0) {
		put_16(one_in(2) ? TYPE_C_TAG : TYPE_S_TAG);
		put_16(random_64());
	}
}

static void put_control(void)
{
	int prio;

	put_16(TYPE_CONTROL);
	put_16(one_in(8) ? random_64() : one_in(8) ? OPCODE_PAUSE : OPCODE_PFC);
	put_16(random_below(256) | (one_in(8) ? random_64() & 0xff00 : 0));
	for (prio = 0; prio < 8; prio++)
		put_16(one_in(3) ? 0 : random_64());
	if (one_in(6))
		put_junk(random_below(100));
}

static void put_ip(void)
{
	static const uint8_t protocols[] = { 1, 6, 17, 17, 132, 0, 44, 58 };
	bool six = one_in(3);
	int start, payload = one_in(10) ? random_below(1400) : random_below(60);
	uint16_t len;

	put_16(six ? ETH_P_IPV6 : ETH_P_IP);
	start = frame.len;
	put_junk(six ? 40 : 20);
	frame.bytes[start] = six ? 0x60 | random_below(16) : 0x45;
	if (one_in(20))
		frame.bytes[start] = random_64();
	len = htons(six ? payload : 20 + payload);
	memcpy(frame.bytes + start + (six ? 4 : 2), &len, 2);
	frame.bytes[start + (six ? 6 : 9)] = protocols[random_below(8)];
	put_junk(payload);
}

/* Control traffic of the network, and frames that differ slightly from it */
static void put_network(void)
{
	static const uint16_t types[] = { ETH_P_ARP, ETH_P_LLDP, ETH_P_SLOW, ETH_P_PAE };
	uint8_t type = ND_FIRST - 1 + random_below(ND_LAST - ND_FIRST + 3);
	int start;

	switch (random_below(3)) {
	case 0:
		put_16(types[random_below(4)]);
		put_junk(random_below(60));
		break;
	case 1:
		put_16(38);
		put((uint8_t[]){ one_in(4) ? 0xaa : LLC_STP, one_in(4) ? 0xaa : LLC_STP }, 2);
		put_junk(36);
		break;
	case 2:
		put_16(ETH_P_IPV6);
		start = frame.len;
		put_junk(40);
		frame.bytes[start] = 0x60 | random_below(16);
		frame.bytes[start + 4] = 0;
		frame.bytes[start + 5] = 24;
		frame.bytes[start + 6] = IPPROTO_ICMPV6;
		put(&type, 1);
		put_junk(23);
		break;
	}
}

static void mutate(void)
{
	int i;

	switch (random_below(4)) {
	case 0:
		frame.len = ETH_HLEN + random_below(frame.len - ETH_HLEN + 1);
		break;
	case 1:
		frame.bytes[random_below(frame.len)] ^= 1 << random_below(8);
		break;
	case 2:
		for (i = 12; i < 30 && i < frame.len; i++)
			if (one_in(8))
				frame.bytes[i] = random_64();
		break;
	case 3:
		/* FRAME_MAX exceeds a page: some devices then receive the headers in a fragment */
		put_junk(one_in(4) ? FRAME_MAX : random_below(100));
		break;
	}
}

static void build_frame(void)
{
	bool control = cfg.control || one_in(3);

	frame.len = 0;
	put_address(control ? group : to);
	put_source();
	if (one_in(6))
		put_tags(random_below(4));
	if (control)
		put_control();
	else if (one_in(12))
		put_junk(2 + random_below(100));
	else if (one_in(8))
		put_network();
	else
		put_ip();
	if (frame.len < FRAME_MIN && !one_in(6))
		for (uint8_t zero = 0; frame.len < FRAME_MIN;)
			put(&zero, 1);
	while (one_in(8))
		mutate();
}

/* ---- expected counters -------------------------------------------------- */

static uint16_t get_16(int at)
{
	return frame.bytes[at] << 8 | frame.bytes[at + 1];
}

static bool is_tag(uint16_t type)
{
	return type == TYPE_C_TAG || type == TYPE_S_TAG;
}

static void expect_pfc(void)
{
	uint16_t enable = get_16(16);
	int prio;

	expected.rx_pfc++;
	expected.rx_reserved += enable > 0xff;
	for (prio = 0; prio < 8; prio++) {
		if (!(enable >> prio & 1))
			continue;
		if (get_16(18 + 2 * prio))
			expected.rx_xoff[prio]++;
		else
			expected.rx_xon[prio]++;
	}
}

static void expect_control(bool tagged)
{
	bool to_group = !memcmp(frame.bytes, group, ETH_ALEN);
	bool to_station = !memcmp(frame.bytes, station, ETH_ALEN);

	if (tagged)
		expected.rx_bad_tagged++;
	else if (frame.len < FRAME_MIN)
		expected.rx_bad_length++;
	else if (get_16(14) == OPCODE_PAUSE && (to_group || to_station))
		expected.rx_pause++;
	else if (get_16(14) != OPCODE_PAUSE && get_16(14) != OPCODE_PFC)
		expected.rx_bad_opcode++;
	else if (!to_group)
		expected.rx_bad_address++;
	else
		expect_pfc();
}

/* Whether the frame is ARP, LLDP, slow protocol, EAPOL, STP (LLC header) or neighbour discovery */
static bool is_control_traffic(uint16_t type, int at)
{
	const uint8_t *payload = frame.bytes + at;

	if (type < ETH_P_802_3_MIN)
		return frame.len >= at + 2 && payload[0] == LLC_STP && payload[1] == LLC_STP;
	if (type == ETH_P_IPV6)
		return frame.len > at + 40 && payload[0] >> 4 == 6 &&
		       payload[6] == IPPROTO_ICMPV6 && payload[40] >= ND_FIRST &&
		       payload[40] <= ND_LAST;
	return type == ETH_P_ARP || type == ETH_P_LLDP || type == ETH_P_SLOW ||
	       type == ETH_P_PAE;
}

/* Priority of control traffic, or by the default DSCP map: the DSCP if below 8, else DSCP / 8 */
static int priority(uint16_t type, int at)
{
	const uint8_t *ip = frame.bytes + at;
	int dscp = -1;

	if (is_control_traffic(type, at)) {
		expected.network++;
		return PFC_DEFAULT_CONTROL_PRIO;
	}
	if (type == ETH_P_IP && frame.len >= at + 20 && ip[0] >> 4 == 4)
		dscp = ip[1] >> 2;
	if (type == ETH_P_IPV6 && frame.len >= at + 40 && ip[0] >> 4 == 6)
		dscp = (ip[0] & 15) << 2 | ip[1] >> 6;
	if (dscp < 0)
		return cfg.default_prio;
	return dscp < 8 ? dscp : dscp / 8;
}

/* Whether a bridge without STP forwards the frame */
static bool forwards(void)
{
	static const uint8_t reserved[] = { 0x01, 0x80, 0xc2, 0x00, 0x00 };
	static const uint8_t none[ETH_ALEN];
	const uint8_t *source = frame.bytes + ETH_ALEN;

	if (source[0] & 1 || !memcmp(source, none, ETH_ALEN))
		return false;
	if (!memcmp(frame.bytes, reserved, 5) && frame.bytes[5] > 0 &&
	    frame.bytes[5] < 16)
		return false;
	return memcmp(frame.bytes, station, ETH_ALEN);
}

static void expect(void)
{
	uint16_t type = get_16(12);
	bool tagged = is_tag(type);
	int at = ETH_HLEN, depth, prio;

	if (tagged) {
		/* The kernel removes the outer tag, or drops a frame that is too short for a tag */
		if (frame.len < ETH_HLEN + 6)
			return;
		type = get_16(16);
		at += 4;
	}
	if (type == TYPE_CONTROL) {
		expect_control(tagged);
		return;
	}
	for (depth = 0; depth < 2 && is_tag(type); depth++) {
		type = frame.len < at + 4 ? 0 : get_16(at + 2);
		at += 4;
	}
	prio = priority(type, at);
	/* A multicast frame gets no lossless priority, because here some priority is lossy */
	if (frame.bytes[0] & 1 && cfg.lossless >> prio & 1)
		prio = cfg.default_prio;
	expected.rx_packets[prio]++;
	expected.rx_bytes[prio] += frame.len < FRAME_MIN ? FRAME_MIN : frame.len;
	expected.forwarded += forwards();
}

/* ---- sending ------------------------------------------------------------ */

static void parse_address(const char *text, uint8_t *address)
{
	if (text && sscanf(text, "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", address, address + 1,
			   address + 2, address + 3, address + 4, address + 5) != 6)
		die("pktfuzz: '%s' is not a MAC address; must be XX:XX:XX:XX:XX:XX", text);
}

static int open_socket(const char *dev)
{
	struct sockaddr_ll addr = {
		.sll_family = AF_PACKET, .sll_ifindex = if_nametoindex(dev),
	};
	int fd = socket(AF_PACKET, SOCK_RAW, 0), one = 1;

	if (fd < 0 || !addr.sll_ifindex ||
	    bind(fd, (struct sockaddr *)&addr, sizeof(addr)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &one, sizeof(one)) ||
	    (cfg.gso && setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &one, sizeof(one))))
		die_errno(dev);
	return fd;
}

/* Makes a random offload header, often an inconsistent one: the kernel accepts many of these */
static struct virtio_net_hdr offload(void)
{
	static const uint8_t types[] = {
		VIRTIO_NET_HDR_GSO_TCPV4, VIRTIO_NET_HDR_GSO_TCPV6, VIRTIO_NET_HDR_GSO_UDP,
		VIRTIO_NET_HDR_GSO_UDP_L4, VIRTIO_NET_HDR_GSO_NONE,
	};
	struct virtio_net_hdr hdr = {
		.flags = one_in(4) ? 0 : VIRTIO_NET_HDR_F_NEEDS_CSUM,
		.gso_type = types[random_below(5)],
		.hdr_len = random_below(100),
		.gso_size = 1 + random_below(one_in(4) ? 65535 : 1500),
		.csum_start = one_in(4) ? random_below(200) : ETH_HLEN + 20,
		.csum_offset = one_in(4) ? random_below(40) : 6,
	};
	uint8_t six = one_in(3);

	/* a long TCP or UDP packet */
	frame.len = 0;
	put(to, ETH_ALEN);
	put("\2\0\0\0\377\1", ETH_ALEN);
	put_16(six ? ETH_P_IPV6 : ETH_P_IP);
	put_junk(six ? 40 : 20);
	frame.bytes[ETH_HLEN] = six ? 0x60 : 0x45;
	if (hdr.gso_type == VIRTIO_NET_HDR_GSO_TCPV4 || hdr.gso_type == VIRTIO_NET_HDR_GSO_TCPV6)
		hdr.csum_offset = 16;
	frame.bytes[ETH_HLEN + (six ? 6 : 9)] = hdr.csum_offset == 16 ? 6 : 17;
	if (six && hdr.csum_start == ETH_HLEN + 20)
		hdr.csum_start += 20;
	put_junk(random_below(FRAME_MAX));
	if (!one_in(4) && frame.len > ETH_HLEN + 60)
		frame.bytes[ETH_HLEN + (six ? 40 : 20) + 12] = 0x50;
	return hdr;
}

static void send_frame(int fd)
{
	struct virtio_net_hdr hdr;
	struct iovec parts[] = {
		{ &hdr, sizeof(hdr) }, { frame.bytes, 0 },
	};
	struct msghdr msg = { .msg_iov = parts + 1, .msg_iovlen = 1 };

	build_frame();
	if (cfg.gso) {
		hdr = offload();
		msg.msg_iov--;
		msg.msg_iovlen++;
	}
	parts[1].iov_len = frame.len;
	if (sendmsg(fd, &msg, 0) < 0) {
		errors++;
		return;
	}
	sent++;
	expect();
}

static void json_numbers(const char *name, const uint64_t *values)
{
	int i;

	printf(",\"%s\":[", name);
	for (i = 0; i < 8; i++)
		printf("%s%llu", i ? "," : "", (unsigned long long)values[i]);
	printf("]");
}

static void report(void)
{
	printf("{\"program\":\"pktfuzz\"");
	json_number("seed", cfg.seed);
	json_number("sent", sent);
	json_number("errors", errors);
	json_number("forwarded", expected.forwarded);
	json_number("network", expected.network);
	printf(",\"port\":{\"rx_pfc\":%llu", (unsigned long long)expected.rx_pfc);
	json_number("rx_reserved", expected.rx_reserved);
	json_number("rx_pause", expected.rx_pause);
	json_number("rx_bad_address", expected.rx_bad_address);
	json_number("rx_bad_length", expected.rx_bad_length);
	json_number("rx_bad_opcode", expected.rx_bad_opcode);
	json_number("rx_bad_tagged", expected.rx_bad_tagged);
	json_numbers("rx_xoff", expected.rx_xoff);
	json_numbers("rx_xon", expected.rx_xon);
	json_numbers("rx_packets", expected.rx_packets);
	json_numbers("rx_bytes", expected.rx_bytes);
	printf("}}\n");
}

int main(int argc, char **argv)
{
	char **operands = parse_options(argc, argv, options, "DEVICE");
	uint64_t start, i;
	int fd;

	random_seed(cfg.seed);
	parse_address(cfg.station, station);
	parse_address(cfg.to, to);
	fd = open_socket(operands[0]);
	start = clock_ns();
	for (i = 0; i < cfg.count; i++) {
		if (cfg.gap)
			sleep_until(start + i * cfg.gap);
		send_frame(fd);
	}
	report();
	return 0;
}
