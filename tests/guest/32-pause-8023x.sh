#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# IEEE 802.3x: a port with flow control PAUSE sends PAUSE frames for all that waits, and
# obeys those that it gets, for all queues, to the bit time; one with PFC or none does not.
# tests/host/32-pause-8023x.post looks at the captures.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#                 ┘
#
# mode: icount
# timeout: 200

. /tests/guest/lib.sh

# idle: nothing waits in p3
idle() { tc -n sw -s qdisc show dev p3 | grep -q 'backlog 0b 0p'; }

# sends NAME QUANTA: p1 sends PAUSE frames
sends()
{
	check "$1: configured" pfc sw port set dev p1 pause-time "$2"
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

# receives MODE: p3 gets frames of all kinds
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

ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
check "ports" pfc sw -b - <<-END
	port add dev p1 speed 100mbit
	port add dev p3 rate 10mbit speed 100mbit
	pfc set dev p1 flow-control pause
	pg set dev p1 pg 0 xoff 40K xon 38K headroom 200K
END

sends long 65535
sends short 1000

check "p1 has no flow control" pfc sw pfc set dev p1 flow-control none
check "p1 holds what waits" pfc sw pg set dev p1 pg all limit 1M
pfc sw port set dev p3 rate 100mbit
for mode in pause pfc none; do
	receives $mode
done
# a host that is no port drops the frames that it gets
is "nothing is lost elsewhere" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
is "p1 has sent none since" "$(stat sw p1 '.[0].port | .tx_pause + .tx_pfc')" 0
