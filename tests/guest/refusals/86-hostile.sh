#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# An unprivileged user has a network in a user namespace.  Its devices are behind the bridge
# member m0, which is no port, and behind the port p4.  The user sets tags, floods PFC and
# PAUSE frames, sends netlink requests, and uses up port ids and memory, also with several
# namespaces.  This does not affect other namespaces, ports and users.
#
#   h1 eth0 ── p1 ┐                    ┌ m0 ── e0 evil
#                 ├ br0 (sw) ── p3 ──── eth0 h3
#   h2 eth0 ── p2 ┘                    └ p4 ── e4 evil
#
# long: yes
# timeout: 400
# mode: smp

. /tests/guest/lib/lib.sh
. /tests/guest/lib/probes.bash
. /tests/guest/lib/hostile.bash

PARAMETERS=/sys/module/pfc/parameters
MEMORY=4194304
TRUESIZE=700		# lower bound of the memory of the smallest packet, in bytes

# as_evil COMMAND...: runs the command as root of the user namespace, without rights outside
# of this namespace
as_evil() { as "$evil" "$@"; }

# end_net NAME PID: ends the processes of a namespace, and with them the namespace
end_net() { kill "$2"; ip netns delete "$1"; }

# add_ports PID N, del_ports PID N: N ports
add_ports() { printf 'link add d%d type dummy\n' $(seq "$2") | as "$1" ip -batch - &&
	printf 'qdisc add dev d%d root pfc\n' $(seq "$2") | as "$1" tc -batch -; }
del_ports() { printf 'link del d%d\n' $(seq "$2") | as "$1" ip -batch -; }
ports() { as "$1" pfcctl -j port show | jq length; }

# forwarder NAME PID: the user's namespace forwards packets from source-NAME through q1 and q2; sets
# $source to the PID of a process in source-NAME
forwarder()
{
	local name=$1 pid=$2

	source=$(more_net "source-$name" "$pid")
	link "source-$name" eth0 "$name" q1
	link "$name" q2 "source-$name" eth1
	mkbridge "$name" br0 q1 q2
	check "$name: q1 and q2 are ports, q2 obeys XOFF, and PG 0 of q1 has a large limit" \
		as "$pid" pfcctl -b - <<-END
		port add dev q1
		port add dev q2 rate 1mbit
		pfc set dev q2 prio-pfc-rx 0:on
		pg set dev q1 pg 0 limit 10M
	END
	ip -n "source-$name" address add 10.1.0.1/24 dev eth0
	neighbour "source-$name" eth0 10.1.0.2 02:00:00:00:99:99
	bridge -n "$name" fdb replace 02:00:00:00:99:99 dev q2 master static
}

# pause NAME: pauses q2.  One XOFF at 1 Mb/s pauses it for 33 s, so that no packet leaves while a
# slow machine sends.
pause()
{
	printf '0 0180c200000102000000000388080101%s%s%088d\n' 0001 ffff 0 > /tmp/xoff
	in_ns "source-$1" rawsend --bypass eth1 /tmp/xoff > /dev/null
}

# fill NAME N: sends N small packets to the paused port q2, and sets $waiting
fill()
{
	pause "$1"
	send "source-$1" "small-$1" --size 24 --count "$2" 10.1.0.2
	waiting=$(stat "$1" q2 '.[].queue[0].backlog_packets')
	note "$1: $waiting small packets wait"
}

# flow NAME HOST FLOW [ARGUMENTS...]: sends a lossless flow to h3
flow()
{
	local name=$1 host=$2 number=$3

	shift 3
	send "$host" "$name" --dscp 26 --flow "$number" --size 958 --count 1000 "$@" 10.0.0.3
}

