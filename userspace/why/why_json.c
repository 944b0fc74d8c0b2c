// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output of pfcctl why as JSON.
 */
#include <arpa/inet.h>
#include <string.h>
#include "why_print.h"
#include "when.h"

static void add_number(struct json_object *to, const char *key, double value)
{
	char text[32];

	/* A fixed number of digits, so that the output does not depend on rounding */
	snprintf(text, sizeof(text), "%.4f", value);
	json_object_object_add(to, key, json_object_new_double_s(value, text));
}

static void add_mac(struct json_object *to, const char *key, const uint8_t *mac)
{
	char text[18];

	snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x",
		 mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
	json_object_object_add(to, key, json_object_new_string(text));
}

static struct json_object *port_json(const struct why *why, uint32_t port)
{
	struct json_object *to = json_object_new_object();

	json_object_object_add(to, "netns", json_object_new_string(why->ports[port].netns));
	json_object_object_add(to, "dev", json_object_new_string(why->ports[port].config->name));
	return to;
}

static struct json_object *prio_json(const struct why *why, uint32_t port, unsigned int prio)
{
	struct json_object *to = port_json(why, port);

	json_add_u64(to, "prio", prio);
	return to;
}

static void add_address(struct json_object *to, const char *key, const struct flow *flow,
			const uint8_t *address)
{
	char text[INET6_ADDRSTRLEN] = "";

	inet_ntop(flow->addr_len == 16 ? AF_INET6 : AF_INET, address, text, sizeof(text));
	json_object_object_add(to, key, json_object_new_string(text));
}

static struct json_object *flow_json(const struct why *why, const struct why_flow *flow,
				     uint64_t held)
{
	struct json_object *to = json_object_new_object();
	const struct flow *f = flow->flow;

	if (f->addr_len) {
		add_address(to, "src", f, f->src);
		add_address(to, "dst", f, f->dst);
		json_add_u64(to, "protocol", f->protocol);
		json_add_u64(to, "dscp", f->dscp);
	}
	if (f->has_ports) {
		json_add_u64(to, "src_port", f->src_port);
		json_add_u64(to, "dst_port", f->dst_port);
	}
	add_mac(to, "src_mac", f->src_mac);
	add_mac(to, "dst_mac", f->dst_mac);
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
	char name[WHY_LLDP_NAME];

	json_object_object_add(peer, "netns", *port->peer_dev ?
			       json_object_new_string(port->peer_netns) : NULL);
	json_add_name(peer, "dev", port->peer_dev);
	if (port->now->has_peer)
		add_mac(peer, "mac", port->now->peer_mac);
	else
		json_object_object_add(peer, "mac", NULL);
	if (!out->no_lldp && port->peer == WHY_PEER_OUTSIDE && !port->ns &&
	    why_lldp_name(port->config->name, name))
		json_add_name(peer, "system_name", name);
	json_add_bool(peer, "readable", port->peer != WHY_PEER_UNREAD);
	json_object_object_add(to, "peer", peer);
}

static void add_pauses(struct json_object *to, const struct why_port *port,
		       const struct why_root *root)
{
	const struct wait *w = &port->now->wait[root->prio];
	const bool tx = root->setting == WHY_SETTING_IMPAIRMENT;

	json_add_u64(to, "paused_since_ns", tx ? w->tx_since : w->rx_since);
	json_add_u64(to, "paused_total_ns", tx ? w->tx_total : w->rx_total);
	add_number(to, "paused_percent", root->permille / 10.0);
	json_add_u64(to, "quanta", tx ? port->config->pause_time : w->rx_quanta);
}

static void add_cycle(struct json_object *to, const struct why *why, const struct why_root *root)
{
	struct json_object *array = json_object_new_array();
	uint32_t i;

	for (i = 0; i < root->n_cycle; i++)
		json_object_array_add(array, prio_json(why, why_port_of(root->cycle[i]),
						       why_id_of(root->cycle[i])));
	json_object_object_add(to, "ports", array);
	json_object_object_add(to, "closing_flow", root->closing.flow ?
			       flow_json(why, &root->closing, root->held) : NULL);
}

static void add_flows(struct json_object *to, const struct why *why, const struct why_root *root)
{
	struct json_object *array = json_object_new_array();
	uint32_t i;

	for (i = 0; i < root->n_flows; i++)
		json_object_array_add(array, flow_json(why, &root->flows[i], root->held));
	json_object_object_add(to, "flows", array);
}

static void add_victims(struct json_object *to, const struct why *why, const struct why_root *root)
{
	struct json_object *array = json_object_new_array();
	uint32_t i;

	for (i = 0; i < root->n_victims; i++) {
		const struct why_victim *v = &root->victims[i];
		struct json_object *victim = prio_json(why, v->port, v->prio);

		json_add_bool(victim, "paused", v->rx);
		json_add_bool(victim, "sends_xoff", v->tx);
		json_object_array_add(array, victim);
	}
	json_object_object_add(to, "victims", array);
}

