#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port with a storm sends no XOFF for the group that it drops, though the group is full,
# and for others as always.  When the storm is over it does again.  What the port received
# before, and waits for somebody else, is not lost.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#   h1 holds p1 (not watched), h2 fills its groups 3 and 4 at p2, then storms p2
#
# timeout: 120

. /tests/guest/lib.sh
. /tests/guest/storms.bash

COUNT=40

tells() { [ "$(stat sw p2 "[.[0].prio[3, 4].tx_paused | tostring] | join(\" \")")" = "$1" ]; }

# xoffs PRIO: prints how many XOFF h2 has got so far
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
watch p2 detection-time 200ms recovery-time 200ms
receive h1 got1
receive h2 got2
capture h2 eth0 h2 -Q in --immediate-mode ether proto 0x8808

hold_by h1 both
send h2 third --flow 1 --dscp 26 --count $COUNT 10.0.0.1
send h2 fourth --flow 2 --dscp 34 --count $COUNT 10.0.0.1
check "p2 tells XOFF for both" wait_for 10 tells "true true"

hold_by h2 h2
send h1 stormed --flow 3 --dscp 26 --count $COUNT 10.0.0.2
check "the storm is detected" wait_for 10 heard storm_detected
check "p2 tells it for the other one" wait_for 10 tells "false true"
sleep 0.1
before=$(xoffs 3)
other=$(xoffs 4)
send h2 dropped --flow 4 --dscp 26 --count $COUNT 10.0.0.1
sleep 1
is "h2 gets no XOFF for what is dropped" "$(xoffs 3)" "$before"
check "but for the other one" test "$(xoffs 4)" -gt "$other"
is "the last thing it was told is XON" "$(control h2 3 | awk 'END { print $2 }')" XON

# the storm ends, the pause of p1 does not
kill "${holds[-1]}"
wait "${holds[-1]}"
unset "holds[-1]"
say h2 h2.last
check "it is over" wait_for 10 heard storm_restored
check "p2 tells XOFF again, for what waits still" wait_for 10 tells "true true"
release
say h1 both.last
check "all that waits leaves" wait_for 10 idle
sleep 0.2
received got1
received got2
captures_end
check "and h2 gets it" test "$(xoffs 3)" -gt "$before"
is "what waited at another port arrives" "$(value got1 '.flows | map_values(
	"\(.datagrams) \(.out_of_order)") | [.["1"], .["2"]] | join(" ")')" "$COUNT 0 $COUNT 0"
is "what came meanwhile does not" "$(value got1 '.flows["4"]') $(value got2 '.flows["3"]')" \
	"null null"
is "it was dropped" "$(stat sw p2 '.[0].pg[3].drop_watchdog') $(stat sw p1 \
	'.[0].pg[3].drop_watchdog')" "$COUNT $COUNT"
nothing_else_lost
