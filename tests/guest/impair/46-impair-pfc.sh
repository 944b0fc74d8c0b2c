#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Impairments of the PFC frames that a port sends: corrupted ones, delayed ones, and forced XOFF.
# The capture at the peer shows ratio, delay and duty cycle that were set.  The peer does not obey
# a corrupted frame.  A peer that obeys forced XOFF sends for the rest of the time only.
# 46-impair-pfc.post checks each frame.
#
#   h1 eth0 ── p1 impaired ┐
#                          ├ br0 (sw) ── p3 ── 10 Mb/s ── eth0 h3
#                          ┘
#
# long: yes
# mode: icount
# timeout: 600

. /tests/guest/lib/lib.sh

echo "{\"slow\": ${SLOW:-1}}" > "$OUT/kernel.json"

# sends NAME ARGUMENTS...: sends from h1 at 20 Mb/s; no other program delays a frame
sends()
{
	nsexec h1 chrt -f 1 udpsend --dscp 26 --rate 20m "${@:2}" 10.0.0.3 > "$OUT/$1-sent.json"
}

# congested NAME: sends twice the rate of p3, so that p1 sends XOFF, which h1 does not obey
congested()
{
	capture sw p1 "$1-p1"
	capture h1 eth0 "$1-h1" ether proto 0x8808
	sends "$1" --count 200
	sleep 0.3
	captures_end
}

# idle NAME SECONDS: captures PFC frames without traffic
idle()
{
	capture h1 eth0 "$1-h1" ether proto 0x8808
	sleep "$2"
	captures_end
	pfc sw -j impair show dev p1 > "$OUT/$1-impair.json"
}

# obeyed NAME: sends for 100 ms from h1, which is a port that obeys XOFF
obeyed()
{
	capture sw p1 "$1-p1" udp
	receive h3 "$1"
	sends "$1" --duration 100 --size 100
	sleep 0.05
	received "$1"
	captures_end
}

impair() { check "impair set $*" pfc sw impair set dev p1 "$@"; }

star_of 1 3
check "p1 is a port" pfc sw port add dev p1 rate 1gbit pause-time 1000
check "p3 is a port with a rate of 10 Mb/s" pfc sw port add dev p3 rate 10mbit
check "PG 3 of p1 has thresholds and headroom" \
	pfc sw pg set dev p1 pg 3 xoff 40K xon 38K headroom 300K
refused "forced XOFF of a priority without PFC is refused" \
	"p1: xoff-duty: priority 3 sends no XOFF \(prio-pfc-tx is off\); fix: pfcctl pfc set dev p1 prio-pfc 3:on" \
	pfc sw impair set dev p1 prio 3 xoff-duty 20%
check "p1 has PFC on for priority 3" pfc sw pfc set dev p1 prio-pfc 3:on

congested plain
for us in 5 100; do
	impair prio 3 pfc-delay ${us}us
	congested "delay$us"
done
impair prio 3 pfc-delay off

# The delay shifts the edges of forced XOFF, which are 1 ms apart
impair prio 3 xoff-duty 20%/1ms
capture h1 eth0 shift-h1 ether proto 0x8808
for us in 5 100 500; do
	sleep 0.2
	impair prio 3 pfc-delay ${us}us
done
sleep 0.2
captures_end
check "off" pfc sw impair off dev p1

# A debug kernel needs longer for a frame
SHORT=200us
[ "${SLOW:-1}" = 1 ] || SHORT=4ms

# Each XOFF and XON is repeated or forced, 2000 periods
impair prio 3 xoff-duty 20%/1ms
idle duty 0.5
check "off" pfc sw impair off dev p1
impair prio 3 xoff-duty 70%/10ms
idle long 0.5
check "off" pfc sw impair off dev p1
impair prio 3 xoff-duty 50%/$SHORT pfc-corrupt 10% seed 3
idle corrupt 0.5
check "the corrupted frames again, with the same seed" pfc sw impair off dev p1
impair prio 3 xoff-duty 50%/$SHORT pfc-corrupt 10% seed 3
idle corrupt-again 0.5
check "off" pfc sw impair off dev p1
idle off 0.1

check "h1 eth0 is a port that obeys PFC" pfc h1 port add dev eth0 rate 1gbit
check "h1 eth0 obeys PFC of priority 3" pfc h1 pfc set dev eth0 prio-pfc 3:on
check "p3 is fast" pfc sw port set dev p3 rate 1gbit
impair prio 3 xoff-duty 40%/10ms
obeyed obeyed
impair prio 3 pfc-corrupt 100%
obeyed ignored
impair prio 3 xoff-duty off
sleep 0.1
pfc h1 -j stats show dev eth0 > "$OUT/h1.json"
pfc sw -j impair show dev p1 > "$OUT/ignored-impair.json"
check "off" pfc sw impair off dev p1
check "h1 eth0 is no port" pfc h1 port del dev eth0

check "p1 uses PAUSE" pfc sw pfc set dev p1 prio-pfc all:off flow-control pause
impair prio 0 xoff-duty 20%/1ms
idle pause 0.1
check "off" pfc sw impair off
is "no packet is lost outside the ports" "$(losses | grep -v 'h1/eth0 rx_dropped\|h3 UdpNoPorts')" ""
