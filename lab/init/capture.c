// SPDX-License-Identifier: GPL-2.0-only
/*
 * Captures all frames that a port sends and receives.
 *
 * The kernel queues copies of the frames in a packet socket, with the virtual time of each, and
 * this program reads them at each sample.  This takes no virtual time, so a run with captures
 * equals one without: no further timer expires, and no system call fails, which would take 1 us.
 * A record in the file is a struct record and the frame, in host byte order; the simulator
 * translates the file to pcap.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "lab.h"

#define SECOND	1000000000LL
#define FRAME_MAX	(128 << 10)	/* more than a GSO packet has */
#define TAG	4	/* bytes of a VLAN tag */
#define ADDRESSES	12	/* bytes of a frame before its VLAN tag */

/**
 * struct capture - capture of a port
 * @name: name of the node and of the device, for error messages
 * @fd: packet socket
 * @offset: CLOCK_REALTIME, the clock of the frames' times, less CLOCK_MONOTONIC, ns
 * @out: output file
 */
struct capture {
	char	name[300];
	int	fd;
	int64_t	offset;
	FILE	*out;
};

/**
 * struct record - header of a frame in the file
 * @time: virtual time of the frame, ns after the start of the traffic
 * @length: length of the frame, bytes
 * @sent: 1: the port sent the frame, 0: it received the frame
 */
struct record {
	uint64_t	time;
	uint32_t	length;
	uint32_t	sent;
};

/* Return: CLOCK_REALTIME less CLOCK_MONOTONIC, ns.  The coarse clocks do not move the time. */
static int64_t clock_offset(void)
{
	struct timespec real, now;

	clock_gettime(CLOCK_REALTIME_COARSE, &real);
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (real.tv_sec - now.tv_sec) * SECOND + real.tv_nsec - now.tv_nsec;
}

static int bind_socket(int fd, unsigned int index, int buffer)
{
	struct sockaddr_ll address = { .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL),
				       .sll_ifindex = (int)index };
	int on = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof(buffer)) < 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)) < 0 ||
	    setsockopt(fd, SOL_PACKET, PACKET_AUXDATA, &on, sizeof(on)) < 0)
		return -1;
	return bind(fd, (struct sockaddr *)&address, sizeof(address));
}

/*
 * capture NODE DEVICE FILE BUFFER: captures the frames of a device in a file in DIR.  The receive
 * buffer of BUFFER bytes, doubled by the kernel, must hold all frames between two samples.
 */
int add_capture(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct capture *capture;
	char path[512];

	if (!node)
		return STATUS_FAILED;
	capture = reallocarray(lab->captures, lab->n_captures + 1, sizeof(*capture));
	if (!capture)
		return fail(ctx, "out of memory");
	lab->captures = capture;
	capture += lab->n_captures++;
	snprintf(capture->name, sizeof(capture->name), "%s %s", words[0], words[1]);
	snprintf(path, sizeof(path), DIR "/%s", words[2]);
	capture->offset = clock_offset();
	capture->out = fopen(path, "we");
	if (!capture->out)
		return fail(ctx, "cannot create %s: %s", path, strerror(errno));
	capture->fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (capture->fd < 0 ||
	    bind_socket(capture->fd, device_index(node, words[1]), atoi(words[3])) < 0)
		return fail(ctx, "cannot capture the frames of %s: %s", capture->name,
			    strerror(errno));
	return STATUS_OK;
}

/* Return: the time of a frame, ns; sets the VLAN tag, or 0 */
static int64_t read_headers(struct msghdr *msg, uint32_t *tag)
{
	struct tpacket_auxdata aux;
	struct timespec ts = { 0 };
	struct cmsghdr *header;

	*tag = 0;
	for (header = CMSG_FIRSTHDR(msg); header; header = CMSG_NXTHDR(msg, header)) {
		if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_TIMESTAMPNS)
			memcpy(&ts, CMSG_DATA(header), sizeof(ts));
		if (header->cmsg_level != SOL_PACKET || header->cmsg_type != PACKET_AUXDATA)
			continue;
		memcpy(&aux, CMSG_DATA(header), sizeof(aux));
		if (aux.tp_status & TP_STATUS_VLAN_VALID)
			*tag = (uint32_t)(aux.tp_status & TP_STATUS_VLAN_TPID_VALID ?
					  aux.tp_vlan_tpid : ETH_P_8021Q) << 16 | aux.tp_vlan_tci;
	}
	return ts.tv_sec * SECOND + ts.tv_nsec;
}

/* Whether a socket has a frame; unlike recvmsg(), poll() does not fail if there is none */
static bool has_frame(int fd)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };

	return poll(&wait, 1, 0) == 1 && wait.revents & POLLIN;
}

/* Reads and writes a frame; frames before the start of the traffic are left out */
static void read_frame(const struct lab *lab, const struct capture *capture)
{
	/* The kernel removes a VLAN tag: there is space to insert it again */
	static uint8_t buffer[TAG + FRAME_MAX];
	struct iovec part = { buffer + TAG, FRAME_MAX };
	struct sockaddr_ll from;
	char control[256];
	struct msghdr msg = { .msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = &part,
			      .msg_iovlen = 1, .msg_control = control,
			      .msg_controllen = sizeof(control) };
	ssize_t length = recvmsg(capture->fd, &msg, 0);
	uint8_t *frame = buffer + TAG;
	struct record record;
	uint32_t tag;
	int64_t time;

	if (length < 0)
		return;
	time = read_headers(&msg, &tag) - capture->offset - (int64_t)lab->start;
	if (time < 0)
		return;
	if (tag && length >= ADDRESSES) {
		memmove(buffer, frame, ADDRESSES);
		tag = htonl(tag);
		memcpy(buffer + ADDRESSES, &tag, TAG);
		frame = buffer;
		length += TAG;
	}
	record = (struct record){ (uint64_t)time, (uint32_t)length,
				  from.sll_pkttype == PACKET_OUTGOING };
	fwrite(&record, sizeof(record), 1, capture->out);
	fwrite(frame, 1, (size_t)length, capture->out);
}

/* Read the frames that were captured since the last call */
void captures_read(const struct lab *lab)
{
	size_t i;

	for (i = 0; i < lab->n_captures; i++)
		while (has_frame(lab->captures[i].fd))
			read_frame(lab, &lab->captures[i]);
}

/* Write all captured frames.  Return: an exit status */
int captures_end(struct lab *lab, struct ctx *ctx)
{
	size_t i;

	captures_read(lab);
	for (i = 0; i < lab->n_captures; i++) {
		const struct capture *capture = &lab->captures[i];
		struct tpacket_stats stats = { 0 };
		socklen_t size = sizeof(stats);

		if (getsockopt(capture->fd, SOL_PACKET, PACKET_STATISTICS, &stats, &size) < 0 ||
		    stats.tp_drops)
			return fail(ctx, "%s: %u captured frames were lost: set a smaller 'sample'",
				    capture->name, stats.tp_drops);
		if (fclose(capture->out))
			return fail(ctx, "cannot write the captured frames of %s: %s",
				    capture->name, strerror(errno));
	}
	return STATUS_OK;
}
