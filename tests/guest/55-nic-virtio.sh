#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Virtio NICs as ports: they carry data and PFC both ways, and the speed that
# ethtool sets is taken over when the link comes up, unless one is configured.
#
#   h1 eth0 ── p1 sw p2 ═══ eth0 h2
#
# nics: 2

. /tests/guest/lib.sh
. /tests/guest/paths.bash
. /tests/guest/scene-nic.sh

relink()
{
	ip -n sw link set p2 down
	up sw p2
	wait_for 10 grep -q 3 <(in_ns sw cat /sys/class/net/p2/brport/state)
}

nic_scene virtio_net
become_port sw p2

is "a NIC that does not know its speed" "$(speed)" "10000 true"
check "its speed is set" in_ns sw ethtool -s p2 speed 1000 duplex full
relink
is "the port knows it when the link has come up" "$(speed)" "1000 true"
is "as the text says" "$(pfc sw port show dev p2 | grep -o 'speed .* (auto)')" \
	"speed 1 Gb/s (auto)"
check "a speed is configured" pfc sw port set dev p2 speed 100mbit
is "it wins" "$(speed)" "100 false"
in_ns sw ethtool -s p2 speed 2500 duplex full
relink
is "whatever the link says" "$(speed)" "100 false"
check "no speed is configured" pfc sw port set dev p2 speed auto
is "the link's is back" "$(speed)" "2500 true"
in_ns sw ethtool -s p2 speed 1000 duplex full
relink
is "and follows" "$(speed)" "1000 true"

nic_checks
