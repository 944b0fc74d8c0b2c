#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A GSO or GRO packet is charged as the frames that it contains: GSO packets of the
# sender and GRO packets of the switch, TCP and UDP.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘
#
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

DATA=57345	# 39 segments of 1448 bytes and one of 873
MSS=1448

# tcp_open: opens a connection from h1 to h2.  When /tmp/go exists, h1 sends $DATA bytes, all
# of them in the first flight and without retransmission.
tcp_open()
{
	port=$((port + 1))
	rm -f /tmp/go
	in_ns h2 nc -l -p "$port" <&9 > "/tmp/tcp$port" &
	wait_for 10 listening
	in_ns h1 bash -c "exec 3<>/dev/tcp/10.0.0.2/$port
		until [ -e /tmp/go ]; do sleep 0.05; done
		dd if=/dev/urandom bs=$DATA count=1 2>/dev/null |
			tee /tmp/sent$port | dd bs=$DATA iflag=fullblock >&3 2>/dev/null
		until [ ! -e /tmp/go ]; do sleep 0.05; done" &
	client=$!
	wait_for 10 connected
}

listening() { in_ns h2 ss -Hltn "sport = :$port" | grep -q .; }
connected() { in_ns h1 ss -Htn "dport = :$port" | grep -q ESTAB; }
queued() { [ "$(in_ns h1 ss -Htn "dport = :$port" | awk '{ print $3 }')" = "$DATA" ]; }

tcp_send()
{
	touch /tmp/go
	wait_for 10 queued
	sleep 0.2
}

# tcp_close TEXT: closes the connection and checks the received data
tcp_close()
{
	rm /tmp/go
	wait "$client"
	wait_for 10 cmp "/tmp/sent$port" "/tmp/tcp$port"
	check "$1: the data arrives intact" cmp "/tmp/sent$port" "/tmp/tcp$port"
}

# tcp TEXT: checks the path of TCP data; timestamps are the only TCP option
tcp()
{
	local bytes=$((DATA + (DATA / MSS + 1) * 66))

	tcp_open
	path "$1" "p1 pg 3: 40 came, $bytes bytes, $bytes wait" tcp_send
	tcp_close "$1"
}

# longest NAME HOST: prints the length of the longest frame of HOST in the capture
longest()
{
	tcpdump -Z root -nne -r "$OUT/$1.pcap" 2> /dev/null |
		awk -v from="$(mac "$2" eth0)" '$2 == from && match($0, /length [0-9]+/) {
			bytes = substr($0, RSTART + 7, RLENGTH - 7) + 0
			if (bytes > most)
				most = bytes
		} END { print most + 0 }'
}

# seen TEXT LOW HIGH COMMAND...: the command checks a path; then checks that the length of the
# longest packet at p1 is between LOW and HIGH
seen()
{
	local text=$1 low=$2 high=$3

	shift 3
	captures=$((captures + 1))
	capture sw p1 "p1-$captures" --immediate-mode -Q in
	"$@"
	between "$text: largest packet at p1" "$(longest "p1-$captures" h1)" "$low" "$high"
}

# An input for nc that never ends, because nc closes its connection when its input ends
mkfifo /tmp/silence
exec 9<> /tmp/silence
port=6000
captures=0
link_options=(-o)
paths_switch
in_ns h2 ethtool -K eth0 gro off	# so that h2 sees frames
mkbridge sw br0 p1 p2 p3
for n in 1 2 3; do
	fdb sw "p$n" "h$n" eth0
done
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3
lan h1/eth0=fd00::1 h2/eth0=fd00::2 h3/eth0=fd00::3
# TCP settings: no tail loss probe, no retransmission while p2 holds the data, and large
# packets
in_ns h1 sysctl -qw net.ipv4.tcp_early_retrans=0 net.ipv4.tcp_autocorking=0 \
	net.ipv4.tcp_min_tso_segs=40
ip -n h1 route replace 10.0.0.2/32 dev eth0 rto_min 20s initcwnd 60
pfc sw map set dev p1 dscp-prio 0:3

seen "UDP GSO" 20000 65536 path "UDP GSO" "$(charge p1 5 40 1042)" \
	udp h1 --dscp 46 --gso 20 --count 40 10.0.0.2
path "UDP GSO, IPv6" "$(charge p1 5 30 1062)" \
	udp h1 --dscp 46 --gso 20 --count 30 fd00::2
seen "TCP GSO" 20000 65536 tcp "TCP GSO"

# h1 sends frames, p1 merges them
in_ns h1 ethtool -K eth0 tso off gso off tx-udp-segmentation off
seen "TCP GRO" 1515 65536 tcp "TCP GRO"
in_ns sw ethtool -K p1 rx-udp-gro-forwarding on
seen "UDP GRO" 1515 65536 path "UDP GRO" "$(charge p1 5 40 1042)" \
	udp h1 --dscp 46 --gso 20 --count 40 10.0.0.2

# p2 and h2 accept GSO packets, but p1 receives and queues single frames
in_ns sw ethtool -K p1 gro off
seen "no GSO or GRO" 1514 1514 tcp "no GSO or GRO"

paths_end
