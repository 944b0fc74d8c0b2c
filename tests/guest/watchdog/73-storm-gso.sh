#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A storm counts drops in frames: a GSO packet counts as the frames into which the port or its
# device would have segmented the packet.  This holds for packets that wait, for packets that
# arrive, for packets that the port with the storm receives, and for packets that the switch
# itself sends.  The packets stay whole in the queues.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 120
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

number=0

# large HOST ADDRESS: sends a flow of 8 packets, each of 10 frames
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
pfc sw port set dev p1,p2 gso whole
listen
watch p2 detection-time 2s restoration-time 200ms
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
check "packets wait when the pause begins" \
	test "$(stat sw p2 '.[0].queue[3].backlog_bytes')" -gt 100000
check "the storm is detected" wait_for 10 event_recorded storm_detected
for host in h1 sw; do
	large $host 10.0.0.2
done
large h2 10.0.0.1
let_go h2
check "the storm is over" wait_for 10 event_recorded storm_restored
for host in h1 sw; do
	large $host 10.0.0.2
done
large h2 10.0.0.1
check "no packet waits" wait_for 5 idle
sleep 0.3
received got1
received got2
# arrived NAME: prints FLOW:DATAGRAMS:OUT-OF-ORDER for each flow in a report
arrived()
{
	value "$1" '[.flows | to_entries | sort_by(.key | tonumber)[].value |
		"\(.flow):\(.datagrams):\(.out_of_order)"] | join(" ")'
}
is "flows before and after the storm arrive in order" "$(arrived got2) $(arrived got1)" \
	"1:80:0 2:80:0 9:80:0 10:80:0 3:80:0 11:80:0"
is "p1 counts the dropped frames of h1" "$(dropped p1)" "160 0"
is "p2 counts the dropped frames of h2 and of its queue" "$(dropped p2)" "80 320"
is "the event reports the number of dropped frames" \
	"$(jq 'select(.event == "storm_restored") | .storm.dropped' \
	"$OUT/events.json")" 400
nothing_else_lost
