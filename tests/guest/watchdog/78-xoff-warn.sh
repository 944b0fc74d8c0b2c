#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# When the number of XOFF that a port receives or sends in a second exceeds xoff-warn, there
# is one event for the port, the priority and this second.  If the number is xoff-warn or
# lower, there is no event.  XON is not counted.  The captures show the number of XOFF.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 120
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# pulses COUNT MS FILE: h2 sends COUNT frames of FILE, one every MS ms
pulses() { in_ns h2 rawsend --loop "$1" --period "$(($2 * 1000000))" eth0 "/tmp/$3" > /dev/null; }

# events_are TEXT WANTED: checks the events since the last call
events_are()
{
	read_events
	is "$1" "$events" "$2"
	sleep 1		# the next second begins with the next XOFF
}

storm_star 2 1gbit
listen
nsexec sw pfcctl monitor event xoff-rate-rx > "$OUT/text" &
for number in 1 1000000 20; do
	pfc sw watchdog set dev p2 xoff-warn "$number"
	is "xoff-warn $number is in force" \
		"$(pfc sw -j watchdog show dev p2 | jq '.[0].xoff_warn_per_second')" "$number"
done
pfc sw pfc set dev p2 prio-pfc 4:on
xoff_frames h2 0x18 both
xoff_frames h2 0x20 other

# ---- received
capture h2 eth0 received -Q out
pulses 20 10 h2.last
events_are "xoff-warn XOFF received: no event" ""
pulses 21 10 h2.last
events_are "one XOFF above xoff-warn: one event" "p2 3 xoff_rate_rx"
pulses 100 5 h2.last
events_are "many XOFF in one second: one event" "p2 3 xoff_rate_rx"
pulses 100 5 h2.xon
events_are "many XON received: no event" ""
pulses 15 10 h2.last
sleep 1
pulses 15 10 h2.last
events_are "XOFF above xoff-warn, but in two seconds: no event" ""
pulses 30 10 both.last
events_are "one event for the two priorities of a frame" "p2 3,4 xoff_rate_rx"
pulses 30 10 other.last
events_are "XOFF of a priority with PFC off: one event" "p2 5 xoff_rate_rx"
pulses 130 20 h2.last
events_are "one event for each second above xoff-warn" \
	"p2 3 xoff_rate_rx;p2 3 xoff_rate_rx;p2 3 xoff_rate_rx"
captures_end
is "the event has the number of XOFF received" \
	"$(jq 'select(.event == "xoff_rate_rx") | .xoff_count' \
	"$OUT/events.json" | sort -u)" 21
check "text: the event xoff-rate-rx" grep -qE 'p2 xoff-rate-rx prio 3 xoff 21$' "$OUT/text"
is "rx_warnings counts the seconds" \
	"$(stat sw p2 '.[0].prio[3, 4].rx_warnings' | paste -sd ' ')" "6 1"
is "rx_xoff counts each XOFF that h2 sends" \
	"$(stat sw p2 '.[0].prio[3].rx_xoff')" "$(control received 3 | grep -c XOFF)"

# ---- sent: p2 is paused, and at 1 Gb/s p1 repeats XOFF every 16.8 ms, 59 times per second
pfc sw pg set dev p1 pg 3 xoff 20K xon 10K headroom 300K
receive h2 got
capture h1 eth0 sent -Q in ether proto 0x8808
pfc sw watchdog set dev p2 xoff-warn off
pfc sw watchdog set dev p1 xoff-warn 30
nsexec h2 rawsend --loop 1000 --period 20000000 eth0 /tmp/h2.xoff > /dev/null &
holds=($!)
sleep 0.1
send h1 data --dscp 26 --count 40 10.0.0.2
sleep 0.4
events_are "XOFF sent for 0.4 s: no event" ""
read_events
is "XOFF sent for seconds: the event xoff_rate_tx" \
	"$(tr ';' '\n' <<< "$events" | sort -u)" "p1 3 xoff_rate_tx"
check "xoff-warn is set above the rate of XOFF" pfc sw watchdog set dev p1 xoff-warn 70
read_events
sleep 2
events_are "XOFF sent below the new xoff-warn: no event" ""
captures_end
between "number of XOFF sent in a second" "$(($(control sent 3 | grep -c XOFF) * 1000000 /
	$(control sent 3 | awk '/XOFF/ { if (!first) first = $1; last = $1 }
		END { print last - first }')))" 55 65
is "the event has the number of XOFF sent" \
	"$(jq 'select(.event == "xoff_rate_tx") | .xoff_count' \
	"$OUT/events.json" | sort -u)" 31
let_go h2
check "all packets leave" wait_for 5 idle
received got
is "all packets arrive" "$(value got .datagrams)" 40
nothing_else_lost
