#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Emulated Ethernet controllers as ports: they filter multicast frames, carry data and
# PFC in both directions, and report their speed.
#
#   h1 eth0 ── p1 sw p2 ═══ eth0 h2
#
# kernels: 6.1 6.12 7.2 7.3
# long: yes
# nics: 2 vmxnet3

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/scene-nic.sh

nic_scene vmxnet3
become_port sw p2

is "the port has the link's speed" "$(speed)" \
	"$(in_ns sw cat /sys/class/net/p2/speed) device"
check "a rate is configured" pfc sw port set dev p2 rate 50mbit
is "a rate does not override the speed of hardware" "$(speed)" \
	"$(in_ns sw cat /sys/class/net/p2/speed) device"
check "no rate is configured" pfc sw port set dev p2 rate unlimited
check "a speed is configured" pfc sw port set dev p2 speed 1gbit
is "a configured speed overrides the speed of hardware" "$(speed)" "1000 set"

nic_checks
