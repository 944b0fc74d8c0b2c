#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Storms under traffic, storms whose link goes down and up, and storms that end with XON.
# Events report the start and the end of each storm.  A storm is over when no XOFF has
# arrived for the restoration time; other frames do not prolong it.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 180
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# toggle: the link of p2 goes down and up
toggle()
{
	ip -n h2 link set eth0 down
	sleep 0.2
	up h2 eth0
	up sw p2
	wait_for 5 forwards
	neighbour h2 eth0 10.0.0.1 "$(mac h1 eth0)"
}

forwards() { [ "$(in_ns sw cat /sys/class/net/p2/brport/state)" = 3 ]; }
arrived() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }
arrived_more() { [ "$(arrived)" -gt "$1" ]; }

storm_star 2
listen
receive h2 got
watch p2 detection-time 200ms restoration-time 300ms

# ---- under traffic; at the end the peer sends XON instead of XOFF
flow h1 10.0.0.2 --dscp 26 --rate 2m
sleep 0.5
capture h2 eth0 wire --immediate-mode
hold_by h2 h2
check "a storm under traffic is detected" wait_for 10 event_recorded storm_detected
sleep 0.5
let_go h2
nsexec h2 rawsend --loop 100000 --period 10000000 eth0 /tmp/h2.xon > /dev/null &
holds=($!)
check "XON does not prolong the storm" wait_for 10 event_recorded storm_restored
before=$(arrived)
check "frames pass after the storm" wait_for 5 arrived_more "$before"
release
sent_all
captures_end
read_events
is "events report one storm under traffic" "$events" "p2 3 storm_detected;p2 3 storm_restored"
# The time from the last XOFF to the first data frame, in the capture of h2
between "frames pass after the restoration time, ms" \
	"$(tcpdump -Z root -nxtt -r "$OUT/wire.pcap" 2> /dev/null |
	awk -v h2="$(mac h2 eth0)" '
	/^[0-9]/ { time = $1; data = /UDP/ }
	/^[0-9]/ && data && xoff && !first { first = time }
	/0x0000:/ && $2 == "0101" && $7 != "0000" { xoff = time; first = 0 }
	END { printf "%d\n", (first - xoff) * 1000 }')" 300 10000

# ---- the link goes down and up during XOFF, several times, without traffic: no storm
hold_by h2 h2
for ((i = 0; i < 3; i++)); do
	sleep 0.4
	toggle
done
let_go h2
sleep 0.5
read_events
is "a link that goes down and up without traffic is no storm" "$events" ""

# ---- the link goes down and up in a storm: the storm continues, or another one follows
flow h1 10.0.0.2 --dscp 26 --rate 2m
hold_by h2 h2
check "a second storm is detected" wait_for 10 event_recorded storm_detected 2
toggle
sleep 2
before=$(arrived)
sleep 0.3
is "frames are dropped after the link is up again" "$(arrived)" "$before"
let_go h2
sleep 1
check "frames pass after the second storm" wait_for 10 arrived_more "$(arrived)"
read_events
note "$events"
check "events report one storm, or one for each link-up" grep -qxE \
	'(p2 3 storm_detected;p2 3 storm_restored;?){1,2}' <<< "$events"

# ---- a storm ends while the link is down
before=$(grep -c '"event": *"storm_detected"' "$OUT/events.json")
hold_by h2 h2
check "a third storm is detected" wait_for 10 event_recorded storm_detected $((before + 1))
ip -n h2 link set eth0 down
release
sleep 4.5
up h2 eth0
up sw p2
check "frames pass after a storm that ended with the link down" \
	wait_for 10 arrived_more "$(arrived)"
sleep 0.3
read_events
is "events report one storm that ended with the link down" \
	"$events" "p2 3 storm_detected;p2 3 storm_restored"
sent_all
check "no packet waits" wait_for 10 idle
received got
is "the packets that arrive are in order" "$(value got '[.flows[] | .out_of_order +
	.duplicates] | add')" 0
