#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl why finds the deadlock of a ring of three switches and names its ports in the order of
# waiting.  Two flows of two hops each make no cycle, although they congest a port; the third flow
# closes it.  pfcctl check has predicted the cycle.  The chain of a host that waits for the ring ends
# in the cycle.  Counters of the kernel show that no frame leaves the ring.
#
#        h1 ── s1 ───── s2 ── h2      flow 1: h1 > s1 s2 s3 > h3
#               └─ s3 ──┘             flow 2: h2 > s2 s3 s1 > h1
#                  │                  flow 3: h3 > s3 s1 s2 > h2
#                  h3
#
# Each switch has the ports host, next and prev: next of s1 is connected to prev of s2.
#
# timeout: 300
# mode: icount
# sanitize: no (it tests the tool; 83-wait and 63-churn-wait test the module)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

lossless()
{
	pfc "$1" -b - <<-END
		port add dev $2 rate 20mbit
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 30K xon 28K
	END
}

wire()
{
	link "$1" "$2" "$3" "$4"
	lossless "$1" "$2"
	lossless "$3" "$4"
}

classes() { pfcctl -n "$1" -j why | jq -r '[.roots[].class] | unique | join(" ")'; }
is_cycle() { [ "$(classes s1)" = cycle ]; }

# answer FILTER: prints a part of the answer about the ring
answer() { jq -r "$1" "$OUT/ring.json"; }

# sent: prints the bytes that the ring's ports have sent, by tc
sent()
{
	local n

	for n in 1 2 3; do
		in_ns s$n tc -s qdisc show dev next | awk '$1 == "Sent" { print $2; exit }'
	done | paste -sd' '
}

ns h1 h2 h3 s1 s2 s3
for n in 1 2 3; do
	wire h$n eth0 s$n host
done
for n in 1 2 3; do
	wire s$n next s$((n % 3 + 1)) prev
done
for n in 1 2 3; do
	mkbridge s$n br0 host next prev
	for m in 1 2 3; do
		# The frames of a host travel clockwise only, up to their receiver
		if [ $m = $n ]; then
			fdb s$n host h$m eth0
		else
			fdb s$n next h$m eth0
		fi
	done
done
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3

pfcctl -n s1 -j check > "$OUT/predicted.json"
capture s1 next s2-to-s1 -Q in ether proto 0x8808
for n in 1 2 3; do
	receive h$n got$n
done
flow h1 10.0.0.3 --dscp 26
flow h2 10.0.0.1 --dscp 26
sleep 1
for n in 1 2 3 4 5 6 7 8; do
	pfcctl -n s1 -j why
	pfcctl -n s2 -j why
done > "$OUT/two.json"
is "two flows congest the link from s2 to s3" \
	"$(jq -r '.roots[] | "\(.class) \(.netns):\(.dev)"' "$OUT/two.json" | sort -u)" \
	"incast s2:next"

flow h3 10.0.0.2 --dscp 26
check "the third flow closes the cycle" wait_for 60 is_cycle
sleep 0.3
before=$(sent)
pfcctl -n s1 -j why > "$OUT/ring.json"
is "all ports of the cycle, in the order of waiting" \
	"$(answer '.roots[0].ports | map("\(.netns):\(.dev):\(.prio)") | join(" ")')" \
	"s1:next:3 s2:next:3 s3:next:3"
is "check has predicted the cycle before any packet was sent" "$(jq -r '[.[] |
	select(.check == "cycle") | [.cycle[] | "\(.netns):\(.dev):\(.prios[])"] | join(" ")] |
	first' "$OUT/predicted.json")" "s1:next:3 s2:next:3 s3:next:3"
is "the cycle is the only root" "$(answer '.roots | length')" 1
is "the closing flow turns inside the cycle" \
	"$(answer '.roots[0].closing_flow | .dev + " " + .src' | grep -cE '^prev 10.0.0.[123]$')" 1
is "the flows that matter are the three flows" \
	"$(answer '[.roots[0].flows[].src] | unique | join(" ")')" \
	"10.0.0.1 10.0.0.2 10.0.0.3"
is "the hosts that wait are victims" \
	"$(answer '[.roots[0].victims[] | "\(.netns):\(.dev)"] | unique | join(" ")')" \
	"h1:eth0 h2:eth0 h3:eth0 s1:host s2:host s3:host"
for n in 1 2 3; do
	is "the cause at h$n" "$(classes h$n)" cycle
	is "the cause at s$n" "$(classes s$n)" cycle
done
is "no frame leaves the ring" "$(sent)" "$before"
sent_all
for n in 1 2 3; do
	received got$n
done
captures_end
between "s2 has paused s1" "$(control s2-to-s1 3 | grep -c XOFF)" 1 100000
