// SPDX-License-Identifier: GPL-2.0-only
/*
 * The graph of buffer dependencies, from the turns of packets, and its cycles.
 *
 * A node is an egress queue: a device and a priority.  A queue waits for the PG of the next port
 * that can pause it.  Packets of that PG wait in the queues to which the switch forwards them.
 */
#include <search.h>
#include <stdlib.h>
#include "check.h"
#include "components.h"
#include "depend.h"

/* ---- turns -------------------------------------------------------------- */

static int compare_turns(const void *a, const void *b)
{
	const struct dep_turn *p = a, *q = b;

	return p->from != q->from ? (p->from > q->from) - (p->from < q->from) :
				    (p->to > q->to) - (p->to < q->to);
}

/*
 * Find or add a turn.
 *
 * A bridge with many ports has a turn for each pair of them, and the walk asks for each of these
 * turns once for each destination.  So a tree finds them.
 * Return: the turn; the label of a new one is empty.
 */
struct dep_turn *dep_turn(struct dep_turns *turns, uint32_t from, uint32_t to)
{
	const struct dep_turn key = { .from = from, .to = to, .next = turns->first[from] };
	struct dep_turn **found = tfind(&key, &turns->tree, compare_turns), *turn;

	if (found)
		return *found;
	turn = list_new(1, sizeof(*turn));
	*turn = key;
	check_memory(tsearch(turn, &turns->tree, compare_turns));
	turns->first[from] = turn;
	return turn;
}

/* Free the turns */
void dep_turns_free(struct dep_turns *turns)
{
	tdestroy(turns->tree, free);
	free(turns->first);
}

/* ---- priorities --------------------------------------------------------- */

/**
 * dep_possible() - get the priorities that a port can give to packets
 * @port: the port, or NULL
 *
 * Return: bit mask of the priorities; all if @port is NULL.
 */
uint8_t dep_possible(const struct port *port)
{
	uint8_t prios;
	unsigned int i;

	if (!port)
		return 0xff;
	prios = 1U << port->default_prio;
	for (i = 0; i < port->n_ethtypes; i++)
		prios |= 1U << port->ethtypes[i].prio;
	for (i = 0; i < PFC_DSCP_COUNT; i++)
		if (port->trust != PFC_TRUST_NONE && port->trust != PFC_TRUST_PCP)
			prios |= 1U << port->dscp_prio[i];
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (port->trust != PFC_TRUST_NONE && port->trust != PFC_TRUST_DSCP)
			prios |= 1U << port->pcp_prio[i];
	return prios;
}

/**
 * dep_move() - compute the priorities of forwarded packets
 * @in: ingress port, or NULL
 * @out: egress port, or NULL
 * @next: ingress port of the next switch, or NULL
 * @prio: priority at @in
 * @flooded: a bridge floods the packets
 *
 * The priority remains unless @in, @out or a DSCP that @out writes changes it.
 *
 * Return: the priorities.
 */
struct dep_move dep_move(const struct port *in, const struct port *out, const struct port *next,
			 uint8_t prio, bool flooded)
{
	struct dep_move move = { prio, prio };
	uint8_t dscp;

	if (!out)
		return move;
	if (flooded && in && in->flood_prio[prio] != PFC_MAP_NONE)
		move.queue = in->flood_prio[prio];
	dscp = out->prio_dscp[prio];
	if (in && out->group && in->group == out->group) {
		const uint8_t old = move.queue;

		if (out->bounce_prio[old] != PFC_MAP_NONE) {
			move.queue = out->bounce_prio[old];
			dscp = out->prio_dscp[move.queue];
		}
		if (out->bounce_dscp[old] != PFC_MAP_NONE)
			dscp = out->bounce_dscp[old];
	}
	if (dscp != PFC_MAP_NONE && next && next->trust != PFC_TRUST_NONE &&
	    next->trust != PFC_TRUST_PCP)
		move.after = next->dscp_prio[dscp];
	return move;
}

/*
 * Return: priorities at the other end of the link of a device whose packets can make that end pause
 * a queue of the device; 0: nothing pauses the queue
 */
