#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Impairments: a value that is out of range, or that does not fit the port or another value, is
# refused with a reason.  No part of the request takes effect, not even the valid values before the
# wrong one.  A user without the rights for a network namespace cannot impair its ports; the root
# of a user namespace can impair those of its own network namespaces.
#
#   sw: p1 ── p2    (p1 is a port)
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals-raw.sh

STATE+=$'\ncmd_impair_get|dump'
IMPAIR='cmd_impair_set a_ifname=str:p1'

# nest PRIO ATTRIBUTE...: prints the impairments of a priority
nest() { echo "a_impair={ impair_a_id=u8:$1 ${*:2} }"; }

# Valid values of all attributes; they precede a wrong value
VALID="$IMPAIR $(nest 3 impair_a_loss=u32:1000 impair_a_ce=u32:10000 impair_a_delay=u32:10000 \
	impair_a_pfc_corrupt=u32:1 impair_a_pfc_delay=u32:5000 impair_a_xoff_duty=u32:200000 \
	impair_a_xoff_period=u32:1000000) a_impair_seed=u32:7"
VALID=$(tr -s '\n\t' '  ' <<< "$VALID")

# wrong ERRNO TEXT WORD...: the words are refused after valid values
wrong() { no "$1" "$2" "$VALID ${*:3}" "after valid values: ${*:3}"; }

# ---- requirements of the port, in the order in which they are met

no EINVAL 'delay: priority 3: 10000 ns needs a rate, but the rate is unlimited' "$VALID"
yes "$SET a_rate=u64:1000000000"
no EINVAL 'xoff-duty: priority 3 sends no XOFF \(prio-pfc-tx is off\)' "$VALID"
yes "$SET a_prio_pfc={ a_map_entry={ map_a_key=u8:3 map_a_value=u8:1 } }"

# ---- what is absent, and values that exclude each other

wrong EINVAL 'impair: no number given' 'a_impair={ impair_a_loss=u32:1 }'
wrong EINVAL 'Unknown|unknown|type' a_impair_link_down=u64:2000000
no EINVAL 'impair: no impairment given' "$IMPAIR"

# ---- wrong types, and attributes of other commands

wrong EINVAL 'NLA_F_NESTED is missing' 'a_impair=[ impair_a_id=u8:3 ]'
for request in a_prios=u8:1 'a_impair_stats={ }' a_impair_since=u64:1 a_rate=u64:1000000; do
	wrong EINVAL 'Unsupported|Unknown' "$request"
done
no EINVAL 'Unknown|Unsupported' "$SET a_impair_seed=u32:1"
no EINVAL 'Unknown|Unsupported' 'cmd_impair_del a_ifname=str:p1 a_impair_seed=u32:1'
no EOPNOTSUPP '-' 'cmd_impair_set|dump'
no EOPNOTSUPP '-' 'cmd_impair_del|dump'

# ---- ports

for command in 'impair_set a_impair_seed=u32:1' impair_get impair_del; do
	no ENODEV 'no such device' "cmd_$command a_ifname=str:nobody"
	no ENOENT 'not a pfc port' "cmd_$command a_ifname=str:p2"
done
no EINVAL 'either ifindex or ifname' 'cmd_impair_set a_impair_seed=u32:1'
no EINVAL 'either ifindex or ifname' 'cmd_impair_get'

# ---- the valid request is accepted; later requests of the port keep its requirements

before=$(raw <<< 'cmd_impair_get|dump')
yes "$VALID"
check "impairments show in the state" test "$(raw <<< 'cmd_impair_get|dump')" != "$before"
refused "the rate cannot be removed" \
	'p1: rate: the impairment delay of priority 3 needs a rate; fix: pfcctl impair set dev p1 prio 3 delay off' \
	pfc sw port set dev p1 rate unlimited
is "the rate stays" "$(pfc sw -j port show dev p1 | jq '.[].rate_bits_per_second')" 1000000000
check "the delay ends" pfc sw impair set dev p1 prio 3 delay off
check "now the rate can be removed" pfc sw port set dev p1 rate unlimited
yes 'cmd_impair_del'
is "impairments that are deleted do not show" "$(raw <<< 'cmd_impair_get|dump')" "$before"
yes 'cmd_impair_del'

# ---- rights

refused "a user without rights cannot impair a port" 'not permitted' \
	in_ns sw setpriv --reuid 1000 --clear-groups --inh-caps=-all --bounding-set=-all \
	pfcctl impair set dev p1 loss 1%
check "a user without rights sees impairments" \
	in_ns sw setpriv --reuid 1000 --clear-groups pfcctl impair show dev p1
check "the root of a user namespace impairs its own ports" unshare -rn bash -c '
	ip link add u1 type veth peer name u2 && ip link set u1 up && ip link set u2 up &&
	pfcctl port add dev u1 && pfcctl impair set dev u1 loss 1% &&
	pfcctl impair show dev u1 | grep -q "loss 1%" && pfcctl impair off'
is "the ports of other namespaces are not impaired" \
	"$(pfc sw -j impair show dev p1 | jq '.[].on')" false
