// SPDX-License-Identifier: GPL-2.0-only
/*
 * The graph of buffer dependencies, from the turns of packets, and its cycles.
 *
 * A node is an egress queue: a device and a priority.  A queue waits for the PG of the next port
 * that can pause it.  Packets of that PG wait in the queues to which the switch forwards them.
 */
#include <stdlib.h>
#include "components.h"
#include "depend.h"

/* ---- graph -------------------------------------------------------------- */

/*
 * Return: priorities at the other end of the link of a device whose packets can make that end pause
 * a queue of the device; 0: nothing pauses the queue
 */
static uint8_t holders(const struct dep_dev *dev, unsigned int prio)
{
	const struct port *port = dev->port, *next = dev->peer ? dev->peer->port : NULL;
	uint8_t prios = 0;
	unsigned int i;

	if (!port || !next || port->flow_control != next->flow_control ||
	    !(prios_obeyed(port) >> prio & 1))
		return 0;
	if (next->flow_control == PFC_FLOW_CONTROL_PFC && !(prios_sent(next) >> prio & 1))
		return 0;
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (next->pgs[port_pg(next, i)].lossless &&
		    port_pg(next, i) == port_pg(next, prio))
			prios |= 1U << i;
	return prios;
}

/* A dependency */
struct edge {
	uint32_t		to;	/* the queue that the other one waits for */
	const struct dep_turn	*turn;
};

/* The dependencies, and the search for cycles.  Queues have numbers, eight for each device. */
struct graph {
	uint32_t		n;
	uint32_t		*first;		/* edge of each queue, and the end of all edges */
	size_t			n_edges;
	struct edge		*edges;
	struct components	comps;		/* queues that all wait for each other */
	uint32_t		*reached;	/* queues, as a search finds them */
	uint32_t		*from;		/* edge by which it finds each queue */
	uint32_t		*before;	/* queue before it */
	uint32_t		*seen;		/* last search that has found each queue, from 1 */
	uint32_t		searches;
};

/* Adds the queues that a queue of a device waits for */
static void add_edges(struct graph *g, const struct dep_dev *dev, unsigned int queue)
{
	const uint8_t prios = holders(dev, queue);
	unsigned int prio;
	struct edge *edge;
	size_t i;

	for (i = prios && dev->peer->turns ? dev->peer->space->n_devs : 0; i; i--) {
		const struct dep_turn *turn = &dev->peer->turns[i - 1];
		uint8_t out = 0;

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			if (prios >> prio & 1)
				out |= turn->pairs[prio];
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			if (!(out >> prio & 1) || !holders(turn->to, prio))
				continue;
			edge = list_add(&g->edges, &g->n_edges, sizeof(*edge));
			edge->to = turn->to->number * PFC_PRIO_COUNT + prio;
			edge->turn = turn;
		}
	}
}

static void make_edges(struct graph *g, const struct dep_net *net)
{
	unsigned int prio;
	size_t i, j;

	for (i = 0; i < net->n_spaces; i++)
		for (j = 0; j < net->spaces[i]->n_devs; j++) {
			const struct dep_dev *dev = &net->spaces[i]->devs[j];

			for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
				g->first[dev->number * PFC_PRIO_COUNT + prio] = g->n_edges;
				add_edges(g, dev, prio);
			}
		}
	g->first[g->n] = g->n_edges;
}

/* ---- cycles ------------------------------------------------------------- */

/* A component with more queues is searched from this many of them for its shortest cycle */
#define STARTS	64

/*
 * Searches the shortest path from a queue back to itself within its component, breadth first.
 * Return: the length, at most @limit; 0: none.  g->before[start] and g->from[start] end the path.
 */
static uint32_t search_back(struct graph *g, uint32_t start, uint32_t limit)
{
	uint32_t head = 0, tail = 0, end = 1, length = 1, i;

	g->searches++;
	g->reached[tail++] = start;
	for (; head < tail && length <= limit; length++) {
		for (end = tail; head < end; head++) {
			const uint32_t queue = g->reached[head];

			for (i = g->first[queue]; i < g->first[queue + 1]; i++) {
				const uint32_t to = g->edges[i].to;

				if (g->seen[to] == g->searches ||
				    g->comps.of[to] != g->comps.of[queue])
					continue;
				g->seen[to] = g->searches;
				g->before[to] = queue;
				g->from[to] = i;
				if (to == start)
					return length;
				g->reached[tail++] = to;
			}
		}
	}
	return 0;
}

