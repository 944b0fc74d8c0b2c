#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Queued packets survive when the kernel deactivates and activates the qdisc while the link
# is up; older kernels also reset the qdisc.  The kernel does so when txqueuelen changes and
# when clsact is added or deleted.  Packets are not lost or reordered, and a pause by the peer
# continues.  If the delay of the port is removed, only the frames in flight leave at once.  Frames that
# are flushed when the link goes down, including PFC frames of the port, are counted once.
#
#   h1 eth0 ── p1 br0 (sw) p3 ── eth0 h3
#
# mode: icount
# timeout: 300

. /tests/guest/lib/lib.sh

star_of 1 3
check "p1 is a port" pfc sw port add dev p1 rate 1mbit speed 10mbit
check "p3 is a port" pfc sw port add dev p3 rate 10mbit speed 10mbit
check "p1 sends PFC" pfc sw pfc set dev p1 prio-pfc 3:on
check "XOFF and XON of p1 PG 3 are set" pfc sw pg set dev p1 pg 3 xoff 20K xon 10K

receive h3 got
send h1 sent --dscp 26 --size 958 --count 100 10.0.0.3
sleep 0.005
between "at least 50 frames are queued in p3" "$(stat sw p3 '.[].queue[3].backlog_packets')" 50 100
# Many changes, so that the timer of the rate of p3 fires during one of them
for ((i = 1; i <= 200; i++)); do
	echo "link set p3 txqueuelen $((500 + i))"
done > /tmp/changes
check "txqueuelen of p3 is changed 200 times" ip -n sw -batch /tmp/changes
sleep 0.2
received got
is "queue 3 of p3 is empty" "$(stat sw p3 '.[].queue[3].backlog_packets')" 0
is "txqueuelen changes lose no frame" "$(value got .datagrams)" 100
is "txqueuelen changes keep the order" "$(value got '[.flows[].out_of_order] | add')" 0
is "txqueuelen changes flush no frame" "$(stat sw p1 '.[].pg[3].drop_flush')" 0

# backlog: prints the frames of priority 3 queued in p3
backlog() { stat sw p3 '.[].queue[3].backlog_packets'; }

# A clsact qdisc is added to p3 and deleted while p3 is paused
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc-rx 3:on
receive h3 held
in_ns h3 rawsend eth0 <(pfc_frame "$(mac h3 eth0)" 0x08 0xffff) > /dev/null
send h1 paused --dscp 26 --size 958 --count 100 10.0.0.3
is "all frames are queued in a paused queue" "$(backlog)" 100
for ((i = 1; i <= 10; i++)); do
	echo "qdisc add dev p3 clsact"
	echo "qdisc del dev p3 clsact"
done > /tmp/changes
check "clsact is added and deleted ten times" tc -n sw -batch /tmp/changes
sleep 0.1
is "changes of clsact keep the queued frames" "$(backlog)" 100
is "changes of clsact keep the pause" "$(stat sw p3 '.[].prio[3].rx_paused')" true
is "the backlog of tc is correct after the next frame" \
	"$(send h1 more --flow 2 --size 100 --count 1 10.0.0.3; tc -n sw -s qdisc show dev p3 |
		sed -n 's/.* \([0-9]*\)p requeues.*/\1/p' | head -n 1)" 100
in_ns h3 rawsend eth0 <(pfc_frame "$(mac h3 eth0)" 0x08 0) > /dev/null
sleep 0.2
received held
is "all frames arrive after XON" "$(value held '[.flows[].datagrams] | add')" 101
is "changes of clsact keep the order" "$(value held '[.flows[].out_of_order] | add')" 0
is "changes of clsact flush no frame" "$(stat sw p1 '.[].pg[3].drop_flush')" 0

# The delay of p3 is removed while frames are in flight
check "p3 has a delay" pfc sw port set dev p3 delay 10ms
receive h3 flown
send h1 flying --dscp 26 --size 958 --count 100 10.0.0.3
sleep 0.005
cat > /tmp/changes << END
port set dev p3 delay none rate unlimited
stats show dev p3
END
waiting=$(pfc sw -j -b /tmp/changes | jq -s '.[-1][0].queue[3].backlog_packets')
between "only frames in flight leave when the delay is removed" "$waiting" 50 100
sleep 0.2
received flown
is "all frames arrive after the delay is removed" "$(value flown .datagrams)" 100
is "removing the delay keeps the order" "$(value flown '[.flows[].out_of_order] | add')" 0
check "p3 has a rate again" pfc sw port set dev p3 rate 10mbit
pfc sw stats clear

# PFC frames of p1 wait behind a data frame that takes 8 ms at the rate of p1
receive h1 back
send h3 return --size 958 --count 3 10.0.0.1
send h1 more --dscp 26 --size 958 --count 60 10.0.0.3
check "p1 goes down" ip -n sw link set p1 down
check "p1 comes up" ip -n sw link set p1 up
sleep 0.2
received back
is "no frame bypasses the queues of p1" "$(stat sw p1 '.[].port.tx_bypass')" 0
is "tx_bypass_bytes of p1 is 0" "$(stat sw p1 '.[].port.tx_bypass_bytes')" 0
is "nothing is charged to p1 at the end" "$(stat sw p1 '[.[].pg[].occupancy] | add')" 0

# If tc replaces pfc by pfc, the settings stay; an event reports each loss of settings
check "tc replaces pfc by pfc" tc -n sw qdisc replace dev p1 root pfc
is "replacing pfc by pfc keeps the settings" \
	"$(pfc sw -j port show dev p1 | jq '.[0].rate_bits_per_second')" 1000000
pfc sw -j monitor > "$OUT/events" &
monitor=$!
sleep 0.2
check "tc replaces pfc by pfifo" tc -n sw qdisc replace dev p1 root pfifo
check "p3 moves to another namespace" ip -n sw link set p3 netns h1
sleep 0.2
kill $monitor
is "an event reports each loss of settings" \
	"$(jq -r 'select(.event == "settings_lost") | .dev' "$OUT/events" | sort | xargs)" "p1 p3"
is "the kernel log reports each loss of settings" \
	"$(dmesg | grep -c 'is no longer a pfc port, its settings are lost')" 2
