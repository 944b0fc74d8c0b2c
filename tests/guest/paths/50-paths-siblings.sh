#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# More paths above a port than 50-paths-above has.  A device of another namespace above the same
# port does not cut the charge of packets that it cannot forge.  A tunnel of another namespace
# forges the tag of p1: its packets through the switch are not charged to p1, neither when they
# leave by p3 nor when another device of the switch receives them.  pfcctl check reports a Geneve
# tunnel, which cannot keep the charge, before packets are lost.
#
#   h1 eth0 ── p1 sw p3 ── eth0 h3
#                 └ evil (above p1, or a tunnel through sw)
#
# timeout: 600
# mode: any
# kernels: 6.1 6.12 7.2 7.3
# long: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/above.bash

foreign() { pfc sw -j port show dev p1 | jq '.[0].foreign_devices'; }
# reported: the faults of up0 that check finds
reported() { pfc sw check | grep "^up0: packets that pass this device are not charged"; }

# sibling KIND ARGUMENTS...: evil has a device of KIND above p1
sibling()
{
	ip -n sw link add spoof link p1 type "$@"
	ip -n sw link set spoof netns evil
	up evil spoof
	is "the switch has a device of another namespace" "$(foreign)" 1
}

# ipvlan_forged TEXT: evil has a GRE tunnel above an ipvlan device beside iv0 of sw
ipvlan_forged()
{
	ip -n sw link add in1 type gre local 10.9.0.3 remote 10.9.0.5
	up sw in1
	ip -n sw link add iv1 link p1 type ipvlan mode l2
	ip -n sw link set iv1 netns evil
	ip -n evil address add 10.9.0.5/24 dev iv1
	up evil iv1
	neighbour evil iv1 10.9.0.3 "$(mac sw p1)"
	ip -n evil link add spoof type gre local 10.9.0.5 remote 10.9.0.3
	forged "$1" 10.0.3.1 via 10.0.4.254 onlink
	ip -n evil link del iv1
	ip -n sw link del in1
}

# out_forged KIND ARGUMENTS...: evil has a tunnel through p3 of sw to in0 of h3
out_forged()
{
	local kind=$1 route=(via 10.0.5.1 onlink)

	shift
	ip -n h3 link add in0 type "$kind" "$@" remote 10.0.3.254
	ip -n h3 address add 10.0.5.1/24 dev in0
	up h3 in0
	ip -n sw link add spoof type "$kind" "$@" remote 10.0.3.1
	ip -n sw link set spoof netns evil
	if [ "$kind" != gre ]; then
		neighbour evil spoof 10.0.5.1 "$(mac h3 in0)"
		route=()
	fi
	forged "$kind through p3" 10.0.5.1 "${route[@]}"
	ip -n h3 link del in0
}

above_switch
in_ns h3 sysctl -qw net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0
modprobe -a macsec gcm ctr ghash-generic geneve 2> /dev/null

# ---- with a device of another namespace above p1 ---------------------------

sibling macvlan mode bridge
ip -n sw link add up0 link p1 address 00:00:5e:00:01:0a type macvlan mode bridge
up sw up0
check "macvlan beside a sibling: check reports the loss of the charge" reported
check "macvlan in private mode" ip -n sw link set up0 type macvlan mode private
is "private macvlan: check reports nothing" "$(reported)" ""
routed "private macvlan, with a sibling" up0 eth0
ip -n sw link del up0
ip -n evil link del spoof

sibling vlan id 9
macsec_pair
is "MACsec: check reports nothing" "$(reported)" ""
routed "MACsec, with a sibling" up0 up0
bridged "MACsec, with a sibling"
gone

pair gre tos inherit
is "GRE: check reports nothing" "$(reported)" ""
routed "GRE, with a sibling" up0 up0
gone
pair gretap tos inherit
bridged "gretap, with a sibling"
gone
pair vxlan id 7 dstport 4789 tos inherit
check "VXLAN beside a sibling: check reports the loss of the charge" reported
gone
ip -n evil link del spoof
is "the switch has no device of another namespace" "$(foreign)" 0

# ---- forged tags -----------------------------------------------------------

ip -n sw link add iv0 link p1 type ipvlan mode l2
ip -n sw address add 10.9.0.3/24 dev iv0
up sw iv0
neighbour sw iv0 10.9.0.1 "$(mac h1 eth0)"
neighbour h1 eth0 10.9.0.3 "$(mac sw p1)"
to_sw=(local 10.9.0.1 remote 10.9.0.3) to_h1=(local 10.9.0.3 remote 10.9.0.1)
pair gre tos inherit
routed "GRE above ipvlan" up0 up0 ipvlan_forged
gone
ip -n sw link del iv0

lan h3/eth0=10.0.3.1 sw/p3=10.0.3.254
out_forged gre
out_forged gretap
out_forged vxlan id 9 dstport 4790
out_forged geneve id 9
ip -n sw address flush dev p3
ip -n h3 address flush dev eth0

# ---- more paths ------------------------------------------------------------

to_sw=(local 10.9.0.1 remote 10.9.0.2)
ip -n h1 link add up0 mtu 1400 type vxlan id 7 dstport 4789 tos inherit "${to_sw[@]}"
ip -n sw link add up0 mtu 1400 type vxlan external dstport 4789
up h1 up0
up sw up0
ip -n sw route add 10.0.1.1/32 encap ip id 7 dst 10.9.0.1 dev up0
routed "VXLAN with external" up0 up0
gone

to_sw=(remote 10.9.0.2) to_h1=(remote 10.9.0.1)
pair geneve id 7 tos inherit
check "Geneve: check reports the loss of the charge before packets are lost" reported
bridge_up0
receive h3 geneve-got
send h1 geneve-sent --dscp 26 --size 1200 --count $COUNT 10.0.2.3
wait_for 5 empty
received geneve-got
between "Geneve: packets are lost" "$(value geneve-got '.flows[].datagrams')" 1 $((COUNT - 1))
bridge_end
gone

# Only in passthru mode a macvlan device can forward the packets of a bridge
ip -n sw link add up0 link p1 type macvlan mode passthru
up sw up0
bridged "macvlan" "" eth0
ip -n sw link del up0

is "nothing is charged to p1 and p3 at the end" \
	"$(pfc sw -j stats show | jq -c '[.[].pg[].occupancy] | add')" 0
