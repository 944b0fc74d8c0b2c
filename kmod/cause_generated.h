/* SPDX-License-Identifier: GPL-2.0-only */
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#ifndef _PFC_CAUSE_GENERATED_H
#define _PFC_CAUSE_GENERATED_H

#include "../uapi/linux/pfc_cause.h"

#define PFC_CAUSE_NOT_A_PORT_TEXT "%s: device is not a pfc port"
#define PFC_CAUSE_DELAY_WITHOUT_RATE_TEXT "delay: %u ns needs a rate, but the rate is unlimited"
#define PFC_CAUSE_PAUSE_TIME_TEXT "pause-time: %u quanta at %u Mb/s are below the minimum of %llu (%llu ns)"
#define PFC_CAUSE_FLOW_CONTROL_TEXT "flow-control: is %s and must be pfc, because PFC is on for priority %d"
#define PFC_CAUSE_FLOOD_LOSSLESS_TEXT "flood-prio: priority %d is lossless, it must be lossy"
#define PFC_CAUSE_ETHTYPES_FULL_TEXT "ethtype-prio: no room for %#06x, the map has %u EtherTypes already"
#define PFC_CAUSE_ECN_ORDER_TEXT "queue %d: ecn-kmin %u is above ecn-kmax %u bytes"
#define PFC_CAUSE_QUEUE_MIN_TEXT "queue %d: min %u needs a pool"
#define PFC_CAUSE_STRICT_SHARE_TEXT "tc-bw: class %d is strict, its share must be 0, not %u"
#define PFC_CAUSE_ETS_SHARE_TEXT "tc-bw: class %d is ets, its share must be 1..100, not %u"
#define PFC_CAUSE_ETS_SUM_TEXT "tc-bw: shares of ets classes sum to %d percent, must be 100"
#define PFC_CAUSE_MIXED_PG_TEXT "pg %d: PFC is on for its priority %d but off for its priority %d"
#define PFC_CAUSE_XON_ABOVE_XOFF_TEXT "pg %d: xon %u is above xoff %u bytes"
#define PFC_CAUSE_PROFILE_XON_ABOVE_XOFF_TEXT "profile %s: xon %u is above xoff %u bytes"
#define PFC_CAUSE_PROFILE_SETS_TEXT "pg %u: follows profile %s, which sets %s"
#define PFC_CAUSE_HEADROOM_TEXT "%s PG %d has %u bytes of headroom and needs %u, %u are missing"
#define PFC_CAUSE_HEADROOM_RATE_TEXT "%s PG %d has %u bytes of headroom and needs %u, %u are missing: the port has no rate"
#define PFC_CAUSE_POOL_RESERVED_TEXT "%s PG %d needs %s of %s, %s are free in pool %s, a size of %llu is enough"
#define PFC_CAUSE_POOL_PACKETS_OF_PG_TEXT "%s PG %d: its packets need %s of the %s of pool %s, %s are free"
#define PFC_CAUSE_POOL_PACKETS_TEXT "pool %s: packets use %llu bytes of the %s, the limit would be %llu"
#define PFC_CAUSE_POOL_SIZE_TEXT "pool %s: size %llu is too small, PGs and queues reserve %llu bytes of it"
#define PFC_CAUSE_POOL_EXISTS_TEXT "pool %s: exists already"
#define PFC_CAUSE_PROFILE_EXISTS_TEXT "profile %s: exists already"
#define PFC_CAUSE_POOL_NOT_FOUND_TEXT "pool %s: not found"
#define PFC_CAUSE_PROFILE_NOT_FOUND_TEXT "profile %s: not found"
#define PFC_CAUSE_POOL_IN_PROFILE_TEXT "pool %s: in use by profile %s"
#define PFC_CAUSE_POOL_IN_USE_TEXT "pool %s: in use: %u PGs refer to it, packets hold %llu bytes"
#define PFC_CAUSE_POOL_HAS_QUEUES_TEXT "pool %s: in use: %u queues are charged to it"
#define PFC_CAUSE_DEFAULT_POOL_TEXT "pool %s: default pool cannot be deleted"
#define PFC_CAUSE_PROFILE_IN_USE_TEXT "profile %s: in use: %u PGs follow it"
#define PFC_CAUSE_IMPAIR_DELAY_TEXT "delay: priority %d: %u ns needs a rate, but the rate is unlimited"
#define PFC_CAUSE_IMPAIR_RATE_TEXT "rate: the impairment delay of priority %d needs a rate"
#define PFC_CAUSE_SENDS_NO_XOFF_TEXT "xoff-duty: priority %d sends no XOFF (prio-pfc-tx is off)"
#define PFC_CAUSE_NOT_WATCHED_TEXT "priority %u is not watched (prio-watchdog is off)"
#define PFC_CAUSE_NO_XOFF_OBEYED_TEXT "priority %u does not obey XOFF (prio-pfc-rx is off)"

#endif /* _PFC_CAUSE_GENERATED_H */
