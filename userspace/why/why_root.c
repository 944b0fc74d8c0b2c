// SPDX-License-Identifier: GPL-2.0-only
/*
 * The roots of all chains: which part of the waiting bytes each root is the cause of.
 *
 * The components of the graph are sorted: each waits only for components with lower numbers.  So
 * one pass upwards gives each component the shares of its roots.  A root then has its share of the
 * bytes in each queue.
 */
#include <stdlib.h>
#include <string.h>
#include "why_graph.h"

/* A chain ends in a root if at least this share of its bytes waits because of it */
#define SHARE_MIN	0.05

/* ---- candidates --------------------------------------------------------- */

/* Return: whether a root is the same as another one, or a queue of the same cycle */
static bool is_same(const struct why_root *a, const struct why_root *b)
{
	size_t i;

	if (a->class != b->class || a->setting != b->setting)
		return false;
	for (i = 0; i < a->n_cycle; i++)
		if (a->cycle[i] == why_queue(b->port, b->prio))
			return true;
	return a->port == b->port && a->prio == b->prio;
}

static void root_free(struct why_root *root)
{
	free(root->cycle);
	free(root->flows);
	free(root->victims);
}

/*
 * Add a root, unless it is in the list.
 * @root: the root; its lists become those of the analysis
 * Return: its number.
 */
uint32_t why_add_root(struct why *why, struct why_root *root)
{
	struct why_root *new;
	uint32_t i;

	for (i = 0; i < why->n_roots; i++)
		if (is_same(&why->roots[i], root)) {
			root_free(root);
			return i;
		}
	new = list_add(&why->roots, &why->n_roots, sizeof(*new));
	*new = *root;
	new->number = i;
	return i;
}

static bool leaves(const struct why *why, uint32_t comp, const struct why_edge *edge)
{
	return why->comps.of[edge->queue] != comp && why_follows(why, edge);
}

/* Return: the unpaused queue with most bytes of a component that no chain leaves, or %WHY_NONE */
static uint32_t unpaused_queue(const struct why *why, uint32_t comp)
{
	uint32_t i, e, found = WHY_NONE;
	uint64_t most = 0;

	for (i = why->comps.first[comp]; i < why->comps.first[comp + 1]; i++) {
		const uint32_t node = why->comps.order[i];
		const struct wait *w = why_wait(why, node);

		for (e = 0; why_is_pg(node) && e < why->nodes[node].n; e++)
			if (leaves(why, comp, why_edge_of(why, node, e)))
				return WHY_NONE;
		if (!why_is_pg(node) && !w->rx_paused && w->backlog_bytes >= most) {
			most = w->backlog_bytes;
			found = node;
		}
	}
	return found;
}

/*
 * Several queues that wait for each other are a cycle if they are frozen: chains from frozen nodes
 * lead only to frozen nodes, so all of them are or none.  Otherwise the pauses alternate, and the
 * chains go on to queues outside, or end in a queue that sends now.
 * Return: whether a component is a root
 */
static bool classify(const struct why *why, uint32_t comp, struct why_root *root)
{
	const bool alone = why->comps.first[comp + 1] - why->comps.first[comp] == 1;
	uint32_t node = why->comps.order[why->comps.first[comp]];

	if (alone && why_is_pg(node))
		return why_classify_forced(why, node, root);
	if (alone)
		return why->nodes[node].wait == WHY_NONE && why_classify(why, node, root);
	if (why->nodes[node].frozen) {
		why_classify_cycle(why, comp, root);
		return true;
	}
	node = unpaused_queue(why, comp);
	return node != WHY_NONE && why_classify(why, node, root);
}

/* ---- shares ------------------------------------------------------------- */

static void add_share(struct why_share *to, uint32_t root, double share)
{
	struct why_share *slot = to;
	size_t i;

	for (i = 0; i < WHY_SHARES; i++) {
		if (to[i].share && to[i].root == root) {
			to[i].share += share;
			return;
		}
		if (to[i].share < slot->share)
			slot = &to[i];
	}
	/* A chain with more roots keeps those with the largest shares */
	if (share > slot->share)
		*slot = (struct why_share){ root, share };
}

/* Adds the shares of a node that others wait for to theirs */
static void add_shares(const struct why *why, uint32_t node, double weight, struct why_share *to)
{
	const struct why_share *shares = why_shares(why, node);
	size_t i;

	for (i = 0; i < WHY_SHARES; i++)
		add_share(to, shares[i].root, shares[i].share * weight);
}

