#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The module from end to end, in short: it is loaded, has ports, a lossless and a
# lossy class share them in an incast, and it can be unloaded and loaded again.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# mode: icount
# timeout: 300

. /tests/guest/lib.sh
INCAST_COUNT=600
. /tests/guest/scene-incast.sh

check "the module is loaded" test -d /sys/module/pfc
check "ports" incast_build
check "PFC on" incast_pfc on
refused "it stays while there are ports" "in use" rmmod pfc

incast_run smoke lossless lossy
for flow in 1 2 11 12; do
	paths+=(".flows.\"$flow\".datagrams")
done
mapfile -t arrived < <(value smoke "${paths[@]}")
is "the lossless class loses nothing" "${arrived[*]:0:2}" "$INCAST_COUNT $INCAST_COUNT"
between "the lossy class loses some of its first flow" "${arrived[2]}" 1 $((INCAST_COUNT - 1))
between "the lossy class loses some of its second flow" "${arrived[3]}" 1 $((INCAST_COUNT - 1))
is "nothing is lost elsewhere" "$(losses)" ""
for port in p1 p2; do
	read -r xoff xon <<< "$(stat sw "$port" ".[0].prio[3].tx_xoff" \
		".[0].prio[3].tx_xon" | xargs)"
	between "$port sends XOFF" "$xoff" 1 1000
	between "$port sends XON" "$xon" 1 1000
done

for port in $INCAST_PORTS; do
	pfc "${port%/*}" port del dev "${port#*/}"
done
check "it goes" rmmod pfc
check "it comes again" modprobe pfc
check "a port" pfc sw port add dev p1
