// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration of a port as a value: defaults, consistency, and what its groups
 * want set aside.  Pure.
 */
#include <linux/string.h>
#include "config.h"

/**
 * pfc_limits_init() - what a new group or profile starts with
 * @limits: written
 */
void pfc_limits_init(struct pfc_pg_limits *limits)
{
	*limits = (struct pfc_pg_limits) {
		.xoff = PFC_DEFAULT_XOFF,
		.xon = PFC_DEFAULT_XON,
		.xon_offset = PFC_DEFAULT_XOFF - PFC_DEFAULT_XON,
		.headroom = PFC_DEFAULT_HEADROOM,
		.limit = PFC_DEFAULT_LIMIT,
		.bound = PFC_DEFAULT_LIMIT,
	};
}

/**
 * pfc_config_init() - what a new port starts with
 * @config: written
 *
 * DSCP 0..7 are priorities 0..7 (Guo et al., SIGCOMM 2016); for all others the
 * priority is the class selector (RFC 2474), the upper three bits.
 */
void pfc_config_init(struct pfc_config *config)
{
	int i;

	memset(config, 0, sizeof(*config));
	for (i = 0; i < PFC_DSCPS; i++)
		config->dscp_prio[i] = i < PFC_PRIOS ? i : i >> 3;
	for (i = 0; i < PFC_PRIOS; i++) {
		config->prio_pg[i] = i;
		pfc_limits_init(&config->pg[i]);
	}
	config->pause_time = PFC_PAUSE_TIME_MAX;
	config->queue_limit = PFC_DEFAULT_QUEUE_LIMIT;
	config->batch = PFC_DEFAULT_BATCH;
}

/**
 * pfc_config_finish() - check a changed configuration and derive the rest
 * @config: which groups are lossless, and what bounds them, is written
 * @pg: on error, the group concerned, if one is
 *
 * A group is lossless if PFC is on for its priorities.  All of them must
 * agree, as a pause cannot protect a group of which some senders never hear.
 *
 * Return: %PFC_CONFIG_OK or what is wrong.
 */
enum pfc_config_error pfc_config_finish(struct pfc_config *config, int *pg)
{
	int i;

	if (config->delay && !config->rate)
		return PFC_CONFIG_DELAY_ALONE;

	for (i = 0; i < PFC_PRIOS; i++) {
		u8 prios = pfc_config_pg_prios(config, i);
		struct pfc_pg_limits *limits = &config->pg[i];
		u8 on = prios & config->pfc_prios;

		*pg = i;
		if (limits->xon > limits->xoff)
			return PFC_CONFIG_XON_ABOVE_XOFF;
		if (on && on != prios)
			return PFC_CONFIG_MIXED_PG;
		limits->lossless = on;
		limits->bound = limits->alpha ? PFC_SIZE_MAX :
				on ? limits->xoff : limits->limit;
	}
	return PFC_CONFIG_OK;
}

/**
 * pfc_pg_demand() - what does a group want set aside?
 * @limits: its thresholds
 *
 * Return: that.
 */
struct pfc_demand pfc_pg_demand(const struct pfc_pg_limits *limits)
{
	return (struct pfc_demand) {
		.guarantees = limits->guarantee,
		.headrooms = limits->lossless ? limits->headroom : 0,
	};
}

static u64 pfc_beyond(u64 a, u64 b)
{
	return a > b ? a - b : 0;
}

/**
 * pfc_demand_beyond() - what is in one demand beyond another?
 * @a: the one
 * @b: the other
 *
 * Return: that, of both kinds.
 */
struct pfc_demand pfc_demand_beyond(struct pfc_demand a, struct pfc_demand b)
{
	return (struct pfc_demand) {
		.guarantees = pfc_beyond(a.guarantees, b.guarantees),
		.headrooms = pfc_beyond(a.headrooms, b.headrooms),
	};
}

/**
 * pfc_demand_add() - add up demands
 * @to: gets the sum
 * @what: is added
 */
void pfc_demand_add(struct pfc_demand *to, struct pfc_demand what)
{
	to->guarantees += what.guarantees;
	to->headrooms += what.headrooms;
}
