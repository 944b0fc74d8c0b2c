#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A storm is detected after the detection time and ends after the restoration time, never
# earlier, and at most 1 ms or 1 % later.  With the action forward, frames leave when the
# storm is detected.  With the action drop, frames pass when the storm is over.  h2 sends
# the XOFF, and captures the XOFF and the data frames.  71-storm-time.py checks the times.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#       data ──►       ◄── PFC
#
# kernels: 6.1 6.12 7.2 7.3 6.1-arm64 6.12-arm64 7.2-arm64
# long: yes
# timeout: 300
# arm64: yes
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# run_storms NAME MS: h2 sends the storms of $IN/NAME-MS during a flow of 100-byte datagrams
run_storms()
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

# By detection time in ms: rate of the flow (a frame every 100 or 500 us), a port rate below
# the flow's rate, and the time in s within which the last storm ends
flow_rate=([1]=13280k [10]=13280k [100]=2656k)
slow_rate=([1]=10mbit [10]=10mbit [100]=2mbit)
rest=([1]=0.01 [10]=0.05 [100]=0.4)

storm_star 2 100mbit
listen
receive h2 all
watch p2 escalate-count off
for ms in 1 10 100; do
	pfc sw watchdog set dev p2 detection-time ${ms}ms restoration-time auto action forward
	run_storms flow $ms
	# a port rate below the rate of the flow: the queue is never empty when a pause begins
	pfc sw port set dev p2 rate "${slow_rate[ms]}"
	run_storms queue $ms
	pfc sw port set dev p2 rate unlimited
	pfc sw watchdog set dev p2 action drop
	run_storms over $ms
	pfc sw watchdog set dev p2 restoration-time ${ms}ms
	run_storms asked $ms
	run_storms xon $ms
done
received all
pfc sw -j stats show dev p2 > "$OUT/p2.json"
nothing_else_lost
