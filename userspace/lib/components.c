// SPDX-License-Identifier: GPL-2.0-only
/*
 * Strongly connected components by Tarjan's algorithm (SIAM Journal on Computing 1972), without
 * recursion.
 */
#include <stdlib.h>
#include "components.h"
#include "pfcctl.h"

/**
 * struct search - state of the search
 * @graph: the graph
 * @next: gets its edges
 * @found: the result
 * @index: order of discovery of each node, from 1; 0: not discovered
 * @low: lowest order of discovery that each node reaches
 * @at: next edge of each node
 * @stack: discovered nodes that have no component yet
 * @path: nodes from the start of the search to the current one
 * @n_stack: number of entries in @stack
 * @n_path: number of entries in @path
 * @discovered: number of discovered nodes
 */
struct search {
	void			*graph;
	component_next		*next;
	struct components	*found;
	uint32_t		*index;
	uint32_t		*low;
	uint32_t		*at;
	uint32_t		*stack;
	uint32_t		*path;
	uint32_t		n_stack;
	uint32_t		n_path;
	uint32_t		discovered;
};

static void discover(struct search *s, uint32_t node)
{
	s->index[node] = ++s->discovered;
	s->low[node] = s->discovered;
	s->stack[s->n_stack++] = node;
	s->path[s->n_path++] = node;
}

/* Moves the nodes on the stack down to @root to a component of their own */
static void close_component(struct search *s, uint32_t root)
{
	struct components *found = s->found;
	uint32_t node, end = found->first[found->n];

	do {
		node = s->stack[--s->n_stack];
		found->of[node] = found->n;
		found->order[end++] = node;
	} while (node != root);
	found->first[++found->n] = end;
}

static void search_from(struct search *s, uint32_t start)
{
	discover(s, start);
	while (s->n_path) {
		const uint32_t node = s->path[s->n_path - 1];
		const uint32_t to = s->next(s->graph, node, &s->at[node]);

		if (to == NODE_NONE) {
			if (s->low[node] == s->index[node])
				close_component(s, node);
			if (--s->n_path && s->low[node] < s->low[s->path[s->n_path - 1]])
				s->low[s->path[s->n_path - 1]] = s->low[node];
		} else if (!s->index[to]) {
			discover(s, to);
		} else if (s->found->of[to] == NODE_NONE && s->index[to] < s->low[node]) {
			s->low[node] = s->index[to];
		}
	}
}

/*
 * Find the strongly connected components of a graph.
 * @next: gets its edges
 * @found: result; the caller frees it with components_free()
 */
void components_find(void *graph, uint32_t nodes, component_next *next, struct components *found)
{
	uint32_t node, *all = list_new(5 * (size_t)nodes, sizeof(*all));
	struct search s = {
		.graph = graph, .next = next, .found = found, .index = all, .low = all + nodes,
		.at = all + 2 * (size_t)nodes, .stack = all + 3 * (size_t)nodes,
		.path = all + 4 * (size_t)nodes,
	};

	*found = (struct components){
		.of = list_new(nodes, sizeof(*found->of)),
		.first = list_new(nodes, sizeof(*found->first)),
		.order = list_new(nodes, sizeof(*found->order)),
	};
	for (node = 0; node < nodes; node++)
		found->of[node] = NODE_NONE;
	for (node = 0; node < nodes; node++)
		if (!s.index[node])
			search_from(&s, node);
	free(all);
}

/* Free components */
void components_free(struct components *found)
{
	free(found->of);
	free(found->first);
	free(found->order);
	*found = (struct components){ 0 };
}
