/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Walk along the chains of waiting, for the output.
 */
#ifndef WHY_WALK_H
#define WHY_WALK_H

#include "why_graph.h"

/**
 * struct why_step - a node of a chain
 * @node: the node
 * @depth: number of steps before it
 * @edge: the edge from a PG to this queue; NULL: the start, or a PG that a queue waits for
 * @seen: the chain contains the node already
 * @passes: the queue passes on packets, and does not keep the PG occupied
 */
struct why_step {
	uint32_t		node;
	uint32_t		depth;
	const struct why_edge	*edge;
	bool			seen;
	bool			passes;
};

/**
 * struct why_walk - how to walk, and what to call
 * @whole: follow all queues that hold a PG, not only the one with most bytes
 * @joined: nodes of earlier chains count as seen
 * @start: called at the start of each chain, or NULL; @dir is the direction of XOFF
 * @step: called for each step of the chain
 */
struct why_walk {
	bool	whole;
	bool	joined;
	void	(*start)(void *data, uint32_t node, unsigned int prio, enum xoff_dir dir);
	void	(*step)(void *data, const struct why_step *step);
};

void why_chains(const struct why *why, const struct why_walk *walk, void *data);

#endif /* WHY_WALK_H */
