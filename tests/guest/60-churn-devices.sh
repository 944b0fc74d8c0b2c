#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Which devices can be a port and which cannot, and where the qdisc can stand.
#
#   sw: d0 … d5 (dummy), v0 ── v1, br0, bond0, team0, vrf0, d0.7, mv0, tun0, …
#
# nics: 1

. /tests/guest/lib.sh

ns sw
attach() { tc -n sw qdisc replace dev "$1" root pfc; }
is_port() { tc -n sw qdisc show dev "$1" root | grep -q '^qdisc pfc '; }
qdiscs() { tc -n sw qdisc show; }

# no TEXT DEVICE PATTERN: it cannot be a port, and stays what it was
no()
{
	local before

	before=$(qdiscs)
	refused "$1 is refused" "cannot be a pfc port: $3" attach "$2"
	is "$1 is as it was" "$(qdiscs)" "$before"
}

# yes TEXT DEVICE
yes()
{
	check "$1 becomes a port" attach "$2"
	check "$1 is one" is_port "$2"
	check "$1 ceases to be one" tc -n sw qdisc del dev "$2" root
	check "$1 is none any more" eval "! is_port $2"
}

for dev in d0 d1 d2 d3 d4 d5; do
	ip -n sw link add $dev type dummy
done
ip -n sw link add v0 type veth peer name v1
ip -n sw link add br0 type bridge
ip -n sw link add bond0 type bond
ip -n sw link add team0 type team
ip -n sw link add vrf0 type vrf table 7
ip -n sw link add d0.7 link d0 type vlan id 7
ip -n sw link add mv0 link d0 type macvlan
ip -n sw link add mt0 link d0 type macvtap
ip -n sw link add nl0 type nlmon
modprobe tun
ip -n sw tuntap add tun0 mode tun
ip -n sw tuntap add tap0 mode tap

no "loopback" lo 'loopback'
no "a bridge" br0 'bridge'
no "a bond" bond0 'bond'
no "a team" team0 'bond or team'
no "a VRF" vrf0 'VRF'
no "a VLAN device" d0.7 'VLAN'
no "a macvlan" mv0 'macvlan'
no "a macvtap" mt0 'macvlan'
no "a tun" tun0 'not an Ethernet device'
no "nlmon" nl0 'not an Ethernet device'

ip -n sw link set d1 master bond0
ip -n sw link set d2 master team0
ip -n sw link set d3 master br0
ip -n sw link set d4 master vrf0
yes "a dummy" d5
yes "a veth" v0
yes "a tap" tap0
yes "the device below a VLAN" d0
yes "a bond's member" d1
yes "a team's member" d2
yes "a bridge's member" d3
yes "a VRF's member" d4

modprobe virtio_net
nic=$(basename "$(echo /sys/bus/virtio/drivers/virtio_net/virtio*/net/*)")
check "the guest has a NIC" test "$nic" != '*'
ip link set "$nic" netns sw
yes "a virtio NIC" "$nic"

# Below another qdisc, on a device with several queues
ip -n sw link add m0 numtxqueues 2 numrxqueues 2 type veth peer name m1
tc -n sw qdisc add dev d5 root handle 1: prio
tc -n sw qdisc add dev m0 root handle 1: mq
before=$(qdiscs)
for where in "d5 parent 1:1" "m0 parent 1:1"; do
	# shellcheck disable=SC2086 # a list of words
	refused "not $where" 'works at the root only' \
		tc -n sw qdisc replace dev $where pfc
done
is "they are as they were" "$(qdiscs)" "$before"
yes "a device with several queues" m0

# No options
refused "options: tc knows none" 'unparsable' \
	tc -n sw qdisc add dev d0 root pfc limit 1000
check "and nothing is attached" eval '! is_port d0'
attach d0
refused "added twice" 'Exclusivity' tc -n sw qdisc add dev d0 root pfc
refused "a port is not changed by tc" 'pfc|not supported' \
	tc -n sw qdisc change dev d0 root pfc limit 1000
check "and still there" is_port d0
refused "a port is not replaced under another handle" \
	'device is a pfc port already' \
	tc -n sw qdisc replace dev d0 root handle 4711: pfc
check "and still there" is_port d0

check "the module is in use" eval '! rmmod pfc'
tc -n sw qdisc del dev d0 root
check "and then not" rmmod pfc
