#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The copies of a flooded or mirrored frame share one data buffer.  Each port rewrites DSCP
# and PCP in its own copy only.  69-rewrite.py compares all bytes.
#
#                            ┌ p2 ── eth0 h2    one map
#   h1 eth0 ── p1 ┬ br0 (sw) ┼ p3 ── eth0 h3    another map
#        (mirror) │          └ p4 ── eth0 h4    no map
#                 └── p5 ── eth0 h5    no map
#
# timeout: 150
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

DATA=57345
COUNT=$(grep -c . "$IN/flood")	# frames of each capture

# empty: all queues of sw are empty
empty() { ! tc -n sw -s qdisc show | grep -q 'backlog [1-9]'; }

# flood NAME HOST...: floods all frames; the copies leave to the hosts in the given order
flood()
{
	local name=$1 host

	shift
	for host in h2 h3 h4 h5; do
		capture sw "p${host#h}" "$name-$host" -s 0 -Q out -c "$COUNT" \
			"ether src $(mac h1 eth0)"
		hold $host eth0 /tmp/$host.xoff
	done
	nsexec sw rawrecv --ready "/tmp/late.$name" p1 > "$OUT/$name-late" &
	late=$!
	wait_for 10 test -e "/tmp/late.$name"
	inject h1 "$name" eth0 flood
	check "flooded, unchanged copies leave $name: all copies are queued" wait_for 5 waits
	release
	for host in "$@"; do
		in_ns "$host" rawsend eth0 "/tmp/$host.xon" > /dev/null
		sleep 0.1
	done
	check "flooded, unchanged copies leave $name: all queues are empty" wait_for 5 empty
	kill $late
	wait $late
}

# waits: four ports have a copy of each frame queued
waits()
{
	[ "$(tc -n sw -j -s qdisc show | jq "[.[] | select(.kind == \"pfc\" and .qlen >= \
		$COUNT)] | length")" = 4 ]
}

ns -6 h1 h2 h3 h4 h5 sw
for n in 1 2 3 4 5; do
	link h$n eth0 sw p$n
	pfc sw port add dev p$n speed 10mbit
	[ $n = 1 ] || pfc sw pfc set dev p$n prio-pfc all:on
	pfc_frame "$(mac h$n eth0)" 0xff 0xffff > /tmp/h$n.xoff
	pfc_frame "$(mac h$n eth0)" 0xff 0 > /tmp/h$n.xon
done
mkbridge sw br0 p1 p2 p3 p4
fdb sw p1 h1 eth0
fdb sw p2 h2 eth0
tc -n sw qdisc add dev p1 clsact
tc -n sw filter add dev p1 ingress matchall action mirred egress mirror dev p5
# ARP gets the default priority, not a control priority
pfc sw map set dev p1 default-prio 2 control-prio none
check "the maps of p2 and p3 are set" pfc sw -b "$IN/settings"

capture h2 eth0 direct -s 0 -Q in -c "$COUNT"
inject h1 direct eth0 unicast
sleep 0.2
pfc sw port set dev p2 rate 100mbit
capture h2 eth0 queued -s 0 -Q in -c "$COUNT"
inject h1 queued eth0 unicast
check "all queues are empty after the unicast frames" wait_for 5 empty
pfc sw port set dev p2 rate unlimited
flood first h4 h5 h3 h2
flood last h2 h3 h5 h4

# ---- a host with a port, and sockets ---------------------------------------------------

pfc h1 port add dev eth0
pfc h1 map set dev eth0 control-prio none
check "the maps of h1 eth0 are set" pfc h1 -b - <<< "$(sed -n 's/dev p3/dev eth0/p' "$IN/settings")"
capture sw p1 host -s 0 -Q in -c "$COUNT"
inject h1 host eth0 unicast
sleep 0.2
pfc h1 port del dev eth0

lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
lan h1/eth0=fd00::1 h2/eth0=fd00::2
offload h1 eth0 on
offload sw p2 off
in_ns h2 ethtool -K eth0 gro off
one_cpu sw p1 1
one_cpu h2 eth0 1
mkfifo /tmp/silence
exec 9<> /tmp/silence
head -c $DATA /dev/urandom > /tmp/data
capture h2 eth0 sockets -s 0 -Q in
receive h2 got
for address in 10.0.0.2 fd00::2; do
	send h1 sent --dscp 26 --ecn 2 --gso 20 --count 40 $address
done
in_ns h2 nc -l -p 6000 <&9 > /tmp/got &
wait_for 10 eval 'in_ns h2 ss -Hltn "sport = :6000" | grep -q .'
in_ns h1 bash -c "exec 3<>/dev/tcp/10.0.0.2/6000
	dd if=/tmp/data bs=$DATA >&3 2>/dev/null
	until [ -e /tmp/done ]; do sleep 0.05; done" &
check "the TCP data arrives intact" wait_for 10 cmp -s /tmp/data /tmp/got
touch /tmp/done
received got
captures_end
is "all datagrams arrive" "$(value got .datagrams)" 80
is "nothing is charged to the pool at the end" "$(pfc sw -j pool show default |
	jq '.shared_used + .headroom_used')" 0
