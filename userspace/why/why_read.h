/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ports of all namespaces that the pauses of a namespace lead to, and why they are paused.
 */
#ifndef WHY_READ_H
#define WHY_READ_H

#include "peer.h"
#include "why_graph.h"

/*
 * What the user asks
 * @dev: a device, a list or a pattern; NULL: all ports of the namespace
 * @lenient: it is not an error if @dev has disappeared
 * @past: the question is about the past
 * @time: the time in the past, CLOCK_MONOTONIC, ns; 0: that of the last pause
 * @interval: time between the two readings, ns
 */
struct why_question {
	const char	*dev;
	uint8_t		prios;
	bool		lenient;
	bool		past;
	uint64_t	time;
	uint64_t	interval;
};

/*
 * The readings of a namespace
 * @before: the first reading
 * @now: the second reading, or the only one
 */
struct why_space {
	struct netns	*ns;
	struct waits	before;
	struct waits	now;
};

/*
 * The ports that pauses lead to, and their analysis
 * @parts: what waits_load() reads of them
 * @spaces: namespaces that were read; the first one is that of the tool
 * @ports: the ports of all namespaces, those of the namespace of the tool first
 */
struct why_fabric {
	struct netnses		all;
	unsigned int		parts;
	size_t			n_spaces;
	struct why_space	*spaces;
	size_t			n;
	struct why_port		*ports;
	struct why		why;
};

int why_read(struct ctx *ctx, const struct why_question *question, struct why_fabric *fabric);
void why_fabric_free(struct why_fabric *fabric);

/* why_lldp.c */
#define WHY_LLDP_NAME	64
extern const char *why_lldptool;
bool why_lldp_name(const char *dev, char *name);

#endif /* WHY_READ_H */
