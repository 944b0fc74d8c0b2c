#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The watchdog counts each packet that it drops in a storm, at the PG of the ingress port if
# the packet has one.  Other flows lose no packet and keep their order.  No sender gets XOFF
# for packets that the storm drops.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2, whose XOFF is the storm
#   h3 eth0 ── p3 ┘
#
# timeout: 180
# arm64: yes
# mode: any
# sanitize: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# dropped DEV: prints three numbers of storm drops for priority 3: packets that DEV received,
# packets of its egress queue, and all packets of the storm at DEV
dropped()
{
	stat sw "$1" '.[0] | "\(.pg[3].drop_watchdog) \(.queue[3].drop_watchdog) " +
		"\(.prio[3].storm_dropped)"'
}

# others DEV: prints the sum of these counters for all PGs, queues and priorities other than 3
others()
{
	stat sw "$1" '[.[0] | (.pg, .queue, .prio)[] | select((.pg // .queue // .prio) != 3) |
		.drop_watchdog // 0, .storm_dropped // 0] | add'
}

counted() { stat sw p2 '.[0].prio[3] | "\(.rx_xoff) \(.rx_xon)"'; }
captured() { echo "$(control h2 3 | grep -c XOFF) $(control h2 3 | grep -c XON)"; }

# now: prints the time in the format of control()
now() { echo $(($(date +%s%N) / 1000 % 100000000000)); }

storm_star 3
ip -n sw address add 10.0.0.9/24 dev br0
neighbour sw br0 10.0.0.2 "$(mac h2 eth0)"
# p1 sends XOFF before the storm is detected
pfc sw pg set dev p1 pg 3 xoff 5K xon 3K headroom 500K
listen
# During the storm h2 sends one XON.  The restoration time is longer than the time from this
# XON to the next XOFF, also on a busy machine; otherwise the storm would end then.
watch p2 detection-time 300ms restoration-time 4s
for n in 1 2 3; do
	receive h$n got$n
done
capture h1 eth0 h1 -Q in ether proto 0x8808
capture h2 eth0 h2 -Q out ether proto 0x8808

RATE=1m		# 117 datagrams per second
flow h1 10.0.0.2 --dscp 26 --rate $RATE
flow h3 10.0.0.2 --dscp 26 --rate $RATE
flow sw 10.0.0.2 --dscp 26 --rate $RATE
flow h2 10.0.0.1 --dscp 26 --rate $RATE
# other priorities of the same hosts, and other ports
flow h1 10.0.0.2 --dscp 0 --rate $RATE
flow h1 10.0.0.2 --dscp 34 --rate $RATE
flow h1 10.0.0.3 --dscp 26 --rate $RATE
flow h2 10.0.0.1 --dscp 0 --rate $RATE
flow h3 10.0.0.1 --dscp 26 --rate $RATE
flow sw 10.0.0.2 --dscp 46 --rate $RATE
sleep 1
hold_by h2 h2
check "the storm is detected" wait_for 10 event_recorded storm_detected
begin=$(now)
before=$(counted)
sleep 2
say h2 h2.xon
after=$(counted)
between "XOFF received in a storm is counted" $((${after% *} - ${before% *})) 3 100
is "XON received in a storm is counted" "${after#* }" 1
end=$(now)
let_go h2
check "the storm is over" wait_for 10 event_recorded storm_restored
sleep 0.5
sent_all
check "no packet waits" wait_for 10 idle
for n in 1 2 3; do
	received got$n
done
captures_end
read_events
is "events report one storm" "$events" "p2 3 storm_detected;p2 3 storm_restored"

lost=()
for n in 1 2 3; do
	lost+=("$(missing $n got2)")
done
lost+=("$(missing 4 got1)")
note "missing: ${lost[*]}"
check "each flow of the priority with the storm loses packets" \
	test "$(printf '%s\n' "${lost[@]}" |
	awk '$1 > 50' | wc -l)" = 4
is "p1 counts the lost packets of h1" "$(dropped p1)" "${lost[0]} 0 0"
is "p3 counts the lost packets of h3" "$(dropped p3)" "${lost[1]} 0 0"
is "p2 counts the lost packets of h2 and of its queue" "$(dropped p2)" \
	"${lost[3]} $((lost[0] + lost[1] + lost[2])) $((lost[0] + lost[1] + lost[2] + lost[3]))"
is "the event reports the number of dropped packets" \
	"$(jq -s '.[] | select(.event == "storm_restored") |
	.storm.dropped' "$OUT/events.json")" $((lost[0] + lost[1] + lost[2] + lost[3]))
is "the watchdog drops nothing of other priorities" \
	"$(others p1) $(others p2) $(others p3)" "0 0 0"
is "other flows to h2 are complete and in order" "$(whole got2 5 6 10)" ""
is "other flows to h1 are complete and in order" "$(whole got1 8 9)" ""
is "flows to h3 are complete and in order" "$(whole got3 7)" ""
for n in 1 2 3; do
	is "the packets of flow $n that arrive are in order" "$(value got2 ".flows[\"$n\"] |
		\"\(.out_of_order) \(.duplicates)\"")" "0 0"
done
is "p2 counts each XOFF and XON that h2 sends" "$(counted)" "$(captured)"
is "h1 gets XOFF before the storm, and XON at its detection" \
	"$(control h1 3 | awk -v end="$begin" '$1 < end {
	print $2 }' | uniq | tail -n 2 | paste -sd ' ')" "XOFF XON"
is "h1 gets no PFC frame during the storm" \
	"$(control h1 3 | awk -v begin="$begin" -v end="$end" '$1 > begin && $1 < end')" ""
nothing_else_lost
