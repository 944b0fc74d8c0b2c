// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the causes of pauses that are over, as far as the flight recorders know.
 *
 * A port that sent XOFF names the egress queue whose packet brought its PG into XOFF.  If received
 * XOFF paused that queue, the chain continues at the peer, which sent XOFF.  Otherwise the queue
 * was congested.
 */
#include <stdlib.h>
#include "why_graph.h"

/* XOFF of a priority this long before or after a pause name the cause of the pause, too */
#define NEAR		500000000ULL	/* ns */

/* A pause of this length without a cause in this kernel is a storm, as for the watchdog */
#define STORM		100000000ULL	/* ns */

static bool covers(const struct past *past, uint64_t time)
{
	return past->from <= time && time <= past->to;
}

/* ---- causes ------------------------------------------------------------- */

/* Return: index of the port of a namespace with this ifindex, or %WHY_NONE */
static uint32_t port_of(const struct why *why, size_t ns, uint32_t ifindex)
{
	size_t i;

	for (i = 0; ifindex && i < why->n; i++)
		if (why->ports[i].ns == ns && why->ports[i].now->ifindex == ifindex)
			return i;
	return WHY_NONE;
}

/* Return: whether a transition names an egress queue of the pauses around @past */
static bool names(const struct record *r, const struct past *past)
{
	return r->prio == past->prio && r->event == PFC_EVENT_XOFF_SENT && r->queue_ifindex &&
	       r->time + NEAR >= past->from && r->time <= past->to + NEAR;
}

/*
 * Finds the egress queue that most XOFF at the time of a pause name.  A packet to another queue can
 * be the one that crosses the threshold, so a single XOFF is less certain.  If two queues have the
 * same number, the one of the pause itself is the cause.
 */
static void find_queue(const struct why *why, struct past_step *step)
{
	const struct why_port *port = &why->ports[step->port];
	const struct recorder *recorder = &port->now->recorder;
	size_t i, j;

	step->queue_port = WHY_NONE;
	for (i = 0; i < recorder->n; i++) {
		const struct record *r = &recorder->list[i];
		unsigned int votes = 0;

		if (!names(r, step->past))
			continue;
		step->named++;
		for (j = 0; j < recorder->n; j++)
			votes += names(&recorder->list[j], step->past) &&
				 recorder->list[j].queue_ifindex == r->queue_ifindex &&
				 recorder->list[j].queue_prio == r->queue_prio;
		if (votes < step->votes || (votes == step->votes && r != step->past->start))
			continue;
		step->votes = votes;
		step->queue_port = port_of(why, port->ns, r->queue_ifindex);
		step->queue_prio = r->queue_prio;
	}
}

/*
 * Return: the pause of a priority that explains another pause, or NULL: it was in effect at @time
 * or when the other one began, or for half of it
 */
static const struct past *cause(const struct recorder *recorder, enum xoff_dir dir,
				unsigned int prio, const struct past *of, uint64_t time)
{
	const struct past *best = NULL;
	uint64_t part, most = 0, sum = 0;
	bool sure = false;
	size_t i;

	for (i = 0; i < recorder->n_pasts; i++) {
		const struct past *p = &recorder->pasts[i];

		if (p->dir != dir || p->prio != prio)
			continue;
		if (covers(p, time))
			return p;
		sure |= covers(p, of->from);
		part = past_part(p, of->from, of->to);
		sum += part;
		if (part > most) {
			most = part;
			best = p;
		}
	}
	return sure || sum * 2 >= of->to - of->from ? best : NULL;
}

/* Return: whether a transition is a storm, a loss or a stall that a pause can explain */
static bool is_note(uint32_t event, enum xoff_dir dir)
{
	if (dir == XOFF_TX)
		return event == PFC_EVENT_HEADROOM_OVERRUN || event == PFC_EVENT_XOFF_TIMEOUT;
	return event == PFC_EVENT_STORM_DETECTED || event == PFC_EVENT_PAUSED_LONG ||
	       event == PFC_EVENT_PFC_DISABLED;
}

