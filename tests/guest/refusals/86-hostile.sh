#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An unprivileged user has a network in a user namespace.  Its devices are behind the bridge
# member m0, which is no port, and behind the port p4.  The user sets tags, floods PFC and
# PAUSE frames, sends netlink requests, and uses up port ids and memory.  This does not
# affect other namespaces and ports.
#
#   h1 eth0 ── p1 ┐                    ┌ m0 ── e0 evil
#                 ├ br0 (sw) ── p3 ──── eth0 h3
#   h2 eth0 ── p2 ┘                    └ p4 ── e4 evil
#
# timeout: 400
# mode: smp

. /tests/guest/lib/lib.sh
. /tests/guest/lib/hostile.bash

PARAMETERS=/sys/module/pfc/parameters
MEMORY=4194304
TRUESIZE=700		# lower bound of the memory of the smallest packet, in bytes

# as_evil COMMAND...: runs the command as root of the user namespace, without rights outside
# of this namespace
as_evil() { as "$evil" "$@"; }

# flow NAME HOST FLOW [ARGUMENTS...]: sends a lossless flow to h3
flow()
{
	local name=$1 host=$2 number=$3

	shift 3
	send "$host" "$name" --dscp 26 --flow "$number" --size 958 --count 1000 "$@" 10.0.0.3
}

echo $MEMORY > $PARAMETERS/userns_memory_bytes
star 3
for n in 1 2 3; do
	rate=100mbit
	[ $n != 3 ] || rate=50mbit
	for port in h$n/eth0 sw/p$n; do
		pfc "${port%/*}" port add dev "${port#*/}" rate $rate
		pfc "${port%/*}" pfc set dev "${port#*/}" prio-pfc 3:on
	done
done
evil=$(user evil 65534)
check "the user has a network namespace" ip netns exec evil true
link evil e0 sw m0
link evil e4 sw p4
for port in m0 p4; do
	ip -n sw link set $port master br0
done
check "p4 is a port" pfc sw port add dev p4 rate 100mbit
check "p4 has a lossless priority" pfc sw pfc set dev p4 prio-pfc 3:on
fdb sw m0 evil e0
fdb sw p4 evil e4
ip -n evil address add 10.0.0.9/24 dev e0
neighbour evil e0 10.0.0.3 "$(mac h3 eth0)"

# ---- tags ----------------------------------------------------------------

tag=$(printf '%x' $((0x8000 | $(pfc sw -j port show dev p1 | jq '.[0].port_id') << 3 | 3)))
check "the user adds a clsact qdisc" as_evil tc qdisc add dev e0 clsact
check "the user sets the tag of port p1, priority 3" \
	as_evil tc filter add dev e0 egress matchall classid "1:$tag"
capture h1 eth0 h1-control ether proto 0x8808
receive h3 arrived
# Sends slowly enough that the backlogs of the CPUs hold all packets
send evil spoofed --size 958 --rate 20m --count 2000 10.0.0.3
captures_end
sleep 0.5
received arrived
is "the user's packets arrive" "$(value arrived .datagrams)" 2000
is "the user's packets are not charged to p1" "$(stat sw p1 '.[].pg[3].peak')" 0
is "h1 receives no PFC frame" "$(in_ns h1 tcpdump -Z root -r "$OUT/h1-control.pcap" 2> /dev/null | wc -l)" 0
is "the module ignores the user's tags" "$(stat sw p3 '.[].port.tx_stale')" 0
as_evil tc qdisc del dev e0 clsact

# ---- PFC and PAUSE -------------------------------------------------------

receive h3 got
as_evil rawsend --loop 1000000 --period 50000 e4 "$IN/control" > /dev/null 2>&1 &
flooder=$!
flow sent1 h1 1
flow sent2 h2 2
kill $flooder
sleep 1
received got
is "lossless flows lose nothing during a flood of PFC and PAUSE" \
	"$(value got .datagrams)" 2000
check "the flood arrives at the user's port p4" test "$(stat sw p4 '.[].port.rx_pfc')" -gt 100
is "the flood causes no PFC or PAUSE frame to p3" \
	"$(stat sw p3 '.[].port | .rx_pfc + .rx_pause')" 0

# ---- netlink -------------------------------------------------------------

