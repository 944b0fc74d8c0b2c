/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Causes of errors and warnings of the family "pfc", and of a port that tc or rtnetlink adds.
 *
 * The cookie of an extended ack (NLMSGERR_ATTR_COOKIE) is the cause, a u32 in host byte order.  An
 * ack without a cookie has a text only.
 */
#ifndef _UAPI_LINUX_PFC_CAUSE_H
#define _UAPI_LINUX_PFC_CAUSE_H

/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */

/**
 * enum pfc_cause - why the module refuses a request, or warns
 * @PFC_CAUSE_NONE: the ack has no cause
 * @PFC_CAUSE_NOT_A_PORT: <dev>: device is not a pfc port
 * @PFC_CAUSE_PORT_EXISTS: the device is a port already
 * @PFC_CAUSE_MASTER_DEVICE: the members of the device can be ports
 * @PFC_CAUSE_UPPER_DEVICE: the device below can be a port
 * @PFC_CAUSE_USER_PORTS: the user has as many ports as userns_ports allows
 * @PFC_CAUSE_USER_POOL_BYTES: the pools of the user exceed userns_pool_bytes
 * @PFC_CAUSE_DELAY_WITHOUT_RATE: delay: <delay> ns needs a rate, but the rate is unlimited
 * @PFC_CAUSE_TX_QUEUES_ALL: tx-queues all excludes another setting of the port or device
 * @PFC_CAUSE_PAUSE_TIME: pause-time: <quanta> quanta at <speed> Mb/s are below the minimum of
 *	<least> (<time> ns)
 * @PFC_CAUSE_FLOW_CONTROL: flow-control: is <flow> and must be pfc, because PFC is on for priority
 *	<prio>
 * @PFC_CAUSE_FLOOD_LOSSLESS: flood-prio: priority <prio> is lossless, it must be lossy
 * @PFC_CAUSE_ETHTYPES_FULL: ethtype-prio: no room for <type>, the map has <count> EtherTypes
 *	already
 * @PFC_CAUSE_ECN_ORDER: queue <queue>: ecn-kmin <kmin> is above ecn-kmax <kmax> bytes
 * @PFC_CAUSE_QUEUE_MIN: queue <queue>: min <min> needs a pool
 * @PFC_CAUSE_STRICT_SHARE: tc-bw: class <tc> is strict, its share must be 0, not <share>
 * @PFC_CAUSE_ETS_SHARE: tc-bw: class <tc> is ets, its share must be 1..100, not <share>
 * @PFC_CAUSE_ETS_SUM: tc-bw: shares of ets classes sum to <sum> percent, must be 100
 * @PFC_CAUSE_MIXED_PG: pg <pg>: PFC is on for its priority <on> but off for its priority <off>
 * @PFC_CAUSE_XON_ABOVE_XOFF: pg <pg>: xon <xon> is above xoff <xoff> bytes
 * @PFC_CAUSE_PROFILE_XON_ABOVE_XOFF: profile <profile>: xon <xon> is above xoff <xoff> bytes
 * @PFC_CAUSE_PROFILE_SETS: pg <pg>: follows profile <profile>, which sets <setting>
 * @PFC_CAUSE_HEADROOM: <dev> PG <pg> has <headroom> bytes of headroom and needs <needed>,
 *	<missing> are missing
 * @PFC_CAUSE_HEADROOM_RATE: <dev> PG <pg> has <headroom> bytes of headroom and needs <needed>,
 *	<missing> are missing: the port has no rate
 * @PFC_CAUSE_PROFILE_HEADROOM: as %PFC_CAUSE_HEADROOM, of a PG that follows the profile
 * @PFC_CAUSE_POOL_RESERVED: <dev> PG <pg> needs <need> of <what>, <free> are free in pool <pool>,
 *	a size of <size> is enough
 * @PFC_CAUSE_POOL_PACKETS_OF_PG: <dev> PG <pg>: its packets need <need> of the <part> of pool
 *	<pool>, <free> are free
 * @PFC_CAUSE_POOL_PACKETS: pool <pool>: packets use <used> bytes of the <part>, the limit would be
 *	<size>
 * @PFC_CAUSE_POOL_SIZE: pool <pool>: size <size> is too small, PGs and queues reserve <needed>
 *	bytes of it
 * @PFC_CAUSE_POOL_EXISTS: pool <pool>: exists already
 * @PFC_CAUSE_PROFILE_EXISTS: profile <profile>: exists already
 * @PFC_CAUSE_POOL_NOT_FOUND: pool <pool>: not found
 * @PFC_CAUSE_PROFILE_NOT_FOUND: profile <profile>: not found
 * @PFC_CAUSE_POOL_IN_PROFILE: pool <pool>: in use by profile <profile>
 * @PFC_CAUSE_POOL_DRAINS: the pool has packets of a former PG
 * @PFC_CAUSE_POOL_IN_USE: pool <pool>: in use: <pgs> PGs refer to it, packets hold <bytes> bytes
 * @PFC_CAUSE_POOL_HAS_QUEUES: pool <pool>: in use: <queues> queues are charged to it
 * @PFC_CAUSE_DEFAULT_POOL: pool <pool>: default pool cannot be deleted
 * @PFC_CAUSE_PROFILE_IN_USE: profile <profile>: in use: <pgs> PGs follow it
 * @PFC_CAUSE_IMPAIR_DELAY: delay: priority <prio>: <delay> ns needs a rate, but the rate is
 *	unlimited
 * @PFC_CAUSE_IMPAIR_RATE: rate: the impairment delay of priority <prio> needs a rate
 * @PFC_CAUSE_SENDS_NO_XOFF: xoff-duty: priority <prio> sends no XOFF (prio-pfc-tx is off)
 * @PFC_CAUSE_LINK_DOWN: unused
 * @PFC_CAUSE_NOT_WATCHED: priority <prio> is not watched (prio-watchdog is off)
 * @PFC_CAUSE_NO_XOFF_OBEYED: priority <prio> does not obey XOFF (prio-pfc-rx is off)
 */
