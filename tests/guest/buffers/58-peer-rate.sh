#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Automatic headroom of a port whose peer sends at another rate than the port itself.  With
# the peer's rate the headroom is enough, with the port's rate it is not.  The number of
# datagrams that arrive is the independent check.
#
#   h1 eth0 ── a wire of 5 ms ── p1 (sw) p2 ── 5 Mb/s ── eth0 h2
#
# mode: icount
# timeout: 150

. /tests/guest/lib/lib.sh

COUNT=1200	# datagrams

# calculate ARGUMENTS...: prints the result of the calculator, which does not use the kernel
calculate() { pfcctl -j headroom speed 100mbit mtu 1500 delay 5ms "$@" | jq .headroom; }

# headroom: prints the headroom and the needed headroom of PG 3
headroom()
{
	pfc sw -j pg show dev p1 | jq -r '.[0].pg[3] | "\(.headroom) \(.headroom_needed)"'
}

# through NAME: sends at full rate; PFC pauses the sender repeatedly
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

# idle: no packet is queued or in flight
idle()
{
	tc -n h1 -s qdisc show dev eth0 | grep -q 'backlog 0b 0p' && sleep 0.02 &&
		tc -n sw -s qdisc show dev p2 | grep -q 'backlog 0b 0p'
}

lost() { echo $((COUNT - $(value "$1" .datagrams))); }

star 2
pfc h1 port add dev eth0 rate 100mbit speed 100mbit delay 5ms
pfc h1 pfc set dev eth0 prio-pfc 3:on
check "p1 and p2 are ports" pfc sw -b - <<-END
	port add dev p1 rate 10mbit speed 100mbit delay 5ms batch 0
	port add dev p2 rate 5mbit
	pg set dev p1 pg 3 xoff 20000 xon 10000 headroom auto
	pfc set dev p1 prio-pfc 3:on
END

own=$(calculate rate 10mbit batch 0)
is "automatic headroom uses the rate of the port" "$(headroom)" "$own $own"
through own
between "headroom for the port's rate loses packets of a faster peer" "$(lost own)" 1 $COUNT
is "drop_headroom counts each missing datagram" "$drops" "$(lost own) 0"

check "peer-rate is set to 100mbit" pfc sw port set dev p1 peer-rate 100mbit
peer=$(calculate rate 10mbit peer-rate 100mbit batch 0)
is "automatic headroom follows peer-rate" "$(headroom)" "$peer $peer"
check "headroom for a faster peer is more than four times as large" test "$peer" -gt $((own * 4))
through peer
is "headroom for the peer's rate loses nothing" "$(lost peer) $drops" "0 0 0"
between "the peak exceeds the headroom for the port's rate" \
	"$(stat sw p1 '.[0].pg[3].headroom_peak')" "$own" "$peer"
is "datagrams arrive in order" "$(value peer '.flows[].out_of_order')" 0

check "peer-rate is set to own" pfc sw port set dev p1 peer-rate own
is "peer-rate own restores the headroom for the port's rate" "$(headroom)" "$own $own"
check "peer-rate is set below the rate of the port" \
	pfc sw port set dev p1 rate 100mbit peer-rate 10mbit
slower=$(calculate rate 100mbit peer-rate 10mbit batch 0)
is "automatic headroom follows a slower peer-rate" "$(headroom)" "$slower $slower"
check "a slower peer needs less headroom" test "$slower" -lt "$(calculate rate 100mbit batch 0)"
pfc h1 port set dev eth0 rate 10mbit
through slower
is "headroom for a slower peer loses nothing" "$(lost slower) $drops" "0 0 0"
is "no packet is lost outside the ports" "$(losses)" ""
