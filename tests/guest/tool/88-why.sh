#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl why names the cause of pauses at a switch: a congested egress, a slow receiver, a storm, and
# the settings rate, maxrate and strict.  A victim with no fault of its own gets the cause of its
# pauses, and without a pause there is no cause.  The test itself makes each cause; the flows that
# are reported are those that it sends.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ┼ br0 (sw) ── p3 ── eth0 h3
#                 └──────────── p4 ── eth0 h4
#
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# lossless NS DEV: a port with 100 Mb/s that is lossless for priority 3
lossless()
{
	pfc "$1" -b - <<-END
		port add dev $2 rate 100mbit
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 40K xon 38K headroom 256K
	END
}

# why NS ARGUMENTS...: the answer, in $OUT/why.json
why() { local where=$1; shift; pfc "$where" -j why "$@" > "$OUT/why.json"; }

# roots: prints class, namespace, device, priority and setting of the roots of the last answer
roots()
{
	jq -r '[.roots[] | [.class, .netns, .dev, .prio, .setting // empty] | map(tostring) |
		join(" ")] | join("; ")' "$OUT/why.json"
}

# field FILTER...: prints parts of the last answer
field() { _pick "$@" < "$OUT/why.json"; }

# caused TEXT ROOTS NS ARGUMENTS...: within some seconds, the roots become ROOTS and stay the same
# in each of 5 further answers
caused()
{
	local text=$1 wanted=$2 n got

	shift 2
	answers() { why "$@" && [ "$(roots)" = "$wanted" ]; }
	wait_for 10 answers "$@"
	for n in 1 2 3 4 5; do
		why "$@"
		got+="$(roots)|"
	done
	is "$text" "$got" "$wanted|$wanted|$wanted|$wanted|$wanted|"
}

