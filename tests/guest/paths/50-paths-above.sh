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
# timeout: 600
# mode: any

. /tests/guest/lib/lib.sh

COUNT=250	# datagrams of a burst; the local queues of p1 and p3 hold 40

# port NS DEV RATE: makes the device a port with priority 3 lossless
port()
{
	check "$1 $2 is a port" pfc "$1" -b - <<-END
		port add dev $2 rate $3
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 20K xon 10K
		map set dev $2 ethtype-prio 0x88e5:3
	END
}

# pair KIND ARGUMENTS...: creates up0 above eth0 of h1 and above p1 of sw, or a tunnel between them
pair()
{
	local kind=$1

	shift
	ip -n h1 link add up0 mtu 1400 type "$kind" "$@" "${to_sw[@]}"
	ip -n sw link add up0 mtu 1400 type "$kind" "$@" "${to_h1[@]}"
	up h1 up0
	up sw up0
}

# burst TEXT FROM PORT DEV TO ADDRESS: FROM sends a burst through PORT of sw
burst()
{
	local text=$1 from=$2 port=$3 dev=$4 to=$5 address=$6 name=burst$((++bursts))

	pfc sw stats clear
	capture "$from" "$dev" "$name-pfc" ether proto 0x8808
	receive "$to" "$name-got"
	send "$from" "$name-sent" --dscp 26 --size 1200 --count $COUNT "$address"
	wait_for 5 empty
	received "$name-got"
	captures_end
	# With two CPUs, packets on a veth can lose their order
	is "$text: all datagrams arrive once" \
		"$(value "$name-got" '.flows[] | [.datagrams, .duplicates] | join(" ")')" "$COUNT 0"
	check "$text: $port sends XOFF" \
		test "$(tcpdump -Z root -r "$OUT/$name-pfc.pcap" 2> /dev/null | wc -l)" -gt 1
	is "$text: $port counts each packet once" "$(stat sw "$port" '[.[].pg[].rx_packets] | add')" $COUNT
}

empty() { ! pfc sw -j stats show | grep -qE '"(occupancy|backlog_bytes)": *[1-9]'; }

# routed TEXT SWITCHDEV HOSTDEV [FORGERY]: h1 and h3 send to each other through the router sw;
# meanwhile FORGERY sends packets of evil to h3
routed()
{
	local text=$1 dev=$2 host=$3

	ip -n sw address add 10.0.1.254/24 dev "$dev"
	ip -n h1 address add 10.0.1.1/24 dev "$host"
	if [ "$(in_ns h1 cat "/sys/class/net/$host/type")" = 1 ]; then
		neighbour h1 "$host" 10.0.1.254 "$(mac sw "$dev")"
		neighbour sw "$dev" 10.0.1.1 "$(mac h1 "$host")"
	fi
	ip -n sw address add 10.0.3.254/24 dev p3
	neighbour sw p3 10.0.3.1 "$(mac h3 eth0)"
	neighbour h3 eth0 10.0.3.254 "$(mac sw p3)"
	ip -n h1 route replace 10.0.3.0/24 via 10.0.1.254
	ip -n h3 address add 10.0.3.1/24 dev eth0
	ip -n h3 route replace 10.0.1.0/24 via 10.0.3.254
	burst "$text, routed" h1 p1 eth0 h3 10.0.3.1
	burst "$text, routed back" h3 p3 eth0 h1 10.0.1.1
	[ -z "${4:-}" ] || "$4" "$text"
	ip -n h1 address del 10.0.1.1/24 dev "$host"
	ip -n sw address del 10.0.1.254/24 dev "$dev"
	ip -n sw address flush dev p3
	ip -n h3 address flush dev eth0
}

# bridged TEXT [FORGERY]: up0 of sw and p3 are in one bridge
bridged()
{
	mkbridge sw br0 up0 p3
	fdb sw up0 h1 up0
	fdb sw p3 h3 eth0
	lan h1/up0=10.0.2.1 h3/eth0=10.0.2.3
	burst "$1, bridged" h1 p1 eth0 h3 10.0.2.3
	burst "$1, bridged back" h3 p3 eth0 h1 10.0.2.1
	[ -z "${2:-}" ] || "$2" "$1"
	ip -n sw link del br0
	ip -n h1 address flush dev up0
	ip -n h3 address flush dev eth0
}

gone()
{
	ip -n h1 link del up0
	ip -n sw link del up0
}

# forged TEXT ADDRESS ROUTE...: evil sends through spoof to h3, with the tag of p1 and priority 3
forged()
{
	local text=$1 address=$2 name=forged$((++bursts))

	shift 2
	up evil spoof
	tc -n evil qdisc add dev spoof clsact
	tc -n evil filter add dev spoof egress matchall classid "1:$tag"
	ip -n evil address add 10.0.4.1/24 dev spoof
	ip -n evil route add "$address" dev spoof "$@"
	pfc sw stats clear
	receive h3 "$name-got"
	send evil "$name-sent" --dscp 26 --size 1200 --count 20 "$address"
	sleep 0.3
	received "$name-got"
	is "$text: packets of another namespace arrive" "$(value "$name-got" .datagrams)" 20
	is "$text: they are not charged to p1" "$(stat sw p1 '.[].pg[3].peak')" 0
	ip -n evil link del spoof
}

# forged_above TEXT KIND ARGUMENTS...: evil has a device of KIND above p1, as up0 of sw
forged_above()
{
	local text=$1

	shift
	ip -n sw link add spoof link p1 address 02:00:00:00:66:01 type "$@" 2> /dev/null ||
		ip -n sw link add spoof link p1 type "$@"
	ip -n sw link set spoof netns evil
	neighbour evil spoof 10.0.4.254 "$(mac sw up0)"
	forged "$text" 10.0.3.1 via 10.0.4.254
}
macvlan_forged() { forged_above "$1" macvlan mode bridge; }

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

bursts=0
ns h1 h3 sw evil
link h1 eth0 sw p1
link h3 eth0 sw p3
in_ns sw sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=0 \
	net.ipv4.conf.default.rp_filter=0 net.ipv4.conf.all.send_redirects=0 \
	net.ipv4.conf.default.accept_local=1
port h1 eth0 100mbit
port h3 eth0 100mbit
port sw p1 20mbit
port sw p3 20mbit
for p in p1 p3; do
	pfc sw port set dev $p queue-limit 50K
done
tag=$(printf '%x' $((0x8000 | $(pfc sw -j port show dev p1 | jq '.[0].port_id') << 3 | 3)))
lan h1/eth0=10.9.0.1 sw/p1=10.9.0.2
ip -n sw address add 10.9.1.1/32 dev lo
ip -n sw address add 10.9.1.2/32 dev lo

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

key1=11111111111111111111111111111111 key2=22222222222222222222222222222222
modprobe -a macsec gcm ctr ghash-generic 2> /dev/null
ip -n h1 link add link eth0 up0 mtu 1400 type macsec encrypt on
ip -n sw link add link p1 up0 mtu 1400 type macsec encrypt on
# sa NS MAC OWNKEY PEERKEY: the keys of one end
sa()
{
	ip -n "$1" macsec add up0 tx sa 0 pn 1 on key 01 "$3"
	ip -n "$1" macsec add up0 rx port 1 address "$2"
	ip -n "$1" macsec add up0 rx port 1 address "$2" sa 0 pn 1 on key 02 "$4"
}
sa h1 "$(mac sw p1)" $key1 $key2
sa sw "$(mac h1 eth0)" $key2 $key1
up h1 up0
up sw up0
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
