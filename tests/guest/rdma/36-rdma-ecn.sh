#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The queue of the receiver's link marks RDMA packets with CE while PFC is on.  The switch, tc, the
# receiver's IP layer and a capture at the receiver (36-rdma-ecn.post) count the same packets.
#
# timeout: 1800
# mode: icount
# kernels: 6.1-rdma 6.12-rdma
# rdma: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/rdma.bash

# ce_received: prints the packets with CE that the hosts have received
ce_received()
{
	awk '$1 == "IpExt:" && !names { names = split($0, name); next }
		$1 == "IpExt:" { for (i = 2; i <= NF; i++) if (name[i] == "InCEPkts") print $i }' \
		/proc/net/netstat
}

check "hosts, switch and RDMA devices are created" rdma_build
check "PFC is switched on for priority 3 at all ports" rdma_pfc on
is "no packet with CE has arrived" "$(ce_received)" 0
check "the queue of p3 marks from 16 KB" \
	pfc sw queue set dev p3 queue 3 ecn-kmin 16K ecn-kmax 64K ecn-pmax 50%
check "both senders finish" rdma_run marked ib_write_bw
_rdma_note marked
marked=$(jq '.[] | select(.dev == "p3") | .queue[3].marked' "$OUT/marked-sw.json")
ce_received > "$OUT/ce"
check "p3 marks packets" [ "$marked" -gt 100 ]
is "the receiver counts all marked packets" "$(cat "$OUT/ce")" "$marked"
is "no counter of retransmissions increases" "$(cat "$OUT/marked.retries")" ""
is "the switch drops nothing" "$(rdma_drops marked)" 0