/* Return: bit mask of the priorities of the device of a queue whose queues are in its component */
static uint8_t prios_in(const struct graph *g, uint32_t queue)
{
	unsigned int prio;
	uint8_t prios = 0;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (g->comps.of[queue - queue % PFC_PRIO_COUNT + prio] == g->comps.of[queue])
			prios |= 1U << prio;
	return prios;
}

/* Writes the cycle that search_back() has found, from @start on */
static void write_cycle(const struct graph *g, uint32_t start, uint32_t n, struct dep_cycle *cycle)
{
	uint32_t queue = start, i;

	free(cycle->steps);
	cycle->steps = list_new(n, sizeof(*cycle->steps));
	cycle->n = n;
	for (i = n; i; i--) {
		cycle->steps[i % n] = (struct dep_step){
			.turn = g->edges[g->from[queue]].turn,
			.prios = prios_in(g, queue),
		};
		queue = g->before[queue];
	}
}

static bool same_ports(const struct dep_cycle *a, const struct dep_cycle *b)
{
	uint32_t i;

	for (i = 0; a->n == b->n && i < a->n; i++)
		if (a->steps[i].turn->to != b->steps[i].turn->to)
			return false;
	return a->n == b->n;
}

/* Adds a cycle, or its priorities to a cycle of the same ports */
static void add_cycle(struct dep_cycles *cycles, const struct dep_cycle *cycle)
{
	uint32_t i, j;

	for (i = 0; i < cycles->n; i++) {
		if (!same_ports(&cycles->list[i], cycle))
			continue;
		for (j = 0; j < cycle->n; j++)
			cycles->list[i].steps[j].prios |= cycle->steps[j].prios;
		free(cycle->steps);
		return;
	}
	*(struct dep_cycle *)list_add(&cycles->list, &cycles->n, sizeof(*cycle)) = *cycle;
}

static int compare_queues(const void *a, const void *b)
{
	const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;

	return (p > q) - (p < q);
}

/* Return: the number of devices of sorted queues */
static uint32_t count_devs(const uint32_t *queues, uint32_t n)
{
	uint32_t i, devs = 0;

	for (i = 0; i < n; i++)
		devs += !i || queues[i] / PFC_PRIO_COUNT != queues[i - 1] / PFC_PRIO_COUNT;
	return devs;
}

/*
 * Finds the shortest cycle of a component, from its lowest queue on: the search from that queue is
 * the first one that finds a cycle of this length.
 */
static void add_shortest(struct graph *g, uint32_t comp, struct dep_cycles *cycles)
{
	uint32_t *queues = g->comps.order + g->comps.first[comp];
	const uint32_t n = g->comps.first[comp + 1] - g->comps.first[comp];
	struct dep_cycle cycle = { .n = UINT32_MAX };
	uint32_t i, length;

	qsort(queues, n, sizeof(*queues), compare_queues);
	for (i = 0; i < n && i < STARTS; i++) {
		length = search_back(g, queues[i], cycle.n - 1);
		if (length)
			write_cycle(g, queues[i], length, &cycle);
	}
	if (!cycle.steps)
		return;
	cycle.more = count_devs(queues, n);
	cycle.more -= cycle.more < cycle.n ? cycle.more : cycle.n;
	add_cycle(cycles, &cycle);
}

/* Gets the next queue that a queue waits for, as component_next() */
static uint32_t next_of(void *graph, uint32_t queue, uint32_t *at)
{
	const struct graph *g = graph;

	return g->first[queue] + *at == g->first[queue + 1] ?
	       NODE_NONE : g->edges[g->first[queue] + (*at)++].to;
}

/*
 * Find the cycles of dependencies, from the turns that dep_walk() has found.
 * @cycles: result, for dep_cycles_free(): of each set of queues that all wait for each other the
 *	shortest cycle
 */
void dep_find(const struct dep_net *net, struct dep_cycles *cycles)
{
	const uint32_t n = net->n_devs * PFC_PRIO_COUNT;
	uint32_t i, *memory = list_new(5 * (size_t)n, sizeof(*memory));
	struct graph g = {
		.n = n, .reached = memory, .from = memory + n, .before = memory + 2 * (size_t)n,
		.seen = memory + 3 * (size_t)n, .first = memory + 4 * (size_t)n,
	};

	*cycles = (struct dep_cycles){ 0 };
	make_edges(&g, net);
	components_find(&g, n, next_of, &g.comps);
	for (i = 0; i < g.comps.n; i++)
		add_shortest(&g, i, cycles);
	components_free(&g.comps);
	free(g.edges);
	free(memory);
}

/* Free the result of dep_find() */
void dep_cycles_free(struct dep_cycles *cycles)
{
	uint32_t i;

	for (i = 0; i < cycles->n; i++)
		free(cycles->list[i].steps);
	free(cycles->list);
}
