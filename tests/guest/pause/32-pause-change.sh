#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# If the flow control of a port changes after the port has sent XOFF, the port sends XON in a
# frame of the old kind (PFC or PAUSE).  If the flow control changes while the port obeys
# XOFF, the pause ends.  No packet is lost.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2 (pauses p2 by PFC)
#
# timeout: 120
# arm64: yes
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

COUNT=50

paused() { [ "$(stat sw p2 '.[0].prio[3].rx_paused')" = true ]; }
xoff_sent() { [ "$(stat sw p1 '[.[0].prio[].tx_paused] | any')" = "$1" ]; }

# sent_frames: prints kind and value of the frames from p1, without repetitions
sent_frames()
{
	tcpdump -Z root -nn -t -x -r "$OUT/control.pcap" 2> /dev/null | awk '
	/0x0000:/ && $2 == "0101" { changed("PFC " ($7 == "0000" ? "XON" : "XOFF")) }
	/0x0000:/ && $2 == "0001" { changed("PAUSE " ($3 == "0000" ? "XON" : "XOFF")) }
	function changed(what) { if (what != last) print what; last = what }' | paste -sd ,
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
capture h1 eth0 control -Q in ether proto 0x8808
receive h2 all

hold h2 eth0 /tmp/xoff
check "PFC of h2 pauses p2" wait_for 10 paused
send h1 first --flow 1 --dscp 26 --count $COUNT 10.0.0.2
check "p1 with PFC sends XOFF" wait_for 10 xoff_sent true
check "p1 changes from PFC to PAUSE" pfc sw pfc set dev p1 prio-pfc all:off flow-control pause
check "p1 sends XON after the change to PAUSE" wait_for 10 xoff_sent false

send h1 second --flow 2 --dscp 26 --count $COUNT 10.0.0.2
check "p1 with PAUSE sends XOFF" wait_for 10 xoff_sent true
check "p1 changes from PAUSE to no flow control" pfc sw pfc set dev p1 flow-control none
check "p1 sends XON after the change to none" wait_for 10 xoff_sent false

is "all datagrams wait in the paused p2" \
	"$(stat sw p2 '.[0].queue[3].backlog_packets')" $((2 * COUNT))
check "p2 changes from PFC to PAUSE" pfc sw pfc set dev p2 prio-pfc all:off flow-control pause
drained() { [ "$(stat sw p2 '.[0].queue[3].backlog_packets')" = 0 ]; }
check "the PFC pause ends when p2 changes to PAUSE" wait_for 10 drained
release
sleep 0.3
received all
captures_end
is "each XON is of the kind of its XOFF" "$(sent_frames)" "PFC XOFF,PFC XON,PAUSE XOFF,PAUSE XON"
for flow in 1 2; do
	is "all datagrams of flow $flow arrive in order" "$(value all \
		".flows[\"$flow\"] | \"\(.datagrams) \(.out_of_order)\"")" "$COUNT 0"
done
is "no packet is lost outside the ports" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
