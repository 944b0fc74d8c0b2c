/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Walk along a chain of waiting, for the output.
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

typedef void why_step_fn(const struct why *why, const struct why_step *step, void *data);

/**
 * struct why_walker - memory of walks
 * @why: the analysis
 * @number: number of the present walk
 * @walk: number of the last walk that contained a node
 * @next: next edge of a node
 * @stack: nodes between the start and the present node
 */
struct why_walker {
	struct why	*why;
	uint32_t	number;
	uint32_t	*walk;
	uint32_t	*next;
	uint32_t	*stack;
};

typedef void why_start_fn(uint32_t node, unsigned int prio, enum why_direction dir, void *data);

void why_each_start(const struct why *why, why_start_fn *fn, void *data);
bool why_walker_begin(struct why_walker *w, struct why *why);
void why_walk(struct why_walker *w, uint32_t start, bool whole, why_step_fn *fn, void *data);
void why_walk_again(struct why_walker *w);
void why_walker_end(struct why_walker *w);

#endif /* WHY_WALK_H */
