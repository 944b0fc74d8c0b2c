#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Packets that the switch itself sends, and packets received by a device that is not a
# port, are charged to no PG.  A tag is cleared when its packet enters another namespace, and
# stale when its port has been deleted.  The egress port classifies all these packets by its
# own map.  A veth within the namespace keeps the tag.
#
#                            h1 eth0 ── p1 ┐ sw
#                                       d1 ┘ br1
#                                        ║
#                                       d2 ┐
#   h4 eth0 ── u1, br0 (up), u2 ═════ p4 ──┤ br0 ── p2 ── eth0 h2 (pauses p2)
#
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

from() { udp "$1" --dscp 26 --count 5 10.0.0.2; }

# deleted: port p1 is deleted while packets of h1 are queued at d1; a new port with the
# same name and another id does not get their charge
deleted()
{
	hold sw d2 /tmp/d2.xoff
	from h1
	is "packets queued at d1 are charged to p1" "$(state)" "$(charge p1 3 5 1042)"
	pfc sw port del dev p1
	pfc sw port add dev p1 speed 10mbit
	unhold
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
WIRE="5 5210" path "tag of another namespace" "p2 queue 4: 5210 local" from h4
pfc up port del dev u1
WIRE="5 5210" path "no port, no tag" "p2 queue 4: 5210 local" from h4
WIRE="5 5210" path "tag of a deleted port" "p2 stale 5
p2 queue 4: 5210 local" deleted
path "tag of the new port" "$(charge p1 3 5 1042)" from h1

paths_end
