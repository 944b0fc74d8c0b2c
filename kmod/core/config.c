// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration of a port: defaults, consistency checks, and the reservations that its
 * groups need.  Pure functions.
 */
#include <linux/bitops.h>
#include <linux/string.h>
#include "app.h"

/* Set the default thresholds of a group or profile */
void pfc_limits_init(struct pfc_pg_limits *limits)
{
	*limits = (struct pfc_pg_limits) {
		PFC_LIMITS_DEFAULTS
		.bound = PFC_DEFAULT_LIMIT,
	};
}

/*
 * Priority for packets that must not be lossless: the default priority if it is lossy, else
 * the lowest lossy priority.  If no priority is lossy: the default priority.
 */
static u8 pfc_lossy_prio(const struct pfc_config *config)
{
	u8 lossy = ~config->lossless;

	if (!lossy || lossy & BIT(config->default_prio))
		return config->default_prio;
	return __ffs(lossy);
}

/*
 * Priority of a packet to a multicast or broadcast address.  Unless all priorities are
 * lossless, such a packet is never lossless, see "Flooding" in architecture.rst.
 */
static u8 pfc_mcast_prio(const struct pfc_config *config, int prio)
{
	if (config->flood_prio[prio] != PFC_MAP_NONE)
		return config->flood_prio[prio];
	if (config->lossless == 0xff || !(config->lossless & BIT(prio)))
		return prio;
	return pfc_lossy_prio(config);
}

/* Compute all derived members except those of the groups, see pfc_config_check_pgs() */
static void pfc_config_derive(struct pfc_config *config)
{
	bool pause = config->flow == PFC_FLOW_CONTROL_PAUSE;
	int i;

	config->lossless = pause ? 0xff : config->pfc_tx;
	config->obeyed = pause ? 0xff : config->pfc_rx;
	config->asks_fdb = config->flood_drop;
	for (i = 0; i < PFC_PRIOS; i++) {
		config->pg_of[i] = pause ? 0 : config->prio_pg[i];
		config->mcast_prio[i] = pfc_mcast_prio(config, i);
		if (config->flood_prio[i] != PFC_MAP_NONE)
			config->asks_fdb = true;
	}
	pfc_app_egress(config);
	config->plain = !config->asks_fdb && (config->trust == PFC_TRUST_DSCP ||
					      config->trust == PFC_TRUST_DSCP_PCP);
}

/*
 * As on RoCE switches: the priorities of network control traffic are strict and all others
 * share the remaining bandwidth, so a saturated lossless priority starves no other
 * priority.
 */
static void pfc_config_init_tcs(struct pfc_config *config)
{
	static const u8 shares[PFC_PRIOS] = { 17, 17, 17, 17, 16, 16 };
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		config->prio_tc[i] = i;
		config->tcs[i].ets = shares[i];
		config->tcs[i].bw = shares[i];
	}
}

void pfc_config_init(struct pfc_config *config)
{
	static const struct pfc_config numbers = { PFC_CONFIG_DEFAULTS };
	static const struct pfc_queue_limits queue = { PFC_QUEUE_DEFAULTS };
	int i;

	*config = numbers;
	for (i = 0; i < PFC_DSCPS; i++)
		config->dscp_prio[i] = pfc_default_dscp_prio(i);
	for (i = 0; i < PFC_PRIOS; i++) {
		config->pcp_prio[i] = i;
		config->flood_prio[i] = PFC_MAP_NONE;
		config->prio_dscp[i] = PFC_MAP_NONE;
		config->prio_pcp[i] = PFC_MAP_NONE;
		config->bounce_prio[i] = PFC_MAP_NONE;
		config->bounce_dscp[i] = PFC_MAP_NONE;
		config->prio_pg[i] = i;
		pfc_limits_init(&config->pg[i]);
		config->queues[i] = queue;
	}
	pfc_config_init_tcs(config);
	pfc_config_derive(config);
}

static enum pfc_cause pfc_config_check_pgs(struct pfc_config *config, int *which)
{
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		u8 prios = pfc_config_pg_prios(config, i);
		struct pfc_pg_limits *limits = &config->pg[i];
		u8 on = prios & config->lossless;

		*which = i;
		if (limits->xon > limits->xoff)
			return PFC_CAUSE_XON_ABOVE_XOFF;
		if (on && on != prios)
			return PFC_CAUSE_MIXED_PG;
		limits->lossless = on;
		limits->timed = config->watchdog.xoff_timeout;
		limits->bound = on ? limits->xoff : limits->limit;
		if (limits->alpha)
			limits->bound = pfc_limits_ahead(limits) ? 0 : PFC_SIZE_MAX;
		limits->bound = min(limits->bound, pfc_limits_room(limits));
	}
	return PFC_CAUSE_NONE;
}

static enum pfc_cause pfc_config_check_flood(const struct pfc_config *config, int *which)
{
	int i;

	/* With PAUSE, all packets are lossless, and flood_prio only selects the queue */
	if (config->flow == PFC_FLOW_CONTROL_PAUSE)
		return PFC_CAUSE_NONE;
	for (i = 0; i < PFC_PRIOS; i++) {
		*which = config->flood_prio[i];
		if (*which != PFC_MAP_NONE && config->lossless & BIT(*which))
			return PFC_CAUSE_FLOOD_LOSSLESS;
	}
	return PFC_CAUSE_NONE;
}

