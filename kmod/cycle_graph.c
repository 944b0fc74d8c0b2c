// SPDX-License-Identifier: GPL-2.0-only
/*
 * A search for deadlocks: reads the wait-for graph of all ports of this kernel, and solves it.
 *
 * Users of any namespace can build large graphs.  So each namespace has its own limits: the search
 * ignores what exceeds them, and may then miss a deadlock of this namespace only.  The time of the
 * whole search is limited, too.
 */
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>
#include <net/net_namespace.h>
#include "cycle_graph.h"
#include "net.h"
#include "packet.h"
#include "qdisc.h"

/*
 * Limits of a namespace: edges, visited frames, and rounds of the solution.  The frames are those
 * of a default pool that is full of frames with 1500 bytes.
 */
#define PFC_CYCLE_EDGES		4096
#define PFC_CYCLE_FRAMES	8192
#define PFC_CYCLE_ROUNDS	64

/* Number of frames that are visited at a time under a root lock */
#define PFC_CYCLE_BATCH		64

/* Times after which a search reads no more frames, and after which it begins no more rounds, ns */
#define PFC_CYCLE_READ_NS	(8 * NSEC_PER_MSEC)
#define PFC_CYCLE_HOLD_NS	(12 * NSEC_PER_MSEC)

/* Id of the port after which a search begins to read; protected by RTNL */
static u16 pfc_cycle_begin;

/**
 * struct pfc_cycle_walk - walk of the frames of a queue in a leaf
 * @last: last visited frame; NULL: the walk has not started
 * @passed: number of frames up to @last
 * @sent: frames that the queue had sent at the start
 * @dropped: frames that the queue had dropped at the start
 * @to: index of the PG that pauses the queue
 * @queue: the queue
 */
struct pfc_cycle_walk {
	struct sk_buff	*last;
	u32		passed;
	u64		sent;
	u32		dropped;
	u32		to;
	u16		queue;
};

/* Return: the search has taken longer than @limit ns */
static bool pfc_cycle_late(struct pfc_cycle_search *search, u64 limit)
{
	bool late = ktime_get_ns() - search->begin > limit;

	search->late |= late;
	return late;
}

static struct pfc_cycle_part *pfc_cycle_part(const struct pfc_port *port)
{
	return &pfc_net_of(port->net)->cycle;
}

/* The port at the other end of a veth, or NULL */
static struct pfc_port *pfc_cycle_peer(const struct pfc_port *port)
{
	const struct rtnl_link_ops *ops = port->dev->rtnl_link_ops;
	const struct net_device *peer;

	if (!ops || strcmp(ops->kind, "veth"))
		return NULL;
	peer = __dev_get_by_index(ops->get_link_net(port->dev), dev_get_iflink(port->dev));
	return peer ? pfc_port_of(peer) : NULL;
}

/* Upper bound of the edges of a namespace */
static u32 pfc_cycle_room(const struct pfc_cycle_part *part)
{
	return min_t(u64, (u64)part->queues * part->ports * PFC_PRIOS, PFC_CYCLE_EDGES);
}

/* Return: a PG of the port is in XOFF; then its nodes are those after the last node */
static bool pfc_cycle_add_nodes(struct pfc_cycle_search *search, const struct pfc_port *port)
{
	u32 first = search->n_ports * PFC_PRIOS;
	bool xoff = false;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		bool in_xoff = atomic64_read(&port->groups[pg].use) & PFC_USE_XOFF;

		/* A PG that is not in XOFF never waits */
		search->graph.nodes[first + pg] = (struct pfc_cycle_node) {
			.xon = in_xoff ? 0 : U32_MAX, .via = PFC_CYCLE_NONE,
		};
		xoff |= in_xoff;
	}
	return xoff;
}

static void pfc_cycle_add_port(struct pfc_cycle_search *search, struct pfc_port *port)
{
	struct pfc_cycle_part *part = pfc_cycle_part(port);

	search->room -= pfc_cycle_room(part);
	part->queues += hweight8(pfc_receiver_paused(&port->receiver));
	if (pfc_cycle_add_nodes(search, port)) {
		part->ports++;
		search->ports[search->n_ports++] = port;
		search->index[port->id] = search->n_ports;
		search->graph.n_nodes = search->n_ports * PFC_PRIOS;
	}
	search->room += pfc_cycle_room(part);
}

/* Index of the PG whose XOFF pauses a priority of the peer, or %PFC_CYCLE_NONE */
static u32 pfc_cycle_pauser(const struct pfc_cycle_search *search, const struct pfc_port *port,
			    int prio)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	u32 index = search->index[port->id];
	int pg;

	if (!index)
		return PFC_CYCLE_NONE;
	for (pg = 0; pg < PFC_PRIOS; pg++)
		if (pfc_config_pg_prios(config, pg) & BIT(prio) &&
		    atomic64_read(&port->groups[pg].use) & PFC_USE_XOFF)
			return (index - 1) * PFC_PRIOS + pg;
	return PFC_CYCLE_NONE;
}

