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
#include "components.h"
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
 */
void why_freeze(struct why *why)
{
	const uint32_t nodes = why->n * WHY_NODES;
	uint64_t *stuck = list_new(nodes, sizeof(*stuck));
	uint32_t node, i, n = 0, *list = list_new(nodes, sizeof(*list));

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
	free(stuck);
	free(list);
}

/* ---- components --------------------------------------------------------- */

/*
 * Check whether a chain follows from a PG to a queue.
 * @edge: the edge between them
 * Return: false for a queue that passes on packets, and for one through which a frozen PG drains.
 */
bool why_follows(const struct why *why, const struct why_edge *edge)
{
	return edge->follow &&
	       (!why->nodes[edge->pg].frozen || why->nodes[edge->queue].frozen);
}

/* Gets the next node that a node waits for, as component_next() */
static uint32_t next_of(void *graph, uint32_t node, uint32_t *at)
{
	struct why *why = graph;
	const struct why_node *from = &why->nodes[node];

	why->steps++;
	if (!why_is_pg(node))
		return (*at)++ ? NODE_NONE : from->wait;
	while (*at < from->n) {
		const struct why_edge *edge = why_edge_of(why, node, (*at)++);

		why->steps++;
		if (why_follows(why, edge))
			return edge->queue;
	}
	return NODE_NONE;
}

_Static_assert(WHY_NONE == NODE_NONE, "next_of() returns both");

/**
 * why_components() - find the strongly connected components
 * @why: the analysis, with its graph and the frozen queues
 */
void why_components(struct why *why)
{
	const uint32_t nodes = why->n * WHY_NODES;
	struct components found;
	uint32_t i;

	components_find(why, nodes, next_of, &found);
	why->n_comps = found.n;
	why->comps = list_new(found.n, sizeof(*why->comps));
	for (i = 0; i < found.n; i++) {
		why->comps[i].first = found.first[i];
		why->comps[i].n = found.first[i + 1] - found.first[i];
	}
	for (i = 0; i < nodes; i++)
		why->nodes[i].comp = found.of[i];
	why->order = found.order;
	found.order = NULL;
	components_free(&found);
}
