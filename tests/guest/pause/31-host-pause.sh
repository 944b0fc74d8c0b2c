#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A host whose device is a port: a PFC frame from the peer pauses one priority in the qdisc.
# The socket of this priority blocks, and no other socket blocks.
#
#   h1 eth0 (port) ──── eth0 h2
#          data ──►    ◄── PFC
#
# timeout: 300
# arm64: yes
# mode: icount

. /tests/guest/lib/lib.sh

ns h1 h2
link h1 eth0 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
check "eth0 of h1 is a port" pfc h1 port add dev eth0 rate 100mbit speed 100mbit
check "eth0 of h1 obeys PFC for priority 3" pfc h1 pfc set dev eth0 prio-pfc 3:on

capture h2 eth0 all
receive h2 got
senders=()
# start DSCP RATE: starts a flow with a send buffer of about 10 datagrams.  The sender has
# real-time priority: newer kernels let other programs run for milliseconds.
start()
{
	nsexec h1 chrt -f 1 udpsend --flow "$1" --dscp "$1" --rate "$2" --sndbuf 12k \
		10.0.0.2 > "$OUT/sent-$1.json" &
	senders+=($!)
}
start 26 40m
start 0 20m
start 46 20m
sleep 0.1
inject h2 injected eth0 pause
sleep 0.3
kill "${senders[@]}"
wait "${senders[@]}"
sleep 0.05
received got
captures_end
pfc h1 -j stats show dev eth0 > "$OUT/port.json"
is "no packet is lost outside the ports" "$(losses)" ""
is "packets that the host sends are charged to no PG" \
	"$(stat h1 eth0 '[.[].pg[] | .rx_packets + .peak] | add')" 0
