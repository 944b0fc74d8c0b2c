// SPDX-License-Identifier: GPL-2.0-only
/*
 * MAC control frames that a port receives, see "Receiving sets a deadline" in architecture.rst.  A
 * frame that begins, ends or shortens a pause causes a queue check.  At the end of a pause, the
 * timer of each leaf causes a queue check.
 */
#include <linux/if_vlan.h>
#include "core/quanta.h"
#include "trace.h"

void pfc_receiver_init(struct pfc_receiver *receiver)
{
	spin_lock_init(&receiver->lock);
	receiver->rx.soonest = PFC_PAUSE_NEVER;
}

/* Records and traces the end of pauses at @now; under receiver.lock.  @event: kind of the end */
static void pfc_receiver_ended(struct pfc_port *port, u8 prios, u32 event, u64 now,
			       const char *reason)
{
	int prio;

	pfc_record(port, event, prios, 0, now);
	if (!trace_pause_end_enabled())
		return;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (prios & BIT(prio))
			trace_pause_end(port, prio, reason);
}

/*
 * Records and traces the pauses that ended at their deadline, and makes the sender report them;
 * under receiver.lock, and before one of these pauses begins again
 */
static void pfc_receiver_report(struct pfc_port *port)
{
	struct pfc_receiver *receiver = &port->receiver;
	int prio;

	lockdep_assert_held(&receiver->lock);

	if (likely(!receiver->rx.unreported))
		return;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (receiver->rx.unreported & BIT(prio))
			pfc_receiver_ended(port, BIT(prio), PFC_EVENT_PAUSE_EXPIRED,
					   receiver->rx.deadline[prio], "expired");
	pfc_sender_expired(port, receiver->rx.unreported);
	receiver->rx.unreported = 0;
}

/* End the pauses whose deadline is over.  Context: BH disabled, receiver.lock */
void pfc_receiver_expire(struct pfc_port *port, u64 now)
{
	pfc_pause_rx_expire(&port->receiver.rx, now);
	pfc_receiver_report(port);
}

/*
 * End the pauses whose deadline is over.  Return: bit mask of the priorities that are still paused.
 * Context: any but hard interrupt; no receiver.lock is held.
 */
u8 pfc_receiver_update(struct pfc_port *port)
{
	struct pfc_receiver *receiver = &port->receiver;
	u8 paused = READ_ONCE(receiver->rx.paused);

	if (!paused)
		return 0;
	spin_lock_bh(&receiver->lock);
	pfc_receiver_expire(port, ktime_get_ns());
	paused = receiver->rx.paused;
	spin_unlock_bh(&receiver->lock);
	return paused;
}

/*
 * Start of the current pause of a priority, ns; 0: it is not paused.
 * Context: any but hard interrupt; no receiver.lock is held.
 */
u64 pfc_receiver_since(struct pfc_port *port, int prio)
{
	struct pfc_receiver *receiver = &port->receiver;
	u64 since = 0;

	spin_lock_bh(&receiver->lock);
	pfc_receiver_expire(port, ktime_get_ns());
	if (receiver->rx.paused & BIT(prio))
		since = receiver->rx.clock.start[prio];
	spin_unlock_bh(&receiver->lock);
	return since;
}

/* Ends pauses before their deadline; under receiver.lock */
static void pfc_receiver_resume(struct pfc_port *port, u8 prios, u64 now, const char *reason)
{
	struct pfc_pause_rx *rx = &port->receiver.rx;

	pfc_receiver_expire(port, now);
	prios &= rx->paused;
	pfc_pause_rx_resume(rx, prios, now);
	pfc_receiver_ended(port, prios, PFC_EVENT_PAUSE_ENDED, now, reason);
}

/*
 * Records XOFF for the watchdog, also while the watchdog makes the port ignore XOFF.
 * Sets in @sooner the priorities whose pause now ends earlier than the previous XOFF
 * requested: their storm may end earlier, too.
 *
 * Return: bit mask of the priorities that exceed the XOFF warning threshold.
 */
