#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A short end-to-end test of the module: the module is loaded, its ports carry an incast of
# a lossless and a lossy class, and the module can be unloaded and loaded again.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# mode: icount
# timeout: 300
# arm64: yes

. /tests/guest/lib/lib.sh
INCAST_COUNT=600
. /tests/guest/lib/scene-incast.sh

check "the module is loaded" test -d /sys/module/pfc
check "all ports are created" incast_build
check "PFC is switched on for priority 3" incast_pfc on
refused "the module cannot be removed while a port exists" "in use" rmmod pfc

incast_run smoke lossless lossy
for flow in 1 2 11 12; do
	paths+=(".flows.\"$flow\".datagrams")
done
mapfile -t arrived < <(value smoke "${paths[@]}")
is "the lossless class loses no datagram" "${arrived[*]:0:2}" "$INCAST_COUNT $INCAST_COUNT"
between "the lossy class loses some of its first flow" "${arrived[2]}" 1 $((INCAST_COUNT - 1))
between "the lossy class loses some of its second flow" "${arrived[3]}" 1 $((INCAST_COUNT - 1))
is "no packet is lost outside the ports" "$(losses)" ""
for port in p1 p2; do
	read -r xoff xon <<< "$(stat sw "$port" ".[0].prio[3].tx_xoff" \
		".[0].prio[3].tx_xon" | xargs)"
	between "$port sends XOFF" "$xoff" 1 1000
	between "$port sends XON" "$xon" 1 1000
done

for port in $INCAST_PORTS; do
	pfc "${port%/*}" port del dev "${port#*/}"
done
check "the module is removed when no port exists" rmmod pfc
check "the module is loaded again" modprobe pfc
check "the module loaded again accepts a port" pfc sw port add dev p1

# tc makes the kernel load the module by an alias that depends on the kernel version
check "the port is deleted" pfc sw port del dev p1
check "the module is removed" rmmod pfc
check "tc loads the module" tc -n sw qdisc add dev p1 root pfc
check "the module is loaded by tc" test -d /sys/module/pfc
check "the port is deleted by tc" tc -n sw qdisc del dev p1 root
check "the module is removed again" rmmod pfc
check "pfcctl loads the module" pfc sw port add dev p1
