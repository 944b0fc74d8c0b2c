// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration of a port as a value: defaults, consistency, and what it
 * reserves of the pool, guarantees and headrooms.  Pure.
 */
#include <linux/string.h>
#include "config.h"

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
		config->pg[i] = (struct pfc_pg_limits) {
			.xoff = PFC_DEFAULT_XOFF,
			.xon = PFC_DEFAULT_XON,
			.xon_offset = PFC_DEFAULT_XOFF - PFC_DEFAULT_XON,
			.headroom = PFC_DEFAULT_HEADROOM,
			.limit = PFC_DEFAULT_LIMIT,
			.bound = PFC_DEFAULT_LIMIT,
		};
	}
	config->pause_time = PFC_PAUSE_TIME_MAX;
	config->queue_limit = PFC_DEFAULT_QUEUE_LIMIT;
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

static u32 pfc_pg_headroom(const struct pfc_pg_limits *limits)
{
	return limits->lossless ? limits->headroom : 0;
}

/**
 * pfc_config_reserved() - how much of the pool is set aside?
 * @config: the port's configuration
 *
 * Return: bytes.
 */
u64 pfc_config_reserved(const struct pfc_config *config)
{
	u64 sum = 0;
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		sum += config->pg[i].guarantee + pfc_pg_headroom(&config->pg[i]);
	return sum;
}

static u32 pfc_more(u32 from, u32 to)
{
	return to > from ? to - from : 0;
}

/**
 * pfc_config_growth() - how much do those groups need that need more?
 * @from: a configuration
 * @to: the one after it
 *
 * Return: bytes, the sum over all guarantees and headrooms that are larger in @to.
 */
u64 pfc_config_growth(const struct pfc_config *from,
		      const struct pfc_config *to)
{
	u64 sum = 0;
	int i;

	for (i = 0; i < PFC_PRIOS; i++) {
		const struct pfc_pg_limits *a = &from->pg[i], *b = &to->pg[i];

		sum += pfc_more(a->guarantee, b->guarantee) +
		       pfc_more(pfc_pg_headroom(a), pfc_pg_headroom(b));
	}
	return sum;
}
