// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration of a port as a value: defaults, consistency, and what its groups
 * want set aside.  Pure.
 */
#include <linux/bitops.h>
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

/* Lossy if any priority is: the default one, or else the lowest */
static u8 pfc_lossy_prio(const struct pfc_config *config)
{
	u8 lossy = ~config->lossless;

	if (!lossy || lossy & BIT(config->default_prio))
		return config->default_prio;
	return __ffs(lossy);
}

/*
 * What a packet to a group address gets.  These are never lossless, as they are not in
 * the switches of Guo et al. (SIGCOMM 2016): one that is flooded can be paused for by
 * ports that no unicast of it would pass, which closes cycles that routing has not.
 */
static u8 pfc_group_prio(const struct pfc_config *config, int prio)
{
	if (config->flood_prio[prio] != PFC_MAP_NONE)
		return config->flood_prio[prio];
	if (config->lossless == 0xff || !(config->lossless & BIT(prio)))
		return prio;
	return pfc_lossy_prio(config);
}

/* All that follows from other members, but for the groups */
static void pfc_config_derive(struct pfc_config *config)
{
	bool pause = config->flow == PFC_FLOW_PAUSE;
	int i;

	config->lossless = pause ? 0xff : config->pfc_tx;
	config->obeyed = pause ? 0xff : config->pfc_rx;
	config->asks_fdb = config->flood_drop;
	for (i = 0; i < PFC_PRIOS; i++) {
		config->pg_of[i] = pause ? 0 : config->prio_pg[i];
		config->group_prio[i] = pfc_group_prio(config, i);
		if (config->flood_prio[i] != PFC_MAP_NONE)
			config->asks_fdb = true;
	}
	config->plain = !config->asks_fdb && (config->trust == PFC_TRUST_DSCP ||
					      config->trust == PFC_TRUST_DSCP_PCP);
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
		config->pcp_prio[i] = i;
		config->flood_prio[i] = PFC_MAP_NONE;
		config->prio_dscp[i] = PFC_MAP_NONE;
		config->prio_pcp[i] = PFC_MAP_NONE;
		config->same_prio[i] = PFC_MAP_NONE;
		config->same_dscp[i] = PFC_MAP_NONE;
		config->prio_tc[i] = i;
		config->prio_pg[i] = i;
		pfc_limits_init(&config->pg[i]);
		config->queues[i].ecn.pmax = PFC_PMAX_ONE;
	}
	config->trust = PFC_TRUST_DSCP;
	config->flow = PFC_FLOW_PFC;
	config->overhead = PFC_DEFAULT_OVERHEAD;
	config->pause_time = PFC_PAUSE_TIME_MAX;
	config->queue_limit = PFC_DEFAULT_QUEUE_LIMIT;
	config->batch = PFC_DEFAULT_BATCH;
	config->watch = (struct pfc_watch_terms) {
		.detection = PFC_DEFAULT_DETECTION,
		.escalate_count = PFC_DEFAULT_ESCALATE,
		.escalate_period = PFC_DEFAULT_PERIOD,
	};
	pfc_config_derive(config);
}

static enum pfc_config_error pfc_config_check_pgs(struct pfc_config *config, int *which)
{
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		u8 prios = pfc_config_pg_prios(config, i);
		struct pfc_pg_limits *limits = &config->pg[i];
		u8 on = prios & config->lossless;

		*which = i;
		if (limits->xon > limits->xoff)
			return PFC_CONFIG_XON_ABOVE_XOFF;
		if (on && on != prios)
			return PFC_CONFIG_MIXED_PG;
		limits->lossless = on;
		limits->timed = config->watch.xoff_timeout;
		limits->bound = limits->alpha ? PFC_SIZE_MAX :
				on ? limits->xoff : limits->limit;
	}
	return PFC_CONFIG_OK;
}

static enum pfc_config_error pfc_config_check_flood(const struct pfc_config *config,
						    int *which)
{
	int i;

	/* There all are, and the map says no more than which queue they take */
	if (config->flow == PFC_FLOW_PAUSE)
		return PFC_CONFIG_OK;
	for (i = 0; i < PFC_PRIOS; i++) {
		*which = config->flood_prio[i];
		if (*which != PFC_MAP_NONE && config->lossless & BIT(*which))
			return PFC_CONFIG_FLOOD_LOSSLESS;
	}
	return PFC_CONFIG_OK;
}

static enum pfc_config_error pfc_config_check_ecn(const struct pfc_config *config,
						  int *which)
{
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		const struct pfc_ecn *ecn = &config->queues[i].ecn;

		*which = i;
		if (ecn->kmax && ecn->kmin > ecn->kmax)
			return PFC_CONFIG_ECN_ORDER;
	}
	return PFC_CONFIG_OK;
}

static enum pfc_config_error pfc_config_check_tcs(const struct pfc_config *config,
						  int *which)
{
	int i, sum = 0;
	bool any = false;

	for (i = 0; i < PFC_PRIOS; i++) {
		const struct pfc_tc *tc = &config->tcs[i];

		*which = i;
		if (!tc->ets && tc->bw)
			return PFC_CONFIG_STRICT_BW;
		if (tc->ets && !tc->bw)
			return PFC_CONFIG_ETS_BW;
		any |= tc->ets;
		sum += tc->bw;
	}
	*which = sum;
	return any && sum != 100 ? PFC_CONFIG_ETS_SUM : PFC_CONFIG_OK;
}

/**
 * pfc_config_finish() - check a changed configuration and derive the rest
 * @config: what is derived is written
 * @which: on error, the number of the group, priority, queue or class concerned, if one
 *	is, or the sum of the shares
 *
 * A group is lossless if PFC is sent for its priorities.  All of them must agree, as a
 * pause cannot protect a group of which some senders never hear.  With PAUSE there is one
 * group, and all is lossless.
 *
 * Return: %PFC_CONFIG_OK or what is wrong.
 */
enum pfc_config_error pfc_config_finish(struct pfc_config *config, int *which)
{
	enum pfc_config_error error;

	if (config->delay && !config->rate)
		return PFC_CONFIG_DELAY_ALONE;
	if (config->flow != PFC_FLOW_PFC && (config->pfc_tx | config->pfc_rx)) {
		*which = __ffs(config->pfc_tx | config->pfc_rx);
		return PFC_CONFIG_NOT_PFC;
	}

	pfc_config_derive(config);
	error = pfc_config_check_pgs(config, which);
	if (!error)
		error = pfc_config_check_flood(config, which);
	if (!error)
		error = pfc_config_check_ecn(config, which);
	return error ?: pfc_config_check_tcs(config, which);
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
