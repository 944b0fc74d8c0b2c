#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A flow keeps its order and loses nothing while PFC pauses its port and settings change: the
# rate of the port (packets bypass the queues only without a rate), traffic classes with their
# kinds, shares and rates, PGs and pools.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘
#
# timeout: 120

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

SEED=${SEED:-1}
MS=$((5000 * ${FACTOR:-1}))
CHANGES=400	# in one batch
flows=()

# CPU mask of the traffic of h3: 2 is the second CPU; on kernels with only one CPU it is 1
LAST=$(nproc)

# flow CPU HOST DSCP ARGUMENTS...: starts a flow in the background
flow()
{
	local cpu=$1 host=$2 dscp=$3

	shift 3
	taskset "$cpu" nsexec "$host" udpsend --flow "${#flows[@]}" --dscp "$dscp" --rate 6m \
		--duration $MS "$@" 10.0.0.2 > "$OUT/sent${#flows[@]}.json" &
	flows+=($!)
}

# pauses: prints PFC frames for p2, one per ms: random priorities, pauses of up to 2 ms
pauses()
{
	awk -v seed="$SEED" -v ms=$MS -v mac="$(mac h2 eth0 | tr -d :)" '
	BEGIN {
		srand(seed)
		for (n = 0; n < ms; n++) {
			printf "%d000000 0180c2000001%s8808010100%02x", n, mac, int(rand() * 256)
			quanta = rand() < 0.25 ? 0 : int(rand() * 400)
			for (prio = 0; prio < 8; prio++)
				printf "%04x", quanta
			printf "%052d\n", 0
		}
	}'
}

# changes: prints random settings; each one changes how packets are queued or charged
changes()
{
	awk -v seed="$SEED" '
	function below(n) { return int(rand() * n) }
	function pick(words, list) { return list[below(split(words, list, " ")) + 1] }
	function numbers(text, i) {
		for (i = 0; i < 8; i++)
			text = text " " i ":" below(8)
		return text
	}
	BEGIN {
		srand(seed)
		for (n = 0; n < '$CHANGES'; n += 8) {
			print "port set dev p2 rate " pick("unlimited 60mbit 100mbit")
			print "ets set dev p2 tc-tsa all:strict tc-bw all:0"
			tc = below(7)
			one = below(8)
			other = (one + 1 + below(7)) % 8
			# Give each ETS class a priority: without one its share has no effect
			print "ets set dev p2 prio-tc" numbers() " " one ":" tc " " other ":" tc + 1
			printf "ets set dev p2 tc-tsa %d:ets %d:ets tc-bw %d:30 %d:70\n", \
				tc, tc + 1, tc, tc + 1
			print "ets set dev p2 tc-maxrate " below(8) ":" pick("20mbit 40mbit")
			print "ets set dev p2 tc-maxrate all:unlimited"
			print "pg set dev " pick("p1 p3") " pg " below(8) " pool " pick("default other")
			print "map set dev " pick("p1 p3") " prio-pg" numbers()
		}
	}'
}

sysctl -qw net.core.netdev_max_backlog=30000
star 3
offload h1 eth0 on
in_ns h2 ethtool -K eth0 gro off
one_cpu sw p1 1
one_cpu sw p3 "$LAST"
one_cpu h2 eth0 1
pfc sw -b - <<-END
	pool set size 30M
	pool add other size 30M
	port add dev p1
	port add dev p3
	port add dev p2 speed 100mbit
	pg set dev p1 pg all limit 20M
	pg set dev p3 pg all limit 20M
	pfc set dev p2 prio-pfc all:on
END
note "seed $SEED"
pauses > "$OUT/pauses"
changes > "$OUT/changes"

receive h2 got
flow 1 h1 0 --gso 8
flow 1 h1 26 --gso 20
flow 1 h1 46
flow "$LAST" h3 10
flow "$LAST" h3 26
flow "$LAST" h3 34
nsexec h2 rawsend eth0 "$OUT/pauses" > "$OUT/paused.json" &
made=0
wanted=$SECONDS
while [ $((SECONDS - wanted)) -lt $((MS / 1000 - 1)) ]; do
	pfc sw -b "$OUT/changes" || break
	made=$((made + CHANGES))
done
check "settings change during the traffic ($made changes)" test "$made" -ge $CHANGES
wait "${flows[@]}"
pfc sw -b - <<-END
	ets set dev p2 tc-maxrate all:unlimited
	port set dev p2 rate unlimited
END
wait_for 5 empty
received got

is "all datagrams arrive once and in order" \
	"$(value got '.flows | to_entries | sort_by(.key | tonumber) | .[].value |
		"\(.datagrams) \(.duplicates) \(.missing) \(.out_of_order)"')" \
	"$(for flow in "${!flows[@]}"; do
		cat "$OUT/sent$flow.json"
	done | jq -r '"\(.datagrams) 0 0 0"')"
is "all priorities were paused, and packets bypassed queues" "$(stat sw p2 '.[0] |
	([.prio[].rx_pause_time_ns > 1e8] | all), .port.tx_bypass > 100' | paste -sd ' ')" \
	"true true"
is "nothing is charged to the pools at the end" "$(pfc sw -j pool show |
	jq -c '[.[] | .shared_used + .headroom_used] | unique')" "[0]"
is "no packet is lost outside the ports" "$(losses)" ""
