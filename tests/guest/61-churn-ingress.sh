#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An ingress port goes away while its packets wait, paused, at another port, and
# comes back: as a new one, which the old packets are not charged to.
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

# 200 lossless of h1 are more than XOFF: the rest is in the headroom
stop_and_fill()
{
	hold h3 eth0
	fill h1 200 50
	fill h2 20 20
	waiting p1 3 200
	waiting p1 0 50
	waiting p2 3 20
	check "the headroom is in use" test "$(pg p1 3 headroom)" -gt 0
	is "p3 holds them" "$(queue p3 3 backlog_packets),$(queue p3 0 backlog_packets)" \
		"220,70"
	id=$(port_id p1)
}

# The pool after p1 has gone: all of its bytes are in the shared part
all_shared()
{
	is "the pool still has them, the headroom is returned" "$(pool)" \
		"200000 $((290 * CHURN_FRAME)) 0"
	is "p3 still holds them" \
		"$(queue p3 3 backlog_packets),$(queue p3 0 backlog_packets)" "220,70"
	check "rmmod is refused" eval '! rmmod pfc'
}

come_back()
{
	port1
	check "p1 has a new id" test "$(port_id p1)" != "$id"
	is "and nothing is charged to it" "$(stat sw p1 \
		'[.[0].pg[] | .occupancy, .peak, .rx_packets, .xoff] | add')" 0
	is "its headroom is reserved" "$(pool)" \
		"400000 $((290 * CHURN_FRAME)) 0"
	fill h1 30 10
	waiting p1 3 30
	waiting p1 0 10
}

# release DROPPED...: h3 lets go
all_arrive()
{
	let_go h3 eth0
	all_free "$1" 400000
	received "$2"
	is "$1: all arrive" "$(value "$2" .datagrams)" $((200 + 50 + 20 + 20 + 40))
	is "$1: nothing is dropped" "$(pfc sw -j stats show | jq '[.[] |
		.pg[] | .drop_limit, .drop_pool, .drop_headroom, .drop_flush,
		.drop_rest] | add')" 0
	is "$1: nor elsewhere" "$(losses_of_data)" ""
}

# round TEXT NAME COMMAND...: p1 goes by the command
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
	is "in the other namespace it is no port" \
		"$(tc -n h2 qdisc show dev p1 | grep -c pfc)" 0
	ip -n h2 link del p1
	new_link
}
again_vanished() { ns h1; new_link; }

# The peer hears no more of the port, so it must not be left paused
delete()
{
	capture h1 eth0 last-words ether proto 0x8808
	tc -n sw qdisc del dev p1 root
	captures_end
}

round "the qdisc is deleted" deleted delete
is "the port's last frame lets its peer go on" \
	"$(tail -c 46 "$OUT/last-words.pcap" | od -An -v -tx1 -N 20 | tr -d ' \n')" \
	"0101000800000000000000000000000000000000"
round "the device moves to another namespace" moved ip -n sw link set p1 netns h2

gone()
{
	ip netns del h1
	wait_for 10 eval '! ip -n sw link show dev p1'
}
round "the peer's namespace is deleted" vanished gone

# At last the order of leaving: first who is charged, then who holds
receive h3 last
hold h3 eth0
fill h1 100 10
waiting p1 3 100
tc -n sw qdisc del dev p1 root
tc -n sw qdisc del dev p2 root
tc -n sw qdisc del dev p3 root
check "rmmod, with packets charged until just now" rmmod pfc
received last
is "which nobody got" "$(value last .datagrams)" 0
hold_ends h3