/* Finds such transitions of the priority during a pause */
static void find_notes(const struct why *why, struct past_step *step)
{
	const struct why_port *port = &why->ports[step->port];
	size_t i;

	for (i = 0; i < port->now->recorder.n && step->n_notes < PAST_NOTES; i++) {
		const struct record *r = &port->now->recorder.list[i];

		if (r->prio == step->past->prio && covers(step->past, r->time) &&
		    is_note(r->event, step->past->dir))
			step->notes[step->n_notes++] = r;
	}
}

static bool is_storm(const struct why_port *port, const struct past_step *step)
{
	unsigned int i;

	for (i = 0; i < step->n_notes; i++)
		if (step->notes[i]->event == PFC_EVENT_STORM_DETECTED)
			return true;
	/* A peer that cannot be read may be a congested port, which pauses for a long time */
	return port->peer != WHY_PEER_UNREAD &&
	       step->past->to - step->past->from >= STORM;
}

/* ---- chains ------------------------------------------------------------- */

static struct past_step *add_step(const struct why *why, struct why_chain *chain, uint32_t port,
				  const struct past *past)
{
	struct past_step *step = list_add(&chain->steps, &chain->n, sizeof(*step));

	*step = (struct past_step){ .port = port, .past = past, .queue_port = WHY_NONE };
	find_notes(why, step);
	if (past->dir == XOFF_TX)
		find_queue(why, step);
	return step;
}

/* Return: the pause that is the cause of a step, or NULL.  @port: set to the index of its port */
static const struct past *next(const struct why *why, const struct past_step *step, uint32_t *port)
{
	const struct why_port *of = &why->ports[step->port];
	const bool tx = step->past->dir == XOFF_TX;

	*port = tx ? step->queue_port : of->peer == WHY_PEER_PORT ? of->peer_port : WHY_NONE;
	if (*port == WHY_NONE)
		return NULL;
	return cause(&why->ports[*port].now->recorder, tx ? XOFF_RX : XOFF_TX,
		     tx ? step->queue_prio : step->past->prio, step->past, why->time);
}

/* Return: the first step with the same priority, port and direction, or @n of the chain */
static size_t seen(const struct why_chain *chain, uint32_t port, const struct past *past)
{
	size_t i;

	for (i = 0; i < chain->n; i++)
		if (chain->steps[i].port == port && chain->steps[i].past->dir == past->dir &&
		    chain->steps[i].past->prio == past->prio)
			break;
	return i;
}

/* Return: the last pause of the peer that began up to a time, or the next one near it, or NULL */
static const struct past *sent_near(const struct why_port *port, unsigned int prio, uint64_t time)
{
	const struct past *found = NULL;
	size_t i;

	for (i = 0; i < port->now->recorder.n_pasts; i++) {
		const struct past *p = &port->now->recorder.pasts[i];

		if (p->dir != XOFF_TX || p->prio != prio || !p->start ||
		    p->begin > time + NEAR || p->to + NEAR < time)
			continue;
		if (found && p->begin > time)
			break;
		found = p;
	}
	return found;
}

/* Counts the ingress ports whose XOFF names a congested queue */
static void count_senders(const struct why *why, struct why_root *root)
{
	unsigned int prio;
	size_t i;

	for (i = 0; i < why->n; i++) {
		bool sends = false;

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			struct past_step step = {
				.port = i, .past = sent_near(&why->ports[i], prio, why->time),
			};

			if (!step.past || why->ports[i].ns != why->ports[root->port].ns)
				continue;
			find_queue(why, &step);
			if (step.queue_port != root->port || step.queue_prio != root->prio)
				continue;
			/* The priorities of a PG enter XOFF together: count their bytes once */
			if (!sends)
				root->bytes += step.past->start->bytes;
			sends = true;
		}
		root->senders += sends;
	}
}

static struct why_root root_of(const struct why *why, const struct why_chain *chain)
{
	const struct past_step *last = &chain->steps[chain->n - 1];
	const struct why_port *port = &why->ports[last->port];
	struct why_root root = { .port = last->port, .prio = last->past->prio };

