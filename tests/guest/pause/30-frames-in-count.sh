#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port counts received PFC frames, pauses the priorities that it obeys, and forwards no PFC
# frame.  p3 obeys PFC for all priorities, p2 for priority 5 only.
#
#   h1 eth0 ── p1 ┐            PFC ►
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘               ◄── PFC
#
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh

star 3

for port in p1 p2 p3; do
	check "$port is a port" pfc sw port add dev $port speed 10mbit
done
check "p3 obeys PFC for all priorities" pfc sw pfc set dev p3 prio-pfc \
	0:on 1:on 2:on 3:on 4:on 5:on 6:on 7:on
check "p2 obeys PFC for priority 5 only" pfc sw pfc set dev p2 prio-pfc 5:on

# stats PORT NAME: writes the statistics of PORT to $OUT/NAME.json
stats() { pfc sw -j stats show dev "$1" > "$OUT/$2.json"; }

# counts NAME: h3 sends the frames of $IN/NAME; the statistics of p3 count them
counts()
{
	pfc sw stats clear dev p3
	inject h3 "injected-$1" eth0 "$1"
	stats p3 "$1"
}

# holds NAME PORT HOST [FILE]: HOST pauses PORT with the frames of FILE (default: NAME).  h1
# sends 20 datagrams of each priority to HOST.  Then HOST sends XON.
holds()
{
	local prio

	pfc sw stats clear dev "$2"
	capture "$3" eth0 "$1-$3"
	receive "$3" "$1-got"
	inject "$3" "$1-injected" eth0 "${4:-$1}"
	for prio in 0 1 2 3 4 5 6 7; do
		send h1 "$1-sent-$prio" --flow $prio --dscp $((prio * 8)) \
			--size 100 --count 20 --rate 10m "10.0.0.${3#h}"
	done
	stats "$2" "$1"
	inject "$3" "$1-resumed" eth0 xon
	received "$1-got"
	captures_end
}

FILTER='ether proto 0x8808 or ether proto 0x88b5'
# forwarded: captures MAC control and experimental frames that the bridge forwards
forwarded()
{
	capture h1 eth0 h1-forwarded -Q in "$FILTER"
	capture h2 eth0 h2-forwarded -Q in "$FILTER"
	capture sw br0 br0-forwarded "$FILTER"
}

holds unset p3 h3
holds off p2 h2 xoff

forwarded
counts ten
counts zero-source
inject h3 injected-all eth0 xoff
inject h3 injected-on eth0 xon
inject h3 injected-stranger eth0 stranger
captures_end
is "no packet is lost outside the ports" "$(losses)" ""
