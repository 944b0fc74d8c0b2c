// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog in requests and answers.
 */
#include <linux/slab.h>
#include "netlink.h"

const struct nla_policy pfc_watchdog_policy[PFC_A_ON + 1] = {
	[PFC_A_IFINDEX]		= { .type = NLA_U32 },
	[PFC_A_IFNAME]		= { .type = NLA_NUL_STRING, .len = IFNAMSIZ - 1 },
	[PFC_A_PRIOS]		= { .type = NLA_U8 },
	[PFC_A_ON]		= { .type = NLA_U8 },
};

/* A time, if it is there; @none is one, too, whatever the range */
static int pfc_read_time(const struct nlattr *attr, const char *name, u64 *time, u64 none,
			 u64 min, u64 max, struct netlink_ext_ack *extack)
{
	u64 value;
	int err;

	if (!attr)
		return 0;
	value = nla_get_u64(attr);
	if (value != none) {
		err = pfc_read_range(attr, name, value, min, max, " ns", extack);
		if (err)
			return err;
	}
	*time = value;
	return 0;
}

/**
 * pfc_read_watchdog() - read what a request says of the watchdog, but for its map
 * @attrs: attributes by &enum pfc_attr
 * @config: changed by what they say
 * @extack: filled on error
 *
 * Return: 0 or an error.
 */
int pfc_read_watchdog(struct nlattr **attrs, struct pfc_config *config,
		      struct netlink_ext_ack *extack)
{
	struct pfc_watch_terms *watch = &config->watch;
	const struct nlattr *recovery = attrs[PFC_A_RECOVERY_TIME];
	bool manual = recovery && nla_get_u64(recovery) == PFC_RECOVERY_MANUAL;

	if (manual)
		watch->recovery = PFC_RECOVERY_MANUAL;
	return pfc_read_time(attrs[PFC_A_DETECTION_TIME], "detection-time",
			     &watch->detection, PFC_DETECTION_MIN, PFC_DETECTION_MIN,
			     PFC_DETECTION_MAX, extack) ?:
	       pfc_read_time(manual ? NULL : recovery, "recovery-time",
			     &watch->recovery, 0, PFC_DETECTION_MIN, PFC_RECOVERY_MAX,
			     extack) ?:
	       pfc_read_u8(attrs[PFC_A_WATCHDOG_ACTION], "action", &watch->action,
			   PFC_WATCHDOG_MAX, extack) ?:
	       pfc_read_u32(attrs[PFC_A_ESCALATE_COUNT], "escalate-count",
			    &watch->escalate_count, PFC_ESCALATE_MAX, "", extack) ?:
	       pfc_read_time(attrs[PFC_A_ESCALATE_PERIOD], "escalate-period",
			     &watch->escalate_period, PFC_PERIOD_MIN, PFC_PERIOD_MIN,
			     PFC_PERIOD_MAX, extack) ?:
	       pfc_read_time(attrs[PFC_A_XOFF_TIMEOUT], "xoff-timeout",
			     &watch->xoff_timeout, 0, PFC_DETECTION_MIN,
			     PFC_DETECTION_MAX, extack) ?:
	       pfc_read_u32(attrs[PFC_A_XOFF_WARN], "xoff-warn", &watch->xoff_warn,
			    PFC_XOFF_WARN_MAX, " per second", extack);
}

/**
 * pfc_put_watchdog() - put the configuration of the watchdog into an answer
 * @msg: the answer
 * @config: the port's configuration
 *
 * Return: 0 or -EMSGSIZE.
 */
