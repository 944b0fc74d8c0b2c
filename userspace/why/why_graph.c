// SPDX-License-Identifier: GPL-2.0-only
/*
 * The graph of waiting: nodes, edges, and the components of nodes that wait for each other.
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

/* A queue with less than this part of the bytes of the largest holder of a PG passes on packets */
#define FOLLOW_PART	10

/* ---- edges -------------------------------------------------------------- */

/*
 * Find a port by its id.
 * @port: index of a port of the same namespace
 * Return: the index of the port, or %WHY_NONE.
 */
uint32_t why_ingress(const struct why *why, uint32_t port, uint32_t port_id)
{
	uint32_t i;

	for (i = 0; i < why->n; i++)
		if (why->ports[i].ns == why->ports[port].ns && why->ports[i].now->id == port_id)
			return i;
	return WHY_NONE;
}

/*
 * Return: bytes of a holder in the whole queue.  The kernel visits only the first frames of a long
 * queue; the other frames count as if the same PGs held them in the same proportions.
 */
static uint64_t scaled(const struct holders *queue, uint64_t bytes)
{
	uint64_t visited = queue->local_bytes;
	size_t i;

	if (!queue->partial)
		return bytes;
	for (i = 0; i < queue->n_holders; i++)
		visited += queue->holder[i].bytes;
	return visited ? (double)bytes * queue->bytes / visited : bytes;
}

/* Adds an edge for each PG in a reading of a queue, if that reading counts for the PG */
static void add_reading(struct why *why, uint32_t port, unsigned int prio, bool earlier)
{
	const struct why_port *p = &why->ports[port];
	const struct holders *queue = &(earlier ? p->before : p->now)->queue[prio];
	struct why_edge *edge;
	size_t i;

	for (i = 0; i < queue->n_holders; i++) {
		const struct holder *holder = &queue->holder[i];
		const uint32_t ingress = why_ingress(why, port, holder->port_id);

		/* A deleted port is not known */
		if (ingress == WHY_NONE || !holder->bytes ||
		    why_was_fuller(&why->ports[ingress], holder->pg) != earlier)
			continue;
		edge = list_add(&why->edges, &why->n_edges, sizeof(*edge));
		*edge = (struct why_edge){
			.pg = why_pg(ingress, holder->pg), .queue = why_queue(port, prio),
			.bytes = scaled(queue, holder->bytes), .earlier = earlier,
		};
	}
}

static void add_queue(struct why *why, uint32_t port, unsigned int prio)
{
	struct why_node *node = &why->nodes[why_queue(port, prio)];

	node->held = why_starts(&why->ports[port], prio, XOFF_RX);
	node->wait = why_waits_for(why->ports, port, prio);
	node->first = why->n_edges;
	add_reading(why, port, prio, false);
	if (why->ports[port].before)
		add_reading(why, port, prio, true);
	node->n = why->n_edges - node->first;
}

/* Sorts the edges by PG: the one with most bytes first */
static int compare_edges(const void *a, const void *b)
{
	const struct why_edge *p = *(struct why_edge *const *)a;
	const struct why_edge *q = *(struct why_edge *const *)b;

	if (p->pg != q->pg)
		return p->pg < q->pg ? -1 : 1;
	if (p->bytes != q->bytes)
		return p->bytes < q->bytes ? 1 : -1;
	return (p->queue > q->queue) - (p->queue < q->queue);
}

/* Gives each PG its edges, and marks those that keep it occupied */
static void add_pgs(struct why *why)
{
	size_t i;

	why->by_pg = list_new(why->n_edges, sizeof(*why->by_pg));
	for (i = 0; i < why->n_edges; i++)
		why->by_pg[i] = &why->edges[i];
	qsort(why->by_pg, why->n_edges, sizeof(*why->by_pg), compare_edges);
	for (i = 0; i < why->n_edges; i++) {
		struct why_edge *edge = why->by_pg[i];
		struct why_node *pg = &why->nodes[edge->pg];

		if (!pg->n++)
			pg->first = i;
		pg->bytes += edge->bytes;
		edge->follow = why->nodes[edge->queue].held ||
			       edge->bytes * FOLLOW_PART >= why->by_pg[pg->first]->bytes;
	}
}

/* ---- frozen queues ------------------------------------------------------ */

/* Return: whether a PG will send XON when all but its @stuck bytes have left */
static bool can_resume(const struct why *why, uint32_t pg, uint64_t stuck)
{
	return !stuck || stuck <= why->ports[why_port_of(pg)].now->wait_pg[why_id_of(pg)].xon_at;
}

