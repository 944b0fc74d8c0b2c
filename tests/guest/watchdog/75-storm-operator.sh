#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What an operator can do: end a storm that does not end by itself, start and end the
# mitigation of one queue or of all queues, inject storms with and without traffic, and clear
# the statistics of priorities during a storm.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2
#   h3 eth0 ── p3 ┘
#
# timeout: 180
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

number=0

# probe TEXT HOST DSCP arrive|drop|wait: checks that ten frames of h1 arrive, wait or are
# dropped
probe()
{
	local address=10.0.0.${2#h} i before after=0 result

	number=$((number + 1))
	before=$(arrived "$2")
	send h1 "probe$number" --flow $number --dscp "$3" --count 10 "$address"
	for ((i = 0; i < 10; i++)); do
		sleep 0.05
		after=$(($(arrived "$2") - before))
		[ $after -lt 10 ] || break
	done
	result=drop
	[ "$(waiting "p${2#h}")" = 0 ] || result="wait"
	[ $after -lt 10 ] || result=arrive
	is "$1" "$result $after" "$4 $([ "$4" = arrive ] && echo 10 || echo 0)"
}

arrived() { in_ns "$1" cat /sys/class/net/eth0/statistics/rx_packets; }
waiting() { tc -n sw -s qdisc show dev "$1" | sed -n 's/.*backlog [^ ]* \([0-9]*\)p.*/\1/p'; }
none_waits() { [ "$(waiting p2)" = 0 ]; }

storm_star 3
listen
receive h2 got2
receive h3 got3

# ---- restoration-time manual
watch p2 detection-time 200ms restoration-time manual
hold_by h2 h2
send h1 first --flow 100 --dscp 26 --count 10 10.0.0.2
check "a storm is detected" wait_for 10 event_recorded storm_detected
let_go h2
sleep 1.5
probe "restoration-time manual: the storm does not end by itself" h2 26 drop
read_events
is "no event reports the end of the storm" "$events" "p2 3 storm_detected"

# ---- statistics of priorities, during the storm
pfc sw stats clear dev p2 prio 0,4
is "clearing other priorities keeps the counters of the storm" "$(stat sw p2 \
	'.[0].prio[3] | "\(.storms) \(.storm_dropped) \(.rx_xoff > 0)"')" "1 20 true"
pfc sw stats clear dev p2 prio 3
is "the counters of the storm's priority are cleared" \
	"$(stat sw p2 '.[0] | "\(.prio[3].storm_dropped) " +
	"\(.queue[3].drop_watchdog) \(.prio[3].rx_xoff)"')" "0 0 0"
is "the storm that lasts counts as detected after the clear" \
	"$(stat sw p2 '.[0].prio[3] | "\(.storms) \(.storms_restored)"')" "1 0"
probe "the storm continues after its counters are cleared" h2 26 drop
is "cleared counters count new drops" "$(stat sw p2 '.[0] | "\(.prio[3].storm_dropped) " +
	"\(.queue[3].drop_watchdog)"')" "10 10"
is "the storm keeps its own number of drops" "$(pfc sw -j watchdog show dev p2 |
	jq '.[0].prio[3] | .last_dropped')" 30
check "watchdog clear ends the storm" pfc sw watchdog clear dev p2 prio 3
probe "frames pass after watchdog clear" h2 26 arrive
read_events
is "the event storm_restored is sent" "$events" "p2 3 storm_restored"
is "the history has the storm with its end" \
	"$(pfc sw -j watchdog history dev p2 | jq -r '.[0].storms |
	map("\(.prio) \(.dropped) \(.end_ns > .detected_ns)") | join(",")')" "3 30 true"
is "the storm has the time for which the queue was stuck" \
	"$(pfc sw -j watchdog history dev p2 | jq '.[0].storms[0] | .stuck_ns >= 200e6 and
	.paused_time_ns <= .stuck_ns and .stuck_ns == .detected_ns - .start_ns')" true

# ---- mitigation of one queue
watch p2 restoration-time auto
check "mitigate one queue" pfc sw watchdog mitigate dev p2 prio 3
probe "mitigation drops packets of that queue" h2 26 drop
probe "mitigation of one queue: other priorities pass" h2 34 arrive
probe "mitigation of one queue: other ports pass" h3 26 arrive
check "release one queue" pfc sw watchdog release dev p2 prio 3
probe "packets pass after the release" h2 26 arrive
read_events
is "events report the start and end of the mitigation" \
	"$events" "p2 3 mitigation_on;p2 3 mitigation_off"

# Waiting packets are dropped at once; with the action forward, XOFF is not obeyed
pfc sw watchdog set dev p2 detection-time 10s
hold_by h2 h2
probe "packets wait during XOFF, action drop" h2 26 wait
pfc sw watchdog mitigate dev p2 prio 3
check "mitigation drops waiting packets at once" wait_for 5 none_waits
pfc sw watchdog release dev p2 prio 3
pfc sw watchdog set dev p2 action forward
probe "packets wait during XOFF, action forward" h2 26 wait
pfc sw watchdog mitigate dev p2 prio 3
check "mitigation with action forward sends waiting packets" wait_for 5 none_waits
probe "mitigation with action forward ignores XOFF" h2 26 arrive
pfc sw watchdog release dev p2 prio 3
probe "XOFF is obeyed after the release" h2 26 wait
let_go h2
check "packets leave when the pause ends" wait_for 5 none_waits
pfc sw watchdog set dev p2 prio-watchdog 3:off
say h2 h2.xoff
pfc sw watchdog mitigate dev p2 prio 3
pfc sw watchdog set dev p2 prio-watchdog 3:on
pfc sw watchdog release dev p2 prio 3
probe "XOFF is obeyed after the release, if watching began meanwhile" h2 26 wait
say h2 h2.last
check "packets leave when this pause ends" wait_for 5 none_waits

# ---- mitigation of all ports and priorities
pfc sw watchdog set dev p2 action drop
check "mitigate all queues" pfc sw watchdog mitigate
probe "mitigation of all queues: p2, priority 3 drops" h2 26 drop
probe "mitigation of all queues: p2, priority 0 drops" h2 0 drop
probe "mitigation of all queues: p3, priority 3 drops" h3 26 drop
check "release all queues" pfc sw watchdog release
probe "all queues released: p2, priority 3 sends" h2 26 arrive
probe "all queues released: p2, priority 0 sends" h2 0 arrive
probe "all queues released: p3, priority 3 sends" h3 26 arrive
read_events

# ---- injected storms, without and with traffic, without XOFF
watch p2 detection-time 100ms restoration-time 300ms
check "a storm is injected without traffic" pfc sw watchdog inject dev p2 prio 3 on
check "the injected storm is detected without traffic" wait_for 10 event_recorded storm_detected 2
probe "an injected storm drops packets" h2 26 drop
probe "an injected storm: other priorities pass" h2 34 arrive
probe "an injected storm: other ports pass" h3 26 arrive
sleep 1
probe "an injected storm continues until it is switched off" h2 26 drop
is "the event marks the storm as injected" \
	"$(jq 'select(.event == "storm_detected") | .storm.injected' \
	"$OUT/events.json" | paste -sd ' ')" "false true"
check "the injected storm is switched off" pfc sw watchdog inject dev p2 prio 3 off
check "the injected storm is over" wait_for 10 event_recorded storm_restored 2
probe "frames pass after the injected storm" h2 26 arrive
flow h1 10.0.0.2 --dscp 26 --rate 2m
sleep 0.3
check "a storm is injected under traffic" pfc sw watchdog inject dev p2 prio 3 on
check "the storm injected under traffic is detected" wait_for 10 event_recorded storm_detected 3
sleep 0.5
pfc sw watchdog inject dev p2 prio 3 off
check "the storm injected under traffic is over" wait_for 10 event_recorded storm_restored 3
sleep 0.3
sent_all
read_events
is "one event for the start and the end of each injected storm" \
	"$events" "$(printf 'p2 3 storm_detected;p2 3 storm_restored;%.0s' 1 2 |
	sed 's/;$//')"
check "no packet waits" wait_for 5 idle
received got2
received got3
is "p1 counts all lost packets as dropped by the watchdog" \
	$(($(value got2 .datagrams) + $(value got3 .datagrams) + $(stat sw p1 \
		'[.[0].pg[].drop_watchdog] | add'))) \
	$((10 + 10 * number + $(value flow1 .datagrams)))
is "the packets that arrive are in order" \
	"$(value got2 '[.flows[] | .out_of_order + .duplicates] |
	add')" 0
nothing_else_lost

# ---- more storms than the history holds
check "all priorities of p3 are watched" pfc sw -b - <<END
pg set dev p3 pg all headroom 0
pfc set dev p3 prio-pfc all:on
watchdog set dev p3 prio-watchdog all:on detection-time 1ms restoration-time 1ms escalate-count off
END
# all_have FIELD N: the field of all priorities of p3 is N
all_have()
{
	[ "$(pfc sw -j watchdog show dev p3 | jq -c "[.[0].prio[].$1] | unique")" = "[$2]" ]
}
for n in 1 2 3; do
	pfc sw watchdog inject dev p3 prio all on
	check "all priorities have storm $n" wait_for 10 all_have storms $n
	pfc sw watchdog inject dev p3 prio all off
	check "the end of storm $n of all priorities" wait_for 10 all_have storms_restored $n
done
is "the history has the last 16 storms in order" "$(pfc sw -j watchdog history dev p3 | jq -c '
	.[0].storms | [length, ([.[8:][].prio] | sort), ([.[].start_ns] | . == sort)]')" \
	'[16,[0,1,2,3,4,5,6,7],true]'
