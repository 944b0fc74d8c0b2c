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
 * @n: number of candidates for roots
 * @list: the candidates
 * @root_of: index of the candidate of each component, or %WHY_NONE
 * @bytes: bytes that wait for each component
 * @sum: shares of the candidates, for the component in progress
 * @touched: candidates whose @sum is not 0
 * @n_touched: their number
 * @live: the candidate concerns the ports asked about
 */
struct state {
	struct why	*why;
	uint32_t	n;
	struct why_root	*list;
	uint32_t	*root_of;
	double		*bytes;
	double		*sum;
	uint32_t	*touched;
	uint32_t	n_touched;
	bool		*live;
};

/* ---- candidates --------------------------------------------------------- */

static void add_candidate(struct state *s, uint32_t comp, uint32_t queue)
{
	struct why_root root = { 0 };

	if (!why_classify(s->why, queue, &root))
		return;
	s->root_of[comp] = s->n;
	s->list[s->n++] = root;
}

/* Adds a PG for which an impairment forces XOFF.  PAUSE has no priority: all PGs have one root */
static void add_forced(struct state *s, uint32_t comp, uint32_t pg)
{
	struct why_root root = { 0 };
	uint32_t i;

	if (!why_classify_forced(s->why, pg, &root))
		return;
	for (i = 0; i < s->n; i++)
		if (s->list[i].setting == WHY_SETTING_IMPAIRMENT && s->list[i].port == root.port &&
		    s->list[i].prio == root.prio)
			break;
	s->root_of[comp] = i;
	if (i == s->n)
		s->list[s->n++] = root;
}