/* Adds the bytes of a frame */
static void pfc_cycle_add_frame(struct pfc_cycle_search *search, struct sk_buff *skb,
				const struct pfc_cycle_walk *walk)
{
	const struct pfc_skb_cb *cb = pfc_skb_cb(skb);
	u32 index = cb->owner ? search->index[cb->owner->id] : 0;

	/* A port that is being detached still owns packets; another port may have its id */
	if (index && search->ports[index - 1] == cb->owner)
		pfc_cycle_add(&search->graph, (index - 1) * PFC_PRIOS + cb->pg, walk->to,
			      walk->queue, cb->len);
}

/* Return: the frame after the last visited one, or NULL at the end of the walk */
static struct sk_buff *pfc_cycle_frame(const struct pfc_queue *queue, struct pfc_cycle_walk *walk)
{
	u64 sent = u64_stats_read(&queue->bstats.packets);
	u32 dropped = queue->qstats.drops;

	if (!walk->last) {
		walk->sent = sent;
		walk->dropped = dropped;
		return queue->list.head;
	}
	/*
	 * Frames are added at the tail, and leave at the head or all at once.  The last visited one
	 * is still in the queue while fewer have left than were visited.
	 */
	return sent - walk->sent + (dropped - walk->dropped) < walk->passed ? walk->last->next :
									      NULL;
}

/* Adds at most %PFC_CYCLE_BATCH frames.  Return: their number, 0 at the end of the walk */
static u32 pfc_cycle_add_batch(struct pfc_cycle_search *search, struct Qdisc *leaf, int prio,
			       struct pfc_cycle_walk *walk)
{
	struct pfc_sched *q = qdisc_priv(leaf);
	struct sk_buff *skb;
	u32 n = 0;

	spin_lock_bh(qdisc_lock(leaf));
	for (skb = pfc_cycle_frame(&q->queues[prio], walk); skb && n < PFC_CYCLE_BATCH;
	     skb = skb->next) {
		pfc_cycle_add_frame(search, skb, walk);
		walk->passed += pfc_skb_cb(skb)->frames;
		walk->last = skb;
		n++;
	}
	spin_unlock_bh(qdisc_lock(leaf));
	return n;
}

/* Adds the PGs that hold a queue which the PG @to pauses, within the limits of the namespace */
static void pfc_cycle_add_queue(struct pfc_cycle_search *search, struct pfc_port *port, int prio,
				u32 to)
{
	struct pfc_cycle_part *part = pfc_cycle_part(port);
	struct pfc_cycle_graph *graph = &search->graph;
	u32 before = graph->n_edges, n;
	struct Qdisc *leaf;
	unsigned int i;

	graph->max_edges = min(search->room, before + PFC_CYCLE_EDGES - part->edges);
	pfc_for_each_leaf(port, i, leaf) {
		struct pfc_cycle_walk walk = { .to = to, .queue = PFC_QUEUE_ID(port->id, prio) };

		do {
			if (part->frames >= PFC_CYCLE_FRAMES ||
			    pfc_cycle_late(search, PFC_CYCLE_READ_NS))
				break;
			n = pfc_cycle_add_batch(search, leaf, prio, &walk);
			part->frames += n;
			cond_resched();
		} while (n);
	}
	part->edges += graph->n_edges - before;
}

static void pfc_cycle_add_queues(struct pfc_cycle_search *search, struct pfc_port *port)
{
	u8 paused = pfc_receiver_paused(&port->receiver);
	const struct pfc_port *peer;
	int prio;
	u32 to;

	if (!paused)
		return;
	peer = pfc_cycle_peer(port);
	if (!peer)
		return;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		to = paused & BIT(prio) ? pfc_cycle_pauser(search, peer, prio) : PFC_CYCLE_NONE;
		if (to != PFC_CYCLE_NONE)
			pfc_cycle_add_queue(search, port, prio, to);
	}
}

static const struct pfc_group *pfc_cycle_group(const struct pfc_cycle_search *search, u32 node)
{
	return &search->ports[node / PFC_PRIOS]->groups[node % PFC_PRIOS];
}

/* Adds up the bytes of the shared part of each pool that stuck PGs never release */
static void pfc_cycle_set_kept(struct pfc_cycle_search *search)
{
	u32 i;

	for (i = 0; i < search->graph.n_nodes; i++)
		pfc_group_pool(pfc_cycle_group(search, i))->kept = 0;
	for (i = 0; i < search->graph.n_nodes; i++) {
		const struct pfc_group *group = pfc_cycle_group(search, i);
		u64 word = atomic64_read(&group->use);

		if (search->graph.nodes[i].stuck)
			pfc_group_pool(group)->kept +=
				pfc_shared_part(pfc_use_unpack(word).held,
						pfc_group_basis(group, word)->guarantee);
	}
}

/*
 * Sets the highest occupancy at which each stuck PG could leave XOFF.  With a dynamic threshold it
 * is highest if all PGs that are not stuck give their bytes back to the pool.
 */
