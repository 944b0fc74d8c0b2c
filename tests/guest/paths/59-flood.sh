#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# With flood-lossless drop, a port drops and counts a lossless packet without an FDB entry,
# which the bridge would flood.  All other packets are forwarded.  The lookup uses the current
# FDB in the VLAN of the packet: an entry that is learned, aged, added or deleted applies to
# the next packet.
#
#   h1 eth0 ── p1 ┐          ┌ p2 ── eth0 h2
#                 ├ br0 (sw) ┼ p3 ── eth0 h3
#                 │          └ p4 ── eth0 h4
#   h5 eth0 ── p5 (routed)
#
# The device counters of the hosts show which frames arrive.
#
# kernels: 6.1 6.12 7.2 7.3
# long: yes
# timeout: 400
# mode: any

. /tests/guest/lib/lib.sh

FAR=02:00:00:00:00:fe	# an address that no host has
LOSSLESS=0x68		# TOS: priority 3
LOSSY=0x20		# priority 1
H1=0x0a000001 H2=0x0a000002 H5=0x0a000505

# frame TO FROM IP_FROM IP_TO TOS [TAG]: prints a frame for rawsend
frame()
{
	local sum=$((0x4500 + $5 + 46 + 0x4011))

	sum=$((sum + ($3 >> 16) + ($3 & 0xffff) + ($4 >> 16) + ($4 & 0xffff)))
	printf '0 %s%s%s080045%02x002e000000004011%04x%08x%08x%052d\n' "${1//:/}" "${2//:/}" \
		"${6:-}" "$5" $((0xffff - (sum & 0xffff) - (sum >> 16))) "$3" "$4" 0
}

# put HOST COUNT FRAME...: HOST sends COUNT frames with the arguments of frame()
put()
{
	local where=$1 count=$2

	shift 2
	frame "$@" > /tmp/put
	in_ns "$where" rawsend --loop "$count" --period 100000 eth0 /tmp/put > /dev/null
}

# h1 TO TOS [TAG]: sends ten frames from h1 to the address TO
h1() { put h1 10 "$1" "$MAC1" $H1 $H5 "${@:2}"; }

# counts: prints the frames received by h2 to h5, and the drop_flood of p1 for the lossy
# and the lossless PG
counts()
{
	local host

	for host in h2 h3 h4 h5; do
		in_ns $host cat /sys/class/net/eth0/statistics/rx_packets
	done
	pfc sw -j -p stats show dev p1 |
		awk -F '[ ":,]+' '$2 == "drop_flood" && (++pg == 2 || pg == 4) { print $3 }'
}

# since: prints the increase of the counts since $before
since() { paste <(echo "$before") <(counts) | awk '{ print $2 - $1 }' | paste -sd ' '; }
since_is() { [ "$(since)" = "$1" ]; }

# goes TEXT "H2 H3 H4 H5 LOSSY LOSSLESS" COMMAND...: checks that the command increases the
# counts by these numbers
goes()
{
	local text=$1 wanted=$2 before

	before=$(counts)
	shift 2
	"$@"
	wait_for 3 since_is "$wanted"
	sleep 0.05
	is "$text" "$(since)" "$wanted"
}

# reaches TEXT DEV COUNTS COMMAND...: as goes, and the switch's device DEV receives ten packets
reaches()
{
	local text=$1 file=/sys/class/net/$2/statistics/rx_packets received

	received=$(in_ns sw cat "$file")
	goes "$text" "${@:3}"
	is "$text: packets received by $2" $(($(in_ns sw cat "$file") - received)) 10
}

entry() { bridge -n sw fdb show br br0 | grep -q "^$1 .*${2:-}"; }
no_entry() { ! entry "$@"; }

# add_entry DEV [VLAN...], del_entry DEV [VLAN...]: adds or deletes the FDB entry of FAR
add_entry() { bridge -n sw fdb add $FAR dev "$1" master static "${@:2}"; }
del_entry() { bridge -n sw fdb del $FAR dev "$1" master "${@:2}"; }
# local_vlan_0 MASK: sets or clears fdb_local_vlan_0, bit 4 of the bridge's options; ip of bookworm
# cannot.  6.1 and 6.12 lack this option: all VLANs have the addresses of the bridge ports.
local_vlan_0()
{
	local header data="2={ 46=hex:${1}00000010000000 }"

	if [[ $(uname -r) = 6.@(1|12).* ]]; then
		lacks "fdb_local_vlan_0 $1: this kernel does not have it"
		return
	fi
	printf -v header '00000000%02x0000000000000000000000' \
		"$(in_ns sw cat /sys/class/net/br0/ifindex)"
	# RTM_NEWLINK, IFLA_LINKINFO, IFLA_INFO_KIND, IFLA_INFO_DATA, IFLA_BR_MULTI_BOOLOPT
	check "fdb_local_vlan_0: $1" grep -q "^ok" \
		<<< "$(nsexec sw nlraw route <<< "16 raw:$header 18={ 1=str:bridge $data }")"
}
filter() { ip -n sw link set br0 type bridge vlan_filtering "$1"; }