static noinline u8 pfc_receive_xoff(struct pfc_receiver *receiver,
				    const struct pfc_frame *frame, u8 obeyed,
				    const struct pfc_config *config, u32 speed, u64 now,
				    u8 *sooner)
{
	/* A PAUSE frame names no priorities: use the priorities for which the port obeys it */
	unsigned long named = frame->pause ? obeyed : frame->enable;
	u8 many = 0;
	int prio;

	for_each_set_bit(prio, &named, PFC_PRIOS) {
		u64 until = now + pfc_quanta_to_ns(frame->time[prio], speed);
		struct pfc_xoff_received *received = &receiver->xoff_received[prio];
		bool xoff = frame->time[prio];

		if (xoff && pfc_xoff_exceeds(&received->rate, &config->watchdog, now)) {
			receiver->warnings[prio]++;
			many |= BIT(prio);
		}
		if (!(obeyed & BIT(prio)))
			continue;
		if (until < received->until)
			*sooner |= BIT(prio);
		received->until = until;
		if (xoff) {
			received->last = now;
			received->count++;
		}
	}
	return many;
}

/*
 * Counts XOFF and XON of PFC frames, and records the pause times that the peer requests, also while
 * the watchdog ignores them.  Return: the longest pause time
 */
static u16 pfc_receive_count(struct pfc_receiver *receiver, const struct pfc_frame *frame,
			     u8 obeyed)
{
	u16 longest = 0;
	int prio;

	receiver->reserved += frame->reserved;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (!(frame->enable & BIT(prio)))
			continue;
		longest = max(longest, frame->time[prio]);
		if (frame->time[prio] && obeyed & BIT(prio))
			receiver->quanta[prio] = frame->time[prio];
		if (frame->pause)
			continue;
		if (frame->time[prio])
			receiver->xoff[prio]++;
		else
			receiver->xon[prio]++;
	}
	return longest;
}

/*
 * PAUSE and PFC exclude each other on a link (802.3 31D.1): the port counts frames of the
 * kind that is not configured, and does not obey them.
 */
static u8 pfc_receive_obeys(const struct pfc_config *config,
			    const struct pfc_frame *frame)
{
	return frame->pause == (config->flow == PFC_FLOW_CONTROL_PAUSE) ? config->obeyed : 0;
}

/* Ends all pauses, also those that the port ignores; under receiver.lock */
static void pfc_receiver_forget(struct pfc_port *port, u64 now, const char *cause)
{
	struct pfc_xoff_received *xoff = port->receiver.xoff_received;
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		xoff[prio].until = min(xoff[prio].until, now);
	pfc_receiver_resume(port, 0xff, now, cause);
}

/*
 * After a change between PFC and PAUSE, the port obeys no frame that would end the pauses of the
 * previous kind.  So this function ends them.
 */
static void pfc_receiver_set_kind(struct pfc_port *port, bool pause)
{
	if (port->receiver.pause == pause)
		return;
	pfc_receiver_forget(port, ktime_get_ns(), "config");
	port->receiver.pause = pause;
}

/* Traces each XOFF of a frame, before it takes effect; under receiver.lock */
static void pfc_receiver_trace(const struct pfc_port *port, const struct pfc_frame *frame, u8 obey,
			       u32 speed, u64 now)
{
	int prio;

	if (!trace_xoff_rx_enabled())
		return;
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (frame->enable & BIT(prio) && frame->time[prio])
			trace_xoff_rx(port, frame, prio, obey & BIT(prio),
				      pfc_quanta_to_ns(frame->time[prio], speed), now);
}

