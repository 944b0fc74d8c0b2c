// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of the configuration of a port.
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "port_words.h"
#include "setting.h"

#define CHECK_IMPAIR_LEN	(PFC_PRIO_COUNT * IMPAIR_WORDS_LEN)

/* Return: the rate that the peer expects, or else the speed of the port, bits per second */
static uint64_t suggested_rate(const struct port *port, const struct end *peer)
{
	if (peer->port && (peer->port->peer_rate || peer->port->rate))
		return peer->port->peer_rate ?: peer->port->rate;
	return (port->speed ?: PFC_SPEED_DEFAULT) * 1000000ULL;
}

/* Check that a port has the rate that it needs */
void check_no_rate(struct check *c, const struct end *end)
{
	const struct port *port = end->port;
	char buf[FORMAT_LEN];

	if (!lacks_rate(port, end->dev))
		return;
	fix_pfcctl(c, end, "port set dev %s rate %s", port->name,
		   word_rate(buf, suggested_rate(port, &c->peer)));
	check_report(c, 0, "no rate: bursts overflow kernel queues that PFC does not protect");
}

/* Appends the command that enlarges the pool of a PG, if less than @more bytes are unreserved */
static void fix_pool(struct check *c, const struct end *end, const struct pg *pg,
		     uint64_t more)
{
	struct pools pools;
	char buf[FORMAT_LEN];
	uint64_t size;

	if (pools_load(c->ctx, pg->pool, &pools))
		return;
	if (pools.n && pools.list[0].size - pools.list[0].reserved < more) {
		size = pools.list[0].size + more;
		size = (size + (1 << 20) - 1) >> 20 << 20;
		fix_pfcctl(c, end, "pool set %s size %s", pg->pool, word_size(buf, size));
	}
	free(pools.list);
}

/* Check that lossless priority groups have the required headroom */
void check_headroom(struct check *c, const struct end *end)
{
	char has[FORMAT_LEN], needs[FORMAT_LEN];
	int id;

	for (id = 0; id < PFC_PRIO_COUNT; id++) {
		const struct pg *pg = &end->port->pgs[id];

		if (!pg_short(pg))
			continue;
		fix_pool(c, end, pg, pg->headroom_needed - pg->headroom);
		if (pg->headroom_auto != PFC_HEADROOM_MODE_AUTO && *pg->profile)
			fix_pfcctl(c, end, "profile set %s headroom auto", pg->profile);
		else if (pg->headroom_auto != PFC_HEADROOM_MODE_AUTO || !*c->fix)
			fix_pfcctl(c, end, "pg set dev %s pg %d headroom auto",
				   end->port->name, id);
		c->pg = id;
		check_report(c, 0,
			     "PG %d has %s of headroom, the link needs %s: it may lose packets", id,
			     format_size(has, pg->headroom),
			     format_size(needs, pg->headroom_needed));
	}
}

/* Check that priorities that the peer can pause have a watchdog */
void check_watchdog(struct check *c, const struct end *end)
{
	const struct port *port = end->port;
	const uint8_t prios = prios_obeyed(port) & ~prio_mask(port->prio_watchdog);
	char buf[FORMAT_LEN];

	if (!prios)
		return;
	fix_pfcctl(c, end, "watchdog set dev %s prio-watchdog", port->name);
	fix_prios_on(c, prios);
	check_report(c, prios,
		     "priority %s obeys %s without a watchdog: the peer can pause it forever",
		     word_prios(buf, prios),
		     port->flow_control == PFC_FLOW_CONTROL_PAUSE ? "PAUSE" : "XOFF");
}

/*
 * Return: the priorities whose queues can stay backlogged.  Senders of a lossless priority
 * wait instead of losing packets, so its queue does not run empty.  A port that obeys XOFF for
 * all priorities gives no hint about which of them are lossless.
 */
static uint8_t backlogged_prios(const struct port *port)
{
	const uint8_t obeyed = prios_obeyed(port);

	return prios_sent(port) | (obeyed == 0xff ? 0 : obeyed);
}

/* Check that strict classes with lossless traffic cannot starve others */
void check_strict(struct check *c, const struct end *end)
{
	const struct port *port = end->port;
	const uint8_t backlogged = backlogged_prios(port);
	uint8_t prios[PFC_PRIO_COUNT] = { 0 }, below;	/* by class */
	char buf[FORMAT_LEN], others[FORMAT_LEN];
	uint64_t rate = port->rate ?: port->speed * 1000000ULL;
	int prio, tc, other;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		prios[port->prio_tc[prio]] |= 1U << prio;
	for (tc = PFC_PRIO_COUNT - 1; tc >= 0; tc--) {
		if (port->tcs[tc].tsa != PFC_TSA_STRICT || port->tcs[tc].rate ||
		    !(prios[tc] & backlogged))
			continue;
		for (below = 0, other = 0; other < PFC_PRIO_COUNT; other++)
			if (other < tc || port->tcs[other].tsa != PFC_TSA_STRICT)
				below |= prios[other];
		if (!below)
			continue;
		rate = rate / 2 < PFC_RATE_MIN ? PFC_RATE_MIN : rate / 2;
		fix_pfcctl(c, end, "ets set dev %s tc-maxrate %d:%s", port->name, tc,
			   word_rate(buf, rate));
		check_report(c, prios[tc] & backlogged,
			     "lossless priority %s in strict class %d may starve priority %s",
			     word_prios(buf, prios[tc] & backlogged), tc,
			     word_prios(others, below));
	}
}

/* Check that a port does not disturb its link on purpose */
void check_impair(struct check *c, const struct end *end)
{
	const struct impairments *of = &end->port->impairments;
	const uint8_t prios = impair_prios(of);
	char words[IMPAIR_WORDS_LEN], list[CHECK_IMPAIR_LEN] = "", buf[FORMAT_LEN];
	uint8_t alike;
	int prio;

	if (!prios)
		return;
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		alike = impair_alike(of, prio);
		if (alike)
			text_append(list, sizeof(list), "%spriority %s %s", *list ? "; " : "",
				    word_prios(buf, alike),
				    impair_words(words, &of->prios[prio]));
	}
	fix_pfcctl(c, end, "impair off dev %s", end->port->name);
	check_report(c, prios, "impairments are on: %s", list);
}
