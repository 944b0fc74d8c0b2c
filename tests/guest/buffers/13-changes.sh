#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Four hosts send lossless traffic to a fifth one while two CPUs in turn change the
# configuration: thresholds, guarantees and headrooms of PGs, size, ratio and binding of
# pools, PFC of another priority, and the PG of the lossless priority.  No packet is lost.
# At the end nothing is charged, and the reservations match the configuration.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ┤
#                 ├ br0 (sw) ── p5 ── eth0 h5
#   h3 eth0 ── p3 ┤
#   h4 eth0 ── p4 ┘
#
# long: yes
# timeout: 300
# arm64: yes
# kernels: 6.1 6.12 7.2 7.3 6.1-arm64 6.12-arm64 7.2-arm64 debug kcsan

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

SEED=${SEED:-1}
SECONDS_OF_TRAFFIC=$((3 * ${SLOW:-1} * ${FACTOR:-1}))
# As in 64-two-cpus: a rate in Mb/s that even a slow CPU exceeds
RATE=20
[ "${SLOW:-1}" = 1 ] || RATE=1
CHANGES=20	# in one run of pfcctl

# flow CPU HOST FLOW ARGUMENTS...: starts a flow in the background
flow()
{
	taskset "$1" nsexec "$2" udpsend --flow "$3" \
		--duration $((SECONDS_OF_TRAFFIC * 1000)) "${@:4}" 10.0.0.5 \
		> "$OUT/sent.$3" &
	senders+=($!)
}

# changes COUNT: prints random changes that leave each PG enough headroom.  With
# oversubscribe-ratio 4 a PG that is alone in a pool gets a quarter of its headroom.  Even a
# quarter of the smallest headroom holds what a host sends in 200 ms; no CPU of a guest stalls
# for longer.
changes()
{
	awk -v seed="$SEED" -v count="$1" '
	function pick(list, n) { n = split(list, of); return of[int(rand() * n) + 1] }
	BEGIN {
		srand(seed)
		while (count--) {
			dev = "dev p" pick("1 2 3 4")
			pg = "pg set " dev " pg " pick("3 6")
			what = int(rand() * 12)
			if (what == 0)
				print pg, "xoff", pick("3000 10000 40000"), "xon", pick("0 3000")
			else if (what == 1)
				print pg, "alpha", pick("off 1/64 1/16 1/32"), "xon-offset 2000"
			else if (what == 2)
				print pg, "headroom", pick("2100K 3M 2M")
			else if (what == 3)
				print pg, "min", pick("0 5000 30000")
			else if (what == 4)
				print pg, "alpha off xoff", pick("4000 20000"), "xon 2000 min",
					pick("0 2000"), "headroom", pick("2M 2100K")
			else if (what == 5)
				print "pool set size", pick("28M 30M 40M")
			else if (what == 10)
				print pg, "pool", pick("default other")
			else if (what == 11)
				print "pool set other oversubscribe-ratio", pick("1 2 4")
			else if (what == 6)
				print "pfc set", dev, "prio-pfc 5:" pick("on off")
			else if (what < 9)
				print "map set", dev, "prio-pg 3:" pick("3 6")
			else
				print "map set", dev, "dscp-prio 11:" pick("1 2")
		}
	}'
}

# change_settings: applies the changes without end, in batches of CHANGES, on both CPUs in turn
change_settings()
{
	local cpu=1 file

	changes 400 | awk -v n=$CHANGES '{ print > ("/tmp/changes." int((NR - 1) / n)) }'
	while :; do
		for file in /tmp/changes.*; do
			taskset $cpu nsexec sw pfcctl -b "$file" && echo $CHANGES >&3
			cpu=$((3 - cpu))
		done
	done > "$OUT/refusals" 2>&1 3> "$OUT/changes"
}

# configured: prints for each pool, from the settings of all PGs, the sum of guarantees
# and the sum of headrooms of lossless PGs
configured()
{
	pfc sw -j pg show | jq -r '[.[].pg[]] | group_by(.pool)[] | .[0].pool + " " +
		([[.[].min], [.[] | select(.lossless).headroom]] | map(add // 0 | tostring) |
			join(" "))'
}

# pools: prints the sums of configured() as each pool reports them.  Appends the pool's values
# if they are inconsistent or if bytes are charged.
pools()
{
	pfc sw -j pool show | jq -r 'sort_by(.name)[] | [.name, .guarantees, .headrooms] +
		if .guarantees + .headroom_size + .shared_size != .size or
		   .headroom_size * .oversubscribe_ratio < .headrooms or
		   .shared_used + .headroom_used != 0
		then [.] else [] end | map(tostring) | join(" ")'
}

note "SEED=$SEED"
star 5
# At the speed of 10 Mb/s a pause lasts so long that no CPU refreshes it late.  Priority 3
# uses PG 3 or PG 6, so priority 6 moves to PG 7.
for n in 1 2 3 4; do
	pfc h$n port add dev eth0 rate ${RATE}mbit speed 10mbit
	pfc h$n pfc set dev eth0 prio-pfc 3:on
	pfc sw -b - <<-END
		port add dev p$n rate ${RATE}mbit speed 10mbit
		map set dev p$n prio-pg 6:7
		pfc set dev p$n prio-pfc 3:on
		pg set dev p$n pg 3 xoff 20000 xon 10000 headroom 2M
		pg set dev p$n pg 6 xoff 20000 xon 10000 headroom 2M
	END
done
pfc sw port add dev p5 rate ${RATE}mbit speed 10mbit

pfc sw pool add other size 28M

count_frees
receive h5 r5
senders=()
for n in 1 2 3 4; do
	flow $((n % 2 + 1)) h$n $n --dscp 26 --sndbuf 20000
done
flow 1 h1 5 --dscp 40 --rate $((RATE * 50))k
change_settings &
changer=$!
wait "${senders[@]}"
kill "$changer"
wait "$changer" 2> /dev/null
check "all ports drain" wait_for 10 _nothing_occupied
sleep 0.5
received r5

note "$(awk '{ sum += $1 } END { print sum }' "$OUT/changes") changes"
check "the configuration changes during the traffic" test \
	"$(wc -l < "$OUT/changes")" -gt 0
is "no change is refused" "$(cat "$OUT/refusals")" ""
is "all datagrams of each flow arrive once" \
	"$(value r5 '.flows | to_entries | sort_by(.key | tonumber) | .[].value |
		"\(.flow) \(.datagrams) \(.missing) \(.duplicates)"')" \
	"$(cat "$OUT"/sent.? | jq -rs 'sort_by(.flow) | .[] | "\(.flow) \(.datagrams) 0 0"')"
if [ -n "$traced" ]; then
	is "the kernel's trace has no freed packet" "$(freed)" 0
else
	lacks "the kernel's trace has no freed packet: this kernel has no histogram triggers"
fi
is "no packet is lost outside the ports" "$(losses)" ""
for n in 1 2 3 4; do
	check "p$n sends XOFF to its host" test "$(stat sw p$n '.[0].prio[3].tx_xoff')" -gt 0
done
is "no port drops packets" "$(pfc sw -j stats show |
	jq '[.[] | .pg[], .queue[] | to_entries[] | select(.key | startswith("drop_")) |
		.value] | add')" 0
is "nothing is charged to PGs and queues at the end" "$(occupied)" ""
is "the reservations of the pools match the configuration" "$(pools)" "$(configured)"
