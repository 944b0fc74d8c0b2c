// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a port in requests and answers.
 */
#include <linux/slab.h>
#include "../impair.h"
#include "../port.h"
#include "netlink.h"

static_assert(PFC_IMPAIR_STAT_MAX - PFC_IMPAIR_STAT_FRAMES + 1 ==
	      sizeof(struct pfc_impair_counts) / sizeof(u64));

/* Shortest loss of the link outside the initial user namespace, ns */
#define PFC_IMPAIR_LINK_USER	(100 * NSEC_PER_MSEC)

static int pfc_read_ratio(const struct nlattr *attr, const char *name, u32 *ratio,
			  struct pfc_ack *extack)
{
	return pfc_read_u32(attr, name, ratio, PFC_PMAX_ONE, " millionths", extack);
}

static int pfc_read_xoff(struct nlattr **tb, struct pfc_impair_prio *prio,
			 struct pfc_ack *extack)
{
	struct nlattr *period = tb[PFC_IMPAIR_A_XOFF_PERIOD];
	int err;

	if (period) {
		err = pfc_read_range(period, "xoff-period", nla_get_u32(period),
				     PFC_IMPAIR_XOFF_MIN, PFC_IMPAIR_XOFF_MAX, " ns", extack);
		if (err)
			return err;
		prio->xoff_period = nla_get_u32(period);
	}
	return pfc_read_ratio(tb[PFC_IMPAIR_A_XOFF_DUTY], "xoff-duty", &prio->xoff_duty, extack);
}

/* Reads the impairments of a priority.  @forced: gets the bit of a priority with forced XOFF */
static int pfc_read_impair(const struct nlattr *nest, struct pfc_impair_config *config, u8 *forced,
			   struct pfc_ack *extack)
{
	struct nlattr *tb[PFC_IMPAIR_A_MAX + 1];
	struct pfc_impair_prio *prio;
	u8 id;
	int err;

	err = nla_parse_nested(tb, PFC_IMPAIR_A_MAX, nest, pfc_impair_policy, &extack->ext) ?:
	      pfc_read_number(nest, tb[PFC_IMPAIR_A_ID], "impair", &id, extack);
	if (err)
		return err;
	prio = &config->prio[id];
	err = pfc_read_ratio(tb[PFC_IMPAIR_A_LOSS], "loss", &prio->loss, extack) ?:
	      pfc_read_ratio(tb[PFC_IMPAIR_A_CE], "ce", &prio->ce, extack) ?:
	      pfc_read_u32(tb[PFC_IMPAIR_A_DELAY], "delay", &prio->delay, PFC_DELAY_MAX, " ns",
			   extack) ?:
	      pfc_read_ratio(tb[PFC_IMPAIR_A_PFC_CORRUPT], "pfc-corrupt", &prio->pfc_corrupt,
			     extack) ?:
	      pfc_read_u32(tb[PFC_IMPAIR_A_PFC_DELAY], "pfc-delay", &prio->pfc_delay,
			   PFC_IMPAIR_PFC_DELAY_MAX, " ns", extack) ?:
	      pfc_read_xoff(tb, prio, extack);
	if (!err && tb[PFC_IMPAIR_A_XOFF_DUTY] && prio->xoff_duty)
		*forced |= BIT(id);
	return err;
}

/* Read a time of the losses of the link, if present.  @zero: 0 is valid, too */
static int pfc_read_link_time(const struct nlattr *attr, const char *name, bool zero, u64 *time,
			      struct pfc_ack *extack)
{
	int err;

	if (!attr)
		return 0;
	if (!zero || nla_get_u64(attr)) {
		err = pfc_read_range(attr, name, nla_get_u64(attr), PFC_IMPAIR_LINK_MIN,
				     PFC_IMPAIR_LINK_MAX, " ns", extack);
		if (err)
			return err;
	}
	*time = nla_get_u64(attr);
	return 0;
}

static int pfc_read_impairs(const struct genl_info *info, struct pfc_impair_config *config,
			    u8 *forced)
{
	struct pfc_ack *extack = pfc_ack(info);
	struct nlattr *const *attrs = info->attrs;
	struct nlattr *attr;
	int rem, err;

	if (!attrs[PFC_A_IMPAIR] && !attrs[PFC_A_IMPAIR_SEED] && !attrs[PFC_A_IMPAIR_LINK_DOWN] &&
	    !attrs[PFC_A_IMPAIR_LINK_PERIOD]) {
		PFC_SET_ERROR_TEXT(extack, "impair: no impairment given");
		return -EINVAL;
	}
	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != PFC_A_IMPAIR)
			continue;
		err = pfc_read_impair(attr, config, forced, extack);
		if (err)
			return err;
	}
	if (attrs[PFC_A_IMPAIR_SEED])
		config->seed = nla_get_u32(attrs[PFC_A_IMPAIR_SEED]);
	return pfc_read_link_time(attrs[PFC_A_IMPAIR_LINK_DOWN], "link-down", true,
				  &config->link_down, extack) ?:
	       pfc_read_link_time(attrs[PFC_A_IMPAIR_LINK_PERIOD], "link-period", false,
				  &config->link_period, extack);
}

