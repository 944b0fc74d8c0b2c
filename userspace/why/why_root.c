// SPDX-License-Identifier: GPL-2.0-only
/*
 * The roots of all chains: which part of the waiting bytes each root is the cause of.
 *
 * The components of the graph are sorted: each waits only for components with lower numbers.  So
 * one pass upwards gives each component the shares of its roots, and one pass downwards adds up
 * the bytes that wait for each root.
 */
#include <stdlib.h>
#include <string.h>
#include "why_graph.h"

/* A chain ends in a root if at least this share of its bytes waits because of it */
#define SHARE_MIN	0.05

/**
 * struct state - memory of the analysis
 * @why: the result
 * @touched: numbers of the roots whose @sum is not 0
 * @n_touched: their number
 */
struct state {
	struct why	*why;
	uint32_t	*touched;
	uint32_t	n_touched;
};

/* ---- candidates --------------------------------------------------------- */

/* Add a root.  Return: its number */
uint32_t why_add_root(struct why *why, const struct why_root *root)
{
	struct why_root *new = list_add(&why->roots, &why->n_roots, sizeof(*new));

	*new = *root;
	new->number = why->n_roots - 1;
	return new->number;
}

/* Adds a PG for which an impairment forces XOFF.  PAUSE has no priority: all PGs have one root */
static uint32_t add_forced(struct why *why, uint32_t pg)
{
	struct why_root root = { 0 };
	uint32_t i;

	if (!why_classify_forced(why, pg, &root))
		return WHY_NONE;
	for (i = 0; i < why->n_roots; i++)
		if (why->roots[i].setting == WHY_SETTING_IMPAIRMENT &&
		    why->roots[i].port == root.port && why->roots[i].prio == root.prio)
			return i;
	return why_add_root(why, &root);
}

static bool leaves(const struct why *why, uint32_t comp, const struct why_edge *edge)
{
	return why->nodes[edge->queue].comp != comp && why_follows(why, edge);
}

/* Return: the unpaused queue with most bytes of a component that no chain leaves, or %WHY_NONE */
static uint32_t unpaused_queue(const struct why *why, uint32_t comp)
{
	const struct why_comp *c = &why->comps[comp];
	uint32_t i, e, found = WHY_NONE;
	uint64_t most = 0;

	for (i = 0; i < c->n; i++) {
		const uint32_t node = why->order[c->first + i];
		const struct why_node *pg = &why->nodes[node];
		const struct wait *w = why_wait(why, node);

		for (e = 0; why_is_pg(node) && e < pg->n; e++)
			if (leaves(why, comp, why_edge_of(why, node, e)))
				return WHY_NONE;
		if (!why_is_pg(node) && !w->rx_paused && w->backlog_bytes >= most) {
			most = w->backlog_bytes;
			found = node;
		}
	}
	return found;
}

static bool is_frozen(const struct why *why, const struct why_comp *comp)
{
	uint32_t i;

	for (i = 0; i < comp->n; i++)
		if (!why->nodes[why->order[comp->first + i]].frozen)
			return false;
	return true;
}

/*
 * Several queues that wait for each other are a cycle if they are frozen.  Otherwise the pauses
 * alternate, and the chains go on to queues outside, or end in a queue that sends now.
 * Return: the number of the root that a component is, or %WHY_NONE
 */
static uint32_t find_candidate(struct why *why, uint32_t comp)
{
	const struct why_comp *c = &why->comps[comp];
	uint32_t node = why->order[c->first];
	struct why_root root = { 0 };

	if (c->n > 1 && is_frozen(why, c)) {
		why_classify_cycle(why, c, &root);
		return why_add_root(why, &root);
	}
	if (c->n > 1)
		node = unpaused_queue(why, comp);
	else if (why_is_pg(node))
		return add_forced(why, node);
	if (node == WHY_NONE || (c->n == 1 && why->nodes[node].wait != WHY_NONE) ||
	    !why_classify(why, node, &root))
		return WHY_NONE;
	return why_add_root(why, &root);
}

/* ---- shares ------------------------------------------------------------- */

static void add_share(struct state *s, uint32_t root, double share)
{
	if (share <= 0)
		return;
	if (!s->why->roots[root].sum)
		s->touched[s->n_touched++] = root;
	s->why->roots[root].sum += share;
}

