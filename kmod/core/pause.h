/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The two state machines of a port's pause frames.  Pure functions: the caller supplies the
 * time, in nanoseconds of a monotonic clock, and holds the lock.
 */
#ifndef _PFC_PAUSE_H
#define _PFC_PAUSE_H

#include <linux/limits.h>
#include <linux/types.h>
#include "frame.h"

/*
 * Measured pause time by priority: the current pause (@start, counted in @count), and the finished
 * ones: @end of the last one, their @total length, and the length of the @longest and the @last one
 */
struct pfc_pause_clock {
	u64	start[PFC_PRIOS];
	u64	end[PFC_PRIOS];
	u64	total[PFC_PRIOS];
	u64	count[PFC_PRIOS];
	u64	longest[PFC_PRIOS];
	u64	last[PFC_PRIOS];
};

/*
 * Pauses of a priority at one point in time, see %PFC_WAIT_A_RX_SINCE and the next attributes; the
 * current pause, if @paused, is part of @count, @total and @longest
 */
struct pfc_pauses {
	bool	paused;
	u64	since;
	u64	count;
	u64	total;
	u64	longest;
	u64	last;
};

/**
 * struct pfc_pause_rx - pauses that the peer requested
 * @paused: bit mask of the paused priorities; may be read without the caller's lock
 * @soonest: earliest @deadline of a paused priority, ns, or %PFC_PAUSE_NEVER; may be read
 *	without the caller's lock
 * @deadline: time when the pause of a paused priority expires, ns
 * @expired: number of pauses of each priority that ended at their deadline
 * @unreported: bit mask of the priorities of which a pause ended at its deadline since the
 *	caller last cleared the mask
 * @clock: measured pause time
 */
struct pfc_pause_rx {
	u8			paused;
	u64			soonest;
	u64			deadline[PFC_PRIOS];
	u64			expired[PFC_PRIOS];
	u8			unreported;
	struct pfc_pause_clock	clock;
};

/**
 * struct pfc_pause_change - changes made by a received frame
 * @paused: bit mask of the priorities that the frame paused and that were not paused before
 * @resumed: bit mask of the paused priorities that the frame released, except priorities
 *	whose deadline had passed already
 * @shorter: bit mask of the priorities that were paused before and whose pause now ends earlier
 */
struct pfc_pause_change {
	u8	paused;
	u8	resumed;
	u8	shorter;
};

struct pfc_pause_change
pfc_pause_rx_frame(struct pfc_pause_rx *rx, const struct pfc_frame *frame,
		   u8 obey, u32 speed, u64 now);
u8 pfc_pause_rx_expire(struct pfc_pause_rx *rx, u64 now);
void pfc_pause_rx_resume(struct pfc_pause_rx *rx, u8 prios, u64 now);
void pfc_pause_rx_until(struct pfc_pause_rx *rx, int prio, u64 until, u64 now);
u64 pfc_pause_rx_deadline(const struct pfc_pause_rx *rx, u8 prios);
struct pfc_pauses pfc_pause_rx_read(const struct pfc_pause_rx *rx, int prio, u64 now);

/**
 * struct pfc_pause_tx - pauses requested from the peer
 * @xoff_sent: bit mask of the priorities for which XOFF was sent, and no XON since
 * @refresh: time when XOFF must be sent again, ns
 * @end: end of the pause that the last frame requested, ns
 * @late: number of refreshes of each priority that were sent after the end of the pause
 * @clock: measured pause time
 */
struct pfc_pause_tx {
	u8			xoff_sent;
	u64			refresh;
	u64			end;
	u64			late[PFC_PRIOS];
	struct pfc_pause_clock	clock;
};

/* Deadline of a timer that is not needed */
#define PFC_PAUSE_NEVER		U64_MAX

bool pfc_pause_tx_next(const struct pfc_pause_tx *tx, u8 wanted, u16 quanta,
		       u64 now, struct pfc_frame *frame);
u8 pfc_pause_tx_sent(struct pfc_pause_tx *tx, const struct pfc_frame *frame,
		     u32 speed, u64 now);
void pfc_pause_tx_forget(struct pfc_pause_tx *tx, u64 now);
u64 pfc_pause_tx_deadline(const struct pfc_pause_tx *tx);
struct pfc_pauses pfc_pause_tx_read(const struct pfc_pause_tx *tx, int prio, u64 now);

#endif /* _PFC_PAUSE_H */
