#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# No frame stays in a leaf after the kernel has deactivated the qdisc for a moment, also while
# another priority is paused for seconds.  Newer kernels do so without a reset when clsact is added or
# deleted, and lose the scheduled run of the qdisc.
# Two CPUs send through p3, which has no rate, so only a run sends the frames that wait.  Each burst
# ends while clsact changes: no later frame starts another run.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3)
#   h2 eth0 ── p2 ┘
#
# mode: smp
# timeout: 300
# kernels: 6.12 7.2

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

star 3
check "p3 is a port" pfc sw port add dev p3 speed 10mbit
is "p3 has no rate" "$(pfc sw -j port show dev p3 | jq '.[0].rate_bits_per_second')" null
for ((i = 1; i <= 4; i++)); do
	echo "qdisc add dev p3 clsact"
	echo "qdisc del dev p3 clsact"
done > /tmp/changes

# bursts PRIO PAUSED: bursts of a priority on two CPUs, while PAUSED frames of another one wait.
# Sets $changed, the bursts during which clsact changed, and $stuck, those after which p3 holds
# other frames.  Frames that stay also fill the socket of their sender, which then waits until the
# time limit ends it.
bursts()
{
	local burst host senders waiting

	changed=0 stuck=0
	for ((burst = 0; burst < 60; burst++)); do
		for host in 1 2; do
			nsexec h$host timeout 10 taskset -c $((host - 1)) udpsend --flow $host \
				--dscp $(($1 * 8)) --size 100 --count $((1000 + burst * 40)) \
				10.0.0.3 > /dev/null &
			senders[host]=$!
		done
		tc -n sw -batch /tmp/changes && changed=$((changed + 1))
		wait "${senders[@]}"
		sleep 0.03
		waiting=$(tc -n sw -s qdisc show dev p3 root |
			sed -n 's/.* \([0-9]*\)p requeues.*/\1/p' | head -n 1)
		[ "$waiting" = "$2" ] || {
			note "burst $burst: $waiting frames wait"
			stuck=$((stuck + 1))
		}
	done
}

bursts 3 0
is "clsact changes during each burst" "$changed" 60
is "no frame waits for a run that the kernel has lost" "$stuck" 0
between "frames pass p3" "$(stat sw p3 '.[].port.tx_bypass')" 1000 1000000
between "frames wait in p3" "$(stat sw p3 '.[].queue[3].tx_packets')" 100 1000000

paused() { [ "$(stat sw p3 '.[].prio[3].rx_paused')" = true ]; }
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc-rx 3:on
pfc_frame "$(mac h3 eth0)" 0x08 0xffff > /tmp/xoff
hold h3 eth0 /tmp/xoff
check "p3 is paused" wait_for 10 paused
send h1 paused --flow 9 --dscp 24 --size 100 --count 3 10.0.0.3
bursts 1 3
is "clsact changes during each burst, with a pause" "$changed" 60
is "no frame waits for the end of a pause of another priority" "$stuck" 0
is "the paused frames still wait" "$(stat sw p3 '.[].queue[3].backlog_packets')" 3
