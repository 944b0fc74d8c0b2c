// SPDX-License-Identifier: GPL-2.0-only
/* Notifications to the multicast group "events". */
#include "../port.h"
#include "netlink.h"

/*
 * A pointer that main.c sets: family.c depends on all files that send events, so this file
 * must not depend on family.c, see architecture.rst.
 */
static const struct genl_family *pfc_event_family __ro_after_init;

/* The family is registered before the first port is attached, until the last port is freed */
void __init pfc_event_init(const struct genl_family *family)
{
	pfc_event_family = family;
}

/* The rate limit of an event, or NULL */
static struct ratelimit_state *pfc_event_limit(struct pfc_port *port, u32 event)
{
	switch (event) {
	case PFC_EVENT_PORT_ADD:
	case PFC_EVENT_PORT_DEL:
	case PFC_EVENT_PORT_RENAMED:
	case PFC_EVENT_SETTINGS_LOST:
	case PFC_EVENT_PORT_CHANGED:
	case PFC_EVENT_HEADROOM_SHORT:
	/* operators cause the following events: they are rare and must not be lost */
	case PFC_EVENT_PFC_DISABLED:
	case PFC_EVENT_PFC_ENABLED:
	case PFC_EVENT_MITIGATION_ON:
	case PFC_EVENT_MITIGATION_OFF:
	case PFC_EVENT_IMPAIR_CHANGED:
		return NULL;
	case PFC_EVENT_STORM_DETECTED:
	case PFC_EVENT_STORM_RESTORED:
		/* storms have their own limit, so that warnings cannot suppress these events */
		return &port->events.storms;
	case PFC_EVENT_PAUSED_LONG ... PFC_EVENT_REFRESH_LATE:
	case PFC_EVENT_STILL_PAUSED:
		return &port->events.warnings;
	case PFC_EVENT_HEADROOM_OVERRUN:
		/* overruns have their own limit, so that pause events cannot suppress them */
		return &port->events.drops;
	default:
		return &port->events.pauses;
	}
}

/*
 * Puts the cause of a loss or a stall: the egress queue whose packet brought the group into XOFF,
 * and whether the peer of that queue pauses it
 */
static int pfc_event_put_queue(struct sk_buff *msg, const struct pfc_port *port, u16 queue)
{
	int prio = PFC_QUEUE_ID_PRIO(queue), err = 0;
	struct pfc_port *egress;
	char name[IFNAMSIZ];
	u64 since;

	rcu_read_lock_bh();
	egress = pfc_port_lookup(PFC_QUEUE_ID_PORT(queue));
	if (!egress || egress->net != port->net)
		goto unlock;
	pfc_port_name(egress, name);
	since = pfc_receiver_since(egress, prio);
	if (nla_put_u32(msg, PFC_A_EVENT_QUEUE_IFINDEX, egress->ifindex) ||
	    nla_put_string(msg, PFC_A_EVENT_QUEUE_IFNAME, name) ||
	    nla_put_u8(msg, PFC_A_EVENT_QUEUE_PRIO, prio) ||
	    nla_put_u32(msg, PFC_A_EVENT_QUEUE_BYTES, pfc_leaves_backlog(egress, prio)) ||
	    (since && nla_put_u64_64bit(msg, PFC_A_EVENT_QUEUE_SINCE, since, PFC_A_PAD)))
		err = -EMSGSIZE;
unlock:
	rcu_read_unlock_bh();
	return err;
}

PFC_ADJACENT(struct pfc_storm, start, forwarded, PFC_STORM_A_START, PFC_STORM_A_FORWARDED);

