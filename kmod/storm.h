/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_STORM_H
#define _PFC_STORM_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include "config.h"
#include "watchdog.h"

struct pfc_port;

/**
 * struct pfc_storm - a storm, what was measured and what it cost
 * @prio: the priority, 0..7
 * @action: &enum pfc_watchdog_action when it ended, or now
 * @injected: it was faked
 * @disabled: it was one too many
 * @start: since then the queue was stuck, ns
 * @detected: when that was found, ns; 0: it was not, as frames have left
 * @end: when it was over, ns; 0: it is not
 * @paused: from start to detection, ns, without gaps
 * @xoff: XOFF received in that time
 * @packets: frames that waited when it was detected
 * @bytes: their bytes
 * @dropped: frames dropped; of one that is not over: in all before it
 * @forwarded: frames sent though XOFF was received; likewise
 */
struct pfc_storm {
	u8	prio;
	u8	action;
	bool	injected;
	bool	disabled;
	u64	start;
	u64	detected;
	u64	end;
	u64	paused;
	u64	xoff;
	u64	packets;
	u64	bytes;
	u64	dropped;
	u64	forwarded;
};

/**
 * struct pfc_storms - the watchdog of a port; under the root lock of its qdisc, if
 *	nothing else is said
 * @timer: looks at the queues when one of them is due
 * @armed: when that is, ns, or %PFC_WATCH_NEVER
 * @dead: the port is going away, no timer any more
 * @queues: what is known of each queue
 * @watched: bit mask of the priorities that are watched, and obeyed; also read without
 *	the lock
 * @manual: bit mask of those that an operator wants to be mitigated
 * @injected: bit mask of those with a storm that is faked
 * @injected_at: since when, ns
 * @drop: bit mask of the queues that are dropped
 * @forward: bit mask of the queues that are sent whatever the peer says
 * @unobeyed: bit mask of the priorities for which XOFF is not obeyed; written with the
 *	receiver's lock, too
 * @silent: bit mask of the priorities for which none is sent, also read without the lock
 * @storm_of: by group: priority of a storm for which what arrives is dropped, and 1 more;
 *	0: there is none.  Also read without the lock
 * @dropped: frames dropped that waited or came to the queue
 * @arrived: frames dropped as they arrived, by priority of the storm
 * @forward_from: frames that had left the queue when forwarding began
 * @forwarded: frames sent before that though XOFF was received
 * @detected: storms, by priority
 * @restored: storms that are over
 * @disabled: times that PFC was disabled
 * @longs: times that a queue was paused for long though frames have left
 * @history: the last storms, oldest first
 * @count: how many these are
 */
struct pfc_storms {
	struct hrtimer		timer;
	u64			armed;
	bool			dead;
	struct pfc_watch	queues[PFC_PRIOS];
	u8			watched;
	u8			manual;
	u8			injected;
	u64			injected_at[PFC_PRIOS];
	u8			drop;
	u8			forward;
	u8			unobeyed;
	u8			silent;
	u8			storm_of[PFC_PRIOS];
	u64			dropped[PFC_PRIOS];
	atomic_long_t		arrived[PFC_PRIOS];
	u64			forward_from[PFC_PRIOS];
	u64			forwarded[PFC_PRIOS];
	u64			detected[PFC_PRIOS];
	u64			restored[PFC_PRIOS];
	u64			disabled[PFC_PRIOS];
	u64			longs[PFC_PRIOS];
	struct pfc_storm	history[PFC_HISTORY_MAX];
	u8			count;
};

/**
 * struct pfc_watch_shown - what is shown of a priority
 * @state: &enum pfc_watch_state
 * @since: when that began, ns
 * @acting: something is being done
 * @action: &enum pfc_watchdog_action, what
 * @manual: an operator wants it
 * @injected: a storm is faked
 * @dropped: frames dropped in the storm that is, or in the last one
 * @forwarded: frames sent in it
 */
struct pfc_watch_shown {
	u8	state;
	u64	since;
	bool	acting;
	u8	action;
	bool	manual;
	bool	injected;
	u64	dropped;
	u64	forwarded;
};

/* storm.c */
void pfc_storms_init(struct pfc_port *port);
void pfc_storms_stop(struct pfc_port *port);
void pfc_storms_look(struct pfc_port *port, u8 prios);
void pfc_storms_arm(struct pfc_port *port, u64 due);
void pfc_storms_filled(struct pfc_port *port, u8 prio);
void pfc_storms_forget(struct pfc_port *port);
void pfc_storms_configure(struct pfc_port *port);

void pfc_storms_clear(struct pfc_port *port, u8 prios);
int pfc_storms_inject(struct pfc_port *port, u8 prios, bool on);
void pfc_storms_show(struct pfc_port *port, int prio, struct pfc_watch_shown *shown);
int pfc_storms_history(struct pfc_port *port, struct pfc_storm *history);

/* storm_action.c */
void pfc_storms_act(struct pfc_port *port);
bool pfc_storms_drop(struct pfc_port *port, u8 pg, u32 packets);
void pfc_storms_mitigate(struct pfc_port *port, u8 prios, bool on);
void pfc_storms_counts(struct pfc_port *port, int prio, u64 *dropped, u64 *forwarded);

#endif /* _PFC_STORM_H */