# ports: makes p1 to p5 ports, p1 and p5 with flood-lossless drop
ports()
{
	local n

	for n in 1 2 3 4 5; do
		pfc sw port add dev p$n
		pfc sw pfc set dev p$n prio-pfc 3:on
	done
	pfc sw map set dev p1 flood-lossless drop
	pfc sw map set dev p5 flood-lossless drop
}

the_bridge()
{
	mkbridge sw br0 p1 p2 p3 p4
	fdb sw p2 h2 eth0
}

ns h1 h2 h3 h4 h5 sw
for n in 1 2 3 4 5; do
	link h$n eth0 sw p$n
done
MAC1=$(mac h1 eth0) MAC2=$(mac h2 eth0) MAC5=$(mac h5 eth0)

# The ports get flood-lossless drop before the bridge exists and the bridge module is loaded
[ ! -e /sys/module/bridge/refcnt ] || check "the bridge module is not loaded" false
ports
the_bridge
goes "a lossless packet without an FDB entry is dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
goes "a lossless packet with an FDB entry is forwarded" "10 0 0 0 0 0" h1 "$MAC2" $LOSSLESS
goes "a lossy packet without an FDB entry is flooded" "10 10 10 0 0 0" h1 $FAR $LOSSY
goes "lossless broadcast is flooded" "10 10 10 0 0 0" h1 ff:ff:ff:ff:ff:ff $LOSSLESS
goes "lossless multicast is flooded" "10 10 10 0 0 0" h1 01:00:5e:00:00:05 $LOSSLESS
goes "a port without flood-lossless drop floods" \
	"4 4 0 0 0 0" put h4 4 $FAR "$(mac h4 eth0)" $H1 $H5 $LOSSLESS

# FDB entries are added, learned, aged and deleted
ip -n sw link set p3 type bridge_slave learning on
put h3 1 "$MAC1" $FAR $H1 $H5 $LOSSY
check "the address FAR is learned at p3" wait_for 5 entry $FAR "dev p3"
ip -n sw link set p3 type bridge_slave learning off
goes "a packet to a learned address is forwarded" "0 10 0 0 0 0" h1 $FAR $LOSSLESS
ip -n sw link set br0 type bridge ageing_time 100
check "the learned entry ages" wait_for 30 no_entry $FAR
ip -n sw link set br0 type bridge ageing_time 30000
goes "a packet to an aged address is dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
add_entry p4
goes "a packet to a static entry is forwarded" "0 0 10 0 0 0" h1 $FAR $LOSSLESS
del_entry p4
goes "a packet to a deleted static entry is dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS

# Routed packets
ip -n sw address add 10.0.0.254/24 dev br0
ip -n sw address add 10.0.5.254/24 dev p5
in_ns sw sysctl -qw net.ipv4.ip_forward=1
neighbour sw br0 10.0.0.2 "$MAC2"
neighbour sw p5 10.0.5.5 "$MAC5"
goes "a packet to the bridge's address is routed" "0 0 0 10 0 0" h1 "$(mac sw br0)" $LOSSLESS
goes "a port without a bridge drops nothing" "10 0 0 0 0 0" \
	put h5 10 "$(mac sw p5)" "$MAC5" $H5 $H2 $LOSSLESS

# VLANs: all ports are members of 10 and 20
filter 1
for n in 1 2 3 4; do
	bridge -n sw vlan add dev p$n vid 10
	bridge -n sw vlan add dev p$n vid 20
done
add_entry p3 vlan 10
goes "VLAN 10 with an entry: forwarded" "0 10 0 0 0 0" h1 $FAR $LOSSLESS 8100000a
goes "VLAN 20 without an entry: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS 81000014
goes "untagged, PVID 1 without an entry: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
goes "priority tag, PVID 1 without an entry: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS 81000000
bridge -n sw vlan add dev p1 vid 10 pvid
goes "untagged, PVID 10 with an entry: forwarded" "0 10 0 0 0 0" h1 $FAR $LOSSLESS
goes "priority tag, PVID 10 with an entry: forwarded" "0 10 0 0 0 0" h1 $FAR $LOSSLESS 81000000
goes "VLAN 20 without an entry, PVID 10: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS 81000014
ip -n sw link set br0 address 02:00:00:00:00:b0
goes "the bridge's address is not dropped in a VLAN" "10 10 10 0 0 0" \
	h1 02:00:00:00:00:b0 $LOSSLESS 8100000a
