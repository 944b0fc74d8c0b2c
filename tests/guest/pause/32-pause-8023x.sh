#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# IEEE 802.3x: a port with flow control PAUSE sends PAUSE frames for its total occupancy.  It
# obeys received PAUSE frames: all its queues stop for exactly the time in the frame.  A port
# with PFC or no flow control does neither.  32-pause-8023x.py checks the captures.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#                 ┘
#
# mode: icount
# timeout: 200

. /tests/guest/lib/lib.sh

# idle: the queues of p3 are empty
idle() { tc -n sw -s qdisc show dev p3 | grep -q 'backlog 0b 0p'; }

# sends NAME QUANTA: a burst makes p1 send PAUSE frames
sends()
{
	check "$1: the pause time of p1 is set" pfc sw port set dev p1 pause-time "$2"
	pfc sw stats clear
	capture sw p1 "$1-p1"
	capture sw p3 "$1-p3" -Q out
	receive h3 "$1" --idle 300
	for dscp in 0 26; do
		send h1 "$1-$dscp" --flow $dscp --dscp $dscp --count 30 10.0.0.3 &
	done
	send h1 "$1-46" --flow 46 --dscp 46 --count 30 10.0.0.3
	wait "$(cat "/tmp/$1.pid")"
	captures_end
	pfc sw -j stats show dev p1 > "$OUT/$1-stats.json"
}

# receives MODE: p3 with the flow control MODE receives MAC control frames of all kinds
receives()
{
	local dscp senders=()

	check "p3 has flow control $1" pfc sw pfc set dev p3 flow-control "$1"
	[ "$1" != pfc ] || pfc sw pfc set dev p3 prio-pfc all:on
	pfc sw stats clear
	capture h3 eth0 "all-$1"
	receive h3 "got-$1"
	for dscp in 0 26 46; do
		nsexec h1 udpsend --flow $dscp --dscp $dscp --rate 20m --duration 300 \
			10.0.0.3 > "$OUT/sent-$1-$dscp.json" &
		senders+=($!)
	done
	sleep 0.02
	inject h3 "injected-$1" eth0 pauses
	wait "${senders[@]}"
	wait_for 10 idle
	received "got-$1"
	captures_end
	pfc sw -j stats show dev p3 > "$OUT/p3-$1.json"
	[ "$1" != pfc ] || pfc sw pfc set dev p3 prio-pfc all:off
}

star_of 1 3
check "p1 and p3 are ports" pfc sw -b - <<-END
	port add dev p1 speed 100mbit
	port add dev p3 rate 10mbit speed 100mbit
	pfc set dev p1 flow-control pause
	pg set dev p1 pg 0 xoff 40K xon 38K headroom 200K
END

sends long 65535
sends short 1000

check "p1 has no flow control" pfc sw pfc set dev p1 flow-control none
check "all PGs of p1 hold up to 1 MB" pfc sw pg set dev p1 pg all limit 1M
pfc sw port set dev p3 rate 100mbit
for mode in pause pfc none; do
	receives $mode
done
# A host that is no port drops MAC control frames
is "no packet is lost outside the ports" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
is "p1 without flow control sends no PAUSE or PFC frame" \
	"$(stat sw p1 '.[0].port | .tx_pause + .tx_pfc')" 0
