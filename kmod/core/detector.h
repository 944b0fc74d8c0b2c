/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * State machines of the watchdog: detection of stuck queues.  Pure functions: the caller
 * supplies the time, in nanoseconds of a monotonic clock, and holds the lock.
 */
#ifndef _PFC_DETECTOR_H
#define _PFC_DETECTOR_H

#include <linux/limits.h>
#include <linux/types.h>
#include "../../uapi/linux/pfc.h"

/* Time of an event that is not scheduled */
#define PFC_DETECTOR_NEVER		U64_MAX

/* Gaps of at most this fraction of the detection time (1/100) do not end a pause */
#define PFC_DETECTOR_GAPS		100

/*
 * Configuration of a port's watchdog, see &enum pfc_attr.  @watched: bit mask of the monitored
 * priorities.
 */
struct pfc_watchdog_config {
	u8	watched;
	u8	action;
	u64	detection;
	u64	restoration;
	u32	escalate_count;
	u64	escalate_period;
	u64	xoff_timeout;
	u32	xoff_warn;
};

/**
 * struct pfc_detector_input - current state of a queue
 * @now: current time, ns
 * @paused: the peer pauses the queue
 * @begin: start of the current pause, if @paused, ns
 * @end: end of the previous pause, ns
 * @backlog: the queue holds frames
 * @sent: frames that have left the queue since the port was created, sent or dropped
 * @xoff_received: XOFF received since the port was created
 */
struct pfc_detector_input {
	u64	now;
	bool	paused;
	u64	begin;
	u64	end;
	bool	backlog;
	u64	sent;
	u64	xoff_received;
};

/**
 * struct pfc_detector_span - one or more pauses of a queue with only short gaps between them
 * @start: start of the first pause, ns, or %PFC_DETECTOR_NEVER if there is no pause
 * @gaps: total length of the gaps, ns
 * @sent: &pfc_detector_input.sent at @start
 * @xoff_received: number of XOFF received before @start
 */
struct pfc_detector_span {
	u64	start;
	u64	gaps;
	u64	sent;
	u64	xoff_received;
};

/**
 * struct pfc_detector - watchdog state of a queue
 * @state: &enum pfc_watchdog_state, not %PFC_WATCHDOG_STATE_OFF
 * @since: time of entry into @state, ns
 * @from: start of the observation, ns; pauses before it do not count
 * @begin: start of the pause at the last check, ns
 * @sent: &pfc_detector_input.sent at the last check
 * @stuck: span in which the queue is paused, holds frames and has sent none
 * @pause: span in which the queue is paused, including departures of frames
 * @long_reported: %PFC_DETECTOR_LONG was returned for @pause
 * @found: copy of the span, @stuck or @pause, that the last detection or report is about
 * @last_xoff: time of the last XOFF, ns
 * @pause_end: end of the pause that the last XOFF requested, ns
 * @oldest: index of the entry to overwrite next in the times that pfc_detector_count() stores
 * @count: number of these times in use
 */
struct pfc_detector {
	u8			state;
	u64			since;
	u64			from;
	u64			begin;
	u64			sent;
	struct pfc_detector_span	stuck;
	struct pfc_detector_span	pause;
	bool			long_reported;
	struct pfc_detector_span	found;
	u64			last_xoff;
	u64			pause_end;
	u8			oldest;
	u8			count;
};

/**
 * enum pfc_detector_verdict - result of a queue check
 * @PFC_DETECTOR_NOTHING: no change
 * @PFC_DETECTOR_DETECTED: a storm was detected; the state is %PFC_WATCHDOG_STATE_STORM
 * @PFC_DETECTOR_ESCALATED: too many storms were detected, the caller disables PFC; the
 *	state is %PFC_WATCHDOG_STATE_DISABLED; only pfc_detector_count() returns it
 * @PFC_DETECTOR_LONG: the queue was paused for nearly the whole detection time, but frames
 *	have left it
 * @PFC_DETECTOR_RESTORED: the storm has ended; the state is %PFC_WATCHDOG_STATE_OPERATIONAL
 */
enum pfc_detector_verdict {
	PFC_DETECTOR_NOTHING,
	PFC_DETECTOR_DETECTED,
	PFC_DETECTOR_ESCALATED,
	PFC_DETECTOR_LONG,
	PFC_DETECTOR_RESTORED,
};

void pfc_detector_init(struct pfc_detector *detector, u64 now);
void pfc_detector_forget(struct pfc_detector *detector, u64 now);
void pfc_detector_xoff(struct pfc_detector *detector, u64 now, u64 until);
enum pfc_detector_verdict pfc_detector_check(struct pfc_detector *detector,
					     const struct pfc_watchdog_config *config,
					     const struct pfc_detector_input *input);
enum pfc_detector_verdict pfc_detector_count(struct pfc_detector *detector,
					     u64 times[PFC_ESCALATE_MAX],
					     const struct pfc_watchdog_config *config, u64 now);
u64 pfc_detector_due(const struct pfc_detector *detector,
		     const struct pfc_watchdog_config *config, bool paused);
bool pfc_detector_clear(struct pfc_detector *detector, u64 now);

/*
 * Timeout of the XOFF that is sent for a group.  @since: time of the first XOFF or of the last
 * departure after it, ns; %PFC_DETECTOR_NEVER: the group is not in XOFF
 */
struct pfc_xoff_timer {
	u64	since;
	bool	stopped;
};

/* Whether the caller, after a check of a group's XOFF timeout, stops or resumes sending XOFF */
enum pfc_xoff_verdict {
	PFC_XOFF_NOTHING,
	PFC_XOFF_STOPPED,
	PFC_XOFF_RESUMED,
};

void pfc_xoff_timer_init(struct pfc_xoff_timer *timer);
enum pfc_xoff_verdict pfc_xoff_check(struct pfc_xoff_timer *timer, u64 timeout, bool wanted,
				     u64 departed, u64 now);
u64 pfc_xoff_due(const struct pfc_xoff_timer *timer, u64 timeout);

/* Number of XOFF of a priority in one direction in a second, which began at @begin, ns */
struct pfc_xoff_rate {
	u64	begin;
	u32	count;
};

bool pfc_xoff_rate_add(struct pfc_xoff_rate *rate, u32 warn, u64 now);

/* Count an XOFF.  Return: true for the first one above the warning threshold in a second */
static inline bool pfc_xoff_exceeds(struct pfc_xoff_rate *rate,
				    const struct pfc_watchdog_config *config, u64 now)
{
	return config->xoff_warn && pfc_xoff_rate_add(rate, config->xoff_warn, now);
}

/* Number of XOFF in a second when pfc_xoff_exceeds() returns true */
static inline u32 pfc_xoff_too_many(const struct pfc_watchdog_config *config)
{
	return config->xoff_warn + 1;
}

/* True if the watchdog needs each received XOFF */
static inline bool pfc_watchdog_counts_xoff(const struct pfc_watchdog_config *config)
{
	return config->watched || config->xoff_warn;
}

#endif /* _PFC_DETECTOR_H */
