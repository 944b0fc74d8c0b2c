// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cycles in the graph of waiting.
 *
 * That queues pause each other in a circle is not yet a deadlock: a PG of the circle may drain
 * below XON through a queue outside of it.  A queue is frozen if it is paused, and if the bytes of
 * the PG that pauses it would not fall below XON even after all queues that are not frozen are
 * empty.  This defines the largest set of frozen queues: the analysis starts with all paused
 * queues and removes those whose PG can send XON, until none is left to remove.  Each frozen queue
 * waits for a PG with bytes in frozen queues, so a set that is not empty contains a cycle.
 */
#include <stdlib.h>
#include <string.h>
#include "why_graph.h"

/* ---- frozen queues ------------------------------------------------------ */

/* Return: bytes of a PG that are in a queue now */
static uint64_t stuck_in(const struct why_edge *edge)
{
	return edge->earlier ? 0 : edge->bytes;
}

/* Return: whether a PG will send XON when all but its @stuck bytes have left */
static bool can_resume(const struct why *why, uint32_t pg, uint64_t stuck)
{
	return !stuck || stuck <= why->ports[why_port_of(pg)].now->wait_pg[why_id_of(pg)].xon_at;
}

/* Removes a queue from the frozen ones.  Return: number of PGs that can resume, added to @list */
static uint32_t thaw(struct why *why, uint32_t queue, uint64_t *stuck, uint32_t *list)
{
	const struct why_node *node = &why->nodes[queue];
	uint32_t i, n = 0;

	why->nodes[queue].frozen = false;
	for (i = 0; i < node->n; i++) {
		const struct why_edge *edge = &why->edges[node->first + i];
		const bool before = can_resume(why, edge->pg, stuck[edge->pg]);

		stuck[edge->pg] -= stuck_in(edge);
		if (!before && can_resume(why, edge->pg, stuck[edge->pg]))
			list[n++] = edge->pg;
	}
	why->steps += node->n;
	return n;
}

/* Calls thaw() for the queues that wait for a PG: they belong to the other end of its link */
static uint32_t thaw_waiting(struct why *why, uint32_t pg, uint64_t *stuck, uint32_t *list)
{
	const struct why_port *port = &why->ports[why_port_of(pg)];
	unsigned int prio;
	uint32_t n = 0;

	for (prio = 0; port->peer == WHY_PEER_PORT && prio < PFC_PRIO_COUNT; prio++) {
		const uint32_t queue = why_queue(port->peer_port, prio);

		if (why->nodes[queue].frozen && why->nodes[queue].wait == pg)
			n += thaw(why, queue, stuck, list + n);
	}
	return n;
}

/**
 * why_freeze() - mark the frozen queues, and the PGs that they wait for
 * @why: the analysis, with its graph
 * @stuck: zeroed memory for a number per node
 * @list: memory for a number per node
 */
void why_freeze(struct why *why, uint64_t *stuck, uint32_t *list)
{
	const uint32_t nodes = why->n * WHY_NODES;
	uint32_t node, i, n = 0;

	for (node = 0; node < nodes; node++) {
		struct why_node *queue = &why->nodes[node];

		if (why_is_pg(node) || queue->wait == WHY_NONE || !queue->n ||
		    !why_wait(why, node)->rx_paused)
			continue;
		queue->frozen = true;
		for (i = queue->first; i < queue->first + queue->n; i++)
			stuck[why->edges[i].pg] += stuck_in(&why->edges[i]);
	}
	for (node = 0; node < nodes; node++)
		if (why_is_pg(node) && can_resume(why, node, stuck[node]))
			list[n++] = node;
	while (n) {
		const uint32_t pg = list[--n];

		/* A PG enters the list once: the bytes stuck in it only decrease */
		n += thaw_waiting(why, pg, stuck, list + n);
		why->steps++;
	}
	for (node = 0; node < nodes; node++)
		if (!why_is_pg(node) && why->nodes[node].frozen)
			why->nodes[why->nodes[node].wait].frozen = true;
	why->steps += 3 * nodes + why->n_edges;
}

/* ---- components --------------------------------------------------------- */

/**
 * why_follows() - check whether a chain follows from a PG to a queue
 * @why: the analysis
 * @edge: the edge between them
 *
 * Return: false for a queue that passes on packets, and for one through which a frozen PG drains.
 */
