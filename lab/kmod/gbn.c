// SPDX-License-Identifier: GPL-2.0-only
/*
 * Go-back-N as in the reliable connection of RDMA (InfiniBand Architecture Specification, volume
 * 1, 9.7): cumulative ACK, one NAK for each missing frame, retransmission of all frames from
 * there on, and a timeout.
 */
#include "reliable.h"

static bool lab_gbn_may_send(const struct lab_resender *sender, const struct pfclab_reliable *spec,
			     u64 count)
{
	if (count && sender->next >= count)
		return false;
	return !spec->window || sender->next - sender->acked < spec->window;
}

static u64 lab_gbn_in_flight(const struct lab_resender *sender)
{
	return sender->next - sender->acked;
}

static u64 lab_gbn_take(struct lab_resender *sender)
{
	u64 number = sender->next++;

	if (sender->top < sender->next)
		sender->top = sender->next;
	return number;
}

/* Return: true if the receiver sends an ACK when it has accepted the frame */
static bool lab_gbn_asks(const struct pfclab_reliable *spec, u64 count, u64 number)
{
	return number + 1 == count || !((number + 1) % spec->ack_every);
}

static bool lab_gbn_outstanding(const struct lab_resender *sender,
				const struct pfclab_reliable *spec, u64 count)
{
	if (sender->next <= sender->acked)
		return false;
	return sender->next == count ||
	       sender->next / spec->ack_every > sender->acked / spec->ack_every;
}

static u64 lab_gbn_period(const struct lab_resender *sender, const struct pfclab_reliable *spec)
{
	return spec->timeout;
}

static bool lab_gbn_ack(struct lab_resender *sender, u64 expected)
{
	if (expected <= sender->acked || expected > sender->top)
		return false;
	sender->acked = expected;
	sender->tries = 0;
	/* The sender has gone back, and learns now that the frames had arrived */
	if (sender->next < expected)
		sender->next = expected;
	return true;
}

static bool lab_gbn_nak(struct lab_resender *sender, u64 expected, u64 arrived)
{
	lab_gbn_ack(sender, expected);
	if (expected < sender->acked || expected >= sender->next)
		return false;
	sender->next = expected;
	return true;
}

static bool lab_gbn_timeout(struct lab_resender *sender, const struct pfclab_reliable *spec)
{
	sender->next = sender->acked;
	return ++sender->tries <= spec->retries;
}

static enum lab_verdict lab_gbn_receive(struct lab_receiver *receiver,
					const struct pfclab_reliable *spec, u64 count, u64 number,
					enum lab_reply *reply)
{
	bool asks = lab_gbn_asks(spec, count, number);

	*reply = asks ? LAB_REPLY_ACK : LAB_REPLY_NONE;
	if (number < receiver->expected)
		return LAB_DUPLICATE;
	if (number > receiver->expected) {
		*reply = receiver->nak_sent ? LAB_REPLY_NONE : LAB_REPLY_NAK;
		receiver->nak_sent = true;
		return LAB_DISCARDED;
	}
	receiver->expected++;
	receiver->nak_sent = false;
	return LAB_ACCEPTED;
}

const struct lab_reliability lab_go_back_n = {
	.may_send = lab_gbn_may_send, .in_flight = lab_gbn_in_flight, .take = lab_gbn_take,
	.outstanding = lab_gbn_outstanding, .period = lab_gbn_period,
	.ack = lab_gbn_ack, .nak = lab_gbn_nak, .timeout = lab_gbn_timeout,
	.receive = lab_gbn_receive,
};
