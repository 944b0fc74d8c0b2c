#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Impairment of the link: it is down for a part of each period.  A capture shows that no frame
# passes in that time, and that frames pass in the rest of it.  The peer of a veth sees the loss of
# its carrier.  Pauses end with the link, on both sides.  After "off" the link stays up.
# 46-impair-link.post checks the times.
#
#   h1 eth0 ── p1 impaired ┐
#                          ├ br0 (sw)
#   h2 eth0 ── p2          ┘
#
# mode: icount
# timeout: 600

. /tests/guest/lib/lib.sh

echo "{\"slow\": ${SLOW:-1}}" > "$OUT/kernel.json"

# changes: prints how often the carrier of h1's device has changed
changes() { in_ns h1 cat /sys/class/net/eth0/carrier_changes; }

# flow NAME: sends from h2 to h1 and from h1 to h2 for 600 ms
flow()
{
	capture sw p2 "$1-p2" udp
	capture h1 eth0 "$1-h1" udp
	receive h1 "$1-down"
	receive h2 "$1-up"
	send h1 "$1-up-sent" --flow 1 --rate 2m --size 100 --duration 600 10.0.0.2 &
	send h2 "$1-down-sent" --flow 2 --rate 2m --size 100 --duration 600 10.0.0.1
	wait $!
	sleep 0.1
	received "$1-down"
	received "$1-up"
	captures_end
}

star 2
check "p1 is a port" pfc sw port add dev p1
check "p2 is a port" pfc sw port add dev p2
check "PG 3 is lossless" pfc sw pg set dev p1 pg 3 headroom 100K
check "p1 has PFC on for priority 3" pfc sw pfc set dev p1 prio-pfc 3:on

flow before
before=$(changes)
refused "a link that is always down is refused" \
	"link-down: 100[0-9.]* ms must be below the period of 100[0-9.]* ms" \
	pfc sw impair set dev p1 link-down 100ms/100ms
is "a refused request changes nothing" "$(pfc sw impair show dev p1)" "p1: off"
in_ns h1 ip -ts -o monitor link dev eth0 > "$OUT/monitor" &
monitor=$!
sleep 0.2
check "the link of p1 goes down" pfc sw impair set dev p1 link-down 20ms/100ms
flow down
pfc sw -j impair show dev p1 > "$OUT/impair.json"
check "off" pfc sw impair off dev p1
sleep 0.1
kill "$monitor"
after=$(changes)
between "h1 has seen each loss of the carrier" $((after - before)) 12 200
is "the number of changes is even: the link is up" $(((after - before) % 2)) 0
sleep 0.3
is "after off the carrier does not change" "$(changes)" "$after"
flow after

# XOFF that was sent before the loss is sent again, as after a loss of the carrier
check "XOFF is forced" pfc sw impair set dev p1 prio 3 xoff-duty 100%
check "the link goes down once in a second" pfc sw impair set dev p1 link-down 50ms/3600s
wait_for 5 grep -q 1 <(in_ns h1 cat /sys/class/net/eth0/carrier)
sleep 0.2
is "the port sends XOFF after the link is up" \
	"$(stat sw p1 '.[].prio[3].tx_paused')" true
is "the port counts one loss" "$(pfc sw -j impair show dev p1 | jq '.[].link_downs')" 1
between "the link was down for 50 ms" \
	"$(pfc sw -j impair show dev p1 | jq '.[].link_time_ns')" 49900000 50100000
# The port is deleted while the link is down
check "the link goes down again" pfc sw impair set dev p1 link-down 60s/3600s
sleep 0.1
is "the carrier is off" "$(in_ns h1 cat /sys/class/net/eth0/carrier)" 0
check "the port is deleted" pfc sw port del dev p1
sleep 0.1
is "the carrier is on" "$(in_ns h1 cat /sys/class/net/eth0/carrier)" 1
