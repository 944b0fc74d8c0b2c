#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# These cause no storm: pauses of half the detection time, pauses in which frames leave,
# pauses without traffic, XON, XOFF of a priority that is not obeyed or not watched, and a
# queue that waits for strict priorities.  No event is sent, and all packets arrive.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# xoff_ms N: writes the frame /tmp/xoff-N, a pause of N ms at 100 Mb/s
xoff_ms() { pfc_frame "$(mac h2 eth0)" 0x08 $((${1} * 100000 / 512)) > "/tmp/xoff-$1"; }

# pulses COUNT PERIOD FILE: h2 sends COUNT frames of FILE, one every PERIOD ms
pulses()
{
	in_ns h2 rawsend --loop "$1" --period "$(($2 * 1000000))" eth0 "/tmp/$3" > /dev/null
}

# no_event TEXT COMMAND...: runs the command during a flow and checks that the watchdog sends
# no event
no_event()
{
	local text=$1

	shift
	flow h1 10.0.0.2 --dscp 26 --size 400 --rate 3728k	# 1000 a second
	"$@"
	sent_all
	sleep 0.4
	read_events
	is "$text: no event" "$events" ""
	numbers+=("$flow_count")
}

# waiting N: N frames wait at p2; starved N: N frames of priority 3 wait at p2
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

no_event "pauses of half the detection time" pulses 10 100 xoff-50
no_event "pauses of 90 % of the detection time, gaps of 10 %" pulses 10 100 xoff-90
# each frame is sent 6 ms after the frame before it, and pauses for 5 ms
no_event "short pauses with gaps" pulses 150 6 xoff-5
no_event "XON" pulses 500 1 h2.xon
half() { pulses 1 50 xoff-50; pulses 300 1 h2.xon; }
no_event "a pause of half the detection time, then XON" half

pfc sw pfc set dev p2 prio-pfc 3:off
no_event "XOFF of a priority with PFC off" pulses 4 200 xoff-335
pfc sw pfc set dev p2 prio-pfc 3:on
pfc sw watchdog set dev p2 prio-watchdog 3:off
no_event "XOFF of a priority that is not watched" pulses 4 200 xoff-335
watch p2

# Repeated XOFF pauses p2 for 1.735 s.  Frames arrive 0.235 s before the end of the pause,
# which is less than the detection time.
watch p2 detection-time 300ms
pulses 8 200 xoff-335 &
sleep 1.5
send h1 late --flow 98 --dscp 26 --count 5 10.0.0.2
check "frames wait for the end of the pause" waiting 5
wait $!
sleep 0.3
check "the waiting frames leave when the pause ends" idle
read_events
is "a pause with an empty queue: no event" "$events" ""
watch p2 detection-time 100ms

# Priority 7 exceeds the port's rate
pfc sw port set dev p2 rate 10mbit
flow h1 10.0.0.2 --dscp 56 --rate 10500k
strict_flow=$flow_count
sleep 0.1
send h1 starved --flow 99 --dscp 26 --count 5 10.0.0.2
sleep 0.3
check "strict priorities starve the queue" starved 5
pulses 2 100 xoff-50
sleep 0.2
check "the starved queue stays after a pause of half the detection time" starved 5
sent_all
pfc sw port set dev p2 rate unlimited
check "all packets leave" wait_for 5 idle
read_events
is "a starved queue is no storm" "$events" ""
received all
captures_end

is "all flows arrive complete and in order" "$(whole all "${numbers[@]}" "$strict_flow")" ""
is "all packets that waited arrive" \
	"$(value all '.flows["98", "99"].datagrams' | paste -sd ' ')" "5 5"
is "p2 counts each XOFF that h2 sends" "$(stat sw p2 '.[0].prio[3].rx_xoff')" \
	"$(control wire 3 | grep -c XOFF)"
is "p2 counts each XON that h2 sends" \
	"$(stat sw p2 '.[0].prio[3].rx_xon')" "$(control wire 3 | grep -c XON)"
# A real storm shows that the watchdog has watched, and that its events are recorded
watch p2
hold_by h2 h2
send h1 storm --flow 100 --dscp 26 --count 5 10.0.0.2
check "a storm is detected" wait_for 10 event_recorded storm_detected
let_go h2
check "the storm ends" wait_for 10 event_recorded storm_restored

nothing_else_lost
