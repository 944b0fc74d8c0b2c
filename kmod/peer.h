/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * XOFF and XON that a port receives from its peer, and XOFF and XON that it sends to its peer.
 */
#ifndef _PFC_PEER_H
#define _PFC_PEER_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include "core/pause.h"
#include "core/detector.h"

struct pfc_port;

/*
 * Minimum interval between two XOFF, for any pause time.  The configuration refuses pause
 * times below twice this value.
 */
#define PFC_REFRESH_MIN_NS	(10 * NSEC_PER_USEC)

/**
 * struct pfc_xoff_received - XOFF received for a priority in frames that the port obeys
 * @last: time of the last XOFF, ns
 * @until: end of the requested pause, ns
 * @count: number of XOFF
 * @rate: XOFF per second; also counts PFC frames with a priority that the port does not obey
 */
struct pfc_xoff_received {
	u64			last;
	u64			until;
	u64			count;
	struct pfc_xoff_rate	rate;
};

/*
 * MAC control frames received by a port; written by pause_receive.c only.  Arrays are by priority,
 * and &enum pfc_prio_stat and &enum pfc_port_stat describe the counters
 * @lock: protects all other members; innermost lock, taken with BH disabled, also under
 *	the root lock of the qdisc
 * @rx: received pauses; @rx.paused and @rx.soonest are also read without the lock
 * @pause: the pauses in @rx come from PAUSE frames, not from PFC frames
 * @ignore_xoff: bit mask of the priorities whose XOFF the port ignores, as the watchdog requests
 * @xoff_received: recorded while the watchdog monitors the priority or makes the port ignore XOFF
 * @kinds: frames by &enum pfc_frame_kind
 * @quanta: pause time in the last XOFF of the configured kind of frame
 * @peer: source address of the last valid PFC or PAUSE frame
 */
struct pfc_receiver {
	spinlock_t		lock; /* protects all members below */
	struct pfc_pause_rx	rx;
	bool			pause;
	u8			ignore_xoff;
	struct pfc_xoff_received	xoff_received[PFC_PRIOS];
	u64			warnings[PFC_PRIOS];
	u64			xoff[PFC_PRIOS];
	u64			xon[PFC_PRIOS];
	u64			reserved;
	u64			kinds[PFC_FRAME_BAD_ADDRESS + 1];
	u16			quanta[PFC_PRIOS];
	u8			peer[ETH_ALEN];
};

/*
 * Priorities that a received pause stops.
 * Context: any; without receiver.lock, the result may contain a priority whose pause has just
 * ended.
 * Return: bit mask of priorities.
 */
static inline u8 pfc_receiver_paused(const struct pfc_receiver *receiver)
{
	return READ_ONCE(receiver->rx.paused);
}

/* Earliest end of a pause.  Context: any.  Return: time, ns, or %PFC_PAUSE_NEVER */
static inline u64 pfc_receiver_soonest(const struct pfc_receiver *receiver)
{
	return READ_ONCE(receiver->rx.soonest);
}

/*
 * PFC and PAUSE frames sent by a port; written by pause_send.c only.  Arrays are by priority, and
 * &enum pfc_prio_stat and &enum pfc_port_stat describe the counters
 * @lock: protects all other members except the next four; held while a frame is sent, so that
 *	frames leave in the order in which the sender decided on them.  Taken before the root
 *	lock of the qdisc, never while that lock is held
 * @repeat: bit 0: the peer may have lost its pause state; set and cleared by any CPU; bit 1: the
 *	peer may not get the last frame, which was discarded with the qdisc
 * @overruns: bit mask of the groups that dropped a lossless packet that no event has
 *	reported yet; set and cleared by any CPU
 * @expired: bit mask of the priorities whose received pause ended at its deadline, which
 *	no event has reported yet; set and cleared by any CPU
 * @suppress_xoff: bit mask of the priorities for which no XOFF is sent, as the watchdog
 *	requests; written under watchdog.lock, read without it
 * @dead: the port is being detached: it sends no more frames and arms no timer; also read
 *	without the lock: the detach waits for these readers with a grace period
 * @tasklet: checks the groups in a context without qdisc locks
 * @timer: checks the groups when XOFF must be repeated
 * @tx: XOFF and XON last sent to the peer
 * @xoff_timers: for each group that wants XOFF, the time since the last packet left it
 * @xoff_timed: the configuration had an XOFF timeout at the last check
 * @stopped: bit mask of the priorities whose XOFF the XOFF timeout suppresses; also read
 *	without the lock
 * @rates: XOFF sent per second
 * @pause: the last frame was a PAUSE frame
 */
struct pfc_sender {
	spinlock_t		lock; /* protects the members from dead on */
	unsigned long		repeat;
	unsigned long		overruns;
	atomic_t		expired;
	u8			suppress_xoff;
	bool			dead;
	struct tasklet_struct	tasklet;
	struct hrtimer		timer;
	struct pfc_pause_tx	tx;
	struct pfc_xoff_timer	xoff_timers[PFC_PRIOS];
	bool			xoff_timed;
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
u8 pfc_receiver_ignore(struct pfc_port *port, u8 prios, u8 obeyed, u64 now);
void pfc_receiver_track(struct pfc_port *port, u8 prios);
void pfc_receiver_restart(struct pfc_port *port, int prio, u64 now);
void pfc_receiver_read(struct pfc_port *port, int prio, struct pfc_detector_input *input,
		       struct pfc_xoff_received *xoff);
void pfc_receiver_expire(struct pfc_port *port, u64 now);
u8 pfc_receiver_update(struct pfc_port *port);
u64 pfc_receiver_since(struct pfc_port *port, int prio);
void pfc_receiver_reset(struct pfc_port *port);

/* long_pause.c */
void pfc_long_pause_begins(const struct pfc_port *port);
void pfc_long_pause_exit(void);

/* pause_send.c */
void pfc_sender_init(struct pfc_port *port);
void pfc_sender_kick(struct pfc_port *port);
void pfc_sender_try(struct pfc_port *port);
void pfc_sender_repeat(struct pfc_port *port);
void pfc_sender_overrun(struct pfc_port *port, u8 pg);
void pfc_sender_expired(struct pfc_port *port, u8 prios);
void pfc_sender_suppress(struct pfc_port *port, u8 prios);
void pfc_sender_kill(struct pfc_port *port);
void pfc_sender_stop(struct pfc_port *port);

#endif /* _PFC_PEER_H */
