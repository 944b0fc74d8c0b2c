#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A packet whose egress port is in the port group of its ingress port gets another priority
# and DSCP ("is moved").  This holds for IPv4, IPv6, packets that the port segments, and
# packets other than IP.  Other packets do not change.  h2 captures the frames.  The XOFF
# that stops a frame shows its priority.  79-port-group.post checks each frame.
#
#   h1 eth0 ── p1 (group 7) ┐
#                           ├ br0 (sw) ── p2 (group 7) ── eth0 h2
#   h3 eth0 ── p3 (group 8) ┘
#
# timeout: 120
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

waiting() { tc -n sw -s qdisc show dev p2 | sed -n 's/.*backlog [^ ]* \([0-9]*\)p.*/\1/p'; }
moved() { stat sw p2 '.[0].port.tx_bounced'; }

# datagrams HOST ARGUMENTS...: sends a flow with the next number
datagrams()
{
	number=$((number + 1))
	send "$1" sent --flow $number "${@:2}"
}

# flows HOST: sends ten frames each, IPv4 and IPv6, of priorities 3, 4 and 0
flows()
{
	local address dscp

	for address in 10.0.0.2 fd00::2; do
		for dscp in 26 34 0; do
			datagrams "$1" --dscp "$dscp" --count 10 "$address"
		done
	done
}

# held PRIO TEXT WAITING PASSED COMMAND...: runs the command while h2 pauses PRIO, and checks
# that WAITING frames wait and PASSED frames arrive
held()
{
	local prio=$1 text=$2 waits=$3 passes=$4 before

	shift 4
	say h2 "prio$prio.xoff"
	before=$(arrived)
	"$@"
	sleep 0.3
	is "$text" "$(waiting) $(($(arrived) - before))" "$waits $passes"
	say h2 "prio$prio.last"
	check "$text: all leave after the pause" wait_for 5 idle
}

number=0
arrived() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }

storm_star 3
for host in h1 h2 h3; do
	in_ns $host sysctl -qw net.ipv6.conf.all.disable_ipv6=0 net.ipv6.conf.eth0.disable_ipv6=0
done
lan h1/eth0=fd00::1 h2/eth0=fd00::2 h3/eth0=fd00::3
sleep 1		# until no router solicitations and multicast listener reports are sent
for prio in 3 5; do
	xoff_frames h2 $((1 << prio)) prio$prio
done
pfc sw -b - <<-END
	pfc set dev p2 prio-pfc 3:on 5:on
	pfc set dev p1 prio-pfc 3:on 5:on
	port set dev p1 port-group 7
	port set dev p2 port-group 7
	port set dev p3 port-group 8
	map set dev p2 bounce-prio 3:5 4:6 bounce-dscp 3:42 prio-dscp 6:50
END
receive h2 got

capture h2 eth0 same -Q in -s 0 "ether src $(mac h1 eth0)"
flows h1
sleep 0.3
captures_end
is "moved packets of priorities 3 and 4 are counted" "$(moved)" 40
capture h2 eth0 other -Q in -s 0 "ether src $(mac h3 eth0)"
flows h3
sleep 0.3
captures_end
is "packets from another port group are not counted as moved" "$(moved)" 40

# ---- moved packets obey XOFF of their new priority
send_moved() { datagrams h1 --dscp 26 --count 10 10.0.0.2; }
send_unmoved() { datagrams h3 --dscp 26 --count 10 10.0.0.2; }
held 3 "a moved packet ignores XOFF of its old priority" 0 10 send_moved
held 5 "a moved packet obeys XOFF of its new priority" 10 0 send_moved
held 3 "a packet that is not moved obeys XOFF of its priority" 10 0 send_unmoved
held 5 "a packet that is not moved ignores XOFF of another" 0 10 send_unmoved

# ---- a moved packet is charged to the PG of its old priority, and its sender gets XOFF
pfc sw stats clear dev p1
pfc sw pg set dev p1 pg 3 xoff 2K xon 1K
capture h1 eth0 xoff -Q in ether proto 0x8808
say h2 prio5.xoff
send_moved
sleep 0.3
is "a moved packet is charged to the PG of its old priority" \
	"$(stat sw p1 '.[0].pg | [.[3].occupancy >
	10000, .[5].occupancy] | map(tostring) | join(" ")')" "true 0"
captures_end
is "h1 gets XOFF for the old priority" "$(control xoff 3 | awk '{ print $2 }' | uniq) $(
	control xoff 5 | grep -c XOFF)" "XOFF 0"
say h2 prio5.last
check "moved packets leave after the pause" wait_for 5 idle

# ---- large packets
before=$(moved)
offload h1 eth0 on
offload sw p1 on
capture h2 eth0 large -Q in -s 0 "ether src $(mac h1 eth0)"
for address in 10.0.0.2 fd00::2; do
	datagrams h1 --dscp 26 --gso 10 --count 40 $address
done
sleep 0.3
captures_end
between "moved GSO packets are counted" $(($(moved) - before)) 8 80

# ---- frames other than IP, packets of a local socket, and ports without a group
pfc sw map set dev p1 default-prio 3
before=$(moved)
printf '0 %s%s88b5%092d\n' "$(mac h2 eth0 | tr -d :)" "$(mac h1 eth0 | tr -d :)" 0 > /tmp/none
held 5 "a frame other than IP is moved" 1 0 say h1 none
is "a moved frame other than IP is counted" $(($(moved) - before)) 1
ip -n sw address add 10.0.0.9/24 dev br0
neighbour sw br0 10.0.0.2 "$(mac h2 eth0)"
before=$(moved)
held 5 "a packet of the switch itself is not moved" \
	0 10 datagrams sw --dscp 26 --count 10 10.0.0.2
is "a packet of the switch itself is not counted as moved" $(($(moved) - before)) 0
check "p2 has no port group" pfc sw port set dev p2 port-group none
held 5 "a port without a group moves nothing" 0 10 send_moved
check "p2 joins port group 8" pfc sw port set dev p2 port-group 8
held 5 "packets from port group 7 are not moved" 0 10 send_moved
held 5 "packets from port group 8 are moved" 10 0 send_unmoved
received got
is "all packets arrive in order" "$(value got '"\(.datagrams) \([.flows[] | .duplicates +
	.out_of_order] | add)"')" \
	"$((60 + 60 + 20 + 20 + 10 + 80 + 10 + 20 + 10)) 0"
nothing_else_lost
