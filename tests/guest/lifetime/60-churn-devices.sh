#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Which devices can be ports, and where the pfc qdisc can be attached.
#
#   sw: d0 … d5 (dummy), v0 ── v1, br0, bond0, team0, vrf0, d0.7, mv0, tun0, …
#
# nics: 2

. /tests/guest/lib/lib.sh

ns sw
attach() { tc -n sw qdisc replace dev "$1" root pfc; }
is_port() { tc -n sw qdisc show dev "$1" root | grep -q '^qdisc pfc '; }
qdiscs() { tc -n sw qdisc show; }

# no TEXT DEVICE PATTERN: the device cannot be a port, and does not change
no()
{
	local before

	before=$(qdiscs)
	refused "$1 is refused" "cannot be a pfc port: $3" attach "$2"
	is "$1 is unchanged" "$(qdiscs)" "$before"
}

# yes TEXT DEVICE: the device can become a port and be released again
yes()
{
	check "$1 becomes a port" attach "$2"
	check "$1 is a port" is_port "$2"
	check "the qdisc of $1 is deleted" tc -n sw qdisc del dev "$2" root
	check "$1 is not a port without the qdisc" eval "! is_port $2"
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
ip -n sw link add ifb7 type ifb
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
no "an ifb" ifb7 'ifb device; the device that redirects to it can be a port'

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
nics=(/sys/bus/virtio/drivers/virtio_net/virtio*/net/*)
nic=${nics[0]##*/}	# its peer is the second NIC
check "the guest has a NIC" test "$nic" != '*'
ip link set "${nics[1]##*/}" up
ip link set "$nic" netns sw
yes "a virtio NIC" "$nic"

# pfc as the default qdisc: devices without queues ignore the default, other devices fall back
# to noqueue
is_kind() { [[ "$(tc -n sw qdisc show dev "$1" root)" = "qdisc $2 "* ]]; }
default=$(sysctl -n net.core.default_qdisc)
expect_message ': (net.core.default_qdisc is pfc|default qdisc \(pfc\) fail)'
sysctl -qw net.core.default_qdisc=pfc
ip -n sw link add d6 type dummy
ip -n sw link add m2 numtxqueues 2 type veth peer name m3
# Devices with queues: this tap has two, the NIC has one
ip -n sw tuntap add mt1 mode tap multi_queue
for dev in d6 m2 mt1; do
	ip -n sw link set "$dev" up
	check "default_qdisc=pfc: $dev is not a port" eval "! is_port $dev"
done
up sw "$nic"
check "default_qdisc=pfc: a virtio NIC is not a port" eval "! is_port $nic"
is "default_qdisc=pfc: port show lists no port" "$(pfc sw -j port show | jq length)" 0
check "default_qdisc=pfc: a virtio NIC gets noqueue" is_kind "$nic" noqueue
is "default_qdisc=pfc: the kernel log names the NIC" \
	"$(dmesg | grep -c "$nic: net.core.default_qdisc is pfc")" 1
ip -n sw address add 10.9.9.1/24 dev "$nic"
neighbour sw "$nic" 10.9.9.2 02:00:00:00:99:02
# Send at a low rate, because noqueue drops packets while the driver is busy
send sw default --rate 200k --count 10 10.9.9.2
is "the NIC with noqueue accepts all datagrams" "$(value default .datagrams)" 10
sent() { [ "$(in_ns sw cat "/sys/class/net/$nic/statistics/tx_packets")" -ge 10 ]; }
check "the NIC with noqueue sends all frames" wait_for 10 sent
refused "mq with pfc as the default of its queues is refused" \
	'cannot be a pfc port: net.core.default_qdisc is pfc' \
	tc -n sw qdisc replace dev mt1 root mq
yes "a virtio NIC (default_qdisc=pfc)" "$nic"
sysctl -qw "net.core.default_qdisc=$default"

# pfc cannot be attached below another qdisc; a device with several queues can be a port
ip -n sw link add m0 numtxqueues 2 numrxqueues 2 type veth peer name m1
tc -n sw qdisc add dev d5 root handle 1: prio
tc -n sw qdisc add dev m0 root handle 1: mq
before=$(qdiscs)
for where in "d5 parent 1:1" "m0 parent 1:1"; do
	# shellcheck disable=SC2086 # a list of words
	refused "pfc below another qdisc ($where) is refused" \
		'the pfc qdisc must be the root qdisc' \
		tc -n sw qdisc replace dev $where pfc
done
is "refused qdiscs change nothing" "$(qdiscs)" "$before"
yes "a device with several queues" m0

# The qdisc has no options
refused "options of the pfc qdisc are refused" 'unparsable' \
	tc -n sw qdisc add dev d0 root pfc limit 1000
check "a refused option attaches no port" eval '! is_port d0'
attach d0
refused "adding a port twice is refused" 'Exclusivity' tc -n sw qdisc add dev d0 root pfc
refused "tc qdisc change of a port is refused" 'pfc|not supported' \
	tc -n sw qdisc change dev d0 root pfc limit 1000
check "a refused change keeps the port" is_port d0
refused "replacing a port under another handle is refused" \
	'device is a pfc port already' \
	tc -n sw qdisc replace dev d0 root handle 4711: pfc
check "a refused replace keeps the port" is_port d0

check "rmmod with a port is refused" eval '! rmmod pfc'
tc -n sw qdisc del dev d0 root
check "rmmod without ports succeeds" rmmod pfc
