// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of pfcctl why as text, for a terminal of 80 columns: the chains as trees, then the roots;
 * of the past, the chains as lists.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "event.h"
#include "when.h"
#include "why_print.h"

#define WIDTH		80
#define INDENT		2	/* columns for each step of a chain */
#define INDENT_MAX	24
#define HOLDERS		4	/* holders of a queue that are listed */
#define FLOWS		3	/* flows of a step that are listed */
#define ROOT_FLOWS	8	/* flows of a root that are listed */
#define VICTIMS		24	/* victims of a root that are listed */

/* ---- lines -------------------------------------------------------------- */

/* Return: the number of bytes of the words of @text that fit in @room columns, at least one word */
static size_t fitting(const char *text, int room)
{
	size_t fits = strcspn(text, " "), end = fits;
	char buf[2 * WHY_TEXT];

	while (text[end]) {
		end += 1 + strcspn(text + end + 1, " ");
		snprintf(buf, sizeof(buf), "%.*s", (int)end, text);
		if (text_width(buf) > room)
			break;
		fits = end;
	}
	return fits;
}

/* Prints a text at a column, in lines of %WIDTH columns */
static void line(unsigned int depth, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void line(unsigned int depth, const char *fmt, ...)
{
	int indent = depth * INDENT < INDENT_MAX ? depth * INDENT : INDENT_MAX;
	char buf[2 * WHY_TEXT], *text = buf;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	while (*text) {
		const size_t len = fitting(text, WIDTH - indent);

		printf("%*s%.*s\n", indent, "", (int)len, text);
		text += len;
		text += *text == ' ';
		indent = (depth + 2) * INDENT < INDENT_MAX ? (depth + 2) * INDENT : INDENT_MAX;
	}
}

static unsigned int percent(uint64_t part, uint64_t whole)
{
	return whole ? (double)part * 100 / whole + 0.5 : 0;
}

/* ---- pauses ------------------------------------------------------------- */

/* Adds the figures of the pauses of a priority */
static void pause_words(char *buf, const struct why_output *out, uint32_t port, unsigned int prio,
			enum xoff_dir dir)
{
	const struct why_port *p = &out->why->ports[port];
	const struct pauses pauses = pauses_of(p->now, prio, dir);
	char text[FORMAT_LEN];

	if (pauses.now)
		why_append(buf, " for %s", why_period(text, out, p->now->time - pauses.since));
	else
		why_append(buf, " at times");
	why_append(buf, " (%u%%)", (why_permille(p, prio, dir) + 5) / 10);
	why_append(buf, ", %llu pause%s", (unsigned long long)pauses.count,
		   pauses.count == 1 ? "" : "s");
	why_append(buf, ", %s in all", why_period(text, out, pauses.total));
	why_append(buf, ", longest %s", why_period(text, out, pauses.longest));
}

/* ---- steps -------------------------------------------------------------- */

/* Return: the number of the root that a node is part of, from 1; 0: none */
static size_t root_of(const struct why *why, uint32_t node)
{
	size_t i;

	for (i = 0; i < why->n_roots; i++)
		if (why->comps.of[why_root_node(why, &why->roots[i])] == why->comps.of[node])
			return i + 1;
	return 0;
}

static void pg_step(const struct why_output *out, const struct why_step *step)
{
	const uint32_t port = why_port_of(step->node);
	const unsigned int id = why_id_of(step->node);
	const struct wait_pg *pg = &out->why->ports[port].now->wait_pg[id];
	const size_t root = root_of(out->why, step->node);
	char text[4][FORMAT_LEN], name[WHY_NAME];

	line(step->depth + 1, "%s PG %u: %s%s, XOFF at %s, XON at %s, %s in headroom%s",
	     why_name(name, out, port), id, why_size(text[0], out, pg->occupancy),
	     pg->in_xoff ? "" : ", not in XOFF", why_size(text[1], out, pg->xoff_at),
	     why_size(text[2], out, pg->xon_at), why_size(text[3], out, pg->headroom),
	     step->seen ? ", see above" : "");
	if (root && !step->seen)
		line(step->depth + 2, "root %zu", root);
}

static void holder_words(char *buf, const struct why_output *out, uint32_t queue)
{
	const struct why_node *node = &out->why->nodes[queue];
	const struct why_port *port = &out->why->ports[why_port_of(queue)];
	const uint64_t local = port->now->wait[why_id_of(queue)].local_bytes;
	char text[FORMAT_LEN], name[WHY_NAME];
	uint32_t i;

	for (i = 0; i < node->n && i < HOLDERS; i++) {
		const struct why_edge *edge = &out->why->edges[node->first + i];

		why_append(buf, ", %s PG %u %s", why_name(name, out, why_port_of(edge->pg)),
			   why_id_of(edge->pg), why_size(text, out, edge->bytes));
	}
	if (node->n > HOLDERS)
		why_append(buf, ", %u more", node->n - HOLDERS);
	if (local)
		why_append(buf, ", this host %s", why_size(text, out, local));
}

/* Prints a flow, of @held bytes */
static void flow_line(const struct why_output *out, unsigned int depth,
		      const struct why_flow *flow, uint64_t held)
{
	char buf[WHY_TEXT], text[FORMAT_LEN];

	line(depth, "%u%% %s %s", percent(flow->bytes, held), why_size(text, out, flow->bytes),
	     why_flow_words(buf, out, flow));
}

static void flow_lines(const struct why_output *out, const struct why_step *step)
{
	const struct holders *queue = why_holders(out->why, step->node);
	size_t i;

	for (i = 0; i < queue->n_flows && i < FLOWS; i++) {
		const struct why_flow flow =
			why_flow_of(out->why, why_port_of(step->node), &queue->flow[i]);

		flow_line(out, step->depth + 2, &flow, queue->bytes);
	}
	if (queue->flows > FLOWS)
		line(step->depth + 2, "%u more flows", queue->flows - FLOWS);
}

static void queue_step(const struct why_output *out, const struct why_step *step)
{
	const struct why_node *node = &out->why->nodes[step->node];
	const uint32_t port = why_port_of(step->node);
	const unsigned int prio = why_id_of(step->node);
	const struct wait *w = &out->why->ports[port].now->wait[prio];
	char buf[WHY_TEXT] = "", text[2][FORMAT_LEN], name[WHY_NAME];
	const size_t root = root_of(out->why, step->node);

	if (step->edge)
		why_append(buf, "%u%% %s in ",
			   percent(step->edge->bytes, out->why->nodes[step->edge->pg].bytes),
			   why_size(text[0], out, step->edge->bytes));
	why_append(buf, "%s queue %u", why_name(name, out, port), prio);
	if (step->seen || step->passes) {
		line(step->depth + 1, "%s: %s", buf, step->seen ? "see above" : "sends on");
		return;
	}
	why_append(buf, ": %s", why_size(text[1], out, w->backlog_bytes));
	holder_words(buf, out, step->node);
	line(step->depth + 1, "%s", buf);
	flow_lines(out, step);
	if (node->held) {
		*buf = '\0';
		pause_words(buf, out, port, prio, XOFF_RX);
		line(step->depth + 2, "paused%s", buf);
	}
	if (root)
		line(step->depth + 2, "root %zu", root);
}

static void print_chain(const struct why_output *out, const struct why_chain *chain)
{
	char buf[WHY_TEXT] = "", name[WHY_NAME];
	struct why_step *steps;
	size_t i, n = why_steps(out->why, chain, 1, true, &steps);

	pause_words(buf, out, chain->port, chain->prio, chain->dir);
	line(0, "%s prio %u: %s%s", why_name(name, out, chain->port), chain->prio,
	     chain->dir == XOFF_RX ? "paused" : "sends XOFF", buf);
	for (i = 0; i < n; i++)
		if (why_is_pg(steps[i].node))
			pg_step(out, &steps[i]);
		else
			queue_step(out, &steps[i]);
	free(steps);
}

/* ---- roots -------------------------------------------------------------- */

static void print_flows(const struct why_output *out, const struct why_root *root)
{
	size_t i;

	for (i = 0; i < root->n_flows && i < ROOT_FLOWS; i++)
		flow_line(out, 1, &root->flows[i], root->held);
	if (root->n_flows > ROOT_FLOWS)
		line(1, "%zu more flows", root->n_flows - ROOT_FLOWS);
}

static void print_victims(const struct why_output *out, const struct why_root *root)
{
	char buf[WHY_TEXT] = "", name[WHY_NAME];
	size_t i;

	for (i = 0; i < root->n_victims && i < VICTIMS; i++) {
		why_name(name, out, root->victims[i].port);
		if (strlen(buf) + strlen(name) > WHY_TEXT - FORMAT_LEN)
			break;
		why_append(buf, "%s %s", i ? "," : "", name);
		if (root->victims[i].prio != root->prio)
			why_append(buf, " prio %u", root->victims[i].prio);
	}
	if (root->n_victims > i)
		why_append(buf, ", %zu more", root->n_victims - i);
	if (root->n_victims)
		line(1, "victims of prio %u:%s", root->prio, buf);
}

static void print_root(const struct why_output *out, size_t number)
{
	const struct why_root *root = &out->why->roots[number];
	char buf[WHY_TEXT], text[FORMAT_LEN], command[SHELL_COMMAND];

	line(0, "root %zu: %s; %s wait", number + 1, why_root_words(buf, out, root),
	     why_size(text, out, root->bytes));
	if (root->closing.flow)
		line(1, "closed by %s", why_flow_words(buf, out, &root->closing));
	/* The user pastes it: the second line of a command would be another command */
	if (*why_fix(command, out, root))
		printf("%*schange: %s\n", INDENT, "", command);
	print_flows(out, root);
	print_victims(out, root);
}

/* ---- the past ----------------------------------------------------------- */

static void print_note(const struct why_output *out, const struct record *r)
{
	char when[STAMP_LEN], text[FORMAT_LEN];

	printf("    %s %s", stamp_short(out->ctx, when, r->time), word_of(event_words, r->event));
	if (r->count > 1)
		printf(" times %u", r->count);
	printf(" %s %s\n", record_buffer(r), why_size(text, out, r->bytes));
}

static void print_past_chain(const struct why_output *out, const struct why_chain *chain)
{
	const struct past_step *step;
	unsigned int i;

	for (step = chain->steps; step < chain->steps + chain->n; step++) {
		const bool tx = step->past->dir == XOFF_TX;
		char name[WHY_NAME], text[FORMAT_LEN], buf[WHY_TEXT] = "";

		why_past_words(buf, out, step->past);
		printf("%s%s prio %u: %s%s\n", step == chain->steps ? "" : "  ",
		       why_name(name, out, step->port), step->past->prio,
		       tx ? "sent XOFF" : "paused", buf);
		if (tx && step->past->start)
			printf("    its PG held %s\n",
			       why_size(text, out, step->past->start->bytes));
		if (tx && step->queue_port != WHY_NONE)
			printf("    the cause is %s queue %u, in %u of %u XOFF\n",
			       why_name(name, out, step->queue_port), step->queue_prio,
			       step->votes, step->named);
		for (i = 0; i < step->n_notes; i++)
			print_note(out, step->notes[i]);
	}
}

static void print_past_root(const struct why_output *out, size_t number)
{
	const struct why_root *root = &out->why->roots[number];
	char buf[WHY_TEXT], name[WHY_NAME];
	size_t i;

	printf("root %zu: %s\n", number + 1, why_root_words(buf, out, root));
	for (i = 0; i < root->n_victims; i++) {
		const struct why_victim *v = &root->victims[i];

		printf("%s %s prio %u%s", i ? "," : "  victims:", why_name(name, out, v->port),
		       v->prio, v->tx ? " (XOFF)" : "");
	}
	putchar('\n');
}

/* ---- the result --------------------------------------------------------- */

static void print_verdict(const struct why_output *out)
{
	const struct why *why = out->why;
	char buf[WHY_TEXT], when[STAMP_LEN], ago[FORMAT_LEN];

	if (why->time)
		printf("at %s (%s ago): ", stamp_wall(out->ctx, when, why->time),
		       why_period(ago, out, time_since(why->time)));
	if (why->past || !why->n_chains || !why->n_roots)
		printf("%s%s\n", why_verdict(buf, why), why->past || why->n_chains ? "" :
		       " now; pfcctl history shows earlier pauses");
}

/* Print the result as text */
void why_text(const struct why_output *out)
{
	const struct why *why = out->why;
	size_t i;

	print_verdict(out);
	for (i = 0; out->whole && i < why->n_chains; i++)
		if (why->past)
			print_past_chain(out, &why->chains[i]);
		else
			print_chain(out, &why->chains[i]);
	for (i = 0; i < why->n_roots; i++)
		if (why->past)
			print_past_root(out, i);
		else
			print_root(out, i);
	if (!why->past && why_flows_hidden(why))
		puts("flows are not shown: they need CAP_NET_ADMIN in the network namespace");
}
