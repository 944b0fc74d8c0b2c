/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Priority flow control (IEEE 802.1Qbb) for software switches: the events of the pfc
 * module.  <linux/pfc.h> includes this file and defines the attributes and units.
 */
#ifndef _UAPI_LINUX_PFC_EVENT_H
#define _UAPI_LINUX_PFC_EVENT_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

/**
 * enum pfc_event - type of a notification
 * @PFC_EVENT_UNSPEC: unused
 * @PFC_EVENT_PORT_ADD: a device became a port
 * @PFC_EVENT_PORT_DEL: a port was deleted
 * @PFC_EVENT_XOFF_SENT: the port sent the first XOFF for these priorities (refreshes send no
 *	event)
 * @PFC_EVENT_XON_SENT: the port sent XON for these priorities
 * @PFC_EVENT_XOFF_RECEIVED: XOFF paused these priorities, which were not paused before
 * @PFC_EVENT_XON_RECEIVED: the peer released these paused priorities
 * @PFC_EVENT_HEADROOM_OVERRUN: received packets of lossless priorities were lost because the
 *	headroom of their group was full; counted in %PFC_PG_STAT_DROP_HEADROOM.  The priorities
 *	are those of the group at the time of the event
 * @PFC_EVENT_HEADROOM_SHORT: the MTU or speed of the device changed, and lossless priorities now
 *	have less headroom than they need: the headroom is not automatic, or the pool has no room
 * @PFC_EVENT_STORM_DETECTED: a storm was detected and the configured action started; with a
 *	@PFC_A_STORM
 * @PFC_EVENT_STORM_RESTORED: the storm has ended; with a @PFC_A_STORM
 * @PFC_EVENT_PFC_DISABLED: PFC was disabled after too many storms; with a @PFC_A_STORM that
 *	describes the last storm
 * @PFC_EVENT_PFC_ENABLED: an operator enabled PFC again after %PFC_EVENT_PFC_DISABLED; with the
 *	@PFC_A_STORM of that event
 * @PFC_EVENT_MITIGATION_ON: an operator started manual mitigation of these priorities
 * @PFC_EVENT_MITIGATION_OFF: an operator ended manual mitigation of these priorities
 * @PFC_EVENT_PAUSED_LONG: the queue was paused for nearly the whole detection time, but sent
 *	frames in between; with a @PFC_A_STORM that contains the measured values
 * @PFC_EVENT_XOFF_TIMEOUT: the port stopped sending XOFF, see %PFC_A_XOFF_TIMEOUT; with
 *	@PFC_A_EVENT_IDLE_TIME and @PFC_A_EVENT_BYTES
 * @PFC_EVENT_XOFF_RESUMED: the port may send XOFF again after %PFC_EVENT_XOFF_TIMEOUT
 * @PFC_EVENT_XOFF_RATE_RX: the port received more XOFF in a second than %PFC_A_XOFF_WARN
 * @PFC_EVENT_XOFF_RATE_TX: the port sent more XOFF in a second than %PFC_A_XOFF_WARN
 * @PFC_EVENT_PAUSE_EXPIRED: pauses of these priorities ended at their deadline, without an XON or
 *	an XOFF that renewed them
 * @PFC_EVENT_REFRESH_LATE: the port renewed XOFF after the pause of the previous XOFF had ended,
 *	so the peer may have sent in between
 * @PFC_EVENT_SETTINGS_LOST: the device remains, but is no longer a port, and the port's settings
 *	that differ from the defaults are lost; sent before %PFC_EVENT_PORT_DEL
 * @PFC_EVENT_PORT_RENAMED: the device was renamed from %PFC_A_EVENT_OLD_NAME to %PFC_A_IFNAME;
 *	earlier events of the port contain the old name, later events the new one
 * @PFC_EVENT_PORT_CHANGED: the configuration of the port changed, or that of a pool that one of
 *	its groups uses
 * @PFC_EVENT_PAUSE_ENDED: received pauses of these priorities ended before their deadline and
 *	without XON: the link went down, the configuration changed, or the watchdog ignores XOFF;
 *	only in records, see %PFC_A_RECORD
 * @PFC_EVENT_XOFF_LOST: the link went down while XOFF of these priorities was in effect; only in
 *	records
 * @PFC_EVENT_PEAK: the occupancy of the group of a priority has reached a new maximum, found when
 *	the port sent XON; only in records
 * @PFC_EVENT_DEADLOCK: unused, the module does not send it; pfcctl monitor --deadlock finds
 *	deadlocks
 * @PFC_EVENT_STILL_PAUSED: received XOFF has held the packets in the queues of these priorities
 *	for a quarter of the detection time or longer, in one pause; sent once for a pause
 * @PFC_EVENT_IMPAIR_CHANGED: a user changed the impairments of the port, which now affect these
 *	priorities, or none
 */
enum pfc_event {
	PFC_EVENT_UNSPEC,
	PFC_EVENT_PORT_ADD,
	PFC_EVENT_PORT_DEL,
	PFC_EVENT_XOFF_SENT,
	PFC_EVENT_XON_SENT,
	PFC_EVENT_XOFF_RECEIVED,
	PFC_EVENT_XON_RECEIVED,
	PFC_EVENT_HEADROOM_OVERRUN,
	PFC_EVENT_HEADROOM_SHORT,
	PFC_EVENT_STORM_DETECTED,
	PFC_EVENT_STORM_RESTORED,
	PFC_EVENT_PFC_DISABLED,
	PFC_EVENT_PFC_ENABLED,
	PFC_EVENT_MITIGATION_ON,
	PFC_EVENT_MITIGATION_OFF,
	PFC_EVENT_PAUSED_LONG,
	PFC_EVENT_XOFF_TIMEOUT,
	PFC_EVENT_XOFF_RESUMED,
	PFC_EVENT_XOFF_RATE_RX,
	PFC_EVENT_XOFF_RATE_TX,
	PFC_EVENT_PAUSE_EXPIRED,
	PFC_EVENT_REFRESH_LATE,
	PFC_EVENT_SETTINGS_LOST,
	PFC_EVENT_PORT_RENAMED,
	PFC_EVENT_PORT_CHANGED,
	PFC_EVENT_PAUSE_ENDED,
	PFC_EVENT_XOFF_LOST,
	PFC_EVENT_PEAK,
	PFC_EVENT_DEADLOCK,
	PFC_EVENT_STILL_PAUSED,
	PFC_EVENT_IMPAIR_CHANGED,
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_EVENT_H */
