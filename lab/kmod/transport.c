// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sends a flow with rate control (DCQCN), reliability (go-back-N) or both, and receives it.
 *
 * The timer of the flow expires when the next frame is due.  If there is no frame to send, or the
 * window is full, the flow is idle until an ACK, a NAK or a timeout.  A frame waits for
 * its turn as that of a message.
 */
#include <linux/math64.h>
#include "transport.h"

#define LAB_HEADERS	42	/* bytes of Ethernet, IP and UDP */

/* Starts the timer of an idle flow that has a frame to send.  The caller holds the lock. */
static void lab_transport_wake(struct lab_transport *transport, u64 now)
{
	struct lab_flow *flow = transport->flow;

	if (!transport->idle || transport->counters.gave_up ||
	    !lab_gbn_may_send(&transport->sender, &transport->reliable_spec, flow->spec.count))
		return;
	transport->idle = false;
	hrtimer_start(&flow->timer, ns_to_ktime(max(now, transport->ready)),
		      HRTIMER_MODE_ABS_SOFT);
}

/* Restarts the retransmission timer, or stops it.  The caller holds the lock. */
static void lab_transport_rearm(struct lab_transport *transport, u64 now)
{
	const struct pfclab_reliable *spec = &transport->reliable_spec;

	if (lab_gbn_outstanding(&transport->sender, spec, transport->flow->spec.count))
		hrtimer_start(&transport->timeout, ns_to_ktime(now + spec->timeout),
			      HRTIMER_MODE_ABS_SOFT);
	else
		hrtimer_try_to_cancel(&transport->timeout);
}

/* Return: length of a frame, bytes */
static u32 lab_transport_size(const struct lab_flow *flow, u64 number)
{
	return number + 1 == flow->spec.count ? flow->spec.last : flow->spec.size;
}

/*
 * Advances to the next frame, and computes the earliest time of the one after it.  The caller
 * holds the lock.  Return: number of the frame
 */
static u64 lab_transport_take(struct lab_transport *transport, u64 now)
{
	struct lab_flow *flow = transport->flow;
	struct lab_gbn_sender *sender = &transport->sender;
	u64 number = sender->next++, rate = flow->spec.rate;
	u32 bytes = lab_transport_size(flow, number) + PFCLAB_WIRE_OVERHEAD;

	if (number < sender->top)
		transport->counters.retransmitted++;
	else
		sender->top = sender->next;
	if (transport->dcqcn_on) {
		lab_dcqcn_sent(&transport->dcqcn, &transport->dcqcn_spec, now, bytes);
		rate = transport->dcqcn.rate;
	}
	transport->ready = now + lab_frame_time(flow, bytes - PFCLAB_WIRE_OVERHEAD, rate);
	if (transport->reliable && !hrtimer_active(&transport->timeout))
		lab_transport_rearm(transport, now);
	return number;
}

/* Takes back a frame that was not sent for lack of memory */
static void lab_transport_undo(struct lab_transport *transport, u64 number)
{
	lab_turn_end(transport->flow);
	spin_lock(&transport->lock);
	transport->sender.next = number;
	spin_unlock(&transport->lock);
}

static enum hrtimer_restart lab_transport_timer(struct hrtimer *timer)
{
	struct lab_flow *flow = container_of(timer, struct lab_flow, timer);
	struct lab_transport *transport = flow->transport;
	u64 now = ktime_to_ns(hrtimer_get_expires(timer)), number;

	if (!lab_turn_take(flow, now))
		return HRTIMER_NORESTART;
	spin_lock(&transport->lock);
	transport->idle = transport->counters.gave_up ||
			  !lab_gbn_may_send(&transport->sender, &transport->reliable_spec,
					    flow->spec.count);
	if (transport->idle) {
		spin_unlock(&transport->lock);
		lab_turn_end(flow);
		return HRTIMER_NORESTART;
	}
	number = lab_transport_take(transport, now);
	spin_unlock(&transport->lock);
	if (!lab_send(flow, lab_transport_size(flow, number), number))
		lab_transport_undo(transport, number);
	hrtimer_set_expires(timer, ns_to_ktime(transport->ready));
	return HRTIMER_RESTART;
}

static enum hrtimer_restart lab_transport_timeout(struct hrtimer *timer)
{
	struct lab_transport *transport = container_of(timer, struct lab_transport, timeout);
	struct lab_flow *flow = transport->flow;
	u64 now = ktime_to_ns(hrtimer_get_expires(timer));

