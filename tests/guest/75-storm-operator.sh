#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What an operator does: he ends a storm that ends by nobody else, has one queue or all of
# them treated as in a storm, and no more, and fakes storms with and without traffic.  He
# clears the statistics of priorities while a storm goes on.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2
#   h3 eth0 ── p3 ┘
#
# timeout: 180
# sanitize: yes

. /tests/guest/lib.sh
. /tests/guest/storms.bash

number=0

# probe TEXT HOST DSCP arrive|vanish|wait: what becomes of ten frames of h1
probe()
{
	local address=10.0.0.${2#h} i before after=0 result

	number=$((number + 1))
	before=$(came "$2")
	send h1 "probe$number" --flow $number --dscp "$3" --count 10 "$address"
	for ((i = 0; i < 10; i++)); do
		sleep 0.05
		after=$(($(came "$2") - before))
		[ $after -lt 10 ] || break
	done
	result=vanish
	[ "$(waiting "p${2#h}")" = 0 ] || result="wait"
	[ $after -lt 10 ] || result=arrive
	is "$1" "$result $after" "$4 $([ "$4" = arrive ] && echo 10 || echo 0)"
}

came() { in_ns "$1" cat /sys/class/net/eth0/statistics/rx_packets; }
waiting() { tc -n sw -s qdisc show dev "$1" | sed -n 's/.*backlog [^ ]* \([0-9]*\)p.*/\1/p'; }
no_more() { [ "$(waiting p2)" = 0 ]; }

storm_star 3
listen
receive h2 got2
receive h3 got3

# ---- recovery by hand
watch p2 detection-time 200ms recovery-time manual
hold_by h2 h2
send h1 first --flow 100 --dscp 26 --count 10 10.0.0.2
check "a storm" wait_for 10 heard storm_detected
let_go h2
sleep 1.5
probe "it does not end by itself" h2 26 vanish
read_events
is "and no end is told" "$events" "p2 3 storm_detected"

# ---- statistics of priorities, in the storm
pfc sw stats clear dev p2 prio 0,4
is "those of others are cleared, not those of the storm" "$(stat sw p2 \
	'.[0].prio[3] | "\(.storms) \(.storm_dropped) \(.rx_xoff > 0)"')" "1 20 true"
pfc sw stats clear dev p2 prio 3
is "those of the storm are cleared" "$(stat sw p2 '.[0] | "\(.prio[3].storm_dropped) " +
	"\(.queue[3].drop_watchdog) \(.prio[3].rx_xoff)"')" "0 0 0"
probe "the storm goes on" h2 26 vanish
is "they count from then on" "$(stat sw p2 '.[0] | "\(.prio[3].storm_dropped) " +
	"\(.queue[3].drop_watchdog)"')" "10 10"
is "what the storm has dropped is not forgotten" "$(pfc sw -j watchdog show dev p2 |
	jq '.[0].prio[3] | .last_dropped')" 30
check "it is cleared" pfc sw watchdog clear dev p2 prio 3
probe "frames pass" h2 26 arrive
read_events
is "the end is told" "$events" "p2 3 storm_restored"
is "history has it, with its end" "$(pfc sw -j watchdog history dev p2 | jq -r '.[0].storms |
	map("\(.prio) \(.dropped) \(.end_ns > .detected_ns)") | join(",")')" "3 30 true"

# ---- one queue, by hand
watch p2 recovery-time auto
check "one queue" pfc sw watchdog mitigate dev p2 prio 3
probe "it is dropped" h2 26 vanish
probe "others are not" h2 34 arrive
probe "nor other ports" h3 26 arrive
check "no more" pfc sw watchdog release dev p2 prio 3
probe "it passes" h2 26 arrive
read_events
is "both are told" "$events" "p2 3 mitigation_on;p2 3 mitigation_off"

# what waits is dropped at once; with the action forward XOFF is not obeyed
pfc sw watchdog set dev p2 detection-time 10s
hold_by h2 h2
probe "frames wait" h2 26 wait
pfc sw watchdog mitigate dev p2 prio 3
check "they are dropped at once" wait_for 5 no_more
pfc sw watchdog release dev p2 prio 3
pfc sw watchdog set dev p2 action forward
probe "frames wait" h2 26 wait
pfc sw watchdog mitigate dev p2 prio 3
check "they leave at once" wait_for 5 no_more
probe "XOFF is not obeyed" h2 26 arrive
pfc sw watchdog release dev p2 prio 3
probe "XOFF is obeyed again" h2 26 wait
let_go h2
check "and no longer" wait_for 5 no_more

# ---- everything: all ports, all priorities
pfc sw watchdog set dev p2 action drop
check "everything" pfc sw watchdog mitigate
probe "one is dropped" h2 26 vanish
probe "others are, too" h2 0 vanish
probe "and other ports" h3 26 vanish
check "no more" pfc sw watchdog release
probe "one passes" h2 26 arrive
probe "others, too" h2 0 arrive
probe "and other ports" h3 26 arrive
read_events

# ---- faked, without traffic and with it, and no XOFF in sight
watch p2 detection-time 100ms recovery-time 300ms
check "a storm is faked" pfc sw watchdog inject dev p2 prio 3 on
check "it is detected without traffic" wait_for 10 heard storm_detected 2
probe "frames are dropped" h2 26 vanish
probe "others are not" h2 34 arrive
probe "nor other ports" h3 26 arrive
sleep 1
probe "it goes on" h2 26 vanish
is "it is said to be faked" "$(jq 'select(.event == "storm_detected") | .storm.injected' \
	"$OUT/events.json" | paste -sd ' ')" "false true"
check "no more" pfc sw watchdog inject dev p2 prio 3 off
check "it is over" wait_for 10 heard storm_restored 2
probe "frames pass" h2 26 arrive
flow h1 10.0.0.2 --dscp 26 --rate 2m
sleep 0.3
check "one is faked under traffic" pfc sw watchdog inject dev p2 prio 3 on
check "it is detected" wait_for 10 heard storm_detected 3
sleep 0.5
pfc sw watchdog inject dev p2 prio 3 off
check "it is over" wait_for 10 heard storm_restored 3
sleep 0.3
sent_all
read_events
is "each is told once" "$events" "$(printf 'p2 3 storm_detected;p2 3 storm_restored;%.0s' 1 2 |
	sed 's/;$//')"
check "nothing waits" wait_for 5 idle
received got2
received got3
is "what is missing was dropped where it came in" \
	$(($(value got2 .datagrams) + $(value got3 .datagrams) + $(stat sw p1 \
		'[.[0].pg[].drop_watchdog] | add'))) \
	$((10 + 10 * number + $(value flow1 .datagrams)))
is "what arrives is in order" "$(value got2 '[.flows[] | .out_of_order + .duplicates] |
	add')" 0
nothing_else_lost
