// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sends a flow with rate control (senders/), reliability (gbn.c, irn.c) or both, and receives it.
 *
 * The timer of the flow expires when the next frame is due.  If there is no frame to send, or the
 * window is full, the flow is idle until an ACK, a NAK or a timeout.  A frame waits for
 * its turn as that of a message.
 */
#include <linux/math64.h>
#include "transport.h"

/**
 * lab_transport_advance() - apply what depends only on the time to the rate control
 * @transport: the transport, whose lock the caller holds
 * @now: current time, CLOCK_MONOTONIC ns
 */
void lab_transport_advance(struct lab_transport *transport, u64 now)
{
	struct lab_sender *sender = transport->sender;

	if (!sender)
		return;
	/* The last event may have set any rate */
	lab_sender_limit(sender);
	if (sender->ops->advance)
		sender->ops->advance(sender, now);
	lab_sender_limit(sender);
}

/* Return: true if a frame is left to send, and the windows allow it.  The caller holds the lock. */
static bool lab_transport_may_send(const struct lab_transport *transport)
{
	const struct lab_resender *resender = &transport->resender;
	const struct lab_sender *sender = transport->sender;

	if (transport->counters.gave_up ||
	    !transport->way->may_send(resender, &transport->reliable_spec,
				      transport->flow->spec.count))
		return false;
	return !sender || !sender->window ||
	       transport->way->in_flight(resender) * sender->frame < sender->window;
}

/*
 * Return: earliest time of the next frame.  After an idle time of a sender with a window, it
 * follows from the current rate: a sender that waits for the ACK of each frame gets its rate from
 * this ACK.
 */
static u64 lab_transport_ready(const struct lab_transport *transport)
{
	const struct lab_sender *sender = transport->sender;

	if (!sender || !sender->window)
		return transport->ready;
	return transport->last + mul_u64_u64_div_u64(sender->frame * BITS_PER_BYTE, NSEC_PER_SEC,
						     sender->rate);
}

/* Starts the timer of an idle flow that has a frame to send.  The caller holds the lock. */
static void lab_transport_wake(struct lab_transport *transport, u64 now)
{
	struct lab_flow *flow = transport->flow;

	lab_transport_advance(transport, now);
	if (!transport->idle || !lab_transport_may_send(transport))
		return;
	transport->idle = false;
	hrtimer_start(&flow->timer, ns_to_ktime(max(now, lab_transport_ready(transport))),
		      HRTIMER_MODE_ABS_SOFT);
}

