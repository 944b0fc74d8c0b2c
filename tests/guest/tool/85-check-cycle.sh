#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl check reports the cycles of buffer dependencies of a network before any packet is sent,
# and reports none without a cycle.
#
#   ring: s1 > s2 > s3 > s4 > s1     routers, next of each is connected to prev of the following one
#   fabric: leaf1 to leaf4, each with up1 to spine1 and up2 to spine2; h1 is a host of leaf1
#   bridges: b1, b2, b3 in a ring
#
# timeout: 300
# kernels: 6.1 6.12 7.2 7.3
# mode: any

. /tests/guest/lib/lib.sh

# wires NS1:DEV1 NS2:DEV2...: links, lossless for priority 3; the Nth has the subnet 10.0.N.0/24
wires()
{
	local n=0 end name commands=()

	while [ $# -gt 0 ]; do
		n=$((n + 1))
		ip link add "${1#*:}" netns "${1%:*}" index $((100 + 2 * ++links)) type veth \
			peer name "${2#*:}" netns "${2%:*}" index $((101 + 2 * links))
		ip -n "${1%:*}" address add 10.0.$n.1/24 dev "${1#*:}"
		ip -n "${2%:*}" address add 10.0.$n.2/24 dev "${2#*:}"
		via[$1]=10.0.$n.2
		via[$2]=10.0.$n.1
		commands+=("$1" "$2")
		shift 2
	done
	for end in "${commands[@]}"; do
		ip -n "${end%:*}" link set "${end#*:}" up
		pfc "${end%:*}" -b - <<-END
			port add dev ${end#*:} rate 100mbit
			pfc set dev ${end#*:} prio-pfc 3:on
		END
	done
	for end in "${commands[@]}"; do
		name=${end%:*}
		up "$name" "${end#*:}"
	done
}

# to NS DEV NETWORK...: routes to networks 192.168.NETWORK.0/24 by the other end of DEV
to()
{
	local where=$1 dev=$2 number

	shift 2
	for number in "$@"; do
		ip -n "$where" route replace 192.168."$number".0/24 via "${via[$where:$dev]}" dev "$dev"
	done
}

# cycles NS ARGUMENTS...: prints the cycles: priorities, then "NETNS:DEV<INGRESS" in order
cycles()
{
	pfcctl -n "$1" -j check "${@:2}" | jq -r '.[] | select(.check == "cycle") |
		[(.prios | map(tostring) | join(",")),
		 (.cycle[] | "\(.netns):\(.dev)<\(.from)")] | join(" ")'
}

routers() { local name; for name in "$@"; do in_ns "$name" sysctl -qw net.ipv4.ip_forward=1; done; }

declare -A via
links=0

# ---- a ring of routers, each of which sends everything to the next one
ns s1 s2 s3 s4
routers s1 s2 s3 s4
wires s1:next s2:prev s2:next s3:prev s3:next s4:prev s4:next s1:prev
for n in 1 2 3 4; do
	ip -n s$n address add 192.168.$n.1/24 dev lo
	for m in 1 2 3 4; do
		[ $m = $n ] || to s$n next $m
	done
done
ring="3 s1:next<prev s2:next<prev s3:next<prev s4:next<prev"
is "the ring is a cycle" "$(cycles s1)" "$ring"
is "the ring from s3" "$(cycles s3)" "3 s3:next<prev s4:next<prev s1:next<prev s2:next<prev"
is "the ring at one port" "$(cycles s1 dev prev)" "$ring"
text=$(pfcctl -n s1 check | grep deadlock)
note "$text"
is "the text names the queues and the turns" "${text%%; remove*}" \
	"next: priority 3 can deadlock, because queues wait for each other in a cycle: s1:next > s2:next > s3:next > s4:next > s1:next; turns: s1 from prev to next for 192.168.2.0/24, s2 from prev to next for 192.168.3.0/24, s3 from prev to next for 192.168.1.0/24, s4 from prev to next for 192.168.1.0/24"
check "a cycle is a fault" test "$(pfcctl -n s1 check > /dev/null; echo $?)" = 1
is "no packet has been sent" "$(for n in 1 2 3 4; do
	in_ns s$n cat /sys/class/net/next/statistics/tx_packets; done | paste -sd' ')" "0 0 0 0"

pfc s2 pfc set dev next prio-pfc 3:off
is "a lossy link breaks the cycle" "$(cycles s1)" ""
pfc s2 pfc set dev next prio-pfc 3:on
in_ns s3 sysctl -qw net.ipv4.ip_forward=0
is "a namespace that does not forward breaks the cycle" "$(cycles s1)" ""
in_ns s3 sysctl -qw net.ipv4.ip_forward=1
is "the ring is a cycle again" "$(cycles s1)" "$ring"
to s1 prev 3 4
to s4 prev 3
is "other routes: nothing passes s2 from s1 to s3" "$(cycles s1)" ""
for n in 1 2 3 4; do
	ip netns delete s$n
done

# ---- leaves and spines, up-down routing over all spines
ns spine1 spine2 leaf1 leaf2 leaf3 leaf4 h1
routers spine1 spine2 leaf1 leaf2 leaf3 leaf4
ends=()
for n in 1 2 3 4; do
	ends+=("leaf$n:up1" "spine1:leaf$n" "leaf$n:up2" "spine2:leaf$n")
done
wires "${ends[@]}" leaf1:h1 h1:eth0
ip -n h1 route add default via "${via[h1:eth0]}"
for n in 1 2 3 4; do
	ip -n leaf$n address add 192.168.$n.1/24 dev lo
	to spine1 leaf$n $n
	to spine2 leaf$n $n
	for m in 1 2 3 4; do
		[ $m = $n ] || ip -n leaf$n route add 192.168.$m.0/24 \
			nexthop via "${via[leaf$n:up1]}" nexthop via "${via[leaf$n:up2]}"
	done
done
is "up-down routing has no cycle" "$(cycles leaf1) $(cycles spine2) $(cycles h1)" "  "

# Each spine also has routes by all leaves to the address of the other one and to its links, as a
# routing protocol distributes them.  Only the spines themselves send by these routes.
for m in 1 2; do
	other=$((3 - m))
	hops=()
	ip -n spine$m address add 10.255.0.$m/32 dev lo
	for n in 1 2 3 4; do
		hops+=(nexthop via "${via[spine$other:leaf$n]}")
		ip -n leaf$n route add 10.255.0.$m via "${via[leaf$n:up$m]}"
		ip -n spine$other route add 10.0.$((2 * n - 2 + m)).0/24 via "${via[spine$other:leaf$n]}"
	done
	ip -n spine$other route add 10.255.0.$m "${hops[@]}"
done
is "routes from spine to spine close no cycle" "$(cycles leaf1) $(cycles spine2)" " "
for m in 1 2; do
	other=$((3 - m))
	ip -n spine$m address delete 10.255.0.$m/32 dev lo
	ip -n spine$other route delete 10.255.0.$m
	for n in 1 2 3 4; do
		ip -n leaf$n route delete 10.255.0.$m
		ip -n spine$other route delete 10.0.$((2 * n - 2 + m)).0/24
	done
done
is "up-down routing has no cycle again" "$(cycles spine1)" ""

# detour LEAF SPINE BY: the link of leafLEAF to spineSPINE fails.  The spine sends to the leaf by
# leafBY, which sends up again to the other spine.
detour()
{
	local number other=$((3 - $2)) leaf=leaf$1

	ip -n "$leaf" link set "up$2" down
	to "spine$2" "leaf$3" "$1"
	to "leaf$3" "up$other" "$1"
	for number in 1 2 3 4; do
		[ "$number" = "$1" ] || ip -n "$leaf" route replace 192.168.$number.0/24 \
			via "${via[$leaf:up$other]}"
	done
}
detour 2 1 3
is "one detour has no cycle" "$(cycles leaf1)" ""
detour 1 2 4
is "two detours close a cycle" "$(cycles spine1)" \
	"3 spine1:leaf3<leaf4 leaf3:up2<up1 spine2:leaf4<leaf3 leaf4:up1<up2"
is "a host finds the cycle" "$(cycles h1 | tr ' ' '\n' | sort | paste -sd' ')" \
	"3 leaf3:up2<up1 leaf4:up1<up2 spine1:leaf3<leaf4 spine2:leaf4<leaf3"
for n in 3 4; do
	for m in 1 2; do
		pfc leaf$n -b - <<-END
			port set dev up$m port-group 1
			map set dev up$m bounce-prio 3:4 bounce-dscp 3:34
		END
	done
done
is "packets that turn at a leaf get another priority: no cycle" "$(cycles spine1)" ""
for name in spine1 spine2 leaf1 leaf2 leaf3 leaf4 h1; do
	ip netns delete $name
done

# ---- a ring of bridges
ns b1 b2 b3
wires b1:next b2:prev b2:next b3:prev b3:next b1:prev
for n in 1 2 3; do
	ip -n b$n address flush dev next
	ip -n b$n address flush dev prev
	mkbridge b$n br0 next prev
	ip -n b$n link add host type veth peer name other
	ip -n b$n link set host master br0
	ip -n b$n link set other up
	up b$n host
	_sees b$n host/brport/state 3
done
is "a ring of bridges has a cycle in each direction" "$(cycles b1)" \
	"3 b1:next<prev b2:next<prev b3:next<prev
3 b1:prev<next b3:prev<next b2:prev<next"
is "the bridges flood unknown addresses" "$(pfcctl -n b1 -j check | jq -r '[.[] |
	select(.check == "cycle").cycle[].destination] | unique | join(" ")')" "unknown unicast"
bridge -n b3 link set dev next state 0
is "a disabled port makes it a tree" "$(cycles b1)" ""
bridge -n b3 link set dev next state 3
bridge -n b3 link set dev next flood off
is "a port that does not flood cuts one direction" "$(cycles b1)" \
	"3 b1:prev<next b3:prev<next b2:prev<next"
bridge -n b3 link set dev next flood on
is "the ring of bridges has its cycles again" "$(cycles b1 | wc -l)" 2
for n in 1 2 3; do
	ip -n b$n link set br0 type bridge forward_delay 200 hello_time 100 stp_state 1
done
# states: prints the states of the ports of the ring, sorted: 3 forwards, 4 blocks
states()
{
	local n

	for n in 1 2 3; do
		in_ns b$n cat /sys/class/net/next/brport/state /sys/class/net/prev/brport/state
	done | sort | paste -sd' '
}
settled() { [ "$(states)" = "3 3 3 3 3 4" ]; }
check "the spanning tree blocks one port" wait_for 60 settled
is "a port that the spanning tree blocks makes it a tree" "$(cycles b1)" ""
