// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of pfcctl why as JSON.
 */
#include <stdlib.h>
#include <string.h>
#include "event.h"
#include "when.h"
#include "why_print.h"

#define SHARES	8	/* roots of a chain; those with the smallest shares are left out */

static void add_number(struct json_object *to, const char *key, double value)
{
	char text[32];

	/* A fixed number of digits, so that the output does not depend on rounding */
	snprintf(text, sizeof(text), "%.4f", value);
	json_object_object_add(to, key, json_object_new_double_s(value, text));
}

static void add_port(struct json_object *to, const struct why *why, uint32_t port)
{
	json_object_object_add(to, "netns", json_object_new_string(why->ports[port].netns));
	json_add_name(to, "dev", why->ports[port].config->name);
}

static struct json_object *port_json(const struct why *why, uint32_t port)
{
	struct json_object *to = json_object_new_object();

	add_port(to, why, port);
	return to;
}

static struct json_object *prio_json(const struct why *why, uint32_t port, unsigned int prio)
{
	struct json_object *to = port_json(why, port);

	json_add_u64(to, "prio", prio);
	return to;
}

static struct json_object *flow_json(const struct why *why, const struct why_flow *flow,
				     uint64_t held)
{
	struct json_object *to = json_object_new_object();
	const struct flow *f = flow->flow;
	char text[WHY_ADDRESS];

	if (f->addr_len) {
		json_add_name(to, "src", why_address(text, f, f->src));
		json_add_name(to, "dst", why_address(text, f, f->dst));
		json_add_u64(to, "protocol", f->protocol);
		json_add_u64(to, "dscp", f->dscp);
	}
	if (f->has_ports) {
		json_add_u64(to, "src_port", f->src_port);
		json_add_u64(to, "dst_port", f->dst_port);
	}
	json_add_name(to, "src_mac", why_mac(text, f->src_mac));
	json_add_name(to, "dst_mac", why_mac(text, f->dst_mac));
	json_add_u64(to, "ethertype", f->ethertype);
	if (f->tagged)
		json_add_u64(to, "vlan", f->vlan);
	json_add_name(to, "dev", flow->ingress == WHY_NONE ? "" :
		      why->ports[flow->ingress].config->name);
	json_add_u64(to, "bytes", flow->bytes);
	json_add_u64(to, "waiting_bytes", flow->waiting);
	add_number(to, "share", held ? (double)flow->bytes / held : 0);
	return to;
}

/* ---- roots -------------------------------------------------------------- */

static void add_peer(struct json_object *to, const struct why_output *out,
		     const struct why_port *port)
{
	struct json_object *peer = json_object_new_object();
	char name[WHY_LLDP_NAME], mac[WHY_ADDRESS];

	json_object_object_add(peer, "netns", *port->peer_dev ?
			       json_object_new_string(port->peer_netns) : NULL);
	json_add_name(peer, "dev", port->peer_dev);
	if (!out->why->past)
		json_add_name(peer, "mac", port->now->has_peer ?
			      why_mac(mac, port->now->peer_mac) : "");
	if (!out->no_lldp && port->peer == WHY_PEER_OUTSIDE && !port->ns &&
	    why_lldp_name(port->config->name, name))
		json_add_name(peer, "system_name", name);
	json_add_bool(peer, "readable", port->peer != WHY_PEER_UNREAD);
	json_object_object_add(to, "peer", peer);
}

static void add_pauses(struct json_object *to, const struct why_port *port,
		       const struct why_root *root)
{
	const bool tx = root->setting == WHY_SETTING_IMPAIRMENT;
	const struct pauses p = pauses_of(port->now, root->prio, tx ? XOFF_TX : XOFF_RX);

	json_add_u64(to, "paused_since_ns", p.since);
	json_add_u64(to, "paused_total_ns", p.total);
	add_number(to, "paused_percent", root->permille / 10.0);
	json_add_u64(to, "quanta", tx ? port->config->pause_time :
					port->now->wait[root->prio].rx_quanta);
}

static void add_cycle(struct json_object *to, const struct why *why, const struct why_root *root)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < root->n_cycle; i++) {
		const uint32_t node = root->cycle[i];

		json_object_array_add(array, prio_json(why, why_port_of(node), why_id_of(node)));
	}
	json_object_object_add(to, "ports", array);
}

