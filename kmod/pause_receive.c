// SPDX-License-Identifier: GPL-2.0-only
/*
 * MAC control frames that a port receives.  They end here: a bridge must not
 * forward them, and nobody else in the stack knows them.
 *
 * A pause is a deadline that the qdisc looks at when it dequeues.  A frame that
 * names an obeyed priority makes it look; the end of a pause wakes it by the
 * qdisc's own timer.
 */
#include <linux/if_vlan.h>
#include "port.h"
#include "quanta.h"

/**
 * pfc_receiver_init() - start with nothing received
 * @receiver: zeroed
 */
void pfc_receiver_init(struct pfc_receiver *receiver)
{
	spin_lock_init(&receiver->lock);
	receiver->rx.soonest = PFC_PAUSE_NEVER;
}

/*
 * What the watchdog has to know, whatever is obeyed now.  Return: too many of these; of
 * @sooner the pause is over sooner than was asked for before, and so may be a storm.
 */
static noinline u8 pfc_receive_heard(struct pfc_receiver *receiver,
				     const struct pfc_frame *frame, u8 obeyed,
				     const struct pfc_config *config, u32 speed, u64 now,
				     u8 *sooner)
{
	/* PAUSE is XOFF of a priority only where it is obeyed as such */
	unsigned long named = frame->pause ? obeyed : frame->enable;
	u8 many = 0;
	int prio;

	for_each_set_bit(prio, &named, PFC_PRIOS) {
		u64 until = now + pfc_quanta_to_ns(frame->time[prio], speed);
		struct pfc_heard *h = &receiver->heard[prio];
		bool xoff = frame->time[prio];

		if (xoff && pfc_xoff_rate_add(&h->rate, config->watch.xoff_warn, now)) {
			receiver->warnings[prio]++;
			many |= BIT(prio);
		}
		if (!(obeyed & BIT(prio)))
			continue;
		if (until < h->until)
			*sooner |= BIT(prio);
		h->until = until;
		if (xoff) {
			h->last = now;
			h->count++;
		}
	}
	return many;
}

static void pfc_receive_count(struct pfc_receiver *receiver,
			      const struct pfc_frame *frame)
{
	int prio;

	receiver->reserved += frame->reserved;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(frame->enable & BIT(prio)))
			continue;
		if (frame->time[prio])
			receiver->xoff[prio]++;
		else
			receiver->xon[prio]++;
	}
}

static u16 pfc_frame_longest(const struct pfc_frame *frame)
{
	u16 longest = 0;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (frame->enable & BIT(prio))
			longest = max(longest, frame->time[prio]);
	return longest;
}

/*
 * PAUSE and PFC exclude each other on a link (802.3 31D.1): of either kind what is not
 * configured is counted, and not obeyed.
 */
static u8 pfc_receive_obeys(const struct pfc_config *config,
			    const struct pfc_frame *frame)
{
	return frame->pause == (config->flow == PFC_FLOW_PAUSE) ? config->obeyed : 0;
}

/* What frames of the other kind have paused nobody will ever resume */
static void pfc_receiver_speaks(struct pfc_receiver *receiver, bool pause)
{
	if (receiver->pause == pause)
		return;
	pfc_pause_rx_resume(&receiver->rx, 0xff, ktime_get_ns());
	receiver->pause = pause;
}

static void pfc_receive_frame(struct pfc_port *port,
			      const struct pfc_frame *frame)
{
	const struct pfc_config *config = pfc_config_get(port);
	struct pfc_receiver *receiver = &port->receiver;
	u8 obeyed = pfc_receive_obeys(config, frame);
	u32 speed = pfc_port_speed(port, config);
	struct pfc_pause_change change;
	u8 obey, many = 0, sooner = 0;
	u64 now;

	spin_lock_bh(&receiver->lock);
	now = ktime_get_ns();
	if (!frame->pause)
		pfc_receive_count(receiver, frame);
	if (unlikely(config->watch.watched || config->watch.xoff_warn ||
		     port->storms.unobeyed))
		many = pfc_receive_heard(receiver, frame, obeyed, config, speed, now,
					 &sooner);
	/* What is configured and what is done about a storm are kept apart */
	obey = obeyed & ~port->storms.unobeyed;
	if (obeyed)
		pfc_receiver_speaks(receiver, frame->pause);
	change = pfc_pause_rx_frame(&receiver->rx, frame, obey, speed, now);
	spin_unlock_bh(&receiver->lock);

	if (frame->enable & obey)
		pfc_qdisc_pauses(port->sch);
	if (change.paused)
		pfc_event(port, PFC_EVENT_XOFF_RECEIVED, change.paused,
			  pfc_frame_longest(frame));
	if (change.resumed)
		pfc_event(port, PFC_EVENT_XON_RECEIVED, change.resumed, 0);
	if (many)
		pfc_event_rate(port, PFC_EVENT_XOFF_RATE_RX, many,
			       config->watch.xoff_warn + 1);
	if ((sooner | change.paused) & READ_ONCE(port->storms.watched))
		pfc_storms_look(port, sooner | change.paused);
}

