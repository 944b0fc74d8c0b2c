// SPDX-License-Identifier: GPL-2.0-only
/*
 * Summary of a port or of a priority group, for "pfcctl show".
 */
#include "overview.h"
#include "port_words.h"
#include "print.h"

/* Words for the states */
const char *const state_words[] = {
	"down", "disabled", "storm", "mitigate", "stalled", "loss", "short", "no-rate",
	"paused", "xoff", "ok", NULL
};

_Static_assert(ARRAY_SIZE(state_words) == STATE_OK + 2, "words are missing");

/* Adds a state that applies to some priorities, or to the port if @prios is 0 */
static void add_state(struct summary *s, enum port_state found, uint8_t prios)
{
	if (found < s->state) {
		s->state = found;
		s->prios = 0;
	}
	if (found == s->state)
		s->prios |= prios;
}

static void add_watch(struct summary *s, const struct watch *watch, uint8_t bit)
{
	if (watch->state == PFC_WATCHDOG_STATE_DISABLED)
		add_state(s, STATE_DISABLED, bit);
	if (watch->state == PFC_WATCHDOG_STATE_STORM)
		add_state(s, STATE_STORM, bit);
	if (watch->manual)
		add_state(s, STATE_MITIGATE, bit);
	if (watch->xoff_stopped)
		add_state(s, STATE_STALLED, bit);
}

static uint64_t longer(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Adds dropped packets.  The loss of lossless packets is a state. */
static void add_drops(struct summary *s, bool lossless, uint64_t n, uint8_t prios)
{
	if (!lossless) {
		s->drop_lossy += n;
		return;
	}
	s->drop_lossless += n;
	if (n)
		add_state(s, STATE_LOSS, prios);
}

/* Adds a priority: pauses, and drops of packets that this host sends */
static void add_prio(struct summary *s, const struct port *port, int prio)
{
	const uint64_t *values = port->counters[COUNTERS_PRIO][prio];
	const bool lossless = port->pgs[port_pg(port, prio)].lossless;
	const uint8_t bit = 1U << prio;

	if (lossless)
		s->lossless |= bit;
	s->tx_xoff += values[PFC_PRIO_STAT_TX_XOFF];
	s->rx_xoff += values[PFC_PRIO_STAT_RX_XOFF];
	s->tx_pause_time = longer(s->tx_pause_time, values[PFC_PRIO_STAT_TX_PAUSE_TIME]);
	s->rx_pause_time = longer(s->rx_pause_time, values[PFC_PRIO_STAT_RX_PAUSE_TIME]);
	if (values[PFC_PRIO_STAT_TX_PAUSED])
		add_state(s, STATE_XOFF, bit);
	if (values[PFC_PRIO_STAT_RX_PAUSED])
		add_state(s, STATE_PAUSED, bit);
	add_watch(s, &port->watches[prio], bit);
	add_drops(s, lossless, queue_drops(port, prio), bit);
}

static uint8_t prios_of(const struct port *port, int id)
{
	uint8_t prios = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (port_pg(port, prio) == id)
			prios |= 1U << prio;
	return prios;
}

/* Return: the peak occupancy of a PG in percent of its XOFF threshold */
static int peak_percent(const struct pg *pg, const uint64_t *values)
{
	const double xoff = (double)pg->min + values[PFC_PG_STAT_THRESHOLD];
	const double peak = values[PFC_PG_STAT_PEAK] * 100.0;

	return peak < xoff * PEAK_MAX ? peak / xoff : peak ? PEAK_MAX : 0;
}

/* Adds a priority group: drops and peak */
static void add_pg(struct summary *s, const struct port *port, int id)
{
	const uint64_t *values = port->counters[COUNTERS_PG][id];
	const uint8_t prios = prios_of(port, id);
	const struct pg *pg = &port->pgs[id];
	const uint64_t lost = pg->lossless ? sum_drops(port, COUNTERS_PG, id, true) : 0;
	int peak;

	/* A lossless PG has the other drops from the time when it was lossy */
	add_drops(s, false, pg_drops(port, id) - lost, prios);
	if (!pg->lossless)
		return;
	add_drops(s, true, lost, prios);
	peak = peak_percent(pg, values);
	if (peak > s->peak)
		s->peak = peak;
	if (pg_short(pg))
		add_state(s, STATE_SHORT, prios);
}

/* Summarize a priority group and its priorities */
void summarize_pg(const struct port *port, int id, struct summary *s)
{
	const uint8_t prios = prios_of(port, id);
	int prio;

	*s = (struct summary){ .up = true, .peak = -1, .state = STATE_OK };
	add_pg(s, port, id);
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (prios >> prio & 1)
			add_prio(s, port, prio);
}

/*
 * Summarize a port, with %SUMMARY_PARTS.  @dev: its device, or NULL if it is unknown
 *
 * The priority of packets that the port has dropped before or after its queues is not known. They
 * count as lossless if the port has a lossless priority.
 */
void summarize_port(const struct port *port, const struct device *dev, struct summary *s)
{
	int i;

	*s = (struct summary){ .up = dev && dev->up, .peak = -1, .state = STATE_OK };
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		add_pg(s, port, i);
		add_prio(s, port, i);
	}
	add_drops(s, s->lossless, port_drops(port), 0);
	if (!s->up)
		add_state(s, STATE_DOWN, 0);
	else if (lacks_rate(port, dev))
		add_state(s, STATE_NO_RATE, 0);
}

/* Return: whether a priority group is lossy and all its numbers are 0 */
bool summary_idle(const struct summary *s)
{
	return s->peak < 0 && s->state == STATE_OK && !s->tx_xoff && !s->rx_xoff &&
	       !s->tx_pause_time && !s->rx_pause_time && !s->drop_lossy;
}
