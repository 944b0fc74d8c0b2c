// SPDX-License-Identifier: GPL-2.0-only
/*
 * The class of a root, and its figures.
 */
#include <stdlib.h>
#include <strings.h>
#include "why_graph.h"

/* A continuous pause of this length is a storm if the port has no detection-time, ns */
#define DETECTION_TIME	100000000ULL

/* Part of a limit that a queue must use for the limit to be the cause, in percent */
#define LIMIT_PERCENT	75

/* Unpaused part of the time below which the rate of a sender cannot be measured, in thousandths */
#define UNPAUSED_MIN	50

/* ---- rates -------------------------------------------------------------- */

/* Return: the time between the readings of a port, ns; 0: only one reading */
static uint64_t window_of(const struct why_port *port)
{
	return port->before && port->now->time > port->before->time ?
	       port->now->time - port->before->time : 0;
}

static uint64_t per_second(uint64_t bytes, uint64_t time)
{
	return time ? bytes * 8e9 / time : 0;
}

/* Return: bytes that a queue has sent between the readings, with @overhead for each frame */
static uint64_t sent(const struct why_port *port, unsigned int prio, unsigned int overhead)
{
	const struct wait *now = &port->now->wait[prio], *before = &port->before->wait[prio];

	return now->sent_bytes - before->sent_bytes +
	       overhead * (now->sent_packets - before->sent_packets);
}

/* Return: the rate of some queues on the wire, bits per second.  @prios: bit mask */
static uint64_t wire_rate(const struct why_port *port, uint8_t prios)
{
	unsigned int prio;
	uint64_t bytes = 0;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (prios >> prio & 1)
			bytes += sent(port, prio, port->config->overhead);
	return per_second(bytes, window_of(port));
}

static uint64_t link_rate(const struct port *config)
{
	return config->speed * 1000000ULL;
}

/*
 * Return: the rate at which the peer of an ingress port sends to a PG, bits per second.  Pauses
 * throttle the peer to the rate at which the queues drain.  So only the time without pauses counts.
 */
static double rate_of(const struct why *why, uint32_t node)
{
	const struct why_port *port = &why->ports[why_port_of(node)];
	const unsigned int pg = why_id_of(node);
	const struct wait_pg *now = &port->now->wait_pg[pg], *before;
	const uint64_t window = window_of(port), link = link_rate(port->config);
	unsigned int prio, paused = 0, part;
	double rate;

	/* The module does not report a lossy PG that is empty */
	if (!window || !now->prios || !port->before->wait_pg[pg].prios)
		return 0;
	before = &port->before->wait_pg[pg];
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (now->prios >> prio & 1) {
			part = why_permille(port, prio, XOFF_TX);
			paused = part > paused ? part : paused;
		}
	rate = (now->rx_bytes - before->rx_bytes) * 8e9 / window;
	if (1000 - paused >= UNPAUSED_MIN)
		rate = rate * 1000 / (1000 - paused);
	return link && rate > link ? link : rate;
}

/* Counts a PG that holds a queue.  Return: whether it was not @counted yet */
static bool count_sender(uint32_t pg, bool *counted, struct why_root *root)
{
	const uint32_t port = why_queue(why_port_of(pg), 0);
	const bool new = !counted[pg];

	/* PGs of one ingress port are one sender */
	root->senders += !counted[port];
	counted[port] = true;
	counted[pg] = true;
	return new;
}

/*
 * Counts the senders of a queue, and adds up their rates: a PG sends to each queue in proportion to
 * its bytes there.  The queue often holds frames of some senders only, because PFC lets frames
 * arrive in batches from one sender after the other.  So both readings count.
 */
static double count_senders(const struct why *why, uint32_t queue, struct why_root *root)
{
	const struct why_port *port = &why->ports[root->port];
	const struct why_node *node = &why->nodes[queue];
	bool *counted = list_new(why->n * WHY_NODES, sizeof(*counted));
	const struct holders *before = port->before ? &port->before->queue[root->prio] : NULL;
	double offered = 0;
	uint32_t i;

	root->senders = port->now->wait[root->prio].local_bytes ||
			(port->before && port->before->wait[root->prio].local_bytes);
	for (i = node->first; i < node->first + node->n; i++) {
		const struct why_edge *edge = &why->edges[i];

		if (count_sender(edge->pg, counted, root))
			offered += rate_of(why, edge->pg) * edge->bytes /
				   why->nodes[edge->pg].bytes;
	}
	for (i = 0; before && i < before->n_holders; i++) {
		const struct holder *holder = &before->holder[i];
		const uint32_t ingress = why_ingress(why, root->port, holder->port_id);
		const struct wait_port *from;

		from = ingress == WHY_NONE ? NULL : why->ports[ingress].before;
		if (from && count_sender(why_pg(ingress, holder->pg), counted, root) &&
		    from->wait_pg[holder->pg].occupancy >= holder->bytes && holder->bytes)
			offered += rate_of(why, why_pg(ingress, holder->pg)) * holder->bytes /
				   from->wait_pg[holder->pg].occupancy;
	}
	free(counted);
	return offered;
}

