// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deadlocks: detects ports of this kernel that pause each other in a cycle, in all its network
 * namespaces, and sends an event to each of these ports.
 *
 * The watchdog sees one queue at a time: it detects a queue that is paused for too long, whatever
 * the cause.  This detector sees the whole wait-for graph, so it finds a deadlock earlier, and
 * names its ports.  It starts when a queue is paused.  If some queue is still in the same pause
 * after a quarter of the watchdog's detection time, it reads which PGs hold the paused queues.
 * core/cycle.c decides which PGs cannot leave XOFF.
 *
 * The detector works in process context.  It takes RTNL only if a queue is in a long pause.
 */
#include <linux/rtnetlink.h>
#include <linux/slab.h>
#include <linux/workqueue.h>
#include "core/cycle.h"
#include "cycle.h"
#include "event.h"
#include "qdisc.h"
#include "qdisc_control.h"
#include "wait.h"

/* Fraction of the detection time after which a pause is a long one */
#define PFC_CYCLE_FRACTION	4

/* Limits of the graph; the detector ignores what exceeds them, and may then miss a deadlock */
#define PFC_CYCLE_EDGES		4096
#define PFC_CYCLE_ROUNDS	64

static void pfc_cycle_run(struct work_struct *work);
static DECLARE_DELAYED_WORK(pfc_cycle_work, pfc_cycle_run);

/* A port is marked as part of a deadlock; written by the work only */
static bool pfc_cycle_marked;

/**
 * struct pfc_cycle_search - a search for deadlocks
 * @graph: the graph; node N is PG N % 8 of port N / 8 of @ports
 * @ports: the ports that have a PG in XOFF
 * @n_ports: number of ports in @ports
 * @index: by port id, 1 + index in @ports; 0: not in @ports
 * @holders: the PGs that hold a queue
 */
struct pfc_cycle_search {
	struct pfc_cycle_graph	graph;
	struct pfc_port		*ports[PFC_PORTS_MAX];
	u32			n_ports;
	u16			index[PFC_PORTS_MAX + 1];
	struct pfc_holders	holders;
};

static unsigned long pfc_cycle_delay(const struct pfc_config *config)
{
	return nsecs_to_jiffies(config->watchdog.detection / PFC_CYCLE_FRACTION) ?: 1;
}

/**
 * pfc_cycle_suspect() - check later whether a pause belongs to a deadlock
 * @port: the port that a pause of its peer has just stopped
 *
 * Context: RCU, BH disabled.
 */
void pfc_cycle_suspect(const struct pfc_port *port)
{
	if (!delayed_work_pending(&pfc_cycle_work))
		queue_delayed_work(system_dfl_wq, &pfc_cycle_work,
				   pfc_cycle_delay(pfc_config_get(port)));
}

/**
 * pfc_cycle_exit() - stop the detector
 *
 * Context: process, may sleep; no port exists.
 */
void pfc_cycle_exit(void)
{
	cancel_delayed_work_sync(&pfc_cycle_work);
}

/* ---- long pauses ------------------------------------------------------- */

/* Return: bit mask of the priorities in a pause that is longer than @delay jiffies */
static u8 pfc_cycle_long(struct pfc_port *port, u8 paused, unsigned long delay)
{
	struct pfc_received received;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(paused & BIT(prio)) || !pfc_record_backlog(port, prio)) {
			paused &= ~BIT(prio);
			continue;
		}
		pfc_receiver_read(port, prio, &received);
		if (!received.paused ||
		    nsecs_to_jiffies(received.now - received.begin) < delay)
			paused &= ~BIT(prio);
	}
	return paused;
}

/*
 * Finds long pauses, without RTNL.  Sets @again to the delay of the next run, in jiffies; it is
 * unchanged if no queue is paused.
 */
