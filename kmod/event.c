// SPDX-License-Identifier: GPL-2.0-only
/*
 * Announcements to the multicast group "events".
 */
#include "netlink.h"

static bool pfc_event_allowed(struct pfc_port *port, u32 event)
{
	switch (event) {
	case PFC_EVENT_PORT_ADD:
	case PFC_EVENT_PORT_DEL:
	case PFC_EVENT_HEADROOM_SHORT:
		return true;
	case PFC_EVENT_HEADROOM_OVERRUN:
		/* not to be drowned by pauses */
		if (__ratelimit(&port->alarms))
			return true;
		break;
	default:
		if (__ratelimit(&port->events))
			return true;
	}
	atomic_inc(&port->events_lost);
	atomic_inc(&port->events_untold);
	return false;
}

static int pfc_event_fill(struct sk_buff *msg, struct pfc_port *port,
			  u32 event, u8 prios, u16 quanta)
{
	u32 lost = atomic_xchg(&port->events_untold, 0);
	void *hdr;

	hdr = genlmsg_put(msg, 0, 0, &pfc_genl_family, 0, PFC_CMD_EVENT);
	if (!hdr)
		return -EMSGSIZE;

	if (nla_put_u32(msg, PFC_A_EVENT, event) ||
	    nla_put_u64_64bit(msg, PFC_A_EVENT_TIME, ktime_get_ns(), PFC_A_PAD) ||
	    nla_put_u32(msg, PFC_A_IFINDEX, port->dev->ifindex) ||
	    nla_put_string(msg, PFC_A_IFNAME, port->dev->name) ||
	    nla_put_u32(msg, PFC_A_PORT_ID, port->id) ||
	    nla_put_u32(msg, PFC_A_EVENT_LOST, lost))
		return -EMSGSIZE;
	if (prios && nla_put_u8(msg, PFC_A_EVENT_PRIOS, prios))
		return -EMSGSIZE;
	if (quanta && nla_put_u32(msg, PFC_A_EVENT_QUANTA, quanta))
		return -EMSGSIZE;

	genlmsg_end(msg, hdr);
	return 0;
}

/**
 * pfc_event() - tell whoever listens in the port's namespace
 * @port: the port
 * @event: &enum pfc_event
 * @prios: bit mask of the priorities concerned, or 0
 * @quanta: pause time of the frame concerned, or 0
 *
 * Pause events of a port are limited to 100 in a second, apart from these those of
 * lossless packets that were lost to 10; those left out are counted.
 *
 * Context: any but under a qdisc lock.
 */
void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta)
{
	struct sk_buff *msg;

	if (!genl_has_listeners(&pfc_genl_family, port->net, 0))
		return;
	if (!pfc_event_allowed(port, event))
		return;

	msg = genlmsg_new(GENLMSG_DEFAULT_SIZE, GFP_ATOMIC);
	if (!msg)
		return;
	if (pfc_event_fill(msg, port, event, prios, quanta)) {
		nlmsg_free(msg);
		return;
	}
	genlmsg_multicast_netns(&pfc_genl_family, port->net, msg, 0, 0,
				GFP_ATOMIC);
}
