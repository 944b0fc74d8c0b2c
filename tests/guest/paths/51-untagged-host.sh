#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The queue limit bounds the packets that the host itself queues at its port.  Packets above
# the limit are dropped and counted, exact to one frame, with many sockets and with GSO.  What the
# host or a container above the port sends has not arrived at the port.
#
#   h1 eth0 (port) ── eth0 h2 (pauses priority 3)
#
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

FRAME=1042
LIMIT=65536
FIT=$((LIMIT / FRAME))

xoff()
{
	# Repeat XOFF, so that the pause does not expire on a slow guest
	nsexec h2 rawsend --loop 1000 --period 500000000 eth0 /tmp/xoff > /dev/null &
	pausing=$!
	wait_for 10 paused
}

paused() { [ "$(stat h1 eth0 '.[].prio[3].rx_paused')" = true ]; }

xon()
{
	kill $pausing
	wait $pausing
	in_ns h2 rawsend eth0 /tmp/xon > /dev/null
	wait_for 10 empty
}

empty() { [ "$(stat h1 eth0 '.[].queue[3].backlog_bytes')" = 0 ]; }

# four COUNT: sends COUNT datagrams from each of four sockets at the same time
four()
{
	local n pids=()

	for n in 1 2 3 4; do
		send h1 "flow$n" --flow "$n" --dscp 26 --sndbuf 1m --count "$1" 10.0.0.2 &
		pids+=($!)
	done
	wait "${pids[@]}"
}

sndbuf_errors()
{
	in_ns h1 cat /proc/net/snmp | awk '/^Udp:/ && seen++ { print $7 }'
}

# round TEXT SENT WAITS DROPS COMMAND...: the command sends SENT datagrams while
# priority 3 is paused; WAITS of them are queued, DROPS of them are dropped
round()
{
	local text=$1 sent=$2 waits=$3 drops=$4

	shift 4
	receive h2 got
	xoff
	pfc h1 stats clear
	"$@"
	is "$text: queued bytes, queued packets and drops" "$(stat h1 eth0 \
		'.[].queue[3] | "\(.local_bytes) \(.backlog_packets) \(.drop_local)"')" \
		"$((waits * FRAME)) $waits $drops"
	xon
	sleep 0.2
	received got
	is "$text: dropped datagrams do not arrive" "$((sent - $(value got .datagrams)))" "$drops"
	rm /tmp/got.ready
}

ns h1 h2
link h1 eth0 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
pfc h1 -b - <<-END
	port add dev eth0 speed 10mbit queue-limit $LIMIT
	pfc set dev eth0 prio-pfc 3:on
END
pfc_frame "$(mac h2 eth0)" 0x08 0xffff > /tmp/xoff
pfc_frame "$(mac h2 eth0)" 0x08 0 > /tmp/xon

round "below the limit" 60 60 0 four 15
is "sockets see no error below the limit" "$(sndbuf_errors)" 0
round "above the limit" 200 $FIT $((200 - FIT)) four 50
is "sockets see one error for each dropped datagram" "$(sndbuf_errors)" $((200 - FIT))

# Each queue has its own limit
mixed()
{
	four 50
	send h1 other --flow 5 --dscp 46 --count 100 10.0.0.2
}
round "with traffic of another priority" 300 $FIT $((200 - FIT)) mixed

offload h1 eth0 on
gso() { send h1 flow1 --flow 1 --dscp 26 --sndbuf 1m --gso 40 --count 80 10.0.0.2; }
round "GSO" 80 $FIT $((80 - FIT)) gso

pfc h1 port set dev eth0 queue-limit 4M
round "limit raised" 200 200 0 four 50
is "the class of tc counts the drops" \
	"$(tc -n h1 -s class show dev eth0 | awk '/^class/ { class = $3 }
		class ~ /:4$/ && match($0, /dropped [0-9]+/) {
			print substr($0, RSTART + 8, RLENGTH - 8) }')" \
	$((2 * (200 - FIT) + 80 - FIT))

# The host's own copies of what it sends to many have not arrived at the port
copies() { in_ns h1 cat /proc/net/netstat | awk '/^IpExt:/ && seen++ { print $4 }'; }

ip -n h1 route add 224.0.0.1 dev eth0
pfc h1 stats clear
before=$(copies)
send h1 many --dscp 26 --count 10 224.0.0.1
is "the host gets a copy of each multicast packet that it sends" "$(($(copies) - before))" 10
is "no copy is counted as received by the port" \
	"$(stat h1 eth0 '[.[].pg[].rx_packets] | add')" 0

# An ipvlan forwards a frame with two equal addresses to the host, through the ingress hook
ns box
ip -n h1 link add iv0 link eth0 type ipvlan mode l2
ip -n h1 link set iv0 netns box
up box iv0
pfc_frame 01:80:c2:00:00:01 0x08 0xffff > /tmp/forged
in_ns box rawsend iv0 /tmp/forged > /dev/null
is "a container above the port cannot pause it" "$(stat h1 eth0 \
	'.[] | "\(.port.rx_bad_address) \(.prio[3].rx_paused)"')" "1 false"
is "no packet is lost outside the ports" "$(losses)" ""
