#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The configuration changes while there is a storm: another action is taken at once, times
# count from when the storm began, what XOFF is obeyed for is what it was set to, in the
# storm and after it.  By what h2 receives.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 180

. /tests/guest/lib.sh
. /tests/guest/storms.bash

number=0

# probe TEXT arrive|wait|vanish: what becomes of ten frames that are sent now
probe()
{
	local before after=0 i

	number=$((number + 1))
	before=$(came)
	pfc sw stats clear dev p1
	send h1 "probe$number" --flow $number --dscp 26 --count 10 10.0.0.2
	for ((i = 0; i < 20; i++)); do
		sleep 0.05
		after=$(($(came) - before))
		[ $after -lt 10 ] || break
	done
	case $2 in
	arrive) is "$1: frames pass" $after 10 ;;
	wait) is "$1: frames wait" "$after $(waiting)" "0 10" ;;
	vanish) is "$1: frames are dropped" "$after $(waiting) $(stat sw p1 \
		'.[0].pg[3].drop_watchdog')" "0 0 10" ;;
	esac
}

came() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }
waiting() { tc -n sw -s qdisc show dev p2 | sed -n 's/.*backlog [^ ]* \([0-9]*\)p.*/\1/p'; }
no_more() { [ "$(waiting)" = 0 ]; }

# begin ARGUMENTS...: a storm, with ten frames that wait
begin()
{
	pfc sw watchdog set dev p2 prio-watchdog 3:on detection-time 200ms \
		recovery-time 200ms "$@"
	storms=$((storms + 1))
	hold_by h2 h2
	send h1 first --flow 100 --dscp 26 --count 10 10.0.0.2
	check "storm $storms is detected" wait_for 10 heard storm_detected $storms
}

# end: it is over
end()
{
	let_go h2
	check "storm $storms is over" wait_for 10 heard storm_restored $storms
	check "nothing waits" wait_for 10 idle
	read_events
	is "it was told once" "$events" "p2 3 storm_detected;p2 3 storm_restored"
	probe "after it" arrive
}

storms=0
storm_star 2
listen
receive h2 got

begin action drop
probe "drop" vanish
check "drop to forward" pfc sw watchdog set dev p2 action forward
probe "forward" arrive
check "forward to drop" pfc sw watchdog set dev p2 action drop
probe "drop again" vanish
check "drop to alert" pfc sw watchdog set dev p2 action alert
probe "alert" wait
check "alert to forward" pfc sw watchdog set dev p2 action forward
check "what waits leaves" wait_for 5 no_more
check "forward to alert" pfc sw watchdog set dev p2 action alert
probe "alert again" wait
dropped=$(stat sw p2 '.[0].queue[3].drop_watchdog')
check "alert to drop" pfc sw watchdog set dev p2 action drop
check "what waits is dropped" wait_for 5 no_more
is "and counted" "$(stat sw p2 '.[0].queue[3].drop_watchdog')" $((dropped + 10))
end

# PFC is switched on for another priority, which obeys at once, and after the storm
begin action forward
check "PFC for another one" pfc sw pfc set dev p2 prio-pfc 4:on
xoff_frames h2 0x10 four
say h2 four.xoff
send h1 four --dscp 34 --count 10 10.0.0.2
sleep 0.3
is "it obeys in the storm" "$(waiting)" 10
probe "the one of the storm does not" arrive
say h2 four.last
end
is "what has passed in the storm is counted" "$(jq -s 'map(select(.event == "storm_restored"))[-1] |
	.storm | .forwarded, .dropped' "$OUT/events.json" | paste -sd ' ')" "20 0"
is "PFC is for both" "$(pfc sw -j pfc show dev p2 | jq -c '.[0].prio_pfc_rx | indices(true)')" \
	"[3,4]"
say h2 four.xoff
send h1 four --dscp 34 --count 10 10.0.0.2
sleep 0.3
is "it obeys after the storm" "$(waiting)" 10
say h2 four.last
check "and only so long" wait_for 5 no_more

begin action alert
is "alert does nothing but tell" "$(waiting)" 10
end

# PFC is switched off for the one that has the storm, and stays off
begin action drop
check "PFC is switched off" pfc sw pfc set dev p2 prio-pfc 3:off
probe "no PFC, no storm" arrive
sleep 0.5
probe "nor later" arrive
release
say h2 h2.last
sleep 0.5
say h2 h2.xoff
probe "nor when it would be over" arrive
say h2 h2.last
check "PFC is switched on" pfc sw pfc set dev p2 prio-pfc 3:on
read_events
is "it is told once, and that it is over" "$events" "p2 3 storm_detected;p2 3 storm_restored"

# the detection time, while the pause lasts; the recovery time, when XOFF comes no more
pfc sw watchdog set dev p2 detection-time 10s
hold_by h2 h2
probe "no storm for 10 s" wait
sleep 0.5
begin=$(date +%s%N)
check "the time is shorter now" pfc sw watchdog set dev p2 detection-time 100ms
storms=$((storms + 1))
check "the storm is detected" wait_for 10 heard storm_detected $storms
between "long before the time that was set, ms" $((($(date +%s%N) - begin) / 1000000)) 0 8000
pfc sw watchdog set dev p2 recovery-time 60s
let_go h2
sleep 1
probe "no end for 60 s" vanish
check "the time is shorter now" pfc sw watchdog set dev p2 recovery-time 500ms
check "it is over" wait_for 10 heard storm_restored $storms
probe "after it" arrive

# unwatched in a storm
begin action drop
check "it is not watched any more" pfc sw watchdog set dev p2 prio-watchdog 3:off
probe "PFC is obeyed" wait
let_go h2
check "and no longer than it is asked for" wait_for 5 no_more
received got
nothing_else_lost
