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

/**
 * struct found - flows that were found, before the same ones are merged
 * @why: the analysis
 * @root: the root
 * @n: number of entries in @list
 * @list: the flows
 */
struct found {
	const struct why	*why;
	struct why_root		*root;
	size_t			n;
	struct why_flow		*list;
};

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

/* Adds the flows in a queue of the root.  Return: whether frames are in it */
static bool add_queue(struct found *to, uint32_t port, const struct holders *queue)
{
	size_t i;

	to->root->held += queue->bytes;
	for (i = 0; i < queue->n_flows; i++)
		if (queue->flow[i].bytes)
			to->list[to->n++] = why_flow_of(to->why, port, &queue->flow[i]);
	return queue->bytes;
}

/* Adds the flows in all queues of the root; their bytes are the mean of the readings */
static void add_root(struct found *to)
{
	struct why_root *root = to->root;
	const uint32_t alone = why_queue(root->port, root->prio);
	const uint32_t *queues = root->n_cycle ? root->cycle : &alone;
	bool now = false, before = false;
	uint32_t i;
	size_t f;

	for (i = 0; i < (root->n_cycle ?: 1); i++) {
		const struct why_port *port = &to->why->ports[why_port_of(queues[i])];
		const unsigned int prio = why_id_of(queues[i]);

		now |= add_queue(to, why_port_of(queues[i]), &port->now->queue[prio]);
		if (port->before)
			before |= add_queue(to, why_port_of(queues[i]), &port->before->queue[prio]);
	}
	if (!now || !before)
		return;
	root->held /= 2;
	for (f = 0; f < to->n; f++)
		to->list[f].bytes = (to->list[f].bytes + 1) / 2;
}

/* Return: whether one of the first @n flows has the destination; they are sorted by it */
static bool has_destination(const struct why_flow *list, size_t n, const struct flow *flow)
{
	size_t low = 0, high = n;

	while (low < high) {
		const size_t middle = (low + high) / 2;
		const int order = compare_destinations(list[middle].flow, flow);

		if (!order)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* Adds flows in queues that wait for the root */
static void add_waiting(struct found *to)
{
	const size_t n = to->n;
	uint32_t v;
	size_t i;

	qsort(to->list, n, sizeof(*to->list), compare_found);
	for (v = 0; v < to->root->n_victims; v++) {
		const struct why_victim *victim = &to->root->victims[v];
		const struct holders *queue =
			&to->why->ports[victim->port].now->queue[victim->prio];

		for (i = 0; victim->rx && i < queue->n_flows; i++)
			if (has_destination(to->list, n, &queue->flow[i]))
				to->list[to->n++] = (struct why_flow){
					.flow = &queue->flow[i], .queue = victim->port,
					.ingress = WHY_NONE, .waiting = queue->flow[i].bytes,
				};
	}
	if (to->n > n)
		qsort(to->list, to->n, sizeof(*to->list), compare_found);
}

/* Merges entries of the same flow.  A flow that waits has no entry for each of its VLANs. */
static void merge(struct found *to)
{
	struct why_flow *last = NULL;
	size_t i, n = 0;

	for (i = 0; i < to->n; i++) {
		const struct why_flow *new = &to->list[i];

		if (last && !compare_flows(last->flow, new->flow) &&
		    (!new->bytes || !compare_vlans(last->flow, new->flow))) {
			last->bytes += new->bytes;
			last->waiting += new->waiting;
			continue;
		}
		last = &to->list[n++];
		*last = *new;
	}
	to->n = n;
}

/* Return: the largest number of flows that can be found */
static size_t count_flows(const struct why *why, const struct why_root *root)
{
	const uint32_t alone = why_queue(root->port, root->prio);
	const uint32_t *queues = root->n_cycle ? root->cycle : &alone;
	size_t n = 1;
	uint32_t i;

	for (i = 0; i < (root->n_cycle ?: 1); i++) {
		const struct why_port *port = &why->ports[why_port_of(queues[i])];
		const unsigned int prio = why_id_of(queues[i]);

		n += port->now->queue[prio].n_flows;
		if (port->before)
			n += port->before->queue[prio].n_flows;
	}
	for (i = 0; i < root->n_victims; i++)
		n += why->ports[root->victims[i].port].now->queue[root->victims[i].prio].n_flows;
	return n;
}

/*
 * Get the flows that matter for a root.
 * @root: the root, with its victims
 * Return: false if memory is exhausted.
 */
bool why_flows(const struct why *why, struct why_root *root)
{
	struct found found = { .why = why, .root = root };

	root->flows = calloc(count_flows(why, root), sizeof(*root->flows));
	if (!root->flows)
		return false;
	/* A forced XOFF waits for no queue */
	if (root->setting == WHY_SETTING_IMPAIRMENT)
		return true;
	found.list = root->flows;
	add_root(&found);
	add_waiting(&found);
	merge(&found);
	qsort(found.list, found.n, sizeof(*found.list), compare_bytes);
	root->n_flows = found.n;
	return true;
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
