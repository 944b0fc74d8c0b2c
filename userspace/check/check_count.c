// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of the counters of a port: faults since the last clear.
 */
#include "check.h"
#include "drops.h"
#include "port_words.h"
#include "print.h"

/* Return: the priorities whose counter is not 0; @sum receives the total of all counters */
static uint8_t prios_counted(const struct port *port, int stat, uint64_t *sum)
{
	unsigned int prio;
	uint8_t prios = 0;

	*sum = 0;
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		uint64_t count = port->counters[COUNTERS_PRIO][prio][stat];

		prios |= !!count << prio;
		*sum += count;
	}
	return prios;
}

/* Appends the command that clears the counters of some priorities */
static void fix_clear_prios(struct check *c, const struct end *end, uint8_t prios)
{
	char buf[FORMAT_LEN];

	fix_pfcctl(c, end, "stats clear dev %s prio %s", end->port->name,
		   word_prios(buf, prios));
}

/* Check that XON, and not expiry, has ended all pauses */
void check_expired(struct check *c, const struct end *end)
{
	const struct port *port = end->port;
	char buf[FORMAT_LEN];
	uint64_t n;
	const uint8_t prios = prios_counted(port, PFC_PRIO_STAT_RX_EXPIRED, &n);

	if (!prios)
		return;
	if (c->peer.port && c->peer.port->pause_time < PFC_PAUSE_TIME_MAX)
		fix_pfcctl(c, &c->peer, "pfc set dev %s pause-time %u", c->peer.port->name,
			   PFC_PAUSE_TIME_MAX);
	fix_clear_prios(c, end, prios);
	check_report(c, prios,
		     "%llu pause%s of priority %s ended without XON: the peer is late or gone",
		     (unsigned long long)n, n == 1 ? "" : "s", word_prios(buf, prios));
}

/* Check that XOFF is refreshed before the pause ends */
void check_late(struct check *c, const struct end *end)
{
	const struct port *port = end->port;
	char buf[FORMAT_LEN];
	uint64_t n;
	const uint8_t prios = prios_counted(port, PFC_PRIO_STAT_TX_LATE, &n);

	if (!prios)
		return;
	if (port->pause_time < PFC_PAUSE_TIME_MAX)
		fix_pfcctl(c, end, "pfc set dev %s pause-time %u", port->name,
			   PFC_PAUSE_TIME_MAX);
	fix_clear_prios(c, end, prios);
	check_report(c, prios,
		     "%llu XOFF of priority %s refreshed too late: this machine was too busy",
		     (unsigned long long)n, word_prios(buf, prios));
}

#define NS_PER_MS	1000000ULL

/* Suggests automatic headroom, or a higher latency if the headroom is already automatic */
static void fix_overflow(struct check *c, const struct end *end, int id)
{
	const struct pg *pg = &end->port->pgs[id];
	const bool is_auto = pg->headroom_auto == PFC_HEADROOM_MODE_AUTO ||
			     (pg_is_auto(end->port, pg) && !pg_short(pg));
	const uint64_t latency = end->port->latency ? end->port->latency * 2ULL : NS_PER_MS;

	if (is_auto && latency <= PFC_LATENCY_MAX)
		fix_pfcctl(c, end, "port set dev %s latency %lluns", end->port->name,
			   (unsigned long long)latency);
	else if (!is_auto && *pg->profile)
		fix_pfcctl(c, end, "profile set %s headroom auto", pg->profile);
	else if (!is_auto)
		fix_pfcctl(c, end, "pg set dev %s pg %d headroom auto", end->port->name, id);
}

/* Suggests a larger queue-limit, for the packets of local sockets during a pause */
static void fix_queue(struct check *c, const struct end *end)
{
	const uint64_t limit = end->port->queue_limit * 2ULL;
	char buf[FORMAT_LEN];

	if (limit && limit <= PFC_SIZE_MAX)
		fix_pfcctl(c, end, "port set dev %s queue-limit %s", end->port->name,
			   word_size(buf, limit));
}

/* Check that queues that the peer can pause lose no packets that this host sends */
void check_queue(struct check *c, const struct end *end)
{
	const uint8_t prios = prios_obeyed(end->port);
	const struct drop *drop;
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		for (drop = drop_kinds[COUNTERS_QUEUE]; drop->stat; drop++) {
			uint64_t n = end->port->counters[COUNTERS_QUEUE][prio][drop->stat];

			if (!n || !(prios >> prio & 1))
				continue;
			if (drop->stat == PFC_QUEUE_STAT_DROP_LOCAL)
				fix_queue(c, end);
			fix_clear_prios(c, end, 1U << prio);
			check_report(c, 1U << prio,
				     "queue %d has lost %llu packet%s sent by this host (%s)", prio,
				     (unsigned long long)n, n == 1 ? "" : "s", drop->name);
		}
	}
}

/* Check that a port with lossless priority groups loses none of their packets */
void check_drops(struct check *c, const struct end *end)
{
	const struct drop *drop;
	bool lossless = false;
	uint64_t n;
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		if (!end->port->pgs[id].lossless)
			continue;
		lossless = true;
		for (drop = drop_kinds[COUNTERS_PG]; drop->stat; drop++) {
			n = end->port->counters[COUNTERS_PG][id][drop->stat];
			if (!n || !drop->cause)
				continue;
			if (drop->stat == PFC_PG_STAT_DROP_HEADROOM)
				fix_overflow(c, end, id);
			fix_pfcctl(c, end, "stats clear dev %s", end->port->name);
			c->pg = id;
			check_report(c, 0, "PG %d has lost %llu lossless packet%s (%s): %s", id,
				     (unsigned long long)n, n == 1 ? "" : "s", drop->name,
				     drop->cause);
		}
	}
	for (drop = drop_kinds[COUNTERS_PORT]; lossless && drop->stat; drop++) {
		n = end->port->counters[COUNTERS_PORT][0][drop->stat];
		if (!n)
			continue;
		fix_pfcctl(c, end, "stats clear dev %s", end->port->name);
		check_report(c, 0, "%llu packet%s of unknown priority dropped (%s): %s",
			     (unsigned long long)n, n == 1 ? "" : "s", drop->name, drop->cause);
	}
}
