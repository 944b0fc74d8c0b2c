#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Emulated Ethernet controllers as ports: they filter multicast frames, carry
# data and PFC both ways, and tell their speed.
#
#   h1 eth0 ── p1 sw p2 ═══ eth0 h2
#
# nics: 2 vmxnet3

. /tests/guest/lib.sh
. /tests/guest/paths.bash
. /tests/guest/scene-nic.sh

nic_scene vmxnet3
become_port sw p2

is "the port has the link's speed" "$(speed)" \
	"$(in_ns sw cat /sys/class/net/p2/speed) true"
check "a speed is configured" pfc sw port set dev p2 speed 1gbit
is "it wins" "$(speed)" "1000 false"

nic_checks
