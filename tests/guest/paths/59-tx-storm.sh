#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port with four transmit queues.  A storm drops the frames of all transmit queues, and only
# those of its priority; tc counts the drops; afterwards all frames arrive.  XOFF and XON leave in
# order.  When the port or its device is removed, or moves to another namespace, while frames wait
# in several transmit queues, no charge remains at the ingress port.
#
#   h1 eth0 ══ p1 br0 (sw) p3 ══ eth0 h3
#
# long: yes
# timeout: 300

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash
. /tests/guest/lib/txqueues.bash

FLOWS=8 COUNT=20	# flows, and datagrams of each flow
ALL=$((FLOWS * COUNT))

paused() { [ "$(stat sw p3 '.[].prio[3].rx_paused')" = true ]; }
full() { [ "$(stat sw p3 '.[].queue[3].backlog_packets')" = $ALL ]; }
charged() { stat sw p1 '.[].pg[3].occupancy'; }
free() { [ "$(charged)" = 0 ]; }
storm() { pfc sw -j watchdog show dev p3 | jq -r '.[0].prio[3].state'; }
state_is() { [ "$(storm)" = "$1" ]; }
tc_drops() { tc -n sw -s -j qdisc show dev p3 root | jq '.[0].drops'; }

# waiting: frames of all flows wait in p3
waiting()
{
	hold h3
	wait_for 10 paused
	flows "$1"
	check "$1: frames wait in p3" wait_for 10 full
	check "$1: p1 holds their charge" test "$(charged)" -gt 0
}

lossless()
{
	cat <<-END | pfc sw -b -
		port add dev $1 speed 10mbit
		pfc set dev $1 prio-pfc 3:on
		pg set dev $1 pg 3 xoff 40K xon 20K headroom 400K
	END
}

attached()
{
	wide sw p3 h3 eth0
	ip -n sw link set p3 master br0
	fdb sw p3 h3 eth0
	lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
	spread h3 eth0
	lossless p3
}

ns h1 h3 sw other
wide h1 eth0 sw p1
mkbridge sw br0 p1
fdb sw p1 h1 eth0
spread sw p1
check "p1 is a port" lossless p1
check "p3 is a port" attached
is "p3 uses four transmit queues" "$(used sw p3)" '["auto",4]'

# ---- a pause: XOFF and XON of p1 ---------------------------------------------------
capture h1 eth0 h1 --immediate-mode ether proto 0x8808
receive h3 pause
waiting pause
release h3
check "pause: p1 holds no charge" wait_for 10 free
sleep 0.3
received pause
captures_end
is "pause: all frames arrive" "$(value pause '[.flows[].datagrams] | add')" $ALL
is "pause: p1 sends XOFF first and XON last" \
	"$(control h1 3 | awk '{ print $2 }' | uniq | paste -sd ' ')" "XOFF XON"

# ---- a storm -----------------------------------------------------------------------
check "the watchdog is on" pfc sw watchdog set dev p3 prio-watchdog 3:on action drop \
	detection-time 400ms restoration-time 400ms
drops=$(tc_drops)
receive h3 storm
hold h3
check "p3 is paused" wait_for 10 paused
flows stormy
check "the storm is detected" wait_for 20 state_is storm
check "the storm frees the charge at p1" wait_for 10 free
is "the storm drops all frames that wait in several transmit queues" \
	"$(stat sw p3 '.[].prio[3].storm_dropped')" $ALL
is "tc counts the same drops" $(($(tc_drops) - drops)) $ALL
flows later
is "the storm drops new frames" "$(stat sw p3 '.[].prio[3].storm_dropped')" $((2 * ALL))
check "the storm continues with one transmit queue" pfc sw port set dev p3 tx-queues one
flows one
is "frames of one transmit queue are dropped" \
	"$(stat sw p3 '.[].prio[3].storm_dropped')" $((3 * ALL))
check "the storm continues with all transmit queues" pfc sw port set dev p3 tx-queues auto
send h1 other --size 958 --flow 100 --count 20 10.0.0.3
release h3
check "the storm ends" wait_for 20 state_is operational
flows after
sleep 0.5
received storm
is "only the frames before and during the storm are lost" \
	"$(value storm '[.flows | to_entries[] | select(.key | tonumber < 100) | .value.datagrams] | add')" \
	$ALL
is "another priority loses nothing" "$(value storm '.flows["100"].datagrams')" 20
check "the watchdog is off" pfc sw watchdog set dev p3 prio-watchdog 3:off

# ---- the end with waiting frames ---------------------------------------------------
waiting deleted
check "the port is deleted" pfc sw port del dev p3
check "p1 holds no charge after the end of p3" wait_for 10 free
release h3
check "p3 is a port again" lossless p3

waiting moved
check "p3 moves to another namespace" ip -n sw link set p3 netns other
check "p1 holds no charge after the move" wait_for 10 free
is "the device is no port in the other namespace" "$(pfc other -j port show | jq length)" 0
release h3
ip -n other link del p3
check "another p3 is a port" attached

waiting removed
check "the device is removed" ip -n sw link del p3
check "p1 holds no charge after the removal" wait_for 10 free
kill "$holder"
wait "$holder"
is "the pool is empty" "$(pfc sw -j pool show default | jq -c '[.shared_used, .headroom_used]')" "[0,0]"