static void add_flows(struct json_object *to, const struct why *why, const struct why_root *root)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < root->n_flows; i++)
		json_object_array_add(array, flow_json(why, &root->flows[i], root->held));
	json_object_object_add(to, "flows", array);
}

static void add_victims(struct json_object *to, const struct why *why, const struct why_root *root)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < root->n_victims; i++) {
		const struct why_victim *v = &root->victims[i];
		struct json_object *victim = prio_json(why, v->port, v->prio);

		json_add_bool(victim, "paused", v->rx);
		json_add_bool(victim, "sends_xoff", v->tx);
		json_object_array_add(array, victim);
	}
	json_object_object_add(to, "victims", array);
}

static void add_present(struct json_object *to, const struct why_output *out,
			const struct why_root *root)
{
	const struct why_port *port = &out->why->ports[root->port];
	char command[SHELL_COMMAND];

	if (root->class == WHY_SETTING) {
		json_add_name(to, "setting", word_of(why_setting_words, root->setting));
		json_add_u64_or_null(to, "limit_bps", root->limit);
		json_add_name(to, "fix", why_fix(command, out, root));
	}
	json_add_u64(to, "bytes", root->bytes);
	if (root->class == WHY_CYCLE) {
		add_cycle(to, out->why, root);
		json_object_object_add(to, "closing_flow", root->closing.flow ?
				       flow_json(out->why, &root->closing, root->held) : NULL);
	} else {
		json_add_u64(to, "senders", root->senders);
		json_object_object_add(to, "offered_bps", root->rates ?
				       json_object_new_uint64(root->offered) : NULL);
		json_object_object_add(to, "drained_bps", root->rates ?
				       json_object_new_uint64(root->drained) : NULL);
	}
	if (root->class != WHY_INCAST)
		add_pauses(to, port, root);
	if (root->class == WHY_SLOW_RECEIVER || root->class == WHY_STORM ||
	    root->class == WHY_NEIGHBOUR)
		add_peer(to, out, port);
	add_flows(to, out->why, root);
}

static void add_past(struct json_object *to, const struct why_output *out,
		     const struct why_root *root)
{
	const struct past *past = root->past;

	if (root->class == WHY_INCAST) {
		json_add_u64(to, "bytes", root->bytes);
		json_add_u64(to, "senders", root->senders);
	} else if (root->class == WHY_CYCLE) {
		add_cycle(to, out->why, root);
	} else if (past) {
		json_add_u64_or_null(to, "paused_since_ns", past->begin);
		json_add_u64(to, "paused_total_ns", past->to - past->from);
		json_add_u64_or_null(to, "quanta", past->start ? past->start->quanta : 0);
		add_peer(to, out, &out->why->ports[root->port]);
	}
}

static struct json_object *root_json(const struct why_output *out, const struct why_root *root)
{
	struct json_object *to = json_object_new_object();

	json_add_name(to, "class", why_classes[root->class]);
	add_port(to, out->why, root->port);
	json_add_u64(to, "prio", root->prio);
	if (out->why->past)
		add_past(to, out, root);
	else
		add_present(to, out, root);
	add_victims(to, out->why, root);
	return to;
}

/* Describe the roots as JSON.  Return: a JSON array */
struct json_object *why_roots_json(const struct why_output *out)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < out->why->n_roots; i++)
		json_object_array_add(array, root_json(out, &out->why->roots[i]));
	return array;
}

/* ---- chains ------------------------------------------------------------- */

static struct json_object *holders_json(const struct why *why, const struct why_node *node)
{
	struct json_object *array = json_object_new_array();
	uint32_t i;

	for (i = 0; i < node->n; i++) {
		const struct why_edge *edge = &why->edges[node->first + i];
		struct json_object *holder = port_json(why, why_port_of(edge->pg));

		json_add_u64(holder, "pg", why_id_of(edge->pg));
		json_add_u64(holder, "bytes", edge->bytes);
		json_object_array_add(array, holder);
	}
	return array;
}

