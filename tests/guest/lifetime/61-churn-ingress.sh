#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An ingress port is deleted, or loses its device, while its packets are queued and paused at
# another port.  Then the device becomes a port again.  The old packets are not charged to
# this new port.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3)
#   h2 eth0 ── p2 ┘
#
# kernels: 6.1 6.12 7.2 7.3 debug kcsan uml
# long: yes
# timeout: 300

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

scene

# 200 lossless packets of h1 exceed the XOFF threshold: packets above it use the headroom
stop_and_fill()
{
	hold h3 eth0
	fill h1 200 50
	fill h2 20 20
	waiting p1 3 200
	waiting p1 0 50
	waiting p2 3 20
	check "the headroom is in use" test "$(pg p1 3 headroom)" -gt 0
	is "all packets are queued in p3" \
		"$(queue p3 3 backlog_packets),$(queue p3 0 backlog_packets)" \
		"220,70"
	id=$(port_id p1)
}

# all_shared: when p1 is deleted, the pool counts all its packets in the shared part
all_shared()
{
	is "the pool keeps the packets and releases p1's headroom" "$(pool)" \
		"200000 $((290 * CHURN_FRAME)) 0"
	is "the packets of p1 stay queued in p3" \
		"$(queue p3 3 backlog_packets),$(queue p3 0 backlog_packets)" "220,70"
	check "rmmod with queued packets is refused" eval '! rmmod pfc'
}

come_back()
{
	port1
	check "the new port p1 has a new id" test "$(port_id p1)" != "$id"
	is "nothing is charged to the new port p1" "$(stat sw p1 \
		'[.[0].pg[] | .occupancy, .peak, .rx_packets, .xoff] | add')" 0
	is "the headroom of the new port p1 is reserved" "$(pool)" \
		"400000 $((290 * CHURN_FRAME)) 0"
	fill h1 30 10
	waiting p1 3 30
	waiting p1 0 10
}

# all_arrive TEXT NAME: h3 resumes p3; the packets arrive at the receiver NAME
all_arrive()
{
	let_go h3 eth0
	all_free "$1" 400000
	received "$2"
	is "$1: all packets arrive" "$(value "$2" .datagrams)" $((200 + 50 + 20 + 20 + 40))
	is "$1: no port drops packets" "$(pfc sw -j stats show | jq '[.[] |
		.pg[] | .drop_limit, .drop_pool, .drop_headroom, .drop_flush,
		.drop_rest] | add')" 0
	is "$1: no packet is lost outside the ports" "$(losses_of_data)" ""
}

# round TEXT NAME COMMAND...: checks a command that makes p1 cease to be a port.  NAME is the
# receiver and selects the next action again_NAME.
round()
{
	local text=$1 name=$2

	shift 2
	receive h3 "$name"
	stop_and_fill
	check "$text" "$@"
	all_shared
	again_"$name"
	come_back
	all_arrive "$text" "$name"
	pfc sw stats clear
}

new_link()
{
	link h1 eth0 sw p1
	join p1
}

again_deleted() { :; }
again_moved()
{
	is "a device moved to another namespace is not a port" \
		"$(tc -n h2 qdisc show dev p1 | grep -c pfc)" 0
	ip -n h2 link del p1
	new_link
}
again_vanished() { ns h1; new_link; }

# delete: deletes p1 and captures its last PFC frames, which must end the pause of the peer
delete()
{
	capture h1 eth0 last-frames ether proto 0x8808
	tc -n sw qdisc del dev p1 root
	captures_end
}

round "the qdisc is deleted" deleted delete
is "the last frame of a deleted port is XON" \
	"$(tail -c 46 "$OUT/last-frames.pcap" | od -An -v -tx1 -N 20 | tr -d ' \n')" \
	"0101000800000000000000000000000000000000"
round "the device moves to another namespace" moved ip -n sw link set p1 netns h2

gone()
{
	ip netns del h1
	wait_for 10 eval '! ip -n sw link show dev p1'
}
round "the peer's namespace is deleted" vanished gone

# Deletes first the ports to which packets are charged, then the port that holds the packets
receive h3 last
hold h3 eth0
fill h1 100 10
waiting p1 3 100
tc -n sw qdisc del dev p1 root
tc -n sw qdisc del dev p2 root
tc -n sw qdisc del dev p3 root
check "rmmod directly after the release of packets succeeds" rmmod pfc
received last
is "h3 receives no packet of a deleted port" "$(value last .datagrams)" 0
hold_ends h3
