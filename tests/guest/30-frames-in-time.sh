#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# How long a received PFC frame stops its priority: to the quantum, at two
# speeds of the link.  h3 sends the frames and captures what comes.
#
#   h1 eth0 ── p1 br0 (sw) p3 ── eth0 h3
#              data ──►       ◄── PFC
#
# timeout: 300
# mode: icount

. /tests/guest/lib.sh

ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3

check "p1 is a port" pfc sw port add dev p1
check "p1 holds what waits" pfc sw pg set dev p1 pg 3 limit 2M
check "p3 is a port" pfc sw port add dev p3
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc 3:on

# at MBITS SIZE RATE: pauses a flow at that speed of the link
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

# As much as the slow link carries: after the first pause some always waits.
# The emulated CPU cannot fill the fast one.
at 100 1000 100m
at 1000 1400 100m
is "nothing is lost elsewhere" "$(losses)" ""
is "all that p1 took has left" \
	"$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
