#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What waits in a port goes on by itself after what the kernel does to its qdisc
# in between: a change of txqueuelen, which newer kernels make without a reset.
# And what a reset finds, PFC frames of the port too, is counted once.
#
#   h1 eth0 ── p1 br0 (sw) p3 ── eth0 h3
#
# mode: icount
# timeout: 300

. /tests/guest/lib.sh

ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
check "p1 is a port" pfc sw port add dev p1 rate 1mbit speed 10mbit
check "p3 is a port" pfc sw port add dev p3 rate 10mbit speed 10mbit
check "p1 sends PFC" pfc sw pfc set dev p1 prio-pfc 3:on
check "early" pfc sw pg set dev p1 pg 3 xoff 20K xon 10K

receive h3 got
send h1 sent --dscp 26 --size 958 --count 100 10.0.0.3
sleep 0.005
between "much waits" "$(stat sw p3 '.[].queue[3].backlog_packets')" 50 100
# often, so that a timer fires in the midst of it
for ((i = 1; i <= 200; i++)); do
	echo "link set p3 txqueuelen $((500 + i))"
done > /tmp/changes
check "txqueuelen of p3 changes" ip -n sw -batch /tmp/changes
sleep 0.2
received got
is "nothing waits" "$(stat sw p3 '.[].queue[3].backlog_packets')" 0
is "what did not arrive was in a queue that was reset" \
	"$(($(value got .datagrams) + $(stat sw p1 '.[].pg[3].drop_flush')))" 100

# frames of p1 itself wait behind one that takes 8 ms of its wire
receive h1 back
send h3 return --size 958 --count 3 10.0.0.1
send h1 more --dscp 26 --size 958 --count 60 10.0.0.3
check "p1 goes down" ip -n sw link set p1 down
check "p1 comes up" ip -n sw link set p1 up
sleep 0.2
received back
is "nothing went past the queues of p1" "$(stat sw p1 '.[].port.tx_direct')" 0
is "nor bytes" "$(stat sw p1 '.[].port.tx_direct_bytes')" 0
is "p1 is charged nothing in the end" "$(stat sw p1 '[.[].pg[].occupancy] | add')" 0
