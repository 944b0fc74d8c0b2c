/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The two state machines of a port's pause frames.  Pure: the caller brings
 * the time, in nanoseconds of a clock that never goes back, and the lock.
 */
#ifndef _PFC_PAUSE_H
#define _PFC_PAUSE_H

#include <linux/limits.h>
#include <linux/types.h>
#include "frame.h"

/**
 * struct pfc_pause_clock - how long the priorities of a port are paused
 * @start: when the running pause of a priority began, ns
 * @end: when the last finished one ended, ns
 * @total: length of all its finished pauses, ns
 */
struct pfc_pause_clock {
	u64	start[PFC_PRIOS];
	u64	end[PFC_PRIOS];
	u64	total[PFC_PRIOS];
};

/**
 * struct pfc_pause_rx - pauses that the peer asked for
 * @paused: bit mask of the paused priorities; others may read it without the
 *	caller's lock
 * @soonest: earliest @deadline of a paused priority, ns, or %PFC_PAUSE_NEVER; read
 *	by others likewise
 * @deadline: when the pause of a paused priority ends by itself, ns
 * @clock: measured pause time
 */
struct pfc_pause_rx {
	u8			paused;
	u64			soonest;
	u64			deadline[PFC_PRIOS];
	struct pfc_pause_clock	clock;
};

/**
 * struct pfc_pause_change - what a received frame changed
 * @paused: priorities that were not paused and now are
 * @resumed: paused priorities that the frame released; those whose deadline
 *	had passed are not among them
 */
struct pfc_pause_change {
	u8	paused;
	u8	resumed;
};

struct pfc_pause_change
pfc_pause_rx_frame(struct pfc_pause_rx *rx, const struct pfc_frame *frame,
		   u8 obey, u32 speed, u64 now);
u8 pfc_pause_rx_expire(struct pfc_pause_rx *rx, u64 now);
void pfc_pause_rx_resume(struct pfc_pause_rx *rx, u8 prios, u64 now);
void pfc_pause_rx_until(struct pfc_pause_rx *rx, int prio, u64 until, u64 now);
u64 pfc_pause_rx_deadline(const struct pfc_pause_rx *rx, u8 prios);
u64 pfc_pause_rx_time(const struct pfc_pause_rx *rx, int prio, u64 now);

/**
 * struct pfc_pause_tx - what the peer was told
 * @told: bit mask of the priorities last told XOFF
 * @refresh: when these must be told again, ns
 * @clock: measured pause time
 */
struct pfc_pause_tx {
	u8			told;
	u64			refresh;
	struct pfc_pause_clock	clock;
};

/* No timer is needed */
#define PFC_PAUSE_NEVER		U64_MAX

bool pfc_pause_tx_next(const struct pfc_pause_tx *tx, u8 wanted, u16 quanta,
		       u64 now, struct pfc_frame *frame);
void pfc_pause_tx_sent(struct pfc_pause_tx *tx, const struct pfc_frame *frame,
		       u32 speed, u64 now);
void pfc_pause_tx_forget(struct pfc_pause_tx *tx, u64 now);
u64 pfc_pause_tx_deadline(const struct pfc_pause_tx *tx);
u64 pfc_pause_tx_time(const struct pfc_pause_tx *tx, int prio, u64 now);

#endif /* _PFC_PAUSE_H */
