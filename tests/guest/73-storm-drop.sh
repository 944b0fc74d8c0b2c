#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Where the packets of a storm go: what is missing in the end is what ports say that the
# watchdog has dropped, each at the group that it came in by.  Nobody else loses any, or
# gets them in another order, and nobody is told XOFF for what is dropped.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2, whose XOFF is the storm
#   h3 eth0 ── p3 ┘
#
# timeout: 180
# sanitize: yes

. /tests/guest/lib.sh
. /tests/guest/storms.bash

# dropped DEV: prints what it has dropped in storms, by what it received of priority 3,
# what its queue had, and both
dropped()
{
	stat sw "$1" '.[0] | "\(.pg[3].drop_watchdog) \(.queue[3].drop_watchdog) " +
		"\(.prio[3].storm_dropped)"'
}

# others DEV: prints the same of all else
others()
{
	stat sw "$1" '[.[0] | (.pg, .queue, .prio)[] | select((.pg // .queue // .prio) != 3) |
		.drop_watchdog // 0, .storm_dropped // 0] | add'
}

counted() { stat sw p2 '.[0].prio[3] | "\(.rx_xoff) \(.rx_xon)"'; }
captured() { echo "$(control h2 3 | grep -c XOFF) $(control h2 3 | grep -c XON)"; }

# now: the time as captures have it
now() { echo $(($(date +%s%N) / 1000 % 100000000000)); }

storm_star 3
ip -n sw address add 10.0.0.9/24 dev br0
neighbour sw br0 10.0.0.2 "$(mac h2 eth0)"
# before the storm is detected, h1 is told XOFF
pfc sw pg set dev p1 pg 3 xoff 5K xon 3K headroom 500K
listen
# longer than h2 is silent after an XON, or the storm would be over in between
watch p2 detection-time 300ms recovery-time 1s
for n in 1 2 3; do
	receive h$n got$n
done
capture h1 eth0 h1 -Q in ether proto 0x8808
capture h2 eth0 h2 -Q out ether proto 0x8808

RATE=1m		# 117 a second
flow h1 10.0.0.2 --dscp 26 --rate $RATE
flow h3 10.0.0.2 --dscp 26 --rate $RATE
flow sw 10.0.0.2 --dscp 26 --rate $RATE
flow h2 10.0.0.1 --dscp 26 --rate $RATE
# the others: other priorities of the same hosts, and other ports
flow h1 10.0.0.2 --dscp 0 --rate $RATE
flow h1 10.0.0.2 --dscp 34 --rate $RATE
flow h1 10.0.0.3 --dscp 26 --rate $RATE
flow h2 10.0.0.1 --dscp 0 --rate $RATE
flow h3 10.0.0.1 --dscp 26 --rate $RATE
flow sw 10.0.0.2 --dscp 46 --rate $RATE
sleep 1
hold_by h2 h2
check "the storm is detected" wait_for 10 heard storm_detected
begin=$(now)
before=$(counted)
sleep 2
say h2 h2.xon
after=$(counted)
between "XOFF is counted in a storm" $((${after% *} - ${before% *})) 3 100
is "XON, too" "${after#* }" 1
end=$(now)
let_go h2
check "it is over" wait_for 10 heard storm_restored
sleep 0.5
sent_all
check "nothing waits" wait_for 10 idle
for n in 1 2 3; do
	received got$n
done
captures_end
read_events
is "one storm is told" "$events" "p2 3 storm_detected;p2 3 storm_restored"

lost=()
for n in 1 2 3; do
	lost+=("$(missing $n got2)")
done
lost+=("$(missing 4 got1)")
note "missing: ${lost[*]}"
check "each of the priority loses some" test "$(printf '%s\n' "${lost[@]}" |
	awk '$1 > 50' | wc -l)" = 4
is "what h1 misses is counted where it came in" "$(dropped p1)" "${lost[0]} 0 0"
is "and h3" "$(dropped p3)" "${lost[1]} 0 0"
is "and h2, beside what the queue dropped" "$(dropped p2)" \
	"${lost[3]} $((lost[0] + lost[1] + lost[2])) $((lost[0] + lost[1] + lost[2] + lost[3]))"
is "that is what the storm says" "$(jq -s '.[] | select(.event == "storm_restored") |
	.storm.dropped' "$OUT/events.json")" $((lost[0] + lost[1] + lost[2] + lost[3]))
is "nothing else is dropped" "$(others p1) $(others p2) $(others p3)" "0 0 0"
is "all others arrive, in order: at h2" "$(whole got2 5 6 10)" ""
is "at h1" "$(whole got1 8 9)" ""
is "at h3" "$(whole got3 7)" ""
for n in 1 2 3; do
	is "what passes of flow $n is in order" "$(value got2 ".flows[\"$n\"] |
		\"\(.out_of_order) \(.duplicates)\"")" "0 0"
done
is "XOFF and XON are those that h2 has sent" "$(counted)" "$(captured)"
is "h1 is told XOFF before, and XON" "$(control h1 3 | awk -v end="$begin" '$1 < end {
	print $2 }' | uniq | tail -n 2 | paste -sd ' ')" "XOFF XON"
is "and nothing in the storm" \
	"$(control h1 3 | awk -v begin="$begin" -v end="$end" '$1 > begin && $1 < end')" ""
nothing_else_lost
