#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A received PFC frame pauses its priority for the time in the frame, at two speeds of the
# link, and each priority for a time of its own.  h3 sends the PFC frames and captures the data.
#
#   h1 eth0 ── p1 br0 (sw) p3 ── eth0 h3
#              data ──►       ◄── PFC
#
# timeout: 300
# arm64: yes
# mode: icount

. /tests/guest/lib/lib.sh

star_of 1 3

check "p1 is a port" pfc sw port add dev p1
check "p1 PG 3 holds up to 2 MB" pfc sw pg set dev p1 pg 3 limit 2M
check "p3 is a port" pfc sw port add dev p3
check "p3 obeys PFC for priority 3" pfc sw pfc set dev p3 prio-pfc 3:on

# at MBITS SIZE RATE: sends a flow at RATE and pauses it; the link speed is MBITS
at()
{
	local sender

	pfc sw port set dev p3 rate "$1mbit" speed "$1mbit"
	pfc sw stats clear dev p3
	capture h3 eth0 "all-$1"
	receive h3 "got-$1"
	nsexec h1 udpsend --dscp 26 --size "$2" --rate "$3" 10.0.0.3 \
		> "$OUT/sent-$1.json" &
	sender=$!
	sleep 0.05
	inject h3 "injected-$1" eth0 "pauses-$1"
	sleep 0.05
	kill "$sender"
	wait "$sender"
	wait_for 10 idle
	received "got-$1"
	captures_end
	pfc sw -j stats show dev p3 > "$OUT/p3-$1.json"
}

idle() { tc -n sw -s qdisc show dev p3 | grep -q 'backlog 0b 0p'; }

# The first flow has the rate of the slow link, so after the first pause there is always a
# backlog.  The second flow does not fill the fast link, because the emulated CPU is too slow.
at 100 1000 100m
at 1000 1400 100m

# One frame pauses all priorities, each for another time, while a datagram of each waits
check "p3 obeys PFC for all priorities" pfc sw pfc set dev p3 prio-pfc all:on
pfc sw port set dev p3 rate 100mbit speed 10mbit
receive h3 got-eight
capture h3 eth0 eight
inject h3 injected-eight eth0 eight
for prio in 0 1 2 3 4 5 6 7; do
	send h1 "sent-eight-$prio" --flow "$prio" --dscp $((prio * 8)) --size 100 --count 1 10.0.0.3
done
sleep 3
received got-eight
captures_end
is "no packet is lost outside the ports" "$(losses)" ""
is "all PGs of p1 are empty at the end" \
	"$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
