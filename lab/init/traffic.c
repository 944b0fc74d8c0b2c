// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds flows and sources of PFC frames.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include "../kmod/pfclab.h"
#include "lab.h"

/* Open /dev/pfclab.  Return: an exit status */
int traffic_open(struct lab *lab, struct ctx *ctx)
{
	lab->traffic = open("/dev/pfclab", O_RDONLY | O_CLOEXEC);
	return lab->traffic < 0 ? fail(ctx, "cannot open /dev/pfclab: %s", strerror(errno)) :
				  STATUS_OK;
}

/*
 * flow NODE DEVICE NODE DEVICE MAC MAC IP IP SIZE TOS RATE START STOP BURST
 *	PERIOD JITTER SEED BUFFER COUNT WINDOW GAP LAST TTL PATIENCE: adds a flow, or a message if
 *	COUNT is not 0
 *
 * Of two words with the same name, the first belongs to the sender, and the second to the
 * receiver.  Times are in ns, RATE in bit/s, SIZE, BUFFER and WINDOW in bytes, BURST in frames.
 */
int add_flow(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_flow flow = {
		.from_ip = inet_addr(words[6]), .to_ip = inet_addr(words[7]),
		.size = number(words[8]), .tos = number(words[9]),
		.rate = number(words[10]),
		.start = number(words[11]), .stop = number(words[12]),
		.burst = number(words[13]), .period = number(words[14]),
		.jitter = number(words[15]), .seed = number(words[16]),
		.buffer = number(words[17]), .count = number(words[18]),
		.window = number(words[19]), .gap = number(words[20]),
		.last = number(words[21]), .ttl = number(words[22]),
		.patience = number(words[23]),
	};
	struct ends ends;

	if (read_ends(lab, ctx, words, &ends))
		return STATUS_FAILED;
	flow.netns = ends.netns;
	flow.ifindex = ends.index;
	flow.to_netns = ends.other_netns;
	flow.to_ifindex = ends.other_index;
	memcpy(flow.from_mac, ends.from_mac, sizeof(flow.from_mac));
	memcpy(flow.to_mac, ends.to_mac, sizeof(flow.to_mac));
	if (ioctl(lab->traffic, PFCLAB_ADD_FLOW, &flow) < 0)
		return fail(ctx, "cannot add the flow from %s to %s: %s", words[0], words[2],
			    strerror(errno));
	lab->n_flows++;
	return STATUS_OK;
}

/* seed NUMBER: seed of the random numbers of the module pfc */
int set_seed(struct lab *lab, struct ctx *ctx, char **words)
{
	uint64_t seed = number(words[0]);

	if (ioctl(lab->traffic, PFCLAB_SEED, &seed) < 0)
		return fail(ctx, "cannot set the seed of /dev/pfclab: %s", strerror(errno));
	return STATUS_OK;
}

/* path FLOW MAC IP: adds an address of a flow's receiver; the flow sprays over its addresses */
int add_path(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_path path = { .flow = number(words[0]), .ip = inet_addr(words[2]) };

	if (!read_mac(words[1], path.mac))
		return fail(ctx, "path: invalid MAC '%s' (hh:hh:hh:hh:hh:hh)", words[1]);
	if (ioctl(lab->traffic, PFCLAB_ADD_PATH, &path) < 0)
		return fail(ctx, "cannot add a path of flow %s: %s", words[0], strerror(errno));
	return STATUS_OK;
}

/* after FLOW FLOW: the first message starts when the second has arrived */
int add_dependency(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_dependency dependency = {
		.flow = number(words[0]), .on = number(words[1]),
	};

	if (ioctl(lab->traffic, PFCLAB_ADD_DEPENDENCY, &dependency) < 0)
		return fail(ctx, "cannot make message %s depend on %s: %s", words[0], words[1],
			    strerror(errno));
	return STATUS_OK;
}

/*
 * pause NODE DEVICE PRIOS QUANTA START STOP PERIOD: adds a source of PFC frames; PRIOS is a bit
 * mask of priorities, times are in ns
 */
int add_pause(struct lab *lab, struct ctx *ctx, char **words)
{
	struct pfclab_pause pause = {
		.prios = number(words[2]), .quanta = number(words[3]),
		.start = number(words[4]), .stop = number(words[5]),
		.period = number(words[6]),
	};

	if (!node_enter(lab, ctx, words[0]))
		return STATUS_FAILED;
	pause.ifindex = if_nametoindex(words[1]);
	if (ioctl(lab->traffic, PFCLAB_ADD_PAUSE, &pause) < 0)
		return fail(ctx, "cannot add PFC frames sent by %s %s: %s", words[0], words[1],
			    strerror(errno));
	return STATUS_OK;
}
