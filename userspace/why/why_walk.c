// SPDX-License-Identifier: GPL-2.0-only
/*
 * Walk along the chains of waiting, depth first, without recursion.
 */
#include <stdlib.h>
#include "why_walk.h"

/**
 * struct walker - walks in progress
 * @why: the analysis
 * @walk: how to walk
 * @data: data of the functions
 * @number: number of the present walk
 * @last: number of the last walk that contained a node
 * @next: next edge of a node
 * @stack: nodes between the start and the present node
 */
struct walker {
	const struct why	*why;
	const struct why_walk	*walk;
	void			*data;
	uint32_t		number;
	uint32_t		*last;
	uint32_t		*next;
	uint32_t		*stack;
};

/* Reports a node.  Return: the chain continues there */
static bool visit(struct walker *w, struct why_step step)
{
	step.seen = w->last[step.node] == w->number;
	step.passes = step.edge && !why_follows(w->why, step.edge);
	w->walk->step(w->data, &step);
	if (step.seen || step.passes)
		return false;
	w->last[step.node] = w->number;
	w->next[step.node] = 0;
	return true;
}

/* Return: whether @node has another step after it */
static bool next_step(struct walker *w, uint32_t node, struct why_step *step)
{
	const struct why_node *n = &w->why->nodes[node];

	if (!why_is_pg(node)) {
		step->node = n->wait;
		step->edge = NULL;
		return !w->next[node]++ && n->wait != WHY_NONE;
	}
	while (w->next[node] < n->n) {
		step->edge = why_edge_of(w->why, node, w->next[node]++);
		step->node = step->edge->queue;
		if (!w->walk->whole && !why_follows(w->why, step->edge))
			continue;
		if (!w->walk->whole)
			w->next[node] = n->n;
		return true;
	}
	return false;
}

static void walk_from(struct walker *w, uint32_t start, unsigned int prio, enum xoff_dir dir)
{
	struct why_step step = { .node = start };
	uint32_t n = 0;

	if (w->walk->start)
		w->walk->start(w->data, start, prio, dir);
	w->number += !w->number || !w->walk->joined;
	if (visit(w, step))
		w->stack[n++] = start;
	while (n) {
		if (!next_step(w, w->stack[n - 1], &step)) {
			n--;
			continue;
		}
		step.depth = n;
		if (visit(w, step))
			w->stack[n++] = step.node;
	}
}

/*
 * Walk along each chain of the ports that the user asks about.
 * @walk: how to walk, and what to call
 * @data: for the functions
 */
void why_chains(const struct why *why, const struct why_walk *walk, void *data)
{
	const size_t nodes = why->n * WHY_NODES;
	uint32_t i, *memory = list_new(3 * nodes, sizeof(*memory));
	struct walker w = {
		.why = why, .walk = walk, .data = data, .last = memory, .next = memory + nodes,
		.stack = memory + 2 * nodes,
	};
	unsigned int prio;

	for (i = 0; i < why->n; i++) {
		const struct why_port *port = &why->ports[i];

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			if (!(port->asked >> prio & 1))
				continue;
			if (why->nodes[why_queue(i, prio)].held)
				walk_from(&w, why_queue(i, prio), prio, XOFF_RX);
			if (why_starts(port, prio, XOFF_TX))
				walk_from(&w, why_pg(i, why_pg_in_xoff(port, prio)), prio, XOFF_TX);
		}
	}
	free(memory);
}
