#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# No frame stays in a leaf after the kernel has deactivated the qdisc for a moment.  Newer kernels
# do so without a reset when clsact is added or deleted, and lose the scheduled run of the qdisc.
# Two CPUs send through p3, which has no rate, so only a run sends the frames that wait.  Each burst
# ends while clsact changes: no later frame starts another run.  A frame whose run is lost does not
# wait for the end of the pause of another priority (tests/testdev loses the run).
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3)
#   h2 eth0 ── p2 ┘
#
# mode: smp
# timeout: 300
# kernels: 6.1 6.12 7.2 7.3
# long: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

star 3
check "p3 is a port" pfc sw port add dev p3 speed 10mbit
is "p3 has no rate" "$(pfc sw -j port show dev p3 | jq '.[0].rate_bits_per_second')" null
for ((i = 1; i <= 4; i++)); do
	echo "qdisc add dev p3 clsact"
	echo "qdisc del dev p3 clsact"
done > /tmp/changes

# Bursts on two CPUs.  Sets $changed, the bursts during which clsact changed, and $stuck, those
# after which p3 still holds frames.  Frames that stay also fill the socket of their sender, which
# then waits until the time limit ends it.
bursts()
{
	local burst host senders waiting

	changed=0 stuck=0
	for ((burst = 0; burst < 60; burst++)); do
		for host in 1 2; do
			nsexec h$host timeout 10 taskset -c $((host - 1)) udpsend --flow $host --dscp 26 \
				--size 100 --count $((1000 + burst * 40)) 10.0.0.3 > /dev/null &
			senders[host]=$!
		done
		tc -n sw -batch /tmp/changes && changed=$((changed + 1))
		wait "${senders[@]}"
		sleep 0.03
		waiting=$(tc -n sw -s qdisc show dev p3 root |
			sed -n 's/.* \([0-9]*\)p requeues.*/\1/p' | head -n 1)
		[ "$waiting" = 0 ] || {
			note "burst $burst: $waiting frames wait"
			stuck=$((stuck + 1))
		}
	done
}

bursts
is "clsact changes during each burst" "$changed" 60
is "no frame waits for a run that the kernel has lost" "$stuck" 0
between "frames pass p3" "$(stat sw p3 '.[].port.tx_bypass')" 1000 1000000
between "frames wait in p3" "$(stat sw p3 '.[].queue[3].tx_packets')" 100 1000000

# A run for a frame is lost while three frames of another priority are paused for seconds
paused() { [ "$(stat sw p3 '.[].prio[3].rx_paused')" = true ]; }
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc-rx 3:on
pfc_frame "$(mac h3 eth0)" 0x08 0xffff > /tmp/xoff
hold h3 eth0 /tmp/xoff
check "p3 is paused" wait_for 10 paused
send h1 paused --flow 9 --dscp 24 --size 100 --count 3 10.0.0.3
check "the module that loses runs is loaded" modprobe testdev
echo 3 > /sys/module/testdev/parameters/lose
receive h3 open
send h1 open-sent --flow 1 --dscp 8 --size 100 --count 1 10.0.0.3
sleep 1
received open
is "a run is lost" "$(cat /sys/module/testdev/parameters/lose)" 0
between "its frame does not wait for the end of the pause, ms" \
	"$(value open '.flows["1"].delay_max_ns / 1000000 | floor')" 0 $((100 * ${SLOW:-1}))
is "the paused frames still wait" "$(stat sw p3 '.[].queue[3].backlog_packets')" 3