int pfc_put_watchdog(struct sk_buff *msg, const struct pfc_config *config)
{
	const struct pfc_watch_terms *watch = &config->watch;

	return pfc_put_mask(msg, PFC_A_PRIO_WATCHDOG, watch->watched) ?:
	       nla_put_u64_64bit(msg, PFC_A_DETECTION_TIME, watch->detection,
				 PFC_A_PAD) ?:
	       nla_put_u64_64bit(msg, PFC_A_RECOVERY_TIME, watch->recovery, PFC_A_PAD) ?:
	       nla_put_u8(msg, PFC_A_WATCHDOG_ACTION, watch->action) ?:
	       nla_put_u32(msg, PFC_A_ESCALATE_COUNT, watch->escalate_count) ?:
	       nla_put_u64_64bit(msg, PFC_A_ESCALATE_PERIOD, watch->escalate_period,
				 PFC_A_PAD) ?:
	       nla_put_u64_64bit(msg, PFC_A_XOFF_TIMEOUT, watch->xoff_timeout,
				 PFC_A_PAD) ?:
	       nla_put_u32(msg, PFC_A_XOFF_WARN, watch->xoff_warn);
}

static int pfc_put_storm_u64(struct sk_buff *msg, int type, u64 value)
{
	return nla_put_u64_64bit(msg, type, value, PFC_STORM_A_PAD);
}

/**
 * pfc_put_storm() - put a storm into an answer or event
 * @msg: the answer
 * @storm: the storm
 *
 * Return: 0 or -EMSGSIZE.
 */
int pfc_put_storm(struct sk_buff *msg, const struct pfc_storm *storm)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_STORM);

	if (!nest || nla_put_u8(msg, PFC_STORM_A_PRIO, storm->prio) ||
	    nla_put_u8(msg, PFC_STORM_A_ACTION, storm->action) ||
	    (storm->injected && nla_put_flag(msg, PFC_STORM_A_INJECTED)) ||
	    (storm->disabled && nla_put_flag(msg, PFC_STORM_A_DISABLED)) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_START, storm->start) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_DETECTED, storm->detected) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_END, storm->end) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_PAUSED_TIME, storm->paused) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_XOFF, storm->xoff) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_BACKLOG_PACKETS, storm->packets) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_BACKLOG_BYTES, storm->bytes) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_DROPPED, storm->dropped) ||
	    pfc_put_storm_u64(msg, PFC_STORM_A_FORWARDED, storm->forwarded))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_put_watch(struct sk_buff *msg, struct pfc_port *port, int prio)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_WATCH);
	struct pfc_watch_shown shown;

	pfc_storms_show(port, prio, &shown);
	if (!nest || nla_put_u8(msg, PFC_WATCH_A_ID, prio) ||
	    nla_put_u8(msg, PFC_WATCH_A_STATE, shown.state) ||
	    nla_put_u64_64bit(msg, PFC_WATCH_A_SINCE, shown.since, PFC_WATCH_A_PAD) ||
	    (shown.acting && nla_put_u8(msg, PFC_WATCH_A_ACTION, shown.action)) ||
	    (shown.manual && nla_put_flag(msg, PFC_WATCH_A_MANUAL)) ||
	    (shown.injected && nla_put_flag(msg, PFC_WATCH_A_INJECTED)) ||
	    (READ_ONCE(port->sender.stopped) & BIT(prio) &&
	     nla_put_flag(msg, PFC_WATCH_A_XOFF_STOPPED)) ||
	    nla_put_u64_64bit(msg, PFC_WATCH_A_DROPPED, shown.dropped,
			      PFC_WATCH_A_PAD) ||
	    nla_put_u64_64bit(msg, PFC_WATCH_A_FORWARDED, shown.forwarded,
			      PFC_WATCH_A_PAD))
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
	n = pfc_storms_history(port, history);
	for (i = 0; i < n && !err; i++)
		err = pfc_put_storm(msg, &history[i]);
	kfree(history);
	return err;
}

static int pfc_put_port_watchdog(struct sk_buff *msg, void *what)
{
	struct pfc_port *port = what;

	return pfc_put_name(msg, port) ?:
	       pfc_put_watchdog(msg, rtnl_dereference(port->config)) ?:
	       pfc_put_watches(msg, port) ?: pfc_put_history(msg, port);
}

