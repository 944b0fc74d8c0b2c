#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The watchdog, port groups, and the commands for storms: a value that is out of range, or
# that names no port or priority, is refused with a reason.  No part of the request takes
# effect, not even the valid values before the wrong one.
#
#   sw: p1 ── p2    (p1 is a port)
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals-raw.sh

STATE+=$'\ncmd_watchdog_get|dump'

# map NAME KEY VALUE...: prints a map attribute of a request
map()
{
	local text="a_$1={"

	shift
	while [ $# -gt 0 ]; do
		text+=" a_map_entry={ map_a_key=u8:$1 map_a_value=u8:$2 }"
		shift 2
	done
	echo "$text }"
}

NONE=255 MANUAL=18446744073709551615

# Valid values of all attributes; they precede a wrong value
VALID="$SET a_detection_time=u64:5000000 a_restoration_time=u64:7000000
	a_watchdog_action=u8:1 a_escalate_count=u32:3 a_escalate_period=u64:9000000
	a_xoff_timeout=u64:2000000 a_port_group=u32:7
	$(map prio_pfc 3 1 4 1) $(map prio_watchdog 3 1 5 1)
	$(map bounce_prio 3 5 4 "$NONE") $(map bounce_dscp 3 63 4 0)"
VALID=$(tr -s '\n\t' '  ' <<< "$VALID")

# wrong ERRNO TEXT WORD...: the words are refused after valid values
wrong() { no "$1" "$2" "$VALID ${*:3}" "after valid values: ${*:3}"; }

# ---- nests

wrong EINVAL 'NLA_F_NESTED is missing' \
	'a_prio_watchdog=[ a_map_entry={ map_a_key=u8:1 map_a_value=u8:1 } ]'
wrong EINVAL 'NLA_F_NESTED not expected' +a_watchdog_action=u8:1

# ---- attributes of other commands and of the kernel's answers

for request in a_prios=u8:1 a_on=u8:1 'a_watchdog={ }' 'a_storm={ }' a_event_count=u32:1; do
	wrong EINVAL 'Unsupported|Unknown' "$request"
done
for command in port_get stats_get watchdog_get; do
	no EINVAL 'Unknown|Unsupported' "cmd_$command a_ifname=str:p1 a_prios=u8:1"
done
for command in stats_clear watchdog_clear watchdog_mitigate watchdog_inject; do
	no EINVAL 'Unknown|Unsupported' \
		"cmd_$command a_ifname=str:p1 a_prios=u8:1 a_detection_time=u64:5000000"
	no EOPNOTSUPP '-' "cmd_$command|dump"
done
for command in stats_clear watchdog_clear; do
	no EINVAL 'Unknown|Unsupported' "cmd_$command a_ifname=str:p1 a_on=u8:1"
done

# ---- commands for storms, in a state in which the valid commands are accepted

yes "$VALID a_detection_time=u64:10000000000"
index=$(in_ns sw cat /sys/class/net/p1/ifindex)
for command in 'stats_clear' 'watchdog_clear' 'watchdog_mitigate a_on=u8:1' \
	'watchdog_inject a_on=u8:1'; do
	request="cmd_$command a_prios=u8:8"
	no EINVAL 'either ifindex or ifname' "$request a_ifname=str:p1 a_ifindex=u32:$index"
	no ENODEV 'no such device' "$request a_ifname=str:nobody"
	no ENODEV 'no such device' "$request a_ifindex=u32:4711"
	no ENOENT 'not a pfc port' "$request a_ifname=str:p2"
done
for command in mitigate inject; do
	no EINVAL 'on: must be given, 0 or 1' "cmd_watchdog_$command a_ifname=str:p1 a_prios=u8:8"
done
no EINVAL 'prios: needs a port, ifindex or ifname' 'cmd_stats_clear a_prios=u8:1'
no EINVAL 'either ifindex or ifname' 'cmd_watchdog_inject a_prios=u8:8 a_on=u8:1'
no EINVAL 'either ifindex or ifname' 'cmd_watchdog_get'
no ENOENT 'not a pfc port' 'cmd_watchdog_get a_ifname=str:p2'
# inject requires prio-watchdog and prio-pfc-rx: priority 3 has both, priority 4 lacks
# prio-watchdog, priority 5 lacks prio-pfc-rx
no EINVAL 'priority 4 is not watched \(prio-watchdog is off\)' \
	'cmd_watchdog_inject a_ifname=str:p1 a_on=u8:1 a_prios=u8:24'
no EINVAL 'priority 5 does not obey XOFF \(prio-pfc-rx is off\)' \
	'cmd_watchdog_inject a_ifname=str:p1 a_on=u8:1 a_prios=u8:32'
no EINVAL 'priority 0 is not watched' \
	'cmd_watchdog_inject a_ifname=str:p1 a_on=u8:1'

# ---- the valid commands are accepted, and their effect shows

before=$(raw <<< "$STATE")
yes 'cmd_watchdog_inject a_ifname=str:p1 a_on=u8:1 a_prios=u8:8'
check "an injected storm shows in the state" test "$(raw <<< "$STATE")" != "$before"
yes 'cmd_watchdog_inject a_ifname=str:p1 a_on=u8:0 a_prios=u8:255'
state_is "an injected storm that is switched off does not show" "$before"
yes 'cmd_watchdog_mitigate a_on=u8:1 a_prios=u8:16'
check "mitigation shows in the state" test "$(raw <<< "$STATE")" != "$before"
yes "cmd_watchdog_mitigate a_ifindex=u32:$index a_on=u8:0"
state_is "mitigation that is switched off does not show" "$before"
for request in a_detection_time=u64:1000000 a_detection_time=u64:10000000000 \
	a_restoration_time=u64:0 a_restoration_time=u64:1000000 a_restoration_time=u64:60000000000 \
	a_restoration_time=u64:$MANUAL a_watchdog_action=u8:0 a_watchdog_action=u8:2 \
	a_escalate_count=u32:0 a_escalate_count=u32:1 a_escalate_count=u32:32 \
	a_escalate_period=u64:1000000 a_escalate_period=u64:3600000000000 \
	a_xoff_timeout=u64:0 a_xoff_timeout=u64:1000000 a_xoff_timeout=u64:10000000000 \
	a_port_group=u32:0 a_port_group=u32:255; do
	before=$(raw <<< "$STATE")
	yes "$SET $request"
	check "$request shows in the state" test "$(raw <<< "$STATE")" != "$before"
done
