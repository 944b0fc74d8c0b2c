#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# On devices with four transmit queues, a port uses all of them.  A pause of one priority stops
# the priority on all transmit queues, and no other.  No lossless frame is lost and each flow stays
# in order: while frames wait in several transmit queues, when the port changes to one transmit
# queue, and when the device gets fewer transmit queues, also while it is down.  An empty leaf
# reserves no memory.  A port can be deleted under traffic.
#
#   h1 eth0 ══ p1 br0 (sw) p3 ══ eth0 h3
#
# long: yes
# mode: smp
# timeout: 300
# arm64: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/txqueues.bash
. /tests/guest/lib/trace.bash

FLOWS=16 COUNT=20	# flows, and datagrams of each flow

# backlog: prints the number of waiting frames
backlog() { stat sw p3 '.[].queue[3].backlog_packets'; }
empty() { [ "$(backlog)" = 0 ]; }
full() { [ "$(backlog)" = $((FLOWS * COUNT)) ]; }
paused() { [ "$(stat sw p3 '.[].prio[3].rx_paused')" = true ]; }
expired() { stat sw p3 '.[].prio[3].rx_expired'; }
arrived() { in_ns h3 cat /sys/class/net/eth0/statistics/rx_packets; }

# pause: pauses p3 until resume
pause()
{
	hold h3
	wait_for 10 paused
	before_pause=$(expired)
}

# resume: the pause has lasted until now, and ends
resume()
{
	is "no pause has expired" "$(expired)" "$before_pause"
	release h3
}

# waiting TEXT: all frames wait
waiting()
{
	wait_for 10 full
	is "$1" "$(backlog)" $((FLOWS * COUNT))
}

# traffic NAME: starts four senders; lost NAME: ends them.  Prints how many frames are missing that
# no counter outside the ports has counted.
traffic()
{
	local n

	senders=()
	elsewhere=$(loss_elsewhere)
	for n in 1 2 3 4; do
		nsexec h1 udpsend --dscp 26 --flow $n --rate 10m --duration 600000 10.0.0.3 \
			> "$OUT/$1.$n.json" &
		senders+=($!)
	done
}

lost()
{
	local sent got

	kill "${senders[@]}"
	wait "${senders[@]}"
	wait_for 10 empty
	sleep 0.5
	received "$1"
	sent=$(cat "$OUT/$1".[1-4].json | jq -s 'map(.datagrams) | add')
	got=$(value "$1" '[.flows[].datagrams] | add')
	elsewhere=$(($(loss_elsewhere) - elsewhere))
	note "$1: sent $sent, received $got, lost outside the ports $elsewhere"
	missing=$((sent - got - elsewhere))
}

# drops: prints all counters of drops of the ports in sw that are not 0
drops()
{
	pfc sw -j stats show | jq -c '[.[] | .dev as $dev | (.port, .queue[], .pg[]) |
		to_entries[] | select((.key | test("drop")) and .value > 0) |
		[$dev, .key, .value]]'
}

# complete NAME TEXT: ends the receiver; all frames have arrived
complete()
{
	wait_for 10 empty
	sleep 0.3
	received "$1"
	is "$2" "$(value "$1" '[.flows[] | select(.flow < 100) | .datagrams] | add')" \
		$((FLOWS * COUNT))
}

# dequeued NAME: sets $most, the most frames that the kernel dequeues at once after a pause
dequeued()
{
	local event=$TRACING/events/qdisc/qdisc_dequeue/enable

	pause
	flows "$1"
	waiting "$1: all frames wait"
	: > $TRACING/trace
	echo 1 > $event
	resume
	wait_for 10 empty
	echo 0 > $event
	most=$(sed -n "s/.* ifindex=$index .* packets=\([0-9]*\) .*/\1/p" $TRACING/trace |
		sort -n | tail -n 1)
	note "$1: at most ${most:-0} frames at once"
}

