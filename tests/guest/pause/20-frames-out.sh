#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# PFC frames that a congested port sends.  The host does not obey them: it sends a burst of
# two lossless classes.  The burst drains at 10 Mb/s, the higher priority first.
# 20-frames-out.post checks each frame.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── 10 Mb/s ── eth0 h3
#                 ┘
#
# mode: icount
# timeout: 600
# arm64: yes

. /tests/guest/lib/lib.sh

COUNT=60	# datagrams of 1000 bytes of each class in a burst

# phase NAME SPEED QUANTA: sets speed and pause time of p1 and sends two bursts
phase()
{
	local name=$1 burst

	check "$name: speed and pause time of p1 are set" \
		pfc sw port set dev p1 speed "$2" pause-time "$3"
	pfc sw stats clear
	capture sw p1 "$name-p1"
	capture sw p3 "$name-p3"
	capture h1 eth0 "$name-h1"
	receive h3 "$name" --idle 300
	for burst in 0 1; do
		burst "$name" $((10 * burst + 3)) 26 &
		burst "$name" $((10 * burst + 4)) 34
		wait $!
		sleep 0.2
	done
	wait "$(cat "/tmp/$name.pid")"
	captures_end
	pfc sw -j stats show dev p1 > "$OUT/$name-stats.json"
}

# burst PHASE FLOW DSCP: sends one burst of a class
burst() { send h1 "$1-$2" --flow "$2" --dscp "$3" --count $COUNT 10.0.0.3; }

star_of 1 3
check "p1 is a port" pfc sw port add dev p1
check "p3 is a port with a rate of 10 Mb/s" pfc sw port add dev p3 rate 10mbit
strict sw p3
for pg in 3 4; do
	check "PG $pg of p1 has thresholds and headroom" \
		pfc sw pg set dev p1 pg $pg xoff 40K xon 38K headroom 200K
done
check "p1 has PFC on for priorities 3 and 4" pfc sw pfc set dev p1 prio-pfc 3:on 4:on

phase default 1gbit 65535
phase short 1gbit 1000
phase slow 100mbit 1000
# A host that is no port drops PFC frames
is "no packet is lost outside the ports" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
