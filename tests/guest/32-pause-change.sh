#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The flow control of a port changes while it has told XOFF, and while it obeys one: the
# peer is told XON by a frame of the kind that it was stopped by, and what a kind that is
# not spoken any more has paused goes on.  Nothing is lost.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2, which holds p2 by PFC
#
# timeout: 120

. /tests/guest/lib.sh
. /tests/guest/paths.bash

COUNT=50

paused() { [ "$(stat sw p2 '.[0].prio[3].rx_paused')" = true ]; }
told() { [ "$(stat sw p1 '[.[0].prio[].tx_paused] | any')" = "$1" ]; }

# said: prints what p1 has told h1, as often as it changed
said()
{
	tcpdump -Z root -nn -t -x -r "$OUT/told.pcap" 2> /dev/null | awk '
	/0x0000:/ && $2 == "0101" { say("PFC " ($7 == "0000" ? "XON" : "XOFF")) }
	/0x0000:/ && $2 == "0001" { say("PAUSE " ($3 == "0000" ? "XON" : "XOFF")) }
	function say(what) { if (what != last) print what; last = what }' | paste -sd ,
}

star 2
pfc sw -b - <<-END
	port add dev p1 speed 1gbit
	port add dev p2 speed 10mbit
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc 3:on
	pg set dev p1 pg all xoff 10K xon 5K headroom 300K
END
pfc_frame "$(mac h2 eth0)" 0x08 0xffff > /tmp/xoff
capture h1 eth0 told -Q in ether proto 0x8808
receive h2 all

hold h2 eth0 /tmp/xoff
check "p2 is held" wait_for 10 paused
send h1 first --flow 1 --dscp 26 --count $COUNT 10.0.0.2
check "h1 is told XOFF by PFC" wait_for 10 told true
check "p1 speaks PAUSE" pfc sw pfc set dev p1 prio-pfc all:off flow-control pause
check "h1 is told XON" wait_for 10 told false

send h1 second --flow 2 --dscp 26 --count $COUNT 10.0.0.2
check "h1 is told XOFF by PAUSE" wait_for 10 told true
check "p1 has no flow control" pfc sw pfc set dev p1 flow-control none
check "h1 is told XON again" wait_for 10 told false

is "all wait" "$(stat sw p2 '.[0].queue[3].backlog_packets')" $((2 * COUNT))
check "p2 speaks PAUSE" pfc sw pfc set dev p2 prio-pfc all:off flow-control pause
drained() { [ "$(stat sw p2 '.[0].queue[3].backlog_packets')" = 0 ]; }
check "PFC holds it no more" wait_for 10 drained
release
sleep 0.3
received all
captures_end
is "each kind takes back what it has told" "$(said)" "PFC XOFF,PFC XON,PAUSE XOFF,PAUSE XON"
for flow in 1 2; do
	is "flow $flow arrives whole and in order" "$(value all \
		".flows[\"$flow\"] | \"\(.datagrams) \(.out_of_order)\"")" "$COUNT 0"
done
is "nothing is lost" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