# drained: whether the lossless flows to h3 have left the ports, which takes long on a slow machine
drained()
{
	[ "$(for port in h1/eth0 h2/eth0 sw/p3; do
		stat "${port%/*}" "${port#*/}" '[.[0].queue[].backlog_packets] | add'
	done | sort -u)" = 0 ]
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
check "the queues drain" wait_for 60 drained
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

# ---- locks ---------------------------------------------------------------

# unprivileged LINES: sends requests in sw as a user without capabilities
unprivileged() { nsexec sw setpriv --reuid 65533 --regid 65533 --clear-groups nlraw <<< "$1"; }

# requests N: prints how often N requests take the mutex of generic netlink
requests()
{
	: > $PROBES/trace
	unprivileged "$(for ((i = 0; i < $1; i++)); do echo 'CMD_PORT_GET|dump'; echo 'CMD_WAIT_GET|dump'; done)" \
		> /dev/null
	grep -c 'genl:' $PROBES/trace
}

if have_probes "a dump of who waits for whom releases RTNL after each of the four ports" \
		"a program takes the mutex of generic netlink" "requests of the family do not take it"; then
	probe rtnl rtnl_unlock
	one=$(calls_by rtnl unprivileged 'CMD_WAIT_GET|dump')
	# One more for the end of the list of ports
	between "a dump of who waits for whom releases RTNL after each of the four ports" "$one" 5 8
	probe_end rtnl

	probe genl mutex_lock lock=%di:x64
	mutex=$(awk '$3 == "genl_mutex" { print $1 }' /proc/kallsyms)
	echo "lock == 0x$mutex" > $PROBES/events/kprobes/genl/filter
	few=$(requests 1)
	check "a program takes the mutex of generic netlink" [ "$few" -gt 0 ]
	is "requests of the family do not take it" "$(requests 20)" "$few"
	probe_end genl
fi

# ---- ports and pools -----------------------------------------------------

is "a user can have 64 ports" "$(cat $PARAMETERS/userns_ports)" 64
echo 16 > $PARAMETERS/userns_ports
nested=$(new_net nested nsenter -t "$evil" -U -n -S 0 -G 0 unshare -Urn)
sibling=$(user sibling 65534)
fourth=$(user fourth 65534)
other=$(user other 65533)
check "the user has ports in a namespace" add_ports "$evil" 6
check "the user has ports in a nested user namespace" add_ports "$nested" 6
refused "the number of ports of a user in all user namespaces is limited" \
	'user has the maximum number of pfc ports \(userns_ports\)' add_ports "$sibling" 6
is "the user has the maximum number of ports" "$(ports "$sibling")" 4
check "another user has ports, too" add_ports "$other" 6

check "the pools of the user's three namespaces have the maximum size" \
	as_evil pfcctl pool set default size 40M
refused "the sum of the pools of a user in all user namespaces is limited" \
	'pools of the user: 68157440 bytes exceed the limit of 67108864' \
	as "$nested" pfcctl pool add more size 1M
is "a refused pool is not added" "$(as "$nested" pfcctl -j pool show | jq length)" 1
check "the user deletes ports" del_ports "$evil" 5
refused "the default pool of another namespace with a port would exceed the limit" \
	'pools of the user would exceed the limit \(userns_pool_bytes\)' add_ports "$fourth" 1
is "the namespace has no port" "$(ports "$fourth")" 0
check "another user has pools, too" as "$other" pfcctl pool set default size 64M

check "the user deletes the last port" as_evil ip link delete d6
check "pools of a namespace without ports do not count" \
	as "$nested" pfcctl pool set default size 50M
end_net nested "$nested"
end_net sibling "$sibling"
end_net fourth "$fourth"
check "the end of a namespace returns its pools" \
	wait_for 60 as_evil pfcctl pool set default size 64M
as_evil pfcctl pool set default size 12M
refused "the number of ports of a user in one namespace is limited" \
	'user has the maximum number of pfc ports' add_ports "$evil" 20
is "the end of a namespace returns its ports" "$(ports "$evil")" 16
refused "the size of a pool of a user is limited" \
	'pools of the user: 68157440 bytes exceed the limit of 67108864' \
	as_evil pfcctl pool set default size 65M
refused "the sum of the pools of a user is limited" \
	'bytes exceed the limit of 67108864' as_evil pfcctl pool add more size 60M
is "a refused size does not change the pool" \
	"$(as_evil pfcctl -j pool show default | jq .size)" 12582912
check "the user deletes the ports" del_ports "$evil" 20
del_ports "$other" 6

# ---- memory --------------------------------------------------------------

second=$(user second 65534)
forwarder second "$second"
forwarder other "$other"
forwarder evil "$evil"
fill evil 15000
between "the memory of the user's packets is bounded" $((waiting * TRUESIZE)) 1000000 $((MEMORY + 131072))
is "the user sees the flows of the user's own namespace" \
	"$(as_evil pfcctl -j why dev q2 | jq -c '[.flows_hidden, .roots[0].flows[0].dst]')" \
	'[false,"10.1.0.2"]'
check "packets above the memory limit are dropped and counted" \
	test "$(stat evil q1 '.[].pg[0].drop_memory')" -gt 0
memory=$(as_evil pfcctl -j port show dev q2 | jq '.[].memory_used_bytes')
# Packets leave between the two commands, so the memory may belong to more packets
waiting=$(stat evil q2 '.[].queue[0].backlog_packets')
between "the port shows the memory of its packets" "$memory" \
	$((waiting * TRUESIZE)) $((MEMORY + 131072))

pause evil
fill second 1000
between "a second namespace gives the user no more memory" $((waiting * TRUESIZE)) 0 131072
fill other 1000
is "another user has memory, too" "$waiting" 1000
kill "$source"
end_net evil "$evil"
ip netns delete source-evil
refill() { fill second 1000; [ "$waiting" -ge 1000 ]; }
check "a namespace that ends with packets in its ports returns their memory" wait_for 60 refill
kill "$second" "$other"

# ---- other namespaces ----------------------------------------------------

receive h3 again
flow sent3 h1 3
flow sent4 h2 4
check "after the attacks the queues drain" wait_for 60 drained
sleep 1
received again
is "after the attacks lossless flows lose nothing" "$(value again .datagrams)" 2000
for port in h1/eth0 h2/eth0 h3/eth0 sw/p1 sw/p2 sw/p3; do
	is "$port drops no lossless packet" \
		"$(stat "${port%/*}" "${port#*/}" '.[].pg[3] | [to_entries[] | select(.key | startswith("drop_")) | .value] | add')" 0
done
ip -all netns delete
check "the module can be unloaded, and no quota is in use" wait_for 60 rmmod pfc
