// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the causes of pauses that are over.
 */
#include <stdlib.h>
#include <string.h>
#include "why_past.h"

/* XOFF of a priority this long before or after a pause name the cause of the pause, too */
#define NEAR		500000000ULL	/* ns */

/*
 * A pause of this length without a cause in this kernel is a storm, as for the watchdog's
 * default
 */
#define STORM		100000000ULL	/* ns */

/**
 * struct state - the analysis in progress
 * @ports: the ports
 * @n: number of ports
 * @why: the result
 */
struct state {
	const struct past_port	*ports;
	size_t			n;
	struct why_past		*why;
};

static uint64_t end_of(const struct past_port *port, const struct past *past)
{
	return past->end ? past->end : port->pasts.now;
}

/* Return: start of a pause, or the time from which on the flight recorder shows it */
static uint64_t begin_of(const struct past_port *port, const struct past *past)
{
	return past->begin ? past->begin : port->pasts.since;
}

static bool covers(const struct past_port *port, const struct past *past, uint64_t time)
{
	return begin_of(port, past) <= time && time <= end_of(port, past);
}

/* ---- causes ------------------------------------------------------------- */

/* Return: index of the port of a namespace with this ifindex, or %WHY_NONE */
static uint32_t port_of(const struct state *s, size_t ns, uint32_t ifindex)
{
	size_t i;

	for (i = 0; ifindex && i < s->n; i++)
		if (s->ports[i].ns == ns && s->ports[i].record->ifindex == ifindex)
			return i;
	return WHY_NONE;
}

/* Return: whether a transition names an egress queue of the pauses around @past */
static bool names(const struct record *r, const struct past_port *port, const struct past *past)
{
	return r->prio == past->prio && r->event == PFC_EVENT_XOFF_SENT && r->queue_ifindex &&
	       r->time + NEAR >= past->begin && r->time <= end_of(port, past) + NEAR;
}

static unsigned int votes_for(const struct past_port *port, const struct past *past,
			      const struct record *queue)
{
	const struct record_port *record = port->record;
	unsigned int n = 0;
	size_t i;

	for (i = 0; i < record->n; i++) {
		const struct record *r = &record->list[i];

		n += names(r, port, past) &&
		     (!queue || (r->queue_ifindex == queue->queue_ifindex &&
				 r->queue_prio == queue->queue_prio));
	}
	return n;
}

/*
 * Finds the egress queue that most XOFF at the time of a pause name.  A packet to another queue can
 * be the one that crosses the threshold, so a single XOFF is less certain.  If two queues have the
 * same number, the one of the pause itself is the cause.
 */
static void find_queue(const struct state *s, struct past_step *step)
{
	const struct past_port *port = &s->ports[step->port];
	const struct past *past = step->past;
	size_t i;

	step->queue_port = WHY_NONE;
	step->named = votes_for(port, past, NULL);
	for (i = 0; i < port->record->n; i++) {
		const struct record *r = &port->record->list[i];
		unsigned int votes;

		if (!names(r, port, past))
			continue;
		votes = votes_for(port, past, r);
		if (votes < step->votes || (votes == step->votes && r != past->start))
			continue;
		step->votes = votes;
		step->queue_port = port_of(s, port->ns, r->queue_ifindex);
		step->queue_prio = r->queue_prio;
	}
}

/*
 * Return: the pause of a priority that explains another pause, or NULL: it was in effect at @time
 * or when the other one began, or for half of it
 */
static const struct past *cause(const struct past_port *port, enum record_dir dir,
				unsigned int prio, const struct past_port *of,
				const struct past *past, uint64_t time)
{
	const uint64_t end = end_of(of, past), begin = begin_of(of, past);
	const struct past *best = NULL;
	uint64_t part, most = 0, sum = 0;
	bool sure = false;
	size_t i;

	for (i = 0; i < port->pasts.n; i++) {
		const struct past *p = &port->pasts.list[i];

		if (p->dir != dir || p->prio != prio)
			continue;
		if (covers(port, p, time))
			return p;
		sure |= covers(port, p, begin);
		part = past_part(&port->pasts, p, begin, end);
		sum += part;
		if (part > most) {
			most = part;
			best = p;
		}
	}
	return sure || sum * 2 >= end - begin ? best : NULL;
}

