#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A peer pauses p2 without end, but with gaps between its pauses.  If no frame of the priority
# leaves in the gaps (higher priorities use them) and the gaps sum to at most 1 % of the
# detection time, the watchdog detects one storm.  If frames leave in such gaps, it sends only
# a warning.  With longer gaps it does neither.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

PAUSE=5860	# quanta at 100 Mb/s: 30.003 ms

# pauses COUNT GAP: h2 sends COUNT pauses with gaps of GAP us
pauses()
{
	in_ns h2 chrt -f 1 rawsend --loop "$1" --period $(((30003 + $2) * 1000)) eth0 /tmp/pause \
		> /dev/null
}

# fill_gaps: starts a flow of priority 7.  Its packets always wait, so they use each gap.
fill_gaps()
{
	pfc sw port set dev p2 rate 10mbit
	flow h1 10.0.0.2 --dscp 56 --rate 10500k
	sleep 0.1
}

# stop_filling TEXT: ends the flow of fill_gaps and waits until all queues are empty
stop_filling()
{
	sent_all
	pfc sw port set dev p2 rate unlimited
	check "$1: all waiting packets leave" wait_for 5 idle
}

storm_star 2 100mbit
listen
receive h2 all
pfc_frame "$(mac h2 eth0)" 0x08 $PAUSE > /tmp/pause
watch p2 detection-time 100ms

# Three of the seven gaps of 0.2 ms are in the detection time
fill_gaps
pauses 8 200 &
sleep 0.01
send h1 stuck --flow 100 --dscp 26 --count 10 10.0.0.2
wait $!
stop_filling "gaps used by priority 7"
sleep 0.3
read_events
is "pauses with short gaps in which no frame leaves are one storm" \
	"$events" "p2 3 storm_detected;p2 3 storm_restored"
between "the storm is detected after the detection time, us" \
	"$(jq 'select(.event == "storm_detected") | .storm |
	(.detected_ns - .start_ns) / 1000 | floor' "$OUT/events.json")" 100000 101000
is "the packets of the stuck queue are dropped" "$(stat sw p1 '.[0].pg[3].drop_watchdog')" 10
# The detection time contains three gaps of 0.2 ms, each after a pause of 30.003 ms.  A pause
# that h2 sends late makes its gap longer, but gaps of more than 1 ms in total end the storm.
between "the paused time excludes the gaps, us" "$(jq '
	select(.event == "storm_detected") | .storm | (.detected_ns - .start_ns -
	.paused_time_ns) / 1000 | floor' "$OUT/events.json")" 580 1000
is "the storm has its backlog and its XOFF" "$(jq -c 'select(.event == "storm_detected") | .storm |
	[.backlog_packets, .backlog_bytes, .rx_xoff >= 1 and .rx_xoff <= 8]' "$OUT/events.json")" \
	"[10,10420,true]"

# Three gaps of 0.5 ms already exceed 1 % of the detection time, which is 1 ms
fill_gaps
pauses 16 500 &
sleep 0.01
send h1 later --flow 101 --dscp 26 --count 10 10.0.0.2
wait $!
stop_filling "gaps above 1 % of the detection time"
sleep 0.2
read_events
is "pauses with gaps above 1 % of the detection time are no storm" "$events" ""

# The flow sends 1000 frames per second, so all waiting frames leave within a gap of 0.1 ms
flow h1 10.0.0.2 --dscp 26 --size 100 --rate 1328k
through=$flow_count
pauses 16 100
sent_all
sleep 0.1
read_events
is "gaps in which frames leave cause a warning and no storm" \
	"$(tr ';' '\n' <<< "$events" | sort -u)" "p2 3 paused_long"
flow h1 10.0.0.2 --dscp 26 --size 100 --rate 1328k
pauses 16 2000
sent_all
sleep 0.1
read_events
is "long gaps in which frames leave cause no event" "$events" ""

received all
is "flows that use the gaps arrive complete and in order" \
	"$(whole all "$through" "$flow_count")" ""
is "packets that waited for longer gaps arrive" "$(value all '.flows["101"].datagrams')" 10
is "no packet of the storm arrives" "$(value all '.flows["100"]')" null
nothing_else_lost