static void add_shares(struct state *s, uint32_t comp, double weight)
{
	const struct why_comp *c = &s->why->comps[comp];
	uint32_t i;

	for (i = 0; i < c->n_shares; i++)
		add_share(s, c->shares[i].root, c->shares[i].share * weight);
	s->why->steps += c->n_shares + 1;
}

/* Moves the sums to a component: the largest shares, sorted */
static void keep_shares(struct state *s, struct why_comp *comp, double total)
{
	uint32_t i, at;

	for (i = 0; i < s->n_touched; i++) {
		struct why_root *root = &s->why->roots[s->touched[i]];
		const struct why_share new = { root->number, root->sum / total };

		root->sum = 0;
		for (at = comp->n_shares; at && comp->shares[at - 1].share < new.share; at--)
			if (at < WHY_SHARES)
				comp->shares[at] = comp->shares[at - 1];
		if (at < WHY_SHARES) {
			comp->shares[at] = new;
			comp->n_shares += comp->n_shares < WHY_SHARES;
		}
	}
	s->why->steps += s->n_touched;
	s->n_touched = 0;
}

/* Calls fn for each edge of PGs that leaves the component.  Return: the sum of their bytes */
static double each_exit(struct state *s, uint32_t comp,
			void (*fn)(struct state *s, const struct why_edge *edge, double weight),
			double weight)
{
	const struct why *why = s->why;
	const struct why_comp *c = &why->comps[comp];
	double sum = 0;
	uint32_t i, e;

	for (i = 0; i < c->n; i++) {
		const uint32_t node = why->order[c->first + i];
		const struct why_node *pg = &why->nodes[node];

		for (e = 0; why_is_pg(node) && e < pg->n; e++) {
			const struct why_edge *edge = why_edge_of(why, node, e);

			s->why->steps++;
			if (!leaves(why, comp, edge))
				continue;
			sum += edge->bytes;
			if (fn)
				fn(s, edge, weight * edge->bytes);
		}
	}
	return sum;
}

static void share_edge(struct state *s, const struct why_edge *edge, double weight)
{
	add_shares(s, s->why->nodes[edge->queue].comp, weight);
}

static void find_shares(struct state *s, uint32_t comp)
{
	struct why_comp *c = &s->why->comps[comp];
	const struct why_node *node = &s->why->nodes[s->why->order[c->first]];
	double total = 1;

	if (c->root != WHY_NONE)
		add_share(s, c->root, 1);
	else if (c->n == 1 && node->wait != WHY_NONE)
		add_shares(s, s->why->nodes[node->wait].comp, 1);
	else
		total = each_exit(s, comp, share_edge, 1);
	keep_shares(s, c, total ? total : 1);
}

static void move_bytes(struct state *s, const struct why_edge *edge, double weight)
{
	s->why->comps[s->why->nodes[edge->queue].comp].bytes += weight;
}

/* Moves the bytes of a component on to those that it waits for */
static void find_bytes(struct state *s, uint32_t comp)
{
	const struct why *why = s->why;
	struct why_comp *c = &why->comps[comp];
	const struct why_node *first = &why->nodes[why->order[c->first]];
	uint32_t i;

	for (i = 0; i < c->n; i++) {
		const uint32_t node = why->order[c->first + i];

		if (!why_is_pg(node))
			c->bytes += why_wait(why, node)->backlog_bytes;
	}
	if (c->root != WHY_NONE)
		why->roots[c->root].bytes += c->bytes + 0.5;
	else if (c->n == 1 && first->wait != WHY_NONE)
		why->comps[why->nodes[first->wait].comp].bytes += c->bytes;
	else if (c->bytes)
		each_exit(s, comp, move_bytes, c->bytes / (each_exit(s, comp, NULL, 0) ?: 1));
}

/* ---- victims ------------------------------------------------------------ */

/* Adds a victim.  The two directions of a priority follow each other. */
static void add_victim(struct why_root *root, uint32_t port, unsigned int prio, bool rx)
{
	struct why_victim *last = root->n_victims ? &root->victims[root->n_victims - 1] : NULL;

	if (!last || last->port != port || last->prio != prio)
		last = list_add(&root->victims, &root->n_victims, sizeof(*last));
	last->port = port;
	last->prio = prio;
	last->rx |= rx;
	last->tx |= !rx;
}