enum pfc_cause {
	PFC_CAUSE_NONE = 0,
	PFC_CAUSE_NOT_A_PORT,
	PFC_CAUSE_PORT_EXISTS,
	PFC_CAUSE_MASTER_DEVICE,
	PFC_CAUSE_UPPER_DEVICE,
	PFC_CAUSE_USER_PORTS,
	PFC_CAUSE_USER_POOL_BYTES,
	PFC_CAUSE_DELAY_WITHOUT_RATE,
	PFC_CAUSE_TX_QUEUES_ALL,
	PFC_CAUSE_PAUSE_TIME,
	PFC_CAUSE_FLOW_CONTROL,
	PFC_CAUSE_FLOOD_LOSSLESS,
	PFC_CAUSE_ETHTYPES_FULL,
	PFC_CAUSE_ECN_ORDER,
	PFC_CAUSE_QUEUE_MIN,
	PFC_CAUSE_STRICT_SHARE,
	PFC_CAUSE_ETS_SHARE,
	PFC_CAUSE_ETS_SUM,
	PFC_CAUSE_MIXED_PG,
	PFC_CAUSE_XON_ABOVE_XOFF,
	PFC_CAUSE_PROFILE_XON_ABOVE_XOFF,
	PFC_CAUSE_PROFILE_SETS,
	PFC_CAUSE_HEADROOM,
	PFC_CAUSE_HEADROOM_RATE,
	PFC_CAUSE_PROFILE_HEADROOM,
	PFC_CAUSE_POOL_RESERVED,
	PFC_CAUSE_POOL_PACKETS_OF_PG,
	PFC_CAUSE_POOL_PACKETS,
	PFC_CAUSE_POOL_SIZE,
	PFC_CAUSE_POOL_EXISTS,
	PFC_CAUSE_PROFILE_EXISTS,
	PFC_CAUSE_POOL_NOT_FOUND,
	PFC_CAUSE_PROFILE_NOT_FOUND,
	PFC_CAUSE_POOL_IN_PROFILE,
	PFC_CAUSE_POOL_DRAINS,
	PFC_CAUSE_POOL_IN_USE,
	PFC_CAUSE_POOL_HAS_QUEUES,
	PFC_CAUSE_DEFAULT_POOL,
	PFC_CAUSE_PROFILE_IN_USE,
	PFC_CAUSE_IMPAIR_DELAY,
	PFC_CAUSE_IMPAIR_RATE,
	PFC_CAUSE_SENDS_NO_XOFF,
	PFC_CAUSE_LINK_DOWN,
	PFC_CAUSE_NOT_WATCHED,
	PFC_CAUSE_NO_XOFF_OBEYED,

	/* private: */
	__PFC_CAUSE_MAX,
	PFC_CAUSE_MAX = __PFC_CAUSE_MAX - 1
};

/* End of the generated part */

#endif /* _UAPI_LINUX_PFC_CAUSE_H */
