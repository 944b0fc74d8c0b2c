#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# While one priority sends, pauses of another one end.  The end of a pause must not wake the qdisc
# again and again until the wire is free.  The kernel's count of softirqs shows how often it ran.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2 (pauses priority 3 of p2)
#
# timeout: 120
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

FRAMES=240 PAUSES=12

star 2
pfc_frame "$(mac h2 eth0)" 0x08 103 > /tmp/xoff
sending() { [ "$(stat sw p2 '.[0].queue[0].backlog_packets')" -gt 100 ]; }
drained() { [ "$(stat sw p2 '.[0].queue[0].backlog_packets')" = 0 ]; }
runs() { awk '/NET_TX/ { print $2 }' /proc/softirqs; }

# timed TEXT SETTINGS NAME: each pause is 103 quanta, 5.3 ms at 10 Mb/s.  A frame takes 0.85 ms.
# With a delay the qdisc runs twice for each frame: when it leaves its queue and when it arrives.
timed()
{
	local text=$1 before pauses

	pfc sw -b - <<-END
		port add dev p1
		port add dev p2 speed 10mbit $2
		pfc set dev p2 prio-pfc 3:on
	END
	receive h2 "got-$3"
	before=$(runs)
	pauses=$(stat sw p2 '.[0].prio[3].rx_xoff')
	nsexec h1 udpsend --dscp 0 --size 1000 --count $FRAMES 10.0.0.2 > "$OUT/sent-$3.json" &
	sender=$!
	check "$text: priority 0 sends" wait_for 10 sending
	in_ns h2 rawsend --loop $PAUSES --period 10000000 eth0 /tmp/xoff > /dev/null
	wait $sender
	check "$text: all frames leave" wait_for 10 drained
	between "$text: runs of the qdisc" $(($(runs) - before)) 0 $((3 * FRAMES))
	is "$text: p2 has obeyed all pauses" \
		"$(($(stat sw p2 '.[0].prio[3].rx_xoff') - pauses))" $PAUSES
	received "got-$3"
	is "$text: all datagrams arrive" "$(value "got-$3" .datagrams)" $FRAMES
	pfc sw port del dev p1
	pfc sw port del dev p2
}

timed "rate" "rate 10mbit" rate
timed "rate and delay" "rate 10mbit delay 5ms" delay