/* ---- classes ------------------------------------------------------------ */

/* Return: the priorities of a class */
static uint8_t prios_of(const struct port *config, unsigned int tc)
{
	unsigned int prio;
	uint8_t prios = 0;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		prios |= (config->prio_tc[prio] == tc) << prio;
	return prios;
}

/* Return: whether class @tc of a port is served before class @other, as long as it has frames */
static bool is_before(const struct port *config, unsigned int tc, unsigned int other)
{
	return tc != other && config->tcs[tc].tsa == PFC_TSA_STRICT &&
	       (config->tcs[other].tsa != PFC_TSA_STRICT || tc > other);
}

/*
 * Return: whether the strict classes before the class of a queue use the port, or a part of it
 * while the queue sends nothing.  @root: its @tc becomes the one of them that sends most
 */
static bool is_starved(const struct why_port *port, struct why_root *root)
{
	const struct port *config = port->config;
	const uint64_t link = config->rate ?: link_rate(config);
	uint64_t rate, most = 0, sum = 0;
	unsigned int tc;

	if (!window_of(port) || !port->before->wait[root->prio].backlog_bytes)
		return false;
	for (tc = 0; tc < PFC_PRIO_COUNT; tc++) {
		if (!is_before(config, tc, config->prio_tc[root->prio]))
			continue;
		rate = wire_rate(port, prios_of(config, tc));
		root->tc = rate > most ? tc : root->tc;
		most = rate > most ? rate : most;
		sum += rate;
	}
	return sum && (!sent(port, root->prio, 0) || (link && sum >= link / 100 * LIMIT_PERCENT));
}

/* Return: whether queues use up a limit; true if there is only one reading */
static bool uses(const struct why_port *port, uint8_t prios, uint64_t limit)
{
	return !window_of(port) || wire_rate(port, prios) >= limit / 100 * LIMIT_PERCENT;
}

/* Return: the setting that limits a queue which is not paused */
static enum why_setting find_setting(const struct why_port *port, struct why_root *root)
{
	const struct port *config = port->config;
	const unsigned int tc = config->prio_tc[root->prio];
	const uint64_t link = config->rate ?: link_rate(config), maxrate = config->tcs[tc].rate;

	if (is_starved(port, root))
		return WHY_SETTING_STRICT;
	root->limit = maxrate;
	if (maxrate && (!link || maxrate < link) && uses(port, prios_of(config, tc), maxrate))
		return WHY_SETTING_MAXRATE;
	/* The rate of a software device is its link speed and limits nothing */
	root->limit = config->rate;
	if (config->rate && config->rate < link_rate(config) &&
	    config->speed_source <= PFC_SPEED_SOURCE_DEVICE && uses(port, 0xff, config->rate))
		return WHY_SETTING_RATE;
	root->limit = 0;
	return WHY_SETTING_NONE;
}

/* Return: whether the present pause, or the last one, is so long that it is a storm */
static bool is_storm(const struct why_port *port, unsigned int prio)
{
	const struct wait *w = &port->now->wait[prio];
	const uint64_t least = port->config->detection_time ?: DETECTION_TIME;

	if (w->storm == PFC_WATCHDOG_STATE_STORM)
		return true;
	/* A peer that cannot be read may be a congested port, which pauses for a long time */
	if (port->peer == WHY_PEER_UNREAD)
		return false;
	return w->rx_paused ? port->now->time - w->rx_since >= least : w->rx_last >= least;
}

/*
 * Classify an egress queue that is the end of a chain.
 * @root: result, zeroed before; not the flows and victims
 * Return: false if the queue is no root: it is empty and not paused.
 */
