// SPDX-License-Identifier: GPL-2.0-only
/*
 * Deadlocks: detects ports of this kernel that pause each other in a cycle, in all its network
 * namespaces, and sends an event to each of these ports.
 *
 * The watchdog sees one queue at a time: it detects a queue that is paused for too long, whatever
 * the cause.  This detector sees the whole wait-for graph, so it finds a deadlock earlier, and
 * names its ports.  It starts when a queue is paused.  If some queue is still in the same pause
 * after a quarter of the watchdog's detection time, cycle_graph.c reads which PGs hold the paused
 * queues, and core/cycle.c decides which PGs cannot leave XOFF.
 *
 * The detector works in process context.  It takes RTNL only if a queue is in a long pause.  Users
 * of any namespace can cause long pauses, so the time under RTNL is limited.
 */
#include <linux/rtnetlink.h>
#include <linux/workqueue.h>
#include "cycle.h"
#include "cycle_graph.h"
#include "event.h"
#include "qdisc.h"
#include "qdisc_control.h"

/* Fraction of the detection time after which a pause is a long one */
#define PFC_CYCLE_FRACTION	4

/* Minimum time between two runs, ms, whatever the detection time of a port */
#define PFC_CYCLE_DELAY_MIN	25

/*
 * From the end of a search to the next one, the detector waits for at least the gap, and for at
 * least a multiple of the time for which the search has held RTNL.  Each search in sequence that
 * exceeds its time doubles the wait, up to 2^6 times.
 */
#define PFC_CYCLE_GAP_NS	(250ULL * NSEC_PER_MSEC)
#define PFC_CYCLE_SHARE		20
#define PFC_CYCLE_BACKOFF_MAX	6U

static void pfc_cycle_run(struct work_struct *work);
static DECLARE_DELAYED_WORK(pfc_cycle_work, pfc_cycle_run);

/* A port is marked as part of a deadlock; written by the work only, as are the next variables */
static bool pfc_cycle_marked;

/* The work does not take RTNL before this time, ns */
static u64 pfc_cycle_from;

/* Number of searches in sequence that have exceeded their time */
static unsigned int pfc_cycle_overruns;

static unsigned long pfc_cycle_delay(const struct pfc_config *config)
{
	return max(nsecs_to_jiffies(config->watchdog.detection / PFC_CYCLE_FRACTION),
		   msecs_to_jiffies(PFC_CYCLE_DELAY_MIN));
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

/* Stop the detector.  Context: process, may sleep; no port exists */
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

/*
 * Searches for deadlocks; without memory, the next run searches again.  Return: the search has
 * exceeded its time.
 */
static bool pfc_cycle_check(void)
{
	struct pfc_cycle_search *search = pfc_cycle_search();
	bool late;
	u32 node;

	if (!search)
		return false;
	late = search->late;
	while ((node = pfc_cycle_next(&search->graph)) != PFC_CYCLE_NONE)
		pfc_cycle_report(search, node);
	/* A queue that was not read may still be in a deadlock */
	if (!late)
		pfc_cycle_unmark();
	pfc_cycle_search_free(search);
	return late;
}

/* Searches for deadlocks, and sets the earliest time of the next search */
static void pfc_cycle_take_rtnl(void)
{
	u64 begin, end;
	bool late;

	rtnl_lock();
	begin = ktime_get_ns();
	late = pfc_cycle_check();
	end = ktime_get_ns();
	rtnl_unlock();
	pfc_cycle_overruns = late ? min(pfc_cycle_overruns + 1, PFC_CYCLE_BACKOFF_MAX) : 0;
	pfc_cycle_from = end + (max(PFC_CYCLE_GAP_NS, PFC_CYCLE_SHARE * (end - begin)) <<
				pfc_cycle_overruns);
}

static void pfc_cycle_run(struct work_struct *work)
{
	unsigned long again = ULONG_MAX;
	u64 now = ktime_get_ns();

	if (now < pfc_cycle_from)
		again = nsecs_to_jiffies(pfc_cycle_from - now) + 1;
	else if (pfc_cycle_suspects(&again) || pfc_cycle_marked)
		pfc_cycle_take_rtnl();
	if (again != ULONG_MAX)
		queue_delayed_work(system_dfl_wq, &pfc_cycle_work, again);
}
