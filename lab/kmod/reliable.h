/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Retransmission: go-back-N (gbn.c) or selective repeat (irn.c).  Both are pure.  Frames have
 * numbers from 0 on.
 */
#ifndef _LAB_RELIABLE_H
#define _LAB_RELIABLE_H

#include <linux/types.h>
#include "pfclab.h"

/**
 * struct lab_frames - set of frames in a window that moves
 * @words: a bit for each frame; the frame N has bit N modulo %PFCLAB_SELECTIVE_MAX
 */
struct lab_frames {
	u64	words[PFCLAB_SELECTIVE_MAX / 64];
};

/**
 * struct lab_resender - sender
 * @acked: all frames below have been acknowledged
 * @next: next frame to send, except repeated ones of selective repeat
 * @top: all frames below have been sent at least once
 * @tries: timeouts in succession
 * @recovering: selective repeat: frames are lost, and the sender repeats them
 * @first: it repeats @acked, whatever has arrived
 * @again: it has repeated the lost frames below in this recovery
 * @recover: the recovery ends when all frames below are acknowledged
 * @highest: all frames from here on have not been reported as arrived
 * @reported: number of frames in @arrived
 * @arrived: frames from @acked on that have been reported as arrived; NULL: go-back-N
 */
struct lab_resender {
	u64			acked;
	u64			next;
	u64			top;
	u32			tries;
	bool			recovering;
	bool			first;
	u64			again;
	u64			recover;
	u64			highest;
	u64			reported;
	struct lab_frames	*arrived;
};

/**
 * struct lab_receiver - receiver
 * @expected: next frame in order
 * @nak_sent: go-back-N: a NAK for @expected has been sent
 * @arrived: frames from @expected on that have arrived; NULL: go-back-N
 */
struct lab_receiver {
	u64			expected;
	bool			nak_sent;
	struct lab_frames	*arrived;
};

/**
 * enum lab_verdict - what a frame is to the receiver
 * @LAB_ACCEPTED: new
 * @LAB_DUPLICATE: accepted before
 * @LAB_DISCARDED: discarded, since an earlier frame is missing
 */
enum lab_verdict {
	LAB_ACCEPTED,
	LAB_DUPLICATE,
	LAB_DISCARDED,
};

/**
 * enum lab_reply - what the receiver sends
 * @LAB_REPLY_NONE: nothing
 * @LAB_REPLY_ACK: acknowledgment of all frames below the expected one
 * @LAB_REPLY_NAK: the expected frame is missing
 */
enum lab_reply {
	LAB_REPLY_NONE,
	LAB_REPLY_ACK,
	LAB_REPLY_NAK,
};

/**
 * struct lab_reliability - functions of a retransmission; count: frames of the message, 0: no end
 * @may_send: test whether a frame is left to send, and the window allows it
 * @in_flight: return how many frames the window of a rate control counts; it never delays the
 *	repetition of lost frames
 * @take: advance to the next frame, and return its number
 * @outstanding: test whether the sender waits for an ACK, so that its timer runs
 * @period: return the time until the timeout, ns
 * @ack: react to an ACK of all frames below @expected; return true if it acknowledges further ones
 * @nak: react to a NAK; the frame @arrived caused it; return true if the sender goes back, or
 *	starts a recovery
 * @timeout: react to a timeout; return false if the sender gives up
 * @receive: react to a frame, and set the answer; return what the frame is to the receiver
 */
struct lab_reliability {
	bool	(*may_send)(const struct lab_resender *sender, const struct pfclab_reliable *spec,
			    u64 count);
	u64	(*in_flight)(const struct lab_resender *sender);
	u64	(*take)(struct lab_resender *sender);
	bool	(*outstanding)(const struct lab_resender *sender,
			       const struct pfclab_reliable *spec, u64 count);
	u64	(*period)(const struct lab_resender *sender, const struct pfclab_reliable *spec);
	bool	(*ack)(struct lab_resender *sender, u64 expected);
	bool	(*nak)(struct lab_resender *sender, u64 expected, u64 arrived);
	bool	(*timeout)(struct lab_resender *sender, const struct pfclab_reliable *spec);
	enum lab_verdict (*receive)(struct lab_receiver *receiver,
				    const struct pfclab_reliable *spec, u64 count, u64 number,
				    enum lab_reply *reply);
};

extern const struct lab_reliability lab_go_back_n;
extern const struct lab_reliability lab_selective_repeat;

#endif /* _LAB_RELIABLE_H */
