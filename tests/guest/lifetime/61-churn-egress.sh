#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An egress port is deleted, or loses its device, while paused packets of other ports are
# queued in it.  The packets are flushed and counted at their ingress ports, and their charges
# are released.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3)
#   h2 eth0 ── p2 ┘
#
# kernels: 6.1 6.12 7.2 7.3 debug kcsan uml
# long: yes
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

scene

flushed() { stat sw "$1" ".[0].pg[3].drop_flush" ".[0].pg[0].drop_flush" | paste -sd, -; }

hold_full()
{
	hold h3 eth0
	fill h1 200 50
	fill h2 20 20
	waiting p1 3 200
	waiting p2 0 20
	check "p1 sends XOFF" wait_for 10 pauses_peer p1 true
}

# round TEXT COMMAND...: checks a command that makes p3 cease to be a port
round()
{
	local text=$1

	shift
	receive h3 none
	hold_full
	check "$text" "$@"
	all_free "$text" 400000
	is "$text: p1 counts its flushed packets" "$(flushed p1)" "200,50"
	is "$text: p2 counts its flushed packets" "$(flushed p2)" "20,20"
	check "$text: tx_paused of p1 is false" wait_for 10 pauses_peer p1 false
	is "$text: p1 sends XON once" "$(stat sw p1 '.[0].prio[3].tx_xon')" 1
	hold_ends h3
	received none
	is "$text: h3 receives no packet" "$(value none .datagrams)" 0
	pfc sw stats clear
}

# works TEXT: p3 becomes a port again and forwards
works()
{
	port3
	receive h3 some --count 60
	fill h1 20 20
	fill h2 10 10
	wait_for 10 reported some
	received some
	is "$1: p3 forwards when it is a port again" "$(value some .datagrams)" 60
	all_free "$1: p3 works" 400000
	pfc sw stats clear
}

new_link()
{
	link h3 eth0 sw p3
	join p3
}

check "a port receives the PFC group address" group_address p3
round "the qdisc is deleted" tc -n sw qdisc del dev p3 root
check "the group address is left with the qdisc" eval '! group_address p3'
works "the qdisc is deleted"

round "the qdisc is replaced" tc -n sw qdisc replace dev p3 root pfifo
check "the group address is left with the replaced qdisc" eval '! group_address p3'
tc -n sw qdisc del dev p3 root
works "the qdisc is replaced"

round "the device is moved" ip -n sw link set p3 netns h2
ip -n h2 link del p3
new_link
works "the device is moved"

# tc qdisc replace without a handle changes nothing; with another handle it is refused
hold h3 eth0
fill h1 50 10
waiting p1 3 50
before="$(pfc sw -j port show dev p3) $(pfc sw -j pfc show dev p3)"
check "tc replaces pfc by pfc" tc -n sw qdisc replace dev p3 root pfc
refused "a replace with another handle is refused" 'device is a pfc port already' \
	tc -n sw qdisc replace dev p3 root handle 4711: pfc
is "a replace keeps the port and its configuration" \
	"$(pfc sw -j port show dev p3) $(pfc sw -j pfc show dev p3)" "$before"
is "a replace keeps the queued packets" \
	"$(queue p3 3 backlog_packets),$(queue p3 0 backlog_packets)" \
	"50,10"
receive h3 kept --count 60
let_go h3 eth0
wait_for 10 reported kept
received kept
is "the packets arrive after a replace" "$(value kept .datagrams)" 60
all_free "replace" 400000

# Without traffic: deletes all ports, unloads and loads the module, adds the ports, five times
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
