#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Automatic headroom of a port whose peer sends at another rate than it does itself: with
# the peer's rate it is enough, with its own it is not.  The witness is what arrives.
#
#   h1 eth0 ── a wire of 5 ms ── p1 (sw) p2 ── 5 Mb/s ── eth0 h2
#
# mode: icount
# timeout: 150

. /tests/guest/lib.sh

COUNT=1200	# datagrams

# reckon ARGUMENTS...: what the calculator says, which asks no kernel
reckon() { pfcctl -j headroom speed 100mbit mtu 1500 delay 5ms "$@" | jq .headroom; }

# headroom: what the group has, and needs
headroom()
{
	pfc sw -j pg show dev p1 | jq -r '.[0].pg[3] | "\(.headroom) \(.headroom_needed)"'
}

# through NAME: a fast sender, stopped again and again
through()
{
	pfc sw stats clear
	receive h2 "$1"
	send h1 "$1-sent" --dscp 26 --count $COUNT 10.0.0.2
	wait_for 20 idle
	received "$1"
	drops=$(stat sw p1 '[.[0].pg[] | .drop_headroom, .drop_limit + .drop_pool] | @csv' |
		awk -F, '{ for (i = 1; i <= NF; i += 2) { a += $i; b += $(i + 1) }
			print a, b }')
}

# idle: nothing waits or is on its way
idle()
{
	tc -n h1 -s qdisc show dev eth0 | grep -q 'backlog 0b 0p' && sleep 0.02 &&
		tc -n sw -s qdisc show dev p2 | grep -q 'backlog 0b 0p'
}

lost() { echo $((COUNT - $(value "$1" .datagrams))); }

ns h1 h2 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
mkbridge sw br0 p1 p2
fdb sw p1 h1 eth0
fdb sw p2 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
pfc h1 port add dev eth0 rate 100mbit speed 100mbit delay 5ms
pfc h1 pfc set dev eth0 prio-pfc 3:on
check "ports" pfc sw -b - <<-END
	port add dev p1 rate 10mbit speed 100mbit delay 5ms batch 0
	port add dev p2 rate 5mbit
	pg set dev p1 pg 3 xoff 20000 xon 10000 headroom auto
	pfc set dev p1 prio-pfc 3:on
END

own=$(reckon rate 10mbit batch 0)
is "headroom by its own rate" "$(headroom)" "$own $own"
through own
between "is not enough" "$(lost own)" 1 $COUNT
is "all that is missing is counted" "$drops" "$(lost own) 0"

check "the peer is faster" pfc sw port set dev p1 peer-rate 100mbit
peer=$(reckon rate 10mbit peer-rate 100mbit batch 0)
is "headroom follows" "$(headroom)" "$peer $peer"
check "it is more" test "$peer" -gt $((own * 4))
through peer
is "and enough" "$(lost peer) $drops" "0 0 0"
between "though it was needed" "$(stat sw p1 '.[0].pg[3].headroom_peak')" "$own" "$peer"
is "in order" "$(value peer '.flows[].out_of_order')" 0

check "a peer as fast as the port again" pfc sw port set dev p1 peer-rate own
is "headroom follows again" "$(headroom)" "$own $own"
check "a peer that is slower" pfc sw port set dev p1 rate 100mbit peer-rate 10mbit
slower=$(reckon rate 100mbit peer-rate 10mbit batch 0)
is "needs less" "$(headroom)" "$slower $slower"
check "than one as fast" test "$slower" -lt "$(reckon rate 100mbit batch 0)"
pfc h1 port set dev eth0 rate 10mbit
through slower
is "and that is enough" "$(lost slower) $drops" "0 0 0"
is "nothing is lost elsewhere" "$(losses)" ""
