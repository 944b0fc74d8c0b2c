/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: what the watchdog of a
 * port says.  Units are those of <linux/pfc.h>, which includes this.
 */
#ifndef _UAPI_LINUX_PFC_WATCHDOG_H
#define _UAPI_LINUX_PFC_WATCHDOG_H

#define PFC_DETECTION_MIN	1000000ULL	/* ns */
#define PFC_DETECTION_MAX	10000000000ULL	/* ns */
#define PFC_RECOVERY_MAX	60000000000ULL	/* ns; the least is %PFC_DETECTION_MIN */
#define PFC_RECOVERY_MANUAL	(~0ULL)		/* not before an operator says so */
#define PFC_ESCALATE_MAX	32U		/* detections */
#define PFC_PERIOD_MIN		1000000ULL	/* ns, in which these are counted */
#define PFC_PERIOD_MAX		3600000000000ULL /* ns */
#define PFC_XOFF_WARN_MAX	1000000U	/* XOFF in a second */
#define PFC_PORT_GROUP_MAX	255U
#define PFC_HISTORY_MAX		16		/* storms of a port that are remembered */

/* What new ports start with */
#define PFC_DEFAULT_DETECTION	100000000ULL	/* ns */
#define PFC_DEFAULT_ESCALATE	30U		/* detections in ... */
#define PFC_DEFAULT_PERIOD	20000000000ULL	/* ns */

/**
 * enum pfc_watchdog_action - what is done while a storm lasts
 * @PFC_WATCHDOG_DROP: the frames of the queue are dropped, those that wait and those that
 *	come, and those that the port receives for the same priority group; no XOFF is
 *	sent for that group (default)
 * @PFC_WATCHDOG_FORWARD: received XOFF is not obeyed
 * @PFC_WATCHDOG_ALERT: nothing, but an event is sent
 *
 * XOFF and XON received are counted, whatever is done.
 */
enum pfc_watchdog_action {
	PFC_WATCHDOG_DROP,
	PFC_WATCHDOG_FORWARD,
	PFC_WATCHDOG_ALERT,

	/* private: */
	__PFC_WATCHDOG_MAX,
	PFC_WATCHDOG_MAX = __PFC_WATCHDOG_MAX - 1
};

/**
 * enum pfc_watch_state - what the watchdog thinks of a priority of a port
 * @PFC_WATCH_OFF: nothing: it is not watched, or no XOFF is obeyed for it
 * @PFC_WATCH_OPERATIONAL: all is well
 * @PFC_WATCH_STORM: there is a storm
 * @PFC_WATCH_DISABLED: PFC is disabled, neither sent nor obeyed: there were too many
 */
enum pfc_watch_state {
	PFC_WATCH_OFF,
	PFC_WATCH_OPERATIONAL,
	PFC_WATCH_STORM,
	PFC_WATCH_DISABLED,
};

/**
 * enum pfc_watch_attr - state of a priority of a port
 * @PFC_WATCH_A_UNSPEC: unused
 * @PFC_WATCH_A_PAD: padding
 * @PFC_WATCH_A_ID: u8, the priority, 0..7
 * @PFC_WATCH_A_STATE: u8, &enum pfc_watch_state
 * @PFC_WATCH_A_SINCE: u64, CLOCK_MONOTONIC time when that began, ns
 * @PFC_WATCH_A_ACTION: u8, &enum pfc_watchdog_action, what is being done now, for a storm
 *	or an operator; absent: nothing
 * @PFC_WATCH_A_MANUAL: flag, an operator wants it, %PFC_CMD_WATCHDOG_MITIGATE
 * @PFC_WATCH_A_INJECTED: flag, a storm is faked, %PFC_CMD_WATCHDOG_INJECT
 * @PFC_WATCH_A_XOFF_STOPPED: flag, %PFC_A_XOFF_TIMEOUT has passed: no XOFF is sent
 * @PFC_WATCH_A_DROPPED: u64, frames dropped in the storm that is, or in the last one
 * @PFC_WATCH_A_FORWARDED: u64, frames sent in it though XOFF was received
 */
enum pfc_watch_attr {
	PFC_WATCH_A_UNSPEC,
	PFC_WATCH_A_PAD,
	PFC_WATCH_A_ID,
	PFC_WATCH_A_STATE,
	PFC_WATCH_A_SINCE,
	PFC_WATCH_A_ACTION,
	PFC_WATCH_A_MANUAL,
	PFC_WATCH_A_INJECTED,
	PFC_WATCH_A_XOFF_STOPPED,
	PFC_WATCH_A_DROPPED,
	PFC_WATCH_A_FORWARDED,

	/* private: */
	__PFC_WATCH_A_MAX,
	PFC_WATCH_A_MAX = __PFC_WATCH_A_MAX - 1
};

/**
 * enum pfc_storm_attr - a storm, what was measured and what it cost
 * @PFC_STORM_A_UNSPEC: unused
 * @PFC_STORM_A_PAD: padding
 * @PFC_STORM_A_PRIO: u8, the priority, 0..7
 * @PFC_STORM_A_ACTION: u8, &enum pfc_watchdog_action when it ended, or now
 * @PFC_STORM_A_INJECTED: flag, it was faked
 * @PFC_STORM_A_DISABLED: flag, it was one too many, and PFC was disabled for it
 * @PFC_STORM_A_START: u64, CLOCK_MONOTONIC time from which the queue was stuck, ns
 * @PFC_STORM_A_DETECTED: u64, when that was found, ns; 0: it was not, as frames have left
 * @PFC_STORM_A_END: u64, when it was over, ns; 0: it is not
 * @PFC_STORM_A_PAUSED_TIME: u64, of the time from start to detection, how long the queue
 *	was paused, ns
 * @PFC_STORM_A_XOFF: u64, XOFF received for the priority in that time
 * @PFC_STORM_A_BACKLOG_PACKETS: u64, frames that waited when it was detected
 * @PFC_STORM_A_BACKLOG_BYTES: u64, their bytes
 * @PFC_STORM_A_DROPPED: u64, frames dropped, these among them
 * @PFC_STORM_A_FORWARDED: u64, frames sent though XOFF was received
 */
enum pfc_storm_attr {
	PFC_STORM_A_UNSPEC,
	PFC_STORM_A_PAD,
	PFC_STORM_A_PRIO,
	PFC_STORM_A_ACTION,
	PFC_STORM_A_INJECTED,
	PFC_STORM_A_DISABLED,
	PFC_STORM_A_START,
	PFC_STORM_A_DETECTED,
	PFC_STORM_A_END,
	PFC_STORM_A_PAUSED_TIME,
	PFC_STORM_A_XOFF,
	PFC_STORM_A_BACKLOG_PACKETS,
	PFC_STORM_A_BACKLOG_BYTES,
	PFC_STORM_A_DROPPED,
	PFC_STORM_A_FORWARDED,

	/* private: */
	__PFC_STORM_A_MAX,
	PFC_STORM_A_MAX = __PFC_STORM_A_MAX - 1
};

#endif /* _UAPI_LINUX_PFC_WATCHDOG_H */
