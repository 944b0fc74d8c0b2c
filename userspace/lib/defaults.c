// SPDX-License-Identifier: GPL-2.0-only
/*
 * Defaults of the settings of ports and profiles, as pfc_config_init() of the module sets them.
 */
#include <linux/pfc_watchdog.h>
#include <string.h>
#include "model.h"
#include "parse.h"

static void pg_default(struct pg *pg)
{
	*pg = (struct pg){ PG_DEFAULTS .pool = PFC_DEFAULT_POOL };
}

static void classes_default(struct port *port)
{
	static const uint8_t shares[PFC_PRIO_COUNT] = { 17, 17, 17, 17, 16, 16 };
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		port->prio_tc[i] = i;
		port->tcs[i].tsa = shares[i] ? PFC_TSA_ETS : PFC_TSA_STRICT;
		port->tcs[i].bw = shares[i];
	}
}

static void maps_default(struct port *port)
{
	int i;

	map_preset("default", port->dscp_prio);
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		port->pcp_prio[i] = i;
		port->prio_pg[i] = i;
	}
	port_clear_maps(port);
}

/* Set all settings of a port to their defaults */
void port_default(struct port *port)
{
	static const struct port_members numbers = { PORT_DEFAULTS };
	int i;

	memset(port, 0, sizeof(*port));
	memcpy(port, &numbers, sizeof(numbers));
	port->speed_source = PFC_SPEED_SOURCE_ASSUMED;
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		pg_default(&port->pgs[i]);
		port->queues[i] = (struct queue){ QUEUE_DEFAULTS };
	}
	maps_default(port);
	classes_default(port);
}

/* Set all settings of a profile to their defaults */
void profile_default(struct profile *profile)
{
	memset(profile, 0, sizeof(*profile));
	pg_default(&profile->pg);
}
