#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An egress port goes away while it holds paused packets of others: they are
# flushed, counted where they came in, and released.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3, which holds p3
#   h2 eth0 ── p2 ┘
#
# timeout: 300
# sanitize: yes

. /tests/guest/lib.sh
. /tests/guest/scene-churn.sh

scene

flushed() { stat sw "$1" ".[0].pg[3].drop_flush" ".[0].pg[0].drop_flush" | paste -sd, -; }

hold_full()
{
	hold h3 eth0
	fill h1 200 50
	fill h2 20 20
	waiting p1 3 200
	waiting p2 0 20
	check "p1 tells XOFF" wait_for 10 tells p1 true
}

# round TEXT COMMAND...: p3 goes by the command
round()
{
	local text=$1

	shift
	receive h3 none
	hold_full
	check "$text" "$@"
	all_free "$text" 400000
	is "$text: p1 counts its packets" "$(flushed p1)" "200,50"
	is "$text: p2 counts its packets" "$(flushed p2)" "20,20"
	check "$text: p1 tells XON" wait_for 10 tells p1 false
	is "$text: once" "$(stat sw p1 '.[0].prio[3].tx_xon')" 1
	hold_ends h3
	received none
	is "$text: nobody got them" "$(value none .datagrams)" 0
	pfc sw stats clear
}

# works TEXT: with p3 back
works()
{
	port3
	receive h3 some --count 60
	fill h1 20 20
	fill h2 10 10
	wait_for 10 reported some
	received some
	is "$1: p3 works when it is back" "$(value some .datagrams)" 60
	all_free "$1: p3 works" 400000
	pfc sw stats clear
}

new_link()
{
	link h3 eth0 sw p3
	join p3
}

check "a port listens to the group address" group_address p3
round "the qdisc is deleted" tc -n sw qdisc del dev p3 root
check "a device that is none does not" eval '! group_address p3'
works "the qdisc is deleted"

round "the qdisc is replaced" tc -n sw qdisc replace dev p3 root pfifo
check "a device that is none does not" eval '! group_address p3'
tc -n sw qdisc del dev p3 root
works "the qdisc is replaced"

round "the device is moved" ip -n sw link set p3 netns h2
ip -n h2 link del p3
new_link
works "the device is moved"

# A plain replace leaves all as it is; another handle is refused
hold h3 eth0
fill h1 50 10
waiting p1 3 50
before="$(pfc sw -j port show dev p3) $(pfc sw -j pfc show dev p3)"
check "plain replace" tc -n sw qdisc replace dev p3 root pfc
refused "replace with another handle" 'device is a pfc port already' \
	tc -n sw qdisc replace dev p3 root handle 4711: pfc
is "the port and its configuration stay" \
	"$(pfc sw -j port show dev p3) $(pfc sw -j pfc show dev p3)" "$before"
is "its packets too" "$(queue p3 3 backlog_packets),$(queue p3 0 backlog_packets)" \
	"50,10"
receive h3 kept --count 60
let_go h3 eth0
wait_for 10 reported kept
received kept
is "and arrive" "$(value kept .datagrams)" 60
all_free "replace" 400000

# Without traffic, as fast as it goes
for _ in 1 2 3 4 5; do
	for dev in p1 p2 p3; do
		tc -n sw qdisc del dev $dev root
	done
	check "rmmod after the last delete" rmmod pfc
	modprobe pfc
	port1
	port2
	port3
done