/* Finds storms, losses and stalls of the priority during a pause */
static void find_notes(const struct state *s, struct past_step *step)
{
	const struct past_port *port = &s->ports[step->port];
	size_t i;

	for (i = 0; i < port->record->n && step->n_notes < PAST_NOTES; i++) {
		const struct record *r = &port->record->list[i];
		const bool tx = step->past->dir == RECORD_TX;

		if (r->prio != step->past->prio || !covers(port, step->past, r->time))
			continue;
		switch (r->event) {
		case PFC_EVENT_HEADROOM_OVERRUN:
		case PFC_EVENT_XOFF_TIMEOUT:
			if (tx)
				step->notes[step->n_notes++] = r;
			break;
		case PFC_EVENT_STORM_DETECTED:
		case PFC_EVENT_PAUSED_LONG:
		case PFC_EVENT_PFC_DISABLED:
			if (!tx)
				step->notes[step->n_notes++] = r;
		}
	}
}

static bool is_storm(const struct past_port *port, const struct past_step *step)
{
	unsigned int i;

	for (i = 0; i < step->n_notes; i++)
		if (step->notes[i]->event == PFC_EVENT_STORM_DETECTED)
			return true;
	/* A peer that cannot be read may be a congested port, which pauses for a long time */
	return port->peer != WHY_PEER_UNREAD &&
	       end_of(port, step->past) - begin_of(port, step->past) >= STORM;
}

/* ---- chains ------------------------------------------------------------- */

static struct past_step *add_step(const struct state *s, struct past_chain *chain, uint32_t port,
				  const struct past *past)
{
	struct past_step *step = list_add(&chain->steps, &chain->n, sizeof(*step));

	if (!step)
		return NULL;
	*step = (struct past_step){ .port = port, .past = past, .queue_port = WHY_NONE };
	find_notes(s, step);
	if (past->dir == RECORD_TX)
		find_queue(s, step);
	return step;
}

/* Return: the pause that is the cause of a step, or NULL.  @port: set to the index of its port */
static const struct past *next(const struct state *s, const struct past_step *step, uint32_t *port)
{
	const struct past_port *of = &s->ports[step->port];
	const bool tx = step->past->dir == RECORD_TX;

	*port = tx ? step->queue_port : of->peer == WHY_PEER_PORT ? of->peer_port : WHY_NONE;
	if (*port == WHY_NONE)
		return NULL;
	return cause(&s->ports[*port], tx ? RECORD_RX : RECORD_TX,
		     tx ? step->queue_prio : step->past->prio, of, step->past, s->why->time);
}

/*
 * Return: the first step of a chain with the same priority, port and direction, or @n of the
 * chain
 */
static size_t seen(const struct past_chain *chain, uint32_t port, const struct past *past)
{
	size_t i;

	for (i = 0; i < chain->n; i++)
		if (chain->steps[i].port == port && chain->steps[i].past->dir == past->dir &&
		    chain->steps[i].past->prio == past->prio)
			break;
	return i;
}

/*
 * Return: the last pause of the peer that began up to a time, or the next one; NULL: none near
 * it
 */
static const struct past *sent_near(const struct past_port *port, unsigned int prio, uint64_t time)
{
	const struct past *found = NULL;
	size_t i;

	for (i = 0; i < port->pasts.n; i++) {
		const struct past *p = &port->pasts.list[i];

		if (p->dir != RECORD_TX || p->prio != prio || !p->start ||
		    p->begin > time + NEAR || end_of(port, p) + NEAR < time)
			continue;
		if (found && p->begin > time)
			break;
		found = p;
	}
	return found;
}

