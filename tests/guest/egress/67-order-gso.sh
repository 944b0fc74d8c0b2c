#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The same frames arrive in the same order, wherever a large packet is segmented: in the
# queue of a port, in the device of a port whose queues are empty, or in the sender.
# 67-order-gso.post compares the frames.
#
#   h1 eth0 ── p1 ── br0 (sw) ── p2 ── eth0 h2
#
# timeout: 120
# mode: any

. /tests/guest/lib/lib.sh

DATA=57345	# 39 segments of 1448 bytes and one of 873
port=6000

# udp NAME ARGUMENTS...: sends datagrams over IPv4 and IPv6
udp()
{
	local name=$1 address

	shift
	for address in 10.0.0.2 fd00::2; do
		port=$((port + 1))
		echo "$name $port" >> "$OUT/flows"
		send h1 "udp$port" --port $port --dscp 26 --ecn 2 --count 40 "$@" $address
	done
}

# tcp NAME: sends $DATA bytes over TCP without waiting for acknowledgements (one flight)
tcp()
{
	port=$((port + 1))
	echo "$1 $port" >> "$OUT/flows"
	in_ns h2 nc -l -p $port <&9 > /tmp/got &
	wait_for 10 listening
	in_ns h1 bash -c "exec 3<>/dev/tcp/10.0.0.2/$port
		dd if=/tmp/data bs=$DATA iflag=fullblock >&3 2>/dev/null
		until [ -e /tmp/done.$port ]; do sleep 0.05; done" &
	check "$1: the TCP data arrives intact" wait_for 10 cmp -s /tmp/data /tmp/got
	touch /tmp/done.$port
}

listening() { in_ns h2 ss -Hltn "sport = :$port" | grep -q .; }

# senders NAME: sends large packets, and then the same data as single frames
senders()
{
	in_ns h1 ethtool -K eth0 tso on gso on tx-udp-segmentation on > /dev/null
	udp "$1, unsegmented" --gso 20
	tcp "$1, unsegmented"
	in_ns h1 ethtool -K eth0 tso off gso off tx-udp-segmentation off > /dev/null
	udp "$1, segmented by the sender" --gso 20
	udp "$1, datagrams"
	tcp "$1, segmented by the sender"
}

# An input for nc that never ends, because nc closes its connection when its input ends
mkfifo /tmp/silence
exec 9<> /tmp/silence
head -c $DATA /dev/urandom > /tmp/data
ns -6 h1 h2 sw
link -o h1 eth0 sw p1
link -o h2 eth0 sw p2
# Switches offloads off, so that p1 merges no packets and h2 receives single frames
offload sw p1 off
offload sw p2 off
in_ns h2 ethtool -K eth0 gro off
one_cpu sw p1 1
one_cpu h2 eth0 1
mkbridge sw br0 p1 p2
fdb sw p1 h1 eth0
fdb sw p2 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
lan h1/eth0=fd00::1 h2/eth0=fd00::2
in_ns h1 sysctl -qw net.ipv4.tcp_early_retrans=0 net.ipv4.tcp_autocorking=0 \
	net.ipv4.tcp_min_tso_segs=40
ip -n h1 route replace 10.0.0.2/32 dev eth0 rto_min 20s initcwnd 60
pfc sw port add dev p1
pfc sw port add dev p2
# A multicast listener report has no route, and a device drops one that it sends while its root qdisc
# is replaced
lost() { losses | grep -v 'Ip6InNoRoutes'; }
before=$(lost)

capture sw p1 in -s 0 -Q in ip or ip6
capture h2 eth0 wire -s 0 -Q in ip or ip6
receive h2 got --port 6001-6030
senders direct
is "packets bypass the empty queues of p2" "$(stat sw p2 '[.[].queue[].tx_packets] | add')" 0
check "a rate of p2 is set" pfc sw port set dev p2 rate 50mbit
senders queue
check "packets pass through queue 3 of p2" test "$(stat sw p2 '.[0].queue[3].tx_packets')" -ge 200
received got
captures_end
is "no packet is lost outside the ports" "$(lost)" "$before"