static void pfc_cycle_set_xon(struct pfc_cycle_search *search)
{
	u32 i;

	pfc_cycle_set_kept(search);
	for (i = 0; i < search->graph.n_nodes; i++) {
		const struct pfc_port *port = search->ports[i / PFC_PRIOS];
		const struct pfc_config *config = rtnl_dereference(port->config);
		const struct pfc_pg_limits *limits = &config->pg[i % PFC_PRIOS];
		const struct pfc_pool *pool = pfc_group_pool(pfc_cycle_group(search, i));
		u64 size = pool->shared.size;

		if (!search->graph.nodes[i].stuck)
			continue;
		search->graph.nodes[i].xon = limits->guarantee +
			min(size, pfc_xon(limits, size - min(size, pool->kept)));
		if (pfc_cycle_part(port)->ignored)
			search->graph.nodes[i].xon = U32_MAX;
	}
}

/*
 * A PG that can leave XOFF is not stuck in any later round.  A namespace is ignored if this still
 * happens to its PGs after %PFC_CYCLE_ROUNDS.  Return: some PGs were stuck before this round only.
 */
static bool pfc_cycle_settle(struct pfc_cycle_search *search, u32 round)
{
	bool changed = false;
	u32 i;

	for (i = 0; i < search->graph.n_nodes; i++) {
		struct pfc_cycle_node *node = &search->graph.nodes[i];

		if (node->stuck || node->xon == U32_MAX)
			continue;
		node->xon = U32_MAX;
		changed = true;
		if (round >= PFC_CYCLE_ROUNDS)
			pfc_cycle_part(search->ports[i / PFC_PRIOS])->ignored = true;
	}
	return changed;
}

/*
 * The XON of the PGs depends on which PGs are stuck, and the reverse: repeats until both hold.  A
 * round only takes PGs away.  If the time does not suffice, the function returns false.
 */
static bool pfc_cycle_solve_all(struct pfc_cycle_search *search)
{
	u32 round;

	for (round = 0; ; round++) {
		pfc_cycle_solve(&search->graph);
		if (!pfc_cycle_settle(search, round) && round)
			return true;
		if (pfc_cycle_late(search, PFC_CYCLE_HOLD_NS))
			return false;
		pfc_cycle_set_xon(search);
	}
}

/*
 * Reads the paused queues; those of the initial user namespace first, in case the time ends.  Then
 * the next search begins where this one has ended.
 */
static void pfc_cycle_add_all_queues(struct pfc_cycle_search *search)
{
	u16 begin = pfc_cycle_begin, i, id;
	struct pfc_port *port;
	bool admin;
	int other;

	for (other = 0; other < 2; other++) {
		for (i = 0; i < PFC_PORTS_MAX; i++) {
			id = (begin + i) % PFC_PORTS_MAX + 1;
			port = rtnl_dereference(pfc_ports[id]);
			admin = port && port->net->user_ns == &init_user_ns;
			if (!port || other == admin)
				continue;
			pfc_cycle_add_queues(search, port);
			if (search->late) {
				pfc_cycle_begin = id;
				return;
			}
		}
	}
}

/* Adds all ports that have a PG in XOFF.  Return: false without memory */
static bool pfc_cycle_add_ports(struct pfc_cycle_search *search)
{
	struct pfc_port *port;
	u32 n = 0;
	int id;

	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (!port)
			continue;
		*pfc_cycle_part(port) = (struct pfc_cycle_part) {};
		n++;
	}
	search->graph.nodes = kvmalloc_array(n * PFC_PRIOS, sizeof(*search->graph.nodes),
					     GFP_KERNEL);
	if (!search->graph.nodes)
		return false;
	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (port)
			pfc_cycle_add_port(search, port);
	}
	search->graph.edges = kvmalloc_array(search->room, sizeof(*search->graph.edges),
					     GFP_KERNEL);
	return search->graph.edges;
}

/*
 * Find the PGs of all namespaces that cannot leave XOFF.
 *
 * The search marks itself as late if it has exceeded its time.  Its graph is then without the
 * queues that it did not read, and without nodes if it has no solution.
 * Context: RTNL, may sleep; not concurrently with itself.
 * Return: the search, whose graph is solved, for pfc_cycle_search_free(); NULL without memory.
 */
struct pfc_cycle_search *pfc_cycle_search(void)
{
	struct pfc_cycle_search *search;

	ASSERT_RTNL();

	search = kvzalloc(sizeof(*search), GFP_KERNEL);
	if (!search)
		return NULL;
	search->begin = ktime_get_ns();
	if (!pfc_cycle_add_ports(search)) {
		pfc_cycle_search_free(search);
		return NULL;
	}
	pfc_cycle_add_all_queues(search);
	if (!pfc_cycle_solve_all(search))
		search->graph.n_nodes = 0;
	return search;
}

/* Free a search.  Context: process, may sleep */
void pfc_cycle_search_free(struct pfc_cycle_search *search)
{
	might_sleep();

	kvfree(search->graph.edges);
	kvfree(search->graph.nodes);
	kvfree(search);
}
