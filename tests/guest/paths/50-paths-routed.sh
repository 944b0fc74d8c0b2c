#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Each path through the routing of a switch charges a packet to its ingress port and PG:
# through a bridge device in both directions, port to port, from a VLAN device, and with
# fragmentation by the router.
#
#   h1 eth0 ── p1 ┐ first in br0, then routed
#                 ├ sw ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘ routed           p2 first routed, then in br0
#
# timeout: 300

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

# subnet N HOST/DEV SWITCHDEV: sets up the networks 10.0.N.0 and fd00:0:0:N::
subnet()
{
	local host=${2%%/*} dev=${2#*/}

	lan "$2=10.0.$1.1" "sw/$3=10.0.$1.254"
	lan "$2=fd00:0:0:$1::1" "sw/$3=fd00:0:0:$1::254"
	ip -n "$host" route replace default via "10.0.$1.254" dev "$dev"
	ip -n "$host" -6 route replace default via "fd00:0:0:$1::254" dev "$dev"
}

two()
{
	udp h1 --dscp 26 --count 5 "$1"
	udp h3 --dscp 46 --count 3 "$1"
}

both()
{
	charge p1 3 5 "$@"
	charge p3 5 3 "$@"
}

paths_switch
in_ns sw sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1 \
	net.ipv4.conf.all.send_redirects=0

mkbridge sw br0 p1
fdb sw p1 h1 eth0
subnet 1 h1/eth0 br0
subnet 2 h2/eth0 p2
subnet 3 h3/eth0 p3
path "br0 and port to port, IPv4" "$(both 1042)" two 10.0.2.1
path "br0 and port to port, IPv6" "$(both 1062)" two fd00:0:0:2::1
in_ns sw sysctl -qw net.ipv4.ip_forward_update_priority=0
path "br0 and port to port, priority kept" "$(both 1042)" two 10.0.2.1

for n in h1 h3; do
	in_ns "$n" sysctl -qw net.ipv4.ip_no_pmtu_disc=1
done
ip -n sw link set p2 mtu 600
WIRE="16 8608" path "fragmented by the router" "$(charge p1 3 5 1076 1042)
$(charge p3 5 3 1076 1042)" two 10.0.2.1
ip -n sw link set p2 mtu 1500

# The other direction: packets arrive at p1 and p3 and leave through br0
ip -n sw address flush dev br0
ip -n sw address flush dev p2
ip -n sw link set p1 nomaster
ip -n sw link set p2 master br0
fdb sw p2 h2 eth0
subnet 4 h1/eth0 p1
subnet 5 h2/eth0 br0
path "port to br0, IPv4" "$(both 1042)" two 10.0.5.1
path "port to br0, IPv6" "$(both 1062)" two fd00:0:0:5::1

for where in h1/eth0 sw/p1; do
	ip -n "${where%/*}" link add link "${where#*/}" name vlan10 type vlan id 10
	ip -n "${where%/*}" link set vlan10 up
done
subnet 10 h1/vlan10 vlan10
path "VLAN device to br0, IPv4" "$(charge p1 3 5 1042 1046)" \
	udp h1 --dscp 26 --count 5 10.0.5.1
path "VLAN device to br0, IPv6" "$(charge p1 3 5 1062 1066)" \
	udp h1 --dscp 26 --count 5 fd00:0:0:5::1

paths_end