/* Shares out the roots of the nodes for which a component waits: by bytes */
static void find_shares(struct why *why, uint32_t comp)
{
	const uint32_t first = why->comps.order[why->comps.first[comp]];
	struct why_share *shares = why_shares(why, first);
	double total = 0;
	uint32_t i, e;

	/* Of a component of several nodes, only edges of PGs lead to other components */
	if (why->nodes[first].wait != WHY_NONE &&
	    why->comps.of[why->nodes[first].wait] != comp)
		add_shares(why, why->nodes[first].wait, 1, shares);
	for (i = why->comps.first[comp]; i < why->comps.first[comp + 1]; i++) {
		const uint32_t node = why->comps.order[i];

		for (e = 0; why_is_pg(node) && e < why->nodes[node].n; e++) {
			const struct why_edge *edge = why_edge_of(why, node, e);

			if (!leaves(why, comp, edge))
				continue;
			add_shares(why, edge->queue, edge->bytes, shares);
			total += edge->bytes;
		}
	}
	for (i = 0; total && i < WHY_SHARES; i++)
		shares[i].share /= total;
}

/* Adds up the bytes that wait for each root */
static void find_bytes(const struct why *why)
{
	double *sums = list_new(why->n_roots, sizeof(*sums));
	uint32_t node, i;

	for (node = 0; node < why->n * WHY_NODES; node++) {
		const struct why_share *shares = why_shares(why, node);

		for (i = 0; !why_is_pg(node) && i < WHY_SHARES; i++)
			sums[shares[i].root] += why_wait(why, node)->backlog_bytes *
						shares[i].share;
	}
	for (i = 0; i < why->n_roots; i++)
		why->roots[i].bytes = sums[i] + 0.5;
	free(sums);
}

static void find_roots(struct why *why)
{
	uint32_t comp, number;

	why->shares = list_new(why->comps.n * WHY_SHARES, sizeof(*why->shares));
	for (comp = 0; comp < why->comps.n; comp++) {
		struct why_root root = { 0 };

		if (!classify(why, comp, &root)) {
			find_shares(why, comp);
			continue;
		}
		number = why_add_root(why, &root);
		why->shares[comp * WHY_SHARES] = (struct why_share){ number, 1 };
	}
	find_bytes(why);
}

/* ---- victims ------------------------------------------------------------ */

/* Adds a victim.  The two directions of a priority follow each other. */
static void add_victim(struct why_root *root, const struct why_chain *chain)
{
	struct why_victim *last = root->n_victims ? &root->victims[root->n_victims - 1] : NULL;

	if (!last || last->port != chain->port || last->prio != chain->prio)
		last = list_add(&root->victims, &root->n_victims, sizeof(*last));
	last->port = chain->port;
	last->prio = chain->prio;
	last->rx |= chain->dir == XOFF_RX;
	last->tx |= chain->dir == XOFF_TX;
}

/* Return: whether a priority of a port is the root itself, and so no victim */
static bool is_root(const struct why *why, const struct why_root *root,
		    const struct why_chain *chain)
{
	if (root->setting == WHY_SETTING_IMPAIRMENT)
		return chain->dir == XOFF_TX && chain->port == root->port;
	return why->comps.of[why_root_node(why, root)] == why->comps.of[chain->node];
}

static void add_chain(struct why *why, uint32_t node, unsigned int prio, enum xoff_dir dir)
{
	const struct why_chain chain = {
		.port = why_port_of(node), .prio = prio, .dir = dir, .node = node,
	};
	const bool asked = why->ports[chain.port].asked >> chain.prio & 1;
	size_t i;

	if (asked)
		*(struct why_chain *)list_add(&why->chains, &why->n_chains, sizeof(chain)) = chain;
	for (i = 0; i < WHY_SHARES; i++) {
		const struct why_share *share = &why_shares(why, node)[i];
		struct why_root *root;

		if (share->share < SHARE_MIN)
			continue;
		root = &why->roots[share->root];
		root->asked |= asked || why->ports[root->port].asked >> root->prio & 1;
		if (!is_root(why, root, &chain))
			add_victim(root, &chain);
	}
}

/* Adds the chains of all priorities that are paused or send XOFF */
static void add_chains(struct why *why)
{
	unsigned int prio;
	uint32_t i;

	for (i = 0; i < why->n; i++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			const struct why_port *port = &why->ports[i];
			const uint32_t queue = why_queue(i, prio);
			const uint32_t pg = why_pg(i, why_pg_in_xoff(port, prio));

			if (why->nodes[queue].held)
				add_chain(why, queue, prio, XOFF_RX);
			if (why_starts(port, prio, XOFF_TX))
				add_chain(why, pg, prio, XOFF_TX);
		}
}

/* ---- the analysis ------------------------------------------------------- */

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

/*
 * Find the roots of all pauses.
 * @ports: the ports; must remain as long as the result
 * @why: result; the caller frees it with why_free()
 */
void why_analyse(const struct why_port *ports, size_t n, struct why *why)
{
	*why = (struct why){ .n = n, .ports = ports };
	why_graph(why);
	find_roots(why);
	add_chains(why);
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
	free(why->nodes);
	free(why->edges);
	free(why->by_pg);
	free(why->shares);
	components_free(&why->comps);
	memset(why, 0, sizeof(*why));
}