static bool pfc_cycle_suspects(unsigned long *again)
{
	struct pfc_port *port;
	bool found = false;
	unsigned long delay;
	u8 paused;
	int id;

	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		rcu_read_lock_bh();
		port = pfc_port_lookup(id);
		paused = port ? pfc_receiver_paused(&port->receiver) : 0;
		if (paused) {
			delay = pfc_cycle_delay(pfc_config_get(port));
			*again = min(*again, delay);
			found |= pfc_cycle_long(port, paused, delay);
		}
		rcu_read_unlock_bh();
	}
	return found;
}

/* ---- graph -------------------------------------------------------------- */

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

static void pfc_cycle_add_port(struct pfc_cycle_search *search, struct pfc_port *port)
{
	u32 first = search->n_ports * PFC_PRIOS;
	bool xoff = false;
	int pg;

	for (pg = 0; pg < PFC_PRIOS; pg++) {
		/* A PG that is not in XOFF never waits */
		search->graph.nodes[first + pg].xon = U32_MAX;
		if (atomic64_read(&port->groups[pg].use) & PFC_USE_XOFF) {
			search->graph.nodes[first + pg].xon = 0;
			xoff = true;
		}
	}
	if (!xoff)
		return;
	search->ports[search->n_ports++] = port;
	search->index[port->id] = search->n_ports;
	search->graph.n_nodes = search->n_ports * PFC_PRIOS;
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

/* Adds the PGs in XOFF that hold a queue which the PG @to pauses */
static void pfc_cycle_add_queue(struct pfc_cycle_search *search, struct pfc_port *port, int prio,
				u32 to)
{
	const struct pfc_holders *holders = &search->holders;
	struct pfc_cycle_graph *graph = &search->graph;
	unsigned int i;

	if (!pfc_holders_read(port, prio, &search->holders))
		return;
	for (i = 0; i < holders->n_holders && graph->n_edges < PFC_CYCLE_EDGES; i++) {
		const struct pfc_holder *holder = &holders->holder[i];
		u32 index = search->index[holder->port_id];

		/* A port that is being detached still owns packets; another port may have its id */
		if (!index || search->ports[index - 1]->ifindex != holder->ifindex)
			continue;
		graph->edges[graph->n_edges++] = (struct pfc_cycle_edge) {
			.from = (index - 1) * PFC_PRIOS + holder->pg, .to = to,
			.bytes = min_t(u64, holder->bytes, U32_MAX),
			.queue = PFC_QUEUE_ID(port->id, prio),
		};
	}
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
		const struct pfc_config *config =
			rtnl_dereference(search->ports[i / PFC_PRIOS]->config);
		const struct pfc_pg_limits *limits = &config->pg[i % PFC_PRIOS];
		const struct pfc_pool *pool = pfc_group_pool(pfc_cycle_group(search, i));
		u64 size = pool->shared.size;

		if (search->graph.nodes[i].stuck)
			search->graph.nodes[i].xon = limits->guarantee +
				min(size, pfc_xon(limits, size - min(size, pool->kept)));
	}
}

static u32 pfc_cycle_stuck(const struct pfc_cycle_graph *graph)
{
	u32 i, n = 0;

	for (i = 0; i < graph->n_nodes; i++)
		n += graph->nodes[i].stuck;
	return n;
}

/*
 * The XON of the PGs depends on which PGs are stuck, and the reverse: repeats until both hold.  A
 * round only takes PGs away.  If the rounds do not suffice, the function returns false.
 */
static bool pfc_cycle_solve_all(struct pfc_cycle_search *search)
{
	u32 before, stuck, round;

	pfc_cycle_solve(&search->graph);
	stuck = pfc_cycle_stuck(&search->graph);
	for (round = 0; round < PFC_CYCLE_ROUNDS; round++) {
		before = stuck;
		pfc_cycle_set_xon(search);
		pfc_cycle_solve(&search->graph);
		stuck = pfc_cycle_stuck(&search->graph);
		if (stuck == before)
			return true;
	}
	return false;
}

