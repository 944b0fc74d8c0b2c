#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# flood-prio maps the priority of packets that the switch floods: broadcast, multicast and
# unknown unicast, never known unicast.  Without flood-prio, packets to a group address are
# lossy for each priority.
#
#                   ┌ p2 ── eth0 h2 (pauses one priority after the other)
#   h1 eth0 ── p1 ┤ br0 (sw) ├ p3 ── eth0 h3
#                   └ p4 ── eth0 h4
#
# timeout: 200
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

KINDS=(broadcast multicast unknown known)

# to KIND: prints the destination address of frames of this kind
to()
{
	case $1 in
	broadcast) echo ffffffffffff ;;
	multicast) echo 01005e000005 ;;
	unknown) echo 0200000000fe ;;
	known) mac h2 eth0 | tr -d : ;;
	esac
}

# frame TIME KIND PRIO: prints a frame for rawsend
frame()
{
	printf '%d %s%s080045%02x002e00000000401100000a0000010a0000ff%052d\n' "$1" \
		"$(to "$2")" "$MAC1" $(($3 << 5)) 0
}

# waits: prints the number of frames queued in p2
waits() { tc -n sw -j -s qdisc show dev p2 | jq '.[0].qlen'; }
paused() { [ "$(stat sw p2 ".[0].prio[$1].rx_paused")" = true ]; }
received_frames() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }
received_is() { [ "$(received_frames)" = "$1" ]; }

# round PRIO WANTED: checks that exactly the frames WANTED (lines "KIND PRIO") wait while PRIO
# is paused
round()
{
	local before wait

	before=$(received_frames)
	wait=$(wc -l <<< "$2")
	wanted+=("$2")
	rounds+=("$text, priority $1 paused")
	pfc_frame "$MAC2" "0x$(printf %02x $((1 << $1)))" 0xffff > /tmp/xoff
	pfc_frame "$MAC2" "0x$(printf %02x $((1 << $1)))" 0 > /tmp/xon
	hold h2 eth0 /tmp/xoff
	wait_for 5 paused "$1"
	in_ns h1 rawsend eth0 /tmp/all > /dev/null
	check "$text, priority $1 paused: the other frames arrive" \
		wait_for 3 received_is $((before + 32 - wait))
	is "$text, priority $1 paused: number of queued frames" "$(waits)" "$wait"
	release
	in_ns h2 rawsend eth0 /tmp/xon > /dev/null
	check "$text, priority $1 paused: all frames arrive after XON" \
		wait_for 3 received_is $((before + 32))
}

# these KINDS PRIOS...: prints "KIND PRIO" for all pairs
these()
{
	local kind prio kinds=$1

	shift
	for kind in $kinds; do
		for prio in "$@"; do
			echo "$kind $prio"
		done
	done
}

# arrivals: prints the frames of each round that arrive after the pause, and their total number
arrivals()
{
	tcpdump -Z root -nnev -r "$OUT/h2.pcap" 2> /dev/null | awk -v h2="$MAC2" '
	$2 == h2 && /0x8808/ {
		match($0, /length [0-9]+/)
		xoff = substr($0, RSTART + 7, RLENGTH - 7) == 60
		if (xoff && (late || !round))
			round++
		late = !xoff
		next
	}
	/tos 0x/ {
		kind = $4 ~ /^ff:ff/ ? "broadcast" : $4 ~ /^01:00/ ? "multicast" : \
			$4 ~ h2 ? "known" : "unknown"
		match($0, /tos 0x[0-9a-f]/)
		prio = (index("0123456789abcdef", substr($0, RSTART + 6, 1)) - 1) / 2
		all[round]++
		if (late)
			print round, kind, prio
	}
	END { for (i = 1; i <= round; i++) print i, "all", all[i] }'
}

queues() { stat sw "$1" '[.[0].queue[].tx_packets | tostring] | join(" ")'; }

star 4
MAC1=$(mac h1 eth0 | tr -d :) MAC2=$(mac h2 eth0)
pfc sw port add dev p1
pfc sw pfc set dev p1 prio-pfc 3:on
# Without a rate, frames bypass empty queues and the queues do not count them.  A pause
# lasts 3.4 s.
for n in 2 3 4; do
	pfc sw port add dev p$n speed 10mbit rate 100mbit
	pfc sw pfc set dev p$n prio-pfc-rx all:on
done
time=0
for prio in 7 0 3 5 1 6 2 4; do
	for kind in "${KINDS[@]}"; do
		frame $((time += 100000)) "$kind" $prio
	done
done > /tmp/all
capture h2 eth0 h2 --immediate-mode
rounds=() wanted=()
FLOODED="broadcast multicast unknown"

text="flood-prio"
pfc sw map set dev p1 flood-prio 0:0 1-3:1 4-5:2 6-7:6
round 0 "$(these "$FLOODED" 0; echo known 0)"
round 1 "$(these "$FLOODED" 1 2 3; echo known 1)"
round 2 "$(these "$FLOODED" 4 5; echo known 2)"
round 6 "$(these "$FLOODED" 6 7; echo known 6)"
is "$text: queues of p2, which has an FDB entry" "$(queues p2)" "16 40 28 4 4 4 28 4"
is "$text: queues of p3, which has no FDB entry" "$(queues p3)" "12 36 24 0 0 0 24 0"
is "$text: rx_packets of the PGs of p1" \
	"$(stat sw p1 '[.[0].pg[].rx_packets | tostring] | join(" ")')" "16 40 28 4 4 4 28 4"

text="no flood-prio"
pfc sw map set dev p1 flood-prio all:none
round 3 "$(these "unknown known" 3)"
round 0 "$(these "broadcast multicast" 0 3; these "unknown known" 0)"
text="other default-prio"
pfc sw map set dev p1 default-prio 5
round 5 "$(these "broadcast multicast" 3 5; these "unknown known" 5)"
text="lossless default-prio"
pfc sw pfc set dev p1 prio-pfc 0:on 5:on
round 1 "$(these "broadcast multicast" 0 1 3 5; these "unknown known" 1)"
pfc sw pfc set dev p1 prio-pfc 0:off 5:off
pfc sw map set dev p1 default-prio 0
captures_end

arrivals > /tmp/arrivals
for i in "${!rounds[@]}"; do
	is "${rounds[i]}: kinds of the queued frames" \
		"$(sed -n "s/^$((i + 1)) \([^a].*\)/\1/p" /tmp/arrivals | sort)" \
		"$(sort <<< "${wanted[i]}")"
	is "${rounds[i]}: number of frames received" \
		"$(sed -n "s/^$((i + 1)) all //p" /tmp/arrivals)" 32
done
is "no port drops packets" "$(pfc sw -j stats show | jq '[.[].pg[] | .drop_limit +
	.drop_pool + .drop_headroom + .drop_flood] | add')" 0