bool why_classify(const struct why *why, uint32_t queue, struct why_root *root)
{
	const struct why_port *port = &why->ports[why_port_of(queue)];
	const unsigned int prio = why_id_of(queue);
	/* A queue that waits for a PG, and yet is a root, is not paused now */
	const bool paused = why->nodes[queue].held && why->nodes[queue].wait == WHY_NONE;

	if (!paused && !port->now->wait[prio].backlog_bytes)
		return false;
	root->port = why_port_of(queue);
	root->prio = prio;
	root->offered = count_senders(why, queue, root);
	root->rates = window_of(port);
	if (root->rates) {
		root->drained = per_second(sent(port, prio, 0), window_of(port));
		root->permille = why_permille(port, prio, XOFF_RX);
	}
	if (!paused) {
		root->setting = find_setting(port, root);
		root->class = root->setting ? WHY_SETTING : WHY_INCAST;
	} else if (port->config->watches[prio].manual || port->config->watches[prio].injected) {
		root->class = WHY_SETTING;
		root->setting = WHY_SETTING_WATCHDOG;
	} else if (is_storm(port, prio)) {
		root->class = WHY_STORM;
	} else {
		root->class = why_is_inside(port) ? WHY_SLOW_RECEIVER : WHY_NEIGHBOUR;
	}
	return true;
}

/*
 * Classify a PG for which an impairment forces XOFF.
 * @root: result, zeroed before; not the victims
 * Return: false if there is no such XOFF, or the PG itself needs it.
 */
bool why_classify_forced(const struct why *why, uint32_t pg, struct why_root *root)
{
	const struct why_port *port = &why->ports[why_port_of(pg)];
	const uint8_t prios = why_forced(port, why_id_of(pg));

	if (!prios)
		return false;
	root->class = WHY_SETTING;
	root->setting = WHY_SETTING_IMPAIRMENT;
	root->port = why_port_of(pg);
	root->prio = ffs(prios) - 1;
	root->permille = why_permille(port, root->prio, XOFF_TX);
	return true;
}

/* ---- cycles ------------------------------------------------------------- */

/*
 * Return: the next queue after a queue of a component: of the queues in the component, the one that
 * holds most bytes of the PG that pauses it.  A component of several nodes has such a queue.
 */
static uint32_t next_inside(const struct why *why, uint32_t queue)
{
	const struct why_edge *edge;
	uint32_t i = 0;

	do
		edge = why_edge_of(why, why->nodes[queue].wait, i++);
	while (why->comps.of[edge->queue] != why->comps.of[queue] || !why_follows(why, edge));
	return edge->queue;
}

/* Finds the cycle to which the walk from the lowest queue leads; its lowest queue is the first */
static void find_cycle(const struct why *why, uint32_t comp, struct why_root *root)
{
	const uint32_t *order = why->comps.order;
	const uint32_t begin = why->comps.first[comp], end = why->comps.first[comp + 1];
	uint32_t i, queue = WHY_NONE, first;

	for (i = begin; i < end; i++)
		if (!why_is_pg(order[i]) && order[i] < queue)
			queue = order[i];
	/* After that many steps, the walk is in the cycle */
	for (i = begin; i < end; i++)
		queue = next_inside(why, queue);
	for (i = begin, first = queue; i < end; i++, queue = next_inside(why, queue))
		first = queue < first ? queue : first;
	queue = first;
	do {
		*(uint32_t *)list_add(&root->cycle, &root->n_cycle, sizeof(queue)) = queue;
		queue = next_inside(why, queue);
	} while (queue != first);
}

/*
 * Finds the flow that closed the cycle.  The queue of the cycle that was paused last closed it.
 * The PG that paused this queue holds frames in the next queue of the cycle.  Of the flows with
 * such frames, the one with most bytes closed the cycle.
 */
static void find_closing(const struct why *why, struct why_root *root)
{
	uint32_t i, last = 0, next, pg;
	const struct holders *queue;
	size_t f;

	for (i = 1; i < root->n_cycle; i++)
		if (why_wait(why, root->cycle[i])->rx_since >
		    why_wait(why, root->cycle[last])->rx_since)
			last = i;
	pg = why->nodes[root->cycle[last]].wait;
	next = root->cycle[(last + 1) % root->n_cycle];
	queue = why_holders(why, next);
	for (f = 0; f < queue->n_flows && !root->closing.flow; f++)
		if (queue->flow[f].port_id == why->ports[why_port_of(pg)].now->id &&
		    queue->flow[f].pg == why_id_of(pg))
			root->closing = why_flow_of(why, why_port_of(next), &queue->flow[f]);
}

/*
 * Describe a component whose queues wait for each other forever.
 * @root: result, zeroed before; not the flows and victims
 */
void why_classify_cycle(const struct why *why, uint32_t comp, struct why_root *root)
{
	find_cycle(why, comp, root);
	root->class = WHY_CYCLE;
	root->port = why_port_of(root->cycle[0]);
	root->prio = why_id_of(root->cycle[0]);
	root->permille = why_permille(&why->ports[root->port], root->prio, XOFF_RX);
	find_closing(why, root);
}
