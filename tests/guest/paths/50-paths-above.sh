#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Lossless packets that pass a macvlan, ipvlan, tunnel, MACsec or IPsec device above a port
# stay charged to that port, in both directions.  A device of another namespace that sends
# through the switch forges the tag of p1: its packets are not charged to p1.
#
#   h1 eth0 ── p1 sw p3 ── eth0 h3
#                 └ evil (above p1, or a tunnel through sw)
#
# long: yes
# timeout: 600
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/above.bash

# vxlan_forged TEXT: evil has a VXLAN device that sends through sw to another one of sw, in1.
# in1 is in a bridge: the packets still have a route of evil, with which a router drops them.
vxlan_forged()
{
	ip -n sw link add in1 type vxlan id 9 dstport 4791 local 10.9.1.2
	ip -n sw link set in1 master br0
	up sw in1
	ip -n sw link add spoof type vxlan id 9 dstport 4790 local 10.9.1.1
	ip -n sw link set spoof netns evil
	bridge -n evil fdb append "$(mac h3 eth0)" dev spoof dst 10.9.1.2 port 4791
	neighbour evil spoof 10.0.2.3 "$(mac h3 eth0)"
	forged "$1" 10.0.2.3
	ip -n sw link del in1
}

# gre_forged TEXT: as vxlan_forged, with GRE
gre_forged()
{
	ip -n sw link add in1 type gre local 10.9.1.2 remote 10.9.1.1
	up sw in1
	ip -n sw link add spoof type gre local 10.9.1.1 remote 10.9.1.2
	ip -n sw link set spoof netns evil
	forged "$1" 10.0.3.1 via 10.0.4.254 onlink
	ip -n sw link del in1
}

above_switch

# ---- devices above p1 ------------------------------------------------------

ip -n sw link add up0 link p1 address 00:00:5e:00:01:0a type macvlan mode bridge
up sw up0
routed "macvlan" up0 eth0 macvlan_forged
ip -n sw link del up0

# An ipvlan device receives only packets to its own address: the outer ones of a tunnel
for mode in l2 l3; do
	ip -n sw link add iv0 link p1 type ipvlan mode $mode
	ip -n sw address add 10.9.0.3/24 dev iv0
	up sw iv0
	neighbour sw iv0 10.9.0.1 "$(mac h1 eth0)"
	neighbour h1 eth0 10.9.0.3 "$(mac sw p1)"
	to_sw=(local 10.9.0.1 remote 10.9.0.3) to_h1=(local 10.9.0.3 remote 10.9.0.1)
	pair gre tos inherit
	routed "GRE above ipvlan $mode" up0 up0
	gone
	ip -n sw link del iv0
done

modprobe -a macsec gcm ctr ghash-generic 2> /dev/null
macsec_pair
routed "MACsec" up0 up0
bridged "MACsec"
gone

# ---- tunnels ---------------------------------------------------------------

to_sw=(local 10.9.0.1 remote 10.9.0.2) to_h1=(local 10.9.0.2 remote 10.9.0.1)
pair vxlan id 7 dstport 4789 tos inherit
routed "VXLAN" up0 up0
bridged "VXLAN" vxlan_forged
gone

pair gretap tos inherit
bridged "gretap"
gone

pair gre tos inherit
routed "GRE" up0 up0 gre_forged
gone

# The route or an FDB entry gives the other end of the tunnel
ip -n h1 link add up0 mtu 1400 type vxlan id 7 dstport 4789 tos inherit "${to_sw[@]}"
ip -n sw link add up0 mtu 1400 type vxlan external dstport 4789
up h1 up0
up sw up0
mkbridge sw br0 up0 p3
ip -n sw link set up0 type bridge_slave vlan_tunnel on
ip -n sw link set br0 type bridge vlan_filtering 1 vlan_default_pvid 1
bridge -n sw vlan add dev up0 vid 1 pvid untagged tunnel_info id 7
bridge -n sw fdb append "$(mac h1 up0)" dev up0 dst 10.9.0.1 src_vni 7 vni 7
for i in "up0 h1 up0" "p3 h3 eth0"; do
	read -r port host dev <<< "$i"
	bridge -n sw fdb replace "$(mac "$host" "$dev")" dev "$port" master static vlan 1
done
lan h1/up0=10.0.2.1 h3/eth0=10.0.2.3
burst "VXLAN with external, bridged" h1 p1 eth0 h3 10.0.2.3
ip -n sw link del br0
gone

# ---- IPsec -----------------------------------------------------------------

modprobe -a esp4 xfrm_user xfrm_interface authenc crypto_null 2> /dev/null
# policy NS DIRECTION FROM TO [if_id ID]: one direction of the tunnel 10.9.0.1 - 10.9.0.2, for all
# packets of an xfrm interface, else for those between 10.0.1.1 and 10.0.3.1
policy()
{
	local where=$1 direction=$2 from=$3 to=$4 what=(src 10.0.3.1 dst 10.0.1.1)

	shift 4
	[ "$direction" = fwd ] ||
		ip -n "$where" xfrm state add src "$from" dst "$to" proto esp \
			spi 0x$((100 + ${to##*.})) reqid 1 mode tunnel "$@" \
			enc 'ecb(cipher_null)' '' auth 'hmac(sha256)' 0x$key1$key2
	[ "$from" = 10.9.0.2 ] || what=(src 10.0.1.1 dst 10.0.3.1)
	[ $# = 0 ] || what=()
	ip -n "$where" xfrm policy add "${what[@]}" dir "$direction" "$@" \
		tmpl src "$from" dst "$to" proto esp reqid 1 mode tunnel
}

# policies [if_id ID]
policies()
{
	for n in h1 sw; do
		ip -n $n xfrm policy flush
		ip -n $n xfrm state flush
	done
	policy h1 out 10.9.0.1 10.9.0.2 "$@"
	policy h1 in 10.9.0.2 10.9.0.1 "$@"
	policy sw out 10.9.0.2 10.9.0.1 "$@"
	policy sw in 10.9.0.1 10.9.0.2 "$@"
	policy sw fwd 10.9.0.1 10.9.0.2 "$@"
}

policies if_id 9
for i in "h1 eth0" "sw p1"; do
	read -r where dev <<< "$i"
	ip -n "$where" link add up0 mtu 1350 type xfrm dev "$dev" if_id 9
	up "$where" up0
done
routed "xfrm interface" up0 up0
gone
policies
ip -n h1 route del 10.0.3.0/24 2> /dev/null
routed "IPsec" p1 eth0

is "nothing is charged to p1 and p3 at the end" \
	"$(pfc sw -j stats show | jq -c '[.[].pg[].occupancy] | add')" 0
