# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of devices above ports: hosts h1 and h3 send to each other through the
# switch sw, which has such a device, and evil has a device that sends through sw.
#
#   h1 eth0 ── p1 sw p3 ── eth0 h3
#                 └ evil (above p1, or a tunnel through sw)

# shellcheck source=tests/guest/lib/paths.bash
. /tests/guest/lib/paths.bash

# Arguments of tunnels, for h1 and for sw
to_sw=(local 10.9.0.1 remote 10.9.0.2) to_h1=(local 10.9.0.2 remote 10.9.0.1)
key1=11111111111111111111111111111111 key2=22222222222222222222222222222222
COUNT=250	# datagrams of a burst; the local queues of p1 and p3 hold 40

# port NS DEV RATE: makes the device a port of RATE Mb/s with priority 3 lossless.  65535 quanta
# at 10 Mb/s are 3.3 s.
port()
{
	check "$1 $2 is a port" pfc "$1" -b - <<-END
		port add dev $2 rate ${3}mbit speed 10mbit
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

# burst TEXT FROM PORT DEV TO ADDRESS: FROM sends a burst through PORT of sw.  TO pauses the other
# port until FROM has sent, so that the buffer fills, however slow a tunnel is.
burst()
{
	local text=$1 from=$2 port=$3 dev=$4 to=$5 address=$6 name=burst$((++bursts))

	pfc sw stats clear
	capture "$from" "$dev" "$name-pfc" ether proto 0x8808
	receive "$to" "$name-got"
	hold "$to" eth0 "/tmp/$to.xoff"
	send "$from" "$name-sent" --dscp 26 --size 1200 --count $COUNT "$address"
	release
	in_ns "$to" rawsend eth0 "/tmp/$to.xon" > /dev/null
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

empty()
{
	local text

	text=$(pfc sw -j stats show) && [[ $text == *'"occupancy":'* &&
		! $text =~ \"(occupancy|backlog_bytes)\":[1-9] ]]
}

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

# bridge_up0 [HOSTDEV]: up0 of sw and p3 are in one bridge; HOSTDEV of h1 (up0) is behind up0
bridge_up0()
{
	mkbridge sw br0 up0 p3
	fdb sw up0 h1 "${1:-up0}"
	fdb sw p3 h3 eth0
	lan "h1/${1:-up0}=10.0.2.1" h3/eth0=10.0.2.3
}

bridge_end()
{
	ip -n sw link del br0
	ip -n h1 address del 10.0.2.1/24 dev "${1:-up0}"
	ip -n h3 address flush dev eth0
}

# bridged TEXT [FORGERY [HOSTDEV]]: h1 and h3 send to each other through that bridge
bridged()
{
	bridge_up0 "${3:-}"
	burst "$1, bridged" h1 p1 eth0 h3 10.0.2.3
	burst "$1, bridged back" h3 p3 eth0 h1 10.0.2.1
	[ -z "${2:-}" ] || "$2" "$1"
	bridge_end "${3:-}"
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

# sa NS MAC OWNKEY PEERKEY: the keys of one end
sa()
{
	ip -n "$1" macsec add up0 tx sa 0 pn 1 on key 01 "$3"
	ip -n "$1" macsec add up0 rx port 1 address "$2"
	ip -n "$1" macsec add up0 rx port 1 address "$2" sa 0 pn 1 on key 02 "$4"
}

# macsec_pair: creates up0, MACsec devices above eth0 of h1 and p1 of sw
macsec_pair()
{
	ip -n h1 link add link eth0 up0 mtu 1400 type macsec encrypt on
	ip -n sw link add link p1 up0 mtu 1400 type macsec encrypt on
	sa h1 "$(mac sw p1)" $key1 $key2
	sa sw "$(mac h1 eth0)" $key2 $key1
	up h1 up0
	up sw up0
}

# above_switch: creates hosts, links and ports; the tunnels of h1 and sw use 10.9.0.1 and 10.9.0.2
above_switch()
{
	bursts=0
	ns h1 h3 sw evil
	link h1 eth0 sw p1
	link h3 eth0 sw p3
	in_ns sw sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=0 \
		net.ipv4.conf.default.rp_filter=0 net.ipv4.conf.all.send_redirects=0 \
		net.ipv4.conf.default.accept_local=1
	port h1 eth0 40
	port h3 eth0 40
	port sw p1 8	# Mb/s: IPsec in an emulated CPU is not faster than twice this rate
	port sw p3 8
	for p in p1 p3; do
		pfc sw port set dev $p queue-limit 50K
		pfc_frame "$(mac "h${p#p}" eth0)" 0x08 0xffff > "/tmp/h${p#p}.xoff"
		pfc_frame "$(mac "h${p#p}" eth0)" 0x08 0 > "/tmp/h${p#p}.xon"
	done
	tag=$(printf '%x' $((0x8000 | $(pfc sw -j port show dev p1 | jq '.[0].port_id') << 3 | 3)))
	lan h1/eth0=10.9.0.1 sw/p1=10.9.0.2
	ip -n sw address add 10.9.1.1/32 dev lo
	ip -n sw address add 10.9.1.2/32 dev lo
}
