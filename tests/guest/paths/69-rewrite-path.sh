#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Rewriting uses the priority of the packet at ingress.  This holds even if the VLAN tag with
# this priority is removed, if GRO has merged packets into a list, and if flooded packets use
# the queue of another priority.
#
#   h1 eth0, v10 ── p1 sw p2 ── eth0 h2
#
# timeout: 150
# mode: any

. /tests/guest/lib/lib.sh

star 2
pfc sw -b - <<-END
	port add dev p1 speed 1gbit
	port add dev p2 speed 1gbit rate 100mbit
	map set dev p2 prio-dscp 0:1 3:27
END

# sent NAME OPTION...: h1 sends a flow; NAME is the report of h2
sent()
{
	local name=$1

	shift
	receive h2 "$name"
	send h1 "$name-sent" --flow 1 "$@"
	sleep 0.5
	received "$name"
}

# Each packet of a GRO list keeps its own headers
in_ns h1 ethtool -K eth0 tx on sg on tso off gso off tx-udp-segmentation off > /dev/null
in_ns sw ethtool -K p1 gro on > /dev/null
for list in off on; do
	in_ns sw ethtool -K p1 rx-gro-list $list > /dev/null
	sent "list-$list" --dscp 26 --size 958 --gso 20 --count 200 10.0.0.2
	is "each packet gets the DSCP (rx-gro-list $list)" \
		"$(value "list-$list" '.flows["1"].dscp["27"]')" 200
done
in_ns sw ethtool -K p1 gro off rx-gro-list off > /dev/null

# Multicast of lossless priority 3 uses queue 0; the priority of its packets stays 3
pfc sw pfc set dev p1 prio-pfc 3:on
ip -n h1 neigh replace 10.0.0.2 lladdr 01:00:5e:00:00:05 dev eth0 nud permanent
sent group --dscp 26 --count 10 10.0.0.2
is "multicast gets the DSCP of its own priority" \
	"$(value group '.flows["1"].dscp["27"]')" 10

# The bridge sends multicast to the address of its only receiver (mcast_to_unicast).  Queue, PG and
# DSCP stay those of multicast.
ip -n sw link set br0 type bridge mcast_query_response_interval 100	# 1 s
ip -n sw link set br0 type bridge mcast_snooping 1 mcast_querier 1
bridge -n sw link set dev p2 mcast_to_unicast on
ip -n h1 route add 239.0.0.0/8 dev eth0
ip -n h2 addr add 239.1.1.1/32 dev eth0 autojoin
check "h2 joins the group" wait_for 15 eval 'bridge -n sw mdb show | grep -q "p2 grp 239.1.1.1"'
sleep 2
capture h2 eth0 unicast --immediate-mode ether dst "$(mac h2 eth0)" and dst 239.1.1.1
send h1 unicast --dscp 26 --count 10 239.1.1.1
sleep 0.5
# By skb->priority, the packets have priority 3 too, and multicast of this priority uses queue 0
tc -n sw qdisc add dev p2 clsact
tc -n sw filter add dev p2 egress matchall action skbedit priority 3
pfc sw map set dev p2 prio-source skb
pfc sw stats clear
send h1 unicast-skb --dscp 26 --count 10 239.1.1.1
sleep 0.5
is "multicast as unicast is not lossless (prio-source skb)" \
	"$(stat sw p2 '.[0].queue | "\(.[0].tx_packets) \(.[3].tx_packets)"')" "10 0"
captures_end
is "multicast as unicast gets the DSCP of its own priority" \
	"$(tcpdump -Z root -v -r "$OUT/unicast.pcap" 2> /dev/null | grep -o 'tos 0x[0-9a-f]*' |
		uniq -c | awk '{ print $3, $1 }' | paste -sd ' ')" "0x6c 10 0x4 10"
pfc sw map set dev p2 prio-source packet
tc -n sw qdisc del dev p2 clsact
ip -n sw link set br0 type bridge mcast_snooping 0

# The bridge removes the tag with the priority before the port that rewrites
ip -n h1 link add link eth0 name v10 type vlan id 10 egress-qos-map 0:3
ip -n h1 addr add 10.0.1.1/24 dev v10
ip -n h1 link set v10 up
ip -n h2 addr add 10.0.1.2/24 dev eth0
ip -n h1 neigh replace 10.0.1.2 lladdr "$(mac h2 eth0)" dev v10 nud permanent
ip -n sw link set br0 type bridge vlan_filtering 1
bridge -n sw vlan add dev p1 vid 10
bridge -n sw vlan add dev p2 vid 10 pvid untagged
bridge -n sw fdb replace "$(mac h2 eth0)" dev p2 master static vlan 10
pfc sw map set dev p1 trust pcp
for setting in "flood-lossless forward" "flood-lossless drop" "flood-prio 3:1"; do
	# shellcheck disable=SC2086 # two words
	pfc sw map set dev p1 $setting
	sent "tag-${setting// /-}" --count 10 10.0.1.2
	is "the priority of a removed tag gives the DSCP ($setting)" \
		"$(value "tag-${setting// /-}" '.flows["1"].dscp["27"]')" 10
done
