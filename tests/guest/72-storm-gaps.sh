#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A peer that pauses for ever but leaves gaps: one whose gaps let nothing through, as a
# strict priority takes them, is a storm, once, if they are no more than a hundredth of
# the detection time; one whose gaps let frames through is none, but warned of; longer
# gaps are neither.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 300
# mode: icount

. /tests/guest/lib.sh
. /tests/guest/storms.bash

PAUSE=5860	# quanta at 100 Mb/s: 30.003 ms

# pauses COUNT GAP: so many by h2, with gaps of GAP us
pauses()
{
	in_ns h2 rawsend --loop "$1" --period $(((30003 + $2) * 1000)) eth0 /tmp/pause \
		> /dev/null
}

# urgent, calm: something of priority 7 always waits; no more
urgent()
{
	pfc sw port set dev p2 rate 10mbit
	flow h1 10.0.0.2 --dscp 56 --rate 10500k
	sleep 0.1
}

calm()
{
	sent_all
	pfc sw port set dev p2 rate unlimited
	check "$1: what waits leaves" wait_for 5 idle
}

storm_star 2 100mbit
listen
receive h2 all
pfc_frame "$(mac h2 eth0)" 0x08 $PAUSE > /tmp/pause
watch p2 detection-time 100ms

# Three gaps of 0.3 ms in the time
urgent
pauses 8 300 &
sleep 0.01
send h1 stuck --flow 100 --dscp 26 --count 10 10.0.0.2
wait $!
calm "gaps that let nothing through"
sleep 0.3
read_events
is "they are a storm" "$events" "p2 3 storm_detected;p2 3 storm_restored"
between "which was detected in time, us" "$(jq 'select(.event == "storm_detected") | .storm |
	(.detected_ns - .start_ns) / 1000 | floor' "$OUT/events.json")" 100000 101000
is "its queue was dropped" "$(stat sw p1 '.[0].pg[3].drop_watchdog')" 10
# of 30.003 ms each, three times
between "all of that was a pause, but for the gaps, us" "$(jq '
	select(.event == "storm_detected") | .storm | (.detected_ns - .start_ns -
	.paused_time_ns) / 1000 | floor' "$OUT/events.json")" 880 910

# Four of 0.5 ms are more than a hundredth
urgent
pauses 16 500 &
sleep 0.01
send h1 later --flow 101 --dscp 26 --count 10 10.0.0.2
wait $!
calm "longer gaps"
sleep 0.2
read_events
is "they are no storm" "$events" ""

# A thousand frames a second: in 0.1 ms all that wait leave
flow h1 10.0.0.2 --dscp 26 --size 100 --rate 1328k
through=$flow_count
pauses 16 100
sent_all
sleep 0.1
read_events
is "gaps that let frames through are no storm, but warned of" \
	"$(tr ';' '\n' <<< "$events" | sort -u)" "p2 3 paused_long"
flow h1 10.0.0.2 --dscp 26 --size 100 --rate 1328k
pauses 16 2000
sent_all
sleep 0.1
read_events
is "a gap that lets them through for long is not" "$events" ""

received all
is "what passed the gaps is whole" "$(whole all "$through" "$flow_count")" ""
is "and what waited for longer ones" "$(value all '.flows["101"].datagrams')" 10
is "what the storm had is gone" "$(value all '.flows["100"]')" null
nothing_else_lost
