#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# On devices with four transmit queues, a port uses all of them.  A pause of one priority stops
# the priority on all transmit queues, and no other.  No lossless frame is lost and each flow stays
# in order: while frames wait in several transmit queues, when the port changes to one transmit
# queue, and when the device gets fewer transmit queues.  A port can be deleted under traffic.
#
#   h1 eth0 ══ p1 br0 (sw) p3 ══ eth0 h3
#
# mode: smp
# timeout: 300

. /tests/guest/lib/lib.sh

FLOWS=16 COUNT=20	# flows, and datagrams of each flow

# wide NS1 DEV1 NS2 DEV2: creates a veth pair with four queues, without offloads
wide()
{
	ip link add "$2" netns "$1" numtxqueues 4 numrxqueues 4 type veth \
		peer name "$4" netns "$3" numtxqueues 4 numrxqueues 4
	offload "$1" "$2" off
	offload "$3" "$4" off
	ip -n "$1" link set "$2" up
	up "$3" "$4"
	up "$1" "$2"
}

# spread NS DEV: each flow is received by one CPU, and the flows by both
spread()
{
	local n

	for n in 0 1 2 3; do
		in_ns "$1" sh -c "echo 3 > /sys/class/net/$2/queues/rx-$n/rps_cpus"
	done
}

# flows NAME: sends all flows of priority 3
flows()
{
	local n senders=()

	for ((n = 1; n <= FLOWS; n++)); do
		send h1 "$1.$n" --dscp 26 --size 958 --flow $n --count $COUNT 10.0.0.3 &
		senders+=($!)
	done
	wait "${senders[@]}"
}

# used NS DEV: prints setting and number of transmit queues; backlog: prints the waiting frames
used() { pfc "$1" -j port show dev "$2" | jq -c '.[0] | [.tx_queues, .tx_queues_used]'; }
backlog() { stat sw p3 '.[].queue[3].backlog_packets'; }
empty() { [ "$(backlog)" = 0 ]; }
paused() { [ "$(stat sw p3 '.[].prio[3].rx_paused')" = true ]; }
arrived() { in_ns h3 cat /sys/class/net/eth0/statistics/rx_packets; }

# hold: pauses p3 until release, twice a second
hold()
{
	nsexec h3 rawsend eth0 "$IN/hold" > "$OUT/hold.json" &
	holder=$!
	wait_for 10 paused
}

release()
{
	kill $holder
	wait $holder
	inject h3 xon eth0 xon
}

# waiting TEXT: all frames wait
waiting() { is "$1" "$(backlog)" $((FLOWS * COUNT)); }

# complete NAME TEXT: ends the receiver; all frames have arrived
complete()
{
	wait_for 10 empty
	sleep 0.3
	received "$1"
	is "$2" "$(value "$1" '[.flows[] | select(.flow < 100) | .datagrams] | add')" \
		$((FLOWS * COUNT))
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
hold
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
release
complete got "all frames arrive"
is "all flows arrive in order" "$(value got '[.flows[].out_of_order] | add')" 0

receive h3 back
hold
flows second
check "p3 uses all transmit queues" pfc sw port set dev p3 tx-queues all
is "p3 reports four transmit queues" "$(used sw p3)" '["all",4]'
waiting "all frames still wait"
release
complete back "all frames arrive from all transmit queues"

# Fewer transmit queues
receive h3 fewer
hold
flows third
check "p3 gets two transmit queues" in_ns sw ethtool -L p3 tx 2
is "p3 reports two transmit queues" "$(used sw p3)" '["all",2]'
waiting "the frames of removed transmit queues wait"
release
complete fewer "all frames of removed transmit queues arrive"
is "no flow lost its order" "$(value fewer '[.flows[].out_of_order] | add')" 0
check "p3 gets four transmit queues" in_ns sw ethtool -L p3 tx 4

# A rate needs one transmit queue
check "p3 may use one transmit queue" pfc sw port set dev p3 tx-queues auto rate 100mbit
is "with a rate, p3 uses one transmit queue" "$(used sw p3)" '["auto",1]'
check "the rate is removed" pfc sw port set dev p3 rate unlimited
is "without a rate, p3 uses four transmit queues" "$(used sw p3)" '["auto",4]'

is "no frame is lost in p1" "$(stat sw p1 '[.[].pg[] | with_entries(select(.key | test("^drop"))) | add] | add')" 0

# Changes, and the end, under traffic
receive h3 end
for n in 1 2 3 4; do
	in_ns h1 udpsend --dscp 26 --flow $n --sndbuf 20000 --duration 4000 10.0.0.3 \
		> "$OUT/end.$n.json" &
done
for n in 1 2 3 4 5; do
	check "fewer transmit queues under traffic, $n" in_ns sw ethtool -L p3 tx 1
	check "more transmit queues under traffic, $n" in_ns sw ethtool -L p3 tx 4
	check "one transmit queue under traffic, $n" pfc sw port set dev p3 tx-queues one
	check "all transmit queues under traffic, $n" pfc sw port set dev p3 tx-queues auto
done
is "p3 does not drop frames" "$(stat sw p3 '[.[].queue[].drop_flush] | add')" 0
check "p3 is deleted under traffic" pfc sw port del dev p3
check "p3 is a port again" pfc sw port add dev p3
check "a pfifo replaces pfc" tc -n sw qdisc replace dev p3 root pfifo
check "p1 is deleted under traffic" ip -n sw link del p1
received end