ns h1 h3 sw
wide h1 eth0 sw p1
wide sw p3 h3 eth0
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
spread sw p1
spread h3 eth0

check "p1 is a port" pfc sw port add dev p1 speed 10mbit
check "p3 is a port" pfc sw port add dev p3 speed 10mbit
is "p3 uses four transmit queues" "$(used sw p3)" '["auto",4]'
is "tc shows one qdisc" "$(tc -n sw qdisc show dev p3 | grep -c pfc)" 1
check "p1 sends PFC" pfc sw pfc set dev p1 prio-pfc-tx 3:on
check "p1 has room for all frames" pfc sw pg set dev p1 pg 3 xoff 400K xon 300K
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc-rx 3:on

# All transmit queues wait
receive h3 got
pause
flows first
waiting "all frames wait in a paused priority"
before=$(arrived)
send h1 other --size 958 --flow 100 --count 20 10.0.0.3
sleep 0.3
is "frames of another priority pass, and none of the paused one" $(($(arrived) - before)) 20
is "tc adds up the classes of all transmit queues" \
	"$(tc -n sw -s class show dev p3 | awk '/:4 root/ { class = 1 }
		class && /backlog/ { print $3; exit }')" "$((FLOWS * COUNT))p"
is "the backlog of tc is that of all transmit queues" \
	"$(tc -n sw -s -j qdisc show dev p3 | jq '.[0].qlen')" $((FLOWS * COUNT))
is "why counts the waiting frames" \
	"$(pfc sw -j why 2> /dev/null | jq '[.. | .packets? // empty] | max')" $((FLOWS * COUNT))

# From several transmit queues to one, and back
refused "a rate is refused with all transmit queues" "tx-queues: all excludes rate" \
	pfc sw port set dev p3 tx-queues all rate 100mbit
check "p3 uses one transmit queue" pfc sw port set dev p3 tx-queues one
is "p3 reports one transmit queue" "$(used sw p3)" '["one",1]'
waiting "all frames wait in one transmit queue"
resume
complete got "all frames arrive"
is "all flows arrive in order" "$(value got '[.flows[].out_of_order] | add')" 0

receive h3 back
pause
flows second
check "p3 uses all transmit queues" pfc sw port set dev p3 tx-queues all
is "p3 reports four transmit queues" "$(used sw p3)" '["all",4]'
waiting "all frames still wait"
resume
complete back "all frames arrive from all transmit queues"
is "the frames that waited stay in order" "$(value back '[.flows[].out_of_order] | add')" 0

# Fewer transmit queues
receive h3 fewer
pause
flows third
check "p3 gets two transmit queues" in_ns sw ethtool -L p3 tx 2
check "p3 uses two transmit queues" wait_for 10 uses sw p3 '["all",2]'
waiting "the frames of removed transmit queues wait"
resume
complete fewer "all frames of removed transmit queues arrive"
is "no flow lost its order" "$(value fewer '[.flows[].out_of_order] | add')" 0
# One transmit queue in use, and fewer in the device
check "p3 uses one of two transmit queues" pfc sw port set dev p3 tx-queues one
receive h3 single
pause
flows fourth
check "the device gets one transmit queue" in_ns sw ethtool -L p3 tx 1
waiting "the frames for the removed transmit queue wait"
resume
complete single "all frames for the removed transmit queue arrive"

# Newer kernels stop the transmit queue of a veth.  More frames at once than it takes would wait
# ahead of XOFF.
trace_prepare
index=$(in_ns sw cat /sys/class/net/p3/ifindex)
dequeued "changed while up"
up_most=$most
check "the device gets four transmit queues" in_ns sw ethtool -L p3 tx 4
ip -n sw link set p3 down
check "the device gets one transmit queue while it is down" in_ns sw ethtool -L p3 tx 1
up sw p3
sleep 1	# the bridge sees the carrier late
dequeued "changed while down"
is "the kernel dequeues as many frames at once as after a change while up" "$most" "$up_most"

