#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The settings of RDMA programs that are often wrong, and their symptoms in the guide: MTU, traffic class,
# GID index, timeout of a packet.
#
# timeout: 1800
# mode: icount
# kernels: 6.1-rdma 6.12-rdma
# rdma: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/rdma.bash

# all_mtus MTU: sets the MTU of hosts, ports and bridge
all_mtus()
{
	local n

	for n in 1 2 3; do
		ip link set eth$n mtu "$1"
		ip -n sw link set p$n mtu "$1"
	done
	ip -n sw link set br0 mtu "$1"
}

# received_of RUN PG: prints the number of packets of a priority group that p1 has received
received_of() { jq ".[] | select(.dev == \"p1\") | .pg[$2].rx_packets" "$OUT/$1-sw.json"; }

check "hosts, switch and RDMA devices are created" rdma_build
check "PFC is switched on for priority 3 at all ports" rdma_pfc on
RDMA_LENGTH="-n 25"	# messages of a queue pair
RDMA_LIMIT=15

RDMA_CLASS='' rdma_run class ib_write_bw
_rdma_note class
is "without a traffic class, no packet has priority 3" "$(received_of class 3)" 0
check "without a traffic class, packets are dropped" [ "$(rdma_drops class)" -gt 0 ]
check "without a traffic class, the receiver counts requests out of sequence" \
	grep -q '^rxe3 out_of_seq_request [1-9]' "$OUT/class.retries"

RDMA_GID=0 rdma_run gid ib_write_bw
check "with the GID of another address, a queue pair cannot be connected" \
	grep -q '^Failed to modify QP .* to RTR' "$OUT/gid-h1"

all_mtus 4200
check "with an MTU of 4200 everywhere, both senders finish" rdma_run mtu ib_write_bw
_rdma_note mtu
check "with an MTU of 4200, packets have 4096 bytes" grep -q 'Mtu *: 4096\[B\]' "$OUT/mtu-h1"
is "with an MTU of 4200, no counter of retransmissions increases" "$(cat "$OUT/mtu.retries")" ""

RDMA_QPS=1 RDMA_TIMEOUT=12 rdma_run timeout ib_write_bw
_rdma_note timeout
is "with a timeout of 17 ms, the switch drops nothing" "$(rdma_drops timeout)" 0
check "with a timeout of 17 ms, the receiver counts duplicates" \
	grep -q '^rxe3 duplicate_request [1-9]' "$OUT/timeout.retries"

all_mtus 1500
for n in 1 2 3; do
	ip link set eth$n mtu 4200
done
rdma_run hosts ib_write_bw
_rdma_note hosts
is "with a larger MTU at the hosts only, no packet arrives at the switch" \
	"$(received_of hosts 3)" 0
is "with a larger MTU at the hosts only, no port counts a drop" "$(rdma_drops hosts)" 0
check "with a larger MTU at the hosts only, the senders try again" \
	grep -q '^rxe1 completer_retry_err [1-9]' "$OUT/hosts.retries"