/* Checks the settings against each other and against the port */
static int pfc_check_impairs(const struct pfc_port *port, const struct pfc_impair_config *config,
			     u8 forced, struct pfc_ack *extack)
{
	const struct pfc_config *of_port = rtnl_dereference(port->config);
	u8 delays = pfc_impair_delays(config);

	if (delays && !of_port->rate) {
		int prio = ffs(delays) - 1;

		PFC_SET_ERROR_TEXT(extack,
				   "delay: priority %d: %u ns needs a rate, but the rate is unlimited",
				   prio, config->prio[prio].delay);
		return -EINVAL;
	}
	if (forced && !(forced & of_port->lossless)) {
		PFC_SET_ERROR_TEXT(extack,
				   "xoff-duty: priority %d sends no XOFF (prio-pfc-tx is off)",
				   ffs(forced) - 1);
		return -EINVAL;
	}
	/* Each loss on a veth takes RTNL, and changes the state of its peer in another namespace */
	if (config->link_down && port->net->user_ns != &init_user_ns &&
	    (config->link_down < PFC_IMPAIR_LINK_USER || config->link_period < NSEC_PER_SEC)) {
		PFC_SET_ERROR_TEXT(extack,
				   "link-down: in a user namespace at least 100 ms in each 1 s, not %llu ns in %llu ns",
				   config->link_down, config->link_period);
		return -EINVAL;
	}
	if (config->link_down >= config->link_period) {
		PFC_SET_ERROR_TEXT(extack, "link-down: %llu ns must be below the period of %llu ns",
				   config->link_down, config->link_period);
		return -EINVAL;
	}
	return 0;
}

/**
 * pfc_genl_impair_set() - handle %PFC_CMD_IMPAIR_SET
 * @skb: the request
 * @info: the request
 *
 * Return: 0, or an error with extack; then nothing has changed.
 */
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

/**
 * pfc_genl_impair_del() - handle %PFC_CMD_IMPAIR_DEL
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_impair_del(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_port *port;
	u16 id = 0;
	u8 prios;
	int err;

	err = pfc_read_prios(info, &prios);
	if (err)
		return err;
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

static int pfc_put_impair(struct sk_buff *msg, int id, const struct pfc_impair_prio *prio)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_IMPAIR);

	if (!nest || nla_put_u8(msg, PFC_IMPAIR_A_ID, id) ||
	    nla_put_u32(msg, PFC_IMPAIR_A_LOSS, prio->loss) ||
	    nla_put_u32(msg, PFC_IMPAIR_A_CE, prio->ce) ||
	    nla_put_u32(msg, PFC_IMPAIR_A_DELAY, prio->delay) ||
	    nla_put_u32(msg, PFC_IMPAIR_A_PFC_CORRUPT, prio->pfc_corrupt) ||
	    nla_put_u32(msg, PFC_IMPAIR_A_PFC_DELAY, prio->pfc_delay) ||
	    nla_put_u32(msg, PFC_IMPAIR_A_XOFF_DUTY, prio->xoff_duty) ||
	    nla_put_u32(msg, PFC_IMPAIR_A_XOFF_PERIOD, prio->xoff_period))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
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

static int pfc_put_impair_u64(struct sk_buff *msg, int type, u64 value)
{
	return nla_put_u64_64bit(msg, type, value, PFC_A_PAD);
}

static int pfc_put_impair_status(struct sk_buff *msg, const struct pfc_impair_status *status)
{
	const struct pfc_impair_config *config = &status->config;
	int i, err;

	err = pfc_put_impair_u64(msg, PFC_A_IMPAIR_SINCE, status->since) ?:
	      nla_put_u32(msg, PFC_A_IMPAIR_SEED, config->seed) ?:
	      pfc_put_impair_u64(msg, PFC_A_IMPAIR_LINK_DOWN, config->link_down) ?:
	      pfc_put_impair_u64(msg, PFC_A_IMPAIR_LINK_PERIOD, config->link_period) ?:
	      pfc_put_impair_u64(msg, PFC_A_IMPAIR_LINK_DOWNS, status->link_downs) ?:
	      pfc_put_impair_u64(msg, PFC_A_IMPAIR_LINK_TIME, status->link_time) ?:
	      pfc_put_impair_u64(msg, PFC_A_IMPAIR_LINK_LOST, status->link_lost);
	for (i = 0; i < PFC_PRIOS && !err; i++)
		err = pfc_put_impair(msg, i, &config->prio[i]) ?:
		      pfc_put_impair_counts(msg, i, &status->counts[i]);
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

/**
 * pfc_genl_impair_get() - handle %PFC_CMD_IMPAIR_GET of one port
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_impair_get(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_genl_get_one(info, PFC_CMD_IMPAIR_GET, pfc_find_port, pfc_put_port_impair);
}

/**
 * pfc_genl_impair_dump() - handle %PFC_CMD_IMPAIR_GET of all ports of the namespace
 * @skb: the answer
 * @cb: the dump
 *
 * Return: length of the answer or an error.
 */
int pfc_genl_impair_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_ports(skb, cb, PFC_CMD_IMPAIR_GET, pfc_put_port_impair);
}
