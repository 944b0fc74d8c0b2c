/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is a queue stuck?  The state machines of the watchdog.  Pure: the caller brings the
 * time, in nanoseconds of a clock that never goes back, and the lock.
 */
#ifndef _PFC_WATCHDOG_H
#define _PFC_WATCHDOG_H

#include <linux/limits.h>
#include <linux/types.h>
#include "../uapi/linux/pfc.h"

/* No time at which anything is to be done */
#define PFC_WATCH_NEVER		U64_MAX

/* A pause that is interrupted for no more than this part of the detection time goes on */
#define PFC_WATCH_GAPS		100

/**
 * struct pfc_watch_terms - configuration of a port's watchdog
 * @watched: bit mask of the priorities that are watched
 * @action: &enum pfc_watchdog_action
 * @detection: how long a queue has to be stuck, ns
 * @recovery: how long no XOFF must have come for a storm to be over, ns; 0: twice
 *	@detection; %PFC_RECOVERY_MANUAL: it never is
 * @escalate_count: detections in @escalate_period for which PFC is disabled; 0: it never is
 * @escalate_period: ns
 * @xoff_timeout: how long the peer may be told XOFF while nothing leaves, ns; 0: for ever
 * @xoff_warn: XOFF in a second that are no reason to warn; 0: any number
 */
struct pfc_watch_terms {
	u8	watched;
	u8	action;
	u64	detection;
	u64	recovery;
	u32	escalate_count;
	u64	escalate_period;
	u64	xoff_timeout;
	u32	xoff_warn;
};

/**
 * struct pfc_watch_seen - what is to be seen of a queue now
 * @now: the time, ns
 * @paused: the peer has paused it
 * @begin: when that began, if it is, ns
 * @end: when the pause before that ended, ns; or the last one, if it is not paused
 * @backlog: it holds frames
 * @sent: how many have ever left it, by the wire or not
 * @heard: how many XOFF have ever come
 */
struct pfc_watch_seen {
	u64	now;
	bool	paused;
	u64	begin;
	u64	end;
	bool	backlog;
	u64	sent;
	u64	heard;
};

/**
 * struct pfc_watch_span - a pause with its gaps
 * @start: when it began, ns, or %PFC_WATCH_NEVER if there is none
 * @gaps: how long it was interrupted, ns
 * @sent: frames that had ever left the queue when it began
 * @heard: XOFF that had ever come before it began
 */
struct pfc_watch_span {
	u64	start;
	u64	gaps;
	u64	sent;
	u64	heard;
};

/**
 * struct pfc_watch - what the watchdog knows of a queue
 * @state: &enum pfc_watch_state, not %PFC_WATCH_OFF
 * @since: when that began, ns
 * @from: what was before that is not known, ns
 * @begin: when the pause began that was seen last, ns
 * @sent: frames that had ever left the queue when it was seen last
 * @stuck: since then it is paused and holds frames, and none has left it
 * @pause: since then it is paused, though some may have left it
 * @told: that this lasts for long has been told
 * @found: of these two the one that the last verdict was about
 * @last_xoff: when the last XOFF came, ns
 * @asked: until when that asks for a pause, ns
 * @detections: when the last storms were detected, ns, the oldest at @oldest if all are
 *	in use
 * @oldest: the next to be overwritten
 * @count: of these in use
 */
struct pfc_watch {
	u8			state;
	u64			since;
	u64			from;
	u64			begin;
	u64			sent;
	struct pfc_watch_span	stuck;
	struct pfc_watch_span	pause;
	bool			told;
	struct pfc_watch_span	found;
	u64			last_xoff;
	u64			asked;
	u64			detections[PFC_ESCALATE_MAX];
	u8			oldest;
	u8			count;
};

/**
 * enum pfc_watch_verdict - what a look at a queue has found
 * @PFC_WATCH_NOTHING: nothing new
 * @PFC_WATCH_DETECTED: a storm; it is in that state now
 * @PFC_WATCH_ESCALATED: one too many, PFC is to be disabled; it is in that state now
 * @PFC_WATCH_LONG: nearly nothing but pause for the detection time, but frames have left
 * @PFC_WATCH_RESTORED: the storm is over; it is operational now
 */
enum pfc_watch_verdict {
	PFC_WATCH_NOTHING,
	PFC_WATCH_DETECTED,
	PFC_WATCH_ESCALATED,
	PFC_WATCH_LONG,
	PFC_WATCH_RESTORED,
};

void pfc_watch_init(struct pfc_watch *watch, u64 now);
void pfc_watch_forget(struct pfc_watch *watch, u64 now);
void pfc_watch_heard(struct pfc_watch *watch, u64 now, u64 until);
enum pfc_watch_verdict pfc_watch_look(struct pfc_watch *watch,
				      const struct pfc_watch_terms *terms,
				      const struct pfc_watch_seen *seen);
u64 pfc_watch_due(const struct pfc_watch *watch, const struct pfc_watch_terms *terms,
		  bool paused);
bool pfc_watch_clear(struct pfc_watch *watch, u64 now);

/**
 * struct pfc_xoff_watch - XOFF that is sent for a group while nothing leaves
 * @since: when it was told first, or something has left, ns; %PFC_WATCH_NEVER: it is not
 *	wanted
 * @stopped: it is sent no more
 */
struct pfc_xoff_watch {
	u64	since;
	bool	stopped;
};

/**
 * enum pfc_xoff_verdict - what a look at a group has found
 * @PFC_XOFF_NOTHING: nothing new
 * @PFC_XOFF_STOPPED: XOFF is to be sent no more
 * @PFC_XOFF_RESUMED: it may be again
 */
enum pfc_xoff_verdict {
	PFC_XOFF_NOTHING,
	PFC_XOFF_STOPPED,
	PFC_XOFF_RESUMED,
};

void pfc_xoff_watch_init(struct pfc_xoff_watch *watch);
enum pfc_xoff_verdict pfc_xoff_look(struct pfc_xoff_watch *watch, u64 timeout, bool wanted,
				    u64 left, u64 now);
u64 pfc_xoff_due(const struct pfc_xoff_watch *watch, u64 timeout);

/**
 * struct pfc_xoff_rate - XOFF of a priority in one direction
 * @begin: when the second began in which they are counted, ns
 * @count: how many there were
 */
struct pfc_xoff_rate {
	u64	begin;
	u32	count;
};

bool pfc_xoff_rate_add(struct pfc_xoff_rate *rate, u32 warn, u64 now);

#endif /* _PFC_WATCHDOG_H */
