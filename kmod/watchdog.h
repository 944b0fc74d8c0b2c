/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _PFC_WATCHDOG_H
#define _PFC_WATCHDOG_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/spinlock.h>
#include "core/config.h"

struct pfc_port;

/* Bit of the requests for the watchdog: discard earlier observations after a link loss */
#define PFC_WATCHDOG_FORGET	PFC_PRIOS

/*
 * A storm or a long pause: the values of &enum pfc_storm_attr.  While a storm lasts, @dropped and
 * @forwarded are the counters of the priority at the detection.
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
 * struct pfc_storm_log - what a port remembers of its storms; protected like &struct pfc_watchdog
 * @times: times of the last detections, ns, by priority; see pfc_detector_count()
 * @storms: the last storms, oldest first
 * @count: number of entries of @storms in use
 */
struct pfc_storm_log {
	u64			times[PFC_PRIOS][PFC_ESCALATE_MAX];
	struct pfc_storm	storms[PFC_HISTORY_MAX];
	u8			count;
};

/*
 * The watchdog of a port; written by watchdog.c and storm_action.c only, under @lock unless stated
 * otherwise.  Arrays are by priority, and &enum pfc_prio_stat describes the counters
 * @lock: protects all other members.  Taken before the root lock of a leaf, never while such a
 *	lock is held
 * @requests: bit mask of the queues to check, and %PFC_WATCHDOG_FORGET; set and cleared by any
 *	CPU
 * @timer: checks the queues at the time @armed
 * @armed: expiry of @timer, ns, or %PFC_DETECTOR_NEVER
 * @dead: the port is being detached, @timer must not start again
 * @suspended: frames move between leaves, so the queues cannot be checked
 * @watched: bit mask of the priorities that the watchdog monitors; the port obeys XOFF for
 *	each of them; also read without the lock
 * @manual: bit mask of the priorities under manual mitigation by an operator
 * @injected: bit mask of the priorities with an injected storm
 * @injected_at: start of the injected storm, ns
 * @drop: bit mask of the priorities whose queues drop frames
 * @forward: bit mask of the priorities whose queues send despite XOFF
 * @storm_of: by PG: 1 + priority of the storm for which received packets of the PG are
 *	dropped, 0: no storm; also read without the lock
 * @arrived: frames dropped when the port received them, by priority of the storm
 * @forward_from: frames that had left the queue when forwarding began
 * @forwarded: frames sent despite XOFF in earlier periods of forwarding
 * @log: the last storms, or NULL before the first storm
 */
struct pfc_watchdog {
	spinlock_t		lock; /* protects all members below except requests */
	unsigned long		requests;
	struct hrtimer		timer;
	u64			armed;
	bool			dead;
	bool			suspended;
	struct pfc_detector	queues[PFC_PRIOS];
	u8			watched;
	u8			manual;
	u8			injected;
	u64			injected_at[PFC_PRIOS];
	u8			drop;
	u8			forward;
	u8			storm_of[PFC_PRIOS];
	atomic64_t		arrived[PFC_PRIOS];
	u64			forward_from[PFC_PRIOS];
	u64			forwarded[PFC_PRIOS];
	u64			detected[PFC_PRIOS];
	u64			restored[PFC_PRIOS];
	u64			disabled[PFC_PRIOS];
	u64			long_pauses[PFC_PRIOS];
	struct pfc_storm_log	*log;
};

/*
 * Watchdog status of a priority: the values of &enum pfc_watchdog_attr.  @action is valid if an
 * action is active (@acting).
 */
struct pfc_watchdog_status {
	u8	state;
	u64	since;
	bool	acting;
	u8	action;
	bool	manual;
	bool	injected;
	u64	dropped;
	u64	forwarded;
};

/* watchdog.c */
void pfc_watchdog_init(struct pfc_port *port);
void pfc_watchdog_stop(struct pfc_port *port);
void pfc_watchdog_check(struct pfc_port *port, u8 prios);
void pfc_watchdog_arm(struct pfc_port *port, u64 due);
void pfc_watchdog_requested(struct pfc_port *port);
void pfc_watchdog_filled(struct pfc_port *port, u8 prio);
void pfc_watchdog_forget(struct pfc_port *port);
void pfc_watchdog_configure(struct pfc_port *port);

void pfc_watchdog_clear(struct pfc_port *port, u8 prios);
void pfc_watchdog_mitigate(struct pfc_port *port, u8 prios, bool on);
int pfc_watchdog_inject(struct pfc_port *port, u8 prios, bool on);
void pfc_watchdog_status(struct pfc_port *port, int prio, struct pfc_watchdog_status *shown);
int pfc_watchdog_history(struct pfc_port *port, struct pfc_storm *history);

/* storm_action.c */
u8 pfc_watchdog_in(const struct pfc_watchdog *watchdog, u8 state);
void pfc_watchdog_apply(struct pfc_port *port);
void pfc_watchdog_suspend(struct pfc_port *port);
void pfc_watchdog_resume(struct pfc_port *port);
bool pfc_watchdog_drop(struct pfc_port *port, u8 pg, u32 packets);
void pfc_watchdog_counts(struct pfc_port *port, int prio, u64 *dropped, u64 *forwarded);

#endif /* _PFC_WATCHDOG_H */
