/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the watchdog of a port.
 * <linux/pfc.h> includes this file and defines the units.
 */
#ifndef _UAPI_LINUX_PFC_WATCHDOG_H
#define _UAPI_LINUX_PFC_WATCHDOG_H

#define PFC_HISTORY_MAX		16		/* storms in the history of a port */

/* Defaults of new ports */
#define PFC_DEFAULT_DETECTION	100000000ULL	/* ns */
#define PFC_DEFAULT_ESCALATE	30U		/* detections within the period */
#define PFC_DEFAULT_PERIOD	20000000000ULL	/* ns */

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

#define PFC_DETECTION_MIN	1000000ULL	/* ns */
#define PFC_DETECTION_MAX	10000000000ULL	/* ns */
#define PFC_RESTORATION_MAX	60000000000ULL	/* ns; the minimum is %PFC_DETECTION_MIN */
#define PFC_RESTORATION_MANUAL	(~0ULL)	/* until an operator ends the storm */
#define PFC_ESCALATE_MAX	32U	/* detections */
#define PFC_PERIOD_MIN		1000000ULL	/* ns, period for the count */
#define PFC_PERIOD_MAX		3600000000000ULL	/* ns */
#define PFC_XOFF_WARN_MAX	1000000U	/* XOFF per second */
#define PFC_PORT_GROUP_MAX	255U

/**
 * enum pfc_watchdog_action - action during a storm
 * @PFC_WATCHDOG_ACTION_DROP: drop the queued frames, the frames that arrive at the queue, and the
 *	frames that the port receives for the same priority group; send no XOFF for that group
 *	(default)
 * @PFC_WATCHDOG_ACTION_FORWARD: ignore received XOFF
 * @PFC_WATCHDOG_ACTION_ALERT: send an event only
 *
 * XOFF and XON received are counted with every action.
 */
enum pfc_watchdog_action {
	PFC_WATCHDOG_ACTION_DROP,
	PFC_WATCHDOG_ACTION_FORWARD,
	PFC_WATCHDOG_ACTION_ALERT,

	/* private: */
	__PFC_WATCHDOG_ACTION_MAX,
	PFC_WATCHDOG_ACTION_MAX = __PFC_WATCHDOG_ACTION_MAX - 1
};

/**
 * enum pfc_watchdog_state - watchdog state of a priority of a port
 * @PFC_WATCHDOG_STATE_OFF: not monitored, because the watchdog is off or the port does not obey
 *	XOFF for the priority
 * @PFC_WATCHDOG_STATE_OPERATIONAL: monitored, no storm
 * @PFC_WATCHDOG_STATE_STORM: storm detected
 * @PFC_WATCHDOG_STATE_DISABLED: too many storms, so the port does not obey PFC for the priority,
 *	and sends none unless another priority of its PG needs it
 */
enum pfc_watchdog_state {
	PFC_WATCHDOG_STATE_OFF,
	PFC_WATCHDOG_STATE_OPERATIONAL,
	PFC_WATCHDOG_STATE_STORM,
	PFC_WATCHDOG_STATE_DISABLED,
};

/**
 * enum pfc_watchdog_attr - watchdog attributes of a priority of a port
 * @PFC_WATCHDOG_A_UNSPEC: unused
 * @PFC_WATCHDOG_A_PAD: padding
 * @PFC_WATCHDOG_A_ID: u8, the priority, 0..7
 * @PFC_WATCHDOG_A_STATE: u8, &enum pfc_watchdog_state, state of the priority
 * @PFC_WATCHDOG_A_SINCE: u64, CLOCK_MONOTONIC time of entry into the state, ns
 * @PFC_WATCHDOG_A_ACTION: u8, &enum pfc_watchdog_action, the action applied now, for a storm or an
 *	operator; absent: none
 * @PFC_WATCHDOG_A_MANUAL: flag, manual mitigation is active, see %PFC_CMD_WATCHDOG_MITIGATE
 * @PFC_WATCHDOG_A_INJECTED: flag, a storm is injected, see %PFC_CMD_WATCHDOG_INJECT
 * @PFC_WATCHDOG_A_XOFF_STOPPED: flag, %PFC_A_XOFF_TIMEOUT has expired and no XOFF is sent
 * @PFC_WATCHDOG_A_DROPPED: u64, frames dropped in the current or the last storm
 * @PFC_WATCHDOG_A_FORWARDED: u64, frames sent in the current or the last storm in spite of
 *	received XOFF
 */
enum pfc_watchdog_attr {
	PFC_WATCHDOG_A_UNSPEC,
	PFC_WATCHDOG_A_PAD,
	PFC_WATCHDOG_A_ID,
	PFC_WATCHDOG_A_STATE,
	PFC_WATCHDOG_A_SINCE,
	PFC_WATCHDOG_A_ACTION,
	PFC_WATCHDOG_A_MANUAL,
	PFC_WATCHDOG_A_INJECTED,
	PFC_WATCHDOG_A_XOFF_STOPPED,
	PFC_WATCHDOG_A_DROPPED,
	PFC_WATCHDOG_A_FORWARDED,

	/* private: */
	__PFC_WATCHDOG_A_MAX,
	PFC_WATCHDOG_A_MAX = __PFC_WATCHDOG_A_MAX - 1
};

/**
 * enum pfc_storm_attr - attributes of a storm: measured values and packet counts
 * @PFC_STORM_A_UNSPEC: unused
 * @PFC_STORM_A_PAD: padding
 * @PFC_STORM_A_PRIO: u8, the priority, 0..7
 * @PFC_STORM_A_ACTION: u8, &enum pfc_watchdog_action, action at the end of the storm, or the
 *	current action if it has not ended
 * @PFC_STORM_A_INJECTED: flag, the storm was injected
 * @PFC_STORM_A_DISABLED: flag, PFC was disabled because of this storm
 * @PFC_STORM_A_START: u64, CLOCK_MONOTONIC time since which the queue was stuck, ns
 * @PFC_STORM_A_DETECTED: u64, CLOCK_MONOTONIC time of detection, ns; 0: not detected, because
 *	frames have left the queue
 * @PFC_STORM_A_END: u64, CLOCK_MONOTONIC time of the end, ns; 0: not ended
 * @PFC_STORM_A_PAUSED_TIME: u64, time between start and detection for which the queue was paused,
 *	ns
 * @PFC_STORM_A_XOFF: u64, XOFF received for the priority between start and detection
 * @PFC_STORM_A_BACKLOG_PACKETS: u64, frames queued at detection
 * @PFC_STORM_A_BACKLOG_BYTES: u64, bytes queued at detection
 * @PFC_STORM_A_DROPPED: u64, frames dropped, including those queued at detection
 * @PFC_STORM_A_FORWARDED: u64, frames sent in spite of received XOFF
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

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_WATCHDOG_H */
