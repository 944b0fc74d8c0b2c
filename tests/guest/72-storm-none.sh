#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What is no storm: pauses of half the detection time, pauses that let frames through,
# pauses without traffic, XON, XOFF of a priority that is not obeyed or not watched, and
# a queue that waits for strict priorities.  Nothing is told of any, and all arrives.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 300
# mode: icount

. /tests/guest/lib.sh
. /tests/guest/storms.bash

# A pause of N ms at 100 Mb/s
xoff_ms() { pfc_frame "$(mac h2 eth0)" 0x08 $((${1} * 100000 / 512)) > "/tmp/xoff-$1"; }

# pulses COUNT PERIOD FILE: so many, a period of so many ms apart
pulses()
{
	in_ns h2 rawsend --loop "$1" --period "$(($2 * 1000000))" eth0 "/tmp/$3" > /dev/null
}

# quiet TEXT COMMAND...: a flow goes on meanwhile, and arrives; nothing is told
quiet()
{
	local text=$1

	shift
	flow h1 10.0.0.2 --dscp 26 --size 400 --rate 3728k	# 1000 a second
	"$@"
	sent_all
	sleep 0.4
	read_events
	is "$text: nothing is told" "$events" ""
	numbers+=("$flow_count")
}

# waiting N: so many frames wait at p2; starved N: of priority 3
waiting() { tc -n sw -s qdisc show dev p2 | grep -q "backlog .*b $1p"; }
starved() { [ "$(stat sw p2 '.[0].queue[3].backlog_packets')" = "$1" ]; }

numbers=()
storm_star 2 100mbit
listen
receive h2 all
capture h2 eth0 wire
for n in 5 50 90 335; do
	xoff_ms $n
done
watch p2 detection-time 100ms

quiet "pauses of half the time" pulses 10 100 xoff-50
quiet "of nearly all of it, with gaps of a tenth" pulses 10 100 xoff-90
# the last one leaves 5 ms after the one before
quiet "bursts of short ones" pulses 150 6 xoff-5
quiet "XON" pulses 500 1 h2.xon
half() { pulses 1 50 xoff-50; pulses 300 1 h2.xon; }
quiet "half a pause, and then XON" half

pfc sw pfc set dev p2 prio-pfc 3:off
quiet "XOFF of a priority that obeys none" pulses 4 200 xoff-335
pfc sw pfc set dev p2 prio-pfc 3:on
pfc sw watchdog set dev p2 prio-watchdog 3:off
quiet "a priority that is not watched" pulses 4 200 xoff-335
watch p2

# It lasts for 1.735 s, and frames come 0.235 s before its end
watch p2 detection-time 300ms
pulses 8 200 xoff-335 &
sleep 1.5
send h1 late --flow 98 --dscp 26 --count 5 10.0.0.2
check "frames come to a pause" waiting 5
wait $!
sleep 0.3
check "and leave when it ends" idle
read_events
is "a pause for which nothing waits: nothing is told" "$events" ""
watch p2 detection-time 100ms

# More than the port can send
pfc sw port set dev p2 rate 10mbit
flow h1 10.0.0.2 --dscp 56 --rate 10500k
urgent=$flow_count
sleep 0.1
send h1 starved --flow 99 --dscp 26 --count 5 10.0.0.2
sleep 0.3
check "strict priorities starve the queue" starved 5
pulses 2 100 xoff-50
sleep 0.2
check "half a pause adds nothing to that" starved 5
sent_all
pfc sw port set dev p2 rate unlimited
check "all leaves" wait_for 5 idle
read_events
is "a starved queue is none" "$events" ""
received all
captures_end

is "all arrive, in order" "$(whole all "${numbers[@]}" "$urgent")" ""
is "those that waited, too" "$(value all '.flows["98", "99"].datagrams' | paste -sd ' ')" "5 5"
is "the pauses were heard" "$(stat sw p2 '.[0].prio[3].rx_xoff')" \
	"$(control wire 3 | grep -c XOFF)"
is "and XON, too" "$(stat sw p2 '.[0].prio[3].rx_xon')" "$(control wire 3 | grep -c XON)"
nothing_else_lost
