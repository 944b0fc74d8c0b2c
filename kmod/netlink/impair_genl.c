// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a port in requests and answers.
 */
#include <linux/slab.h>
#include "../impair/impair.h"
#include "../port.h"
#include "netlink.h"

static_assert(PFC_IMPAIR_STAT_MAX - PFC_IMPAIR_STAT_FRAMES + 1 ==
	      sizeof(struct pfc_impair_counts) / sizeof(u64));

/* Reads a request.  @forced: gets the bits of the priorities for which it forces XOFF */
static int pfc_read_impairs(const struct genl_info *info, struct pfc_impair_config *config,
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

int pfc_genl_impair_set(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_impair_config config;
	struct pfc_port *port;
	u8 forced = 0;
	int err;

	rtnl_lock();
	port = pfc_genl_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err) {
		pfc_impair_config(port, &config);
		err = pfc_read_impairs(info, &config, &forced) ?:
		      pfc_check_impairs(port, &config, forced, pfc_ack(info)) ?:
		      pfc_impair_set(port, &config, info->attrs[PFC_A_IMPAIR_SEED], pfc_ack(info));
	}
	rtnl_unlock();
	return err;
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
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (prios & BIT(prio))
			config.prio[prio] = none.prio[prio];
	return pfc_impair_set(port, &config, false, extack);
}

static int pfc_impair_del(struct pfc_port *port, const struct genl_info *info, u8 prios)
{
	if (info->attrs[PFC_A_PRIOS])
		return pfc_impair_clear(port, prios, pfc_ack(info));
	pfc_impair_end(port);
	return 0;
}

int pfc_genl_impair_del(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_port *port;
	u8 prios = pfc_read_prios(info);
	u16 id = 0;
	int err = 0;

	rtnl_lock();
	if (pfc_names_port(info)) {
		port = pfc_genl_port(info);
		err = PTR_ERR_OR_ZERO(port) ?: pfc_impair_del(port, info, prios);
	} else {
		while (!err && (port = pfc_port_next(genl_info_net(info), &id)))
			err = pfc_impair_del(port, info, prios);
	}
	rtnl_unlock();
	return err;
}

static int pfc_put_impair_counts(struct sk_buff *msg, int id,
				 const struct pfc_impair_counts *counts)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_IMPAIR_STATS);
	const u64 *count = (const u64 *)counts;
	int stat;

	if (!nest || nla_put_u8(msg, PFC_IMPAIR_STAT_ID, id))
		return -EMSGSIZE;
	for (stat = PFC_IMPAIR_STAT_FRAMES; stat <= PFC_IMPAIR_STAT_MAX; stat++)
		if (nla_put_u64_64bit(msg, stat, *count++, PFC_IMPAIR_STAT_PAD))
			return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_impair_status(struct sk_buff *msg, const struct pfc_impair_status *status)
{
	const struct pfc_impair_config *config = &status->config;
	int i, err;

	err = pfc_put_fields(msg, pfc_impair_status_fields, status, PFC_A_PAD) ?:
	      pfc_put_fields(msg, pfc_impair_port_fields, config, PFC_A_PAD) ?:
	      pfc_put_objects(msg, &pfc_impair_kind, config->prio);
	for (i = 0; i < PFC_PRIOS && !err; i++)
		err = pfc_put_impair_counts(msg, i, &status->counts[i]);
	return err;
}

static int pfc_put_port_impair(struct sk_buff *msg, void *object)
{
	struct pfc_impair_status *status;
	struct pfc_port *port = object;
	int err = pfc_put_name(msg, port);

	if (err || !rcu_access_pointer(port->impair))
		return err;
	status = kmalloc(sizeof(*status), GFP_KERNEL);
	if (!status)
		return -ENOMEM;
	if (pfc_impair_status(port, status))
		err = pfc_put_impair_status(msg, status);
	kfree(status);
	return err;
}

int pfc_genl_impair_get(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_genl_get_one(info, PFC_CMD_IMPAIR_GET, pfc_find_port, pfc_put_port_impair);
}

int pfc_genl_impair_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_ports(skb, cb, PFC_CMD_IMPAIR_GET, pfc_put_port_impair);
}