/* Records the pauses that a frame has begun, each with its own pause time; under receiver.lock */
static void pfc_receiver_began(struct pfc_port *port, const struct pfc_frame *frame, u8 paused,
			       u64 now)
{
	int prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (paused & BIT(prio))
			pfc_record(port, PFC_EVENT_XOFF_RECEIVED, BIT(prio), frame->time[prio],
				   now);
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
	u16 longest;
	u64 now;

	spin_lock_bh(&receiver->lock);
	now = ktime_get_ns();
	longest = pfc_receive_count(receiver, frame, obeyed);
	if (obeyed)
		pfc_receiver_set_kind(port, frame->pause);
	if (unlikely(pfc_watchdog_counts_xoff(&config->watchdog) || receiver->ignore_xoff))
		many = pfc_receive_xoff(receiver, frame, obeyed, config, speed, now,
					&sooner);
	/* In a storm, the watchdog sets ignore_xoff and does not change the configuration */
	obey = obeyed & ~receiver->ignore_xoff;
	pfc_receiver_expire(port, now);
	pfc_receiver_trace(port, frame, obey, speed, now);
	change = pfc_pause_rx_frame(&receiver->rx, frame, obey, speed, now);
	pfc_receiver_ended(port, change.resumed, PFC_EVENT_XON_RECEIVED, now, "xon");
	pfc_receiver_began(port, frame, change.paused, now);
	spin_unlock_bh(&receiver->lock);

	if (change.paused | change.resumed | change.shorter)
		pfc_leaves_pauses(port);
	if (change.paused) {
		pfc_long_pause_begins(port);
		pfc_event(port, PFC_EVENT_XOFF_RECEIVED, change.paused, longest);
	}
	if (change.resumed)
		pfc_event(port, PFC_EVENT_XON_RECEIVED, change.resumed, 0);
	if (many)
		pfc_event_about(port, PFC_EVENT_XOFF_RATE_RX, &(struct pfc_event_data) {
			.prios = many, .count = pfc_xoff_too_many(&config->watchdog),
		});
	if ((sooner | change.paused) & READ_ONCE(port->watchdog.watched))
		pfc_watchdog_check(port, sooner | change.paused);
}

/*
 * Process and consume a received MAC control frame; skb->data is behind the Ethernet header.
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
	if (kind <= PFC_FRAME_PAUSE)
		memcpy(port->receiver.peer, wire.source, ETH_ALEN);
	spin_unlock_bh(&port->receiver.lock);

	if (kind > PFC_FRAME_PAUSE) {
		kfree_skb_reason(skb, SKB_DROP_REASON_UNHANDLED_PROTO);
		return;
	}
	pfc_receive_frame(port, &frame);
	consume_skb(skb);
}

/*
 * The priorities in @prios that are not paused.
 * @until: lowered to the earliest end of a pause of @prios, ns
 *
 * One critical section determines @until and the result, so that no pause can end between
 * the two and be missed.
 * Context: BH disabled, root lock of a leaf.
 */
u8 pfc_not_paused(struct pfc_port *port, u8 prios, u64 now, u64 *until)
{
	struct pfc_receiver *receiver = &port->receiver;

	spin_lock(&receiver->lock);
	pfc_receiver_expire(port, now);
	*until = min(*until, pfc_pause_rx_deadline(&receiver->rx, prios));
	prios &= ~receiver->rx.paused;
	spin_unlock(&receiver->lock);
	return prios;
}

/*
 * End the pauses of the priorities that are not in @obey; after a change from PFC to PAUSE, or
 * back, all pauses.
 * Context: any but hard interrupt.
 */
void pfc_receiver_configure(struct pfc_port *port, u8 obey)
{
	struct pfc_receiver *receiver = &port->receiver;

	spin_lock_bh(&receiver->lock);
	pfc_receiver_set_kind(port, pfc_config_get(port)->flow == PFC_FLOW_CONTROL_PAUSE);
	pfc_receiver_resume(port, ~obey, ktime_get_ns(), "config");
	spin_unlock_bh(&receiver->lock);
}

