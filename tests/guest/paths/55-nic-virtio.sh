#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Virtio NICs as ports: they carry data and PFC in both directions.  When the link comes
# up, the port reads the speed that was set with ethtool, unless a port speed is configured.
#
#   h1 eth0 ── p1 sw p2 ═══ eth0 h2
#
# nics: 2
#
# long: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/scene-nic.sh

relink()
{
	ip -n sw link set p2 down
	up sw p2
	wait_for 10 in_ns sw grep -q 3 /sys/class/net/p2/brport/state
}

nic_scene virtio_net
become_port sw p2

is "a NIC without a speed gets 10 Gb/s assumed" "$(speed)" "10000 assumed"
check "ethtool sets the speed of the NIC" in_ns sw ethtool -s p2 speed 1000 duplex full
relink
is "the port has the NIC's speed when the link comes up" "$(speed)" "1000 assumed"
is "the text of port show marks the speed as assumed" \
	"$(pfc sw port show dev p2 | grep -o 'speed .* (assumed)')" \
	"speed 1 Gb/s (assumed)"
check "a rate is configured" pfc sw port set dev p2 rate 50mbit
is "the rate overrides the speed that a hypervisor reports" "$(speed)" "50 rate"
check "no rate is configured" pfc sw port set dev p2 rate unlimited
is "without a rate the port has the NIC's speed" "$(speed)" "1000 assumed"
check "a speed is configured" pfc sw port set dev p2 speed 100mbit
is "a configured speed overrides the NIC's speed" "$(speed)" "100 set"
in_ns sw ethtool -s p2 speed 2500 duplex full
relink
is "a configured speed stays when the NIC's speed changes" "$(speed)" "100 set"
check "no speed is configured" pfc sw port set dev p2 speed auto
is "speed auto restores the NIC's speed" "$(speed)" "2500 assumed"
in_ns sw ethtool -s p2 speed 1000 duplex full
relink
is "speed auto follows the NIC's speed" "$(speed)" "1000 assumed"

nic_checks
