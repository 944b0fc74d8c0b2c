// SPDX-License-Identifier: GPL-2.0-only
/*
 * Go-back-N as in the reliable connection of RDMA (InfiniBand Architecture Specification, volume
 * 1, 9.7): cumulative ACK, one NAK for each missing frame, retransmission of all frames from
 * there on, and a timeout.
 */
#include "gbn.h"

/*
 * Test whether the sender may send a frame.
 * @count: frames of the message; 0: no end
 * Return: true if a frame is left to send, and the window allows it.
 */
bool lab_gbn_may_send(const struct lab_gbn_sender *sender, const struct pfclab_reliable *spec,
		      u64 count)
{
	if (count && sender->next >= count)
		return false;
	return !spec->window || sender->next - sender->acked < spec->window;
}

/*
 * Test whether a frame asks for an ACK.
 * @count: frames of the message; 0: no end
 * Return: true if the receiver sends an ACK when it has accepted the frame.
 */
bool lab_gbn_asks(const struct pfclab_reliable *spec, u64 count, u64 number)
{
	return number + 1 == count || !((number + 1) % spec->ack_every);
}

/*
 * Test whether the sender waits for an ACK.
 * @count: frames of the message; 0: no end
 * Return: true if a frame that asks for an ACK has been sent and not acknowledged.
 */
bool lab_gbn_outstanding(const struct lab_gbn_sender *sender,
			 const struct pfclab_reliable *spec, u64 count)
{
	if (sender->next <= sender->acked)
		return false;
	return sender->next == count ||
	       sender->next / spec->ack_every > sender->acked / spec->ack_every;
}

/*
 * React to an ACK.
 * @expected: next frame that the receiver expects
 * Return: true if the ACK acknowledges further frames.
 */
bool lab_gbn_ack(struct lab_gbn_sender *sender, u64 expected)
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

/*
 * React to a NAK: go back.
 * @expected: next frame that the receiver expects
 */
void lab_gbn_nak(struct lab_gbn_sender *sender, u64 expected)
{
	lab_gbn_ack(sender, expected);
	if (expected >= sender->acked && expected < sender->next)
		sender->next = expected;
}

/*
 * React to a timeout: go back to the first frame not acknowledged.
 * Return: false if the sender gives up.
 */
bool lab_gbn_timeout(struct lab_gbn_sender *sender, const struct pfclab_reliable *spec)
{
	sender->next = sender->acked;
	return ++sender->tries <= spec->retries;
}

/*
 * React to a frame.
 * @count: frames of the message; 0: no end
 * @reply: set to the answer
 * Return: what the frame is to the receiver.
 */
enum lab_gbn_verdict lab_gbn_receive(struct lab_gbn_receiver *receiver,
				     const struct pfclab_reliable *spec, u64 count, u64 number,
				     enum lab_gbn_reply *reply)
{
	bool asks = lab_gbn_asks(spec, count, number);

	*reply = asks ? LAB_GBN_ACK : LAB_GBN_NONE;
	if (number < receiver->expected)
		return LAB_GBN_DUPLICATE;
	if (number > receiver->expected) {
		*reply = receiver->nak_sent ? LAB_GBN_NONE : LAB_GBN_NAK;
		receiver->nak_sent = true;
		return LAB_GBN_OUT_OF_ORDER;
	}
	receiver->expected++;
	receiver->nak_sent = false;
	return LAB_GBN_ACCEPTED;
}
