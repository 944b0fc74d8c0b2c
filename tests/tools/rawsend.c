// SPDX-License-Identifier: GPL-2.0-only
/*
 * rawsend - sends the frames of a file unchanged
 *
 * Each line of the file is "OFFSET HEX": the send time in nanoseconds after the start of
 * this pass through the file, and the frame without check sequence.  rawsend does not pad
 * frames.  Lines that start with # are comments.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "common.h"
#include "options.h"

#define FRAME_MAX	16384
#define SPIN		100000	/* sleep until this many ns before the send time, then spin */

struct frame {
	uint64_t offset;
	int len;
	unsigned char *data;
};

static struct {
	uint64_t loops, period, bypass;
} cfg = { .loops = 1 };

static const struct option_spec options[] = {
	{ "loop", "N", "passes over the file (1)", OPTION_NUMBER, &cfg.loops, 1, UINT64_MAX },
	{ "period", "NS", "period of the passes (last offset)",
	  OPTION_NUMBER, &cfg.period, 0, UINT64_MAX },
	{ "bypass", NULL, "bypass the qdisc of the device", OPTION_FLAG, &cfg.bypass },
	{ }
};

static struct frame *frames;
static size_t frame_count;

static struct {
	uint64_t frames, bytes, errors, late_max;
	int last_error;
} sent;

static int nibble(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Parses hexadecimal text into buf; returns the number of bytes, or -1 for invalid text */
static int parse_hex(const char *text, unsigned char *buf)
{
	int len = 0, high, low;

	for (; *text && *text != '\n'; text += 2) {
		high = nibble(text[0]);
		low = high < 0 ? -1 : nibble(text[1]);
		if (low < 0 || len == FRAME_MAX)
			return -1;
		buf[len++] = high << 4 | low;
	}
	return len;
}

static void add_frame(const char *path, const char *line, int number)
{
	static unsigned char buf[FRAME_MAX];
	struct frame frame;
	char *end;

	errno = 0;
	frame.offset = strtoull(line, &end, 10);
	frame.len = *end == ' ' ? parse_hex(end + 1, buf) : -1;
	if (errno || end == line || frame.len < ETH_HLEN)
		die("%s:%d: must be \"OFFSET HEX\" with %d to %d bytes", path, number, ETH_HLEN,
		    FRAME_MAX);
	if (frame_count && frame.offset < frames[frame_count - 1].offset)
		die("%s:%d: offset %llu ns is below the previous one, %llu ns", path, number,
		    (unsigned long long)frame.offset,
		    (unsigned long long)frames[frame_count - 1].offset);
	frame.data = malloc(frame.len);
	frames = realloc(frames, (frame_count + 1) * sizeof(*frames));
	if (!frame.data || !frames)
		die_errno("malloc");
	memcpy(frame.data, buf, frame.len);
	frames[frame_count++] = frame;
}

static void read_frames(const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	int number = 0;

	if (!file)
		die_errno(path);
	while (getline(&line, &size, file) > 0) {
		number++;
		if (line[0] != '#' && line[0] != '\n')
			add_frame(path, line, number);
	}
	free(line);
	fclose(file);
	if (!frame_count)
		die("%s: contains no frame", path);
}

static int open_socket(const char *dev, struct sockaddr_ll *addr)
{
	int fd = socket(AF_PACKET, SOCK_RAW, 0), one = 1;

	if (fd < 0)
		die_errno("socket");
	*addr = (struct sockaddr_ll){
		.sll_family = AF_PACKET,
		.sll_ifindex = if_nametoindex(dev),
	};
	if (!addr->sll_ifindex)
		die_errno(dev);
	if (cfg.bypass && setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &one,
				     sizeof(one)))
		die_errno("PACKET_QDISC_BYPASS");
	return fd;
}

static void send_frame(int fd, struct sockaddr_ll *addr,
		       const struct frame *frame, uint64_t due)
{
	uint64_t now = clock_ns();

	if (due > now + SPIN)
		sleep_until(due - SPIN);
	do
		now = clock_ns();
	while (now < due);
	if (now - due > sent.late_max)
		sent.late_max = now - due;

	memcpy(&addr->sll_protocol, frame->data + 2 * ETH_ALEN, 2);
	if (sendto(fd, frame->data, frame->len, 0, (struct sockaddr *)addr,
		   sizeof(*addr)) == frame->len) {
		sent.frames++;
		sent.bytes += frame->len;
	} else {
		sent.errors++;
		sent.last_error = errno;
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_ll addr;
	uint64_t start, period, loop;
	char **operands;
	size_t i;
	int fd;

	operands = parse_options(argc, argv, options, "DEVICE FILE");
	read_frames(operands[1]);
	fd = open_socket(operands[0], &addr);
	period = cfg.period ? cfg.period : frames[frame_count - 1].offset;
	start = clock_ns();
	for (loop = 0; loop < cfg.loops; loop++)
		for (i = 0; i < frame_count; i++)
			send_frame(fd, &addr, &frames[i],
				   start + loop * period + frames[i].offset);

	printf("{\"program\":\"rawsend\"");
	json_number("frames", sent.frames);
	json_number("bytes", sent.bytes);
	json_number("errors", sent.errors);
	json_text("last_error", sent.last_error ? strerror(sent.last_error) : "");
	json_number("start_ns", start);
	json_number("end_ns", clock_ns());
	json_number("late_max_ns", sent.late_max);
	printf("}\n");
	return 0;
}