static struct json_object *queue_flows_json(const struct why *why, uint32_t node)
{
	const uint32_t port = why_port_of(node);
	const struct holders *queue = why_holders(why, node);
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < queue->n_flows; i++) {
		const struct why_flow f = why_flow_of(why, port, &queue->flow[i]);

		json_object_array_add(array, flow_json(why, &f, queue->bytes));
	}
	return array;
}

static void queue_json(struct json_object *to, const struct why *why, const struct why_step *step)
{
	const struct why_port *port = &why->ports[why_port_of(step->node)];
	const unsigned int prio = why_id_of(step->node);
	const struct wait *w = &port->now->wait[prio];

	json_add_u64(to, "prio", prio);
	if (step->edge) {
		const uint64_t all = why->nodes[step->edge->pg].bytes;

		json_add_u64(to, "pg_bytes", step->edge->bytes);
		add_number(to, "share", all ? (double)step->edge->bytes / all : 0);
		json_add_bool(to, "passes", step->passes);
		json_add_bool(to, "earlier", step->edge->earlier);
	}
	json_add_u64(to, "bytes", w->backlog_bytes);
	json_add_u64(to, "packets", w->backlog_packets);
	json_add_u64(to, "local_bytes", w->local_bytes);
	json_add_bool(to, "paused", w->rx_paused);
	json_add_u64(to, "paused_since_ns", w->rx_since);
	json_add_u64(to, "paused_total_ns", w->rx_total);
	add_number(to, "paused_percent", why_permille(port, prio, XOFF_RX) / 10.0);
	json_add_u64(to, "pauses", w->rx_count);
	json_add_u64(to, "quanta", w->rx_quanta);
	json_add_bool(to, "partial", port->now->queue[prio].partial);
	json_object_object_add(to, "holders", holders_json(why, &why->nodes[step->node]));
	json_object_object_add(to, "flows", queue_flows_json(why, step->node));
}

static void pg_json_step(struct json_object *to, const struct why *why, uint32_t node)
{
	const struct wait_pg *pg = &why->ports[why_port_of(node)].now->wait_pg[why_id_of(node)];

	json_add_u64(to, "pg", why_id_of(node));
	json_add_bool(to, "in_xoff", pg->in_xoff);
	json_add_u64(to, "occupancy", pg->occupancy);
	json_add_u64(to, "xoff_at", pg->xoff_at);
	json_add_u64(to, "xon_at", pg->xon_at);
	json_add_u64(to, "headroom", pg->headroom);
}

static struct json_object *step_json(const struct why *why, const struct why_step *step)
{
	struct json_object *to = port_json(why, why_port_of(step->node));

	json_add_u64(to, "depth", step->depth);
	json_add_bool(to, "seen", step->seen);
	if (step->seen)
		json_add_u64(to, why_is_pg(step->node) ? "pg" : "prio", why_id_of(step->node));
	else if (why_is_pg(step->node))
		pg_json_step(to, why, step->node);
	else
		queue_json(to, why, step);
	return to;
}

/* Return: the index of a root, or @n_roots if it is not in the result */
static size_t root_index(const struct why *why, uint32_t number)
{
	size_t i;

	for (i = 0; i < why->n_roots && why->roots[i].number != number; i++)
		;
	return i;
}

/* Return: the roots of a chain, the one with the largest share first */
static struct json_object *shares_json(const struct why *why, uint32_t node)
{
	struct json_object *array = json_object_new_array();
	struct why_share left[WHY_SHARES], *best;
	size_t n, i, root;

	memcpy(left, why_shares(why, node), sizeof(left));
	for (n = 0; n < SHARES; n++) {
		struct json_object *to;

		for (best = left, i = 1; i < WHY_SHARES; i++)
			if (left[i].share > best->share)
				best = &left[i];
		root = root_index(why, best->root);
		if (root < why->n_roots && best->share > 0) {
			to = json_object_new_object();
			json_add_u64(to, "root", root);
			add_number(to, "share", best->share);
			json_object_array_add(array, to);
		}
		best->share = 0;
	}
	return array;
}

static struct json_object *chain_json(const struct why_output *out, const struct why_chain *chain)
{
	const struct why_port *port = &out->why->ports[chain->port];
	const struct pauses p = pauses_of(port->now, chain->prio, chain->dir);
	struct json_object *to = prio_json(out->why, chain->port, chain->prio);
	struct json_object *array = json_object_new_array();
	struct why_step *steps;
	size_t i, n = why_steps(out->why, chain, 1, out->whole, &steps);

