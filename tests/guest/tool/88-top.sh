#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl top shows the rates, buffers and pauses of a congested switch as other programs measure
# them: tc counts the bytes that leave, the device those that arrive, a capture has the pauses.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ┼ br0 (sw) ── p3 ── eth0 h3
#                 └──────────── p4 ── eth0 h4
#
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/why.bash

FRAMES=4

# ---- without traffic -------------------------------------------------------------------------

ns sw
is "without ports there is one line" "$(pfc sw top count 2)" \
	"no ports; make a device a port: pfcctl port add dev DEV rate 1gbit"
ip netns del sw

why_star
refused "a device that does not exist" "^pfcctl: p9: no such device; fix: " pfc sw top dev p9
refused "a device that is no port" "^pfcctl: br0: device is not a pfc port; fix: " \
	pfc sw top dev br0
pfc sw top count 1 delay 0.2 > "$OUT/idle.txt"
check "ports without traffic have no rows" grep -qx "no traffic" "$OUT/idle.txt"
is "idle rows on request" "$(pfc sw top dev 'p[12]' count 1 delay 0.2 idle | grep -c '^p[12] ')" 16

# ---- rates and pauses ------------------------------------------------------------------------

# counters: the bytes that p3's qdisc has sent, those that p1 has received, and the time, us
counters()
{
	in_ns sw tc -s -j qdisc show dev p3 root | jq '.[0].bytes'
	in_ns sw cat /sys/class/net/p1/statistics/rx_bytes
	echo "${EPOCHREALTIME/./}"
}

receive h3 got3
flow h1 10.0.0.3 --dscp 26
flow h2 10.0.0.3 --dscp 26
wait_for 10 _answers "incast sw p3 3" sw
sleep 1
capture h1 eth0 h1 -Q in ether proto 0x8808
mapfile -t before < <(counters)
pfcctl -n sw -j top count $FRAMES > "$OUT/top.json"
is "it succeeds" $? 0
mapfile -t after < <(counters)
captures_end

# mean FILTER: the mean of a value of all intervals, weighted by their lengths, rounded
mean()
{
	jq -s "(map($1 * .interval_ns) | add) / (map(.interval_ns) | add) | round" "$OUT/top.json"
}

# kbps COUNTER: the rate of a counter, kbit/s
kbps() { echo $(((after[$1] - before[$1]) * 8000 / (after[2] - before[2]))); }

is "one line for each interval" "$(wc -l < "$OUT/top.json")" $FRAMES
sent=$(kbps 0) received=$(kbps 1)
between "tc: p3 sends at its rate (kbit/s)" "$sent" 15000 20500
p3='(.ports[] | select(.dev == "p3") | .prio[3]' p1='(.ports[] | select(.dev == "p1") | .prio[3]'
between "p3 sends what tc counts (kbit/s)" "$(mean "$p3.tx_bits_per_second) / 1000")" \
	$((sent * 9 / 10)) $((sent * 11 / 10))
between "p1 receives what its device counts (kbit/s)" \
	"$(mean "$p1.rx_bits_per_second) / 1000")" $((received * 9 / 10)) $((received * 11 / 10))

# The first XOFF of a pause and the XON that ends it, from the capture
read -r paused xoff < <(control h1 3 | awk '
	/XOFF/ { xoff++; first = first ? first : $1; last = $1; if (!since) since = $1 }
	/XON/ { if (since) sum += $1 - since; since = 0; last = $1 }
	END { print int(sum * 100 / (last - first) + 0.5), int(xoff * 1e6 / (last - first) + 0.5) }')
note "capture: paused $paused %, $xoff XOFF per second"
between "the switch pauses h1 for part of the time (%)" "$paused" 20 80
between "p1 pauses its peer for this part (%)" "$(mean "$p1.tx_paused_percent)")" \
	$((paused - 10)) $((paused + 10))
between "p1 sends as many XOFF as h1 receives (per second)" "$(mean "$p1.tx_xoff_per_second)")" \
	$((xoff * 8 / 10 - 1)) $((xoff * 12 / 10 + 1))
is "nothing is dropped" "$(mean '([.ports[].prio[].drops_per_second] | add)')" 0
is "the root is p3" "$(jq -s -r '[.[].roots[0] | "\(.class) \(.dev) \(.prio)"] | unique | join(" ")' \
	"$OUT/top.json")" "incast p3 3"
pfcctl -n sw top count 2 sort paused > "$OUT/top.txt"
is "the text has the root in each interval" \
	"$(grep -c '^1: congested egress p3 prio 3: 2 senders, ' "$OUT/top.txt")" 2
is "the text has rows of p1, p2 and p3 only" \
	"$(grep -o '^p[1-4]  *[0-7] ' "$OUT/top.txt" | sort -u | xargs)" "p1 3 p2 3 p3 3"

# cpu NS ARGUMENTS...: the CPU time of 10 intervals of pfcctl, ms
cpu()
{
	local TIMEFORMAT="%U %S" times

	times=$({ time pfcctl -n "$@" count 10 delay 0.5 > "$OUT/cpu.out"; } 2>&1)
	awk '{ print int(($1 + $2) * 1000) }' <<< "$times"
}

busy=$(cpu sw top)

# A port that disappears between two intervals
pfcctl -n sw -j top dev p3,p4 count 3 delay 0.5 > "$OUT/gone.json" 2> "$OUT/gone.err" &
top=$!
wait_for 10 test -s "$OUT/gone.json"
pfc sw port del dev p4
wait $top
is "a port that disappears is not an error" "$? $(cat "$OUT/gone.err")" "0 "
is "its rows disappear" "$(jq -s -r '.[0, 2] | [.ports[].dev] | join(" ")' "$OUT/gone.json" |
	xargs)" "p3 p4 p3"

# ---- many ports --------------------------------------------------------------------------------

sent_all
ns many
for ((n = 1; n <= 32; n++)); do
	echo "link add a$n type veth peer name b$n"
done > /tmp/links
ip -n many -b /tmp/links
for ((n = 1; n <= 32; n++)); do
	printf 'port add dev a%d rate 1gbit\nport add dev b%d rate 1gbit\n' $n $n
done > /tmp/many
check "64 ports" pfc many -b /tmp/many
text=$(cpu many top)
json=$(cpu many -j top)
note "CPU time of 10 intervals: 4 ports with pauses $busy ms, 64 ports $text ms, as JSON $json ms"
between "10 intervals of 64 ports need little CPU time (ms)" "$text" 1 $((1000 * ${SLOW:-1}))
is "64 ports in each interval" "$(jq -s -c "map(.ports | length) | unique" "$OUT/cpu.out")" "[64]"
received got3
