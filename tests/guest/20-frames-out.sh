#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# PFC frames that a congested port sends.  The host does not obey them: it
# sends a burst of two lossless classes, which then drains at 10 Mb/s, the
# higher priority first.  tests/host/20-frames-out.post looks at each frame.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── 10 Mb/s ── eth0 h3
#                 ┘
#
# mode: icount
# timeout: 600

. /tests/guest/lib.sh

COUNT=60	# datagrams of 1000 bytes of each class in a burst

# phase NAME SPEED QUANTA: two bursts with these settings of the port
phase()
{
	local name=$1 burst

	check "$name: configured" \
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

burst() { send h1 "$1-$2" --flow "$2" --dscp "$3" --count $COUNT 10.0.0.3; }

ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
check "ports" pfc sw port add dev p1
check "a slow port" pfc sw port add dev p3 rate 10mbit
for pg in 3 4; do
	check "group $pg" pfc sw pg set dev p1 pg $pg xoff 40K xon 38K headroom 200K
done
check "PFC on" pfc sw pfc set dev p1 prio-pfc 3:on 4:on

phase default 1gbit 65535
phase short 1gbit 1000
phase slow 100mbit 1000
# a host that is no port drops the PFC frames that it gets
is "nothing is lost elsewhere" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
