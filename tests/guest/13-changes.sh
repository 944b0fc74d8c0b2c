#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The configuration changes all the time, on one CPU or the other, while four hosts send
# losslessly to one through the same ports: thresholds, guarantees and headrooms, the
# pools' sizes and ratios and who is bound to which, PFC of another priority and the group
# of this one.  Nothing is lost, and nothing stays charged or reserved that should not.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ┤
#                 ├ br0 (sw) ── p5 ── eth0 h5
#   h3 eth0 ── p3 ┤
#   h4 eth0 ── p4 ┘
#
# timeout: 300
# kernels: 6.1 6.12 7.2 debug kcsan

. /tests/guest/lib.sh
. /tests/guest/scene-churn.sh

SEED=${SEED:-1}
SECONDS_OF_TRAFFIC=$((3 * ${SLOW:-1} * ${FACTOR:-1}))
# As in 64-two-cpus: what a slow CPU can still send faster than the wire takes it
RATE=20
[ "${SLOW:-1}" = 1 ] || RATE=1
CHANGES=20	# that one run of the tool makes

# flow CPU HOST FLOW ARGUMENTS...: in the background
flow()
{
	taskset "$1" nsexec "$2" udpsend --flow "$3" \
		--duration $((SECONDS_OF_TRAFFIC * 1000)) "${@:4}" 10.0.0.5 \
		> "$OUT/sent.$3" &
	senders+=($!)
}

# changes: prints so many that take no more than they need from anybody.  Headrooms
# stay larger than what is on its way, as else something would be lost.
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
				print pg, "alpha", pick("off 1/64 1 1/8"), "xon-offset 2000"
			else if (what == 2)
				print pg, "headroom", pick("300K 400K 256K")
			else if (what == 3)
				print pg, "min", pick("0 5000 30000")
			else if (what == 4)
				print pg, "alpha off xoff", pick("4000 20000"), "xon 2000 min",
					pick("0 2000"), "headroom", pick("256K 300K")
			else if (what == 5)
				print "pool set size", pick("6M 8M 12M")
			else if (what == 10)
				print pg, "pool", pick("default other")
			else if (what == 11)
				print "pool set other headroom-ratio", pick("1 2 4")
			else if (what == 6)
				print "pfc set", dev, "prio-pfc 5:" pick("on off")
			else if (what < 9)
				print "map set", dev, "prio-pg 3:" pick("3 6")
			else
				print "map set", dev, "dscp-prio 11:" pick("1 2")
		}
	}'
}

# Each CPU in turn changes so many, as often as it can
meddle()
{
	local cpu=1 file

	changes 400 | awk -v n=$CHANGES '{ print > ("/tmp/changes." int((NR - 1) / n)) }'
	while :; do
		for file in /tmp/changes.*; do
			taskset $cpu nsexec sw pfcctl -b "$file" && echo $CHANGES >&3
			cpu=$((3 - cpu))
		done
	done > "$OUT/meddled" 2>&1 3> "$OUT/changes"
}

# promised: prints of each pool, from the settings of all groups, the sum of guarantees
# and of headrooms of lossless ones
promised()
{
	pfc sw -j pg show | jq -r '[.[].pg[]] | group_by(.pool)[] | .[0].pool + " " +
		([[.[].min], [.[] | select(.lossless).headroom]] | map(add // 0 | tostring) |
			join(" "))'
}

# pools: prints what they say of that, that it fits, and what is in use
pools()
{
	pfc sw -j pool show | jq -r 'sort_by(.name)[] | [.name, .guarantees, .headrooms] +
		if .guarantees + .headroom_size + .shared_size != .size or
		   .headroom_size * .headroom_ratio < .headrooms or
		   .shared_used + .headroom_used != 0
		then [.] else [] end | map(tostring) | join(" ")'
}

note "SEED=$SEED"
star 5
# Pauses so long that no CPU is late to repeat them.  Group 6 is for priority 3 alone,
# for when it is not in group 3.
for n in 1 2 3 4; do
	pfc h$n port add dev eth0 rate ${RATE}mbit speed 10mbit
	pfc h$n pfc set dev eth0 prio-pfc 3:on
	pfc sw -b - <<-END
		port add dev p$n rate ${RATE}mbit speed 10mbit
		map set dev p$n prio-pg 6:7
		pfc set dev p$n prio-pfc 3:on
		pg set dev p$n pg 3 xoff 20000 xon 10000
		pg set dev p$n pg 6 xoff 20000 xon 10000
	END
done
pfc sw port add dev p5 rate ${RATE}mbit speed 10mbit

pfc sw pool add other size 8M

count_frees
receive h5 r5
senders=()
for n in 1 2 3 4; do
	flow $((n % 2 + 1)) h$n $n --dscp 26 --sndbuf 20000
done
flow 1 h1 5 --dscp 40 --rate $((RATE * 50))k
meddle &
meddler=$!
wait "${senders[@]}"
kill "$meddler"
wait "$meddler" 2> /dev/null
check "all has left" wait_for 10 _nothing_occupied
sleep 0.5
received r5

note "$(awk '{ sum += $1 } END { print sum }' "$OUT/changes") changes"
check "the configuration changed many times" test \
	"$(wc -l < "$OUT/changes")" -ge $((SECONDS_OF_TRAFFIC / ${SLOW:-1}))
is "no change was refused" "$(cat "$OUT/meddled")" ""
is "all that is sent arrives, from each" \
	"$(value r5 '.flows | to_entries | sort_by(.key | tonumber) | .[].value |
		"\(.flow) \(.datagrams) \(.missing) \(.duplicates)"')" \
	"$(cat "$OUT"/sent.? | jq -rs 'sort_by(.flow) | .[] | "\(.flow) \(.datagrams) 0 0"')"
[ -z "$traced" ] || is "the kernel has freed no packet on its way" "$(freed)" 0
is "nothing is lost elsewhere" "$(losses)" ""
for n in 1 2 3 4; do
	check "p$n paused its host" test "$(stat sw p$n '.[0].prio[3].tx_xoff')" -gt 0
done
is "the ports have dropped nothing" "$(pfc sw -j stats show |
	jq '[.[] | .pg[], .queue[] | to_entries[] | select(.key | startswith("drop_")) |
		.value] | add')" 0
is "nothing is charged any more" "$(occupied)" ""
is "nor to the pools, which reserve what is configured" "$(pools)" "$(promised)"
