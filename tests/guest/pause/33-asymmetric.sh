#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Asymmetric PFC: first p1 obeys PFC for all priorities and sends XOFF for one priority; then
# p1 obeys PFC for one priority and sends XOFF for all.  A PG is lossless if XOFF is sent for
# its priorities.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#                 ┘
#
# mode: icount
# timeout: 120

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

PRIOS="0 1 2 3 4 5 6 7"

# to HOST ADDRESS NAME: HOST sends 5 datagrams of each priority, the lowest first
to()
{
	local prio

	for prio in $PRIOS; do
		send "$1" "$3-$prio" --flow "$prio" --dscp $((prio * 8)) --count 5 "$2"
	done
}

# hold_all HOST: HOST pauses all priorities of the switch port at its link until let_go()
hold_all()
{
	hold "$1" eth0 "/tmp/$1.xoff"
	sleep 0.05
}

# let_go HOST: HOST stops the pause and sends XON
let_go()
{
	release
	in_ns "$1" rawsend eth0 "/tmp/$1.xon" > /dev/null
}

# paused_by NAME: prints the priorities with XOFF in the PFC frames of a capture
paused_by()
{
	tcpdump -Z root -nxr "$OUT/$1.pcap" ether proto 0x8808 2> /dev/null | awk '
	/0x0000:/ && $2 == "0101" { for (i = 0; i < 6; i++) word[i] = $(i + 4) }
	/0x0010:/ { word[6] = $2; word[7] = $3
		for (i = 0; i < 8; i++) if (word[i] != "0000") xoff[i] = 1 }
	END { for (i = 0; i < 8; i++) if (xoff[i]) printf "%s ", i }' | sed 's/ $//'
}

# waiting DEV: prints the queues with a backlog
waiting()
{
	pfc sw -j stats show dev "$1" | jq -r '[.[0].queue | to_entries[] |
		select(.value.backlog_packets > 0) | .key] | join(" ")'
}

# lossless: prints the lossless PGs of p1, as pfcctl reports them
lossless()
{
	pfc sw -j pg show dev p1 | jq -r '[.[0].pg | to_entries[] |
		select(.value.lossless) | .key] | join(" ")'
}

# direction NAME OBEYED SENT: p1 obeys PFC for the priorities OBEYED and sends XOFF for SENT
direction()
{
	local name=$1 obeyed=$2 sent=$3

	is "$name: the PGs that send XOFF are lossless" "$(lossless)" "$sent"
	hold_all h1
	to h3 10.0.0.1 "$name-back"
	is "$name: p1 stops the obeyed priorities only" "$(waiting p1)" "$obeyed"
	let_go h1
	wait_for 5 empty
	pfc sw stats clear
	capture h1 eth0 "$name" -Q in
	hold_all h3
	to h1 10.0.0.3 "$name-there"
	is "$name: p3 stops all priorities" "$(waiting p3)" "$PRIOS"
	is "$name: all lossy PGs drop above their limit" "$(stat sw p1 '[.[0].pg |
		to_entries[] | select(.value.drop_limit > 0) | .key] | join(" ")')" \
		"$(tr ' ' '\n' <<< "$PRIOS" | grep -v "[$sent]" | paste -sd ' ')"
	let_go h3
	check "$name: all queues are empty after XON" wait_for 5 empty
	captures_end
	is "$name: p1 sends XOFF for lossless PGs only" "$(paused_by "$name")" "$sent"
	is "$name: lossless PGs drop nothing" "$(stat sw p1 "[.[0].pg | to_entries[] |
		select(.key | tostring | inside(\"$sent\")) | .value | .drop_limit +
		.drop_headroom + .drop_pool] | add")" 0
}

star_of 1 3
for host in h1 h3; do
	pfc_frame "$(mac $host eth0)" 0xff 0xffff > /tmp/$host.xoff
	pfc_frame "$(mac $host eth0)" 0xff 0 > /tmp/$host.xon
done
check "p1 and p3 are ports" pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	port add dev p3 speed 10mbit
	pg set dev p1 pg all xoff 2500 xon 1500 headroom 110K limit 2500
	pfc set dev p3 prio-pfc all:on
	pfc set dev p1 prio-pfc-rx all:on prio-pfc-tx all:off 3:on
END
receive h3 there
receive h1 back
direction "obeys all, sends 3" "$PRIOS" 3
check "p1 obeys priority 3 and sends XOFF for all" \
	pfc sw pfc set dev p1 prio-pfc-rx all:off 3:on prio-pfc-tx all:on
direction "obeys 3, sends all" 3 "$PRIOS"
received there
received back
is "no received datagram is out of order" "$(value there '[.flows[].out_of_order] | add')" 0
is "all lossless datagrams arrive, lossy ones in part" "$(value there '[.flows | to_entries[] |
	if .key == "3" then .value.datagrams == 10 else .value.datagrams < 10 and
	.value.datagrams >= 5 end] | all')" true
is "prio-pfc sets both directions" "$(pfc sw pfc set dev p1 prio-pfc all:off 5:on &&
	pfc sw -j pfc show dev p1 | jq -c '.[0] | [(.prio_pfc_tx, .prio_pfc_rx) |
		indices(true)]')" "[[5],[5]]"
