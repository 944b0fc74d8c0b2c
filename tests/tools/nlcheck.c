// SPDX-License-Identifier: GPL-2.0-only
/* Consistency checks of a port's configuration, for nlfuzz */

#include <string.h>

#include "nlattr.h"
#include "nlmodel.h"

#define PAUSE_NS_MIN		20000

/* ---- priority groups ---------------------------------------------------- */

/* Rejects a priority with PFC on, in either direction, unless flow control is pfc */
static enum verdict check_flow(struct config *config)
{
	int prio;

	for (prio = 0; prio < PRIOS; prio++) {
		config->prio_pfc[prio] = config->prio_pfc_tx[prio] && config->prio_pfc_rx[prio];
		if (config->flow_control != PFC_FLOW_CONTROL_PFC &&
		    (config->prio_pfc_tx[prio] || config->prio_pfc_rx[prio]))
			return NO_PFC_HERE;
	}
	return ACCEPTED;
}

/* The group that a packet of a priority is charged to */
static int charged(const struct config *config, int prio)
{
	return config->flow_control == PFC_FLOW_CONTROL_PAUSE ? 0 : config->prio_pg[prio];
}

static enum verdict check_group(struct config *config, int pg)
{
	struct group *group = &config->pg[pg];
	int prio, on = 0, off = 0;

	for (prio = 0; prio < PRIOS; prio++)
		if (config->prio_pg[prio] == pg)
			*(config->prio_pfc_tx[prio] ? &on : &off) += 1;
	if (group->limits.xon > group->limits.xoff)
		return XON_ABOVE_XOFF;
	if (on && off)
		return MIXED_GROUP;
	group->lossless = on > 0 || (config->flow_control == PFC_FLOW_CONTROL_PAUSE && !pg);
	return ACCEPTED;
}

static enum verdict check_flood(const struct config *config)
{
	int prio, to;

	if (config->flow_control == PFC_FLOW_CONTROL_PAUSE)
		return ACCEPTED;
	for (prio = 0; prio < PRIOS; prio++) {
		to = config->flood_prio[prio];
		if (to != PFC_MAP_NONE && config->pg[charged(config, to)].lossless)
			return FLOODS_LOSSLESS;
	}
	return ACCEPTED;
}

/* ---- queues and classes ------------------------------------------------- */

static enum verdict check_queues(const struct config *config)
{
	int i;

	for (i = 0; i < PRIOS; i++)
		if (config->queue[i].ecn_kmax &&
		    config->queue[i].ecn_kmin > config->queue[i].ecn_kmax)
			return KMIN_ABOVE_KMAX;
	return ACCEPTED;
}

static enum verdict check_classes(const struct config *config)
{
	uint32_t sum = 0, all = 0, i;
	bool any = false, used;

	for (i = 0; i < PRIOS; i++) {
		const struct traffic_class *tc = &config->tc[i];

		bool ets = tc->tsa == PFC_TSA_ETS;

		if (ets == !tc->bw)
			return ets ? NO_SHARE : STRICT_SHARE;
		used = memchr(config->prio_tc, i, PRIOS);
		any |= used && ets;
		sum += used ? tc->bw : 0;
		all += tc->bw;
	}
	return any && sum != 100 && all != 100 ? SHARES_NOT_100 : ACCEPTED;
}

/* ---- whole configuration ------------------------------------------------ */

/* All transmit queues exclude settings that apply to the port as a whole */
static enum verdict check_tx_queues(const struct config *config)
{
	bool whole = config->rate || config->delay;
	int i;

	for (i = 0; i < PRIOS; i++)
		whole |= config->tc[i].rate;
	return whole && config->tx_queues == PFC_TX_QUEUES_ALL ? QUEUES_NEED_ONE : ACCEPTED;
}

/* Checks @config, and sets its lossless PGs and its priorities with PFC in both directions */
enum verdict check_config(struct config *config)
{
	enum verdict v = config->delay && !config->rate ? DELAY_ALONE : ACCEPTED;
	int pg;

	v = v ?: check_tx_queues(config) ?: check_flow(config);
	for (pg = 0; pg < PRIOS && !v; pg++)
		v = check_group(config, pg);
	return v ?: check_flood(config) ?: check_queues(config) ?: check_classes(config);
}

/* The speed is the configured one, else the rate in Mb/s, rounded, else the device's speed */
void derive_speed(struct device *port)
{
	struct config *config = &port->config;
	uint64_t mbit = config->rate / 1000000 + (config->rate % 1000000 >= 500000);

	config->speed_source = config->speed ? PFC_SPEED_SOURCE_SET :
			       config->rate ? PFC_SPEED_SOURCE_RATE : PFC_SPEED_SOURCE_ASSUMED;
	config->link_speed = config->speed ?: mbit ?: port->speed;
}

enum verdict check_pause(const struct request *r, const struct device *port)
{
	uint64_t speed = port->config.link_speed;

	if (!FIND(r, PFC_A_PAUSE_TIME) && !FIND(r, PFC_A_SPEED) && !FIND(r, PFC_A_RATE))
		return ACCEPTED;
	/* the kernel rounds up to whole ns: a pause time just above PAUSE_NS_MIN - 1 suffices */
	return port->config.pause_time * 512000ULL > (PAUSE_NS_MIN - 1) * speed ?
	       ACCEPTED : PAUSE_TOO_SHORT;
}

/* ---- goals -------------------------------------------------------------- */

/* Counts the goals that a configuration change meets */
void note_config(const struct config *was, const struct config *is)
{
	int i, classes = 0, unused = 0;

	goals[PAUSED] += is->flow_control == PFC_FLOW_CONTROL_PAUSE &&
			 was->flow_control != PFC_FLOW_CONTROL_PAUSE;
	goals[ASYMMETRIC] += memcmp(is->prio_pfc_tx, is->prio_pfc_rx, PRIOS) &&
			     memcmp(was, is, sizeof(*is));
	for (i = 0; i < PRIOS; i++) {
		classes += is->tc[i].tsa == PFC_TSA_ETS;
		unused += is->tc[i].tsa == PFC_TSA_ETS && !memchr(is->prio_tc, i, PRIOS);
		goals[MARKING] += is->queue[i].ecn_kmax &&
				  was->queue[i].ecn_kmax != is->queue[i].ecn_kmax;
		goals[FLOOD_MOVED] += is->flood_prio[i] != PFC_MAP_NONE &&
				      was->flood_prio[i] != is->flood_prio[i];
	}
	goals[SHARED] += classes > 1 && memcmp(was->tc, is->tc, sizeof(is->tc));
	goals[UNUSED_SHARE] += unused && memcmp(was->tc, is->tc, sizeof(is->tc));
	goals[BY_RATE] += is->speed_source == PFC_SPEED_SOURCE_RATE &&
			  is->link_speed != was->link_speed;
	goals[RATE_GONE] += is->speed_source == PFC_SPEED_SOURCE_ASSUMED &&
			    was->speed_source == PFC_SPEED_SOURCE_RATE;
	goals[NO_CONTROL] += is->control_prio == PFC_MAP_NONE &&
			     was->control_prio != PFC_MAP_NONE;
}
