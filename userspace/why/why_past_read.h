/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The flight recorders of all namespaces that the pauses of a namespace lead to, and the output of
 * their analysis.
 */
#ifndef WHY_PAST_READ_H
#define WHY_PAST_READ_H

#include "peer.h"
#include "wait.h"
#include "why_past.h"

/**
 * struct past_space - the flight recorders of a namespace
 * @ns: the namespace
 * @records: its flight recorders
 * @waits: its present pauses
 */
struct past_space {
	struct netns	*ns;
	struct records	records;
	struct waits	waits;
};

/**
 * struct past_fabric - the ports that the analysis gets
 * @all: the namespaces
 * @n_spaces: number of entries in @spaces
 * @spaces: namespaces that were read; the first one is that of the tool
 * @n: number of entries in @ports
 * @ports: the ports of all namespaces, those of the namespace of the tool first
 */
struct past_fabric {
	struct netnses		all;
	size_t			n_spaces;
	struct past_space	*spaces;
	size_t			n;
	struct past_port	*ports;
};

int past_read(struct ctx *ctx, const char *dev, uint8_t prios, struct past_fabric *fabric);
void past_fabric_free(struct past_fabric *fabric);

/* why_past_print.c */
int past_run(struct ctx *ctx, const char *dev, uint8_t prios, uint64_t time);

#endif /* WHY_PAST_READ_H */
