// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deadlocks.
 *
 * A PG in XOFF pauses an egress queue of the peer.  The packets in that queue are charged to other
 * PGs, which therefore wait for the first PG.  A PG is stuck if more bytes than its XON threshold
 * wait in queues that stuck PGs pause: whatever the other queues send, the PG cannot leave XOFF.
 * So the stuck PGs are the largest set of PGs that satisfies this condition.  It contains only
 * deadlocks and the PGs behind them: a cycle of pauses that can still resolve is not in the set.
 */
#include <linux/limits.h>
#include <linux/types.h>
#include "cycle.h"

/**
 * pfc_cycle_add() - add bytes of a PG that wait in an egress queue
 * @graph: the graph, before pfc_cycle_solve(); the caller adds all bytes of a queue in sequence
 * @from: index of the PG that the bytes are charged to
 * @to: index of the PG whose XOFF pauses the queue
 * @queue: the queue
 * @bytes: the bytes
 *
 * Does nothing if the bytes need an edge above @max_edges of the graph.  A PG then waits for less
 * than it does, so the graph may lack a deadlock, and has none that does not exist.
 */
void pfc_cycle_add(struct pfc_cycle_graph *graph, u32 from, u32 to, u16 queue, u32 bytes)
{
	u32 *last = &graph->nodes[from].via;

	if (*last != PFC_CYCLE_NONE && graph->edges[*last].queue == queue) {
		graph->edges[*last].bytes += bytes;
		return;
	}
	if (graph->n_edges >= graph->max_edges)
		return;
	*last = graph->n_edges++;
	graph->edges[*last] = (struct pfc_cycle_edge) {
		.from = from, .to = to, .bytes = bytes, .queue = queue,
	};
}

/* Sets all PGs to stuck, and links the edges to each PG */
static void pfc_cycle_start(struct pfc_cycle_graph *graph)
{
	u32 i;

	graph->walks = 0;
	graph->start = 0;
	for (i = 0; i < graph->n_nodes; i++)
		graph->nodes[i] = (struct pfc_cycle_node) {
			.xon = graph->nodes[i].xon, .stuck = true,
			.in = PFC_CYCLE_NONE, .via = PFC_CYCLE_NONE,
		};
	for (i = 0; i < graph->n_edges; i++) {
		struct pfc_cycle_edge *edge = &graph->edges[i];

		graph->nodes[edge->from].blocked += edge->bytes;
		edge->next = graph->nodes[edge->to].in;
		graph->nodes[edge->to].in = i;
	}
}

/* If a stuck PG can leave XOFF, adds it to the list that begins at @first.  Return: the list */
static u32 pfc_cycle_release(struct pfc_cycle_graph *graph, u32 index, u32 first)
{
	struct pfc_cycle_node *node = &graph->nodes[index];

	if (!node->stuck || node->blocked > node->xon)
		return first;
	node->stuck = false;
	node->next = first;
	return index;
}

/* Sets, for each stuck PG, the edge to a stuck PG that has most bytes */
static void pfc_cycle_set_via(struct pfc_cycle_graph *graph)
{
	u32 i;

	for (i = 0; i < graph->n_edges; i++) {
		const struct pfc_cycle_edge *edge = &graph->edges[i];
		struct pfc_cycle_node *node = &graph->nodes[edge->from];

		if (node->stuck && graph->nodes[edge->to].stuck &&
		    (node->via == PFC_CYCLE_NONE || edge->bytes > graph->edges[node->via].bytes))
			node->via = i;
	}
}

/**
 * pfc_cycle_solve() - find the stuck PGs
 * @graph: the graph; the function sets the members of nodes and edges that its result consists of
 *
 * The time is proportional to the number of PGs and edges: each PG leaves the stuck ones at most
 * once, and then frees the bytes of each edge to it.
 */
void pfc_cycle_solve(struct pfc_cycle_graph *graph)
{
	u32 first = PFC_CYCLE_NONE, i;

	pfc_cycle_start(graph);
	for (i = 0; i < graph->n_nodes; i++)
		first = pfc_cycle_release(graph, i, first);
	while (first != PFC_CYCLE_NONE) {
		u32 in = graph->nodes[first].in;

		first = graph->nodes[first].next;
		for (; in != PFC_CYCLE_NONE; in = graph->edges[in].next) {
			graph->nodes[graph->edges[in].from].blocked -= graph->edges[in].bytes;
			first = pfc_cycle_release(graph, graph->edges[in].from, first);
		}
	}
	pfc_cycle_set_via(graph);
}

/* Follows the stuck PGs from @start.  Return: a node of a cycle that no earlier walk has visited */
static u32 pfc_cycle_walk(struct pfc_cycle_graph *graph, u32 start)
{
	u32 walk = ++graph->walks, i;

	for (i = start; !graph->nodes[i].seen; i = pfc_cycle_step(graph, i))
		graph->nodes[i].seen = walk;
	return graph->nodes[i].seen == walk ? i : PFC_CYCLE_NONE;
}

/**
 * pfc_cycle_next() - find the next cycle of stuck PGs
 * @graph: the graph, after pfc_cycle_solve()
 *
 * Each cycle is found once.  Its PGs are the returned node, and those that pfc_cycle_step()
 * leads to.
 *
 * Return: index of a node in the cycle, or %PFC_CYCLE_NONE if there is no further cycle.
 */
u32 pfc_cycle_next(struct pfc_cycle_graph *graph)
{
	u32 found;

	for (; graph->start < graph->n_nodes; graph->start++) {
		const struct pfc_cycle_node *node = &graph->nodes[graph->start];

		if (!node->stuck || node->seen)
			continue;
		found = pfc_cycle_walk(graph, graph->start);
		if (found != PFC_CYCLE_NONE)
			return found;
	}
	return PFC_CYCLE_NONE;
}
