#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A queue marks ECT packets with CE.  It drops a lossy packet without ECT and leaves a
# lossless packet without ECT unchanged.  Marking changes only the copy in this queue.  The
# frequency of marks matches the curve.  h2 pauses p2, so each packet finds one frame more
# than the previous one.  66-ecn.post checks the captures.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘
#
# timeout: 180

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

port=6000

# flow NAME ECN DSCP ADDRESS ARGUMENTS...: sends a flow and records it in $OUT/flows
flow()
{
	port=$((port + 1))
	echo "$port $2 $3 $1" >> "$OUT/flows"
	send h1 "udp$port" --port $port --ecn "$2" --dscp "$3" "${@:5}" "$4"
}

# kinds NAME ADDRESS ARGUMENTS...: sends three packets for each pair of DSCP and ECN
kinds()
{
	local ecn dscp

	for dscp in 0 26; do
		for ecn in 0 1 2 3; do
			flow "$1" $ecn $dscp "$2" --count 3 "${@:3}"
		done
	done
}

# fill NAME COUNT ARGUMENTS...: sends COUNT packets to each of the two queues
fill()
{
	flow "$1" 2 0 10.0.0.2 --count "$2" "${@:3}"
	flow "$1" 2 26 10.0.0.2 --count "$2" "${@:3}"
}

vlan()
{
	local host

	for host in 1 2; do
		ip -n h$host link add link "$1" name "$2" type vlan id "$3"
		up h$host "$2"
	done
	lan "h1/$2=10.$3.0.1" "h2/$2=10.$3.0.2"
	lan "h1/$2=fd0$3::1" "h2/$2=fd0$3::2"
}

# counted NAME: saves the counters of pfcctl and tc, then clears those of pfcctl
counted()
{
	pfc sw -j stats show > "$OUT/$1.json"
	tc -n sw -s qdisc show dev p2 | sed -n 's/.*overlimits \([0-9]*\).*/\1/p' \
		> "$OUT/$1.tc"
	pfc sw stats clear
}

empty_queues() { tc -n sw -s qdisc show dev p2 | grep -q 'backlog 0b'; }

ns -6 h1 h2 h3 sw
for n in 1 2 3; do
	link -o h$n eth0 sw p$n
	offload h$n eth0 off
	offload sw p$n off
done
mkbridge sw br0 p1 p2 p3
for n in 1 2 3; do
	fdb sw p$n h$n eth0
done
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
lan h1/eth0=fd00::1 h2/eth0=fd00::2
vlan eth0 eth0.5 5
vlan eth0.5 eth0.5.6 6
pfc_frame "$(mac h2 eth0)" 0x09 0xffff > /tmp/xoff
pfc_frame "$(mac h2 eth0)" 0x09 0 > /tmp/xon
pfc sw -b - 2> /dev/null <<-END
	port add dev p1
	port add dev p2 speed 10mbit
	port add dev p3
	pg set dev p1 pg 0 limit 4M
	pg set dev p1 pg 3 xoff 4M
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc 0:on 3:on
END

# A host reports its multicast groups twice within two seconds: reports would wait among the packets
sleep 2.1
receive h2 got --port 6001-6100
capture sw p1 in -s 128 -Q in ip or ip6 or vlan
capture h2 eth0 wire -s 0 -Q in ip or ip6 or vlan
capture h3 eth0 copies -s 128 -Q in ip or ip6 or vlan

# ---- which packets are marked ---------------------------------------------------------

# Kmin and Kmax are 8 frames: the tenth packet finds 9 frames queued and is the first to do so
check "all queues of p2 mark above 8 frames" \
	pfc sw queue set dev p2 queue all ecn-kmin $((8 * FRAME)) \
	ecn-kmax $((8 * FRAME)) ecn-pmax 100%
stop
fill "the tenth" 12
go
wait_for 10 empty_queues
offload h1 eth0 on
stop
fill "the tenth of a GSO packet" 12 --gso 12
kinds "GSO" 10.0.0.2 --gso 3
kinds "GSO, IPv6" fd00::2 --gso 3
kinds "checksums left to the device" 10.0.0.2
offload h1 eth0 off
kinds "IPv4" 10.0.0.2
kinds "IPv6" fd00::2
kinds "VLAN" 10.5.0.2
kinds "VLAN, IPv6" fd05::2
kinds "two VLAN tags" 10.6.0.2
tc -n sw qdisc add dev p1 clsact
tc -n sw filter add dev p1 ingress matchall action mirred egress mirror dev p3
kinds "mirrored" 10.0.0.2
tc -n sw qdisc del dev p1 clsact
bridge -n sw fdb del "$(mac h2 eth0)" dev p2 master static
kinds "flooded" 10.0.0.2
kinds "flooded, IPv6" fd00::2
fdb sw p2 h2 eth0
go
wait_for 10 empty_queues
counted kinds

# ---- frequency of marks and drops -----------------------------------------------------

check "queue 0 of p2 has a marking curve" \
	pfc sw queue set dev p2 queue 0 ecn-kmin 10000 ecn-kmax 650000 \
	ecn-pmax 40%
stop
flow "the curve, marks" 1 0 10.0.0.2 --count 6000 --size 58
go
wait_for 10 empty_queues
counted marks
stop
flow "the curve, drops" 0 0 10.0.0.2 --count 6000 --size 58
go
wait_for 10 empty_queues
counted drops
check "marking is off" pfc sw queue set dev p2 queue all ecn-kmax off
stop
fill "no curve" 12
go
wait_for 10 empty_queues
counted none

captures_end
received got
is "no packet is lost outside the ports" "$(losses | grep -vE 'Ip6InNoRoutes|rx_dropped|h3 ')" ""
