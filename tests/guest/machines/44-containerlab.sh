#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The exec lines of examples/containerlab/fabric.clab.yml run unchanged in the namespaces of its
# nodes.  Then an incast from hosts of both switches to h4 loses nothing.  44-containerlab.pre reads
# the file.  Namespaces take the places of containers and machines.
#
#          m1 192.0.2.1 ═════════════ 192.0.2.2 m2
#   h1 ── s1 ══════════════════════════ s2 ── h3
#   h2 ───┘          VXLAN              └──── h4 (20 Mb/s)
#
# mode: icount
# timeout: 300
# machines: 1
# kernels: 6.1-rdma 6.12-rdma

. /tests/guest/lib/lib.sh

COUNT=1000

# vxlan MTU NODE INTERFACE REMOTE VNI: a tunnel of the machine that does not have the address REMOTE
vxlan()
{
	local machine=m2

	[ "$4" = 192.0.2.1 ] || machine=m1
	ip -n $machine link add "$3" netns "$2" mtu "$1" type vxlan id "$5" remote "$4" dstport 14789
	up "$2" "$3"
}

# veth MTU NODE INTERFACE NODE INTERFACE
veth()
{
	link "$2" "$3" "$4" "$5"
	ip -n "$2" link set "$3" mtu "$1"
	ip -n "$4" link set "$5" mtu "$1"
}

ns m1 m2
link m1 eth0 m2 eth0
lan m1/eth0=192.0.2.1 m2/eth0=192.0.2.2
while read -r what first rest; do
	# shellcheck disable=SC2086 # lists of words
	case $what in
	node) ns "$first" ;;
	vxlan | veth) $what "$first" $rest ;;
	exec) check "$first: $rest" eval "in_ns $first $rest" ;;
	esac
done < "$IN/topology"
for n in 1 2 3; do
	check "h$n reaches h4" in_ns "h$n" ping -c 1 -W 5 10.0.0.4
done

capture s1 vx1 s1
capture s2 vx1 s2
receive h4 got
senders=()
for n in 1 2 3; do
	send "h$n" "sent$n" --flow "$n" --dscp 26 --count $COUNT 10.0.0.4 &
	senders+=($!)
done
wait "${senders[@]}"
sleep 1
received got
captures_end
for n in 1 2 3; do
	is "all datagrams of h$n arrive" "$(value got ".flows[\"$n\"].datagrams")" $COUNT
done
is "no packet is lost outside the ports" "$(losses)" ""
between "s2 sends XOFF into the tunnel" "$(pause_frames s2 XOFF)" 1 10000
is "s1 receives the XOFF and XON of s2" "$(pause_frames s1 XOFF) $(pause_frames s1 XON)" \
	"$(pause_frames s2 XOFF) $(pause_frames s2 XON)"
is "s1 counts them" "$(stat s1 vx1 '.[0].prio[3].rx_xoff' '.[0].prio[3].rx_xon' | xargs)" \
	"$(pause_frames s1 XOFF) $(pause_frames s1 XON)"
for node in s1 s2 h1 h4; do
	is "pfcctl check finds no fault in $node" "$(pfc $node -j check | jq length)" 0
done
