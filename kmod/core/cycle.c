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

/* Bytes of a PG that wait for stuck PGs; sets the node's via to the edge with most of them */
static u64 pfc_cycle_blocked(struct pfc_cycle_graph *graph, u32 index)
{
	struct pfc_cycle_node *node = &graph->nodes[index];
	u64 blocked = 0;
	u32 most = 0, i;

	node->via = PFC_CYCLE_NONE;
	for (i = 0; i < graph->n_edges; i++) {
		const struct pfc_cycle_edge *edge = &graph->edges[i];

		if (edge->from != index || !graph->nodes[edge->to].stuck)
			continue;
		blocked += edge->bytes;
		if (edge->bytes > most) {
			most = edge->bytes;
			node->via = i;
		}
	}
	return blocked;
}

/**
 * pfc_cycle_solve() - find the stuck PGs
 * @graph: the graph; the function sets the members of the nodes that its result consists of
 *
 * Takes at most n_nodes rounds over all pairs of nodes and edges; a round that finds no PG that can
 * leave XOFF is the last one.
 */
void pfc_cycle_solve(struct pfc_cycle_graph *graph)
{
	bool changed = true;
	u32 i;

	for (i = 0; i < graph->n_nodes; i++) {
		graph->nodes[i].stuck = true;
		graph->nodes[i].seen = 0;
	}
	graph->walks = 0;
	while (changed) {
		changed = false;
		for (i = 0; i < graph->n_nodes; i++) {
			struct pfc_cycle_node *node = &graph->nodes[i];

			if (node->stuck && pfc_cycle_blocked(graph, i) <= node->xon) {
				node->stuck = false;
				changed = true;
			}
		}
	}
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
	u32 i, found;

	for (i = 0; i < graph->n_nodes; i++) {
		if (!graph->nodes[i].stuck || graph->nodes[i].seen)
			continue;
		found = pfc_cycle_walk(graph, i);
		if (found != PFC_CYCLE_NONE)
			return found;
	}
	return PFC_CYCLE_NONE;
}
