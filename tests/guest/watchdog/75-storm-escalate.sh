#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# When a priority of a port has too many storms within escalate-period, the watchdog disables
# PFC of this priority at the port until an operator enables it again with "watchdog clear".
# The port counts XOFF received for that priority and does not obey it, and it sends no XOFF
# for it.  Other priorities and ports do not change.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2
#   h3 eth0 ── p3 ┘
#
# timeout: 180
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# storm EVENT COUNT: h2 causes a storm, waits for the event, and ends it
storm()
{
	storms=$((storms + 1))
	hold_by h2 h2
	send h1 "storm$storms" --flow $storms --dscp 26 --count 10 10.0.0.2
	check "storm $storms: $1" wait_for 10 event_recorded "$1" "$2"
	let_go h2
}

waiting() { tc -n sw -s qdisc show dev "$1" | sed -n 's/.*backlog [^ ]* \([0-9]*\)p.*/\1/p'; }
waits() { [ "$(waiting "$1")" = "$2" ]; }
counted() { stat sw p2 ".[0].prio[3].rx_xoff"; }
state() { pfc sw -j watchdog show dev p2 | jq -r '.[0].prio[3].state'; }

storms=0
storm_star 3
pfc sw pfc set dev p1 prio-pfc 4:on
pfc sw pfc set dev p2 prio-pfc 4:on
pfc sw pg set dev p2 pg all xoff 10K xon 5K headroom 300K
listen
receive h1 got1
receive h2 got2
receive h3 got3
watch p2 detection-time 200ms restoration-time 100ms escalate-count 3 escalate-period 3600s
capture h2 eth0 h2-out -Q out ether proto 0x8808
capture h2 eth0 h2-in -Q in ether proto 0x8808

storm storm_detected 1
check "storm 1 is over" wait_for 10 event_recorded storm_restored 1
storm storm_detected 2
check "storm 2 is over" wait_for 10 event_recorded storm_restored 2
is "PFC stays enabled after two storms" "$(state)" operational
read_events
is "events report the first two storms" \
	"$(tr ';' '\n' <<< "$events" | sort | uniq -c | sed 's/^ *//' |
	paste -sd ';')" "2 p2 3 storm_detected;2 p2 3 storm_restored"
storm pfc_disabled 1
read_events
is "the third storm causes the event pfc_disabled" "$events" "p2 3 pfc_disabled"
is "PFC is disabled after the third storm" "$(state)" disabled
is "it is counted, the history notes it, and PFC stays configured" \
	"$(stat sw p2 '.[0].prio[3].pfc_disabled') $(pfc sw -j watchdog history dev p2 |
	jq -c '[.[0].storms[].pfc_disabled]') $(pfc sw -j pfc show dev p2 | jq '.[0].prio_pfc[3]')" \
	"1 [false,false,true] true"

# Received XOFF is counted but not obeyed
before=$(counted)
hold_by h2 h2
sleep 1
send h1 disobeyed --flow 10 --dscp 26 --count 10 10.0.0.2
check "PFC disabled: frames pass during XOFF" wait_for 5 waits p2 0
let_go h2
between "PFC disabled: received XOFF is counted" $(($(counted) - before)) 3 10
read_events
is "PFC disabled: no storm is reported" "$events" ""

# p2 does not send XOFF for priority 3, which is disabled there, but for priority 4.  h1 pauses both
# at p1, so that the packets of h2 wait.
xoff_frames h1 0x18 both
hold_by h1 both
send h2 third --flow 11 --dscp 26 --count 40 10.0.0.1
send h2 fourth --flow 12 --dscp 34 --count 40 10.0.0.1
check "packets for h1 wait at p1" wait_for 5 waits p1 80
sleep 0.3

# Another port, p3, obeys XOFF until its pause ends
hold_by h3 h3
send h1 other --flow 13 --dscp 26 --count 10 10.0.0.3
sleep 0.3
is "another port obeys XOFF" "$(waiting p3)" 10
release
say h1 both.last
say h3 h3.last
check "all packets leave when the pauses end" wait_for 5 idle
sleep 2.2
captures_end
is "PFC disabled: p2 sends XOFF for priority 4 only" "$(control h2-in 3 | grep -c XOFF) $(
	[ "$(control h2-in 4 | grep -c XOFF)" -gt 0 ] && echo some)" "0 some"
is "p2 counts each XOFF that h2 sends" "$(counted)" "$(control h2-out 3 | grep -c XOFF)"
is "PFC stays disabled" "$(state)" disabled

check "an operator clears the watchdog of p2" pfc sw watchdog clear dev p2
read_events
is "watchdog clear causes the event pfc_enabled" "$events" "p2 3 pfc_enabled"
is "PFC is enabled after watchdog clear" "$(state)" operational
hold_by h2 h2
sleep 0.1
pfc sw watchdog set dev p2 detection-time 10s
send h1 obeyed --flow 14 --dscp 26 --count 10 10.0.0.2
sleep 0.3
is "XOFF is obeyed again after watchdog clear" "$(waiting p2)" 10
pfc sw watchdog set dev p2 detection-time 200ms
storms=$((storms + 1))
check "a storm after watchdog clear does not disable PFC" \
	wait_for 10 event_recorded storm_detected 3
let_go h2
check "the storm after watchdog clear is over" wait_for 10 event_recorded storm_restored 3
hold_by h1 both
capture h2 eth0 enabled -Q in ether proto 0x8808
send h2 third --flow 15 --dscp 26 --count 40 10.0.0.1
sleep 0.5
release
say h1 both.last
check "all packets for h1 leave" wait_for 5 idle
captures_end
check "XOFF is sent again after watchdog clear" test "$(control enabled 3 | grep -c XOFF)" -gt 0
for n in 1 2 3; do
	received got$n
done
# packets that waited in the third storm left when PFC was disabled
is "only packets of storms are lost" "$(value got2 '.flows | keys |
	join(" ")') $(value got1 '[.flows[].datagrams] | join(" ")')" "10 3 40 40 40"
is "another port loses nothing" "$(value got3 '.flows["13"].datagrams')" 10
nothing_else_lost