static bool add_cycle(struct state *s, uint32_t comp)
{
	struct why_root root = { 0 };

	if (!why_classify_cycle(s->why, &s->why->comps[comp], &root)) {
		free(root.cycle);
		return false;
	}
	s->root_of[comp] = s->n;
	s->list[s->n++] = root;
	return true;
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
			if (leaves(why, comp, &why->edges[why->by_pg[pg->first + e]]))
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
 */
static bool find_candidate(struct state *s, uint32_t comp)
{
	const struct why_comp *c = &s->why->comps[comp];
	const uint32_t node = s->why->order[c->first];
	uint32_t queue;

	s->root_of[comp] = WHY_NONE;
	if (c->n > 1 && is_frozen(s->why, c))
		return add_cycle(s, comp);
	if (c->n > 1)
		queue = unpaused_queue(s->why, comp);
	else
		queue = why_is_pg(node) || s->why->nodes[node].wait != WHY_NONE ? WHY_NONE : node;
	if (queue != WHY_NONE)
		add_candidate(s, comp, queue);
	else if (c->n == 1 && why_is_pg(node))
		add_forced(s, comp, node);
	return true;
}

/* ---- shares ------------------------------------------------------------- */

static void add_share(struct state *s, uint32_t root, double share)
{
	if (!s->sum[root])
		s->touched[s->n_touched++] = root;
	s->sum[root] += share;
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
		const struct why_share new = { s->touched[i], s->sum[s->touched[i]] / total };

		s->sum[new.root] = 0;
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
			const struct why_edge *edge = &why->edges[why->by_pg[pg->first + e]];

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

	if (s->root_of[comp] != WHY_NONE)
		add_share(s, s->root_of[comp], 1);
	else if (c->n == 1 && node->wait != WHY_NONE)
		add_shares(s, s->why->nodes[node->wait].comp, 1);
	else
		total = each_exit(s, comp, share_edge, 1);
	keep_shares(s, c, total ? total : 1);
}

static void move_bytes(struct state *s, const struct why_edge *edge, double weight)
{
	s->bytes[s->why->nodes[edge->queue].comp] += weight;
}

/* Moves the bytes of a component on to those that it waits for */
static void find_bytes(struct state *s, uint32_t comp)
{
	const struct why *why = s->why;
	const struct why_comp *c = &why->comps[comp];
	const struct why_node *first = &why->nodes[why->order[c->first]];
	uint32_t i;

	for (i = 0; i < c->n; i++) {
		const uint32_t node = why->order[c->first + i];

		if (!why_is_pg(node))
			s->bytes[comp] += why_wait(why, node)->backlog_bytes;
	}
	if (s->root_of[comp] != WHY_NONE)
		s->list[s->root_of[comp]].bytes += s->bytes[comp] + 0.5;
	else if (c->n == 1 && first->wait != WHY_NONE)
		s->bytes[why->nodes[first->wait].comp] += s->bytes[comp];
	else if (s->bytes[comp])
		each_exit(s, comp, move_bytes, s->bytes[comp] / (each_exit(s, comp, NULL, 0) ?: 1));
}

/* ---- victims ------------------------------------------------------------ */

/* Counts a victim, or adds it if there is memory for it */
static void add_victim(struct why_root *root, uint32_t port, unsigned int prio, bool rx)
{
	struct why_victim *last;

	if (root->victims && root->n_victims) {
		last = &root->victims[root->n_victims - 1];
		if (last->port == port && last->prio == prio) {
			last->rx |= rx;
			last->tx |= !rx;
			return;
		}
	}
	if (root->victims)
		root->victims[root->n_victims] = (struct why_victim){ port, prio, rx, !rx };
	root->n_victims++;
}

/* Return: whether a priority of a port is the root itself, and so no victim */
static bool is_root(const struct state *s, const struct why_root *root, uint32_t node, bool rx)
{
	if (root->setting == WHY_SETTING_IMPAIRMENT)
		return !rx && why_port_of(node) == root->port;
	return s->why->nodes[why_root_node(s->why, root)].comp == s->why->nodes[node].comp;
}

static void end_chain(struct state *s, uint32_t node, uint32_t port, unsigned int prio, bool rx)
{
	const struct why_comp *comp = &s->why->comps[s->why->nodes[node].comp];
	const bool asked = s->why->ports[port].asked >> prio & 1;
	uint32_t i;

	for (i = 0; i < comp->n_shares; i++) {
		struct why_root *root = &s->list[comp->shares[i].root];

		if (comp->shares[i].share < SHARE_MIN)
			continue;
		s->live[comp->shares[i].root] |= asked ||
			s->why->ports[root->port].asked >> root->prio & 1;
		if (!is_root(s, root, node, rx))
			add_victim(root, port, prio, rx);
	}
	s->why->steps += comp->n_shares + 1;
}

/* Ends the chains of all priorities that are paused or send XOFF */
static void end_chains(struct state *s)
{
	struct why *why = s->why;
	unsigned int prio;
	bool rx, tx;
	uint32_t i;

	why->paused = 0;
	for (i = 0; i < why->n; i++) {
		const struct why_port *port = &why->ports[i];

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			const uint32_t pg = why_pg(i, port->config->prio_pg[prio]);

			rx = why->nodes[why_queue(i, prio)].held;
			tx = why_starts(port, prio, WHY_TX);
			if (rx)
				end_chain(s, why_queue(i, prio), i, prio, true);
			if (tx)
				end_chain(s, pg, i, prio, false);
			why->paused += (rx || tx) && port->asked >> prio & 1;
		}
	}
}

static bool find_victims(struct state *s)
{
	uint32_t i;

	end_chains(s);
	for (i = 0; i < s->n; i++) {
		s->list[i].victims = calloc(s->list[i].n_victims + 1, sizeof(struct why_victim));
		if (!s->list[i].victims)
			return false;
		s->list[i].n_victims = 0;
	}
	end_chains(s);
	return true;
}

/* ---- the analysis ------------------------------------------------------- */

static void root_free(struct why_root *root)
{
	free(root->cycle);
	free(root->flows);
	free(root->victims);
}

/**
 * struct sorted - a candidate, to sort it
 * @root: the candidate
 * @index: its index
 */
struct sorted {
	const struct why_root	*root;
	uint32_t		index;
};

static int compare_roots(const void *a, const void *b)
{
	const struct why_root *p = ((const struct sorted *)a)->root;
	const struct why_root *q = ((const struct sorted *)b)->root;

	if (p->bytes != q->bytes)
		return p->bytes < q->bytes ? 1 : -1;
	return why_queue(p->port, p->prio) < why_queue(q->port, q->prio) ? -1 : 1;
}

