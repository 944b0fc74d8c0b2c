// SPDX-License-Identifier: GPL-2.0-only
/* What in a port's configuration has to fit together, for nlfuzz */

#include <string.h>

#include "nlattr.h"
#include "nlmodel.h"

#define PAUSE_NS_MIN		20000

/* ---- priority groups ---------------------------------------------------- */

/* Only where PFC is spoken may a priority have it on, in either direction */
static enum verdict check_flow(struct config *config)
{
	int prio;

	for (prio = 0; prio < PRIOS; prio++) {
		config->prio_pfc[prio] = config->pfc_tx[prio] && config->pfc_rx[prio];
		if (config->flow_control != PFC_FLOW_PFC &&
		    (config->pfc_tx[prio] || config->pfc_rx[prio]))
			return NO_PFC_HERE;
	}
	return ACCEPTED;
}

/* The group that a packet of a priority is charged to */
static int charged(const struct config *config, int prio)
{
	return config->flow_control == PFC_FLOW_PAUSE ? 0 : config->prio_pg[prio];
}

static enum verdict check_group(struct config *config, int pg)
{
	struct group *group = &config->pg[pg];
	int prio, on = 0, off = 0;

	for (prio = 0; prio < PRIOS; prio++)
		if (config->prio_pg[prio] == pg)
			*(config->pfc_tx[prio] ? &on : &off) += 1;
	if (group->limits.xon > group->limits.xoff)
		return XON_ABOVE_XOFF;
	if (on && off)
		return MIXED_GROUP;
	group->lossless = on > 0 || (config->flow_control == PFC_FLOW_PAUSE && !pg);
	return ACCEPTED;
}

static enum verdict check_flood(const struct config *config)
{
	int prio, to;

	if (config->flow_control == PFC_FLOW_PAUSE)
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
		if (config->queue[i].kmax && config->queue[i].kmin > config->queue[i].kmax)
			return KMIN_ABOVE_KMAX;
	return ACCEPTED;
}

static enum verdict check_classes(const struct config *config)
{
	uint32_t sum = 0, i;
	bool any = false;

	for (i = 0; i < PRIOS; i++) {
		const struct traffic_class *tc = &config->tc[i];

		bool ets = tc->tsa == PFC_TSA_ETS;

		if (ets == !tc->bw)
			return ets ? NO_SHARE : STRICT_SHARE;
		any |= ets;
		sum += tc->bw;
	}
	return any && sum != 100 ? SHARES_NOT_100 : ACCEPTED;
}

/* ---- all of it ---------------------------------------------------------- */

/* Also what follows from it: which groups are lossless, and where both directions are on */
enum verdict check_config(struct config *config)
{
	enum verdict v = config->delay && !config->rate ? DELAY_ALONE : ACCEPTED;
	int pg;

	v = v ?: check_flow(config);
	for (pg = 0; pg < PRIOS && !v; pg++)
		v = check_group(config, pg);
	return v ?: check_flood(config) ?: check_queues(config) ?: check_classes(config);
}

enum verdict check_pause(const struct request *r, const struct device *port)
{
	uint64_t speed = port->config.speed ?: port->speed;

	if (!FIND(r, PFC_A_PAUSE_TIME) && !FIND(r, PFC_A_SPEED))
		return ACCEPTED;
	/* rounded up to ns, so that many at least: more than one less */
	return port->config.pause_time * 512000ULL > (PAUSE_NS_MIN - 1) * speed ?
	       ACCEPTED : PAUSE_TOO_SHORT;
}

/* ---- goals -------------------------------------------------------------- */

/* What a port has come to */
void note_config(const struct config *was, const struct config *is)
{
	int i, classes = 0;

	goals[PAUSED] += is->flow_control == PFC_FLOW_PAUSE &&
			 was->flow_control != PFC_FLOW_PAUSE;
	goals[ASYMMETRIC] += memcmp(is->pfc_tx, is->pfc_rx, PRIOS) &&
			     memcmp(was, is, sizeof(*is));
	for (i = 0; i < PRIOS; i++) {
		classes += is->tc[i].tsa == PFC_TSA_ETS;
		goals[MARKING] += is->queue[i].kmax && was->queue[i].kmax != is->queue[i].kmax;
		goals[FLOOD_MOVED] += is->flood_prio[i] != PFC_MAP_NONE &&
				      was->flood_prio[i] != is->flood_prio[i];
	}
	goals[SHARED] += classes > 1 && memcmp(was->tc, is->tc, sizeof(is->tc));
}
