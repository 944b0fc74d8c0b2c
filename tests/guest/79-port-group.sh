#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A packet that leaves by a port of the group it came in by gets another priority and
# DSCP, whatever it is: IPv4, IPv6, one that is cut into frames here, or none of IP.  Others
# are left alone.  h2 sees what they are, and by what stops them, which priority they have.
# tests/host/79-port-group.post looks at each frame.
#
#   h1 eth0 ── p1 (group 7) ┐
#                           ├ br0 (sw) ── p2 (group 7) ── eth0 h2
#   h3 eth0 ── p3 (group 8) ┘
#
# timeout: 120
# sanitize: yes

. /tests/guest/lib.sh
. /tests/guest/storms.bash

waiting() { tc -n sw -s qdisc show dev p2 | sed -n 's/.*backlog [^ ]* \([0-9]*\)p.*/\1/p'; }
moved() { stat sw p2 '.[0].port.tx_same_group'; }

# datagrams HOST ARGUMENTS...: a flow of its own
datagrams()
{
	number=$((number + 1))
	send "$1" sent --flow $number "${@:2}"
}

# flows HOST: ten frames each, of IPv4 and IPv6, of priorities 3, 4 and 0
flows()
{
	local address dscp

	for address in 10.0.0.2 fd00::2; do
		for dscp in 26 34 0; do
			datagrams "$1" --dscp "$dscp" --count 10 "$address"
		done
	done
}

# held PRIO TEXT WAITING PASSED COMMAND...: h2 pauses that priority
held()
{
	local prio=$1 text=$2 waits=$3 passes=$4 before

	shift 4
	say h2 "prio$prio.xoff"
	before=$(came)
	"$@"
	sleep 0.3
	is "$text" "$(waiting) $(($(came) - before))" "$waits $passes"
	say h2 "prio$prio.last"
	check "all leave" wait_for 5 idle
}

number=0
came() { in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets; }

storm_star 3
for host in h1 h2 h3; do
	in_ns $host sysctl -qw net.ipv6.conf.all.disable_ipv6=0 net.ipv6.conf.eth0.disable_ipv6=0
done
lan h1/eth0=fd00::1 h2/eth0=fd00::2 h3/eth0=fd00::3
sleep 1		# router solicitations and reports are over
for prio in 3 5; do
	xoff_frames h2 $((1 << prio)) prio$prio
done
pfc sw -b - <<-END
	pfc set dev p2 prio-pfc 3:on 5:on
	pfc set dev p1 prio-pfc 3:on 5:on
	port set dev p1 port-group 7
	port set dev p2 port-group 7
	port set dev p3 port-group 8
	map set dev p2 same-group-prio 3:5 4:6 same-group-dscp 3:42 prio-dscp 6:50
END
receive h2 got

capture h2 eth0 same -Q in -s 0 "ether src $(mac h1 eth0)"
flows h1
sleep 0.3
captures_end
is "it is counted: priorities 3 and 4" "$(moved)" 40
capture h2 eth0 other -Q in -s 0 "ether src $(mac h3 eth0)"
flows h3
sleep 0.3
captures_end
is "nothing of another group is" "$(moved)" 40

# ---- the priority that they have: of that XOFF stops them
moving() { datagrams h1 --dscp 26 --count 10 10.0.0.2; }
staying() { datagrams h3 --dscp 26 --count 10 10.0.0.2; }
held 3 "what is moved does not obey its old priority" 0 10 moving
held 5 "but its new one" 10 0 moving
held 3 "what is not moved obeys its own" 10 0 staying
held 5 "and no other" 0 10 staying

# ---- but it stays charged to the group that it came in by, which stops its sender
say h2 prio5.xoff
pfc sw stats clear dev p1
pfc sw pg set dev p1 pg 3 xoff 2K xon 1K
capture h1 eth0 xoff -Q in ether proto 0x8808
moving
sleep 0.3
is "it is charged to the group of its old priority" "$(stat sw p1 '.[0].pg | [.[3].occupancy >
	10000, .[5].occupancy] | map(tostring) | join(" ")')" "true 0"
captures_end
is "for which h1 is told XOFF" "$(control xoff 3 | awk '{ print $2 }' | uniq) $(
	control xoff 5 | grep -c XOFF)" "XOFF 0"
say h2 prio5.last
check "all leave" wait_for 5 idle

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
between "large packets are counted" $(($(moved) - before)) 8 80

# ---- frames that are not of IP, of an own socket, and when there is no group
pfc sw map set dev p1 default-prio 3
before=$(moved)
printf '0 %s%s88b5%092d\n' "$(mac h2 eth0 | tr -d :)" "$(mac h1 eth0 | tr -d :)" 0 > /tmp/none
held 5 "a frame that is not of IP is moved" 1 0 say h1 none
is "and counted" $(($(moved) - before)) 1
ip -n sw address add 10.0.0.9/24 dev br0
neighbour sw br0 10.0.0.2 "$(mac h2 eth0)"
before=$(moved)
held 5 "what the switch itself sends is not" 0 10 datagrams sw --dscp 26 --count 10 10.0.0.2
is "nor counted" $(($(moved) - before)) 0
check "no group" pfc sw port set dev p2 port-group none
held 5 "without a group nothing is moved" 0 10 moving
check "another group" pfc sw port set dev p2 port-group 8
held 5 "nor when it is another one" 0 10 moving
held 5 "but what is of that" 10 0 staying
received got
is "all arrive, in order" "$(value got '"\(.datagrams) \([.flows[] | .duplicates +
	.out_of_order] | add)"')" \
	"$((60 + 60 + 20 + 20 + 10 + 80 + 10 + 20 + 10)) 0"
nothing_else_lost
