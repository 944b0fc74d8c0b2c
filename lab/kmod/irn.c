// SPDX-License-Identifier: GPL-2.0-only
/*
 * Selective repeat as in IRN: Mittal et al., Revisiting Network Support for RDMA, SIGCOMM 2018,
 * section 3.  The receiver accepts frames in any order.  It acknowledges each frame in order, and
 * answers each other one with a NAK, which reports the frame that has arrived.  The sender repeats
 * only lost frames: the first one that is not acknowledged, and those for which a later one has
 * arrived.
 * The window is the bandwidth-delay product.  A short timeout applies while few frames are
 * outstanding, because then a loss may cause no NAK.
 */
#include "reliable.h"

static u64 lab_irn_bit(u64 number)
{
	return 1ULL << (number % 64);
}

static u64 *lab_irn_word(struct lab_frames *frames, u64 number)
{
	return &frames->words[number % PFCLAB_SELECTIVE_MAX / 64];
}

static bool lab_irn_has(struct lab_frames *frames, u64 number)
{
	return *lab_irn_word(frames, number) & lab_irn_bit(number);
}

/* Finds the next frame to repeat.  Return: false if there is none */
static bool lab_irn_lost(const struct lab_resender *sender, u64 *number)
{
	if (!sender->recovering)
		return false;
	*number = sender->acked;
	if (sender->first)
		return true;
	for (*number = sender->again; *number < sender->highest; ++*number)
		if (!lab_irn_has(sender->arrived, *number))
			return true;
	return false;
}

static bool lab_irn_may_send(const struct lab_resender *sender, const struct pfclab_reliable *spec,
			     u64 count)
{
	u64 number;

	if (lab_irn_lost(sender, &number))
		return true;
	return (!count || sender->next < count) && sender->next - sender->acked < spec->window;
}

static u64 lab_irn_in_flight(const struct lab_resender *sender)
{
	u64 number;

	return lab_irn_lost(sender, &number) ? 0 : sender->next - sender->acked;
}

static u64 lab_irn_take(struct lab_resender *sender)
{
	u64 number;

	if (lab_irn_lost(sender, &number)) {
		sender->first = false;
		sender->again = number + 1;
		return number;
	}
	sender->top = sender->next + 1;
	return sender->next++;
}

static bool lab_irn_outstanding(const struct lab_resender *sender,
				const struct pfclab_reliable *spec, u64 count)
{
	return sender->acked < sender->top;
}

static u64 lab_irn_period(const struct lab_resender *sender, const struct pfclab_reliable *spec)
{
	return sender->top - sender->acked < spec->low_frames ? spec->timeout_low : spec->timeout;
}

static bool lab_irn_ack(struct lab_resender *sender, u64 expected)
{
	if (expected <= sender->acked || expected > sender->top)
		return false;
	for (; sender->acked < expected; sender->acked++) {
		sender->reported -= lab_irn_has(sender->arrived, sender->acked);
		*lab_irn_word(sender->arrived, sender->acked) &= ~lab_irn_bit(sender->acked);
	}
	sender->tries = 0;
	sender->first = false;
	if (sender->again < expected)
		sender->again = expected;
	if (sender->acked >= sender->recover)
		sender->recovering = false;
	return true;
}

/* Starts a recovery: the frames from the first one that is not acknowledged on may be lost */
static void lab_irn_recover(struct lab_resender *sender)
{
	sender->recovering = sender->acked < sender->top;
	sender->first = sender->recovering;
	sender->again = sender->acked;
	sender->recover = sender->top;
}

static bool lab_irn_nak(struct lab_resender *sender, u64 expected, u64 arrived)
{
	lab_irn_ack(sender, expected);
	if (arrived < sender->acked || arrived >= sender->top)
		return false;
	sender->reported += !lab_irn_has(sender->arrived, arrived);
	*lab_irn_word(sender->arrived, arrived) |= lab_irn_bit(arrived);
	if (sender->highest <= arrived)
		sender->highest = arrived + 1;
	if (sender->recovering)
		return false;
	lab_irn_recover(sender);
	return true;
}

static bool lab_irn_timeout(struct lab_resender *sender, const struct pfclab_reliable *spec)
{
	lab_irn_recover(sender);
	return ++sender->tries <= spec->retries;
}

static enum lab_verdict lab_irn_receive(struct lab_receiver *receiver,
					const struct pfclab_reliable *spec, u64 count, u64 number,
					enum lab_reply *reply)
{
	*reply = LAB_REPLY_ACK;
	if (number < receiver->expected)
		return LAB_DUPLICATE;
	if (number > receiver->expected)
		*reply = LAB_REPLY_NAK;
	if (number - receiver->expected >= PFCLAB_SELECTIVE_MAX)
		return LAB_DISCARDED;
	if (lab_irn_has(receiver->arrived, number))
		return LAB_DUPLICATE;
	*lab_irn_word(receiver->arrived, number) |= lab_irn_bit(number);
	for (; lab_irn_has(receiver->arrived, receiver->expected); receiver->expected++)
		*lab_irn_word(receiver->arrived, receiver->expected) &=
			~lab_irn_bit(receiver->expected);
	return LAB_ACCEPTED;
}

const struct lab_reliability lab_selective_repeat = {
	.may_send = lab_irn_may_send, .in_flight = lab_irn_in_flight, .take = lab_irn_take,
	.outstanding = lab_irn_outstanding, .period = lab_irn_period,
	.ack = lab_irn_ack, .nak = lab_irn_nak, .timeout = lab_irn_timeout,
	.receive = lab_irn_receive,
};
