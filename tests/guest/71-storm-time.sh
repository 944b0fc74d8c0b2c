#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# When storms are detected and when they are over: not before the times that are set,
# and at most 1 ms or 1 % after.  Storms with the action forward are detected when
# frames leave again, those with drop are over when frames pass; h2 sends the XOFF and
# captures both.  tests/host/71-storm-time.post looks.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#       data ──►       ◄── PFC
#
# timeout: 300
# mode: icount

. /tests/guest/lib.sh
. /tests/guest/storms.bash

# at NAME MS: storms of $IN/NAME-MS, amidst a flow of 100 bytes each
at()
{
	capture h2 eth0 "$1-$2"
	capture sw p1 "$1-$2-in" -Q in
	flow h1 10.0.0.2 --dscp 26 --size 100 --rate "${flow_rate[$2]}"
	sleep 0.02
	inject h2 "injected-$1-$2" eth0 "$1-$2"
	sleep "${rest[$2]}"
	sent_all
	wait_for 5 idle
	captures_end
}

# By detection time in ms: a frame every 100 or 500 us, less than that, and time for a
# storm to be over, s
flow_rate=([1]=13280k [10]=13280k [100]=2656k)
slow_rate=([1]=10mbit [10]=10mbit [100]=2mbit)
rest=([1]=0.01 [10]=0.05 [100]=0.4)

storm_star 2 100mbit
listen
receive h2 all
watch p2 escalate-count off
for ms in 1 10 100; do
	pfc sw watchdog set dev p2 detection-time ${ms}ms recovery-time auto action forward
	at flow $ms
	# something waits whenever a pause begins
	pfc sw port set dev p2 rate "${slow_rate[ms]}"
	at queue $ms
	pfc sw port set dev p2 rate unlimited
	pfc sw watchdog set dev p2 action drop
	at over $ms
	pfc sw watchdog set dev p2 recovery-time ${ms}ms
	at asked $ms
	at xon $ms
done
received all
pfc sw -j stats show dev p2 > "$OUT/p2.json"
nothing_else_lost
