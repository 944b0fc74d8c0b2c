/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Strongly connected components of a graph: the sets of nodes that all reach each other.
 */
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include <stdbool.h>
#include <stdint.h>

#define NODE_NONE	UINT32_MAX

/**
 * typedef component_next - get an edge of a node
 * @graph: the graph
 * @node: the node
 * @at: state of the caller for this node, 0 for the first edge; the function moves it to the
 *	next edge
 *
 * Return: the node at the other end, or %NODE_NONE after the last edge.
 */
typedef uint32_t component_next(void *graph, uint32_t node, uint32_t *at);

/**
 * struct components - the components of a graph
 * @n: number of components
 * @of: component of each node, from 0; a component only reaches those with lower numbers
 * @first: index in @order of the first node of each component; the entry behind the last component
 *	ends the list
 * @order: the nodes by component
 */
struct components {
	uint32_t	n;
	uint32_t	*of;
	uint32_t	*first;
	uint32_t	*order;
};

void components_find(void *graph, uint32_t nodes, component_next *next, struct components *found);
void components_free(struct components *found);

#endif /* COMPONENTS_H */