refused "a user cannot set a port of another namespace" 'no such device' \
	as_evil pfcctl port set dev p1 rate 1mbit
is "a user does not see the ports of another namespace" \
	"$(as_evil pfcctl -j port show | jq length)" 0
refused "a user without privileges cannot change a port" 'ermitted' \
	nsexec sw setpriv --reuid 65534 --regid 65534 --clear-groups pfcctl port set dev p1 rate 1mbit
refused "a user without privileges cannot clear statistics" 'ermitted' \
	nsexec sw setpriv --reuid 65534 --regid 65534 --clear-groups pfcctl stats clear

# ---- ports and pools -----------------------------------------------------

for ((i = 1; i <= 70; i++)); do
	echo "link add d$i type dummy"
done > /tmp/devices
for ((i = 1; i <= 70; i++)); do
	echo "qdisc add dev d$i root pfc"
done > /tmp/ports
check "the user adds devices" as_evil ip -batch /tmp/devices
refused "the number of ports of a namespace is limited" \
	'network namespace has its maximum of 64 pfc ports' as_evil tc -batch /tmp/ports
is "the user has the maximum number of ports" "$(as_evil pfcctl -j port show | jq length)" 64
for ((i = 1; i <= 64; i++)); do
	echo "qdisc del dev d$i root"
done > /tmp/ports
check "the user deletes the ports" as_evil tc -batch /tmp/ports
refused "the size of a pool of a user is limited" \
	'pools: [0-9]* bytes exceed the limit of 67108864' \
	as_evil pfcctl pool set default size 65M
refused "the sum of the pools of a user is limited" \
	'bytes exceed the limit of 67108864' as_evil pfcctl pool add more size 60M
is "a refused size does not change the pool" \
	"$(as_evil pfcctl -j pool show default | jq .size)" 12582912

# ---- memory --------------------------------------------------------------

source=$(more_net source "$evil")
link source eth0 evil q1
link evil q2 source eth1
mkbridge evil br0 q1 q2
check "q1 is a port" as_evil pfcctl port add dev q1
check "q2 is a port" as_evil pfcctl port add dev q2 rate 1mbit
check "q2 obeys XOFF for priority 0" as_evil pfcctl pfc set dev q2 prio-pfc-rx 0:on
check "PG 0 of q1 has a large limit" as_evil pfcctl pg set dev q1 pg 0 limit 10M
ip -n source address add 10.1.0.1/24 dev eth0
neighbour source eth0 10.1.0.2 02:00:00:00:99:99
bridge -n evil fdb replace 02:00:00:00:99:99 dev q2 master static
# One XOFF at 1 Mb/s pauses q2 for 33 s, so that no packet leaves while a slow machine sends
printf '0 0180c200000102000000000388080101%s%s%088d\n' 0001 ffff 0 > /tmp/xoff
in_ns source rawsend --bypass eth1 /tmp/xoff > /dev/null
send source small --size 24 --count 15000 10.1.0.2
waiting=$(stat evil q2 '.[].queue[0].backlog_packets')
note "$waiting small packets wait"
between "the memory of the user's packets is bounded" $((waiting * TRUESIZE)) 1000000 $((MEMORY + 131072))
check "packets above the memory limit are dropped and counted" \
	test "$(stat evil q1 '.[].pg[0].drop_memory')" -gt 0
memory=$(as_evil pfcctl -j port show dev q2 | jq '.[].memory_used_bytes')
# Packets leave between the two commands, so the memory may belong to more packets
waiting=$(stat evil q2 '.[].queue[0].backlog_packets')
between "the port shows the memory of its packets" "$memory" \
	$((waiting * TRUESIZE)) $((MEMORY + 131072))
kill "$source"

# ---- other namespaces ----------------------------------------------------

receive h3 again
flow sent3 h1 3
flow sent4 h2 4
sleep 1
received again
is "after the attacks lossless flows lose nothing" "$(value again .datagrams)" 2000
for port in h1/eth0 h2/eth0 h3/eth0 sw/p1 sw/p2 sw/p3; do
	is "$port drops no lossless packet" \
		"$(stat "${port%/*}" "${port#*/}" '.[].pg[3] | [to_entries[] | select(.key | startswith("drop_")) | .value] | add')" 0
done
kill "$evil"