/* Put a storm into an answer or event.  Return: 0 or -EMSGSIZE */
int pfc_put_storm(struct sk_buff *msg, const struct pfc_storm *storm)
{
	struct nlattr *nest = nla_nest_start(msg, PFC_A_STORM);

	if (!nest || nla_put_u8(msg, PFC_STORM_A_PRIO, storm->prio) ||
	    nla_put_u8(msg, PFC_STORM_A_ACTION, storm->action) ||
	    (storm->injected && nla_put_flag(msg, PFC_STORM_A_INJECTED)) ||
	    (storm->disabled && nla_put_flag(msg, PFC_STORM_A_DISABLED)) ||
	    pfc_put_u64s(msg, PFC_STORM_A_START, PFC_STORM_A_FORWARDED, &storm->start,
			 PFC_STORM_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(msg, nest);
	return 0;
}

static int pfc_event_fill(struct sk_buff *msg, struct pfc_port *port,
			  u32 event, const struct pfc_event_data *data)
{
	u32 lost = atomic_xchg(&port->events.unreported, 0);
	const struct pfc_group *group = data->group;
	char name[IFNAMSIZ];
	void *hdr;

	hdr = genlmsg_put(msg, 0, 0, pfc_event_family, 0, PFC_CMD_EVENT);
	if (!hdr)
		return -EMSGSIZE;

	pfc_port_name(port, name);
	if (nla_put_u32(msg, PFC_A_EVENT, event) ||
	    nla_put_u64_64bit(msg, PFC_A_EVENT_TIME, ktime_get_ns(), PFC_A_PAD) ||
	    nla_put_u32(msg, PFC_A_IFINDEX, port->dev->ifindex) ||
	    nla_put_string(msg, PFC_A_IFNAME, name) ||
	    nla_put_u32(msg, PFC_A_PORT_ID, port->id) ||
	    nla_put_u32(msg, PFC_A_EVENT_LOST, lost) ||
	    (data->prios && nla_put_u8(msg, PFC_A_EVENT_PRIOS, data->prios)) ||
	    (data->quanta && nla_put_u32(msg, PFC_A_EVENT_QUANTA, data->quanta)) ||
	    (data->count && nla_put_u32(msg, PFC_A_EVENT_COUNT, data->count)) ||
	    (data->idle && nla_put_u64_64bit(msg, PFC_A_EVENT_IDLE_TIME, data->idle, PFC_A_PAD)) ||
	    (group && (nla_put_u32(msg, PFC_A_EVENT_BYTES, pfc_group_bytes(group)) ||
		       pfc_event_put_queue(msg, port, pfc_group_xoff_queue(group)))) ||
	    (data->old_name && nla_put_string(msg, PFC_A_EVENT_OLD_NAME, data->old_name)) ||
	    (data->storm && pfc_put_storm(msg, data->storm)))
		return -EMSGSIZE;

	genlmsg_end(msg, hdr);
	return 0;
}

/*
 * The functions that change the state of a pause record it themselves, with its exact time.  A
 * record has priorities, which the end of all impairments has not.
 */
static bool pfc_event_recorded(u32 event)
{
	switch (event) {
	case PFC_EVENT_XOFF_SENT ... PFC_EVENT_XON_RECEIVED:
	case PFC_EVENT_PAUSE_EXPIRED:
	case PFC_EVENT_IMPAIR_CHANGED:
		return true;
	default:
		return false;
	}
}

/*
 * Send an event to the listeners in the port's namespace.
 *
 * Each port has separate rate limits: 100 pause events in a second, 10 losses of lossless
 * packets, 100 storms, and 100 other events of the watchdog.  Suppressed events are
 * counted.  Events about settings, devices and headroom are not limited: operators and LLDP agents
 * cause them, at most two for each request and port, and changes of a link.
 * Context: any, except under a qdisc lock; with @data->group, no receiver.lock is held.
 */
void pfc_event_about(struct pfc_port *port, u32 event, const struct pfc_event_data *data)
{
	struct ratelimit_state *limit = pfc_event_limit(port, event);
	struct sk_buff *msg = NULL;

	if (!pfc_event_recorded(event))
		pfc_record(port, event, data->prios, 0, ktime_get_ns());
	if (!genl_has_listeners(pfc_event_family, port->net, 0))
		return;
	if (!limit || __ratelimit(limit))
		msg = genlmsg_new(PFC_BOUND_EVENT, GFP_ATOMIC);
	if (!msg) {
		atomic_inc(&port->events.lost);
		atomic_inc(&port->events.unreported);
		return;
	}
	/* Cannot fail, because of the size of the message */
	if (WARN_ON_ONCE(pfc_event_fill(msg, port, event, data))) {
		nlmsg_free(msg);
		return;
	}
	genlmsg_multicast_netns(pfc_event_family, port->net, msg, 0, 0, GFP_ATOMIC);
}

/* Send an event about a port or its priorities.  Context: as for pfc_event_about() */
void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta)
{
	pfc_event_about(port, event, &(struct pfc_event_data) {
		.prios = prios, .quanta = quanta,
	});
}