bool why_follows(const struct why *why, const struct why_edge *edge)
{
	return edge->follow &&
	       (!why->nodes[edge->pg].frozen || why->nodes[edge->queue].frozen);
}

/**
 * struct search - state of a depth-first search by Tarjan's algorithm, without recursion
 * @index: order of discovery of each node, from 1; 0: not discovered
 * @low: lowest order of discovery that each node reaches
 * @next: next edge of each node
 * @on_stack: a node is on @stack
 * @stack: discovered nodes that have no component yet
 * @path: nodes from the start of the search to the current one
 */
struct search {
	uint32_t	*index;
	uint32_t	*low;
	uint32_t	*next;
	bool		*on_stack;
	uint32_t	*stack;
	uint32_t	*path;
	uint32_t	n_stack;
	uint32_t	n_path;
	uint32_t	found;
};

static uint32_t *search_arrays(struct search *s, size_t nodes)
{
	uint32_t *all = calloc(5 * nodes + 1, sizeof(*all));

	*s = (struct search){ .index = all };
	s->on_stack = calloc(nodes + 1, sizeof(*s->on_stack));
	if (!all || !s->on_stack) {
		free(s->on_stack);
		free(all);
		return NULL;
	}
	s->low = all + nodes;
	s->next = all + 2 * nodes;
	s->stack = all + 3 * nodes;
	s->path = all + 4 * nodes;
	return all;
}

/* Return: the next node that a node waits for, or %WHY_NONE */
static uint32_t next_of(struct why *why, struct search *s, uint32_t node)
{
	const struct why_node *from = &why->nodes[node];

	why->steps++;
	if (!why_is_pg(node))
		return s->next[node]++ ? WHY_NONE : from->wait;
	while (s->next[node] < from->n) {
		const struct why_edge *edge =
			&why->edges[why->by_pg[from->first + s->next[node]++]];

		why->steps++;
		if (why_follows(why, edge))
			return edge->queue;
	}
	return WHY_NONE;
}

static void discover(struct search *s, uint32_t node)
{
	s->index[node] = ++s->found;
	s->low[node] = s->found;
	s->stack[s->n_stack++] = node;
	s->on_stack[node] = true;
	s->path[s->n_path++] = node;
}

/* Moves the nodes on the stack down to @root to a component of their own */
static void close_component(struct why *why, struct search *s, uint32_t root)
{
	struct why_comp *comp = &why->comps[why->n_comps];
	uint32_t node;

	comp->first = why->n_comps ? comp[-1].first + comp[-1].n : 0;
	do {
		node = s->stack[--s->n_stack];
		s->on_stack[node] = false;
		why->nodes[node].comp = why->n_comps;
		why->order[comp->first + comp->n++] = node;
	} while (node != root);
	why->n_comps++;
}

static void search_from(struct why *why, struct search *s, uint32_t start)
{
	uint32_t node, to;

	discover(s, start);
	while (s->n_path) {
		node = s->path[s->n_path - 1];
		to = next_of(why, s, node);
		if (to == WHY_NONE) {
			if (s->low[node] == s->index[node])
				close_component(why, s, node);
			if (--s->n_path && s->low[node] < s->low[s->path[s->n_path - 1]])
				s->low[s->path[s->n_path - 1]] = s->low[node];
		} else if (!s->index[to]) {
			discover(s, to);
		} else if (s->on_stack[to] && s->index[to] < s->low[node]) {
			s->low[node] = s->index[to];
		}
	}
}

/**
 * why_components() - find the strongly connected components
 * @why: the analysis, with its graph and the frozen queues
 *
 * Return: false if memory is exhausted.
 */
bool why_components(struct why *why)
{
	const uint32_t nodes = why->n * WHY_NODES;
	struct search s;
	uint32_t node, *arrays = search_arrays(&s, nodes);

	why->comps = calloc(nodes + 1, sizeof(*why->comps));
	why->order = calloc(nodes + 1, sizeof(*why->order));
	if (!arrays || !why->comps || !why->order) {
		if (arrays)
			free(s.on_stack);
		free(arrays);
		return false;
	}
	for (node = 0; node < nodes; node++)
		if (!s.index[node])
			search_from(why, &s, node);
	free(s.on_stack);
	free(arrays);
	return true;
}