/* Records the ends of the current pauses as those that XOFF requested; under receiver.lock */
static void pfc_receiver_note(struct pfc_receiver *receiver, u8 prios, u64 now)
{
	int prio;

	lockdep_assert_held(&receiver->lock);

	pfc_pause_rx_expire(&receiver->rx, now);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (prios & BIT(prio))
			receiver->xoff_received[prio].until =
				receiver->rx.paused & BIT(prio) ? receiver->rx.deadline[prio] : now;
}

/*
 * Ignore the XOFF of priorities, and end their pauses.
 * @prios: bit mask of the priorities; XOFF of the others is obeyed again
 * @obeyed: bit mask of the priorities that the configuration obeys
 *
 * For a priority whose XOFF the port obeys again, the pause that the last received XOFF
 * requested applies again, because the peer may repeat its XOFF only after half of that pause.
 * Context: BH disabled, watchdog.lock.
 * Return: bit mask of the priorities in @obeyed whose XOFF the port obeys again.
 */
u8 pfc_receiver_ignore(struct pfc_port *port, u8 prios, u8 obeyed, u64 now)
{
	struct pfc_receiver *receiver = &port->receiver;
	int prio;
	u8 obey;

	spin_lock(&receiver->lock);
	obey = receiver->ignore_xoff & ~prios & obeyed;
	pfc_receiver_note(receiver, prios & ~receiver->ignore_xoff, now);
	receiver->ignore_xoff = prios;
	pfc_receiver_resume(port, prios, now, "watchdog");
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (obey & ~receiver->rx.paused & BIT(prio)) {
			pfc_pause_rx_until(&receiver->rx, prio,
					   receiver->xoff_received[prio].until, now);
			pfc_record(port, PFC_EVENT_XOFF_RECEIVED,
				   receiver->rx.paused & BIT(prio), 0, now);
		}
	spin_unlock(&receiver->lock);
	return obey;
}

/* Begin to record received XOFF of @prios, which the watchdog monitors.  Context: BH disabled */
void pfc_receiver_track(struct pfc_port *port, u8 prios)
{
	struct pfc_receiver *receiver = &port->receiver;
	u64 now = ktime_get_ns();
	int prio;

	spin_lock_bh(&receiver->lock);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		if (prios & BIT(prio))
			receiver->xoff_received[prio].last = now;
	/* While its XOFF is ignored, the end that the last XOFF requested is known */
	prios &= ~receiver->ignore_xoff;
	if (prios)
		pfc_receiver_note(receiver, prios, now);
	spin_unlock_bh(&receiver->lock);
}

/* Record @now as the time of the last XOFF.  Context: BH disabled */
void pfc_receiver_restart(struct pfc_port *port, int prio, u64 now)
{
	spin_lock(&port->receiver.lock);
	port->receiver.xoff_received[prio].last = now;
	spin_unlock(&port->receiver.lock);
}

/* Read the state of a priority for the watchdog.  Context: BH disabled */
void pfc_receiver_read(struct pfc_port *port, int prio, struct pfc_detector_input *input,
		       struct pfc_xoff_received *xoff)
{
	struct pfc_receiver *receiver = &port->receiver;
	const struct pfc_pause_rx *rx = &receiver->rx;

	spin_lock(&receiver->lock);
	input->now = ktime_get_ns();
	pfc_receiver_expire(port, input->now);
	input->paused = rx->paused & BIT(prio);
	input->begin = rx->clock.start[prio];
	input->end = rx->clock.end[prio];
	*xoff = receiver->xoff_received[prio];
	input->xoff_received = xoff->count;
	spin_unlock(&receiver->lock);
}

/* End all pauses, because the link went down.  Context: BH disabled, root lock of a leaf */
void pfc_receiver_reset(struct pfc_port *port)
{
	struct pfc_receiver *receiver = &port->receiver;

	spin_lock_bh(&receiver->lock);
	pfc_receiver_forget(port, ktime_get_ns(), "link");
	spin_unlock_bh(&receiver->lock);
}