static uint8_t holders(const struct dep_net *net, uint32_t dev, unsigned int prio)
{
	const uint32_t peer = net->devs[dev].peer;
	const struct port *port = net->devs[dev].port, *next;
	uint8_t prios = 0;
	unsigned int i;

	next = peer == DEP_NONE ? NULL : net->devs[peer].port;
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

/* ---- graph -------------------------------------------------------------- */

/**
 * struct edge - a dependency
 * @to: the queue that the other one waits for
 * @turn: the turn of the packets
 */
struct edge {
	uint32_t		to;
	const struct dep_turn	*turn;
};

/**
 * struct graph - the dependencies, and the search for cycles
 * @net: the network
 * @turns: the turns
 * @n: number of queues, eight for each device
 * @first: index of the first edge of each queue; the entry behind the last queue ends the list
 * @edges: the edges, by queue
 * @comps: the sets of queues that all wait for each other
 * @reached: queues in the order in which the search for the shortest cycle has reached them
 * @from: the edge by which it has reached each queue
 * @before: the queue before it
 * @seen: number of the search that has reached each queue
 */
struct graph {
	const struct dep_net	*net;
	const struct dep_turns	*turns;
	uint32_t		n;
	uint32_t		*first;
	struct edge		*edges;
	struct components	comps;
	uint32_t		*reached;
	uint32_t		*from;
	uint32_t		*before;
	uint32_t		*seen;
};

/*
 * Lists the queues that a queue waits for.  Return: their number.  @edges: NULL: only count them
 */
static uint32_t list_edges(const struct graph *g, uint32_t queue, struct edge *edges)
{
	const uint32_t dev = queue / PFC_PRIO_COUNT;
	const uint8_t prios = holders(g->net, dev, queue % PFC_PRIO_COUNT);
	const struct dep_turn *turn;
	uint32_t n = 0;
	unsigned int prio;

	if (!prios)
		return 0;
	for (turn = g->turns->first[g->net->devs[dev].peer]; turn; turn = turn->next) {
		uint8_t out = 0;

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			if (prios >> prio & 1)
				out |= turn->pairs[prio];
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			if (!(out >> prio & 1) || !holders(g->net, turn->to, prio))
				continue;
			if (edges)
				edges[n] = (struct edge){ turn->to * PFC_PRIO_COUNT + prio, turn };
			n++;
		}
	}
	return n;
}

static void make_edges(struct graph *g)
{
	uint32_t i, n = 0;

	g->first = list_new(g->n, sizeof(*g->first));
	for (i = 0; i < g->n; i++) {
		g->first[i] = n;
		n += list_edges(g, i, NULL);
	}
	g->edges = list_new(n, sizeof(*g->edges));
	g->first[g->n] = n;
	for (i = 0; i < g->n; i++)
		if (g->first[i] != g->first[i + 1])
			list_edges(g, i, g->edges + g->first[i]);
}

/* ---- cycles ------------------------------------------------------------- */

/* A component with more queues is searched from this many of them for its shortest cycle */
#define STARTS	64

/*
 * Searches the shortest path from a queue back to itself within its component, breadth first.
 * Return: the length, at most @limit; 0: none.  g->before[start] and g->from[start] end the path.
 */
