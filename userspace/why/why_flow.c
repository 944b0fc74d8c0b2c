// SPDX-License-Identifier: GPL-2.0-only
/*
 * The flows that matter for a root: those that pass its queue.
 *
 * One reading of a queue does not contain all of them.  PFC lets frames arrive in batches from one
 * ingress port after the other, and in a storm or a deadlock nothing arrives.  So the
 * flows of both readings count, and flows in queues that wait for the root, if a flow in the queue
 * of the root has the same destination: forwarding is by destination, so they will arrive there.
 * A victim has another destination.
 */
#include <stdlib.h>
#include <string.h>
#include "why_graph.h"

static int compare_numbers(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int compare_destinations(const struct flow *a, const struct flow *b)
{
	if (a->addr_len != b->addr_len)
		return compare_numbers(a->addr_len, b->addr_len);
	return a->addr_len ? memcmp(a->dst, b->dst, a->addr_len) :
			     memcmp(a->dst_mac, b->dst_mac, ETH_ALEN);
}

/* Compares flows without their VLANs, which a switch may change */
static int compare_flows(const struct flow *a, const struct flow *b)
{
	int order = compare_destinations(a, b) ?: compare_numbers(a->ethertype, b->ethertype);

	if (order || !a->addr_len)
		return order ?: memcmp(a->src_mac, b->src_mac, ETH_ALEN);
	return memcmp(a->src, b->src, a->addr_len) ?:
	       compare_numbers(a->protocol, b->protocol) ?:
	       compare_numbers(a->has_ports, b->has_ports) ?:
	       compare_numbers(a->src_port, b->src_port) ?:
	       compare_numbers(a->dst_port, b->dst_port) ?: compare_numbers(a->dscp, b->dscp);
}

static int compare_vlans(const struct flow *a, const struct flow *b)
{
	return compare_numbers(a->tagged, b->tagged) ?: compare_numbers(a->vlan, b->vlan);
}

/*
 * Describe a flow in a queue.
 * @port: index of the port of the queue
 * Return: the flow.
 */
struct why_flow why_flow_of(const struct why *why, uint32_t port, const struct flow *flow)
{
	return (struct why_flow){
		.flow = flow, .queue = port, .bytes = flow->bytes,
		.ingress = flow->port_id ? why_ingress(why, port, flow->port_id) : WHY_NONE,
	};
}

/* Adds a flow, or its bytes.  A flow that waits has no entry for each of its VLANs. */
static void add(struct why_root *root, struct why_flow flow)
{
	size_t i;

	for (i = 0; i < root->n_flows; i++) {
		struct why_flow *known = &root->flows[i];

		if (compare_flows(known->flow, flow.flow) ||
		    (flow.bytes && compare_vlans(known->flow, flow.flow)))
			continue;
		known->bytes += flow.bytes;
		known->waiting += flow.waiting;
		return;
	}
	*(struct why_flow *)list_add(&root->flows, &root->n_flows, sizeof(flow)) = flow;
}

/* Adds the flows in all queues of the root at a reading.  Return: whether frames were in one */
static bool add_reading(const struct why *why, struct why_root *root, bool earlier)
{
	const uint32_t alone = why_queue(root->port, root->prio);
	const uint64_t held = root->held;
	size_t i, f;

	for (i = 0; i < (root->n_cycle ?: 1); i++) {
		const uint32_t node = root->n_cycle ? root->cycle[i] : alone;
		const struct why_port *port = &why->ports[why_port_of(node)];
		const struct holders *queue;

		if (earlier && !port->before)
			continue;
		queue = &(earlier ? port->before : port->now)->queue[why_id_of(node)];
		root->held += queue->bytes;
		for (f = 0; f < queue->n_flows; f++)
			if (queue->flow[f].bytes)
				add(root, why_flow_of(why, why_port_of(node), &queue->flow[f]));
	}
	return root->held != held;
}

/* Adds flows in queues that wait for the root, if one of its flows has the same destination */
static void add_waiting(const struct why *why, struct why_root *root)
{
	const size_t n = root->n_flows;
	size_t v, i, known;

	for (v = 0; v < root->n_victims; v++) {
		const struct why_victim *victim = &root->victims[v];
		const struct holders *queue =
			why_holders(why, why_queue(victim->port, victim->prio));

		for (i = 0; victim->rx && i < queue->n_flows; i++) {
			const struct flow *flow = &queue->flow[i];

			for (known = 0; known < n; known++)
				if (!compare_destinations(root->flows[known].flow, flow))
					break;
			if (known < n)
				add(root, (struct why_flow){
					.flow = flow, .queue = victim->port,
					.ingress = WHY_NONE, .waiting = flow->bytes,
				});
		}
	}
}

/* Sorts flows for the output */
static int compare(const void *a, const void *b)
{
	const struct why_flow *p = a, *q = b;

	if (p->bytes != q->bytes)
		return p->bytes < q->bytes ? 1 : -1;
	if (p->waiting != q->waiting)
		return p->waiting < q->waiting ? 1 : -1;
	return compare_flows(p->flow, q->flow) ?: compare_vlans(p->flow, q->flow);
}

/*
 * Get the flows that matter for a root.
 * @root: the root, with its victims
 */
void why_flows(const struct why *why, struct why_root *root)
{
	bool both;
	size_t i;

	/* A forced XOFF waits for no queue */
	if (root->setting == WHY_SETTING_IMPAIRMENT)
		return;
	both = add_reading(why, root, false);
	both &= add_reading(why, root, true);
	for (i = 0; both && i < root->n_flows; i++)
		root->flows[i].bytes = (root->flows[i].bytes + 1) / 2;
	root->held /= both ? 2 : 1;
	add_waiting(why, root);
	if (root->n_flows)
		qsort(root->flows, root->n_flows, sizeof(*root->flows), compare);
}

/*
 * Check whether the kernel has hidden flows from the user.
 * Return: whether a queue that holds frames has no flows for this reason.
 */
bool why_flows_hidden(const struct why *why)
{
	unsigned int prio;
	uint32_t i;

	for (i = 0; i < why->n; i++)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			if (why->ports[i].now->queue[prio].no_flows)
				return true;
	return false;
}