static void add_setting(struct json_object *to, const struct why_output *out,
			const struct why_root *root)
{
	char buf[SHELL_COMMAND];

	json_add_name(to, "setting", word_of(why_setting_words, root->setting));
	json_add_u64_or_null(to, "limit_bps", root->limit);
	json_add_name(to, "fix", why_fix(buf, out, root));
}

/* Describe a root as JSON.  Return: a JSON object */
struct json_object *why_root_json(const struct why_output *out, const struct why_root *root)
{
	struct json_object *to = json_object_new_object();
	const struct why_port *port = &out->why->ports[root->port];

	json_add_name(to, "class", why_classes[root->class]);
	json_object_object_add(to, "netns", json_object_new_string(port->netns));
	json_add_name(to, "dev", port->config->name);
	json_add_u64(to, "prio", root->prio);
	if (root->class == WHY_SETTING)
		add_setting(to, out, root);
	json_add_u64(to, "bytes", root->bytes);
	if (root->class != WHY_CYCLE) {
		json_add_u64(to, "senders", root->senders);
		json_object_object_add(to, "offered_bps", root->rates ?
				       json_object_new_uint64(root->offered) : NULL);
		json_object_object_add(to, "drained_bps", root->rates ?
				       json_object_new_uint64(root->drained) : NULL);
	}
	if (root->class == WHY_CYCLE)
		add_cycle(to, out->why, root);
	if (root->class != WHY_INCAST)
		add_pauses(to, port, root);
	if (root->class == WHY_SLOW_RECEIVER || root->class == WHY_STORM ||
	    root->class == WHY_NEIGHBOUR)
		add_peer(to, out, port);
	add_flows(to, out->why, root);
	add_victims(to, out->why, root);
	return to;
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
	add_number(to, "paused_percent", why_permille(port, prio, WHY_RX) / 10.0);
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

static void add_step(const struct why *why, const struct why_step *step, void *data)
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
	json_object_array_add(data, to);
}

static struct json_object *shares_json(const struct why *why, uint32_t node)
{
	const struct why_comp *comp = &why->comps[why->nodes[node].comp];
	struct json_object *array = json_object_new_array();
	uint32_t i;

	for (i = 0; i < comp->n_shares; i++) {
		struct json_object *to = json_object_new_object();

		json_add_u64(to, "root", comp->shares[i].root);
		add_number(to, "share", comp->shares[i].share);
		json_object_array_add(array, to);
	}
	return array;
}

/**
 * struct chains - chains in progress
 * @out: the output
 * @walker: memory of walks
 * @array: the chains
 */
struct chains {
	const struct why_output	*out;
	struct why_walker	walker;
	struct json_object	*array;
};

static void add_chain(uint32_t node, unsigned int prio, enum why_direction dir, void *data)
{
	struct chains *chains = data;
	const struct why *why = chains->out->why;
	const uint32_t port = why_port_of(node);
	const struct wait *w = why_wait(why, why_queue(port, prio));
	struct json_object *to = prio_json(why, port, prio), *steps = json_object_new_array();
	const bool rx = dir == WHY_RX;

	json_add_name(to, "direction", rx ? "rx" : "tx");
	json_add_bool(to, "now", rx ? w->rx_paused : w->tx_xoff);
	json_add_u64(to, "since_ns", rx ? w->rx_since : w->tx_since);
	json_add_u64(to, "total_ns", rx ? w->rx_total : w->tx_total);
	json_add_u64(to, "longest_ns", rx ? w->rx_longest : w->tx_longest);
	json_add_u64(to, "count", rx ? w->rx_count : w->tx_count);
	add_number(to, "percent", why_permille(&why->ports[port], prio, dir) / 10.0);
	json_object_object_add(to, "roots", shares_json(why, node));
	why_walk_again(&chains->walker);
	why_walk(&chains->walker, node, chains->out->whole, add_step, steps);
	json_object_object_add(to, "steps", steps);
	json_object_array_add(chains->array, to);
}

static struct json_object *chains_json(const struct why_output *out)
{
	struct chains chains = { .out = out, .array = json_object_new_array() };

	if (why_walker_begin(&chains.walker, out->why))
		why_each_start(out->why, add_chain, &chains);
	why_walker_end(&chains.walker);
	return chains.array;
}

/* Print the result as JSON.  Return: 0 */
int why_json(const struct why_output *out)
{
	struct json_object *to = json_object_new_object(), *roots = json_object_new_array();
	char buf[WHY_TEXT];
	size_t i;

	for (i = 0; i < out->why->n_roots; i++)
		json_object_array_add(roots, why_root_json(out, &out->why->roots[i]));
	json_add_u64(to, "time_ns", time_now());
	json_object_object_add(to, "netns",
			       json_object_new_string(out->ctx->netns ? out->ctx->netns : ""));
	json_object_object_add(to, "verdict", json_object_new_string(why_verdict(buf, out->why)));
	json_add_bool(to, "flows_hidden", why_flows_hidden(out->why));
	json_object_object_add(to, "roots", roots);
	json_object_object_add(to, "chains", chains_json(out));
	json_print(out->ctx, to);
	return 0;
}
