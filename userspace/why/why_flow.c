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

/* Sorts equal flows side by side: those in the queue of the root first */
static int compare_found(const void *a, const void *b)
{
	const struct why_flow *p = a, *q = b;

	return compare_flows(p->flow, q->flow) ?: compare_numbers(!p->bytes, !q->bytes) ?:
	       compare_vlans(p->flow, q->flow) ?: compare_numbers(p->queue, q->queue) ?:
	       compare_numbers(p->ingress, q->ingress);
}

/* Sorts flows for the output */
static int compare_bytes(const void *a, const void *b)
{
	const struct why_flow *p = a, *q = b;

	if (p->bytes != q->bytes)
		return p->bytes < q->bytes ? 1 : -1;
	if (p->waiting != q->waiting)
		return p->waiting < q->waiting ? 1 : -1;
	return compare_found(a, b);
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

static void add(struct why_root *root, struct why_flow flow)
{
	*(struct why_flow *)list_add(&root->flows, &root->n_flows, sizeof(flow)) = flow;
}

/* Adds the flows in a queue of the root.  Return: whether frames are in it */
static bool add_queue(const struct why *why, struct why_root *root, uint32_t port,
		      const struct holders *queue)
{
	size_t i;

	root->held += queue->bytes;
	for (i = 0; i < queue->n_flows; i++)
		if (queue->flow[i].bytes)
			add(root, why_flow_of(why, port, &queue->flow[i]));
	return queue->bytes;
}

/* Adds the flows in all queues of the root; their bytes are the mean of the readings */
static void add_held(const struct why *why, struct why_root *root)
{
	const uint32_t alone = why_queue(root->port, root->prio);
	const uint32_t *queues = root->n_cycle ? root->cycle : &alone;
	bool now = false, before = false;
	size_t i;

	for (i = 0; i < (root->n_cycle ?: 1); i++) {
		const uint32_t index = why_port_of(queues[i]);
		const struct why_port *port = &why->ports[index];

		now |= add_queue(why, root, index, why_holders(why, queues[i]));
		if (port->before)
			before |= add_queue(why, root, index,
					    &port->before->queue[why_id_of(queues[i])]);
	}
	if (!now || !before)
		return;
	root->held /= 2;
	for (i = 0; i < root->n_flows; i++)
		root->flows[i].bytes = (root->flows[i].bytes + 1) / 2;
}

static int compare_to_destination(const void *flow, const void *found)
{
	return compare_destinations(flow, ((const struct why_flow *)found)->flow);
}

/* Adds flows in queues that wait for the root, if one of its flows has the same destination */
static void add_waiting(const struct why *why, struct why_root *root)
{
	const size_t n = root->n_flows;
	size_t v, i;

	for (v = 0; n && v < root->n_victims; v++) {
		const struct why_victim *victim = &root->victims[v];
		const struct holders *queue =
			why_holders(why, why_queue(victim->port, victim->prio));

		for (i = 0; victim->rx && i < queue->n_flows; i++)
			if (bsearch(&queue->flow[i], root->flows, n, sizeof(*root->flows),
				    compare_to_destination))
				add(root, (struct why_flow){
					.flow = &queue->flow[i], .queue = victim->port,
					.ingress = WHY_NONE, .waiting = queue->flow[i].bytes,
				});
	}
}

/* Merges entries of the same flow.  A flow that waits has no entry for each of its VLANs. */
static void merge(struct why_root *root)
{
	struct why_flow *last = NULL;
	size_t i, n = 0;

	for (i = 0; i < root->n_flows; i++) {
		const struct why_flow *new = &root->flows[i];

		if (last && !compare_flows(last->flow, new->flow) &&
		    (!new->bytes || !compare_vlans(last->flow, new->flow))) {
			last->bytes += new->bytes;
			last->waiting += new->waiting;
			continue;
		}
		last = &root->flows[n++];
		*last = *new;
	}
	root->n_flows = n;
}

static void sort(struct why_root *root, int (*compare)(const void *a, const void *b))
{
	if (root->n_flows)
		qsort(root->flows, root->n_flows, sizeof(*root->flows), compare);
}

/*
 * Get the flows that matter for a root.
 * @root: the root, with its victims
 */
void why_flows(const struct why *why, struct why_root *root)
{
	/* A forced XOFF waits for no queue */
	if (root->setting == WHY_SETTING_IMPAIRMENT)
		return;
	add_held(why, root);
	sort(root, compare_found);
	add_waiting(why, root);
	sort(root, compare_found);
	merge(root);
	sort(root, compare_bytes);
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
