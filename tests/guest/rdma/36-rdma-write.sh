#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# RDMA WRITEs of two senders (ib_write_bw, four queue pairs each) to one receiver: with PFC no packet
# is lost or sent again, and the senders share the link fairly; without PFC packets are lost and
# sent again.  36-rdma-write.post checks the packets that arrive at the receiver.  make demo-rdma
# shows the results.
#
# timeout: 1800
# mode: icount
# kernels: 6.1-rdma 6.12-rdma
# rdma: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/rdma.bash

check "hosts, switch and RDMA devices are created" rdma_build
rdma_without ib_write_bw
rdma_with ib_write_bw
