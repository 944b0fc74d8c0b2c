// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog in requests and answers.
 */
#include <linux/slab.h>
#include "../port.h"
#include "netlink.h"

static int pfc_put_watch(struct sk_buff *msg, struct pfc_port *port, int prio)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_WATCHDOG);
	struct pfc_watchdog_status shown;

	pfc_watchdog_status(port, prio, &shown);
	if (!nest || nla_put_u8(msg, PFC_WATCHDOG_A_ID, prio) ||
	    nla_put_u8(msg, PFC_WATCHDOG_A_STATE, shown.state) ||
	    nla_put_u64_64bit(msg, PFC_WATCHDOG_A_SINCE, shown.since, PFC_WATCHDOG_A_PAD) ||
	    (shown.acting && nla_put_u8(msg, PFC_WATCHDOG_A_ACTION, shown.action)) ||
	    (shown.manual && nla_put_flag(msg, PFC_WATCHDOG_A_MANUAL)) ||
	    (shown.injected && nla_put_flag(msg, PFC_WATCHDOG_A_INJECTED)) ||
	    (READ_ONCE(port->sender.stopped) & BIT(prio) &&
	     nla_put_flag(msg, PFC_WATCHDOG_A_XOFF_STOPPED)) ||
	    nla_put_u64_64bit(msg, PFC_WATCHDOG_A_DROPPED, shown.dropped,
			      PFC_WATCHDOG_A_PAD) ||
	    nla_put_u64_64bit(msg, PFC_WATCHDOG_A_FORWARDED, shown.forwarded,
			      PFC_WATCHDOG_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_watches(struct sk_buff *msg, struct pfc_port *port)
{
	struct pfc_stats *stats = kmalloc(sizeof(*stats), GFP_KERNEL);
	int prio, err = 0;

	if (!stats)
		return -ENOMEM;
	pfc_stats_get(port, stats);
	for (prio = 0; prio < PFC_PRIOS && !err; prio++)
		err = pfc_put_watch(msg, port, prio) ?:
		      pfc_put_prio_stats(msg, stats, prio);
	kfree(stats);
	return err;
}

static int pfc_put_history(struct sk_buff *msg, struct pfc_port *port)
{
	struct pfc_storm *history;
	int i, n, err = 0;

	history = kmalloc_array(PFC_HISTORY_MAX, sizeof(*history), GFP_KERNEL);
	if (!history)
		return -ENOMEM;
	n = pfc_watchdog_history(port, history);
	for (i = 0; i < n && !err; i++)
		err = pfc_put_storm(msg, &history[i]);
	kfree(history);
	return err;
}

static int pfc_put_port_watchdog(struct sk_buff *msg, void *object)
{
	struct pfc_port *port = object;
	const struct pfc_config *config = rtnl_dereference(port->config);

	return pfc_put_name(msg, port) ?:
	       pfc_put_fields(msg, pfc_watchdog_fields, config, PFC_A_PAD) ?:
	       pfc_put_mask(msg, PFC_A_PRIO_WATCHDOG, config->watchdog.watched) ?:
	       pfc_put_watches(msg, port) ?: pfc_put_history(msg, port);
}

int pfc_genl_watchdog_get(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_genl_get_one(info, PFC_CMD_WATCHDOG_GET, pfc_find_port,
				pfc_put_port_watchdog);
}

int pfc_genl_watchdog_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_ports(skb, cb, PFC_CMD_WATCHDOG_GET, pfc_put_port_watchdog);
}

static int pfc_read_on(const struct genl_info *info, u8 *on)
{
	if (info->attrs[PFC_A_ON]) {
		*on = nla_get_u8(info->attrs[PFC_A_ON]);
		return 0;
	}
	PFC_SET_ERROR_TEXT(pfc_ack(info), "on: must be given, 0 or 1");
	return -EINVAL;
}

/* Call a function for the port that a request selects, or for all ports */
static int pfc_for_ports(struct genl_info *info, u8 prios, u8 on,
			 void (*apply)(struct pfc_port *port, u8 prios, bool on))
{
	struct pfc_port *port;
	int err = 0;
	u16 id = 0;

	rtnl_lock();
	if (pfc_names_port(info)) {
		port = pfc_genl_port(info);
		err = PTR_ERR_OR_ZERO(port);
		if (!err)
			apply(port, prios, on);
	} else {
		while ((port = pfc_port_next(genl_info_net(info), &id)))
			apply(port, prios, on);
	}
	rtnl_unlock();
	return err;
}

static void pfc_clear_storms(struct pfc_port *port, u8 prios, bool on)
{
	pfc_watchdog_clear(port, prios);
}

int pfc_genl_watchdog_clear(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_for_ports(info, pfc_read_prios(info), 0, pfc_clear_storms);
}

int pfc_genl_watchdog_mitigate(struct sk_buff *skb, struct genl_info *info)
{
	u8 on;

	return pfc_read_on(info, &on) ?:
	       pfc_for_ports(info, pfc_read_prios(info), on, pfc_watchdog_mitigate);
}

/* Names the first priority whose storms the port does not detect */
static void pfc_explain_inject(const struct pfc_port *port, u8 prios,
			       struct pfc_ack *extack)
{
	const struct pfc_config *config = rtnl_dereference(port->config);
	unsigned int prio = __ffs(prios & ~port->watchdog.watched);

	if (config->watchdog.watched & BIT(prio))
		PFC_SET_CAUSE(extack, PFC_CAUSE_NO_XOFF_OBEYED, prio);
	else
		PFC_SET_CAUSE(extack, PFC_CAUSE_NOT_WATCHED, prio);
}

int pfc_genl_watchdog_inject(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_port *port;
	u8 on, prios = pfc_read_prios(info);
	int err;

	err = pfc_read_on(info, &on);
	if (err)
		return err;
	rtnl_lock();
	port = pfc_genl_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err) {
		err = pfc_watchdog_inject(port, prios, on);
		if (err)
			pfc_explain_inject(port, prios, pfc_ack(info));
	}
	rtnl_unlock();
	return err;
}