/* Restarts the retransmission timer, or stops it.  The caller holds the lock. */
static void lab_transport_rearm(struct lab_transport *transport, u64 now)
{
	const struct pfclab_reliable *spec = &transport->reliable_spec;
	const struct lab_resender *resender = &transport->resender;
	const struct lab_reliability *way = transport->way;

	transport->armed = now;
	if (way->outstanding(resender, spec, transport->flow->spec.count))
		hrtimer_start(&transport->timeout, ns_to_ktime(now + way->period(resender, spec)),
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
	struct lab_sender *sender = transport->sender;
	u64 top = transport->resender.top, rate = flow->spec.rate;
	u64 number = transport->way->take(&transport->resender);
	u32 bytes = lab_transport_size(flow, number) + PFCLAB_WIRE_OVERHEAD;

	if (number < top)
		transport->counters.retransmitted++;
	if (sender) {
		if (sender->ops->sent)
			sender->ops->sent(sender, now, bytes);
		lab_sender_limit(sender);
		rate = sender->rate;
	}
	transport->last = now;
	transport->ready = now + lab_frame_time(flow, bytes - PFCLAB_WIRE_OVERHEAD, rate);
	if (transport->reliable && !hrtimer_active(&transport->timeout))
		lab_transport_rearm(transport, now);
	return number;
}

/* Takes back a frame that was not sent for lack of memory; selective repeat considers it lost */
static void lab_transport_undo(struct lab_transport *transport, u64 number)
{
	lab_turn_end(transport->flow);
	spin_lock(&transport->lock);
	if (!transport->resender.arrived)
		transport->resender.next = number;
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
	lab_transport_advance(transport, now);
	transport->idle = !lab_transport_may_send(transport);
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

/* Reports to the rate control that it sends frames again.  The caller holds the lock. */
static void lab_transport_loss(struct lab_transport *transport, u64 now, bool timeout)
{
	struct lab_sender *sender = transport->sender;

	if (!sender || !sender->ops->loss)
		return;
	lab_transport_advance(transport, now);
	sender->ops->loss(sender, now, transport->resender.top, timeout);
}

static enum hrtimer_restart lab_transport_timeout(struct hrtimer *timer)
{
	struct lab_transport *transport = container_of(timer, struct lab_transport, timeout);
	struct lab_flow *flow = transport->flow;
	u64 now = ktime_to_ns(hrtimer_get_expires(timer)), due;

	if (now - flow->lab->start >= flow->spec.stop)
		return HRTIMER_NORESTART;
	spin_lock(&transport->lock);
	/* The period depends on the frames that are outstanding now */
	due = transport->armed + transport->way->period(&transport->resender,
							&transport->reliable_spec);
	if (due > now) {
		spin_unlock(&transport->lock);
		hrtimer_set_expires(timer, ns_to_ktime(due));
		return HRTIMER_RESTART;
	}
	transport->counters.timeouts++;
	if (!transport->way->timeout(&transport->resender, &transport->reliable_spec))
		transport->counters.gave_up = 1;
	lab_transport_loss(transport, now, true);
	lab_transport_wake(transport, now);
	spin_unlock(&transport->lock);
	return HRTIMER_NORESTART;
}

/* Processes a frame of a reliable flow.  The caller holds the lock.  Return: the answer */
static enum lab_reply lab_transport_accept(struct lab_transport *transport, u64 number)
{
	struct pfclab_transport_counters *counters = &transport->counters;
	const struct lab_flow *flow = transport->flow;
	enum lab_verdict verdict;
	enum lab_reply reply;

	verdict = transport->way->receive(&transport->receiver, &transport->reliable_spec,
					  flow->spec.count, number, &reply);
	switch (verdict) {
	case LAB_ACCEPTED:
		counters->in_order++;
		counters->bytes += lab_transport_size(flow, number) - LAB_HEADERS;
		break;
	case LAB_DUPLICATE:
		counters->duplicates++;
		break;
	case LAB_DISCARDED:
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
	if (!transport->sender || !(transport->sender->ops->uses & LAB_USES_CNP) ||
	    now < transport->next_cnp)
		return false;
	transport->next_cnp = now + transport->cnp_interval;
	return true;
}

/*
 * Process a frame of data that arrived at its receiver.
 * @flow: the flow, which has a transport
 * @stamp: its number and the time of its transmission
 * @marked: the frame has a CE mark
 * @path: INT reports in it, or NULL
 * @now: time of arrival, CLOCK_MONOTONIC ns
 */
void lab_transport_data(struct lab_flow *flow, const struct lab_stamp *stamp, bool marked,
			const struct lab_reports *path, u64 now)
{
	struct lab_transport *transport = flow->transport;
	enum lab_reply reply = LAB_REPLY_NONE;
	struct lab_echo echo = { .time = be64_to_cpu(stamp->time), .path = path };
	u64 expected, seq = be64_to_cpu(stamp->seq);
	bool notify, complete = false;

	spin_lock(&transport->lock);
	notify = marked && lab_transport_notify(transport, now);
	expected = transport->receiver.expected;
	if (transport->reliable) {
		reply = lab_transport_accept(transport, seq);
		complete = expected != transport->receiver.expected &&
			   transport->receiver.expected == flow->spec.count;
		expected = transport->receiver.expected;
		echo.marked = transport->marked || marked;
		transport->marked = echo.marked && reply == LAB_REPLY_NONE;
		if (reply == LAB_REPLY_NAK)
			echo.above = seq - expected;
	}
	spin_unlock(&transport->lock);
	if (complete) {
		spin_lock(&flow->lab->lock);
		lab_message_arrived(flow, now);
		spin_unlock(&flow->lab->lock);
	}
	if (notify)
		lab_control_send(transport, LAB_CNP, seq, &(struct lab_echo){ });
	if (reply != LAB_REPLY_NONE)
		lab_control_send(transport, reply == LAB_REPLY_ACK ? LAB_ACK : LAB_NAK, expected,
				 &echo);
}

/* Return: number of frames that are known to have arrived */
static u64 lab_transport_arrived(const struct lab_resender *resender)
{
	return resender->acked + resender->reported;
}

/*
 * Return: bytes on the wire of the frames by which the number of those that have arrived grows.
 * Counts the last frame of a message as the last one that arrives.
 */
static u64 lab_transport_bytes(const struct lab_flow *flow, u64 from, u64 to)
{
	u64 bytes = (to - from) * (flow->spec.size + PFCLAB_WIRE_OVERHEAD);

	return to > from && to == flow->spec.count ? bytes - flow->spec.size + flow->spec.last :
						     bytes;
}

static void lab_transport_path(struct lab_ack *ack, const struct lab_reports *path)
{
	for (; path && ack->n_hops < path->n; ack->n_hops++) {
		const struct lab_report *report = &path->hops[ack->n_hops];
		u64 tx_bytes = be64_to_cpu(report->tx_bytes);

		ack->path[ack->n_hops] = (struct lab_hop){
			.time = be32_to_cpu(report->time), .queue = be32_to_cpu(report->queue),
			.port = tx_bytes >> LAB_REPORT_BYTES,
			.tx_bytes = tx_bytes & (BIT_ULL(LAB_REPORT_BYTES) - 1),
			.rate = (u64)be32_to_cpu(report->rate) * KBIT,
		};
	}
}

/*
 * Reports an ACK or a NAK to the rate control.  @before: number of frames that had arrived before.
 * The caller holds the lock.
 */
static void lab_transport_acked(struct lab_transport *transport, u64 before,
				const struct lab_echo *echo, u64 now)
{
	const struct lab_resender *resender = &transport->resender;
	struct lab_sender *sender = transport->sender;
	struct lab_ack ack = {
		.now = now, .rtt = (u32)now - echo->time,
		.acked = resender->acked, .next = resender->top,
		.bytes = lab_transport_bytes(transport->flow, before,
					     lab_transport_arrived(resender)),
		.marked = echo->marked,
	};

	if (!sender || !sender->ops->ack)
		return;
	lab_transport_path(&ack, echo->path);
	lab_transport_advance(transport, now);
	sender->ops->ack(sender, &ack);
}

/**
 * lab_transport_control() - process a control frame that arrived at the sender
 * @transport: rate control and reliability of the flow
 * @kind: kind of the control frame
 * @number: number of a frame of the flow
 * @echo: what it returns
 * @now: time of arrival, CLOCK_MONOTONIC ns
 */
void lab_transport_control(struct lab_transport *transport, enum lab_control kind, u64 number,
			   const struct lab_echo *echo, u64 now)
{
	struct lab_resender *resender = &transport->resender;
	struct lab_sender *sender = transport->sender;
	u64 before, acked;
	bool loss;

	spin_lock(&transport->lock);
	acked = resender->acked;
	before = lab_transport_arrived(resender);
	switch (kind) {
	case LAB_ACK:
		transport->counters.acks_received++;
		if (transport->way->ack(resender, number))
			lab_transport_rearm(transport, now);
		lab_transport_acked(transport, before, echo, now);
		break;
	case LAB_NAK:
		transport->counters.naks_received++;
		loss = transport->way->nak(resender, number, number + echo->above);
		/* Selective repeat gets a NAK for each frame out of order, which is no progress */
		if (!resender->arrived || resender->acked != acked)
			lab_transport_rearm(transport, now);
		lab_transport_acked(transport, before, echo, now);
		if (loss)
			lab_transport_loss(transport, now, false);
		break;
	case LAB_CNP:
		transport->counters.cnps_received++;
		lab_transport_advance(transport, now);
		if (sender && sender->ops->cnp)
			sender->ops->cnp(sender, now);
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
	transport->way = &lab_go_back_n;
}