# The number of transmit queues follows the device and the settings
check "p3 may use all transmit queues" pfc sw port set dev p3 tx-queues auto
is "p3 uses the only transmit queue" "$(used sw p3)" '["auto",1]'
check "the device gets four transmit queues" in_ns sw ethtool -L p3 tx 4
check "p3 uses the new transmit queues" wait_for 10 uses sw p3 '["auto",4]'
check "p3 gets a rate" pfc sw port set dev p3 rate 100mbit
is "with a rate, p3 uses one transmit queue" "$(used sw p3)" '["auto",1]'
check "the rate is removed" pfc sw port set dev p3 rate unlimited
is "without a rate, p3 uses four transmit queues" "$(used sw p3)" '["auto",4]'
is "no frame is lost in p1" "$(stat sw p1 '[.[].pg[] | with_entries(select(.key | test("^drop"))) | add] | add')" 0

# Changes under traffic.  h1 obeys no PFC, and the new leaves hold all frames until the change is
# complete, which can take long on a busy host.  So p1 needs room for 5 MB/s.
check "p1 has room for the frames of a second" pfc sw pg set dev p1 pg 3 xoff 8M xon 7M
# The root qdisc drops frames with one transmit queue, and gets them again after the mitigation
for change in "watchdog set dev p3 action drop" "port set dev p3 tx-queues one" \
	"watchdog mitigate dev p3 prio 3" \
	"port set dev p3 tx-queues auto" "watchdog release dev p3 prio 3"; do
	# shellcheck disable=SC2086 # words
	check "$change" pfc sw $change
done
receive h3 change
traffic change
for n in 1 2 3 4 5; do
	check "one transmit queue under traffic, $n" pfc sw port set dev p3 tx-queues one
	check "all transmit queues under traffic, $n" pfc sw port set dev p3 tx-queues auto
done
lost change
is "changes of tx-queues lose no frame" "$missing" 0
is "changes of tx-queues keep the order of each flow" \
	"$(value change '[.flows[].out_of_order] | add')" 0
receive h3 device
traffic device
for n in 1 2 3 4 5; do
	check "fewer transmit queues under traffic, $n" in_ns sw ethtool -L p3 tx 1
	check "more transmit queues under traffic, $n" in_ns sw ethtool -L p3 tx 4
done
lost device
is "changes of the number of transmit queues lose no frame" "$missing" 0
is "the ports drop no frame" "$(drops)" "[]"

# An empty leaf reserves no memory of the namespace.  The limit is less than what all leaves reserve
# for one frame each.
check "the PGs of p1 are lossy" pfc sw pfc set dev p1 prio-pfc-tx 3:off
echo 1 > /sys/module/pfc/parameters/memory_ratio
check "the ports may use six steps of memory" pfc sw pool set default size 393216
for n in 1 3; do
	check "frames wait in p$n" pfc sw map set dev p$n prio-dscp 7:7
done
receive h1 reverse
receive h3 forward
for ((n = 1; n <= FLOWS; n++)); do
	send h1 forward.$n --dscp 26 --size 958 --flow $n --count 2 10.0.0.3
	sleep 0.05
done
for ((n = 1; n <= FLOWS; n++)); do
	send h3 reverse.$n --dscp 26 --size 958 --flow $n --count 2 10.0.0.1
	sleep 0.05
done
sleep 0.3
received forward
received reverse
is "frames to all leaves arrive, one leaf after the other" \
	"$(value forward .datagrams) $(value reverse .datagrams)" "$((2 * FLOWS)) $((2 * FLOWS))"

# The end under traffic
receive h3 end
traffic end
check "p3 is deleted under traffic" pfc sw port del dev p3
check "p3 is a port again" pfc sw port add dev p3
check "a pfifo replaces pfc" tc -n sw qdisc replace dev p3 root pfifo
check "p1 is deleted under traffic" ip -n sw link del p1
kill "${senders[@]}"
received end
