#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# prio-source selects the priority of a routed packet at egress: the priority by which p1
# classified the packet, or skb->priority.  The queue, the PG and the rewritten DSCP follow
# this priority.  The packets of each case are queued while all priorities are paused, then
# one priority resumes.  69-rewrite-routed.py checks the captures.
#
#   h1 eth0 ── p1 (sw) p2 ── eth0 h2 (pauses p2)
#
# mode: icount
# timeout: 200

. /tests/guest/lib/lib.sh

# mark: sends a frame that marks the end of a case in the capture of h1
mark() { in_ns h1 rawsend eth0 /tmp/mark > /dev/null; }

# edit PRIORITY|-: sets or removes the skbedit priority at p2's egress
edit()
{
	tc -n sw filter del dev p2 egress 2> /dev/null
	[ "$1" = - ] || tc -n sw filter add dev p2 egress matchall action skbedit priority "$1"
}

# one NUMBER SOURCE UPDATE EDIT DSCP OWN PRIO: runs a case; 69-rewrite-routed.py explains the values
one()
{
	pfc sw map set dev p2 prio-source "$2"
	in_ns sw sysctl -qw net.ipv4.ip_forward_update_priority="$3"
	edit "$4"
	in_ns h2 rawsend eth0 "$IN/xoff" > /dev/null
	if [ "$6" = - ]; then
		in_ns h1 rawsend eth0 "$IN/data.$1" > /dev/null
	else
		send sw "own.$1" --dscp "$5" --ecn 2 --priority "$6" --size 600 --count 3 10.0.2.2
	fi
	sleep 0.02
	in_ns h2 rawsend eth0 "$IN/xon.$7" > /dev/null
	sleep 0.02
	in_ns h2 rawsend eth0 "$IN/xon" > /dev/null
	sleep 0.02
	mark
}

ns -6 h1 h2 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
ip -n sw address add 10.0.1.254/24 dev p1
ip -n sw address add 10.0.2.254/24 dev p2
ip -n sw address add fd01::fe/64 dev p1
ip -n sw address add fd02::fe/64 dev p2
neighbour sw p2 10.0.2.2 "$(mac h2 eth0)"
neighbour sw p2 fd02::2 "$(mac h2 eth0)"
in_ns sw sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1 \
	net.ipv4.conf.all.rp_filter=0
tc -n sw qdisc add dev p2 clsact
check "p1 and p2 are ports" pfc sw -b - <<-END
	port add dev p1
	port add dev p2 speed 10mbit
	map set dev p1 prio-pg 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
	map set dev p2 default-prio 6
	pg set dev p1 pg all xoff 600 xon 300 headroom 107K
	pfc set dev p1 prio-pfc all:on
	pfc set dev p2 prio-pfc all:on
END
check "the map prio-dscp of p2 is set" pfc sw -b "$IN/settings"
printf '0 %s%s88b5%092d\n' ffffffffffff "$(mac h1 eth0 | tr -d :)" 0 > /tmp/mark

capture h1 eth0 h1
capture h2 eth0 h2 -s 0
while IFS=$'\t' read -r -a words; do
	one "${words[@]}"
done < "$IN/cases"
captures_end
is "17 cases are run" "$(grep -c . "$IN/cases")" 17
is "nothing is charged to the pool at the end" "$(pfc sw -j pool show default |
	jq '.shared_used + .headroom_used')" 0
