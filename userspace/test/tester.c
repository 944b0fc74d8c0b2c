// SPDX-License-Identifier: GPL-2.0-only
/*
 * Packet sockets of the tester.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "test.h"

#define SLOT		256	/* bytes of a captured frame, with the header of the kernel */
#define SLOTS		4096
#define BLOCK		65536
#define VLAN_LEN	4	/* the kernel removes the outer tag from captured frames */
#define SNAP		128	/* bytes of a frame that are captured */
#define SEND_BUFFER	32768	/* bytes in the queue of a port until a flow must wait */
#define SLEEPS		100

static bool option(int fd, int level, int name, const void *value, socklen_t len)
{
	return !setsockopt(fd, level, name, value, len);
}

static int packet_socket(struct bed *bed, const struct tport *p, uint16_t protocol)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET, .sll_protocol = htons(protocol),
		.sll_ifindex = p->ifindex,
	};
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&to, sizeof(to))) {
		fail(bed->ctx, "packet socket at %s: %s", p->dev, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return fd;
}

/* Opens the socket that receives all frames of a port */
static int capture_open(struct bed *bed, struct tport *p)
{
	struct sock_filter code = BPF_STMT(BPF_RET | BPF_K, SNAP);
	const struct sock_fprog filter = { .len = 1, .filter = &code };
	const struct tpacket_req ring = {
		.tp_block_size = BLOCK, .tp_block_nr = SLOT * SLOTS / BLOCK,
		.tp_frame_size = SLOT, .tp_frame_nr = SLOTS,
	};
	const struct sockaddr_ll from = {
		.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL),
		.sll_ifindex = p->ifindex,
	};
	const int version = TPACKET_V2, on = 1;
	struct capture *c = &p->capture;

	c->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (c->fd < 0 ||
	    !option(c->fd, SOL_PACKET, PACKET_VERSION, &version, sizeof(version)) ||
	    !option(c->fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof(on)) ||
	    !option(c->fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)) ||
	    !option(c->fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter)) ||
	    !option(c->fd, SOL_PACKET, PACKET_RX_RING, &ring, sizeof(ring)))
		return fail(bed->ctx, "capture at %s: %s", p->dev, strerror(errno));
	c->next = 0;
	c->ring = mmap(NULL, SLOT * SLOTS, PROT_READ | PROT_WRITE, MAP_SHARED, c->fd, 0);
	if (c->ring == MAP_FAILED || bind(c->fd, (const struct sockaddr *)&from, sizeof(from)))
		return fail(bed->ctx, "capture at %s: %s", p->dev, strerror(errno));
	/* Scripts do not need it, and a user-mode kernel complains of such a mapping in a child */
	madvise(c->ring, SLOT * SLOTS, MADV_DONTFORK);
	return STATUS_OK;
}

static int port_open(struct bed *bed, struct tport *p)
{
	struct ifreq request = { 0 };
	const int on = 1;
	int fd;

	p->ifindex = if_nametoindex(p->dev);
	if (!p->ifindex)
		return fail(bed->ctx, "device %s does not exist", p->dev);
	fd = packet_socket(bed, p, 0);
	p->bypass = fd;
	if (fd < 0)
		return STATUS_FAILED;
	memcpy(request.ifr_name, p->dev, IFNAMSIZ);
	if (ioctl(fd, SIOCGIFHWADDR, &request) ||
	    !option(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof(on)))
		return fail(bed->ctx, "%s: %s", p->dev, strerror(errno));
	memcpy(p->mac, request.ifr_hwaddr.sa_data, ETH_ALEN);
	return capture_open(bed, p);
}

/* Open the sockets of all ports, in the namespace of the tester.  Return: an exit status */
int tester_open(struct bed *bed)
{
	unsigned int i;
	int err = STATUS_OK;

	if (setns(bed->tester, CLONE_NEWNET))
		return fail(bed->ctx, "namespace of the tester: %s", strerror(errno));
	for (i = 0; i < bed->n && !err; i++)
		err = port_open(bed, &bed->ports[i]);
	if (setns(bed->home, CLONE_NEWNET))
		return fail(bed->ctx, "own namespace: %s", strerror(errno));
	return err;
}

/* Close the sockets */
void tester_close(struct bed *bed)
{
	unsigned int i;

	for (i = 0; i < bed->n; i++) {
		struct tport *p = &bed->ports[i];

		if (p->capture.ring && p->capture.ring != MAP_FAILED)
			munmap(p->capture.ring, SLOT * SLOTS);
		if (p->capture.fd > 0)
			close(p->capture.fd);
		if (p->bypass > 0)
			close(p->bypass);
		p->capture = (struct capture){ 0 };
		p->bypass = 0;
	}
}

/*
 * Open the socket of a flow.  The port of the tester stops it, because the socket has room
 * for few frames.
 * Return: a file descriptor, or -1.
 */
int flow_socket(struct bed *bed, const struct flow *f)
{
	const int prio = f->prio, room = SEND_BUFFER, on = 1;
	int fd = -1;

	if (setns(bed->tester, CLONE_NEWNET))
		return -1;
	fd = packet_socket(bed, &bed->ports[f->from], 0);
	if (setns(bed->home, CLONE_NEWNET) || fd < 0) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	option(fd, SOL_SOCKET, SO_PRIORITY, &prio, sizeof(prio));
	option(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof(room));
	if (f->deaf)
		option(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof(on));
	return fd;
}

/*
 * Take the frames that a port has received.
 * @take: called for each frame, with @data; NULL: the frames are discarded
 * Return: number of frames that the capture has missed.
 */
uint64_t capture_walk(struct capture *c, void (*take)(const struct captured *frame, void *data),
		      void *data)
{
	struct captured frame;
	uint64_t missed = 0;

	for (;;) {
		struct tpacket2_hdr *h = (void *)(c->ring + c->next * SLOT);

		if (!(__atomic_load_n(&h->tp_status, __ATOMIC_ACQUIRE) & TP_STATUS_USER))
			return missed;
		if (h->tp_status & TP_STATUS_LOSING) {
			struct tpacket_stats stats;
			socklen_t len = sizeof(stats);

			if (!getsockopt(c->fd, SOL_PACKET, PACKET_STATISTICS, &stats, &len))
				missed += stats.tp_drops;
		}
		frame = (struct captured){
			.frame = (unsigned char *)h + h->tp_mac, .captured = h->tp_snaplen,
			.len = h->tp_len + (h->tp_status & TP_STATUS_VLAN_VALID ? VLAN_LEN : 0),
			.when = h->tp_sec * NS_PER_S + h->tp_nsec,
		};
		if (take)
			take(&frame, data);
		__atomic_store_n(&h->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
		c->next = (c->next + 1) % SLOTS;
	}
}

static int compare(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

/* Measure how late this machine wakes a program.  Return: nine of ten times are not later, ns */
uint64_t measure_lateness(void)
{
	uint64_t late[SLEEPS];
	unsigned int i;

	for (i = 0; i < SLEEPS; i++) {
		uint64_t until = clock_ns(CLOCK_MONOTONIC) + 200 * NS_PER_US;
		struct timespec t = { until / NS_PER_S, until % NS_PER_S };

		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
		late[i] = clock_ns(CLOCK_MONOTONIC) - until;
	}
	qsort(late, SLEEPS, sizeof(*late), compare);
	return late[SLEEPS * 9 / 10];
}
