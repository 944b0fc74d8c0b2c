#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Loss of carrier.  An egress port flushes its queues and ends the pauses that it obeys.  An
# ingress port sends XOFF again when its carrier returns.
#
#   h1 eth0 ── p1 ┐        h1 mirrors packets received at eth0 to the dummy "seen"
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3)
#   h2 eth0 ── p2 ┘
#
# kernels: 6.1 6.12 7.2 7.3 debug kcsan uml
# long: yes
# mode: icount
# timeout: 300

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

scene

# ---- egress port
hold h3 eth0
receive h3 none
fill h1 200 50
fill h2 20 20
waiting p1 3 200
is "p3 is paused before the loss of carrier" "$(stat sw p3 '.[0].prio[3].rx_paused')" true
hold_ends h3
ip -n h3 link set eth0 down
all_free "no carrier" 400000
is "no carrier: the pause ends" "$(stat sw p3 '.[0].prio[3].rx_paused')" false
paused=$(stat sw p3 '.[0].prio[3].rx_pause_time_ns')
is "no carrier: p1 counts the flushed packets" \
	"$(pg p1 3 drop_flush),$(pg p1 0 drop_flush)" "200,50"
is "no carrier: p2 counts the flushed packets" "$(pg p2 3 drop_flush),$(pg p2 0 drop_flush)" "20,20"
sleep 0.1
is "no carrier: rx_pause_time_ns does not increase" \
	"$(stat sw p3 '.[0].prio[3].rx_pause_time_ns')" "$paused"
received none
is "no carrier: h3 receives no packet" "$(value none .datagrams)" 0

up h3 eth0
wait_for 10 _forwards sw p3
addresses
receive h3 again
fill h1 20 10
sleep 0.2
received again
is "packets arrive at once when the carrier returns" \
	"$(value again .datagrams)" 30

# ---- ingress port
pfc sw stats clear
in_ns h1 ip link add seen type dummy
ip -n h1 link set seen up
tc -n h1 qdisc add dev eth0 clsact
tc -n h1 filter add dev eth0 ingress matchall action mirred egress mirror dev seen
capture h1 seen frames ether proto 0x8808

xoff_xon() { stat sw p1 '.[0].prio[3].tx_xoff' '.[0].prio[3].tx_xon' | paste -sd, -; }

# frames: prints the frames for priority 3 in the capture, in order: "XOFF n,XON n"
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
is "p1 sends XOFF" "$(xoff_xon)" "1,0"
ip -n h1 link set eth0 down
check "no carrier: tx_paused of p1 is false" wait_for 10 pauses_peer p1 false
is "no carrier: packets of h1 stay charged to p1" "$(pg p1 3 occupancy)" $((200 * CHURN_FRAME))
up h1 eth0
addresses
sleep 0.2
is "p1 sends XOFF again at once when the carrier returns" "$(xoff_xon)" "2,0"
check "tx_paused of p1 is true when the carrier returns" pauses_peer p1 true
let_go h3 eth0
sleep 0.5
is "p1 sends XON after the packets leave" "$(xoff_xon)" "2,1"
captures_end
is "h1 receives two XOFF and one XON" "$(frames)" "XOFF 2,XON 1"
all_free "at the end" 400000

# ---- both ends of both links toggle, with packets queued in p3 and charged to p1
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
check "rmmod after the links toggled" rmmod pfc
