// SPDX-License-Identifier: GPL-2.0-only
/*
 * Walk along a chain of waiting, depth first, without recursion.
 */
#include <stdlib.h>
#include "why_walk.h"

/*
 * Call a function for each start of a chain that the user asks about.
 * @fn: called with the node at which the chain starts, the priority, and the direction of XOFF
 */
void why_each_start(const struct why *why, why_start_fn *fn, void *data)
{
	unsigned int prio;
	uint32_t i;

	for (i = 0; i < why->n; i++) {
		const struct why_port *port = &why->ports[i];

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			if (!(port->asked >> prio & 1))
				continue;
			if (why->nodes[why_queue(i, prio)].held)
				fn(why_queue(i, prio), prio, WHY_RX, data);
			if (why_starts(port, prio, WHY_TX))
				fn(why_pg(i, port->config->prio_pg[prio]), prio, WHY_TX, data);
		}
	}
}

/*
 * Allocate the memory of walks.
 * @w: result; the caller frees it with why_walker_end()
 * Return: false if memory is exhausted.
 */
bool why_walker_begin(struct why_walker *w, struct why *why)
{
	const size_t nodes = why->n * WHY_NODES + 1;

	*w = (struct why_walker){ .why = why };
	w->walk = calloc(3 * nodes, sizeof(*w->walk));
	w->next = w->walk + nodes;
	w->stack = w->walk + 2 * nodes;
	return w->walk;
}

/* Free the memory of walks */
void why_walker_end(struct why_walker *w)
{
	free(w->walk);
}

/* Sorts the edges of a PG for the output: most bytes first */
static int compare(const void *a, const void *b, void *data)
{
	const struct why_edge *edges = data;
	const struct why_edge *p = &edges[*(const uint32_t *)a], *q = &edges[*(const uint32_t *)b];

	if (p->bytes != q->bytes)
		return p->bytes < q->bytes ? 1 : -1;
	return (p->queue > q->queue) - (p->queue < q->queue);
}

/* Calls fn for a node.  Return: the chain continues there */
static bool visit(struct why_walker *w, struct why_step step, why_step_fn *fn, void *data)
{
	const struct why_node *node = &w->why->nodes[step.node];

	step.seen = w->walk[step.node] == w->number;
	step.passes = step.edge && !why_follows(w->why, step.edge);
	fn(w->why, &step, data);
	if (step.seen || step.passes)
		return false;
	w->walk[step.node] = w->number;
	w->next[step.node] = 0;
	if (why_is_pg(step.node))
		qsort_r(w->why->by_pg + node->first, node->n, sizeof(*w->why->by_pg), compare,
			w->why->edges);
	return true;
}

/* Return: whether @node has another step after it.  @whole: all edges of PGs, not the largest */
static bool next_step(struct why_walker *w, uint32_t node, bool whole, struct why_step *step)
{
	const struct why_node *n = &w->why->nodes[node];

	if (!why_is_pg(node)) {
		step->node = n->wait;
		step->edge = NULL;
		return !w->next[node]++ && n->wait != WHY_NONE;
	}
	while (w->next[node] < n->n) {
		step->edge = &w->why->edges[w->why->by_pg[n->first + w->next[node]++]];
		step->node = step->edge->queue;
		if (!whole && !why_follows(w->why, step->edge))
			continue;
		if (!whole)
			w->next[node] = n->n;
		return true;
	}
	return false;
}

/*
 * Call a function for each step of a chain.
 * @whole: follow all queues that hold a PG, not only the one with most bytes
 *
 * Nodes of earlier walks count as seen until why_walk_again().
 */
void why_walk(struct why_walker *w, uint32_t start, bool whole, why_step_fn *fn, void *data)
{
	struct why_step step = { .node = start };
	uint32_t n = 0;

	w->number = w->number ?: 1;
	if (visit(w, step, fn, data))
		w->stack[n++] = start;
	while (n) {
		if (!next_step(w, w->stack[n - 1], whole, &step)) {
			n--;
			continue;
		}
		step.depth = n;
		if (visit(w, step, fn, data))
			w->stack[n++] = step.node;
	}
}

/* Forget which nodes earlier walks have seen */
void why_walk_again(struct why_walker *w)
{
	w->number++;
}