/**
 * pfc_genl_watchdog_get() - %PFC_CMD_WATCHDOG_GET of one port
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_watchdog_get(struct sk_buff *skb, struct genl_info *info)
{
	return pfc_genl_get_one(info, PFC_CMD_WATCHDOG_GET, pfc_find_port,
				pfc_put_port_watchdog);
}

/**
 * pfc_genl_watchdog_dump() - %PFC_CMD_WATCHDOG_GET of all ports of the namespace
 * @skb: the answer
 * @cb: the dump
 *
 * Return: length of the answer or an error.
 */
int pfc_genl_watchdog_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	return pfc_get_ports(skb, cb, PFC_CMD_WATCHDOG_GET, pfc_put_port_watchdog);
}

/**
 * pfc_read_prios() - read which priorities a request is about
 * @info: the request
 * @prios: bit mask; all if it does not say
 *
 * Return: 0 or -EINVAL with extack.
 */
int pfc_read_prios(const struct genl_info *info, u8 *prios)
{
	const struct nlattr *attr = info->attrs[PFC_A_PRIOS];

	*prios = attr ? nla_get_u8(attr) : 0xff;
	if (*prios)
		return 0;
	NL_SET_ERR_MSG_ATTR(info->extack, attr, "prios: the mask is empty");
	return -EINVAL;
}

static int pfc_read_on(const struct genl_info *info, u8 *on)
{
	if (info->attrs[PFC_A_ON])
		return pfc_read_u8(info->attrs[PFC_A_ON], "on", on, 1, info->extack);
	NL_SET_ERR_MSG(info->extack, "on: is missing");
	return -EINVAL;
}

/* For the port that a request names, or all */
static int pfc_for_ports(struct genl_info *info, u8 prios, u8 on,
			 void (*what)(struct pfc_port *port, u8 prios, bool on))
{
	struct pfc_port *port;
	int err = 0;
	u16 id = 0;

	rtnl_lock();
	if (pfc_names_port(info)) {
		port = pfc_genl_port(info);
		err = PTR_ERR_OR_ZERO(port);
		if (!err)
			what(port, prios, on);
	} else {
		while ((port = pfc_port_next(genl_info_net(info), &id)))
			what(port, prios, on);
	}
	rtnl_unlock();
	return err;
}

static void pfc_clear_storms(struct pfc_port *port, u8 prios, bool on)
{
	pfc_storms_clear(port, prios);
}

/**
 * pfc_genl_watchdog_clear() - %PFC_CMD_WATCHDOG_CLEAR
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_watchdog_clear(struct sk_buff *skb, struct genl_info *info)
{
	u8 prios;

	return pfc_read_prios(info, &prios) ?:
	       pfc_for_ports(info, prios, 0, pfc_clear_storms);
}

/**
 * pfc_genl_watchdog_mitigate() - %PFC_CMD_WATCHDOG_MITIGATE
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack.
 */
int pfc_genl_watchdog_mitigate(struct sk_buff *skb, struct genl_info *info)
{
	u8 prios, on;

	return pfc_read_prios(info, &prios) ?: pfc_read_on(info, &on) ?:
	       pfc_for_ports(info, prios, on, pfc_storms_mitigate);
}

/**
 * pfc_genl_watchdog_inject() - %PFC_CMD_WATCHDOG_INJECT
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or an error with extack; then nothing has changed.
 */
int pfc_genl_watchdog_inject(struct sk_buff *skb, struct genl_info *info)
{
	struct pfc_port *port;
	u8 prios, on;
	int err;

	err = pfc_read_prios(info, &prios) ?: pfc_read_on(info, &on);
	if (err)
		return err;
	rtnl_lock();
	port = pfc_genl_port(info);
	err = PTR_ERR_OR_ZERO(port);
	if (!err) {
		err = pfc_storms_inject(port, prios, on);
		if (err)
			NL_SET_ERR_MSG(info->extack,
				       "prios: some of them are not watched, or no XOFF is obeyed");
	}
	rtnl_unlock();
	return err;
}
