// SPDX-License-Identifier: GPL-2.0-only
/*
 * Defaults of the settings of ports and profiles, as pfc_config_init() of the module sets them.
 */
#include <linux/pfc_watchdog.h>
#include <string.h>
#include "port_words.h"

static void pg_default(struct pg *pg)
{
	*pg = (struct pg){
		.xoff = PFC_DEFAULT_XOFF, .xon = PFC_DEFAULT_XON,
		.xon_offset = PFC_DEFAULT_XOFF - PFC_DEFAULT_XON,
		.headroom = PFC_DEFAULT_HEADROOM,
		.headroom_auto = PFC_HEADROOM_MODE_DEFAULT, .limit = PFC_DEFAULT_LIMIT,
		.pool = PFC_DEFAULT_POOL,
	};
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
	memset(port->flood_prio, PFC_MAP_NONE, sizeof(port->flood_prio));
	memset(port->prio_dscp, PFC_MAP_NONE, sizeof(port->prio_dscp));
	memset(port->prio_pcp, PFC_MAP_NONE, sizeof(port->prio_pcp));
	memset(port->bounce_prio, PFC_MAP_NONE, sizeof(port->bounce_prio));
	memset(port->bounce_dscp, PFC_MAP_NONE, sizeof(port->bounce_dscp));
}

/* Set all settings of a port to their defaults */
void port_default(struct port *port)
{
	int i;

	memset(port, 0, sizeof(*port));
	port->trust = PFC_TRUST_DSCP;
	port->flow_control = PFC_FLOW_CONTROL_PFC;
	port->overhead = PFC_DEFAULT_OVERHEAD;
	port->pause_time = PFC_PAUSE_TIME_MAX;
	port->queue_limit = PFC_DEFAULT_QUEUE_LIMIT;
	port->batch = PFC_DEFAULT_BATCH;
	port->latency = PFC_DEFAULT_LATENCY;
	port->control_prio = PFC_DEFAULT_CONTROL_PRIO;
	port->speed_source = PFC_SPEED_SOURCE_ASSUMED;
	port->detection_time = PFC_DEFAULT_DETECTION;
	port->escalate_count = PFC_DEFAULT_ESCALATE;
	port->escalate_period = PFC_DEFAULT_PERIOD;
	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		pg_default(&port->pgs[i]);
		port->queues[i].ecn_pmax = PFC_PMAX_ONE;
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
