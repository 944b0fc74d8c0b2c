#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port with a storm sends no XOFF for the priority with the storm, although its PG is full.
# The port sends XOFF for other priorities.  After the storm it sends XOFF for all priorities.
# Packets that the port received before the storm and that wait at another port are not
# lost.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# h1 pauses p1, which has no watchdog, so packets of h2 fill PGs 3 and 4 of p2.  Then h2
# causes a storm at p2.
#
# timeout: 120
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

COUNT=40

xoff_sent() { [ "$(stat sw p2 "[.[0].prio[3, 4].tx_paused | tostring] | join(\" \")")" = "$1" ]; }

# xoffs PRIO: prints how many XOFF h2 has received so far
xoffs() { control h2 "$1" | grep -c XOFF; }

storm_star 2
pfc sw -b - <<-END
	pfc set dev p1 prio-pfc 3:on 4:on
	pfc set dev p2 prio-pfc 3:on 4:on
	pfc set dev p2 pause-time 2000
	pg set dev p2 pg 3 xoff 10K xon 5K headroom 300K
	pg set dev p2 pg 4 xoff 10K xon 5K headroom 300K
END
xoff_frames h1 0x18 both
listen
watch p2 detection-time 200ms restoration-time 200ms
receive h1 got1
receive h2 got2
capture h2 eth0 h2 -Q in --immediate-mode ether proto 0x8808

hold_by h1 both
send h2 third --flow 1 --dscp 26 --count $COUNT 10.0.0.1
send h2 fourth --flow 2 --dscp 34 --count $COUNT 10.0.0.1
check "p2 sends XOFF for priorities 3 and 4" wait_for 10 xoff_sent "true true"

hold_by h2 h2
send h1 stormed --flow 3 --dscp 26 --count $COUNT 10.0.0.2
check "the storm is detected" wait_for 10 event_recorded storm_detected
check "p2 sends XOFF for priority 4 only" wait_for 10 xoff_sent "false true"
sleep 0.1
before=$(xoffs 3)
other=$(xoffs 4)
send h2 dropped --flow 4 --dscp 26 --count $COUNT 10.0.0.1
sleep 1
is "h2 gets no XOFF for the priority with the storm" "$(xoffs 3)" "$before"
check "h2 gets XOFF for priority 4 during the storm" test "$(xoffs 4)" -gt "$other"
is "h2 gets XON for priority 3 last" "$(control h2 3 | awk 'END { print $2 }')" XON

# Ends the storm at p2, but not the pause of p1
kill "${holds[-1]}"
wait "${holds[-1]}"
unset "holds[-1]"
say h2 h2.last
check "the storm is over" wait_for 10 event_recorded storm_restored
check "after the storm p2 sends XOFF again for priorities 3 and 4" \
	wait_for 10 xoff_sent "true true"
release
say h1 both.last
check "all waiting packets leave" wait_for 10 idle
sleep 0.2
received got1
received got2
captures_end
check "h2 gets XOFF for priority 3 after the storm" test "$(xoffs 3)" -gt "$before"
is "packets that waited at p1 arrive in order" "$(value got1 '.flows | map_values(
	"\(.datagrams) \(.out_of_order)") | [.["1"], .["2"]] | join(" ")')" "$COUNT 0 $COUNT 0"
is "packets sent during the storm do not arrive" \
	"$(value got1 '.flows["4"]') $(value got2 '.flows["3"]')" \
	"null null"
is "p1 and p2 count the packets of the storm as drops" \
	"$(stat sw p2 '.[0].pg[3].drop_watchdog') $(stat sw p1 \
	'.[0].pg[3].drop_watchdog')" "$COUNT $COUNT"
nothing_else_lost
