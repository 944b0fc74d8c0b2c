#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Storms that begin under traffic, whose link goes and comes, and that end in XON: one is
# told of each, and it is over when no XOFF has come for the recovery time, whatever else
# has.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 180

. /tests/guest/lib.sh
. /tests/guest/storms.bash

# toggle: the link of p2 goes and comes
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
arrived() { [ "$(in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets)" -gt "$1" ]; }
so_far() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }

storm_star 2
listen
receive h2 got
watch p2 detection-time 200ms recovery-time 300ms

# ---- under traffic, with XON in place of XOFF in the end
flow h1 10.0.0.2 --dscp 26 --rate 2m
sleep 0.5
capture h2 eth0 wire --immediate-mode
hold_by h2 h2
check "a storm under traffic is detected" wait_for 10 heard storm_detected
sleep 0.5
let_go h2
nsexec h2 rawsend --loop 100000 --period 10000000 eth0 /tmp/h2.xon > /dev/null &
holds=($!)
check "XON does not keep it alive" wait_for 10 heard storm_restored
before=$(so_far)
check "frames pass" wait_for 5 arrived "$before"
release
sent_all
captures_end
read_events
is "one is told" "$events" "p2 3 storm_detected;p2 3 storm_restored"
# from the last XOFF to the first frame, as h2 sees them
between "not before its time, ms" "$(tcpdump -Z root -nxtt -r "$OUT/wire.pcap" 2> /dev/null |
	awk -v h2="$(mac h2 eth0)" '
	/^[0-9]/ { time = $1; data = /UDP/ }
	/^[0-9]/ && data && xoff && !first { first = time }
	/0x0000:/ && $2 == "0101" && $7 != "0000" { xoff = time; first = 0 }
	END { printf "%d\n", (first - xoff) * 1000 }')" 300 10000

# ---- the link goes while XOFF is on its way, and again, without traffic: no storm
hold_by h2 h2
for ((i = 0; i < 3; i++)); do
	sleep 0.4
	toggle
done
let_go h2
sleep 0.5
read_events
is "a link that comes and goes is no storm" "$events" ""

# ---- in a storm: it goes on, or begins again when the link is there, but no more
flow h1 10.0.0.2 --dscp 26 --rate 2m
hold_by h2 h2
check "a storm" wait_for 10 heard storm_detected 2
toggle
sleep 2
before=$(so_far)
sleep 0.3
is "frames are dropped on the new link, too" "$(so_far)" "$before"
let_go h2
sleep 1
check "frames pass when it is over" wait_for 10 arrived "$(so_far)"
read_events
note "$events"
check "it is told once, or once for each link" grep -qxE \
	'(p2 3 storm_detected;p2 3 storm_restored;?){1,2}' <<< "$events"

# ---- it ends while the link is down
before=$(grep -c '"event": *"storm_detected"' "$OUT/events.json")
hold_by h2 h2
check "another storm" wait_for 10 heard storm_detected $((before + 1))
ip -n h2 link set eth0 down
release
sleep 4.5
up h2 eth0
up sw p2
check "frames pass" wait_for 10 arrived "$(so_far)"
sleep 0.3
read_events
is "it is told once" "$events" "p2 3 storm_detected;p2 3 storm_restored"
sent_all
check "nothing waits" wait_for 10 idle
received got
is "all that has arrived did so in order" "$(value got '[.flows[] | .out_of_order +
	.duplicates] | add')" 0
