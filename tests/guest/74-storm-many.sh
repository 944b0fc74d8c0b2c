#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Storms of all priorities of two ports at once: each is detected once and over once, what
# is missing was dropped where it came in, and a third port knows nothing of it: its
# pauses are obeyed and end, and it loses nothing.
#
#                   ┌ p2 ── eth0 h2
#   h1 eth0 ── p1 ┤ br0 (sw) ├ p3 ── eth0 h3
#                   └ p4 ── eth0 h4
#
# timeout: 180
# sanitize: yes

. /tests/guest/lib.sh
. /tests/guest/storms.bash

COUNT=30

# flows_to HOST ADDRESS FIRST: a flow of each priority, of that number and the next
flows_to()
{
	local prio

	for prio in 0 1 2 3 4 5 6 7; do
		send h1 "sent$(($3 + prio))" --flow $(($3 + prio)) --dscp $((prio * 8)) \
			--count $COUNT "$2"
	done
}

# of_each PORT PATH: prints something of each group, priority or queue
of_each() { stat sw "$1" "[.[0].$2 | tostring] | join(\" \")"; }

# eight WORD: so many times
eight() { printf "$1%.0s" " " " " " " " " " " " " " " " " | sed 's/ $//'; }

storm_star 4
for n in 1 2 3 4; do
	cat <<-END
		pfc set dev p$n prio-pfc all:on
		pg set dev p$n pg all xoff 600K xon 500K headroom 100K
	END
	xoff_frames h$n 0xff all$n
done > /tmp/all
check "all priorities" pfc sw -b /tmp/all
listen
for n in 2 3; do
	pfc sw watchdog set dev p$n prio-watchdog all:on detection-time 300ms \
		recovery-time 300ms
done
for n in 2 3 4; do
	receive h$n got$n
	hold_by h$n all$n
done
flows_to h2 10.0.0.2 0
flows_to h3 10.0.0.3 10
flows_to h4 10.0.0.4 20
check "sixteen storms are detected" wait_for 20 heard storm_detected 16
sleep 1
is "queues of a port without a watchdog hold what they have" \
	"$(of_each p4 'queue[].backlog_packets')" "$(eight "$COUNT ")"
is "those of the others nothing" "$(of_each p2 'queue[].backlog_packets') $(
	of_each p3 'queue[].backlog_packets')" "$(eight "0 ") $(eight "0 ")"
let_go h2=all2 h3=all3 h4=all4
check "they are over" wait_for 20 heard storm_restored 16
check "nothing waits" wait_for 10 idle
read_events
is "each is told once" "$events" "$(for n in 2 3; do
	for prio in 0 1 2 3 4 5 6 7; do
		echo "p$n $prio storm_detected;p$n $prio storm_restored"
	done
done | paste -sd ';')"

# afterwards all is as before
check "p3 has time" pfc sw watchdog set dev p3 detection-time 10s
flows_to h2 10.0.0.2 30
hold_by h3 all3
flows_to h3 10.0.0.3 40
is "a pause is obeyed again" "$(of_each p3 'queue[].backlog_packets')" "$(eight "$COUNT ")"
let_go h3=all3
check "and ends" wait_for 10 idle
sleep 0.5
for n in 2 3 4; do
	received got$n
done
lost2=$(((8 * COUNT * 2) - $(value got2 .datagrams)))
lost3=$(((8 * COUNT * 2) - $(value got3 .datagrams)))
between "in the storms all is lost" $((lost2 + lost3)) $((16 * COUNT)) $((16 * COUNT))
is "it was dropped by these queues" "$(stat sw p2 '[.[0].queue[].drop_watchdog] | add') $(
	stat sw p3 '[.[0].queue[].drop_watchdog] | add')" "$lost2 $lost3"
is "each of its priority, and counted where it came in" \
	"$(of_each p1 'pg[].drop_watchdog')" "$(eight "$((2 * COUNT)) ")"
is "what came later arrives, in order, and all of the third port" "$(for n in 2 3 4; do
		value got$n ".flows | to_entries[] | select((.key | tonumber) >= 20) |
			select(.value.datagrams == $COUNT and .value.out_of_order == 0) | .key"
	done | wc -l)" 24
nothing_else_lost