/* Replaces the numbers of candidates in the shares of components by those of roots */
static void renumber(struct state *s, const uint32_t *number)
{
	struct why *why = s->why;
	uint32_t comp, i, n;

	for (comp = 0; comp < why->n_comps; comp++) {
		struct why_comp *c = &why->comps[comp];

		for (i = 0, n = 0; i < c->n_shares; i++) {
			if (number[c->shares[i].root] == WHY_NONE)
				continue;
			c->shares[n] = c->shares[i];
			c->shares[n++].root = number[c->shares[i].root];
		}
		c->n_shares = n;
	}
}

/* Keeps the candidates that concern the ports asked about.  Return: false: no memory */
static bool keep_roots(struct state *s)
{
	struct sorted *sorted = calloc(s->n + 1, sizeof(*sorted));
	uint32_t i, n = 0, *number = s->touched;
	struct why *why = s->why;
	bool ok;

	why->roots = calloc(s->n + 1, sizeof(*why->roots));
	ok = sorted && why->roots;
	for (i = 0; ok && i < s->n; i++) {
		number[i] = WHY_NONE;
		if (s->live[i])
			sorted[n++] = (struct sorted){ &s->list[i], i };
	}
	if (ok)
		qsort(sorted, n, sizeof(*sorted), compare_roots);
	for (i = 0; ok && i < n; i++) {
		number[sorted[i].index] = i;
		why->roots[why->n_roots++] = s->list[sorted[i].index];
		s->list[sorted[i].index] = (struct why_root){ 0 };
	}
	for (i = 0; ok && i < n; i++)
		ok = why_flows(why, &why->roots[i]);
	if (ok)
		renumber(s, number);
	free(sorted);
	return ok;
}

static bool find_roots(struct state *s)
{
	struct why *why = s->why;
	uint32_t comp;

	for (comp = 0; comp < why->n_comps; comp++) {
		if (!find_candidate(s, comp))
			return false;
		find_shares(s, comp);
	}
	for (comp = why->n_comps; comp--;)
		find_bytes(s, comp);
	return find_victims(s) && keep_roots(s);
}

static bool find_comps(struct why *why)
{
	uint64_t *stuck = calloc(why->n * WHY_NODES + 1, sizeof(*stuck));
	uint32_t *list = calloc(why->n * WHY_NODES + 1, sizeof(*list));
	const bool ok = stuck && list;

	if (ok)
		why_freeze(why, stuck, list);
	free(stuck);
	free(list);
	return ok && why_components(why);
}

/*
 * Find the roots of all pauses.
 * @ports: the ports; must remain as long as the result
 * @why: result; the caller frees it with why_free(), also after an error
 * Return: false if memory is exhausted.
 */
bool why_analyse(const struct why_port *ports, size_t n, struct why *why)
{
	const size_t nodes = n * WHY_NODES + 1;
	struct state s = { .why = why };
	bool ok;
	uint32_t i;

	*why = (struct why){ .n = n, .ports = ports };
	s.list = calloc(nodes, sizeof(*s.list));
	s.root_of = calloc(nodes, sizeof(*s.root_of));
	s.bytes = calloc(nodes, sizeof(*s.bytes));
	s.sum = calloc(nodes, sizeof(*s.sum));
	s.touched = calloc(nodes, sizeof(*s.touched));
	s.live = calloc(nodes, sizeof(*s.live));
	ok = s.list && s.root_of && s.bytes && s.sum && s.touched && s.live && why_graph(why) &&
	     find_comps(why) && find_roots(&s);
	for (i = 0; s.list && i < s.n; i++)
		root_free(&s.list[i]);
	free(s.list);
	free(s.root_of);
	free(s.bytes);
	free(s.sum);
	free(s.touched);
	free(s.live);
	return ok;
}

/* Free the result of an analysis */
void why_free(struct why *why)
{
	size_t i;

	for (i = 0; i < why->n_roots; i++)
		root_free(&why->roots[i]);
	free(why->roots);
	free(why->keys);
	free(why->nodes);
	free(why->edges);
	free(why->by_pg);
	free(why->comps);
	free(why->order);
	free(why->mark);
	memset(why, 0, sizeof(*why));
}