	if (last->past->dir == XOFF_TX) {
		root.class = last->queue_port == WHY_NONE ? WHY_UNKNOWN : WHY_INCAST;
		if (root.class != WHY_INCAST)
			return root;
		root.port = last->queue_port;
		root.prio = last->queue_prio;
		count_senders(why, &root);
		return root;
	}
	root.past = last->past;
	if (is_storm(port, last))
		root.class = WHY_STORM;
	else
		root.class = why_is_inside(port) ? WHY_SLOW_RECEIVER : WHY_NEIGHBOUR;
	return root;
}

/* Return: the root of a cycle, which begins with step @first of the chain */
static struct why_root cycle_of(const struct why_chain *chain, size_t first)
{
	struct why_root root = { .class = WHY_CYCLE };

	/* Queues are the steps that are paused; the others are the PGs that they wait for */
	for (; first < chain->n; first++) {
		const struct past_step *step = &chain->steps[first];
		uint32_t *queue;

		if (step->past->dir != XOFF_RX)
			continue;
		root.past = root.past ?: step->past;
		queue = list_add(&root.cycle, &root.n_cycle, sizeof(*queue));
		*queue = why_queue(step->port, step->past->prio);
	}
	root.port = why_port_of(root.cycle[0]);
	root.prio = why_id_of(root.cycle[0]);
	return root;
}

/* Follows a pause to its root */
static void add_chain(struct why *why, uint32_t port, const struct past *past)
{
	struct why_chain *chain = list_add(&why->chains, &why->n_chains, sizeof(*chain));
	const bool rx = past->dir == XOFF_RX;
	const struct why_victim victim = { port, past->prio, rx, !rx };
	struct why_root root, *found;
	size_t before;

	do {
		const struct past_step *step = add_step(why, chain, port, past);

		past = next(why, step, &port);
		before = past ? seen(chain, port, past) : chain->n;
	} while (past && before == chain->n);
	root = past ? cycle_of(chain, before) : root_of(why, chain);
	chain->root = why_add_root(why, &root);
	found = &why->roots[chain->root];
	*(struct why_victim *)list_add(&found->victims, &found->n_victims, sizeof(victim)) = victim;
}

/* Sorts the roots: the one of most chains first */
static int compare(const void *a, const void *b)
{
	const struct why_root *p = a, *q = b;

	if (p->n_victims != q->n_victims)
		return p->n_victims < q->n_victims ? 1 : -1;
	return p->number < q->number ? -1 : 1;
}

/*
 * Find the last pause that is over.
 * Return: the start of the pause of the ports asked about that ended last; 0: there is none.
 */
uint64_t why_past_last(const struct why_port *ports, size_t n)
{
	uint64_t begin = 0, end = 0;
	size_t i, j;

	for (i = 0; i < n; i++)
		for (j = 0; j < ports[i].now->recorder.n_pasts; j++) {
			const struct past *p = &ports[i].now->recorder.pasts[j];

			if (!(ports[i].asked >> p->prio & 1) || !p->begin || p->end <= end)
				continue;
			begin = p->begin;
			end = p->end;
		}
	return begin;
}

/*
 * Find why ports were paused or sent XOFF at a time.
 * @ports: the ports; must remain as long as the result
 * @time: the time; 0: there is none
 * @why: result; the caller frees it with why_free()
 */
void why_past(const struct why_port *ports, size_t n, uint64_t time, struct why *why)
{
	size_t i, j;

	*why = (struct why){ .n = n, .ports = ports, .past = true, .time = time };
	for (i = 0; time && i < n; i++)
		for (j = 0; j < ports[i].now->recorder.n_pasts; j++) {
			const struct past *p = &ports[i].now->recorder.pasts[j];

			if (ports[i].asked >> p->prio & 1 && covers(p, time))
				add_chain(why, i, p);
		}
	if (why->n_roots)
		qsort(why->roots, why->n_roots, sizeof(*why->roots), compare);
	for (i = 0; i < why->n_chains; i++) {
		for (j = 0; why->roots[j].number != why->chains[i].root; j++)
			;
		why->chains[i].root = j;
	}
}
