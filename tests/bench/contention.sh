#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The guest's part of contention: N CPUs send frames of DSCP 0 through one leaf of one port, for
# both modules in turn.  Writes lines "MODULE CPUS FRAMES" to $OUT/rates.
#
#   pktgen on CPU 0 ┐
#         ...       ├ d0: port, tx-queues one; the device frees the frames and counts them
#   pktgen on CPU N ┘

# shellcheck source-path=SCRIPTDIR source=../guest/lib/lib.sh
. /tests/guest/lib/lib.sh

REPEATS=8
SECONDS_EACH=2
CPUS=$(nproc)
PKTGEN=/proc/net/pktgen

write() { echo "$1" > "$PKTGEN/$2"; }

# generators N: CPUs 0 to N-1 send to d0, each through the qdisc
generators()
{
	local cpu line

	for ((cpu = 0; cpu < CPUS; cpu++)); do
		write rem_device_all "kpktgend_$cpu"
		[ "$cpu" -lt "$1" ] || continue
		write "add_device d0@$cpu" "kpktgend_$cpu"
		for line in "count 0" "pkt_size 60" "xmit_mode queue_xmit" "dst 10.0.0.2" \
			"dst_mac 02:00:00:00:00:02"; do
			write "$line" "d0@$cpu"
		done
	done
}

left() { cat /sys/class/net/d0/statistics/tx_packets; }

# measure MODULE: loads the module and measures each number of CPUs
measure()
{
	local n before

	rmmod pfc
	insmod "$2"
	ip link add d0 numtxqueues "$CPUS" type dummy
	ip addr add 10.0.0.1/24 dev d0
	ip link set d0 up
	check "$1: d0 is a port" pfcctl port add dev d0
	check "$1: with one leaf" pfcctl port set dev d0 tx-queues one
	for ((n = 1; n <= CPUS; n++)); do
		generators "$n"
		write start pgctrl &
		sleep 0.5
		before=$(left)
		sleep "$SECONDS_EACH"
		echo "$1 $n $(($(left) - before))" >> "$OUT/rates"
		write stop pgctrl
		wait $!
	done
	generators 0
	ip link del d0
}

modprobe pktgen
for ((i = 0; i < REPEATS; i++)); do
	measure locked /in/locked.ko
	measure own "/lib/modules/$RELEASE/updates/pfc.ko"
done
check "all runs have a result" [ "$(wc -l < "$OUT/rates")" = $((REPEATS * CPUS * 2)) ]
