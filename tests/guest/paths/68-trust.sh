#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The priority of a frame: control traffic, DSCP, PCP, EtherType or the default.  p1 receives
# frames of all kinds.  They are queued in p2, so p1 sends XOFF for their priority.  Frames
# that a host sends at its own port are queued while the port is paused, and then leave by
# priority.  68-trust.py checks the priority of each kind.
#
#   h1 eth0 ── p1 ── br0 (sw) ── p2 ── eth0 h2
#
# mode: icount
# timeout: 200

. /tests/guest/lib/lib.sh

# Passes: trust/control-prio
PASSES="dscp/7 pcp/7 dscp,pcp/7 pcp,dscp/7 none/7 dscp/none pcp,dscp/none pcp,dscp/3"

# maps NS DEV: sets the maps of a port
maps()
{
	pfc "$1" map set dev "$2" default-prio 1 dscp-prio all:0 26:6 34:5 10:7 \
		pcp-prio 0:7 1:6 2:5 3:4 4:3 5:2 6:1 7:0 \
		ethtype-prio 0x8906:3 0x8915:4 0x0800:2 0x88cc:0
}

# trust NS DEV PASS: sets trust and control-prio of a port
trust() { pfc "$1" map set dev "$2" trust "${3%/*}" control-prio "${3#*/}"; }

# empty NS DEV: the queues of the port are empty
empty() { tc -n "$1" -s qdisc show dev "$2" | grep -q 'backlog 0b 0p'; }
paused() { stat h1 eth0 '[.[0].prio[].rx_paused] | all' | grep -q "$1"; }

ns h1 h2 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
mkbridge sw br0 p1 p2
fdb sw p1 h1 eth0
fdb sw p2 h2 eth0
pfc sw -b - <<-END
	port add dev p1
	port add dev p2 rate 1mbit
	map set dev p1 prio-pg 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
	pg set dev p1 pg all xoff 100 xon 50 headroom 110K
	pfc set dev p1 prio-pfc all:on
END
check "the maps of p1 are set" maps sw p1

capture h1 eth0 h1 -s 0
capture h2 eth0 h2 -s 0
for pass in $PASSES; do
	check "trust/control-prio $pass" trust sw p1 "$pass"
	inject h1 "in-${pass/\//-}" eth0 kinds
	check "the queues of p2 are empty" wait_for 5 empty sw p2
done
captures_end

pfc sw port set dev p2 rate unlimited
pfc h1 port add dev eth0 speed 10mbit
pfc h1 pfc set dev eth0 prio-pfc all:on
check "the maps of h1 eth0 are set" maps h1 eth0
strict h1 eth0
capture h2 eth0 local -s 0
for pass in $PASSES; do
	check "host: trust/control-prio $pass" trust h1 eth0 "$pass"
	in_ns sw rawsend --bypass p1 "$IN/xoff" > /dev/null
	check "all priorities of h1 eth0 are paused" paused true
	inject h1 "out-${pass/\//-}" eth0 once
	in_ns sw rawsend --bypass p1 "$IN/xon" > /dev/null
	check "the queues of h1 eth0 are empty" wait_for 5 empty h1 eth0
done
captures_end

pfc sw -b - <<-END
	port set dev p2 rate 10mbit
	pfc set dev p1 prio-pfc all:off
	pfc set dev p1 prio-pfc 3:on
	pg set dev p1 pg all xoff 20K xon 10K headroom 110K limit 50K
END
pfc h1 port set dev eth0 rate 100mbit speed 100mbit
pfc sw port set dev p1 speed 100mbit
capture h2 eth0 burst
inject h1 fcoe eth0 fcoe
inject h1 other eth0 other
wait_for 5 empty h1 eth0
check "the queues of p2 are empty" wait_for 5 empty sw p2
captures_end
between "drop_limit counts drops of the other EtherType" \
	"$(stat sw p1 '.[0].pg[1].drop_limit')" 1 250
is "p1 drops nothing of other PGs and causes" "$(stat sw p1 '[.[0].pg[] | .drop_limit + .drop_pool +
	.drop_headroom + .drop_rest + .drop_egress] | add')" "$(stat sw p1 '.[0].pg[1].drop_limit')"
