#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl why follows pauses over three switches, each in its own namespace, to the congested egress
# at the last one.  It gives the same root at each switch and at the sending host, whose socket
# blocks; no packet is lost.  It also follows a namespace that has no name, through a process, and
# it says which end it cannot read without privileges.
#
#   h1 eth0 ── west s1 east ── west s2 east ── west s3 east ── eth0 h2
#                                                  south
#                                                    │
#                                                 eth0 h3 (second sender)
#
# timeout: 300
# mode: icount
# sanitize: no (it tests the tool; 83-wait and 63-churn-wait test the module)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# wire NS1 DEV1 NS2 DEV2: a link with lossless ports at both ends
wire()
{
	link "$1" "$2" "$3" "$4"
	lossless "$1" "$2"
	lossless "$3" "$4"
}

lossless()
{
	pfc "$1" -b - <<-END
		port add dev $2 rate 20mbit
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 40K xon 38K
	END
}

# root NS DEV: prints the roots of priority 3 of the port, and the number of steps of its chain
root()
{
	pfcctl -n "$1" -j why dev "$2" prio 3 | jq -r '
		([.roots[] | "\(.class) \(.netns):\(.dev) \(.prio) \(.senders)"] | join("; ")) +
		" \(.chains[0].steps | length)"'
}

root_is() { [ "$(root "${@:2}")" = "$1" ]; }

ns h1 h2 h3 s1 s2 s3
wire h1 eth0 s1 west
wire s1 east s2 west
wire s2 east s3 west
wire s3 east h2 eth0
wire s3 south h3 eth0
mkbridge s1 br0 west east
mkbridge s2 br0 west east
mkbridge s3 br0 west east south
for n in 1 2 3; do
	fdb "s$n" west h1 eth0
	fdb "s$n" east h2 eth0
done
fdb s3 south h3 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3

receive h2 got
capture s1 east s2-to-s1 -Q in ether proto 0x8808
capture h1 eth0 s1-to-h1 -Q in ether proto 0x8808
flow h1 10.0.0.2 --dscp 26
flow h3 10.0.0.2 --dscp 26

# A chain has two steps for each switch: the PG, and the egress queue
check "at the last switch" wait_for 20 root_is "incast s3:east 3 2 2" s3 west
check "at the second switch" wait_for 20 root_is "incast s3:east 3 2 4" s2 west
check "at the first switch" wait_for 20 root_is "incast s3:east 3 2 6" s1 west
check "at the sending host" wait_for 20 root_is "incast s3:east 3 2 7" h1 eth0
is "the flows that matter are those of h1 and h3" "$(pfcctl -n s1 -j why |
	jq -r '[.roots[0].flows[].src] | sort | join(" ")')" "10.0.0.1 10.0.0.3"
is "both senders and all ports between them are victims" "$(pfcctl -n h1 -j why interval 100ms |
	jq -r '[.roots[0].victims[] | "\(.netns):\(.dev)"] | unique | join(" ")')" \
	"h1:eth0 h3:eth0 s1:east s1:west s2:east s2:west s3:south s3:west"

# s2 remains as the namespace of a process
nsexec s2 sleep 1000 &
sleeper=$!
wait_for 10 test /proc/$sleeper/ns/net -ef /run/netns/s2
ip netns del s2
check "through a namespace without a name" \
	wait_for 20 root_is "incast s3:east 3 2 6" s1 west

# unprivileged: the answer in s1 of a user without capabilities
unprivileged()
{
	in_ns s1 setpriv --bounding-set=-all --inh-caps=-all --reuid 65534 pfcctl -j why dev west |
		jq -r '.roots[0] | "\(.class) \(.dev) \(.prio) \(.peer.dev) \(.peer.readable)"'
}
unprivileged_is() { [ "$(unprivileged)" = "$1" ]; }
check "without privileges the chain ends at the port whose peer cannot be read" \
	wait_for 20 unprivileged_is "neighbour east 3 null false"
sent_all
# drained: no port has a charge or a backlog
drained()
{
	local netns

	for netns in h1 h3 s1 s3 "/proc/$sleeper/ns/net"; do
		! pfcctl -n "$netns" -j stats show | grep -qE '"(occupancy|backlog_bytes)":[1-9]' ||
			return
	done
}
check "all ports drain" wait_for 20 drained
received got
captures_end
kill $sleeper
is "both flows arrive whole and in order" "$(whole got 1 2)" ""
check "the socket of h1 blocks" test "$(value flow1 .blocked_ns)" -gt 100000000
first() { control "$1" 3 | awk '$2 == "XOFF" { print $1; exit }'; }
check "s2 pauses s1 before s1 pauses h1" test "$(first s2-to-s1)" -lt "$(first s1-to-h1)"
for name in s2-to-s1 s1-to-h1; do
	between "$name has XOFF" "$(control $name 3 | grep -c XOFF)" 1 100000
done
