#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What a switch sends itself, or what comes in by a device that is no port, is
# charged to no group.  Neither is what a tag from another namespace or of a
# port that is gone would tell: such a tag is stale, and the port of egress
# classifies by its own map.
#
#                            h1 eth0 ── p1 ┐ sw
#                                       d1 ┘ br1
#                                        ║
#                                       d2 ┐
#   h4 eth0 ── u1, br0 (up), u2 ═════ p4 ──┤ br0 ── p2 ── eth0 h2 (pauses p2)
#
# timeout: 300

. /tests/guest/lib.sh
. /tests/guest/paths.bash

from() { udp "$1" --dscp 26 --count 5 10.0.0.2; }

# Packets from h1 wait at d1 when p1 is deleted; one that has the name but not
# the number of the old one does not inherit them
deleted()
{
	in_ns sw rawsend d2 /tmp/d2.xoff > /dev/null
	from h1
	is "charged to p1 at d1" "$(state)" "$(charge p1 3 5 1042)"
	pfc sw port del dev p1
	pfc sw port add dev p1 speed 10mbit
	in_ns sw rawsend d2 /tmp/d2.xon > /dev/null
	wait_for 10 arrived
}

arrived() { [ "$(pfc sw -j stats show dev p2 | jq '.[].port.tx_stale')" -ge 5 ]; }

paths_switch
ns h4 up
link h4 eth0 up u1
link up u2 sw p4
link sw d1 sw d2
pfc up port add dev u1
pfc sw port add dev d1 speed 10mbit
pfc sw pfc set dev d1 prio-pfc all:on
pfc_frame "$(mac sw d2)" 0xff 0xffff > /tmp/d2.xoff
pfc_frame "$(mac sw d2)" 0xff 0 > /tmp/d2.xon

mkbridge up br0 u1 u2
mkbridge sw br0 p2 p4 d2
mkbridge sw br1 p1 d1
fdb up u2 h2 eth0
fdb sw p2 h2 eth0
bridge -n sw fdb replace "$(mac h2 eth0)" dev d1 master static
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h4/eth0=10.0.0.4 sw/br0=10.0.0.254
pfc sw map set dev p2 dscp-prio 26:4

WIRE="5 5210" path "sent by the switch" "p2 queue 4: 5210 local" from sw
WIRE="5 5210" path "tag of another namespace" "p2 stale 5
p2 queue 4: 5210 local" from h4
pfc up port del dev u1
WIRE="5 5210" path "no port, no tag" "p2 queue 4: 5210 local" from h4
WIRE="5 5210" path "tag of a deleted port" "p2 stale 5
p2 queue 4: 5210 local" deleted
path "tag of the port as it is now" "$(charge p1 3 5 1042)" from h1

paths_end
