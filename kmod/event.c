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
	/* as rare as operators are, and they have to know */
	case PFC_EVENT_PFC_DISABLED:
	case PFC_EVENT_PFC_ENABLED:
	case PFC_EVENT_MITIGATION_ON:
	case PFC_EVENT_MITIGATION_OFF:
		return true;
	case PFC_EVENT_STORM_DETECTED:
	case PFC_EVENT_STORM_RESTORED:
		/* not to be drowned by warnings */
		if (__ratelimit(&port->reports))
			return true;
		break;
	case PFC_EVENT_PAUSED_LONG ... PFC_EVENT_XOFF_RATE_TX:
		if (__ratelimit(&port->warnings))
			return true;
		break;
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

/**
 * struct pfc_told - what an event tells beside that it has happened
 * @prios: bit mask of the priorities concerned, or 0
 * @quanta: pause time of the frame concerned, or 0
 * @count: XOFF in a second, or 0
 * @storm: what was measured, or NULL
 */
struct pfc_told {
	u8			prios;
	u16			quanta;
	u32			count;
	const struct pfc_storm	*storm;
};

static int pfc_event_fill(struct sk_buff *msg, struct pfc_port *port,
			  u32 event, const struct pfc_told *told)
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
	if (told->prios && nla_put_u8(msg, PFC_A_EVENT_PRIOS, told->prios))
		return -EMSGSIZE;
	if (told->quanta && nla_put_u32(msg, PFC_A_EVENT_QUANTA, told->quanta))
		return -EMSGSIZE;
	if (told->count && nla_put_u32(msg, PFC_A_EVENT_COUNT, told->count))
		return -EMSGSIZE;
	if (told->storm && pfc_put_storm(msg, told->storm))
		return -EMSGSIZE;

	genlmsg_end(msg, hdr);
	return 0;
}

static void pfc_event_tell(struct pfc_port *port, u32 event, const struct pfc_told *told)
{
	struct sk_buff *msg;

	if (!genl_has_listeners(&pfc_genl_family, port->net, 0))
		return;
	if (!pfc_event_allowed(port, event))
		return;

	msg = genlmsg_new(GENLMSG_DEFAULT_SIZE, GFP_ATOMIC);
	if (!msg)
		return;
	if (pfc_event_fill(msg, port, event, told)) {
		nlmsg_free(msg);
		return;
	}
	genlmsg_multicast_netns(&pfc_genl_family, port->net, msg, 0, 0,
				GFP_ATOMIC);
}

/**
 * pfc_event() - tell whoever listens in the port's namespace
 * @port: the port
 * @event: &enum pfc_event
 * @prios: bit mask of the priorities concerned, or 0
 * @quanta: pause time of the frame concerned, or 0
 *
 * Pause events of a port are limited to 100 in a second, apart from these those of
 * lossless packets that were lost to 10, storms to 100, and what else the watchdog tells
 * to 100; those left out are counted.  What only operators bring about is not limited.
 *
 * Context: any but under a qdisc lock.
 */
void pfc_event(struct pfc_port *port, u32 event, u8 prios, u16 quanta)
{
	pfc_event_tell(port, event, &(struct pfc_told) {
		.prios = prios, .quanta = quanta,
	});
}

/**
 * pfc_event_rate() - tell of too many XOFF
 * @port: the port
 * @event: %PFC_EVENT_XOFF_RATE_RX or %PFC_EVENT_XOFF_RATE_TX
 * @prios: bit mask of the priorities concerned
 * @count: how many in a second
 *
 * Context: as of pfc_event().
 */
void pfc_event_rate(struct pfc_port *port, u32 event, u8 prios, u32 count)
{
	pfc_event_tell(port, event, &(struct pfc_told) {
		.prios = prios, .count = count,
	});
}

/**
 * pfc_event_storm() - tell of a storm
 * @port: the port
 * @event: &enum pfc_event
 * @storm: what was measured
 *
 * Context: as of pfc_event().
 */
void pfc_event_storm(struct pfc_port *port, u32 event, const struct pfc_storm *storm)
{
	pfc_event_tell(port, event, &(struct pfc_told) {
		.prios = BIT(storm->prio), .storm = storm,
	});
}