/* Return: whether a priority of a port is the root itself, and so no victim */
static bool is_root(const struct why *why, const struct why_root *root, uint32_t node, bool rx)
{
	if (root->setting == WHY_SETTING_IMPAIRMENT)
		return !rx && why_port_of(node) == root->port;
	return why->nodes[why_root_node(why, root)].comp == why->nodes[node].comp;
}

static void end_chain(struct why *why, uint32_t node, uint32_t port, unsigned int prio, bool rx)
{
	const struct why_comp *comp = &why->comps[why->nodes[node].comp];
	const bool asked = why->ports[port].asked >> prio & 1;
	uint32_t i;

	for (i = 0; i < comp->n_shares; i++) {
		struct why_root *root = &why->roots[comp->shares[i].root];

		if (comp->shares[i].share < SHARE_MIN)
			continue;
		root->asked |= asked || why->ports[root->port].asked >> root->prio & 1;
		if (!is_root(why, root, node, rx))
			add_victim(root, port, prio, rx);
	}
	why->steps += comp->n_shares + 1;
}

/* Ends the chains of all priorities that are paused or send XOFF */
static void end_chains(struct why *why)
{
	unsigned int prio;
	bool rx, tx;
	uint32_t i;

	for (i = 0; i < why->n; i++) {
		const struct why_port *port = &why->ports[i];

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			rx = why->nodes[why_queue(i, prio)].held;
			tx = why_starts(port, prio, XOFF_TX);
			if (rx)
				end_chain(why, why_queue(i, prio), i, prio, true);
			if (tx)
				end_chain(why, why_pg(i, why_pg_in_xoff(port, prio)), i, prio,
					  false);
			why->paused += (rx || tx) && port->asked >> prio & 1;
		}
	}
}

/* ---- the analysis ------------------------------------------------------- */

static void root_free(struct why_root *root)
{
	free(root->cycle);
	free(root->flows);
	free(root->victims);
}

/* Sorts the roots: those that concern the ports asked about first, then by bytes */
static int compare_roots(const void *a, const void *b)
{
	const struct why_root *p = a, *q = b;

	if (p->asked != q->asked)
		return p->asked ? -1 : 1;
	if (p->bytes != q->bytes)
		return p->bytes < q->bytes ? 1 : -1;
	return why_queue(p->port, p->prio) < why_queue(q->port, q->prio) ? -1 : 1;
}

/* Keeps the roots that concern the ports asked about */
static void keep_roots(struct why *why)
{
	size_t i;

	if (why->n_roots)
		qsort(why->roots, why->n_roots, sizeof(*why->roots), compare_roots);
	for (; why->n_roots && !why->roots[why->n_roots - 1].asked; why->n_roots--)
		root_free(&why->roots[why->n_roots - 1]);
	for (i = 0; i < why->n_roots; i++)
		why_flows(why, &why->roots[i]);
}

/* Find a root by its number.  Return: its index; %WHY_NONE: it is not in the result */
uint32_t why_root_index(const struct why *why, uint32_t number)
{
	uint32_t i;

	for (i = 0; i < why->n_roots; i++)
		if (why->roots[i].number == number)
			return i;
	return WHY_NONE;
}

static void find_roots(struct why *why)
{
	struct state s = {
		.why = why, .touched = list_new(why->n_comps, sizeof(*s.touched)),
	};
	uint32_t comp;

	for (comp = 0; comp < why->n_comps; comp++) {
		why->comps[comp].root = find_candidate(why, comp);
		find_shares(&s, comp);
	}
	for (comp = why->n_comps; comp--;)
		find_bytes(&s, comp);
	free(s.touched);
}

/*
 * Find the roots of all pauses.
 * @ports: the ports; must remain as long as the result
 * @why: result; the caller frees it with why_free()
 */
void why_analyse(const struct why_port *ports, size_t n, struct why *why)
{
	*why = (struct why){ .n = n, .ports = ports };
	why_graph(why);
	why_freeze(why);
	why_components(why);
	find_roots(why);
	end_chains(why);
	keep_roots(why);
}

/* Free the result of an analysis */
void why_free(struct why *why)
{
	size_t i;

	for (i = 0; i < why->n_roots; i++)
		root_free(&why->roots[i]);
	for (i = 0; i < why->n_chains; i++)
		free(why->chains[i].steps);
	free(why->roots);
	free(why->chains);
	free(why->keys);
	free(why->nodes);
	free(why->edges);
	free(why->by_pg);
	free(why->comps);
	free(why->order);
	free(why->mark);
	memset(why, 0, sizeof(*why));
}
