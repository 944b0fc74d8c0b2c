#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Frames bypass empty queues.  No frame bypasses a pause or a rate, or overtakes another frame.
#
#   h1 eth0 ── p1 br0 (sw) p3 ── eth0 h3
#              data ──►       ◄── PFC
#
# mode: icount
# timeout: 300

. /tests/guest/lib/lib.sh

# flow COUNT DSCP: sends one flow from h1; each call uses the next flow number
flow()
{
	send h1 "sent$((++flows))" --flow "$flows" --dscp "$2" --size 958 \
		--count "$1" 10.0.0.3
	sleep 0.02
}

# counted TEXT DIRECT QUEUE3 QUEUE0: checks the numbers of packets that p3 sent past the
# queues, from queue 3 and from queue 0; the device's counter at h3 is the independent check
counted()
{
	is "$1" "$(stat sw p3 '.[] | .port.tx_bypass, .queue[3].tx_packets,
		.queue[0].tx_packets' | paste -sd ' ')" "$2 $3 $4"
	is "$1: h3 receives all frames" \
		"$(in_ns h3 cat /sys/class/net/eth0/statistics/rx_packets)" \
		$(($2 + $3 + $4))
}

# say QUANTA: h3 sends a pause of priority 3; 0: XON
say() { in_ns h3 rawsend eth0 <(pfc_frame "$(mac h3 eth0)" 0x08 "$1") > /dev/null; }

flows=0
star_of 1 3
check "p1 is a port" pfc sw port add dev p1
check "p3 is a port" pfc sw port add dev p3 speed 10mbit
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc 3:on
receive h3 got

flow 100 26
counted "frames bypass empty queues" 100 0 0
is "tx_bypass_bytes counts the bypassed bytes" "$(stat sw p3 '.[].port.tx_bypass_bytes')" 100000

say 0xffff
flow 50 26
flow 30 0
counted "frames do not bypass while a priority is paused" 100 0 30
is "frames of the paused priority are queued" "$(stat sw p3 '.[].queue[3].backlog_packets')" 50
is "queued frames are charged to p1 PG 3" "$(stat sw p1 '.[].pg[3].occupancy')" 50000

say 0
sleep 0.02
flow 20 26
counted "frames bypass again after the queues drain" 120 50 30

# A pause of 5 ms expires while p3 has no frame: reading the counters detects its end
say 100
sleep 0.02
is "the pause expires" "$(stat sw p3 '.[].prio[3].rx_paused')" false
flow 10 26
flow 10 26
direct=$(stat sw p3 '.[].port.tx_bypass')
between "frames bypass again after the pause expires" "$direct" 130 140
counted "bypassed and queued frames add up after the pause" "$direct" $((50 + 140 - direct)) 30

check "a rate of p3 is set" pfc sw port set dev p3 rate 100mbit
flow 25 26
counted "frames do not bypass a port with a rate" "$direct" $((215 - direct)) 30
check "the rate of p3 is removed" pfc sw port set dev p3 rate unlimited
flow 5 26
counted "frames bypass again without a rate" $((direct + 5)) $((215 - direct)) 30

received got
is "all datagrams arrive" "$(value got .datagrams)" 250
is "datagrams arrive in order" "$(value got '[.flows[].out_of_order] | add')" 0
is "nothing is charged to p1 at the end" "$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
is "no packet is lost outside the ports" "$(losses)" ""