# calm: ends all flows, and waits until no port has been paused for a moment
calm()
{
	[ ${#senders[@]} = 0 ] || sent_all
	quiet() { why sw && [ "$(field .verdict)" = "no port is paused" ]; }
	check "without traffic no port is paused" wait_for 20 quiet
	is "there is no root" "$(roots)" ""
}

# xoffs NAME: prints the number of XOFF for priority 3 in a capture
xoffs() { control "$1" 3 | grep -c XOFF; }

star 4
for n in 1 2 3 4; do
	lossless sw p$n
	[ $n = 3 ] || lossless h$n eth0
done
xoff_frames h3 0x08 h3
# A receiver that pauses the port for 9 of 10 ms
{
	cat /tmp/h3.xoff
	sed 's/^0 /9000000 /' /tmp/h3.xon
} > /tmp/slow
for n in 3 4; do
	receive h$n got$n
done

calm
is "the text says so, too" "$(pfc sw why)" "no port is paused"
refused "a device that does not exist" "^pfcctl: p9: no such device; fix: ip link " pfc sw why dev p9
refused "a device that is no port" "^pfcctl: br0: device is not a pfc port; fix: pfcctl port add dev br0" \
	pfc sw why dev br0
refused "a priority without PFC" "^pfcctl: p1: PFC is off for priority 5; fix: pfcctl pfc set dev p1 prio-pfc 5:on" \
	pfc sw why dev p1 prio 5

# ---- a congested egress, and a victim ------------------------------------------------------

capture h1 eth0 congested-h1 -Q in ether proto 0x8808
capture h2 eth0 congested-h2 -Q in ether proto 0x8808
flow h1 10.0.0.3 --dscp 26
flow h2 10.0.0.3 --dscp 26
caused "two senders congest p3" "incast sw p3 3" sw
why sw interval 200ms
is "both ingress ports are senders" "$(field '.roots[0].senders')" 2
between "the egress drains at its rate (Mb/s)" \
	"$(field '.roots[0].drained_bps / 1e6 | floor')" 70 100
is "the flows are those of h1 and h2" \
	"$(field '[.roots[0].flows[] | .src + ">" + .dst + " \(.protocol) \(.dst_port) \(.dscp)"] |
		sort | join(", ")')" \
	"10.0.0.1>10.0.0.3 17 5000 26, 10.0.0.2>10.0.0.3 17 5000 26"
is "the shares of the flows are all bytes" \
	"$(field '[.roots[0].flows[].share] | add * 100 | round')" 100
is "the senders' ports are victims" \
	"$(field '[.roots[0].victims[] | "\(.netns)/\(.dev)"] | sort | unique | join(" ")')" \
	"h1/eth0 h2/eth0 sw/p1 sw/p2"

flow h1 10.0.0.4 --dscp 26 --rate 5m
sleep 0.3
caused "the victim's host gets the cause in the switch" "incast sw p3 3" h1
is "the flow of the victim is not among the flows that matter" \
	"$(field '[.roots[0].flows[] | select(.dst == "10.0.0.4")] | length')" 0
caused "p1 has the same cause" "incast sw p3 3" sw dev p1 prio 3
is "the chain goes from p1 to the egress queue of p3" \
	"$(field '.chains[0] | "\(.dev) \(.direction) \(.steps[0].dev) PG \(.steps[0].pg)" +
		" \(.steps[1].dev) queue \(.steps[1].prio)"')" "p1 tx p1 PG 3 p3 queue 3"
pfc sw why dev p1 > "$OUT/why.txt"
check "the text has the chain" grep -qE "^p1 prio 3: sends XOFF " "$OUT/why.txt"
check "the text has the root" grep -qE "^root 1: congested egress p3 prio 3: 2 senders, " \
	"$OUT/why.txt"
is "no line is longer than 80 characters" "$(grep -cE '.{81}' "$OUT/why.txt")" 0
pfc sw why --dot > "$OUT/why.dot"
calm
captures_end
for n in 1 2; do
	between "the switch has paused h$n" "$(xoffs congested-h$n)" 1 100000
done

# ---- a slow receiver, and a storm ------------------------------------------------------------

capture h3 eth0 slow-h3 -Q in ether proto 0x8808
flow h1 10.0.0.3 --dscp 26
nsexec h3 rawsend --loop 100000 --period 10000000 eth0 /tmp/slow > /dev/null &
slow=$!
caused "h3 pauses p3 for most of the time" "slow-receiver sw p3 3" sw
why sw interval 200ms
between "the port is paused for 9 of 10 ms (%)" "$(field '.roots[0].paused_percent | round')" 60 100
is "the pause time that it asks for" "$(field '.roots[0].quanta')" 65535
is "the peer is h3" \
	"$(field '.roots[0].peer | "\(.netns) \(.dev) \(.mac)"')" "h3 eth0 $(mac h3 eth0)"
is "the flow that matters" "$(field '.roots[0].flows[0].src')" 10.0.0.1
kill $slow
wait $slow
hold_by h3 h3
caused "h3 pauses p3 without a break" "storm sw p3 3" sw
let_go h3
calm
captures_end
is "the switch has not paused h3" "$(xoffs slow-h3)" 0

# ---- settings ----------------------------------------------------------------------------------

pfc sw ets set dev p3 tc-maxrate 3:10mbit
flow h1 10.0.0.3 --dscp 26
caused "the maxrate of the class limits p3" "setting sw p3 3 maxrate" sw
is "the limit" "$(field '.roots[0].limit_bps')" 10000000
fix=$(field '.roots[0].fix')
calm
check "the command that is reported removes the limit" in_ns sw sh -c "$fix"
flow h1 10.0.0.3 --dscp 26
sleep 0.5
why sw
is "afterwards there is no setting to blame" "$(roots | grep -c setting)" 0
calm

pfc sw port set dev p3 rate 10mbit speed 100mbit
flow h1 10.0.0.3 --dscp 26
caused "the rate below the speed of the link limits p3" "setting sw p3 3 rate" sw
calm
pfc sw port set dev p3 rate 20mbit speed auto

# The strict class 5 uses the port for itself
pfc sw ets set dev p3 tc-tsa 5:strict tc-bw 5:0
flow h2 10.0.0.3 --dscp 46
sleep 0.5
flow h1 10.0.0.3 --dscp 26
caused "a strict class starves priority 3" "setting sw p3 3 strict" sw interval 20ms
calm

for n in 3 4; do
	received got$n
done
