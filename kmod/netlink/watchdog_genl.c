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
	const int pad = PFC_WATCHDOG_A_PAD;
	struct pfc_watchdog_status shown;

	pfc_watchdog_status(port, prio, &shown);
	if (!nest || nla_put_u8(msg, PFC_WATCHDOG_A_ID, prio) ||
	    nla_put_u8(msg, PFC_WATCHDOG_A_STATE, shown.state) ||
	    nla_put_u64_64bit(msg, PFC_WATCHDOG_A_SINCE, shown.since, pad) ||
	    (shown.acting && nla_put_u8(msg, PFC_WATCHDOG_A_ACTION, shown.action)) ||
	    (shown.manual && nla_put_flag(msg, PFC_WATCHDOG_A_MANUAL)) ||
	    (shown.injected && nla_put_flag(msg, PFC_WATCHDOG_A_INJECTED)) ||
	    (READ_ONCE(port->sender.stopped) & BIT(prio) &&
	     nla_put_flag(msg, PFC_WATCHDOG_A_XOFF_STOPPED)) ||
	    nla_put_u64_64bit(msg, PFC_WATCHDOG_A_DROPPED, shown.dropped, pad) ||
	    nla_put_u64_64bit(msg, PFC_WATCHDOG_A_FORWARDED, shown.forwarded, pad))
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
		      pfc_put_counters(msg, PFC_A_STATS_PRIO, prio, stats->prio[prio],
				       PFC_PRIO_STATS);
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

int pfc_put_watchdog(struct sk_buff *msg, void *object)
{
	struct pfc_port *port = object;
	const struct pfc_config *config = rtnl_dereference(port->config);

	return pfc_put_name(msg, port) ?:
	       pfc_put_fields(msg, pfc_watchdog_fields, config, PFC_A_PAD) ?:
	       pfc_put_mask(msg, PFC_A_PRIO_WATCHDOG, config->watchdog.watched) ?:
	       pfc_put_watches(msg, port) ?: pfc_put_history(msg, port);
}

static int pfc_check_on(const struct genl_info *info)
{
	if (info->attrs[PFC_A_ON])
		return 0;
	PFC_SET_ERROR_TEXT(pfc_ack(info), "on: must be given, 0 or 1");
	return -EINVAL;
}

static int pfc_clear_storms(struct pfc_port *port, struct genl_info *info)
{
	pfc_watchdog_clear(port, pfc_read_prios(info));
	return 0;
}

int pfc_genl_watchdog_clear(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_for_ports(info, true, pfc_clear_storms);
}

static int pfc_mitigate(struct pfc_port *port, struct genl_info *info)
{
	pfc_watchdog_mitigate(port, pfc_read_prios(info), nla_get_u8(info->attrs[PFC_A_ON]));
	return 0;
}

int pfc_genl_watchdog_mitigate(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_check_on(info) ?: pfc_for_ports(info, true, pfc_mitigate);
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

static int pfc_inject(struct pfc_port *port, struct genl_info *info)
{
	u8 prios = pfc_read_prios(info);
	int err = pfc_watchdog_inject(port, prios, nla_get_u8(info->attrs[PFC_A_ON]));

	if (err)
		pfc_explain_inject(port, prios, pfc_ack(info));
	return err;
}

int pfc_genl_watchdog_inject(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_check_on(info) ?: pfc_for_ports(info, false, pfc_inject);
}
