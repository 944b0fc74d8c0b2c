// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "fix.h"

const struct cause causes[PFC_CAUSE_MAX + 1] = {
	[PFC_CAUSE_NOT_A_PORT] = {
		"*: device is not a pfc port",
		"pfcctl port add dev $1; pfcctl port show lists the ports"
	},
	[PFC_CAUSE_PORT_EXISTS] = {
		.fix =
		"pfcctl port set dev $0 changes its settings"
	},
	[PFC_CAUSE_MASTER_DEVICE] = {
		.fix =
		"for each member, pfcctl port add dev DEV; ip link show master $0 lists them"
	},
	[PFC_CAUSE_UPPER_DEVICE] = {
		.fix =
		"pfcctl port add dev DEV; ip link show dev $0 prints DEV after $0@"
	},
	[PFC_CAUSE_USER_PORTS] = {
		.fix =
		"raise /sys/module/pfc/parameters/userns_ports"
	},
	[PFC_CAUSE_USER_POOL_BYTES] = {
		.fix =
		"raise /sys/module/pfc/parameters/userns_pool_bytes"
	},
	[PFC_CAUSE_DELAY_WITHOUT_RATE] = {
		"delay: * ns needs a rate, but the rate is unlimited",
		"pfcctl port set dev $0 rate RATE delay $1ns"
	},
	[PFC_CAUSE_TX_QUEUES_ALL] = {
		.fix =
		"pfcctl port set dev $0 tx-queues auto, or one"
	},
	[PFC_CAUSE_PAUSE_TIME] = {
		"pause-time: * quanta at * Mb/s are below the minimum of * (* ns)",
		"pfcctl pfc set dev $0 pause-time $3"
	},
	[PFC_CAUSE_FLOW_CONTROL] = {
		"flow-control: is * and must be pfc, because PFC is on for priority *",
		"pfcctl pfc set dev $0 prio-pfc $2:off, or flow-control pfc"
	},
	[PFC_CAUSE_FLOOD_LOSSLESS] = {
		"flood-prio: priority * is lossless, it must be lossy",
		"pfcctl pfc set dev $0 prio-pfc $1:off, or another priority in flood-prio"
	},
	[PFC_CAUSE_ETHTYPES_FULL] = {
		"ethtype-prio: no room for *, the map has * EtherTypes already",
		"delete an entry: pfcctl map set dev $0 ethtype-prio TYPE:none"
	},
	[PFC_CAUSE_ECN_ORDER] = {
		"queue *: ecn-kmin * is above ecn-kmax * bytes",
		"lower ecn-kmin to $3, or raise ecn-kmax to $2"
	},
	[PFC_CAUSE_STRICT_SHARE] = {
		"tc-bw: class * is strict, its share must be 0, not *",
		"add tc-bw $1:0 to the command; all ets classes together need 100, or none is ets"
	},
	[PFC_CAUSE_ETS_SHARE] = {
		"tc-bw: class * is ets, its share must be 1..100, not *",
		"add tc-bw $1:SHARE to the command; all ets classes together need 100"
	},
	[PFC_CAUSE_ETS_SUM] = {
		"tc-bw: shares of ets classes sum to * percent, must be 100",
		"one command with the shares of all ets classes; pfcctl ets show dev $0 lists them"
	},
	[PFC_CAUSE_MIXED_PG] = {
		"pg *: PFC is on for its priority * but off for its priority *",
		"pfcctl pfc set dev $0 prio-pfc $2:on $3:on, or pfcctl map set dev $0 prio-pg $3:PG"
	},
	[PFC_CAUSE_XON_ABOVE_XOFF] = {
		"pg *: xon * is above xoff * bytes",
		"pfcctl pg set dev $0 pg $1 xoff $3 xon $3, or a lower xon"
	},
	[PFC_CAUSE_PROFILE_XON_ABOVE_XOFF] = {
		"profile *: xon * is above xoff * bytes",
		"xoff $3 xon $3, or a lower xon, in one command"
	},
	[PFC_CAUSE_PROFILE_SETS] = {
		"pg *: follows profile *, which sets *",
		"pfcctl profile set $2 $3 VALUE, or first pfcctl pg set dev $0 pg $1 profile none"
	},
	[PFC_CAUSE_HEADROOM] = {
		"* PG * has * bytes of headroom and needs *, * are missing",
		"pfcctl pg set dev $1 pg $2 headroom auto"
	},
	[PFC_CAUSE_HEADROOM_RATE] = {
		"* PG * has * bytes of headroom and needs *, * are missing: the port has no rate",
		"pfcctl port set dev $1 rate RATE, or pfcctl pg set dev $1 pg $2 headroom auto"
	},
	[PFC_CAUSE_PROFILE_HEADROOM] = {
		.fix =
		"pfcctl profile set $0 headroom auto"
	},
	[PFC_CAUSE_POOL_RESERVED] = {
		"* PG * needs * of *, * are free in pool *, a size of * is enough",
		"pfcctl pool set $6 size $7, or reserve less (headroom, min)"
	},
	[PFC_CAUSE_POOL_PACKETS_OF_PG] = {
		"* PG *: its packets need * of the * of pool *, * are free",
		"pfcctl pool set $5 size SIZE, or try again when fewer packets are queued"
	},
	[PFC_CAUSE_POOL_PACKETS] = {
		"pool *: packets use * bytes of the *, the limit would be *",
		"pfcctl pool set $1 size SIZE, or try again when fewer packets are queued"
	},
	[PFC_CAUSE_POOL_SIZE] = {
		"pool *: size * is too small, PGs reserve * bytes of it",
		"pfcctl pool set $1 size $3 or more, or reserve less (headroom and min of its PGs)"
	},
	[PFC_CAUSE_POOL_EXISTS] = {
		"pool *: exists already",
		"pfcctl pool set $1 changes it"
	},
	[PFC_CAUSE_PROFILE_EXISTS] = {
		"profile *: exists already",
		"pfcctl profile set $1 changes it"
	},
	[PFC_CAUSE_POOL_NOT_FOUND] = {
		"pool *: not found",
		"pfcctl pool add $1 size SIZE; pfcctl pool show lists all pools"
	},
	[PFC_CAUSE_PROFILE_NOT_FOUND] = {
		"profile *: not found",
		"pfcctl profile add $1; pfcctl profile show lists all profiles"
	},
	[PFC_CAUSE_POOL_IN_PROFILE] = {
		"pool *: in use by profile *",
		"pfcctl profile set $2 pool default"
	},
	[PFC_CAUSE_POOL_DRAINS] = {
		.fix =
		"try again when these packets have left the queues"
	},
	[PFC_CAUSE_POOL_IN_USE] = {
		"pool *: in use: * PGs refer to it, packets hold * bytes",
		"for each of them, pfcctl pg set dev DEV pg PG pool default"
	},
	[PFC_CAUSE_DEFAULT_POOL] = {
		"pool *: default pool cannot be deleted",
		"pfcctl pool set size SIZE makes it smaller"
	},
	[PFC_CAUSE_PROFILE_IN_USE] = {
		"profile *: in use: * PGs follow it",
		"for each of them, pfcctl pg set dev DEV pg PG profile none"
	},
	[PFC_CAUSE_IMPAIR_DELAY] = {
		"delay: priority *: * ns needs a rate, but the rate is unlimited",
		"pfcctl port set dev $0 rate RATE"
	},
	[PFC_CAUSE_IMPAIR_RATE] = {
		"rate: the impairment delay of priority * needs a rate",
		"pfcctl impair set dev $0 prio $1 delay off"
	},
	[PFC_CAUSE_SENDS_NO_XOFF] = {
		"xoff-duty: priority * sends no XOFF (prio-pfc-tx is off)",
		"pfcctl pfc set dev $0 prio-pfc $1:on"
	},
	[PFC_CAUSE_NOT_WATCHED] = {
		"priority * is not watched (prio-watchdog is off)",
		"pfcctl watchdog set dev $0 prio-watchdog $1:on"
	},
	[PFC_CAUSE_NO_XOFF_OBEYED] = {
		"priority * does not obey XOFF (prio-pfc-rx is off)",
		"pfcctl pfc set dev $0 prio-pfc-rx $1:on"
	},
};
