#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Frames pass empty queues by, but never a pause or a rate, nor each other.
#
#   h1 eth0 ── p1 br0 (sw) p3 ── eth0 h3
#              data ──►       ◄── PFC
#
# mode: icount
# timeout: 300

. /tests/guest/lib.sh

# flow COUNT DSCP: numbered on through all calls
flow()
{
	send h1 "sent$((++flows))" --flow "$flows" --dscp "$2" --size 958 \
		--count "$1" 10.0.0.3
	sleep 0.02
}

# counted TEXT DIRECT QUEUE3 QUEUE0: packets that p3 sent in these ways, by its own
# counters; by those of the device
counted()
{
	is "$1" "$(stat sw p3 '.[] | .port.tx_direct, .queue[3].tx_packets,
		.queue[0].tx_packets' | paste -sd ' ')" "$2 $3 $4"
	is "$1: h3 has got them all" \
		"$(in_ns h3 cat /sys/class/net/eth0/statistics/rx_packets)" \
		$(($2 + $3 + $4))
}

flows=0
ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
check "p1 is a port" pfc sw port add dev p1
check "p3 is a port" pfc sw port add dev p3 speed 10mbit
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc 3:on
receive h3 got

flow 100 26
counted "past empty queues" 100 0 0
is "these bytes went direct" "$(stat sw p3 '.[].port.tx_direct_bytes')" 100000

inject h3 hold eth0 hold
flow 50 26
flow 30 0
counted "while one priority is paused" 100 0 30
is "what is paused waits" "$(stat sw p3 '.[].queue[3].backlog_packets')" 50
is "and is charged" "$(stat sw p1 '.[].pg[3].occupancy')" 50000

inject h3 go eth0 go
sleep 0.02
flow 20 26
counted "once the queues are empty again" 120 50 30

# a pause that ends by itself, seen first by who reads the counters
inject h3 short eth0 short
sleep 0.02
is "the pause has ended" "$(stat sw p3 '.[].prio[3].rx_paused')" false
flow 10 26
flow 10 26
direct=$(stat sw p3 '.[].port.tx_direct')
between "and is forgotten" "$direct" 130 140
counted "after a pause that ended" "$direct" $((50 + 140 - direct)) 30

check "a rate" pfc sw port set dev p3 rate 100mbit
flow 25 26
counted "with a rate" "$direct" $((215 - direct)) 30
check "no rate" pfc sw port set dev p3 rate unlimited
flow 5 26
counted "without again" $((direct + 5)) $((215 - direct)) 30

received got
is "all arrive" "$(value got .datagrams)" 250
is "in order" "$(value got '[.flows[].out_of_order] | add')" 0
is "p1 is charged nothing" "$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
# a host that is no port drops the PFC frames that it gets
is "nothing is lost" "$(losses)" ""