/**
 * pfc_receive() - take a MAC control frame
 * @port: port that it came in by
 * @skb: the frame, consumed; skb->data is behind the Ethernet header
 *
 * Context: BH disabled, RCU; no qdisc lock is held.
 */
void pfc_receive(struct pfc_port *port, struct sk_buff *skb)
{
	unsigned int len = ETH_HLEN + skb->len;
	struct pfc_frame frame;
	enum pfc_frame_kind kind;
	struct pfc_wire wire;

	memset(&wire, 0, sizeof(wire));
	memcpy(&wire, skb_mac_header(skb), ETH_HLEN);
	skb_copy_bits(skb, 0, &wire.opcode,
		      min_t(unsigned int, skb->len, sizeof(wire) - ETH_HLEN));

	kind = pfc_frame_parse(&wire, len, skb_vlan_tag_present(skb),
			       port->dev->dev_addr, &frame);
	spin_lock_bh(&port->receiver.lock);
	port->receiver.kinds[kind]++;
	spin_unlock_bh(&port->receiver.lock);

	if (kind > PFC_FRAME_PAUSE) {
		kfree_skb(skb);
		return;
	}
	pfc_receive_frame(port, &frame);
	consume_skb(skb);
}

/**
 * pfc_not_paused() - which of these priorities may send now?
 * @port: the port
 * @prios: bit mask of priorities
 * @now: the time, ns
 * @until: lowered to when the first paused one of them resumes, ns; both
 *	answers come from one look, or a pause that ends in between is missed
 *
 * Context: BH disabled, root lock of the port's qdisc.
 * Return: bit mask of priorities.
 */
u8 pfc_not_paused(struct pfc_port *port, u8 prios, u64 now, u64 *until)
{
	struct pfc_receiver *receiver = &port->receiver;

	spin_lock(&receiver->lock);
	pfc_pause_rx_expire(&receiver->rx, now);
	*until = min(*until, pfc_pause_rx_deadline(&receiver->rx, prios));
	prios &= ~receiver->rx.paused;
	spin_unlock(&receiver->lock);
	return prios;
}

/**
 * pfc_receiver_configure() - obey pauses of these priorities only
 * @port: the port; those by frames that are not of its flow control end, too
 * @obey: bit mask of the priorities
 *
 * Context: BH disabled.
 */
void pfc_receiver_configure(struct pfc_port *port, u8 obey)
{
	struct pfc_receiver *receiver = &port->receiver;

	spin_lock_bh(&receiver->lock);
	pfc_receiver_speaks(receiver, pfc_config_get(port)->flow == PFC_FLOW_PAUSE);
	pfc_pause_rx_resume(&receiver->rx, ~obey, ktime_get_ns());
	spin_unlock_bh(&receiver->lock);
}

/**
 * pfc_receiver_note() - begin to note what is asked for with what is asked for now
 * @receiver: of the port
 * @prio: the priority
 * @now: the time, ns
 *
 * Context: BH disabled, the receiver's lock.
 */
void pfc_receiver_note(struct pfc_receiver *receiver, int prio, u64 now)
{
	lockdep_assert_held(&receiver->lock);

	pfc_pause_rx_expire(&receiver->rx, now);
	receiver->heard[prio].until = receiver->rx.paused & BIT(prio) ?
				      receiver->rx.deadline[prio] : now;
}

/**
 * pfc_receiver_watch() - begin to note what is asked for
 * @port: the port; its configuration says that these are watched
 * @prios: bit mask of the priorities
 *
 * Context: BH disabled.
 */
void pfc_receiver_watch(struct pfc_port *port, u8 prios)
{
	struct pfc_receiver *receiver = &port->receiver;
	u64 now = ktime_get_ns();
	int prio;

	spin_lock_bh(&receiver->lock);
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(prios & BIT(prio)))
			continue;
		receiver->heard[prio].last = now;
		pfc_receiver_note(receiver, prio, now);
	}
	spin_unlock_bh(&receiver->lock);
}

/**
 * pfc_receiver_reset() - the link went down: no pause outlives it
 * @port: the port
 *
 * Context: BH disabled, root lock of the port's qdisc.
 */
void pfc_receiver_reset(struct pfc_port *port)
{
	struct pfc_receiver *receiver = &port->receiver;
	u64 now = ktime_get_ns();
	int prio;

	spin_lock_bh(&receiver->lock);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		receiver->heard[prio].until = min(receiver->heard[prio].until, now);
	spin_unlock_bh(&receiver->lock);
	pfc_receiver_configure(port, 0);
}
