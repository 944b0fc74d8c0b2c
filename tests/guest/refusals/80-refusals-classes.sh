#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Flow control, trust, rewriting, flooding, marking and traffic classes: a value that is out
# of range or contradicts another one is refused with a reason.  No part of the request
# takes effect, not even the valid values before the wrong one.
#
#   sw: p1 ── p2    (p1 is a port)
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals-raw.sh

# map NAME KEY VALUE...: prints a map attribute of a request
map()
{
	local text="a_$1={" key=key=u8

	[ "$1" != ethtype_prio ] || key=key16=u16
	shift
	while [ $# -gt 0 ]; do
		text+=" a_map_entry={ map_a_$key:$(($1)) map_a_value=u8:$2 }"
		shift 2
	done
	echo "$text }"
}

# class NUMBER [TSA SHARE [RATE]]: prints a traffic class; queue NUMBER KMIN KMAX: ECN marking
class() { echo "a_tc={ tc_a_id=u8:$1 ${2:+tc_a_tsa=u8:$2 tc_a_bw=u8:$3} ${4:+tc_a_rate=u64:$4} }"; }
queue() { echo "a_queue={ queue_a_id=u8:$1 queue_a_ecn_kmin=u32:$2 queue_a_ecn_kmax=u32:$3 }"; }

NONE=255 STRICT=0 ETS=1

# Valid values of nearly all attributes; they precede a wrong value
VALID="$SET a_peer_rate=u64:2000000 a_overhead=u32:20 a_trust=u8:4 a_flood_lossless=u8:1
	a_prio_source=u8:1 a_app_rewrite=u8:1 $(map pcp_prio 1 2) $(map ethtype_prio 0x8906 3 0x8914 3)
	$(map flood_prio 1 2 2 "$NONE") $(map prio_dscp 3 26 4 63) $(map prio_pcp 3 4 5 7)
	$(map prio_tc 0 1 1 0) $(map prio_pfc_tx 3 1) $(map prio_pfc_rx 4 1)
	$(class 0 $ETS 40) $(class 1 $ETS 60 5000000) $(queue 5 1000 2000)"
VALID=$(tr -s '\n\t' '  ' <<< "$VALID")

# wrong ERRNO TEXT WORD...: the words are refused after valid values
wrong() { no "$1" "$2" "$VALID ${*:3}" "after valid values: ${*:3}"; }

# Makes all classes of p1 strict, so that the sums in the errors below contain only the shares
# that a request sets
strict sw p1

# ---- numbers

wrong EINVAL 'tx-queues: all excludes rate, delay, tc-maxrate and pools of queues' a_tx_queues=u8:2
wrong 'E(INVAL|RANGE)' length 'a_ethtype_prio={ a_map_entry={ map_a_key16=u8:1 map_a_value=u8:1 } }'
wrong EINVAL 'NLA_F_NESTED is missing' 'a_tc=[ tc_a_id=u8:1 ]'
wrong EINVAL 'NLA_F_NESTED is missing' 'a_prio_tc=[ a_map_entry={ map_a_key=u8:1 map_a_value=u8:1 } ]'
wrong EINVAL 'NLA_F_NESTED not expected' +a_trust=u8:1
wrong EINVAL 'Unknown attribute' 'a_tc={ tc_a_id=u8:1 99=u8:1 }'
wrong EINVAL 'Unsupported|Unknown' 'a_tc={ tc_a_id=u8:1 tc_a_pad=flag }'
for command in port_get stats_get stats_clear; do
	no EINVAL 'Unknown|Unsupported' "cmd_$command a_ifname=str:p1 a_trust=u8:1"
	no EINVAL 'Unknown|Unsupported' "cmd_$command a_ifname=str:p1 a_control_prio=u8:1"
done

# ---- EtherTypes

for type in 0 0x05ff 0x8100 0x88a8 0x8808; do
	text=$(printf '0x%04x' "$type")
	wrong ERANGE "ethtype-prio: $text must be 0x0600..0xffff, not a VLAN or MAC control type" \
		"$(map ethtype_prio 0x0600 1 "$type" 1)"
	wrong ERANGE "ethtype-prio: $text must be 0x0600" "$(map ethtype_prio "$type" $NONE)"
done
wrong ERANGE 'ethtype-prio: priority 8 is out of range 0..7' "$(map ethtype_prio 0x88f7 8)"
wrong ERANGE 'ethtype-prio: priority 254 is out of range' "$(map ethtype_prio 0x8906 254)"
wrong EINVAL 'an entry needs' \
	'a_ethtype_prio={ a_map_entry={ map_a_key=u8:1 map_a_value=u8:1 } }'
wrong EINVAL 'an entry needs' \
	'a_ethtype_prio={ a_map_entry={ map_a_key16=u16:35078 } }'
wrong EINVAL 'an entry needs' \
	'a_ethtype_prio={ a_map_entry={ map_a_key16=u16:35078 map_a_key=u8:1 map_a_value=u8:1 } }'
wrong ENOSPC 'ethtype-prio: no room for 0x0608, the map has 8 EtherTypes already' \
	"$(map ethtype_prio 0x600 0 0x601 0 0x602 0 0x603 0 0x604 0 0x605 0 0x606 0 0x607 0 0x608 0)"

# ---- queues and classes

wrong EINVAL 'queue 7: ecn-kmin 2 is above ecn-kmax 1 bytes' "$(queue 7 2 1)"
wrong EINVAL 'queue 5: ecn-kmin 1000 is above ecn-kmax 999 bytes' \
	'a_queue={ queue_a_id=u8:5 queue_a_ecn_kmax=u32:999 }'
wrong EINVAL 'queue 5: ecn-kmin 2001 is above ecn-kmax 2000 bytes' \
	'a_queue={ queue_a_id=u8:5 queue_a_ecn_kmin=u32:2001 }'

wrong EINVAL 'tc: no number given' 'a_tc={ tc_a_tsa=u8:0 }'
wrong EINVAL 'tc-bw: class 0 is strict, its share must be 0' 'a_tc={ tc_a_id=u8:0 tc_a_tsa=u8:0 }'
wrong EINVAL 'tc-bw: class 7 is strict, its share must be 0, not 1$' 'a_tc={ tc_a_id=u8:7 tc_a_bw=u8:1 }'
wrong EINVAL 'tc-bw: class 2 is ets, its share must be 1..100, not 0$' 'a_tc={ tc_a_id=u8:2 tc_a_tsa=u8:1 }'
wrong EINVAL 'tc-bw: class 0 is ets, its share must be 1..100' 'a_tc={ tc_a_id=u8:0 tc_a_bw=u8:0 }' \
	"$(class 1 $ETS 100)"
wrong EINVAL 'tc-bw: shares of ets classes sum to 99 percent, must be 100' \
	'a_tc={ tc_a_id=u8:0 tc_a_bw=u8:39 }'
wrong EINVAL 'tc-bw: shares of ets classes sum to 101 percent, must be 100' "$(class 7 $ETS 1)"
wrong EINVAL 'tc-bw: shares of ets classes sum to 60 percent, must be 100' "$(class 0 $STRICT 0)"
wrong EINVAL 'tc-bw: shares of ets classes sum to 200 percent, must be 100' "$(class 7 $ETS 100)"
# The shares of all ETS classes, or of the ETS classes with a priority, must sum to 100
wrong EINVAL 'tc-bw: shares of ets classes sum to 50 percent, must be 100' \
	"$(map prio_tc 0 0 1 0) $(class 0 $ETS 50)"
wrong EINVAL 'tc-bw: class 6 is ets, its share must be 1..100' \
	"$(map prio_tc 6 7) $(class 6 $ETS 0)"
wrong EINVAL 'tc-bw: shares of ets classes sum to 120 percent, must be 100' \
	"$(map prio_tc 6 7) $(class 6 $ETS 20) $(map prio_tc 5 6)"

# ---- flow control, lossless PGs, flooding

for flow in 0 1; do
	is_not="flow-control: is $([ $flow = 0 ] && echo none || echo pause) and must be pfc, because PFC is on for priority"
	wrong EINVAL "$is_not 3" \
		a_flow_control=u8:$flow "$(map prio_pfc_rx 4 0)"
	wrong EINVAL "$is_not 4" \
		a_flow_control=u8:$flow "$(map prio_pfc_tx 3 0)"
	no EINVAL "$is_not 0" \
		"$SET a_flow_control=u8:$flow $(map prio_pfc 0 1 7 1)"
	no EINVAL "$is_not 7" \
		"$SET a_flow_control=u8:$flow $(map prio_pfc_rx 7 1)"
done
wrong EINVAL 'delay: 1 ns needs a rate, but the rate is unlimited' a_delay=u32:1
# prio-pfc-tx must be equal for all priorities of a PG, prio-pfc-rx may differ
wrong EINVAL 'pg 6: PFC is on for its priority 6 but off for its priority 7' \
	"$(map prio_pg 7 6) $(map prio_pfc_tx 6 1) $(map prio_pfc_rx 6 1 7 1)"
wrong EINVAL 'pg 3: PFC is on for its priority 3 but off for its priority 4' \
	"$(map prio_pg 4 3)"
wrong EINVAL 'flood-prio: priority 3 is lossless, it must be lossy' \
	"$(map flood_prio 7 3)"
wrong EINVAL 'flood-prio: priority 2 is lossless, it must be lossy' \
	"$(map prio_pfc_tx 2 1)"
no EINVAL 'flood-prio: priority 0 is lossless, it must be lossy' \
	"$SET a_trust=u8:1 a_flow_control=u8:2 $(map prio_pfc 0 1) $(map flood_prio 5 0)"
no ENOSPC 'p1 PG 0 needs 12582913 bytes of headroom, 12 MiB are free in pool default' \
	"$SET a_trust=u8:1 a_flow_control=u8:1 a_pg={ pg_a_id=u8:0 pg_a_headroom=u32:12582913 }"

# ---- the valid values alone are accepted, and later values must agree with them

yes "$VALID"
no EINVAL 'flow-control: is pause and must be pfc, because PFC is on for priority 3' "$SET a_flow_control=u8:1"
no EINVAL 'flow-control: is none and must be pfc, because PFC is on for priority 4' \
	"$SET a_flow_control=u8:0 $(map prio_pfc_tx 3 0)"
no EINVAL 'flood-prio: priority 2 is lossless' "$SET $(map prio_pfc 2 1)"
no EINVAL 'queue 5: ecn-kmin 1000 is above ecn-kmax 999 bytes' \
	"$SET a_overhead=u32:9 a_queue={ queue_a_id=u8:5 queue_a_ecn_kmax=u32:999 }"
no EINVAL 'class 1 is strict, its share must be 0' "$SET a_tc={ tc_a_id=u8:1 tc_a_tsa=u8:0 }"
no ENOSPC 'no room for 0x0606, the map has 8 EtherTypes already' \
	"$SET $(map ethtype_prio 0x600 0 0x601 0 0x602 0 0x603 0 0x604 0 0x605 0 0x606 0)"
# The kernel accepts this request, because the map then has 8 EtherTypes: the request deletes
# one of the present 2, changes the other, and adds 7
yes "$SET $(map ethtype_prio 0x8914 $NONE 0x600 0 0x601 0 0x602 0 0x603 0 0x604 0 0x605 0 0x606 0 0x8906 7)"
# Kmax 0 switches marking off; with Kmax 0 the kernel accepts any Kmin
yes "$SET $(queue 5 4000 0)"
no EINVAL 'queue 5: ecn-kmin 4000 is above ecn-kmax 1 bytes' \
	"$SET a_queue={ queue_a_id=u8:5 queue_a_ecn_kmax=u32:1 }"
# Whatever the order of the attributes in a request, prio-pfc is applied first, then
# prio-pfc-tx and prio-pfc-rx
yes "$SET $(map prio_pfc_tx 3 0) $(map prio_pfc 3 1 4 0) $(map flood_prio 6 3)"
no EINVAL 'PFC is on for priority 3' "$SET a_flow_control=u8:1 $(map prio_pfc_tx 3 0)"

# ---- with PAUSE, all priorities are lossless and use PG 0

yes "$SET $(map prio_pfc 3 0 4 0) $(map flood_prio 1 $NONE 6 $NONE) a_flow_control=u8:1"
no EINVAL 'PFC is on for priority 3' "$SET a_trust=u8:1 $(map prio_pfc 3 1)"
no EINVAL 'PFC is on for priority 3' "$SET a_trust=u8:1 $(map prio_pfc_tx 3 1)"
no EINVAL 'PFC is on for priority 3' "$SET a_trust=u8:1 $(map prio_pfc_rx 3 1)"
# With PAUSE, flood-prio accepts any priority, although all are lossless
yes "$SET $(map flood_prio 1 0 2 7)"
no EINVAL 'flood-prio: priority 7 is lossless' \
	"$SET a_trust=u8:1 a_flow_control=u8:2 $(map prio_pfc 7 1)"
yes "$SET $(map flood_prio 1 $NONE 2 $NONE)"
no ENOSPC 'pool default: size 262143 is too small, PGs and queues reserve 262144 bytes' 'cmd_pool_set a_pool_size=u32:262143'
yes 'cmd_pool_set a_pool_size=u32:262144'
# During a change from PAUSE to PFC the pool must hold the headroom of PG 0 and of PGs 3 and 4
no ENOSPC 'p1 PG 3 needs 256 KiB of headroom, 0 bytes are free in pool default' \
	"$SET a_flow_control=u8:2 $(map prio_pfc 3 1 4 1)"
yes "$SET a_flow_control=u8:0"
yes 'cmd_pool_set a_pool_size=u32:60'
no ENOSPC 'p1 PG 0 needs 256 KiB of headroom, 60 bytes are free in pool default' "$SET a_trust=u8:1 a_flow_control=u8:1"
