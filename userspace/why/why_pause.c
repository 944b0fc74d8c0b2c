// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pauses of a priority of a port: whether they hold its queue, and who asks for them.
 *
 * PFC in a congested fabric alternates: XOFF, XON, XOFF.  At the moment of a reading, a queue that
 * pauses hold for 90 % of the time is unpaused with a chance of 10 %, and then it looks like a
 * congested queue, a false root.  So the flags "paused" are not enough.  The total length of
 * pauses in two readings gives the part of the time in between, and the last pause covers periods
 * that are longer than the time between the readings.
 */
#include "why_graph.h"

/* Part of the time from which on pauses hold a queue, in thousandths */
#define HELD_PERMILLE	100

/* A pause that ended earlier than this before the reading is over, ns */
#define RECENT		100000000ULL

/* Return: the time since the last pause ended; 0: paused; UINT64_MAX: no pause yet */
static uint64_t gap_of(const struct pauses *p, uint64_t time)
{
	if (p->now)
		return 0;
	if (!p->last)
		return UINT64_MAX;
	return time > p->since + p->last ? time - p->since - p->last : 0;
}

/*
 * Check whether a port is paused or sends XOFF, or has done so a moment ago.
 * Return: whether pauses may hold a queue of the port or of its peer.
 */
bool why_recent(const struct wait_port *port)
{
	unsigned int prio;
	struct pauses p;
	int dir;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		for (dir = 0; dir < XOFF_DIRS; dir++) {
			p = pauses_of(port, prio, dir);
			if (gap_of(&p, port->time) <= RECENT)
				return true;
		}
		if (port->wait_pg[prio].in_xoff ||
		    port->wait[prio].storm == PFC_WATCHDOG_STATE_STORM)
			return true;
	}
	return false;
}

/*
 * Get the part of the time in which a priority is paused.
 * @dir: paused by its peer, or pausing its peer
 *
 * The time is that between the two readings.  With a single reading, or if the last pause began
 * before the first reading, it is the time from the start of that pause on, provided that this
 * pause was longer than the time since its end.
 * Return: the part, in thousandths.
 */
unsigned int why_permille(const struct why_port *port, unsigned int prio, enum xoff_dir dir)
{
	const struct pauses p = pauses_of(port->now, prio, dir);
	const uint64_t gap = gap_of(&p, port->now->time);
	uint64_t part = p.now && !port->before ? 1000 : 0, other;

	if (port->before && port->now->time > port->before->time) {
		const uint64_t window = port->now->time - port->before->time;
		const uint64_t total = pauses_of(port->before, prio, dir).total;

		part = p.total > total ? (p.total - total) * 1000 / window : 0;
	}
	if (!p.now && gap <= p.last && gap <= RECENT &&
	    (!port->before || p.since <= port->before->time)) {
		other = p.last * 1000 / (p.last + gap);
		part = other > part ? other : part;
	}
	return part < 1000 ? part : 1000;
}

/*
 * Find the priorities of a PG for which an impairment forces XOFF.
 * Return: bit mask; 0 if the PG itself needs XOFF.  With PAUSE those of all PGs.
 */
uint8_t why_forced(const struct why_port *port, unsigned int pg)
{
	const struct port *config = port->config;
	const bool pause = config->flow_control == PFC_FLOW_CONTROL_PAUSE;
	unsigned int i;
	uint8_t prios = 0;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		const bool in_xoff = port->now->wait_pg[i].in_xoff ||
				     (port->before && port->before->wait_pg[i].in_xoff);

		if (in_xoff && (pause || i == pg))
			return 0;
		if (config->impairments.prios[i].xoff_duty &&
		    (pause || (port_pg(config, i) == pg && config->prio_pfc_tx[i])))
			prios |= 1U << i;
	}
	return prios;
}

static bool sends_ahead(const struct port *config, unsigned int pg)
{
	return config->pgs[pg].alpha && config->pgs[pg].xoff_ahead;
}

/*
 * Find the PG for which a port sends XOFF of a priority, or PAUSE.
 * Return: the PG of the priority.  While a PG uses headroom, the port also sends XOFF for all
 * others that send it ahead of their thresholds: then the PG that uses headroom.
 */
