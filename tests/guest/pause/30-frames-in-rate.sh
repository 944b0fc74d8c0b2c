#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Eight flows, one per priority, with 10 Mb/s each pass a port of 100 Mb/s.  A PFC frame
# pauses one priority at a time, and the others keep their rate.  Then one frame pauses all
# eight priorities, each for a different time.
#
#   h1 eth0 ── p1 br0 (sw) p3 ── eth0 h3
#              data ──►       ◄── PFC
#
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh

star_of 1 3

check "p1 is a port" pfc sw port add dev p1
check "p3 is a port" pfc sw port add dev p3 rate 100mbit speed 100mbit
check "p3 obeys PFC for all priorities" pfc sw pfc set dev p3 prio-pfc \
	0:on 1:on 2:on 3:on 4:on 5:on 6:on 7:on

capture h3 eth0 all
receive h3 got
senders=()
for prio in 0 1 2 3 4 5 6 7; do
	# Real-time priority, because tcpdump uses the CPU in bursts and delays senders
	nsexec h1 chrt -f 1 udpsend --flow $prio --dscp $((prio * 8)) --rate 10m \
		10.0.0.3 > "$OUT/sent-$prio.json" &
	senders+=($!)
done
sleep 0.05
inject h3 injected eth0 pauses
sleep 0.05
kill "${senders[@]}"
wait "${senders[@]}"
sleep 0.05
received got
captures_end
pfc sw -j stats show dev p1 > "$OUT/p1.json"
pfc sw -j stats show dev p3 > "$OUT/p3.json"

is "no packet is lost outside the ports" "$(losses)" ""
is "all PGs of p1 are empty at the end" "$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
