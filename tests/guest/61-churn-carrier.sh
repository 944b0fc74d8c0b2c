#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Loss of carrier: what waits at an egress port is flushed, pauses end; XOFF is
# announced anew when the carrier of an ingress port returns.
#
#   h1 eth0 ── p1 ┐        h1 mirrors what comes in at eth0 to seen, a dummy
#                 ├ br0 (sw) ── p3 ── eth0 h3, which holds p3
#   h2 eth0 ── p2 ┘
#
# mode: icount
# timeout: 300

. /tests/guest/lib.sh
. /tests/guest/scene-churn.sh

scene

# ---- egress port
hold h3 eth0
receive h3 none
fill h1 200 50
fill h2 20 20
waiting p1 3 200
is "p3 is paused" "$(stat sw p3 '.[0].prio[3].rx_paused')" true
hold_ends h3
ip -n h3 link set eth0 down
all_free "no carrier" 400000
is "no carrier: the pause is over" "$(stat sw p3 '.[0].prio[3].rx_paused')" false
paused=$(stat sw p3 '.[0].prio[3].rx_pause_time_ns')
is "p1 counts its packets" "$(pg p1 3 drop_flush),$(pg p1 0 drop_flush)" "200,50"
is "p2 counts its packets" "$(pg p2 3 drop_flush),$(pg p2 0 drop_flush)" "20,20"
sleep 0.1
is "and the pause is no longer measured" \
	"$(stat sw p3 '.[0].prio[3].rx_pause_time_ns')" "$paused"
received none
is "nobody got them" "$(value none .datagrams)" 0

up h3 eth0
wait_for 10 _forwards sw p3
addresses
receive h3 again
fill h1 20 10
sleep 0.2
received again
is "with the carrier back all arrive, before the pause would have ended" \
	"$(value again .datagrams)" 30

# ---- ingress port
pfc sw stats clear
in_ns h1 ip link add seen type dummy
ip -n h1 link set seen up
tc -n h1 qdisc add dev eth0 clsact
tc -n h1 filter add dev eth0 ingress matchall action mirred egress mirror dev seen
capture h1 seen frames ether proto 0x8808

told() { stat sw p1 '.[0].prio[3].tx_xoff' '.[0].prio[3].tx_xon' | paste -sd, -; }

# Frames for priority 3 in the capture, in order: how many XOFF, how many XON
frames()
{
	in_ns h1 tcpdump -Z root -r "$OUT/frames.pcap" -nn -t -x 2>/dev/null |
		awk '/0x0000:/ { print $7 == "0000" ? "XON" : $7 == "ffff" ? "XOFF" : $0 }' |
		uniq -c | awk '{ print $2, $1 }' | paste -sd, -
}

hold h3 eth0
fill h1 200 0
waiting p1 3 200
sleep 0.1
is "p1 tells XOFF" "$(told)" "1,0"
ip -n h1 link set eth0 down
check "no carrier: nobody is told" wait_for 10 tells p1 false
is "what it sent still waits" "$(pg p1 3 occupancy)" $((200 * CHURN_FRAME))
up h1 eth0
addresses
sleep 0.2
is "XOFF is announced anew, before a refresh would be due" "$(told)" "2,0"
check "and told" tells p1 true
let_go h3 eth0
sleep 0.5
is "XON follows" "$(told)" "2,1"
captures_end
is "and the frames are there" "$(frames)" "XOFF 2,XON 1"
all_free "at the end" 400000

# ---- both ends of a port toggle, with packets waiting in it and from it
hold h3 eth0
fill h1 20 10
for _ in 1 2 3; do
	for end in "sw p3" "h3 eth0" "sw p1" "h1 eth0"; do
		# shellcheck disable=SC2086 # namespace and device
		{
			ip -n ${end% *} link set ${end#* } down
			ip -n ${end% *} link set ${end#* } up
		}
	done
done
hold_ends h3
all_free "links toggled" 400000
for dev in p1 p2 p3; do
	tc -n sw qdisc del dev $dev root
done
check "rmmod" rmmod pfc
