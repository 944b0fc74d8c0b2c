#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Each path through a bridge charges a packet to its ingress port and PG: plain and
# VLAN-aware bridges, VLAN devices as bridge ports, QinQ, fragments, flooding.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘
#
# timeout: 300

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

# vlan_hosts: adds the VLAN devices eth0.10 and eth0.s.20 (a tag inside a service tag)
vlan_hosts()
{
	local n

	for n in 1 2 3; do
		ip -n "h$n" link add link eth0 name eth0.10 type vlan id 10
		ip -n "h$n" link add link eth0 name eth0.s type vlan proto 802.1ad id 100
		ip -n "h$n" link add link eth0.s name eth0.s.20 type vlan id 20
		for dev in eth0.10 eth0.s eth0.s.20; do
			ip -n "h$n" link set "$dev" up
		done
	done
}

# stations DEV1 DEV2 DEV3: the bridge ports through which h1 to h3 are reached
stations()
{
	fdb sw "$1" h1 eth0
	fdb sw "$2" h2 eth0
	fdb sw "$3" h3 eth0
}

# two PREFIX: sends five datagrams from h1 and three from h3 to h2, whose address is PREFIX
# and a 2
two()
{
	udp h1 --dscp 26 --count 5 "${1}2"
	udp h3 --dscp 46 --count 3 "${1}2"
}

# both SIZE [SIZE_IN]: prints the charge of the datagrams of two()
both()
{
	charge p1 3 5 "$@"
	charge p3 5 3 "$@"
}

fragments() { udp h1 --dscp 26 --count 2 --size 4000 10.0.0.2; }

paths_switch
mkbridge sw br0 p1 p2 p3
stations p1 p2 p3
vlan_hosts
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3
lan h1/eth0=fd00::1 h2/eth0=fd00::2 h3/eth0=fd00::3
lan h1/eth0.10=10.0.10.1 h2/eth0.10=10.0.10.2 h3/eth0.10=10.0.10.3
lan h1/eth0.s.20=10.0.20.1 h2/eth0.s.20=10.0.20.2 h3/eth0.s.20=10.0.20.3
lan h1/eth0.s.20=fd20::1 h2/eth0.s.20=fd20::2 h3/eth0.s.20=fd20::3
neighbour h1 eth0 10.0.0.9 02:00:00:00:99:99

path "IPv4" "$(both 1042)" two 10.0.0.
path "IPv6" "$(both 1062)" two fd00::
path "802.1Q through" "$(both 1046)" two 10.0.10.
path "QinQ" "$(both 1050)" two 10.0.20.
path "QinQ, IPv6" "$(both 1070)" two fd20::
WIRE="6 8220" path "fragments" \
	"p1 pg 3: 6 came, 8220 bytes, 8220 wait" fragments
holders=(h2 h3)
WIRE="5 5210" path "flooded to two ports" \
	"p1 pg 3: 5 came, 5210 bytes, 10420 wait" \
	send h1 flood --dscp 26 --count 5 10.0.0.9
holders=(h2)
for n in 1 3; do
	in_ns "h$n" ethtool -K eth0 txvlan off tx-vlan-stag-hw-insert off
done
path "802.1Q through, tag in the packet" "$(both 1046)" two 10.0.10.
path "QinQ, both tags in the packet" "$(both 1050)" two 10.0.20.

# p1 is an access port of VLAN 10, p3 a trunk port; p2 is first a trunk, then an access port
ip -n sw link set br0 type bridge vlan_filtering 1
for n in 1 2 3; do
	bridge -n sw vlan del dev "p$n" vid 1
done
bridge -n sw vlan add dev p1 vid 10 pvid untagged
bridge -n sw vlan add dev p3 vid 10
bridge -n sw vlan add dev p2 vid 10
bridge -n sw fdb replace "$(mac h2 eth0)" dev p2 master static vlan 10
path "access to trunk" "$(charge p1 3 5 1046 1042)" \
	udp h1 --dscp 26 --count 5 10.0.0.2
path "trunk to trunk" "$(charge p3 5 3 1046)" \
	udp h3 --dscp 46 --count 3 10.0.10.2
bridge -n sw vlan add dev p2 vid 10 pvid untagged
path "access to access" "$(charge p1 3 5 1042)" \
	udp h1 --dscp 26 --count 5 10.0.0.2
path "trunk to access" "$(charge p3 5 3 1042 1046)" \
	udp h3 --dscp 46 --count 3 10.0.10.2
ip -n sw link del br0

# VLAN devices as ports of a bridge
for n in 1 2 3; do
	ip -n sw link add link "p$n" name "p$n.10" type vlan id 10
	ip -n sw link set "p$n.10" up
done
mkbridge sw br1 p1.10 p2.10 p3.10
stations p1.10 p2.10 p3.10
path "bridged VLAN devices" "$(both 1046)" two 10.0.10.
ip -n sw link set p2.10 nomaster
ip -n sw link set p2 master br1
fdb sw p2 h2 eth0
path "VLAN devices to a plain port" "$(both 1042 1046)" two 10.0.10.

paths_end
