#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The configuration changes during a storm.  A new action applies at once.  A new detection
# time counts from the start of the pause.  A new restoration time applies to the storm in
# progress.  PFC that is switched on or off during the storm stays on or off after the storm.
# The packets that h2 receives show the result.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 180
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

number=0

# probe TEXT arrive|wait|drop: checks that ten frames sent now arrive, wait or are dropped
probe()
{
	local before after=0 i

	number=$((number + 1))
	before=$(arrived)
	pfc sw stats clear dev p1
	send h1 "probe$number" --flow $number --dscp 26 --count 10 10.0.0.2
	for ((i = 0; i < 20; i++)); do
		sleep 0.05
		after=$(($(arrived) - before))
		[ $after -lt 10 ] || break
	done
	case $2 in
	arrive) is "$1: frames pass" $after 10 ;;
	wait) is "$1: frames wait" "$after $(waiting)" "0 10" ;;
	drop) is "$1: frames are dropped" "$after $(waiting) $(stat sw p1 \
		'.[0].pg[3].drop_watchdog')" "0 0 10" ;;
	esac
}

arrived() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }
waiting() { tc -n sw -s qdisc show dev p2 | sed -n 's/.*backlog [^ ]* \([0-9]*\)p.*/\1/p'; }
none_waits() { [ "$(waiting)" = 0 ]; }

# begin ARGUMENTS...: starts a storm, in which ten frames wait
begin()
{
	pfc sw watchdog set dev p2 prio-watchdog 3:on detection-time 200ms \
		restoration-time 200ms "$@"
	storms=$((storms + 1))
	hold_by h2 h2
	send h1 first --flow 100 --dscp 26 --count 10 10.0.0.2
	check "storm $storms is detected" wait_for 10 event_recorded storm_detected $storms
}

# end: ends the storm
end()
{
	let_go h2
	check "storm $storms is over" wait_for 10 event_recorded storm_restored $storms
	check "storm $storms: no packet waits at its end" wait_for 10 idle
	read_events
	is "storm $storms: one event for its start, one for its end" \
		"$events" "p2 3 storm_detected;p2 3 storm_restored"
	probe "after storm $storms" arrive
}

storms=0
storm_star 2
listen
receive h2 got

begin action drop
probe "action drop" drop
check "the action changes from drop to forward" pfc sw watchdog set dev p2 action forward
probe "action forward" arrive
check "the action changes from forward to drop" pfc sw watchdog set dev p2 action drop
probe "action drop again" drop
check "the action changes from drop to alert" pfc sw watchdog set dev p2 action alert
probe "action alert" wait
check "the action changes from alert to forward" pfc sw watchdog set dev p2 action forward
check "action forward: waiting packets leave" wait_for 5 none_waits
check "the action changes from forward to alert" pfc sw watchdog set dev p2 action alert
probe "action alert again" wait
dropped=$(stat sw p2 '.[0].queue[3].drop_watchdog')
check "the action changes from alert to drop" pfc sw watchdog set dev p2 action drop
check "action drop: waiting packets are dropped" wait_for 5 none_waits
is "the queue counts the dropped packets" \
	"$(stat sw p2 '.[0].queue[3].drop_watchdog')" $((dropped + 10))
end

# PFC is switched on for priority 4, which obeys XOFF during and after the storm of priority 3
begin action forward
check "PFC is switched on for priority 4" pfc sw pfc set dev p2 prio-pfc 4:on
xoff_frames h2 0x10 four
say h2 four.xoff
send h1 four --dscp 34 --count 10 10.0.0.2
sleep 0.3
is "priority 4 obeys XOFF during the storm of priority 3" "$(waiting)" 10
probe "priority 3 in its storm" arrive
say h2 four.last
end
is "the event counts forwarded and dropped packets" \
	"$(jq -s 'map(select(.event == "storm_restored"))[-1] |
	.storm | .forwarded, .dropped' "$OUT/events.json" | paste -sd ' ')" "20 0"
is "PFC is on for priorities 3 and 4 after the storm" \
	"$(pfc sw -j pfc show dev p2 | jq -c '.[0].prio_pfc_rx | indices(true)')" \
	"[3,4]"
say h2 four.xoff
send h1 four --dscp 34 --count 10 10.0.0.2
sleep 0.3
is "priority 4 obeys XOFF after the storm of priority 3" "$(waiting)" 10
say h2 four.last
check "priority 4 sends when its pause ends" wait_for 5 none_waits

begin action alert
is "action alert: packets still wait" "$(waiting)" 10
end

# PFC is switched off for the priority with the storm, and stays off
begin action drop
check "PFC is switched off for priority 3" pfc sw pfc set dev p2 prio-pfc 3:off
probe "PFC off" arrive
sleep 0.5
probe "PFC off for 0.5 s" arrive
release
say h2 h2.last
sleep 0.5
say h2 h2.xoff
probe "PFC off, XOFF after the end of the storm" arrive
say h2 h2.last
check "PFC is switched on for priority 3" pfc sw pfc set dev p2 prio-pfc 3:on
read_events
is "switching PFC off: one event for the start, one for the end" \
	"$events" "p2 3 storm_detected;p2 3 storm_restored"

# the detection time changes during the pause, the restoration time after the last XOFF
pfc sw watchdog set dev p2 detection-time 10s
hold_by h2 h2
probe "detection time 10 s, pause shorter" wait
sleep 0.5
begin=$(date +%s%N)
check "the detection time is set to 100 ms" pfc sw watchdog set dev p2 detection-time 100ms
storms=$((storms + 1))
check "storm $storms is detected" wait_for 10 event_recorded storm_detected $storms
between "the new detection time applies to the current pause, ms" \
	$((($(date +%s%N) - begin) / 1000000)) 0 8000
pfc sw watchdog set dev p2 restoration-time 60s
let_go h2
sleep 1
probe "restoration time 60 s" drop
check "the restoration time is set to 500 ms" pfc sw watchdog set dev p2 restoration-time 500ms
check "storm $storms is over after the new restoration time" \
	wait_for 10 event_recorded storm_restored $storms
probe "after storm $storms" arrive

# the watchdog of the priority is switched off during the storm
begin action drop
check "the watchdog is switched off during the storm" \
	pfc sw watchdog set dev p2 prio-watchdog 3:off
probe "watchdog off, XOFF is obeyed" wait
let_go h2
check "watchdog off: waiting packets leave when the pause ends" wait_for 5 none_waits
received got
nothing_else_lost
