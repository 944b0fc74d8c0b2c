/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _LAB_GBN_H
#define _LAB_GBN_H

#include <linux/types.h>
#include "pfclab.h"

/**
 * struct lab_gbn_sender - sender of go-back-N; frames have numbers from 0 on
 * @acked: all frames below have been acknowledged
 * @next: next frame to send
 * @top: all frames below have been sent at least once
 * @tries: timeouts in succession
 */
struct lab_gbn_sender {
	u64	acked;
	u64	next;
	u64	top;
	u32	tries;
};

/**
 * struct lab_gbn_receiver - receiver of go-back-N
 * @expected: next frame in order
 * @nak_sent: a NAK for @expected has been sent
 */
struct lab_gbn_receiver {
	u64	expected;
	bool	nak_sent;
};

/**
 * enum lab_gbn_verdict - what a frame is to the receiver
 * @LAB_GBN_ACCEPTED: the next frame in order
 * @LAB_GBN_DUPLICATE: accepted before
 * @LAB_GBN_OUT_OF_ORDER: an earlier frame is missing
 */
enum lab_gbn_verdict {
	LAB_GBN_ACCEPTED,
	LAB_GBN_DUPLICATE,
	LAB_GBN_OUT_OF_ORDER,
};

/**
 * enum lab_gbn_reply - what the receiver sends
 * @LAB_GBN_NONE: nothing
 * @LAB_GBN_ACK: acknowledgment of all frames below the expected one
 * @LAB_GBN_NAK: request to send from the expected frame on
 */
enum lab_gbn_reply {
	LAB_GBN_NONE,
	LAB_GBN_ACK,
	LAB_GBN_NAK,
};

bool lab_gbn_may_send(const struct lab_gbn_sender *sender, const struct pfclab_reliable *spec,
		      u64 count);
bool lab_gbn_asks(const struct pfclab_reliable *spec, u64 count, u64 number);
bool lab_gbn_outstanding(const struct lab_gbn_sender *sender,
			 const struct pfclab_reliable *spec, u64 count);
bool lab_gbn_ack(struct lab_gbn_sender *sender, u64 expected);
void lab_gbn_nak(struct lab_gbn_sender *sender, u64 expected);
bool lab_gbn_timeout(struct lab_gbn_sender *sender, const struct pfclab_reliable *spec);
enum lab_gbn_verdict lab_gbn_receive(struct lab_gbn_receiver *receiver,
				     const struct pfclab_reliable *spec, u64 count, u64 number,
				     enum lab_gbn_reply *reply);

#endif /* _LAB_GBN_H */
