/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a port is told by its peer, and what it tells.
 */
#ifndef _PFC_PEER_H
#define _PFC_PEER_H

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include "pause.h"
#include "watchdog.h"

struct pfc_port;

/**
 * struct pfc_heard - XOFF received for a priority, by frames of the kind that is obeyed
 * @last: when the last came, ns
 * @until: end of the pause that it asked for, ns
 * @count: how many came
 * @rate: how many in a second; by PFC frames whether it is obeyed or not
 */
struct pfc_heard {
	u64			last;
	u64			until;
	u64			count;
	struct pfc_xoff_rate	rate;
};

/**
 * struct pfc_receiver - PFC frames received by a port
 * @lock: protects all that follows; innermost, taken with BH disabled, also
 *	from under the qdisc's root lock
 * @rx: the pauses asked for; @rx.paused and @rx.soonest are also read without
 *	the lock
 * @pause: they were asked for by PAUSE frames
 * @heard: what was asked for, while that is watched or not obeyed
 * @warnings: seconds with too many XOFF
 * @xoff: PFC frames that paused a priority
 * @xon: frames that resumed it
 * @reserved: valid frames with reserved bits
 * @kinds: frames by &enum pfc_frame_kind
 */
struct pfc_receiver {
	spinlock_t		lock; /* all below */
	struct pfc_pause_rx	rx;
	bool			pause;
	struct pfc_heard	heard[PFC_PRIOS];
	u64			warnings[PFC_PRIOS];
	u64			xoff[PFC_PRIOS];
	u64			xon[PFC_PRIOS];
	u64			reserved;
	u64			kinds[PFC_FRAME_BAD_ADDRESS + 1];
};

/**
 * struct pfc_sender - PFC frames sent by a port
 * @lock: protects all that follows but @repeat and @overruns; held across the
 *	sending of a frame so that frames leave in the order of decisions.
 *	Outside the qdisc's root lock, never taken from under it
 * @repeat: the peer may have forgotten what it was told; set by anyone, cleared
 *	likewise
 * @overruns: bit mask of the groups that lost a lossless packet which nobody has been
 *	told of yet; set by anyone, cleared likewise
 * @dead: the port is going away: no frame, no timer any more; also read
 *	without the lock, by those whom detaching waits for
 * @tasklet: looks at the groups soon, in a context without qdisc locks
 * @timer: looks at them when XOFF must be repeated
 * @tx: what the peer was told
 * @watches: for how long nothing has left the groups that want XOFF
 * @watching: that is asked for
 * @stopped: bit mask of the priorities that are told none for that; also read without the
 *	lock
 * @timeouts: times that this began
 * @rates: XOFF sent in a second
 * @warnings: seconds with too many
 * @pause: it was told by PAUSE frames
 * @xoff: XOFF sent in PFC frames, by priority
 * @xon: XON sent likewise
 * @frames: PFC frames sent
 * @pauses: PAUSE frames sent
 * @failed: frames that could not be sent
 */
struct pfc_sender {
	spinlock_t		lock; /* see above */
	bool			repeat;
	unsigned long		overruns;
	bool			dead;
	struct tasklet_struct	tasklet;
	struct hrtimer		timer;
	struct pfc_pause_tx	tx;
	struct pfc_xoff_watch	watches[PFC_PRIOS];
	bool			watching;
	u8			stopped;
	u64			timeouts[PFC_PRIOS];
	struct pfc_xoff_rate	rates[PFC_PRIOS];
	u64			warnings[PFC_PRIOS];
	bool			pause;
	u64			xoff[PFC_PRIOS];
	u64			xon[PFC_PRIOS];
	u64			frames;
	u64			pauses;
	u64			failed;
};

/* pause_receive.c */
void pfc_receiver_init(struct pfc_receiver *receiver);
void pfc_receive(struct pfc_port *port, struct sk_buff *skb);
u8 pfc_not_paused(struct pfc_port *port, u8 prios, u64 now, u64 *until);
void pfc_receiver_configure(struct pfc_port *port, u8 obey);
void pfc_receiver_note(struct pfc_receiver *receiver, int prio, u64 now);
void pfc_receiver_watch(struct pfc_port *port, u8 prios);
void pfc_receiver_reset(struct pfc_port *port);

/* pause_send.c */
void pfc_sender_init(struct pfc_port *port);
void pfc_sender_kick(struct pfc_port *port);
void pfc_sender_try(struct pfc_port *port);
void pfc_sender_repeat(struct pfc_port *port);
void pfc_sender_overrun(struct pfc_port *port, u8 pg);
void pfc_sender_kill(struct pfc_port *port);
void pfc_sender_stop(struct pfc_port *port);
u64 pfc_sender_refresh_min(void);

#endif /* _PFC_PEER_H */
