// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds rate control and reliability to flows, and samples their counters.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include "../kmod/pfclab.h"
#include "lab.h"

#define FIELDS	(sizeof(struct pfclab_transport_counters) / sizeof(uint64_t))

/* Remembers the flow of the next transport.  Return: an exit status. */
static int remember(struct lab *lab, struct ctx *ctx, uint32_t flow)
{
	struct transport *transport;

	transport = reallocarray(lab->transports, lab->n_transports + 1, sizeof(*transport));
	if (!transport)
		return fail(ctx, "out of memory");
	lab->transports = transport;
	transport[lab->n_transports++] = (struct transport){ .flow = flow };
	return STATUS_OK;
}

/*
 * transport FLOW NODE DEVICE NODE DEVICE MAC MAC IP IP: gives a flow a sender with rate control or
 * reliability.  The first node and device receive ACK, NAK and CNP, the second ones send them.
 * Of two addresses, the first is the source of these frames, and the second the destination.
 */
int add_transport(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_transport transport = {
		.flow = number(words[0]),
		.from_ip = inet_addr(words[7]), .to_ip = inet_addr(words[8]),
	};
	struct ends ends;

	if (read_ends(lab, ctx, words + 1, &ends))
		return STATUS_FAILED;
	transport.ack_netns = ends.netns;
	transport.ack_ifindex = ends.index;
	transport.reply_netns = ends.other_netns;
	transport.reply_ifindex = ends.other_index;
	memcpy(transport.from_mac, ends.from_mac, sizeof(transport.from_mac));
	memcpy(transport.to_mac, ends.to_mac, sizeof(transport.to_mac));
	if (ioctl(lab->traffic, PFCLAB_ADD_TRANSPORT, &transport) < 0)
		return fail(ctx, "cannot add the sender of flow %s: %s", words[0],
			    strerror(errno));
	return remember(lab, ctx, transport.flow);
}

/*
 * sender FLOW NAME TOS CNP_INTERVAL HOPS VALUES: gives the sender of a flow rate control, see
 * struct pfclab_sender; VALUES are separated by commas
 */
int set_sender(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_sender sender = {
		.flow = number(words[0]), .tos = number(words[2]),
		.cnp_interval = number(words[3]), .hops = number(words[4]),
	};
	char *value, *rest = words[5];

	snprintf(sender.name, sizeof(sender.name), "%s", words[1]);
	while ((value = strsep(&rest, ",")) && sender.n_values < PFCLAB_VALUES_MAX)
		sender.values[sender.n_values++] = number(value);
	if (ioctl(lab->traffic, PFCLAB_SET_SENDER, &sender) < 0)
		return fail(ctx, "cannot set the sender %s of flow %s: %s", words[1], words[0],
			    strerror(errno));
	return STATUS_OK;
}

/* int NODE DEVICE RATE: lets a port of a switch add INT reports to frames */
int add_int(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_int port = { .rate = number(words[2]) };
	struct node *node = node_enter(lab, ctx, words[0]);

	if (!node)
		return STATUS_FAILED;
	port.ifindex = device_index(node, words[1]);
	if (ioctl(lab->traffic, PFCLAB_ADD_INT, &port) < 0)
		return fail(ctx, "cannot add INT of %s %s: %s", words[0], words[1],
			    strerror(errno));
	return STATUS_OK;
}

/*
 * reliable FLOW TOS ACK_EVERY RETRIES WINDOW TIMEOUT SELECTIVE LOW_FRAMES TIMEOUT_LOW: makes the
 * sender of a flow reliable, see struct pfclab_reliable
 */
int set_reliable(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_reliable reliable = {
		.flow = number(words[0]), .tos = number(words[1]), .ack_every = number(words[2]),
		.retries = number(words[3]), .window = number(words[4]),
		.timeout = number(words[5]), .selective = number(words[6]),
		.low_frames = number(words[7]), .timeout_low = number(words[8]),
	};

	if (ioctl(lab->traffic, PFCLAB_SET_RELIABLE, &reliable) < 0)
		return fail(ctx, "cannot make flow %s reliable: %s", words[0], strerror(errno));
	return STATUS_OK;
}

static void write_transport(FILE *out, struct transport *transport,
			    const struct pfclab_transport_counters *counters)
{
	const uint64_t *now = (const void *)counters;
	const uint64_t *before = (const void *)&transport->counters;
	size_t i;

	for (i = 0; i < FIELDS; i++)
		if (now[i] != before[i])
			put_line(out, "s", (uint64_t[]){ transport->flow, i, now[i] }, 3);
	transport->counters = *counters;
}

/* Write the counters of all senders with rate control or reliability.  Return: an exit status */
int sample_transports(struct lab *lab, struct ctx *ctx)
{
	struct pfclab_transport_read request = { .count = lab->n_transports };
	struct pfclab_transport_counters *counters;
	size_t i;
	int err = STATUS_OK;

	if (!lab->n_transports)
		return STATUS_OK;
	counters = calloc(lab->n_transports, sizeof(*counters));
	if (!counters)
		return fail(ctx, "out of memory");
	request.to = (uintptr_t)counters;
	if (ioctl(lab->traffic, PFCLAB_TRANSPORTS, &request) < 0)
		err = fail(ctx, "cannot read the counters of %zu senders from /dev/pfclab: %s",
			   lab->n_transports, strerror(errno));
	for (i = 0; !err && i < lab->n_transports; i++)
		write_transport(lab->out, &lab->transports[i], &counters[i]);
	free(counters);
	return err;
}
