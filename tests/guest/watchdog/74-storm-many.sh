#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Storms of all priorities of two ports at once.  Each storm is detected once and ends once,
# and the PG of the ingress port counts each dropped packet.  A third port has no storm: it
# obeys its pauses until they end, and it loses nothing.
#
#                   ┌ p2 ── eth0 h2
#   h1 eth0 ── p1 ┤ br0 (sw) ├ p3 ── eth0 h3
#                   └ p4 ── eth0 h4
#
# timeout: 180
# mode: any
# sanitize: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

COUNT=30

# flows_to HOST ADDRESS FIRST: sends a flow of each priority, numbered FIRST to FIRST + 7
flows_to()
{
	local prio

	for prio in 0 1 2 3 4 5 6 7; do
		send h1 "sent$(($3 + prio))" --flow $(($3 + prio)) --dscp $((prio * 8)) \
			--count $COUNT "$2"
	done
}

# of_each PORT PATH: prints a field of each PG, priority or queue
of_each() { stat sw "$1" "[.[0].$2 | tostring] | join(\" \")"; }

# eight WORD: prints WORD eight times
eight() { printf "$1%.0s" " " " " " " " " " " " " " " " " | sed 's/ $//'; }

storm_star 4
for n in 1 2 3 4; do
	cat <<-END
		pfc set dev p$n prio-pfc all:on
		pg set dev p$n pg all xoff 600K xon 500K headroom 100K
	END
	xoff_frames h$n 0xff all$n
done > /tmp/all
check "PFC is on for all priorities" pfc sw -b /tmp/all
listen
for n in 2 3; do
	pfc sw watchdog set dev p$n prio-watchdog all:on detection-time 300ms \
		restoration-time 300ms
done
for n in 2 3 4; do
	receive h$n got$n
	hold_by h$n all$n
done
flows_to h2 10.0.0.2 0
flows_to h3 10.0.0.3 10
flows_to h4 10.0.0.4 20
check "sixteen storms are detected" wait_for 20 event_recorded storm_detected 16
sleep 1
is "a port without a watchdog drops nothing" \
	"$(of_each p4 'queue[].backlog_packets')" "$(eight "$COUNT ")"
is "the queues of the ports with storms are empty" "$(of_each p2 'queue[].backlog_packets') $(
	of_each p3 'queue[].backlog_packets')" "$(eight "0 ") $(eight "0 ")"
let_go h2=all2 h3=all3 h4=all4
check "sixteen storms are over" wait_for 20 event_recorded storm_restored 16
check "no packet waits after the storms" wait_for 10 idle
read_events
is "one event for the start and one for the end of each storm" "$events" "$(for n in 2 3; do
	for prio in 0 1 2 3 4 5 6 7; do
		echo "p$n $prio storm_detected;p$n $prio storm_restored"
	done
done | paste -sd ';')"

# after the storms the ports obey XOFF again
check "the detection time of p3 is set to 10 s" pfc sw watchdog set dev p3 detection-time 10s
flows_to h2 10.0.0.2 30
hold_by h3 all3
flows_to h3 10.0.0.3 40
is "p3 obeys XOFF of all priorities after the storms" \
	"$(of_each p3 'queue[].backlog_packets')" "$(eight "$COUNT ")"
let_go h3=all3
check "all packets leave when the pause of p3 ends" wait_for 10 idle
sleep 0.5
for n in 2 3 4; do
	received got$n
done
lost2=$(((8 * COUNT * 2) - $(value got2 .datagrams)))
lost3=$(((8 * COUNT * 2) - $(value got3 .datagrams)))
between "all packets sent to a storm are lost" $((lost2 + lost3)) $((16 * COUNT)) $((16 * COUNT))
is "the queues of p2 and p3 count the lost packets" \
	"$(stat sw p2 '[.[0].queue[].drop_watchdog] | add') $(
	stat sw p3 '[.[0].queue[].drop_watchdog] | add')" "$lost2 $lost3"
is "each PG of p1 counts the dropped packets of its priority" \
	"$(of_each p1 'pg[].drop_watchdog')" "$(eight "$((2 * COUNT)) ")"
is "flows after the storms and flows to p4 arrive in order" "$(for n in 2 3 4; do
		value got$n ".flows | to_entries[] | select((.key | tonumber) >= 20) |
			select(.value.datagrams == $COUNT and .value.out_of_order == 0) | .key"
	done | wc -l)" 24
nothing_else_lost
