// SPDX-License-Identifier: GPL-2.0-only
/*
 * The graph of waiting: nodes, edges, and the components of nodes that wait for each other.
 */
#include <stdlib.h>
#include <string.h>
#include "why_graph.h"

/* A queue with less than this part of the bytes of the largest holder of a PG passes on packets */
#define FOLLOW_PART	10

static int compare_keys(const void *a, const void *b)
{
	const struct why_key *p = a, *q = b;

	if (p->ns != q->ns)
		return p->ns < q->ns ? -1 : 1;
	return (p->id > q->id) - (p->id < q->id);
}

static void sort_keys(struct why *why)
{
	size_t i;

	for (i = 0; i < why->n; i++)
		why->keys[i] = (struct why_key){ why->ports[i].ns, why->ports[i].now->id, i };
	qsort(why->keys, why->n, sizeof(*why->keys), compare_keys);
}

/*
 * Find a port by its id.
 * @port: index of a port of the same namespace
 * Return: the index of the port, or %WHY_NONE.
 */
uint32_t why_ingress(const struct why *why, uint32_t port, uint32_t port_id)
{
	const struct why_key want = { .ns = why->ports[port].ns, .id = port_id };
	const struct why_key *found = bsearch(&want, why->keys, why->n, sizeof(*found),
					      compare_keys);

	return found ? found->port : WHY_NONE;
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

		why->steps++;
		/* A deleted port is not known */
		if (ingress == WHY_NONE || !holder->bytes ||
		    why_was_fuller(&why->ports[ingress], holder->pg) != earlier)
			continue;
		edge = list_add(&why->edges, &why->n_edges, sizeof(*edge));
		*edge = (struct why_edge){
			.pg = why_pg(ingress, holder->pg), .queue = why_queue(port, prio),
			.bytes = scaled(queue, holder->bytes), .earlier = earlier,
		};
		why->nodes[why_pg(ingress, holder->pg)].n++;
	}
}

static void add_edges(struct why *why, uint32_t port, unsigned int prio)
{
	struct why_node *node = &why->nodes[why_queue(port, prio)];

	node->first = why->n_edges;
	add_reading(why, port, prio, false);
	if (why->ports[port].before)
		add_reading(why, port, prio, true);
	node->n = why->n_edges - node->first;
}

/* Sorts the edges by PG: the one with most bytes first */
static int compare_edges(const void *a, const void *b, void *data)
{
	const struct why_edge *edges = data;
	const struct why_edge *p = &edges[*(const uint32_t *)a], *q = &edges[*(const uint32_t *)b];

	if (p->pg != q->pg)
		return p->pg < q->pg ? -1 : 1;
	if (p->bytes != q->bytes)
		return p->bytes < q->bytes ? 1 : -1;
	return (p->queue > q->queue) - (p->queue < q->queue);
}

/* Fills @by_pg */
static void sort_edges(struct why *why)
{
	uint32_t node, sum = 0;
	size_t i;

	why->by_pg = list_new(why->n_edges, sizeof(*why->by_pg));
	for (i = 0; i < why->n_edges; i++)
		why->by_pg[i] = i;
	if (why->n_edges)
		qsort_r(why->by_pg, why->n_edges, sizeof(*why->by_pg), compare_edges, why->edges);
	for (node = 0; node < why->n * WHY_NODES; node++) {
		if (!why_is_pg(node))
			continue;
		why->nodes[node].first = sum;
		sum += why->nodes[node].n;
	}
	why->steps += why->n * WHY_NODES + why->n_edges;
}

/* Marks the edges that keep a PG occupied */
static void mark_edges(struct why *why, uint32_t node)
{
	struct why_node *pg = &why->nodes[node];
	uint32_t i;

	for (i = 0; i < pg->n; i++) {
		struct why_edge *edge = &why->edges[why->by_pg[pg->first + i]];

		pg->bytes += edge->bytes;
		edge->follow = why->nodes[edge->queue].held ||
			       edge->bytes * FOLLOW_PART >= why_edge_of(why, node, 0)->bytes;
	}
	why->steps += pg->n;
}

/**
 * why_graph() - build the graph of waiting
 * @why: the analysis; @n and @ports are set
 */
void why_graph(struct why *why)
{
	unsigned int prio;
	uint32_t port;

	why->keys = list_new(why->n, sizeof(*why->keys));
	why->nodes = list_new(why->n * WHY_NODES, sizeof(*why->nodes));
	why->mark = list_new(why->n * WHY_NODES, sizeof(*why->mark));
	sort_keys(why);
	for (port = 0; port < why->n; port++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			struct why_node *node = &why->nodes[why_queue(port, prio)];

			node->held = why_starts(&why->ports[port], prio, XOFF_RX);
			node->wait = why_waits_for(why->ports, port, prio);
			why->nodes[why_pg(port, prio)].wait = WHY_NONE;
			add_edges(why, port, prio);
		}
	sort_edges(why);
	for (port = 0; port < why->n; port++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			mark_edges(why, why_pg(port, prio));
}