	if (now - flow->lab->start >= flow->spec.stop)
		return HRTIMER_NORESTART;
	spin_lock(&transport->lock);
	transport->counters.timeouts++;
	if (!lab_gbn_timeout(&transport->sender, &transport->reliable_spec))
		transport->counters.gave_up = 1;
	lab_transport_wake(transport, now);
	spin_unlock(&transport->lock);
	return HRTIMER_NORESTART;
}

/* Processes a frame in go-back-N.  The caller holds the lock.  Return: the answer */
static enum lab_gbn_reply lab_transport_accept(struct lab_transport *transport, u64 number)
{
	struct pfclab_transport_counters *counters = &transport->counters;
	const struct lab_flow *flow = transport->flow;
	enum lab_gbn_reply reply;

	switch (lab_gbn_receive(&transport->receiver, &transport->reliable_spec,
				flow->spec.count, number, &reply)) {
	case LAB_GBN_ACCEPTED:
		counters->in_order++;
		counters->bytes += lab_transport_size(flow, number) - LAB_HEADERS;
		break;
	case LAB_GBN_DUPLICATE:
		counters->duplicates++;
		break;
	case LAB_GBN_OUT_OF_ORDER:
		counters->out_of_order++;
		break;
	}
	return reply;
}

/*
 * The notification point: decides whether a marked frame causes a CNP.  The caller holds the
 * lock.
 */
static bool lab_transport_notify(struct lab_transport *transport, u64 now)
{
	transport->counters.marked++;
	if (!transport->dcqcn_on || now < transport->next_cnp)
		return false;
	transport->next_cnp = now + transport->dcqcn_spec.cnp_interval;
	return true;
}

/*
 * Process a frame of data that arrived at its receiver.
 * @flow: the flow, which has a transport
 * @marked: the frame has a CE mark
 * @now: time of arrival, CLOCK_MONOTONIC ns
 */
void lab_transport_data(struct lab_flow *flow, u64 seq, bool marked, u64 now)
{
	struct lab_transport *transport = flow->transport;
	enum lab_gbn_reply reply = LAB_GBN_NONE;
	bool notify, complete = false;
	u64 expected;

	spin_lock(&transport->lock);
	notify = marked && lab_transport_notify(transport, now);
	expected = transport->receiver.expected;
	if (transport->reliable) {
		reply = lab_transport_accept(transport, seq);
		complete = expected != transport->receiver.expected &&
			   transport->receiver.expected == flow->spec.count;
		expected = transport->receiver.expected;
	}
	spin_unlock(&transport->lock);
	if (complete) {
		spin_lock(&flow->lab->lock);
		lab_message_arrived(flow, now);
		spin_unlock(&flow->lab->lock);
	}
	if (notify)
		lab_control_send(transport, LAB_CNP, seq);
	if (reply != LAB_GBN_NONE)
		lab_control_send(transport, reply == LAB_GBN_ACK ? LAB_ACK : LAB_NAK, expected);
}

/**
 * lab_transport_control() - process a control frame that arrived at the sender
 * @transport: rate control and reliability of the flow
 * @kind: kind of the control frame
 * @number: number of a frame of the flow
 * @now: time of arrival, CLOCK_MONOTONIC ns
 */
void lab_transport_control(struct lab_transport *transport, enum lab_control kind, u64 number,
			   u64 now)
{
	spin_lock(&transport->lock);
	switch (kind) {
	case LAB_ACK:
		transport->counters.acks_received++;
		if (lab_gbn_ack(&transport->sender, number))
			lab_transport_rearm(transport, now);
		break;
	case LAB_NAK:
		transport->counters.naks_received++;
		lab_gbn_nak(&transport->sender, number);
		lab_transport_rearm(transport, now);
		break;
	case LAB_CNP:
		transport->counters.cnps_received++;
		lab_dcqcn_cnp(&transport->dcqcn, &transport->dcqcn_spec, now);
		break;
	}
	lab_transport_wake(transport, now);
	spin_unlock(&transport->lock);
}

/**
 * lab_transport_init() - initialize rate control and reliability of a flow
 * @transport: the transport; its flow is already set
 */
void lab_transport_init(struct lab_transport *transport)
{
	struct lab_flow *flow = transport->flow;

	spin_lock_init(&transport->lock);
	hrtimer_setup(&transport->timeout, lab_transport_timeout, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
	hrtimer_setup(&flow->timer, lab_transport_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
	transport->reliable_spec.ack_every = 1;
	lab_dcqcn_init(&transport->dcqcn, flow->spec.rate);
}