/* ---- report ------------------------------------------------------------- */

static struct pfc_port *pfc_cycle_port(const struct pfc_cycle_search *search, u32 node, int *prio)
{
	const struct pfc_cycle_graph *graph = &search->graph;
	u16 queue = graph->edges[graph->nodes[node].via].queue;

	*prio = PFC_QUEUE_ID_PRIO(queue);
	return rtnl_dereference(pfc_ports[PFC_QUEUE_ID_PORT(queue)]);
}

/* Marks the queues of a cycle, and sends an event to each port if a mark is new */
static void pfc_cycle_report(const struct pfc_cycle_search *search, u32 first)
{
	struct pfc_event_cycle cycle = {};
	struct pfc_port *port;
	bool new = false;
	u32 node = first;
	int prio, i;

	do {
		port = pfc_cycle_port(search, node, &prio);
		new |= !(port->deadlocked & BIT(prio));
		port->deadlocked |= BIT(prio);
		port->deadlock_found |= BIT(prio);
		if (cycle.length < PFC_EVENT_CYCLE_MAX) {
			cycle.ports[cycle.length] = port;
			cycle.prios[cycle.length] = prio;
		}
		cycle.length++;
		node = pfc_cycle_step(&search->graph, node);
	} while (node != first);
	for (i = 0; new && i < min_t(u32, cycle.length, PFC_EVENT_CYCLE_MAX); i++)
		pfc_event_deadlock(cycle.ports[i], cycle.prios[i], &cycle);
}

/* Removes the marks of queues that are in no cycle any more */
static void pfc_cycle_unmark(void)
{
	struct pfc_port *port;
	int id;

	pfc_cycle_marked = false;
	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (!port)
			continue;
		port->deadlocked &= port->deadlock_found;
		port->deadlock_found = 0;
		pfc_cycle_marked |= port->deadlocked;
	}
}

static void pfc_cycle_search_all(struct pfc_cycle_search *search)
{
	struct pfc_port *port;
	u32 node;
	int id;

	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (port)
			pfc_cycle_add_port(search, port);
	}
	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (port)
			pfc_cycle_add_queues(search, port);
	}
	if (!pfc_cycle_solve_all(search))
		return;
	while ((node = pfc_cycle_next(&search->graph)) != PFC_CYCLE_NONE)
		pfc_cycle_report(search, node);
}

static u32 pfc_cycle_count_ports(void)
{
	u32 n = 0;
	int id;

	for (id = 1; id <= PFC_PORTS_MAX; id++)
		n += !!rtnl_dereference(pfc_ports[id]);
	return n;
}

/* Searches for deadlocks; without memory, the next run searches again */
static void pfc_cycle_check(void)
{
	struct pfc_cycle_search *search;

	ASSERT_RTNL();

	search = kvzalloc(sizeof(*search), GFP_KERNEL);
	if (!search)
		return;
	search->graph.nodes = kvcalloc(pfc_cycle_count_ports() * PFC_PRIOS,
				       sizeof(*search->graph.nodes), GFP_KERNEL);
	search->graph.edges = kvcalloc(PFC_CYCLE_EDGES, sizeof(*search->graph.edges), GFP_KERNEL);
	if (search->graph.nodes && search->graph.edges) {
		pfc_cycle_search_all(search);
		pfc_cycle_unmark();
	}
	kvfree(search->graph.edges);
	kvfree(search->graph.nodes);
	kvfree(search);
}

static void pfc_cycle_run(struct work_struct *work)
{
	unsigned long again = ULONG_MAX;

	if (pfc_cycle_suspects(&again) || pfc_cycle_marked) {
		rtnl_lock();
		pfc_cycle_check();
		rtnl_unlock();
	}
	if (again != ULONG_MAX)
		queue_delayed_work(system_dfl_wq, &pfc_cycle_work, again);
}
