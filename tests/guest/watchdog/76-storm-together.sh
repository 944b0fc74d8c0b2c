#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The priorities of one PG fill the same buffer.  XOFF is sent for all of them, even if the
# watchdog has disabled PFC of one of them, as long as another one is lossless.  A port with
# PAUSE sends PAUSE while one priority is disabled.  The frames that h1 captures show this.
#
#   h1 eth0 ── p1 (PG 3 has priorities 3 and 4) sw p2 (1 Mb/s) ── eth0 h2
#
# timeout: 120
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

disabled() { pfc sw -j watchdog show dev p1 | jq -r '[.[0].prio[] | select(.state == "disabled") | .prio] | map(tostring) | join(",")'; }
are_disabled() { [ "$(disabled)" = "$1" ]; }

# disable PRIOS DISABLED: injects a storm that disables PFC of PRIOS; then checks that PFC of
# the priorities DISABLED is disabled
disable()
{
	check "a storm of priority $1 is injected" pfc sw watchdog inject dev p1 prio "$1" on
	check "priorities $2: PFC is disabled" wait_for 10 are_disabled "$2"
	check "the storm of priority $1 is switched off" \
		pfc sw watchdog inject dev p1 prio "$1" off
}

# fill NAME DSCP: h1 sends 40 packets, faster than p2 does.  Returns when all have left p2.  h1
# captures what p1 sends.
fill()
{
	capture h1 eth0 "$1" -Q in ether proto 0x8808
	sent=$((sent + 40))
	send h1 "$1" --flow 1 --dscp "$2" --count 40 10.0.0.2
	check "traffic $1: all packets leave" wait_for 10 idle
	captures_end
}

# xoff_xon NAME PRIO: prints the XOFF and XON for a priority, in order
xoff_xon() { control "$1" "$2" | awk '{ print $2 }' | uniq | paste -sd ' '; }

# pauses NAME OPERATOR: prints how many PAUSE frames have a pause time > 0 or = 0
pauses()
{
	tcpdump -Z root -nr "$OUT/$1.pcap" "ether[14:2] = 1 and ether[16:2] $2 0" 2> /dev/null |
		wc -l
}

sent=0
storm_star 2
receive h2 got
pfc sw port set dev p2 rate 1mbit
pfc sw pfc set dev p1 prio-pfc 4:on
check "priorities 3 and 4 share PG 3" pfc sw map set dev p1 prio-pg 4:3
check "PG 3 gets low thresholds" pfc sw pg set dev p1 pg 3 xoff 10K xon 5K
check "one storm disables PFC" pfc sw watchdog set dev p1 prio-watchdog 3-4:on \
	detection-time 100ms escalate-count 1 escalate-period 3600s

# ---- PFC --------------------------------------------------------------------------

fill both 34
is "priorities 3 and 4 get XOFF and XON" \
	"$(xoff_xon both 3), $(xoff_xon both 4)" "XOFF XON, XOFF XON"
disable 3 3
fill other 34
is "priority 3 disabled: priorities 3 and 4 get XOFF and XON" \
	"$(xoff_xon other 3), $(xoff_xon other 4)" \
	"XOFF XON, XOFF XON"
is "priority 3 disabled: the same frames have both priorities" \
	"$(control other 3)" "$(control other 4)"
fill same 26
is "packets of a disabled priority: both get XOFF and XON" \
	"$(xoff_xon same 3), $(xoff_xon same 4)" \
	"XOFF XON, XOFF XON"
is "no XOFF and XON for a priority of another PG" "$(control same 5)" ""
disable 4 3,4
fill none 34
is "priorities 3 and 4 disabled: no XOFF is sent" "$(xoff_xon none 3), $(xoff_xon none 4)" ", "
check "watchdog clear on p1" pfc sw watchdog clear dev p1
check "watchdog clear enables PFC of all priorities" are_disabled ""
fill again 26
is "enabled again: priorities 3 and 4 get XOFF and XON" \
	"$(xoff_xon again 3), $(xoff_xon again 4)" "XOFF XON, XOFF XON"

# ---- PAUSE ------------------------------------------------------------------------

check "p1 sends PAUSE instead of PFC" pfc sw pfc set dev p1 prio-pfc all:off flow-control pause
check "PG 0 gets low thresholds" pfc sw pg set dev p1 pg 0 xoff 10K xon 5K headroom 300K
disable 3 3
fill pause 0
check "PAUSE is sent while one priority is disabled" test "$(pauses pause '>')" -gt 0
check "the pause ends while one priority is disabled" test "$(pauses pause =)" -gt 0
is "no PFC frame is sent with flow-control pause" "$(xoff_xon pause 0)$(xoff_xon pause 3)" ""
check "all priorities are watched" pfc sw watchdog set dev p1 prio-watchdog all:on
disable 0-2,4-7 0,1,2,3,4,5,6,7
fill nopause 0
is "no PAUSE is sent with all priorities disabled" "$(pauses nopause '>')" 0
received got
is "all packets arrive" "$(value got .datagrams)" "$sent"