/* Removes the frozen queues whose PG can send XON.  Return: whether there was one */
static bool thaw(struct why *why)
{
	const uint32_t nodes = why->n * WHY_NODES;
	uint64_t *stuck = list_new(nodes, sizeof(*stuck));
	bool found = false;
	uint32_t i;

	for (i = 0; i < why->n_edges; i++)
		if (why->nodes[why->edges[i].queue].frozen && !why->edges[i].earlier)
			stuck[why->edges[i].pg] += why->edges[i].bytes;
	for (i = 0; i < nodes; i++) {
		struct why_node *queue = &why->nodes[i];

		if (queue->frozen && can_resume(why, queue->wait, stuck[queue->wait])) {
			queue->frozen = false;
			found = true;
		}
	}
	free(stuck);
	return found;
}

/* Marks the frozen queues, and the PGs that they wait for */
static void freeze(struct why *why)
{
	uint32_t i;

	for (i = 0; i < why->n * WHY_NODES; i++)
		why->nodes[i].frozen = !why_is_pg(i) && why->nodes[i].wait != WHY_NONE &&
				       why->nodes[i].n && why_wait(why, i)->rx_paused;
	while (thaw(why))
		;
	for (i = 0; i < why->n * WHY_NODES; i++)
		if (!why_is_pg(i) && why->nodes[i].frozen)
			why->nodes[why->nodes[i].wait].frozen = true;
}

/* ---- chains ------------------------------------------------------------- */

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
	const struct why *why = graph;
	const struct why_node *from = &why->nodes[node];

	if (!why_is_pg(node))
		return (*at)++ ? NODE_NONE : from->wait;
	while (*at < from->n) {
		const struct why_edge *edge = why_edge_of(why, node, (*at)++);

		if (why_follows(why, edge))
			return edge->queue;
	}
	return NODE_NONE;
}

/**
 * why_graph() - build the graph of waiting
 * @why: the analysis; @n and @ports are set
 */
void why_graph(struct why *why)
{
	unsigned int prio;
	uint32_t port;

	why->nodes = list_new(why->n * WHY_NODES, sizeof(*why->nodes));
	for (port = 0; port < why->n; port++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			why->nodes[why_pg(port, prio)].wait = WHY_NONE;
			add_queue(why, port, prio);
		}
	add_pgs(why);
	freeze(why);
	components_find(why, why->n * WHY_NODES, next_of, &why->comps);
}

/* Steps that a walk has not made yet, the next one last */
struct steps {
	size_t		n;
	struct why_step	*list;
};

static void add_step(struct steps *steps, struct why_step step)
{
	*(struct why_step *)list_add(&steps->list, &steps->n, sizeof(step)) = step;
}

/* Adds the steps after @step, the first one last */
static void add_next(const struct why *why, const struct why_step *step, bool whole,
		     struct steps *to)
{
	const struct why_node *node = &why->nodes[step->node];
	uint32_t i;

	if (node->wait != WHY_NONE)
		add_step(to, (struct why_step){ .node = node->wait, .depth = step->depth + 1 });
	for (i = 0; why_is_pg(step->node) && i < node->n; i++) {
		const struct why_edge *edge =
			why_edge_of(why, step->node, whole ? node->n - 1 - i : i);

		if (!whole && !why_follows(why, edge))
			continue;
		add_step(to, (struct why_step){
			.node = edge->queue, .edge = edge, .depth = step->depth + 1,
		});
		if (!whole)
			return;
	}
}

/*
 * Walk along chains, depth first.
 * @chains: the chains; a node of one of them counts as seen in those after it
 * @whole: follow all queues that hold a PG, not only the one with most bytes
 * @steps: result: the steps of the chains; the caller frees the list
 * Return: the number of steps.
 */
size_t why_steps(const struct why *why, const struct why_chain *chains, size_t n_chains,
		 bool whole, struct why_step **steps)
{
	bool *seen = list_new(why->n * WHY_NODES, sizeof(*seen));
	struct steps next = { 0 };
	size_t n = 0;

	*steps = NULL;
	while (n_chains--)
		add_step(&next, (struct why_step){ .node = chains[n_chains].node });
	while (next.n) {
		struct why_step *step = list_add(steps, &n, sizeof(*step));

		*step = next.list[--next.n];
		step->seen = seen[step->node];
		step->passes = step->edge && !why_follows(why, step->edge);
		if (step->seen || step->passes)
			continue;
		seen[step->node] = true;
		add_next(why, step, whole, &next);
	}
	free(next.list);
	free(seen);
	return n;
}
