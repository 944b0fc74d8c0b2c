// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a port in requests and answers.
 */
#include "../impair/impair.h"
#include "../port.h"
#include "netlink.h"

PFC_ADJACENT(struct pfc_impair_counts, frames, xoff_time, PFC_IMPAIR_STAT_FRAMES,
	     PFC_IMPAIR_STAT_MAX);

/* Reads a request.  @forced: gets the bits of the priorities for which it forces XOFF */
static int pfc_read_impairs(struct genl_info *info, struct pfc_impair_config *config,
			    u8 *forced)
{
	struct nlattr *const *attrs = info->attrs;
	int prio, err;

	if (!attrs[PFC_A_IMPAIR] && !attrs[PFC_A_IMPAIR_SEED]) {
		PFC_SET_ERROR_TEXT(pfc_ack(info), "impair: no impairment given");
		return -EINVAL;
	}
	err = pfc_read_fields(attrs, pfc_impair_port_fields, config, info->extack) ?:
	      pfc_read_objects(info, &pfc_impair_kind, config->prio, PFC_IMPAIR_A_XOFF_DUTY,
			       forced);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (!config->prio[prio].xoff_duty)
			*forced &= ~BIT(prio);
	return err;
}

/* Checks the settings against each other and against the port */
static int pfc_check_impairs(const struct pfc_port *port, const struct pfc_impair_config *config,
			     u8 forced, struct pfc_ack *extack)
{
	const struct pfc_config *of_port = rtnl_dereference(port->config);
	u8 delays = pfc_impair_delays(config);

	if (delays && !of_port->rate) {
		int prio = ffs(delays) - 1;

		PFC_SET_CAUSE(extack, PFC_CAUSE_IMPAIR_DELAY, prio, config->prio[prio].delay);
		return -EINVAL;
	}
	if (forced && !(forced & of_port->lossless)) {
		PFC_SET_CAUSE(extack, PFC_CAUSE_SENDS_NO_XOFF, ffs(forced) - 1);
		return -EINVAL;
	}
	return 0;
}

static int pfc_set_impairs(struct pfc_port *port, struct genl_info *info)
{
	struct pfc_impair_config config;
	u8 forced = 0;

	pfc_impair_config(port, &config);
	return pfc_read_impairs(info, &config, &forced) ?:
	       pfc_check_impairs(port, &config, forced, pfc_ack(info)) ?:
	       pfc_impair_set(port, &config, info->attrs[PFC_A_IMPAIR_SEED], pfc_ack(info));
}

int pfc_genl_impair_set(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_for_ports(info, false, pfc_set_impairs);
}

/* Ends the impairments of priorities, or all of them */
static int pfc_impair_clear(struct pfc_port *port, u8 prios, struct pfc_ack *extack)
{
	struct pfc_impair_config config, none;
	int prio;

	if (!rcu_access_pointer(port->impair))
		return 0;
	pfc_impair_config(port, &config);
	pfc_impair_init(&none);
	pfc_for_each_prio(prio, prios)
		config.prio[prio] = none.prio[prio];
	return pfc_impair_set(port, &config, false, extack);
}

static int pfc_impair_del(struct pfc_port *port, struct genl_info *info)
{
	if (info->attrs[PFC_A_PRIOS])
		return pfc_impair_clear(port, pfc_read_prios(info), pfc_ack(info));
	pfc_impair_end(port);
	return 0;
}

int pfc_genl_impair_del(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_for_ports(info, true, pfc_impair_del);
}

static int pfc_put_impair_counts(struct sk_buff *msg, int id,
				 const struct pfc_impair_counts *counts)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_IMPAIR_STATS);

	if (!nest || nla_put_u8(msg, PFC_IMPAIR_STAT_ID, id) ||
	    pfc_put_u64s(msg, PFC_IMPAIR_STAT_FRAMES, PFC_IMPAIR_STAT_MAX, &counts->frames,
			 PFC_IMPAIR_STAT_PAD))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

int pfc_put_impair(struct sk_buff *msg, void *object)
{
	struct pfc_port *port = object;
	const struct pfc_impair *impair = rtnl_dereference(port->impair);
	struct pfc_impair_counts counts[PFC_PRIOS];
	int i, err = pfc_put_name(msg, port);

	if (err || !impair)
		return err;
	pfc_impair_read(impair, counts);
	err = nla_put_u64_64bit(msg, PFC_A_IMPAIR_SINCE, impair->since, PFC_A_PAD) ?:
	      pfc_put_fields(msg, pfc_impair_port_fields, &impair->config, PFC_A_PAD) ?:
	      pfc_put_objects(msg, &pfc_impair_kind, impair->config.prio);
	for (i = 0; i < PFC_PRIOS && !err; i++)
		err = pfc_put_impair_counts(msg, i, &counts[i]);
	return err;
}
