#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# PFC of the two directions apart: p1 obeys all priorities and sends XOFF for one, then
# the other way round.  What is lossless is what XOFF is sent for.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#                 ┘
#
# mode: icount
# timeout: 120

. /tests/guest/lib.sh
. /tests/guest/paths.bash

PRIOS="0 1 2 3 4 5 6 7"

# to HOST ADDRESS NAME: five datagrams of each priority, the lowest first
to()
{
	local prio

	for prio in $PRIOS; do
		send "$1" "$3-$prio" --flow "$prio" --dscp $((prio * 8)) --count 5 "$2"
	done
}

# hold_all HOST PORT: it pauses all priorities of its port, until it lets them go
hold_all()
{
	hold "$1" eth0 "/tmp/$1.xoff"
	sleep 0.05
}

let_go()
{
	release
	in_ns "$1" rawsend eth0 "/tmp/$1.xon" > /dev/null
}

# told NAME: prints the priorities that the PFC frames of a capture tell XOFF
told()
{
	tcpdump -Z root -nxr "$OUT/$1.pcap" ether proto 0x8808 2> /dev/null | awk '
	/0x0000:/ && $2 == "0101" { for (i = 0; i < 6; i++) word[i] = $(i + 4) }
	/0x0010:/ { word[6] = $2; word[7] = $3
		for (i = 0; i < 8; i++) if (word[i] != "0000") xoff[i] = 1 }
	END { for (i = 0; i < 8; i++) if (xoff[i]) printf "%s ", i }' | sed 's/ $//'
}

# waiting DEV: prints in which queues something waits
waiting()
{
	pfc sw -j stats show dev "$1" | jq -r '[.[0].queue | to_entries[] |
		select(.value.backlog_packets > 0) | .key] | join(" ")'
}

# lossless: prints the groups of p1 that are, as the tool says
lossless()
{
	pfc sw -j pg show dev p1 | jq -r '[.[0].pg | to_entries[] |
		select(.value.lossless) | .key] | join(" ")'
}

# direction NAME OBEYED SENT: p1 obeys and sends for these
direction()
{
	local name=$1 obeyed=$2 sent=$3

	is "$name: lossless is what XOFF is sent for" "$(lossless)" "$sent"
	hold_all h1
	to h3 10.0.0.1 "$name-back"
	is "$name: p1 stops" "$(waiting p1)" "$obeyed"
	let_go h1
	wait_for 5 empty
	pfc sw stats clear
	capture h1 eth0 "$name" -Q in
	hold_all h3
	to h1 10.0.0.3 "$name-there"
	is "$name: all wait for h3" "$(waiting p3)" "$PRIOS"
	is "$name: the others lose what is above their limit" "$(stat sw p1 '[.[0].pg |
		to_entries[] | select(.value.drop_limit > 0) | .key] | join(" ")')" \
		"$(tr ' ' '\n' <<< "$PRIOS" | grep -v "[$sent]" | paste -sd ' ')"
	let_go h3
	check "$name: all has left" wait_for 5 empty
	captures_end
	is "$name: p1 tells XOFF" "$(told "$name")" "$sent"
	is "$name: of these nothing is lost" "$(stat sw p1 "[.[0].pg | to_entries[] |
		select(.key | tostring | inside(\"$sent\")) | .value | .drop_limit +
		.drop_headroom + .drop_pool] | add")" 0
}

ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
for host in h1 h3; do
	pfc_frame "$(mac $host eth0)" 0xff 0xffff > /tmp/$host.xoff
	pfc_frame "$(mac $host eth0)" 0xff 0 > /tmp/$host.xon
done
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
check "ports" pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	port add dev p3 speed 10mbit
	pg set dev p1 pg all xoff 2500 xon 1500 headroom 110K limit 2500
	pfc set dev p3 prio-pfc all:on
	pfc set dev p1 prio-pfc-rx all:on prio-pfc-tx all:off 3:on
END
receive h3 there
receive h1 back
direction "receives all, sends 3" "$PRIOS" 3
check "the other way round" pfc sw pfc set dev p1 prio-pfc-rx all:off 3:on prio-pfc-tx all:on
direction "receives 3, sends all" 3 "$PRIOS"
received there
received back
is "what was not dropped arrives, in order" "$(value there '[.flows[].out_of_order] | add')" 0
is "and all of what was lossless" "$(value there '[.flows | to_entries[] |
	if .key == "3" then .value.datagrams == 10 else .value.datagrams < 10 and
	.value.datagrams >= 5 end] | all')" true
is "prio-pfc sets both" "$(pfc sw pfc set dev p1 prio-pfc all:off 5:on &&
	pfc sw -j pfc show dev p1 | jq -c '.[0] | [(.prio_pfc_tx, .prio_pfc_rx) |
		indices(true)]')" "[[5],[5]]"
