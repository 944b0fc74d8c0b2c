/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deadlocks: priority groups (PGs) that wait for each other in a cycle.  Pure functions on a graph
 * that the caller builds and protects.
 */
#ifndef _PFC_CYCLE_CORE_H
#define _PFC_CYCLE_CORE_H

#include <linux/types.h>

/* No node or edge */
#define PFC_CYCLE_NONE	U32_MAX

/**
 * struct pfc_cycle_node - a PG in XOFF
 * @xon: occupancy at which the PG leaves XOFF, bytes
 * @stuck: the PG cannot leave XOFF; set by pfc_cycle_solve()
 * @blocked: bytes of the PG behind stuck PGs; set by pfc_cycle_solve(), as are the next members
 * @in: index of the first edge to the PG
 * @next: index of the next PG that can leave XOFF and is not yet processed
 * @via: before pfc_cycle_solve(): index of the last edge of the PG, or %PFC_CYCLE_NONE; then the
 *	edge to a stuck PG that has most bytes, if @stuck
 * @seen: number of the walk that has visited the node; 0: none
 */
struct pfc_cycle_node {
	u32	xon;
	bool	stuck;
	u64	blocked;
	u32	in;
	u32	next;
	u32	via;
	u32	seen;
};

/**
 * struct pfc_cycle_edge - bytes of a PG in an egress queue that another PG pauses
 * @from: index of the PG that the bytes are charged to
 * @to: index of the PG whose XOFF pauses the queue
 * @bytes: the bytes
 * @queue: the egress queue, for the caller
 * @next: index of the next edge to the same PG; set by pfc_cycle_solve()
 */
struct pfc_cycle_edge {
	u32	from;
	u32	to;
	u32	bytes;
	u16	queue;
	u32	next;
};

/**
 * struct pfc_cycle_graph - PGs in XOFF, and for whom they wait
 * @nodes: the PGs
 * @n_nodes: number of PGs
 * @edges: the bytes that wait; at most one edge for each pair of PGs and egress queue
 * @n_edges: number of edges
 * @max_edges: number of edges at which pfc_cycle_add() adds no more
 * @walks: number of walks of pfc_cycle_next() since pfc_cycle_solve()
 * @start: index of the PG from which pfc_cycle_next() continues
 */
struct pfc_cycle_graph {
	struct pfc_cycle_node	*nodes;
	u32			n_nodes;
	struct pfc_cycle_edge	*edges;
	u32			n_edges;
	u32			max_edges;
	u32			walks;
	u32			start;
};

/**
 * pfc_cycle_step() - get the PG that a stuck PG waits for
 * @graph: the graph, after pfc_cycle_solve()
 * @index: index of the stuck PG
 *
 * Return: index of a stuck PG.
 */
static inline u32 pfc_cycle_step(const struct pfc_cycle_graph *graph, u32 index)
{
	return graph->edges[graph->nodes[index].via].to;
}

void pfc_cycle_add(struct pfc_cycle_graph *graph, u32 from, u32 to, u16 queue, u32 bytes);
void pfc_cycle_solve(struct pfc_cycle_graph *graph);
u32 pfc_cycle_next(struct pfc_cycle_graph *graph);

#endif /* _PFC_CYCLE_CORE_H */
