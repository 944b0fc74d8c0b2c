/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Summary of a port or of a priority group.
 */
#ifndef OVERVIEW_H
#define OVERVIEW_H

#include "device.h"
#include "drops.h"

/* What an operator must know, the most urgent first; "pfcctl show" prints the first that applies */
enum port_state {
	STATE_DOWN,
	STATE_DISABLED,
	STATE_STORM,
	STATE_MITIGATE,
	STATE_STALLED,
	STATE_LOSS,
	STATE_SHORT,
	STATE_NO_RATE,
	STATE_PAUSED,
	STATE_XOFF,
	STATE_OK,
};

extern const char *const state_words[];

/**
 * struct summary - a port, or a priority group of it, in a few numbers
 * @up: the link is up
 * @lossless: bit mask of the priorities in lossless PGs
 * @tx_xoff: number of XOFF sent
 * @rx_xoff: number of XOFF received
 * @tx_pause_time: time for which the peer was paused, ns; the longest of all priorities
 * @rx_pause_time: time for which the port was paused, ns; the longest of all priorities
 * @drop_lossless: dropped packets of lossless priorities
 * @drop_lossy: dropped packets of lossy priorities
 * @peak: peak occupancy of a lossless PG in percent of its XOFF threshold, the highest of all
 *	PGs; -1: no lossless PG
 * @state: the most urgent state
 * @prios: bit mask of the priorities in @state; 0: the state is that of the port
 */
struct summary {
	bool		up;
	uint8_t		lossless;
	uint64_t	tx_xoff;
	uint64_t	rx_xoff;
	uint64_t	tx_pause_time;
	uint64_t	rx_pause_time;
	uint64_t	drop_lossless;
	uint64_t	drop_lossy;
	int		peak;
	enum port_state	state;
	uint8_t		prios;
};

/* Parts of a port that a summary needs */
#define SUMMARY_PARTS	(PORT_CONFIG | PORT_STATS | PORT_WATCH)

/* Largest value of @peak */
#define PEAK_MAX	999

void summarize_port(const struct port *port, const struct device *dev, struct summary *s);
void summarize_pg(const struct port *port, int id, struct summary *s);
bool summary_idle(const struct summary *s);

#endif /* OVERVIEW_H */
