#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The examples of the man page pfcctl-impair work as written, on ports with traffic of priority 3:
# the ratio of losses that they print is that of the receiver, and the last two leave what they say.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw)
#   h2 eth0 ── p2 ┘
#
# mode: icount
# timeout: 120
# files: Documentation/man/pfcctl-impair.8

. /tests/guest/lib/lib.sh

COUNT=5000

# examples: prints the commands of the examples in the man page, without roff
examples()
{
	sed -n '/^\.EX/,/^\.EE/{/^\.E/!p}' "$IN/pfcctl-impair.8" | sed "s/\\\\(aq/'/g; s/\\\\-/-/g"
}

star 2
for dev in p1 p2; do
	check "$dev is a port with PFC for priority 3" pfc sw port add dev $dev rate 1gbit \
		pg 3 headroom auto prio-pfc 3:on
done
while read -r line; do
	case $line in
	*' -j impair show '*)
		receive h1 got
		send h2 sent --dscp 26 --flow 1 --count $COUNT 10.0.0.1
		sleep 0.1
		received got
		lost=$((COUNT - $(value got '.flows["1"].datagrams')))
		between "frames are lost" $lost 1 50
		is "the example prints this ratio" \
			"$(in_ns sw sh -c "$line" | jq ". * $COUNT | round")" $lost
		;;
	*)
		check "$line" in_ns sw sh -c "$line"
		;;
	esac
done < <(examples)
is "the last two examples are in effect" \
	"$(pfc sw -j impair show dev p1 | jq -c '.[0] | .prio[3] + . |
		[.loss_millionths, .pfc_corrupt_millionths, .pfc_delay_ns, .xoff_duty_millionths,
		.xoff_period_ns]')" \
	"[0,10000,5000,200000,1000000]"
nsexec sw pfcctl -j monitor dev p1 event impair-changed > "$OUT/events.json" &
monitor=$!
# last PRIOS: the last event names the priorities that are impaired
last() { [ "$(tail -n 1 "$OUT/events.json" | jq -c .prios)" = "$1" ]; }
wait_for 10 eval 'pfc sw impair set dev p1 seed 7; last "[3]"'
pfc sw impair set dev p1 prio 5 loss 1%
check "an event names the priorities that are impaired" wait_for 10 last "[3,5]"
pfc sw impair off dev p1
check "an event reports their end" wait_for 10 last "[]"
kill $monitor
