/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events to print, and pauses that begin and end with them.
 */
#ifndef MONITOR_H
#define MONITOR_H

#include "event.h"

/**
 * struct filter - events or pauses to print
 * @dev: the device, or NULL for all
 * @prios: bit mask of the priorities; 0: all, and events without a priority
 * @events: bit mask of the events; 0: all
 */
struct filter {
	const char	*dev;
	uint8_t		prios;
	uint32_t	events;
};

/* Ports with pauses whose begin was reported */
struct pauses {
	size_t			n;
	struct paused_port	*list;
};

void pauses_event(const struct ctx *ctx, const struct filter *filter, struct pauses *pauses,
		  const struct event *e);
void pauses_free(struct pauses *pauses);

#endif /* MONITOR_H */