/* Counts the ingress ports whose XOFF names a congested queue */
static void count_senders(const struct state *s, struct past_root *root)
{
	unsigned int prio;
	size_t i;

	for (i = 0; i < s->n; i++) {
		bool sends = false;

		for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
			struct past_step step = {
				.port = i, .past = sent_near(&s->ports[i], prio, s->why->time),
			};

			if (!step.past || s->ports[i].ns != s->ports[root->port].ns)
				continue;
			find_queue(s, &step);
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

static struct past_root root_of(const struct state *s, const struct past_chain *chain)
{
	const struct past_step *last = &chain->steps[chain->n - 1];
	const struct past_port *port = &s->ports[last->port];
	struct past_root root = { .port = last->port, .prio = last->past->prio };

	if (last->past->dir == RECORD_TX) {
		root.class = last->queue_port == WHY_NONE ? (unsigned int)PAST_UNKNOWN : WHY_INCAST;
		if (root.class != WHY_INCAST)
			return root;
		root.port = last->queue_port;
		root.prio = last->queue_prio;
		count_senders(s, &root);
		return root;
	}
	root.past = last->past;
	if (is_storm(port, last))
		root.class = WHY_STORM;
	else
		root.class = port->peer == WHY_PEER_PORT || port->peer == WHY_PEER_DEVICE ?
			     WHY_SLOW_RECEIVER : WHY_NEIGHBOUR;
	return root;
}

/* Return: the root of a cycle, which begins with step @first of the chain */
static struct past_root cycle_of(const struct past_chain *chain, size_t first)
{
	struct past_root root = { .class = WHY_CYCLE };

	/* Queues are the steps that are paused; the others are the PGs that they wait for */
	if (chain->steps[first].past->dir == RECORD_TX)
		first++;
	root.cycle = &chain->steps[first];
	root.n_cycle = chain->n - first;
	root.port = root.cycle->port;
	root.prio = root.cycle->past->prio;
	root.past = root.cycle->past;
	return root;
}

static bool is_in(const struct past_root *cycle, const struct past_root *root)
{
	size_t i;

	for (i = 0; i < cycle->n_cycle; i++)
		if (cycle->cycle[i].port == root->port && cycle->cycle[i].past->prio == root->prio)
			return true;
	return false;
}

/* Return: the index of a root, which is added if it is a new one, or -1 if memory is exhausted */
static ssize_t root_index(struct why_past *why, const struct past_root *root)
{
	struct past_root *new;
	size_t i;

	for (i = 0; i < why->n_roots; i++) {
		const struct past_root *r = &why->roots[i];

		if (r->class == root->class && (root->class == WHY_CYCLE ? is_in(r, root) :
		    r->port == root->port && r->prio == root->prio))
			return i;
	}
	new = list_add(&why->roots, &why->n_roots, sizeof(*new));
	if (!new)
		return -1;
	*new = *root;
	return i;
}

/* Follows a pause to its root.  Return: false if memory is exhausted */
static bool follow(struct state *s, struct past_chain *chain, uint32_t port,
		   const struct past *past)
{
	struct past_root root;
	ssize_t index;
	size_t before;

	do {
		const struct past_step *step = add_step(s, chain, port, past);

		if (!step)
			return false;
		past = next(s, step, &port);
		before = past ? seen(chain, port, past) : chain->n;
	} while (past && before == chain->n);
	root = past ? cycle_of(chain, before) : root_of(s, chain);
	index = root_index(s->why, &root);
	chain->root = index;
	return index >= 0;
}

static bool add_chain(struct state *s, uint32_t port, const struct past *past)
{
	struct why_past *why = s->why;
	struct past_chain *chain = list_add(&why->chains, &why->n_chains, sizeof(*chain));

	return chain && follow(s, chain, port, past);
}

static size_t chains_of(const struct why_past *why, size_t root)
{
	size_t i, n = 0;

	for (i = 0; i < why->n_chains; i++)
		n += why->chains[i].root == root;
	return n;
}

/* Puts the root of most chains first */
static void sort_roots(struct why_past *why)
{
	size_t i, j, k;

	for (i = 1; i < why->n_roots; i++)
		for (j = i; j && chains_of(why, j) > chains_of(why, j - 1); j--) {
			const struct past_root swap = why->roots[j];

			why->roots[j] = why->roots[j - 1];
			why->roots[j - 1] = swap;
			for (k = 0; k < why->n_chains; k++) {
				if (why->chains[k].root == j)
					why->chains[k].root = j - 1;
				else if (why->chains[k].root == j - 1)
					why->chains[k].root = j;
			}
		}
}

/*
 * Find the last pause that is over.
 * Return: the start of the pause of the ports asked about that ended last; 0: there is none.
 */
uint64_t why_past_last(const struct past_port *ports, size_t n)
{
	uint64_t begin = 0, end = 0;
	size_t i, j;

	for (i = 0; i < n; i++)
		for (j = 0; j < ports[i].pasts.n; j++) {
			const struct past *p = &ports[i].pasts.list[j];

			if (!(ports[i].asked >> p->prio & 1) || !p->begin || p->end <= end)
				continue;
			begin = p->begin;
			end = p->end;
		}
	return begin;
}

/*
 * Find why ports were paused or sent XOFF at a time.
 * @why: result; the caller frees it with why_past_free(), also after an error
 * Return: false if memory is exhausted.
 */
bool why_past(const struct past_port *ports, size_t n, uint64_t time, struct why_past *why)
{
	struct state s = { .ports = ports, .n = n, .why = why };
	size_t i, j;

	*why = (struct why_past){ .time = time };
	for (i = 0; i < n; i++)
		for (j = 0; j < ports[i].pasts.n; j++) {
			const struct past *p = &ports[i].pasts.list[j];

			if (ports[i].asked >> p->prio & 1 && covers(&ports[i], p, time) &&
			    !add_chain(&s, i, p))
				return false;
		}
	sort_roots(why);
	return true;
}

/* Free what why_past() has found */
void why_past_free(struct why_past *why)
{
	size_t i;

	for (i = 0; i < why->n_chains; i++)
		free(why->chains[i].steps);
	free(why->chains);
	free(why->roots);
	memset(why, 0, sizeof(*why));
}
