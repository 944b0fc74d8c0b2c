// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of pfcctl why as a graph for Graphviz.
 */
#include <stdlib.h>
#include "why_print.h"

/* Prints a text as a quoted string of the language */
static void quote(const char *text)
{
	putchar('"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
	putchar('"');
}

static void print_node(const struct why_output *out, uint32_t node)
{
	const uint32_t port = why_port_of(node);
	const struct wait_port *now = out->why->ports[port].now;
	const unsigned int id = why_id_of(node);
	const bool pg = why_is_pg(node);
	char name[WHY_NAME], text[WHY_TEXT], bytes[FORMAT_LEN];

	why_size(bytes, out, pg ? now->wait_pg[id].occupancy : now->wait[id].backlog_bytes);
	snprintf(text, sizeof(text), "%s %s %u, %s%s", why_name(name, out, port),
		 pg ? "PG" : "queue", id, bytes,
		 pg ? now->wait_pg[id].in_xoff ? ", XOFF" : "" :
		 out->why->nodes[node].held ? ", paused" : "");
	printf("\tn%u [shape=%s, label=", node, pg ? "box" : "ellipse");
	quote(text);
	printf("];\n");
}

static void print_edge(const struct why_output *out, const struct why_edge *edge)
{
	char bytes[FORMAT_LEN];

	printf("\tn%u -> n%u [label=\"%s\"%s];\n", edge->pg, edge->queue,
	       why_size(bytes, out, edge->bytes),
	       why_follows(out->why, edge) ? "" : ", style=dotted");
}

/*
 * Prints a node of a chain.  A queue also has edges from the PGs that do not send XOFF now, so the
 * picture has all senders of a root.  Graphviz accepts a node that is printed twice.
 */
static void print_step(const struct why_output *out, const struct why_step *step)
{
	const struct why *why = out->why;
	const struct why_node *node = &why->nodes[step->node];
	uint32_t i;

	if (step->seen)
		return;
	print_node(out, step->node);
	if (why_is_pg(step->node))
		return;
	if (step->passes) {
		print_edge(out, step->edge);
		return;
	}
	for (i = 0; i < node->n; i++) {
		print_node(out, why->edges[node->first + i].pg);
		print_edge(out, &why->edges[node->first + i]);
	}
	if (node->wait != WHY_NONE)
		printf("\tn%u -> n%u [label=\"paused by\"];\n", step->node, node->wait);
}

static void print_root(const struct why_output *out, size_t number)
{
	const struct why_root *root = &out->why->roots[number];
	char text[WHY_TEXT];
	size_t i;

	printf("\troot%zu [shape=octagon, style=filled, fillcolor=lightgrey, label=", number + 1);
	quote(why_root_words(text, out, root));
	printf("];\n");
	if (!root->n_cycle)
		printf("\tn%u -> root%zu;\n", why_root_node(out->why, root), number + 1);
	for (i = 0; i < root->n_cycle; i++)
		printf("\tn%u -> root%zu [style=dashed];\n", root->cycle[i], number + 1);
}

/* Print the result as a graph for Graphviz */
void why_dot(const struct why_output *out)
{
	const struct why *why = out->why;
	struct why_step *steps;
	size_t i, n = why_steps(why, why->chains, why->n_chains, true, &steps);

	printf("digraph why {\n\trankdir=LR;\n");
	for (i = 0; i < n; i++)
		print_step(out, &steps[i]);
	for (i = 0; i < why->n_roots; i++)
		print_root(out, i);
	printf("}\n");
	free(steps);
}