goes "VLAN 20 without an entry, lossy: flooded" "10 10 10 0 0 0" h1 $FAR $LOSSY 81000014
bridge -n sw vlan add dev p1 vid 20 pvid
goes "untagged, PVID 20 without an entry: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS

# A VLAN device of the port gets its packets before the bridge
for id in 0 20; do
	ip -n sw link add link p1 name p1.$id type vlan id $id
	ip -n sw link set p1.$id up
done
reaches "VLAN device p1.20: not dropped" p1.20 "0 0 0 0 0 0" h1 $FAR $LOSSLESS 81000014
reaches "VLAN device p1.0, priority tag: not dropped" p1.0 "0 0 0 0 0 0" h1 $FAR $LOSSLESS 81000000
goes "untagged, VLAN devices of the port: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
ip -n sw link set p1.20 down
goes "VLAN device p1.20 is down: flood-lossless drops nothing" "0 0 0 0 0 0" \
	h1 $FAR $LOSSLESS 81000014
ip -n sw link del p1.20
goes "VLAN 20, a VLAN device of another VLAN: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS 81000014
ip -n sw link del p1.0
ip -n sw link add link br0 name br0.20 type vlan id 20
ip -n sw link set br0.20 up
goes "VLAN 20, a VLAN device of the bridge: dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS 81000014
ip -n sw link del br0.20
ip -n sw link set br0 type bridge vlan_protocol 802.1ad
goes "802.1ad bridge: a C-tag 10 is not VLAN 10, dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS 8100000a
goes "802.1ad bridge: an S-tag 10 is VLAN 10, forwarded" "0 10 0 0 0 0" h1 $FAR $LOSSLESS 88a8000a
ip -n sw link set br0 type bridge vlan_protocol 802.1Q
filter 0
goes "no VLAN filtering: an entry of VLAN 10 does not match" \
	"0 0 0 0 0 10" h1 $FAR $LOSSLESS 8100000a
del_entry p3 vlan 10
bridge -n sw vlan del dev p4 vid 1-20
add_entry p4
goes "no VLAN filtering: an entry without VLAN matches a tag" \
	"0 0 10 0 0 0" h1 $FAR $LOSSLESS 8100000a
filter 1
goes "VLAN filtering: an entry without VLAN does not match" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
local_vlan_0 10
reaches "fdb_local_vlan_0: the address of a bridge port is not dropped" br0 "0 0 0 0 0 0" \
	h1 "$(mac sw p3)" $LOSSLESS 8100000a
goes "fdb_local_vlan_0: another entry without VLAN does not match" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
local_vlan_0 00
filter 0
del_entry p4

# Devices above the bridge with addresses of their own, for which the FDB has no entries.  The
# switch routes the packets to h5.
ip -n sw link add link br0 name gateway address 02:00:00:00:00:a1 type macvlan mode private
ip -n sw link add link br0 name br0.10 address 02:00:00:00:00:a2 type vlan id 10
ip -n sw link set gateway up
ip -n sw link set br0.10 up
reaches "the address of a macvlan of the bridge is not dropped" gateway "10 10 10 10 0 0" \
	h1 02:00:00:00:00:a1 $LOSSLESS
reaches "the address of a VLAN device of the bridge is not dropped" br0.10 "10 10 10 10 0 0" \
	h1 02:00:00:00:00:a2 $LOSSLESS 8100000a
goes "the bridge is promiscuous: another address is dropped" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
ip -n sw link del gateway
ip -n sw link del br0.10

# A GSO packet counts as the frames that it contains
offload h1 eth0 on
ip -n h1 address add 10.0.0.1/24 dev eth0
neighbour h1 eth0 10.0.0.9 $FAR
goes "two GSO packets of eight frames count as 16 drops" "0 0 0 0 0 16" \
	send h1 gso --dscp 26 --gso 8 --count 16 10.0.0.9

pfc sw map set dev p1 flood-lossless forward
goes "flood-lossless forward floods lossless packets" "10 10 10 0 0 0" h1 $FAR $LOSSLESS
pfc sw map set dev p1 flood-lossless drop
ip -n sw link del br0
goes "a port whose bridge is deleted drops nothing" "0 0 0 0 0 0" h1 $FAR $LOSSLESS

# The other order: the bridge exists before the module is loaded and the ports get
# flood-lossless drop
is "nothing is charged to the pool" \
	"$(pfc sw -j pool show default | jq '.shared_used + .headroom_used')" 0
for n in 1 2 3 4 5; do
	pfc sw port del dev p$n
done
check "rmmod pfc without ports succeeds" rmmod pfc
[ ! -e /sys/module/bridge/refcnt ] || check "rmmod bridge without bridges succeeds" rmmod bridge
the_bridge
modprobe pfc
ports
goes "the FDB of a bridge older than the module is used" "0 0 0 0 0 10" h1 $FAR $LOSSLESS