static enum pfc_cause pfc_config_check_queues(const struct pfc_config *config, int *which)
{
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		const struct pfc_queue_limits *limits = &config->queues[i];

		*which = i;
		if (limits->ecn.kmax && limits->ecn.kmin > limits->ecn.kmax)
			return PFC_CAUSE_ECN_ORDER;
		if (limits->guarantee && !limits->pool)
			return PFC_CAUSE_QUEUE_MIN;
	}
	return PFC_CAUSE_NONE;
}

static enum pfc_cause pfc_config_check_tcs(const struct pfc_config *config, int *which)
{
	int i, sum = 0, all = 0;
	bool any = false;
	u8 used = 0;

	/*
	 * The share of a class without priorities has no effect.  The sum of 100 may include
	 * or exclude such shares, so that a user can move all priorities of a class to
	 * another class.
	 */
	for (i = 0; i < PFC_PRIOS; i++)
		used |= BIT(config->prio_tc[i]);
	for (i = 0; i < PFC_PRIOS; i++) {
		const struct pfc_tc *tc = &config->tcs[i];

		*which = i;
		if (!tc->ets && tc->bw)
			return PFC_CAUSE_STRICT_SHARE;
		if (tc->ets && !tc->bw)
			return PFC_CAUSE_ETS_SHARE;
		all += tc->bw;
		if (!(used & BIT(i)))
			continue;
		any |= tc->ets;
		sum += tc->bw;
	}
	*which = sum;
	return any && sum != 100 && all != 100 ? PFC_CAUSE_ETS_SUM : PFC_CAUSE_NONE;
}

/* The frames of a port with a rate or a delay wait in the root qdisc, and hardly in the device */
bool pfc_config_is_timed(const struct pfc_config *config)
{
	int tc;

	for (tc = 0; tc < PFC_PRIOS; tc++)
		if (config->tcs[tc].rate)
			return true;
	return config->rate || config->delay;
}

/* Rates and a delay, and the pools of queues, apply to the port as a whole: one transmit queue */
bool pfc_config_needs_one(const struct pfc_config *config)
{
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		if (config->queues[i].pool)
			return true;
	return pfc_config_is_timed(config);
}

/*
 * Check a changed configuration and derive the remaining members.
 * @config: configuration; the derived members are written
 * @which: on error, the number of the affected group, priority, queue or class, if any, or
 *	the sum of the shares
 *
 * A group is lossless if PFC is sent for its priorities.  PFC must be sent for all of them
 * or for none: a pause cannot protect the buffer of a group if the peer continues to send
 * some of its priorities.  With PAUSE, there is one group, and all priorities are lossless.
 * Return: %PFC_CAUSE_NONE or the error.
 */
enum pfc_cause pfc_config_validate(struct pfc_config *config, int *which)
{
	enum pfc_cause error;

	if (config->delay && !config->rate)
		return PFC_CAUSE_DELAY_WITHOUT_RATE;
	if (config->tx_queues == PFC_TX_QUEUES_ALL && pfc_config_needs_one(config))
		return PFC_CAUSE_TX_QUEUES_ALL;
	if (config->flow != PFC_FLOW_CONTROL_PFC && (config->pfc_tx | config->pfc_rx)) {
		*which = __ffs(config->pfc_tx | config->pfc_rx);
		return PFC_CAUSE_FLOW_CONTROL;
	}

	pfc_config_derive(config);
	error = pfc_config_check_pgs(config, which);
	if (!error)
		error = pfc_config_check_flood(config, which);
	if (!error)
		error = pfc_config_check_queues(config, which);
	return error ?: pfc_config_check_tcs(config, which);
}

/*
 * Size of a headroom by its mode.
 * @needed: headroom that a lossless group of the port needs, bytes
 * @source: &enum pfc_speed_source of the port
 *
 * By default, a group that becomes lossless takes what it needs.  Without a rate or a link speed
 * that is only a guess, which would take megabytes of the pool from the other ports.
 * Return: bytes.
 */
u32 pfc_config_headroom(const struct pfc_config *config, int pg, u32 needed, u8 source)
{
	const struct pfc_pg_limits *limits = &config->pg[pg];

	switch (limits->headroom_mode) {
	case PFC_HEADROOM_MODE_FIXED:
		return limits->headroom;
	case PFC_HEADROOM_MODE_DEFAULT:
		if (!limits->lossless || source == PFC_SPEED_SOURCE_ASSUMED)
			return PFC_DEFAULT_HEADROOM;
	}
	return needed;
}

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

/* For each kind of reservation, the difference, or 0 if @b is larger */
struct pfc_demand pfc_demand_beyond(struct pfc_demand a, struct pfc_demand b)
{
	return (struct pfc_demand) {
		.guarantees = pfc_beyond(a.guarantees, b.guarantees),
		.headrooms = pfc_beyond(a.headrooms, b.headrooms),
	};
}

void pfc_demand_add(struct pfc_demand *sum, struct pfc_demand demand)
{
	sum->guarantees += demand.guarantees;
	sum->headrooms += demand.headrooms;
}