unsigned int why_pg_in_xoff(const struct why_port *port, unsigned int prio)
{
	const unsigned int pg = port_pg(port->config, prio);
	unsigned int i;

	if (port->now->wait_pg[pg].in_xoff || !sends_ahead(port->config, pg))
		return pg;
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		if (sends_ahead(port->config, i) && port->now->wait_pg[i].headroom)
			return i;
	return pg;
}

/*
 * Check whether a chain of waiting starts at a priority of a port.
 * @dir: %XOFF_RX: the queue is paused; %XOFF_TX: the port sends XOFF
 * Return: whether it is paused, in a storm or sends XOFF, or has been so for a part of the time and
 * frames wait or an impairment forces XOFF.
 */
bool why_starts(const struct why_port *port, unsigned int prio, enum xoff_dir dir)
{
	const struct wait *w = &port->now->wait[prio];
	const unsigned int pg = why_pg_in_xoff(port, prio);
	bool waits;

	if (dir == XOFF_RX ? w->rx_paused || w->storm == PFC_WATCHDOG_STATE_STORM : w->tx_xoff)
		return true;
	if (dir == XOFF_RX)
		waits = w->backlog_bytes ||
			(port->before && port->before->wait[prio].backlog_bytes);
	else
		waits = port->now->wait_pg[pg].occupancy || why_forced(port, pg);
	return waits && why_permille(port, prio, dir) >= HELD_PERMILLE;
}

/*
 * Check whether the earlier reading shows what keeps a PG occupied.
 *
 * Between two pauses, a PG drains: it may be empty, or hold only frames that pass through.  What it
 * waits for in the pauses is then visible only in a reading at which it was fuller.
 * Return: whether the port pauses its peer for the PG for a part of the time, but not now, and the
 * PG held more bytes at the earlier reading.
 */
bool why_was_fuller(const struct why_port *port, unsigned int pg)
{
	const struct wait_pg *now = &port->now->wait_pg[pg];
	unsigned int prio;

	if (!port->before || now->in_xoff || port->before->wait_pg[pg].occupancy <= now->occupancy)
		return false;
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (port_pg(port->config, prio) == pg &&
		    why_permille(port, prio, XOFF_TX) >= HELD_PERMILLE)
			return true;
	return false;
}

/*
 * Return: whether the pauses of a queue are those that its peer asks for.  Frames that the peer
 * did not send as a port, such as those of a user who injects XOFF, have no counterpart there.
 * The readings of the two ports differ by some time, so half of the time is enough.
 */
static bool is_explained(const struct why_port *port, const struct why_port *peer,
			 unsigned int prio)
{
	const struct wait *w = &port->now->wait[prio];
	const unsigned int asked = why_permille(peer, prio, XOFF_TX);
	const unsigned int pg = why_pg_in_xoff(peer, prio);

	if (peer->now->wait[prio].tx_xoff)
		return true;
	/* The pause began after the reading of the peer */
	if (w->rx_paused && w->rx_since > peer->now->time)
		return peer->now->wait_pg[pg].occupancy || why_forced(peer, pg);
	return asked && asked * 2 >= why_permille(port, prio, XOFF_RX);
}

/* Return: whether a watchdog that an operator has triggered decides about the queue */
static bool is_mitigated(const struct port *config, unsigned int prio)
{
	return config->watches[prio].manual || config->watches[prio].injected;
}

/*
 * Find the PG that a queue waits for.
 * @ports: all ports
 * Return: the node of the PG; %WHY_NONE: the queue is not paused, or not by a port of this kernel.
 */
uint32_t why_waits_for(const struct why_port *ports, uint32_t port, unsigned int prio)
{
	const struct why_port *p = &ports[port];

	if (p->peer != WHY_PEER_PORT || is_mitigated(p->config, prio) ||
	    !why_starts(p, prio, XOFF_RX) || !is_explained(p, &ports[p->peer_port], prio))
		return WHY_NONE;
	return why_pg(p->peer_port, why_pg_in_xoff(&ports[p->peer_port], prio));
}