static uint32_t search_back(struct graph *g, uint32_t start, uint32_t number, uint32_t limit)
{
	uint32_t head = 0, tail = 0, end = 1, length = 1, i;

	g->reached[tail++] = start;
	for (; head < tail && length <= limit; length++) {
		for (end = tail; head < end; head++) {
			const uint32_t queue = g->reached[head];

			for (i = g->first[queue]; i < g->first[queue + 1]; i++) {
				const uint32_t to = g->edges[i].to;

				if (g->comps.of[to] != g->comps.of[queue] || g->seen[to] == number)
					continue;
				g->seen[to] = number;
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

/* Return: bit mask of the priorities of a device whose queues are in a component */
static uint8_t prios_in(const struct graph *g, uint32_t dev, uint32_t comp)
{
	unsigned int prio;
	uint8_t prios = 0;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (g->comps.of[dev * PFC_PRIO_COUNT + prio] == comp)
			prios |= 1U << prio;
	return prios;
}

/* Writes the cycle that search_back() has found, from @start on */
static void write_cycle(const struct graph *g, uint32_t start, uint32_t n, struct dep_cycle *cycle)
{
	uint32_t queue = start, i;

	cycle->steps = list_new(n, sizeof(*cycle->steps));
	cycle->n = n;
	for (i = n; i; i--) {
		cycle->steps[i % n] = (struct dep_step){
			.dev = queue / PFC_PRIO_COUNT,
			.prios = prios_in(g, queue / PFC_PRIO_COUNT, g->comps.of[queue]),
			.turn = g->edges[g->from[queue]].turn,
		};
		queue = g->before[queue];
	}
}

/* Adds a cycle, or its priorities to a cycle of the same ports */
static void add_cycle(struct dep_cycles *cycles, const struct dep_cycle *cycle)
{
	struct dep_cycle *new;
	uint32_t i, j;

	for (i = 0; i < cycles->n; i++) {
		struct dep_cycle *old = &cycles->list[i];

		for (j = 0; old->n == cycle->n && j < old->n; j++)
			if (old->steps[j].dev != cycle->steps[j].dev)
				break;
		if (old->n != cycle->n || j < old->n)
			continue;
		for (j = 0; j < old->n; j++)
			old->steps[j].prios |= cycle->steps[j].prios;
		free(cycle->steps);
		return;
	}
	new = list_add(&cycles->list, &cycles->n, sizeof(*new));
	*new = *cycle;
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
static void add_shortest(struct graph *g, uint32_t comp, uint32_t *number,
			 struct dep_cycles *cycles)
{
	uint32_t *queues = g->comps.order + g->comps.first[comp];
	const uint32_t n = g->comps.first[comp + 1] - g->comps.first[comp];
	uint32_t i, length, best = UINT32_MAX, start = 0;
	struct dep_cycle cycle = { 0 };

	qsort(queues, n, sizeof(*queues), compare_queues);
	for (i = 0; i < n && i < STARTS; i++) {
		length = search_back(g, queues[i], ++*number, best - 1);
		if (length) {
			best = length;
			start = queues[i];
		}
	}
	if (best == UINT32_MAX)
		return;
	search_back(g, start, ++*number, best);
	write_cycle(g, start, best, &cycle);
	cycle.more = count_devs(queues, n);
	cycle.more -= cycle.more < best ? cycle.more : best;
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
 * Find the cycles of dependencies.
 * @turns: all turns of packets in it
 * @cycles: result: of each set of queues that all wait for each other the shortest cycle; the
 *	caller frees it with dep_cycles_free()
 */
void dep_find(const struct dep_net *net, const struct dep_turns *turns, struct dep_cycles *cycles)
{
	struct graph g = { .net = net, .turns = turns, .n = net->n_devs * PFC_PRIO_COUNT };
	uint32_t **const arrays[] = { &g.reached, &g.from, &g.before, &g.seen };
	uint32_t i, number = 0;

	*cycles = (struct dep_cycles){ 0 };
	make_edges(&g);
	for (i = 0; i < ARRAY_SIZE(arrays); i++)
		*arrays[i] = list_new(g.n, sizeof(**arrays[i]));
	components_find(&g, g.n, next_of, &g.comps);
	for (i = 0; i < g.comps.n; i++)
		add_shortest(&g, i, &number, cycles);
	for (i = 0; i < ARRAY_SIZE(arrays); i++)
		free(*arrays[i]);
	components_free(&g.comps);
	free(g.first);
	free(g.edges);
}

/**
 * dep_cycles_free() - free the cycles
 * @cycles: the result of dep_find()
 */
void dep_cycles_free(struct dep_cycles *cycles)
{
	uint32_t i;

	for (i = 0; i < cycles->n; i++)
		free(cycles->list[i].steps);
	free(cycles->list);
}
