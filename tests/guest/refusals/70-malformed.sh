#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port counts invalid MAC control frames by cause, obeys only valid ones, and forwards
# none.  Eight flows, one per priority, show which priorities are paused.
#
#   h1 eth0 ── p1 ┐         data ►
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘               ◄── MAC control
#
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh

ns h1 h2 h3 sw
link sw p1 h1 eth0
link sw p3 h3 eth0
link sw p2 h2 eth0
mkbridge sw br0 p1 p2 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3

for port in p1 p2 p3; do
	check "$port is a port" pfc sw port add dev $port speed 10mbit
done
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc \
	0:on 1:on 2:on 3:on 4:on 5:on 6:on 7:on

FILTER="ether proto 0x8808 or ether proto 0x88b5 or vlan"

# control NAME: h3 injects the frames of NAME; captures show whether sw forwards them
control()
{
	capture h1 eth0 "$1-h1" -Q in "$FILTER"
	capture h2 eth0 "$1-h2" -Q in "$FILTER"
	capture sw br0 "$1-br0" "$FILTER"
	pfc sw stats clear dev p3
	inject h3 "$1-injected" eth0 "$1"
	pfc sw -j stats show dev p3 > "$OUT/$1.json"
	inject h3 "$1-stranger" eth0 stranger
}

# control_with_flows NAME: runs control() while eight flows run in the opposite direction
control_with_flows()
{
	local prio senders=()

	capture h3 eth0 "$1-h3"
	receive h3 "$1-got"
	for prio in 0 1 2 3 4 5 6 7; do
		nsexec h1 udpsend --flow $prio --dscp $((prio * 8)) --size 100 \
			--rate 500k 10.0.0.3 > "$OUT/$1-sent-$prio.json" &
		senders+=($!)
	done
	sleep 0.05
	control "$1"
	sleep 0.1
	kill "${senders[@]}"
	wait "${senders[@]}"
	sleep 0.1
	received "$1-got"
	captures_end
}

control_with_flows invalid
control_with_flows valid
control random
captures_end
is "no packet is lost elsewhere" "$(losses)" ""