	json_add_name(to, "direction", xoff_dirs[chain->dir]);
	json_add_bool(to, "now", p.now);
	json_add_u64(to, "since_ns", p.since);
	json_add_u64(to, "total_ns", p.total);
	json_add_u64(to, "longest_ns", p.longest);
	json_add_u64(to, "count", p.count);
	add_number(to, "percent", why_permille(port, chain->prio, chain->dir) / 10.0);
	json_object_object_add(to, "roots", shares_json(out->why, chain->node));
	for (i = 0; i < n; i++)
		json_object_array_add(array, step_json(out->why, &steps[i]));
	json_object_object_add(to, "steps", array);
	free(steps);
	return to;
}

/* ---- the past ----------------------------------------------------------- */

static struct json_object *notes_json(const struct past_step *step)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < step->n_notes; i++) {
		const struct record *r = step->notes[i];
		struct json_object *note = json_object_new_object();

		json_object_object_add(note, "event", event_name_json(r->event));
		json_add_u64(note, "time_ns", r->time);
		json_add_u64(note, "count", r->count ?: 1);
		json_add_u64(note, record_buffer(r), r->bytes);
		json_object_array_add(array, note);
	}
	return array;
}

/* Return: what a chain and its steps have: the pause */
static struct json_object *past_json(const struct why *why, const struct past_step *step)
{
	struct json_object *to = prio_json(why, step->port, step->past->prio);

	json_add_name(to, "direction", xoff_dirs[step->past->dir]);
	json_add_u64_or_null(to, "begin_ns", step->past->begin);
	json_add_u64_or_null(to, "end_ns", step->past->end);
	json_add_u64(to, "length_ns", step->past->to - step->past->from);
	return to;
}

static struct json_object *past_step_json(const struct why *why, const struct past_step *step)
{
	struct json_object *to = past_json(why, step);
	const struct record *start = step->past->start;

	if (step->past->dir == XOFF_TX) {
		json_add_u64_or_null(to, "occupancy", start ? start->bytes : 0);
		json_object_object_add(to, "queue", step->queue_port == WHY_NONE ? NULL :
				       prio_json(why, step->queue_port, step->queue_prio));
		json_add_u64(to, "xoff_of_queue", step->votes);
		json_add_u64(to, "xoff", step->named);
	} else {
		json_add_u64_or_null(to, "quanta", start ? start->quanta : 0);
	}
	json_object_object_add(to, "events", notes_json(step));
	return to;
}

static struct json_object *past_chain_json(const struct why *why, const struct why_chain *chain)
{
	struct json_object *to = past_json(why, chain->steps), *steps = json_object_new_array();
	size_t i;

	json_add_u64(to, "root", chain->root);
	for (i = 0; i < chain->n; i++)
		json_object_array_add(steps, past_step_json(why, &chain->steps[i]));
	json_object_object_add(to, "steps", steps);
	return to;
}

/* Print the result as JSON */
void why_json(const struct why_output *out)
{
	static const struct ctx wall;
	struct json_object *to = json_object_new_object(), *chains = json_object_new_array();
	const struct why *why = out->why;
	char buf[WHY_TEXT];
	size_t i;

	json_add_u64(to, "time_ns", time_now());
	if (why->past) {
		json_add_u64_or_null(to, "at_ns", why->time);
		json_add_name(to, "at", why->time ? stamp_wall(&wall, buf, why->time) : "");
	}
	json_object_object_add(to, "netns", json_object_new_string(out->ctx->netns ?: ""));
	json_add_name(to, "verdict", why_verdict(buf, why));
	if (!why->past)
		json_add_bool(to, "flows_hidden", why_flows_hidden(why));
	json_object_object_add(to, "roots", why_roots_json(out));
	for (i = 0; i < why->n_chains; i++)
		json_object_array_add(chains, why->past ? past_chain_json(why, &why->chains[i]) :
				      chain_json(out, &why->chains[i]));
	json_object_object_add(to, "chains", chains);
	json_print(out->ctx, to);
}
