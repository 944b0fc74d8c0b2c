#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Drops are counted in frames: of packets that would have been cut into frames later, in
# the port or behind it, a storm drops as many as do not arrive.  Those that wait, those
# that come, those that the port with the storm receives, and those of the switch itself.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 120

. /tests/guest/lib.sh
. /tests/guest/storms.bash

number=0

# large HOST ADDRESS: a flow of 8 packets, each of 10 frames
large()
{
	number=$((number + 1))
	send "$1" "flow$number" --flow $number --dscp 26 --gso 10 --count 80 "$2"
}

dropped() { stat sw "$1" '.[0] | "\(.pg[3].drop_watchdog) \(.queue[3].drop_watchdog)"'; }

storm_star 2
ip -n sw address add 10.0.0.9/24 dev br0
neighbour sw br0 10.0.0.2 "$(mac h2 eth0)"
for where in "h1 eth0" "sw p1" "sw p2" "h2 eth0" "sw br0"; do
	# shellcheck disable=SC2086 # two words
	offload $where on
done
listen
watch p2 detection-time 2s recovery-time 200ms
receive h1 got1
receive h2 got2

for host in h1 sw; do
	large $host 10.0.0.2
done
large h2 10.0.0.1
sleep 0.3
hold_by h2 h2
for host in h1 sw; do
	large $host 10.0.0.2
done
check "frames wait" test "$(stat sw p2 '.[0].queue[3].backlog_bytes')" -gt 100000
check "the storm is detected" wait_for 10 heard storm_detected
for host in h1 sw; do
	large $host 10.0.0.2
done
large h2 10.0.0.1
let_go h2
check "it is over" wait_for 10 heard storm_restored
for host in h1 sw; do
	large $host 10.0.0.2
done
large h2 10.0.0.1
check "nothing waits" wait_for 5 idle
sleep 0.3
received got1
received got2
# flow:datagrams:out of order
arrived() { value "$1" '[.flows[] | "\(.flow):\(.datagrams):\(.out_of_order)"] | join(" ")'; }
is "what was sent before and after arrives, in order" "$(arrived got2) $(arrived got1)" \
	"1:80:0 2:80:0 9:80:0 10:80:0 3:80:0 11:80:0"
is "frames of h1 are counted where they came in" "$(dropped p1)" "160 0"
is "those of h2, and all of the queue" "$(dropped p2)" "80 320"
is "the storm says the same" "$(jq 'select(.event == "storm_restored") | .storm.dropped' \
	"$OUT/events.json")" 400
nothing_else_lost
